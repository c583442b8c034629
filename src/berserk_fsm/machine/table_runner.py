"""The table runner: a game on the compiled machine, for speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.compiled import CompiledMachine, compiled_machine
from berserk_fsm.machine.compiled.packing import NO_ROW, Packed
from berserk_fsm.machine.compiled.trail import record_of, settled_states, trail_behind, what_a_record_says
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.machine.specification import Refusal, Specification

__all__ = ["TableRunner"]

_new_micro_step: Callable[[], MicroStep] = partial(object.__new__, MicroStep)
_leave_open = MicroStep._source.__set__  # type: ignore[attr-defined]


class TableRunner:
    """Runs the rows of ``specification`` on one table; see :class:`~berserk_fsm.machine.engine.Engine`.

    Games on the same table share what was compiled. The states in the micro-steps are unpacked when they are looked at.
    Besides an engine's steps it plays a decision in one go, :meth:`play`, and judges decisions, see
    :class:`~berserk_fsm.machine.judge.Judge`.
    """

    __slots__ = ("_machine", "_packed")

    def __init__(self, specification: Specification, context: Context) -> None:
        self._machine = compiled_machine(specification, context.table)
        self._packed: Packed = self._machine.start

    @property
    def state(self) -> GameState:
        """The game now."""
        return self._machine.packing.unpack(self._packed)

    @property
    def settled(self) -> bool:
        """Must a player decide now?"""
        return self._machine.advance[self._packed[0]] is None

    # --- a row at a time ---------------------------------------------------------------------------------------------

    def decide(self, decision: Decision) -> MicroStep | None:
        """Take the row a player's decision fires; ``None`` when no row is enabled.

        Raises:
            KeyError: it names an action that is not on the table.
            SpecificationError: two rows are enabled at once.
        """
        machine, before = self._machine, self._packed
        player, choice = machine.choice[decision]
        after = machine.take[before[0]](before, player, choice)
        if after is None:
            return None
        self._packed = after
        micro = _new_micro_step()
        _leave_open(micro, (_what_a_micro_step_says, machine, before, after))
        return micro

    def advance(self) -> MicroStep | None:
        """Take the one automatic row that is enabled; ``None`` when a player must decide.

        Raises:
            SpecificationError: no row is enabled, or two are.
        """
        machine, before = self._machine, self._packed
        go_on = machine.advance[before[0]]
        if go_on is None:
            return None
        after = self._packed = go_on(before)
        micro = _new_micro_step()
        _leave_open(micro, (_what_a_micro_step_says, machine, before, after))
        return micro

    # --- a decision at a time ----------------------------------------------------------------------------------------

    def begin(self) -> StepRecord:
        """Play the start of the game; games on the same table share its record.

        Raises:
            SpecificationError: the machine does not settle, or does not know how to go on.
        """
        record, self._packed = self._machine.beginning()
        return record

    def play(self, decision: Decision) -> StepRecord | None:
        """Do what a player decides, and everything that follows by itself.

        Returns:
            its record; ``None`` if it is no decision, is not accepted or does not come to an end. Then nothing has
            changed, and :meth:`refusal`, :meth:`decide` and :meth:`advance` tell what is wrong.
        """
        machine, before = self._machine, self._packed
        if not isinstance(decision, Decision):  # a bare tuple would be found as well
            return None
        try:
            player, choice = machine.choice[decision]
        except (KeyError, TypeError):
            return None
        if machine.refused(before, player, choice) != NO_ROW:
            return None
        try:
            first = machine.take[before[0]](before, player, choice)
            if first is None:
                return None
            states = settled_states(machine, [before, first])
        except SpecificationError:
            return None
        self._packed = states[-1]
        return record_of((what_a_record_says, machine, decision, states))

    def take_back(self, record: StepRecord) -> None:
        """Go to the moment before a record, which is of a game on this table."""
        trail = trail_behind(record)
        if trail is None:
            self.load(record.before)
        else:
            self._packed = trail[3][0]

    # --- any moment --------------------------------------------------------------------------------------------------

    def load(self, state: GameState) -> None:
        """Go to another moment: for undo and for positions.

        Raises:
            KeyError: the state names something that is not on the table.
        """
        self._packed = self._machine.packing.pack(state)

    def refusal(self, decision: Decision) -> Refusal | None:
        """The row of the refusal table that refuses ``decision``: the first that applies; ``None`` if none does."""
        return self._machine.refusal(self._packed, decision)

    def declarable(self) -> tuple[str, ...]:
        """The names the holder may declare: those no refusal applies to, in table order."""
        return self._machine.declarable(self._packed)


def _what_a_micro_step_says(machine: CompiledMachine, before: Packed, after: Packed) -> Mapping[str, Any]:
    unpack = machine.packing.unpack
    return {"row": machine.rows[after[1]], "before": unpack(before), "after": unpack(after)}
