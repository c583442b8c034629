"""Many matches of random decisions in lockstep: the same event of all of them at once, in the lanes of the explorer."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from berserk_fsm.core.values import PLAYERS
from berserk_fsm.errors import SpecificationError
from berserk_fsm.explore.batch import Batch, Places
from berserk_fsm.explore.codes import Codes, Declared
from berserk_fsm.explore.layout import Layout, Truth
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.packed_rows import Coverage, RowGroup, automatic_groups, decision_groups
from berserk_fsm.machine.engine import MICRO_STEP_BOUND, event_of
from berserk_fsm.simulation.checking import Checker, choice_number
from berserk_fsm.simulation.dice import FRACTION, GAMMA, MIX_1, MIX_2, first_of
from berserk_fsm.simulation.tally import Tally

if TYPE_CHECKING:
    from berserk_fsm.simulation.simulation import Simulation

__all__ = ["Lockstep"]

TOGETHER = 1 << 13
"""How many games are played together: enough to make NumPy worth while, few enough to stay in the cache."""

_Words = npt.NDArray[np.uint64]


class _Way(NamedTuple):
    """Some games in which a row of a group may be taken by a decision."""

    choice: int
    declared: Declared
    group: RowGroup
    games: Places


class Lockstep:
    """Plays a batch.

    Args:
        simulation: the table.
        games: how many games.
        seed: where the decisions come from; see :class:`~berserk_fsm.simulation.dice.Dice`.
        check: ask every property on the way.

    Raises:
        ExploreError: the table has more than 64 actions, facts or rule effects.
    """

    def __init__(self, simulation: Simulation, games: int, seed: int, *, check: bool = False) -> None:
        specification = simulation.specification
        model = Model(specification, simulation.table)
        self._layout = layout = Layout(model)
        self._codes = Codes(layout)
        self._model = model
        self._games = games
        self._seed = seed
        self._start = layout.pack(simulation.start().state)
        self._coverage = Coverage(specification)
        self._automatic = automatic_groups(specification, layout.control_code)
        # By the code of a state of the machine: which of the groups leaves it; -1 where a player decides.
        self._group_of = np.full(len(layout.controls), -1, np.int64)
        for number, ways in enumerate(self._automatic):
            self._group_of[ways[0].leaves] = number
        groups = decision_groups(specification, layout.control_code)
        self._choices = tuple(
            tuple(
                (choice_number(d), d, groups.get(event_of(model.context, d.decision), ()))
                for d in self._codes.decisions
                if d.player == number and (d.action is None or d.action.action.by == player)
            )
            for number, player in enumerate(PLAYERS)
        )
        self._rows = np.zeros(len(specification.rows), np.int64)
        self._chosen_from = 0
        self._checker = Checker(self._codes) if check else None

    def play(self, events: int) -> Tally:
        """Play that many events of every game; what it came to.

        Raises:
            SpecificationError: the machine does not settle, or does not know how to go on.
        """
        for first in range(0, self._games, TOGETHER):
            games = np.arange(first, min(first + TOGETHER, self._games))
            dice = np.array([first_of(self._seed, game) for game in games.tolist()], np.uint64)
            states = Batch(self._layout, [np.full(len(games), word, np.uint64) for word in self._start])
            for event in range(events):
                if self._checker is not None:
                    self._checker.at(event, first)
                dice += np.uint64(GAMMA)
                self._decide(states, dice)
                self._settle(states)
        specification = self._model.specification
        return Tally(
            games=self._games,
            events=self._games * events,
            micro_steps=int(self._rows.sum()),
            choices=self._chosen_from,
            rows=MappingProxyType(
                {row.id: count for row, count in zip(specification.rows, self._rows.tolist(), strict=True) if count}
            ),
            checked=self._checker is not None,
            violations=MappingProxyType(self._checker.violations if self._checker is not None else {}),
        )

    # --- one event ---------------------------------------------------------------------------------------------------

    def _decide(self, states: Batch, dice: _Words) -> None:
        """In every game one of the legal decisions is made."""
        ways = list(self._ways(states))
        accepted = np.zeros((2 + len(self._layout.names), len(states)), np.bool_)
        twice = np.zeros(len(states), np.bool_)
        for way in ways:
            twice[way.games] |= accepted[way.choice, way.games]
            accepted[way.choice, way.games] = True
        if self._checker is not None:
            self._checker.decisions(states, accepted, twice)
        elif twice.any():
            raise self._fault("two rows are enabled at once", states, twice)
        so_far = accepted.cumsum(axis=0, dtype=np.int16)
        if not so_far[-1].all():
            raise self._fault("no decision is accepted", states, so_far[-1] == 0)
        self._chosen_from += int(so_far[-1].sum())
        wanted = (_random(dice) * so_far[-1]).astype(np.int16)
        picked = (so_far > wanted).argmax(axis=0)
        before = states.copy() if len(ways) > 1 else states
        for way in ways:
            games = way.games[picked[way.games] == way.choice]
            if len(games):
                self._take(way.group, before, games, way.declared, states)

    def _ways(self, states: Batch) -> Iterator[_Way]:
        """Every decision the holders may make, with the games in which they may."""
        holder = states.get(self._layout.holder)
        for number, choices in enumerate(self._choices):
            held = np.flatnonzero(holder == number + 1)
            if not len(held):
                continue
            mine = states.at(held)
            control = mine.get(self._layout.control)
            members: dict[bytes, tuple[Places, Batch]] = {}
            for choice, declared, groups in choices:
                for group in groups:
                    key = group.leaves.tobytes()
                    if key not in members:
                        inside = np.flatnonzero(group.leaves[control])
                        members[key] = (held[inside], mine.at(inside))
                    games, batch = members[key]
                    holds = group.enabled(self._codes, batch, declared, self._coverage) if len(games) else False
                    if holds is not False:
                        yield _Way(choice, declared, group, games if holds is True else games[holds])

    def _settle(self, states: Batch) -> None:
        """Everything that follows by itself, until a player must decide everywhere."""
        left = np.arange(len(states))
        for _ in range(MICRO_STEP_BOUND):
            group = self._group_of[states.get(self._layout.control)[left]]
            going = group >= 0
            left, group = left[going], group[going]
            if not len(left):
                return
            for number in np.unique(group).tolist():
                self._step(self._automatic[number], left[group == number], states)
        raise SpecificationError("the machine does not settle")

    def _step(self, ways: tuple[RowGroup, ...], games: Places, states: Batch) -> None:
        """In some games in like states of the machine, the one automatic row that is enabled."""
        batch = states.at(games)
        taken = np.zeros(len(games), np.uint8)
        enabled = []
        for way in ways:
            holds = way.enabled(self._codes, batch, None, self._coverage)
            if holds is not False:
                enabled.append((way, games if holds is True else games[holds]))
                taken += holds
        if self._checker is not None:
            self._checker.ways(games, taken)
        elif (taken > 1).any():
            raise self._fault("two rows are enabled at once", batch, taken > 1)
        if not taken.all():
            raise self._fault("no row is enabled", batch, taken == 0)
        before = states.copy() if len(enabled) > 1 else states
        for way, chosen in enabled:
            self._take(way, before, chosen, None, states)

    def _fault(self, what: str, batch: Batch, where: Truth) -> SpecificationError:
        control = self._layout.controls[int(batch.get(self._layout.control)[np.flatnonzero(where)[0]])]
        return SpecificationError(f"{what} in {control}")

    def _take(self, group: RowGroup, before: Batch, games: Places, declared: Declared | None, states: Batch) -> None:
        """Take a row in some of the games."""
        batch = before.at(games)
        after = group.take(self._codes, batch, declared, self._coverage)
        self._rows += np.bincount(group.row[batch.get(self._layout.control)], minlength=len(self._rows))
        for word, new in zip(states.words, after.words, strict=True):
            word[games] = new
        if self._checker is not None:
            self._checker.step(games, declared, batch, after)


def _random(dice: _Words) -> npt.NDArray[np.float64]:
    """What :meth:`~berserk_fsm.simulation.dice.Dice.random` gives, for many games."""
    mixed = (dice ^ dice >> np.uint64(30)) * np.uint64(MIX_1)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(MIX_2)
    mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(11)).astype(np.float64) * FRACTION
