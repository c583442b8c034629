"""TLC counts what the plain search counts, and finds what is wrong where something is changed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Point, Redirect, RuleEffect, Start
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Reached, reachable
from berserk_fsm.explore.properties import STATE_CHECKS
from berserk_fsm.exports.tla import tla_config, tla_text
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.examples import load_example
from tests.exports.model_checkers.test_tla_text import NASTY
from tests.exports.model_checkers.tlc import TlcAnswer, TlcError
from tests.exports.scxml.test_document import EVERY_READING
from tests.machine.conftest import profiles

Tlc = Callable[..., TlcAnswer]

TABLES = (
    "302-10-the-queue-is-untouchable",
    "302-12-a-resource-is-reserved-once",
    "302-12-block-too-late",
    "302-12-redirected-once",
    "302-5-defender-ru",
    "302-5-something-triggers-on-the-roll",
    "302-7-a-loop-is-cut-in-every-look",
    "302-7-an-endless-loop-is-cut",
    "302-8-nobody-acts-between-wound-and-death",
    "303-2-pass-or-hand-over",
    "303-4-passing-a-point-is-giving-it-up",
    "303-9-the-player-due-gets-priority",
)
"""Examples with few states in which all sorts of things happen."""


def _example(name: str, readings: Readings | None = None) -> tuple[Specification, Table]:
    scenario = load_example(name)
    return build_specification(readings=readings or scenario.readings), scenario.table


def _agrees(answer: TlcAnswer, reached: Reached) -> bool:
    """Did TLC see the same states and the same transitions? It counts the start as made by one too."""
    assert reached.complete
    return (answer.distinct, answer.generated) == (len(reached.states), len(reached.edges) + 1)


def _checked(tlc: Tlc, specification: Specification, table: Table) -> None:
    """TLC agrees with the plain search and finds nothing wrong."""
    answer = tlc(tla_text(specification, table), tla_config(specification))
    assert answer.violated is None, answer.text
    assert _agrees(answer, reachable(Model(specification, table)))


# --- the numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_tlc_counts_the_states_and_transitions_of_the_search(tlc: Tlc, name: str) -> None:
    _checked(tlc, *_example(name))


@pytest.mark.parametrize("name", TABLES[::3])
def test_tlc_counts_them_with_every_reading_changed(tlc: Tlc, name: str) -> None:
    _checked(tlc, *_example(name, EVERY_READING))


@pytest.mark.parametrize(
    ("id", "value"),
    [
        (id, option.value)
        for id, definition in reading_definitions().items()
        for option in definition.options
        if option.value != definition.default
    ],
)
def test_tlc_counts_them_with_one_reading_changed(tlc: Tlc, id: str, value: str) -> None:
    _checked(tlc, build_specification(readings=Readings.from_mapping({id: value})), _busy())


@pytest.mark.parametrize("id", ["no_roll", "nine_parts", "window_without_point", "one_phase"])
def test_tlc_counts_them_with_other_steps_and_phases(tlc: Tlc, id: str) -> None:
    profile = profiles()[id]
    actions = [
        Action("strike", by="A", speed="slow", target="c1", cost=("coin",), remove=("calm",), add=("noise",)),
        Action("guard", by="B", redirect=Redirect("strike", "c2"), requires=("calm",)),
        Action("echo", by="B", when=("noise",), cost=("coin",)),
    ]
    table = build_table(
        actions, [RuleEffect("fades", when=("noise",), remove=("noise",))], Start(facts=("coin",)), profile=profile
    )
    _checked(tlc, build_specification(profile), table)


def test_names_that_try_to_break_out_change_nothing(tlc: Tlc) -> None:
    actions = [
        Action(NASTY[0], by="A", speed="slow", roll=True, target=NASTY[1], add=(NASTY[4],)),
        Action(NASTY[2], by="B", on=Point("dice_roll", NASTY[0]), block=f"{NASTY[0]}.roll"),
        *(Action(name, by="B", when=(name,)) for name in NASTY[3:]),
    ]
    effects = [RuleEffect(NASTY[5], when=(NASTY[4],), remove=(NASTY[4],), add=(NASTY[0],))]
    table = build_table(actions, effects, Start(facts=("«факт»",)), profile=default_profile())
    _checked(tlc, build_specification(), table)


@pytest.mark.parametrize("turns", [2, 3])
def test_more_turns_are_counted_by_the_turn(tlc: Tlc, turns: int) -> None:
    specification, table = _example("303-7-one-slow-action")
    model = Model(specification, table)
    seen, waiting, edges = {(1, model.start.decision_key())}, [model.start], 0
    while waiting:
        for step in model.steps(waiting.pop()):
            edges += 1
            key = (step.after.turn, step.after.decision_key())
            if step.after.turn <= turns and key not in seen:
                seen.add(key)
                waiting.append(step.after)
    answer = tlc(tla_text(specification, table), tla_config(specification, turns=turns))
    assert (answer.distinct, answer.generated) == (len(seen), edges + 1)
    by_search = len(reachable(model, turns=turns).states)
    assert (len(seen) == by_search) == (turns == 2)  # the turn player tells the first two turns apart


# --- what is wrong is found ------------------------------------------------------------------------------------------


def _busy() -> Table:
    """A table on which every property means something."""
    actions = [
        Action("strike", by="A", speed="slow", target="c1", roll=True, cost=("coin",), remove=("calm",), add=("hurt",)),
        Action("snap", by="A", cost=("coin",), requires=("calm",)),
        Action("riposte", by="B", speed="slow"),
        Action("stop", by="B", block="strike"),
        Action("trap", by="B", on=Point("fix_target", "strike")),
    ]
    effects = [RuleEffect("dies", when=("hurt",), remove=("hurt",))]
    return build_table(actions, effects, Start(facts=("coin", "calm")), profile=default_profile())


FAULTS = {
    "one_holder": ("give_priority_to_opponent", "other(holder(g))", "holder(g)"),
    "nobody_while_deactivated": ("reactivate_stack", "FALSE", "TRUE"),
    "facts_change_deactivated": ("deactivate_stack", "TRUE", "FALSE"),
    "only_top_executes": ("enter_step", "Len(g.stack)", "1"),
    "one_place": ("enqueue_declared", r"g.declared \cup {d.name}", "g.declared"),
    "queue_moves_whole": (
        "enqueue_declared",
        "Append(g.queue, new_entry(d.name))",
        r"<<new_entry(d.name)>> \o g.queue",
    ),
    "stack_changes_on_top": ("move_queue_to_stack", r"g.stack \o g.queue", r"g.queue \o g.stack"),
    "nothing_queued_while_executing": ("move_queue_to_stack", "!.queue = <<>>", "!.queue = g.queue"),
    "phase_ends_empty": ("queue_is_empty", "g.queue = <<>>", "TRUE"),
    "window_closed_by_passes": ("opponent_has_passed", "= 1", "= 0"),
    "declaring_keeps_priority": ("break_pass_chain", "!.window.passes = 0", "!.window.holder = other(holder(g))"),
    "declaring_opens_answers": ("open_fast_to_opponent", "other(holder(g))", "holder(g)"),
    "giving_away_is_noted": ("note_given_away", "{holder(g)}", "{other(holder(g))}"),
    "answers_last_a_hold": ("close_fast_to_holder", "{holder(g)}", "{}"),
    "own_actions_only": ("action_is_own", "action_of(d).by = d.player", "TRUE"),
    "slow_on_empty_stack": ("queue_is_empty", "g.queue = <<>>", "TRUE"),
    "slow_by_active": ("give_priority_to", '"active"', '"nonactive"'),
    "fast_has_reason": ("opponent_declared", r"holder(g) \in g.window.fast_open_to", "TRUE"),
    "trigger_at_its_point": ("point_is_here", r"action_of(d).on \in g.window.points", "TRUE"),
    "point_serves_once": ("point_is_not_used", "~(", r"TRUE \/ ~("),
    "aimed_at_top": ("aim_is_top", "top(g).name = aim(action_of(d))", "TRUE"),
    "paid_was_reserved": ("reserve_top_cost", "TRUE", "FALSE"),
    "cancelled_is_unpaid": (
        "cancel_top",
        "!.stack[Len(g.stack)].reserved = FALSE",
        "!.stack[Len(g.stack)].reserved = TRUE",
    ),
    "unpaid_is_cancelled": ("cancel_top", "cancelled = TRUE", "cancelled = FALSE"),
    "steps_go_forward": ("enter_step", "= step]", '= IF step = "payment" THEN "legality_check" ELSE step]'),
    "holder_can_give_away": ("opponent_has_not_passed", "= 0", "= 2"),
    "goes_on": ("no_rule_effects_are_due", "due_now(g) = {}", "FALSE"),
    "every_step_forward": ("count_pass", "g.window.passes + 1", "g.window.passes"),
}
"""For each property a change in one definition of the vocabulary that breaks it."""


def _with_fault(text: str, name: str, old: str, new: str) -> str:
    """``text`` with the definition of ``name`` changed."""
    found = re.search(rf"^{name}(\(.*\))? ==((?:.|\n)*?)\n\n", text, re.MULTILINE)
    assert found is not None
    assert old in found[2]
    return text[: found.start(2)] + found[2].replace(old, new, 1) + text[found.end(2) :]


def test_a_fault_is_known_for_every_property() -> None:
    assert list(FAULTS) == [id for id, words in property_words().items() if words.judged]


def test_tlc_finds_nothing_wrong_where_nothing_is_changed(tlc: Tlc) -> None:
    _checked(tlc, build_specification(), _busy())


@pytest.mark.parametrize("id", FAULTS)
def test_tlc_finds_the_property_that_a_fault_breaks(tlc: Tlc, id: str) -> None:
    specification = build_specification()
    text = _with_fault(tla_text(specification, _busy()), *FAULTS[id])
    answer = tlc(text, tla_config(specification, [id]))
    assert answer.violated == ("deadlock" if id == "goes_on" else id), answer.text


def test_a_property_that_a_reading_gives_up_fails_for_tlc_too(tlc: Tlc) -> None:
    specification = build_specification(readings=Readings(triggers_mandatory=True))
    model = Model(specification, _busy())
    assert not all(STATE_CHECKS["holder_can_give_away"](model, state) for state in reachable(model).states)
    answer = tlc(tla_text(specification, _busy()), tla_config(specification, ["holder_can_give_away"]))
    assert answer.violated == "holder_can_give_away"


_ENDS = "SPECIFICATION FairSpec\nCONSTANT TURNS = 1\nCONSTRAINT InBound\nPROPERTY Ends\n"


def test_every_game_ends(tlc: Tlc) -> None:
    specification, table = _example("303-7-one-slow-action")
    text = tla_text(specification, table)
    assert tlc(text, _ENDS).violated is None
    assert tlc(text, _ENDS.replace("FairSpec", "Spec")).violated == "temporal"
    assert tlc(_with_fault(text, *FAULTS["every_step_forward"]), _ENDS).violated == "temporal"


def test_what_tlc_does_not_take_is_an_error(tlc: Tlc) -> None:
    specification, table = _example("303-7-one-slow-action")
    with pytest.raises(TlcError, match="Could not parse"):
        tlc(tla_text(specification, table).replace("Init ==", "Init"), tla_config(specification))
    with pytest.raises(TlcError, match="not defined in the specification"):
        tlc(tla_text(specification, table), "SPECIFICATION Spec\nCONSTANT TURNS = 1\nINVARIANT nowhere\n")
