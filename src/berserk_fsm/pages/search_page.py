"""The page for searching: everything there is to find, in one list, each with where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from berserk_fsm.ledger.links import Link
from berserk_fsm.ledger.official import OfficialClause
from berserk_fsm.pages.blocks import Find, Finder, Page, Paragraph, Run, anchor, words
from berserk_fsm.pages.naming import ELEMENT_NAMES, Naming, capital, clause_title
from berserk_fsm.pages.sources import Sources
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.glossary import glossary
from berserk_fsm.rules.readings import reading_definitions

__all__ = ["search_page"]

_SHOWN = ("state", "row", "refusal", "property", "kind", "scenario", "table")
"""The kinds of links that are searched where they are shown; clauses and questions come from the rules themselves."""


def search_page(lang: str, sources: Sources | None = None) -> Page:
    """The page for searching.

    Args:
        lang: ``"ru"``; anything else is English.
        sources: what is searched; without the official text if ``None``.

    >>> finder = search_page("en").blocks[-1]
    >>> [(find.sort, find.link.text) for find in finder.finds][:2]
    [('clause', '302.1 · The stack is a zone'), ('clause', '302.2 · Newest on top')]
    """
    tongue = Tongue(lang)
    shared = sources if sources is not None else Sources()
    lead = tongue(
        "Всё, что есть на страницах: пункты и их требования, пробелы, прочтения, противоречия, состояния и переходы "
        "автомата, отказы, свойства, сценарии, слова.",
        "Everything on these pages: clauses and their obligations, gaps, readings, contradictions, states and rows of "
        "the machine, refusals, properties, scenarios, words.",
    )
    hint = tongue(
        "Слово, номер пункта или имя: «пас», 303.4, gap/512. Часть слова тоже годится, слов может быть несколько; "
        "ё и е, прописные и строчные не различаются. Enter — к первому найденному, Escape — всё заново.",
        "A word, the number of a clause, a name: pass, 303.4, gap/512. A part of a word will do, and there may be "
        "several; capitals make no difference. Enter leads to the first that is found, Escape begins anew.",
    )
    finder = Finder(tongue("Что найти", "What to find"), hint, tuple(_Search(shared, tongue).finds()))
    title = tongue("Поиск", "Search")
    kicker = tongue("По всем страницам", "Over all pages")
    return Page("search", title, kicker, (Paragraph(words(lead)), finder), tongue.back())


@dataclass(frozen=True)
class _Search:
    sources: Sources
    tongue: Tongue

    def finds(self) -> Iterator[Find]:
        yield from self.clauses()
        yield from self.official()
        yield from self.gaps()
        yield from self.contradictions()
        yield from self.readings()
        yield from self.terms()
        yield from self.obligations()
        yield from self.questions()
        yield from self.elements()

    def find(self, sort: str, link: Run, said: str = "", name: str = "", cites: Iterable[str] = ()) -> Find:
        """A thing with what is said of it, its name in files and messages, and what it cites."""
        runs = words(said, Run(name, "code"), Run(", ".join(cites), "quiet"))
        spaced = [part for run in runs for part in (run, " ")]
        return Find(sort, link, words(*spaced[:-1]))

    # --- the rules ---------------------------------------------------------------------------------------------------

    def clauses(self) -> Iterator[Find]:
        sort, said = self.tongue("пункт", "clause"), self.tongue.said
        for number, one in clauses().items():
            yield self.find(sort, Run(said(clause_title(number)), page=anchor("clause", number)), said(one.summary))

    def official(self) -> Iterator[Find]:
        """The official words of the clauses that have a page, if they were supplied."""
        sort = self.tongue("текст правил", "text of the rules")
        for number in clauses():
            text = self.sources.ledger.entries[number].text
            if text is not None:
                link = Run(number, page=anchor("clause", number), place="said")
                yield Find(sort, link, words(Run(_whole(text), lang="" if self.tongue.lang == "ru" else "ru")))

    def gaps(self) -> Iterator[Find]:
        said = self.tongue.said
        for gap in gaps().values():
            page, place = self.tongue.page_of(gap.citation)
            link = Run(f"{gap.citation} · {said(gap.title)}", page=page, place=place)
            assumed = self.tongue("Принято: ", "Assumed: ") + said(gap.assumption)
            yield self.find(said(ELEMENT_NAMES["gap"]), link, f"{said(gap.open)} {assumed}", cites=gap.clauses)

    def contradictions(self) -> Iterator[Find]:
        said = self.tongue.said
        for id, one in contradictions().items():
            link = Run(said(one.title), page=f"contradiction-{id}")
            yield self.find(said(ELEMENT_NAMES["contradiction"]), link, said(one.description), id, one.clauses)

    def readings(self) -> Iterator[Find]:
        said = self.tongue.said
        for id, one in reading_definitions().items():
            answers = " ".join(said(option.text) for option in one.options)
            yield self.find(said(ELEMENT_NAMES["reading"]), self.tongue.to_reading(id), answers, id, one.clauses)

    def terms(self) -> Iterator[Find]:
        sort, said = self.tongue("слово", "word"), self.tongue.said
        for term in glossary().values():
            link = Run(capital(said(term.word)), page="glossary", place=anchor("term", term.id))
            yield self.find(sort, link, said(term.meaning))

    def obligations(self) -> Iterator[Find]:
        sort, said = self.tongue("требование", "obligation"), self.tongue.said
        for number, clause in clauses().items():
            for one in clause.obligations:
                link = Run(said(one.text), page=anchor("clause", number), place=anchor("obligation", one.id))
                yield self.find(sort, link, name=one.id)

    def questions(self) -> Iterator[Find]:
        sort, said = self.tongue("открытый вопрос", "open question"), self.tongue.said
        for number, clause in clauses().items():
            for one in clause.questions:
                link = Run(said(one), page=anchor("clause", number), place="questions")
                yield self.find(sort, link, cites=(number,))

    # --- the machine -------------------------------------------------------------------------------------------------

    def elements(self) -> Iterator[Find]:
        """What cites clauses, each once, kind by kind, where it is shown."""
        naming = Naming(self.tongue)
        cited: dict[tuple[str, str], dict[str, Link]] = {}
        for number, entry in self.sources.ledger.entries.items():
            for link in entry.links:
                cited.setdefault((link.kind, link.id), {})[number] = link
        for kind in _SHOWN:
            for (of, id), links in cited.items():
                if of != kind:
                    continue
                page, place = self.where(kind, id, tuple(links))
                one = next(iter(links.values()))
                called = naming.run_of(one)
                lead = replace(called, text=capital(called.text or id), page=page, place=place)
                said = naming.conduct(one) if kind == "row" else ""
                name = one.members[0] if kind == "scenario" else id
                yield self.find(self.tongue.said(ELEMENT_NAMES[kind]), lead, said, name, links)

    def where(self, kind: str, id: str, numbers: tuple[str, ...]) -> tuple[str, str]:
        """The page of a clause that shows an element: of the one its name begins with, or else of the first."""
        own = [number for number in numbers if number in clauses()]
        if not own:
            return self.tongue.page_of(numbers[0])
        main = [number for number in own if id.startswith(f"{number.replace('.', '-')}-")]
        return anchor("clause", (main or own)[0]), anchor(kind, id)


def _whole(text: OfficialClause) -> str:
    """The words of a clause in one line, bullets as they are printed."""
    return " ".join((text.text, *(f"{'○' if '.' in one.path else '●'} {one.text}" for one in text.bullets)))
