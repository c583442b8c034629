"""What is shown, as plain data in one language: sheets of blocks, before anybody writes HTML or text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = [
    "Block",
    "Card",
    "Cards",
    "Figure",
    "Holder",
    "Line",
    "Lines",
    "Mark",
    "Names",
    "Pace",
    "Region",
    "Sheet",
    "Shift",
    "Way",
]

Mark = Literal["", "may", "may_not", "holds", "fails"]
"""What a line says of what it names: it may be done or not, it is as expected or not."""

Pace = Literal["done", "now", "to_come"]
"""Where the execution of an action stands with one of its steps."""


Shift = Literal["", "+", "\N{MINUS SIGN}"]
"""What became of a name in the last step: nothing, it is new, it is gone."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence.

    Args:
        text: what it says.
        clauses: what it rests on.
        lead: what it speaks of, said first.
        mark: see :data:`Mark`.
    """

    text: str
    clauses: tuple[str, ...] = ()
    lead: str = ""
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Sentences under a heading.

    Args:
        title: the heading; ``""``: none.
        lines: the sentences.
        empty: what is said where there are none; ``""``: then the block is left out.
        numbered: their order counts.
    """

    title: str
    lines: tuple[Line, ...]
    empty: str = ""
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has priority, and why.

    Args:
        player: the holder; ``""``: nobody.
        role: ``active`` or ``nonactive``; ``""``: nobody's.
        whose: who has priority, as a sentence.
        why: why that is so.
        more: the window, passes in a row, trigger points…, a sentence each.
    """

    player: str
    role: Literal["active", "nonactive", ""]
    whose: str
    why: tuple[Line, ...]
    more: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """An action in the queue or on the stack.

    Args:
        name: its name.
        owner: the player who declared it; ``""`` if that is not known.
        status: what it does: waits, is executed, is suspended.
        more: target, cost, block…, a few words each.
        steps: the steps of its execution and where it stands with each, for the eye; ``status`` says it in words.
        runs: it is being executed now.
        struck: it will not be executed, or its effect is skipped.
        fresh: it came here in the last step.
    """

    name: str
    owner: str
    status: str
    more: tuple[str, ...] = ()
    steps: tuple[tuple[str, Pace], ...] = ()
    runs: bool = False
    struck: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Cards:
    """The queue or the stack.

    Args:
        title: the heading.
        note: in which order the cards lie.
        cards: in that order.
        empty: what is said where there are none.
        fresh: what is said of a card that came in the last step.
    """

    title: str
    note: str
    cards: tuple[Card, ...]
    empty: str
    fresh: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of the machine.

    Args:
        title: the heading.
        caption: the same in words: which state is lit, which transitions are marked.
        svg: the picture, inline; ``""`` where there is none to be had.
        key: how what is lit is drawn, under the picture.
        wide: it is wider than high, and wants a place of its own.
    """

    title: str
    caption: tuple[Line, ...]
    svg: str = field(repr=False, default="")
    key: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """Names in a row.

    Args:
        title: what they are.
        names: each with what became of it in the last step.
        empty: what is said where there are none; ``""``: then the block is left out.
    """

    title: str
    names: tuple[tuple[str, Shift], ...]
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """The way from the outermost state to the one the machine is in.

    Args:
        names: of the states, outermost first.
    """

    names: tuple[str, ...]


Block: TypeAlias = Lines | Names | Holder | Cards | Figure | Way


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a sheet: the words, or the pictures.

    Args:
        name: ``words`` or ``pictures``.
        wide: it wants the whole width.
        groups: blocks that stand below each other; groups stand side by side where there is room.
    """

    name: Literal["words", "pictures"]
    wide: bool
    groups: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that is shown of one thing.

    Args:
        kind: of what: a word for style sheets.
        lang: ``ru`` or ``en``.
        title: the heading; ``""``: none.
        blocks: what stands under it.
    """

    kind: str
    lang: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def regions(self) -> tuple[Region, ...]:
        """Words and pictures, side by side where there is room; of the words, what is so beside what is told."""
        pictures = tuple(block for block in self.blocks if isinstance(block, Figure))
        told = tuple(block for block in self.blocks if isinstance(block, Lines))
        is_so = tuple(block for block in self.blocks if not isinstance(block, Figure | Lines))
        words = Region("words", False, tuple(group for group in (is_so, told) if group))
        if not pictures:
            return (words,)
        return (words, Region("pictures", any(block.wide for block in pictures), (pictures,)))
