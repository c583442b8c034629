"""303.4: trigger points: the top action, the step it is in, once."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Point, RuleEffect
from tests.clauses.play import (
    New,
    Sides,
    both_pass,
    give_away,
    left,
    legal,
    queue,
    refuses,
    stack,
    to_empty,
    to_left,
    to_phase,
    to_step,
    windows,
)

STEPS = ["fix_target", "dice_roll", "apply_effect", "after_effect", "payment"]


@pytest.mark.parametrize("step", STEPS)
def test_trigger_at_its_step(new: New, sides: Sides, step: str) -> None:
    """303.4: both players' triggers on a step are open in the window of this step, and not in the one before."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", target="c1", roll=True),
        Action("t", by=me, on=Point(step, "M")),
        Action("u", by=you, on=Point(step, "M")),
        Action("z", by=me, on=Point(step, "Z")),
        Action("Z", by=me, speed="slow", target="c1", roll=True),
    )
    refuses(game, "t", "303.4")
    game.declare("M")
    refuses(game, "t", "303.4")
    for earlier in STEPS[: STEPS.index(step)][:-1]:
        to_step(game, "M", earlier)
        refuses(game, "t", "303.4")
    to_step(game, "M", step)
    refuses(game, "z", "303.4")
    game.declare("t")
    give_away(game)
    game.declare("u")


def test_only_the_top_action_triggers(new: New, sides: Sides) -> None:
    """303.4: what waits below the top triggers nothing, although it once was in that step; on top it does."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow", target="c1"),
        Action("F", by=me, target="c2"),
        Action("t", by=me, on=Point("fix_target", "M")),
        Action("u", by=me, on=Point("fix_target", "F")),
    )
    game.declare("M")
    to_step(game, "M", "fix_target")
    assert legal(game) == ["F", "t"]
    game.declare("F")
    to_step(game, "F", "fix_target")
    refuses(game, "t", "303.4")
    assert legal(game) == ["u"]


def test_a_step_is_checked_once(new: New, sides: Sides) -> None:
    """303.4: when the suspended action continues, the window of its step does not open a second time."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow", target="c1"),
        Action("F", by=me),
        Action("t", by=me, on=Point("fix_target", "M")),
        Action("u", by=me, on=Point("apply_effect", "M")),
    )
    game.declare("M")
    to_step(game, "M", "fix_target")
    game.declare("F")
    to_left(game, "F")
    assert game.state.window is not None
    assert (game.state.window.kind, game.state.window.points) == ("removal", ())
    refuses(game, "t", "303.4")
    records = both_pass(game)
    assert windows(records) == [("step", "M", me)]
    assert game.state.step == "apply_effect"
    refuses(game, "t", "303.4")
    game.declare("u")


def test_all_in_one_hold(new: New, sides: Sides) -> None:
    """303.4: a player declares all wanted triggers in one hold; in it several, after it none."""
    me, you = sides
    game = new(
        Action("t1", by=me, on=Point("phase", "main")),
        Action("t2", by=me, on=Point("phase", "main")),
        Action("t3", by=me, on=Point("phase", "main")),
        Action("G", by=you),
    )
    game.declare("t1")
    game.declare("t2")
    give_away(game)
    game.declare("G")
    give_away(game)
    assert refuses(game, "t3", "303.4").id == "point_used"


def test_after_passing_the_point_is_over(new: New, sides: Sides) -> None:
    """303.4 as read by default: also who passed without declaring has had the one hold of this point."""
    me, you = sides
    game = new(Action("t", by=me, on=Point("phase", "main")), Action("G", by=you))
    assert game.why_not("t") is None
    give_away(game)
    game.declare("G")
    give_away(game)
    refuses(game, "t", "303.4")


def test_closed_point_leaves_fast_actions_open(new: New, sides: Sides) -> None:
    """303.4: the opponent's declaration closes the point to a player, but not fast actions without trigger."""
    me, you = sides
    game = new(
        Action("t", by=me, on=Point("phase", "initial")),
        Action("F", by=me),
        Action("u", by=you, on=Point("phase", "initial")),
        phase="initial",
    )
    give_away(game)
    game.declare("u")
    give_away(game)
    refuses(game, "t", "303.4")
    game.declare("F")


def test_each_player_has_an_own_hold(new: New, sides: Sides) -> None:
    """303.4: that Active has given priority away closes the point to Active, not to Non-active."""
    me, you = sides
    game = new(Action("t", by=me, on=Point("phase", "main")), Action("u", by=you, on=Point("phase", "main")))
    game.declare("t")
    give_away(game)
    assert legal(game) == ["u"]
    game.declare("u")


