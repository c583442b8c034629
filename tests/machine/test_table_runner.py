"""The table runner: it complains where the rows do not decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from berserk_fsm import Action, Decision, Specification, SpecificationError, StepRecord, default_profile
from berserk_fsm.core.table import build_table
from berserk_fsm.machine.compile import context_for
from berserk_fsm.machine.engine import settle
from berserk_fsm.machine.table_runner import TableRunner

TRANSFER = "turn.main_phase.execution.transfer"


def runner(spec: Specification) -> TableRunner:
    table = build_table([Action("M", by="A", speed="slow")], profile=default_profile())
    return TableRunner(spec, context_for(spec, table))


def decisions(engine: TableRunner) -> Iterator[Decision]:
    """M is declared and executed: what the holder decides, each time one is asked for."""
    yield Decision("declare", "A", "M")
    yield Decision("hand_over", "A")
    for _ in range(8):
        assert engine.state.holder is not None
        yield Decision("pass", engine.state.holder)


def to_one_pass(engine: TableRunner) -> None:
    """Declare M and go on to the first pass."""
    settle(engine.advance)
    for decision in (Decision("declare", "A", "M"), Decision("hand_over", "A"), Decision("pass", "B")):
        assert engine.decide(decision) is not None


def to_both_passed(engine: TableRunner) -> None:
    """Declare M and go on to the second pass, without settling."""
    to_one_pass(engine)
    assert engine.decide(Decision("pass", "A")) is not None


def test_one_row_at_a_time(spec: Specification) -> None:
    """Each micro-step tells its row and the game before and after it; then a player must decide."""
    engine = runner(spec)
    first = engine.advance()
    assert first is not None
    assert (first.row.id, first.before.control) == ("start/start_game(main)", "start")
    assert first.after == engine.state
    assert [micro.row.kind for micro in settle(engine.advance)] == ["open_phase_window"]
    assert engine.advance() is None


def test_ambiguity_names_both_automatic_rows(spec: Specification) -> None:
    """Two automatic rows enabled at once: the runner takes neither and names both."""
    twice = replace(spec, rows=(*spec.rows, replace(spec.row_by_id[f"{TRANSFER}/transfer"], id="second")))
    engine = runner(twice)
    to_both_passed(engine)
    assert engine.advance() is not None
    before = engine.state
    with pytest.raises(SpecificationError) as caught:
        engine.advance()
    assert f"rows {TRANSFER}/transfer and second are enabled at once in {TRANSFER}" in str(caught.value)
    assert engine.state == before


def test_ambiguity_names_both_decisions(spec: Specification) -> None:
    """Two rows for one decision: the same."""
    row = spec.row_by_id["turn.main_phase.window.active_holds.deciding/pass_priority"]
    engine = runner(replace(spec, rows=(*spec.rows, replace(row, id="second"))))
    settle(engine.advance)
    with pytest.raises(SpecificationError, match="pass_priority and second are enabled at once"):
        engine.decide(Decision("pass", "A"))


def test_stuck_names_the_state(spec: Specification) -> None:
    """An automatic state none of whose rows is enabled: the runner says where."""
    row = spec.row_by_id[f"{TRANSFER}/transfer"]
    never = replace(row, guards=(*row.guards, spec.row_by_id["start/start_game(final)"].guards[0]))
    engine = runner(replace(spec, rows=tuple(never if r is row else r for r in spec.rows)))
    to_both_passed(engine)
    with pytest.raises(SpecificationError, match=f"state {TRANSFER} is stuck: no row that leaves it is enabled"):
        settle(engine.advance)


def test_unambiguous_rows_go_through(spec: Specification) -> None:
    """The twin: with the rows as they are the same decisions lead to the first window of M."""
    engine = runner(spec)
    to_both_passed(engine)
    settle(engine.advance)
    assert (engine.state.executing, engine.state.step) == ("M", "apply_effect")


def test_a_decision_in_one_go(spec: Specification) -> None:
    """`begin` and `play` give the records that `decide` and `advance` do, and lead to the same state."""
    whole, stepping = runner(spec), runner(spec)
    records = [whole.begin()]
    expected = [StepRecord(None, tuple(settle(stepping.advance)))]
    for decision in decisions(whole):
        record = whole.play(decision)
        assert record is not None
        records.append(record)
        first = stepping.decide(decision)
        assert first is not None
        expected.append(StepRecord(decision, (first, *settle(stepping.advance))))
        assert whole.state == stepping.state
    assert records == expected
    assert runner(spec).begin() == records[0]


def test_games_on_one_table_share_the_record_of_the_start(spec: Specification) -> None:
    table = build_table([Action("M", by="A", speed="slow")], profile=default_profile())
    context = context_for(spec, table)
    assert TableRunner(spec, context).begin() is TableRunner(spec, context).begin()


@pytest.mark.parametrize(
    "decision",
    [
        Decision("pass", "B"),
        Decision("hand_over", "A"),
        Decision("declare", "A", "N"),
        Decision("declare", "A", ["M"]),  # type: ignore[arg-type]
        ("pass", "A", None),
    ],
)
def test_what_is_refused_or_no_decision_is_not_played(spec: Specification, decision: Decision) -> None:
    engine = runner(spec)
    engine.begin()
    before = engine.state
    assert engine.play(decision) is None
    assert engine.state == before
    assert engine.play(Decision("pass", "A")) is not None


def test_a_decision_that_gets_stuck_is_not_played(spec: Specification) -> None:
    """It changes nothing in one go; row by row it goes as far as it can and says where it is stuck."""
    row = spec.row_by_id[f"{TRANSFER}/transfer"]
    never = replace(row, guards=(*row.guards, spec.row_by_id["start/start_game(final)"].guards[0]))
    engine = runner(replace(spec, rows=tuple(never if r is row else r for r in spec.rows)))
    to_one_pass(engine)
    before = engine.state
    assert engine.play(Decision("pass", "A")) is None
    assert engine.state == before


def test_records_are_taken_back_however_they_were_made(spec: Specification) -> None:
    engine = runner(spec)
    engine.begin()
    states, records = [], []
    for number, decision in enumerate(decisions(engine)):
        states.append(engine.state)
        record = engine.play(decision)
        assert record is not None
        records.append(record if number % 2 else StepRecord(record.decision, record.micro_steps))
    for record in reversed(records):
        engine.take_back(record)
        assert engine.state == states.pop() == record.before


def test_decision_without_a_row(spec: Specification) -> None:
    """No row for it here: nothing is taken; an automatic state has no row for any decision."""
    engine = runner(spec)
    before = engine.state
    assert engine.decide(Decision("pass", "A")) is None
    settle(engine.advance)
    assert engine.decide(Decision("hand_over", "A")) is None
    assert engine.decide(Decision("pass", "B")) is None
    engine.load(before)
    assert engine.state == before
