"""The shortest play that tells two machines apart, beside one found by trying every play with a game."""

from __future__ import annotations

from itertools import islice

import pytest

from berserk_fsm.compare.packaged import other_answers
from berserk_fsm.compare.tables import small_tables
from berserk_fsm.compare.telling_apart import OBSERVED, Machine, part, parting_after, tell_apart
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import PLAYERS, Decision
from berserk_fsm.explore.model import Model
from berserk_fsm.game import Game
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.scenario import parse_scenario

ANSWERS = list(other_answers())

TABLES = {
    "a strike and a trap": """
actions:
  strike: {by: A, speed: slow, roll: true, target: hero, cost: [rage]}
  trap: {by: B, on: {fix_target: strike}}
start: {facts: [rage]}
""",
    "two of each": "actions: {F: {by: A}, t: {by: A, on: {phase: main}}, G: {by: B}, M: {by: B, speed: slow}}",
    "before the main phase": """
start: {phase: initial}
actions: {F: {by: A, when: [on]}, G: {by: B, on: {phase: final}}}
""",
}


def seen(game: Game) -> dict[str, object]:
    """What is seen at the table, told by a game; whom it lets pass as well."""
    told = game.describe()
    return {key: told[key] for key in OBSERVED} | {"away": game.why_not_pass() is None}


def nearest(table: Table, other: Readings, most: int) -> int | None:
    """The number of decisions on the shortest play after which two games differ, by trying all plays so long."""
    decisions = [Decision("declare", player, name) for player in PLAYERS for name in table.actions]
    decisions += [Decision(verb, player) for player in PLAYERS for verb in ("pass", "hand_over")]
    games = [(Game.from_table(table, Readings(), engine="table"), Game.from_table(table, other, engine="table"))]
    for length in range(most + 1):
        if any(seen(one) != seen(two) for one, two in games):
            return length
        further = []
        for one, two in games:
            for decision in decisions:
                if one.refusal(decision) is None and two.refusal(decision) is None and one.state.turn == 1:
                    pair = one.copy(), two.copy()
                    for game in pair:
                        game.play(decision)
                    further.append(pair)
        games = further
    return None


@pytest.mark.parametrize(("id", "value"), ANSWERS)
@pytest.mark.parametrize("name", TABLES)
def test_the_play_is_the_shortest(name: str, id: str, value: str) -> None:
    table, other = parse_scenario(TABLES[name]).table, Readings().replace(**{id: value})
    models = Model(build_specification(), table), Model(build_specification(readings=other), table)
    parting = tell_apart(*models)
    within = 4
    expected = nearest(table, other, within)
    if parting is None or len(parting.decisions) > within:
        assert expected is None
        return
    assert len(parting.decisions) == expected
    games = [Game.from_table(table, readings, engine="table") for readings in (Readings(), other)]
    for decision in parting.decisions:
        for game in games:
            game.play(decision)
    assert [game.state for game in games] == [parting.before, parting.after]
    one, two = map(seen, games)
    assert {key.replace("may_give_away", "away") for key in parting.differing} == {
        key for key in one if one[key] != two[key]
    }


@pytest.mark.parametrize(("id", "value"), ANSWERS)
def test_it_is_the_same_every_time_and_either_way_round(id: str, value: str) -> None:
    one, other = map(Machine, (build_specification(), build_specification(readings=Readings().replace(**{id: value}))))
    for table in islice(small_tables(), 60):
        parting, again, back = part(one, other, table), part(one, other, table), part(other, one, table)
        assert parting == again
        assert (parting is None) == (back is None)
        if parting is not None and back is not None:
            assert parting.decisions == back.decisions
            assert parting_after(one, other, table, parting.decisions) == parting


def test_a_machine_is_not_told_apart_from_itself() -> None:
    model = Model(build_specification(), parse_scenario(TABLES["two of each"]).table)
    assert tell_apart(model, model) is None


def test_what_the_two_do_not_both_accept_is_no_parting() -> None:
    table = parse_scenario("actions: {F: {by: A}}").table
    machine = Machine(build_specification())
    assert parting_after(machine, machine, table, [Decision("pass", "B")]) is None


def test_models_of_two_tables_are_an_error() -> None:
    one, other = (
        Model(build_specification(), parse_scenario(f"actions: {{F: {{by: {player}}}}}").table) for player in PLAYERS
    )
    with pytest.raises(ValueError, match="one table"):
        tell_apart(one, other)
