"""The search: breadth-first over everything both players may do, many states at once.

A level is everything that can be reached with the same number of decisions. From the states in which a player decides
every decision is tried; what it leads to is followed through the automatic rows until a player decides again. Each
state is looked at once, wherever it is reached from.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.batch import Batch, Places, concatenate
from berserk_fsm.explore.codes import Codes, Declared
from berserk_fsm.explore.layout import Layout, Truth
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.packed_properties import (
    PACKED_DECLARED_CHECKS,
    PACKED_STATE_CHECKS,
    PACKED_STEP_CHECKS,
)
from berserk_fsm.explore.packed_properties import Places as MachinePlaces
from berserk_fsm.explore.packed_rows import (
    Coverage,
    PackedRefusal,
    RowGroup,
    automatic_groups,
    decision_groups,
    packed_refusals,
)
from berserk_fsm.explore.report import Claim
from berserk_fsm.explore.visited import NOWHERE, Visited
from berserk_fsm.machine.engine import event_of

__all__ = ["Bounds", "Found", "Met", "Names", "Progress", "Search", "way_to"]

Names = npt.NDArray[np.int64]
"""States by name: the place where a search keeps each, and if several processes search, which of them does."""

Met = tuple[int, Batch, Names]
"""States that were reached: after how many decisions, the states, and the name of the state each was reached from."""

CHUNK = 1 << 15
"""How many states are looked at together: enough to make NumPy worth while, few enough to stay in the cache."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where a search ends.

    Args:
        turns: how many turns belong to it; states of later ones are not counted.
        max_states: no further decisions are tried once so many decision states are known.
        depth: no more decisions in a row than so many.

    Raises:
        ExploreError: one of them is not a positive number.
    """

    turns: int = 1
    max_states: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("turns", self.turns), ("max_states", self.max_states), ("depth", self.depth)):
            if value is not None and value < 1:
                raise ExploreError(
                    f"{name} is {value}; expected a positive number", f"{name} — {value}; ожидалось положительное число"
                )


class Progress(NamedTuple):
    """How far a search has come.

    Args:
        states: decision states found so far.
        micro_states: all states found so far.
        depth: decisions made on the way to those that are looked at now.
        waiting: decision states that are known and not yet looked at.
    """

    states: int
    micro_states: int
    depth: int
    waiting: int


class Found(NamedTuple):
    """Where a property failed first: after so many decisions, at a state or at the step that leads on from it."""

    depth: int
    name: int


class _Asked(NamedTuple):
    """How far the refusal table has been asked: where a decision is refused, and the states where it is not yet."""

    refused: Truth
    left: Places
    batch: Batch


class Search:
    """One search, with everything it has found so far.

    ``number`` and ``count`` say which of several processes it is the search of.

    Args:
        model: what is explored.
        bounds: where it ends.
        claims: properties of the user's own.
        progress: called now and then with how far it has come.
    """

    def __init__(
        self,
        model: Model,
        bounds: Bounds,
        claims: Sequence[Claim] = (),
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        layout = Layout(model)
        self.number, self.count = 0, 1
        self.model = model
        self.bounds = bounds
        self.codes = Codes(layout)
        self.layout = layout
        self.machine = MachinePlaces(self.codes)
        self.visited = Visited(layout)
        self.coverage = Coverage(model.specification)
        self.failed: dict[str, Found] = {}
        self.windows: set[int] = set()
        self.claims = tuple(claims)
        self.claimed: dict[str, Found] = {}
        self.met: set[str] = set()
        self.states = 0
        self.transitions = 0
        self.depth = 0
        self.stopped_by: str | None = None
        self.seconds = 0.0
        self._progress = progress
        self._automatic = automatic_groups(model.specification, layout.control_code)
        self._group_of = np.full(len(layout.controls), len(self._automatic), np.int64)
        for number, ways in enumerate(self._automatic):
            self._group_of[ways[0].leaves] = number
        self._decisions = decision_groups(model.specification, layout.control_code)
        refusals = packed_refusals(model.specification)
        self._refusals = {
            d: tuple(refusal for refusal in refusals if refusal.applies_to(d)) for d in self.codes.decisions
        }
        # How many rows at the head of the refusal table are asked of every decision.
        self._leading = sum(len(set(rows)) == 1 for rows in zip(*self._refusals.values(), strict=False))
        self._pending: list[list[Places]] = [[] for _ in self._automatic]
        self._frontier: list[Places] = []
        self._next_turn: list[Met] = []
        self._steps: list[tuple[Batch, Batch, Names]] = []
        self._unchecked = 0
        self._checked = 0

    # --- the whole ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Search to the bounds. Stopped by Ctrl-C, it keeps what it has."""
        began = time.perf_counter()
        try:
            self._run()
        except KeyboardInterrupt:
            self.stopped_by = "interrupt"
        self.seconds = time.perf_counter() - began

    def _run(self) -> None:
        words = [np.array([word], np.uint64) for word in self.layout.pack(self.model.start)]
        entering = [(0, Batch(self.layout, words), np.array([NOWHERE], np.int64))]
        for _ in range(self.bounds.turns):
            self._turn(entering)
            entering, self._next_turn = self._next_turn, []
            if not self._goes_on(entering):
                break

    def _turn(self, entering: list[Met]) -> None:
        """One turn: what enters it does so after different numbers of decisions."""
        by_depth: dict[int, list[Met]] = {}
        for met in entering:
            by_depth.setdefault(met[0], []).append(met)
        depth = 0
        while (next_depth := self._next_depth(depth, by_depth)) is not None:
            depth = next_depth
            for met in by_depth.pop(depth, ()):
                self._reach(*met)
            self._settle(depth)
            self._expand(depth)
            depth += 1

    def _goes_on(self, entering: list[Met]) -> bool:
        """Is there anything to look at in the next turn?"""
        return bool(entering)

    def _next_depth(self, depth: int, by_depth: Mapping[int, list[Met]]) -> int | None:
        """The level to look at next, if anything is left: the one after the last, or where more enters the turn."""
        if self.stopped_by is not None:
            return None
        return depth if self._frontier else min(by_depth, default=None)

    def _expand(self, depth: int) -> None:
        """Try every decision in the states of one level."""
        level, self._frontier = self._frontier, []
        waiting = sum(map(len, level))
        if waiting and self.bounds.depth is not None and depth >= self.bounds.depth:
            self.stopped_by = "depth"
            return
        for places in _chunks(level, self._portion()):
            if self.bounds.max_states is not None and self._known_states() >= self.bounds.max_states:
                self.stopped_by = "max_states"
                return
            self._decide(depth, places)
            waiting -= len(places)
            if self._progress is not None:
                self._progress(Progress(self._known_states(), len(self.visited), depth, waiting))
            self._portion_done(depth + 1)

    def _portion(self) -> int:
        """How many states are expanded together: fewer where the search will soon have enough of them."""
        most = self.bounds.max_states
        return CHUNK if most is None else max(1, min(CHUNK, (most - self._known_states()) // 4))

    def _portion_done(self, depth: int) -> None:
        """Some states of a level have been expanded: follow where that led while it is in the cache."""
        self._go_on(depth)

    def _known_states(self) -> int:
        """How many decision states are known, as far as this search can tell."""
        return self.states

    def _names(self, places: Places) -> Names:
        """The names of states this search keeps: a place and whose place it is."""
        return places * self.count + self.number

    def _name(self, place: int) -> int:
        return place * self.count + self.number

    # --- what is new -------------------------------------------------------------------------------------------------

    def _reach(self, depth: int, batch: Batch, parents: Names) -> None:
        """Decisions have led to these states."""
        self._meet(depth, batch, parents)

    def _arrive(self, depth: int, batch: Batch, parents: Names) -> None:
        """Automatic steps have led to these states."""
        self._meet(depth, batch, parents)

    def _meet(self, depth: int, batch: Batch, parents: Names) -> None:
        """Take in states; those that are new wait to be looked at."""
        first = len(self.visited)
        self.visited.add(batch, parents)
        end = len(self.visited)
        if first == end:
            return
        new = self.visited.slice(first, end)
        group = self._group_of[new.get(self.layout.control)]
        places = np.arange(first, end)
        decides = len(self._automatic)
        for number in np.unique(group).tolist():
            chosen = places[group == number]
            if number < decides:
                self._pending[number].append(chosen)
                continue
            self._frontier.append(chosen)
            self.states += len(chosen)
            self.depth = max(self.depth, depth)
            self.windows.update(np.unique(new.get(self.layout.kind)[group == number]).tolist())
            if self.claims:
                self._claim(depth, chosen)

    def _claim(self, depth: int, places: Places) -> None:
        """Ask the user's own properties; those whose answer is known are not asked again."""
        for place in places.tolist():
            waiting = [claim for claim in self.claims if claim.id not in self.claimed]
            if not waiting:
                return
            state = self.layout.unpack(self.look_up(place)[0])
            for claim in waiting:
                if claim.id not in self.met and (claim.when is None or claim.when(state)):
                    self.met.add(claim.id)
                if claim.holds(state) == (claim.kind != "always"):
                    self.claimed[claim.id] = Found(depth, self._name(place))

    # --- properties --------------------------------------------------------------------------------------------------

    def _took(self, depth: int, before: Batch, after: Batch, names: Names) -> None:
        """Keep the steps that were taken, to be checked together with others."""
        self._steps.append((before, after, names))
        self._unchecked += len(names)
        if self._unchecked > CHUNK:
            self._check(depth)

    def _check(self, depth: int) -> None:
        """Ask what must hold of the steps taken and the states found since this was done last."""
        steps, self._steps, self._unchecked = self._steps, [], 0
        if steps:
            before, after = concatenate([one for one, _, _ in steps]), concatenate([one for _, one, _ in steps])
            names = np.concatenate([one for _, _, one in steps])
            for id, check in PACKED_STEP_CHECKS.items():
                if id not in self.failed:
                    self._note(id, depth, check(self.codes, self.machine, before, after), names)
        while self._checked < len(self.visited):
            first, self._checked = self._checked, min(self._checked + CHUNK, len(self.visited))
            new, names = self.visited.slice(first, self._checked), self._names(np.arange(first, self._checked))
            for id, state_check in PACKED_STATE_CHECKS.items():
                if id not in self.failed:
                    self._note(id, depth, state_check(self.codes, self.machine, new), names)
            self._try_meanwhile(new)

    def _try_meanwhile(self, new: Batch) -> None:
        """302.8: while an effect is applied every decision is refused; one is tried until that has been seen."""
        d = self.codes.decisions[-1]
        if not self.coverage.refusals[self._refusals[d][0].number]:
            deactivated = new.get(self.layout.deactivated) == 1
            if deactivated.any():
                self._asked_first(d, new.at(deactivated))

    def _note(self, id: str, depth: int, holds: Truth | bool, names: Names) -> None:
        """Keep where a property fails first: the state, or the state the step leads on from."""
        if id not in self.failed and holds is not True and not np.all(holds):
            place = 0 if holds is False else int(np.argmin(holds))
            self.failed[id] = Found(depth, int(names[place]))

    # --- steps -------------------------------------------------------------------------------------------------------

    def _settle(self, depth: int) -> None:
        """Make a level whole: every state of it known, and a player to decide in each that waits."""
        self._go_on(depth)

    def _go_on(self, depth: int) -> None:
        """Follow the automatic rows until a player decides everywhere."""
        while any(self._pending):
            pending, self._pending = self._pending, [[] for _ in self._automatic]
            arrived: list[tuple[Batch, Names]] = []
            for waiting, ways in zip(pending, self._automatic, strict=True):
                for places in _chunks(waiting):
                    arrived += self._step(depth, places, ways)
            # Taken in together: looking up many states costs little more than looking up few.
            if arrived:
                batch, names = concatenate([one for one, _ in arrived]), np.concatenate([one for _, one in arrived])
                self._arrive(depth, batch, names)
        self._check(depth)

    def _step(self, depth: int, places: Places, ways: tuple[RowGroup, ...]) -> list[tuple[Batch, Names]]:
        """Take the one automatic row that is enabled in each state; where that leads."""
        arrived = []
        before, names = self.visited.at(places), self._names(places)
        taken = np.zeros(len(places), np.uint8)
        for way in ways:
            holds = way.enabled(self.codes, before, None, self.coverage)
            if holds is False:
                continue
            if holds is True:
                chosen, where = before, names
                taken += 1
            else:
                chosen, where = before.at(holds), names[holds]
                taken += holds
            after = way.take(self.codes, chosen, None, self.coverage)
            self._took(depth, chosen, after, where)
            if way.next_turn:
                self._next_turn.append((depth, after, where))
            else:
                arrived.append((after, where))
        self._note("goes_on", depth, taken > 0, names)
        self._note("one_way", depth, taken <= 1, names)
        return arrived

    # --- decisions ---------------------------------------------------------------------------------------------------

    def _decide(self, depth: int, places: Places) -> None:
        """Try every decision of both players in each state."""
        states, names = self.visited.at(places), self._names(places)
        control = states.get(self.layout.control)
        members: dict[bytes, tuple[Places, Batch]] = {}
        ways_on = np.zeros(len(places), np.uint16)
        gives_away = np.zeros(len(places), np.bool_)
        met: list[tuple[Batch, Names]] = []
        asked: dict[int, _Asked] = {}
        for d in self.codes.decisions:
            if d.player not in asked:
                asked[d.player] = self._asked_first(d, states)
            accepted = np.zeros(len(places), np.uint8)
            for group in self._decisions.get(event_of(self.model.context, d.decision), ()):
                inside, batch = self._members(members, group, control, states)
                holds = group.enabled(self.codes, batch, d, self.coverage) if len(inside) else False
                if holds is False:
                    continue
                chosen, before = (inside, batch) if holds is True else (inside[holds], batch.at(holds))
                accepted[chosen] += 1
                where = names[chosen]
                after = group.take(self.codes, before, d, self.coverage)
                self._took(depth + 1, before, after, where)
                if d.action is not None:
                    self._check_declared(depth + 1, d, before, after, where)
                met.append((after, where))
            self._check_refusals(depth, d, asked[d.player], accepted, names)
            ways_on += accepted
            if d.action is None:
                gives_away |= accepted > 0
        self.transitions += int(ways_on.sum())
        self._note("goes_on", depth, ways_on > 0, names)
        self._note("holder_can_give_away", depth, gives_away, names)
        if met:
            self._reach(depth + 1, concatenate([b for b, _ in met]), np.concatenate([n for _, n in met]))

    def _members(
        self,
        members: dict[bytes, tuple[Places, Batch]],
        group: RowGroup,
        control: npt.NDArray[np.uint64],
        states: Batch,
    ) -> tuple[Places, Batch]:
        """The states a group of rows leaves; groups that leave the same ones share them."""
        key = group.leaves.tobytes()
        if key not in members:
            inside = np.flatnonzero(group.leaves[control])
            members[key] = (inside, states.at(inside))
        return members[key]

    def _check_declared(self, depth: int, d: Declared, before: Batch, after: Batch, where: Names) -> None:
        for id, check in PACKED_DECLARED_CHECKS.items():
            if id not in self.failed:
                self._note(id, depth, check(self.codes, d, before, after), where)

    def _check_refusals(
        self, depth: int, d: Declared, asked: _Asked, accepted: npt.NDArray[np.uint8], names: Names
    ) -> None:
        """Each decision is either accepted, by one row, or refused."""
        refused = self._narrowed(d, self._refusals[d][self._leading :], asked).refused
        self._note("one_way", depth, accepted <= 1, names)
        self._note("refused_or_accepted", depth, (accepted > 0) != refused, names)

    def _asked_first(self, d: Declared, states: Batch) -> _Asked:
        """Ask the rows of the refusal table that ask the same of every decision of a player."""
        everywhere = _Asked(np.zeros(len(states), np.bool_), np.arange(len(states)), states)
        return self._narrowed(d, self._refusals[d][: self._leading], everywhere)

    def _narrowed(self, d: Declared, refusals: tuple[PackedRefusal, ...], asked: _Asked) -> _Asked:
        """Ask more rows of the refusal table, in order, as far as it takes."""
        refused, left, batch = asked.refused.copy(), asked.left, asked.batch
        for refusal in refusals:
            if not len(left):
                break
            allows = refusal.guard(self.codes, batch, d)
            if allows is True or np.all(allows):
                continue
            self.coverage.refusals[refusal.number] = True
            denied = np.broadcast_to(~np.asarray(allows), len(left))
            refused[left[denied]] = True
            left, batch = left[~denied], batch.at(~denied)
        return _Asked(refused, left, batch)

    # --- what was found ----------------------------------------------------------------------------------------------

    @property
    def micro_states(self) -> int:
        """All distinct states between micro-steps."""
        return len(self.visited)

    @property
    def nbytes(self) -> int:
        """The memory the states take."""
        return self.visited.nbytes

    @property
    def opened(self) -> frozenset[str]:
        """The kinds of windows that opened."""
        return frozenset(kind for code in self.windows if (kind := self.layout.windows[code]) is not None)

    def look_up(self, place: int) -> tuple[tuple[int, ...], int]:
        """The words of a state this search keeps, and the name of the state it was first reached from."""
        return self.visited.at(np.array([place])).row(0), self.visited.parent(place)

    def way_to(self, name: int) -> tuple[tuple[Decision, ...], GameState]:
        """The decisions that lead from the start to a state, and the state with its turn and log."""
        return way_to(self.model, self.layout, name, self.look_up)


def way_to(
    model: Model, layout: Layout, name: int, look_up: Callable[[int], tuple[tuple[int, ...], int]]
) -> tuple[tuple[Decision, ...], GameState]:
    """The decisions that lead from the start to a state, and the state with its turn and log.

    Args:
        model: what is explored.
        layout: what the words mean.
        name: the state.
        look_up: gives the words of a state and the name of the one it was first reached from.
    """
    chain = []
    while name != NOWHERE:
        words, name = look_up(name)
        chain.append(layout.unpack(words).decision_key())
    decisions, state = list[Decision](), model.start
    for wanted in reversed(chain[:-1]):
        step = next(step for step in model.steps(state) if step.after.decision_key() == wanted)
        if step.decision is not None:
            decisions.append(step.decision)
        state = step.after
    return tuple(decisions), state


def _chunks(parts: Sequence[Places], size: int = CHUNK) -> Iterator[Places]:
    """Places in portions, if not said otherwise of a size that suits the cache."""
    if not parts:
        return
    places = parts[0] if len(parts) == 1 else np.concatenate(parts)
    for first in range(0, len(places), size):
        yield places[first : first + size]
