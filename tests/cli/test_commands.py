"""``new``, ``readings``, ``diagrams``, help, versions and the language."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from berserk_fsm import Action, Game, __version__
from berserk_fsm.cli import COMMANDS
from berserk_fsm.commands.diagrams import names_apart
from berserk_fsm.commands.options import language_of
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.scenario import parse_scenario
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


def test_pictures_of_scenarios_of_one_name_have_names_of_their_own(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault: the second one's picture was written over the first one's."""
    monkeypatch.chdir(tmp_path)
    files = [Path("a", "x.yaml"), Path("b", "x.yaml"), Path("b", "y.yaml"), Path("b", "X.yml")]
    for number, path in enumerate(files):
        path.parent.mkdir(exist_ok=True)
        path.write_text(SMALL.replace("One fast action", f"Scenario {number}"), "utf-8")
    arguments = [part for path in (*files, files[0]) for part in ("--scenario", path)]
    outcome = call("diagrams", "--out", "out", "--lang", "en", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    drawn = [Path(line) for line in outcome.out.splitlines()]
    assert sorted(path.name for path in drawn) == sorted(path.name for path in Path("out", "en").iterdir())
    assert len({path.name.casefold() for path in drawn}) == len(drawn) == 2 * len(files)
    for number in range(len(files)):
        assert all(f"Scenario {number}" in path.read_text("utf-8") for path in drawn[2 * number : 2 * number + 2])


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["x.yaml"], ["x"]),
        (["a/x.yaml", "b/y.yaml"], ["x", "y"]),
        (["a/x.yaml", "b/x.yaml"], ["a-x", "b-x"]),
        (["a/c/x.yaml", "b/c/x.yaml", "d.yaml"], ["a-c-x", "b-c-x", "d"]),
        (["x.yaml", "x.yml"], ["x", "x-2"]),
        (["x.yaml", "X.yaml", "x-2.yaml"], ["x", "X-2", "x-2-2"]),
        (["a/x.yaml", "b/x.yaml", "a-x.yaml"], ["a-x", "b-x", "a-x-2"]),
        (["x.yaml", "./x.yaml", "a/../x.yaml"], ["x"]),
        (["й.yaml", "й.yml"], ["й", "й-2"]),
        (["../x.yaml", "x.yaml"], None),
        (["/x.yaml", "x.yaml"], None),
    ],
)
def test_names_apart(
    files: list[str], names: list[str] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "above" / "here"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    found = list(names_apart(files).values())
    assert names is None or found == names
    assert len(found) == len(set(found))
    assert all(Path(name).name == name for name in found)


# --- options that would make no difference ---------------------------------------------------------------------------

REMARKED = {
    "notebook, reading": (("notebook", "99", "--reading", "reserve_at=declaration"), r"Stepper\("),
    "notebook, profile": (("--profile", "edition_2009", "notebook", "99"), r"Stepper\("),
    "mutants, reading": (("--reading", "reserve_at=declaration", "mutants"), "berserk-fsm readings --diff"),
    "mutants, profile": (("mutants", "--profile", "edition_2009"), "berserk-fsm readings --diff"),
    "weave": (
        ("weave", "--out", "out", "--rules", "none.txt", "--reading", "reserve_at=declaration"),
        "play, diagrams",
    ),
    "explain": (("explain", "303.4", "--reading", "reserve_at=declaration"), "readings --diff"),
    "new, profile": (("new", "--profile", "edition_2009"), "play --profile"),
    "explore without a file": (("--reading", "reserve_at=declaration", "explore"), "FILE|ФАЙЛ"),
}


@pytest.mark.parametrize("name", REMARKED)
def test_where_a_reading_makes_no_difference_that_is_said(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The fault: ``--reading`` and ``--profile`` are taken everywhere, and nothing told where nothing came of them."""
    monkeypatch.chdir(tmp_path)
    arguments, instead = REMARKED[name]
    for lang in ("en", "ru"):
        plain = call("--lang", lang, *_without_machine_options(arguments))
        outcome = call("--lang", lang, *arguments)
        assert (outcome.code, outcome.out) == (plain.code, plain.out)
        remark = outcome.err.removesuffix(plain.err)
        assert remark.count("\n") == 1
        assert re.search(instead, remark), remark


def _without_machine_options(arguments: Sequence[str]) -> list[str]:
    taken = [place for place, word in enumerate(arguments) if word in ("--reading", "--profile")]
    return [word for place, word in enumerate(arguments) if not {place, place - 1} & set(taken)]


DROPPED = {
    "new, force": (("new", "--force"), "FILE|ФАЙЛ"),
    "explore without a file": (("explore", "--json"), "FILE|ФАЙЛ"),
    "explore without a file, bound": (("explore", "--turns", "1"), "FILE|ФАЙЛ"),
    "export, view": (("export", "json", "--view", "turn"), "mermaid, plantuml, dot"),
    "export, datamodel": (("export", "tla", "--datamodel", "python"), "scxml"),
    "export, turns": (("export", "scxml", "--turns", "2"), "tla, promela"),
    "diagrams of a play, check": (("diagrams", "--scenario", "s.yaml", "--check"), "--scenario"),
    "diagrams of a play, view": (("diagrams", "--scenario", "s.yaml", "--view", "turn"), "--scenario"),
    "diagrams of a play, format": (("diagrams", "--scenario", "s.yaml", "--format", "png"), "--scenario"),
    "step, position": (("step", "position", "--reading", "reserve_at=declaration"), "--reading"),
    "step, log": (("step", "log", "--reading", "reserve_at=declaration"), "--reading"),
}


@pytest.mark.parametrize("name", DROPPED)
def test_no_option_is_accepted_and_dropped(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The fault: they were accepted, and nothing came of them."""
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(SMALL, "utf-8")
    Path("position").write_text(Game().position, "utf-8")
    Path("log").write_text(Game().log, "utf-8")
    arguments, instead = DROPPED[name]
    for lang in ("en", "ru"):
        outcome = call("--lang", lang, *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.count("\n") == 1
        assert re.search(instead, outcome.err), outcome.err
    assert {path.name for path in tmp_path.iterdir()} == {"s.yaml", "position", "log"}


def test_options_that_make_a_difference_are_taken(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(SMALL, "utf-8")
    Path("position").write_text(Game().position, "utf-8")
    for arguments in (
        ("export", "dot", "--view", "turn"),
        ("export", "tla", "--turns", "2"),
        ("export", "scxml", "--datamodel", "python"),
        ("diagrams", "--scenario", "s.yaml", "--format", "svg"),
        ("explain", "303.4"),
    ):
        assert call(*arguments).code == 0, arguments


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_new_writes_the_readings_asked_for(call: Call, lang: str) -> None:
    """The fault: --reading was accepted, and the scenario did not have it."""
    text = call("new", "--lang", lang, "--reading", "reserve_at=declaration", "--reading", "slow_active_only=нет").out
    scenario = parse_scenario(text)
    assert scenario.readings == Readings(reserve_at="declaration", slow_active_only=False)
    assert parse_scenario(template(lang)).play == scenario.play
