"""How fast games go, and what else takes time: ``python -m tests.benchmarks.games`` prints tables in Markdown.

Everything is of one run. Each contestant is measured in processes of its own, so no cache is warm that it has not
warmed itself, in several sweeps through all of them, so that a busy moment of the machine does not fall on one alone. A
process makes the contestant (that is its construction), then plays all games once, with cold caches, which has a column
of its own, and must end where the others end; then come rounds in which the same games are played over and over, for a
while each.
Seconds are those of the processor, figures the medians of all rounds of all sweeps. ``--quick`` does the same in a
hurry, to try the command itself.
"""

from __future__ import annotations

import gc
import importlib.metadata
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import click

from berserk_fsm.core.values import Decision
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.game import Game
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.simulation import Match, Simulation
from tests.simulation.playing import deep_size

TABLES = ("large-a-strike-and-its-answers", "302-4-suspended", "302-7-an-endless-loop-is-cut")
"""Ready tables; everybody plays on the first, and ours on the others too."""

LENGTHS = (40, 200)
"""Decisions in a game: in 40 most is declared that can be, after that players mostly pass."""

OURS = 6
"""How many contestants are ours; they stand before the others."""

VERSIONS = ("transitions", "python-statemachine", "sismic", "numpy")


class Effort(NamedTuple):
    """How much is done.

    Args:
        sweeps: how often everybody is measured.
        rounds: how many rounds a process counts.
        seconds: how long a round lasts at least.
        decisions: how many decisions of each length of game are played over and over.
        examples: how many of the examples are played; all if ``None``.
    """

    sweeps: int
    rounds: int
    seconds: float
    decisions: int
    examples: int | None


FULL = Effort(sweeps=2, rounds=3, seconds=0.2, decisions=400, examples=None)
QUICK = Effort(sweeps=1, rounds=1, seconds=0.001, decisions=40, examples=5)


