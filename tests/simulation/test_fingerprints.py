"""Equal fingerprints: equal legal decisions, and successors with equal fingerprints; different ones: not the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import reachable
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.simulation import Match, Simulation
from tests.fuzz.random_tables import random_model
from tests.hash_seeds import outputs_under_seeds
from tests.interpreters.tables import built, chosen, readings, tables
from tests.simulation.playing import random_moments, simulation_of

SMALL = ("302-6-phases-off-the-stack", "302-7-an-endless-loop-is-cut", "303-8-conditional-in-the-final-phase-ru")


@pytest.mark.parametrize("name", SMALL)
def test_fingerprints_tell_decision_states_apart_and_nothing_else(name: str) -> None:
    """Every state of a small table, also between micro-steps: as many fingerprints as keys, one for each."""
    model = Model.of_scenario(load_scenario(ready_tables()[name]))
    packing = Simulation(model.table, model.specification.readings, model.specification.profile).machine.packing
    reached = reachable(model, turns=2, max_states=3000)
    prints: dict[bytes, Hashable] = {packing.fingerprint(packing.pack(s)): s.decision_key() for s in reached.states}
    assert len(prints) == len(reached.states) == len(set(prints.values()))


@pytest.mark.parametrize("name", [*SMALL, "302-10-the-queue-is-untouchable"])
def test_equal_fingerprints_have_equal_legal_sets_and_successors(name: str) -> None:
    """Moments of many random games that came to the same by different ways, with other turns and logs."""
    assert alike_again(Simulation.of_scenario(load_scenario(ready_tables()[name])), games=40) > 20


@settings(max_examples=40, deadline=None)
@given(tables(), readings())
def test_equal_fingerprints_are_equal_on_random_tables_under_random_readings(
    table: dict[str, Any], read: dict[str, str]
) -> None:
    """The fault: four tables were tried, and the default readings alone."""
    alike_again(Simulation(built(table), chosen(read)), games=4)


def test_random_tables_come_to_the_same_by_different_ways() -> None:
    """So that the test above has something to compare; each table with readings and a step table of its own."""
    rng, met = Random(1), []
    for _ in range(20):
        model = random_model(rng)
        met.append(alike_again(Simulation(model.table, model.specification.readings, model.specification.profile), 4))
    assert sum(number > 0 for number in met) > 10


def alike_again(simulation: Simulation, games: int) -> int:
    """Compare all moments of random games that have equal fingerprints; how many prints more than one state has."""
    alike: dict[bytes, list[Match]] = defaultdict(list)
    for seed in range(games):
        for moment in random_moments(simulation.start(), seed, 40):
            alike[moment.fingerprint].append(moment.copy())
    met_again = [moments for moments in alike.values() if len({moment.state for moment in moments}) > 1]
    for moments in met_again:
        first = moments[0]
        assert all(moment.state.decision_key() == first.state.decision_key() for moment in moments)
        assert {moment.legal() for moment in moments} == {first.legal()}
        for decision in first.legal():
            after = set()
            for moment in moments[:5]:
                moment.apply(decision)
                after.add(moment.fingerprint)
                moment.undo()
            assert len(after) == 1
    return len(met_again)


PROGRAM = """
from tests.simulation.playing import simulation_of
match = simulation_of().playout(7, 60)
print([record.decision for record in match.history], match.fingerprint, match.position)
print(simulation_of().batch(40, 30, seed=7))
"""


def test_the_same_seed_gives_the_same_game_in_every_process() -> None:
    (output,) = outputs_under_seeds(PROGRAM)
    match = simulation_of().playout(7, 60)
    assert str(match.fingerprint) in output
    assert str(simulation_of().playout(8, 60).fingerprint) not in output
