"""The closed vocabulary of guards: every condition a row of the machine or of the refusal table may test.

Each is a pure function of the context, the state and the player's decision (``None`` in automatic rows), and carries
the clause it reads. :data:`GUARDS` holds the plain ones, :data:`GUARDS_WITH_ARGUMENT` those that take an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from berserk_fsm.core.context import Context, Guard
from berserk_fsm.core.points import phase_points, step_points
from berserk_fsm.core.rule_effects import cut_now, due_now
from berserk_fsm.core.values import PLAYERS, Action, Decision, Entry, GameState, Player, Window, roll_name

__all__ = ["GUARDS", "GUARDS_WITH_ARGUMENT", "is_offered"]


def _window(state: GameState) -> Window:
    assert state.window is not None
    return state.window


def _holder(state: GameState) -> Player:
    holder = _window(state).holder
    assert holder is not None
    return holder


def _action(ctx: Context, decision: Decision | None) -> Action:
    assert decision is not None
    assert decision.name is not None
    return ctx.table.actions[decision.name]


# --- who decides, and when -------------------------------------------------------------------------------------------


def stack_is_not_deactivated(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.8: no effect is being applied."""
    return not state.deactivated


def decides_as_holder(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.1: the player who decides has priority."""
    return decision is not None and state.window is not None and state.window.holder == decision.player


def action_is_own(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.1: priority lets a player declare own actions."""
    return decision is not None and _action(ctx, decision).by == decision.player


def action_is_no_roll(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.5: a roll comes from the action that makes it; no player declares it."""
    return not ctx.table.rolls(_action(ctx, decision).name)


def action_is_undeclared(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """A name is one action, declarable once."""
    return _action(ctx, decision).name not in state.declared


def is_holders_new_action(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.1: the holder declares an own action that has not been declared yet."""
    return (
        decides_as_holder(ctx, state, decision)
        and action_is_own(ctx, state, decision)
        and action_is_undeclared(ctx, state, decision)
        and action_is_no_roll(ctx, state, decision)
    )


# --- giving priority away --------------------------------------------------------------------------------------------


def holder_has_not_declared(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.2: nothing was declared in this hold."""
    return not _window(state).has_declared


def holder_has_declared(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.6: something was declared in this hold."""
    return _window(state).has_declared


def opponent_has_passed(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.7: the opponent has just passed."""
    return _window(state).passes == 1


def opponent_has_not_passed(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.7: the opponent has not just passed."""
    return _window(state).passes == 0


def no_own_trigger_left(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.4 as the reading ``triggers_mandatory`` takes it: the holder has no trigger left to declare."""
    holder = _holder(state)
    return not any(
        is_offered(ctx, state, action) for action in ctx.table.of_player(holder) if action.manner == "triggered"
    )


# --- what an action is aimed at --------------------------------------------------------------------------------------


def _aimed_at(ctx: Context, state: GameState, action: Action) -> Entry | None:
    return next((entry for entry in state.stack if entry.name == action.aim), None)


def aim_is_not_queued(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.10: what is in the queue cannot be blocked or redirected."""
    aim = _action(ctx, decision).aim
    return aim is None or all(entry.name != aim for entry in state.queue)


def aim_is_on_stack(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: only what is on the stack can be blocked or redirected."""
    action = _action(ctx, decision)
    return action.aim is None or _aimed_at(ctx, state, action) is not None


def aim_is_top(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: an action that waits in the stack cannot be blocked or redirected until it is the top one."""
    action = _action(ctx, decision)
    return action.aim is None or (bool(state.stack) and state.top.name == action.aim)


def aim_is_not_applied(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: a block comes before the effect of the action it is aimed at was applied."""
    return _is_not_applied(ctx, state, _action(ctx, decision))


def _is_not_applied(ctx: Context, state: GameState, action: Action) -> bool:
    entry = _aimed_at(ctx, state, action)
    return action.block is None or entry is None or not ctx.is_past(entry.step, ctx.applying_step)


def aim_has_target(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: only what has a target can be redirected."""
    return _has_target(ctx, state, _action(ctx, decision))


def _has_target(ctx: Context, state: GameState, action: Action) -> bool:
    return action.redirect is None or ctx.table.actions[action.redirect.of].target is not None


def aim_is_not_redirected(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12, gap/one_redirection: an action is redirected at most once."""
    return _is_not_redirected(ctx, state, _action(ctx, decision))


def _is_not_redirected(ctx: Context, state: GameState, action: Action) -> bool:
    entry = _aimed_at(ctx, state, action)
    return action.redirect is None or entry is None or not entry.redirected


def aims_target_is_not_final(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: a redirection comes before the target of the action it is aimed at is final."""
    return _target_is_not_final(ctx, state, _action(ctx, decision))


def _target_is_not_final(ctx: Context, state: GameState, action: Action) -> bool:
    entry = _aimed_at(ctx, state, action)
    return action.redirect is None or entry is None or not ctx.is_past(entry.step, ctx.fixing_step)


def aim_is_possible(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.10, 302.12: the block or redirection may be aimed at what it is aimed at."""
    return (
        aim_is_not_queued(ctx, state, decision)
        and aim_is_top(ctx, state, decision)
        and _aim_still_holds(ctx, state, _action(ctx, decision))
    )


def _aim_still_holds(ctx: Context, state: GameState, action: Action) -> bool:
    return (
        (action.aim is None or _aimed_at(ctx, state, action) is not None)
        and _is_not_applied(ctx, state, action)
        and _has_target(ctx, state, action)
        and _is_not_redirected(ctx, state, action)
        and _target_is_not_final(ctx, state, action)
    )


# --- conditions and trigger points -----------------------------------------------------------------------------------


def when_holds(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.3, 303.4: the facts the action waits for hold."""
    return state.facts.issuperset(_action(ctx, decision).when)


def point_is_here(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.4: this window is the one at the action's trigger point."""
    return _action(ctx, decision).on in _window(state).points


def point_is_not_used(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.4: a trigger point is offered to a player in one hold."""
    return not (point_is_here(ctx, state, decision) and _holder(state) in _window(state).given_away)


def point_is_not_closed(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.4 by the letter: the opponent has not declared anything since the player gave priority away."""
    return not (point_is_here(ctx, state, decision) and _holder(state) in _window(state).points_closed_to)


# --- 303.3: slow and fast --------------------------------------------------------------------------------------------


def phase_is_main(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.3: this is the main phase."""
    return state.phase == ctx.main_phase


def decides_as_turn_player(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.1, 303.3: the player who decides is Active."""
    return decision is not None and decision.player == state.active


def stack_is_empty(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.4: no action is on the stack."""
    return not state.stack


def stack_is_not_empty(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.4: there is an action on the stack."""
    return bool(state.stack)


def queue_is_empty(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.3, 303.7: nothing is in the declaration queue."""
    return not state.queue


def queue_is_not_empty(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.7: something is in the declaration queue."""
    return bool(state.queue)


def opponent_declared(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.3 (b): the opponent, having priority, declared something new."""
    return _holder(state) in _window(state).fast_open_to


def opponent_declared_or_action_left(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.3 (b), (c): the opponent declared something new, or an action has just left the stack."""
    return _window(state).action_left or opponent_declared(ctx, state, decision)


def _conditional_is_open(state: GameState) -> bool:
    """303.8: the window follows an off-stack action and the holder has not given priority away in it."""
    window = _window(state)
    return window.off_stack and window.holder not in window.given_away


def opponent_declared_or_conditional_is_open(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.3 (b), 303.8: the opponent declared something new, or conditional playables are open."""
    return opponent_declared(ctx, state, decision) or _conditional_is_open(state)


def opponent_declared_or_action_left_or_conditional_is_open(
    ctx: Context, state: GameState, decision: Decision | None
) -> bool:
    """303.3 (b), (c), 303.8: the opponent declared, an action left the stack, or conditional playables are open."""
    return opponent_declared_or_action_left(ctx, state, decision) or _conditional_is_open(state)


def fast_is_open(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.3 (a)-(d): fast actions without trigger may be declared."""
    return state.phase in ctx.fast_phases or opponent_declared_or_action_left(ctx, state, decision)


def fast_or_conditional_is_open(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.3 (a)-(d), 303.8: fast actions without trigger are open, or conditional playables are."""
    return fast_is_open(ctx, state, decision) or _conditional_is_open(state)


def someone_may_declare(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.8: one of the players has a trigger or a conditional playable to declare after an off-stack action."""
    step = state.step
    points = step_points(ctx, state, step) if step is not None else phase_points(state)
    for player in PLAYERS:
        opened = replace(state, window=Window("off_stack", player, points, off_stack=True), deactivated=False)
        for action in ctx.table.of_player(player):
            if action.manner in ("triggered", "conditional") and is_offered(ctx, opened, action):
                return True
    return False


def nobody_may_declare(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """303.8: neither player has a trigger or a conditional playable to declare."""
    return not someone_may_declare(ctx, state, decision)


def is_offered(ctx: Context, state: GameState, action: Action) -> bool:
    """Could the player of ``action``, a triggered ability or conditional playable, declare it in the open window?"""
    decision = Decision("declare", action.by, action.name)
    return all(guard(ctx, state, decision) for guard in ctx.offers[action.manner])


# --- 302.12: executing the top action --------------------------------------------------------------------------------


def _top_action(ctx: Context, state: GameState) -> Action:
    return ctx.table.actions[state.top.name]


def top_has_not_begun(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.4: the top action has been waiting and begins."""
    return state.top.step is None


def top_is_suspended_at(step: str) -> Guard:
    """302.4: the top action was suspended in ``step`` and continues."""

    def guard(ctx: Context, state: GameState, decision: Decision | None) -> bool:
        return state.top.step == step

    return guard


def top_is_legal(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: what the action requires holds, and what it is aimed at can still be blocked or redirected."""
    action = _top_action(ctx, state)
    return state.facts.issuperset(action.requires) and _aim_still_holds(ctx, state, action)


def top_is_illegal(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: the action fails the legality check."""
    return not top_is_legal(ctx, state, decision)


def _is_free(ctx: Context, state: GameState, action: Action) -> bool:
    """Is the whole cost there, and not reserved by another action?"""
    reserved = {
        fact
        for entry in (*state.stack, *state.queue)
        if entry.reserved and entry.name != action.name
        for fact in ctx.table.actions[entry.name].cost
    }
    return state.facts.issuperset(action.cost) and reserved.isdisjoint(action.cost)


def cost_is_free(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12 where resources are reserved at declaration: the cost is there and nobody has reserved it."""
    return _is_free(ctx, state, _action(ctx, decision))


def top_cost_is_free(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: the cost of the top action is there, and no other action on the stack has reserved it."""
    return _is_free(ctx, state, _top_action(ctx, state))


def top_cost_is_not_free(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: the cost of the top action is missing or reserved by another action on the stack."""
    return not top_cost_is_free(ctx, state, decision)


def top_has_target(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: the top action has a target."""
    return state.top.target is not None


def top_has_no_target(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: the top action has no target, so there is none to determine."""
    return state.top.target is None


def top_rolls(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.5: the top action rolls a die."""
    return _top_action(ctx, state).roll


def top_does_not_roll(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.5: the top action rolls nothing."""
    return not _top_action(ctx, state).roll


def roll_is_to_be_made(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.5: the top action has not made its roll yet."""
    return roll_name(state.top.name) not in state.declared


def roll_is_made(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.5: the top action has made its roll."""
    return not roll_is_to_be_made(ctx, state, decision)


def top_is_blocked(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: the top action was blocked."""
    return state.top.blocked


def top_is_not_blocked(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: the top action was not blocked."""
    return not state.top.blocked


def top_is_cancelled(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12, gap/cancelled_is_unpaid: the top action was found illegal."""
    return state.top.cancelled


def top_is_not_cancelled(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.12: the top action was executed and paid."""
    return not state.top.cancelled


def top_is_actives(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """Reading ``window_opens_with``: Active controls the top action, or there is none."""
    return not state.stack or _top_action(ctx, state).by == state.active


def top_is_nonactives(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """Reading ``window_opens_with``: Non-active controls the top action."""
    return not top_is_actives(ctx, state, decision)


# --- 302.7: rule effects ---------------------------------------------------------------------------------------------


def rule_effects_are_due(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.7: a rule effect that has not run in this look is due."""
    return bool(due_now(ctx, state))


def only_looping_are_due(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """gap/503: only rule effects that ran already in this look are due, and one has not been cut yet."""
    return not due_now(ctx, state) and bool(cut_now(ctx, state))


def no_rule_effects_are_due(ctx: Context, state: GameState, decision: Decision | None) -> bool:
    """302.7: no rule effect is due any more."""
    return not due_now(ctx, state) and not cut_now(ctx, state)


# --- the start -------------------------------------------------------------------------------------------------------


def starts_in(phase: str) -> Guard:
    """302.6: the game is taken up at the beginning of ``phase``."""

    def guard(ctx: Context, state: GameState, decision: Decision | None) -> bool:
        return ctx.table.start.phase == phase

    return guard


GUARDS: Mapping[str, Guard] = MappingProxyType(
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

GUARDS_WITH_ARGUMENT: Mapping[str, Callable[[str], Guard]] = MappingProxyType(
    {"top_is_suspended_at": top_is_suspended_at, "starts_in": starts_in}
)
