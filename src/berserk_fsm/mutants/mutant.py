"""A mutant: a specification with one small change, made on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from berserk_fsm.core.values import Manner
from berserk_fsm.machine.specification import Call, Refusal, Row, Specification, StateDef

__all__ = ["OPERATORS", "Change", "Mutant", "OfferChange", "Operator", "RefusalsChange", "RowChange", "StateChange"]

Operator = Literal["drop", "redirect", "negate", "weaken", "swap_holder", "swap_order"]
OPERATORS: tuple[Operator, ...] = ("drop", "redirect", "negate", "weaken", "swap_holder", "swap_order")


@dataclass(frozen=True, slots=True)
class RowChange:
    """Another row in the place of one, or none."""

    row: Row
    instead: Row | None

    def apply(self, specification: Specification) -> Specification:
        """The specification with this change."""
        changed = (self.instead if row.id == self.row.id else row for row in specification.rows)
        return replace(specification, rows=tuple(row for row in changed if row is not None))


@dataclass(frozen=True, slots=True)
class RefusalsChange:
    """Another refusal table."""

    refusals: tuple[Refusal, ...]

    def apply(self, specification: Specification) -> Specification:
        """The specification with this change."""
        return replace(specification, refusals=self.refusals)


@dataclass(frozen=True, slots=True)
class OfferChange:
    """Other guards under which a player could declare something of a manner (303.8)."""

    manner: Manner
    guards: tuple[Call, ...]

    def apply(self, specification: Specification) -> Specification:
        """The specification with this change."""
        offers: Mapping[Manner, tuple[Call, ...]] = {**specification.offers, self.manner: self.guards}
        return replace(specification, offers=MappingProxyType(dict(offers)))


@dataclass(frozen=True, slots=True)
class StateChange:
    """Another state under the same path."""

    state: StateDef

    def apply(self, specification: Specification) -> Specification:
        """The specification with this change."""
        states = {**specification.states, self.state.path: self.state}
        return replace(specification, states=MappingProxyType(states))


Change = RowChange | RefusalsChange | OfferChange | StateChange


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault.

    Args:
        id: unique: what is changed, and how.
        operator: the kind of change.
        element: what is changed: ``row:…``, ``refusal:…``, ``offer:…`` or ``state:…``, by its kind and id.
        source: the state in which the change can be noticed first; empty where it can be noticed anywhere.
        clauses: the clauses of the element.
        change: the change.
    """

    id: str
    operator: Operator
    element: str
    source: str
    clauses: tuple[str, ...]
    change: Change

    def __str__(self) -> str:
        return self.id
