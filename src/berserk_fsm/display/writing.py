"""Blocks written out: as HTML, with one template, and as plain text that says the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from berserk_fsm.diagrams.trace_page_svg import shown
from berserk_fsm.display.blocks import Block, Card, Cards, Figure, Holder, Line, Lines, Names, Sheet, Way
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["html_of", "sheet_html", "sheet_text"]

_SIGNS = {"": "", "may": "✓ ", "may_not": "✗ ", "holds": "✓ ", "fails": "✗ "}


def sheet_html(sheet: Sheet) -> str:
    """A sheet as one HTML fragment, without the style sheet."""
    return _rendered("sheet", sheet.lang, sheet=sheet)


def html_of(blocks: tuple[Block, ...], lang: str) -> str:
    """Some blocks as an HTML fragment that stands by itself.

    Args:
        blocks: what to write.
        lang: ``ru`` or ``en``.
    """
    return _rendered("part", lang, blocks=blocks)


def _rendered(name: str, lang: str, **values: Any) -> str:
    text: str = getattr(_template().module, name)(lang=lang, title_of=_Titles(lang), **values)
    return text


@cache
def _template() -> Template:
    # Jinja2 is loaded when something is shown for the first time.
    from jinja2 import Environment, StrictUndefined

    def visible(value: Any) -> Any:
        """Texts as they may be shown; what is markup already stays as it is."""
        return shown(value) if type(value) is str else value

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, finalize=visible, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["kind"] = lambda block: type(block).__name__.lower()
    return environment.from_string((files("berserk_fsm.display") / "page" / "display.html.j2").read_text("utf-8"))


class _Titles:
    """The titles of clauses and gaps, to be shown when pointed at."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, cited: str) -> str:
        if cited in clauses():
            return clauses()[cited].title.get(self.lang)
        gap = gaps().get(cited.removeprefix("gap/")) if cited.startswith("gap/") else None
        return gap.title.get(self.lang) if gap else ""


# --- plain -----------------------------------------------------------------------------------------------------------


def sheet_text(sheet: Sheet) -> str:
    """A sheet as plain text."""
    title = [shown(sheet.title)] if sheet.title else []
    parts = [title, *(list(_plain(block)) for block in sheet.blocks)]
    # What is only a line stands right below what comes before it.
    return "\n".join(line for part in parts if part for line in part)


def _plain(block: Block) -> Iterator[str]:
    match block:
        case Way():
            yield " › ".join(map(shown, block.names))
        case Holder():
            yield shown(block.whose)
            yield from (_told(line) for line in (*block.why, *block.more))
        case Names():
            named = ", ".join(f"{shift} {shown(name)}".strip() for name, shift in block.names) or block.empty
            if named:
                yield f"{block.title}: {named}"
        case Cards():
            yield f"{block.title} {block.note}:" if block.cards else f"{block.title}: {block.empty}"
            yield from (f"  {_card(card, block.fresh)}" for card in block.cards)
        case Lines():
            if block.lines or block.empty:
                yield from [f"{shown(block.title)}:"] if block.title else []
                numbers = [f"{number}. " if block.numbered else "" for number in range(1, len(block.lines) + 1)]
                yield from (f"  {number}{_told(line)}" for number, line in zip(numbers, block.lines, strict=True))
                yield from [] if block.lines else [f"  {block.empty}"]
        case Figure():
            yield f"{shown(block.title)}."
            yield from (f"  {_told(line)}" for line in block.caption)


def _told(line: Line) -> str:
    cited = f"[{', '.join(line.clauses)}]" if line.clauses else ""
    return _SIGNS[line.mark] + " ".join(part for part in (shown(line.lead), shown(line.text), cited) if part)


def _card(card: Card, fresh: str) -> str:
    owner = f" ({card.owner})" if card.owner else ""
    told = " · ".join((card.status, *card.more, *([fresh] if card.fresh else [])))
    return f"{'▸' if card.runs else '·'} {shown(card.name)}{owner} — {shown(told)}"
