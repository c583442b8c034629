"""How fast tables are searched: ``python -m tests.benchmarks.explore`` prints tables in Markdown.

All figures come from one run. Every search is a process of its own, so that no cache is warm, and all of them ask the
same properties (ours also those about the refusal table). Seconds are those of the whole process with its children,
Java and Python started and loaded; for SPIN of the search, and beside it those of the compilation. Needs TLC and SPIN,
as the tests of the exports do.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import NamedTuple

from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.exports.promela import promela_text
from berserk_fsm.exports.tla import tla_config, tla_text
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.properties import property_words
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.scenario import load_scenario
from tests.exports.model_checkers.spin import run_spin
from tests.exports.model_checkers.tlc import run_tlc

JUDGED = [id for id, words in property_words().items() if words.judged]

MEDIUM = example_paths()["303-5-the-queue-keeps-the-order"]
LARGE = ready_tables()["large-a-strike-and-its-answers"]
LARGER = ready_tables()["large-a-strike-and-a-charm-more"]


class Measured(NamedTuple):
    """One search.

    Args:
        name: what searched.
        states: decision states, where it counts them.
        micro_states: all states.
        seconds: of the whole process.
        search_seconds: of the search alone, as it says itself.
        bytes_per_state: memory the process grew by, for each state.
    """

    name: str
    states: int | None
    micro_states: int
    seconds: float
    search_seconds: float
    bytes_per_state: float | None


_CHILD = """
import json, resource, sys
from berserk_fsm.explore.exploring import explore
from berserk_fsm.explore.model import Model
from berserk_fsm.machine.build import build_specification
from berserk_fsm.scenario.scenario import load_scenario
model = Model(build_specification(), load_scenario(sys.argv[1]).table)
who = resource.RUSAGE_SELF if sys.argv[2] == "1" else resource.RUSAGE_CHILDREN
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
report = explore(model, processes=int(sys.argv[2]))
grown = (resource.getrusage(who).ru_maxrss - before) * 1024 * int(sys.argv[2])
assert report.ok and report.complete
print(json.dumps([report.states, report.micro_states, report.seconds, grown / report.micro_states]))
"""


def ours(table: Path, processes: int) -> Measured:
    """Our search, in a process of its own."""
    began = time.perf_counter()
    command = [sys.executable, "-c", _CHILD, str(table), str(processes)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    states, micro, search, grown = map(float, out.strip("[]\n").split(","))
    name = "berserk-fsm, one process" if processes == 1 else f"berserk-fsm, {processes} processes"
    return Measured(name, int(states), int(micro), time.perf_counter() - began, search, grown)


def by_tlc(table: Path) -> Measured:
    """TLC with one worker and the same properties."""
    specification, on = build_specification(), load_scenario(table).table
    answer = run_tlc(tla_text(specification, on), tla_config(specification, JUDGED), timeout=7200)
    assert answer.violated is None
    return Measured("TLC, one worker", None, answer.distinct, answer.seconds, answer.seconds, None)


def by_spin(table: Path) -> Measured:
    """SPIN, compiled with -O2, with the same properties."""
    on = load_scenario(table).table
    model = promela_text(build_specification(), on, properties=JUDGED)
    answer = run_spin(model, optimize="-O2", timeout=7200)
    assert not answer.violated
    name = f"SPIN (and {answer.compile_seconds:.0f} s to compile)"
    return Measured(name, None, answer.states, answer.seconds, answer.seconds, answer.memory * 2**20 / answer.states)


def table_of(title: str, rows: list[Measured], first: Measured) -> str:
    """Some searches of one table as Markdown; the last column compares the seconds with those of ``first``."""
    lines = [
        f"{title}\n",
        "| search | situations | all states | s | of them search | situations/s | states/s | bytes/state | time |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        states = "" if row.states is None else f"{row.states:,}"
        rate = "" if row.states is None else f"{row.states / row.search_seconds:,.0f}"
        memory = "" if row.bytes_per_state is None else f"{row.bytes_per_state:.0f}"
        lines.append(
            f"| {row.name} | {states} | {row.micro_states:,} | {row.seconds:.1f} | {row.search_seconds:.1f} | {rate} | "
            f"{row.micro_states / row.search_seconds:,.0f} | {memory} | {row.seconds / first.seconds:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the tables."""
    print(f"{date.today()}, Python {platform.python_version()}, {os.cpu_count()} processors\n")
    for table, others in ((MEDIUM, (by_tlc, by_spin)), (LARGE, (by_spin,)), (LARGER, (lambda table: ours(table, 2),))):
        first = ours(table, 1)
        rows = [first, *(other(table) for other in others)]
        print(table_of(f"`{table.stem}`, all properties:", rows, first), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
