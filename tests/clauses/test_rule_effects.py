"""302.7, 302.8, gap/503: rule effects: when they are due, in batches, without repeating."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Game, Point, RuleEffect
from tests.clauses.play import (
    New,
    Sides,
    both_pass,
    give_away,
    kinds,
    legal,
    stack,
    to_empty,
    to_phase,
    to_step,
    windows,
)


def batches(game: Game) -> list[tuple[str, ...]]:
    """The batches run so far, in order."""
    return [
        micro.after.log.rule_effects[len(micro.before.log.rule_effects) :]
        for record in game.history
        for micro in record.micro_steps
        if micro.row.kind == "run_batch"
    ]


def test_they_run_at_once(new: New, sides: Sides) -> None:
    """302.7: a rule effect runs as soon as its condition arises, in the same record, without a window."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", add=("zero",)), effects=[RuleEffect("dies", ("zero",), ("zero",), ("dead",))]
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    records = both_pass(game)
    assert game.state.facts == {"dead"}
    assert windows(records) == [("step", "M", me)]
    assert game.state.holder != you


def test_due_means_condition_and_change(new: New) -> None:
    """302.7, gap/503: due is what has its condition and would change the facts; each part alone is not enough."""
    holds_and_changes = new(effects=[RuleEffect("e", ("a",), (), ("b",))], facts="a")
    assert holds_and_changes.state.log.rule_effects == ("e",)
    no_condition = new(effects=[RuleEffect("e", ("a",), (), ("b",))])
    assert no_condition.state.log.rule_effects == ()
    no_change = new(effects=[RuleEffect("e", ("a",), (), ("b",))], facts="a b")
    assert no_change.state.log.rule_effects == ()
    nothing_to_remove = new(effects=[RuleEffect("e", ("a",), ("c",))], facts="a")
    assert nothing_to_remove.state.log.rule_effects == ()
    removes_and_adds_the_same = new(effects=[RuleEffect("e", ("a",), ("a",), ("a",))], facts="a")
    assert removes_and_adds_the_same.state.log.rule_effects == ()


@pytest.mark.parametrize("when", ["start", "effect", "payment", "phase"])
def test_when_they_are_looked_for(new: New, sides: Sides, when: str) -> None:
    """302.7: at the start, after an effect, after a payment and on entering a phase."""
    me, _ = sides
    effect = RuleEffect("e", ("f",), ("f",), ("g",))
    match when:
        case "start":
            game = new(effects=[effect], facts="f")
        case "effect":
            game = new(Action("M", by=me, speed="slow", add=("f",)), effects=[effect])
            game.declare("M")
            to_step(game, "M", "after_effect")
        case "payment":
            paid = RuleEffect("e", (), (), ("mana",))
            game = new(Action("M", by=me, speed="slow", cost=("mana",)), effects=[paid], facts="mana")
            game.declare("M")
            to_step(game, "M", "after_effect")
            assert batches(game) == []
            both_pass(game)
        case _:
            # What the loop rule cut in one look is due again in the next one.
            turns = [RuleEffect("e", ("f",), ("f",), ("g",)), RuleEffect("back", ("g",), ("g",), ("f",))]
            game = new(effects=turns, facts="f")
            assert batches(game) == [("e",), ("back",)]
            to_phase(game, "final")
            assert batches(game)[2:] == [("e",), ("back",)]
            return
    assert batches(game) == [("e",)]


def test_blocked_action_starts_no_look(new: New, sides: Sides) -> None:
    """302.7, gap/blocked_gives_no_trigger: no effect applied, no look; with an effect applied there is one."""
    me, you = sides
    actions = (Action("M", by=me, speed="slow", add=("zero",)), Action("N", by=you, block="M"))
    effects = [RuleEffect("dies", ("zero",), ("zero",))]
    game = new(*actions, effects=effects)
    game.declare("M")
    to_step(game, "M", "apply_effect")
    give_away(game)
    game.declare("N")
    to_empty(game)
    assert batches(game) == []
    unblocked = new(*actions, effects=effects)
    unblocked.declare("M")
    to_empty(unblocked)
    assert batches(unblocked) == [("dies",)]


def test_a_batch_reads_the_facts_before_it(new: New) -> None:
    """302.7: all due ones count as simultaneous: that one takes the other's condition away stops neither."""
    game = new(
        effects=[RuleEffect("x", ("a", "b"), ("b",), ("x_ran",)), RuleEffect("y", ("a", "b"), ("a",), ("y_ran",))],
        facts="a b",
    )
    assert batches(game) == [("x", "y")]
    assert game.state.facts == {"x_ran", "y_ran"}


def test_in_a_batch_removals_come_before_additions(new: New) -> None:
    """gap/503: what one of a batch adds is not taken away by another of the same batch."""
    game = new(
        effects=[RuleEffect("adds", ("a",), ("a",), ("f",)), RuleEffect("removes", ("f", "b"), ("f", "b"))],
        facts="a b f",
    )
    assert batches(game) == [("adds", "removes")]
    assert game.state.facts == {"f"}


