"""The environment: PettingZoo's agent–environment cycle over a match of a simulation."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from berserk_fsm.core.table import Table
from berserk_fsm.core.values import PLAYERS, Action, Decision, GameState, Player
from berserk_fsm.display import game_text
from berserk_fsm.environments.missing import MissingExtra
from berserk_fsm.environments.observation import Observer, fields_of
from berserk_fsm.game import Game
from berserk_fsm.language import LANGS, Lang, language_of_environment
from berserk_fsm.simulation import Match, Simulation

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] not in ("gymnasium", "pettingzoo"):
        raise
    raise MissingExtra(error.name) from error

__all__ = ["BerserkEnv", "Reward", "env"]

Reward = Callable[[GameState, GameState, Player], float]
"""What a decision is worth to a player: ``reward(before, after, agent)``."""

Observation = dict[str, Any]


def no_reward(before: GameState, after: GameState, agent: Player) -> float:
    """The rules of these sections know no winner, so by itself nothing is worth anything."""
    return 0.0


def env(
    table: Simulation | Table | Iterable[Action],
    *,
    illegal_reward: float = -1.0,
    **options: Any,
) -> Any:
    """The environment in the wrappers PettingZoo recommends: whoever makes an illegal move loses and the game ends.

    Args:
        table: a simulation, a built table (``scenario.table``), or just actions.
        illegal_reward: what an illegal move is worth to the one who makes it.
        **options: as :class:`BerserkEnv` has them.

    Returns:
        a :class:`pettingzoo.AECEnv`; :attr:`unwrapped` is the :class:`BerserkEnv`.

    >>> game = env([Action("M", by="A")])
    >>> game.reset()
    >>> game.agent_selection, game.action_space("A").n
    ('A', np.int64(3))
    """
    inner = wrappers.TerminateIllegalWrapper(BerserkEnv(table, **options), illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


class BerserkEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A table as an environment for two agents, ``"A"`` and ``"B"``; the one who has priority decides (303.1).

    Action 0 is a pass (303.2), 1 a hand-over (303.6), and the others declare the actions of the table in its order
    (303.3), whoever's they are; rolls of dice are not declared by anyone (302.5). An observation has the fields of
    :mod:`~berserk_fsm.environments.observation` under ``"observation"`` and what is legal under ``"action_mask"``,
    which is all zeros for the agent who does not decide; ``infos`` has the same mask. Nothing is random: the same moves
    make the same game.

    A game never ends by itself. It is *terminated* when the last of ``turns`` is over, and *truncated* after
    ``events`` decisions.

    Args:
        table: a simulation, a built table (``scenario.table``), or just actions.
        turns: how many turns make a game; as many as there come if ``None``.
        events: the most decisions in a game.
        reward: what a decision is worth, asked after each for both agents; nothing if ``None``.
        render_mode: ``"ansi"``: :meth:`render` returns the game in words; ``"human"``: it is printed after each step.
        lang: the language of those words, ``"ru"`` or ``"en"``; that of the environment variables if ``None``.

    Raises:
        ValueError: ``turns`` or ``events`` is less than one, or there is no such mode or language.
        TableError: the actions contradict each other.

    >>> game = BerserkEnv([Action("M", by="A")], reward=lambda before, after, agent: len(after.queue))
    >>> game.reset()
    >>> game.decisions[2]
    ('declare', 'M')
    >>> game.observe("A")["action_mask"].tolist(), game.observe("B")["action_mask"].tolist()
    ([1, 0, 1], [0, 0, 0])
    >>> game.step(2)
    >>> game.agent_selection, game.rewards
    ('A', {'A': 1.0, 'B': 1.0})
    >>> game.step(0)
    Traceback (most recent call last):
    berserk_fsm.errors.Refused: ... [303.2] position: ...
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "berserk_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        table: Simulation | Table | Iterable[Action],
        *,
        turns: int | None = None,
        events: int = 200,
        reward: Reward | None = None,
        render_mode: str | None = None,
        lang: Lang | None = None,
    ) -> None:
        super().__init__()
        for name, number in (("turns", turns), ("events", events)):
            if number is not None and number < 1:
                raise ValueError(f"{name} is {number}; expected 1 or more")
        if render_mode not in (None, *self.metadata["render_modes"]):
            expected = " | ".join(self.metadata["render_modes"])
            raise ValueError(f"there is no render mode {render_mode!r}; expected {expected}")
        if lang not in (None, *LANGS):
            raise ValueError(f"there is no language {lang!r}; expected {' | '.join(LANGS)}")
        self.simulation = table if isinstance(table, Simulation) else Simulation(table)
        self.turns = turns
        self.events = events
        self.render_mode = render_mode
        self._reward = reward or no_reward
        self._lang = lang
        self._observer = Observer(self.simulation)
        self.decisions = tuple(_decisions(self.simulation.table))
        """What each action does: the verb, and the name of what is declared."""
        self._number = {decision: number for number, decision in enumerate(self.decisions)}
        # In a game of so many events there are fewer turns: both pass in each of their phases.
        self.fields = fields_of(self.simulation, 1 + (events if turns is None else min(turns, events)))
        """The fields of an observation, in order."""
        self._match: Match = self.simulation.start()
        self._first_turn = self._match.state.turn
        self.possible_agents: list[Player] = list(PLAYERS)
        self.agents: list[Player] = []
        self.action_spaces = {agent: spaces.Discrete(len(self.decisions)) for agent in PLAYERS}
        self.observation_spaces = {agent: self._space() for agent in PLAYERS}

    def _space(self) -> spaces.Dict:
        low, high = (np.array([getattr(field, end) for field in self.fields], np.int32) for end in ("low", "high"))
        masks = spaces.Box(0, 1, (len(self.decisions),), np.int8)
        return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int32), "action_mask": masks})

    # --- what PettingZoo asks for ------------------------------------------------------------------------------------

    def observation_space(self, agent: Player) -> spaces.Dict:
        """The observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Player) -> spaces.Discrete:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: makes no difference, as nothing is random.
            options: ``{"state": STATE}`` takes the game up at a moment of this table; of other options it is warned.

        Raises:
            ValueError: no game on this table comes to that state.
        """
        given = dict(options or {})
        state = given.pop("state", None)
        if given:
            # PettingZoo expects environments to bear with options they do not know.
            warnings.warn(f"there is no option {', '.join(map(repr, given))}; expected 'state'", stacklevel=2)
        self._match = self.simulation.start(state)
        self._first_turn = self._match.state.turn
        self.agents = list(PLAYERS)
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self._skip_agent_selection = None
        self._go_to_holder()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Do what the agent who has priority decides, and everything that follows by itself.

        Args:
            action: a number of :attr:`decisions`; ``None`` for an agent whose game is over.

        Raises:
            Refused: it is not legal; nothing has changed.
            ValueError: there is no such action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._match.state
        self._match.apply(self._decision(action, agent))
        after = self._match.state
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {one: float(self._reward(before, after, one)) for one in PLAYERS}
        self._accumulate_rewards()
        over = self.turns is not None and after.turn - self._first_turn >= self.turns
        self.terminations = dict.fromkeys(PLAYERS, over)
        self.truncations = dict.fromkeys(PLAYERS, not over and self._match.events >= self.events)
        self._go_to_holder()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: Player) -> Observation:
        """What an agent sees: nothing is hidden from either, but only one of them may decide."""
        values = self._observer.values(self._match.state, agent, self._first_turn)
        return {"observation": np.array(values, np.int32), "action_mask": self._mask(agent)}

    def state(self) -> Any:
        """The fields as a vector, without the one who looks."""
        return np.array(self._observer.values(self._match.state, "A", self._first_turn)[1:], np.int32)

    def render(self) -> str | None:
        """The game in words: who has priority and why, queue, stack, the last step with its clauses, what may be done.

        Returns:
            the words in mode ``"ansi"``; ``None`` in mode ``"human"``, which prints them, and, with a warning, without.
        """
        if self.render_mode is None:
            warnings.warn("render() was called on an environment that was made without a render_mode", stacklevel=2)
            return None
        lang = self._lang or language_of_environment(os.environ)
        profile, last = self.simulation.specification.profile, self._match.history[-1:]
        game = Game.from_position(self._match.position, profile=profile, engine="table")
        text = game_text(game, lang, record=last[0] if last else None)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to let go of."""

    # --- beside it ---------------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """A copy of the game so far: its state, history and legal decisions."""
        return self._match.copy()

    def _decision(self, action: int | None, agent: Player) -> Decision:
        if action is None or not 0 <= action < len(self.decisions):
            raise ValueError(f"there is no action {action!r}; expected a number from 0 to {len(self.decisions) - 1}")
        verb, name = self.decisions[action]
        return Decision(verb, agent, name)

    def _mask(self, agent: Player) -> Any:
        mask = np.zeros(len(self.decisions), np.int8)
        if agent == self._match.holder:
            for verb, _, name in self._match.legal():
                mask[self._number[verb, name]] = 1
        return mask

    def _go_to_holder(self) -> None:
        self.agent_selection = self._match.holder
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in PLAYERS}


def _decisions(table: Table) -> Iterable[tuple[Any, str | None]]:
    yield "pass", None
    yield "hand_over", None
    yield from (("declare", name) for name in table.actions if not table.rolls(name))
