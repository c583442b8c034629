"""Plain data as a literal of the datamodel's language: one that no XML reader can take apart or change.

The text has no character that means something in XML, none that cannot be printed (bidirectional marks are such)
and no two spaces side by side, since readers fold white space in ``<data>``. It is JSON, or what Python makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

__all__ = ["Datamodel", "Value", "literal"]

Datamodel = Literal["ecmascript", "python"]
Value = str | int | bool | None | Sequence["Value"] | Mapping[str, "Value"]

_CONSTANTS: Mapping[Datamodel, Mapping[bool | None, str]] = {
    "ecmascript": {True: "true", False: "false", None: "null"},
    "python": {True: "True", False: "False", None: "None"},
}
_UNSAFE = re.compile(r"""["\\<>&']|(?<= ) |^ | $""")


def literal(value: Value, datamodel: Datamodel, depth: int = 0) -> str:
    """``value`` as text; the outer ``depth`` levels of lists and mappings get a line for each item.

    >>> literal({"name": "a<b", "roll": True}, "ecmascript")
    '{"name": "a\\\\u003cb", "roll": true}'
    >>> literal([None, "x  y"], "python")
    '[None, "x \\\\u0020y"]'
    """
    if isinstance(value, str):
        return _text(value, datamodel)
    if value is None or isinstance(value, bool):
        return _CONSTANTS[datamodel][value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return _many(
            "{}",
            [f"{_text(key, datamodel)}: {literal(one, datamodel, depth - 1)}" for key, one in value.items()],
            depth,
        )
    return _many("[]", [literal(one, datamodel, depth - 1) for one in value], depth)


def _many(brackets: str, items: list[str], depth: int) -> str:
    if depth <= 0 or not items:
        return brackets[0] + ", ".join(items) + brackets[1]
    inside = ",\n".join(items).replace("\n", "\n  ")
    return f"{brackets[0]}\n  {inside}\n{brackets[1]}"


def _text(text: str, datamodel: Datamodel) -> str:
    escaped = _UNSAFE.sub(lambda found: _escape(found.group(), datamodel), text)
    return '"' + "".join(c if c.isprintable() else _escape(c, datamodel) for c in escaped) + '"'


def _escape(character: str, datamodel: Datamodel) -> str:
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    if datamodel == "python":
        return f"\\U{code:08x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
