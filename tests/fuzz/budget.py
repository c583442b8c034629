"""How much is fuzzed: CI's share, or as many seconds as ``BERSERK_FSM_FUZZ_SECONDS`` says."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType

from hypothesis import HealthCheck, settings

__all__ = ["CI_SECONDS", "SECONDS", "SEED", "TakesTooLong", "at_most", "examples", "random_source", "times"]

CI_SECONDS = 60
"""What all of this folder takes, more or less, where nothing is said; the counts below are for it."""

SECONDS = float(os.environ.get("BERSERK_FSM_FUZZ_SECONDS") or CI_SECONDS)
"""What it may take."""

SEED = int(os.environ.get("BERSERK_FSM_FUZZ_SEED") or 0)
"""Of the random sources. A run is the same again with the same seed and seconds."""


def times(count: int) -> int:
    """So many cases in CI, and in proportion to the seconds otherwise."""
    return max(1, round(count * SECONDS / CI_SECONDS))


def random_source(name: str) -> Random:
    """A random source of its own for each test."""
    return Random(f"{SEED} {name}")


def examples(count: int, steps: int = 50) -> settings:
    """The settings of a Hypothesis test."""
    return settings(
        max_examples=times(count),
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )


class TakesTooLong(BaseException):
    """What was run took too long. No :class:`Exception`, for a program may catch those."""


@contextmanager
def at_most(seconds: float, data: object) -> Iterator[None]:
    """Stop what takes more seconds of this processor; where there is no such clock, nothing is stopped.

    Args:
        seconds: how many; not those of child processes.
        data: what it is that is run, to be named.

    Raises:
        TakesTooLong: it took longer.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TakesTooLong(f"more than {seconds} seconds for {data!r}")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
