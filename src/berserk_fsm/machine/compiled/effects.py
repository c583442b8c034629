"""The closed vocabulary of effects as Python source over the places of a packed state.

To be read side by side with ``core/effects.py``: same names, same order, same clauses. Each assigns to the names of
the places; ``chosen`` is the choice of the player and ``number`` that of the declared action. A name in capitals is
what :class:`~berserk_fsm.machine.compiled.numbers.Numbers` calls the same in small letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from berserk_fsm.machine.compiled.numbers import opened_window
from berserk_fsm.machine.compiled.packing import (
    ACTION_LEFT,
    CANCELLED,
    CANCELLED_NAMES,
    FAST_OPEN_TO,
    GIVEN_AWAY,
    HAS_DECLARED,
    HOLDER,
    LEFT,
    NUMBER,
    OFF_STACK,
    PASSES,
    POINTS_CLOSED_TO,
    RESERVED,
    STEP,
    TEN_BITS,
)

__all__ = ["EFFECTS", "EFFECTS_WITH_ARGUMENT", "PRIORITY_TO"]

_HOLDER = f"(window & {HOLDER})"
_OPPONENT = f"({HOLDER} - {_HOLDER})"
_TOP = f"(stack[-1] >> {NUMBER} & {TEN_BITS})"
_ROLL_ENTRY = f"NEW_ENTRY[ROLL[{_TOP}]]"
_BELOW_STEP = (1 << STEP) - 1
_BELOW_PASSES = (1 << PASSES) - 1


def _top(changed: str) -> str:
    """The stack with its top entry changed."""
    return f"stack = (*stack[:-1], {changed})"


EFFECTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # --- declaring: 303.3, 303.5 ---
        "enqueue_declared": (
            f"window |= {HAS_DECLARED}",
            "queue = (*queue, NEW_ENTRY[number])",
            "declared |= chosen",
        ),
        "break_pass_chain": (f"window &= {_BELOW_PASSES}",),
        "open_fast_to_opponent": (f"window |= {_OPPONENT} << {FAST_OPEN_TO}",),
        "close_points_to_opponent": (f"window |= ({_OPPONENT} & window >> {GIVEN_AWAY}) << {POINTS_CLOSED_TO}",),
        "reserve_declared_cost": (f"queue = (*queue[:-1], queue[-1] | {RESERVED})",),
        # --- giving priority away: 303.2, 303.6, 303.7 ---
        "count_pass": (f"window += {1 << PASSES}",),
        "note_given_away": (f"window |= {_HOLDER} << {GIVEN_AWAY}",),
        "close_fast_to_holder": (f"window &= ~({_HOLDER} << {FAST_OPEN_TO})",),
        "give_priority_to_opponent": (f"window = (window ^ {HOLDER}) & ~{HAS_DECLARED}",),
        "close_window": ("window = 0", "points = ()"),
        # --- opening a window: 303.1, 303.3, 303.4, 303.8 ---
        "open_phase_window": (
            f"window = {opened_window('phase', OFF_STACK)}",
            "points = PHASE_POINTS(phase, look)",
            "look = None",
        ),
        "reopen_phase_window": (f"window = {opened_window('phase', ACTION_LEFT)}", "points = ()"),
        "open_removal_window": (f"window = {opened_window('removal', ACTION_LEFT)}", "points = ()"),
        # --- from the queue to the stack: 302.11, 303.7 ---
        "move_queue_to_stack": ("stack += queue", "queue = ()"),
        # --- executing the top action: 302.12, gap/512 ---
        "cancel_top": (_top(f"stack[-1] & ~{RESERVED} | {CANCELLED}"),),
        "reserve_top_cost": (_top(f"stack[-1] | {RESERVED}"),),
        "enqueue_roll": (f"queue = (*queue, {_ROLL_ENTRY})", f"declared |= ROLL_BIT[{_TOP}]"),
        "put_roll_on_stack": (f"declared |= ROLL_BIT[{_TOP}]", f"stack = (*stack, {_ROLL_ENTRY})"),
        "deactivate_stack": ("deactivated = True",),
        "reactivate_stack": ("deactivated = False",),
        "apply_top_effect": (
            f"number = {_TOP}",
            "facts = facts & KEEP[number] | ADD[number]",
            "stack = stack if AIM[number] is None else HIT(stack, number)",
        ),
        "pay_top": (f"facts &= UNSPENT[{_TOP}]", _top(f"stack[-1] & ~{RESERVED}")),
        "remove_executed": (f"past = (past, {LEFT}, ({_TOP},))", "stack = stack[:-1]"),
        "remove_cancelled": (f"past = (past, {CANCELLED_NAMES}, ({_TOP},))", "stack = stack[:-1]"),
        # --- rule effects: 302.7, 303.9 ---
        "begin_look": ("look = (0, 0, (), ())",),
        "run_rule_effects": ("facts, look, past = RUN(DUE(facts), facts, look, past)",),
        "cut_loop": ("look, past = CUT(DUE(facts), look, past)",),
        "end_look": ("look = None",),
        # --- the turn: 302.6 ---
        "next_turn": (f"active = {HOLDER} - active", "turn += 1"),
    }
)
"""The effects, each as a few statements."""

EFFECTS_WITH_ARGUMENT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "open_step_window": (
            f"window = {opened_window('step')} | ({OFF_STACK} if look is not None and look[2] else 0)",
            "points = STEP_POINTS(stack, look, {number})",
            "look = None",
        ),
        "open_off_stack_window": (
            f"window = {opened_window('off_stack', OFF_STACK)}",
            "points = STEP_POINTS(stack, look, {number})",
            "look = None",
        ),
        "enter_step": (_top(f"stack[-1] & {_BELOW_STEP} | {{number}} << {STEP}"),),
        "enter_phase": ("phase = {number}",),
    }
)
"""The effects with a step or phase as their argument; ``{number}`` is its number."""

PRIORITY_TO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "active": (f"window = window & ~{HOLDER} | active",),
        "nonactive": (f"window = window & ~{HOLDER} | {HOLDER} - active",),
    }
)
"""``give_priority_to``, by role (303.1, 303.8)."""
