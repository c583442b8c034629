"""The words of a page in its language, and how clauses are cited on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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

    # --- clauses -----------------------------------------------------------------------------------------------------

    def cites(self, names: Iterable[str], before: str = " ") -> Line:
        """Clauses and gaps, each a link to what it says at the end of the page."""
        found: list[str | Run] = []
        for name in dict.fromkeys(names):
            title = self.title_of(name)
            if title is not None:
                self.cited[name] = None
            place = anchor("clause", name) if title is not None else ""
            found += [", " if found else before, Run(name, "clause", place=place, hint=title or "")]
        return words(*found)

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
                name = words(Run(clause.number, "clause", id=anchor("clause", clause.number)), " ")
                items.append(((*name, *words(self.said(clause.title))), (words(self.said(clause.summary)),)))
        for gap in gaps().values():
            if gap.citation in self.cited:
                name = words(Run(gap.citation, "clause", id=anchor("clause", gap.citation)), " ")
                assumed = self("Допущение: ", "Assumption: ") + self.said(gap.assumption)
                items.append(((*name, *words(self.said(gap.title))), (words(self.said(gap.open)), words(assumed))))
        if not items:
            return ()
        note = self(
            "Своими словами; решает официальный текст.", "In the project's own words; the official text decides."
        )
        title = self("Пункты на этой странице", "Clauses on this page")
        return Heading(title, "clauses"), Paragraph(words(note), "note"), Facts(tuple(items))

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
