"""What a search reports: bounds, claims, several processes, an interrupt, what never happened."""

from __future__ import annotations

import multiprocessing
import os
import signal

import pytest

from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.exploring import explore
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.explore.report import Claim, Report
from berserk_fsm.explore.search import Progress
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.scenario import load_scenario
from tests.explore.comparing import model_of

ONE = "actions: {F: {by: A}, G: {by: B}}"
HAS_FORK = "fork" in multiprocessing.get_all_start_methods()
needs_fork = pytest.mark.skipif(not HAS_FORK, reason="this system cannot fork")


def large() -> Model:
    scenario = load_scenario(ready_tables()["large-a-strike-and-a-charm-more"])
    return Model(build_specification(), scenario.table)


def told(report: Report) -> tuple[object, ...]:
    """What must not depend on how the search was made."""
    counts = (report.states, report.micro_states, report.transitions, report.depth, report.complete)
    never = (report.never_taken, report.never_true, report.never_false, report.never_given, report.never_opened)
    return counts + never + tuple((verdict.id, verdict.holds) for verdict in report.verdicts)


# --- counting --------------------------------------------------------------------------------------------------------


def test_an_empty_table_has_two_windows_of_two_holds() -> None:
    """Both players pass through the main and the final phase: two situations and two passes in each."""
    report = explore(model_of("start: {}"))
    assert (report.states, report.transitions, report.depth) == (4, 4, 3)


def test_one_action_is_counted_by_hand() -> None:
    """303.2-303.7: before the declaration two situations; the queue holds it in three; the stack in four windows of
    two; the window of the phase opens again with two; the final phase has two each time."""
    report = explore(model_of("actions: {M: {by: A, speed: slow}}"))
    queued, executing, reopened = 3, 2 * 2, 2
    final_before, final_after = 2, 2
    assert report.states == 2 + queued + executing + reopened + final_before + final_after
    assert report.transitions == report.states + 1


@pytest.mark.parametrize("bounds", [{"turns": 0}, {"max_states": 0}, {"depth": -1}, {"processes": 0}])
def test_bounds_must_be_positive(bounds: dict[str, int]) -> None:
    with pytest.raises(ExploreError, match="expected"):
        explore(model_of(ONE), **bounds)  # type: ignore[arg-type]


def test_depth_ends_the_search() -> None:
    report = explore(model_of(ONE), depth=3)
    assert (report.depth, report.complete, report.stopped_by) == (3, False, "depth")
    assert {verdict.holds for verdict in report.verdicts} == {None}
    assert report.states < explore(model_of(ONE)).states


def test_a_depth_that_reaches_everything_ends_nothing() -> None:
    whole = explore(model_of(ONE))
    assert told(explore(model_of(ONE), depth=whole.depth + 1)) == told(whole)


def test_max_states_ends_the_search() -> None:
    report = explore(model_of(ONE), max_states=20)
    assert (report.complete, report.stopped_by) == (False, "max_states")
    assert 20 <= report.states < explore(model_of(ONE)).states


def test_too_many_facts_are_refused() -> None:
    facts = ", ".join(f"f{number}" for number in range(65))
    with pytest.raises(ExploreError, match="65 facts; expected at most 64") as caught:
        explore(model_of(f"actions: {{F: {{by: A, add: [{facts}]}}}}"))
    assert "65 фактов" in caught.value.text("ru")


def test_facts_that_nothing_mentions_cost_nothing() -> None:
    facts = ", ".join(f"f{number}" for number in range(200))
    report = explore(model_of(f"start: {{facts: [{facts}]}}\nactions: {{F: {{by: A}}}}"))
    assert report.ok


# --- claims ----------------------------------------------------------------------------------------------------------


def test_claims_of_the_users_own() -> None:
    claims = [
        Claim("short queue", "always", lambda state: len(state.queue) <= 1),
        Claim("stack of two", "never", lambda state: len(state.stack) == 2),
        Claim("both in the queue", "sometimes", lambda state: len(state.queue) == 2),
        Claim("three", "sometimes", lambda state: len(state.stack) == 3),
    ]
    report = explore(model_of(ONE), claims=claims)
    by_id = {verdict.id: verdict for verdict in report.verdicts}
    assert [by_id[claim.id].holds for claim in claims] == [False, False, True, False]
    queue = by_id["short queue"].violation
    assert queue is not None
    assert [(d.verb, d.player) for d in queue.decisions] == [("declare", "A"), ("hand_over", "A"), ("declare", "B")]
    assert by_id["three"].violation is None
    assert not report.ok


def test_a_claim_has_one_of_three_kinds() -> None:
    with pytest.raises(ValueError, match="expected always, never or sometimes"):
        Claim("x", "perhaps", lambda state: True)  # type: ignore[arg-type]


