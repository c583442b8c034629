"""What the front end of the stepper may say, and how it is read: anything else is told, never raised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from berserk_fsm.rules.text import Text
from berserk_fsm.stepper.answers import visible

__all__ = ["LONGEST", "MESSAGES", "Message", "read_message"]

LONGEST = 1_000_000
"""No text in a message may be longer, in characters."""


@dataclass(frozen=True, slots=True)
class Message:
    """What the front end asks for.

    Args:
        do: one of :data:`MESSAGES`.
        given: what it takes, by name.
    """

    do: str
    given: Mapping[str, Any]


MESSAGES: Mapping[str, Mapping[str, type]] = MappingProxyType(
    {
        "declare": {"name": str},
        "pass_priority": {"player": str},
        "back": {},
        "forward": {},
        "go": {"number": int},
        "branch": {"number": int},
        "micro": {"on": bool},
        "save": {},
        "load": {"text": str, "where": str},
        "explain": {"about": str},
        "close": {},
    }
)
"""What may be asked for, and what each takes."""


def read_message(content: object) -> Message | Text:
    """A message from the front end, or what is wrong with it.

    >>> read_message({"do": "go", "number": 3})
    Message(do='go', given={'number': 3})
    >>> read_message({"do": "go", "number": "3"}).en
    'The stepper was asked for “go” with the wrong “number”; expected int.'
    """
    do = content.get("do") if isinstance(content, dict) else None
    takes = MESSAGES.get(do) if isinstance(do, str) else None
    if not isinstance(content, dict) or not isinstance(do, str) or takes is None:
        shown, known = visible(str(do)), ", ".join(MESSAGES)
        return Text(
            f"Степперу прислали непонятное: «{shown}»; ожидалось одно из: {known}.",
            f"The stepper was asked for “{shown}”, which it does not know; expected one of: {known}.",
        )
    for name, kind in takes.items():
        value = content.get(name)
        if type(value) is not kind or (isinstance(value, str) and len(value) > LONGEST):
            wanted = f"{kind.__name__}, ≤ {LONGEST}" if kind is str else kind.__name__
            return Text(
                f"Степперу прислали «{do}» с негодным «{name}»; ожидалось {wanted}.",
                f"The stepper was asked for “{do}” with the wrong “{name}”; expected {wanted}.",
            )
    return Message(do, {name: content[name] for name in takes})
