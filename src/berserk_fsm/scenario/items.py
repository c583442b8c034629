"""What a scenario file says, as frozen values. Lines, texts and file names do not count in comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from berserk_fsm.core.table import Table
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.sentences import Sentence

__all__ = [
    "CLAIM_KINDS",
    "ClaimItem",
    "ClaimKind",
    "Condition",
    "Expect",
    "ExpectValue",
    "Item",
    "Refuse",
    "Say",
    "Scenario",
    "Until",
    "claim_names",
]

ExpectValue: TypeAlias = "str | int | bool | tuple[str, ...] | Mapping[str, str] | None"
"""Players, phases, steps, windows and names are text, nobody and nothing are ``None``, lists are tuples."""

ClaimKind: TypeAlias = Literal["always", "never", "sometimes"]

CLAIM_KINDS: tuple[ClaimKind, ...] = ("always", "never", "sometimes")
"""The kinds of claims, in the order in which they are kept."""


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


@dataclass(frozen=True, slots=True)
class ClaimItem:
    """What is claimed of every situation in which a player decides, however the table is played.

    Args:
        kind: ``"always"``: expected in each of them; ``"never"``: in none; ``"sometimes"``: in at least one.
        title: what it says, in words; ``""`` when the file does not say.
        condition: only situations in which these hold are meant; ``None``: all.
        expected: how things stand, as in ``expect``, all of it together.
        line: the line it stands on.
    """

    kind: ClaimKind
    title: str
    condition: Mapping[str, ExpectValue] | None
    expected: Mapping[str, ExpectValue]
    line: int = field(default=0, compare=False)


def claim_names(claims: Iterable[ClaimItem]) -> tuple[str, ...]:
    """What each claim is called: its title, or its kind and the number it has among the claims of this kind.

    >>> claim_names([ClaimItem("always", "", None, {}), ClaimItem("never", "no", None, {})])
    ('always 1', 'no')
    """
    numbers: Counter[str] = Counter()
    names = []
    for claim in claims:
        numbers[claim.kind] += 1
        names.append(claim.title or f"{claim.kind} {numbers[claim.kind]}")
    return tuple(names)


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
        claims: what is claimed of everything that can be played: first always, then never, then sometimes.
        profile: the phases and steps that table, play and claims speak of.
    """

    title: str
    cites: tuple[str, ...]
    readings: Readings
    table: Table
    play: tuple[Item, ...] = ()
    where: str = field(default="scenario", compare=False)
    claims: tuple[ClaimItem, ...] = ()
    profile: Profile = field(default_factory=default_profile)
