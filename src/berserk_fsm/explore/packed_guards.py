"""The closed vocabulary of guards for many packed states at once.

To be read side by side with ``core/guards.py``: same names, same order, same clauses. Each takes the codes, a batch and
the decision that is tried (``None`` in automatic rows), and says yes or no for each state, or for all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from berserk_fsm.explore.batch import Batch
from berserk_fsm.explore.codes import ActionCode, Codes, Declared
from berserk_fsm.explore.layout import PHASE_POINT, STEP_POINT, Bits, Truth
from berserk_fsm.explore.packed_rule_effects import cut_now, due_now

__all__ = ["PACKED_GUARDS", "PACKED_GUARDS_WITH_ARGUMENT", "PackedGuard", "is_offered"]

PackedGuard = Callable[[Codes, Batch, "Declared | None"], "Truth | bool"]


def _action(d: Declared | None) -> ActionCode:
    assert d is not None
    assert d.action is not None
    return d.action


def _holder_bit(b: Batch) -> Bits:
    """The holder as a set of players: A is 1, B is 2, as the field says it already."""
    return b.get(b.layout.holder)


def _has(facts: Bits, asked: Bits | int) -> Truth:
    return (facts & asked) == asked


def _not(answer: Truth | bool) -> Truth | bool:
    return not answer if isinstance(answer, bool) else ~answer


# --- who decides, and when -------------------------------------------------------------------------------------------


def stack_is_not_deactivated(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.8: no effect is being applied."""
    return b.get(b.layout.deactivated) == 0


