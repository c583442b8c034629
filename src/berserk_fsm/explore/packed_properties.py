"""The properties for many packed states at once; to be read side by side with :mod:`berserk_fsm.explore.properties`.

Three of them (``holder_can_give_away``, ``goes_on``, ``one_way``) and ``refused_or_accepted`` are about which rows are
enabled; the search counts those while it takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from berserk_fsm.explore.batch import Batch
from berserk_fsm.explore.codes import ActionCode, Codes, Declared
from berserk_fsm.explore.layout import Bits, Lanes, Truth
from berserk_fsm.explore.packed_guards import opened_off_stack, point_is_here
from berserk_fsm.explore.packed_rows import packed_refusals
from berserk_fsm.explore.properties import OFFERED_WINDOWS, place_rank, works_in_step
from berserk_fsm.machine.agreement import is_looking

__all__ = ["COUNTED", "PACKED_DECLARED_CHECKS", "PACKED_STATE_CHECKS", "PACKED_STEP_CHECKS", "Places"]

COUNTED = ("holder_can_give_away", "goes_on", "one_way", "refused_or_accepted")
"""The properties the search checks by counting enabled rows."""


class Places:
    """What the machine's states say, looked up by their codes.

    Args:
        codes: everything that does not change during a search.
    """

    def __init__(self, codes: Codes) -> None:
        specification = codes.model.specification
        leaves = specification.leaves
        self.codes = codes
        self.is_decision = np.array([leaf.kind == "decision" for leaf in leaves])
        # Whose hold it is: 0 nobody's, 1 Active's, 2 Non-active's.
        roles = [leaf.holder if leaf.kind == "decision" else None for leaf in leaves]
        self.role = np.array([(None, "active", "nonactive").index(role) for role in roles], np.uint64)
        self.executes = np.array(
            [".execution." in leaf.path and leaf.window is None and leaf.local_name != "transfer" for leaf in leaves]
        )
        self.pays = np.array([any(row.kind == "pay" for row in specification.rows_from(leaf.path)) for leaf in leaves])
        self.both_passed = np.array([leaf.local_name == "both_passed" for leaf in leaves])

        self.offers = np.array([leaf.local_name == "offer" for leaf in leaves])
        self.offered = np.array([leaf.window in OFFERED_WINDOWS for leaf in leaves])
        self.refusals = packed_refusals(specification)
        self.cited = ("302.8", *dict.fromkeys(row.clause for row in specification.refusals))
        self.cited_when_deactivated = 0

        # What a situation notes of its place, in the codes of the layout.
        layout = codes.layout
        opened = [leaf.window if leaf.local_name != "both_passed" else None for leaf in leaves]
        self.phase = np.array([layout.phases.index(leaf.phase) for leaf in leaves], np.uint64)
        self.deactivated = np.array([leaf.deactivated for leaf in leaves], np.uint64)
        self.window = np.array([layout.windows.index(window) for window in opened], np.uint64)
        self.has_declared = np.array([leaf.local_name == "has_declared" for leaf in leaves], np.uint64)
        self.looking = np.array([is_looking(leaf) for leaf in leaves], np.uint64)
        # The step the top action is in, 0 where it may be in any.
        in_step = [leaf.step if works_in_step(leaf) else None for leaf in leaves]
        self.step = np.array([layout.steps.index(step) for step in in_step], np.uint64)

        ranks = [place_rank(codes.model, leaf) for leaf in leaves]
        # How far each place is along the way that leaves the table as it is, from 0.
        self.rank = np.array([rank - min(ranks) for rank in ranks], np.uint64)


StateCheck = Callable[[Codes, Places, Batch], "Truth"]
StepCheck = Callable[[Codes, Places, Batch, Batch], "Truth"]
DeclaredCheck = Callable[[Codes, Declared, Batch, Batch], "Truth | bool"]


# --- states ----------------------------------------------------------------------------------------------------------


def one_holder(c: Codes, p: Places, b: Batch) -> Truth:
    """303.1: in a decision state the player whose hold it is has priority; elsewhere nobody."""
    role = p.role[b.get(b.layout.control)]
    active = b.get(b.layout.active)
    expected = np.where(role == 1, active + 1, np.where(role == 2, 2 - active, np.uint64(0)))
    return b.get(b.layout.holder) == expected


def nobody_while_deactivated(c: Codes, p: Places, b: Batch) -> Truth:
    """302.8: with the stack deactivated there is no window and no decision."""
    open_ = (b.get(b.layout.kind) != 0) | p.is_decision[b.get(b.layout.control)]
    return (b.get(b.layout.deactivated) == 0) | ~open_


def deactivated_refuses(c: Codes, p: Places, b: Batch) -> Truth:
    """302.8: with the stack deactivated every decision is refused, and 302.8 is the clause that is cited."""
    holds = np.ones(len(b), np.bool_)
    places = np.flatnonzero(b.get(b.layout.deactivated) == 1)
    if len(places):
        inside = b.at(places)
        for d in c.decisions:
            holds[places] &= _cited(c, p, inside, d) == p.cited_when_deactivated
    return holds


def _cited(c: Codes, p: Places, b: Batch, d: Declared) -> npt.NDArray[np.int64]:
    """Which clause the first refusal that applies cites, as its place in ``p.cited``; -1 where nothing refuses."""
    cited = np.full(len(b), -1)
    for refusal in p.refusals:
        if not refusal.applies_to(d):
            continue
        fails = ~np.broadcast_to(np.asarray(refusal.guard(c, b, d)), len(b))
        cited[fails & (cited < 0)] = p.cited.index(refusal.refusal.clause)
        if (cited >= 0).all():
            break
    return cited


def one_place(c: Codes, p: Places, b: Batch) -> Truth:
    """302.9, 302.11: no name stands twice in queue and stack, and all of them were declared."""
    queued, stacked = b.get(b.layout.queued), b.get(b.layout.stacked)
    together = queued | stacked
    once = np.bitwise_count(together) == b.get(b.layout.length)
    return ((queued & stacked) == 0) & once & ((together & ~b.get(b.layout.declared)) == 0)


def nothing_queued_while_executing(c: Codes, p: Places, b: Batch) -> Truth:
    """302.11, 303.7: inside execution, outside windows and before the transfer, the queue is empty."""
    return ~p.executes[b.get(b.layout.control)] | (b.get(b.layout.queued) == 0)


def paid_was_reserved(c: Codes, p: Places, b: Batch) -> Truth:
    """302.12: where payment is about to be made, the top action has its resources reserved, if it costs anything."""
    free = c.cost[b.top] == 0
    return ~p.pays[b.get(b.layout.control)] | free | ((b.get(b.layout.reserved) & b.top_bit) != 0)


def cancelled_is_unpaid(c: Codes, p: Places, b: Batch) -> Truth:
    """302.12: only the top action can be cancelled; it reserves nothing and is in the last step."""
    cancelled = b.get(b.layout.cancelled)
    top = np.where(b.get(b.layout.stack_length) > 0, b.top_bit, np.uint64(0))
    only_top = (cancelled & ~top) == 0
    last = (b.top_step == len(b.layout.steps) - 1) & ((cancelled & b.get(b.layout.reserved)) == 0)
    return (cancelled == 0) | (only_top & last & ~p.pays[b.get(b.layout.control)])


def marks_agree(c: Codes, p: Places, b: Batch) -> Truth:
    """302.6, 302.8, 302.12, 303.1: what a situation says of itself agrees with the place of the machine it is in.

    Points are packed as those of the present step or phase, so that here they cannot be others.
    """
    layout, at = b.layout, b.get(b.layout.control)
    step = p.step[at]
    return (
        (b.get(layout.phase) == p.phase[at])
        & (b.get(layout.deactivated) == p.deactivated[at])
        & (b.get(layout.kind) == p.window[at])
        & (b.get(layout.has_declared) == p.has_declared[at])
        & (b.get(layout.looking) == p.looking[at])
        & ((step == 0) | ((b.get(layout.stack_length) > 0) & (b.top_step == step)))
    )


# --- steps -----------------------------------------------------------------------------------------------------------


def facts_change_deactivated(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """302.8, 302.12: facts change while the stack is deactivated, or in the step that deactivates it."""
    facts, off = before.layout.fact_set, before.layout.deactivated
    return (before.get(facts) == after.get(facts)) | ((before.get(off) | after.get(off)) == 1)


def offered_if_any(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """303.8: after an off-stack action a window opens just if someone has something to declare in it."""
    holds = np.ones(len(before), np.bool_)
    places = np.flatnonzero(p.offers[before.get(before.layout.control)])
    if len(places):
        opened = opened_off_stack(c, before.at(places))
        wanted = np.zeros(len(places), np.bool_)
        for own in c.declarations:
            if _action(own).action.manner in ("triggered", "conditional"):
                opened.put(opened.layout.holder, own.player + 1)
                wanted |= _cited(c, p, opened, own) < 0
        entered = after.at(places)
        opened_now = (entered.get(after.layout.kind) != 0) & p.offered[entered.get(after.layout.control)]
        holds[places] = opened_now == wanted
    return holds


def only_top_executes(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """302.3, 302.4: whatever was not on top keeps its step."""
    same = np.ones(len(before), np.bool_)
    top, has_top = before.top, before.get(before.layout.stack_length) > 0
    for place, word in enumerate(before.layout.step.words):
        allowed = _lane_mask(before.layout.step, top, place, has_top)
        # A top action that left takes its step with it, which only clears its own lane.
        same &= ((before.words[word] ^ after.words[word]) & ~allowed & before.layout.step.ones(place)) == 0
    return same


def _lane_mask(lanes: Lanes, which: Bits, place: int, there: Truth) -> Bits:
    """Ones in the lane ``which``, if it lies in the word at ``place``."""
    here = there & (which // lanes.per == place)
    return np.where(here, np.uint64(lanes.mask) << which % lanes.per * lanes.width, np.uint64(0))


def queue_moves_whole(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """302.11, 303.5, 303.7: the queue stays, gets one more at its end, or moves onto the stack as it is."""
    layout = before.layout
    was, now = before.get(layout.length), after.get(layout.length)
    stack_was, stack_now = before.get(layout.stack_length), after.get(layout.stack_length)
    kept = _begins_alike(c, before, after, was)
    stays = (stack_now == stack_was) & ((now == was) | (now == was + 1)) & kept
    moves = (stack_now == now) & (now == was) & kept
    nothing_queued = (stack_was == was) & (stack_now == now)
    return stays | moves | nothing_queued


def stack_changes_on_top(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """302.2, 302.4: the stack stays, gets more on top, or loses its top action."""
    was, now = before.get(before.layout.stack_length), after.get(before.layout.stack_length)
    return (now + 1 >= was) & _begins_alike(c, before, after, np.minimum(was, now))


def _begins_alike(c: Codes, before: Batch, after: Batch, length: Bits) -> Truth:
    """Are the first ``length`` names of stack and queue the same?"""
    lanes, alike = before.layout.order, np.ones(len(before), np.bool_)
    for place, word in enumerate(lanes.words):
        inside = np.clip(length.astype(np.int64) - place * lanes.per, 0, lanes.per).astype(np.uint64)
        # Shifting by a whole word is not defined, so the last lane is added by itself.
        ones = (np.uint64(1) << np.minimum(inside * lanes.width, 63)) - 1
        ones = np.where(inside * lanes.width >= 64, np.uint64(2**64 - 1), ones)
        alike &= ((before.words[word] ^ after.words[word]) & ones) == 0
    return alike


def phase_ends_empty(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """303.7: when the phase or the turn changes, queue and stack are empty."""
    layout = before.layout
    same = (before.get(layout.phase) == after.get(layout.phase)) & (
        before.get(layout.active) == after.get(layout.active)
    )
    return same | (before.get(layout.length) == 0)


def window_closed_by_passes(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """303.2, 303.7: a window closes in the hold of a player who declared nothing, after the opponent's pass."""
    layout = before.layout
    closes = (before.get(layout.kind) != 0) & (after.get(layout.kind) == 0)
    return ~closes | ((before.get(layout.passes) == 1) & (before.get(layout.has_declared) == 0))


