"""Graphviz's HTML-like labels: any text made safe, wrapped and set in type."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from berserk_fsm.diagrams import style

__all__ = ["GAP", "bold", "cited", "font", "label", "safe", "wrapped"]


def safe(text: str) -> str:
    """``text`` for an HTML-like label: nothing in it is markup, and every character may stand in XML.

    >>> safe('<b> & "x"')
    '&lt;b&gt; &amp; &quot;x&quot;'
    """
    return "".join(
        _ESCAPES.get(c) or (c if _in_xml(c) else "\N{REPLACEMENT CHARACTER}") for c in " ".join(text.split())
    )


_ESCAPES = {
    # The font has no arrows.
    "\N{RIGHTWARDS ARROW}": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    "\N{LEFTWARDS ARROW}": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    # Graphviz replaces \\N and the like even here, and takes two backslashes for one.
    "\\": "&#92;&#92;",
    "[": "&#91;",
    "]": "&#93;",
}


def _in_xml(c: str) -> bool:
    return c.isprintable() and not 0xD800 <= ord(c) <= 0xDFFF and ord(c) & 0xFFFE != 0xFFFE


def wrapped(text: str, width: int) -> list[str]:
    """``text`` in lines of about ``width`` characters, evenly filled; never empty."""
    text = " ".join(text.split())
    count = len(_fill(text, width))
    if count < 2:
        return [text or "–"]
    return next(lines for narrow in range(len(text) // count, width + 1) if len(lines := _fill(text, narrow)) <= count)


def _fill(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 1), break_long_words=False, break_on_hyphens=False)


GAP = '<FONT POINT-SIZE="2"> </FONT>'
"""A line of a label that is only a little air."""


def font(lines: Iterable[str], size: float, colour: str = style.QUIET) -> str:
    """Lines of plain text in one size and colour; nothing for no lines.

    Args:
        lines: any text.
        size: in points.
        colour: as Graphviz writes it.
    """
    shown = [safe(line) for line in lines]
    return f'<FONT POINT-SIZE="{size:g}" COLOR="{colour}">{"<BR/>".join(shown)}</FONT>' if shown else ""


def bold(lines: Iterable[str], size: float, colour: str = style.INK) -> str:
    """Like :func:`font`, in bold type."""
    return f"<B>{font(lines, size, colour)}</B>"


def label(*parts: str) -> str:
    """A whole label of parts made by :func:`font` and :func:`bold`, one below the other."""
    return f"<{f'<BR/>{GAP}<BR/>'.join(part for part in parts if part)}>"


def cited(clauses: Iterable[str], width: int) -> list[str]:
    """The clauses in lines of about ``width`` characters, none of them broken."""
    lines: list[str] = []
    for clause in clauses:
        if lines and len(lines[-1]) + len(clause) + 3 <= width:
            lines[-1] += f" · {clause}"
        else:
            lines.append(clause)
    return lines
