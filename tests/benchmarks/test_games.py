"""The benchmark of games runs, and everybody in it plays the same games; no test asserts a time."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.machine.build import build_specification
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.simulation import Simulation
from tests.benchmarks.contestants import CONTESTANTS, HOST
from tests.benchmarks.games import LENGTHS, OURS, TABLES, Games, figure, main, speed_table


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", CONTESTANTS)
def test_everybody_plays_the_same_games(name: str, table: str) -> None:
    scenario = load_scenario(ready_tables()[table])
    kind = CONTESTANTS[name]
    player = kind(build_specification(scenario.profile, scenario.readings), scenario)
    games = Games.on(Simulation.of_scenario(scenario), 30, 60)
    prepared = player.prepared(games)
    for _ in range(2):
        assert player.play(prepared) == (games.ends if kind.checked else [])
    assert games.events == 60
    assert player.game() is not None


def test_the_command_prints_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a hurry, and for two contestants, each in a process of its own."""
    few = {name: CONTESTANTS[name] for name in (HOST, "`Match.apply`")}
    monkeypatch.setattr("tests.benchmarks.contestants.CONTESTANTS", few)
    monkeypatch.setattr("tests.benchmarks.games.TABLES", TABLES[:1])
    done = CliRunner().invoke(main, ["--quick"], catch_exceptions=False)
    assert done.exit_code == 0
    head, speeds, others = done.output.strip().split("\n\n")
    assert re.match(
        r"\d{4}-\d\d-\d\d, CPython 3\.\d+\.\d+, \d+ processors? \(.+\).*load at the start: .*sismic 1\.", head
    )
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in speeds.split("\n")]
    assert [row[0] for row in rows[2:]] == list(few)
    assert {len(row) for row in rows} == {1 + 2 * len(LENGTHS) + 4}
    assert rows[2][2] == rows[2][4] == "1"
    assert float(rows[3][2].replace(",", "")) > 1
    assert len(others.split("\n")) == 2 + 11


def test_only_those_of_a_table_stand_in_it() -> None:
    one = {"rates": dict.fromkeys(LENGTHS, 2e3), "construction": 0.5, "cold": 0.25, "makes": 100.0, "bytes": 0}
    two = {"rates": dict.fromkeys(LENGTHS, 1e3), "construction": 0.5, "cold": 0.75, "makes": 100.0, "bytes": 1234}
    text = speed_table("t", {("a", "t"): two, ("b", "t"): one, ("c", "u"): one}, "a", 40)
    assert text.split("\n")[2:] == [
        "| a | 1,000 | 1 | 1,000 | 1 | 500 | 750 | 10,000 | 1,234 |",
        "| b | 2,000 | 2 | 2,000 | 2 | 500 | 250 | – | – |",
    ]


def test_figures_have_three_digits_that_count() -> None:
    assert [figure(number) for number in (0.01234, 12.34, 99.96, 1234.5)] == ["0.0123", "12.3", "100", "1,234"]


def test_ours_are_the_first() -> None:
    assert len(list(CONTESTANTS)[OURS:]) == 3
