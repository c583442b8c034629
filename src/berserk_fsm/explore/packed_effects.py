"""The closed vocabulary of effects for many packed states at once.

To be read side by side with ``core/effects.py``: same names, same order, same clauses. Each writes to a batch that is
nobody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from berserk_fsm.explore.batch import Batch
from berserk_fsm.explore.codes import ActionCode, Codes, Declared
from berserk_fsm.explore.layout import PHASE_POINT, Bits, Field
from berserk_fsm.explore.packed_guards import step_point
from berserk_fsm.explore.packed_rule_effects import apply_batch, cut_now, due_now

__all__ = ["PACKED_EFFECTS", "PACKED_EFFECTS_WITH_ARGUMENT", "PackedEffect"]

PackedEffect = Callable[[Codes, Batch, "Declared | None"], None]


def _action(d: Declared | None) -> ActionCode:
    assert d is not None
    assert d.action is not None
    return d.action


def _opponent_bit(b: Batch) -> Bits:
    """The holder's opponent as a set of players: A is 1, B is 2."""
    return 3 - b.get(b.layout.holder)


def _append(b: Batch, field: Field, bit: Bits | int, code: Bits | int) -> None:
    """Put an action behind everything in stack and queue; ``field`` is the one of the two it belongs to."""
    length = b.get(b.layout.length)
    b.put_lane(b.layout.order, length, code)
    b.put(b.layout.length, length + 1)
    b.join(field, bit)
    b.join(b.layout.declared, bit)


# --- declaring: 303.3, 303.5 -----------------------------------------------------------------------------------------


