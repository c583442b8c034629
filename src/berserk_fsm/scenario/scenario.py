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
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

from berserk_fsm import yaml_text
from berserk_fsm.errors import ReadingError
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.items import ClaimItem, Condition, Expect, ExpectValue, Item, Refuse, Say, Scenario, Until
from berserk_fsm.scenario.keys import FILE, READING_VALUES, READINGS
from berserk_fsm.scenario.places import Place
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
        profile: phases and steps; the default profile if left out.

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
        profile: phases and steps; the default profile if left out.

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
    profile = profile or default_profile()
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
    table = read_table(fields, where, profile)
    play = read_play(fields["play"], table, profile) if "play" in fields else ()
    claims = read_claims(fields, table, profile)
    return Scenario(title, cites, readings.replace(**readings_override), table, play, where, claims)


def _readings(place: Place) -> Readings:
    readings = Readings()
    for id, below in place.fields(READINGS).items():
        text = below.text()
        try:
            readings = readings.replace(**{id: READING_VALUES.find(text) or text})
        except ReadingError as error:
            below.fail(error.en, error.ru)
    return readings
