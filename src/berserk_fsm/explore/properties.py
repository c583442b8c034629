"""What the properties mean: each a function of a state, or of a state before and after a transition.

The words, clauses and readings stand in ``rules/data/properties.yaml``. :data:`STATE_CHECKS` and :data:`STEP_CHECKS`
are the definitions for Python, to be read beside those of the other targets (``exports/tla_properties.tla``,
``exports/promela_properties.pml``, :mod:`berserk_fsm.explore.packed_properties`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from berserk_fsm.core.points import phase_points, step_points
from berserk_fsm.core.values import PLAYERS, Action, Decision, Entry, GameState, Player, Window, other
from berserk_fsm.explore.model import Model
from berserk_fsm.machine.agreement import is_looking
from berserk_fsm.machine.specification import StateDef

__all__ = ["OFFERED_WINDOWS", "STATE_CHECKS", "STEP_CHECKS", "place_rank", "rank", "works_in_step"]

StateCheck = Callable[[Model, GameState], bool]
StepCheck = Callable[[Model, GameState, GameState], bool]


OFFERED_WINDOWS = ("phase", "off_stack")
"""The kinds of windows that open after an off-stack action only if someone has something to declare (303.8)."""

# --- states ----------------------------------------------------------------------------------------------------------


def one_holder(model: Model, state: GameState) -> bool:
    """303.1: in a decision state the player whose hold it is has priority; elsewhere nobody."""
    role = model.leaf(state).holder if model.is_decision(state) else None
    return state.holder == {"active": state.active, "nonactive": other(state.active), None: None}[role]


def nobody_while_deactivated(model: Model, state: GameState) -> bool:
    """302.8: with the stack deactivated there is no window and no decision."""
    return not state.deactivated or (state.window is None and not model.is_decision(state))


def deactivated_refuses(model: Model, state: GameState) -> bool:
    """302.8: with the stack deactivated every decision is refused, and 302.8 is the clause that is cited."""
    return not state.deactivated or all(
        (refusal := model.refusal(state, decision)) is not None and refusal.clause == "302.8"
        for decision in model.decisions
    )


def one_place(model: Model, state: GameState) -> bool:
    """302.9, 302.11: no name stands twice in queue and stack, and all of them were declared."""
    names = [entry.name for entry in (*state.queue, *state.stack)]
    return len(set(names)) == len(names) and state.declared.issuperset(names)


def nothing_queued_while_executing(model: Model, state: GameState) -> bool:
    """302.11, 303.7: inside execution, outside windows and before the transfer, the queue is empty."""
    leaf = model.leaf(state)
    waits = leaf.window is not None or leaf.local_name == "transfer"
    return ".execution." not in leaf.path or waits or not state.queue


def paid_was_reserved(model: Model, state: GameState) -> bool:
    """302.12: where payment is about to be made, the top action has its resources reserved, if it costs anything."""
    return not _pays(model, state) or state.top.reserved or not model.table.actions[state.top.name].cost


def cancelled_is_unpaid(model: Model, state: GameState) -> bool:
    """302.12: only the top action can be cancelled; it reserves nothing and is in the last step."""
    removal = model.specification.profile.steps[-1].id
    if _pays(model, state) and state.top.cancelled:
        return False
    below, top = state.stack[:-1], state.stack[-1:]
    return not any(entry.cancelled for entry in (*state.queue, *below)) and all(
        entry.step == removal and not entry.reserved for entry in top if entry.cancelled
    )


def marks_agree(model: Model, state: GameState) -> bool:
    """302.6, 302.8, 302.12, 303.1: what a situation says of itself agrees with the place of the machine it is in."""
    leaf, window = model.leaf(state), state.window
    opened = leaf.window is not None and leaf.local_name != "both_passed"
    return (
        state.phase == leaf.phase
        and state.deactivated == leaf.deactivated
        and (window.kind if window else None) == (leaf.window if opened else None)
        and (window is not None and window.has_declared) == (leaf.local_name == "has_declared")
        and (not works_in_step(leaf) or state.step == leaf.step)
        and (state.look is not None) == is_looking(leaf)
        and (window is None or all(point.where in ("effect", leaf.step or "phase") for point in window.points))
    )


def holder_can_give_away(model: Model, state: GameState) -> bool:
    """303.2, 303.6: in a decision state a row that gives priority away is enabled."""
    return not model.is_decision(state) or any(
        model.enabled(state, decision) for decision in model.decisions if decision.verb != "declare"
    )


def goes_on(model: Model, state: GameState) -> bool:
    """Some row is enabled."""
    return next(model.steps(state), None) is not None


def one_way(model: Model, state: GameState) -> bool:
    """No decision, and no automatic state, has two enabled rows."""
    tried = model.decisions if model.is_decision(state) else (None,)
    return all(len(model.enabled(state, decision)) <= 1 for decision in tried)


def refused_or_accepted(model: Model, state: GameState) -> bool:
    """303.1, 303.3: a decision is refused by a row of the refusal table, or fires a row; never both, never neither."""
    return not model.is_decision(state) or all(
        (model.refusal(state, decision) is None) == bool(model.enabled(state, decision)) for decision in model.decisions
    )


# --- steps -----------------------------------------------------------------------------------------------------------


def facts_change_deactivated(model: Model, before: GameState, after: GameState) -> bool:
    """302.8, 302.12: facts change while the stack is deactivated, or in the step that deactivates it."""
    return before.facts == after.facts or before.deactivated or after.deactivated


def offered_if_any(model: Model, before: GameState, after: GameState) -> bool:
    """303.8: after an off-stack action a window opens just if someone has something to declare in it."""
    if model.leaf(before).local_name != "offer":
        return True
    return _opened_off_stack(model, after) == any(
        model.refusal(_opened_for(model, before, player), Decision("declare", player, action.name)) is None
        for player in PLAYERS
        for action in model.table.of_player(player)
        if action.manner in ("triggered", "conditional")
    )


def _opened_off_stack(model: Model, state: GameState) -> bool:
    """Is the window open that follows an off-stack action? Another one is that of the next step."""
    return state.window is not None and model.leaf(state).window in OFFERED_WINDOWS


def _opened_for(model: Model, state: GameState, player: Player) -> GameState:
    """The situation in the window after the off-stack action, the player having priority."""
    points = phase_points(state) if state.step is None else step_points(model.context, state, state.step)
    return replace(state, window=Window("off_stack", player, points, off_stack=True), deactivated=False)


def only_top_executes(model: Model, before: GameState, after: GameState) -> bool:
    """302.3, 302.4: whatever was not on top keeps its step."""
    steps = {entry.name: entry.step for entry in (*before.queue, *before.stack[:-1])}
    return all(steps.get(entry.name, entry.step) == entry.step for entry in (*after.queue, *after.stack))


def queue_moves_whole(model: Model, before: GameState, after: GameState) -> bool:
    """302.11, 303.5, 303.7: the queue stays, gets one more at its end, or moves onto the stack as it is."""
    was, now = _names(before.queue), _names(after.queue)
    moved = not now and _names(after.stack) == _names(before.stack) + was
    return now == was or now[:-1] == was or moved


def stack_changes_on_top(model: Model, before: GameState, after: GameState) -> bool:
    """302.2, 302.4: the stack stays, gets more on top, or loses its top action."""
    was, now = _names(before.stack), _names(after.stack)
    return now[: len(was)] == was or now == was[:-1]


def phase_ends_empty(model: Model, before: GameState, after: GameState) -> bool:
    """303.7: when the phase or the turn changes, queue and stack are empty."""
    changes = (before.phase, before.turn) != (after.phase, after.turn)
    return not changes or not (before.queue or before.stack)


def window_closed_by_passes(model: Model, before: GameState, after: GameState) -> bool:
    """303.2, 303.7: a window closes in the hold of a player who declared nothing, after the opponent's pass."""
    window = before.window
    return window is None or after.window is not None or (window.passes == 1 and not window.has_declared)


