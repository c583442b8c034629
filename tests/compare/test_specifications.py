"""The difference of two machines names everything that is not alike, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from berserk_fsm.compare.packaged import other_answers
from berserk_fsm.compare.specifications import difference
from berserk_fsm.compare.telling import difference_json, row_groups
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.readings import Readings

DEFAULT = build_specification()
ANSWERS = list(other_answers())


def machine(id: str, value: str) -> Specification:
    return build_specification(readings=Readings().replace(**{id: value}))


@pytest.mark.parametrize(("id", "value"), ANSWERS)
def test_every_answer_changes_the_machine_and_back_is_the_reverse(id: str, value: str) -> None:
    other = machine(id, value)
    there, back = difference(DEFAULT, other), difference(other, DEFAULT)
    assert not there.is_empty
    for kind in ("states", "rows", "refusals"):
        assert set(getattr(there, f"{kind}_added")) == set(getattr(back, f"{kind}_removed"))
        assert set(getattr(there, f"{kind}_removed")) == set(getattr(back, f"{kind}_added"))
        swapped = {(after, before) for before, after in getattr(back, f"{kind}_changed")}
        assert set(getattr(there, f"{kind}_changed")) == swapped


@pytest.mark.parametrize(("id", "value"), ANSWERS)
def test_the_difference_leads_from_one_machine_to_the_other(id: str, value: str) -> None:
    """What is taken away, put in and exchanged makes the second machine out of the first."""
    other = machine(id, value)
    found = difference(DEFAULT, other)
    rows = (set(DEFAULT.rows) - set(found.rows_removed) - {before for before, _ in found.rows_changed}) | (
        set(found.rows_added) | {after for _, after in found.rows_changed}
    )
    assert rows == set(other.rows)
    places = {row.id: place for place, row in enumerate(other.rows)}
    for some in (found.rows_added, [after for _, after in found.rows_changed]):
        assert [places[row.id] for row in some] == sorted(places[row.id] for row in some)


def test_a_machine_does_not_differ_from_itself() -> None:
    assert difference(DEFAULT, DEFAULT).is_empty


def test_a_refusal_that_only_moves_is_told() -> None:
    first, *others, last = DEFAULT.refusals
    moved = difference(DEFAULT, replace(DEFAULT, refusals=(last, first, *others)))
    assert moved.refusals_changed == ((last, last),)
    assert not moved.refusals_added
    assert not moved.is_empty


def test_a_state_that_changes_is_told() -> None:
    found = difference(DEFAULT, machine("window_opens_with", "controller"))
    assert {state.local_name for state in found.states_added} == {"opening"}
    assert all(after.initial == f"{before.path}.opening" for before, after in found.states_changed)


@pytest.mark.parametrize(("id", "value"), ANSWERS)
def test_groups_leave_no_row_out(id: str, value: str) -> None:
    other = machine(id, value)
    found = difference(DEFAULT, other)
    groups = row_groups(found, DEFAULT, other)
    counts = {"added": 0, "removed": 0, "changed": 0}
    for group in groups:
        counts[group.change] += group.count
        assert group.clauses
        assert group.places
        if group.change == "changed":
            assert group.guards_gone or group.guards_new or group.effects_gone or group.effects_new or group.target
    assert counts == {
        "added": len(found.rows_added),
        "removed": len(found.rows_removed),
        "changed": len(found.rows_changed),
    }


def test_plain_data_holds_the_rows_before_and_after() -> None:
    other = machine("triggers_mandatory", "true")
    plain = difference_json(difference(DEFAULT, other), DEFAULT, other)
    assert [one["id"] for one in plain["refusals"]["added"]] == ["trigger_left"]
    changed = plain["rows"]["changed"][0]
    assert {"name": "no_own_trigger_left"} in changed["after"]["guards"]
    assert {"name": "no_own_trigger_left"} not in changed["before"]["guards"]
    assert changed["id"] == changed["before"]["id"] == changed["after"]["id"]
