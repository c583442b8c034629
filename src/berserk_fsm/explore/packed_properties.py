"""The properties for many packed states at once; to be read side by side with :mod:`berserk_fsm.explore.properties`.

Three of them (``holder_can_give_away``, ``goes_on``, ``one_way``) and ``refused_or_accepted`` are about which rows are
enabled; the search counts those while it takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from berserk_fsm.explore.batch import Batch
from berserk_fsm.explore.codes import ActionCode, Codes, Declared
from berserk_fsm.explore.layout import Bits, Lanes, Truth
from berserk_fsm.explore.packed_guards import point_is_here
from berserk_fsm.explore.properties import place_rank

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


# --- steps -----------------------------------------------------------------------------------------------------------


def facts_change_deactivated(c: Codes, p: Places, before: Batch, after: Batch) -> Truth:
    """302.8, 302.12: facts change while the stack is deactivated, or in the step that deactivates it."""
    facts, off = before.layout.fact_set, before.layout.deactivated
    return (before.get(facts) == after.get(facts)) | ((before.get(off) | after.get(off)) == 1)


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
            one_place,
            nothing_queued_while_executing,
            paid_was_reserved,
            cancelled_is_unpaid,
        )
    }
)
"""About a state, asked of every new one."""

PACKED_STEP_CHECKS: Mapping[str, StepCheck] = MappingProxyType(
    {
        check.__name__: check
        for check in (
            facts_change_deactivated,
            only_top_executes,
            queue_moves_whole,
            stack_changes_on_top,
            phase_ends_empty,
            window_closed_by_passes,
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
