"""What happened: a step record per decision (a macro-step), made of micro-steps."""

from __future__ import annotations

from dataclasses import dataclass

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.machine.specification import Row

__all__ = ["MicroStep", "StepRecord"]


@dataclass(frozen=True, slots=True)
class MicroStep:
    """One transition taken: which row, and the game before and after it."""

    row: Row
    before: GameState
    after: GameState


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A decision and everything that followed by itself until a player had to decide again.

    Args:
        decision: what the player did; ``None`` for the start of the game.
        micro_steps: the transitions taken, in order; never empty.
    """

    decision: Decision | None
    micro_steps: tuple[MicroStep, ...]

    @property
    def before(self) -> GameState:
        """The game before the decision."""
        return self.micro_steps[0].before

    @property
    def after(self) -> GameState:
        """The game when the next decision is due."""
        return self.micro_steps[-1].after

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of all its transitions, in the order first cited."""
        return tuple(dict.fromkeys(clause for micro in self.micro_steps for clause in micro.row.clauses))
