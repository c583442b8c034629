"""Do the state of the machine and the data of the game say the same? For positions from outside, and for tests.

Control decides what is possible, the data is what is shown; every transition changes both, so they must agree.
"""

from __future__ import annotations

from berserk_fsm.core.table import Table
from berserk_fsm.core.values import GameState, other
from berserk_fsm.machine.specification import Specification

__all__ = ["disagreement"]


def disagreement(specification: Specification, table: Table, state: GameState) -> str | None:
    """What is wrong with ``state``; ``None`` when machine and data agree.

    >>> from berserk_fsm.game import Game
    >>> game = Game()
    >>> disagreement(game.specification, game.table, game.state) is None
    True
    """
    leaf = specification.states.get(state.control)
    if leaf is None or leaf.kind == "composite":
        return f"the machine has no state {state.control!r} to be in"
    window = state.window
    holder_of = {"active": state.active, "nonactive": other(state.active), None: None}
    steps = {step.id for step in specification.profile.steps}
    entries = (*state.queue, *state.stack)
    names = [entry.name for entry in entries]
    checks = (
        ("phase", state.phase == leaf.phase),
        ("deactivated", state.deactivated == leaf.deactivated),
        ("holder", state.holder == holder_of[leaf.holder]),
        ("window", (window is not None) == (leaf.window is not None and leaf.local_name != "both_passed")),
        ("window.kind", window is None or window.kind == leaf.window),
        ("window.has_declared", window is None or window.has_declared == (leaf.local_name == "has_declared")),
        ("window.passes", window is None or window.passes in ((0,) if window.has_declared else (0, 1))),
        ("look", (state.look is not None) == _is_looking(leaf.local_name)),
        ("stack", bool(state.stack) or not _needs_top(leaf.path)),
        ("names", len(set(names)) == len(names) and state.declared.issuperset(names)),
        ("declared", state.declared.issubset(table.actions)),
        ("steps", all(entry.step is None or entry.step in steps for entry in entries)),
        ("queue", all(entry.step is None for entry in state.queue)),
        ("step", leaf.step is None or leaf.window == "removal" or not state.stack or _step_agrees(leaf.path, state)),
        ("turn", state.turn >= 1),
    )
    for name, agrees in checks:
        if not agrees:
            return f"{name} does not agree with the state {state.control!r}"
    return None


def _is_looking(local_name: str) -> bool:
    return local_name in ("entering", "rule_effects", "offer")


def _needs_top(path: str) -> bool:
    """Does the machine work on the top of the stack here?"""
    return ".execution." in path and not path.endswith((".transfer", ".removal.left"))


def _step_agrees(path: str, state: GameState) -> bool:
    """The top action is in the step the machine is in; on the way into a step, or out of the stack, not yet or no more."""
    local = path.rpartition(".")[2]
    return local in ("entry", "left") or f".execution.{state.step}." in f"{path}."
