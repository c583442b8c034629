"""The public API of the contract's section "Library"."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from transitions.extensions.nesting import HierarchicalMachine

import berserk_fsm
from berserk_fsm import (
    Action,
    Decision,
    Game,
    InputError,
    Point,
    ReadingError,
    Readings,
    Refused,
    RuleEffect,
    Specification,
    SpecificationError,
    StepRecord,
    TableError,
    load_scenario,
)
from berserk_fsm.game import EngineName

MINE = Action("M", by="A", speed="slow", target="c7", add=("hit",))
FAST = Action("F", by="A")
THEIRS = Action("G", by="B")


def new(engine: EngineName, *more: Action, **options: Any) -> Game:
    return Game([MINE, FAST, THEIRS, *more], engine=engine, **options)


def passes(game: Game, count: int) -> list[StepRecord]:
    return [game.pass_priority() for _ in range(count)]


# --- looking ---------------------------------------------------------------------------------------------------------


def test_legal_actions(engine: EngineName) -> None:
    """Legal actions can be iterated, asked with `in` by name or action, counted, indexed and shown."""
    legal = new(engine).legal_actions
    assert list(legal) == ["M", "F"]
    assert [*reversed(legal)] == ["F", "M"]
    assert (len(legal), legal[0], legal[-1], legal[:1]) == (2, "M", "F", ("M",))
    asked: list[object] = ["M", MINE, "G", THEIRS, 7]
    assert [what in legal for what in asked] == [True, True, False, False, False]
    assert bool(legal)
    assert repr(legal) == "<LegalActions M, F>"
    assert repr(Game(engine=engine).legal_actions) == "<LegalActions none>"
    assert not Game(engine=engine).legal_actions


def test_legal_actions_do_not_change_later(engine: EngineName) -> None:
    """What was offered is a value; the game goes on without it."""
    game = new(engine)
    before = game.legal_actions
    game.declare("M")
    assert list(before) == ["M", "F"]
    assert list(game.legal_actions) == ["F"]


def test_state_and_parts(engine: EngineName) -> None:
    """Everything a game is made of can be looked at."""
    readings = Readings(reserve_at="declaration")
    game = new(engine, readings=readings, facts=["f"])
    assert game.state.holder == "A"
    assert list(game.table.actions) == ["M", "F", "G"]
    assert game.readings == readings == game.specification.readings
    assert isinstance(game.specification, Specification)
    assert game.settled
    assert repr(game) == "<Game turn 1, main phase, priority A>"


def test_describe_has_the_keys_of_the_contract(engine: EngineName) -> None:
    """Contract, state: these keys, in plain data that JSON can print."""
    game = new(engine, facts=["z", "a"])
    game.declare("M")
    passes(game, 3)
    described = game.describe()
    assert described == {
        "active": "A",
        "priority": "A",
        "phase": "main",
        "turn": 1,
        "queue": [],
        "stack": ["M"],
        "executing": "M",
        "step": "fix_target",
        "window": "step",
        "passes": 0,
        "has_declared": False,
        "facts": ["a", "z"],
        "legal": ["F"],
        "left": [],
        "cancelled": [],
        "rule_effects": [],
        "loops": [],
        "targets": {"M": "c7"},
    }
    assert json.loads(json.dumps(described)) == described


def test_describe_between_windows(engine: EngineName) -> None:
    """Between micro-steps nobody has priority, and there is no window."""
    game = new(engine)
    game.declare("M")
    passes(game, 2)
    game.begin(Decision("pass", "A"))
    described = game.describe()
    assert (described["priority"], described["window"], described["passes"], described["legal"]) == (None, None, 0, [])
    assert described["has_declared"] is False
    assert list(game.legal_actions) == []


def test_engines_by_name(engine: EngineName) -> None:
    """The host is the default; the machine is there with it alone; other names are errors that name the two."""
    assert isinstance(Game().machine, HierarchicalMachine)
    assert isinstance(Game(engine="transitions").machine, HierarchicalMachine)
    with pytest.raises(AttributeError, match="engine='transitions'"):
        _ = Game(engine="table").machine
    with pytest.raises(ValueError, match="'transitions' or 'table'"):
        Game(engine="magic")  # type: ignore[arg-type]


def test_both_engines_give_the_same_records() -> None:
    """Contract: the engines differ in speed only."""
    host, table = new("transitions"), new("table")
    for game in (host, table):
        game.declare("M")
        game.declare("F")
        passes(game, 15)
    assert host.history == table.history
    assert host.position == table.position


# --- deciding --------------------------------------------------------------------------------------------------------


def test_declare_gives_the_record(engine: EngineName) -> None:
    """A record tells decision, micro-steps, the game before and after, and the clauses."""
    game = new(engine)
    before = game.state
    record = game.declare("M")
    assert record.decision == Decision("declare", "A", "M")
    assert [micro.row.kind for micro in record.micro_steps] == ["declare_slow"]
    assert (record.before, record.after) == (before, game.state)
    assert record.clauses == ("302.9", "303.3", "303.5")
    assert game.history[-1] is record


def test_pass_priority_is_a_pass_or_a_hand_over(engine: EngineName) -> None:
    """The library says which of the two it was."""
    game = new(engine)
    passed = game.pass_priority()
    assert passed.decision == Decision("pass", "A")
    game.undo()
    game.declare("M")
    handed = game.pass_priority()
    assert handed.decision == Decision("hand_over", "A")


def test_whoever_does_it_may_be_named(engine: EngineName) -> None:
    """Left out, it is the owner of the action and the holder; named, it is who was named, and may be refused."""
    game = new(engine)
    assert game.why_not("F", "A") is None
    refused = game.why_not("F", "B")
    assert refused is not None
    assert refused.clause == "303.1"
    with pytest.raises(Refused, match="does not have priority"):
        game.pass_priority("B")
    assert game.pass_priority("A").decision == Decision("pass", "A")


def test_refused(engine: EngineName) -> None:
    """A refusal carries row, clause, sentence in two languages and the position; nothing has changed."""
    game = new(engine)
    before = (game.state, game.history)
    with pytest.raises(Refused) as caught:
        game.declare("G")
    refused = caught.value
    assert (refused.id, refused.clause) == ("not_the_holder", "303.1")
    assert refused.sentence == refused.en == refused.reason() == "B does not have priority; A has it."
    assert refused.reason("ru") == refused.ru == "B не владеет приоритетом; приоритет у A."
    assert refused.text("ru") == f"{refused.ru} [303.1]"
    assert refused.position == game.position
    assert str(refused) == f"{refused.text()} position: {game.position}"
    assert "\n" not in str(refused)
    assert (game.state, game.history) == before
    again = pickle.loads(pickle.dumps(refused))
    assert (again.id, again.clause, str(again)) == (refused.id, refused.clause, str(refused))


def test_refusals_as_values(engine: EngineName) -> None:
    """try_… and why_not return the refusal; why_not changes nothing; what is accepted gives the record or nothing."""
    game = new(engine, Action("t", by="A", on=Point("phase", "main")), readings=Readings(triggers_mandatory=True))
    before = game.state
    for refused in (game.why_not("G"), game.try_declare("G"), game.try_play(Decision("hand_over", "A"))):
        assert isinstance(refused, Refused)
    for refused in (game.why_not_pass(), game.try_pass()):
        assert isinstance(refused, Refused)
        assert refused.clause == "303.4"
    assert game.state is before
    assert game.why_not("t") is None
    assert game.state is before
    record = game.try_declare("t")
    assert isinstance(record, StepRecord)
    assert game.history[-1] is record
    assert isinstance(game.try_pass(), StepRecord)
    assert game.state.holder == "B"


def test_unknown_names(engine: EngineName) -> None:
    """An action that is not on the table is an error that names those that are."""
    game = new(engine)
    for ask in (game.declare, game.try_declare, game.why_not):
        with pytest.raises(KeyError, match="there is no action 'X' on the table; expected one of: M, F, G"):
            ask("X")
    with pytest.raises(KeyError, match="expected one of: none"):
        Game(engine=engine).declare("X")
    with pytest.raises(KeyError):
        game.play(Decision("declare", "A", "X"))


def test_tables_and_readings_are_checked(engine: EngineName) -> None:
    """Errors of the arguments come at once and say what was expected."""
    with pytest.raises(TableError, match="there is no player 'C'; expected A or B"):
        Game([Action("X", by="C")], engine=engine)  # type: ignore[arg-type]
    with pytest.raises(TableError, match=r"start\.active"):
        Game(active="C", engine=engine)  # type: ignore[arg-type]
    with pytest.raises(TableError, match=r"start\.phase"):
        Game(phase="night", engine=engine)
    with pytest.raises(ReadingError, match="unknown reading"):
        Game(readings=Readings(moon="full"), engine=engine)


# --- history, undo ---------------------------------------------------------------------------------------------------


def test_history_begins_with_the_start(engine: EngineName) -> None:
    """The first record is the start of the game; records join without a gap."""
    game = new(engine)
    assert [record.decision for record in game.history] == [None]
    game.declare("M")
    passes(game, 8)
    for earlier, later in zip(game.history, game.history[1:], strict=False):
        assert earlier.after == later.before
    assert game.history[-1].after == game.state


def test_undo_to_the_start(engine: EngineName) -> None:
    """Every decision can be taken back, one by one, in reverse; the start cannot."""
    game = new(engine)
    states, records = [game.state], []
    records.append(game.declare("M"))
    for _ in range(12):
        states.append(game.state)
        records.append(game.pass_priority())
    states.append(game.state)
    while records:
        assert game.state == states.pop()
        assert game.undo() == records.pop()
    assert game.state == states.pop()
    for _ in range(2):
        with pytest.raises(IndexError, match="there is no decision to take back"):
            game.undo()
    game.declare("M")


@pytest.mark.parametrize("micro_steps", range(5))
def test_undo_half_way_through(engine: EngineName, micro_steps: int) -> None:
    """A decision that is half done is taken back as a whole, and can be done again."""
    game = new(engine)
    game.declare("M")
    passes(game, 2)
    before = (game.state, game.history)
    game.begin(Decision("pass", "A"))
    for _ in range(micro_steps):
        game.micro_step()
    assert not game.settled
    record = game.undo()
    assert record.decision == Decision("pass", "A")
    assert len(record.micro_steps) == micro_steps + 1
    assert (game.state, game.history) == before
    assert game.settled
    game.pass_priority()
    assert game.state.step == "fix_target"


def test_a_faulty_machine_leaves_the_game_where_it_is_stuck(engine: EngineName) -> None:
    """What was taken until then can be taken back, and the game goes on from before the decision."""
    specification = Game().specification
    row = specification.row_by_id["turn.main_phase.execution.transfer/transfer"]
    never = replace(row, guards=(*row.guards, specification.row_by_id["start/start_game(final)"].guards[0]))
    faulty = replace(specification, rows=tuple(never if r is row else r for r in specification.rows))
    game = Game.from_specification(faulty, new(engine).table, engine)
    game.declare("M")
    passes(game, 2)
    before = (game.state, game.history)
    with pytest.raises(SpecificationError, match="transfer is stuck"):
        game.pass_priority()
    assert not game.settled
    assert game.state.control == "turn.main_phase.execution.transfer"
    assert game.undo().decision == Decision("pass", "A")
    assert game.settled
    assert (game.state, game.history) == before


@pytest.mark.parametrize("decision", [("pass", "A", None), ("declare", "A", "M"), "pass", None])
def test_what_only_looks_like_a_decision_is_none(engine: EngineName, decision: Any) -> None:
    game = new(engine)
    with pytest.raises(ValueError, match="is no decision"):
        game.play(decision)
    assert len(game.history) == 1


def test_records_played_in_one_go_and_step_by_step_are_the_same(engine: EngineName) -> None:
    """Also as bytes, in words and in sets."""
    whole, stepping = new(engine), new(engine)
    whole.declare("M")
    passes(whole, 12)
    for record in whole.history[1:]:
        assert record.decision is not None
        stepping.begin(record.decision)
        stepping.settle()
    assert whole.history == stepping.history
    assert [repr(record) for record in whole.history] == [repr(record) for record in stepping.history]
    assert set(whole.history) == set(stepping.history)
    assert pickle.loads(pickle.dumps(whole.history)) == stepping.history
    assert [replace(record) for record in whole.history] == list(stepping.history)


def test_a_copy_goes_its_own_way(engine: EngineName) -> None:
    """A copy is at the same moment, with the same history; neither changes the other; observers stay behind."""
    game = new(engine)
    seen: list[StepRecord] = []
    game.observe(seen.append)
    game.declare("M")
    kinds: tuple[EngineName, ...] = ("table", "transitions")
    for kind in kinds:
        other = game.copy(engine=kind)
        assert (other.state, other.history, other.position) == (game.state, game.history, game.position)
        other.pass_priority()
        assert game.state.holder == "A"
        other.undo()
        other.undo()
        assert other.state.queue == ()
        assert len(game.state.queue) == 1
    assert len(seen) == 1


def test_a_copy_half_way(engine: EngineName) -> None:
    """Also a decision that is half done can be copied and finished or taken back in the copy."""
    game = new(engine)
    game.declare("M")
    passes(game, 2)
    before = game.state
    game.begin(Decision("pass", "A"))
    other = game.copy()
    assert not other.settled
    assert other.settle() == game.settle()
    game.undo()
    other.undo()
    assert game.state == other.state == before


# --- micro-stepping --------------------------------------------------------------------------------------------------


def test_micro_steps_make_the_same_record(engine: EngineName) -> None:
    """Step by step or at once: the same record, the same game."""
    slowly, at_once = new(engine), new(engine)
    for game in (slowly, at_once):
        game.declare("M")
        passes(game, 2)
    taken = [slowly.begin(Decision("pass", "A"))]
    while (micro := slowly.micro_step()) is not None:
        taken.append(micro)
    record = at_once.pass_priority()
    assert slowly.settled
    assert tuple(taken) == record.micro_steps
    assert slowly.history == at_once.history
    assert slowly.micro_step() is None
    assert slowly.settle() == record


def test_a_decision_of_one_micro_step(engine: EngineName) -> None:
    """A declaration is one micro-step; afterwards a player must decide, and the record is in the history."""
    game = new(engine)
    game.begin(Decision("declare", "A", "M"))
    assert game.micro_step() is None
    assert game.settled
    assert len(game.history) == 2


def test_settle_finishes(engine: EngineName) -> None:
    """From half way, settle takes all the rest."""
    game = new(engine)
    game.declare("M")
    passes(game, 2)
    game.begin(Decision("pass", "A"))
    game.micro_step()
    record = game.settle()
    assert record.decision == Decision("pass", "A")
    assert game.state.step == "fix_target"
    assert game.settle() is record


def test_every_decision_is_refused_between_micro_steps(engine: EngineName) -> None:
    """302.8 while an effect is applied or rule effects run, 303.1 otherwise: nobody has priority."""
    game = new(
        engine, Action("t", by="B", on=Point("effect", "dies")), rule_effects=[RuleEffect("dies", ("hit",), ("hit",))]
    )
    game.declare("M")
    while game.state.step != "apply_effect":
        game.pass_priority()
    game.pass_priority()
    game.begin(Decision("pass", "B"))
    clauses: list[tuple[str, str]] = []
    while not game.settled:
        refused = game.why_not("F")
        assert refused is not None
        for decision in (Decision("declare", "B", "G"), Decision("pass", "A"), Decision("hand_over", "B")):
            with pytest.raises(Refused) as caught:
                game.play(decision)
            assert caught.value.clause == refused.clause
        clauses.append((game.state.control.rpartition(".")[2], refused.clause))
        game.micro_step()
    assert clauses == [
        ("both_passed", "303.1"),
        ("perform", "303.1"),
        ("applying", "302.8"),
        ("rule_effects", "302.8"),
        ("rule_effects", "302.8"),
    ]
    assert game.why_not("F") is None


def test_rule_effects_after_a_payment_deactivate_too(engine: EngineName) -> None:
    """302.8: also rule effects after a payment and on entering a phase."""
    game = new(engine, rule_effects=[RuleEffect("e", ("nothing",))])
    seen: dict[str, str] = {}
    game.declare("M")
    for _ in range(30):
        holder = game.state.holder
        assert holder is not None
        window = game.state.window
        game.begin(Decision("hand_over" if window and window.has_declared else "pass", holder))
        while not game.settled:
            refused = game.why_not_pass()
            assert refused is not None
            seen[game.state.control] = refused.clause
            game.micro_step()
    deactivated = {path for path, clause in seen.items() if clause == "302.8"}
    assert {path for path in seen if path.endswith((".entering", ".rule_effects", ".applying"))} == deactivated
    assert "turn.main_phase.execution.payment.rule_effects" in deactivated
    assert "turn.final_phase.entering" in deactivated


# --- observers -------------------------------------------------------------------------------------------------------


def test_observers_get_every_record(engine: EngineName) -> None:
    """From when they begin until they stop, whole records and in order, also when one goes by micro-steps."""
    game = new(engine)
    first: list[StepRecord] = []
    second: list[StepRecord] = []
    stop = game.observe(first.append)
    game.declare("M")
    game.observe(second.append)
    passes(game, 2)
    game.begin(Decision("pass", "A"))
    assert len(first) == 3
    game.settle()
    stop()
    stop()
    game.pass_priority()
    assert first == list(game.history[1:5])
    assert second == list(game.history[2:])


def test_refusals_and_undo_are_no_records(engine: EngineName) -> None:
    """Observers hear of what happened: neither of a refusal nor of taking back."""
    game = new(engine)
    seen: list[StepRecord] = []
    game.observe(seen.append)
    game.try_declare("G")
    game.declare("M")
    game.undo()
    assert len(seen) == 1


def test_an_observer_may_stop_itself(engine: EngineName) -> None:
    """While observers are called the list of them may change; the others are still called."""
    game = new(engine)
    seen: list[str] = []

    def once(record: StepRecord) -> None:
        seen.append("once")
        stop()

    stop = game.observe(once)
    game.observe(lambda record: seen.append("always"))
    passes(game, 2)
    assert seen == ["once", "always", "always"]


def test_bug_an_event_inside_an_entry_action_silently_dropped(engine: EngineName) -> None:
    """A decision taken by an observer is played like any other: nothing is dropped, each call gets its own record."""
    game = new(engine)
    answers: list[StepRecord] = []

    def answer(record: StepRecord) -> None:
        if record.decision == Decision("hand_over", "A"):
            answers.append(game.declare("G"))

    game.observe(answer)
    game.declare("M")
    record = game.pass_priority()
    assert [entry.name for entry in game.state.queue] == ["M", "G"]
    assert [r.decision for r in game.history[1:]] == [
        Decision("declare", "A", "M"),
        Decision("hand_over", "A"),
        Decision("declare", "B", "G"),
    ]
    assert [r.decision for r in answers] == [Decision("declare", "B", "G")]
    assert record.decision == Decision("hand_over", "A")


# --- scenarios and positions -----------------------------------------------------------------------------------------


SCENARIO = """\
title: a table
readings: {reserve_at: declaration}
start: {active: B, phase: initial, facts: [mana]}
actions:
  M: {by: A, speed: slow, cost: [mana]}
  t: {by: B, on: {phase: initial}}
