"""What the two interpreters of the rows have in common, and running a decision to its end with either."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.records import MicroStep

__all__ = ["MICRO_STEP_BOUND", "Engine", "event_of", "settle"]

MICRO_STEP_BOUND = 10_000
"""No decision leads to more micro-steps: rule effects run once per look, so only a faulty specification gets here."""


class Engine(Protocol):
    """An interpreter of the rows. It holds one game at one moment."""

    @property
    def state(self) -> GameState:
        """The game now."""

    def decide(self, decision: Decision) -> MicroStep | None:
        """Take the row a player's decision fires; ``None`` when no row is enabled."""

    def advance(self) -> MicroStep | None:
        """Take the one automatic row that is enabled; ``None`` when a player must decide."""

    def load(self, state: GameState) -> None:
        """Go to another moment: for undo and for positions."""


def event_of(context: Context, decision: Decision) -> str:
    """The trigger a decision fires: declarations by the manner of the action.

    Raises:
        KeyError: a declaration names an action that is not on the table.
    """
    if decision.verb == "declare":
        assert decision.name is not None
        return f"declare_{context.table.actions[decision.name].manner}"
    return f"{decision.verb}_priority"


def settle(advance: Callable[[], MicroStep | None]) -> list[MicroStep]:
    """Take automatic rows until a player must decide.

    Args:
        advance: takes one of them; ``None`` when there is none left.

    Raises:
        SpecificationError: more than :data:`MICRO_STEP_BOUND` micro-steps; the message shows the cycle.
    """
    taken: list[MicroStep] = []
    for _ in range(MICRO_STEP_BOUND + 1):
        micro = advance()
        if micro is None:
            return taken
        taken.append(micro)
    cycle = " → ".join(dict.fromkeys(micro.row.id for micro in taken[-20:]))
    raise SpecificationError(f"the machine does not settle; it goes round in: {cycle}")
