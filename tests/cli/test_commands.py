"""``new``, ``readings``, ``diagrams``, help, versions and the language."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from berserk_fsm import Action, Game, __version__
from berserk_fsm.cli import COMMANDS
from berserk_fsm.commands.options import language_of
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.template import template
from tests.cli.conftest import Call
from tests.cli.running import SMALL

# --- language --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "environment", "lang"),
    [
        (["--lang", "ru", "play"], {"BERSERK_FSM_LANG": "en"}, "ru"),
        (["play", "--lang=RU"], {}, "ru"),
        (["--lang", "ru", "play", "--lang", "en"], {"LANG": "ru_RU"}, "en"),
        (["play", "--", "--lang", "ru"], {"LANG": "en_GB"}, "en"),
        (["diagrams", "--lang", "ru,en"], {"LANG": "ru_RU"}, "ru"),
        ([], {"BERSERK_FSM_LANG": "ru", "LANG": "C"}, "ru"),
        ([], {"BERSERK_FSM_LANG": "xx", "LC_ALL": "ru_RU.UTF-8", "LANG": "C"}, "ru"),
        ([], {"LANG": "ru_RU.UTF-8"}, "ru"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        (["--lang"], {"LANG": "C"}, "en"),
    ],
)
def test_language(arguments: list[str], environment: dict[str, str], lang: str) -> None:
    assert language_of(arguments, environment) == lang


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_help_is_in_the_language_asked_for(call: Call, command: list[str]) -> None:
    english, russian = call(*command, "--help"), call(*command, "-h", "--lang", "ru")
    if command == ["diagrams"]:
        russian = call("--lang", "ru", *command, "-h")
    for outcome, usage, end in ((english, "Usage: ", "and exit."), (russian, "Вызов: ", "и выйти.")):
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.startswith(f"{usage}berserk-fsm")
        assert outcome.out.rstrip().endswith(end)
        assert "--reading" in outcome.out
        assert "--lang" in outcome.out
    assert "Options" not in russian.out
    assert not any("а" <= letter <= "я" for letter in english.out.replace("Берсерк", ""))


@pytest.mark.parametrize("arguments", [["--version"], ["play", "--version"], ["--lang", "ru", "readings", "--version"]])
def test_version(call: Call, arguments: list[str]) -> None:
    assert call(*arguments) == (0, f"berserk-fsm {__version__}\n", "")


# --- new -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_new_prints_or_writes_the_template(call: Call, tmp_path: Path, lang: str) -> None:
    assert call("new", "--lang", lang) == (0, template(lang), "")
    path = tmp_path / "dispute.yaml"
    assert call("new", path, "--lang", lang) == (0, "", "")
    assert path.read_text("utf-8") == template(lang)
    assert call("play", path).code == 0


def test_new_does_not_replace_a_file_unless_told(call: Call, write: Callable[..., Path]) -> None:
    path = write("mine.yaml", "my work")
    outcome = call("new", path)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"{path}: the file exists already; add --force to replace it\n"
    assert path.read_text() == "my work"
    assert call("new", path, "--force").code == 0
    assert path.read_text("utf-8") == template("en")
    assert list(path.parent.iterdir()) == [path]


def test_new_says_where_it_cannot_write(call: Call, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "a.yaml"):
        for options in ([], ["--force"]):
            outcome = call("new", path, *options)
            assert (outcome.code, outcome.out) == (2, "")
            assert outcome.err.startswith(f"{path}: ")
            assert len(outcome.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


# --- readings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_readings_are_listed_with_all_a_reviewer_needs(call: Call, lang: str) -> None:
    out = " ".join(call("readings", "--lang", lang).out.split())
    for definition in reading_definitions().values():
        for text in (definition.reason, *(option.text for option in definition.options)):
            assert " ".join(text.get(lang).split()) in out
        assert f"{definition.id}={definition.default} ({'по умолчанию' if lang == 'ru' else 'default'})" in out


def test_chosen_reading_is_marked(call: Call) -> None:
    out = call("readings", "--reading", "reserve_at=declaration").out
    assert "reserve_at=declaration (chosen)" in out
    assert "reserve_at=execution (default)" in out


def test_readings_as_json(call: Call) -> None:
    found = json.loads(call("readings", "--json", "--reading", "reserve_at=declaration").out)["readings"]
    assert {one["id"]: one["default"] for one in found} == Readings().as_dict()
    assert {one["id"]: one["value"] for one in found} == Readings(reserve_at="declaration").as_dict()
    assert set(found[0]) == {"id", "clauses", "question", "options", "default", "value", "reason"}
    assert set(found[0]["question"]) == {"ru", "en"}


# --- diagrams --------------------------------------------------------------------------------------------------------


def test_diagrams_are_written_and_checked(call: Call, tmp_path: Path) -> None:
    arguments = ["--out", tmp_path, "--lang", "en", "--format", "dot", "--view", "turn"]
    stale = call("diagrams", "--check", *arguments)
    assert (stale.code, stale.out) == (1, "")
    assert len(stale.err.splitlines()) == 1
    written = call("diagrams", *arguments)
    assert (written.code, written.err) == (0, "")
    assert written.out.splitlines() == [str(tmp_path / "en" / "turn.dot")]
    assert call("diagrams", "--check", *arguments) == (0, "", "")
    assert call("diagrams", "--check", *arguments, "--reading", "phase_window=if_any").code == 1


def test_diagrams_folder_that_is_a_file(call: Call, write: Callable[..., Path]) -> None:
    outcome = call("diagrams", "--out", write("file", "x"), "--format", "dot", "--view", "turn", "--lang", "en")
    assert (outcome.code, outcome.out) == (2, "")
    assert len(outcome.err.splitlines()) == 1


# --- step ------------------------------------------------------------------------------------------------------------


def test_step_says_what_is_wrong_with_the_file(call: Call, tmp_path: Path) -> None:
    for path in (tmp_path, Path("-")):
        outcome = call("step", path)
        assert (outcome.code, outcome.out) == (2, "")
        assert len(outcome.err.splitlines()) == 1


def test_explain_tells_clauses_and_gaps_and_names_the_known_ones(call: Call) -> None:
    told = call("explain", "303.4", "gap/512", "--lang", "ru")
    assert told.code == 0
    assert "303.4" in told.out
    assert "Принято." in told.out
    wrong = call("explain", "304.1")
    assert wrong.code == 2
    assert wrong.err.startswith("304.1: there is no such clause; expected 302.1")


def test_step_takes_a_position_text(call: Call, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game([Action("M", by="A", speed="slow"), Action("G", by="B")])
    game.declare("M")
    monkeypatch.setattr("sys.stdin", io.StringIO("A hands over\n"))
    told = call("step", write("position.json", game.position + "\n"))
    assert told.code == 0
    assert "B passes" in told.out
    wrong = call("step", write("wrong.json", '{"berserk_fsm": 7}'))
    assert wrong.code == 2
    assert wrong.err.count("\n") == 1
    assert "unknown version" in wrong.err


def test_diagrams_of_a_scenario_are_its_two_charts(call: Call, write: Callable[..., Path], tmp_path: Path) -> None:
    told = call("diagrams", "--scenario", write("small.yaml", SMALL), "--out", tmp_path / "out", "--lang", "ru")
    assert told.code == 0
    names = ["small-sequence.svg", "small-timeline.svg"]
    assert [Path(line).name for line in told.out.splitlines()] == names
    assert all((tmp_path / "out" / "ru" / name).read_text("utf-8").startswith("<") for name in names)
    wrong = call("diagrams", "--scenario", tmp_path / "no.yaml", "--out", tmp_path / "out")
    assert wrong.code == 2
    assert wrong.err.count("\n") == 1
