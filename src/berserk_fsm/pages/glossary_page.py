"""The page of the words: one for each concept, with what it means."""

from __future__ import annotations

from berserk_fsm.pages.blocks import Block, Facts, Heading, Page, Paragraph, Run, anchor, words
from berserk_fsm.pages.naming import capital
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.rules.glossary import Term, glossary
from berserk_fsm.rules.text import Text

__all__ = ["glossary_page"]

_GROUPS = {
    "rules": Text("Слова правил", "Words of the rules"),
    "machine": Text("Слова автомата", "Words of the machine"),
}


def glossary_page(lang: str) -> Page:
    """The words of the rules, then those of the machine, each with the word of the other language.

    Args:
        lang: ``"ru"``; anything else is English.

    >>> [block.text for block in glossary_page("en").blocks if block.kind == "heading"]
    ['Words of the rules', 'Words of the machine']
    """
    tongue = Tongue(lang)
    lead = tongue(
        "Одно слово для одного понятия — в пересказе пунктов, на схемах и в сообщениях.",
        "One word for one concept, in the summaries of clauses, in diagrams and in messages.",
    )
    blocks: list[Block] = [Paragraph(words(lead))]
    for group, title in _GROUPS.items():
        blocks.append(Heading(tongue.said(title), group))
        blocks.append(Facts(tuple(_told(term, tongue) for term in glossary().values() if term.group == group)))
    return Page("glossary", tongue("Слова", "Words"), tongue("Словарь", "Glossary"), tuple(blocks), tongue.back())


def _told(term: Term, tongue: Tongue) -> tuple[tuple[Run, ...], tuple[tuple[Run, ...], ...]]:
    other = "en" if tongue.lang == "ru" else "ru"
    name = Run(capital(tongue.said(term.word)), id=anchor("term", term.id))
    abroad = Run(term.word.get(other), "quiet", lang=other)
    return words(name), (words(tongue.said(term.meaning)), words(abroad))
