"""Reading what was saved as JSON: bounds, versions, and frozen values back from it. Nothing in it is evaluated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

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
from berserk_fsm.errors import InputError, SavingError
from berserk_fsm.rules.text import Text

__all__ = ["MAX_LENGTH", "Format", "Migration", "Reader", "dumped", "shortened", "text_of"]

MAX_LENGTH = 4_000_000
"""The longest text that is read or written, in characters: the largest table with all that may lie on it takes half."""

_DEFAULTS = (Start(), GameState(control=""), Action("", by="A"), RuleEffect(""), Entry(""), Window(""), Look(), Log())
_DEFAULT_OF: Mapping[type, Any] = {type(value): value for value in _DEFAULTS}
_NESTED: Mapping[tuple[type, str], type] = {
    (GameState, "queue"): Entry,
    (GameState, "stack"): Entry,
    (GameState, "window"): Window,
    (GameState, "look"): Look,
    (GameState, "log"): Log,
}
_SHOWN = 60

Migration = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""The content of one version as that of the next. Pure; what it does not understand it leaves for the reader."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of saved text, and the way from every version of it that was ever written to today's.

    Args:
        key: the key by which a text of this kind is known; under it stands its version.
        name: what the kind is called.
        migrations: the first leads from version 1 to version 2, and so on.
    """

    key: str
    name: Text
    migrations: tuple[Migration, ...] = ()

    @property
    def version(self) -> int:
        """The version that is written."""
        return len(self.migrations) + 1

    def begins(self, text: str) -> bool:
        """Does ``text`` begin as one of this kind does, as far as that can be told from other files?"""
        return text.lstrip().startswith(f'{{"{self.key}"')


