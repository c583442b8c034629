"""What both engines share: names of triggers, and settling with a bound that reports the cycle."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Decision, MicroStep, Specification, SpecificationError, default_profile
from berserk_fsm.core.table import build_table
from berserk_fsm.core.values import GameState
from berserk_fsm.machine.compile import context_for
from berserk_fsm.machine.engine import MICRO_STEP_BOUND, event_of, settle


class Going:
    """Goes round in two rows, ``length`` times in all."""

    def __init__(self, spec: Specification, length: int) -> None:
        self.rows = [spec.row_by_id[f"turn.main_phase.entering/{kind}"] for kind in ("run_batch", "cut_loop")]
        self.left = length

    def advance(self) -> MicroStep | None:
        if self.left == 0:
            return None
        self.left -= 1
        state = GameState("turn.main_phase.entering")
        return MicroStep(self.rows[self.left % 2], state, state)


def test_bound_reports_the_cycle(spec: Specification) -> None:
    """A machine that does not settle is stopped, and the rows it goes round in are named, each once."""
    with pytest.raises(SpecificationError) as caught:
        settle(Going(spec, MICRO_STEP_BOUND + 1).advance)
    for kind in ("run_batch", "cut_loop"):
        assert str(caught.value).count(f"turn.main_phase.entering/{kind}") == 1


def test_progress_up_to_the_bound_is_allowed(spec: Specification) -> None:
    """The twin: a long way that ends is no cycle."""
    assert len(settle(Going(spec, MICRO_STEP_BOUND).advance)) == MICRO_STEP_BOUND


def test_triggers_of_decisions(spec: Specification) -> None:
    """Declarations fire by the manner of the action; giving away by what it is."""
    table = build_table(
        [Action("M", by="A", speed="slow"), Action("F", by="A"), Action("c", by="A", when=("f",))],
        profile=default_profile(),
    )
    context = context_for(spec, table)
    fired = [event_of(context, Decision("declare", "A", name)) for name in ("M", "F", "c")]
    assert fired == ["declare_slow", "declare_fast", "declare_conditional"]
    assert event_of(context, Decision("pass", "A")) == "pass_priority"
    assert event_of(context, Decision("hand_over", "A")) == "hand_over_priority"
    with pytest.raises(KeyError):
        event_of(context, Decision("declare", "A", "nothing"))
