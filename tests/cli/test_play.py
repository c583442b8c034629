"""``play``: exit codes, streams, JSON, what a trace says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from berserk_fsm import Action, Game
from berserk_fsm.diagrams.markdown import refusal_table
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.display import show
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.scenario.writing import dump_scenario
from berserk_fsm.stepper.session import Session
from tests.cli.conftest import Call
from tests.cli.running import FAILING, SMALL

Write = Callable[..., Path]


def test_all_holds(call: Call, write: Write) -> None:
    outcome = call("play", write("a.yaml", SMALL))
    assert outcome.code == 0
    assert outcome.err == ""
    assert "All as expected; checks: 2." in outcome.out


def test_something_does_not_hold(call: Call, write: Write) -> None:
    outcome = call("play", write("a.yaml", FAILING))
    assert outcome.code == 1
    assert outcome.err == ""
    assert "queue: expected empty, got F" in outcome.out
    assert "line 6" in outcome.out


def test_unusable_file_does_not_stop_the_others(call: Call, write: Write, tmp_path: Path) -> None:
    good, bad = write("good.yaml", SMALL), write("bad.yaml", "actions: {X: {by: C}}")
    outcome = call("play", tmp_path / "none.yaml", bad, good)
    assert outcome.code == 2
    assert outcome.err.splitlines() == [
        f"{tmp_path}/none.yaml:1: no such file",
        f"{bad}:1: actions.X.by: there is no player 'C'; expected A or B",
    ]
    assert "One fast action" in outcome.out
    assert "Files: 3 · as expected: 1 · unusable: 2" in outcome.out


def test_unusable_wins_over_failed(call: Call, write: Write, tmp_path: Path) -> None:
    assert call("play", write("a.yaml", FAILING), tmp_path).code == 2


def test_nothing_is_printed_of_an_unusable_file(call: Call, write: Write) -> None:
    for options in ([], ["--json"]):
        outcome = call("play", *options, write("bad.yaml", SMALL + "  - A declares nothing\n"))
        assert (outcome.code, outcome.out) == (2, "")
        assert len(outcome.err.splitlines()) == 1


def test_same_file_twice(call: Call, write: Write) -> None:
    path = write("a.yaml", SMALL)
    outcome = call("play", path, path)
    assert outcome.code == 0
    assert outcome.out.count("One fast action") == 2


def test_engines_tell_the_same(call: Call, write: Write) -> None:
    path = write("a.yaml", SMALL + "  - until: {stack: empty}\n")
    assert call("play", path, "--engine", "table") == call("play", path, "--engine", "transitions")


# --- JSON ------------------------------------------------------------------------------------------------------------


def test_json_is_the_contracts(call: Call, write: Write) -> None:
    good, failing = write("good.yaml", SMALL), write("failing.yaml", FAILING)
    outcome = call("play", "--json", good, failing)
    assert (outcome.code, outcome.err) == (1, "")
    first, second = (json.loads(line) for line in outcome.out.splitlines())
    assert set(first) == {"scenario", "ok", "failures", "trace", "final"}
    assert (first["scenario"], first["ok"], first["failures"]) == (str(good), True, [])
    assert [(item["accepted"], item["clause"]) for item in first["trace"]] == [
        (True, None),
        (False, "303.3"),
        (True, None),
    ]
    assert first["final"]["queue"] == ["F"]
    assert second["failures"] == [
        {"step": 2, "say": "expect: queue, priority", "want": {"queue": []}, "got": {"queue": ["F"]}}
    ]


def test_json_is_the_same_in_both_languages(call: Call, write: Write) -> None:
    path = write("a.yaml", SMALL)
    assert call("play", "--json", path) == call("play", "--json", path, "--lang", "ru")


def test_json_keeps_cyrillic(call: Call, write: Write) -> None:
    path = write("a.yaml", "игродействия: {удар: {чьё: А}}\nрозыгрыш: [А заявляет удар]")
    outcome = call("play", "--json", path)
    assert '"queue": ["удар"]' in outcome.out


# --- readings --------------------------------------------------------------------------------------------------------

HANDED_OVER = """\
actions: {F: {by: A}}
play: [A declares F, A hands over, B passes, expect: {stack: [F]}]
"""


@pytest.mark.parametrize("before", [True, False])
def test_reading_changes_the_outcome(call: Call, write: Write, before: bool) -> None:
    path, reading = write("a.yaml", HANDED_OVER), ["--reading", "handover_counts_as_pass=true"]
    assert call("play", path).code == 1
    outcome = call(*reading, "play", path) if before else call("play", path, *reading)
    assert outcome.code == 0
    assert "Reading. Is handing priority over after a declaration a pass? Yes." in outcome.out


def test_reading_wins_over_the_scenarios_and_the_last_one_wins(call: Call, write: Write) -> None:
    path = write("a.yaml", "readings: {handover_counts_as_pass: true}\n" + HANDED_OVER)
    assert call("play", path).code == 0
    assert call("--reading", "handover_counts_as_pass=false", "play", path).code == 1
    again = ["--reading", "handover_counts_as_pass=false", "--reading", "передача считается пасом=да"]
    assert call("play", *again, path).code == 0


# --- the trace -------------------------------------------------------------------------------------------------------


def test_sentences_are_in_the_language_asked_for(call: Call, write: Write) -> None:
    outcome = call("play", "--lang", "ru", write("a.yaml", SMALL))
    assert "A заявляет F" in outcome.out
    assert "очередь: F · приоритет: A" in outcome.out
    assert "declares" not in outcome.out


def test_wrong_refusal_says_what_happened(call: Call, write: Write) -> None:
    text = SMALL.replace('"303.3"', '"303.4"') + '  - refused: {say: A hands over, clause: "303.6"}\n'
    outcome = call("play", write("a.yaml", text))
    assert "A refusal by 303.4 was expected; it is refused by another:" in outcome.out
    assert "A refusal by 303.6 was expected, but this is allowed." in outcome.out
    assert "lines of the file: 5, 7 (checks: 3)" in outcome.out


def test_failed_sentence_ends_the_play(call: Call, write: Write) -> None:
    outcome = call("play", write("a.yaml", SMALL + "  - B passes\n  - A hands over\n"))
    assert outcome.code == 1
    assert "B does not have priority; A has it." in outcome.out
    assert "items left: 1" in outcome.out
    assert "A hands over" not in outcome.out


def test_hopeless_until_is_cut_short(call: Call, write: Write) -> None:
    outcome = call("play", write("a.yaml", SMALL + "  - A hands over\n  - until: {left: M}\n"))
    assert outcome.code == 1
    assert "This did not come about in 1000 windows." in outcome.out
    assert len(outcome.out.splitlines()) < 80


TWICE = """\
actions: {F: {by: A}}
play:
  - A declares F
  - refused: {say: A declares F, clause: scenario}
  - refused: {say: A declares F, clause: "303.1"}
  - refused: {say: A hands over, clause: scenario}
