"""Random walks for the properties, and the independent question whether control and data agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from berserk_fsm import Decision, Game, MicroStep, Specification
from berserk_fsm.core.values import PLAYERS, GameState


def all_decisions(game: Game) -> list[Decision]:
    """Everything anyone could try."""
    tries = [Decision("declare", player, name) for player in PLAYERS for name in game.table.actions]
    return [*tries, *(Decision(verb, player) for player in PLAYERS for verb in ("pass", "hand_over"))]


def accepted(game: Game) -> list[Decision]:
    """Everything that is not refused, declarations first."""
    return [decision for decision in all_decisions(game) if game.refusal(decision) is None]


def drawn(data: st.DataObject, game: Game) -> Decision:
    """One accepted decision; declarations more often than giving away."""
    choices = accepted(game)
    weighted = [d for d in choices if d.verb == "declare"] * 3 + [d for d in choices if d.verb != "declare"] * 4
    return data.draw(st.sampled_from(weighted))


def micro_steps(game: Game, decision: Decision) -> Iterator[MicroStep]:
    """Play ``decision`` one micro-step at a time."""
    yield game.begin(decision)
    while (micro := game.micro_step()) is not None:
        yield micro


def disagreements(spec: Specification, state: GameState) -> list[str]:
    """Where the state of the machine and the data of the game say different things."""
    leaf = spec.states[state.control]
    found: list[str] = []

    def same(what: str, control: Any, data: Any) -> None:
        if control != data:
            found.append(f"{what}: {control!r} by the machine, {data!r} by the data, in {state.control}")

    role = None if state.holder is None else "active" if state.holder == state.active else "nonactive"
    around = [spec.states[path] for path in spec.ancestors(state.control)]
    same("kind", leaf.kind == "composite", False)
    same("phase", leaf.phase, state.phase)
    same("holder", leaf.holder, role)
    same("deactivated", leaf.deactivated, state.deactivated)
    same("holders", len([s for s in around if s.local_name.endswith("_holds")]), int(role is not None))
    same("a player decides", leaf.kind == "decision", role is not None)
    if leaf.kind == "decision":
        assert state.window is not None
        same("window", leaf.window, state.window.kind)
        same("has_declared", leaf.local_name == "has_declared", state.window.has_declared)
        same("one can decide with an open stack", state.deactivated, False)
    if leaf.step is not None and leaf.local_name not in ("entry", "left") and leaf.window != "removal":
        same("step", leaf.step, state.step)
    return found


def names(state: GameState) -> tuple[list[str], list[str]]:
    """The names in queue and stack."""
    return [entry.name for entry in state.queue], [entry.name for entry in state.stack]
