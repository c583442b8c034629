"""What the stepper answers: lines of text with a style, and nothing about how a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from berserk_fsm.rules.text import Text

__all__ = ["BLANK", "Response", "Shown", "Style", "cited", "quoted", "visible"]

Style = Literal["plain", "title", "faint", "refused", "good", "choice", "verbatim"]
"""``verbatim`` lines are for copying and must never be broken."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One line.

    Args:
        text: what it says.
        style: how it is meant.
        note: what stands behind the text and may be shown more faintly, mostly clauses.

    >>> str(Shown("A passes.", note="[303.2]"))
    'A passes. [303.2]'
    """

    text: str
    style: Style = "plain"
    note: str = ""

    def __str__(self) -> str:
        return f"{self.text} {self.note}" if self.note else self.text


BLANK = Shown("")


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to one line of input.

    Args:
        lines: what to show.
        done: the user wants to leave.
    """

    lines: tuple[Shown, ...] = ()
    done: bool = False

    @property
    def text(self) -> str:
        """The lines as plain text."""
        return "\n".join(str(line) for line in self.lines)


def cited(clauses: Iterable[str]) -> str:
    """Clauses as they stand behind a sentence; nothing when there are none.

    >>> cited(("302.9", "303.5"))
    '[302.9, 303.5]'
    """
    together = ", ".join(clauses)
    return f"[{together}]" if together else ""


def quoted(text: str, lang: str) -> str:
    """A name in the quotation marks of the language."""
    return Text(f"«{text}»", f"“{text}”").get(lang)


def visible(text: str, longest: int = 60) -> str:
    r"""What a user typed, fit to be shown: on one line, not too long, without control characters.

    >>> visible("a\x1b[2Jb\tc")
    'a\\x1b[2Jb\\tc'
    """
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    safe = short.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in safe)
