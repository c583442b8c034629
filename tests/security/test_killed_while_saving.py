"""Killed at any moment while saving, a file is the old one or the new one, never half of either."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import SOURCE
from tests.fuzz.budget import random_source, times
from tests.security.saver import WRITERS

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")

ROOT = Path(__file__).parents[2]
KILLS = {"large": 12, "stepper": 4, "page": 3, "diagram": 2, "review": 2, "template": 3}
LEFTOVER = re.compile(r"\.berserk-fsm-[0-9a-f]{16}\.tmp")


def contents(name: str, folder: Path) -> set[bytes]:
    """The two contents a file may have."""
    file, write = WRITERS[name]
    found = set()
    for turn in (0, 1):
        write(folder / (file if name != "diagram" else "file"), turn)
        found.add((folder / file).read_bytes())
    assert len(found) == 2
    return found


def killed(name: str, folder: Path, after: float) -> bytes:
    """What the file holds when its writer was killed so many seconds after the first two times."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((SOURCE, str(ROOT)))}
    command = [sys.executable, "-m", "tests.security.saver", name, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=ROOT) as process:
        assert process.stdout is not None
        for _ in range(2):
            assert process.stdout.readline(), "the writer ended by itself"
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        process.wait()
    return (folder / WRITERS[name][0]).read_bytes()


@pytest.mark.parametrize("name", KILLS)
def test_the_old_file_or_the_new_one(name: str, tmp_path: Path) -> None:
    rng = random_source(name)
    allowed = contents(name, tmp_path)
    for _ in range(times(KILLS[name])):
        found = killed(name, tmp_path, rng.uniform(0, 0.06))
        assert found in allowed, f"{len(found)} bytes: {found[:60]!r}"
    beside = {path.name for path in tmp_path.rglob("*") if path.is_file() and path.suffix == ".tmp"}
    assert [name for name in beside if not LEFTOVER.fullmatch(name)] == [], "what is left cannot be recognised"


def test_half_a_file_would_be_noticed(tmp_path: Path) -> None:
    """The twin: a writer that opens the file and writes into it."""
    allowed = contents("naive", tmp_path)
    rng = random_source("naive")
    assert any(killed("naive", tmp_path, rng.uniform(0, 0.06)) not in allowed for _ in range(20))
