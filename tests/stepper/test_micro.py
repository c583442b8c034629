"""Micro-steps: one transition at a time, and nobody decides between them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from berserk_fsm import Game
from berserk_fsm.game import EngineName
from berserk_fsm.stepper import Session
from tests.stepper.conftest import game

Start = Callable[..., Session]


def until_decision(session: Session) -> list[str]:
    texts = []
    while not session.game.settled:
        texts.append(session.respond("").text)
    return texts


@pytest.mark.parametrize("word", ["micro", "шаги", "микрошаги"])
@pytest.mark.parametrize(
    "sentences",
    [
        ("A declares удар", "both pass", "both pass", "both pass", "both pass", "both pass"),
        ("A declares крик", "A hands over", "B passes", "A passes", "A passes", "B declares щит"),
        ("both pass", "both pass", "both pass"),
    ],
)
def test_micro_steps_equal_the_record(start: Start, word: str, sentences: tuple[str, ...]) -> None:
    whole, session = start(), start()
    session.respond(word)
    for sentence in sentences:
        whole.respond(sentence)
        session.respond(sentence)
        until_decision(session)
    assert session.game.history == whole.game.history
    assert session.game.state == whole.game.state
    assert session.respond("history").text == whole.respond("history").text


def test_each_micro_step_shows_label_clauses_and_what_changed(start: Start) -> None:
    session = start()
    session.respond("micro")
    session.respond("A declares удар")
    first = session.respond("both pass").text
    assert "  1. second pass in a row [303.2, 303.7]" in first
    assert "nobody has priority" in first
    told = "\n".join(until_decision(session))
    assert "  3. queue to stack [302.1, 302.2, 302.11, 303.7]" in told
    assert "     queue: удар → empty" in told
    assert "     stack: empty → удар" in told
    assert "nothing changes; only the way is chosen" in told
    for micro in session.game.history[-1].micro_steps:
        assert micro.row.label.en in first + told


@pytest.mark.parametrize("line", ["B declares щит", "B заявляет щит", "A passes", "оба пасуют", "1", "next"])
def test_deciding_during_application_is_refused_by_302_8(start: Start, line: str) -> None:
    session = start()
    for sentence in ("1", "both pass", "both pass", "micro", "both pass"):
        session.respond(sentence)
    clauses = set()
    while not session.game.settled:
        before = session.game.state
        text = session.respond(line).text
        assert session.game.state == before
        expected = "302.8" if before.deactivated else "303.1"
        assert f"[{expected}]" in text.splitlines()[0]
        clauses.add(expected)
        if before.deactivated:
            assert "[302.8]" in session.respond("why щит").text
            assert "The stack is deactivated." in session.respond("").text or session.game.state != before
        else:
            session.respond("")
    assert clauses == {"302.8", "303.1"}


def test_state_position_and_save_between_micro_steps(start: Start) -> None:
    session = start()
    session.respond("micro")
    session.respond("1")
    session.respond("both pass")
    assert not session.game.settled
    assert "priority: nobody" in session.respond("state").text
    assert session.respond("position").text
    assert "half done" in session.respond("save x.yaml").text
    assert session.prompt == "...> "
    assert session.respond("keep").text.startswith("Nothing was refused")


def test_back_takes_a_half_done_sentence_back_whole(start: Start) -> None:
    session = start()
    session.respond("1")
    before = session.game.state
    session.respond("micro")
    session.respond("both pass")
    session.respond("")
    assert session.respond("back").text.startswith("Taken back: both pass")
    assert session.game.state == before
    assert session.game.settled
    assert session.respond("back").text.startswith("Taken back: A declares удар")


def test_switching_off_runs_to_the_end(start: Start) -> None:
    session, whole = start(), start()
    session.respond("micro")
    for line in ("1", "both pass", "micro"):
        session.respond(line)
    for line in ("1", "both pass"):
        whole.respond(line)
    assert session.game.history == whole.game.history
    assert session.respond("micro").text.startswith("Micro-steps on")
    assert session.respond("micro").text == "Micro-steps off."


def test_both_engines_step_alike() -> None:
    table = game().table
    texts = []
    engines: tuple[EngineName, ...] = ("transitions", "table")
    for engine in engines:
        session = Session(Game.from_table(table, engine=engine), "en")
        lines = [session.respond(line).text for line in ("micro", "1", "both pass")]
        texts.append(lines + until_decision(session))
    assert texts[0] == texts[1]
