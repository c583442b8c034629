"""Running the command line, in this process or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import berserk_fsm

SOURCE = str(Path(berserk_fsm.__file__).parents[1])

SMALL = """\
title: One fast action
actions: {F: {by: A}, M: {by: A, speed: slow}}
play:
  - A declares F
  - refused: {say: A declares M, clause: "303.3"}
  - expect: {queue: [F], priority: A}
"""

FAILING = SMALL.replace("queue: [F]", "queue: []")


class Outcome(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


def environment(**more: str) -> dict[str, str]:
    """A plain environment in English, with ``more``."""
    keep = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP", "TMP", "HOME") if name in os.environ}
    return {**keep, "PYTHONPATH": SOURCE, "BERSERK_FSM_LANG": "en", "PYTHONIOENCODING": "utf-8", **more}


def run(*arguments: str, stdin: bytes = b"", encoding: str = "utf-8", env: Mapping[str, str] | None = None) -> Outcome:
    """Run in a process of its own; ``encoding`` is that of its console."""
    done = subprocess.run(
        [sys.executable, "-m", "berserk_fsm", *arguments],
        input=stdin,
        capture_output=True,
        env=environment(PYTHONIOENCODING=encoding, **(env or {})),
        timeout=60,
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))
