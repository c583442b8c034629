"""``readings --diff``: what another answer changes, in words, as JSON, as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from berserk_fsm.compare.outcomes import changed_outcomes
from berserk_fsm.compare.packaged import found_scenarios, other_answers
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.scenario import load_scenario
from tests.cli.conftest import Call

ANSWERS = list(other_answers())


@pytest.fixture(autouse=True)
def few_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play some of the examples only: all of them take seconds, and are played in tests of their own."""
    names = ["303-2-pass-or-hand-over", "303-2-reading-a-hand-over-is-a-pass", "302-9-the-queue-comes-first"]
    names += ["302-5-a-roll-may-be-blocked", "302-7-one-batch-causes-the-next", "303-4-a-point-is-offered-once"]
    names += ["303-4-reading-triggers-must-be-declared"]
    monkeypatch.setattr(
        "berserk_fsm.compare.comparison.changed_outcomes",
        lambda before, after, profile=None: changed_outcomes(before, after, names, profile),
    )


def told(call: Call, *arguments: str | Path) -> dict[str, Any]:
    outcome = call("readings", "--json", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    found: dict[str, Any] = json.loads(outcome.out)
    return found


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize(("id", "value"), ANSWERS)
def test_it_is_told_in_words(call: Call, id: str, value: str, lang: str) -> None:
    outcome = call("readings", "--diff", f"{id}={value}", "--lang", lang)
    assert (outcome.code, outcome.err) == (0, "")
    out = " ".join(outcome.out.split())
    definition = reading_definitions()[id]
    assert definition.question.get(lang) in out
    for answer in (definition.default, value):
        assert f"{id}={answer}" in out
        assert definition.option(answer).text.get(lang)[:60] in out
    for words in property_words().values():
        if id in words.under:
            assert words.sentence.get(lang)[:60] in out
    heads = {"ru": ("Примеры, которые кончаются иначе", "Кратчайший"), "en": ("Examples that come out", "The shortest")}
    assert all(head in out for head in heads[lang])
    assert not any("а" <= letter <= "я" for letter in outcome.out) or lang == "ru"
    assert max(map(len, outcome.out.splitlines())) <= 100


def test_json_holds_all_of_it(call: Call) -> None:
    found = told(call, "--diff", "handover_counts_as_pass=true")
    assert found["before"] == Readings().as_dict()
    assert found["after"] == Readings(handover_counts_as_pass=True).as_dict()
    assert {key: len(rows) for key, rows in found["rows"].items()} == {"added": 0, "removed": 0, "changed": 42}
    assert {row["before"]["kind"] for row in found["rows"]["changed"]} == {"hand_over_priority"}
    assert found["states"] == found["refusals"] == {"added": [], "removed": [], "changed": []}
    scenarios = {one["name"]: one for one in found["scenarios"]}
    assert scenarios["303-2-reading-a-hand-over-is-a-pass"]["after"] == {"ok": True, "failure": None}
    assert scenarios["303-2-pass-or-hand-over"]["before"]["ok"]
    assert not scenarios["303-2-pass-or-hand-over"]["after"]["ok"]
    assert found["shortest"]["play"] == ["A declares A1", "A hands over", "B passes"]
    assert found["shortest"]["differs"]["stack"] == [[], ["A1"]]
    assert found["shortest"]["table"]["actions"] == {"A1": {"by": "A"}}


def test_properties_and_refusals_are_told(call: Call) -> None:
    found = told(call, "--diff", "triggers_mandatory=true")
    assert found["properties"] == {"may_fail": ["holder_can_give_away"], "must_hold": []}
    assert [one["id"] for one in found["refusals"]["added"]] == ["trigger_left"]
    back = told(call, "--reading", "triggers_mandatory=true", "--diff", "triggers_mandatory=false")
    assert back["properties"] == {"may_fail": [], "must_hold": ["holder_can_give_away"]}
    assert [one["id"] for one in back["refusals"]["removed"]] == ["trigger_left"]
    assert back["shortest"]["differs"] == {"may_give_away": [False, True]}


def test_words_may_be_russian_and_readings_stand_on_both_sides(call: Call) -> None:
    found = told(call, "--diff", "бросок_через_очередь=нет", "--reading", "phase_window=if_any", "--lang", "ru")
    assert (found["before"]["phase_window"], found["after"]["phase_window"]) == ("if_any", "if_any")
    assert (found["before"]["roll_through_queue"], found["after"]["roll_through_queue"]) == ("true", "false")


def test_several_answers_at_once(call: Call) -> None:
    found = told(call, "--diff", "slow_active_only=false", "--diff", "triggers_mandatory=true")
    assert found["after"] == Readings(slow_active_only=False, triggers_mandatory=True).as_dict()
    assert {one["id"] for one in found["refusals"]["removed"]} == {"slow_not_active"}
    assert found["shortest"] is not None
    out = call("readings", "--diff", "slow_active_only=false", "--diff", "triggers_mandatory=true").out
    for id in ("slow_active_only", "triggers_mandatory"):
        assert reading_definitions()[id].question.en in out


def test_the_answer_that_is_given_changes_nothing(call: Call) -> None:
    outcome = call("readings", "--diff", "reserve_at=execution")
    assert outcome.code == 0
    assert "Nothing changes." in outcome.out
    found = told(call, "--diff", "reserve_at=execution")
    assert found["shortest"] is None
    assert found["scenarios"] == []


def test_the_shortest_play_is_written_and_plays_under_both(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "play.yaml"
    outcome = call("readings", "--diff", "slow_needs_empty_stack=false", "--out", path)
    assert (outcome.code, outcome.err) == (0, "")
    assert load_scenario(path).play == found_scenarios()["slow_needs_empty_stack", "false"].play
    ends = []
    for value in ("true", "false"):
        played = call("play", path, "--json", "--reading", f"slow_needs_empty_stack={value}")
        assert played.code == 0
        ends.append(json.loads(played.out)["final"])
    assert [end["legal"] for end in ends] == [[], ["A1"]]
    assert "play.yaml --reading slow_needs_empty_stack=false" in path.read_text("utf-8")


def test_a_play_that_is_searched_is_titled_in_the_language_asked_for(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "play.yaml"
    arguments = ["--reading", "phase_window=if_any", "--diff", "slow_active_only=false", "--out", str(path)]
    assert call("readings", *arguments, "--lang", "ru").code == 0
    text = path.read_text("utf-8")
    assert "заголовок: 'Два прочтения расходятся" in text
    assert "--reading slow_active_only=false --reading phase_window=if_any" in text
    assert load_scenario(path).readings == Readings()


def test_another_profile_is_compared_too(call: Call) -> None:
    found = told(call, "--profile", "edition_2009", "--diff", "slow_active_only=false")
    assert found["profile"] == "edition_2009"
    assert found["shortest"]["play"]


def test_a_picture_of_both_is_drawn(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "both.md"
    outcome = call("readings", "--diff", "slow_active_only=false", "--picture", path)
    assert (outcome.code, outcome.err) == (0, "")
    assert path.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--diff", "reserve_at=tomorrow"], "has no value 'tomorrow'"),
        (["--diff", "reserve"], "expected ID=VALUE"),
        (["--out", "x.yaml"], "--out stands only with --diff"),
        (["--picture", "x.svg"], "--picture stands only with --diff"),
        (["--diff", "reserve_at=declaration", "--out", "x.txt"], "expected NAME.yaml"),
        (["--diff", "reserve_at=declaration", "--picture", "x.gif"], "gif"),
        (["--diff", "reserve_at=declaration", "--out", "none/x.yaml"], "none/x.yaml: the file cannot be written"),
        (["--diff", "reserve_at=execution", "--out", "x.yaml"], "x.yaml: nothing to write"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = call("readings", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert len(outcome.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
