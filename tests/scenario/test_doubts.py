"""Facts that can never be there are pointed out, and only those."""

from __future__ import annotations

import pytest

from berserk_fsm.scenario.doubts import doubts
from berserk_fsm.scenario.examples import example_paths, load_example
from berserk_fsm.scenario.scenario import parse_scenario

TABLE = "start: {facts: [open]}\nactions: {X: {by: A, cost: [%s], add: [down]}}\nplay: [expect: {no_facts: [%s]}]"


@pytest.mark.parametrize(("cost", "expected"), [("opn", "down"), ("open", "dwn")])
def test_a_mistyped_fact_is_pointed_out(cost: str, expected: str) -> None:
    (doubt,) = doubts(parse_scenario(TABLE % (cost, expected)))
    assert "did you mean" in doubt.en
    assert "может быть" in doubt.ru


@pytest.mark.parametrize("claim", ["never: {facts: [dwn]}", "always: {if: {no_facts: [dwn]}, expect: {priority: A}}"])
def test_a_mistyped_fact_in_a_claim_is_pointed_out(claim: str) -> None:
    """It would make the claim hold for the wrong reason."""
    (doubt,) = doubts(parse_scenario(TABLE % ("open", "down") + "\n" + claim))
    assert "“dwn” can never be there; did you mean “down”?" in doubt.en
    assert not doubts(parse_scenario(TABLE % ("open", "down") + "\n" + claim.replace("dwn", "down")))


def test_facts_that_can_be_there_are_not() -> None:
    assert not doubts(parse_scenario(TABLE % ("open", "down")))


@pytest.mark.parametrize("name", example_paths())
def test_examples_raise_no_doubt(name: str) -> None:
    assert not doubts(load_example(name))
