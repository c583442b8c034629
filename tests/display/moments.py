"""Games at moments worth looking at, for all tests of displays."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Decision, Game, Movement, Readings, RuleEffect, SimpleStrike, SuddenAction
from berserk_fsm.core.values import Player, Point, Redirect, other

__all__ = ["EVERY", "LANGS", "MOMENTS", "dispute", "moment"]

LANGS = ("ru", "en")


def dispute(active: Player = "A") -> Game:
    """A strike, a parry, a trap that triggers on the strike and costs something, a redirection, a rule effect."""
    opponent = other(active)
    return Game(
        [
            SimpleStrike("strike", by=active, target="wall", add=("wall_zero",)),
            Movement("step back", by=active),
            SuddenAction("parry", by=opponent, block="strike"),
            Action("trap", by=opponent, on=Point("fix_target", "strike"), cost=("spring",)),
            Action("sidestep", by=opponent, redirect=Redirect("strike", "gate")),
        ],
        [RuleEffect("falls", when=("wall_zero",), remove=("wall_zero",), add=("wall_down",))],
        active=active,
        facts=["spring", "archer_open"],
    )


def _played(*names: str | None, active: Player = "A") -> Game:
    """The dispute after some decisions: a name is declared, ``None`` gives priority away."""
    game = dispute(active)
    for name in names:
        if name is None:
            game.pass_priority()
        else:
            game.declare(name)
    return game


def moment(name: str, active: Player = "A") -> Game:
    """The game at a moment of :data:`MOMENTS`."""
    match name:
        case "start":
            return dispute(active)
        case "declared":
            return _played("strike", active=active)
        case "handed over":
            return _played("strike", None, active=active)
        case "one pass":
            return _played("strike", None, None, active=active)
        case "executing":
            return _played("strike", None, None, None, active=active)
        case "redirected":
            game = _played("strike", None, None, None, None, "sidestep", active=active)
            while game.state.executing != "strike" or game.state.top.target != "gate":
                game.pass_priority()
            return game
        case "trigger queued":
            return _played("strike", None, None, None, None, "trap", active=active)
        case "suspended":
            return _played("strike", None, None, None, None, "trap", None, None, None, active=active)
        case "effects applied":
            game = dispute(active)
            game.declare("strike")
            while "wall_down" not in game.state.facts:
                game.pass_priority()
            return game
        case "turn over":
            game = dispute(active)
            while game.state.turn == 1:
                game.pass_priority()
            return game
        case "deactivated":
            game = dispute(active)
            game.declare("strike")
            while True:
                holder = game.state.holder
                assert holder is not None
                has_declared = game.state.window is not None and game.state.window.has_declared
                game.begin(Decision("hand_over" if has_declared else "pass", holder))
                while not game.settled:
                    if game.state.deactivated and game.state.phase == "main":
                        return game
                    game.micro_step()
        case "must declare":
            game = Game(
                [Action("m", by=active, speed="slow", target="t"), Action("t", by=active, on=Point("fix_target", "m"))],
                active=active,
                readings=Readings(triggers_mandatory=True),
            )
            game.declare("m")
            for _ in range(3):
                game.pass_priority()
            return game
        case "loaded":
            return Game.from_position(moment("suspended", active).position)
    raise ValueError(name)


MOMENTS = (
    "start",
    "declared",
    "handed over",
    "one pass",
    "executing",
    "redirected",
    "trigger queued",
    "suspended",
    "effects applied",
    "turn over",
    "deactivated",
    "must declare",
    "loaded",
)


EVERY = tuple(pytest.param(name, lang, id=f"{name}, {lang}") for name in MOMENTS for lang in LANGS)
"""Each moment in each language, for parametrising."""
