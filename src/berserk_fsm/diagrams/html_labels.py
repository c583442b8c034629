"""Graphviz's HTML-like labels: any text made safe, wrapped and set in type."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from berserk_fsm.diagrams import style

__all__ = ["GAP", "LEFT", "SPACE", "bold", "cited", "font", "label", "listed", "plain", "safe", "wrapped"]


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


def plain(text: str) -> str:
    """``text`` where nothing is markup: only characters that may be drawn, and one space between words."""
    return "".join(c if _in_xml(c) else "\N{REPLACEMENT CHARACTER}" for c in " ".join(text.split()))


def _in_xml(c: str) -> bool:
    return c.isprintable() and not 0xD800 <= ord(c) <= 0xDFFF and ord(c) & 0xFFFE != 0xFFFE


def wrapped(text: str, width: int) -> list[str]:
    """``text`` in lines of about ``width`` characters, evenly filled; never empty."""
    text = " ".join(text.split())
    count = len(_fill(text, width))
    if count < 2:
        return [text or "–"]
    return next(
        lines
        for narrow in range(min(len(text) // count, width), width + 1)
        if len(lines := _fill(text, narrow)) <= count
    )


def _fill(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 1), break_long_words=False, break_on_hyphens=False)


LEFT = '<BR ALIGN="LEFT"/>'
GAP = '<FONT POINT-SIZE="2"> </FONT>'
"""A line of a label that is only a little air. Graphviz sets lines solid, so it also stands between wrapped lines."""

SPACE = '<FONT POINT-SIZE="4"> </FONT>'
"""The same, between the parts of a label."""


def font(lines: Iterable[str], size: float, colour: str = style.QUIET) -> str:
    """Lines of plain text in one size and colour; nothing for no lines.

    Args:
        lines: any text.
        size: in points.
        colour: as Graphviz writes it.
    """
    shown = [safe(line) for line in lines]
    return f'<FONT POINT-SIZE="{size:g}" COLOR="{colour}">{f"<BR/>{GAP}<BR/>".join(shown)}</FONT>' if any(shown) else ""


def bold(lines: Iterable[str], size: float, colour: str = style.INK) -> str:
    """Like :func:`font`, in bold type."""
    shown = font(lines, size, colour)
    return f"<B>{shown}</B>" if shown else ""


def label(*parts: str) -> str:
    """A whole label of parts made by :func:`font` and :func:`bold`, one below the other."""
    whole = ""
    for part in parts:
        if whole and part:
            # A list ends its last line itself.
            whole += f"{SPACE}<BR/>" if whole.endswith(f"{LEFT}</FONT>") else f"<BR/>{SPACE}<BR/>"
        whole += part
    return f"<{whole}>"


def listed(notes: Sequence[str], size: float) -> str:
    """Notes in a state: one is centred, several are a list, each with its first line marked.

    Args:
        notes: the lines.
        size: in points.
    """
    if len(notes) < 2:
        return font([line for note in notes for line in wrapped(note, 34)], size)
    lines = [
        ("\N{BULLET} " if not at else "\N{NO-BREAK SPACE}\N{NO-BREAK SPACE} ") + line
        for note in notes
        for at, line in enumerate(wrapped(note, 38))
    ]
    shown = f"{GAP}{LEFT}".join(f"{safe(line)}{LEFT}" for line in lines)
    return f'<FONT POINT-SIZE="{size:g}" COLOR="{style.QUIET}">{shown}</FONT>'


def cited(clauses: Iterable[str], width: int) -> list[str]:
    """The clauses in lines of about ``width`` characters, none of them broken."""
    lines: list[str] = []
    for clause in clauses:
        if lines and len(lines[-1]) + len(clause) + 3 <= width:
            lines[-1] += f" · {clause}"
        else:
            lines.append(clause)
    return lines
