"""The clause ledger: 302.1–302.12 and 303.1–303.9 in the project's own words, split into obligations.

The official text is not part of the project. Summaries are for finding one's way; the official text decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal, cast, get_args

from berserk_fsm.errors import InputError
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.text import Text

__all__ = ["Clause", "Obligation", "clause", "clauses", "is_citation"]

ClauseKind = Literal["rule", "definition", "information", "reference"]


@dataclass(frozen=True, slots=True)
class Obligation:
    """One thing a clause asks for; its id is ``CLAUSE/name``."""

    id: str
    text: Text


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rulebook.

    Attributes:
        kind: ``rule`` (says what may or must happen), ``definition`` (says what a word means),
            ``information`` (a consequence, asks for nothing of its own), ``reference`` (points elsewhere).
    """

    number: str
    kind: ClauseKind
    title: Text
    summary: Text
    obligations: tuple[Obligation, ...]


@cache
def clauses() -> Mapping[str, Clause]:
    """All clauses by number, in the order of the rulebook.

    >>> list(clauses())[:2], len(clauses())
    (['302.1', '302.2'], 21)
    """
    root = data_file("clauses.yaml")
    found = tuple(_clause(item) for item in root.list())
    root.unique(tuple(one.number for one in found))
    return MappingProxyType({one.number: one for one in found})


def clause(number: str) -> Clause:
    """The clause of this number.

    Raises:
        InputError: there is none; the message names the first and last.

    >>> clause("303.2").title.en
    'What a pass is'
    """
    found = clauses().get(number)
    if found is None:
        numbers = list(clauses())
        span = f"{numbers[0]} … {numbers[-1]}"
        raise InputError(
            "clauses.yaml",
            None,
            f"no clause {number!r}; the ledger holds {span}",
            f"нет пункта «{number}»; в реестре есть {span}",
        )
    return found


def is_citation(text: str) -> bool:
    """May this text stand where something is cited: a clause number, or ``gap/NAME`` of a known gap?

    >>> [is_citation(text) for text in ("302.10", "302.13", "gap/512", "gap/none", "scenario")]
    [True, False, True, False, False]
    """
    if text.startswith("gap/"):
        return text.removeprefix("gap/") in gaps()
    return text in clauses()


def _clause(item: Element) -> Clause:
    entry = item.fields(("number", "kind", "title", "summary", "obligations"))
    number = entry["number"].text()
    obligations = tuple(_obligation(one, number) for one in entry["obligations"].list())
    entry["obligations"].unique(tuple(one.id for one in obligations))
    return Clause(
        number=number,
        kind=cast(ClauseKind, entry["kind"].choice(get_args(ClauseKind))),
        title=entry["title"].both(),
        summary=entry["summary"].both(),
        obligations=obligations,
    )


def _obligation(item: Element, number: str) -> Obligation:
    entry = item.fields(("id", "ru", "en"))
    name = entry["id"].text()
    if not name.startswith(f"{number}/"):
        entry["id"].fail(f"expected an id that begins with {number}/", f"ожидалось имя, начинающееся с {number}/")
    return Obligation(name, Text(ru=entry["ru"].text(), en=entry["en"].text()))
