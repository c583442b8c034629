"""The glossary: one word per concept, in both languages, for code, diagrams and documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal, cast, get_args

from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.text import Text

__all__ = ["Term", "glossary"]

Group = Literal["rules", "machine"]


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means; ``group`` tells words of the rules from those of the machine."""

    id: str
    group: Group
    word: Text
    meaning: Text


@cache
def glossary() -> Mapping[str, Term]:
    """All terms by id, in the order of the data file.

    >>> glossary()["declaration_queue"].word.get("ru")
    'очередь заявок'
    """
    root = data_file("glossary.yaml")
    found = tuple(_term(item) for item in root.list())
    root.unique(tuple(term.id for term in found))
    return MappingProxyType({term.id: term for term in found})


def _term(item: Element) -> Term:
    entry = item.fields(("id", "group", "ru", "en", "meaning"))
    return Term(
        id=entry["id"].identifier(),
        group=cast(Group, entry["group"].choice(get_args(Group))),
        word=Text(ru=entry["ru"].text(), en=entry["en"].text()),
        meaning=entry["meaning"].both(),
    )
