"""The loop: in a pipe, without a terminal, with the end of input and Ctrl-C; a golden session to read."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from rich.console import Console

from berserk_fsm import Game
from berserk_fsm.stepper import Session, run_stepper, template_scenario
from tests.stepper.conftest import game

GOLDEN = Path(__file__).parent / "golden_ru.txt"

SCRIPT = ("A заявляет удар", "1", "почему щит", "записать отказ", "выход")


def piped(text: str, lang: str = "ru", width: int = 80) -> str:
    out = io.StringIO()
    scenario = template_scenario(lang)
    play = Game.from_table(scenario.table, scenario.readings, engine="table")
    run_stepper(play, lang, Console(file=out, width=width), io.StringIO(text), scenario)
    return out.getvalue()


def test_a_pipe_gives_the_answers_without_prompts() -> None:
    text = piped("2\nsomething\nвыход\nA заявляет удар\n")
    assert "> " not in text.replace("  > ", "")
    assert "A пасует; приоритет у B" in text
    assert "Снято" not in text
    assert text.endswith("До свидания. Розыгрыш не сохранён.\n")


def test_lines_are_not_broken_in_a_pipe() -> None:
    assert piped("position\n", width=20) == piped("position\n", width=200)


@pytest.mark.parametrize("text", ["", "1", "1\n", "x" * 3_000_000, "\ufeff1\r\n"])
def test_the_end_of_input_leaves_politely(text: str) -> None:
    assert piped(text, "en").splitlines()[-1].startswith("Goodbye.")


def test_an_overlong_line_does_not_swallow_the_next() -> None:
    text = piped("x" * 100_000 + "\nhistory\n", "en")
    assert "longer than 2000" in text
    assert "Nothing has been done yet." in text


def test_bytes_that_are_no_text() -> None:
    out = io.StringIO()
    source = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\xcf\nquit\n"), encoding="utf-8")
    run_stepper(game(), "en", Console(file=out), source)
    assert out.getvalue().endswith("Goodbye.\n")


def test_markup_in_the_input_is_only_text() -> None:
    assert "[bold]x[/bold]" in piped("[bold]x[/bold]\n", "en")


def test_ctrl_c_leaves_politely() -> None:
    class Interrupting(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    out = io.StringIO()
    run_stepper(game(), "en", Console(file=out), Interrupting())
    assert out.getvalue().endswith("Goodbye.\n")


def test_a_terminal_has_a_prompt_and_hanging_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts = []
    answers = iter(["1", "2", "position"])

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("builtins.input", answer)
    out = io.StringIO()
    run_stepper(game(), "ru", Console(file=out, width=60, force_terminal=True, color_system=None))
    assert prompts == ["A> ", "A> ", "B> ", "B> "]
    lines = out.getvalue().splitlines()
    position = next(line for line in lines if line.startswith('{"berserk_fsm"'))
    assert Game.from_position(position).state.queue
    assert max(len(line) for line in lines if line != position) <= 60


def test_narrow_encodings_take_every_line() -> None:
    """The command line installs an error handler on its output; nothing here may depend on one character set."""
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="cp866", errors="replace")
    run_stepper(game(), "ru", Console(file=out), io.StringIO("1\nпомощь\nвыход\n"))
    out.flush()
    assert "Очередь заявок" in raw.getvalue().decode("cp866")


def test_golden_session() -> None:
    """A session as a judge reads it. To renew it after a change of words: UPDATE_GOLDEN=1 pytest …"""
    scenario = template_scenario("ru")
    session = Session(Game.from_table(scenario.table, scenario.readings, engine="table"), "ru", scenario)
    text = session.opening().text + "\n"
    for line in SCRIPT:
        text += f"\n{session.prompt}{line}\n{session.respond(line).text}\n"
    text = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, "utf-8", newline="\n")
    assert text == GOLDEN.read_text("utf-8")
