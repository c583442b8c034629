"""What happened: a step record per decision (a macro-step), made of micro-steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.machine.specification import Row
from berserk_fsm.showing import Shown

__all__ = ["Deferred", "MicroStep", "StepRecord"]


class Deferred:
    """A value some of whose fields may be worked out when they are first asked for.

    An interpreter that keeps games in a form of its own leaves those fields empty and says in ``_source`` what fills
    them: a function from what follows it there to the fields by name. Whoever looks finds the same value either way.
    """

    __slots__ = ("_source",)

    _source: tuple[Callable[..., Mapping[str, Any]], *tuple[Any, ...]]

    if not TYPE_CHECKING:  # a checker shall know the fields only

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            work_out, *given = self._source
            for field, value in work_out(*given).items():
                object.__setattr__(self, field, value)
            return object.__getattribute__(self, name)


@dataclass(frozen=True, slots=True)
class MicroStep(Deferred, Shown):
    """One transition taken: which row, and the game before and after it."""

    row: Row
    before: GameState
    after: GameState


@dataclass(frozen=True, slots=True, init=False)
class StepRecord(Deferred, Shown):
    """A decision and everything that followed by itself until a player had to decide again.

    Args:
        decision: what the player did; ``None`` for the start of the game.
        micro_steps: the transitions taken, in order; never empty.
    """

    decision: Decision | None
    micro_steps: tuple[MicroStep, ...]

    def __init__(self, decision: Decision | None, micro_steps: tuple[MicroStep, ...]) -> None:
        # What a frozen dataclass does itself, but at once: a record is made for every decision.
        _set_decision(self, decision)
        _set_micro_steps(self, micro_steps)

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


_set_decision, _set_micro_steps = (vars(StepRecord)[name].__set__ for name in ("decision", "micro_steps"))
