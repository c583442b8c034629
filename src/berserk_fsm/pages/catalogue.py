"""Which pages there are. A new kind of page is one more line of :data:`KINDS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from berserk_fsm.pages.blocks import Page
from berserk_fsm.pages.clause_page import clause_page
from berserk_fsm.pages.contradiction_page import contradiction_page
from berserk_fsm.pages.glossary_page import glossary_page
from berserk_fsm.pages.index_page import index_page
from berserk_fsm.pages.matrix_page import matrix_page
from berserk_fsm.pages.naming import clause_title
from berserk_fsm.pages.reading_page import reading_page
from berserk_fsm.pages.search_page import search_page
from berserk_fsm.pages.sources import Sources
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.text import Text

__all__ = ["KINDS", "Entry", "entries", "page_titles"]


class Entry(NamedTuple):
    """A page that can be made.

    Args:
        name: of its file, without ending.
        title: what it is about.
        make: makes it in one language.
    """

    name: str
    title: Text
    make: Callable[[str], Page]


def _index(sources: Sources) -> Iterable[Entry]:
    title = Text("Стек и приоритет: спорные места", "Stack and priority: disputed places")
    yield Entry("index", title, partial(index_page, sources=sources))


def _search(sources: Sources) -> Iterable[Entry]:
    yield Entry("search", Text("Поиск", "Search"), partial(search_page, sources=sources))


def _glossary(_: Sources) -> Iterable[Entry]:
    yield Entry("glossary", Text("Слова", "Words"), glossary_page)


def _clauses(sources: Sources) -> Iterable[Entry]:
    for number in clauses():
        yield Entry(f"clause-{number}", clause_title(number), partial(clause_page, number, sources))


def _contradictions(_: Sources) -> Iterable[Entry]:
    for id, one in contradictions().items():
        yield Entry(f"contradiction-{id}", one.title, partial(contradiction_page, id))


def _readings(_: Sources) -> Iterable[Entry]:
    for id, one in reading_definitions().items():
        yield Entry(f"reading-{id}", one.question, partial(reading_page, id))


def _matrix(_: Sources) -> Iterable[Entry]:
    yield Entry("matrix", Text("Прочтения и сценарии", "Readings and scenarios"), matrix_page)


KINDS: Mapping[str, Callable[[Sources], Iterable[Entry]]] = MappingProxyType(
    {
        "index": _index,
        "search": _search,
        "contradiction": _contradictions,
        "reading": _readings,
        "matrix": _matrix,
        "glossary": _glossary,
        "clause": _clauses,
    }
)
"""The kinds of pages, in the order in which they are listed."""


def entries(sources: Sources | None = None) -> tuple[Entry, ...]:
    """All pages, the first one first.

    Args:
        sources: what pages about clauses are made from; without the official text if ``None``.
    """
    shared = sources if sources is not None else Sources()
    return tuple(entry for kind in KINDS.values() for entry in kind(shared))


def page_titles(lang: str) -> dict[str, str]:
    """What each page is about, by its name.

    >>> page_titles("ru")["matrix"]
    'Прочтения и сценарии'
    """
    return {entry.name: entry.title.get(lang) for entry in entries()}
