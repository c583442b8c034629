"""A small SVG writer for the charts of a trace: text that knows its width, colours for light and dark.

Colours are attributes, so that every viewer shows the light picture; the classes beside them let a style sheet
(:func:`dark_css`) turn it dark. Every text carries its width (``textLength``), so that it keeps its place in any font.
"""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from berserk_fsm.diagrams import style

__all__ = ["PALETTE", "Canvas", "dark_css", "fit", "font_css", "shown", "text_width", "wrap"]

FONT_FAMILY = "Roboto, Arial, sans-serif"

_PAGE = files("berserk_fsm.diagrams") / "page"

Anchor = Literal["start", "middle", "end"]


class Shade(NamedTuple):
    """A colour in the light and in the dark picture."""

    light: str
    dark: str


PALETTE: Mapping[str, Shade] = {
    "paper": Shade("#FFFFFF", "#15181C"),
    "ink": Shade(style.INK, "#ECECEC"),
    "quiet": Shade(style.QUIET, "#B4B4B4"),
    "rule": Shade("#C9C9C9", "#4A4F56"),
    "band": Shade("#F4F4F2", "#1E2227"),
    "card": Shade("#FFFFFF", "#23282E"),
    "active": Shade(style.HOLDERS["active"].line, "#6CB8E8"),
    "active-pale": Shade(style.HOLDERS["active"].fill, "#1B3A4D"),
    "nonactive": Shade("#C25400", "#F4935A"),
    "nonactive-pale": Shade(style.HOLDERS["nonactive"].fill, "#4F2B17"),
    "halted": Shade(style.DEACTIVATED_TINT.fill, "#3A3A3A"),
    "good": Shade("#00704F", "#4CC79E"),
    "bad": Shade("#B3261E", "#FF8A80"),
    "phase-0": Shade(style.PHASES[0].fill, "#17303F"),
    "phase-1": Shade(style.PHASES[1].fill, "#3B2F10"),
    "phase-2": Shade(style.PHASES[2].fill, "#12362B"),
    "phase-3": Shade(style.PHASES[3].fill, "#3A2231"),
}
"""The colours of the charts: those of :mod:`berserk_fsm.diagrams.style`, and the same in the dark."""


def shown(text: str) -> str:
    r"""``text`` as it may stand in a picture or page: one line, what cannot be seen or turns text around made visible.

    >>> shown("a\u202eb\n c")
    'a\\u202eb c'
    """
    line = " ".join(text.split())
    safe = line.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in safe)


