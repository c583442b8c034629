"""Games share what was compiled and nothing else: threads, memory, size."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

from berserk_fsm import Action, Decision, Game
from berserk_fsm.machine.compiled import compiled_machine
from berserk_fsm.simulation import Match, Simulation
from tests.simulation.playing import deep_size, simulation_of


def test_games_in_several_threads_are_the_games_they_are_alone() -> None:
    """A fresh table, so that its functions are written while all of them play."""
    alone = [simulation_of().playout(seed, 200).history for seed in range(16)]
    shared = simulation_of()
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(lambda seed: shared.playout(seed, 200).history, range(16)))
    finally:
        sys.setswitchinterval(switch)
    assert together == alone


def test_the_same_table_is_compiled_once() -> None:
    simulation = simulation_of()
    assert compiled_machine(simulation.specification, simulation.table) is simulation.machine
    assert Simulation(simulation.table, simulation.readings).machine is simulation.machine
    assert simulation_of().machine is not simulation.machine


def test_a_new_match_weighs_less_than_a_kilobyte_beyond_its_table() -> None:
    simulation = simulation_of()
    match = simulation.start()
    assert 0 < deep_size(match, (simulation, Match, Decision)) <= 1024
    assert not hasattr(match, "__dict__")


def test_a_new_game_weighs_less_than_a_kilobyte_beyond_its_table() -> None:
    simulation = simulation_of()
    games = [Game.from_specification(simulation.specification, simulation.table, "table") for _ in range(2)]
    assert games[0].history[0] is games[1].history[0]
    assert 0 < deep_size(games[0], (simulation, games[1].history, Game, Decision)) <= 1000


def test_what_a_match_grows_by_is_its_history() -> None:
    """A thousand decisions leave less than a kilobyte each behind; taken back, they leave nothing."""
    simulation = simulation_of()
    match = simulation.playout(1, 1000)
    assert deep_size(match, (simulation, Match, Decision)) < 1000 * 1024
    while match.events:
        match.undo()
    assert deep_size(match, (simulation, Match, Decision)) <= 1024 + 9 * 1000


def test_memory_does_not_grow_with_the_events_that_were_played() -> None:
    """A hundred thousand events in short games: what is allocated in the end is what it was after the first ones."""
    simulation = simulation_of()

    def play(games: int) -> None:
        for seed in range(games):
            simulation.playout(seed, 100)

    play(1000)  # all that these games come to is written
    gc.collect()
    tracemalloc.start()
    try:
        play(100)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        play(1000)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 50_000


def test_copies_of_games_on_the_table_engine_share_their_machine() -> None:
    game = Game([Action("F", by="A")], engine="table")
    other = game.copy()
    other.declare("F")
    assert "F" in game.legal_actions
    assert "F" not in other.legal_actions
    assert compiled_machine(game.specification, game.table) is compiled_machine(other.specification, other.table)
