"""Helpers of the loaders: walk a YAML node and complain with file, line and element."""

from __future__ import annotations

import re
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass
from importlib import resources
from typing import NoReturn

from berserk_fsm import yaml_text
from berserk_fsm.errors import InputError
from berserk_fsm.rules.text import Text

__all__ = ["Element", "data_file", "parse_element"]

_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
_NAMING_KEYS = ("id", "name", "number")


def data_file(name: str) -> Element:
    """The root of a data file of the package, e.g. ``"gaps.yaml"``."""
    text = resources.files("berserk_fsm.rules").joinpath("data", *name.split("/")).read_text("utf-8")
    return parse_element(text, name)


def parse_element(text: str, where: str) -> Element:
    """The root of YAML text; ``where`` names it in errors.

    Raises:
        InputError: the text is not YAML of the project's subset.
    """
    return Element(yaml_text.parse(text, where), where, "")


@dataclass(frozen=True, slots=True)
class Element:
    """A node together with the file it is in and the path that leads to it.

    Every method that finds something else than it expects raises :class:`InputError`.
    """

    node: yaml_text.Node
    where: str
    path: str

    @property
    def line(self) -> int:
        """The line of the node."""
        return self.node.line

    def fail(self, en: str, ru: str) -> NoReturn:
        """Raise :class:`InputError` about this element."""
        prefix = f"{self.path}: " if self.path else ""
        raise InputError(self.where, self.line, prefix + en, prefix + ru)

    def fields(self, required: AnySequence[str], optional: AnySequence[str] = ()) -> dict[str, Element]:
        """The values of a mapping that has all required keys, perhaps optional ones, and no others."""
        node = self.node
        if not isinstance(node, yaml_text.Mapping):
            self.fail("a mapping was expected", "ожидался набор «ключ: значение»")
        allowed = ", ".join((*required, *optional))
        for key, _ in node.pairs:
            if key.text not in required and key.text not in optional:
                Element(key, self.where, self.path).fail(
                    f"unknown key {key.text!r}; expected: {allowed}",
                    f"неизвестный ключ «{key.text}»; ожидались: {allowed}",
                )
        for name in required:
            if node.get(name) is None:
                self.fail(f"the key {name!r} is missing", f"нет ключа «{name}»")
        return {key.text: self._below(f".{key.text}", value) for key, value in node.pairs}

    def entries(self) -> dict[str, Element]:
        """The values of a mapping whose keys are names of the file's own choosing."""
        node = self.node
        if not isinstance(node, yaml_text.Mapping):
            self.fail("a mapping was expected", "ожидался набор «ключ: значение»")
        return {key.text: self._below(f".{key.text}", value) for key, value in node.pairs}

    def list(self) -> tuple[Element, ...]:
        """The items of a sequence; one that carries an id is called by it in errors."""
        node = self.node
        if not isinstance(node, yaml_text.Sequence):
            self.fail("a list was expected", "ожидался список")
        return tuple(self._below(f"[{_name(item, n)}]", item) for n, item in enumerate(node.items))

    def text(self) -> str:
        """A text that is not empty."""
        node = self.node
        if not isinstance(node, yaml_text.Scalar) or not node.text.strip():
            self.fail("a text was expected", "ожидался текст")
        return node.text.strip()

    def texts(self) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(item.text() for item in self.list())

    def identifier(self) -> str:
        """An ASCII name such as ``fix_target``."""
        text = self.text()
        if not _IDENTIFIER.fullmatch(text):
            self.fail(
                f"{text!r} is no name; expected small Latin letters, digits and _",
                f"«{text}» не годится как имя; ожидались строчные латинские буквы, цифры и _",
            )
        return text

    def choice(self, allowed: AnySequence[str]) -> str:
        """One of the allowed words."""
        text = self.text()
        if text not in allowed:
            words = ", ".join(allowed)
            self.fail(
                f"unknown value {text!r}; expected: {words}",
                f"неизвестное значение «{text}»; ожидалось: {words}",
            )
        return text

    def choices(self, allowed: AnySequence[str]) -> tuple[str, ...]:
        """A list of allowed words."""
        return tuple(item.choice(allowed) for item in self.list())

    def both(self) -> Text:
        """A text in both languages: ``{ru: …, en: …}``."""
        fields = self.fields(("ru", "en"))
        return Text(ru=fields["ru"].text(), en=fields["en"].text())

    def unique(self, names: AnySequence[str]) -> None:
        """Complain when a name stands twice."""
        for n, name in enumerate(names):
            if name in names[:n]:
                self.fail(f"{name!r} stands here twice", f"«{name}» встречается дважды")

    def _below(self, step: str, node: yaml_text.Node) -> Element:
        return Element(node, self.where, (self.path + step).removeprefix("."))


def _name(node: yaml_text.Node, index: int) -> str:
    if isinstance(node, yaml_text.Mapping):
        for key in _NAMING_KEYS:
            value = node.get(key)
            if isinstance(value, yaml_text.Scalar):
                return value.text
    return str(index)