def test_next_point_is_open_again(new: New, sides: Sides) -> None:
    """303.4: a point given away says nothing about the next one."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow", target="c1"),
        Action("t", by=me, on=Point("fix_target", "M")),
        Action("u", by=me, on=Point("apply_effect", "M")),
    )
    game.declare("M")
    to_step(game, "M", "fix_target")
    assert legal(game) == ["t"]
    both_pass(game)
    assert legal(game) == ["u"]


def test_reopened_phase_window_has_no_points(new: New, sides: Sides) -> None:
    """303.4: entering a phase is one point; when its window opens again after an action, that point is over."""
    me, _ = sides
    game = new(Action("t", by=me, on=Point("phase", "main")), Action("M", by=me, speed="slow"))
    game.declare("M")
    game.declare("t")
    game.undo()
    to_empty(game)
    refuses(game, "t", "303.4")


def test_trigger_on_a_rule_effect(new: New, sides: Sides) -> None:
    """303.4, 303.8: a rule effect that ran is a point of the next window; one that did not run is none."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", add=("zero",)),
        Action("t", by=you, on=Point("effect", "dies")),
        Action("u", by=you, on=Point("effect", "rises")),
        effects=[RuleEffect("dies", ("zero",), ("zero",)), RuleEffect("rises", ("one",), ("one",))],
    )
    game.declare("M")
    to_step(game, "M", "after_effect")
    give_away(game)
    refuses(game, "u", "303.4")
    game.declare("t")


def test_trigger_on_the_roll_of_an_action(new: New, sides: Sides) -> None:
    """303.4, 302.5: a roll is an action with steps of its own, and these are points."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow", roll=True), Action("t", by=me, on=Point("after_effect", "M.roll")))
    game.declare("M")
    to_step(game, "M.roll", "apply_effect")
    refuses(game, "t", "303.4")
    to_step(game, "M.roll", "after_effect")
    game.declare("t")


def test_blocked_action_gives_no_trigger_on_its_effect(new: New, sides: Sides) -> None:
    """gap/blocked_gives_no_trigger: blocked, an action triggers nothing after its effect, but still when it is paid."""
    me, you = sides
    actions = (
        Action("M", by=me, speed="slow"),
        Action("N", by=you, block="M"),
        Action("t", by=me, on=Point("after_effect", "M")),
        Action("p", by=me, on=Point("payment", "M")),
    )
    game = new(*actions)
    game.declare("M")
    to_step(game, "M", "apply_effect")
    give_away(game)
    game.declare("N")
    to_step(game, "M", "after_effect")
    refuses(game, "t", "303.4")
    to_step(game, "M", "payment")
    game.declare("p")
    unblocked = new(*actions)
    unblocked.declare("M")
    to_step(unblocked, "M", "after_effect")
    unblocked.declare("t")


def test_bug_trigger_condition_tested_again_later(new: New, sides: Sides) -> None:
    """303.4: the condition of a trigger is tested at its point; once declared it is executed, whatever changes."""
    me, you = sides
    actions = (
        Action("t", by=me, on=Point("phase", "main"), when=("f",), add=("done",)),
        Action("K", by=you, remove=("f",)),
    )
    game = new(*actions, facts="f")
    game.declare("t")
    give_away(game)
    game.declare("K")
    to_empty(game)
    assert left(game) == ["K", "t"]
    assert game.state.facts == {"done"}
    refuses(new(*actions), "t", "303.4")


def test_legality_is_another_question_than_the_trigger(new: New, sides: Sides) -> None:
    """303.4, 302.12: `requires` is tested when execution begins, and there the same change cancels."""
    me, you = sides
    game = new(
        Action("t", by=me, on=Point("phase", "main"), requires=("f",), add=("done",)),
        Action("K", by=you, remove=("f",)),
        facts="f",
    )
    game.declare("t")
    give_away(game)
    game.declare("K")
    to_empty(game)
    assert game.state.log.cancelled == ("t",)


@pytest.mark.parametrize("count", [2, 3])
def test_bug_triggers_of_one_phase_start_stranded(new: New, sides: Sides, count: int) -> None:
    """303.4, 303.8: two or three triggers of one phase start, on both sides: all are declared, executed, gone."""
    me, you = sides
    mine = [f"t{n}" for n in range(count)]
    theirs = [f"u{n}" for n in range(count)]
    point = Point("phase", "final")
    game = new(*(Action(name, by=me, on=point) for name in mine), *(Action(name, by=you, on=point) for name in theirs))
    to_phase(game, "final")
    assert legal(game) == mine
    for name in reversed(mine):
        game.declare(name)
    give_away(game)
    assert legal(game) == theirs
    for name in theirs:
        game.declare(name)
    both_pass(game)
    assert (queue(game), stack(game)) == ([], [*reversed(mine), *theirs])
    to_empty(game)
    assert left(game) == [*reversed(theirs), *mine]
    assert game.state.phase == "final"


def test_nobody_has_to_declare_a_trigger(new: New, sides: Sides) -> None:
    """303.4: triggers are declared as wanted; passing by them is allowed and they are gone."""
    me, _ = sides
    game = new(Action("t", by=me, on=Point("phase", "main")))
    both_pass(game)
    assert (game.state.phase, left(game)) == ("final", [])