def enqueue_declared(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.9, 303.5: the declared action goes to the end of the queue; the declarer keeps priority (303.3)."""
    b.put(b.layout.has_declared, 1)
    _append(b, b.layout.queued, _action(d).bit, _action(d).code)


def break_pass_chain(c: Codes, b: Batch, d: Declared | None) -> None:
    """gap/two_passes_end_phase: only consecutive passes count, a declaration starts the count anew."""
    b.put(b.layout.passes, 0)


def open_fast_to_opponent(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.3 (b): the opponent may answer with fast actions."""
    b.join(b.layout.fast_open_to, _opponent_bit(b))


def close_points_to_opponent(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.4 by the letter: an opponent who has given priority away loses the trigger points of this window."""
    b.join(b.layout.points_closed_to, _opponent_bit(b) & b.get(b.layout.given_away))


def reserve_declared_cost(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.12, reading ``reserve_at`` = declaration: the action just queued reserves its cost."""
    b.join(b.layout.reserved, _action(d).bit)


# --- giving priority away: 303.2, 303.6, 303.7 -----------------------------------------------------------------------


def count_pass(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.7: one more consecutive pass. A faulty machine may count on; what does not fit any more stays the most."""
    b.put(b.layout.passes, np.minimum(b.get(b.layout.passes) + 1, np.uint64(b.layout.passes.mask)))


def note_given_away(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.4, 303.8: the holder has had the one hold for triggers and conditional playables of this window."""
    b.join(b.layout.given_away, b.get(b.layout.holder))


def close_fast_to_holder(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.3 (b), reading ``opponent_declared_lasts`` = hold: what the opponent had declared was for this hold only."""
    b.leave(b.layout.fast_open_to, b.get(b.layout.holder))


def give_priority_to_opponent(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.2, 303.6: priority goes to the opponent, whose hold begins."""
    b.put(b.layout.holder, _opponent_bit(b))
    b.put(b.layout.has_declared, 0)


def close_window(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.7: both have passed; nobody has priority."""
    _shut(b)


def _shut(b: Batch) -> None:
    layout = b.layout
    for field in (
        *(layout.kind, layout.holder, layout.has_declared, layout.passes, layout.fast_open_to, layout.given_away),
        *(layout.points_closed_to, layout.off_stack, layout.action_left, layout.own_point, layout.effect_points),
    ):
        b.put(field, 0)


# --- opening a window: 303.1, 303.3, 303.4, 303.8 --------------------------------------------------------------------


def _open(b: Batch, kind: str) -> None:
    _shut(b)
    b.put(b.layout.kind, b.layout.windows.index(kind))


def _forget_look(b: Batch) -> None:
    for field in (b.layout.looking, b.layout.ran, b.layout.cut):
        b.put(field, 0)


def open_phase_window(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.8: the window after entering a phase, with the points of the phase and of the rule effects just run."""
    _open(b, "phase")
    b.put(b.layout.own_point, PHASE_POINT)
    b.put(b.layout.effect_points, b.get(b.layout.ran))
    b.put(b.layout.off_stack, 1)
    _forget_look(b)


def reopen_phase_window(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.3 (c): the stack has become empty; the phase's window opens again, without trigger points."""
    _open(b, "phase")
    b.put(b.layout.action_left, 1)


def open_removal_window(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.3 (c): an action has left the stack, others remain; the window has no trigger points."""
    _open(b, "removal")
    b.put(b.layout.action_left, 1)


def open_step_window(step: str) -> PackedEffect:
    """303.4: the window of ``step`` of the top action, with its trigger points.

    Where rule effects have just run it is also a window after an off-stack action (303.8).
    """

    def effect(c: Codes, b: Batch, d: Declared | None) -> None:
        _open(b, "step")
        b.put(b.layout.own_point, step_point(c, b))
        b.put(b.layout.effect_points, b.get(b.layout.ran))
        b.put(b.layout.off_stack, (b.get(b.layout.ran) != 0).astype(np.uint64))
        _forget_look(b)

    return effect


def open_off_stack_window(step: str) -> PackedEffect:
    """303.8: the window after ``step``, which does not use the stack, with its trigger points."""

    def effect(c: Codes, b: Batch, d: Declared | None) -> None:
        _open(b, "off_stack")
        b.put(b.layout.own_point, step_point(c, b))
        b.put(b.layout.effect_points, b.get(b.layout.ran))
        b.put(b.layout.off_stack, 1)
        _forget_look(b)

    return effect


def give_priority_to(role: str) -> PackedEffect:
    """303.1, 303.8: the window just opened begins with the hold of the ``active`` or the ``nonactive`` player."""

    def effect(c: Codes, b: Batch, d: Declared | None) -> None:
        active = b.get(b.layout.active)
        b.put(b.layout.holder, active + 1 if role == "active" else 2 - active)

    return effect


# --- from the queue to the stack: 302.11, 303.7 ----------------------------------------------------------------------


def move_queue_to_stack(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.11, 303.7: the whole queue moves to the stack in order; the last declared is on top."""
    b.put(b.layout.stack_length, b.get(b.layout.length))
    b.join(b.layout.stacked, b.get(b.layout.queued))
    b.put(b.layout.queued, 0)


# --- executing the top action: 302.12, gap/512 -----------------------------------------------------------------------


def enter_step(step: str) -> PackedEffect:
    """302.12: the top action comes into ``step``."""

    def effect(c: Codes, b: Batch, d: Declared | None) -> None:
        b.put_lane(b.layout.step, b.top, b.layout.steps.index(step))

    return effect


def cancel_top(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.12, gap/cancelled_is_unpaid: the top action will not be executed; what it reserved is released."""
    top = b.top_bit
    b.join(b.layout.cancelled, top)
    b.leave(b.layout.reserved, top)


def reserve_top_cost(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.12: the top action reserves its cost; no other action can reserve it."""
    b.join(b.layout.reserved, b.top_bit)


def enqueue_roll(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.5, 302.9: the roll the top action makes enters the queue by itself."""
    _append(b, b.layout.queued, c.roll_bit[b.top], c.roll[b.top])


def put_roll_on_stack(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.5, reading ``roll_through_queue`` = false: the roll goes straight on top of the stack."""
    _append(b, b.layout.stacked, c.roll_bit[b.top], c.roll[b.top])
    b.put(b.layout.stack_length, b.get(b.layout.length))


def deactivate_stack(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.8: effects are being applied; nobody may declare or execute."""
    b.put(b.layout.deactivated, 1)


def reactivate_stack(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.8: all effects are applied; the stack may be used again."""
    b.put(b.layout.deactivated, 0)


def apply_top_effect(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.12: the effect of the top action: facts end, facts begin, then it blocks or redirects."""
    layout, top, facts = b.layout, b.top, b.get(b.layout.fact_set)
    b.put(layout.fact_set, (facts & ~c.remove[top]) | c.add[top])
    for action in c.actions:
        if action.aim is None:
            continue
        hit = (top == action.code) & ((b.get(layout.stacked) & (1 << action.aim)) != 0)
        bit = np.where(hit, np.uint64(1 << action.aim), np.uint64(0))
        redirect = action.action.redirect
        if redirect is None:
            b.join(layout.blocked, bit)
            continue
        b.join(layout.redirected, bit)
        target = layout.target[redirect.of]
        b.put(target, np.where(hit, np.uint64(layout.new_targets.index(redirect.to)), b.get(target)))


def pay_top(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.12, gap/reserved_vanishes: what is reserved and still there is spent, also when the action was blocked."""
    b.leave(b.layout.reserved, b.top_bit)
    b.put(b.layout.fact_set, b.get(b.layout.fact_set) & ~c.cost[b.top])


def remove_executed(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.4, 302.12: the top action, executed and paid, leaves the stack."""
    _remove_top(b)


def remove_cancelled(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.12, gap/cancelled_is_unpaid: the cancelled top action leaves the stack unpaid."""
    _remove_top(b)


def _remove_top(b: Batch) -> None:
    """The top action leaves; what was told of it is told no more. Nothing is queued while that happens."""
    layout, top, bit = b.layout, b.top, b.top_bit
    last = b.get(layout.length) - 1
    b.put_lane(layout.step, top, 0)
    b.put_lane(layout.order, last, 0)
    b.put(layout.length, last)
    b.put(layout.stack_length, last)
    for marks in (layout.stacked, layout.blocked, layout.redirected, layout.reserved, layout.cancelled):
        b.leave(marks, bit)
    for name, target in layout.target.items():
        b.put(target, np.where(top == layout.name_code[name], np.uint64(0), b.get(target)))


# --- rule effects: 302.7, 303.9 --------------------------------------------------------------------------------------


def begin_look(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.7: rule effects are looked for."""
    _forget_look(b)
    b.put(b.layout.looking, 1)


def run_rule_effects(c: Codes, b: Batch, d: Declared | None) -> None:
    """302.7, gap/503: all rule effects that are due run as one batch; what would repeat is cut first."""
    due, cut = due_now(c, b), cut_now(c, b)
    b.join(b.layout.cut, cut)
    apply_batch(c, b, due)


def cut_loop(c: Codes, b: Batch, d: Declared | None) -> None:
    """gap/503: only effects that ran already are due; they are not run again."""
    b.join(b.layout.cut, cut_now(c, b))


def end_look(c: Codes, b: Batch, d: Declared | None) -> None:
    """303.8: nobody has anything to declare, the trigger points of this look are gone."""
    _forget_look(b)


# --- the turn: 302.6 -------------------------------------------------------------------------------------------------


def enter_phase(phase: str) -> PackedEffect:
    """302.6: ``phase`` begins; an action that does not use the stack."""

    def effect(c: Codes, b: Batch, d: Declared | None) -> None:
        b.put(b.layout.phase, b.layout.phases.index(phase))

    return effect


def next_turn(c: Codes, b: Batch, d: Declared | None) -> None:
    """gap/phases: the turn goes to the other player. The number of the turn is the search's business."""
    b.put(b.layout.active, 1 - b.get(b.layout.active))


PACKED_EFFECTS: Mapping[str, PackedEffect] = MappingProxyType(
    {
        effect.__name__: effect
        for effect in (
            enqueue_declared,
            break_pass_chain,
            open_fast_to_opponent,
            close_points_to_opponent,
            reserve_declared_cost,
            count_pass,
            note_given_away,
            close_fast_to_holder,
            give_priority_to_opponent,
            close_window,
            open_phase_window,
            reopen_phase_window,
            open_removal_window,
            move_queue_to_stack,
            cancel_top,
            reserve_top_cost,
            enqueue_roll,
            put_roll_on_stack,
            deactivate_stack,
            reactivate_stack,
            apply_top_effect,
            pay_top,
            remove_executed,
            remove_cancelled,
            begin_look,
            run_rule_effects,
            cut_loop,
            end_look,
            next_turn,
        )
    }
)

PACKED_EFFECTS_WITH_ARGUMENT: Mapping[str, Callable[[str], PackedEffect]] = MappingProxyType(
    {
        effect.__name__: effect
        for effect in (open_step_window, open_off_stack_window, give_priority_to, enter_step, enter_phase)
    }
)