@cache
def _widths(bold: bool) -> Mapping[str, int]:
    data = json.loads((_PAGE / "roboto-widths.json").read_text("utf-8"))
    return {c: int(width) for width, letters in data["bold" if bold else "regular"].items() for c in letters}


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide ``text`` is in Roboto.

    >>> round(text_width("приоритет", 10), 1)
    49.2
    """
    widths = _widths(bold)
    return sum(widths[c] if c in widths else _guessed_width(c) for c in text) * size / 1000


def _guessed_width(c: str) -> int:
    """About how wide a letter is that the font does not have, in thousandths."""
    if unicodedata.category(c).startswith("M"):
        return 0
    return 1050 if unicodedata.east_asian_width(c) in "WF" else 680


def fit(text: str, width: float, size: float, bold: bool = False) -> str:
    """``text``, cut with an ellipsis if it is wider than ``width``.

    >>> fit("a very long name", 40, 10)
    'a very l…'
    """
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, width: float, size: float, bold: bool = False, most: int = 99) -> list[str]:
    """``text`` in lines of at most ``width``; words too long for a line are broken, and what is over is cut.

    >>> wrap("one two three", 40, 10)
    ['one two', 'three']
    """
    lines = [""]
    words = [part for word in text.split() for part in _broken(word, width, size, bold)]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], fit(" ".join(lines[most - 1 :]), width, size, bold)]
    return lines


def _broken(word: str, width: float, size: float, bold: bool) -> Iterator[str]:
    while text_width(word, size, bold) > width and len(word) > 1:
        count = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or text_width(word[:n], size, bold) <= width)
        yield word[:count]
        word = word[count:]
    yield word


def _n(number: float) -> str:
    """A coordinate, short and the same on every machine."""
    return f"{number:.1f}".rstrip("0").rstrip(".") if number else "0"


class Canvas:
    """Collects the elements of one picture."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    # --- structure ---------------------------------------------------------------------------------------------------

    @contextmanager
    def group(self, name: str = "", classes: str = "", tip: str = "", href: str = "") -> Iterator[None]:
        """A group; with ``href`` it is a link, with ``tip`` it tells something when pointed at."""
        marks = "".join(f" {key}={quoteattr(value)}" for key, value in (("id", name), ("class", classes)) if value)
        tag = f'a href={quoteattr(href)} tabindex="-1"' if href else "g"
        self.parts.append(f"<{tag}{marks}>")
        if tip:
            self.parts.append(f"<title>{escape(shown(tip))}</title>")
        yield
        self.parts.append(f"</{tag.split(' ', 1)[0]}>")

    def put(self, other: Canvas) -> None:
        """All elements of another canvas."""
        self.parts += other.parts

    def pointable(self, x: float, y: float, width: float, height: float) -> None:
        """A place that can be pointed at though nothing is drawn there."""
        self.parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="#000" fill-opacity="0"/>'
        )

    # --- shapes ------------------------------------------------------------------------------------------------------

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = "none",
        line: float = 1,
        dash: str = "",
        round_: float = 0,
        classes: str = "",
    ) -> None:
        """A rectangle."""
        size = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
        corner = f' rx="{_n(round_)}"' if round_ else ""
        self.parts.append(f"<rect {size}{corner}{_look(fill, stroke, line, dash, classes)}/>")

    def path(
        self,
        d: str,
        *,
        fill: str = "none",
        stroke: str = "ink",
        line: float = 1.2,
        dash: str = "",
        classes: str = "",
    ) -> None:
        """Any line, given as path data."""
        self.parts.append(f'<path d="{d}"{_look(fill, stroke, line, dash, classes)}/>')

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        *,
        stroke: str = "ink",
        line: float = 1.2,
        dash: str = "",
    ) -> None:
        """A straight line."""
        self.path(f"M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}", stroke=stroke, line=line, dash=dash)

    def circle(self, x: float, y: float, radius: float, *, fill: str = "none", stroke: str = "none") -> None:
        """A circle."""
        self.parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{_look(fill, stroke, 1.2, "", "")}/>')

    def arrow(
        self, x1: float, x2: float, y: float, *, stroke: str, line: float = 1.6, dash: str = "", open_: bool = False
    ) -> None:
        """A level arrow; ``open_``: its head is open."""
        back = -7 if x2 > x1 else 7
        stop = x2 if open_ else x2 + back
        self.line(x1, y, stop, y, stroke=stroke, line=line, dash=dash)
        head = f"M{_n(x2 + back)} {_n(y - 4.5)}L{_n(x2)} {_n(y)}L{_n(x2 + back)} {_n(y + 4.5)}"
        if open_:
            self.path(head, stroke=stroke, line=line)
        else:
            self.path(head + "Z", fill=stroke, stroke="none")

    def cross(self, x: float, y: float, stroke: str = "bad", size: float = 5) -> None:
        """A cross: not allowed, not as expected."""
        ends = [_n(x - size), _n(x + size), _n(y - size), _n(y + size)]
        left, right, top, bottom = ends
        self.path(f"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}", stroke=stroke, line=2.2)

    def tick(self, x: float, y: float, stroke: str = "good") -> None:
        """A tick: as expected."""
        self.path(f"M{_n(x - 4)} {_n(y)}L{_n(x - 1)} {_n(y + 3.5)}L{_n(x + 5)} {_n(y - 4)}", stroke=stroke, line=2)

    # --- text --------------------------------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        *,
        bold: bool = False,
        fill: str = "ink",
        anchor: Anchor = "start",
        halo: bool = False,
    ) -> None:
        """A line of text on the base line ``y``; ``halo``: what lies under it does not touch it."""
        text = shown(text)
        if not text:
            return
        weight = ' font-weight="700"' if bold else ""
        where = "" if anchor == "start" else f' text-anchor="{anchor}"'
        width = f' textLength="{_n(text_width(text, size, bold))}" lengthAdjust="spacingAndGlyphs"'
        around = f' stroke="{PALETTE["paper"].light}" stroke-width="4" paint-order="stroke"' if halo else ""
        classes = f"f-{fill} s-paper" if halo else f"f-{fill}"
        self.parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"{weight}{where}{width} class="{classes}"'
            f' fill="{PALETTE[fill].light}"{around}>{escape(text)}</text>'
        )

    def lines(
        self,
        x: float,
        y: float,
        lines: Iterable[str],
        size: float,
        step: float,
        *,
        fill: str = "ink",
        anchor: Anchor = "start",
        halo: bool = False,
    ) -> None:
        """Several lines of text, the first on the base line ``y``."""
        for number, line in enumerate(lines):
            self.text(x, y + number * step, line, size, fill=fill, anchor=anchor, halo=halo)

    # --- the whole ---------------------------------------------------------------------------------------------------

    def svg(self, width: float, height: float, *, name: str, lang: str, title: str, desc: str, alone: bool) -> str:
        """The picture.

        Args:
            width: of the picture, in pixels.
            height: of the picture, in pixels.
            name: class and prefix of ids.
            lang: of the words in it.
            title: what it shows.
            desc: the same in words, for those who cannot see it.
            alone: it will stand in a file of its own and carries font and dark colours with it.
        """
        style_ = f"<style>{font_css()}{dark_css()}</style>" if alone else ""
        space = ' xmlns="http://www.w3.org/2000/svg"' if alone else ""
        return (
            f'<svg{space} class="bf-chart {name}" role="img" lang="{lang}" aria-labelledby="{name}-title {name}-desc"'
            f' width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
            f' font-family="{FONT_FAMILY}">'
            f'<title id="{name}-title">{escape(shown(title))}</title>'
            f'<desc id="{name}-desc">{escape(shown(desc))}</desc>{style_}' + "\n".join(self.parts) + "</svg>\n"
        )


