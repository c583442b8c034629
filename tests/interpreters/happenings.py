"""What the plain reading tells of, told from the micro-steps of the machine: so that the two can be compared."""

from __future__ import annotations

from typing import Any

from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.machine.specification import Call

Happening = tuple[Any, ...]


def happenings(record: StepRecord) -> list[Happening]:
    """Every happening of a step record, in order."""
    return [told for micro in record.micro_steps for told in _of(micro)]


def _of(micro: MicroStep) -> list[Happening]:
    found: list[Happening] = []
    if micro.row.kind == "skip_effect":
        found.append(("no_effect", micro.before.top.name))
    for effect in micro.row.effects:
        found += _of_effect(micro, effect)
    return found


def _of_effect(micro: MicroStep, effect: Call) -> list[Happening]:
    before, after = micro.before, micro.after
    match effect.name:
        case "next_turn":
            return [("turn", after.turn, after.active)]
        case "enter_phase":
            return [("phase", effect.arg)]
        case "enqueue_declared" | "enqueue_roll":
            return [("declared", after.queue[-1].name)]
        case "reserve_declared_cost":
            return [("reserved", after.queue[-1].name)]
        case "move_queue_to_stack":
            return [("to_stack", tuple(entry.name for entry in before.queue))]
        case "put_roll_on_stack":
            return [("to_stack", (after.top.name,))]
        case "enter_step":
            return [("step", before.top.name, effect.arg)]
        case "reserve_top_cost":
            return [("reserved", before.top.name)]
        case "cancel_top":
            return [("cancelled", before.top.name)]
        case "apply_top_effect":
            return [("effect", before.top.name), *_aimed(micro)]
        case "run_rule_effects" | "cut_loop":
            cut = after.log.loops[len(before.log.loops) :]
            ran = after.log.rule_effects[len(before.log.rule_effects) :]
            return ([("loops", cut)] if cut else []) + ([("rule_effects", ran)] if ran else [])
        case "pay_top":
            return [("paid", before.top.name)]
        case "remove_executed":
            return [("left", before.top.name)]
        case "remove_cancelled":
            return [("removed", before.top.name)]
        case "give_priority_to":
            assert after.window is not None
            return [("window", after.window.kind, after.window.holder)]
        case "close_window":
            return [("closed",)]
        case _:
            return []


def _aimed(micro: MicroStep) -> list[Happening]:
    found: list[Happening] = []
    for old, new in zip(micro.before.stack, micro.after.stack, strict=True):
        if new.redirected and not old.redirected:
            found.append(("redirected", new.name, new.target))
        elif new.blocked and not old.blocked:
            found.append(("blocked", new.name))
    return found
