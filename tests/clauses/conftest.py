"""Every test of a clause runs on both engines and with the players mirrored."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from berserk_fsm import Action, Game, Profile, Readings, RuleEffect
from berserk_fsm.game import EngineName
from tests.clauses.play import New, Sides


@pytest.fixture(params=("transitions", "table"))
def engine(request: pytest.FixtureRequest) -> EngineName:
    """The engine under test."""
    name: EngineName = request.param
    return name


@pytest.fixture(params=(("A", "B"), ("B", "A")), ids=("A_active", "B_active"))
def sides(request: pytest.FixtureRequest) -> Sides:
    """Active and Non-active, one way and the other."""
    both: Sides = request.param
    return both


@pytest.fixture
def new(engine: EngineName, sides: Sides) -> New:
    """Makes a game on the engine under test; the first of the sides is Active."""

    def make(
        *actions: Action,
        effects: Iterable[RuleEffect] = (),
        facts: str = "",
        phase: str = "main",
        profile: Profile | None = None,
        **readings: bool | str,
    ) -> Game:
        return Game(
            actions,
            effects,
            active=sides[0],
            phase=phase,
            facts=facts.split(),
            readings=Readings().replace(**readings),
            profile=profile,
            engine=engine,
        )

    return make
