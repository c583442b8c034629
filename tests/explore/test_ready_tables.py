"""The ready tables: small, about every clause, right in what they claim; together they leave nothing out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from berserk_fsm.core.values import Action, GameState
from berserk_fsm.explore.claims import claims_of, is_so
from berserk_fsm.explore.model import Model, Step
from berserk_fsm.explore.plain import Reached, reachable
from berserk_fsm.explore.properties import STATE_CHECKS, STEP_CHECKS
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.doubts import doubts
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.scenario.scenario import load_scenario, parse_scenario
from berserk_fsm.scenario.writing import dump_scenario, mirror
from berserk_fsm.yaml_text import read_file

NAMES = [name for name in ready_tables() if not name.startswith("large-")]
MOST_STATES = 15_000

NOT_GIVEN = {"stack_deactivated"}
"""302.8: while an effect is applied nobody is asked, so no decision meets this refusal."""


@cache
def table(name: str) -> Scenario:
    return load_scenario(ready_tables()[name])


@cache
def reached(name: str) -> Reached:
    return reachable(Model(build_specification(), table(name).table), max_states=MOST_STATES)


@cache
def steps(name: str) -> tuple[tuple[GameState, Step], ...]:
    """Every step out of every state, also those past the bound."""
    found = reached(name)
    return tuple((state, step) for state in found.states for step in found.model.steps(state))


# --- each of them --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_it_is_small_and_fit_to_be_read(name: str) -> None:
    scenario, lines = table(name), read_file(ready_tables()[name]).splitlines()
    assert reached(name).complete
    assert len(reached(name).states) >= 50
    assert scenario.title
    assert not scenario.play
    assert ".".join(name.split("-")[:2]) in scenario.cites
    assert scenario.readings == Readings()
    assert {claim.kind for claim in scenario.claims} == {"always", "never", "sometimes"}
    assert all(claim.title for claim in scenario.claims if claim.kind != "sometimes")
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 110
    assert not doubts(scenario)
    for lang in ("en", "ru"):
        assert parse_scenario(dump_scenario(scenario, lang)) == scenario


def broken(scenario: Scenario, found: Reached) -> list[str]:
    """The claims that do not hold in what was found."""
    states, wrong = found.decision_states, []
    for claim in claims_of(scenario, found.model):
        held = [claim.holds(state) for state in states]
        if not {"always": all(held), "never": not any(held), "sometimes": any(held)}[claim.kind]:
            wrong.append(claim.id)
    return wrong


@pytest.mark.parametrize("name", NAMES)
def test_what_it_claims_holds(name: str) -> None:
    assert broken(table(name), reached(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_what_it_claims_holds_in_later_turns_too(name: str) -> None:
    later = reachable(reached(name).model, turns=3)
    assert later.complete
    assert len(later.states) > len(reached(name).states)
    assert broken(table(name), later) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_condition_is_empty(name: str) -> None:
    """A claim about situations that never come about would hold whatever it says."""
    model, states = reached(name).model, reached(name).decision_states
    for claim in table(name).claims:
        condition = claim.condition
        assert condition is None or any(is_so(model, state, condition) for state in states), claim.title


@pytest.mark.parametrize("name", NAMES)
def test_the_players_may_be_exchanged(name: str) -> None:
    exchanged = mirror(table(name))
    found = reachable(Model(build_specification(), exchanged.table))
    assert len(found.states) == len(reached(name).states)
    assert len(found.edges) == len(reached(name).edges)
    assert broken(exchanged, found) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_property_holds_in_every_state(name: str) -> None:
    model = reached(name).model
    for state in reached(name).states:
        wrong = [id for id, holds in STATE_CHECKS.items() if not holds(model, state)]
        assert not wrong, f"{wrong} in {state}"


@pytest.mark.parametrize("name", NAMES)
def test_every_property_holds_in_every_step(name: str) -> None:
    model = reached(name).model
    for before, step in steps(name):
        wrong = [id for id, holds in STEP_CHECKS.items() if not holds(model, before, step.after)]
        assert not wrong, f"{wrong} by {step.row.id} from {before}"


# --- readings ------------------------------------------------------------------------------------------------

TOLD_BY = {
    "handover_counts_as_pass": ("303-2-pass-or-hand-over-ru", "Передача приоритета не считается пасом"),
    "slow_needs_empty_stack": ("303-3-slow-and-fast", "No slow action while the stack is not empty"),
    "slow_active_only": ("303-3-slow-and-fast", "The opponent declares nothing slow"),
    "trigger_once_per_point": (
        "303-9-the-player-due",
        "Who handed over has had the point, also when the opponent passes",
    ),
    "triggers_mandatory": ("302-4-suspended", "sometimes 3"),
    "reserve_at": ("302-12-one-resource-for-two", "sometimes 1"),
    "opponent_declared_lasts": (
        "303-6-by-the-same-rules",
        "A fast action is not open in a later hold, since the opponent has declared nothing new",
    ),
    "roll_through_queue": ("302-9-the-roll-goes-through-the-queue", "The window of the roll has its roll"),
    "phase_window": ("302-6-phases-off-the-stack", "sometimes 1"),
    "window_opens_with": (
        "303-1-one-holder",
        "Every window of a step begins with Active, whoever's action executes",
    ),
}
"""For each reading a table and the claim that is no longer true when the clause is read the other way."""


def test_every_reading_is_told_by_a_table() -> None:
    assert TOLD_BY.keys() == reading_definitions().keys()


@pytest.mark.parametrize("id", TOLD_BY)
def test_another_reading_breaks_a_claim(id: str) -> None:
    name, claim = TOLD_BY[id]
    definition = reading_definitions()[id]
    (other,) = (option.value for option in definition.options if option.value != definition.default)
    specification = build_specification(None, Readings().replace(**{id: other}))
    found = reachable(Model(specification, table(name).table))
    assert claim in broken(table(name), found)
    assert claim not in broken(table(name), reached(name))


def test_by_the_letter_a_slow_action_comes_on_a_full_stack() -> None:
    """303.3 names the queue only: read so, a second slow action finds its way onto the first."""
    name = "303-3-slow-and-fast"
    literal = build_specification(None, Readings(slow_needs_empty_stack=False))
    stacks = {tuple(one.name for one in state.stack) for state in reachable(Model(literal, table(name).table)).states}
    usual = {tuple(one.name for one in state.stack) for state in reached(name).states}
    assert ("march", "dig") in stacks
    assert ("march", "dig") not in usual


# --- together they leave nothing out -------------------------------------------------------------------------


def test_every_clause_has_a_table() -> None:
    cited = {cite for name in NAMES for cite in table(name).cites}
    assert [number for number in clauses() if number not in cited] == []


def test_every_row_is_taken() -> None:
    taken = {step.row.id for name in NAMES for _, step in steps(name)}
    missing = [row.id for row in build_specification() if row.id not in taken]
    assert not missing, "no ready table takes:\n" + "\n".join(missing)


def test_every_refusal_is_given() -> None:
    missing = {refusal.id for refusal in build_specification().refusals}
    for name in NAMES:
        model = reached(name).model
        for state in reached(name).decision_states:
            missing -= {refusal.id for one in model.decisions if (refusal := model.refusal(state, one))}
    assert missing == NOT_GIVEN


def test_every_kind_of_window_opens() -> None:
    opened = {state.window.kind for name in NAMES for state in reached(name).decision_states if state.window}
    assert opened == {state.window for state in build_specification().states.values() if state.window}


# --- no property holds for want of a case --------------------------------------------------------------------


def declared(model: Model, step: Step) -> Action | None:
    decision = step.decision
    return model.table.actions[decision.name] if decision and decision.name else None


def is_declared(model: Model, step: Step, *manners: str) -> bool:
    action = declared(model, step)
    return action is not None and action.manner in manners


StateCase = Callable[[Model, GameState], bool]
StepCase = Callable[[Model, GameState, Step], bool]

STATE_CASES: dict[str, tuple[StateCase, ...]] = {
    "one_holder": (
        lambda model, state: state.holder == state.active,
        lambda model, state: state.holder not in (None, state.active),
    ),
    "nobody_while_deactivated": (lambda model, state: state.deactivated,),
    "deactivated_refuses": (lambda model, state: state.deactivated,),
    "one_place": (lambda model, state: len(state.queue) > 1 and len(state.stack) > 1,),
    "nothing_queued_while_executing": (
        lambda model, state: state.step is not None and state.window is None,
        lambda model, state: state.step is not None and state.window is not None and bool(state.queue),
    ),
    "paid_was_reserved": (
        lambda model, state: state.step == "payment" and bool(model.table.actions[state.top.name].cost),
    ),
    "cancelled_is_unpaid": (
        lambda model, state: bool(state.stack) and state.top.cancelled,
        lambda model, state: len(state.stack) > 1 and state.top.cancelled and state.stack[-2].reserved,
    ),
    "marks_agree": (
        lambda model, state: state.deactivated,
        lambda model, state: state.window is not None and state.window.has_declared,
        lambda model, state: len(state.stack) > 1 and state.step is not None and state.window is None,
    ),
    "holder_can_give_away": (
        lambda model, state: state.window is not None and state.window.has_declared,
        lambda model, state: state.window is not None and state.window.passes == 1,
    ),
    "goes_on": (lambda model, state: not model.is_decision(state),),
    "one_way": (lambda model, state: model.is_decision(state),),
    "refused_or_accepted": (lambda model, state: model.is_decision(state),),
}
"""For each property about a state the cases in which it says something; each must occur."""

STEP_CASES: dict[str, tuple[StepCase, ...]] = {
    "facts_change_deactivated": (
        lambda model, before, step: step.row.kind == "apply" and before.facts != step.after.facts,
        lambda model, before, step: step.row.kind == "pay" and before.facts != step.after.facts,
        lambda model, before, step: step.row.kind == "run_batch" and before.facts != step.after.facts,
    ),
    "offered_if_any": (
        lambda model, before, step: step.row.kind == "offer",
        lambda model, before, step: step.row.kind == "no_offer",
    ),
    "only_top_executes": (
        lambda model, before, step: len(step.after.stack) > 1 and before.step != step.after.step is not None,
    ),
    "queue_moves_whole": (
        lambda model, before, step: len(before.queue) > 1 and not step.after.queue,
        lambda model, before, step: len(before.queue) < len(step.after.queue) > 1,
    ),
    "stack_changes_on_top": (
        lambda model, before, step: len(before.stack) > len(step.after.stack) > 0,
        lambda model, before, step: 0 < len(before.stack) < len(step.after.stack),
    ),
    "phase_ends_empty": (
        lambda model, before, step: before.phase is not None and before.phase != step.after.phase,
        lambda model, before, step: before.turn != step.after.turn,
    ),
    "window_closed_by_passes": (
        lambda model, before, step: before.window is not None and step.after.window is None,
        lambda model, before, step: before.window is not None and step.after.window is None and bool(before.queue),
    ),
    "declaring_keeps_priority": (
        lambda model, before, step: declared(model, step) is not None,
        lambda model, before, step: declared(model, step) is not None and bool(before.window and before.window.passes),
    ),
    "declaring_opens_answers": (
        lambda model, before, step: declared(model, step) is not None and bool(before.window and before.window.passes),
    ),
    "giving_away_is_noted": (
        lambda model, before, step: step.row.kind == "pass_priority",
        lambda model, before, step: step.row.kind == "hand_over_priority",
    ),
    "answers_last_a_hold": tuple(
        lambda model, before, step, kind=kind: (  # type: ignore[misc]
            step.row.kind == kind and before.window is not None and before.holder in before.window.fast_open_to
        )
        for kind in ("pass_priority", "hand_over_priority")
    ),
    "own_actions_only": (
        lambda model, before, step: declared(model, step) is not None and before.holder == before.active,
        lambda model, before, step: declared(model, step) is not None and before.holder != before.active,
    ),
    "slow_on_empty_stack": (lambda model, before, step: is_declared(model, step, "slow"),),
    "slow_by_active": (lambda model, before, step: is_declared(model, step, "slow"),),
    "fast_has_reason": (
        lambda model, before, step: before.phase == "initial" and is_declared(model, step, "fast"),
        lambda model, before, step: before.phase == "final" and is_declared(model, step, "fast"),
        lambda model, before, step: before.phase != "main" and is_declared(model, step, "conditional"),
    ),
    "trigger_at_its_point": tuple(
        lambda model, before, step, kind=kind: (  # type: ignore[misc]
            is_declared(model, step, "triggered") and before.window is not None and before.window.kind == kind
        )
        for kind in ("phase", "step", "off_stack")
    ),
    "point_serves_once": (
        lambda model, before, step: (
            is_declared(model, step, "triggered") and before.window is not None and bool(before.window.given_away)
        ),
    ),
    "aimed_at_top": (
        lambda model, before, step: (action := declared(model, step)) is not None and action.block is not None,
        lambda model, before, step: (action := declared(model, step)) is not None and action.redirect is not None,
    ),
    "unpaid_is_cancelled": (
        lambda model, before, step: step.row.kind == "fail_legality",
        lambda model, before, step: step.row.kind == "fail_to_reserve",
    ),
    "steps_go_forward": (lambda model, before, step: step.row.kind == "continue",),
    "every_step_forward": (
        lambda model, before, step: step.row.kind == "continue",
        lambda model, before, step: step.row.kind == "cut_loop",
    ),
}
"""For each property about a step the cases in which it says something; each must occur."""


def test_the_cases_are_those_of_all_properties() -> None:
    assert STATE_CASES.keys() == STATE_CHECKS.keys()
    assert STEP_CASES.keys() == STEP_CHECKS.keys()
    assert STATE_CASES.keys() | STEP_CASES.keys() == property_words().keys()


@pytest.mark.parametrize("id", STATE_CASES)
def test_a_state_property_has_its_cases(id: str) -> None:
    for number, case in enumerate(STATE_CASES[id]):
        counts = {name: sum(case(reached(name).model, state) for state in reached(name).states) for name in NAMES}
        assert any(counts.values()), f"case {number} never occurs"


@pytest.mark.parametrize("id", STEP_CASES)
def test_a_step_property_has_its_cases(id: str) -> None:
    for number, case in enumerate(STEP_CASES[id]):
        counts = {name: sum(case(reached(name).model, before, step) for before, step in steps(name)) for name in NAMES}
        assert any(counts.values()), f"case {number} never occurs"
