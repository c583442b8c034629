"""Running a program under several hash seeds: what it prints must not depend on the order of sets."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

__all__ = ["outputs_under_seeds"]


def outputs_under_seeds(program: str, *arguments: str, seeds: Sequence[str] = ("0", "1", "4711")) -> set[str]:
    """The different outputs of a program, each run in a process of its own.

    Args:
        program: Python.
        arguments: what the program finds in ``sys.argv``.
        seeds: the hash seeds; one run for each.
    """
    path = os.pathsep.join(filter(None, sys.path))
    return {
        subprocess.run(
            [sys.executable, "-c", program, *arguments],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path, "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for seed in seeds
    }