def decides_as_holder(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.1: the player who decides has priority."""
    return d is not None and b.get(b.layout.holder) == d.player + 1


def action_is_own(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.1: priority lets a player declare own actions."""
    return d is not None and _action(d).action.by == d.decision.player


def action_is_no_roll(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.5: a roll comes from the action that makes it; no player declares it."""
    return not c.model.table.rolls(_action(d).action.name)


def action_is_undeclared(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """A name is one action, declarable once."""
    return (b.get(b.layout.declared) & _action(d).bit) == 0


def is_holders_new_action(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.1: the holder declares an own action that has not been declared yet."""
    if not (action_is_own(c, b, d) and action_is_no_roll(c, b, d)):
        return False
    return decides_as_holder(c, b, d) & action_is_undeclared(c, b, d)


# --- giving priority away --------------------------------------------------------------------------------------------


def holder_has_not_declared(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.2: nothing was declared in this hold."""
    return b.get(b.layout.has_declared) == 0


def holder_has_declared(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.6: something was declared in this hold."""
    return b.get(b.layout.has_declared) == 1


def opponent_has_passed(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.7: the opponent has just passed."""
    return b.get(b.layout.passes) == 1


def opponent_has_not_passed(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.7: the opponent has not just passed."""
    return b.get(b.layout.passes) == 0


def no_own_trigger_left(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.4 as the reading ``triggers_mandatory`` takes it: the holder has no trigger left to declare."""
    left = np.zeros(len(b), np.bool_)
    for own in c.declarations:
        if _action(own).action.manner == "triggered":
            left |= is_offered(c, b, own)
    return ~left


# --- what an action is aimed at --------------------------------------------------------------------------------------


def _on_stack(b: Batch, code: int) -> Truth:
    return (b.get(b.layout.stacked) & (1 << code)) != 0


def _step_of(b: Batch, code: int) -> Bits:
    lanes = b.layout.step
    word = b.words[lanes.words[code // lanes.per]]
    return word >> np.uint64(code % lanes.per * lanes.width) & np.uint64(lanes.mask)


def aim_is_not_queued(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.10: what is in the queue cannot be blocked or redirected."""
    aim = _action(d).aim
    return aim is None or (b.get(b.layout.queued) & (1 << aim)) == 0


def aim_is_on_stack(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: only what is on the stack can be blocked or redirected."""
    aim = _action(d).aim
    return aim is None or _on_stack(b, aim)


def aim_is_top(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: an action that waits in the stack cannot be blocked or redirected until it is the top one."""
    aim = _action(d).aim
    return aim is None or ((b.get(b.layout.stack_length) > 0) & (b.top == aim))


def aim_is_not_applied(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: a block comes before the effect of the action it is aimed at was applied."""
    return _is_not_applied(c, b, _action(d))


def _is_not_applied(c: Codes, b: Batch, action: ActionCode) -> Truth | bool:
    if action.action.block is None or action.aim is None:
        return True
    return ~(_on_stack(b, action.aim) & (_step_of(b, action.aim) > c.applying_step))


def aim_has_target(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: only what has a target can be redirected."""
    return _has_target(c, _action(d))


def _has_target(c: Codes, action: ActionCode) -> bool:
    return action.action.redirect is None or c.by_name[action.action.redirect.of].action.target is not None


def aim_is_not_redirected(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12, gap/one_redirection: an action is redirected at most once."""
    return _is_not_redirected(c, b, _action(d))


def _is_not_redirected(c: Codes, b: Batch, action: ActionCode) -> Truth | bool:
    if action.action.redirect is None or action.aim is None:
        return True
    return (b.get(b.layout.redirected) & (1 << action.aim)) == 0


def aims_target_is_not_final(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: a redirection comes before the target of the action it is aimed at is final."""
    return _target_is_not_final(c, b, _action(d))


def _target_is_not_final(c: Codes, b: Batch, action: ActionCode) -> Truth | bool:
    if action.action.redirect is None or action.aim is None or c.fixing_step is None:
        return True
    return ~(_on_stack(b, action.aim) & (_step_of(b, action.aim) > c.fixing_step))


def aim_is_possible(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.10, 302.12: the block or redirection may be aimed at what it is aimed at."""
    if _action(d).aim is None:
        return True
    return aim_is_not_queued(c, b, d) & aim_is_top(c, b, d) & _aim_still_holds(c, b, _action(d))


def _aim_still_holds(c: Codes, b: Batch, action: ActionCode) -> Truth | bool:
    if action.aim is None:
        return True
    return (
        _on_stack(b, action.aim)
        & _is_not_applied(c, b, action)
        & _has_target(c, action)
        & _is_not_redirected(c, b, action)
        & _target_is_not_final(c, b, action)
    )


# --- conditions and trigger points -----------------------------------------------------------------------------------


def when_holds(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3, 303.4: the facts the action waits for hold."""
    when = _action(d).when
    return when == 0 or _has(b.get(b.layout.fact_set), when)


def point_is_here(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.4: this window is the one at the action's trigger point."""
    on = _action(d).action.on
    if on is None:
        return False
    kind, code, action = c.point(on)
    if kind == "effect":
        return (b.get(b.layout.effect_points) & code) != 0
    own = b.get(b.layout.own_point)
    if kind == "phase":
        return (own == PHASE_POINT) & (b.get(b.layout.phase) == code)
    return (own == STEP_POINT) & (b.top == action) & (b.top_step == code)


def point_is_not_used(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.4: a trigger point is offered to a player in one hold."""
    return ~(point_is_here(c, b, d) & ((b.get(b.layout.given_away) & _holder_bit(b)) != 0))


def point_is_not_closed(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.4 by the letter: the opponent has not declared anything since the player gave priority away."""
    return ~(point_is_here(c, b, d) & ((b.get(b.layout.points_closed_to) & _holder_bit(b)) != 0))


# --- 303.3: slow and fast --------------------------------------------------------------------------------------------


def phase_is_main(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3: this is the main phase."""
    return b.get(b.layout.phase) == c.main_phase


def decides_as_turn_player(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.1, 303.3: the player who decides is Active."""
    return d is not None and b.get(b.layout.active) == d.player


def stack_is_empty(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.4: no action is on the stack."""
    return b.get(b.layout.stack_length) == 0


def stack_is_not_empty(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.4: there is an action on the stack."""
    return b.get(b.layout.stack_length) != 0


def queue_is_empty(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3, 303.7: nothing is in the declaration queue."""
    return b.get(b.layout.queued) == 0


def queue_is_not_empty(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.7: something is in the declaration queue."""
    return b.get(b.layout.queued) != 0


def opponent_declared(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3 (b): the opponent, having priority, declared something new."""
    return (b.get(b.layout.fast_open_to) & _holder_bit(b)) != 0


def opponent_declared_or_action_left(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3 (b), (c): the opponent declared something new, or an action has just left the stack."""
    return (b.get(b.layout.action_left) == 1) | opponent_declared(c, b, d)


def _conditional_is_open(b: Batch) -> Truth:
    """303.8: the window follows an off-stack action and the holder has not given priority away in it."""
    return (b.get(b.layout.off_stack) == 1) & ((b.get(b.layout.given_away) & _holder_bit(b)) == 0)


def opponent_declared_or_conditional_is_open(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3 (b), 303.8: the opponent declared something new, or conditional playables are open."""
    return opponent_declared(c, b, d) | _conditional_is_open(b)


def opponent_declared_or_action_left_or_conditional_is_open(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3 (b), (c), 303.8: the opponent declared, an action left the stack, or conditional playables are open."""
    return opponent_declared_or_action_left(c, b, d) | _conditional_is_open(b)


def fast_is_open(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3 (a)-(d): fast actions without trigger may be declared."""
    return np.isin(b.get(b.layout.phase), c.fast_phases) | opponent_declared_or_action_left(c, b, d)


def fast_or_conditional_is_open(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.3 (a)-(d), 303.8: fast actions without trigger are open, or conditional playables are."""
    return fast_is_open(c, b, d) | _conditional_is_open(b)


def someone_may_declare(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.8: one of the players has a trigger or a conditional playable to declare after an off-stack action."""
    found = np.zeros(len(b), np.bool_)
    opened = opened_off_stack(c, b)
    for own in c.declarations:
        if _action(own).action.manner in ("triggered", "conditional"):
            opened.put(b.layout.holder, own.player + 1)
            found |= is_offered(c, opened, own)
    return found


def opened_off_stack(c: Codes, b: Batch) -> Batch:
    """The window that would open after the off-stack action, before anyone has done anything in it."""
    layout, opened = b.layout, b.copy()
    for field in (
        *(layout.has_declared, layout.passes, layout.fast_open_to, layout.given_away, layout.points_closed_to),
        *(layout.action_left, layout.deactivated),
    ):
        opened.put(field, 0)
    opened.put(layout.off_stack, 1)
    opened.put(layout.own_point, own_point(c, b))
    opened.put(layout.effect_points, b.get(layout.ran))
    return opened


def own_point(c: Codes, b: Batch) -> Bits:
    """303.4, 303.8: does a window that opens here have the point of its step, of its phase, or neither?"""
    executes = (b.get(b.layout.stack_length) > 0) & (b.top_step > 0)
    return np.where(executes, step_point(c, b), np.uint64(PHASE_POINT))


def step_point(c: Codes, b: Batch) -> Bits:
    """303.4: has the step the top action is in a trigger point?"""
    step = b.top_step
    silent = np.isin(step, c.pointless_steps)
    if c.unblocked_points:
        silent |= np.isin(step, c.unblocked_points) & ((b.get(b.layout.blocked) & b.top_bit) != 0)
    return np.where(silent, np.uint64(0), np.uint64(STEP_POINT))


def nobody_may_declare(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """303.8: neither player has a trigger or a conditional playable to declare."""
    return _not(someone_may_declare(c, b, d))


def is_offered(c: Codes, b: Batch, own: Declared) -> Truth:
    """Could the player of a triggered ability or conditional playable declare it in the open window?"""
    offered = np.ones(len(b), np.bool_)
    for call in c.model.specification.offers[_action(own).action.manner]:
        offered &= PACKED_GUARDS[call.name](c, b, own)
    return offered


# --- 302.12: executing the top action --------------------------------------------------------------------------------


def top_has_not_begun(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.4: the top action has been waiting and begins."""
    return b.top_step == 0


def top_is_suspended_at(step: str) -> PackedGuard:
    """302.4: the top action was suspended in ``step`` and continues."""

    def guard(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
        return b.top_step == c.layout.steps.index(step)

    return guard


def top_is_legal(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: what the action requires holds, and what it is aimed at can still be blocked or redirected."""
    top = b.top
    legal = _has(b.get(b.layout.fact_set), c.requires[top])
    for action in c.actions:
        if action.aim is not None:
            legal &= (top != action.code) | _aim_still_holds(c, b, action)
    return legal


def top_is_illegal(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: the action fails the legality check."""
    return _not(top_is_legal(c, b, d))


def _is_free(c: Codes, b: Batch, cost: Bits | np.uint64, own: Bits | np.uint64) -> Truth:
    """Is the whole cost there, and not reserved by another action?"""
    reserved = b.get(b.layout.reserved) & ~own
    free: Truth = (b.get(b.layout.fact_set) & cost) == cost
    for action in c.actions:
        if action.cost:
            free &= ((reserved & action.bit) == 0) | ((cost & np.uint64(action.cost)) == 0)
    return free


def cost_is_free(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12 where resources are reserved at declaration: the cost is there and nobody has reserved it."""
    action = _action(d)
    return action.cost == 0 or _is_free(c, b, np.uint64(action.cost), np.uint64(action.bit))


def top_cost_is_free(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: the cost of the top action is there, and no other action on the stack has reserved it."""
    return _is_free(c, b, c.cost[b.top], b.top_bit)


def top_cost_is_not_free(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: the cost of the top action is missing or reserved by another action on the stack."""
    return _not(top_cost_is_free(c, b, d))


def top_has_target(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: the top action has a target."""
    return (c.has_own_target[b.top] == 1) | ((b.get(b.layout.redirected) & b.top_bit) != 0)


def top_has_no_target(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: the top action has no target, so there is none to determine."""
    return _not(top_has_target(c, b, d))


def top_rolls(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.5: the top action rolls a die."""
    return c.roll_bit[b.top] != 0


def top_does_not_roll(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.5: the top action rolls nothing."""
    return c.roll_bit[b.top] == 0


def roll_is_to_be_made(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.5: the top action has not made its roll yet."""
    return (b.get(b.layout.declared) & c.roll_bit[b.top]) == 0


def roll_is_made(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.5: the top action has made its roll."""
    return _not(roll_is_to_be_made(c, b, d))


def top_is_blocked(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: the top action was blocked."""
    return (b.get(b.layout.blocked) & b.top_bit) != 0


def top_is_not_blocked(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: the top action was not blocked."""
    return (b.get(b.layout.blocked) & b.top_bit) == 0


def top_is_cancelled(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12, gap/cancelled_is_unpaid: the top action was found illegal."""
    return (b.get(b.layout.cancelled) & b.top_bit) != 0


def top_is_not_cancelled(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.12: the top action was executed and paid."""
    return (b.get(b.layout.cancelled) & b.top_bit) == 0


def top_is_actives(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """Reading ``window_opens_with``: Active controls the top action, or there is none."""
    return (b.get(b.layout.stack_length) == 0) | (c.by[b.top] == b.get(b.layout.active))


def top_is_nonactives(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """Reading ``window_opens_with``: Non-active controls the top action."""
    return _not(top_is_actives(c, b, d))


# --- 302.7: rule effects ---------------------------------------------------------------------------------------------


def rule_effects_are_due(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.7: a rule effect that has not run in this look is due."""
    return due_now(c, b) != 0


def only_looping_are_due(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """gap/503: only rule effects that ran already in this look are due, and one has not been cut yet."""
    return (due_now(c, b) == 0) & (cut_now(c, b) != 0)


def no_rule_effects_are_due(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
    """302.7: no rule effect is due any more."""
    return (due_now(c, b) == 0) & (cut_now(c, b) == 0)


# --- the start -------------------------------------------------------------------------------------------------------


def starts_in(phase: str) -> PackedGuard:
    """302.6: the game is taken up at the beginning of ``phase``."""

    def guard(c: Codes, b: Batch, d: Declared | None) -> Truth | bool:
        return c.model.table.start.phase == phase

    return guard


PACKED_GUARDS: Mapping[str, PackedGuard] = MappingProxyType(
    {
        guard.__name__: guard
        for guard in (
            stack_is_not_deactivated,
            decides_as_holder,
            action_is_own,
            action_is_no_roll,
            action_is_undeclared,
            is_holders_new_action,
            holder_has_not_declared,
            holder_has_declared,
            opponent_has_passed,
            opponent_has_not_passed,
            no_own_trigger_left,
            aim_is_not_queued,
            aim_is_on_stack,
            aim_is_top,
            aim_is_not_applied,
            aim_has_target,
            aim_is_not_redirected,
            aims_target_is_not_final,
            aim_is_possible,
            when_holds,
            point_is_here,
            point_is_not_used,
            point_is_not_closed,
            phase_is_main,
            decides_as_turn_player,
            stack_is_empty,
            stack_is_not_empty,
            queue_is_empty,
            queue_is_not_empty,
            opponent_declared,
            opponent_declared_or_action_left,
            opponent_declared_or_conditional_is_open,
            opponent_declared_or_action_left_or_conditional_is_open,
            fast_is_open,
            fast_or_conditional_is_open,
            someone_may_declare,
            nobody_may_declare,
            top_has_not_begun,
            top_is_legal,
            top_is_illegal,
            cost_is_free,
            top_cost_is_free,
            top_cost_is_not_free,
            top_has_target,
            top_has_no_target,
            top_rolls,
            top_does_not_roll,
            roll_is_to_be_made,
            roll_is_made,
            top_is_blocked,
            top_is_not_blocked,
            top_is_cancelled,
            top_is_not_cancelled,
            top_is_actives,
            top_is_nonactives,
            rule_effects_are_due,
            only_looping_are_due,
            no_rule_effects_are_due,
        )
    }
)

PACKED_GUARDS_WITH_ARGUMENT: Mapping[str, Callable[[str], PackedGuard]] = MappingProxyType(
    {"top_is_suspended_at": top_is_suspended_at, "starts_in": starts_in}
)
