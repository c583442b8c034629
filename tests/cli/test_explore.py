"""``explore``: the report in words and as JSON, counterexamples, graphs, bad input, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from berserk_fsm.explore.ready_tables import ready_tables
from tests.cli.conftest import Call
from tests.cli.running import environment

TWO_SLOW = """\
title: Two slow actions
actions: {M: {by: A, speed: slow}, N: {by: A, speed: slow}}
"""
LETTER = ("--reading", "slow_needs_empty_stack=false")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.yaml"
    path.write_text(TWO_SLOW, "utf-8")
    return path


def test_everything_holds(call: Call, table: Path) -> None:
    outcome = call("explore", table)
    assert (outcome.code, outcome.err) == (0, "")
    assert "Situations in which a player decides: 44" in outcome.out
    assert "Everything was looked at (to the end of the turn)." in outcome.out
    assert "✓   Declaring does not take priority from the player who declares." in outcome.out
    assert "✗" not in outcome.out


def test_the_letter_of_303_3_is_shown_by_the_shortest_play(call: Call, table: Path) -> None:
    outcome = call("explore", table, *LETTER, "--lang", "ru")
    assert (outcome.code, outcome.err) == (1, "")
    play = outcome.out[outcome.out.index("Кратчайший розыгрыш:") :].splitlines()[1:6]
    assert [line.strip() for line in play] == [
        "A заявляет N",
        "A передаёт приоритет",
        "B пасует",
        "A пасует",
        "A заявляет M",
    ]
    assert "При выбранном прочтении так и должно быть" in outcome.out
    assert "из-за прочтения: 1" in outcome.out.replace("\n", " ")


def test_json_has_the_keys_of_the_contract(call: Call, table: Path) -> None:
    outcome = call("explore", table, "--json", *LETTER)
    found = json.loads(outcome.out)
    assert outcome.code == 1
    assert found["scenario"] == str(table)
    assert (found["states"], found["micro_states"], found["transitions"], found["complete"]) == (80, 237, 88, True)
    assert {"depth", "never_taken", "seconds"} <= set(found)
    (violation,) = found["violations"]
    assert violation["property"] == "slow_on_empty_stack"
    assert violation["clauses"] == ["303.3"]
    assert violation["play"][-1] == "A declares M"


def test_counterexamples_are_scenarios_that_replay(call: Call, table: Path, tmp_path: Path) -> None:
    folder = tmp_path / "found"
    assert call("explore", table, *LETTER, "--counterexamples", folder).code == 1
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"slow_on_empty_stack{end}" for end in ("-sequence.svg", "-timeline.svg", ".yaml")]
    replayed = call("play", folder / "slow_on_empty_stack.yaml", "--json")
    assert replayed.code == 0
    assert json.loads(replayed.out)["final"]["queue"] == ["M"]
    assert "<svg" in (folder / "slow_on_empty_stack-sequence.svg").read_text("utf-8")


@pytest.mark.parametrize("ending", ["svg", "png", "mmd"])
def test_graph(call: Call, tmp_path: Path, table: Path, ending: str) -> None:
    picture = tmp_path / f"graph.{ending}"
    assert call("explore", table, "--graph", picture).code == 0
    assert picture.stat().st_size > 1000


def test_graph_of_too_many_situations(call: Call, tmp_path: Path) -> None:
    outcome = call("explore", "303-1-one-holder", "--graph", tmp_path / "graph.svg")
    assert outcome.code == 2
    assert "--depth" in outcome.err
    assert len(outcome.err.splitlines()) == 1
    assert call("explore", "303-1-one-holder", "--depth", "4", "--graph", tmp_path / "graph.svg").code == 0


def test_what_cannot_be_written_is_said_before_the_search(call: Call, table: Path, tmp_path: Path) -> None:
    for option, value in (("--graph", "graph.gif"), ("--graph", "."), ("--counterexamples", "one.yaml")):
        outcome = call("explore", table, option, tmp_path / value)
        assert (outcome.code, outcome.out) == (2, "")
        assert option in outcome.err
        assert len(outcome.err.splitlines()) == 1


def test_what_cannot_be_written_does_not_cost_the_report(call: Call, tmp_path: Path) -> None:
    outcome = call("explore", "303-1-one-holder", "--graph", tmp_path / "graph.svg")
    assert outcome.code == 2
    assert "Situations in which a player decides" in outcome.out
    assert "--depth" in outcome.err


def test_a_missing_folder_is_made(call: Call, table: Path, tmp_path: Path) -> None:
    assert call("explore", table, "--graph", tmp_path / "new" / "graph.svg").code == 0
    assert (tmp_path / "new" / "graph.svg").exists()


def test_a_claim_about_nothing_says_so(call: Call, tmp_path: Path) -> None:
    """A mistyped fact, and a condition that never holds, must not pass for a proof."""
    path = tmp_path / "vacuous.yaml"
    path.write_text("actions: {X: {by: A, add: [hit]}}\nalways: {if: {facts: [hitt]}, expect: {stack: [X]}}\n", "utf-8")
    outcome = call("explore", path)
    assert outcome.code == 0
    assert "Please check: The fact “hitt” can never be there; did you mean “hit”?" in outcome.out
    assert "Empty: the situations it speaks of never come about" in outcome.out


def test_a_claim_called_like_a_property_is_refused(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "names.yaml"
    path.write_text("actions: {X: {by: A}}\nalways: {title: one_holder, expect: {phase: main}}\n", "utf-8")
    outcome = call("explore", path)
    assert outcome.code == 2
    assert "'one_holder'" in outcome.err


def test_many_turns_end_when_nothing_new_comes(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("actions: {F: {by: A}}\n", "utf-8")
    assert json.loads(call("explore", path, "--turns", "999999999999", "--json").out)["complete"]


def test_max_states_is_not_passed_by_far(call: Call) -> None:
    found = json.loads(call("explore", "303-8-conditional-in-the-initial-phase", "--max-states", "500", "--json").out)
    assert 500 <= found["states"] < 600


@pytest.mark.parametrize("format", ["tla", "promela"])
def test_models_are_exported_by_the_name_of_a_ready_table(call: Call, format: str) -> None:
    usual = call("export", format, "303-1-one-holder")
    assert usual.code == 0
    letter = call("export", format, "303-1-one-holder", *LETTER, "--turns", "2")
    assert "slow_on_empty_stack" in letter.out
    assert "TURNS = 2" in letter.out or "TURNS 2" in letter.out


def test_bounds(call: Call, table: Path) -> None:
    assert "Not everything was looked at: --depth was reached." in call("explore", table, "--depth", "3").out
    assert "none is violated so far" in call("explore", table, "--depth", "3").out
    assert json.loads(call("explore", table, "--max-states", "10", "--json").out)["stopped_by"] == "max_states"
    two = json.loads(call("explore", table, "--turns", "2", "--json").out)
    assert two["states"] > 44
    assert (two["turns"], two["complete"]) == (2, True)


@pytest.mark.parametrize("bound", ["--turns", "--max-states", "--depth", "--processes"])
@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_bad_bounds(call: Call, table: Path, bound: str, value: str) -> None:
    outcome = call("explore", table, bound, value)
    assert outcome.code == 2
    assert bound in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_claims_of_the_file(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "claims.yaml"
    path.write_text(TWO_SLOW + "never: {queue: [M]}\nsometimes: {stack: [M, N]}\nalways: {phase: main}\n", "utf-8")
    found = json.loads(call("explore", path, "--json").out)
    assert [violation["kind"] for violation in found["violations"]] == ["always", "never", "sometimes"]
    assert [violation["play"] for violation in found["violations"]] == [
        ["A passes", "B passes"],
        ["A declares M"],
        None,
    ]


def test_without_a_file_the_ready_tables_are_listed(call: Call) -> None:
    outcome = call("explore", "--lang", "ru")
    assert outcome.code == 0
    assert all(name in outcome.out for name in ready_tables())


def test_a_ready_table_by_name(call: Call) -> None:
    assert call("explore", "303-1-one-holder").code == 0


def test_a_file_wins_over_a_ready_table(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "303-1-one-holder").write_text(TWO_SLOW, "utf-8")
    assert "Two slow actions" in call("explore", "303-1-one-holder").out


@pytest.mark.parametrize(
    ("text", "message"),
    [("actions: {F: {by: C}}", "table.yaml:1: "), ("", "table.yaml:1: "), (None, "table.yaml:1: ")],
)
def test_bad_input(call: Call, tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "table.yaml"
    if text is not None:
        path.write_text(text, "utf-8")
    outcome = call("explore", path)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_all_lists_what_never_happened(call: Call, table: Path) -> None:
    short, full = call("explore", table).out, call("explore", table, "--all").out
    assert "Transitions: " in short
    assert len(full.splitlines()) > len(short.splitlines()) + 300
    assert "the top action was blocked" in full or "blocked" in full


@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are those of Unix")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_prints_what_is_known(processes: str) -> None:
    arguments = ("explore", "large-a-strike-and-a-charm-more", "--json", "--processes", processes)
    # A session of its own, so that the signal reaches what a terminal would send it to, and not the tests.
    child = subprocess.Popen(
        [sys.executable, "-m", "berserk_fsm", *arguments],
        stdout=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    time.sleep(6)  # Python and NumPy are loaded by then, and the search takes much longer
    os.killpg(child.pid, signal.SIGINT)
    out, _ = child.communicate(timeout=120)
    assert child.returncode == 130
    found = json.loads(out)
    assert (found["complete"], found["stopped_by"]) == (False, "interrupt")
    assert found["states"] > 0
