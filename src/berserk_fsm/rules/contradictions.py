"""Contradictions: places where clauses cannot all be followed to the letter, written up for the rules editor.

Unlike readings they are no switches: each is settled in one way, and says how. Where a scenario can show what that
comes to, its text stands in ``data/contradictions/ID.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from berserk_fsm.errors import ReadingError
from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text
from berserk_fsm.showing import Shown

__all__ = ["Contradiction", "Understanding", "contradictions"]


@dataclass(frozen=True, slots=True)
class Understanding:
    """One way to understand the clauses, in a sentence.

    Attributes:
        switch: the reading that follows it, as ``ID=VALUE``; ``None`` where there is no such switch.
    """

    text: Text
    switch: str | None


@dataclass(frozen=True, slots=True)
class Contradiction(Shown):
    """Clauses that disagree, with each other or within one.

    Attributes:
        description: what disagrees, and why it matters.
        settled: what the project does about it.
        readings: two or more ways to understand the clauses; the first is the one of ``settled``.
        example: the smallest situation at the table in which they part, as a judge would tell it.
        neighbours: what neighbouring editions do, and how far they could be read.
        proposal: a wording, in the project's own words, that would remove the contradiction.
        scenario: the text of a scenario that shows ``settled`` at work; ``None`` where play shows no difference.
    """

    id: str
    clauses: tuple[str, ...]
    title: Text
    description: Text
    settled: Text
    readings: tuple[Understanding, ...]
    example: Text
    neighbours: Text
    proposal: Text
    scenario: str | None


@cache
def contradictions() -> Mapping[str, Contradiction]:
    """All contradictions by id, in the order of the data file.

    >>> one = contradictions()["payment_off_stack"]
    >>> one.clauses
    ('302.6', '302.12')
    >>> one.scenario.splitlines()[1]
    'ссылки: ["302.6", "302.12", "303.8", gap/off_stack_window]'
    """
    root = data_file("contradictions.yaml")
    found = tuple(_contradiction(item) for item in root.list())
    root.unique(tuple(one.id for one in found))
    return MappingProxyType({one.id: one for one in found})


def _contradiction(item: Element) -> Contradiction:
    entry = item.fields(
        ("id", "clauses", "title", "description", "settled", "readings", "example", "neighbours", "proposal")
    )
    id = entry["id"].identifier()
    return Contradiction(
        id=id,
        clauses=entry["clauses"].texts(),
        title=entry["title"].both(),
        description=entry["description"].both(),
        settled=entry["settled"].both(),
        readings=_understandings(entry["readings"]),
        example=entry["example"].both(),
        neighbours=entry["neighbours"].both(),
        proposal=entry["proposal"].both(),
        scenario=_scenario(id),
    )


def _understandings(element: Element) -> tuple[Understanding, ...]:
    found = tuple(_understanding(item) for item in element.list())
    if len(found) < 2:
        element.fail("at least two readings were expected", "ожидалось не меньше двух прочтений")
    return found


def _understanding(item: Element) -> Understanding:
    entry = item.fields(("text",), ("switch",))
    return Understanding(entry["text"].both(), _switch(entry["switch"]) if "switch" in entry else None)


def _switch(element: Element) -> str:
    """``ID=VALUE`` of a reading that exists."""
    text = element.text()
    id, _, value = text.partition("=")
    try:
        Readings.from_mapping({id: value})
    except ReadingError as error:
        element.fail(error.text("en"), error.text("ru"))
    return text


def _scenario(id: str) -> str | None:
    file = resources.files("berserk_fsm.rules").joinpath("data", "contradictions", f"{id}.yaml")
    return file.read_text("utf-8") if file.is_file() else None
