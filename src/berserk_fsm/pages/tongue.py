"""The words of a page in its language, and how clauses are cited on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from berserk_fsm.citing import citation_text
from berserk_fsm.pages.blocks import Block, Facts, Heading, Line, Paragraph, Run, anchor, words
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.rules.text import Text

__all__ = ["Tongue", "other_answers"]


class Tongue:
    """One page's language; it remembers what the page cites, for the list at its end.

    Args:
        lang: ``"ru"``; anything else is English.
    """

    def __init__(self, lang: str) -> None:
        self.lang = "ru" if lang == "ru" else "en"
        self.cited: dict[str, None] = {}

    def __call__(self, ru: str, en: str) -> str:
        return ru if self.lang == "ru" else en

    def said(self, text: Text) -> str:
        """``text`` in the language."""
        return text.get(self.lang)

    def title(self, text: str) -> Run:
        """The title of a scenario, which is in the language of its file, whatever that of the page.

        >>> Tongue("ru").title("Newest on top").lang, Tongue("ru").title("Новое ложится сверху").lang
        ('en', '')
        """
        lang = "ru" if re.search("[а-яё]", text.casefold()) else "en"
        return Run(text, lang="" if lang == self.lang else lang)

    # --- clauses -----------------------------------------------------------------------------------------------------

    def cites(self, names: Iterable[str], before: str = " ") -> Line:
        """Clauses and gaps, each a link to its own page; gaps stand on the first one."""
        found: list[str | Run] = []
        for name in dict.fromkeys(names):
            title = self.title_of(name)
            if title is not None:
                self.cited[name] = None
            page, place = self.page_of(name) if title is not None else ("", "")
            found += [
                ", " if found else before,
                Run(citation_text(name, self.lang), "clause", page, place, title or ""),
            ]
        return words(*found)

    @staticmethod
    def page_of(name: str) -> tuple[str, str]:
        """The page of a clause or gap, and the place on it.

        >>> Tongue.page_of("303.4"), Tongue.page_of("gap/512")
        (('clause-303.4', ''), ('index', 'gap-512'))
        """
        if name.startswith("gap/"):
            return "index", anchor("gap", name.removeprefix("gap/"))
        return anchor("clause", name), ""

    def title_of(self, name: str) -> str | None:
        """The title of a clause or gap; ``None`` if there is no such thing."""
        if name in clauses():
            return self.said(clauses()[name].title)
        gap = gaps().get(name.removeprefix("gap/")) if name.startswith("gap/") else None
        return self.said(gap.title) if gap else None

    def ledger(self) -> tuple[Block, ...]:
        """What the cited clauses and gaps say, in the project's own words; the last thing on a page."""
        items: list[tuple[Line, tuple[Line, ...]]] = []
        for clause in clauses().values():
            if clause.number in self.cited:
                name = words(self._named(clause.number), " ")
                items.append(((*name, *words(self.said(clause.title))), (words(self.said(clause.summary)),)))
        for gap in gaps().values():
            if gap.citation in self.cited:
                name = words(self._named(gap.citation), " ")
                assumed = self("Допущение: ", "Assumption: ") + self.said(gap.assumption)
                items.append(((*name, *words(self.said(gap.title))), (words(self.said(gap.open)), words(assumed))))
        if not items:
            return ()
        note = self(
            "Своими словами; решает официальный текст.", "In the project's own words; the official text decides."
        )
        title = self("Пункты на этой странице", "Clauses on this page")
        return Heading(title, "clauses"), Paragraph(words(note), "note"), Facts(tuple(items))

    def _named(self, name: str) -> Run:
        page, place = self.page_of(name)
        return Run(name, "clause", page, place, id=anchor("clause", name))

    # --- readings ----------------------------------------------------------------------------------------------------

    def answer(self, id: str, value: str) -> str:
        """An answer in a word, for headings of columns: its first sentence.

        >>> Tongue("en").answer("handover_counts_as_pass", "true")
        'Yes'
        """
        text = self.said(reading_definitions()[id].option(value).text)
        return text.partition(". ")[0].rstrip(".")

    def to_reading(self, id: str, text: str = "") -> Run:
        """A link to the page of a reading."""
        return Run(text or self.said(reading_definitions()[id].question), page=f"reading-{id}")

    def back(self) -> tuple[Run, ...]:
        """What stands above every page: the way to the first one."""
        return (Run(self("Все страницы", "All pages"), page="index"),)


def other_answers(id: str) -> Sequence[tuple[str, Readings]]:
    """The values of a reading that are not its default, each with the readings it makes.

    >>> other_answers("reserve_at")
    [('declaration', Readings(reserve_at='declaration'))]
    """
    definition = reading_definitions()[id]
    others = (option.value for option in definition.options if option.value != definition.default)
    return [(value, Readings.from_mapping({id: value})) for value in others]