def declaring_keeps_priority(model: Model, before: GameState, after: GameState) -> bool:
    """303.3: the window in which something is declared stays open, with the same holder."""
    return _declared(model, before, after) is None or (after.window is not None and after.holder == before.holder)


def declaring_opens_answers(model: Model, before: GameState, after: GameState) -> bool:
    """303.3 (b), gap/two_passes_end_phase: a declaration lets the opponent answer, and passes are counted anew."""
    if _declared(model, before, after) is None:
        return True
    window = after.window
    return window is not None and window.passes == 0 and other(_holder(window)) in window.fast_open_to


def giving_away_is_noted(model: Model, before: GameState, after: GameState) -> bool:
    """303.4, 303.6, 303.8: whoever gave priority away in a window has had the one hold for triggers, and who gets it
    begins a new hold.
    """
    return not _moves(before, after) or (
        after.window is not None and before.holder in after.window.given_away and not after.window.has_declared
    )


def answers_last_a_hold(model: Model, before: GameState, after: GameState) -> bool:
    """303.3 (b), reading ``opponent_declared_lasts`` = hold: with priority the right to answer is given away."""
    return not _moves(before, after) or (after.window is not None and before.holder not in after.window.fast_open_to)


def own_actions_only(model: Model, before: GameState, after: GameState) -> bool:
    """303.1: what is declared is an action of the holder."""
    action = _declared(model, before, after)
    return action is None or action.by == before.holder


