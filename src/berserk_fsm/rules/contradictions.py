"""Contradictions: places where clauses cannot all be followed to the letter, written up for the rules editor.

Unlike readings they are no switches: each is settled in one way, and says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.text import Text

__all__ = ["Contradiction", "contradictions"]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Clauses that disagree, with each other or within one.

    Attributes:
        description: what disagrees, and why it matters.
        settled: what the project does about it.
    """

    id: str
    clauses: tuple[str, ...]
    title: Text
    description: Text
    settled: Text


@cache
def contradictions() -> Mapping[str, Contradiction]:
    """All contradictions by id, in the order of the data file.

    >>> contradictions()["payment_off_stack"].clauses
    ('302.6', '302.12')
    """
    root = data_file("contradictions.yaml")
    found = tuple(_contradiction(item) for item in root.list())
    root.unique(tuple(one.id for one in found))
    return MappingProxyType({one.id: one for one in found})


def _contradiction(item: Element) -> Contradiction:
    entry = item.fields(("id", "clauses", "title", "description", "settled"))
    return Contradiction(
        id=entry["id"].identifier(),
        clauses=entry["clauses"].texts(),
        title=entry["title"].both(),
        description=entry["description"].both(),
        settled=entry["settled"].both(),
    )
