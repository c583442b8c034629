"""Output that reaches every console: characters it lacks are replaced, a closed pipe ends quietly.

``rich`` is imported only when something is laid out, so that ``--help`` and ``--json`` stay quick.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text as RichText

__all__ = [
    "Sheet",
    "make_console",
    "make_streams_safe",
    "one_line",
    "print_error",
    "print_out",
    "print_unknown_clauses",
    "progress_bar",
    "silence_output",
]

_HANDLER = "berserk_fsm.readable"

_READABLE = {
    "→": "->", "←": "<-", "⇒": "=>", "«": '"', "»": '"', "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'",
    "—": "-", "–": "-", "−": "-", "·": "|", "•": "*", "…": "...", "✓": "[ok]", "✗": "[x]", "№": "No.", "≤": "<=",
    "≥": ">=", "×": "x", "\u00a0": " ", "ё": "е", "Ё": "Е",
}  # fmt: skip

PIPE_WIDTH = 100
"""Width where the output is no terminal."""

MAX_WIDTH = 120
"""On a wider terminal lines would be hard to follow to the clauses at their end."""

_NARROW = 60
"""Below this width clauses do not get a column of their own."""

_CLAUSES_WIDTH = 28

_MARKS = {"holds": ("✓", "green"), "fails": ("✗", "bold red")}


def _replace(error: UnicodeError) -> tuple[str, int]:
    """A codecs error handler: what the encoding lacks becomes something readable it has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = []
    for char in error.object[error.start : error.end]:
        better = _READABLE.get(char, "?")
        try:
            better.encode(error.encoding)
        except UnicodeError:
            better = "?"
        found.append(better)
    return "".join(found), error.end


codecs.register_error(_HANDLER, _replace)


def make_streams_safe() -> None:
    """Let standard output and errors replace what their encodings lack."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=_HANDLER)


def silence_output() -> None:
    """After a pipe was closed: send the rest nowhere, so that the interpreter does not complain on exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass  # a stream without a descriptor has no pipe that could be closed


def one_line(text: str) -> str:
    """The text on one line: line ends, control characters and bytes of file names that are no text are escaped."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def print_out(text: str) -> None:
    """A line on standard output, as it is."""
    if sys.stdout is not None:
        sys.stdout.write(text + "\n")


def print_error(text: str) -> None:
    """A line on standard error, after what was printed before it."""
    if sys.stdout is not None:
        sys.stdout.flush()
    if sys.stderr is not None:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def print_unknown_clauses(unknown: Sequence[str], known: Iterable[str], lang: str) -> bool:
    """Say which of the clauses asked for there are not, each in a line of its own.

    Args:
        unknown: what was asked for and is not there.
        known: the clauses there are.
        lang: the language.

    Returns:
        whether there was anything to say.
    """
    listed = ", ".join(known)
    for clause in unknown:
        told = Text(
            f"{clause}: такого пункта нет; ожидалось {listed}", f"{clause}: there is no such clause; expected {listed}"
        )
        print_error(one_line(told.get(lang)))
    return bool(unknown)


def make_console(stream: IO[str] | None = None) -> Console:
    """A console on standard output, or on ``stream``: plain text unless it is a terminal, no guessing about words."""
    from rich.console import Console

    class Quiet(Console):
        """A console that leaves a closed pipe to whoever called it."""

        def on_broken_pipe(self) -> None:
            raise  # called while the BrokenPipeError is handled

    stream = stream or sys.stdout
    terminal = bool(stream is not None and stream.isatty())
    plain = not terminal or bool(os.environ.get("NO_COLOR"))
    console = Quiet(
        file=stream,
        force_terminal=terminal,
        color_system=None if plain else "auto",
        no_color=plain,
        width=None if terminal else PIPE_WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )
    if console.width < 1:  # COLUMNS=0 says that the width is not known
        console.width = PIPE_WIDTH
    return console


@contextmanager
def progress_bar(total: int, doing: str) -> Iterator[Callable[[str], None] | None]:
    """A progress bar on a terminal; nothing in a pipe.

    Args:
        total: how many things are to be done.
        doing: what is said before the first of them is done.

    Yields:
        A function to call with the name of each thing that is done; ``None`` where there is no terminal.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda name: bar.update(task, advance=1, description=name)


class Sheet:
    """Lines of text with clauses in a column at their right, wrapped to the width of a console."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.width = min(console.width, MAX_WIDTH)

    def line(
        self,
        text: str,
        clauses: Sequence[str] = (),
        *,
        indent: int = 0,
        mark: str = "",
        style: str = "",
        more: str = "",
    ) -> None:
        """A sentence, its clauses, and a mark in front of it.

        Args:
            text: the sentence.
            clauses: what it cites; dim, at the right.
            indent: how many columns the text is moved in, the mark included.
            mark: ``holds``, ``fails`` or nothing.
            style: of the text, for ``rich``.
            more: text that follows on the same line, without style.
        """
        from rich.text import Text as RichText

        sign, sign_style = _MARKS.get(mark, ("", ""))
        start = RichText.assemble((self.fitted(sign), sign_style))
        margin = max(indent, start.cell_len + 1 if sign else 0)
        start.append(" " * (margin - start.cell_len))
        body = RichText.assemble((self.fitted(text), style), self.fitted(more))
        side = RichText(self.fitted(" ".join(clauses)), "dim")
        if side and self.width < _NARROW:
            body.append(" [").append(side).append("]")
            side = RichText("")
        left = body.wrap(self.console, self._room(margin, bool(side)))
        right = side.wrap(self.console, _CLAUSES_WIDTH)
        for number in range(max(len(left), len(right))):
            row = start.copy() if number == 0 else RichText(" " * margin)
            if number < len(left):
                row.append(_stripped(left[number]))
            if number < len(right):
                row.append(" " * max(1, self.width - _CLAUSES_WIDTH - row.cell_len)).append(_stripped(right[number]))
            self.console.print(_stripped(row), no_wrap=True, overflow="ignore", crop=False)

    def _room(self, margin: int, clauses: bool) -> int:
        return max(10, self.width - margin - (_CLAUSES_WIDTH + 1 if clauses else 0))

    def fits(self, text: str, *, indent: int = 0, clauses: bool = True) -> bool:
        """Does a text fit on one line?"""
        from rich.cells import cell_len

        narrow = self.width < _NARROW
        return cell_len(self.fitted(text)) <= self._room(indent, clauses and not narrow)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def fitted(self, text: str) -> str:
        """The text as the console can show it; done before it is laid out, for replacements may be longer."""
        encoding = self.console.encoding
        text = "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)
        return text.encode(encoding, _HANDLER).decode(encoding)


def _stripped(text: RichText) -> RichText:
    text = text.copy()
    text.rstrip()
    return text
