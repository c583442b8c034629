"""Batches: what is counted is what the same games come to one by one; properties that fail are found where they do."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from berserk_fsm import Action, Game
from berserk_fsm.core.table import build_table
from berserk_fsm.errors import ExploreError, SpecificationError
from berserk_fsm.explore.properties import STATE_CHECKS, STEP_CHECKS
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Call, Row
from berserk_fsm.simulation import Dice, Simulation
from berserk_fsm.simulation.one_by_one import play_one_by_one
from tests.explore.comparing import without_effect, without_guard
from tests.interpreters.tables import built, chosen, readings, tables
from tests.machine.conftest import profiles
from tests.simulation.playing import simulation_of


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(tables(), readings())
def test_a_batch_is_its_games(table: dict[str, Any], reading: dict[str, str]) -> None:
    simulation = Simulation(built(table), chosen(reading))
    assert simulation.batch(40, 25, seed=3) == play_one_by_one(simulation, 40, 25, seed=3)


@pytest.mark.parametrize("name", sorted(profiles()))
def test_a_batch_of_another_profile_is_its_games(name: str) -> None:
    actions = [Action("X", by="A", speed="slow", target="c", roll=True), Action("n", by="B", block="X")]
    simulation = Simulation(actions, profile=profiles()[name])
    assert simulation.batch(30, 30, seed=1) == play_one_by_one(simulation, 30, 30, seed=1)


def test_what_is_counted() -> None:
    tally = simulation_of().batch(100, 30, seed=1)
    assert (tally.games, tally.events) == (100, 3000)
    assert tally.micro_steps == sum(tally.rows.values()) > tally.events
    assert sum(count for id, count in tally.rows.items() if "/declare_" in id) > 100
    assert tally.choices > tally.events
    assert tally.ok
    assert not tally.checked
    assert pickle.loads(pickle.dumps(tally)) == tally
    assert simulation_of().batch(100, 30, seed=2) != tally


def test_batches_too_large_to_be_played_together_are_played_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulation_of().batch(50, 20, seed=4)
    monkeypatch.setattr("berserk_fsm.simulation.lockstep.TOGETHER", 7)
    assert simulation_of().batch(50, 20, seed=4) == whole


def test_tables_too_large_for_lanes_are_played_one_by_one() -> None:
    simulation = Simulation([Action(f"a{n}", by="AB"[n % 2]) for n in range(70)])  # type: ignore[arg-type]
    tally = simulation.batch(5, 100, seed=1)
    assert tally == play_one_by_one(simulation, 5, 100, seed=1)
    assert max(len(simulation.playout(Dice(1, game), 100).state.declared) for game in range(5)) > 10
    with pytest.raises(ExploreError):
        simulation.batch(5, 100, seed=1, check=True)


def test_all_properties_hold_in_random_games_of_the_default_readings() -> None:
    tally = simulation_of().batch(500, 60, seed=1, check=True)
    assert tally.checked
    assert tally.ok
    assert tally.rows == simulation_of().batch(500, 60, seed=1).rows


def test_a_violation_is_found_where_it_is() -> None:
    """303.3 by the letter lets a slow action onto a full stack; the event and the game are where that happens first."""
    simulation = simulation_of(slow_needs_empty_stack="false")
    tally = simulation.batch(200, 40, seed=1, check=True)
    assert set(tally.violations) == {"slow_on_empty_stack"}
    event, game = tally.violations["slow_on_empty_stack"]
    match = simulation.playout(Dice(1, game), event + 1)
    record = match.history[-1]
    assert record.decision is not None
    assert record.decision.name in ("X", "S")
    assert record.before.stack
    for other in range(200):
        for earlier in simulation.playout(Dice(1, other), event).history[1:]:
            slow = earlier.decision is not None and earlier.decision.name in ("X", "S")
            assert not (slow and (earlier.before.stack or earlier.before.queue))


@pytest.mark.parametrize(
    ("kind", "part", "name", "broken"),
    [
        ("declare_fast", "guard", "aim_is_possible", "aimed_at_top"),
        ("declare_triggered", "guard", "point_is_here", "trigger_at_its_point"),
        ("fail_legality", "effect", "cancel_top", "unpaid_is_cancelled"),
        ("declare_slow", "guard", "queue_is_empty", "refused_or_accepted"),
        ("begin_applying", "effect", "deactivate_stack", "facts_change_deactivated"),
    ],
)
def test_faults_in_the_rows_are_found(
    kind: str, part: str, name: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The properties bite: a machine with a fault breaks the one that is about it."""
    faulty = (without_guard if part == "guard" else without_effect)(build_specification(), kind, name)
    monkeypatch.setattr("berserk_fsm.simulation.simulation.build_specification", lambda *_: faulty)
    assert broken in simulation_of().batch(300, 40, seed=1, check=True).violations
    assert broken in {*STATE_CHECKS, *STEP_CHECKS}


