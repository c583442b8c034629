"""YAML 1.2 in which every scalar stays text and every node knows its line.

Clause numbers are the reason: ``302.10`` must not become the number 302.1, and ``on`` must not become
``true``. So only the events of ``ruamel.yaml`` are used; nothing is resolved, no object is constructed,
nothing is evaluated.

The text read here is written by people who are no programmers, so the subset is small (no anchors, aliases,
tags, one document) and every error is one line with its place, in English and Russian.

>>> node = parse("cites: [302.10, on]", "a.yaml")
>>> plain(node)
{'cites': ['302.10', 'on']}
>>> parse("a: 1\\na: 2", "a.yaml")
Traceback (most recent call last):
    ...
berserk_fsm.errors.InputError: a.yaml:2: the key 'a' stands here again (first on line 1)
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

from berserk_fsm.errors import InputError
from berserk_fsm.files import read_bounded

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "Mapping",
    "Node",
    "Plain",
    "Scalar",
    "Sequence",
    "decode",
    "is_utf16_without_mark",
    "parse",
    "plain",
    "read_file",
]

MAX_BYTES = 256 * 1024
"""A scenario is a page or two; a larger file is a mistake, and reading it would only look like hanging."""

MAX_DEPTH = 20
"""Deepest nesting of sequences and mappings; the formats of this project need seven."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text and the line (from 1) it starts on."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes and the line it starts on."""

    items: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Pairs of key and node in file order, and the line the mapping starts on. Keys are unique."""

    pairs: tuple[tuple[Scalar, Node], ...]
    line: int

    def get(self, key: str) -> Node | None:
        """The node under ``key``, or ``None``."""
        for name, node in self.pairs:
            if name.text == key:
                return node
        return None

    def keys(self) -> tuple[str, ...]:
        """The keys as text, in file order."""
        return tuple(name.text for name, _ in self.pairs)


Node: TypeAlias = Scalar | Sequence | Mapping
Plain: TypeAlias = "str | list[Plain] | dict[str, Plain]"


def plain(node: Node) -> Plain:
    """``node`` as ordinary ``str``, ``list`` and ``dict``, without lines."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.pairs}


# --- bytes to text -------------------------------------------------------------------


def read_file(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file (a byte order mark is skipped).

    Args:
        path: the file; its name appears in errors as given.

    Raises:
        InputError: missing, a directory, unreadable, too large, binary, UTF-16, or not UTF-8.
    """
    where = os.fspath(path)
    data = read_bounded(where, MAX_BYTES)
    if data is None:
        raise InputError(
            where,
            None,
            "the file is larger than 256 KiB; a text file of at most 256 KiB was expected",
            "файл больше 256 КиБ; ожидался текстовый файл не больше 256 КиБ",
        )
    return decode(data, where)


