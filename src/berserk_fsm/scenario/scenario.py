"""Scenario files: a table, what the players do on it, and what must come of it.

The format is the contract's; :mod:`berserk_fsm.scenario.keys` lists every key in both languages. Where the
contract is silent:

* Every key of the file is optional, so that a table without ``play`` can be stepped through or explored; a
  file with no key at all is an error. A key with nothing behind it counts as an empty list or as no keys.
* A fact that stands twice in one list counts once.
* Players and fixed words may be written in upper or lower case; names are exact.
* ``X.бросок`` is ``X.roll``.
* ``null``, ``~`` and nothing at all mean ``nobody`` in ``expect``, for ``priority``, ``executing``, ``step``
  and ``window``.
* ``always``, ``never`` and ``sometimes`` hold one claim or a list of them. A claim with ``title``, ``if`` or ``expect``
  is the long form; every other one is what is expected. Titles are names, so none stands twice.
* ``profile`` names a profile that comes with the package, never a file: a scenario that is passed on must play alike
  everywhere. A profile of one's own is given from outside and wins.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

from berserk_fsm import yaml_text
from berserk_fsm.errors import ReadingError
from berserk_fsm.rules.profiles import Profile, default_profile, find_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.items import ClaimItem, Condition, Expect, ExpectValue, Item, Refuse, Say, Scenario, Until
from berserk_fsm.scenario.keys import FILE, PROFILES, READING_VALUES, READINGS
from berserk_fsm.scenario.places import Place, quote
from berserk_fsm.scenario.play_part import read_cites, read_claims, read_play
from berserk_fsm.scenario.sentences import BOTH_PASS, BothPass, Sentence
from berserk_fsm.scenario.table_part import read_table

__all__ = [
    "BOTH_PASS",
    "BothPass",
    "ClaimItem",
    "Condition",
    "Expect",
    "ExpectValue",
    "Item",
    "Refuse",
    "Say",
    "Scenario",
    "Sentence",
    "Until",
    "load_scenario",
    "parse_scenario",
]

_NO_OVERRIDE: Mapping[str, str] = MappingProxyType({})


def load_scenario(
    path: str | os.PathLike[str],
    readings_override: Mapping[str, str] = _NO_OVERRIDE,
    profile: Profile | None = None,
) -> Scenario:
    """Read a scenario file.

    Args:
        path: the file, YAML in UTF-8.
        readings_override: readings that win over those of the file, as text.
        profile: phases and steps; those the file names if left out, and the default ones if it names none.

    Raises:
        InputError: the file cannot be read or is wrong somewhere; the message names the line.
        ReadingError: a reading of ``readings_override`` is unknown or has no such value.
    """
    return parse_scenario(yaml_text.read_file(path), os.fspath(path), readings_override, profile)


def parse_scenario(
    text: str,
    where: str = "scenario",
    readings_override: Mapping[str, str] = _NO_OVERRIDE,
    profile: Profile | None = None,
) -> Scenario:
    """Read the text of a scenario.

    Args:
        text: YAML.
        where: the name shown in errors.
        readings_override: readings that win over those of the text.
        profile: phases and steps; those the file names if left out, and the default ones if it names none.

    Raises:
        InputError: the text is wrong somewhere; the message names the line.
        ReadingError: a reading of ``readings_override`` is unknown or has no such value.

    >>> scenario = parse_scenario("actions: {F: {by: A}}\\nplay: [A declares F, both pass]")
    >>> scenario.play[0].sentence
    Decision(verb='declare', player='A', name='F')
    >>> parse_scenario("actions:\\n  F: {by: C}")
    Traceback (most recent call last):
        ...
    berserk_fsm.errors.InputError: scenario:2: actions.F.by: there is no player 'C'; expected A or B
    """
    root = yaml_text.parse(text, where)
    top = Place(root, where, root.line)
    fields = top.fields(FILE)
    if not fields:
        top.fail(
            "the scenario is empty; expected actions and play",
            "сценарий пуст; ожидались игродействия и розыгрыш",
        )
    title = fields["title"].text() if "title" in fields and not fields["title"].empty else ""
    cites = read_cites(fields["cites"]) if "cites" in fields else ()
    readings = _readings(fields["readings"]) if "readings" in fields else Readings()
    # Also where it does not count, for the file would be wrong without it.
    named = _profile(fields["profile"]) if "profile" in fields else default_profile()
    profile = profile or named
    table = read_table(fields, where, profile)
    play = read_play(fields["play"], table, profile) if "play" in fields else ()
    claims = read_claims(fields, table, profile)
    return Scenario(title, cites, readings.replace(**readings_override), table, play, where, claims, profile)


def _profile(place: Place) -> Profile:
    found = PROFILES.find(place.text())
    if found is None:
        en, ru = quote(place.text())
        place.fail(
            f"{en} is no profile that comes with the package; expected {PROFILES.list('en')}; one of your own is given "
            "with --profile FILE",
            f"{ru}: нет такой готовой таблицы этапов; ожидалось {PROFILES.list('ru')}; свою указывают так: "
            "--profile ФАЙЛ",
        )
    return find_profile(found)


def _readings(place: Place) -> Readings:
    readings = Readings()
    for id, below in place.fields(READINGS).items():
        text = below.text()
        try:
            readings = readings.replace(**{id: READING_VALUES.find(text) or text})
        except ReadingError as error:
            below.fail(error.en, error.ru)
    return readings