@dataclass(frozen=True)
class Games:
    """Random games that were played once: what everybody plays again."""

    beginning: StepRecord
    records: Sequence[Sequence[StepRecord]]

    @classmethod
    def on(cls, simulation: Simulation, length: int, decisions: int) -> Games:
        """Games of some length, so many that they have that many decisions in all."""
        played = [simulation.playout(seed, length).history for seed in range(max(1, decisions // length))]
        return cls(played[0][0], [history[1:] for history in played])

    @property
    def ends(self) -> list[str]:
        """The states of the machine the games end in."""
        return [records[-1].after.control for records in self.records]

    @property
    def events(self) -> int:
        """How many decisions there are in all."""
        return sum(map(len, self.records))


class Timed(NamedTuple):
    """What some work came to, and its seconds of processor time, those of its child processes among them."""

    result: Any
    seconds: float


def timed(work: Callable[[], Any]) -> Timed:
    """Do it once."""
    began = _processor_seconds()
    result = work()
    return Timed(result, _processor_seconds() - began)


def _processor_seconds() -> float:
    now = os.times()
    return time.process_time() + now.children_user + now.children_system


def rate(work: Callable[[], object], units: int, least: float) -> float:
    """How many units a second of processor time are done, in a round of at least so many seconds."""
    times = 1
    while True:
        began = time.process_time()
        for _ in range(times):
            work()
        if (spent := time.process_time() - began) >= least:
            return times * units / spent
        times *= 2  # so that looking at the clock does not count


# --- in a process of its own -----------------------------------------------------------------------------------------


def contestant(name: str, table: str, effort: Effort) -> dict[str, Any]:
    """One contestant on one table: construction, first games, events a second by length, another game, its bytes."""
    from tests.benchmarks.contestants import CONTESTANTS

    scenario = load_scenario(ready_tables()[table])
    specification = build_specification(scenario.profile, scenario.readings)
    kind = CONTESTANTS[name]
    player, seconds = timed(lambda: kind(specification, scenario))
    simulation = Simulation.of_scenario(scenario)
    rates: dict[int, list[float]] = {}
    cold: dict[int, float] = {}
    for length in LENGTHS:
        games = Games.on(simulation, length, effort.decisions)
        prepared = player.prepared(games)
        ends, cold[length] = timed(partial(player.play, prepared))
        assert not kind.checked or ends == games.ends, f"{name} does not play the same games"
        # The collector of garbage stays on, but does not walk through the modules and what was made before.
        gc.collect()
        gc.freeze()
        rates[length] = [
            rate(partial(player.play, prepared), games.events, effort.seconds) for _ in range(effort.rounds)
        ]
    shared = (player, simulation, specification, scenario, Match, Game, Decision)
    game = player.game()
    makes = [rate(player.game, 1, effort.seconds) for _ in range(effort.rounds)]
    return {
        "rates": rates,
        "construction": seconds,
        "cold": cold[LENGTHS[0]],
        "makes": makes,
        "bytes": deep_size(game, shared) if game is not player else 0,
    }


def batch(table: str, effort: Effort) -> dict[str, Any]:
    """Games in lockstep, without and with the properties asked; and taking decisions back."""
    simulation = Simulation.of_scenario(load_scenario(ready_tables()[table]))
    games = 8192 if effort is FULL else 64
    found: dict[str, Any] = {}
    for check in (False, True):
        for length in LENGTHS:
            events = min(length, effort.decisions)
            play = partial(simulation.batch, games, events, seed=1, check=check)
            assert play().ok
            rates = [rate(play, games * events, effort.seconds) for _ in range(effort.rounds)]
            found.setdefault("checked" if check else "unchecked", {})[length] = rates

    def undone() -> float:
        match = simulation.playout(1, 1000)
        return timed(lambda: [match.undo() for _ in range(1000)]).seconds / 1000

    return found | {"undo": [undone() for _ in range(effort.rounds)]}


def specification() -> float:
    """Building the specification, which all games with the same readings share."""
    return timed(build_specification).seconds


def first_picture() -> float:
    """The first picture: imports, layout, SVG."""

    def draw() -> str:
        from berserk_fsm import view

        return view("window", "en").svg

    return timed(draw).seconds


def examples(engine: str, effort: Effort) -> float:
    """The examples, read and played."""

    def play() -> bool:
        paths = list(example_paths().values())[: effort.examples]
        return all(play_scenario(load_scenario(path), engine=engine).ok for path in paths)  # type: ignore[arg-type]

    played, seconds = timed(play)
    assert played, "an example does not hold"
    return seconds


PARTS: dict[str, Callable[..., Any]] = {
    "contestant": contestant,
    "batch": batch,
    "specification": specification,
    "first_picture": first_picture,
    "examples": examples,
}


# --- in the process that prints --------------------------------------------------------------------------------------


def in_a_process(part: str, *arguments: str, quick: bool) -> Any:
    """A part, measured in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.games", *(["--quick"] if quick else []), part, *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def import_seconds(statement: str) -> float:
    """How long an import takes in a fresh process, as ``-X importtime`` tells."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", statement], check=True, stderr=subprocess.PIPE, text=True
    )
    # Outermost imports are not indented; those of the interpreter itself come before ours.
    lines = re.findall(r"^import time: +\d+ \| +(\d+) \| (berserk_fsm\S*)$", done.stderr, re.MULTILINE)
    return sum(int(cumulative) for cumulative, _ in lines) / 1e6


def sweeps(effort: Effort, kinds: Iterable[tuple[str, str]]) -> dict[tuple[str, str], dict[str, Any]]:
    """Everybody on their tables, sweep by sweep; figures of all sweeps together."""
    kinds = list(kinds)
    found: dict[tuple[str, str], list[dict[str, Any]]] = {kind: [] for kind in kinds}
    for _ in range(effort.sweeps):
        for name, table in kinds:
            found[name, table].append(in_a_process("contestant", name, table, quick=effort is QUICK))
    return {
        kind: {
            "rates": {n: median(r for one in ones for r in one["rates"][str(n)]) for n in LENGTHS},
            **{key: median(one[key] for one in ones) for key in ("construction", "cold")},
            "makes": median(rate for one in ones for rate in one["makes"]),
            "bytes": ones[0]["bytes"],
        }
        for kind, ones in found.items()
    }


def figure(number: float) -> str:
    """A number with three digits that count.

    >>> figure(0.01234), figure(12.34), figure(1234.5)
    ('0.0123', '12.3', '1,234')
    """
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def machine() -> str:
    """Where and with what this was measured."""
    try:
        told = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
        model = told[1] if told else platform.machine()
    except OSError:
        model = platform.processor() or platform.machine()
    load = ", ".join(f"{one:.2f}" for one in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in VERSIONS)
    return (
        f"{date.today()}, {platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors "
        f"({model}), one of them used; load at the start: {load}; {versions}"
    )


def speed_table(table: str, measured: dict[tuple[str, str], dict[str, Any]], host: str, decisions: int) -> str:
    """How fast everybody was on one table, as Markdown."""
    columns = " | ".join(f"events/s, {length} a game | times the host" for length in LENGTHS)
    once = f"construction, ms | first {decisions} events, ms | another game, µs | bytes per game"
    lines = [
        f"| on `{table}` | {columns} | {once} |",
        "|---|" + "---:|" * (2 * len(LENGTHS) + 4),
    ]
    first = measured[host, table]["rates"]
    for (name, on), one in measured.items():
        if on != table:
            continue
        speeds = " | ".join(f"{one['rates'][n]:,.0f} | {figure(one['rates'][n] / first[n])}" for n in LENGTHS)
        game = f"{figure(1e6 / one['makes'])} | {one['bytes']:,}" if one["bytes"] else "– | –"
        first_times = f"{figure(1e3 * one['construction'])} | {figure(1e3 * one['cold'])}"
        lines.append(f"| {name} | {speeds} | {first_times} | {game} |")
    return "\n".join(lines)


def other_table(effort: Effort) -> str:
    """Everything that is no contest, as Markdown."""
    quick = effort is QUICK

    def often(measure: Callable[[], float]) -> float:
        return median(measure() for _ in range(effort.sweeps))

    lockstep = in_a_process("batch", TABLES[0], quick=quick)
    rows = [
        *(
            (f"`Simulation.batch`{told}, {n} a game, events/s", figure(median(lockstep[key][str(n)])))
            for key, told in (("unchecked", ""), ("checked", "(check=True)"))
            for n in LENGTHS
        ),
        ("`Match.undo`, µs", figure(1e6 * median(lockstep["undo"]))),
        *(
            (f"`{statement}`, ms", figure(1e3 * often(partial(import_seconds, statement))))
            for statement in ("import berserk_fsm", "from berserk_fsm import Game")
        ),
        ("the specification, ms", figure(1e3 * often(lambda: in_a_process("specification", quick=quick)))),
        (
            "the first picture, with what it imports, s",
            figure(often(lambda: in_a_process("first_picture", quick=quick))),
        ),
        *(
            (
                f"{effort.examples or len(example_paths())} examples, read and played, engine `{engine}`, s",
                figure(often(lambda: in_a_process("examples", engine, quick=quick))),  # noqa: B023 - called at once
            )
            for engine in ("table", "transitions")
        ),
    ]
    return "\n".join(["| besides | |", "|---|---:|", *(f"| {what} | {told} |" for what, told in rows)])


@click.command(help=__doc__)
@click.option("--quick", is_flag=True, help="In a hurry: the figures mean nothing.")
@click.argument("part", nargs=-1)
def main(quick: bool, part: tuple[str, ...]) -> None:
    """Print the tables; or, in a process of its own, the figures of a part."""
    effort = QUICK if quick else FULL
    if part:
        name, *arguments = part
        given = [*arguments, effort] if name in ("contestant", "batch", "examples") else arguments
        print(json.dumps(PARTS[name](*given)))
        return
    from tests.benchmarks.contestants import CONTESTANTS, HOST

    print(f"{machine()}\n", flush=True)
    everybody = [(name, TABLES[0]) for name in CONTESTANTS]
    ours = [(name, table) for table in TABLES[1:] for name in list(CONTESTANTS)[:OURS]]
    measured = sweeps(effort, everybody + ours)
    for table in TABLES:
        print(f"{speed_table(table, measured, HOST, effort.decisions)}\n")
    print(other_table(effort))


if __name__ == "__main__":
    main()
