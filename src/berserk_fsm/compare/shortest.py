"""The smallest table and the shortest play on it that tell two sets of readings apart, as a scenario file."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any

from berserk_fsm.compare.tables import Size, sized_tables
from berserk_fsm.compare.telling_apart import MAY_GIVE_AWAY, Machine, Parting, part
from berserk_fsm.core.table import Table
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Expect, Scenario
from berserk_fsm.scenario.writing import dump_scenario, item_text, scenario_of

__all__ = ["Found", "Progress", "changed_readings", "found_text", "shortest_scenario", "situation_words", "title_of"]

Progress = Callable[[int, Size], None]
"""Called with the number of the table that is looked at now, and its size."""

_WIDTH = 98
"""Of the lines of a head comment, without the sign that makes them one."""


@dataclass(frozen=True)
class Found:
    """A table on which two sets of readings part, and the play that shows it.

    Args:
        scenario: the play as a scenario. It chooses no readings, so that it plays under both.
        table: the table.
        parting: the decisions, and what differs after them.
        tables_tried: so many tables were looked at: all smaller ones, and those of the same size.
    """

    scenario: Scenario
    table: Table
    parting: Parting
    tables_tried: int


def shortest_scenario(
    before: Readings,
    after: Readings,
    limit: int | None = None,
    progress: Progress | None = None,
    *,
    profile: Profile | None = None,
    turns: int = 1,
    lang: str = "en",
) -> Found | None:
    """The smallest table on which two sets of readings part; among tables of one size that of the shortest play.

    The tables are those of :mod:`berserk_fsm.compare.tables`, which also says what is small; of equally short plays on
    equally large tables the first one is taken.

    Args:
        before: a set of readings.
        after: another one.
        limit: look at no more tables than so many; without it two sets that never part are compared for ever.
        progress: called before each table.
        profile: phases and steps; the default profile if ``None``.
        turns: how many turns are played on a table.
        lang: the language of the title, ``"ru"``; anything else is English.

    Returns:
        ``None`` if no table parts them, as far as was looked.

    >>> found = shortest_scenario(Readings(), Readings(slow_active_only=False))
    >>> print(dump_scenario(found.scenario), end="")
    title: 'Two readings part: May the Non-active player declare a slow action?'
    cites: ["303.1", "303.3"]
    actions:
      B1: {by: B, speed: slow}
    play:
      - A passes
    >>> found.parting.differing
    {'legal': ([], ['B1'])}
    """
    used = profile or default_profile()
    first, second = (Machine(build_specification(used, readings)) for readings in (before, after))
    tried = 0
    for size, tables in groupby(islice(sized_tables(profile=used), limit), key=lambda one: one.size):
        best: tuple[Table, Parting] | None = None
        for _, table in tables:
            # After one was found only a shorter play is better.
            depth = None if best is None else len(best[1].decisions) - 1
            if depth is not None and depth < 0:
                break
            tried += 1
            if progress is not None:
                progress(tried, size)
            parting = part(first, second, table, turns, depth)
            best = best if parting is None else (table, parting)
        if best is not None:
            table, parting = best
            title, cites = title_of(before, after).get(lang), _cites(before, after)
            scenario = scenario_of(table, parting.decisions, title=title, cites=cites, profile=used)
            return Found(scenario, table, parting, tried)
    return None


# --- the file --------------------------------------------------------------------------------------------------------


def changed_readings(before: Readings, after: Readings) -> dict[str, tuple[str, str]]:
    """The readings in which two sets differ: the values before and after.

    >>> changed_readings(Readings(), Readings(reserve_at="declaration"))
    {'reserve_at': ('execution', 'declaration')}
    """
    other = after.as_dict()
    return {id: (value, other[id]) for id, value in before.as_dict().items() if value != other[id]}


def title_of(before: Readings, after: Readings) -> Text:
    """What a scenario that tells two sets of readings apart is about."""
    definitions = reading_definitions()
    questions = [definitions[id].question for id in changed_readings(before, after)]
    return Text(
        "Два прочтения расходятся: " + " ".join(question.ru for question in questions),
        "Two readings part: " + " ".join(question.en for question in questions),
    )


def _cites(before: Readings, after: Readings) -> tuple[str, ...]:
    definitions = reading_definitions()
    cited = {clause for id in changed_readings(before, after) for clause in definitions[id].clauses}
    return tuple(sorted(cited, key=lambda clause: [int(part) for part in clause.split(".")]))


def situation_words(values: Mapping[str, Any], lang: str, profile: Profile | None = None) -> str:
    """How things stand, by keys of what is seen, in the words of a scenario file.

    >>> situation_words({"queue": ["F"], "priority": "A", "may_give_away": False}, "ru")
    'очередь: [F], приоритет: A; отдать приоритет нельзя'
    """
    told = {key: value for key, value in values.items() if key != MAY_GIVE_AWAY}
    parts = []
    if told:
        written = item_text(Expect(told), lang, profile)
        parts.append(written[written.index("{") + 1 : written.rindex("}")])
    if MAY_GIVE_AWAY in values:
        may = bool(values[MAY_GIVE_AWAY])
        en = "priority may be given away" if may else "priority may not be given away"
        parts.append(Text(f"отдать приоритет {'можно' if may else 'нельзя'}", en).get(lang))
    return "; ".join(parts)


def found_text(
    scenario: Scenario, parting: Parting, before: Readings, after: Readings, lang: str = "en", name: str = "FILE.yaml"
) -> str:
    """The scenario file, with a head comment that says what is seen to differ and how to replay it.

    Args:
        scenario: the scenario of what was found.
        parting: where the readings part in it.
        before: the readings before.
        after: the readings after.
        lang: the language of all of it, the keys too.
        name: the name of the file, for the command that replays it.
    """
    return "".join(
        f"# {line}".rstrip() + "\n" for line in _head(scenario, parting, before, after, lang, name)
    ) + dump_scenario(replace(scenario, title=title_of(before, after).get(lang)), lang)


def _head(scenario: Scenario, parting: Parting, before: Readings, after: Readings, lang: str, name: str) -> list[str]:
    definitions, changed = reading_definitions(), changed_readings(before, after)
    lines = _wrapped(
        Text(
            "Самый маленький стол и самый короткий розыгрыш на нём, после которого видно, какое прочтение выбрано.",
            "The smallest table, and the shortest play on it after which it is seen which reading was chosen.",
        ).get(lang)
    )
    when = Text("В конце", "At the end") if parting.decisions else Text("С самого начала", "From the very start")
    for side, readings in enumerate((before, after)):
        answers = " ".join(definitions[id].option(values[side]).text.get(lang) for id, values in changed.items())
        chosen = ", ".join(f"{id}={values[side]}" for id, values in changed.items())
        seen = situation_words({key: pair[side] for key, pair in parting.differing.items()}, lang, scenario.profile)
        lines += ["", *_wrapped(f"{chosen}. {answers}"), *_wrapped(f"{when.get(lang)}: {seen}.")]
        options = " ".join(f"--reading {id}={value}" for id, value in _needed(readings, changed).items())
        # A command stays on one line, to be copied.
        lines.append(f"berserk-fsm play {name} {options}")
    return lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _needed(readings: Readings, changed: Mapping[str, Any]) -> dict[str, str]:
    """What must be said to play with these readings: what is asked about, and what is not the default."""
    own = readings.non_default()
    return {id: value for id, value in readings.as_dict().items() if id in own or id in changed}
