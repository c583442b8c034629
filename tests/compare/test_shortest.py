"""The shortest scenarios: found again, told apart, played under both readings."""

from __future__ import annotations

from pathlib import Path

import pytest

from berserk_fsm.compare.comparison import Comparison
from berserk_fsm.compare.packaged import found_path, found_scenarios, other_answers, packaged_scenario
from berserk_fsm.compare.published import file_text
from berserk_fsm.compare.shortest import found_text, shortest_scenario
from berserk_fsm.compare.tables import Size
from berserk_fsm.core.values import Decision
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.profiles import find_profile
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.items import Say
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import parse_scenario

ANSWERS = list(other_answers())

TAKES_LONG = {"opponent_declared_lasts"}
"""Found after a thousand tables; whether its file is current shows in what is checked without searching."""


@pytest.mark.parametrize(("id", "value"), [answer for answer in ANSWERS if answer[0] not in TAKES_LONG])
def test_packaged_scenarios_are_current(id: str, value: str) -> None:
    assert found_path(id, value).read_text("utf-8") == file_text(id, value), (
        "run: python -m berserk_fsm.compare.published"
    )


@pytest.mark.parametrize(("id", "value"), ANSWERS)
def test_packaged_scenarios_tell_apart_and_play_under_both(id: str, value: str) -> None:
    scenario = found_scenarios()[id, value]
    before, after = Readings(), Readings().replace(**{id: value})
    assert scenario.readings == before, "it chooses readings itself"
    assert scenario.cites == tuple(sorted(scenario.cites, key=lambda clause: [int(n) for n in clause.split(".")]))
    assert set(scenario.cites) == set(reading_definitions()[id].clauses)
    ends = []
    for readings in (before, after):
        text = found_path(id, value).read_text("utf-8")
        turnout = play_scenario(parse_scenario(text, readings_override=readings.as_dict()))
        assert turnout.ok
        assert all(isinstance(item, Say) for item in scenario.play)
        ends.append({**turnout.game.describe(), "away": turnout.game.why_not_pass() is None})
    assert ends[0] != ends[1]
    shortest = Comparison(before, after).shortest
    assert shortest is not None
    assert shortest.scenario == scenario
    for key, pair in shortest.parting.differing.items():
        assert tuple(end[key.replace("may_give_away", "away")] for end in ends) == pair


def test_there_is_a_file_for_each_answer_and_no_other() -> None:
    assert {path.name for path in found_path("a", "b").parent.iterdir()} == {
        f"{id}={value}.yaml" for id, value in ANSWERS
    }
    assert list(found_scenarios()) == ANSWERS


def test_only_what_the_package_answers_is_taken_from_it() -> None:
    other = Readings(slow_active_only=False)
    assert packaged_scenario(Readings(), other) == found_scenarios()["slow_active_only", "false"]
    assert packaged_scenario(other, Readings()) == packaged_scenario(Readings(), other)
    assert packaged_scenario(other, other.replace(reserve_at="declaration")) is None
    assert packaged_scenario(Readings(), other.replace(reserve_at="declaration")) is None
    assert packaged_scenario(Readings(), other, find_profile("edition_2009")) is None


def test_with_other_readings_around_it_a_play_is_searched() -> None:
    base = Readings(phase_window="if_any", handover_counts_as_pass=True)
    after = base.replace(roll_through_queue=False)
    found = Comparison(base, after).shortest
    assert found is not None
    assert found.scenario.readings == Readings()
    text = found_text(*found, base, after, name="x.yaml")
    assert (
        "--reading handover_counts_as_pass=true --reading roll_through_queue=false --reading phase_window=if_any"
        in text
    )
    assert parse_scenario(text) == found.scenario


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_file_says_in_both_languages_what_differs(lang: str) -> None:
    before, after = Readings(), Readings(triggers_mandatory=True)
    found = shortest_scenario(before, after, lang=lang)
    assert found is not None
    text = found_text(found.scenario, found.parting, before, after, lang)
    assert {"ru": "отдать приоритет нельзя", "en": "priority may not be given away"}[lang] in text
    assert parse_scenario(text) == found.scenario
    assert found.scenario.title.endswith(reading_definitions()["triggers_mandatory"].question.get(lang))


def test_several_changed_readings_share_a_title() -> None:
    found = shortest_scenario(Readings(), Readings(slow_active_only=False, triggers_mandatory=True))
    assert found is not None
    assert set(found.scenario.cites) == {"303.1", "303.3", "303.4"}


def test_the_search_keeps_to_its_limit_and_tells_how_far_it_is() -> None:
    told: list[tuple[int, Size]] = []
    found = shortest_scenario(Readings(), Readings(), 30, lambda *now: told.append(now))
    assert found is None
    assert [tables for tables, _ in told] == list(range(1, 31))


def test_tables_of_the_profile_are_searched() -> None:
    profile = find_profile("edition_2009")
    after = Readings(roll_through_queue=False)
    found = shortest_scenario(Readings(), after, 2000, profile=profile)
    assert found is not None
    assert found.scenario.profile == profile
    assert play_scenario(found.scenario).ok


def test_nothing_is_searched_where_nothing_differs() -> None:
    assert Comparison(Readings(), Readings()).shortest is None


def test_the_end_is_the_parting_of_the_two_machines() -> None:
    found = shortest_scenario(Readings(), Readings(handover_counts_as_pass=True))
    assert found is not None
    sentences = [item.sentence for item in found.scenario.play if isinstance(item, Say)]
    assert sentences == list(found.parting.decisions)
    assert all(isinstance(sentence, Decision) for sentence in sentences)
    assert found.parting.before.control in build_specification().states


def test_the_package_holds_the_files() -> None:
    assert all(isinstance(found_path(*answer), Path) and found_path(*answer).is_file() for answer in ANSWERS)
