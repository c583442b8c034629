"""A match is the same game as :class:`Game` on the `transitions` host: states, records, refusals, legal decisions."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm import (
    Action,
    Decision,
    Game,
    MicroStep,
    Point,
    Redirect,
    Refused,
    SpecificationError,
    StepRecord,
    TableError,
    build_specification,
    default_profile,
    parse_scenario,
)
from berserk_fsm.core.table import build_table
from berserk_fsm.core.values import GameState
from berserk_fsm.simulation import Match, Simulation
from tests.interpreters.tables import built, chosen, readings, tables
from tests.machine.conftest import profiles
from tests.simulation.playing import everything_to_try, random_moments, simulation_of


def assert_same_moment(match: Match, game: Game) -> None:
    """Whatever can be seen of the two is the same."""
    assert match.state == game.state
    assert match.holder == game.state.holder
    assert [d.name for d in match.legal() if d.verb == "declare"] == list(game.legal_actions)
    accepted = [decision for decision in everything_to_try(match) if game.refusal(decision) is None]
    assert set(match.legal()) == set(accepted)
    assert len(match.legal()) == len(accepted)


def assert_same_refusals(match: Match, game: Game) -> None:
    """What one refuses the other refuses in the same words, and nothing changes."""
    before, fingerprint = match.state, match.fingerprint
    for decision in everything_to_try(match):
        refusal = game.refusal(decision)
        if refusal is None:
            continue
        with pytest.raises(Refused) as caught:
            match.apply(decision)
        assert (caught.value.id, repr(caught.value)) == (refusal.id, repr(refusal))
    assert (match.state, match.fingerprint) == (before, fingerprint)


@settings(max_examples=100, deadline=None)
@given(table=tables(), reading=readings(), data=st.data())
def test_random_games_are_those_of_the_host(
    table: dict[str, Any], reading: dict[str, str], data: st.DataObject
) -> None:
    game = Game.from_table(built(table), chosen(reading))
    match = Simulation(game.table, game.readings).start()
    assert match.history == game.history
    assert_same_moment(match, game)
    assert_same_refusals(match, game)
    for _ in range(data.draw(st.integers(1, 25))):
        decision = data.draw(st.sampled_from(match.legal()))
        before, fingerprint, history = match.state, match.fingerprint, match.history
        record = game.play(decision)
        assert match.apply(decision) == record
        assert hash(match.history[-1]) == hash(record)
        assert match.undo() == record
        assert (match.state, match.fingerprint, match.history) == (before, fingerprint, history)
        match.apply(decision)
        assert_same_moment(match, game)
    assert_same_refusals(match, game)
    assert match.history == game.history


@pytest.mark.parametrize("name", sorted(profiles()))
def test_other_profiles(name: str) -> None:
    """Step tables that 512 might have turned out to be."""
    profile = profiles()[name]
    actions = [
        Action("X", by="A", speed="slow", target="c", roll=True, cost=("gold",), add=("hit",)),
        Action("n", by="B", block="X"),
        Action("r", by="B", redirect=Redirect("X", "d")),
        Action("late", by="A", when=("hit",)),
    ]
    start = Game(phase="main", facts=["gold"]).table.start
    simulation = Simulation(actions, profile=profile, start=start)
    for seed in range(15):
        game = Game.from_table(simulation.table, profile=profile)
        match = simulation.start()
        for moment in random_moments(simulation.start(), seed, 25):
            if moment.events:
                decision = moment.history[-1].decision
                assert decision is not None
                assert match.apply(decision) == game.play(decision)
            assert_same_moment(match, game)


def test_a_table_of_another_profile_is_refused() -> None:
    with pytest.raises(TableError, match=r"actions\.X\.on"):
        Simulation(
            [Action("X", by="A", on=Point("dice_roll", "Y")), Action("Y", by="A", roll=True)],
            profile=profiles()["no_roll"],
        )


def test_what_is_no_decision_is_no_refusal() -> None:
    match = simulation_of().start()
    for wrong, error in (
        (Decision("declare", "A", "castling"), KeyError),
        (Decision("resign", "A"), ValueError),  # type: ignore[arg-type]
        (Decision("pass", "C"), ValueError),  # type: ignore[arg-type]
        (Decision("pass", "A", "X"), ValueError),
        ("pass", ValueError),
        (["pass"], ValueError),
    ):
        with pytest.raises(error):
            match.apply(wrong)  # type: ignore[arg-type]
    assert match.events == 0


def test_a_decision_of_nobody_is_refused_everywhere() -> None:
    """Also between micro-steps, where nobody has priority: nobody is not the holder."""
    match = simulation_of().start()
    nobody = [d._replace(player=None) for d in everything_to_try(match)]  # type: ignore[arg-type]
    host, runner = (Game.from_table(match.simulation.table, engine=engine) for engine in ("transitions", "table"))
    for game in (host, runner):
        game.declare("X")
        for _ in range(2):
            game.pass_priority()
    for decision in nobody:
        assert repr(host.refusal(decision)) == repr(runner.refusal(decision)) != "None"
        with pytest.raises(Refused):
            match.apply(decision)
    for game in (host, runner):
        game.begin(Decision("pass", "A"))
    for decision in nobody:
        assert repr(host.refusal(decision)) == repr(runner.refusal(decision)) != "None"


def test_what_nothing_refuses_and_no_row_takes_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = build_specification()
    faulty = replace(sound, refusals=())
    monkeypatch.setattr("berserk_fsm.simulation.simulation.build_specification", lambda *_: faulty)
    match = simulation_of().start()
    with pytest.raises(SpecificationError, match=r"nothing refuses .* but no row of it is enabled"):
        match.apply(Decision("pass", "B"))


def test_nothing_to_take_back() -> None:
    match = simulation_of().start()
    with pytest.raises(IndexError, match="no decision to take back"):
        match.undo()
    match.playout(random.Random(1), 3)
    for left in (2, 1, 0):
        match.undo()
        assert match.events == left
    assert match.state == simulation_of().start().state


def test_records_are_the_same_before_and_after_somebody_looked() -> None:
    """A record whose fields are still to be worked out is equal, hashes, prints and pickles like one that is not."""

    def fresh() -> StepRecord:
        match = simulation_of().start()
        return match.apply(match.legal()[0])

    looked_at = fresh()
    assert [type(micro) for micro in looked_at.micro_steps] == [MicroStep]
    assert looked_at == fresh()
    assert fresh() == looked_at
    assert hash(fresh()) == hash(looked_at)
    assert repr(fresh()) == repr(looked_at)
    assert pickle.loads(pickle.dumps(fresh())) == looked_at
    assert copy.deepcopy(fresh()) == looked_at
    assert fresh().micro_steps is not None
    with pytest.raises(AttributeError, match="no_such_field"):
        _ = fresh().no_such_field  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="_nor_this"):
        _ = looked_at._nor_this  # type: ignore[attr-defined]


def test_the_table_engine_gives_records_like_that_too() -> None:
    game = Game([Action("F", by="A")], engine="table")
    first, second = game.declare("F").micro_steps[0], Game([Action("F", by="A")]).declare("F").micro_steps[0]
    assert pickle.loads(pickle.dumps(first)) == second
    assert repr(game.pass_priority()) == repr(game.history[-1])
    record = game.pass_priority()
    assert record.after is game.state
    assert record.micro_steps[0].before is record.before


def test_a_match_can_be_taken_up_at_any_moment() -> None:
    for moment in random_moments(simulation_of().start(), seed=3, events=60):
        taken_up = moment.simulation.start(moment.state)
        assert taken_up.state == moment.state
        assert taken_up.fingerprint == moment.fingerprint
        assert taken_up.legal() == moment.legal()
        assert taken_up.history == Game.from_position(moment.position).history == ()
        assert Game.from_position(moment.position).state == taken_up.state


def test_a_match_taken_up_between_micro_steps_goes_on_by_itself() -> None:
    match = simulation_of().start()
    record = next(m.history[-1] for m in random_moments(match, 1, 60) if len(m.history[-1].micro_steps) > 4)
    for micro in record.micro_steps:
        assert match.simulation.start(micro.after).state == record.after


def test_targets_and_facts_from_elsewhere_stay() -> None:
    """A position may tell a target and facts that nothing on the table gives; they stay as they are."""
    game = Game([Action("X", by="A", speed="slow", target="c7"), Action("r", by="B", redirect=Redirect("X", "c2"))])
    game.declare("X")
    for _ in range(3):
        game.pass_priority()
    assert game.state.executing == "X"
    (entry,) = game.state.stack
    stack = (replace(entry, target="elsewhere", redirected=True),)
    match = Simulation(game.table).start(replace(game.state, stack=stack, facts=frozenset({"rain"})))
    assert match.state.top.target == "elsewhere"
    taken_up = Game.from_position(match.position)
    while match.state.stack:
        assert match.apply(match.legal()[-1]) == taken_up.pass_priority()
        assert match.state.facts == {"rain"}
    assert match.fingerprint != Simulation(game.table).start(replace(match.state, facts=frozenset())).fingerprint


def test_a_state_no_game_comes_to_is_refused() -> None:
    match = simulation_of().start()
    with pytest.raises(ValueError, match=r"no such state on this table: the machine has no state"):
        match.simulation.start(GameState("turn.main_phase.window"))


def test_copies_go_their_own_ways() -> None:
    match = simulation_of().playout(5, 12)
    for other in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        assert (other.state, other.history, other.events) == (match.state, match.history, match.events)
        before = match.state
        other.apply(other.legal()[-1])
        other.undo()
        other.undo()
        assert (match.state, match.events) == (before, 12)
        assert other.events == 11


def test_pickled_matches_and_simulations_are_the_same() -> None:
    match = simulation_of(reserve_at="declaration").playout(11, 30)
    again = pickle.loads(pickle.dumps(match))
    assert (again.state, again.history, again.fingerprint) == (match.state, match.history, match.fingerprint)
    assert again.simulation.readings == match.simulation.readings
    assert pickle.loads(pickle.dumps(match.simulation)).playout(11, 30).state == match.state


def test_a_simulation_of_a_scenario_has_its_readings_and_profile() -> None:
    scenario = parse_scenario("actions: {F: {by: A}}", readings_override={"slow_active_only": "false"})
    simulation = Simulation.of_scenario(scenario)
    assert simulation.readings == scenario.readings
    assert simulation.specification.profile == default_profile()
    assert repr(simulation) == "<Simulation of 1 actions, 0 rule effects>"
    assert repr(simulation.start()) == "<Match on 1 actions, 0 decisions, A decides>"


def test_built_tables_are_played_as_they_are() -> None:
    table = build_table([Action("F", by="B")], profile=profiles()["one_phase"])
    assert Simulation(table, profile=profiles()["one_phase"]).table is table
