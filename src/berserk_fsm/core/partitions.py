"""Which guards exclude each other and cover every case: in each group exactly one holds at any moment.

The specification is checked with these: an automatic state must have exactly one way on, and no decision may have two.
"""

from __future__ import annotations

__all__ = ["BY_ARGUMENT", "PARTITIONS"]

PARTITIONS: tuple[tuple[str, ...], ...] = (
    ("holder_has_not_declared", "holder_has_declared"),
    ("opponent_has_not_passed", "opponent_has_passed"),
    ("stack_is_empty", "stack_is_not_empty"),
    ("queue_is_empty", "queue_is_not_empty"),
    ("someone_may_declare", "nobody_may_declare"),
    ("top_has_not_begun", "top_is_suspended_at"),
    ("top_is_legal", "top_is_illegal"),
    ("top_cost_is_free", "top_cost_is_not_free"),
    ("top_has_target", "top_has_no_target"),
    ("top_rolls", "top_does_not_roll"),
    ("roll_is_to_be_made", "roll_is_made"),
    ("top_is_blocked", "top_is_not_blocked"),
    ("top_is_cancelled", "top_is_not_cancelled"),
    ("top_is_actives", "top_is_nonactives"),
    ("rule_effects_are_due", "only_looping_are_due", "no_rule_effects_are_due"),
    ("starts_in",),
)

BY_ARGUMENT = frozenset({"top_is_suspended_at", "starts_in"})
"""Guards that hold for exactly one of the arguments the specification uses them with (and count as one case each)."""
