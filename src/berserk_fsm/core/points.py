"""Which trigger points a window offers (303.4, 303.8)."""

from __future__ import annotations

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import GameState, Point

__all__ = ["phase_points", "step_points"]


def _effect_points(state: GameState) -> tuple[Point, ...]:
    """The rule effects that have just run, each a point of its own (303.8)."""
    return tuple(Point("effect", name) for name in state.look.ran) if state.look else ()


def phase_points(state: GameState) -> tuple[Point, ...]:
    """The points after entering a phase: the phase, then the rule effects that ran on entering it."""
    assert state.phase is not None
    return (Point("phase", state.phase), *_effect_points(state))


def step_points(ctx: Context, state: GameState, step: str) -> tuple[Point, ...]:
    """The points of ``step`` of the top action: the step itself, then the rule effects that have just run.

    A blocked action does not have the points of :attr:`Context.unblocked_points` (gap/blocked_gives_no_trigger).
    """
    silent = step in ctx.pointless_steps or (step in ctx.unblocked_points and state.top.blocked)
    own = () if silent else (Point(step, state.top.name),)
    return (*own, *_effect_points(state))
