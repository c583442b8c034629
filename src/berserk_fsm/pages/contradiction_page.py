"""The page of a contradiction: what disagrees, how it may be understood, and what the project does about it."""

from __future__ import annotations

from collections.abc import Iterator

from berserk_fsm.pages.blocks import Block, Bullets, Code, Facts, Heading, Line, Page, Paragraph, Run, words
from berserk_fsm.pages.tables import table_words
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.pages.traces import one_trace
from berserk_fsm.rules.contradictions import Contradiction, Understanding, contradictions
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.writing import dump_scenario

__all__ = ["contradiction_page"]


def contradiction_page(id: str, lang: str) -> Page:
    """The page of a contradiction.

    Args:
        id: the contradiction.
        lang: ``"ru"``; anything else is English.

    >>> contradiction_page("payment_off_stack", "en").title
    'Payment is not in the list'
    """
    one, tongue = contradictions()[id], Tongue(lang)
    blocks = [*_told(one, tongue), *_played(one, tongue), *_rest(one, tongue)]
    return Page(
        f"contradiction-{id}",
        tongue.said(one.title),
        tongue(f"Противоречие {id}", f"Contradiction {id}"),
        (*blocks, *tongue.ledger()),
        tongue.back(),
    )


def _told(one: Contradiction, tongue: Tongue) -> Iterator[Block]:
    yield Paragraph(words(tongue("Пункты:", "Clauses:"), *tongue.cites(one.clauses)), "note")
    yield Paragraph(words(tongue.said(one.description)), "lead")
    yield Heading(tongue("Как это можно понять", "How it may be understood"), "readings")
    yield Bullets(tuple(_understanding(way, place == 0, tongue) for place, way in enumerate(one.readings)), True)
    yield Heading(tongue("Как решено здесь", "How it is settled here"), "settled")
    yield Paragraph(words(tongue.said(one.settled)))
    switches = dict.fromkeys(way.switch.partition("=")[0] for way in one.readings if way.switch is not None)
    for id in switches:
        yield Paragraph(words(tongue("Переключается прочтением: ", "Switched by the reading: "), tongue.to_reading(id)))
    yield Heading(tongue("Пример за столом", "An example at the table"), "example")
    yield Paragraph(words(tongue.said(one.example)))


def _understanding(way: Understanding, chosen: bool, tongue: Tongue) -> Line:
    parts: list[str | Run] = [tongue.said(way.text)]
    if chosen:
        parts.append(Run(tongue(" Так и решено.", " This is what was settled."), "strong"))
    if way.switch is not None:
        id, _, value = way.switch.partition("=")
        parts += [" ", tongue.to_reading(id, f"{id} = {value}")]
    return words(*parts)


def _played(one: Contradiction, tongue: Tongue) -> Iterator[Block]:
    yield Heading(tongue("Сценарий", "The scenario"), "scenario")
    if one.scenario is None:
        why = tongue(
            "Розыгрышем этого не показать: расходятся слова, а не ход игры.",
            "No play can show this: the words disagree, not the course of the game.",
        )
        yield Paragraph(words(why))
        return
    scenario = parse_scenario(one.scenario, f"{one.id}.yaml")
    turnout = play_scenario(scenario, engine="table")
    yield Paragraph(words(tongue.title(scenario.title)), "note")
    yield Facts(tuple(table_words(scenario, tongue)))
    yield one_trace(turnout, tongue)
    text = one.scenario if tongue.lang == "ru" else dump_scenario(scenario, tongue.lang)
    yield Code(tongue("Сценарий целиком", "The whole scenario"), text)


def _rest(one: Contradiction, tongue: Tongue) -> Iterator[Block]:
    yield Heading(tongue("Как в соседних редакциях", "Neighbouring editions"), "neighbours")
    yield Paragraph(words(tongue.said(one.neighbours)))
    yield Heading(tongue("Предлагаемая формулировка", "Proposed wording"), "proposal")
    yield Paragraph(words(tongue.said(one.proposal)), "quote")
