"""What comes of the example scenarios under each answer, each played once for each set of readings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from berserk_fsm.citing import citation_text, refused_by
from berserk_fsm.compare.outcomes import differing_keys, outcome_of, under_both
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.pages.traces import standing
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.examples import example_paths, load_example
from berserk_fsm.scenario.items import Expect, Refuse, Scenario
from berserk_fsm.scenario.keys import EXPECT
from berserk_fsm.scenario.play import Turnout, play_scenario
from berserk_fsm.scenario.trace import trace_of

__all__ = ["Compared", "compared", "how_it_differs", "in_short"]


@dataclass(frozen=True, slots=True)
class Compared:
    """An example under the default answer and under another one.

    Args:
        name: its name.
        before: how it turned out under the default answer.
        after: how it turned out under the other one.
        same: did the same come of it?
    """

    name: str
    before: Turnout
    after: Turnout
    same: bool


@cache
def compared(id: str, value: str) -> tuple[Compared, ...]:
    """All examples under one answer; the first call for each answer takes about a second.

    Args:
        id: the reading.
        value: its other answer.
    """
    found = []
    for name in example_paths():
        pair = under_both(_example(name), Readings(), Readings.from_mapping({id: value}))
        before, after = (_played(name, one.readings) for one in pair)
        found.append(Compared(name, before, after, outcome_of(before) == outcome_of(after)))
    return tuple(found)


@cache
def _example(name: str) -> Scenario:
    return load_example(name)


@cache
def _played(name: str, readings: Readings) -> Turnout:
    return play_scenario(replace(_example(name), readings=readings), engine="table")


def in_short(one: Compared, tongue: Tongue) -> str:
    """How an outcome differs, in a few words for a cell of a table."""
    if (number := _parting(one)) is not None:
        played, failure = one.after.played[number], one.after.played[number].failure
        if played.refused is not None:
            why = citation_text(played.refused.clause, tongue.lang)
        elif isinstance(played.item, Refuse):
            why = tongue("отказа нет", "no refusal")
        elif isinstance(played.item, Expect) and failure is not None:
            why = _spelled(failure.want, tongue)
        else:
            why = tongue("не наступило", "not reached")
        return f"{tongue('шаг', 'step')} {number + 1}: {why}"
    if one.after.ok and not one.before.ok:
        return tongue("сходится только так", "holds only so")
    return f"{tongue('в конце', 'at the end')}: {_spelled(_at_the_end(one), tongue)}"


def how_it_differs(one: Compared, tongue: Tongue) -> str:
    """How an outcome differs, in a sentence."""
    if (number := _parting(one)) is not None:
        return f"{tongue('Шаг', 'Step')} {number + 1}. {_what_went_wrong(one.after, number, tongue)}"
    if one.after.ok and not one.before.ok:
        return tongue(
            "Написан для этого ответа и сходится только при нём.", "Written for this answer, and holds only with it."
        )
    keys = _at_the_end(one)
    usual, other = (
        " · ".join(standing(turnout, {key: pair[side] for key, pair in keys.items()}, tongue.lang))
        for side, turnout in enumerate((one.before, one.after))
    )
    return tongue(f"В конце {other}, а по умолчанию {usual}.", f"At the end {other}, but by default {usual}.")


def _parting(one: Compared) -> int | None:
    """The number of the first item that holds under the default answer only."""
    for number, played in enumerate(one.after.played):
        usual = one.before.played[number] if number < len(one.before.played) else None
        if played.failure is not None and usual is not None and usual.failure is None:
            return number
    return None


def _at_the_end(one: Compared) -> dict[str, tuple[Any, Any]]:
    return differing_keys(outcome_of(one.before).final, outcome_of(one.after).final)


def _what_went_wrong(turnout: Turnout, number: int, tongue: Tongue) -> str:
    played = turnout.played[number]
    # A part of a play has a trace of its own, without what went before.
    item = trace_of(replace(turnout, played=(replace(played, records=()),)), tongue.lang).items[0]
    lines = [line.text.rstrip(".:") for line in item.lines]
    match played.item:
        case Expect():
            return "; ".join(lines)[:1].upper() + "; ".join(lines)[1:] + "."
        case Refuse(clause=clause) if played.refused is not None:
            by, other = (refused_by(one, tongue.lang) for one in (clause, played.refused.clause))
            why = played.refused.reason(tongue.lang)
            return tongue(
                f"{item.heading}: отказано не {by}, а {other}. {why}",
                f"{item.heading}: refused not {by} but {other}. {why}",
            )
        case Refuse(clause=clause):
            by = refused_by(clause, tongue.lang)
            return tongue(
                f"{item.heading}: ожидался отказ {by}, а это можно.",
                f"{item.heading}: a refusal {by} was expected, but this is allowed.",
            )
    if played.refused is not None:
        by, why = refused_by(played.refused.clause, tongue.lang), played.refused.reason(tongue.lang)
        return tongue(f"{item.heading}: отказ {by}. {why}", f"{item.heading}: refused {by}. {why}")
    return f"{item.heading}: {tongue('этого так и не случилось.', 'this never came about.')}"


def _spelled(keys: Iterable[str], tongue: Tongue) -> str:
    names = [EXPECT.spell(key, tongue.lang).replace("_", " ") for key in keys]
    return ", ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")


_MOST_NAMES = 3
