"""302.1–302.6, 302.8–302.11: the stack and the declaration queue."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from berserk_fsm import (
    Action,
    AssignDefender,
    CloseToStrikeFlyer,
    Decision,
    Movement,
    Point,
    Redirect,
    RuleEffect,
    SimpleStrike,
    SuddenAction,
    TriggeredAbility,
)
from berserk_fsm.core.values import Player
from tests.clauses.play import (
    New,
    Sides,
    both_pass,
    give_away,
    kinds,
    left,
    legal,
    queue,
    refuses,
    stack,
    steps,
    to_empty,
    to_left,
    to_phase,
    to_step,
    windows,
)


def test_stack_holds_what_was_declared(new: New, sides: Sides) -> None:
    """302.1: declared actions come to lie on the stack; what nobody declared does not."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me))
    game.declare("M")
    both_pass(game)
    assert stack(game) == ["M"]


def test_newest_is_on_top(new: New, sides: Sides) -> None:
    """302.2: what comes to the stack later lies above what is there, and is the top."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow"), Action("G", by=you))
    game.declare("M")
    both_pass(game)
    assert game.state.top.name == "M"
    give_away(game)
    game.declare("G")
    both_pass(game)
    assert stack(game) == ["M", "G"]
    assert game.state.top.name == "G"


def test_only_the_top_executes(new: New, sides: Sides) -> None:
    """302.3: while something lies above, an action does not execute; as the top one it does."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow"), Action("G", by=you))
    game.declare("M")
    give_away(game)
    game.declare("G")
    records = both_pass(game)
    assert game.state.executing == "G"
    records += to_left(game, "G")
    assert steps(records, "G")[-1] == "removal"
    assert steps(records, "M") == []
    assert game.state.executing is None
    assert steps(to_empty(game), "M")[-1] == "removal"


def test_no_entry_below_the_top_ever_changes_its_step(new: New, sides: Sides) -> None:
    """302.3: in every micro-step at most the top entry changes its step."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", target="c1", roll=True),
        Action("G", by=you, target="c2"),
        Action("t", by=me, on=Point("fix_target", "G")),
    )
    game.declare("M")
    give_away(game)
    game.declare("G")
    to_step(game, "G", "fix_target")
    game.declare("t")
    to_empty(game)
    micros = [micro for record in game.history for micro in record.micro_steps]
    assert left(game) == ["t", "G", "M.roll", "M"]
    for micro in micros:
        for old, now in zip(micro.before.stack[:-1], micro.after.stack, strict=False):
            assert old.step == now.step


def test_the_one_below_begins(new: New, sides: Sides) -> None:
    """302.4: an action executed leaves the stack; the one below becomes the top and begins."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me))
    game.declare("M")
    game.declare("F")
    both_pass(game)
    to_left(game, "F")
    assert stack(game) == ["M"]
    assert game.state.step is None
    records = both_pass(game)
    assert "begin" in kinds(records)
    assert game.state.executing == "M"


def test_the_one_below_continues_where_it_stopped(new: New, sides: Sides) -> None:
    """302.4: an action that was suspended goes on in its step and does not begin anew."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow", target="c1"), Action("F", by=me))
    game.declare("M")
    to_step(game, "M", "fix_target")
    game.declare("F")
    to_left(game, "F")
    assert (game.state.executing, game.state.step) == ("M", "fix_target")
    records = both_pass(game)
    assert "continue" in kinds(records)
    assert "begin" not in kinds(records)
    assert steps(records, "M") == ["apply_effect"]


def test_last_declared_executes_first(new: New, sides: Sides) -> None:
    """302.4, 303.7: the order of leaving is the reverse of the order of declaring."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me), Action("G", by=you), Action("H", by=you))
    for name in ("M", "F"):
        game.declare(name)
    give_away(game)
    for name in ("G", "H"):
        game.declare(name)
    to_empty(game)
    assert left(game) == ["H", "G", "F", "M"]


@pytest.mark.parametrize(
    "kind",
    [
        lambda by: Action("X", by=by, speed="slow"),
        lambda by: Action("X", by=by),
        lambda by: Movement("X", by=by, target="c4"),
        lambda by: SimpleStrike("X", by=by, target="c7"),
        lambda by: CloseToStrikeFlyer("X", by=by),
        lambda by: SuddenAction("X", by=by),
        lambda by: TriggeredAbility("X", by=by, on=Point("phase", "main")),
    ],
    ids=("slow", "fast", "movement", "simple_strike", "close_to_strike_flyer", "sudden", "triggered"),
)
def test_users_of_the_stack(new: New, sides: Sides, kind: Callable[[Player], Action]) -> None:
    """302.5: abilities, acts and the properties of cards go through queue and stack."""
    game = new(kind(sides[0]))
    game.declare("X")
    assert (queue(game), stack(game)) == (["X"], [])
    both_pass(game)
    assert (queue(game), stack(game)[0]) == ([], "X")
    to_empty(game)
    assert left(game)[-1] == "X"


def test_assigning_a_defender_uses_the_stack(new: New, sides: Sides) -> None:
    """302.5: a defender is assigned through queue and stack, and becomes the target of the strike."""
    me, you = sides
    game = new(SimpleStrike("S", by=me, target="c7"), AssignDefender("D", by=you, redirect=Redirect("S", "c8")))
    game.declare("S")
    to_step(game, "S", "fix_target")
    give_away(game)
    game.declare("D")
    assert (queue(game), stack(game)) == (["D"], ["S"])
    assert game.state.stack[0].target == "c7"
    to_left(game, "D")
    assert game.state.stack[0].target == "c8"


