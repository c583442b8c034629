"""A decision played in one go: the packed states it led through, and the step record they are looked at as."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from berserk_fsm.core.values import Decision
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.compiled.packing import Packed
from berserk_fsm.machine.engine import MICRO_STEP_BOUND
from berserk_fsm.machine.records import MicroStep, StepRecord

if TYPE_CHECKING:
    from berserk_fsm.machine.compiled.machine import CompiledMachine

__all__ = ["Trail", "record_of", "settled_states", "trail_behind", "what_a_record_says"]

Trail = tuple[Callable[..., Mapping[str, Any]], "CompiledMachine", Decision | None, list[Packed]]
"""What a step record is worked out from when somebody looks: :func:`what_a_record_says`, the machine, a decision,
``None`` for the start, and the states it led through, the one before it and one per micro-step.
"""

_new_record: Callable[[], StepRecord] = partial(object.__new__, StepRecord)
_leave_open = StepRecord._source.__set__  # type: ignore[attr-defined]


def settled_states(machine: CompiledMachine, states: list[Packed]) -> list[Packed]:
    """Go on from the last of ``states`` until a player must decide.

    Raises:
        SpecificationError: the machine does not settle, or does not know how to go on.
    """
    advance = machine.advance
    state = states[-1]
    while (go_on := advance[state[0]]) is not None:
        state = go_on(state)
        states.append(state)
        if len(states) > MICRO_STEP_BOUND:
            rows = dict.fromkeys(machine.rows[state[1]].id for state in states[-20:])
            raise SpecificationError(f"the machine does not settle; it goes round in: {' → '.join(rows)}")
    return states


def record_of(trail: Trail) -> StepRecord:
    """The record of a decision; it is worked out when it is looked at."""
    record = _new_record()
    _leave_open(record, trail)
    return record


def trail_behind(record: StepRecord) -> Trail | None:
    """What :func:`record_of` made a record of; ``None`` for one that was made otherwise."""
    return getattr(record, "_source", None)


def what_a_record_says(machine: CompiledMachine, decision: Decision | None, states: list[Packed]) -> Mapping[str, Any]:
    """The fields of the record."""
    looked_at = [machine.packing.unpack(state) for state in states]
    rows = [machine.rows[state[1]] for state in states[1:]]
    return {"decision": decision, "micro_steps": tuple(map(MicroStep, rows, looked_at[:-1], looked_at[1:]))}
