"""Control and data agree, and what must never happen never happens: on random tables, readings and plays."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm import Action, Game, MicroStep, Readings
from berserk_fsm.core.values import Entry, GameState, Look, Point, Window, other
from berserk_fsm.game import EngineName
from berserk_fsm.machine.agreement import disagreement
from berserk_fsm.machine.compile import compile_guard, context_for
from berserk_fsm.machine.engine import event_of
from tests.interpreters.tables import built, chosen, readings, tables
from tests.machine.walks import accepted, all_decisions, disagreements, drawn, micro_steps, names

LENGTHS = st.integers(1, 30)


def new(table: dict[str, Any], reading: dict[str, str]) -> Game:
    return Game.from_table(built(table), chosen(reading), engine="table")


def never(game: Game, micro: MicroStep) -> None:
    """What must not happen in any micro-step."""
    before, after, effects = micro.before, micro.after, [effect.name for effect in micro.row.effects]
    assert disagreements(game.specification, after) == []
    assert disagreement(game.specification, game.table, after) is None
    (queue, stack), (queue_after, stack_after) = names(before), names(after)
    if queue_after[: len(queue)] != queue:
        assert (queue_after, stack_after) == ([], stack + queue), "303.7: whole and in order, or not at all"
    if "move_queue_to_stack" not in effects:
        assert len(stack_after) <= len(stack) + 1
        assert stack_after[: len(stack) - 1] == stack[:-1], "302.3: below the top nothing changes"
    if "enter_phase" in effects:
        assert (before.queue, before.stack) == ((), ()), "gap/two_passes_end_phase: a phase ends with nothing left"
    if "pay_top" in effects:
        assert not before.top.cancelled, "gap/cancelled_is_unpaid"
        assert before.top.reserved or not game.table.actions[before.top.name].cost, "302.12: paid is what was reserved"
    if "remove_cancelled" not in effects and "remove_executed" not in effects:
        assert len(stack_after) >= len(stack), "302.12: nothing leaves the stack but by its removal"
    if before.deactivated:
        assert micro.row.automatic, "302.8"
    assert after.declared >= before.declared
    assert len(after.log.left) + len(after.log.cancelled) + len(queue_after) + len(stack_after) == len(after.declared)


@settings(max_examples=60, deadline=None)
@given(table=tables(), reading=readings(), data=st.data())
def test_control_and_data_agree_after_every_micro_step(
    table: dict[str, Any], reading: dict[str, str], data: st.DataObject
) -> None:
    """After every micro-step state and data agree; queue, stack, payment and phases keep their rules."""
    game = new(table, reading)
    for micro in game.history[0].micro_steps:
        never(game, micro)
    for _ in range(data.draw(LENGTHS)):
        for micro in micro_steps(game, drawn(data, game)):
            never(game, micro)
        assert game.settled
        assert game.state.holder is not None


@settings(max_examples=20, deadline=None)
@given(table=tables(), reading=readings(), data=st.data())
def test_every_decision_is_refused_or_has_exactly_one_row(
    table: dict[str, Any], reading: dict[str, str], data: st.DataObject
) -> None:
    """Contract: for every decision either a refusal applies or one row is enabled, never both, never two rows."""
    game = new(table, reading)
    context = context_for(game.specification, game.table)
    for _ in range(data.draw(LENGTHS)):
        before = game.state
        for decision in all_decisions(game):
            rows = [
                row
                for row in game.specification.rows_from(before.control)
                if row.event == event_of(context, decision)
                if all(compile_guard(guard)(context, before, decision) for guard in row.guards)
            ]
            refused = game.refusal(decision)
            assert len(rows) == (0 if refused else 1), (decision, refused)
            if refused is not None:
                assert game.try_play(decision) is not None
                assert game.state is before
        assert accepted(game), "303.2: a player who has priority is never without anything to do"
        if not game.readings.triggers_mandatory:
            assert game.why_not_pass() is None
        game.play(drawn(data, game))


@settings(max_examples=20, deadline=None)
@given(table=tables(), reading=readings(), data=st.data())
def test_bug_undo_kept_one_field(table: dict[str, Any], reading: dict[str, str], data: st.DataObject) -> None:
    """Do and undo is identity at every step, on both engines, also half way; done again it gives the same record."""
    engines: tuple[EngineName, ...] = ("table", "transitions")
    for engine in engines:
        game = Game.from_table(built(table), chosen(reading), engine=engine)
        for _ in range(data.draw(st.integers(1, 12))):
            before = (game.state, game.position, game.history, game.describe())
            decision = drawn(data, game)
            record = game.play(decision)
            after = game.state
            assert game.undo() == record
            assert (game.state, game.position, game.history, game.describe()) == before
            game.begin(decision)
            for _ in range(data.draw(st.integers(0, 3))):
                game.micro_step()
            game.undo()
            assert (game.state, game.position, game.history, game.describe()) == before
            assert game.play(decision) == record
            assert game.state == after


@settings(max_examples=20, deadline=None)
@given(table=tables(), reading=readings(), data=st.data())
def test_a_position_is_the_whole_game(table: dict[str, Any], reading: dict[str, str], data: st.DataObject) -> None:
    """A position text gives the same state, the same legal decisions and the same successors, also half way."""
    game = new(table, reading)
    for _ in range(data.draw(st.integers(1, 8))):
        again = Game.from_position(game.position, engine="table")
        assert (again.state, again.position, again.readings) == (game.state, game.position, game.readings)
        assert again.describe() == game.describe()
        assert accepted(again) == accepted(game)
        for decision in accepted(game):
            assert game.play(decision) == again.play(decision)
            game.undo()
            again.undo()
        decision = drawn(data, game)
        for _ in micro_steps(game, decision):
            half_way = Game.from_position(game.position, engine="table")
            assert half_way.state == game.state
            if not half_way.settled:
                half_way.settle()
            ends = half_way.state
        assert ends == game.state


@settings(max_examples=60, deadline=None)
@given(table=tables(), reading=readings(), data=st.data())
def test_bug_order_depended_on_the_players_index(
    table: dict[str, Any], reading: dict[str, str], data: st.DataObject
) -> None:
    """A and B changed places, everything else is the same: the same rows are taken and the same is legal."""
    swapped = {
        **table,
        "start": {**table["start"], "active": other(table["start"]["active"])},
        "actions": {name: {**action, "by": other(action["by"])} for name, action in table["actions"].items()},
    }
    game, mirror = new(table, reading), new(swapped, reading)
    for _ in range(data.draw(LENGTHS)):
        assert mirrored(mirror.describe()) == game.describe()
        assert mirror.state.control == game.state.control
        decision = drawn(data, game)
        rows = [micro.row.id for micro in game.play(decision).micro_steps]
        twin = decision._replace(player=other(decision.player))
        assert [micro.row.id for micro in mirror.play(twin).micro_steps] == rows


def mirrored(described: dict[str, Any]) -> dict[str, Any]:
    return {**described, "active": other(described["active"]), "priority": other(described["priority"])}


@settings(max_examples=60, deadline=None)
@given(table=tables(), reading=readings(), data=st.data())
def test_every_record_can_be_told(table: dict[str, Any], reading: dict[str, str], data: st.DataObject) -> None:
    """Each record has at least one sentence in both languages, none with a hole, each with its clauses."""
    game = new(table, reading)
    for _ in range(data.draw(LENGTHS)):
        game.play(drawn(data, game))
    for record in game.history:
        lines = game.tell(record)
        assert lines
        for line in lines:
            assert line.clauses
            for text in (line.text.ru, line.text.en):
                assert text.endswith(".")
                assert "{" not in text
                assert "“”" not in text
                assert "«»" not in text


def test_bug_state_text_omitted_whose_move_it_is() -> None:
    """Games that differ only in whose turn it is, or who has priority, differ in key and text; equal ones do not."""
    actions = [Action("F", by="A"), Action("G", by="B")]
    first, second = Game(actions, active="A", engine="table"), Game(actions, active="B", engine="table")
    assert first.state.decision_key() != second.state.decision_key()
    assert first.position != second.position
    same = Game(actions, active="A", engine="table")
    assert same.state.decision_key() == first.state.decision_key()
    assert same.position == first.position
    first.pass_priority()
    assert same.state.decision_key() != first.state.decision_key()
    assert same.position != first.position


def test_key_leaves_out_turn_and_log_only() -> None:
    """Contract, decision states: turn and log do not make two situations two decision states; anything else does."""
    game = Game([Action("F", by="A")], engine="table")
    key = game.state.decision_key()
    assert replace(game.state, turn=7).decision_key() == key
    assert replace(game.state, log=replace(game.state.log, left=("x",))).decision_key() == key
    changes: tuple[dict[str, Any], ...] = (
        {"active": "B"},
        {"phase": "final"},
        {"facts": frozenset({"f"})},
        {"declared": frozenset({"F"})},
        {"deactivated": True},
        {"queue": (Entry("F"),)},
        {"stack": (Entry("F"),)},
        {"window": None},
        {"look": Look()},
        {"control": "start"},
    )
    for change in changes:
        assert replace(game.state, **change).decision_key() != key


# --- positions that cannot be ----------------------------------------------------------------------------------------


def _game() -> Game:
    game = Game([Action("M", by="A", speed="slow", target="c1"), Action("F", by="A")], engine="table")
    game.declare("M")
    game.pass_priority()
    game.pass_priority()
    game.pass_priority()
    assert game.state.step == "fix_target"
    return game


def _window(state: GameState, **changes: Any) -> GameState:
    return state.with_window(**changes)


WRONG: dict[str, Any] = {
    "no state": lambda s: replace(s, control="turn.main_phase.nowhere"),
    "composite": lambda s: replace(s, control="turn.main_phase"),
    "phase": lambda s: replace(s, phase="final"),
    "deactivated": lambda s: replace(s, deactivated=True),
    "holder": lambda s: _window(s, holder="B"),
    "active": lambda s: replace(s, active="B"),
    "window": lambda s: replace(s, window=None),
    "window.kind": lambda s: _window(s, kind="removal"),
    "window.has_declared": lambda s: _window(s, has_declared=True),
    "window.passes": lambda s: _window(s, passes=2),
    "look": lambda s: replace(s, look=Look()),
    "stack": lambda s: replace(s, stack=()),
    "names twice": lambda s: replace(s, stack=(s.stack[0], s.stack[0])),
    "names undeclared": lambda s: replace(s, declared=frozenset()),
    "declared": lambda s: replace(s, declared=s.declared | {"nobody"}),
    "steps": lambda s: s.with_top(step="somersault"),
    "queue": lambda s: replace(s, queue=(Entry("F", step="payment"),), declared=s.declared | {"F"}),
    "step": lambda s: s.with_top(step="payment"),
    "players": lambda s: _window(s, given_away=frozenset("C")),
    "points": lambda s: _window(s, points=(Point("phase", "midnight"),)),
    "target": lambda s: s.with_top(target="the moon"),
    "turn": lambda s: replace(s, turn=0),
}


@pytest.mark.parametrize("what", WRONG)
def test_disagreement_is_found(what: str) -> None:
    """Each way in which the data can contradict the state of the machine is found; the position as it is passes."""
    game = _game()
    assert disagreement(game.specification, game.table, game.state) is None
    told = disagreement(game.specification, game.table, WRONG[what](game.state))
    assert told is not None
    # The fault: in a Russian error it was said in English. Names of states and keys are the same in both languages.
    own_words = re.sub(r"«[^»]*»|\([^)]*\)", "", told.ru)
    assert re.search("[а-я]", own_words)
    assert not re.search("[a-z]", own_words)


def test_window_without_a_holder_is_closed() -> None:
    """A window between opening and the first hold agrees only with a state of opening."""
    game = Game(readings=Readings(window_opens_with="controller"), engine="table")
    opened = replace(game.state, window=Window("phase"))
    assert disagreement(game.specification, game.table, opened) is not None
