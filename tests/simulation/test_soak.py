"""A million random decisions, with every property asked at every step."""

from __future__ import annotations

import pytest

from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.simulation import Simulation

TABLES = (
    "large-a-strike-and-its-answers",
    "302-4-suspended",
    "302-7-an-endless-loop-is-cut",
    "302-12-block-and-redirect",
)
GAMES, EVENTS = 6_250, 40


@pytest.mark.parametrize("name", TABLES)
def test_everything_holds_in_many_random_games(name: str) -> None:
    tally = Simulation.of_scenario(load_scenario(ready_tables()[name])).batch(GAMES, EVENTS, seed=302303, check=True)
    assert tally.violations == {}
    assert tally.events == GAMES * EVENTS
