"""The closed vocabulary of guards as Python source over the places of a packed state.

To be read side by side with ``core/guards.py``: same names, same order, same clauses. A name in capitals is what
:class:`~berserk_fsm.machine.compiled.numbers.Numbers` calls the same in small letters.

* :data:`CONDITIONS` are expressions: they ask about the state, and about the ``player`` who decides.
* :data:`NARROWINGS` are expressions too, but for a set: which of the actions ``asked`` about pass the guard? So all
  actions of a player are asked about at once.
* :data:`DERIVED` are names that stand for expressions, worked out once for all guards of a state.
* :data:`CONDITIONS_WITH_ARGUMENT` take the number of a step or phase.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from berserk_fsm.machine.compiled.packing import (
    ACTION_LEFT,
    BLOCKED,
    CANCELLED,
    FAST_OPEN_TO,
    GIVEN_AWAY,
    HAS_DECLARED,
    HOLDER,
    NUMBER,
    OFF_STACK,
    PASSES,
    POINTS_CLOSED_TO,
    STEP,
    TARGET,
    TEN_BITS,
)

__all__ = ["CONDITIONS", "CONDITIONS_WITH_ARGUMENT", "DERIVED", "NARROWINGS", "OFFERED_PLACES"]

OFFERED_PLACES = (
    *("active", "phase", "facts", "declared", "queue", "stack", "window", "points", "look", "deactivated"),
)
"""What the function that tells what is offered is given, besides the set of actions asked about and their player."""

_HOLDER = f"(window & {HOLDER})"
_TOP = f"(stack[-1] >> {NUMBER} & {TEN_BITS})"
_OPEN_TO_HOLDER = f"window & window >> {FAST_OPEN_TO} & {HOLDER}"
_GAVE_AWAY = f"window & window >> {GIVEN_AWAY} & {HOLDER}"
_LOST_POINTS = f"window & window >> {POINTS_CLOSED_TO} & {HOLDER}"
_LEFT_OR_OPEN = f"(window & {ACTION_LEFT} or {_OPEN_TO_HOLDER})"
_CONDITIONAL_IS_OPEN = f"(window & {OFF_STACK} and not {_GAVE_AWAY})"
_FAST_IS_OPEN = f"(phase in FAST_PHASES or {_LEFT_OR_OPEN})"
_SOMEONE = "SOMEONE_MAY_DECLARE(active, phase, facts, declared, queue, stack, look)"
_LEGAL = f"(not REQUIRES[{_TOP}] & ~facts and AIM_STILL_HOLDS(stack, {_TOP}))"
_FREE = f"COST_IS_FREE({_TOP}, facts, queue, stack)"
_ACTIVES = f"(not stack or PLAYER[{_TOP}] == active)"
_HERE = "WHOSE_POINT_IS_HERE(points)"

DERIVED: Mapping[str, str] = MappingProxyType({"due": "EFFECTS and DUE(facts) or 0"})
"""Names that guards share."""

CONDITIONS: Mapping[str, str] = MappingProxyType(
    {
        # --- who decides, and when ---
        "stack_is_not_deactivated": "not deactivated",
        "decides_as_holder": f"{_HOLDER} == player",
        # --- giving priority away ---
        "holder_has_not_declared": f"not window & {HAS_DECLARED}",
        "holder_has_declared": f"window & {HAS_DECLARED}",
        "opponent_has_passed": f"window >> {PASSES} == 1",
        "opponent_has_not_passed": f"window >> {PASSES} == 0",
        "no_own_trigger_left": (f"not OFFERED(TRIGGERED & BY[{_HOLDER}], {_HOLDER}, {', '.join(OFFERED_PLACES)})"),
        # --- 303.3: slow and fast ---
        "phase_is_main": "phase == MAIN_PHASE",
        "decides_as_turn_player": "player == active",
        "stack_is_empty": "not stack",
        "stack_is_not_empty": "stack",
        "queue_is_empty": "not queue",
        "queue_is_not_empty": "queue",
        "opponent_declared": _OPEN_TO_HOLDER,
        "opponent_declared_or_action_left": _LEFT_OR_OPEN,
        "opponent_declared_or_conditional_is_open": f"({_OPEN_TO_HOLDER} or {_CONDITIONAL_IS_OPEN})",
        "opponent_declared_or_action_left_or_conditional_is_open": f"({_LEFT_OR_OPEN} or {_CONDITIONAL_IS_OPEN})",
        "fast_is_open": _FAST_IS_OPEN,
        "fast_or_conditional_is_open": f"({_FAST_IS_OPEN} or {_CONDITIONAL_IS_OPEN})",
        "someone_may_declare": _SOMEONE,
        "nobody_may_declare": f"not {_SOMEONE}",
        # --- 302.12: executing the top action ---
        "top_has_not_begun": f"not stack[-1] >> {STEP}",
        "top_is_legal": _LEGAL,
        "top_is_illegal": f"not {_LEGAL}",
        "top_cost_is_free": _FREE,
        "top_cost_is_not_free": f"not {_FREE}",
        "top_has_target": f"stack[-1] >> {TARGET} & {TEN_BITS}",
        "top_has_no_target": f"not stack[-1] >> {TARGET} & {TEN_BITS}",
        "top_rolls": f"ROLLS[{_TOP}]",
        "top_does_not_roll": f"not ROLLS[{_TOP}]",
        "roll_is_to_be_made": f"not declared & ROLL_BIT[{_TOP}]",
        "roll_is_made": f"declared & ROLL_BIT[{_TOP}]",
        "top_is_blocked": f"stack[-1] & {BLOCKED}",
        "top_is_not_blocked": f"not stack[-1] & {BLOCKED}",
        "top_is_cancelled": f"stack[-1] & {CANCELLED}",
        "top_is_not_cancelled": f"not stack[-1] & {CANCELLED}",
        "top_is_actives": _ACTIVES,
        "top_is_nonactives": f"not {_ACTIVES}",
        # --- 302.7: rule effects ---
        "rule_effects_are_due": "due & ~look[0]",
        "only_looping_are_due": "(not due & ~look[0] and due & look[0] & ~look[1])",
        "no_rule_effects_are_due": "not due & ~(look[0] & look[1])",
    }
)
"""Guards that do not ask about the declared action."""

NARROWINGS: Mapping[str, str] = MappingProxyType(
    {
        # --- who decides, and when ---
        "action_is_own": "asked & BY[player]",
        "action_is_no_roll": "asked & NO_ROLLS",
        "action_is_undeclared": "asked & ~declared",
        "is_holders_new_action": f"asked & OWN[player] & ~declared if {_HOLDER} == player else 0",
        # --- what an action is aimed at ---
        "aim_is_not_queued": "asked & ~AIMED_AT_ANY(queue)",
        "aim_is_on_stack": "asked & (AIMLESS | AIMED_AT_ANY(stack))",
        "aim_is_top": f"asked & (AIMLESS | AIMED_AT[{_TOP}] if stack else AIMLESS)",
        "aim_is_not_applied": "asked & ~BLOCKS_TOO_LATE(stack)",
        "aim_has_target": "asked & ~AIMED_IN_VAIN",
        "aim_is_not_redirected": "asked & ~REDIRECTS_AGAIN(stack)",
        "aims_target_is_not_final": "asked & ~REDIRECTS_TOO_LATE(stack)",
        "aim_is_possible": "asked & (AIMLESS | AIMED_AT_TOP(queue, stack)) if asked & AIMING else asked",
        # --- conditions and trigger points ---
        "when_holds": "WHOSE_CONDITION_HOLDS(asked, facts) if asked & WAITING else asked",
        "point_is_here": f"asked & {_HERE}",
        "point_is_not_used": f"asked & ~{_HERE} if {_GAVE_AWAY} else asked",
        "point_is_not_closed": f"asked & ~{_HERE} if {_LOST_POINTS} else asked",
        # --- 302.12: reserving at declaration ---
        "cost_is_free": "WHOSE_COST_IS_FREE(asked, facts, queue, stack) if asked & COSTLY else asked",
    }
)
"""Guards that ask about the declared action: which of the actions ``asked`` about pass?"""

CONDITIONS_WITH_ARGUMENT: Mapping[str, str] = MappingProxyType(
    {"top_is_suspended_at": f"stack[-1] >> {STEP} == {{number}}", "starts_in": "START_PHASE == {number}"}
)
"""Guards with an argument; ``{number}`` is that of the step or phase."""