def test_file_order(new: New) -> None:
    """gap/503, gap/batch_order: in a batch they stand in the order of the file, whatever they are called."""
    first, second = RuleEffect("z", ("a",), ("a",)), RuleEffect("m", ("b",), ("b",))
    assert batches(new(effects=[first, second], facts="a b")) == [("z", "m")]
    assert batches(new(effects=[second, first], facts="a b")) == [("m", "z")]


def test_another_batch_follows(new: New) -> None:
    """302.7, gap/503: what falls due through a batch makes the next one, until none is due."""
    game = new(
        effects=[
            RuleEffect("third", ("c",), ("c",), ("d",)),
            RuleEffect("second", ("b",), ("b",), ("c",)),
            RuleEffect("first", ("a",), ("a",), ("b",)),
        ],
        facts="a",
    )
    assert batches(game) == [("first",), ("second",), ("third",)]
    assert game.state.facts == {"d"}
    assert game.state.log.loops == ()


def test_bug_simultaneous_effects_taken_one_by_one(new: New, sides: Sides) -> None:
    """302.7, 303.8: the whole batch first, then one check for triggers, with the points of all that ran."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", add=("z1", "z2")),
        Action("t1", by=me, on=Point("effect", "d1")),
        Action("t2", by=me, on=Point("effect", "d2")),
        Action("u1", by=you, on=Point("effect", "d1")),
        Action("m", by=me, on=Point("after_effect", "M")),
        effects=[RuleEffect("d1", ("z1",), ("z1",)), RuleEffect("d2", ("z2",), ("z2",))],
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    records = both_pass(game)
    assert batches(game) == [("d1", "d2")]
    assert windows(records) == [("step", "M", me)]
    assert legal(game) == ["t1", "t2", "m"]
    for name in ("t2", "m", "t1"):
        game.declare(name)
    give_away(game)
    assert legal(game) == ["u1"]
    game.declare("u1")
    both_pass(game)
    assert stack(game) == ["M", "t2", "m", "t1", "u1"]


def test_bug_mandatory_loop_hangs(new: New) -> None:
    """gap/503: what ran already in this look and is due again is not run again but listed; the game goes on."""
    game = new(effects=[RuleEffect("on", (), ("off",), ("lit",)), RuleEffect("off", ("lit",), ("lit",), ("off",))])
    assert game.state.log.rule_effects == ("on", "off")
    assert game.state.log.loops == ("on",)
    assert game.state.holder is not None
    assert "cut_loop" in kinds(game.history)


def test_a_loop_is_listed_once_per_look(new: New) -> None:
    """gap/503: each effect that was cut is named once in a look, and again in the next one."""
    effects = [
        RuleEffect("on", (), ("dark",), ("lit",)),
        RuleEffect("off", ("lit",), ("lit",), ("dark",)),
        RuleEffect("later", ("dark",), (), ("late",)),
    ]
    game = new(effects=effects)
    assert game.state.log.rule_effects == ("on", "off", "later")
    assert list(game.state.log.loops) == ["on"]
    both_pass(game)
    assert list(game.state.log.loops) == ["on", "on"]


def test_what_would_repeat_is_cut_before_the_batch_beside_it(new: New) -> None:
    """gap/503: with a new effect due beside one that ran already, the new one runs and the other one is listed."""
    game = new(
        effects=[
            RuleEffect("flip", ("a",), ("a",), ("b",)),
            RuleEffect("flop", ("b",), ("b",), ("a", "c")),
            RuleEffect("new", ("c",), ("c",), ("d",)),
        ],
        facts="a",
    )
    assert batches(game) == [("flip",), ("flop",), ("new",)]
    assert game.state.log.loops == ("flip",)


def test_bug_loop_guard_fires_on_progress(new: New) -> None:
    """gap/503: a long chain that always brings something new is no loop: all of it runs, nothing is cut."""
    length = 60
    effects = [RuleEffect(f"e{n}", (f"f{n}",), (f"f{n}",), (f"f{n + 1}",)) for n in range(length)]
    game = new(effects=effects, facts="f0")
    assert len(batches(game)) == length
    assert game.state.log.loops == ()
    assert game.state.facts == {f"f{length}"}


def test_a_later_look_may_run_it_again(new: New, sides: Sides) -> None:
    """gap/503: the loop rule is about one look; in another look the same effect runs again, uncut."""
    me, _ = sides
    game = new(
        Action("F", by=me, add=("zero",)),
        Action("G", by=me, add=("zero",)),
        effects=[RuleEffect("dies", ("zero",), ("zero",))],
    )
    game.declare("F")
    game.declare("G")
    to_empty(game)
    assert game.state.log.rule_effects == ("dies", "dies")
    assert game.state.log.loops == ()
