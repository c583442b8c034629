"""Who says what is refused: the compiled machine for its own games, the guards themselves for every other engine."""

from __future__ import annotations

from typing import Protocol

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import Decision
from berserk_fsm.machine.compile import compile_refusals, first_refusal
from berserk_fsm.machine.engine import Engine
from berserk_fsm.machine.specification import Refusal, Specification

__all__ = ["Judge", "RefusalTable"]


class Judge(Protocol):
    """Judges the decisions of one game, at the moment it is at."""

    @property
    def settled(self) -> bool:
        """Must a player decide now?"""

    def refusal(self, decision: Decision) -> Refusal | None:
        """The row of the refusal table that refuses ``decision``: the first that applies; ``None`` if none does."""

    def declarable(self) -> tuple[str, ...]:
        """The names the holder may declare: those no refusal applies to, in table order."""


class RefusalTable:
    """Asks the guards of the refusal table, for an engine that does not judge by itself; see :class:`Judge`."""

    __slots__ = ("_context", "_engine", "_refusals", "_specification")

    def __init__(self, specification: Specification, context: Context, engine: Engine) -> None:
        self._specification = specification
        self._context = context
        self._engine = engine
        self._refusals = compile_refusals(specification)

    @property
    def settled(self) -> bool:
        """Must a player decide now?"""
        return self._specification.states[self._engine.state.control].kind == "decision"

    def refusal(self, decision: Decision) -> Refusal | None:
        """The row of the refusal table that refuses ``decision``: the first that applies; ``None`` if none does."""
        return first_refusal(self._refusals, self._context, self._engine.state, decision)

    def declarable(self) -> tuple[str, ...]:
        """The names the holder may declare: those no refusal applies to, in table order."""
        holder = self._engine.state.holder
        if holder is None:
            return ()
        own = self._context.table.of_player(holder)
        return tuple(action.name for action in own if self.refusal(Decision("declare", holder, action.name)) is None)