def slow_on_empty_stack(model: Model, before: GameState, after: GameState) -> bool:
    """303.3: a slow action is declared in the main phase, with queue and stack empty."""
    action = _declared(model, before, after)
    if action is None or action.manner != "slow":
        return True
    return before.phase == model.context.main_phase and not before.queue and not before.stack


def slow_by_active(model: Model, before: GameState, after: GameState) -> bool:
    """303.1, 303.3: a slow action is declared by Active."""
    action = _declared(model, before, after)
    return action is None or action.manner != "slow" or before.holder == before.active


def fast_has_reason(model: Model, before: GameState, after: GameState) -> bool:
    """303.3 (a)-(d), 303.8: a fast action without trigger is declared for one of the reasons the clauses give."""
    action, window = _declared(model, before, after), before.window
    if action is None or window is None or action.manner not in ("fast", "conditional"):
        return True
    holder = _holder(window)
    after_off_stack = action.manner == "conditional" and window.off_stack and holder not in window.given_away
    return (
        before.phase in model.context.fast_phases
        or holder in window.fast_open_to
        or window.action_left
        or after_off_stack
    )


def trigger_at_its_point(model: Model, before: GameState, after: GameState) -> bool:
    """303.4: a triggered action is declared in a window with its point, while its condition holds."""
    action, window = _declared(model, before, after), before.window
    if action is None or window is None or action.on is None:
        return True
    return action.on in window.points and before.facts.issuperset(action.when)


def point_serves_once(model: Model, before: GameState, after: GameState) -> bool:
    """303.4: who declares a triggered action has not given priority away in this window."""
    action, window = _declared(model, before, after), before.window
    return action is None or window is None or action.on is None or window.holder not in window.given_away


def aimed_at_top(model: Model, before: GameState, after: GameState) -> bool:
    """302.10, 302.12: what is declared to block or redirect is aimed at the top action of the stack."""
    action = _declared(model, before, after)
    return action is None or action.aim is None or (bool(before.stack) and before.top.name == action.aim)


def unpaid_is_cancelled(model: Model, before: GameState, after: GameState) -> bool:
    """302.12: a top action that comes to the last step from before its payment is cancelled."""
    if not before.stack or not after.stack or before.top.name != after.top.name:
        return True
    steps = model.specification.profile.steps
    paying = next(place for place, step in enumerate(steps) if step.does == "pay")
    return _place(model, before.top) >= paying or after.step != steps[-1].id or after.top.cancelled


def steps_go_forward(model: Model, before: GameState, after: GameState) -> bool:
    """302.4, 302.12: an action that stays keeps its step or comes to a later one."""
    was = {entry.name: _place(model, entry) for entry in (*before.queue, *before.stack)}
    return all(was.get(entry.name, -1) <= _place(model, entry) for entry in (*after.queue, *after.stack))


def every_step_forward(model: Model, before: GameState, after: GameState) -> bool:
    """302.4, 303.7: the rank of the game grows; it is bounded, so every turn comes to its end."""
    return rank(model, before) < rank(model, after)


# --- how far a turn has come -----------------------------------------------------------------------------------------


def rank(model: Model, state: GameState) -> tuple[int, ...]:
    """How far the game has come, compared from left to right.

    First the turn and the phase; then how many actions were declared; then how far they have come in all, an action
    counting 0 in the queue, 1 waiting in the stack, one more for each step, and most when it is gone; then the place
    in the machine; then the moment within the window; then how many rule effects ran or were cut in this look.
    """
    specification = model.specification
    phases = [phase.id for phase in specification.profile.phases]
    order, gone = model.context.step_order, len(specification.profile.steps) + 2
    present = {entry.name: 0 for entry in state.queue}
    present |= {entry.name: 1 if entry.step is None else 2 + order[entry.step] for entry in state.stack}
    look = len(state.look.ran) + len(state.look.cut) if state.look else 0
    return (
        state.turn,
        -1 if state.phase is None else phases.index(state.phase),
        len(state.declared),
        sum(present.get(name, gone) for name in state.declared),
        place_rank(model, model.leaf(state)),
        _moment(model.leaf(state), state.window),
        look,
    )


