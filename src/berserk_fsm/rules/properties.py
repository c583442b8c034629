"""Properties: what must hold in every situation, in words and with clauses (``data/properties.yaml``).

What each of them means is defined once per target: for Python in :mod:`berserk_fsm.explore.properties`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

from berserk_fsm.errors import ReadingError
from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text

__all__ = ["PropertyWords", "property_words"]

Kind = Literal["always", "eventually"]
About = Literal["state", "step"]


@dataclass(frozen=True, slots=True)
class PropertyWords:
    """A property as the rulebook would say it.

    Attributes:
        id: names it in reports, exports and tests.
        kind: ``always``, or ``eventually`` for what makes the game come to an end.
        about: a ``state`` of the game, or a ``step``: the state before and after a transition.
        clauses: the clauses it follows from.
        sentence: what it says.
        under: the readings it is a consequence of; read otherwise, it may fail.
        judged: can model checkers that know only the rows check it too?
    """

    id: str
    kind: Kind
    about: About
    clauses: tuple[str, ...]
    sentence: Text
    under: Mapping[str, str]
    judged: bool = True

    def follows_from(self, readings: Readings) -> bool:
        """Must it hold with these readings?

        >>> property_words()["slow_on_empty_stack"].follows_from(Readings(slow_needs_empty_stack=False))
        False
        """
        return readings.replace(**self.under) == readings


@cache
def property_words() -> Mapping[str, PropertyWords]:
    """All properties by id, in the order of the data file.

    >>> property_words()["one_holder"].clauses
    ('303.1',)
    """
    root = data_file("properties.yaml")
    found = tuple(_words(item) for item in root.list())
    root.unique(tuple(words.id for words in found))
    return MappingProxyType({words.id: words for words in found})


def _words(item: Element) -> PropertyWords:
    entry = item.fields(("id", "kind", "about", "clauses", "sentence"), ("under", "judged"))
    kind: Kind = "eventually" if entry["kind"].choice(("always", "eventually")) == "eventually" else "always"
    about: About = "step" if entry["about"].choice(("state", "step")) == "step" else "state"
    return PropertyWords(
        id=entry["id"].identifier(),
        kind=kind,
        about=about,
        clauses=entry["clauses"].texts(),
        sentence=entry["sentence"].both(),
        under=_under(entry["under"]) if "under" in entry else MappingProxyType({}),
        judged="judged" not in entry or entry["judged"].choice(("true", "false")) == "true",
    )


def _under(item: Element) -> Mapping[str, str]:
    found = {}
    for id, value in item.entries().items():
        try:
            Readings().replace(**{id: value.text()})
        except ReadingError as error:
            value.fail(error.en, error.ru)
        found[id] = value.text()
    return MappingProxyType(found)