def dumped(content: Mapping[str, Any]) -> str:
    """A content as one line of JSON."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def text_of(format: Format, content: Mapping[str, Any]) -> str:
    """A content as the text of its format, which :class:`Reader` takes again.

    Raises:
        SavingError: it would be longer than what is read.
    """
    text = dumped(content)
    if len(text) > MAX_LENGTH:
        name = format.name
        raise SavingError(
            f"the {name.en} would be {len(text)} characters long; expected at most {MAX_LENGTH}, for no more is read",
            f"{name.ru}: получилось бы {len(text)} знаков; ожидалось не больше {MAX_LENGTH}, длиннее не читается",
        )
    return text


# --- values to plain data ---------------------------------------------------------------------------------------------


def shortened(value: Any) -> Any:
    """A frozen value as plain data, without the fields that have their default.

    >>> shortened(Entry("strike", step="payment"))
    {'name': 'strike', 'step': 'payment'}
    """
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
    return shortened(value) if type(value) in _DEFAULT_OF else value


# --- and back ---------------------------------------------------------------------------------------------------------


class Reader:
    """Reads a saved text, complaining about everything that is not as expected.

    Args:
        format: what kind of text it is.
        where: the name shown in errors.
    """

    def __init__(self, format: Format, where: str) -> None:
        self.format = format
        self.where = where

    def fail(self, path: str, en: str, ru: str) -> InputError:
        """The error to raise about what stands at ``path``."""
        name = self.format.name
        return InputError(self.where, 1, f"{name.en}: {path}: {en}", f"{name.ru}: {path}: {ru}")

    def content(self, text: str) -> dict[str, Any]:
        """The JSON object in a text, of whatever version."""
        if not isinstance(text, str):
            raise self.fail("text", "expected a text", "ожидался текст")
        if len(text) > MAX_LENGTH:
            raise self.fail("text", f"longer than {MAX_LENGTH} characters", f"длиннее {MAX_LENGTH} знаков")
        try:
            content = json.loads(text, object_pairs_hook=self._unique)
        except InputError:
            raise
        except (ValueError, RecursionError) as error:
            name = self.format.name
            raise self.fail(
                "text",
                f"no {name.en} text; expected one line of JSON",
                f"это не {name.ru}; ожидалась строка JSON",
            ) from error
        if not isinstance(content, dict):
            raise self.fail("text", "expected { … }", "ожидалось { … }")
        return content

    def _unique(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise self.fail("text", f"the key {twice!r:.{_SHOWN}} stands twice", f"ключ {twice!r:.{_SHOWN}} дан дважды")
        return found

    def up_to_date(self, content: Mapping[str, Any]) -> Mapping[str, Any]:
        """The content as today's version says it.

        Raises:
            InputError: the version is none, or a newer program wrote it.
        """
        key, newest = self.format.key, self.format.version
        version = content.get(key)
        if type(version) is not int or version < 1:
            raise self.fail(
                key,
                f"unknown version; expected a number from 1 to {newest}",
                f"неизвестная версия; ожидалось число от 1 до {newest}",
            )
        if version > newest:
            from berserk_fsm import __version__

            shown = f"{version!r:.20}"
            raise self.fail(
                key,
                f"unknown version {shown}: a newer program wrote it, and berserk-fsm {__version__} reads versions "
                f"up to {newest}; expected the program to be updated",
                f"неизвестная версия {shown}: записано более новой программой, а berserk-fsm {__version__} "
                f"читает версии до {newest}; обновите программу",
            )
        for migrate in self.format.migrations[version - 1 :]:
            content = migrate(content)
        return {**content, key: newest}

    def mapping(self, value: Any, path: str, allowed: Iterable[str]) -> Mapping[str, Any]:
        """A mapping with no keys but the allowed ones."""
        if not isinstance(value, Mapping):
            raise self.fail(path, "expected { … }", "ожидалось { … }")
        known = tuple(allowed)
        for key in value:
            if key not in known:
                shown, listed = f"{key!r:.{_SHOWN}}", ", ".join(known)
                raise self.fail(
                    path, f"unknown key {shown}; expected {listed}", f"неизвестный ключ {shown}; ожидалось {listed}"
                )
        return value

    def list(self, value: Any, path: str) -> list[Any]:
        """A list."""
        if not isinstance(value, list):
            raise self.fail(path, "expected [ … ]", "ожидалось [ … ]")
        return value

    def text(self, value: Any, path: str) -> str:
        """A text that can be shown."""
        if not isinstance(value, str) or not value.isprintable():
            raise self.fail(path, "expected a text of printable characters", "ожидался текст из печатных знаков")
        return value

    def value(self, kind: type, value: Any, path: str) -> Any:
        """A frozen value of ``kind`` from its shortened form; each field by the type of its default."""
        allowed = tuple(item.name for item in fields(kind))
        default = _DEFAULT_OF[kind]
        given = self.mapping(value, path, allowed)
        found = {
            key: self._field(kind, key, inner, getattr(default, key), f"{path}.{key}") for key, inner in given.items()
        }
        if "name" in allowed and "name" not in found:
            raise self.fail(path, "expected a name", "ожидалось имя")
        missing: dict[str, Any] = {key: getattr(default, key) for key in ("by", "control", "kind") if key in allowed}
        return kind(**{**missing, **found})

    def _field(self, kind: type, key: str, value: Any, default: Any, path: str) -> Any:
        if value is None and default is None:
            return None
        if (kind, key) in _NESTED:
            inner = _NESTED[kind, key]
            if default is None or isinstance(default, inner):
                return self.value(inner, value, path)
            return tuple(self.value(inner, item, path) for item in self.list(value, path))
        if key in ("points", "on", "redirect"):
            return self._pairs(key, value, path)
        if isinstance(default, int):
            if type(value) is not type(default):
                raise self.fail(path, f"expected {type(default).__name__}", f"ожидалось {type(default).__name__}")
            return value
        if isinstance(default, (tuple, frozenset)):
            texts = [self.text(item, path) for item in self.list(value, path)]
            return tuple(texts) if isinstance(default, tuple) else frozenset(texts)
        return self.text(value, path)

    def _pairs(self, key: str, value: Any, path: str) -> Any:
        def pair(item: Any) -> tuple[str, str]:
            both = self.list(item, path)
            if len(both) != 2:
                raise self.fail(path, "expected two names", "ожидалось два имени")
            return self.text(both[0], path), self.text(both[1], path)

        if key == "points":
            return tuple(Point(*pair(item)) for item in self.list(value, path))
        return Point(*pair(value)) if key == "on" else Redirect(*pair(value))
