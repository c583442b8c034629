"""What a batch of matches came to, counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

__all__ = ["Tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What happened in some matches.

    Args:
        games: how many there were.
        events: the decisions players made, in all.
        micro_steps: the transitions taken, without those of the starts of the games.
        rows: how often each row was taken, by id, in the order of the machine; rows never taken are left out.
        choices: how many legal decisions there were to choose from, in all.
        checked: were the properties asked?
        violations: the properties that did not hold somewhere, by id, with the event and the game, both from 0, where
            that was so first.
    """

    games: int
    events: int
    micro_steps: int
    choices: int
    rows: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    checked: bool = False
    violations: Mapping[str, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def ok(self) -> bool:
        """Did every property that was asked hold everywhere?"""
        return not self.violations

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as plain dictionaries: read-only views cannot be."""
        return _unpickled, (
            *(self.games, self.events, self.micro_steps, self.choices),
            *(dict(self.rows), self.checked, dict(self.violations)),
        )


def _unpickled(
    games: int,
    events: int,
    micro_steps: int,
    choices: int,
    rows: dict[str, int],
    checked: bool,
    violations: dict[str, tuple[int, int]],
) -> Tally:
    return Tally(games, events, micro_steps, choices, MappingProxyType(rows), checked, MappingProxyType(violations))
