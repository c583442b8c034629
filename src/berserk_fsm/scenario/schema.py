"""The JSON Schema of scenario files, for editors: completion, hints and a first check while typing.

It is made from :mod:`berserk_fsm.scenario.keys`, so it knows every key in both languages. Editors turn
plain YAML values into numbers and booleans before they look at a schema, so these are allowed where people
write them without quotes. What spans several places (unknown names, contradictory keys) is for the loader; so the
phases and steps of all profiles that come with the package are allowed, whichever the file names.

The committed copy is ``scenario.schema.json`` next to this file; after a change of the keys write it anew::

    python -m berserk_fsm.scenario.published

In an editor that understands it, this first line of a scenario switches it on::

    # yaml-language-server: $schema=scenario.schema.json

>>> schema()["properties"]["розыгрыш"] == schema()["properties"]["play"]
True
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias

from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.kinds import kinds
from berserk_fsm.rules.profiles import Profile, known_profiles
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario import keys
from berserk_fsm.scenario.keys import Group, Word
from berserk_fsm.scenario.sentences import FORMS

__all__ = ["SCHEMA_FILE", "schema", "schema_text"]

Json: TypeAlias = dict[str, Any]

SCHEMA_FILE = Path(__file__).with_name("scenario.schema.json")
"""The committed copy."""


def schema() -> Json:
    """The schema of a scenario file, JSON Schema 2020-12."""
    top = _keys(keys.FILE)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Сценарий «Берсерка» / berserk-fsm scenario",
        **top,
        "type": "object",
        "minProperties": 1,
        "$defs": _definitions(),
    }


def schema_text() -> str:
    """The text of the committed copy."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


# --- shapes: what stands behind a key ----------------------------------------------------


def _definitions() -> Json:
    name: Json = {"type": ["string", "number", "boolean"], "minLength": 1}
    player: Json = {"enum": ["A", "B", "А", "В", "a", "b", "а", "в"]}
    nothing: Json = {"anyOf": [{"type": "null"}, _value(keys.NOTHING), {"enum": ["", "~"]}]}
    clause_numbers = list(clauses())
    citations = [*clause_numbers, *(gap.citation for gap in gaps().values())]
    # Without quotes 302.10 is the number 302.1 to an editor, so of numbers only the section can be checked.
    number: Json = {"type": "number", "minimum": 302, "maximum": 304}
    return {
        "text": {"type": ["string", "number", "boolean", "null"]},
        "name": name,
        "names": _list(_ref("name")),
        "player": player,
        "truth": {"anyOf": [{"type": "boolean"}, _value(keys.BOOLEANS)]},
        "number": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+$"}]},
        "nobody_or_player": {"anyOf": [player, nothing]},
        "nothing_or_name": {"anyOf": [_ref("name"), nothing]},
        "nothing_or_step": {"anyOf": [_ref("step"), nothing]},
        "nothing_or_window": {"anyOf": [_ref("window"), nothing]},
        "cites": _list({"anyOf": [{"enum": citations}, number]}),
        "clause": {"anyOf": [{"enum": [*clause_numbers, "scenario", "сценарий"]}, number]},
        "readings": _readings(),
        "profile": _value(keys.PROFILES),
        "start": _maybe(_keys(keys.START)),
        "actions": _maybe({"additionalProperties": _ref("action"), "propertyNames": {"minLength": 1}}),
        "action": {**_keys(keys.ACTION), "type": "object", **_needs(keys.ACTION, "by")},
        "kind": {"anyOf": _kinds()},
        "speed": _value(keys.SPEEDS),
        "point": {**_keys(_points()), "type": "object", "minProperties": 1, "maxProperties": 1},
        "redirect": {**_keys(keys.REDIRECT), "type": "object", **_needs(keys.REDIRECT, "of", "to")},
        "rule_effects": _maybe({"additionalProperties": _maybe(_keys(keys.RULE_EFFECT))}),
        "play": _list(_ref("item")),
        "item": {
            "anyOf": [
                _ref("sentence"),
                {**_keys(keys.ITEM), "type": "object", "minProperties": 1, "maxProperties": 1},
            ]
        },
        "sentence": _sentence(),
        "until": {**_keys(keys.UNTIL), "type": "object", "minProperties": 1, "maxProperties": 1},
        "name_step": {
            "type": "object",
            "additionalProperties": _ref("step"),
            "minProperties": 1,
            "maxProperties": 1,
        },
        "expect": {**_keys(keys.EXPECT), "type": "object", "minProperties": 1},
        "claims": {"anyOf": [_ref("claim"), _list(_ref("claim"))]},
        "claim": {
            "anyOf": [
                _ref("situation"),
                {**_keys(keys.CLAIM), "type": "object", **_needs(keys.CLAIM, "expect")},
            ]
        },
        "situation": {**_keys(keys.SITUATION), "type": "object", "minProperties": 1},
        "refused": {**_keys(keys.REFUSED), "type": "object", **_needs(keys.REFUSED, "say", "clause")},
        "targets": _maybe({"additionalProperties": _ref("name")}),
        "phase": _value(_of_every_profile(keys.PHASES, keys.phases_of)),
        "step": _value(_of_every_profile(keys.STEPS, keys.steps_of)),
        "window": _value(keys.WINDOWS),
        "stack": _value(keys.STACK),
    }


