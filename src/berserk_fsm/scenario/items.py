"""What a scenario file says, as frozen values. Lines, texts and file names do not count in comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from berserk_fsm.core.table import Table
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.sentences import Sentence

__all__ = ["Condition", "Expect", "ExpectValue", "Item", "Refuse", "Say", "Scenario", "Until"]

ExpectValue: TypeAlias = "str | int | bool | tuple[str, ...] | Mapping[str, str] | None"
"""Players, phases, steps, windows and names are text, nobody and nothing are ``None``, lists are tuples."""


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence that must be accepted.

    Args:
        sentence: a decision, or both players passing until the window closes.
        line: the line it stands on.
        text: the sentence as it was written.
    """

    sentence: Sentence
    line: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Condition:
    """What ``until`` waits for.

    ========= ======================================================
    ``kind``  true when
    ========= ======================================================
    ``left``  action ``name`` is off the stack, executed or cancelled
    ``step``  action ``name`` is in ``step``
    ``stack`` stack and queue are empty
    ``phase`` the phase ``name`` has begun
    ========= ======================================================
    """

    kind: Literal["left", "step", "stack", "phase"]
    name: str | None = None
    step: str | None = None


@dataclass(frozen=True, slots=True)
class Until:
    """Both players pass again and again until the condition, which is looked at first, holds."""

    condition: Condition
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Expect:
    """How things must stand now.

    Args:
        values: by the contract's names (``priority``, ``queue``, ``no_facts``…), in the order written.
        line: the line it stands on.
    """

    values: Mapping[str, ExpectValue]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Refuse:
    """A sentence that must be refused and change nothing.

    Args:
        sentence: what a player tries.
        clause: the clause that must be cited, or ``scenario``.
        line: the line it stands on.
    """

    sentence: Sentence
    clause: str
    line: int = field(default=0, compare=False)


Item: TypeAlias = Say | Until | Expect | Refuse


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario file.

    Args:
        title: what it is about; ``""`` when the file does not say.
        cites: clauses and ``gap/NAME``.
        readings: how disputed places are read.
        table: actions, rule effects and start.
        play: what the players do and what must come of it, in order.
        where: the file, or another name of the text.
    """

    title: str
    cites: tuple[str, ...]
    readings: Readings
    table: Table
    play: tuple[Item, ...] = ()
    where: str = field(default="scenario", compare=False)
