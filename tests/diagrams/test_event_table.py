from __future__ import annotations

import pytest

from berserk_fsm.diagrams import event_table
from berserk_fsm.machine.specification import Specification


def test_table_has_every_row_at_every_leaf_it_can_leave(spec: Specification) -> None:
    table = event_table(spec)
    assert table.sources == tuple(leaf.path for leaf in spec.leaves)
    assert {row for rows in table.cells.values() for row in rows} == set(spec.row_by_id)
    for (source, event), rows in table.cells.items():
        assert event in table.events
        for row in (spec.row_by_id[name] for name in rows):
            assert row.event == event
            assert row.source in spec.ancestors(source)


@pytest.mark.parametrize("phase", ["initial", "main", "final"])
def test_table_of_a_phase_has_its_states_only(spec: Specification, phase: str) -> None:
    table = event_table(spec, phase)
    assert table.sources
    assert all(source.startswith(f"turn.{phase}_phase.") for source in table.sources)
    assert ("declare_slow" in table.events) == (phase == "main")
    whole = event_table(spec)
    assert all(whole.cell(source, event) == rows for (source, event), rows in table.cells.items())


def test_cell_without_transition_is_empty(spec: Specification) -> None:
    assert event_table(spec).cell("start", "pass_priority") == ()
