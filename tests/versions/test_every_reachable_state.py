"""Every state that can be reached, between micro-steps too, is told apart and comes back from its position text."""

from __future__ import annotations

from pathlib import Path

import pytest

from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import reachable
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.machine.agreement import disagreement
from berserk_fsm.scenario.position import parse_position, position_text, state_fingerprint
from berserk_fsm.scenario.scenario import load_scenario

TABLES = (
    "302-12-illegal-is-cancelled-ru",
    "302-3-only-the-top-executes",
    "302-5-strike-move-defender-ru",
    "302-7-an-endless-loop-is-cut",
    "302-8-nobody-acts-meanwhile-ru",
)


@pytest.mark.parametrize("path", [ready_tables()[name] for name in TABLES], ids=lambda path: path.stem)
def test_position_and_fingerprint_of_every_reachable_state(path: Path) -> None:
    """One fingerprint is one state, so that equal ones have the same legal actions and the same future."""
    model = Model.of_scenario(load_scenario(path))
    reached = reachable(model)
    assert reached.complete
    states = dict.fromkeys(reached.states)
    texts = {position_text(model.specification, model.table, state): state for state in states}
    assert len({state_fingerprint(state) for state in states}) == len(texts) == len(states)
    for text, state in texts.items():
        profile, table, readings, again = parse_position(text)
        assert (again, table) == (state, model.table)
        assert (profile, readings) == (model.specification.profile, model.specification.readings)
        assert disagreement(model.specification, table, again) is None
