"""What guards and effects may look at besides the state: the table, the step table, what may be offered where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Decision, GameState, Manner

__all__ = ["Context", "Effect", "Guard"]


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What does not change during a game.

    Args:
        table: the actions, rule effects and start.
        main_phase: the phase 303.3 calls the main one.
        fast_phases: the phases in which fast actions without trigger are open: the main one (303.3 a) and those of
            303.3 (d).
        step_order: the place of each step of execution, from 0 (gap/512).
        fixing_step: the step after which the target is final; ``None`` if the step table has none.
        applying_step: the step in which the effect is applied.
        pointless_steps: steps that have no trigger point (gap/512).
        unblocked_points: steps whose trigger point a blocked action does not have (gap/blocked_gives_no_trigger).
        offers: per manner, the guards under which a player who had priority could declare such an action.
    """

    table: Table
    main_phase: str
    fast_phases: tuple[str, ...]
    step_order: Mapping[str, int]
    fixing_step: str | None
    applying_step: str
    pointless_steps: tuple[str, ...]
    unblocked_points: tuple[str, ...]
    offers: Mapping[Manner, tuple[Guard, ...]]

    def is_past(self, step: str | None, mark: str | None) -> bool:
        """Has an action that is in ``step`` gone past the step ``mark``? One that waits has not."""
        return step is not None and mark is not None and self.step_order[step] > self.step_order[mark]


Guard = Callable[[Context, GameState, Decision | None], bool]
"""A named condition of a row: no side effects, no memory."""

Effect = Callable[[Context, GameState, Decision | None], GameState]
"""A named change of the game: takes a state, gives the next one."""
