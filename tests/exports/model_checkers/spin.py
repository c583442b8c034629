"""SPIN, the model checker of Promela, run on a model: what it counts, and what it finds wrong.

It needs ``spin`` and ``gcc``; on Debian and Ubuntu: ``apt-get install spin gcc``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["SpinAnswer", "SpinError", "run_spin", "spin_is_missing"]

_COUNT = {
    "states": re.compile(r"^\s*(\d+) states, stored", re.MULTILINE),
    "transitions": re.compile(r"^\s*(\d+) transitions \(=", re.MULTILINE),
    "depth": re.compile(r"State-vector \d+ byte, depth reached (\d+)"),
    "vector": re.compile(r"State-vector (\d+) byte"),
    "errors": re.compile(r"^State-vector .* errors: (\d+)", re.MULTILINE),
}
_MEMORY = re.compile(r"^\s*([\d.]+)\s+total actual memory usage", re.MULTILINE)
_VIOLATED = re.compile(r"^pan:\d+: (?:assertion violated (\w+)|(invalid end state)|(acceptance cycle))", re.MULTILINE)
_UNFINISHED = re.compile(r"Search not completed|max search depth too small|out of memory|aborting", re.IGNORECASE)


class SpinError(Exception):
    """SPIN or the C compiler does not take a model, or the search could not be finished."""


@dataclass(frozen=True)
class SpinAnswer:
    """What SPIN says about a model.

    Args:
        states: the states it stored.
        transitions: how often it came to a state, stored or known, the first one included.
        depth: the longest way it went, in steps of its own.
        vector: how many bytes a state takes.
        memory: megabytes, with the hash table and the stack of the search.
        violated: what does not hold, in the order found: ids of properties, ``"deadlock"`` for an invalid end state,
            ``"livelock"`` for a play that never ends.
        trail: what the steps to the first of them tell, if there is one.
        seconds: how long the search took.
        compile_seconds: how long SPIN and the C compiler took before that.
        text: all the search printed.
    """

    states: int
    transitions: int
    depth: int
    vector: int
    memory: float
    violated: tuple[str, ...]
    trail: tuple[str, ...]
    seconds: float
    compile_seconds: float
    text: str


def spin_is_missing() -> str | None:
    """Why SPIN cannot run here; ``None`` if it can."""
    for program in ("spin", "gcc"):
        if shutil.which(program) is None:
            return f"SPIN needs {program}, which is not installed; on Debian and Ubuntu: apt-get install spin gcc"
    return None


def run_spin(
    model: str,
    *,
    every_error: bool = False,
    livelock: bool = False,
    options: Sequence[str] = ("-o2",),
    optimize: str = "-O0",
    depth: int = 100_000,
    timeout: float = 300,
) -> SpinAnswer:
    """Search a model for errors.

    Args:
        model: its text.
        every_error: go on after an error, so that all that is violated is found, and everything counted.
        livelock: look for plays that never end, instead of for invalid end states.
        options: how SPIN is told to leave the model as it is.
        optimize: for the C compiler; ``-O0`` compiles soonest, ``-O2`` searches fastest.
        depth: the most steps of a way.
        timeout: seconds after which any of the programs is stopped.

    Raises:
        SpinError: the model is not taken, or the search is not finished although nothing was found.
        subprocess.TimeoutExpired: it takes too long.
    """
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        (place / "model.pml").write_text(model, encoding="utf-8")
        begun = time.perf_counter()
        _run(place, ["spin", "-a", *options, *(["-DLIVELOCK"] if livelock else []), "model.pml"], timeout)
        safety = [] if livelock else ["-DSAFETY"]
        # Warnings are about what SPIN writes, which is not for us to mend.
        _run(place, ["gcc", "-w", optimize, "-DNOREDUCE", *safety, "-o", "pan", "pan.c"], timeout)
        compiled = time.perf_counter()
        # A small hash table: it grows, and tests run side by side.
        asked = ["./pan", f"-m{depth}", "-n", "-w20", *(["-a"] if livelock else []), *(["-c0"] if every_error else [])]
        text = _run(place, asked, timeout)
        done = time.perf_counter()
        violated = tuple(dict.fromkeys(_named(found) for found in _VIOLATED.finditer(text)))
        if not violated and _UNFINISHED.search(text):
            raise SpinError(text)
        trail: tuple[str, ...] = ()
        if (place / "model.pml.trail").exists():
            trail = _trail(_run(place, ["spin", "-t", *(["-DLIVELOCK"] if livelock else []), "model.pml"], timeout))
        counted = {name: _number(pattern, text) for name, pattern in _COUNT.items()}
        if counted.pop("errors") and not violated:
            raise SpinError(text)
        memory = _MEMORY.search(text)
        return SpinAnswer(
            **counted,
            memory=float(memory[1]) if memory else 0.0,
            violated=violated,
            trail=trail,
            seconds=done - compiled,
            compile_seconds=compiled - begun,
            text=text,
        )


def _run(place: Path, command: list[str], timeout: float) -> str:
    done = subprocess.run(
        command, cwd=place, capture_output=True, encoding="utf-8", errors="replace", timeout=timeout, check=False
    )
    said = done.stdout + done.stderr
    if done.returncode != 0 and command[0] != "./pan":
        raise SpinError(f"{' '.join(command)}: {said}")
    return said


def _number(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.search(text)
    if found is None:
        raise SpinError(text)
    return int(found[1])


def _named(found: re.Match[str]) -> str:
    property, deadlock, _ = found.groups()
    return property or ("deadlock" if deadlock else "livelock")


def _trail(told: str) -> tuple[str, ...]:
    """The lines the model itself prints: each begins with the path of a row."""
    return tuple(line.strip() for line in told.splitlines() if re.match(r"\s*[a-z_.]+/\w+", line))
