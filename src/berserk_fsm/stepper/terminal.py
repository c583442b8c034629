"""The loop around a session: read a line, show the answer, in a terminal or in a pipe."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import TYPE_CHECKING, TextIO

from berserk_fsm.stepper.session import LONGEST_LINE, Session

if TYPE_CHECKING:
    from rich.console import Console

    from berserk_fsm.game import Game
    from berserk_fsm.scenario.items import Scenario
    from berserk_fsm.stepper.answers import Response, Shown

__all__ = ["run_stepper"]

_STYLES = {
    "plain": "",
    "title": "bold",
    "faint": "bright_black",
    "refused": "red",
    "good": "green",
    "choice": "cyan",
    "verbatim": "",
}


def run_stepper(
    game: Game,
    lang: str,
    console: Console,
    stdin: TextIO | None = None,
    scenario: Scenario | None = None,
) -> None:
    """Step through a game until the user leaves or the input ends.

    Args:
        game: the game, at its start.
        lang: the language of the answers.
        console: where they are shown; with a terminal in front of it, prompts are shown too.
        stdin: where lines are read; the standard input if left out.
        scenario: the file the game is from, whose play can be walked through.
    """
    source = stdin if stdin is not None else sys.stdin
    session = Session(game, lang, scenario)
    reader = _Reader(source, console)
    try:
        _show(console, session.opening())
        while (line := reader.line(session.prompt)) is not None:
            response = session.respond(line)
            _show(console, response)
            if response.done:
                return
    except KeyboardInterrupt:
        pass
    if reader.interactive:
        console.print()
    _show(console, session.farewell())


class _Reader:
    """Reads lines from a terminal, with history where there is one, or from a pipe."""

    def __init__(self, source: TextIO, console: Console) -> None:
        self._source = source
        self.interactive = source.isatty() and console.is_terminal
        # Bytes that are no text must not end the session.
        reconfigure = getattr(source, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(io.UnsupportedOperation):  # somebody has read from it already
                reconfigure(errors="replace")
        if self._uses_input:
            with contextlib.suppress(ImportError):  # there is none on Windows
                import readline  # noqa: F401 - importing it gives input() its history

    @property
    def _uses_input(self) -> bool:
        return self.interactive and self._source is sys.stdin

    def line(self, prompt: str) -> str | None:
        """The next line; ``None`` at the end of the input."""
        if self._uses_input:
            try:
                return input(prompt)
            except EOFError:
                return None
        # A line without end must not fill the memory: of an overlong one, enough is kept to say so.
        line = self._source.readline(LONGEST_LINE + 2)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self._source.readline(65_536)
        return line or None


def _show(console: Console, response: Response) -> None:
    for line in response.lines:
        _show_line(console, line)


def _show_line(console: Console, line: Shown) -> None:
    from rich.text import Text

    text = Text(line.text, style=_STYLES[line.style])
    if line.note:
        text.append(f" {line.note}", style="bright_black")
    if line.style == "verbatim" or not console.is_terminal:
        console.print(text, soft_wrap=True)
        return
    # Long lines go on further in, so that the eye finds the next one.
    margin = len(line.text) - len(line.text.lstrip()) + 2
    first, *more = text.wrap(console, max(console.width - margin, 20)) or [text]
    console.print(first, soft_wrap=True)
    for part in more:
        part.pad_left(margin)
        console.print(part, soft_wrap=True)
