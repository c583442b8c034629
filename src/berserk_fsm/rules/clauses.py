"""The clause ledger: 302.1–302.12 and 303.1–303.9 in the project's own words, split into obligations.

The official text is not part of the project. Summaries are for finding one's way; the official text decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal, cast, get_args

from berserk_fsm.errors import InputError
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.text import Text
from berserk_fsm.showing import Shown

__all__ = ["OWED", "Clause", "Obligation", "clause", "clauses", "is_citation"]

ClauseKind = Literal["rule", "definition", "information", "reference"]
Owed = Literal["state", "row", "refusal", "property", "scenario"]
Status = Literal["modelled", "partly", "gap", "not_a_rule"]

OWED: tuple[Owed, ...] = get_args(Owed)
"""The kinds of elements a clause may ask for."""

_BULLET = re.compile(r"[1-9]\d*(\.[1-9]\d*)?")


@dataclass(frozen=True, slots=True)
class Obligation:
    """One thing a clause asks for.

    Attributes:
        id: ``CLAUSE/name``.
        by: the elements that carry it, as ``KIND:ID``; each must be found citing the clause.
        bullet: the bullet of the official text it is about: ``2`` or, one level down, ``2.3``; ``""`` for the
            clause's own words.
        status: ``modelled``, ``partly``, ``gap`` (left to what stands in for a gap) or ``not_a_rule``.
        reason: why it is not simply modelled; ``None`` when it is.
    """

    id: str
    text: Text
    by: tuple[str, ...] = ()
    bullet: str = ""
    status: Status = "modelled"
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class Clause(Shown):
    """A clause of the rulebook.

    Attributes:
        kind: ``rule`` (says what may or must happen), ``definition`` (says what a word means),
            ``information`` (a consequence, asks for nothing of its own), ``reference`` (points elsewhere).
        owes: the kinds of elements that must cite it; others that do are unwanted.
        status: how far the machine has it; see :class:`Obligation`.
        reason: why it is not simply modelled, or owes nothing; ``None`` when there is nothing to explain.
        questions: what it leaves open and no gap, reading or contradiction speaks of.
    """

    number: str
    kind: ClauseKind
    title: Text
    summary: Text
    obligations: tuple[Obligation, ...]
    owes: tuple[Owed, ...] = ()
    status: Status = "modelled"
    reason: Text | None = None
    questions: tuple[Text, ...] = ()


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
    entry = item.fields(
        ("number", "kind", "title", "summary", "owes", "status", "obligations"), ("reason", "questions")
    )
    number = entry["number"].text()
    obligations = tuple(_obligation(one, number) for one in entry["obligations"].list())
    entry["obligations"].unique(tuple(one.id for one in obligations))
    owes = entry["owes"].choices(OWED)
    entry["owes"].unique(owes)
    status, reason = _status(entry, entry["status"])
    if not owes and reason is None:
        item.fail("it owes nothing, so a reason was expected", "он ничего не требует; ожидалась причина")
    return Clause(
        number=number,
        kind=cast(ClauseKind, entry["kind"].choice(get_args(ClauseKind))),
        title=entry["title"].both(),
        summary=entry["summary"].both(),
        obligations=obligations,
        owes=cast("tuple[Owed, ...]", owes),
        status=status,
        reason=reason,
        questions=tuple(one.both() for one in entry["questions"].list()) if "questions" in entry else (),
    )


def _obligation(item: Element, number: str) -> Obligation:
    entry = item.fields(("id", "ru", "en", "by"), ("bullet", "status", "reason"))
    name = entry["id"].text()
    if not name.startswith(f"{number}/"):
        entry["id"].fail(f"expected an id that begins with {number}/", f"ожидалось имя, начинающееся с {number}/")
    by = entry["by"].texts()
    entry["by"].unique(by)
    if not by:
        entry["by"].fail("at least one element was expected", "ожидался хотя бы один элемент")
    bullet = entry["bullet"].text() if "bullet" in entry else ""
    if bullet and not _BULLET.fullmatch(bullet):
        entry["bullet"].fail(
            f"{bullet!r} is no bullet; expected 2 or 2.3", f"«{bullet}» — не номер; ожидалось 2 или 2.3"
        )
    status, reason = _status(entry, entry.get("status"))
    return Obligation(name, Text(ru=entry["ru"].text(), en=entry["en"].text()), by, bullet, status, reason)


def _status(entry: dict[str, Element], element: Element | None) -> tuple[Status, Text | None]:
    """The status, ``modelled`` if there is none, and the reason every other one needs."""
    status = cast(Status, "modelled" if element is None else element.choice(get_args(Status)))
    if status != "modelled" and element is not None and "reason" not in entry:
        element.fail(f"{status} needs a reason", f"для «{status}» нужна причина (reason)")
    return status, entry["reason"].both() if "reason" in entry else None
