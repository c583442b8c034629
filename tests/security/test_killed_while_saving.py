"""Killed at any moment while saving, a file is the old one or the new one, never half of either."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from threading import Timer

import pytest

from tests.cli.running import SOURCE
from tests.fuzz.budget import random_source, times
from tests.security.saver import PAUSE, WRITERS, save

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")

ROOT = Path(__file__).parents[2]
KILLS = {"large": 8, "stepper": 4, "page": 4, "diagram": 3, "chart": 3, "review": 3, "template": 3}
LEFTOVER = re.compile(r"\.berserk-fsm-[0-9a-f]{16}\.tmp")


def contents(name: str, folder: Path) -> set[bytes]:
    """The two contents a file may have."""
    found = {save(name, folder, turn).read_bytes() for turn in (0, 1)}
    assert len(found) == 2
    return found


def killed(name: str, folder: Path, rng: Random, *how: str) -> bytes:
    """What the file holds when its writer was killed: in the middle of writing, or soon after."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((SOURCE, str(ROOT)))}
    command = [sys.executable, "-m", "tests.security.saver", name, str(folder), *how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=ROOT) as process:
        assert process.stdout is not None
        watch = Timer(60, process.kill)
        watch.start()
        try:
            halves = [process.stdout.readline() for _ in range(rng.randint(1, 4))]
            time.sleep(rng.uniform(0, 2 * PAUSE))
        finally:
            process.kill()
            watch.cancel()
    assert set(halves) == {b"half\n"}, "the writer ended by itself, or writes nothing slowly"
    return (folder / WRITERS[name][0]).read_bytes()


def test_every_writer_is_killed() -> None:
    assert KILLS.keys() == WRITERS.keys()


@pytest.mark.parametrize("name", KILLS)
def test_the_old_file_or_the_new_one(name: str, tmp_path: Path) -> None:
    rng = random_source(name)
    allowed = contents(name, tmp_path)
    for _ in range(times(KILLS[name])):
        found = killed(name, tmp_path, rng)
        assert found in allowed, f"{len(found)} bytes: {found[:60]!r}"
    beside = {path.name for path in tmp_path.rglob("*") if path.is_file() and path.suffix == ".tmp"}
    assert beside, "no kill came while it was writing"
    assert [name for name in beside if not LEFTOVER.fullmatch(name)] == [], "what is left cannot be recognised"


@pytest.mark.parametrize("name", KILLS)
def test_half_a_file_would_be_noticed(name: str, tmp_path: Path) -> None:
    """The fault: with a writer that opens the file and writes into it, the test above seldom failed."""
    rng = random_source(f"naive {name}")
    allowed = contents(name, tmp_path)
    assert any(killed(name, tmp_path, rng, "naive") not in allowed for _ in range(8))
