"""Playing a small table in few words, so that the tests of the clauses read like the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import pytest

from berserk_fsm import Action, Decision, Game, Profile, Refused, RuleEffect, StepRecord
from berserk_fsm.core.values import Player

Sides = tuple[Player, Player]
"""The turn player and the opponent."""

MANY = 100


class New(Protocol):
    """Makes a game on the engine under test; the first of the sides is Active."""

    def __call__(
        self,
        *actions: Action,
        effects: Iterable[RuleEffect] = (),
        facts: str = "",
        phase: str = "main",
        profile: Profile | None = None,
        **readings: bool | str,
    ) -> Game: ...


def give_away(game: Game) -> StepRecord:
    """The holder gives priority away: a hand-over after declaring, else a pass."""
    return game.pass_priority()


def both_pass(game: Game) -> list[StepRecord]:
    """Both give priority away until this window closes."""
    records: list[StepRecord] = []
    for _ in range(MANY):
        records.append(give_away(game))
        if "both_passed" in kinds(records[-1:]):
            return records
    raise AssertionError("the window does not close")


def to_step(game: Game, name: str, step: str) -> list[StepRecord]:
    """Both pass until the window of ``step`` of the action ``name`` is open."""
    records: list[StepRecord] = []
    for _ in range(MANY):
        window = game.state.window
        here = (game.state.executing, game.state.step) == (name, step)
        if here and window is not None and window.kind in ("step", "off_stack"):
            return records
        records += both_pass(game)
    raise AssertionError(f"{name} does not come to {step}")


def to_left(game: Game, name: str) -> list[StepRecord]:
    """Both pass until the action ``name`` has left the stack, executed or cancelled."""
    records: list[StepRecord] = []
    for _ in range(MANY):
        if name in game.state.log.left + game.state.log.cancelled:
            return records
        records += both_pass(game)
    raise AssertionError(f"{name} does not leave the stack")


def to_empty(game: Game) -> list[StepRecord]:
    """Both pass until queue and stack are empty."""
    records: list[StepRecord] = []
    for _ in range(MANY):
        if not game.state.queue and not game.state.stack:
            return records
        records += both_pass(game)
    raise AssertionError("the stack does not become empty")


def to_phase(game: Game, phase: str) -> list[StepRecord]:
    """Both pass until the next window of ``phase`` opens."""
    records = both_pass(game)
    for _ in range(MANY):
        if game.state.phase == phase:
            return records
        records += both_pass(game)
    raise AssertionError(f"{phase} does not come")


def queue(game: Game) -> list[str]:
    """The names in the queue, front first."""
    return [entry.name for entry in game.state.queue]


def stack(game: Game) -> list[str]:
    """The names on the stack, bottom first."""
    return [entry.name for entry in game.state.stack]


def legal(game: Game) -> list[str]:
    """What the holder may declare now."""
    return list(game.legal_actions)


def left(game: Game) -> list[str]:
    """What has been executed and has left the stack, in order."""
    return list(game.state.log.left)


def kinds(records: Iterable[StepRecord]) -> list[str]:
    """The kinds of all transitions taken, in order."""
    return [micro.row.kind for record in records for micro in record.micro_steps]


def windows(records: Iterable[StepRecord]) -> list[tuple[str, str | None, Player | None]]:
    """The windows opened, in order: their kind, the top action, the first holder."""
    return [
        (window.kind, micro.after.stack[-1].name if micro.after.stack else None, window.holder)
        for record in records
        for micro in record.micro_steps
        if (window := micro.after.window) is not None
        and window.holder is not None
        and (micro.before.window is None or micro.before.window.holder is None)
    ]


def steps(records: Iterable[StepRecord], name: str) -> list[str]:
    """The steps the action ``name`` has come to, in order."""
    return [
        effect.arg
        for record in records
        for micro in record.micro_steps
        for effect in micro.row.effects
        if effect.name == "enter_step" and effect.arg is not None and micro.before.top.name == name
    ]


def refuses(game: Game, name: str, clause: str, player: Player | None = None) -> Refused:
    """A declaration is refused, cites ``clause`` and changes nothing."""
    return refuses_decision(game, Decision("declare", player or game.table.actions[name].by, name), clause)


def refuses_decision(game: Game, decision: Decision, clause: str) -> Refused:
    """A decision is refused, cites ``clause`` and changes nothing."""
    before = (game.state, game.history, game.position)
    with pytest.raises(Refused) as caught:
        game.play(decision)
    assert caught.value.clause == clause
    assert (game.state, game.history, game.position) == before
    return caught.value