def _look(fill: str, stroke: str, line: float, dash: str, classes: str) -> str:
    names = [classes] if classes else []
    marks = ""
    for key, colour in (("fill", fill), ("stroke", stroke)):
        if colour == "none":
            marks += f' {key}="none"'
        else:
            names.append(f"{key[0]}-{colour}")
            marks += f' {key}="{PALETTE[colour].light}"'
    if stroke != "none":
        marks += f' stroke-width="{_n(line)}"' + (f' stroke-dasharray="{dash}"' if dash else "")
    return f' class="{" ".join(names)}"{marks}' if names else marks


def dark_css() -> str:
    """The rules that turn the charts dark, on screens of readers who want that."""
    rules = "".join(
        f".bf-chart .f-{name}{{fill:{shade.dark}}}.bf-chart .s-{name}{{stroke:{shade.dark}}}"
        for name, shade in PALETTE.items()
    )
    return f"@media screen and (prefers-color-scheme:dark){{{rules}}}"


@cache
def font_css() -> str:
    """Roboto, Latin and Cyrillic, as CSS that carries the font in it."""
    return "".join(
        f"@font-face{{font-family:Roboto;font-weight:{weight};src:url(data:font/woff2;base64,{_font(name)})"
        " format('woff2')}"
        for name, weight in (("regular", 400), ("bold", 700))
    )


def _font(name: str) -> str:
    return base64.b64encode((_PAGE / f"roboto-{name}.woff2").read_bytes()).decode("ascii")
