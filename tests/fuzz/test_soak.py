"""A few thousand events of the long run: the same checks, the same memory."""

from __future__ import annotations

import sys

import pytest

from berserk_fsm.machine.build import build_specification
from tests.fuzz.budget import SEED, times
from tests.fuzz.soak import Soak, memory

EVENTS = 4_000


def test_random_events_with_all_properties_checked() -> None:
    soak = Soak(SEED)
    soak.run(times(EVENTS))
    tally = soak.tally
    assert tally.events >= times(EVENTS)
    assert tally.accepted > tally.events / 2
    assert min(tally.undone, tally.round_trips, tally.replays, len(tally.refusals)) > 0
    assert len({row.id for row in build_specification().rows} & tally.rows) > 80


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is measured as Linux tells it")
def test_memory_is_flat() -> None:
    """Once the machines of the readings are built and kept, more of the same takes no more memory."""
    Soak(SEED).run(times(1_000))
    before = memory()
    for _ in range(2):
        Soak(SEED).run(times(1_000))
    assert memory() - before < 8 * 1024
