"""SPIN finds in a model what the plain search finds on the table: as many states and steps, the same wrongs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Point, RuleEffect, Start
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Reached, reachable
from berserk_fsm.exports.promela import promela_text
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Call, Row, Specification
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.examples import load_example
from tests.exports.model_checkers.spin import SpinAnswer, SpinError, spin_is_missing
from tests.exports.model_checkers.test_promela_text import busy_table, hostile_table
from tests.exports.scxml.test_document import EVERY_READING
from tests.machine.conftest import profiles

Spin = Callable[..., SpinAnswer]

JUDGED = [words.id for words in property_words().values() if words.judged]
FLIPPED = [
    Readings().replace(**{id: option.value})
    for id, definition in reading_definitions().items()
    for option in definition.options
    if option.value != definition.default
]
EXAMPLES = [
    "302-12-the-life-of-an-action",
    "302-12-redirected-once",
    "302-7-a-loop-is-cut-in-every-look",
    "303-4-a-declared-trigger-stays",
    "303-tour-initial-8-cancelled",
]


def agreed(spin: Spin, specification: Specification, table: Table, turns: int = 1) -> tuple[Reached, SpinAnswer]:
    """What both searches found, after they were found to agree."""
    reached = reachable(Model(specification, table), turns)
    assert reached.complete
    answer = spin(promela_text(specification, table, turns), every_error=True)
    assert answer.states == len(reached.states)
    assert answer.transitions == len(reached.edges) + 1
    return reached, answer


# --- counts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readings", [Readings(), EVERY_READING], ids=["defaults", "others"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_it_stores_every_situation_and_no_more(spin: Spin, name: str, readings: Readings) -> None:
    agreed(spin, build_specification(readings=readings), load_example(name).table)


@pytest.mark.parametrize("readings", FLIPPED, ids=repr)
def test_each_reading_is_in_the_model(spin: Spin, readings: Readings) -> None:
    """A table on which each reading, read otherwise, changes something."""
    actions = [
        Action("M", by="A", speed="slow", target="c1", roll=True, cost=("mana",)),
        Action("S", by="A", speed="slow", cost=("mana",)),
        Action("F", by="B"),
        Action("t", by="B", on=Point("phase", "initial")),
        Action("u", by="A", on=Point("phase", "initial")),
    ]
    if not readings.slow_active_only:
        actions[1:3] = [Action("W", by="B", speed="slow")]
    table = build_table(actions, start=Start(facts=("mana",), phase="initial"), profile=default_profile())
    reached, _ = agreed(spin, build_specification(readings=readings), table)
    usual = reachable(Model(build_specification(), table))
    assert (len(reached.states), len(reached.edges)) != (len(usual.states), len(usual.edges))


@pytest.mark.parametrize("id", ["nine_parts", "target_window_after_effect", "fast_final"])
def test_other_step_tables_are_in_the_model(spin: Spin, id: str) -> None:
    profile: Profile = profiles()[id]
    step = next(step.id for step in profile.steps if step.trigger_point != "never" and step.only_if == "always")
    actions = [
        Action("M", by="A", speed="slow", target="c1", cost=("mana",), add=("zero",)),
        Action("F", by="B"),
        Action("t", by="A", on=Point(step, "M")),
    ]
    effects = [RuleEffect("dies", ("zero",), ("zero",), ("dead",))]
    agreed(spin, build_specification(profile), build_table(actions, effects, Start(facts=("mana",)), profile=profile))


def test_the_second_turn_is_played_if_asked_for(spin: Spin) -> None:
    table = build_table([Action("M", by="B", speed="slow", target="c1")], profile=default_profile())
    one, _ = agreed(spin, build_specification(), table)
    two, _ = agreed(spin, build_specification(), table, turns=2)
    assert len(two.states) > len(one.states)


def test_an_empty_table_is_a_model(spin: Spin) -> None:
    agreed(spin, build_specification(), build_table((), profile=default_profile()))


def test_hostile_names_are_a_model(spin: Spin) -> None:
    agreed(spin, build_specification(), hostile_table())


def test_more_facts_than_a_variable_holds_are_a_model(spin: Spin) -> None:
    facts = tuple(f"f{number}" for number in range(70))
    actions = [
        Action("M", by="A", speed="slow", cost=facts[::2], add=("done",), requires=facts[40:]),
        Action("N", by="B", speed="slow", cost=facts[60:], when=facts[:5]),
    ]
    effects = [RuleEffect("e", ("done",), facts[30:35], ("done", "f69"))]
    agreed(spin, build_specification(), build_table(actions, effects, Start(facts=facts), profile=default_profile()))


def test_a_long_table_is_a_model(spin: Spin) -> None:
    """So many actions that what is known of them stands in arrays; none but two can be declared."""
    actions = [
        Action(f"x{number}", by="A", when=("never",), target=f"c{number}", cost=(f"f{number}",)) for number in range(30)
    ]
    actions += [Action("M", by="A", speed="slow", target="c1", roll=True), Action("N", by="B", block="M")]
    agreed(spin, build_specification(), build_table(actions, profile=default_profile()))


# --- wrongs ----------------------------------------------------------------------------------------------------------


def changed(specification: Specification, kind: str, change: Callable[[Row], Row | None]) -> Specification:
    """The machine with a fault in all rows of a kind; ``None`` takes a row away."""
    rows = (change(row) if row.kind == kind else row for row in specification.rows)
    return replace(specification, rows=tuple(row for row in rows if row is not None))


def without(name: str) -> Callable[[Row], Row | None]:
    """A fault: a guard or an effect is left out."""

    def left(calls: tuple[Call, ...]) -> tuple[Call, ...]:
        return tuple(call for call in calls if call.name != name)

    return lambda row: replace(row, guards=left(row.guards), effects=left(row.effects))


@pytest.mark.parametrize(
    ("id", "kind", "fault"),
    [
        ("phase_ends_empty", "stack_emptied", without("stack_is_empty")),
        ("facts_change_deactivated", "begin_applying", without("deactivate_stack")),
        (
            "cancelled_is_unpaid",
            "fail_legality",
            lambda row: replace(row, effects=(*row.effects, Call("reserve_top_cost"))),
        ),
        ("every_step_forward", "cut_loop", without("only_looping_are_due")),
        ("nobody_while_deactivated", "open_phase_window", without("reactivate_stack")),
    ],
)
def test_a_fault_violates_a_property_and_is_named(
    spin: Spin, id: str, kind: str, fault: Callable[[Row], Row | None]
) -> None:
    specification = changed(build_specification(), kind, fault)
    found = spin(promela_text(specification, busy_table(), properties=[id]))
    assert found.violated == (id,)
    assert found.trail[0] == "start/start_game(main)"
    assert all(line.split(" ")[0] in specification.row_by_id for line in found.trail)
    assert f"/{kind}" in found.trail[-1] or id != "every_step_forward"


def test_a_property_that_does_not_follow_from_the_readings_can_be_asked_for(spin: Spin) -> None:
    specification = build_specification(readings=EVERY_READING)
    table = load_example("302-12-the-life-of-an-action").table
    assert spin(promela_text(specification, table), every_error=True).violated == ()
    asked = spin(promela_text(specification, table, properties=JUDGED), every_error=True)
    assert set(asked.violated) == {"answers_last_a_hold", "slow_on_empty_stack", "holder_can_give_away"}


def test_only_a_machine_that_is_stuck_has_an_invalid_end_state(spin: Spin) -> None:
    table = load_example("302-12-redirected-once").table
    stuck = changed(build_specification(), "make_final", lambda row: None)
    found = spin(promela_text(stuck, table))
    assert found.violated == ("deadlock",)
    assert stuck.entered(stuck.row_by_id[found.trail[-1]].target) == "turn.main_phase.execution.fix_target.perform"


def test_a_play_that_never_ends_is_a_livelock(spin: Spin) -> None:
    table = load_example("302-12-redirected-once").table
    assert spin(promela_text(build_specification(), table), livelock=True).violated == ()
    around = changed(build_specification(), "cut_loop", without("only_looping_are_due"))
    assert spin(promela_text(around, table, properties=()), livelock=True).violated == ("livelock",)


# --- SPIN itself -----------------------------------------------------------------------------------------------------


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda program: None if program == "gcc" else f"/usr/bin/{program}")
    assert "SPIN needs gcc, which is not installed" in (spin_is_missing() or "")


def test_a_model_that_is_none_is_an_error(spin: Spin) -> None:
    with pytest.raises(SpinError, match="undeclared variable: nonsense"):
        spin("active proctype machine() { nonsense")


def test_a_search_that_cannot_be_finished_is_an_error(spin: Spin) -> None:
    table = load_example("302-12-redirected-once").table
    with pytest.raises(SpinError, match="max search depth too small"):
        spin(promela_text(build_specification(), table), depth=50)