def decode(data: bytes, where: str) -> str:
    """The text in ``data``, which must be UTF-8, with or without a byte order mark.

    Args:
        data: the bytes of a file.
        where: the name shown in errors.

    Raises:
        InputError: UTF-16, another encoding, or no text at all.

    >>> decode("стек".encode(), "f.yaml")
    'стек'
    """
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff"))
    if utf16 or is_utf16_without_mark(data):
        raise InputError(
            where,
            None,
            "the file is saved as UTF-16 (in some editors: “Unicode”); save it as UTF-8",
            "файл сохранён в UTF-16 (в некоторых редакторах — «Юникод»); сохраните его в UTF-8",
        )
    if b"\x00" in data:
        raise InputError(
            where,
            _line_of_byte(data, data.index(b"\x00")),
            "this is a binary file (it holds a zero byte); a text file in UTF-8 was expected",
            "это двоичный файл (в нём есть нулевой байт); ожидался текстовый файл в UTF-8",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # With a byte order mark, positions are counted after it.
        start = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        guess_en, guess_ru = (", probably cp1251", ", вероятно, это cp1251") if _is_cp1251(data) else ("", "")
        raise InputError(
            where,
            _line_of_byte(data, start),
            f"the text is not UTF-8 (byte 0x{data[start]:02X}){guess_en}; save the file as UTF-8",
            f"текст не в UTF-8 (байт 0x{data[start]:02X}){guess_ru}; сохраните файл в UTF-8",
        ) from None


def _line_of_byte(data: bytes, index: int) -> int:
    return len(re.findall(rb"\r\n|\r|\n", data[:index])) + 1


def is_utf16_without_mark(data: bytes) -> bool:
    """Is this UTF-16 without a mark? Its spaces and line ends put all zero bytes on one side of the pairs."""
    even, odd = data[0::2].count(0), data[1::2].count(0)
    if len(data) % 2 or (even == 0) == (odd == 0):
        return False
    try:
        text = data.decode("utf-16-le" if odd else "utf-16-be")
    except UnicodeDecodeError:
        return False
    ordinary = sum(c in "\t\r\n" or " " <= c <= "~" or "\u0400" <= c <= "\u04ff" for c in text)
    return ordinary >= 0.9 * len(text)


def _is_cp1251(data: bytes) -> bool:
    """Do most bytes above ASCII stand for Cyrillic letters or Russian punctuation in cp1251?"""
    high = [byte for byte in data if byte >= 0x80]
    letters = sum(byte >= 0xC0 or byte in b"\xa8\xb8\xab\xbb\x96\x97\xb9\x85\xa0" for byte in high)
    # Russian prose is mostly lower case; in KOI8-R and cp866 the same letters fall elsewhere.
    lower = sum(byte >= 0xE0 for byte in high)
    return letters >= 0.9 * len(high) and 2 * lower >= len(high)


# --- text to nodes -------------------------------------------------------------------


def parse(text: str, where: str) -> Node:
    """Read one YAML document.

    Args:
        text: the whole text.
        where: the name shown in errors, usually the file.

    Returns:
        The root node; all scalars are text, quoted or not; ``key:`` with nothing after it has text ``""``.

    Raises:
        InputError: with the line, for anything that is not one document of the subset described above.
    """
    text = text.removeprefix("\ufeff")
    _refuse_control_characters(text, where)
    builder = _Builder(where, _events(text, where))
    return builder.document()


def _refuse_control_characters(text: str, where: str) -> None:
    for match in _CONTROL.finditer(text):
        line = len(re.findall(r"\r\n|\r|\n", text[: match.start()])) + 1
        raise _control_error(match.group(), where, line)


# Tab and line ends are the only control characters people mean to write. The separators U+2028 and U+2029 are
# refused too: editors do not count them as line ends, ruamel.yaml does, and lines in messages would be wrong.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def _control_error(char: str, where: str, line: int) -> InputError:
    code = f"U+{ord(char):04X}"
    return InputError(
        where,
        line,
        f"the control character {code} is not allowed; only text, spaces and line ends were expected",
        f"управляющий символ {code} недопустим; ожидались только текст, пробелы и концы строк",
    )


def _events(text: str, where: str) -> Iterator[Any]:
    # Imported here: reading YAML is not needed to import the package, and the import takes some 50 ms.
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        yield from YAML(typ="safe", pure=True).parse(text)
    except MarkedYAMLError as error:
        raise _syntax_error(error, where) from None
    except AssertionError:
        # A %YAML directive of another version; it can only stand in front of the document.
        raise InputError(
            where,
            1,
            "the directive %YAML names a version that is not read; expected %YAML 1.2 or none",
            "указание %YAML называет версию, которая не читается; ожидалось %YAML 1.2 или ничего",
        ) from None
    except (YAMLError, ValueError, OverflowError) as error:
        # ValueError, OverflowError: an escape such as "\UFFFFFFFF" that is no character.
        en = f"YAML syntax: {' '.join(str(error).split())}"
        raise InputError(where, None, en, "синтаксис YAML: неверная запись символа") from None


def _syntax_error(error: Any, where: str) -> InputError:
    mark = error.problem_mark or error.context_mark
    line = mark.line + 1 if mark else None
    problem = " ".join(str(error.problem or error.context or error).split())
    en, ru = f"YAML syntax: {problem}", ""
    for pattern, better_en, better_ru in _PROBLEMS:
        # The context ("while scanning a tag") often tells more than the problem ("expected ' '").
        if match := re.search(pattern, f"{error.context}: {problem}"):
            en, ru = match.expand(better_en), match.expand(better_ru)
            break
    if not ru:
        ru = "синтаксис YAML: запись не разобрана; проверьте отступы, двоеточия, скобки и кавычки"
    context = error.context_mark
    if context is not None and line is not None and context.line + 1 != line:
        en += f" (begun on line {context.line + 1})"
        ru += f" (начало — строка {context.line + 1})"
    return InputError(where, line, en, ru)


# What ruamel.yaml says, and what a person can do about it. Replacement strings may use groups of the pattern.
_PROBLEMS: tuple[tuple[str, str, str], ...] = (
    (
        r"undefined tag handle|(parsing|scanning) an? (tag|URI)|expected URI",
        "YAML tags (!…) are not allowed; put text that begins with '!' in quotes",
        "теги YAML (!…) недопустимы; текст, начинающийся с «!», возьмите в кавычки",
    ),
    (
        r"scanning a directive",
        "YAML syntax: a line that begins with '%' is a directive; put the text in quotes",
        "синтаксис YAML: строка, начинающаяся с «%», — директива; возьмите текст в кавычки",
    ),
    (
        r"scanning an (alias|anchor)",
        "YAML aliases and anchors are not allowed; put text that begins with '*' or '&' in quotes",
        "ссылки и якоря YAML недопустимы; текст, начинающийся с «*» или «&», возьмите в кавычки",
    ),
    (
        r"scanning a block scalar",
        "YAML syntax: after '|' or '>' the text begins on the next line, indented",
        "синтаксис YAML: после «|» или «>» текст начинается со следующей строки, с отступом",
    ),
    (
        r"mapping values are not allowed",
        "YAML syntax: a second “: ” in one line, or a wrong indent; put text that holds “: ” in quotes",
        "синтаксис YAML: второе двоеточие в строке или неверный отступ; текст с «: » возьмите в кавычки",
    ),
    (
        r"sequence entries are not allowed",
        "YAML syntax: a list item “- ” cannot begin here; put it on a line of its own",
        "синтаксис YAML: пункт списка «- » не может начинаться здесь; перенесите его на отдельную строку",
    ),
    (
        r"mapping keys are not allowed",
        "YAML syntax: a key cannot begin here; check the indent",
        "синтаксис YAML: ключ не может начинаться здесь; проверьте отступ",
    ),
    (
        r"found character '\\t'",
        "YAML syntax: a tab where an indent is expected; indent with spaces",
        "синтаксис YAML: табуляция на месте отступа; делайте отступы пробелами",
    ),
    (
        r"found character '(.)'",
        r"YAML syntax: text cannot begin with '\1'; put it in quotes",
        r"синтаксис YAML: текст не может начинаться с «\1»; возьмите его в кавычки",
    ),
    (
        r"unexpected end of stream",
        "YAML syntax: the text ends before a quote is closed",
        "синтаксис YAML: текст кончился, а кавычка не закрыта",
    ),
    (
        r"unexpected document separator",
        "YAML syntax: the document ends before a quote is closed",
        "синтаксис YAML: документ кончился, а кавычка не закрыта",
    ),
    (
        r"expected ',' or '(.)'",
        r"YAML syntax: ',' or '\1' was expected",
        r"синтаксис YAML: ожидалась «,» или «\1»",
    ),
    (
        r"could not find expected ':'",
        "YAML syntax: a key without ':'",
        "синтаксис YAML: у ключа нет двоеточия",
    ),
    (
        r"expected <block end>, but found '<scalar>'",
        "YAML syntax: text after a closing quote or bracket; put the whole value in one pair of quotes",
        "синтаксис YAML: текст после закрывающей кавычки или скобки; возьмите в кавычки всё значение",
    ),
    (
        r"expected <block end>|expected '<document start>'",
        "YAML syntax: the line does not fit what stands above it; check the indent",
        "синтаксис YAML: строка не подходит к тому, что выше; проверьте отступ",
    ),
    (
        r"expected the node content",
        "YAML syntax: a value was expected",
        "синтаксис YAML: ожидалось значение",
    ),
    (
        r"unknown escape character|expected escape sequence",
        "YAML syntax: unknown \\\\ sequence in double quotes; use single quotes",
        "синтаксис YAML: неизвестная запись с \\\\ в двойных кавычках; используйте одинарные",
    ),
)


class _Builder:
    """Makes nodes of the events of one document."""

    def __init__(self, where: str, events: Iterator[Any]) -> None:
        self.where = where
        self.events = events

    def fail(self, line: int | None, en: str, ru: str) -> NoReturn:
        raise InputError(self.where, line, en, ru)

    def document(self) -> Node:
        from ruamel.yaml.events import DocumentStartEvent

        root: Node | None = None
        for event in self.events:
            if not isinstance(event, DocumentStartEvent):
                continue
            line = event.start_mark.line + 1
            if root is not None:
                self.fail(
                    line,
                    "a second YAML document begins here; one document was expected",
                    "здесь начинается второй документ YAML; ожидался один",
                )
            if event.version is not None and tuple(event.version) != (1, 2):
                self.fail(line, "only %YAML 1.2 is supported", "поддерживается только %YAML 1.2")
            root = self.node(next(self.events), 0)
        # A document with nothing in it arrives as an empty plain scalar.
        if root is None or root == Scalar("", root.line):
            self.fail(None, "the file is empty; a YAML document was expected", "файл пуст; ожидался документ YAML")
        return root

    def node(self, event: Any, depth: int) -> Node:
        from ruamel.yaml.events import AliasEvent, MappingStartEvent, ScalarEvent

        line: int = event.start_mark.line + 1
        # An alias event carries its name as anchor, so aliases are looked at first.
        if isinstance(event, AliasEvent):
            self.fail(
                line,
                f"the alias *{event.anchor} is not allowed; write the value out or use quotes",
                f"ссылка *{event.anchor} недопустима; напишите значение полностью или возьмите в кавычки",
            )
        if event.anchor is not None:
            self.fail(
                line,
                f"the anchor &{event.anchor} is not allowed; remove it or use quotes",
                f"якорь &{event.anchor} недопустим; уберите его или возьмите в кавычки",
            )
        if event.tag is not None:
            self.fail(
                line,
                f"the tag {event.tag} is not allowed; all values are text, lists or mappings",
                f"тег {event.tag} недопустим; значения — только текст, списки и наборы «ключ: значение»",
            )
        if isinstance(event, ScalarEvent):
            if bad := _CONTROL.search(event.value):
                raise _control_error(bad.group(), self.where, line)
            # One letter, one code: names that look the same compare equal (й may be typed as и + breve).
            return Scalar(unicodedata.normalize("NFC", event.value), line)
        if depth == MAX_DEPTH:
            self.fail(
                line,
                f"nesting deeper than {MAX_DEPTH} levels is not allowed",
                f"вложенность больше {MAX_DEPTH} уровней недопустима",
            )
        if isinstance(event, MappingStartEvent):
            return self.mapping(line, depth)
        return self.sequence(line, depth)

    def sequence(self, line: int, depth: int) -> Sequence:
        from ruamel.yaml.events import SequenceEndEvent

        items: list[Node] = []
        while not isinstance(event := next(self.events), SequenceEndEvent):
            items.append(self.node(event, depth + 1))
        return Sequence(tuple(items), line)

    def mapping(self, line: int, depth: int) -> Mapping:
        from ruamel.yaml.events import MappingEndEvent, MappingStartEvent, SequenceStartEvent

        pairs: list[tuple[Scalar, Node]] = []
        first: dict[str, int] = {}
        while not isinstance(event := next(self.events), MappingEndEvent):
            if isinstance(event, (MappingStartEvent, SequenceStartEvent)):
                self.fail(
                    event.start_mark.line + 1,
                    "a key must be plain text, not a list or mapping",
                    "ключом может быть только текст, не список и не набор",
                )
            key = self.node(event, depth + 1)
            assert isinstance(key, Scalar)
            if not key.text:
                self.fail(key.line, "a key without a name", "ключ без имени")
            if key.text in first:
                self.fail(
                    key.line,
                    f"the key {key.text!r} stands here again (first on line {first[key.text]})",
                    f"ключ «{key.text}» повторяется здесь (впервые — строка {first[key.text]})",
                )
            first[key.text] = key.line
            pairs.append((key, self.node(next(self.events), depth + 1)))
        return Mapping(tuple(pairs), line)
