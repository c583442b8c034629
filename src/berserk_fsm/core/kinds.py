"""The users of the stack of 302.5 by name: ready kinds of :class:`~berserk_fsm.core.values.Action`.

Their defaults are those of ``rules/data/kinds.yaml`` (a test compares the two); neighbouring editions are the source.
"""

from __future__ import annotations

from dataclasses import dataclass

from berserk_fsm.core.values import Action, Speed

__all__ = [
    "AssignDefender",
    "CloseToStrikeFlyer",
    "DieRoll",
    "Movement",
    "PlayableAbility",
    "SimpleStrike",
    "SuddenAction",
    "TriggeredAbility",
]


@dataclass(frozen=True, slots=True)
class Movement(Action):
    """302.5: movement; slow.

    >>> Movement("step", by="A", target="c4").manner
    'slow'
    """

    speed: Speed = "slow"
    kind: str | None = "movement"


@dataclass(frozen=True, slots=True)
class SimpleStrike(Action):
    """302.5: a simple strike; slow, at a target, with a die roll."""

    speed: Speed = "slow"
    roll: bool = True
    kind: str | None = "simple_strike"


@dataclass(frozen=True, slots=True)
class AssignDefender(Action):
    """302.5: assigning a defender; a fast redirection of a strike to the defender."""

    kind: str | None = "assign_defender"


@dataclass(frozen=True, slots=True)
class CloseToStrikeFlyer(Action):
    """302.5: closing to strike a flyer; slow."""

    speed: Speed = "slow"
    kind: str | None = "close_to_strike_flyer"


@dataclass(frozen=True, slots=True)
class SuddenAction(Action):
    """302.5, 303.3: a sudden action; fast."""

    kind: str | None = "sudden_action"


@dataclass(frozen=True, slots=True)
class TriggeredAbility(Action):
    """302.5, 303.4: a triggered ability; fast, with a trigger point."""

    kind: str | None = "triggered_ability"


@dataclass(frozen=True, slots=True)
class PlayableAbility(Action):
    """302.5: a playable ability, actions on cards among them; the card says whether it is slow or fast."""

    kind: str | None = "playable_ability"


@dataclass(frozen=True, slots=True)
class DieRoll(Action):
    """302.5: a die roll of its own; the roll that belongs to an action is declared by itself and needs no entry."""

    kind: str | None = "die_roll"
