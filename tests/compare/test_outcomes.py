"""Which examples come out otherwise, and under which readings they are played."""

from __future__ import annotations

from functools import cache

import pytest

from berserk_fsm.compare.outcomes import Changed, changed_outcomes, outcome_of, under_both
from berserk_fsm.compare.packaged import other_answers
from berserk_fsm.rules.profiles import known_profiles
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.examples import example_paths, load_example
from berserk_fsm.scenario.play import play_scenario

ANSWERS = list(other_answers())


@cache
def changed(id: str, value: str) -> tuple[Changed, ...]:
    """Played only those that speak of a reading, and a few more."""
    names = [name for name in example_paths() if "reading" in name or name.startswith("303-2")]
    return changed_outcomes(Readings(), Readings().replace(**{id: value}), names)


@pytest.mark.parametrize(("id", "value"), ANSWERS)
def test_the_example_of_a_reading_holds_under_it_alone(id: str, value: str) -> None:
    own = [one for one in changed(id, value) if load_example(one.name).readings.non_default() == {id: value}]
    assert own
    assert all((one.before.ok, one.after.ok) == (False, True) for one in own)


def test_other_readings_of_a_file_are_kept_and_those_asked_about_are_not() -> None:
    scenario = load_example("302-12-reading-reserve-at-declaration")
    base = Readings(phase_window="if_any")
    kept = under_both(scenario, base, base.replace(slow_active_only=False))
    assert [one.readings.reserve_at for one in kept] == ["declaration", "declaration"]
    assert [one.readings.phase_window for one in kept] == ["if_any", "if_any"]
    assert [one.readings.slow_active_only for one in kept] == [True, False]
    asked = under_both(scenario, base, base.replace(reserve_at="declaration"))
    assert [one.readings.reserve_at for one in asked] == ["execution", "declaration"]


def test_the_same_readings_change_nothing() -> None:
    assert changed_outcomes(Readings(), Readings(), ["303-2-pass-or-hand-over"]) == ()


def test_an_end_that_differs_is_told_by_key() -> None:
    other = Readings(window_opens_with="controller")
    (found,) = changed_outcomes(Readings(), other, ["302-9-the-queue-comes-first"])
    assert (found.before.ok, found.after.ok) == (True, True)
    assert found.differing == {"priority": ("A", "B")}


def test_an_outcome_keeps_the_first_failure() -> None:
    scenario = under_both(load_example("302-3-only-the-top-executes"), Readings(), Readings(triggers_mandatory=True))[1]
    turnout = play_scenario(scenario, engine="table")
    outcome = outcome_of(turnout)
    assert not outcome.ok
    assert outcome.failure == turnout.failures[0]
    assert outcome.final == turnout.game.describe()


def test_another_profile_is_the_one_they_are_played_with() -> None:
    """An example plays with the steps that are compared, and is left out if it speaks of steps they do not have."""
    names = ["303-2-pass-or-hand-over", "302-12-block-too-late"]
    other = Readings(handover_counts_as_pass=True)
    found = changed_outcomes(Readings(), other, names, known_profiles()["edition_2009"])
    assert [one.name for one in found] == ["303-2-pass-or-hand-over"]
    assert found[0].before.game.specification.profile.id == "edition_2009"
