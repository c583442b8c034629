"""Kinds of game action: the users of the stack of 302.5 by name, with what everyone knows about them.

A scenario may say ``kind: движение`` instead of listing ``speed: slow`` and so on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal, cast

from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.text import Text

__all__ = ["Kind", "kind", "kinds"]

Speed = Literal["slow", "fast"]

_KEYS = ("speed", "roll", "target", "on", "when", "requires", "cost", "add", "remove", "block", "redirect")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game action.

    Attributes:
        speed, roll: what the kind sets; ``None`` where it leaves the key to the scenario's default.
        fixed: keys among these two that cannot be given another value.
        needs: keys that an action of the kind must have.
        forbids: keys that contradict the kind.
        note: how it is used, with the source.
    """

    id: str
    name: Text
    spellings: tuple[str, ...]
    speed: Speed | None
    roll: bool | None
    fixed: tuple[str, ...]
    needs: tuple[str, ...]
    forbids: tuple[str, ...]
    clauses: tuple[str, ...]
    note: Text


def kind(name: str) -> Kind | None:
    """The kind of this name in either language, or ``None``; case, ``_``, ``-`` and ё do not matter.

    >>> kind("Простой_удар").id
    'simple_strike'
    >>> kind("castling") is None
    True
    """
    return _by_spelling().get(_normal(name))


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds by id, in the order of the data file.

    >>> kinds()["movement"].speed
    'slow'
    """
    root = data_file("kinds.yaml")
    found = tuple(_kind(item) for item in root.list())
    root.unique(tuple(one.id for one in found))
    return MappingProxyType({one.id: one for one in found})


@cache
def _by_spelling() -> Mapping[str, Kind]:
    root = data_file("kinds.yaml")
    names: dict[str, Kind] = {}
    for one in kinds().values():
        # An id or name may normalise to the same words as a spelling; within one kind that is no clash.
        for spelling in dict.fromkeys(map(_normal, (one.id, one.name.ru, one.name.en, *one.spellings))):
            root.unique((*names, spelling))
            names[spelling] = one
    return MappingProxyType(names)


def _normal(name: str) -> str:
    name = unicodedata.normalize("NFC", name).casefold().replace("ё", "е")
    return " ".join(re.split(r"[\s_-]+", name.strip()))


def _kind(item: Element) -> Kind:
    entry = item.fields(("id", "name", "spellings", "defaults", "fixed", "needs", "forbids", "clauses", "note"))
    defaults = entry["defaults"].fields((), ("speed", "roll"))
    speed = defaults["speed"].choice(("slow", "fast")) if "speed" in defaults else None
    roll = defaults["roll"].choice(("true", "false")) if "roll" in defaults else None
    return Kind(
        id=entry["id"].identifier(),
        name=entry["name"].both(),
        spellings=entry["spellings"].texts(),
        speed=cast("Speed | None", speed),
        roll=None if roll is None else roll == "true",
        fixed=entry["fixed"].choices(tuple(defaults)),
        needs=entry["needs"].choices(_KEYS),
        forbids=entry["forbids"].choices(_KEYS),
        clauses=entry["clauses"].texts(),
        note=entry["note"].both(),
    )
