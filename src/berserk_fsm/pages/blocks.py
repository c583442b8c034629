"""What a page is made of: a few kinds of blocks and runs of text, before anybody decides on HTML or Markdown.

All texts are plain: nothing in them is markup, whatever they contain. Links name other pages, or places on this one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

__all__ = [
    "FIELD",
    "Block",
    "Bullets",
    "Cell",
    "Code",
    "Facts",
    "Figure",
    "Find",
    "Finder",
    "Fold",
    "Heading",
    "Line",
    "Look",
    "Page",
    "Paragraph",
    "Quotation",
    "Row",
    "Run",
    "Table",
    "anchor",
    "words",
]

Look = Literal["", "strong", "quiet", "code", "clause", "good", "bad", "before", "after"]
"""How a run looks. ``before`` and ``after`` belong to the first and the second answer to a question."""


@dataclass(frozen=True, slots=True)
class Run:
    """Some words that look alike.

    Args:
        text: the words.
        look: see :data:`Look`.
        page: the name of a page of the set they lead to.
        place: the id of a place on that page, or on this one.
        hint: what is told of a link when it is pointed at.
        id: its own id, for others to lead to.
        lang: the language of the words, where it is not the page's.
    """

    text: str
    look: Look = ""
    page: str = ""
    place: str = ""
    hint: str = ""
    id: str = ""
    lang: str = ""


Line: TypeAlias = tuple[Run, ...]
"""Runs in a row."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading below the page's title."""

    kind: ClassVar[str] = "heading"
    text: str
    place: str
    level: Literal[2, 3] = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``look``: ``lead`` the main thing said, ``note`` small, ``quote`` a wording that is proposed."""

    kind: ClassVar[str] = "paragraph"
    line: Line
    look: Literal["", "lead", "note", "quote"] = ""


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; ``numbered``: the order matters."""

    kind: ClassVar[str] = "bullets"
    items: tuple[Line, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and what there is to say of each."""

    kind: ClassVar[str] = "facts"
    items: tuple[tuple[Line, tuple[Line, ...]], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table, of one or more lines; ``look`` marks it."""

    lines: tuple[Line, ...]
    look: Literal["", "same", "differs"] = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; the first cell names it. ``look``: ``parts`` where two columns part."""

    cells: tuple[Cell, ...]
    look: Literal["", "parts"] = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``look``: ``traces`` for two plays side by side, ``matrix`` for many narrow columns."""

    kind: ClassVar[str] = "table"
    caption: str
    head: tuple[Cell, ...]
    rows: tuple[Row, ...]
    look: Literal["", "traces", "matrix"] = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture.

    Args:
        name: names its file, where it is not part of the page.
        svg: the picture, trusted markup.
        title: what it shows.
    """

    kind: ClassVar[str] = "figure"
    name: str
    svg: str
    title: str


@dataclass(frozen=True, slots=True)
class Code:
    """A text that is shown as it is, such as a scenario file, behind its caption."""

    kind: ClassVar[str] = "code"
    caption: str
    text: str


@dataclass(frozen=True, slots=True)
class Quotation:
    """The words of another text, with bullets at two levels.

    Args:
        text: the words before the bullets.
        bullets: each with those under it.
        lang: the language of the words, which may not be the page's.
    """

    kind: ClassVar[str] = "quotation"
    text: str
    bullets: tuple[tuple[str, tuple[str, ...]], ...]
    lang: str


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks that are unfolded by those who want to see them.

    Args:
        caption: what is folded.
        blocks: what stands in the fold; no pictures, and nothing to search.
        place: its id.
    """

    kind: ClassVar[str] = "fold"
    caption: Line
    blocks: tuple[Block, ...]
    place: str


@dataclass(frozen=True, slots=True)
class Find:
    """One thing that can be found.

    Args:
        sort: what it is, in a word.
        link: what it is called, and where it is.
        line: what else is said of it, and searched.
    """

    sort: str
    link: Run
    line: Line


@dataclass(frozen=True, slots=True)
class Finder:
    """A list that can be searched; a page has one at most, in no fold.

    Args:
        label: what the field for searching is called.
        hint: how to search, in a sentence.
        finds: what can be found, in the order in which it is listed.
    """

    kind: ClassVar[str] = "finder"
    label: str
    hint: str
    finds: tuple[Find, ...]


FIELD = "finder"
"""The id of the field for searching."""

Block: TypeAlias = Heading | Paragraph | Bullets | Facts | Table | Figure | Code | Quotation | Fold | Finder


@dataclass(frozen=True, slots=True)
class Page:
    """A page in one language.

    Args:
        name: of its file, without ending.
        title: its heading.
        kicker: what sort of page it is.
        blocks: what stands on it.
        up: the pages above it, outermost first.
        previous: the page before this one, where pages have an order.
        next: the page after it.
    """

    name: str
    title: str
    kicker: str
    blocks: tuple[Block, ...]
    up: tuple[Run, ...] = ()
    previous: Run | None = None
    next: Run | None = None


def words(*parts: str | Run) -> Line:
    """Runs of text, without those that say nothing.

    >>> words("A ", Run("passes", "strong"), "")
    (Run(text='A ', look='', ...), Run(text='passes', look='strong', ...))
    """
    runs = (Run(part) if isinstance(part, str) else part for part in parts)
    return tuple(run for run in runs if run.text)


def anchor(kind: str, name: str) -> str:
    """The id of a place; letters of clause numbers and gaps are kept.

    >>> anchor("clause", "gap/one_redirection"), anchor("clause", "303.4")
    ('clause-gap-one_redirection', 'clause-303.4')
    """
    return f"{kind}-{re.sub('[^A-Za-z0-9_.]+', '-', name)}"
