"""Several games in several threads: each as if it were alone, also while the caches are filled."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

from berserk_fsm import Game, Refused
from berserk_fsm.files import write_whole
from berserk_fsm.game import EngineName
from berserk_fsm.machine.build import _built
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.scenario.trace import trace_of
from berserk_fsm.scenario.writing import dump_scenario
from tests.fuzz.budget import SEED, times
from tests.fuzz.random_tables import any_decision, random_model

THREADS = 8


@pytest.fixture(autouse=True)
def _switching_all_the_time() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def a_game(seed: int, engine: EngineName) -> list[str]:
    """A random game with everything it says."""
    rng = Random(seed)
    model = random_model(rng)
    specification = model.specification
    game = Game.from_table(model.table, specification.readings, specification.profile, engine)
    said: list[str] = []
    game.observe(lambda record: said.extend(line.text.ru for line in game.tell(record)))
    for _ in range(40):
        turned = game.try_play(any_decision(rng, model, game.state))
        said.append(turned.text("en") if isinstance(turned, Refused) else game.position)
        if len(game.history) > 2 and rng.random() < 0.1:
            game.undo()
    return [*said, game.log]


def an_example(name: str) -> list[str]:
    """An example read, played, told and written."""
    scenario = load_scenario(example_paths()[name])
    turnout = play_scenario(scenario, engine="table")
    told = [line.text for item in trace_of(turnout, "ru").items for line in item.lines]
    return [*told, dump_scenario(scenario, "ru"), turnout.game.position]


@pytest.mark.parametrize("engine", ["transitions", "table"])
def test_games_in_threads_come_out_as_alone(engine: EngineName) -> None:
    """Every seed is played by two threads at once, beginning with empty caches, then alone."""
    seeds = [SEED + number // 2 for number in range(THREADS * times(2))]
    _built.cache_clear()
    together = in_threads([(a_game, (seed, engine)) for seed in seeds])
    _built.cache_clear()
    assert together == [a_game(seed, engine) for seed in seeds]


def test_examples_in_threads_come_out_as_alone() -> None:
    names = [name for name in list(example_paths())[: THREADS * 2] for _ in range(2)]
    assert in_threads([(an_example, (name,)) for name in names]) == [an_example(name) for name in names]


def test_threads_that_save_the_same_file_at_once_do_not_collide(tmp_path: Path) -> None:
    """Each writes a temporary file of its own, so that none is written over or taken away by another."""
    file = tmp_path / "file"
    contents = [bytes([number % 256]) * 100_000 for number in range(THREADS * times(8))]
    assert in_threads([(write_whole, (file, data)) for data in contents]) == [None] * len(contents)
    assert file.read_bytes() in contents
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def in_threads(jobs: list[tuple[object, tuple[object, ...]]]) -> list[object]:
    """What the jobs return; as many as there are threads begin at the same moment."""
    barrier = Barrier(THREADS)

    def work(number: int, job: tuple[object, tuple[object, ...]]) -> object:
        if number < THREADS:
            barrier.wait()
        function, arguments = job
        assert callable(function)
        return function(*arguments)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(len(jobs)), jobs))
