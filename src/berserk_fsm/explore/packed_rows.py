"""The rows of the machine for many packed states at once.

Rows that have the same guards and effects and differ only by where they start and lead are taken together: the same
window stands in many places of the machine. Where a row leads is looked up by the code of the state it leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from berserk_fsm.explore.batch import Batch
from berserk_fsm.explore.codes import Codes, Declared
from berserk_fsm.explore.layout import Truth
from berserk_fsm.explore.packed_effects import PACKED_EFFECTS, PACKED_EFFECTS_WITH_ARGUMENT, PackedEffect
from berserk_fsm.explore.packed_guards import PACKED_GUARDS, PACKED_GUARDS_WITH_ARGUMENT, PackedGuard
from berserk_fsm.machine.specification import Call, Refusal, Row, Specification

__all__ = ["Coverage", "PackedRefusal", "RowGroup", "automatic_groups", "decision_groups", "packed_refusals"]

NO_ROW = -1
_Key = TypeVar("_Key")


def packed_guard(call: Call) -> PackedGuard:
    """The function of a guard."""
    guard = PACKED_GUARDS[call.name] if call.arg is None else PACKED_GUARDS_WITH_ARGUMENT[call.name](call.arg)
    return _negation(guard) if call.negated else guard


def _negation(guard: PackedGuard) -> PackedGuard:
    def negated(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
        answer = guard(c, b, d)
        return not answer if isinstance(answer, bool) else ~answer

    return negated


def packed_effect(call: Call) -> PackedEffect:
    """The function of an effect."""
    return PACKED_EFFECTS[call.name] if call.arg is None else PACKED_EFFECTS_WITH_ARGUMENT[call.name](call.arg)


class Coverage:
    """What has happened during a search: rows taken, guards that held and failed, refusals given.

    Args:
        specification: the machine.
    """

    def __init__(self, specification: Specification) -> None:
        self.rows = np.zeros(len(specification.rows), np.bool_)
        self.refusals = np.zeros(len(specification.refusals), np.bool_)
        self.held: set[str] = set()
        self.failed: set[str] = set()

    def asked(self, guard: str, of: Truth | None, answer: Truth | bool) -> None:
        """Note what a guard answered where it was asked: ``of`` tells where, ``None`` is everywhere."""
        if guard in self.held and guard in self.failed:
            return
        asked = np.asarray(answer) if of is None else of & answer
        if guard not in self.held and asked.any():
            self.held.add(guard)
        denied = ~np.asarray(answer) if of is None else of & ~np.asarray(answer)
        if guard not in self.failed and denied.any():
            self.failed.add(guard)

    def merge(self, other: Coverage) -> None:
        """Take over what another search has seen."""
        self.rows |= other.rows
        self.refusals |= other.refusals
        self.held |= other.held
        self.failed |= other.failed


@dataclass(frozen=True, eq=False)
class RowGroup:
    """Rows with the same guards and effects.

    Args:
        leaves: of every state of the machine, by code: does a row of the group leave it?
        guards: the guards with their names.
        effects: the effects.
        target: by code of the state left: the code of the state entered.
        row: by code of the state left: the number of the row.
        next_turn: does it begin the next turn?
    """

    leaves: Truth
    guards: tuple[tuple[str, PackedGuard], ...]
    effects: tuple[PackedEffect, ...]
    target: npt.NDArray[np.uint64]
    row: npt.NDArray[np.int64]
    next_turn: bool

    def enabled(self, c: Codes, b: Batch, d: Declared | None, coverage: Coverage) -> Truth | bool:
        """In which states of a batch do the guards hold?"""
        so_far: Truth | None = None
        for name, guard in self.guards:
            answer = guard(c, b, d)
            coverage.asked(name, so_far, answer)
            if answer is True:
                continue
            if answer is False:
                return False
            assert not isinstance(answer, bool)
            so_far = answer if so_far is None else so_far & answer
            if not so_far.any():
                return False
        return True if so_far is None else so_far

    def take(self, c: Codes, before: Batch, d: Declared | None, coverage: Coverage) -> Batch:
        """The states after the row."""
        control = before.get(before.layout.control)
        coverage.rows[self.row[control]] = True
        after = Batch(before.layout, list(before.words))
        for effect in self.effects:
            effect(c, after, d)
        after.put(after.layout.control, self.target[control])
        return after


def _group(specification: Specification, codes: Mapping[str, int], rows: Iterable[tuple[int, Row, str]]) -> RowGroup:
    """Rows that have guards and effects in common, each with its number and a state it leaves."""
    rows = tuple(rows)
    row = rows[0][1]
    leaves = np.zeros(len(codes), np.bool_)
    target = np.zeros(len(codes), np.uint64)
    number_of = np.full(len(codes), NO_ROW, np.int64)
    for number, one, leaf in rows:
        code = codes[leaf]
        leaves[code], number_of[code] = True, number
        target[code] = codes[specification.entered(one.target)]
    return RowGroup(
        leaves,
        tuple((str(call), packed_guard(call)) for call in row.guards),
        tuple(packed_effect(call) for call in row.effects),
        target,
        number_of,
        any(call.name == "next_turn" for call in row.effects),
    )


def _numbered(specification: Specification) -> dict[str, list[tuple[int, Row]]]:
    """For each state of the machine the rows that leave it, with their numbers."""
    numbers = {id(row): number for number, row in enumerate(specification.rows)}
    return {
        leaf.path: [(numbers[id(row)], row) for row in specification.rows_from(leaf.path)]
        for leaf in specification.leaves
    }


def _gather(pairs: Iterable[tuple[_Key, tuple[int, Row, str]]]) -> dict[_Key, list[tuple[int, Row, str]]]:
    found: dict[_Key, list[tuple[int, Row, str]]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def automatic_groups(specification: Specification, codes: Mapping[str, int]) -> tuple[tuple[RowGroup, ...], ...]:
    """The automatic rows: the states of the machine that have the same ways on are taken together."""
    alike: dict[object, list[str]] = {}
    for leaf in specification.leaves:
        rows = [row for row in specification.rows_from(leaf.path) if row.automatic]
        if rows:
            alike.setdefault(tuple((row.guards, row.effects) for row in rows), []).append(leaf.path)
    groups, numbered_rows = [], _numbered(specification)
    for leaves in alike.values():
        ways: list[list[tuple[int, Row, str]]] = []
        for leaf_path in leaves:
            numbered = [(number, row) for number, row in numbered_rows[leaf_path] if row.automatic]
            ways = ways or [[] for _ in numbered]
            for way, (number, row) in zip(ways, numbered, strict=True):
                way.append((number, row, leaf_path))
        groups.append(tuple(_group(specification, codes, way) for way in ways))
    return tuple(groups)


def decision_groups(specification: Specification, codes: Mapping[str, int]) -> Mapping[str, tuple[RowGroup, ...]]:
    """The rows players fire, by event: those with the same guards and effects in holds of the same role together."""
    events: dict[str, list[tuple[object, tuple[int, Row, str]]]] = {}
    numbered_rows = _numbered(specification)
    for leaf in specification.leaves:
        for number, row in numbered_rows[leaf.path]:
            if not row.automatic:
                key = (row.guards, row.effects, leaf.holder)
                events.setdefault(row.event, []).append((key, (number, row, leaf.path)))
    return {event: _distinct(specification, codes, pairs) for event, pairs in events.items()}


def _distinct(
    specification: Specification, codes: Mapping[str, int], pairs: list[tuple[object, tuple[int, Row, str]]]
) -> tuple[RowGroup, ...]:
    """Groups in which no state stands twice: two rows of one state that look alike are both to be taken."""
    groups = []
    for rows in _gather(pairs).values():
        layers: list[dict[str, tuple[int, Row, str]]] = []
        for one in rows:
            layer = next((layer for layer in layers if one[2] not in layer), None)
            if layer is None:
                layers.append(layer := {})
            layer[one[2]] = one
        groups += [_group(specification, codes, layer.values()) for layer in layers]
    return tuple(groups)


@dataclass(frozen=True, slots=True)
class PackedRefusal:
    """A row of the refusal table, with the function of its guard."""

    number: int
    refusal: Refusal
    guard: PackedGuard

    def applies_to(self, d: Declared) -> bool:
        """Does it speak of such a decision?"""
        return d.decision.verb in self.refusal.verbs and (
            d.action is None or d.action.action.manner in self.refusal.manners
        )


def packed_refusals(specification: Specification) -> tuple[PackedRefusal, ...]:
    """The refusal table."""
    return tuple(
        PackedRefusal(number, refusal, packed_guard(refusal.requires))
        for number, refusal in enumerate(specification.refusals)
    )