def giving_away_is_noted(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """303.4, 303.6, 303.8: whoever gave priority away in a window has had the one hold for triggers, and who gets it
    begins a new hold.
    """
    layout = before.layout
    noted = (after.get(layout.given_away) & before.get(layout.holder)) != 0
    return ~_moves(before, after) | (noted & (after.get(layout.has_declared) == 0))


def answers_last_a_hold(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """303.3 (b), reading ``opponent_declared_lasts`` = hold: with priority the right to answer is given away."""
    layout = before.layout
    return ~_moves(before, after) | ((after.get(layout.fast_open_to) & before.get(layout.holder)) == 0)


def _moves(before: Batch, after: Batch) -> Truth:
    """Does priority go from one player to the other in one window?"""
    was, now = before.get(before.layout.holder), after.get(after.layout.holder)
    return (was != 0) & (now != 0) & (was != now)


def unpaid_is_cancelled(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """302.12: a top action that comes to the last step from before its payment is cancelled."""
    layout, last = before.layout, len(before.layout.steps) - 1
    same = (before.get(layout.stack_length) == after.get(layout.stack_length)) & (before.top == after.top)
    skips = same & (before.get(layout.stack_length) > 0) & (before.top_step < c.paying_step) & (after.top_step == last)
    return ~skips | ((after.get(layout.cancelled) & after.top_bit) != 0)


def steps_go_forward(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """302.4, 302.12: an action that stays keeps its step or comes to a later one.

    That no other action than the top one changes its step at all is ``only_top_executes``.
    """
    top, there = before.top, before.get(before.layout.stack_length) > 0
    stays = ((after.get(after.layout.stacked) >> top) & 1) == 1
    return ~(there & stays) | (after.lane(after.layout.step, top) >= before.lane(before.layout.step, top))


def every_step_forward(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """302.4, 303.7: the rank of the game grows; it is bounded, so every turn comes to its end."""
    next_turn = before.get(before.layout.active) != after.get(after.layout.active)
    return next_turn | (_rank(c, p, before) < _rank(c, p, after))


def _rank(c: Codes, p: Places, b: Batch) -> Bits:
    """The rank as one number; its parts and their order are those of :func:`properties.rank`."""
    layout, names, effects = b.layout, len(c.actions), len(c.effects)
    control = b.get(layout.control)
    declared, queued, stacked = b.get(layout.declared), b.get(layout.queued), b.get(layout.stacked)
    gone = np.bitwise_count(declared & ~(queued | stacked)).astype(np.uint64)
    most = len(layout.steps) + 1
    progress = gone * most + np.bitwise_count(stacked) + _sum_of_steps(c, b)
    waits = np.where(b.get(layout.has_declared) == 1, np.uint64(1), 2 + b.get(layout.passes))
    moment = np.where(p.both_passed[control], np.uint64(4), np.where(p.is_decision[control], waits, np.uint64(0)))
    look = np.bitwise_count(b.get(layout.ran)).astype(np.uint64) + np.bitwise_count(b.get(layout.cut))
    rank = b.get(layout.phase)
    for part, values in (
        (np.bitwise_count(declared), names + 1),
        (progress, names * most + 1),
        (p.rank[control], int(p.rank.max()) + 1),
        (moment, 6),
        (look, 2 * effects + 1),
    ):
        rank = rank * values + part
    return rank


_EVERY_4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_EVERY_8 = np.uint64(0x00FF00FF00FF00FF)
"""Every second lane of 4 and of 8 bits."""


def _sum_of_steps(c: Codes, b: Batch) -> Bits:
    """The steps of all actions added up: lanes of a word are folded into one another."""
    lanes, total = b.layout.step, np.zeros(len(b), np.uint64)
    for place, at in enumerate(lanes.words):
        word = b.words[at] & lanes.ones(place)
        if lanes.width == 4:
            word = (word & _EVERY_4) + (word >> np.uint64(4) & _EVERY_4)
        total += (word & _EVERY_8) + (word >> np.uint64(8) & _EVERY_8)
    return (total * np.uint64(0x0001000100010001)) >> np.uint64(48)


# --- what is declared ------------------------------------------------------------------------------------------------


def _action(d: Declared) -> ActionCode:
    assert d.action is not None
    return d.action


def declaring_keeps_priority(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """303.3: the window in which something is declared stays open, with the same holder."""
    return (after.get(after.layout.kind) != 0) & (after.get(after.layout.holder) == before.get(before.layout.holder))


def declaring_opens_answers(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """303.3 (b), gap/two_passes_end_phase: a declaration lets the opponent answer, and passes are counted anew."""
    layout = after.layout
    opponent = 3 - after.get(layout.holder)
    answers = (after.get(layout.kind) != 0) & ((after.get(layout.fast_open_to) & opponent) != 0)
    return answers & (after.get(layout.passes) == 0)


def own_actions_only(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """303.1: what is declared is an action of the holder."""
    return before.get(before.layout.holder) == int(c.by[_action(d).code]) + 1


def slow_on_empty_stack(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """303.3: a slow action is declared in the main phase, with queue and stack empty."""
    layout = before.layout
    if _action(d).action.manner != "slow":
        return True
    return (before.get(layout.phase) == c.main_phase) & (before.get(layout.length) == 0)


def slow_by_active(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """303.1, 303.3: a slow action is declared by Active."""
    layout = before.layout
    return _action(d).action.manner != "slow" or before.get(layout.holder) == before.get(layout.active) + 1


def fast_has_reason(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """303.3 (a)-(d), 303.8: a fast action without trigger is declared for one of the reasons the clauses give."""
    layout, manner = before.layout, _action(d).action.manner
    if manner not in ("fast", "conditional"):
        return True
    holder, given_away = before.get(layout.holder), before.get(layout.given_away)
    reason = np.isin(before.get(layout.phase), c.fast_phases) | (before.get(layout.action_left) == 1)
    reason |= (before.get(layout.fast_open_to) & holder) != 0
    if manner == "conditional":
        reason |= (before.get(layout.off_stack) == 1) & ((given_away & holder) == 0)
    return reason


def trigger_at_its_point(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """303.4: a triggered action is declared in a window with its point, while its condition holds."""
    if _action(d).action.on is None:
        return True
    when = _action(d).when
    return point_is_here(c, before, d) & ((before.get(before.layout.fact_set) & when) == when)


def point_serves_once(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """303.4: who declares a triggered action has not given priority away in this window."""
    layout = before.layout
    return _action(d).action.on is None or (before.get(layout.given_away) & before.get(layout.holder)) == 0


def aimed_at_top(c: Codes, d: Declared, before: Batch, after: Batch) -> Truth | bool:
    """302.10, 302.12: what is declared to block or redirect is aimed at the top action of the stack."""
    aim = _action(d).aim
    return aim is None or ((before.get(before.layout.stack_length) > 0) & (before.top == aim))


PACKED_STATE_CHECKS: Mapping[str, StateCheck] = MappingProxyType(
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
        )
    }
)
"""About a state, asked of every new one."""

PACKED_STEP_CHECKS: Mapping[str, StepCheck] = MappingProxyType(
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
            giving_away_is_noted,
            answers_last_a_hold,
            unpaid_is_cancelled,
            steps_go_forward,
            every_step_forward,
        )
    }
)
"""About a step, asked of every transition."""

PACKED_DECLARED_CHECKS: Mapping[str, DeclaredCheck] = MappingProxyType(
    {
        check.__name__: check
        for check in (
            declaring_keeps_priority,
            declaring_opens_answers,
            own_actions_only,
            slow_on_empty_stack,
            slow_by_active,
            fast_has_reason,
            trigger_at_its_point,
            point_serves_once,
            aimed_at_top,
        )
    }
)
"""About a step in which a player declares something, asked of every declaration."""
