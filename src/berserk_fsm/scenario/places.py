"""Walking through a scenario file: each value with its place, and errors that say where and what to write.

A :class:`Place` is a YAML node with the file it is in and the keys that lead to it. Every method either
returns what it asks for or raises :class:`~berserk_fsm.errors.InputError`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from berserk_fsm.core.values import Player
from berserk_fsm.errors import InputError
from berserk_fsm.scenario.keys import BOOLEANS, Group
from berserk_fsm.scenario.sentences import parse_player
from berserk_fsm.yaml_text import Mapping, Node, Scalar, Sequence

__all__ = ["Place", "did_you_mean", "quote"]

_SHOWN = 40
EMPTY_LIST = ("empty", "пуст", "пуста", "пусто", "ничего")
"""Words that may stand for an empty list, besides ``[]``."""


def quote(text: str) -> tuple[str, str]:
    """``text`` in quotes for an English and a Russian message, cut when it is long."""
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return f"'{shown}'", f"«{shown}»"


def did_you_mean(text: str, names: Iterable[str]) -> tuple[str, str]:
    """The end of a message about an unknown name: the nearest one, or those there are.

    >>> did_you_mean("strke", ["strike", "move"])[0]
    "; did you mean 'strike'?"
    """
    names = list(names)
    if twin := next((name for name in names if _look(name) == _look(text)), None):
        return (
            f"; it looks like {twin!r} but mixes Latin and Cyrillic letters differently",
            f"; похоже на «{twin}», но латинские и русские буквы стоят иначе",
        )
    if close := difflib.get_close_matches(text, names, n=1, cutoff=0.6):
        return f"; did you mean {close[0]!r}?", f"; может быть, «{close[0]}»?"
    if not names:
        return "; the file has none", "; в файле таких нет"
    shown = " | ".join(names[:10]) + (" | …" if len(names) > 10 else "")
    return f"; expected {shown}", f"; ожидалось {shown}"


@dataclass(frozen=True, slots=True)
class Place:
    """A node of a scenario file.

    Args:
        node: the node.
        where: the file.
        line: the line to name in errors: of its key, if it has one.
        path: the keys that lead to it, as written.
        ids: the same in the contract's spelling.
    """

    node: Node
    where: str
    line: int
    path: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    def fail(self, en: str, ru: str) -> NoReturn:
        """Raise an error about this place."""
        prefix = f"{'.'.join(self.path)}: " if self.path else ""
        raise InputError(self.where, self.line, prefix + en, prefix + ru)

    def below(self, key: Scalar, node: Node, id: str | None = None) -> Place:
        """The place under a key of this one."""
        line = node.line if isinstance(node, Scalar) and node.text else key.line
        return Place(node, self.where, line, (*self.path, key.text), (*self.ids, id or key.text))

    @property
    def empty(self) -> bool:
        """Is nothing written here?"""
        return self.node == Scalar("", self.node.line)

    # --- texts -----------------------------------------------------------------------

    def text(self) -> str:
        """A text that is not empty, without spaces at its ends."""
        if not isinstance(self.node, Scalar):
            kind_en, kind_ru = (
                ("a list", "список") if isinstance(self.node, Sequence) else ("keys with values", "набор ключей")
            )
            self.fail(f"one text was expected here, not {kind_en}", f"здесь ожидался один текст, а не {kind_ru}")
        text = self.node.text.strip()
        if not text:
            self.fail("a value is missing here", "здесь не хватает значения")
        return text

    def word(self, group: Group) -> str:
        """One of the fixed words of a group, in the contract's spelling."""
        text = self.text()
        found = group.find(text)
        if found is None:
            en, ru = quote(text)
            self.fail(
                f"{en} is no {group.title.en}; expected {group.list('en')}",
                f"{ru}: нет такого значения ({group.title.ru}); ожидалось {group.list('ru')}",
            )
        return found

    def player(self) -> Player:
        """A player: A or B, Latin or Cyrillic."""
        text = self.text()
        player = parse_player(text)
        if player is None:
            en, ru = quote(text)
            self.fail(f"there is no player {en}; expected A or B", f"нет игрока {ru}; ожидалось A или B")
        return player

    def truth(self) -> bool:
        """``true`` or ``false``, ``да`` or ``нет``."""
        return self.word(BOOLEANS) == "true"

    def number(self, low: int, high: int | None = None) -> int:
        """A whole number."""
        text = self.text()
        # isdecimal alone would let other scripts' digits in; and nobody means a number of 5000 digits.
        good = text.isascii() and text.isdecimal() and len(text) <= 9
        if not good or int(text) < low or (high is not None and int(text) > high):
            en, ru = quote(text)
            span_en, span_ru = (
                (f"from {low}", f"от {low}") if high is None else (f"{low} or {high}", f"{low} или {high}")
            )
            self.fail(
                f"{en} does not fit; expected a number, {span_en}",
                f"{ru} не подходит; ожидалось число, {span_ru}",
            )
        return int(text)

    # --- lists -----------------------------------------------------------------------

    def items(self) -> tuple[Place, ...]:
        """The items of a list; nothing written is an empty list."""
        if self.empty:
            return ()
        if isinstance(self.node, Scalar) and self.node.text.strip().casefold() in EMPTY_LIST:
            return ()
        if isinstance(self.node, Scalar):
            en, ru = f"[{self.node.text[:_SHOWN]}]", f"[{self.node.text[:_SHOWN]}]"
            self.fail(f"a list was expected: {en}", f"ожидался список: {ru}")
        if isinstance(self.node, Mapping):
            self.fail("a list was expected, not keys with values", "ожидался список, а не набор ключей")
        return tuple(Place(item, self.where, item.line, self.path, self.ids) for item in self.node.items)

    def names(self) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(item.text() for item in self.items())

    def facts(self) -> tuple[str, ...]:
        """A list of facts. A fact is true or not, so one that stands twice counts once."""
        return tuple(dict.fromkeys(self.names()))

    # --- keys with values ------------------------------------------------------------

    def pairs(self, example: str) -> tuple[tuple[Scalar, Node], ...]:
        """Keys and values; nothing written is no keys. ``example`` shows in errors what was expected."""
        if self.empty:
            return ()
        if not isinstance(self.node, Mapping):
            self.fail(f"keys with values were expected: {example}", f"ожидались ключи со значениями: {example}")
        return self.node.pairs

    def fields(self, group: Group) -> dict[str, Place]:
        """The values under keys of a group, by id; every key must be known and stand once."""
        example = "{" + f"{group.words[0].id}: …" + "}"
        found: dict[str, Place] = {}
        for key, node in self.pairs(example):
            id = group.find(key.text)
            place = self.below(key, node, id)
            if id is None:
                self._unknown_key(key, group)
            if id in found:
                first = found[id]
                Place(key, self.where, key.line, self.path).fail(
                    f"the key '{key.text}' means the same as '{first.path[-1]}' on line {first.line}",
                    f"ключ «{key.text}» значит то же, что «{first.path[-1]}» в строке {first.line}",
                )
            found[id] = place
        return found

    def one_field(self, group: Group) -> tuple[str, Place]:
        """The only key of a mapping that must have exactly one."""
        found = self.fields(group)
        if len(found) != 1:
            self.fail(
                f"exactly one key was expected: {group.list('en')}",
                f"ожидался ровно один ключ: {group.list('ru')}",
            )
        return next(iter(found.items()))

    def need(self, fields: dict[str, Place], key: str, group: Group) -> Place:
        """The place under a key that must be there."""
        if key not in fields:
            ru = group.spell(key, "ru")
            self.fail(f"the key '{key}' is missing", f"нет ключа «{key}» ({ru})")
        return fields[key]

    def _unknown_key(self, key: Scalar, group: Group) -> NoReturn:
        en, ru = quote(key.text)
        nearest = group.nearest(key.text)
        if nearest:
            hint_en, hint_ru = f"did you mean '{nearest}'?", f"может быть, «{nearest}»?"
        else:
            hint_en, hint_ru = f"expected {group.list('en')}", f"ожидалось {group.list('ru')}"
        Place(key, self.where, key.line, self.path).fail(
            f"unknown key {en}; {hint_en}", f"неизвестный ключ {ru}; {hint_ru}"
        )


_LOOK = str.maketrans("АВЕКМНОРСТУХаеорсухі", "ABEKMHOPCTYXaeopcyxi")


def _look(name: str) -> str:
    return name.translate(_LOOK)
