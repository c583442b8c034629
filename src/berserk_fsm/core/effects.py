"""The closed vocabulary of effects: every change a row of the machine may make to the game.

Each is a pure function from a state to the next one, small enough to be read beside its clause. :data:`EFFECTS`
holds the plain ones, :data:`EFFECTS_WITH_ARGUMENT` those that take an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from berserk_fsm.core.context import Context, Effect
from berserk_fsm.core.points import phase_points, step_points
from berserk_fsm.core.rule_effects import apply_batch, cut_now, due_now, note_cut
from berserk_fsm.core.values import Decision, Entry, GameState, Look, Player, Window, other, roll_name

__all__ = ["EFFECTS", "EFFECTS_WITH_ARGUMENT"]


def _window(state: GameState) -> Window:
    assert state.window is not None
    return state.window


def _holder(state: GameState) -> Player:
    holder = _window(state).holder
    assert holder is not None
    return holder


def _new_entry(ctx: Context, name: str) -> Entry:
    return Entry(name, target=ctx.table.actions[name].target)


# --- declaring: 303.3, 303.5 -----------------------------------------------------------------------------------------


def enqueue_declared(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.9, 303.5: the declared action goes to the end of the queue; the declarer keeps priority (303.3)."""
    assert decision is not None
    assert decision.name is not None
    return replace(
        state.with_window(has_declared=True),
        queue=(*state.queue, _new_entry(ctx, decision.name)),
        declared=state.declared | {decision.name},
    )


