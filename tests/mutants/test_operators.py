"""What faults are made: every row, guard, effect, refusal, offer and first hold, each in every way that applies."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from berserk_fsm.core.context import Context
from berserk_fsm.core.guards import GUARDS
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import reachable
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.compile import compile_guard
from berserk_fsm.machine.specification import Call
from berserk_fsm.mutants.mutant import OPERATORS
from berserk_fsm.mutants.operators import PARTS
from berserk_fsm.mutants.telling import change_text, place_text
from berserk_fsm.mutants.verdicts import default_mutants
from berserk_fsm.scenario.scenario import load_scenario

SPEC = build_specification()


def of(element: str) -> list[str]:
    return [mutant.id.split(": ", 1)[1] for mutant in default_mutants() if mutant.element == element]


def test_ids_are_unique_and_every_operator_is_used() -> None:
    mutants = default_mutants()
    assert len({mutant.id for mutant in mutants}) == len(mutants)
    assert set(Counter(mutant.operator for mutant in mutants)) == set(OPERATORS)


def test_every_row_refusal_and_offer_has_mutants() -> None:
    elements = {mutant.element for mutant in default_mutants()}
    assert {f"row:{row.id}" for row in SPEC.rows} <= elements
    assert {f"refusal:{row.id}" for row in SPEC.refusals} <= elements
    assert {f"offer:{manner}" for manner in SPEC.offers} <= elements


def test_every_guard_is_dropped_and_negated_and_every_effect_dropped() -> None:
    for row in SPEC.rows:
        found = of(f"row:{row.id}")
        assert "dropped" in found
        assert {f"without {call}" for call in (*row.guards, *row.effects)} <= set(found)
        assert {f"unless {guard}" for guard in row.guards} <= set(found)


def test_a_change_changes_one_thing() -> None:
    """Whatever the fault, all else is as it was; and it is a fault: the machine is another."""
    for mutant in default_mutants():
        changed = mutant.change.apply(SPEC)
        differing = [
            name for name in ("states", "rows", "refusals", "offers") if getattr(changed, name) != getattr(SPEC, name)
        ]
        assert len(differing) == 1, mutant
        if differing == ["rows"]:
            rows = {row.id: row for row in changed.rows}
            gone = [row for row in SPEC.rows if rows.get(row.id) != row]
            assert len(gone) == 1, mutant


def test_swapping_the_holder_leads_to_the_other_hold() -> None:
    assert "leads to turn.main_phase.window.active_holds" in of(
        "row:turn.main_phase.window.active_holds.deciding/pass_priority"
    )
    assert "give_priority_to(nonactive) for give_priority_to(active)" in of(
        "row:turn.main_phase.entering/open_phase_window"
    )


@pytest.mark.parametrize("whole", PARTS)
def test_the_parts_of_a_guard_are_together_the_guard(whole: str) -> None:
    """Weakened guards are made of these parts, so they must say the same as the guard when none is left out."""
    asked: Counter[bool] = Counter()
    for name in ("302-12-block-and-redirect", "302-10-the-queue-is-untouchable"):
        model = Model.of_scenario(load_scenario(ready_tables()[name]))
        for state in reachable(model).decision_states:
            for decision in model.decisions:
                if decision.verb == "declare":
                    holds = GUARDS[whole](model.context, state, decision)
                    assert holds == all(GUARDS[part](model.context, state, decision) for part in PARTS[whole])
                    asked[holds] += 1
    assert asked[True]
    assert asked[False]


def test_a_negated_guard_holds_when_the_guard_does_not() -> None:
    model = Model(SPEC, load_scenario(ready_tables()["303-1-one-holder"]).table)
    context: Context = model.context
    call = Call("queue_is_empty")
    plain, negated = compile_guard(call), compile_guard(replace_negated(call))
    states = reachable(model).states
    assert all(negated(context, state, None) is not plain(context, state, None) for state in states)


def replace_negated(call: Call) -> Call:
    return call._replace(negated=True)


def test_every_mutant_is_told_in_both_languages() -> None:
    for mutant in default_mutants():
        for text in (place_text(mutant), change_text(mutant)):
            assert text.ru
            assert text.en
            assert text.ru != text.en or not text.en.isascii()


def test_words_for_each_way() -> None:
    told = {mutant.id: change_text(mutant) for mutant in default_mutants()}
    row = "turn.main_phase.window.active_holds/declare_triggered"
    assert told[f"{row}: dropped"].ru == "перехода нет"
    assert told[f"{row}: without when_holds"].ru == "без «условие выполняется»"
    assert told[f"{row}: unless when_holds"].en == (
        "“it is not true that its condition holds” in the place of “its condition holds”"
    )


def test_a_machine_built_anew_is_changed_all_the_same() -> None:
    """Rows are known by their ids: a machine may have been forgotten by the cache and built once more."""
    rows = tuple(replace(row) for row in SPEC.rows)
    again = replace(SPEC, rows=rows)
    for mutant in default_mutants()[::50]:
        assert mutant.change.apply(again) == mutant.change.apply(SPEC) != SPEC