def test_a_die_roll_uses_the_stack(new: New, sides: Sides) -> None:
    """302.5, 302.9: the roll is an action of its own, in the queue, then on the stack; without roll there is none."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow", roll=True))
    game.declare("M")
    to_step(game, "M", "dice_roll")
    assert (queue(game), stack(game)) == (["M.roll"], ["M"])
    both_pass(game)
    assert (queue(game), stack(game)) == ([], ["M", "M.roll"])
    to_empty(game)
    assert left(game) == ["M.roll", "M"]
    plain = new(Action("M", by=me, speed="slow"))
    plain.declare("M")
    to_empty(plain)
    assert left(plain) == ["M"]


def test_rule_effects_and_phases_do_not_use_the_stack(new: New, sides: Sides) -> None:
    """302.6: neither a rule effect nor a change of phase is ever in the queue or on the stack; an action is."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow", add=("zero",)), effects=[RuleEffect("dies", ("zero",), ("zero",), ("dead",))]
    )
    game.declare("M")
    to_empty(game)
    to_phase(game, "final")
    assert game.state.log.rule_effects == ("dies",)
    states = [micro.after for record in game.history for micro in record.micro_steps]
    assert {entry.name for state in states for entry in (*state.queue, *state.stack)} == {"M"}


def test_a_phase_changes_without_a_window_in_between(new: New, sides: Sides) -> None:
    """302.6, 302.7: the next phase is entered at once after two passes, nobody is asked; an action waits for passes."""
    me, _ = sides
    game = new(Action("t", by=me, on=Point("phase", "final")))
    records = both_pass(game)
    assert game.state.phase == "final"
    assert windows(records) == [("phase", None, me)]
    game.declare("t")
    assert stack(game) == []


def test_nobody_may_declare_while_an_effect_is_applied(new: New, sides: Sides) -> None:
    """302.8: while effects are applied both players are refused, by 302.8; before and after, the holder is not."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", add=("zero",)),
        Action("F", by=me),
        Action("G", by=you),
        effects=[RuleEffect("dies", ("zero",), ("zero",))],
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    assert game.why_not("F") is None
    give_away(game)
    game.begin(Decision("pass", you))
    deactivated: list[str] = []
    while game.micro_step() is not None:
        state = game.state
        if state.deactivated:
            deactivated.append(state.control.rpartition(".")[2])
            decisions = [Decision("declare", me, "F"), Decision("declare", you, "G"), Decision("pass", me)]
            assert [refused.clause for d in decisions if (refused := game.refusal(d))] == ["302.8"] * 3
    assert deactivated == ["applying", "rule_effects", "rule_effects"]
    assert game.why_not("F") is None
    game.declare("F")


def test_first_the_queue(new: New, sides: Sides) -> None:
    """302.9: what is declared is in the queue before it comes to the stack, and stays there while anyone decides."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow"), Action("G", by=you))
    game.declare("M")
    assert (queue(game), stack(game)) == (["M"], [])
    give_away(game)
    assert (queue(game), stack(game)) == (["M"], [])
    give_away(game)
    assert (queue(game), stack(game)) == (["M"], [])
    give_away(game)
    assert (queue(game), stack(game)) == ([], ["M"])


@pytest.mark.parametrize("aims", ["block", "redirect"])
def test_queue_is_untouchable(new: New, sides: Sides, aims: str) -> None:
    """302.10: nothing can be aimed at an action in the queue; on top of the stack it can."""
    me, you = sides
    aim = Action("N", by=you, block="M") if aims == "block" else Action("N", by=you, redirect=Redirect("M", "c2"))
    game = new(Action("M", by=me, speed="slow", target="c1"), aim)
    game.declare("M")
    give_away(game)
    refuses(game, "N", "302.10")
    both_pass(game)
    give_away(game)
    game.declare("N")
    assert queue(game) == ["N"]


def test_one_pass_does_not_move_the_queue(new: New, sides: Sides) -> None:
    """302.11: both must pass; then the queue moves to the stack."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"))
    game.declare("M")
    for _ in ("hand over", "first pass"):
        give_away(game)
        assert stack(game) == []
    give_away(game)
    assert (queue(game), stack(game)) == ([], ["M"])


def test_bug_two_items_resolve_without_a_window_between(new: New, sides: Sides) -> None:
    """302.4, 303.3 (c): exactly one window opens between two actions of the stack."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me))
    game.declare("M")
    game.declare("F")
    records = to_left(game, "F")
    assert windows(records)[-1] == ("removal", "M", me)
    assert windows(both_pass(game)) == [("step", "M", me)]
    all_windows = windows(game.history)
    assert [window for window in all_windows if window[0] == "removal"] == [("removal", "M", me)]


def test_bug_same_source_declared_twice(new: New, sides: Sides) -> None:
    """302.2, 302.12: one ability used twice is two entries; what is done to one is not done to the other."""
    me, you = sides
    twin = {"by": me, "add": ("hit",)}
    game = new(
        Action("X1", **twin),  # type: ignore[arg-type]
        Action("X2", **twin),  # type: ignore[arg-type]
        Action("N", by=you, block="X2"),
    )
    game.declare("X1")
    game.declare("X2")
    both_pass(game)
    assert stack(game) == ["X1", "X2"]
    give_away(game)
    game.declare("N")
    to_left(game, "X2")
    assert "hit" not in game.state.facts
    assert not game.state.stack[0].blocked
    to_empty(game)
    assert "hit" in game.state.facts
    assert left(game) == ["N", "X2", "X1"]


def test_legal_actions_are_those_not_refused(new: New, sides: Sides) -> None:
    """303.1, 303.3: what is offered is exactly what is not refused."""
    me, you = sides
    players: list[Player] = [me, you]
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me), Action("G", by=you))
    assert legal(game) == ["M", "F"]
    accepted = [n for n in game.table.actions for p in players if not game.refusal(Decision("declare", p, n))]
    assert accepted == ["M", "F"]
