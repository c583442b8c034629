"""Names of a table as identifiers of Promela, and texts in its comments.

A name may hold any printable characters; an identifier must be safe from Promela, from the C preprocessor that reads
the model first, and from the C compiler that reads what SPIN makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

__all__ = ["comment", "identifiers", "identifiers_of", "quoted"]

Key = TypeVar("Key", bound=Hashable)

_SAFE = re.compile(r"[A-Za-z0-9_]+")
_UNSAFE = re.compile(r"[^A-Za-z0-9_]+")
_SLUG = 24
"""How much of a name that is no identifier is shown in the one it gets."""


def identifiers(kind: str, names: Iterable[str]) -> dict[str, str]:
    """An identifier for each name: ``KIND_name``, or ``KIND7_nearly_the_name`` where the name cannot be one.

    The two forms never meet, and the number makes the second one unique.

    Args:
        kind: what the identifiers begin with: letters only, so that none is a word of Promela or C.
        names: unique names; the first is number 1.

    >>> identifiers("ACTION", ["strike", "strike.roll", "удар!"])
    {'strike': 'ACTION_strike', 'strike.roll': 'ACTION2_strike_roll', 'удар!': 'ACTION3'}
    """
    return {name: _identifier(kind, name, number) for number, name in enumerate(names, 1)}


def identifiers_of(kind: str, texts: Mapping[Key, str]) -> dict[Key, str]:
    """An identifier for each key, told by a text; where a text comes again, with a number.

    >>> identifiers_of("DO", {1: "enter", 2: "leave", 3: "enter"})
    {1: 'DO_enter', 2: 'DO_leave', 3: 'DO3_enter'}
    """
    found: dict[Key, str] = {}
    for number, (key, text) in enumerate(texts.items(), 1):
        plain = _identifier(kind, text, number)
        found[key] = plain if plain not in found.values() else f"{kind}{number}_{text}"
    return found


def _identifier(kind: str, name: str, number: int) -> str:
    if _SAFE.fullmatch(name):
        return f"{kind}_{name}"
    slug = _UNSAFE.sub("_", name).strip("_")[:_SLUG]
    return f"{kind}{number}_{slug}".rstrip("_")


def quoted(name: str) -> str:
    r"""A name as it stands in comments: in quotes, with nothing in it that could end the comment.

    >>> print(quoted('a "b" */ c'))
    "a \"b\" *\/ c"
    """
    return f'"{comment(name, also=_QUOTE)}"'


_QUOTE = '"'


def comment(text: str, also: str = "") -> str:
    r"""A text that may stand in a comment: what cannot be printed is escaped, and so is what ends or begins a comment.

    Args:
        text: any text.
        also: characters that get a backslash too.

    >>> print(comment("*/ evil() /*"))
    *\/ evil() /\*
    """
    escaped = "".join(_escape(c, also) for c in text)
    return escaped.replace("*/", r"*\/").replace("/*", r"/\*")


def _escape(c: str, also: str) -> str:
    if c == "\\" or c in also:
        return f"\\{c}"
    if c.isprintable():
        return c
    return c.encode("ascii", "backslashreplace").decode("ascii") if ord(c) > 127 else f"\\x{ord(c):02x}"
