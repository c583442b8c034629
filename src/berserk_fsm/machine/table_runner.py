"""The table runner: a game on the compiled machine, for speed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.machine.compiled import CompiledMachine, compiled_machine
from berserk_fsm.machine.records import MicroStep
from berserk_fsm.machine.specification import Refusal, Specification

__all__ = ["TableRunner"]

Moment = list[Any]
"""A game at one moment, shared by the micro-steps that meet there: the packed state, and the state itself or ``None``
while nobody has looked at it. A bare list, as one is made for every micro-step.
"""

_leave_open = MicroStep._source.__set__  # type: ignore[attr-defined]


class TableRunner:
    """Runs the rows of ``specification`` on one table; see :class:`~berserk_fsm.machine.engine.Engine`.

    Games on the same table share what was compiled. The states in the micro-steps are unpacked when they are looked at.
    """

    __slots__ = ("_machine", "_moment")

    def __init__(self, specification: Specification, context: Context) -> None:
        self._machine = compiled_machine(specification, context.table)
        self._moment: Moment = [self._machine.start, None]

    @property
    def state(self) -> GameState:
        """The game now."""
        return _looked_at(self._machine, self._moment)

    @property
    def settled(self) -> bool:
        """Must a player decide now?"""
        return self._machine.advance[self._moment[0][0]] is None

    def decide(self, decision: Decision) -> MicroStep | None:
        """Take the row a player's decision fires; ``None`` when no row is enabled.

        Raises:
            KeyError: it names an action that is not on the table.
            SpecificationError: two rows are enabled at once.
        """
        machine, before = self._machine, self._moment
        player, choice = machine.choice[decision]
        packed = before[0]
        control = packed[0]
        if not machine.accepted[control](packed, player, choice):
            return None
        after = self._moment = [machine.go[control](packed, player, choice), None]
        micro: MicroStep = object.__new__(MicroStep)
        _leave_open(micro, (_fields, machine, before, after))
        return micro

    def advance(self) -> MicroStep | None:
        """Take the one automatic row that is enabled; ``None`` when a player must decide.

        Raises:
            SpecificationError: no row is enabled, or two are.
        """
        machine, before = self._machine, self._moment
        packed = before[0]
        go_on = machine.advance[packed[0]]
        if go_on is None:
            return None
        after = self._moment = [go_on(packed), None]
        micro: MicroStep = object.__new__(MicroStep)
        _leave_open(micro, (_fields, machine, before, after))
        return micro

    def load(self, state: GameState) -> None:
        """Go to another moment: for undo and for positions.

        Raises:
            KeyError: the state names something that is not on the table.
        """
        self._moment = [self._machine.packing.pack(state), state]

    def refusal(self, decision: Decision) -> Refusal | None:
        """The row of the refusal table that refuses ``decision``: the first that applies; ``None`` if none does."""
        return self._machine.refusal(self._moment[0], decision)

    def declarable(self) -> tuple[str, ...]:
        """The names the holder may declare: those no refusal applies to, in table order."""
        return self._machine.declarable(self._moment[0])


def _looked_at(machine: CompiledMachine, moment: Moment) -> GameState:
    state: GameState | None = moment[1]
    if state is None:
        state = moment[1] = machine.packing.unpack(moment[0])
    return state


def _fields(machine: CompiledMachine, before: Moment, after: Moment) -> Mapping[str, Any]:
    """What a micro-step says."""
    row = machine.rows[after[0][1]]
    return {"row": row, "before": _looked_at(machine, before), "after": _looked_at(machine, after)}
