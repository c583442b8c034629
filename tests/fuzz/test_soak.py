"""A few thousand events of the long run: the same checks, the same memory."""

from __future__ import annotations

import functools
import gc
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from berserk_fsm import Game, find_profile
from berserk_fsm.core.table import Table
from berserk_fsm.explore.model import Model
from berserk_fsm.game import EngineName
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.profiles import profile_names
from tests.fuzz.budget import SEED, times
from tests.fuzz.random_tables import random_model
from tests.fuzz.soak import Soak

EVENTS = 4_000
SOAKS = 3
MOST_GROWN = 256 * 1024
"""Bytes. What Python itself keeps, for objects to come, was 34 to 39 KiB."""


def test_random_events_with_all_properties_checked() -> None:
    soak = Soak(SEED)
    soak.run(times(EVENTS))
    tally = soak.tally
    assert tally.events >= times(EVENTS)
    assert tally.accepted > tally.events / 2
    assert min(tally.undone, tally.round_trips, tally.replays, len(tally.refusals)) > 0
    assert len({row.id for row in build_specification().rows} & tally.rows) > 80


# --- memory -----------------------------------------------------------------------------------------------------------

Cache = functools._lru_cache_wrapper
Forgetting = Callable[[Table], object]


def caches() -> Iterator[Cache[object]]:
    """The caches of the package's functions."""
    for one in gc.get_objects():
        if isinstance(one, Cache) and str(getattr(one, "__module__", "")).startswith("berserk_fsm"):
            yield one


def forget() -> None:
    """Empty the caches that have a bound: what is in them is kept on purpose, and there is no more of it than that."""
    for cache in caches():
        if cache.cache_info().maxsize is not None:
            cache.cache_clear()
    gc.collect()


def alive() -> Counter[str]:
    """The objects of the package's classes and its caches' entries, by name; all that can be forgotten is."""
    forget()
    kinds = (type(one) for one in gc.get_objects())
    found = Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith("berserk_fsm"))
    found.update({f"entries of {cache.__name__}": cache.cache_info().currsize for cache in caches()})
    return found


def play(seed: int, events: int, keep: Forgetting) -> None:
    """Random games, each on a table of its own with readings of its own."""

    class Keeping(Soak):
        def _models(self) -> Iterator[Model]:
            while True:
                model = random_model(self.rng)
                keep(model.table)
                yield model

    Keeping(seed, games_per_table=1).run(events)


@pytest.fixture
def _warm() -> None:
    """All that comes with the package is read, and both engines are imported: that is kept once for all."""
    for name in profile_names():
        for engine in get_args(EngineName):
            Game(profile=find_profile(name), phase=find_profile(name).usual_phase, engine=engine).pass_priority()
    play(SEED, 300, lambda table: None)


def kept_objects(keep: Forgetting) -> Counter[str]:
    """What is there more than before once other games were played."""
    before = alive()
    for number in range(1, SOAKS + 1):
        play(SEED + number, times(300), keep)
    return alive() - before


def kept_bytes(keep: Forgetting) -> int:
    """The memory that is taken more than before once other games were played."""
    tracemalloc.start()
    try:
        play(SEED, 100, keep)
        forget()
        before = tracemalloc.get_traced_memory()[0]
        for number in range(1, SOAKS + 1):
            play(SEED + number, times(150), keep)
        forget()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


@pytest.mark.usefixtures("_warm")
def test_nothing_of_a_game_is_kept() -> None:
    """The fault: memory was measured with the same tables over again, so that what is kept of each was not seen."""
    assert kept_objects(lambda table: None) == Counter()


@pytest.mark.usefixtures("_warm")
def test_what_is_kept_of_each_table_would_be_noticed() -> None:
    """The twin: the tables are kept."""
    kept: list[Table] = []
    assert kept_objects(kept.append)["Table"] == len(kept) > SOAKS


@pytest.mark.usefixtures("_warm")
def test_memory_is_flat() -> None:
    """The fault: what the first games need once was counted too, unless other tests had run before."""
    assert kept_bytes(lambda table: None) < MOST_GROWN


@pytest.mark.usefixtures("_warm")
def test_memory_that_grows_would_be_noticed() -> None:
    """The twin: something is kept of each table."""
    kept: list[bytes] = []
    assert kept_bytes(lambda table: kept.append(bytes(MOST_GROWN // SOAKS))) > MOST_GROWN
