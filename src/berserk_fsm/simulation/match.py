"""A match: one game that is only played, looked at and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from berserk_fsm.core.values import Decision, GameState, Player
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.compiled.packing import HAND_OVER, HOLDER, PASS, WINDOW, Packed
from berserk_fsm.machine.compiled.trail import Trail, record_of, settled_states, what_a_record_says
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.refusing import check_decision, refused
from berserk_fsm.simulation.dice import Randomness

if TYPE_CHECKING:
    from berserk_fsm.simulation.simulation import Simulation

__all__ = ["Match"]


class Match:
    """One game on the table of a :class:`Simulation`, which makes it: :meth:`Simulation.start`.

    Attributes:
        simulation: the table it is played on.
    """

    __slots__ = ("_seen", "_state", "_trails", "simulation")

    def __init__(self, simulation: Simulation, beginning: Trail) -> None:
        self.simulation = simulation
        self._trails = [beginning]
        self._state = beginning[3][-1]
        self._seen: GameState | None = None

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> GameState:
        """The game now, as one frozen value."""
        if self._seen is None:
            self._seen = self.simulation.machine.packing.unpack(self._state)
        return self._seen

    @property
    def holder(self) -> Player:
        """Who has priority (303.1)."""
        return "A" if self._state[WINDOW] & HOLDER == 1 else "B"

    @property
    def events(self) -> int:
        """How many decisions have been made."""
        return len(self._trails) - 1

    def legal(self) -> tuple[Decision, ...]:
        """Every decision that is accepted now: declarations in table order, then giving priority away."""
        machine, state = self.simulation.machine, self._state
        player = state[WINDOW] & HOLDER
        choices = machine.accepted[state[0]](state, player, -1)
        away = choices & (PASS | HAND_OVER)
        return tuple(machine.decision[player, choice] for choice in (*_each(choices ^ away), *_each(away)))

    @property
    def history(self) -> tuple[StepRecord, ...]:
        """The step records so far; the first is the start of the game, unless the match was taken up later."""
        return tuple(record_of(trail) for trail in self._trails if len(trail[3]) > 1)

    def trails(self) -> Iterator[list[Packed]]:
        """The packed states each decision led through: the one before it, and one per micro-step."""
        return (states for _, _, _, states in self._trails[1:])

    @property
    def position(self) -> str:
        """The position as one line of text; :meth:`Game.from_position` reads it."""
        from berserk_fsm.scenario.position import position_text

        return position_text(self.simulation.specification, self.simulation.table, self.state)

    @property
    def fingerprint(self) -> bytes:
        """Equal for two moments on one table if, and only if, they agree in everything that decides the future.

        Two such moments are the same decision state: they have the same legal decisions, and those lead to moments with
        equal fingerprints. It is the same in every process, but not for keeping: the print of the whole state, with the
        turn and the log, is :func:`berserk_fsm.scenario.position.state_fingerprint`; see ``scenario/VERSIONS.md``.
        """
        return self.simulation.machine.packing.fingerprint(self._state)

    # --- playing -----------------------------------------------------------------------------------------------------

    def apply(self, decision: Decision) -> StepRecord:
        """Do what a player decides, and everything that follows by itself.

        Raises:
            Refused: it is not accepted; nothing has changed.
            ValueError: it is no decision: another verb, player or form.
            KeyError: there is no such action on the table.
        """
        machine, before = self.simulation.machine, self._state
        try:
            player, choice = machine.choice[decision]
        except (KeyError, TypeError):
            check_decision(decision, self.simulation.table)
            raise
        first = machine.take[before[0]](before, player, choice)
        if first is None:
            self._refuse(decision)
        states = settled_states(machine, [before, first])
        trail = (what_a_record_says, machine, decision, states)
        self._trails.append(trail)
        self._state, self._seen = states[-1], None
        return record_of(trail)

    def _refuse(self, decision: Decision) -> NoReturn:
        simulation = self.simulation
        machine = simulation.machine
        row = machine.refusal(self._state, decision)
        if row is None:
            raise SpecificationError(f"nothing refuses {decision}, but no row of it is enabled; {self.position}")
        raise refused(machine.specification, machine.context, row, self.state, decision)

    def undo(self) -> StepRecord:
        """Take back the last decision.

        Raises:
            IndexError: there is no decision to take back.
        """
        trails = self._trails
        if len(trails) == 1:
            raise IndexError("there is no decision to take back")
        trail = trails.pop()
        self._state, self._seen = trail[3][0], None
        return record_of(trail)

    def playout(self, randomness: Randomness, most: int) -> Match:
        """Play random decisions, each legal one as probable as any other.

        Args:
            randomness: decides.
            most: how many decisions; a game never ends by itself.

        Returns:
            this match.
        """
        machine, trails, random = self.simulation.machine, self._trails, randomness.random
        advance, accepted, go, decisions = machine.advance, machine.accepted, machine.go, machine.decision
        state = self._state
        for _ in range(most):
            control, player = state[0], state[WINDOW] & HOLDER
            choices = accepted[control](state, player, -1)
            for _ in range(int(random() * choices.bit_count())):
                choices &= choices - 1
            choice = choices & -choices
            states = [state]
            state = go[control](state, player, choice)
            states.append(state)
            if advance[state[0]] is not None:
                state = settled_states(machine, states)[-1]
            trails.append((what_a_record_says, machine, decisions[player, choice], states))
        self._state, self._seen = state, None
        return self

    # --- copies ------------------------------------------------------------------------------------------------------

    def copy(self) -> Match:
        """A match of its own at the same moment, with the same history."""
        new = Match(self.simulation, self._trails[0])
        new._trails, new._state, new._seen = self._trails.copy(), self._state, self._seen
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its beginning and its decisions, which are played again."""
        (_, machine, _, states), *trails = self._trails
        beginning = machine.packing.unpack(states[0])
        return _replayed, (self.simulation, beginning, [decision for _, _, decision, _ in trails])

    def __repr__(self) -> str:
        return (
            f"<Match on {len(self.simulation.table.actions)} actions, {self.events} decisions, {self.holder} decides>"
        )


def _each(choices: int) -> Iterator[int]:
    """The choices in a set of them, in table order."""
    while choices:
        yield choices & -choices
        choices &= choices - 1


def _replayed(simulation: Simulation, beginning: GameState, decisions: list[Decision]) -> Match:
    match = simulation.start(beginning)
    for decision in decisions:
        match.apply(decision)
    return match
