"""Every state that can be reached, between micro-steps too, is told apart and comes back from its position text.

On the tables that come with the package; and on two small ones by every profile that comes with it and every answer to
every reading, each of which decides something on one of the two.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Reached, reachable
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.machine.agreement import disagreement
from berserk_fsm.rules.profiles import known_profiles
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.position import parse_position, position_text, state_fingerprint
from berserk_fsm.scenario.scenario import load_scenario, parse_scenario

TABLES = (
    "302-12-block-and-redirect",
    "302-12-illegal-is-cancelled-ru",
    "302-12-one-resource-for-two",
    "302-3-only-the-top-executes",
    "302-4-suspended",
    "302-5-strike-move-defender-ru",
    "302-6-phases-off-the-stack",
    "302-7-an-endless-loop-is-cut",
    "302-8-nobody-acts-meanwhile-ru",
    "302-9-the-roll-goes-through-the-queue",
)
SMALL = {
    "a strike": """
        start: {facts: [f]}
        actions:
          S: {by: A, speed: slow, target: c1, roll: true, cost: [f], add: [g]}
          T: {by: B, on: {payment: S}}
          C: {by: B, when: [g]}
    """,
    "answers": """
        actions:
          X: {by: A}
          M: {by: B, speed: slow}
          S: {by: A, speed: slow}
    """,
}
OTHERS = [
    (one.id, option.value)
    for one in reading_definitions().values()
    for option in one.options
    if option.value != one.default
]
READINGS = {
    "default": Readings(),
    **{f"{id}={value}": Readings.from_mapping({id: value}) for id, value in OTHERS},
    "every other answer": Readings.from_mapping(dict(OTHERS)),
}


@cache
def reached(table: str, profile: str, readings: Readings) -> Reached:
    """All of a small table."""
    found = parse_scenario(SMALL[table], table, readings.as_dict(), known_profiles()[profile])
    return reachable(Model.of_scenario(found))


def check(found: Reached) -> None:
    """One fingerprint is one state, and one position text, from which everything comes back."""
    model = found.model
    assert found.complete
    states = dict.fromkeys(found.states)
    texts = {position_text(model.specification, model.table, state): state for state in states}
    assert len({state_fingerprint(state) for state in states}) == len(texts) == len(states)
    for text, state in texts.items():
        profile, table, readings, again = parse_position(text)
        assert (again, table) == (state, model.table)
        assert (profile, readings) == (model.specification.profile, model.specification.readings)
        assert disagreement(model.specification, table, again) is None


@pytest.mark.parametrize("path", [ready_tables()[name] for name in TABLES], ids=lambda path: path.stem)
def test_position_and_fingerprint_of_every_reachable_state(path: Path) -> None:
    check(reachable(Model.of_scenario(load_scenario(path))))


@pytest.mark.parametrize("readings", READINGS.values(), ids=READINGS)
@pytest.mark.parametrize("profile", known_profiles())
@pytest.mark.parametrize("table", SMALL)
def test_position_and_fingerprint_by_every_profile_and_answer(table: str, profile: str, readings: Readings) -> None:
    check(reached(table, profile, readings))


@pytest.mark.parametrize("profile", known_profiles())
@pytest.mark.parametrize(("id", "value"), OTHERS)
def test_every_answer_leads_elsewhere_on_one_of_these_tables(id: str, value: str, profile: str) -> None:
    """What is checked above is checked of other states with every answer."""
    usual, other = (
        [{state.decision_key() for state in reached(table, profile, readings).states} for table in SMALL]
        for readings in (Readings(), Readings.from_mapping({id: value}))
    )
    assert usual != other
