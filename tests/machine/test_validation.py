"""Each fault a specification can have is found, and the message names the element."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from berserk_fsm import Specification, SpecificationError
from berserk_fsm.machine.specification import Call, Row, StateDef
from berserk_fsm.machine.validate import validate
from berserk_fsm.rules.text import Text

HOLD = "turn.main_phase.window.active_holds"
TRANSFER = "turn.main_phase.execution.transfer"
TRANSFER_ROW = f"{TRANSFER}/transfer"
PASS_ROW = f"{HOLD}.deciding/pass_priority"
WORDS = Text("слова", "words")


def with_state(spec: Specification, path: str, **changes: Any) -> Specification:
    """The specification with one state changed."""
    return replace(spec, states={**spec.states, path: replace(spec.states[path], **changes)})


def plus_state(spec: Specification, state: StateDef) -> Specification:
    """The specification with one state more."""
    return replace(spec, states={**spec.states, state.path: state})


def with_row(spec: Specification, id: str, **changes: Any) -> Specification:
    """The specification with one row changed."""
    assert id in spec.row_by_id
    return replace(spec, rows=tuple(replace(row, **changes) if row.id == id else row for row in spec.rows))


def without_rows(spec: Specification, *ids: str) -> Specification:
    """The specification without some rows."""
    assert set(ids) <= set(spec.row_by_id)
    return replace(spec, rows=tuple(row for row in spec.rows if row.id not in ids))


def plus_row(spec: Specification, like: str, **changes: Any) -> Specification:
    """The specification with one row more, a changed copy of ``like``."""
    return replace(spec, rows=(*spec.rows, replace(spec.row_by_id[like], **changes)))


def with_refusal(spec: Specification, **changes: Any) -> Specification:
    """The specification with its first refusal changed."""
    first, *others = spec.refusals
    return replace(spec, refusals=(replace(first, **changes), *others))


def _row_of(spec: Specification, kind: str) -> Row:
    return next(row for row in spec if row.kind == kind and "main_phase" in row.source)


FAULTS: dict[str, tuple[Callable[[Specification], Specification], tuple[str, ...]]] = {
    "initial state not declared": (
        lambda spec: replace(spec, initial="nowhere"),
        ("initial state 'nowhere'", "is not declared"),
    ),
    "state in an undeclared one": (
        lambda spec: plus_state(spec, StateDef("nowhere.here", "junction", WORDS, ("302.1",))),
        ("state nowhere.here", "lies in an undeclared state"),
    ),
    "composite without children": (
        lambda spec: with_state(spec, TRANSFER, kind="composite"),
        (f"state {TRANSFER}", "is composite"),
    ),
    "children of no composite": (
        lambda spec: with_state(spec, HOLD, kind="junction"),
        (f"state {HOLD}", "is junction"),
    ),
    "initial child unknown": (
        lambda spec: with_state(spec, HOLD, initial=f"{HOLD}.nothing"),
        (f"state {HOLD}", "starts in", "nothing"),
    ),
    "initial child of another": (
        lambda spec: with_state(spec, HOLD, initial=TRANSFER),
        (f"state {HOLD}", f"starts in '{TRANSFER}'"),
    ),
    "state cites nothing": (
        lambda spec: with_state(spec, TRANSFER, clauses=()),
        (f"state {TRANSFER}", "cites nothing"),
    ),
    "state cites what is not": (
        lambda spec: with_state(spec, TRANSFER, clauses=("302.13",)),
        (f"state {TRANSFER}", "unknown '302.13'"),
    ),
    "state without Russian": (
        lambda spec: with_state(spec, TRANSFER, name=Text("", "words")),
        (f"state {TRANSFER}", "no words in one of the languages"),
    ),
    "state without English": (
        lambda spec: with_state(spec, TRANSFER, name=Text("слова", "")),
        (f"state {TRANSFER}", "no words in one of the languages"),
    ),
    "row twice": (
        lambda spec: plus_row(spec, TRANSFER_ROW),
        (f"row {TRANSFER_ROW}", "stands twice"),
    ),
    "row from nowhere": (
        lambda spec: with_row(spec, TRANSFER_ROW, source="nowhere"),
        (f"row {TRANSFER_ROW}", "unknown source 'nowhere'"),
    ),
    "row to nowhere": (
        lambda spec: with_row(spec, TRANSFER_ROW, target=""),
        (f"row {TRANSFER_ROW}", "unknown target ''"),
    ),
    "row into a composite without initial": (
        lambda spec: with_row(spec, TRANSFER_ROW, target="turn.main_phase.execution"),
        (f"row {TRANSFER_ROW}", "enters turn.main_phase.execution", "no initial child"),
    ),
    "row with an unknown guard": (
        lambda spec: with_row(spec, PASS_ROW, guards=(Call("moon_is_full"),)),
        (f"row {PASS_ROW}", "unknown guard moon_is_full"),
    ),
    "row with an argument for a plain guard": (
        lambda spec: with_row(spec, PASS_ROW, guards=(Call("queue_is_empty", "x"),)),
        (f"row {PASS_ROW}", "unknown guard queue_is_empty(x)"),
    ),
    "row without the argument of a guard": (
        lambda spec: with_row(spec, PASS_ROW, guards=(Call("starts_in"),)),
        (f"row {PASS_ROW}", "unknown guard starts_in"),
    ),
    "row with an unknown effect": (
        lambda spec: with_row(spec, TRANSFER_ROW, effects=(Call("burn_stack"),)),
        (f"row {TRANSFER_ROW}", "unknown effect burn_stack"),
    ),
    "row with an argument for a plain effect": (
        lambda spec: with_row(spec, TRANSFER_ROW, effects=(Call("count_pass", "2"),)),
        (f"row {TRANSFER_ROW}", "unknown effect count_pass(2)"),
    ),
    "row into no step": (
        lambda spec: with_row(spec, TRANSFER_ROW, effects=(Call("enter_step", "nap"),)),
        (f"row {TRANSFER_ROW}", "unknown argument 'nap'"),
    ),
    "row into no phase": (
        lambda spec: with_row(spec, TRANSFER_ROW, effects=(Call("enter_phase", "night"),)),
        (f"row {TRANSFER_ROW}", "unknown argument 'night'"),
    ),
    "row that asks for no phase": (
        lambda spec: with_row(spec, TRANSFER_ROW, guards=(Call("starts_in", "night"),)),
        (f"row {TRANSFER_ROW}", "unknown argument 'night'"),
    ),
    "row that asks for no step": (
        lambda spec: with_row(spec, TRANSFER_ROW, guards=(Call("top_is_suspended_at", "nap"),)),
        (f"row {TRANSFER_ROW}", "unknown argument 'nap'"),
    ),
    "row that gives priority to nobody": (
        lambda spec: with_row(spec, TRANSFER_ROW, effects=(Call("give_priority_to", "both"),)),
        (f"row {TRANSFER_ROW}", "unknown argument 'both'"),
    ),
    "row cites nothing": (
        lambda spec: with_row(spec, TRANSFER_ROW, clauses=()),
        (f"row {TRANSFER_ROW}", "cites nothing"),
    ),
    "row cites an unknown gap": (
        lambda spec: with_row(spec, TRANSFER_ROW, clauses=("302.11", "gap/unheard_of")),
        (f"row {TRANSFER_ROW}", "unknown 'gap/unheard_of'"),
    ),
    "row without words": (
        lambda spec: with_row(spec, TRANSFER_ROW, label=Text("", "")),
        (f"row {TRANSFER_ROW}", "no words in one of the languages"),
    ),
    "refusal with an unknown guard": (
        lambda spec: with_refusal(spec, requires=Call("moon_is_full")),
        ("refusal stack_deactivated", "unknown guard moon_is_full"),
    ),
    "refusal cites what is not": (
        lambda spec: with_refusal(spec, clause="303.99"),
        ("refusal stack_deactivated", "unknown '303.99'"),
    ),
    "refusal without words": (
        lambda spec: with_refusal(spec, sentence=Text("почему", "")),
        ("refusal stack_deactivated", "no words in one of the languages"),
    ),
    "state unreachable": (
        lambda spec: plus_state(spec, StateDef("turn.island", "junction", WORDS, ("302.1",))),
        ("state turn.island", "is unreachable"),
    ),
    "trap that is reached": (
        lambda spec: with_row(
            plus_state(spec, StateDef("turn.trap", "junction", WORDS, ("302.1",))),
            "turn.main_phase.execution.apply_effect.perform/skip_effect",
            target="turn.trap",
        ),
        ("state turn.trap", "is a trap"),
    ),
    "automatic row where a player decides": (
        lambda spec: plus_row(spec, PASS_ROW, id="stray", automatic=True, event="pass_priority"),
        ("row stray", "is automatic", "a player decides"),
    ),
    "decision where the machine goes on": (
        lambda spec: plus_row(spec, TRANSFER_ROW, id="stray", automatic=False, event="pass_priority"),
        ("row stray", "is a decision", "leaves by itself"),
    ),
    "two automatic rows at once": (
        lambda spec: plus_row(spec, TRANSFER_ROW, id="second"),
        (f"rows {TRANSFER_ROW} and second", f"both be enabled in {TRANSFER}"),
    ),
    "two decisions at once": (
        lambda spec: plus_row(spec, PASS_ROW, id="second"),
        (f"rows {PASS_ROW} and second", "both be enabled"),
    ),
    "a case without a row": (
        lambda spec: without_rows(spec, "turn.main_phase.execution.removal.leave/take_off_stack"),
        ("state turn.main_phase.execution.removal.leave", "no way on when top_is_cancelled"),
    ),
    "an argument without a row": (
        lambda spec: with_row(spec, TRANSFER_ROW, guards=(Call("queue_is_not_empty"),)),
        (f"state {TRANSFER}", "no way on when queue_is_empty"),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_found_and_named(spec: Specification, fault: str) -> None:
    """One fault seeded into the machine; the error says which element, what is wrong and what was expected."""
    seed, words = FAULTS[fault]
    with pytest.raises(SpecificationError) as caught:
        validate(seed(spec))
    for word in words:
        assert word in str(caught.value)
    assert "; expected " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_machine_without_a_fault_passes(spec: Specification) -> None:
    """The twin of all faults."""
    validate(spec)
    validate(replace(spec))
    validate(with_state(spec, TRANSFER, clauses=("302.11",)))
    validate(with_row(spec, TRANSFER_ROW, label=WORDS))
    validate(with_refusal(spec, clause="scenario"))


@pytest.mark.parametrize("kind", ["transfer", "begin", "leave_stack", "others_remain", "stack_emptied", "pay", "apply"])
def test_a_missing_automatic_row_is_found(spec: Specification, kind: str) -> None:
    """Taking one automatic transition out leaves a state without a way on, or one that is not reached."""
    with pytest.raises(SpecificationError):
        validate(without_rows(spec, _row_of(spec, kind).id))


@pytest.mark.parametrize(
    "id",
    [
        "turn.main_phase.execution.next/continue(fix_target)",
        "turn.main_phase.execution.next/continue(payment)",
        "start/start_game(final)",
    ],
)
def test_a_missing_case_of_an_argument_is_found(spec: Specification, id: str) -> None:
    """302.4: a step with a window no row continues from, or a phase no row starts in, leaves the machine stuck."""
    with pytest.raises(SpecificationError):
        validate(without_rows(spec, id))