def break_pass_chain(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """gap/two_passes_end_phase: only consecutive passes count, a declaration starts the count anew."""
    return state.with_window(passes=0)


def open_fast_to_opponent(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.3 (b): the opponent may answer with fast actions."""
    window = _window(state)
    return state.with_window(fast_open_to=window.fast_open_to | {other(_holder(state))})


def close_points_to_opponent(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.4 by the letter: an opponent who has given priority away loses the trigger points of this window."""
    window, opponent = _window(state), other(_holder(state))
    if opponent not in window.given_away:
        return state
    return state.with_window(points_closed_to=window.points_closed_to | {opponent})


def reserve_declared_cost(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.12, reading ``reserve_at`` = declaration: the action just queued reserves its cost."""
    return replace(state, queue=(*state.queue[:-1], replace(state.queue[-1], reserved=True)))


# --- giving priority away: 303.2, 303.6, 303.7 -----------------------------------------------------------------------


def count_pass(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.7: one more consecutive pass."""
    return state.with_window(passes=_window(state).passes + 1)


def note_given_away(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.4, 303.8: the holder has had the one hold for triggers and conditional playables of this window."""
    window = _window(state)
    return state.with_window(given_away=window.given_away | {_holder(state)})


def close_fast_to_holder(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.3 (b), reading ``opponent_declared_lasts`` = hold: what the opponent had declared was for this hold only."""
    window = _window(state)
    return state.with_window(fast_open_to=window.fast_open_to - {_holder(state)})


def give_priority_to_opponent(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.2, 303.6: priority goes to the opponent, whose hold begins."""
    return state.with_window(holder=other(_holder(state)), has_declared=False)


def close_window(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.7: both have passed; nobody has priority."""
    return replace(state, window=None)


# --- opening a window: 303.1, 303.3, 303.4, 303.8 --------------------------------------------------------------------


def open_phase_window(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.8: the window after entering a phase, with the points of the phase and of the rule effects just run."""
    return replace(state, window=Window("phase", points=phase_points(state), off_stack=True), look=None)


def reopen_phase_window(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.3 (c): the stack has become empty; the phase's window opens again, without trigger points."""
    return replace(state, window=Window("phase", action_left=True))


def open_removal_window(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.3 (c): an action has left the stack, others remain; the window has no trigger points."""
    return replace(state, window=Window("removal", action_left=True))


def open_step_window(step: str) -> Effect:
    """303.4: the window of ``step`` of the top action, with its trigger points.

    Where rule effects have just run it is also a window after an off-stack action (303.8).
    """

    def effect(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
        points = step_points(ctx, state, step)
        ran = state.look is not None and bool(state.look.ran)
        return replace(state, window=Window("step", points=points, off_stack=ran), look=None)

    return effect


def open_off_stack_window(step: str) -> Effect:
    """303.8: the window after ``step``, which does not use the stack, with its trigger points."""

    def effect(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
        return replace(
            state, window=Window("off_stack", points=step_points(ctx, state, step), off_stack=True), look=None
        )

    return effect


def give_priority_to(role: str) -> Effect:
    """303.1, 303.8: the window just opened begins with the hold of the ``active`` or the ``nonactive`` player."""

    def effect(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
        return state.with_window(holder=state.active if role == "active" else other(state.active))

    return effect


# --- from the queue to the stack: 302.11, 303.7 ----------------------------------------------------------------------


def move_queue_to_stack(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.11, 303.7: the whole queue moves to the stack in order; the last declared is on top."""
    return replace(state, stack=state.stack + state.queue, queue=())


# --- executing the top action: 302.12, gap/512 -----------------------------------------------------------------------


def enter_step(step: str) -> Effect:
    """302.12: the top action comes into ``step``."""

    def effect(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
        return state.with_top(step=step)

    return effect


def cancel_top(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.12, gap/cancelled_is_unpaid: the top action will not be executed; what it reserved is released."""
    return state.with_top(cancelled=True, reserved=False)


def reserve_top_cost(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.12: the top action reserves its cost; no other action can reserve it."""
    return state.with_top(reserved=True)


def enqueue_roll(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.5, 302.9: the roll the top action makes enters the queue by itself."""
    roll = roll_name(state.top.name)
    return replace(state, queue=(*state.queue, _new_entry(ctx, roll)), declared=state.declared | {roll})


def put_roll_on_stack(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.5, reading ``roll_through_queue`` = false: the roll goes straight on top of the stack."""
    roll = roll_name(state.top.name)
    return replace(state, stack=(*state.stack, _new_entry(ctx, roll)), declared=state.declared | {roll})


def deactivate_stack(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.8: effects are being applied; nobody may declare or execute."""
    return replace(state, deactivated=True)


def reactivate_stack(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.8: all effects are applied; the stack may be used again."""
    return replace(state, deactivated=False)


def apply_top_effect(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.12: the effect of the top action: facts end, facts begin, then it blocks or redirects."""
    action = ctx.table.actions[state.top.name]
    facts = state.facts.difference(action.remove).union(action.add)

    def aimed(entry: Entry) -> Entry:
        if entry.name != action.aim:
            return entry
        if action.redirect:
            return replace(entry, target=action.redirect.to, redirected=True)
        return replace(entry, blocked=True)

    return replace(state, facts=facts, stack=tuple(aimed(entry) for entry in state.stack))


def pay_top(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.12, gap/reserved_vanishes: what is reserved and still there is spent, also when the action was blocked."""
    cost = ctx.table.actions[state.top.name].cost
    return replace(state.with_top(reserved=False), facts=state.facts.difference(cost))


def remove_executed(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.4, 302.12: the top action, executed and paid, leaves the stack."""
    log = replace(state.log, left=(*state.log.left, state.top.name))
    return replace(state, stack=state.stack[:-1], log=log)


def remove_cancelled(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.12, gap/cancelled_is_unpaid: the cancelled top action leaves the stack unpaid."""
    log = replace(state.log, cancelled=(*state.log.cancelled, state.top.name))
    return replace(state, stack=state.stack[:-1], log=log)


# --- rule effects: 302.7, 303.9 --------------------------------------------------------------------------------------


def begin_look(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.7: rule effects are looked for."""
    return replace(state, look=Look())


def run_rule_effects(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """302.7, gap/503: all rule effects that are due run as one batch; what would repeat is cut first."""
    due, cut = due_now(ctx, state), cut_now(ctx, state)
    return apply_batch(note_cut(state, cut), due)


def cut_loop(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """gap/503: only effects that ran already are due; they are not run again."""
    return note_cut(state, cut_now(ctx, state))


def end_look(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """303.8: nobody has anything to declare, the trigger points of this look are gone."""
    return replace(state, look=None)


# --- the turn: 302.6 -------------------------------------------------------------------------------------------------


def enter_phase(phase: str) -> Effect:
    """302.6: ``phase`` begins; an action that does not use the stack."""

    def effect(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
        return replace(state, phase=phase)

    return effect


def next_turn(ctx: Context, state: GameState, decision: Decision | None) -> GameState:
    """gap/phases: the turn goes to the other player."""
    return replace(state, active=other(state.active), turn=state.turn + 1)


EFFECTS: Mapping[str, Effect] = MappingProxyType(
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

EFFECTS_WITH_ARGUMENT: Mapping[str, Callable[[str], Effect]] = MappingProxyType(
    {
        effect.__name__: effect
        for effect in (open_step_window, open_off_stack_window, give_priority_to, enter_step, enter_phase)
    }
)
