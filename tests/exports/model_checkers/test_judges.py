"""Three judges of one machine: our search, TLC and SPIN find as many states and the same verdicts.

They share the specification and nothing else: guards, effects and properties are defined once more for each.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from berserk_fsm.core.table import Table
from berserk_fsm.explore.exploring import explore
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.exports.promela import promela_text
from berserk_fsm.exports.tla import tla_config, tla_text
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.scenario import load_scenario
from tests.explore.comparing import without_effect, without_guard
from tests.exports.model_checkers.spin import SpinAnswer
from tests.exports.model_checkers.tlc import TlcAnswer

Tlc = Callable[..., TlcAnswer]
Spin = Callable[..., SpinAnswer]

TABLES = [
    "302-1-what-lies-on-the-stack",
    "302-3-only-the-top-executes",
    "302-4-suspended",
    "302-5-strike-move-defender-ru",
    "302-7-an-endless-loop-is-cut",
    "302-8-nobody-acts-meanwhile-ru",
    "302-12-block-and-redirect",
    "302-12-illegal-is-cancelled-ru",
    "302-12-one-resource-for-two",
    "303-1-one-holder",
    "303-3-slow-and-fast",
    "303-9-the-player-due",
]
LETTER = Readings(slow_needs_empty_stack=False, slow_active_only=False, trigger_once_per_point=False)
"""303.3 and 303.4 to the letter."""

JUDGED = [id for id, words in property_words().items() if words.judged]


def the_table(name: str) -> Table:
    return load_scenario(ready_tables()[name]).table


def judged_by_us(specification: Specification, table: Table) -> tuple[int, set[str]]:
    """How many states there are, and which of the properties that everybody judges fail."""
    report = explore(Model(specification, table))
    assert report.complete
    return report.micro_states, {verdict.id for verdict in report.violations if verdict.id in JUDGED}


def judged_by_tlc(tlc: Tlc, specification: Specification, table: Table, suspects: set[str]) -> tuple[int, set[str]]:
    """The same by TLC, which stops at the first failure: all others together, then each suspect alone."""
    module = tla_text(specification, table)
    rest = [id for id in JUDGED if id not in suspects]
    whole = tlc(module, tla_config(specification, rest))
    found = {whole.violated} if whole.violated else set[str]()
    for id in sorted(suspects):
        alone = tlc(module, tla_config(specification, [id]))
        found |= {alone.violated} if alone.violated else set()
    return whole.distinct, found


def judged_by_spin(spin: Spin, specification: Specification, table: Table) -> tuple[int, set[str]]:
    """The same by SPIN, which goes on after a failure."""
    answer = spin(promela_text(specification, table, properties=JUDGED), every_error=True)
    return answer.states, set(answer.violated)


@pytest.mark.parametrize("readings", [Readings(), LETTER], ids=["defaults", "letter"])
@pytest.mark.parametrize("name", TABLES)
def test_three_judges_agree(tlc: Tlc, spin: Spin, name: str, readings: Readings) -> None:
    specification, table = build_specification(readings=readings), the_table(name)
    ours = judged_by_us(specification, table)
    assert judged_by_tlc(tlc, specification, table, ours[1]) == ours
    assert judged_by_spin(spin, specification, table) == ours
    assert all(not property_words()[id].follows_from(readings) for id in ours[1])


def test_the_letter_of_303_3_is_caught_by_all(tlc: Tlc, spin: Spin) -> None:
    """A slow action on a stack that is not empty: the table has two of Active's, so the letter lets one in."""
    specification, table = build_specification(readings=LETTER), the_table("303-3-slow-and-fast")
    assert "slow_on_empty_stack" in judged_by_us(specification, table)[1]
    module = tla_text(specification, table)
    assert tlc(module, tla_config(specification, ["slow_on_empty_stack"])).violated == "slow_on_empty_stack"
    assert "slow_on_empty_stack" in judged_by_spin(spin, specification, table)[1]


FAULTS = [
    ("302-12-one-resource-for-two", without_effect, "reserve", "reserve_top_cost", "paid_was_reserved"),
    (
        "302-8-nobody-acts-meanwhile-ru",
        without_effect,
        "begin_applying",
        "deactivate_stack",
        "facts_change_deactivated",
    ),
    ("303-3-slow-and-fast", without_guard, "declare_slow", "queue_is_empty", "slow_on_empty_stack"),
    ("302-12-illegal-is-cancelled-ru", without_effect, "fail_legality", "cancel_top", "unpaid_is_cancelled"),
    ("303-9-the-player-due", without_guard, "declare_triggered", "point_is_not_used", "point_serves_once"),
]


@pytest.mark.parametrize(("name", "seed", "kind", "part", "id"), FAULTS, ids=[fault[-1] for fault in FAULTS])
def test_a_fault_in_the_rows_is_found_by_all(
    tlc: Tlc,
    spin: Spin,
    name: str,
    seed: Callable[[Specification, str, str], Specification],
    kind: str,
    part: str,
    id: str,
) -> None:
    faulty, table = seed(build_specification(), kind, part), the_table(name)
    assert id in judged_by_us(faulty, table)[1]
    assert tlc(tla_text(faulty, table), tla_config(faulty, [id])).violated == id
    assert id in judged_by_spin(spin, faulty, table)[1]


def test_a_fault_in_one_export_shows_in_the_count_of_tlc(tlc: Tlc) -> None:
    specification, table = build_specification(), the_table("303-1-one-holder")
    module, note = tla_text(specification, table), "!.window.given_away = g.window.given_away \\cup {holder(g)}"
    assert module.count(note) == 1
    answer = tlc(module.replace(note, "!.window.given_away = @"), tla_config(specification, []))
    assert answer.distinct != judged_by_us(specification, table)[0]


def test_a_fault_in_one_export_shows_in_the_count_of_spin(spin: Spin) -> None:
    specification, table = build_specification(), the_table("303-1-one-holder")
    model, note = promela_text(specification, table, properties=[]), "window.given_away | window.holder"
    assert model.count(note) == 1
    answer = spin(model.replace(note, "window.given_away"), every_error=True)
    assert answer.states != judged_by_us(specification, table)[0]
