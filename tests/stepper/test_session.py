"""Every command in both languages, numbers, sentences, refusals, hostile input."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from berserk_fsm import Action, Game, Readings
from berserk_fsm.core.values import Decision, Point
from berserk_fsm.stepper import Session
from berserk_fsm.stepper.commands import COMMANDS, find_command
from tests.stepper.conftest import game

Start = Callable[..., Session]


def say(session: Session, *lines: str) -> str:
    text = ""
    for line in lines:
        text = session.respond(line).text
    return text


# --- numbers and sentences -------------------------------------------------------------------------------------------


def test_numbers_are_legal_actions_then_giving_away_then_both_pass(start: Start) -> None:
    text = start().respond("").text
    assert "  1  A declares удар — slow, target: гоблин, cost: рыцарь открыт" in text
    assert "  2  A declares крик — fast" in text
    assert "  3  A passes — B gets priority" in text
    assert "  4  both pass — until this window closes: the phase ends" in text


@pytest.mark.parametrize(("line", "queue"), [("1", ["удар"]), ("2.", ["крик"]), ("2)", ["крик"])])
def test_a_number_declares(start: Start, line: str, queue: list[str]) -> None:
    session = start()
    say(session, line)
    assert [entry.name for entry in session.game.state.queue] == queue


def test_after_declaring_the_number_hands_over(start: Start) -> None:
    session = start()
    assert "A hands over" in say(session, "1")
    say(session, "2")
    assert session.game.state.holder == "B"


@pytest.mark.parametrize("line", ["0", "9", "999999"])
def test_a_number_that_is_not_offered(start: Start, line: str) -> None:
    session = start()
    before = session.game.state
    assert say(session, line) == f"There is no number {line}; expected 1 to 4."
    assert session.game.state == before


@pytest.mark.parametrize(
    "lines",
    [
        ("A declares удар", "A hands over", "B passes", "A passes"),
        ("А заявляет удар", "А передает приоритет.", "В пасует", "а пасует"),
        ("a  declares  Удар", "both pass"),
        ("A заявил удар", "оба пасуют"),
        ("1", "A hands over", "both players pass"),
    ],
)
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_sentences_of_both_languages_whatever_the_output(start: Start, lines: tuple[str, ...], lang: str) -> None:
    session = start(lang)
    say(session, *lines)
    assert session.game.state.executing == "удар"


def test_a_refusal_shows_sentence_and_clause_and_changes_nothing(start: Start) -> None:
    session = start()
    say(session, "1")
    before = session.game.state
    assert say(session, "A passes") == "A has declared something in this hold: that is no pass but a hand-over. [303.2]"
    assert "[303.1]" in say(session, "B declares щит")
    assert session.game.state == before


def test_what_the_holder_cannot_declare_is_listed_with_its_clause(start: Start) -> None:
    text = say(start(), "1", "A hands over")
    assert "  ×  щит — " in text
    assert "[302.10]" in text


def test_giving_away_may_be_refused_and_then_has_no_number() -> None:
    trigger = Action("страж", by="A", on=Point("phase", "main"))
    session = Session(Game([trigger], readings=Readings(triggers_mandatory=True)), "en")
    text = session.respond("").text
    assert "  1  A declares страж — triggered" in text
    assert "  2 " not in text
    assert "  ×  A passes — " in text
    assert "[303.4]" in say(session, "both pass")


# --- commands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["back", "undo", "назад", "НАЗАД", "отмена"])
def test_back(start: Start, line: str) -> None:
    session = start()
    before = session.game.state
    assert say(session, "1", line).startswith("Taken back: A declares удар")
    assert session.game.state == before


def test_back_to_the_very_start(start: Start) -> None:
    session = start("ru")
    first = session.game.state
    say(session, "1", "2", "оба пасуют", "A пасует", "B заявляет щит", "B передаёт приоритет", "оба пасуют")
    for _ in range(7):
        assert say(session, "назад").startswith("Возвращено: ")
    assert session.game.state == first
    assert say(session, "назад") == "Это самое начало, возвращаться некуда."


def test_back_several_and_both_pass_goes_back_as_one(start: Start) -> None:
    session = start()
    first = session.game.state
    say(session, "1", "A hands over", "both pass")
    text = say(session, "back 3")
    assert text.splitlines()[0] == "Taken back: both pass"
    assert session.game.state == first
    assert say(session, "back two") == "“two” is no number; expected e.g. 2."


@pytest.mark.parametrize("line", ["why щит", "why not Щит", "почему щит", "почему нельзя щит", "why B declares щит"])
def test_why(start: Start, line: str) -> None:
    session = start()
    say(session, "1", "A hands over")
    before = session.game.state
    text = say(session, line)
    assert text.splitlines()[0].endswith("[302.10]")
    assert text.splitlines()[1].startswith("302.10 ")
    assert session.game.state == before


def test_why_answers_what_is_legal_too(start: Start) -> None:
    session = start()
    assert say(session, "why удар") == "A may declare “удар” now: slow. [302.9, 303.3, 303.5]"
    assert say(session, "why 2").startswith("A may declare “крик” now: fast.")
    assert say(session, "why both pass").startswith("Both may pass")
    assert say(session, "why").startswith("A may pass now")
    assert say(session, "1", "почему").startswith("A may hand over now")
    assert say(session, "why A passes").splitlines()[0].endswith("[303.2]")
    assert len(session.game.history) == 2


@pytest.mark.parametrize("line", ["state", "положение"])
def test_state_shows_every_key(start: Start, line: str) -> None:
    session = start()
    keys = [row.partition(":")[0] for row in say(session, line).splitlines()]
    assert keys == list(session.game.describe())
    russian = start("ru").respond(line).text
    assert "приоритет: A" in russian
    assert "окно: фаза" in russian
    assert "выполняется: ничего" in russian
    assert "заявлено: нет" in russian


@pytest.mark.parametrize("line", ["position", "позиция"])
def test_position_is_one_line_that_loads(start: Start, line: str) -> None:
    session = start()
    say(session, "1")
    response = session.respond(line)
    (only,) = response.lines
    assert only.style == "verbatim"
    assert Game.from_position(only.text).state == session.game.state


@pytest.mark.parametrize("line", ["legal", "можно"])
def test_legal_shows_both_players(start: Start, line: str) -> None:
    text = start().respond(line).text
    assert "A declares удар" in text
    assert "×  месть — " in text
    assert "×  щит — B does not have priority; A has it. [303.1]" in text


@pytest.mark.parametrize("line", ["history", "ход игры", "Ход  Игры"])
def test_history(start: Start, line: str) -> None:
    session = start("ru")
    assert say(session, line) == "Пока ничего не сделано."
    assert say(session, "1", "both pass", line) == "  1. A заявляет удар\n  2. оба пасуют"


@pytest.mark.parametrize("line", ["help", "помощь", "?", "справка"])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_help_lists_every_command(start: Start, line: str, lang: str) -> None:
    text = start(lang).respond(line).text
    for command in COMMANDS:
        assert command.spell(lang) in text


@pytest.mark.parametrize("line", ["quit", "exit", "q", "выход"])
def test_quit(start: Start, line: str) -> None:
    session = start("ru")
    assert session.respond(line).done
    assert session.respond(line).text == "До свидания."
    say(session, "1")
    assert session.respond(line).text == "До свидания. Розыгрыш не сохранён."


def test_every_spelling_of_every_command_is_found() -> None:
    for command in COMMANDS:
        for spelling in (*command.en, *command.ru):
            found = find_command(spelling.upper())
            assert found is not None
            assert found[0].id == command.id


# --- what is not understood ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("bakc", "back"),
        ("назат", "назад"),
        ("yfpfl", "назад"),
        ("ыефеу", "state"),
        ("сохронить x.yaml", "сохранить"),
        ("щиит", "B declares щит"),
        ("щит", "B declares щит"),
        ("A plays удар", "A declares удар"),
        ("declares удар", "A declares удар"),
    ],
)
def test_unknown_input_names_the_nearest(start: Start, line: str, near: str) -> None:
    session = start()
    before = session.game.state
    assert near in say(session, line)
    assert session.game.state == before


@pytest.mark.parametrize("line", ["A declares щиит", "why щиит", "почему B заявляет щиит"])
def test_unknown_names_name_the_nearest(start: Start, line: str) -> None:
    assert say(start(), line) == "There is no action “щиит” on the table; did you mean “щит”?"


def test_unknown_name_far_from_all(start: Start) -> None:
    assert "there are: удар, крик, месть, щит, защита" in say(start(), "A declares xyzzy")
    assert say(Session(Game(), "en"), "A declares X").endswith("it is empty.")


HOSTILE = [
    "x" * 5_000_000,
    "A declares " + "щ" * 1_900,
    "почему " + "щ" * 1_900,
    "\x00\x1b[2J\x07",
    "A declares \x1b[31mудар\u202e",
    "\ud800\udfff",
    "\ufeff",
    "   \t  ",
    "%s {0} {name} [bold]x[/bold]",
    "A",
    "A " * 500,
    "back -1",
    "back 99999999999999999999",
    "why " + "(" * 500,
    "save \x00",
    "save " + "d/" * 900,
    "next nan",
    "٣",
    "².",
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_hostile_input_gets_an_answer_and_changes_nothing(start: Start, line: str, lang: str) -> None:
    session = start(lang)
    before = session.game.state
    response = session.respond(line)
    assert response.lines
    assert not response.done
    assert session.game.state == before
    for shown in response.lines:
        assert len(str(shown)) < 1000
        assert str(shown).isprintable()


def test_a_game_that_has_begun_can_be_stepped_back(start: Start) -> None:
    begun = game()
    begun.declare("удар")
    begun.begin(Decision("hand_over", "A"))
    session = Session(begun, "en")
    assert session.game.settled
    assert say(session, "history") == "  1. A declares удар\n  2. A hands over"
    say(session, "back 2")
    assert session.game.state == game().state


def test_a_game_from_a_position_cannot_be_saved(tmp_path: object) -> None:
    session = Session(Game.from_position(game().position), "en")
    assert session.opening().text
    say(session, "1")
    assert "began at a position" in say(session, f"save {tmp_path}/x.yaml")
