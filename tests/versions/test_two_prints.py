"""The two prints of a situation: of the whole state, and of what decides the future."""

from __future__ import annotations

from berserk_fsm import Action, Decision
from berserk_fsm.scenario.position import state_fingerprint
from berserk_fsm.simulation import Simulation


def test_the_print_of_a_state_knows_the_past_and_that_of_a_match_does_not() -> None:
    """The start, and the same window two turns later: one future, but not one state."""
    first = Simulation([Action("F", by="B")]).start()
    later = first.copy()
    for _ in range(40):
        later.apply(Decision("pass", later.holder))
        if later.state.decision_key() == first.state.decision_key():
            break
    assert later.state.turn == first.state.turn + 2
    assert later.fingerprint == first.fingerprint
    assert later.legal() == first.legal()
    assert state_fingerprint(later.state) != state_fingerprint(first.state)