def _ref(shape: str) -> Json:
    return {"$ref": f"#/$defs/{shape}"}


def _list(items: Json) -> Json:
    return {"type": ["array", "null"], "items": items}


def _maybe(mapping: Json) -> Json:
    """A mapping that may be left empty."""
    return {**mapping, "type": ["object", "null"]}


def _of_every_profile(group: Group, of: Callable[[Profile], Group]) -> tuple[Word, ...]:
    """The words of a group and those that other profiles have besides."""
    words = {word.id: word for word in group}
    for profile in known_profiles().values():
        for word in of(profile):
            words.setdefault(word.id, word)
    return tuple(words.values())


def _points() -> tuple[Word, ...]:
    return _of_every_profile(keys.POINT, keys.points_of)


def _keys(group: Iterable[Word]) -> Json:
    """The keys of a group: those we write by name, so that editors offer them; other spellings by pattern."""
    offered: Json = {}
    patterns: Json = {}
    twice: list[Json] = []
    for word in group:
        value = {**_ref(word.shape), "description": _both(word.about)}
        written = (word.id, *word.ru[:1])
        offered.update(dict.fromkeys(written, value))
        patterns[_any_spelling(word)] = value
        twice += [{"not": {"type": "object", "required": list(pair)}} for pair in itertools.combinations(written, 2)]
    return {
        "properties": offered,
        "patternProperties": patterns,
        "additionalProperties": False,
        "allOf": twice,
    }


def _needs(group: Group, *required: str) -> Json:
    """The required keys, each in any spelling."""
    words = [word for word in group if word.id in required]
    one_of = [{"anyOf": [{"required": [s]} for s in dict.fromkeys(_variants((word.id, *word.ru)))]} for word in words]
    return {"allOf": [*_keys(group)["allOf"], *one_of]}


def _variants(spellings: Iterable[str]) -> Iterable[str]:
    for spelling in spellings:
        for text in (spelling, spelling.replace("ё", "е")):
            yield from (text, text.replace(" ", "_"), text.capitalize())


def _value(group: Iterable[Word]) -> Json:
    """One of the fixed values of a group."""
    group = tuple(group)
    offered = [s for word in group for s in (word.id, *word.ru[:1])]
    patterns = "|".join(_any_spelling(word) for word in group)
    return {"anyOf": [{"enum": offered}, {"type": "string", "pattern": patterns}]}


def _readings() -> Json:
    both = _keys(keys.READINGS)
    values = {word.id: word for word in keys.READING_VALUES}
    for word in keys.READINGS:
        definition = reading_definitions()[word.id]
        options = [option.value for option in definition.options]
        offered: list[Any] = [s for option in options for s in (option, *values[option].ru[:1])]
        if "true" in options:
            offered += [True, False]
        patterns = "|".join(_any_spelling(values[option]) for option in options)
        value = {
            "anyOf": [{"enum": offered}, {"type": "string", "pattern": patterns}],
            "description": _both(definition.question),
            "default": definition.default,
        }
        for written in (word.id, *word.ru[:1]):
            both["properties"][written] = value
        both["patternProperties"][_any_spelling(word)] = value
    return _maybe(both)


def _kinds() -> list[Json]:
    offered = [name for one in kinds().values() for name in (one.name.ru, one.name.en, one.id)]
    every = {s for one in kinds().values() for s in (one.id, one.name.ru, one.name.en, *one.spellings)}
    patterns = "|".join(f"^{_pattern(s, ' _-')}$" for s in sorted(every))
    return [{"enum": list(dict.fromkeys(offered))}, {"type": "string", "pattern": patterns}]


def _sentence() -> Json:
    patterns = []
    for form in FORMS:
        for phrase in (*form.en, *form.ru):
            words = (
                "[ABabАВав]" if word == "{player}" else r"\S(?:.*\S)?" if word == "{name}" else _pattern(word, " ")
                for word in phrase.split()
            )
            patterns.append(r"\s+".join(words))
    examples = [phrase.format(player="A", name="X") for form in FORMS for phrase in (form.ru[0], form.en[0])]
    return {
        "type": "string",
        "pattern": rf"^\s*(?:{'|'.join(patterns)})\s*\.?\s*$",
        "description": f"фраза / a sentence: {' · '.join(examples)}",
        "examples": examples,
    }


def _any_spelling(word: Word) -> str:
    return "|".join(f"^{_pattern(spelling, ' _')}$" for spelling in (word.id, *word.ru))


def _pattern(spelling: str, joints: str) -> str:
    """A pattern for a spelling in any case, with ё or е, and any of the joints between its words."""
    parts = []
    for part in re.split(r"[\s_-]+", spelling):
        chars = ("ёе" if char in "ёе" else char for char in part)
        parts.append("".join(f"[{c}{c.upper()}]" if c.upper() != c else re.escape(c) for c in chars))
    return (f"[{joints}]+" if len(joints) > 1 else joints).join(parts)


def _both(text: Text) -> str:
    return f"{text.ru} / {text.en}"
