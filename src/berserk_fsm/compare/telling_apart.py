"""The shortest play after which two machines are seen to differ on one table.

Both machines are played side by side, breadth first, with the same decisions. As long as nothing seen at the table
differs, the same decisions are accepted by both, so it is enough to look at pairs of situations.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from berserk_fsm.core.context import Context, Effect, Guard
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.explore.model import Model
from berserk_fsm.game import DESCRIBED
from berserk_fsm.machine.compile import compile_effect, compile_guard, context_for, initial_state
from berserk_fsm.machine.engine import event_of
from berserk_fsm.machine.specification import Row, Specification

__all__ = ["MAY_GIVE_AWAY", "OBSERVED", "Machine", "Parting", "part", "parting_after", "tell_apart"]

OBSERVED: tuple[str, ...] = (
    "active",
    "priority",
    "phase",
    "turn",
    "queue",
    "stack",
    "executing",
    "step",
    "window",
    "facts",
    "legal",
    "left",
    "cancelled",
    "targets",
)
"""The contract's keys of what is seen at a table. How many passes were counted is not: it is seen by what follows."""

MAY_GIVE_AWAY = "may_give_away"
"""Besides those: may the holder pass or hand over?"""


@dataclass(frozen=True)
class Parting:
    """Where two machines part on a table.

    Args:
        decisions: the shortest sequence that both accept and after which something differs.
        before: the situation of the machine before.
        after: the situation of the machine after.
        differing: what is seen to differ, by key of :data:`OBSERVED` or ``may_give_away``: the value before and after.
    """

    decisions: tuple[Decision, ...]
    before: GameState
    after: GameState
    differing: Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class _Compiled:
    guards: tuple[Guard, ...]
    effects: tuple[Effect, ...]
    target: str


class Machine:
    """A specification made ready to be played on many tables, one after the other.

    The table runner is made for one table; making it ready takes longer than most small tables take to be played.

    Args:
        specification: the machine.
    """

    def __init__(self, specification: Specification) -> None:
        self.specification = specification
        self._rows: dict[tuple[str, str | None], tuple[_Compiled, ...]] = {}
        compiled = {row.id: self._compile(row) for row in specification.rows}
        for leaf in specification.leaves:
            found: dict[tuple[str, str | None], list[_Compiled]] = {}
            for row in specification.rows_from(leaf.path):
                found.setdefault((leaf.path, None if row.automatic else row.event), []).append(compiled[row.id])
            self._rows |= {key: tuple(rows) for key, rows in found.items()}

    def _compile(self, row: Row) -> _Compiled:
        return _Compiled(
            tuple(map(compile_guard, row.guards)),
            tuple(map(compile_effect, row.effects)),
            self.specification.entered(row.target),
        )

    def _enabled(self, context: Context, state: GameState, decision: Decision | None) -> _Compiled | None:
        event = None if decision is None else event_of(context, decision)
        for row in self._rows.get((state.control, event), ()):
            if all(guard(context, state, decision) for guard in row.guards):
                return row
        return None

    @staticmethod
    def _taken(context: Context, state: GameState, row: _Compiled, decision: Decision | None) -> GameState:
        for effect in row.effects:
            state = effect(context, state, decision)
        return replace(state, control=row.target)

    def settled(self, context: Context, state: GameState) -> GameState:
        """The situation in which a player decides next. The specification is validated, so there is one."""
        while (row := self._enabled(context, state, None)) is not None:
            state = self._taken(context, state, row, None)
        return state

    def accepts(self, context: Context, state: GameState, decision: Decision) -> bool:
        """May this be decided in ``state``?"""
        return self._enabled(context, state, decision) is not None

    def decided(self, context: Context, state: GameState, decision: Decision) -> GameState:
        """The next situation after a decision that is accepted."""
        row = self._enabled(context, state, decision)
        assert row is not None
        return self.settled(context, self._taken(context, state, row, decision))


class _Side:
    """One of the two machines on the table."""

    def __init__(self, machine: Machine, table: Table) -> None:
        self.machine = machine
        self.context = context_for(machine.specification, table)
        self.own = {player: tuple(action.name for action in table.of_player(player)) for player in ("A", "B")}

    def start(self) -> GameState:
        return self.machine.settled(self.context, initial_state(self.machine.specification, self.context.table))

    def after(self, state: GameState, decision: Decision) -> GameState:
        return self.machine.decided(self.context, state, decision)

    def accepted(self, state: GameState) -> tuple[Decision, ...]:
        """What the holder may decide; nobody else may decide anything (303.1)."""
        holder, window = state.holder, state.window
        if holder is None or window is None:
            return ()
        declared: Iterator[Decision] = (Decision("declare", holder, name) for name in self.own[holder])
        away = Decision("hand_over" if window.has_declared else "pass", holder)
        return tuple(one for one in (*declared, away) if self.machine.accepts(self.context, state, one))