"""


@pytest.mark.parametrize(("lang", "own", "other"), [("ru", "сценарий", "scenario"), ("en", "scenario", "сценарий")])
def test_what_the_scenario_forbids_is_cited_in_the_language_of_the_reader(
    call: Call, write: Callable[..., Path], tmp_path: Path, lang: str, own: str, other: str
) -> None:
    """The fault: a Russian text ended in a bare ``[scenario]``. Everywhere a reader meets it; JSON keeps the word."""
    path = write("f.yaml", TWICE)
    page = tmp_path / "page.html"
    played = call("play", path, "--lang", lang, "--html", page)
    assert played.code == 1
    game = Game([Action("F", by="A")])
    game.declare("F")
    refused = game.why_not("F")
    assert refused is not None
    session = Session(game, lang)
    loaded = load_scenario(path)
    words = re.sub("<[^>]*>", " ", page.read_text("utf-8").partition("<body")[2])
    told = {
        "trace": played.out,
        "page": words,
        "error": refused.text(lang),
        "stepper": session.respond("A declares F").text,
        "notebook": show(refused, lang).text,
        "file": dump_scenario(loaded, lang),
        "explore": call("explore", path, "--all", "--max-states", "5", "--lang", lang).out,
        "tables": refusal_table(build_specification(), lang, rule_words(default_profile())),
    }
    for name, text in told.items():
        assert own in text, name
        assert not re.search(rf"\b{other}\b", text), name
    assert refused.clause == "scenario"
    assert '"clause": "scenario"' in call("play", path, "--lang", lang, "--json").out
    assert load_scenario(write("again.yaml", told["file"])).play == loaded.play
