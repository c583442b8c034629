"""Position text: a game at one moment as one line of text, printed and accepted everywhere.

It is one line of JSON with a version, so that an old one can still be recognised: the table, the readings, the
profile's id and the state, each without what is default. An id says all about a profile that comes with the package;
whoever reads a position of another profile must have that profile.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import (
    Action,
    Entry,
    GameState,
    Log,
    Look,
    Point,
    Redirect,
    RuleEffect,
    Start,
    Window,
)
from berserk_fsm.errors import BerserkError, InputError
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.profiles import Profile, default_profile, find_profile, profile_names
from berserk_fsm.rules.readings import Readings

__all__ = ["POSITION_VERSION", "parse_position", "position_text"]

POSITION_VERSION = 1
_MAX_LENGTH = 1_000_000
_DEFAULTS = (Start(), GameState(control=""), Action("", by="A"), RuleEffect(""), Entry(""), Window(""), Look(), Log())
_DEFAULT_OF: Mapping[type, Any] = {type(value): value for value in _DEFAULTS}


def position_text(specification: Specification, table: Table, state: GameState) -> str:
    """The position as one line.

    >>> from berserk_fsm.game import Game
    >>> Game(facts=["door_open"]).position
    '{"berserk_fsm":1,"table":{"start":{"facts":["door_open"]}},"state":{"control":...}}'
    """
    own_actions = [a for a in table.actions.values() if not table.rolls(a.name)]
    content: dict[str, Any] = {
        "berserk_fsm": POSITION_VERSION,
        "profile": specification.profile.id,
        "readings": specification.readings.non_default(),
        "table": {
            "start": _shortened(table.start),
            "actions": [_shortened(action) for action in own_actions],
            "rule_effects": [_shortened(effect) for effect in table.rule_effects.values()],
        },
        "state": _shortened(state),
    }
    if specification.profile.id == "default":
        del content["profile"]
    return json.dumps(_without_empty(content), ensure_ascii=False, separators=(",", ":"))


def _without_empty(value: dict[str, Any]) -> dict[str, Any]:
    """Leave out what says nothing: empty lists and mappings of the upper levels."""
    found = {}
    for key, inner in value.items():
        shown = _without_empty(inner) if isinstance(inner, dict) and key in ("table",) else inner
        if shown not in ({}, []):
            found[key] = shown
    return found


def _shortened(value: Any) -> Any:
    """A frozen value as JSON, without the fields that have their default."""
    default = _DEFAULT_OF[type(value)]
    return {
        item.name: _plain(getattr(value, item.name))
        for item in fields(value)
        if getattr(value, item.name) != getattr(default, item.name)
    }


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, (Point, Redirect)):
        return list(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return _shortened(value) if type(value) in _DEFAULT_OF else value


class _Reader:
    """Reads the JSON back, complaining about everything that is not as expected."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, path: str, en: str, ru: str) -> InputError:
        return InputError(self.where, 1, f"position: {path}: {en}", f"позиция: {path}: {ru}")

    def mapping(self, value: Any, path: str, allowed: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.fail(path, "expected { … }", "ожидалось { … }")
        for key in value:
            if key not in allowed:
                shown = ", ".join(allowed)
                raise self.fail(
                    path, f"unknown key {key!r}; expected {shown}", f"неизвестный ключ {key!r}; ожидалось {shown}"
                )
        return value

    def list(self, value: Any, path: str) -> list[Any]:
        if not isinstance(value, list):
            raise self.fail(path, "expected [ … ]", "ожидалось [ … ]")
        return value

    def text(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise self.fail(path, "expected a text of printable characters", "ожидался текст из печатных знаков")
        return value

    def value(self, kind: type, value: Any, path: str) -> Any:
        """A frozen value of ``kind`` from its shortened form; each field by the type of its default."""
        allowed = tuple(item.name for item in fields(kind))
        default = _DEFAULT_OF[kind]
        given = self.mapping(value, path, allowed)
        found = {
            key: self.field(kind, key, inner, getattr(default, key), f"{path}.{key}") for key, inner in given.items()
        }
        if "name" in allowed and "name" not in found:
            raise self.fail(path, "expected a name", "ожидалось имя")
        missing: dict[str, Any] = {key: getattr(default, key) for key in ("by", "control", "kind") if key in allowed}
        return kind(**{**missing, **found})

    def field(self, kind: type, key: str, value: Any, default: Any, path: str) -> Any:
        if value is None and default is None:
            return None
        if (kind, key) in _NESTED:
            inner = _NESTED[kind, key]
            if default is None or isinstance(default, inner):
                return self.value(inner, value, path)
            return tuple(self.value(inner, item, path) for item in self.list(value, path))
        if key in ("points", "on", "redirect"):
            return self.pairs(key, value, path)
        if isinstance(default, int):
            if type(value) is not type(default):
                raise self.fail(path, f"expected {type(default).__name__}", f"ожидалось {type(default).__name__}")
            return value
        if isinstance(default, (tuple, frozenset)):
            texts = [self.text(item, path) for item in self.list(value, path)]
            return tuple(texts) if isinstance(default, tuple) else frozenset(texts)
        return self.text(value, path)

    def pairs(self, key: str, value: Any, path: str) -> Any:
        def pair(item: Any) -> tuple[str, str]:
            both = self.list(item, path)
            if len(both) != 2:
                raise self.fail(path, "expected two names", "ожидалось два имени")
            return self.text(both[0], path), self.text(both[1], path)

        if key == "points":
            return tuple(Point(*pair(item)) for item in self.list(value, path))
        return Point(*pair(value)) if key == "on" else Redirect(*pair(value))


_NESTED: Mapping[tuple[type, str], type] = {
    (GameState, "queue"): Entry,
    (GameState, "stack"): Entry,
    (GameState, "window"): Window,
    (GameState, "look"): Look,
    (GameState, "log"): Log,
}


def parse_position(
    text: str, profile: Profile | None = None, where: str = "position"
) -> tuple[Profile, Table, Readings, GameState]:
    """Read a position text.

    Args:
        text: one line, as :func:`position_text` writes it.
        profile: the profile the position was played with; ``None`` if the text says it all.
        where: the name shown in errors.

    Raises:
        InputError: the text is no position, or not of this version or profile; or it was played with a profile that
            does not come with the package, and ``profile`` is ``None``.
    """
    reader = _Reader(where)
    if not isinstance(text, str):
        raise reader.fail("text", "expected a text", "ожидался текст")
    if len(text) > _MAX_LENGTH:
        raise reader.fail("text", f"longer than {_MAX_LENGTH} characters", f"длиннее {_MAX_LENGTH} знаков")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise reader.fail(
            "text", "no position text; expected one line of JSON", "не запись позиции; ожидалась строка JSON"
        ) from error
    top = reader.mapping(content, "text", ("berserk_fsm", "profile", "readings", "table", "state"))
    if type(top.get("berserk_fsm")) is not int or top["berserk_fsm"] != POSITION_VERSION:
        raise reader.fail(
            "berserk_fsm",
            f"unknown version; expected {POSITION_VERSION}",
            f"неизвестная версия; ожидалась {POSITION_VERSION}",
        )
    profile = _profile(reader, reader.text(top.get("profile", default_profile().id), "profile"), profile)
    readings = reader.mapping(top.get("readings", {}), "readings", tuple(Readings().as_dict()))
    parts = reader.mapping(top.get("table", {}), "table", ("start", "actions", "rule_effects"))
    try:
        chosen = Readings.from_mapping({key: reader.text(value, key) for key, value in readings.items()})
        table = build_table(
            [reader.value(Action, item, "actions") for item in reader.list(parts.get("actions", []), "actions")],
            [
                reader.value(RuleEffect, item, "rule_effects")
                for item in reader.list(parts.get("rule_effects", []), "rule_effects")
            ],
            reader.value(Start, parts.get("start", {}), "start"),
            profile=profile,
        )
    except InputError:
        raise
    except BerserkError as error:
        raise reader.fail("table", error.text("en"), error.text("ru")) from error
    state: GameState = reader.value(GameState, top.get("state", {}), "state")
    _check_state(reader, state, table)
    return profile, table, chosen, state


def _profile(reader: _Reader, id: str, given: Profile | None) -> Profile:
    """The profile of a position, by the id in its text."""
    if given is not None and given.id == id:
        return given
    if given is not None:
        raise reader.fail(
            "profile",
            f"played with the profile {id!r}; expected {given.id}",
            f"записана для профиля «{id}»; ожидался {given.id}",
        )
    if id in profile_names():
        return find_profile(id)
    listed = ", ".join(profile_names())
    raise reader.fail(
        "profile",
        f"played with the profile {id!r}, which does not come with the package; expected {listed}, or that profile to "
        "be given as well",
        f"записана для профиля «{id}», а среди готовых его нет; ожидалось {listed} или сам этот профиль",
    )


def _check_state(reader: _Reader, state: GameState, table: Table) -> None:
    for entry in (*state.queue, *state.stack):
        if entry.name not in table.actions:
            raise reader.fail(
                "state", f"there is no action {entry.name!r} on the table", f"на столе нет игродействия {entry.name!r}"
            )
