"""Walking through a file, and saving what was done as a file that repeats it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.scenario.template import template
from berserk_fsm.stepper import Session, template_scenario

Start = Callable[..., Session]


# --- walking through -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["next", "дальше", "сыграть"])
@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("micro", [False, True])
def test_walking_through_the_template(start: Start, word: str, lang: str, micro: bool) -> None:
    session = start(lang, template(lang))
    if micro:
        session.respond("micro")
    items = len(template_scenario(lang).play)
    done = 0
    while done < items:
        text = session.respond(word).text
        assert text.startswith("> ")
        assert not any(bad in text for bad in ("не так", "not so", "не пройти"))
        while not session.game.settled:
            session.respond("")
        done += 1
    assert session.game.state == play_scenario(template_scenario(lang)).game.state
    assert session.respond(word).text in ("Розыгрыш из файла закончен.", "The file's play is over.")
    assert session.farewell().text in ("До свидания.", "Goodbye.")
    assert len(session.respond("history").lines) == items


def test_the_next_sentence_is_shown_and_typing_it_goes_on_in_the_file(start: Start) -> None:
    play = "[A declares F, {expect: {queue: [F]}}, A hands over, both pass]"
    session = start("en", f"actions: {{F: {{by: A}}}}\nplay: {play}")
    assert '"next" in the file: A declares F' in session.opening().text
    assert '"next" in the file: expect: {queue: [F]}' in session.respond("A declares F").text
    assert '"next" in the file: both pass' in session.respond("A hands over").text
    assert '"next" in the file: expect: {queue: [F]}' in session.respond("back").text


def test_straying_from_the_file_is_said_and_undone(start: Start) -> None:
    session = start("en", "actions: {F: {by: A}, G: {by: A}}\nplay: [A declares F, A hands over]")
    assert '"next" in the file (you have left it): A declares F' in session.respond("A declares G").text
    assert '"next" in the file: A declares F' in session.respond("back").text


def test_a_file_that_cannot_go_on_stays_where_it_is(start: Start) -> None:
    session = start("en", "actions: {F: {by: A}}\nplay: [B passes, A passes]")
    before = session.game.state
    text = session.respond("next 2").text
    assert "[303.1]" in text
    assert "cannot go on from here" in text
    assert session.game.state == before
    session.respond("micro")
    assert "cannot go on from here" in session.respond("next").text
    assert session.respond("history").text == "Nothing has been done yet."


def test_an_until_that_is_never_reached_is_taken_back_whole(start: Start) -> None:
    session = start("en", "actions: {F: {by: A}}\nplay: [{until: {left: F}}]")
    before = session.game.state
    assert "not reached" in session.respond("next").text
    assert session.game.state == before


def test_expectations_that_fail_are_shown_and_not_saved(start: Start, tmp_path: Path) -> None:
    play = '[{expect: {priority: B}}, {refused: {say: A passes, clause: "303.2"}}, A passes]'
    session = start("en", f"actions: {{F: {{by: A}}}}\nplay: {play}")
    assert "· not so: expect: {priority: B}, but it is A" in session.respond("next").text
    assert "· not so: expected a refusal by 303.2" in session.respond("next").text
    session.respond("next")
    assert session.respond("history").text.count("— not so") == 2
    session.respond(f"save {tmp_path / 'x'}")
    assert [type(item).__name__ for item in load_scenario(tmp_path / "x.yaml").play] == ["Say", "Expect"]


def test_next_without_a_play(start: Start) -> None:
    assert start().respond("next").text == "The file has no play."


# --- saving ----------------------------------------------------------------------------------------------------------

LONG = (
    "A declares удар", "A hands over", "why щит", "keep", "both pass", "A passes", "B declares защита", "both pass",
    "both pass", "both pass", "both pass", "both pass", "both pass", "A declares месть", "both pass", "both pass",
    "both pass", "both pass", "both pass", "both pass", "both pass", "both pass",
)  # fmt: skip


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("word", ["save", "сохранить"])
@pytest.mark.parametrize("count", range(0, len(LONG) + 1, 3))
def test_save_load_play_is_ok(start: Start, tmp_path: Path, lang: str, word: str, count: int) -> None:
    session = start(lang)
    for line in LONG[:count]:
        session.respond(line)
    file = tmp_path / "спор за столом.yaml"
    assert str(file) in session.respond(f"{word} {file}").text
    scenario = load_scenario(file)
    turnout = play_scenario(scenario)
    assert turnout.ok
    assert turnout.game.state == session.game.state
    assert scenario.table == session.game.table
    assert session.farewell().text in ("До свидания.", "Goodbye.")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_the_refusal_that_was_kept_is_in_the_file(start: Start, tmp_path: Path) -> None:
    session = start("ru")
    assert session.respond("записать отказ").text.startswith("В этом положении отказа ещё не было")
    for line in ("1", "A передаёт приоритет", "B заявляет щит"):
        session.respond(line)
    noted = 'отказ: {фраза: B заявляет щит, пункт: "302.10"}'
    assert session.respond("записать отказ").text == f"Внесено в сценарий: {noted}"
    session.respond(f"сохранить {tmp_path}/a.yaml")
    assert '- отказ: {фраза: B заявляет щит, пункт: "302.10"}' in (tmp_path / "a.yaml").read_text("utf-8")
    assert session.respond("назад").text.startswith("Возвращено: отказ:")


def test_title_cites_readings_and_claims_are_kept(start: Start, tmp_path: Path) -> None:
    text = (
        "title: T\ncites: ['303.7']\nreadings: {phase_window: if_any}\nactions: {F: {by: A}}\nsometimes: {stack: [F]}"
    )
    session = start("en", text)
    assert "Readings not the default: phase_window=if_any" in session.opening().text
    session.respond(f"save {tmp_path}/a.yml")
    saved = load_scenario(tmp_path / "a.yml")
    assert (saved.title, saved.cites, saved.readings.phase_window) == ("T", ("303.7",), "if_any")
    assert [(claim.kind, claim.expected["stack"]) for claim in saved.claims] == [("sometimes", ("F",))]


def test_an_existing_file_is_overwritten_only_on_demand(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("mine")
    session = start()
    assert "exists" in session.respond(f"save {file}").text
    session.respond("state")
    assert "exists" in session.respond(f"save {file}").text
    assert file.read_text() == "mine"
    assert session.respond(f"save {file}").text.startswith("Saved")
    file.write_text("mine")
    assert session.respond(f"сохранить! {file}").text.startswith("Saved")
    assert load_scenario(file).play


@pytest.mark.parametrize("name", ["", "x\x00", "nowhere/x.yaml", ".", "x" * 300])
def test_what_cannot_be_written_is_said(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    response = start().respond(f"save! {name}")
    assert response.lines[0].style == "refused"
    assert list(tmp_path.iterdir()) == []


def test_a_failing_write_leaves_the_old_file(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "a.yaml"
    file.write_text("mine")
    monkeypatch.setattr(os, "replace", fail)
    assert start().respond(f"save! {file}").text == f"{file} cannot be written: No space left on device"
    assert file.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]
