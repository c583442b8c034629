"""Tables and sessions to step through."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from berserk_fsm import Action, Game, Readings
from berserk_fsm.core.values import Point, Redirect, RuleEffect
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.stepper import Session

ACTIONS = (
    Action("удар", by="A", speed="slow", target="гоблин", cost=("рыцарь открыт",), add=("гоблин ранен",)),
    Action("крик", by="A"),
    Action("месть", by="A", on=Point("after_effect", "удар")),
    Action("щит", by="B", block="удар"),
    Action("защита", by="B", redirect=Redirect("удар", "орк")),
)
EFFECTS = (RuleEffect("гибель", when=("гоблин ранен",), remove=("гоблин ранен",), add=("гоблин мёртв",)),)


def game(readings: Readings | None = None) -> Game:
    return Game(ACTIONS, EFFECTS, facts=["рыцарь открыт"], readings=readings, engine="table")


@pytest.fixture
def start() -> Callable[..., Session]:
    def make(lang: str = "en", scenario: str | None = None) -> Session:
        if scenario is None:
            return Session(game(), lang)
        parsed = parse_scenario(scenario)
        return Session(Game.from_table(parsed.table, parsed.readings, engine="table"), lang, parsed)

    return make