play:
  - B declares t
"""


def test_from_scenario(tmp_path: Path, engine: EngineName) -> None:
    """A file, or a scenario loaded already: its table, start and readings; what it plays is not played."""
    path = tmp_path / "a.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    for source in (path, str(path), load_scenario(path)):
        game = Game.from_scenario(source, engine=engine)
        assert (game.state.active, game.state.phase, sorted(game.state.facts)) == ("B", "initial", ["mana"])
        assert game.readings == Readings(reserve_at="declaration")
        assert list(game.legal_actions) == ["t"]
        assert len(game.history) == 1
    with pytest.raises(InputError):
        Game.from_scenario(tmp_path / "missing.yaml", engine=engine)


def test_from_table(engine: EngineName) -> None:
    """A table built before is played as it is."""
    table = new(engine).table
    game = Game.from_table(table, Readings(slow_active_only=False), engine=engine)
    assert game.table is table
    assert list(game.legal_actions) == ["M", "F"]


def test_position_is_one_line_and_comes_back(engine: EngineName) -> None:
    """The position is one line of JSON; a game from it is at the same moment and its history begins there."""
    odd = Action('имя «в кавычках» "x\\', by="A", when=("факт",))
    game = new(engine, odd, facts=["факт"], readings=Readings(phase_window="if_any"), rule_effects=[RuleEffect("e")])
    game.declare("M")
    passes(game, 4)
    text = game.position
    assert len(text.splitlines()) == 1
    assert json.loads(text)["berserk_fsm"] == 2
    again = Game.from_position(text, engine=engine)
    assert (again.state, again.position, again.readings) == (game.state, text, game.readings)
    assert again.history == ()
    with pytest.raises(IndexError):
        again.undo()
    assert again.pass_priority() == game.pass_priority()


def test_position_half_way(engine: EngineName) -> None:
    """A position between micro-steps goes on from there; there is no decision to take back."""
    game = new(engine)
    game.declare("M")
    passes(game, 2)
    game.begin(Decision("pass", "A"))
    again = Game.from_position(game.position, engine=engine)
    assert not again.settled
    assert again.state == game.state
    with pytest.raises(IndexError):
        again.undo()
    again.settle()
    game.settle()
    assert again.state == game.state
    assert again.settled


def test_undo_never_leaves_a_loaded_game_half_way(engine: EngineName) -> None:
    """Taking back micro-steps of a position that was loaded half way, the game still goes on from there."""
    game = new(engine)
    game.declare("M")
    passes(game, 2)
    game.begin(Decision("pass", "A"))
    again = Game.from_position(game.position, engine=engine)
    again.micro_step()
    again.undo()
    assert again.state == game.state
    assert not again.settled
    again.settle()
    assert again.state.holder == "A"


GOOD = json.loads(new("table").position)
CONTROL = GOOD["state"]["control"]


def changed(**parts: Any) -> str:
    return json.dumps({**GOOD, **parts})


def in_state(**parts: Any) -> str:
    return changed(state={**GOOD["state"], **parts})


def in_table(**parts: Any) -> str:
    return changed(table={**GOOD["table"], **parts})


def in_window(**parts: Any) -> str:
    return in_state(window={**GOOD["state"]["window"], **parts})


BAD = {
    "empty": "",
    "no JSON": "M on the stack",
    "half a text": new("table").position[:-1],
    "two lines": "{}\n{}",
    "list": "[]",
    "number": "7",
    "null": "null",
    "deep": "[" * 100_000,
    "too long": " " * 1_000_001,
    "huge number": in_state(turn=1).replace('"turn": 1', '"turn": ' + "9" * 5000),
    "no version": json.dumps({k: v for k, v in GOOD.items() if k != "berserk_fsm"}),
    "other version": changed(berserk_fsm=3),
    "version as text": changed(berserk_fsm="1"),
    "unknown key": changed(colour="red"),
    "other profile": changed(profile="chess"),
    "profile is no text": changed(profile=["default"]),
    "readings is a list": changed(readings=[]),
    "unknown reading": changed(readings={"moon": "full"}),
    "unknown value": changed(readings={"reserve_at": "tomorrow"}),
    "value is no text": changed(readings={"slow_active_only": False}),
    "table is a text": changed(table="table"),
    "unknown part of the table": in_table(cards=[]),
    "actions is a mapping": in_table(actions={}),
    "action is a text": in_table(actions=["M"]),
    "action without name": in_table(actions=[{"by": "A"}]),
    "action of nobody": in_table(actions=[{"name": "M", "by": "C"}]),
    "action with an unknown key": in_table(actions=[{"name": "M", "by": "A", "colour": "red"}]),
    "roll is a text": in_table(actions=[{"name": "M", "by": "A", "roll": "true"}]),
    "facts is a text": in_table(actions=[{"name": "M", "by": "A", "add": "f"}]),
    "fact is a number": in_table(actions=[{"name": "M", "by": "A", "add": [1]}]),
    "point of one": in_table(actions=[{"name": "M", "by": "A", "on": ["phase"]}]),
    "point of what is not": in_table(actions=[{"name": "M", "by": "A", "on": ["payment", "X"]}]),
    "redirect of one": in_table(actions=[{"name": "M", "by": "A", "redirect": ["M"]}]),
    "name twice": in_table(actions=[{"name": "M", "by": "A"}, {"name": "M", "by": "A"}]),
    "effect without name": in_table(rule_effects=[{"when": ["f"]}]),
    "start is a list": in_table(start=[]),
    "start in no phase": in_table(start={"phase": "night"}),
    "state is a list": changed(state=[]),
    "no state": json.dumps({k: v for k, v in GOOD.items() if k != "state"}),
    "no control": changed(state={k: v for k, v in GOOD["state"].items() if k != "control"}),
    "control is no text": in_state(control=None),
    "control unknown": in_state(control="turn.night"),
    "control composite": in_state(control="turn.main_phase"),
    "active is nobody": in_state(active="C"),
    "turn is a text": in_state(turn="1"),
    "turn is a truth": in_state(turn=True),
    "turn is a fraction": in_state(turn=1.5),
    "turn 0": in_state(turn=0),
    "phase unknown": in_state(phase="night"),
    "no phase": in_state(phase=None),
    "no window": in_state(window=None),
    "window is a list": in_state(window=[]),
    "window of another kind": in_window(kind="removal"),
    "holder is nobody": in_window(holder="C"),
    "holder is the other one": in_window(holder="B"),
    "has_declared is 1": in_window(has_declared=1),
    "has_declared elsewhere": in_window(has_declared=True),
    "three passes": in_window(passes=3),
    "points is a text": in_window(points="phase"),
    "queue of an unknown action": in_state(queue=[{"name": "X"}]),
    "queue of an undeclared action": in_state(queue=[{"name": "M"}]),
    "queue of a nameless one": in_state(queue=[{"step": "payment"}]),
    "queued in a step": in_state(queue=[{"name": "M", "step": "payment"}], declared=["M"]),
    "stack of an unknown action": in_state(stack=[{"name": "X"}]),
    "twice on the stack": in_state(stack=[{"name": "M"}, {"name": "M"}], declared=["M"]),
    "unknown step": in_state(stack=[{"name": "M", "step": "somersault"}], declared=["M"]),
    "declared unknown": in_state(declared=["X"]),
    "facts is a number": in_state(facts=1),
    "log is a list": in_state(log=[]),
    "log with an unknown key": in_state(log={"won": []}),
    "look in a window": in_state(look={}),
    "deactivated in a window": in_state(deactivated=True),
    "points of nobody": in_window(points=[["payment", "X"]]),
    "given away by nobody": in_window(given_away=["C"]),
    "fast open to nobody": in_window(fast_open_to=["C"]),
    "something on the stack in an untouched phase window": in_state(
        stack=[{"name": "M", "step": "apply_effect"}], declared=["M"]
    ),
    "suspended in a step without a window": in_state(
        control="turn.main_phase.execution.removal.window.active_holds.deciding",
        window={"kind": "removal", "holder": "A", "action_left": True},
        stack=[{"name": "M", "step": "legality_check"}],
        declared=["M"],
    ),
    "waiting below nothing": in_state(control=CONTROL.replace("window.active_holds.deciding", "execution.next")),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_positions(what: str) -> None:
    """What is no position is refused in one line that says what was expected, in both languages."""
    with pytest.raises(InputError) as caught:
        Game.from_position(BAD[what], engine="table")
    for lang in ("ru", "en"):
        line = caught.value.text(lang)
        assert line.startswith("position:1: ")
        assert len(line.splitlines()) == 1
        assert len(line) < 400


def test_good_position_passes() -> None:
    """The twin of all of these."""
    suspended = in_state(
        control="turn.main_phase.execution.removal.window.active_holds.deciding",
        window={"kind": "removal", "holder": "A", "action_left": True},
        stack=[{"name": "M", "step": "fix_target", "target": "c7"}],
        declared=["M"],
    )
    assert Game.from_position(suspended, engine="table").state.executing == "M"
    for text in (json.dumps(GOOD), in_state(), in_table(), in_window(), in_state(turn=3), f" {json.dumps(GOOD)}\n"):
        assert Game.from_position(text, engine="table").state.holder == "A"
    assert berserk_fsm.Game is Game
