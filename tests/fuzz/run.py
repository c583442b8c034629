"""Fuzz the parsers with atheris: ``python -m tests.fuzz.run --seconds N [--target NAME]``.

The seconds are shared by the targets. What makes a target fail is written to a file of its own, whose name is printed;
the exit code is 1 then. A corpus may be kept from run to run with ``--corpus``.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS

__all__ = ["Fuzzed", "fuzz"]

_LONGEST_INPUT = 20_000
_SECONDS_PER_INPUT = 60
# By the clock on the wall, so that a busy machine is no failure.
_MEMORY_MB = 1024


class Fuzzed(NamedTuple):
    """How fuzzing a target went.

    Args:
        target: its name.
        inputs: how many it was given.
        failures: files with what made it fail.
        output: what the fuzzer printed.
    """

    target: str
    inputs: int
    failures: tuple[Path, ...]
    output: str


def fuzz(target: str, seconds: int, corpus: Path, failures: Path) -> Fuzzed:
    """Fuzz one target in a process of its own.

    Args:
        target: a name of :data:`TARGETS`.
        seconds: how long, at least 1.
        corpus: a folder; seeds are put there, and what leads to something new is added.
        failures: a folder for what makes the target fail.

    Raises:
        RuntimeError: the fuzzer did not run at all.
    """
    for number, seed in enumerate(seeds(target)):
        (corpus / f"seed-{number:03}").write_bytes(seed)
    command = [
        # A process inherits the peak of memory of the one that starts it, so one stands between that has used none.
        *("sh", "-c", '"$@"; exit $?', "sh"),
        *(sys.executable, "-m", "tests.fuzz.atheris_target", target),
        *(f"-max_total_time={seconds}", f"-timeout={_SECONDS_PER_INPUT}", f"-rss_limit_mb={_MEMORY_MB}"),
        *(
            f"-max_len={_LONGEST_INPUT}",
            "-print_final_stats=1",
            "-report_slow_units=1000",
            f"-artifact_prefix={failures}/{target}-",
            str(corpus),
        ),
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    output = done.stdout + done.stderr
    counted = re.search(r"stat::number_of_executed_units:\s*(\d+)", output)
    found = tuple(sorted(failures.glob(f"{target}-*")))
    if counted is None and not found:
        raise RuntimeError(f"the fuzzer did not run:\n{output[-2000:]}")
    return Fuzzed(target, int(counted[1]) if counted else 0, found, output)


def main() -> int:
    """Run from the command line; a line per target."""
    parser = argparse.ArgumentParser(description="Fuzz the parsers with atheris.")
    parser.add_argument("--seconds", type=int, default=60, help="how long in all")
    parser.add_argument("--target", choices=list(TARGETS), action="append", help="only this one; may be repeated")
    parser.add_argument("--corpus", type=Path, help="a folder to keep what was found")
    chosen = parser.parse_args()
    names = chosen.target or list(TARGETS)
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        for name in names:
            corpus = (chosen.corpus or Path(temporary)) / name
            corpus.mkdir(parents=True, exist_ok=True)
            done = fuzz(name, max(chosen.seconds // len(names), 1), corpus, Path.cwd())
            failed = failed or bool(done.failures)
            print(f"{name}: {done.inputs} inputs, {len(list(corpus.iterdir()))} in the corpus", flush=True)
            for path in done.failures:
                print(f"  fails: {path.name}")
            if done.failures:
                print(done.output[-3000:])
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