def _differing(before: GameState, after: GameState, *accepted: Iterable[Decision]) -> dict[str, tuple[Any, Any]]:
    """What is seen to differ between two situations, given what may be decided in each."""
    legal = [tuple(one.name for one in some if one.name is not None) for some in accepted]
    away = [any(one.name is None for one in some) for some in accepted]
    found = {}
    for key in OBSERVED:
        look = DESCRIBED[key]
        pair = look(before, lambda: legal[0]), look(after, lambda: legal[1])
        if pair[0] != pair[1]:
            found[key] = pair
    if away[0] != away[1]:
        found[MAY_GIVE_AWAY] = (away[0], away[1])
    return found


def _looks_alike(before: GameState, after: GameState) -> bool:
    """Surely nothing is seen to differ, but for what may be decided; quicker than to ask key by key."""
    return (
        before.window == after.window
        and before.stack == after.stack
        and before.queue == after.queue
        and before.facts == after.facts
        and before.log == after.log
        and (before.active, before.phase, before.turn) == (after.active, after.phase, after.turn)
    )


def part(before: Machine, after: Machine, table: Table, turns: int = 1, depth: int | None = None) -> Parting | None:
    """:func:`tell_apart` for machines that are made ready once and asked for many tables.

    Args:
        before: a machine.
        after: another one of the same profile.
        table: the table both are played on.
        turns: how many turns belong to it.
        depth: no more decisions in a row than so many.
    """
    first, second = _Side(before, table), _Side(after, table)
    start = (first.start(), second.start())
    ways: dict[Hashable, tuple[Hashable, Decision] | None] = {_key(*start): None}
    waiting = deque([(*start, 0)])
    while waiting:
        one, other, done = waiting.popleft()
        decisions, others = first.accepted(one), second.accepted(other)
        # Pairs come in the order of their distance from the start, so the first that differs is the nearest.
        if (decisions != others or not _looks_alike(one, other)) and (
            differing := _differing(one, other, decisions, others)
        ):
            return Parting(_way(ways, _key(one, other)), one, other, differing)
        if done == depth:
            continue
        for decision in decisions if decisions == others else [one for one in decisions if one in others]:
            pair = first.after(one, decision), second.after(other, decision)
            key = _key(*pair)
            # With both in a later turn the play is over; with one of them in it that is what differs.
            if key not in ways and min(state.turn for state in pair) <= turns:
                ways[key] = _key(one, other), decision
                waiting.append((*pair, done + 1))
    return None


def _key(one: GameState, other: GameState) -> Hashable:
    """What is still to come depends on this alone, and what was seen so far is the same in both."""
    return one.decision_key(), other.decision_key()


def _way(ways: Mapping[Hashable, tuple[Hashable, Decision] | None], key: Hashable) -> tuple[Decision, ...]:
    decisions: list[Decision] = []
    while (step := ways[key]) is not None:
        key, decision = step
        decisions.append(decision)
    return tuple(reversed(decisions))


def parting_after(before: Machine, after: Machine, table: Table, decisions: Iterable[Decision]) -> Parting | None:
    """What is seen to differ after a play that is known.

    Args:
        before: a machine.
        after: another one of the same profile.
        table: the table both are played on.
        decisions: the play.

    Returns:
        ``None`` if nothing is seen to differ after it, or one of the machines does not accept all of it.
    """
    sides = _Side(before, table), _Side(after, table)
    states = [side.start() for side in sides]
    taken = tuple(decisions)
    for decision in taken:
        if any(decision not in side.accepted(state) for side, state in zip(sides, states, strict=True)):
            return None
        states = [side.after(state, decision) for side, state in zip(sides, states, strict=True)]
    one, other = states
    differing = _differing(one, other, sides[0].accepted(one), sides[1].accepted(other))
    return Parting(taken, one, other, differing) if differing else None


def tell_apart(before: Model, after: Model, turns: int = 1) -> Parting | None:
    """The shortest play that tells two machines apart on a table.

    Args:
        before: a machine on a table.
        after: another machine of the same profile on the same table.
        turns: how many turns belong to the table; what happens in later ones is not looked at.

    Returns:
        the shortest sequence of decisions accepted by both after which something is seen to differ, the first one in
        the order of the table's actions among those of its length; ``None`` if there is none.

    Raises:
        ValueError: the two models are not of the same table.

    >>> from berserk_fsm.machine.build import build_specification
    >>> from berserk_fsm.rules.readings import Readings
    >>> from berserk_fsm.scenario.scenario import parse_scenario
    >>> table = parse_scenario("actions: {F: {by: A}}").table
    >>> machines = build_specification(), build_specification(readings=Readings(handover_counts_as_pass=True))
    >>> parting = tell_apart(*(Model(machine, table) for machine in machines))
    >>> [decision.verb for decision in parting.decisions], parting.differing["stack"]
    (['declare', 'hand_over', 'pass'], ([], ['F']))
    """
    if before.table != after.table:
        raise ValueError("the two models are of different tables; expected one table")
    return part(Machine(before.specification), Machine(after.specification), before.table, turns)