STEP_PLACES = ("entry", "window_before", "perform", "applying", "rule_effects", "offer", "window_after")
"""The places inside a step, in the order in which an action comes to them."""

OTHER_PLACES = {"entering": 0, "offer": 1, "left": 2, "window": 3, "next": 4}
"""The places outside the steps: entering a phase, an action that left, the windows after that, what begins next."""


def place_rank(model: Model, leaf: StateDef) -> int:
    """How far a place of the machine is along the way that leaves everything on the table as it is."""
    steps = model.specification.profile.steps
    if leaf.local_name == "transfer":
        return len(OTHER_PLACES) + len(steps) * len(STEP_PLACES)
    if leaf.path == model.specification.initial:
        return -1
    if leaf.window == "phase" or leaf.window == "removal":
        return OTHER_PLACES["window"]
    if leaf.step is None or leaf.local_name == "left":
        return OTHER_PLACES[leaf.local_name]
    if leaf.window is not None:
        inside = "window_after" if leaf.window == "off_stack" else "window_before"
    else:
        inside = "perform" if leaf.local_name == "leave" else leaf.local_name
    return len(OTHER_PLACES) + model.context.step_order[leaf.step] * len(STEP_PLACES) + STEP_PLACES.index(inside)


def _moment(leaf: StateDef, window: Window | None) -> int:
    if leaf.local_name == "both_passed":
        return 4
    if window is None or leaf.kind != "decision":
        return 0
    return 1 if window.has_declared else 2 + window.passes


# --- parts of states -------------------------------------------------------------------------------------------------


def _names(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    return tuple(entry.name for entry in entries)


def _place(model: Model, entry: Entry) -> int:
    """The place of the step an action is in, ``-1`` while it waits."""
    return -1 if entry.step is None else model.context.step_order[entry.step]


def _holder(window: Window) -> Player:
    assert window.holder is not None
    return window.holder


def works_in_step(leaf: StateDef) -> bool:
    """Is the top action in the step of the place? Not on the way in, and not when it has left."""
    return leaf.step is not None and leaf.window != "removal" and leaf.local_name not in ("entry", "left")


def _moves(before: GameState, after: GameState) -> bool:
    """Does priority go from one player to the other in one window?"""
    return before.holder is not None and after.holder is not None and before.holder != after.holder


def _pays(model: Model, state: GameState) -> bool:
    """Is payment about to be made?"""
    return any(row.kind == "pay" for row in model.specification.rows_from(state.control))


def _declared(model: Model, before: GameState, after: GameState) -> Action | None:
    """What a player declares in this step; a roll that enters the queue by itself is not declared by a player."""
    if not model.is_decision(before) or len(after.declared) == len(before.declared):
        return None
    (name,) = after.declared - before.declared
    return model.table.actions[name]


STATE_CHECKS: Mapping[str, StateCheck] = MappingProxyType(
    {
        check.__name__: check
        for check in (
            one_holder,
            nobody_while_deactivated,
            deactivated_refuses,
            one_place,
            nothing_queued_while_executing,
            paid_was_reserved,
            cancelled_is_unpaid,
            marks_agree,
            holder_can_give_away,
            goes_on,
            one_way,
            refused_or_accepted,
        )
    }
)
"""The properties about a state, by id."""

STEP_CHECKS: Mapping[str, StepCheck] = MappingProxyType(
    {
        check.__name__: check
        for check in (
            facts_change_deactivated,
            offered_if_any,
            only_top_executes,
            queue_moves_whole,
            stack_changes_on_top,
            phase_ends_empty,
            window_closed_by_passes,
            declaring_keeps_priority,
            declaring_opens_answers,
            giving_away_is_noted,
            answers_last_a_hold,
            own_actions_only,
            slow_on_empty_stack,
            slow_by_active,
            fast_has_reason,
            trigger_at_its_point,
            point_serves_once,
            aimed_at_top,
            unpaid_is_cancelled,
            steps_go_forward,
            every_step_forward,
        )
    }
)
"""The properties about a step, by id."""