def test_sometimes_is_open_until_all_is_looked_at() -> None:
    claim = Claim("three", "sometimes", lambda state: len(state.stack) == 3)
    assert explore(model_of(ONE), claims=[claim], depth=2).verdicts[-1].holds is None
    assert explore(model_of(ONE), claims=[claim]).verdicts[-1].holds is False


# --- several processes -----------------------------------------------------------------------------------------------

TABLE = """
actions:
  X: {by: A, speed: slow, target: c7, roll: true, cost: [a1], add: [hit]}
  t: {by: B, on: {fix_target: X}}
  n: {by: B, block: X}
  F: {by: A}
start: {facts: [a1]}
rule_effects: {dies: {when: [hit], remove: [hit], add: [dead]}}
"""


@needs_fork
@pytest.mark.parametrize("processes", [2, 3])
@pytest.mark.parametrize("turns", [1, 2])
def test_processes_find_what_one_finds(processes: int, turns: int) -> None:
    model = model_of(TABLE if turns == 1 else ONE, slow_needs_empty_stack="false")
    assert told(explore(model, turns=turns, processes=processes)) == told(explore(model, turns=turns))


@needs_fork
def test_processes_find_the_same_shortest_plays() -> None:
    claim = Claim("short queue", "always", lambda state: len(state.queue) <= 1)
    one, two = (explore(model_of(TABLE), claims=[claim], processes=processes) for processes in (1, 2))
    plays = [report.verdicts[-1].violation for report in (one, two)]
    assert plays[0] is not None
    assert plays[1] is not None
    assert len(plays[0].decisions) == len(plays[1].decisions)
    assert len(plays[1].state.queue) == 2


@needs_fork
def test_bounds_end_the_search_of_all_processes() -> None:
    assert explore(model_of(TABLE), depth=5, processes=2).stopped_by == "depth"
    assert explore(model_of(TABLE), max_states=50, processes=2).stopped_by == "max_states"
    shallow = [explore(model_of(TABLE), depth=5, processes=processes) for processes in (1, 2)]
    assert told(shallow[0]) == told(shallow[1])


@needs_fork
def test_an_error_in_a_process_comes_home() -> None:
    def broken(state: object) -> bool:
        raise LookupError("broken claim")

    with pytest.raises(LookupError, match="broken claim"):
        explore(model_of(ONE), claims=[Claim("broken", "always", broken)], processes=2)


# --- an interrupt ----------------------------------------------------------------------------------------------------


def _interrupt_at(states: int) -> object:
    def progress(now: Progress) -> None:
        if now.states >= states and not sent:
            sent.append(now)
            os.kill(os.getpid(), signal.SIGINT)

    sent: list[Progress] = []
    return progress


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=needs_fork)])
def test_an_interrupt_leaves_what_is_known(processes: int) -> None:
    report = explore(large(), processes=processes, progress=_interrupt_at(20_000))  # type: ignore[arg-type]
    assert report.stopped_by == "interrupt"
    assert not report.complete
    assert report.states >= 20_000
    assert report.ok


# --- what never happened ---------------------------------------------------------------------------------------------


def test_what_never_happened_is_listed() -> None:
    report = explore(model_of("actions: {F: {by: A}}"))
    assert "turn.main_phase.window.active_holds/declare_slow" in report.never_taken
    assert "turn.main_phase.window.active_holds/declare_fast" not in report.never_taken
    assert "top_is_blocked" in report.never_true
    assert "top_is_not_blocked" in report.never_false
    assert "slow_not_main" in report.never_given
    assert "declared_already" not in report.never_given
    assert set(report.never_opened) == {"removal", "off_stack"}
    blocked = explore(model_of("actions: {F: {by: A}, n: {by: B, block: F}}"))
    assert "top_is_blocked" not in blocked.never_true
    assert blocked.never_opened == ("off_stack",)


def test_302_8_is_refused_between_micro_steps() -> None:
    """Nobody may declare while effects are applied; the refusal is given although no player is asked then."""
    assert "stack_deactivated" not in explore(model_of(ONE)).never_given


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, path in example_paths().items()
        if (scenario := load_scenario(path)).profile != default_profile() or scenario.readings.non_default()
    ],
)
def test_what_must_hold_holds_with_other_step_tables_and_readings(name: str) -> None:
    """A property that follows from the readings holds on the table of every example that is not read as usual.

    In the table of 2009 a step opens a window of its own right after the payment: it is not the one 303.8 asks for.
    """
    scenario = load_scenario(example_paths()[name])
    report = explore(Model.of_scenario(scenario))
    assert report.complete
    assert [verdict.id for verdict in report.verdicts if verdict.holds is False and verdict.follows] == []