def with_rows(monkeypatch: pytest.MonkeyPatch, changed: Callable[[Row], Iterable[Row]]) -> Simulation:
    """The dispute on a machine each of whose rows has been exchanged for others."""
    sound = build_specification()
    faulty = replace(sound, rows=tuple(new for row in sound.rows for new in changed(row)))
    monkeypatch.setattr("berserk_fsm.simulation.simulation.build_specification", lambda *_: faulty)
    return simulation_of()


@pytest.mark.parametrize("check", [False, True])
def test_a_batch_that_is_stuck_says_where(check: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(row: Row) -> list[Row]:
        return [replace(row, guards=(Call("starts_in", "final"),)) if row.kind == "transfer" else row]

    simulation = with_rows(monkeypatch, never)
    with pytest.raises(SpecificationError, match=r"no row is enabled in turn\..*\.transfer"):
        simulation.batch(50, 40, seed=1, check=check)
    with pytest.raises(SpecificationError, match=r"transfer is stuck"):
        play_one_by_one(simulation, 50, 40, seed=1)


def test_a_batch_in_which_nothing_is_accepted_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(row: Row) -> list[Row]:
        return [row] if row.automatic else [replace(row, guards=(*row.guards, Call("starts_in", "final")))]

    simulation = with_rows(monkeypatch, never)
    with pytest.raises(SpecificationError, match=r"no decision is accepted in turn\..*deciding"):
        simulation.batch(5, 5, seed=1)
    with pytest.raises(SpecificationError, match=r"deciding is stuck"):
        play_one_by_one(simulation, 5, 5, seed=1)


@pytest.mark.parametrize("kind", ["transfer", "pass_priority", "declare_fast"])
def test_a_batch_never_chooses_between_two_rows(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(row: Row) -> list[Row]:
        return [row, replace(row, id=f"{row.id} again")] if row.kind == kind else [row]

    simulation = with_rows(monkeypatch, twice)
    with pytest.raises(SpecificationError, match=r"two rows are enabled at once in turn\."):
        simulation.batch(50, 40, seed=1)
    with pytest.raises(SpecificationError, match=rf"rows .*{kind} and .*{kind} again are enabled at once in turn\."):
        play_one_by_one(simulation, 50, 40, seed=1)
    assert "one_way" in simulation.batch(50, 40, seed=1, check=True).violations


def test_choices_are_as_probable_as_any_other() -> None:
    """At the start of this table four decisions are legal; each is taken in about a quarter of many games."""
    simulation = Simulation([Action(name, by="A") for name in "abc"])
    assert len(simulation.start().legal()) == 4
    rows = simulation.batch(20_000, 1, seed=9).rows
    passed = next(count for id, count in rows.items() if "pass_priority" in id)
    assert abs(passed - 5_000) < 300
    first = [simulation.playout(random.Random(seed), 1).state.declared for seed in range(2_000)]
    for name in "abc":
        assert abs(sum(name in declared for declared in first) - 500) < 100


def test_dice_of_a_match_and_of_a_batch_are_the_same() -> None:
    simulation = simulation_of()
    rows = simulation.batch(1, 40, seed=123).rows
    history = simulation.playout(Dice(123), 40).history[1:]
    taken = [micro.row.id for record in history for micro in record.micro_steps]
    assert rows == {id: taken.count(id) for id in rows}
    assert len(taken) == sum(rows.values())


def test_the_game_of_a_batch_can_be_replayed_with_the_host() -> None:
    simulation = simulation_of()
    match = simulation.playout(Dice(5, 17), 30)
    game = Game.from_table(simulation.table)
    for record in match.history[1:]:
        assert record.decision is not None
        assert game.play(record.decision) == record
    table = build_table([], profile=simulation.specification.profile)
    assert Simulation(table).batch(3, 5, seed=1).events == 15
