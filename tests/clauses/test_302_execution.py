"""302.12: the life of an action, from declaration to removal, step by step."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Point, Redirect, RuleEffect
from tests.clauses.play import (
    New,
    Sides,
    both_pass,
    give_away,
    kinds,
    left,
    queue,
    refuses,
    stack,
    steps,
    to_empty,
    to_left,
    to_step,
    windows,
)

ALL_STEPS = [
    "legality_check",
    "reserve_resources",
    "fix_target",
    "dice_roll",
    "apply_effect",
    "after_effect",
    "payment",
    "removal",
]


def test_the_steps_in_their_order(new: New, sides: Sides) -> None:
    """302.12: legality, reservation, target, roll, effect, completion, payment, removal: in this order, each once."""
    game = new(Action("M", by=sides[0], speed="slow", target="c1", roll=True, cost=("mana",)), facts="mana")
    game.declare("M")
    to_empty(game)
    assert steps(game.history, "M") == ALL_STEPS


# --- waiting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("aims", ["block", "redirect"])
def test_waiting_action_cannot_be_aimed_at(new: New, sides: Sides, aims: str) -> None:
    """302.12: an action that waits in the stack cannot be blocked or redirected until it is the top one."""
    me, you = sides
    aim = Action("N", by=you, block="M") if aims == "block" else Action("N", by=you, redirect=Redirect("M", "c2"))
    game = new(Action("M", by=me, speed="slow", target="c1"), Action("F", by=me), aim)
    game.declare("M")
    game.declare("F")
    both_pass(game)
    give_away(game)
    refuses(game, "N", "302.12")
    to_left(game, "F")
    give_away(game)
    game.declare("N")
    to_left(game, "N")
    assert (game.state.top.blocked, game.state.top.redirected) == (aims == "block", aims == "redirect")


# --- legality check --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [True, False])
def test_what_is_required_must_hold(new: New, sides: Sides, there: bool) -> None:
    """302.12: an action whose requirement holds is executed; where it does not, it is cancelled, unpaid."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", requires=("alive",), cost=("mana",), add=("hit",)),
        Action("K", by=you, remove=("alive",)),
        facts="alive mana",
    )
    game.declare("M")
    give_away(game)
    if not there:
        game.declare("K")
    to_empty(game)
    assert ("hit" in game.state.facts) == there
    assert ("mana" in game.state.facts) == (not there)
    assert game.state.log.cancelled == (() if there else ("M",))
    assert ("M" in left(game)) == there


def test_requirements_are_not_asked_at_declaration(new: New, sides: Sides) -> None:
    """302.12, 303.3: `requires` is for the legality check, `when` for the declaration."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow", requires=("ready",)), Action("W", by=me, when=("ready",)))
    refuses(game, "W", "303.3")
    game.declare("M")
    assert queue(game) == ["M"]


def test_aim_gone_cancels(new: New, sides: Sides) -> None:
    """302.12: a second redirection finds its aim redirected and is cancelled unpaid; the first one is executed."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", target="c1"),
        Action("R", by=you, redirect=Redirect("M", "c2"), cost=("r",)),
        Action("S", by=you, redirect=Redirect("M", "c3"), cost=("s",)),
        facts="r s",
    )
    game.declare("M")
    to_step(game, "M", "fix_target")
    give_away(game)
    game.declare("R")
    game.declare("S")
    to_left(game, "R")
    assert left(game) == ["S"]
    assert game.state.log.cancelled == ("R",)
    assert game.state.facts == {"r"}
    assert game.state.stack[0].target == "c3"


@pytest.mark.parametrize("answered", [True, False])
def test_a_block_can_be_blocked(new: New, sides: Sides, answered: bool) -> None:
    """302.12: a block is an action of the stack; blocked itself, it leaves its aim untouched."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", add=("hit",)), Action("N", by=you, block="M"), Action("H", by=me, block="N")
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    give_away(game)
    game.declare("N")
    to_step(game, "N", "apply_effect")
    if answered:
        game.declare("H")
    to_empty(game)
    assert ("hit" in game.state.facts) == answered
    assert game.state.log.cancelled == ()


def test_bug_one_bad_entry_froze_the_transfer(new: New, sides: Sides) -> None:
    """302.12: an illegal entry is cancelled with a reason; those below and above it go on."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("bad", by=me, requires=("never",)), Action("F", by=me))
    for name in ("M", "bad", "F"):
        game.declare(name)
    records = to_empty(game)
    assert left(game) == ["F", "M"]
    assert game.state.log.cancelled == ("bad",)
    assert kinds(records).count("fail_legality") == 1
    assert steps(records, "bad") == ["legality_check", "removal"]
    assert windows(records)[-1][0] == "phase"


def test_cancelled_action_is_removed_with_the_removals_window(new: New, sides: Sides) -> None:
    """302.12, 303.3 (c), gap/cancelled_is_unpaid: a cancelled action leaves the stack like any other."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("bad", by=me, requires=("never",)))
    game.declare("M")
    game.declare("bad")
    assert windows(both_pass(game)) == [("removal", "M", me)]
    assert stack(game) == ["M"]


# --- reservation -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [True, False])
def test_cost_must_be_there(new: New, sides: Sides, there: bool) -> None:
    """302.12: with its cost there an action is executed and paid; without, it is cancelled and nothing is spent."""
    game = new(
        Action("M", by=sides[0], speed="slow", cost=("mana", "card"), add=("hit",)),
        facts="mana card" if there else "card",
    )
    game.declare("M")
    to_empty(game)
    assert game.state.facts == ({"hit"} if there else {"card"})
    assert game.state.log.cancelled == (() if there else ("M",))


@pytest.mark.parametrize("same", [True, False])
def test_what_another_action_reserved_is_not_free(new: New, sides: Sides, same: bool) -> None:
    """302.12: two actions of the stack cannot reserve the same; with a cost of its own the second one goes on."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow", cost=("mana",)),
        Action("F", by=me, cost=("mana" if same else "card",)),
        facts="mana card",
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    assert game.state.top.reserved
    game.declare("F")
    to_empty(game)
    assert game.state.log.cancelled == (("F",) if same else ())
    assert left(game) == (["M"] if same else ["F", "M"])


def test_waiting_action_has_reserved_nothing(new: New, sides: Sides) -> None:
    """302.12: resources are reserved when execution begins, so the later declared action gets them first."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow", cost=("mana",)), Action("F", by=me, cost=("mana",)), facts="mana")
    game.declare("M")
    game.declare("F")
    to_empty(game)
    assert left(game) == ["F"]
    assert game.state.log.cancelled == ("M",)


# --- the target ------------------------------------------------------------------------------------------------------


def test_without_target_there_is_no_step_for_it(new: New, sides: Sides) -> None:
    """302.12, gap/512: an action without target has none to determine; with one it has the step and its window."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("T", by=me, speed="slow", target="c1"))
    game.declare("M")
    assert "fix_target" not in steps(to_empty(game), "M")
    game.declare("T")
    records = to_empty(game)
    assert "fix_target" in steps(records, "T")
    assert windows(records)[0] == ("step", "T", me)


def test_redirection_before_the_target_is_final(new: New, sides: Sides) -> None:
    """302.12: in the window of this step a redirection counts; once the step is done the target is final."""
    me, you = sides
    actions = (
        Action("M", by=me, speed="slow", target="c1"),
        Action("R", by=you, redirect=Redirect("M", "c2")),
    )
    game = new(*actions)
    game.declare("M")
    to_step(game, "M", "fix_target")
    give_away(game)
    game.declare("R")
    records = to_step(game, "M", "apply_effect")
    assert game.state.top.target == "c2"
    assert "make_final" in kinds(records)
    late = new(*actions)
    late.declare("M")
    to_step(late, "M", "apply_effect")
    give_away(late)
    refuses(late, "R", "302.12")
    assert late.state.top.target == "c1"


# --- the roll --------------------------------------------------------------------------------------------------------


def test_the_roll_is_executed_before_the_effect(new: New, sides: Sides) -> None:
    """302.5, 302.9, 302.12: the roll enters the queue by itself, its window opens, it executes, the action goes on."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", roll=True, add=("hit",)),
        Action("t", by=you, on=Point("after_effect", "M.roll")),
    )
    game.declare("M")
    both_pass(game)
    window = game.state.window
    assert (game.state.step, queue(game), window.kind if window else None) == ("dice_roll", ["M.roll"], "step")
    assert window is not None
    assert not window.has_declared
    to_step(game, "M.roll", "after_effect")
    assert "hit" not in game.state.facts
    give_away(game)
    game.declare("t")
    to_step(game, "M", "apply_effect")
    assert left(game) == ["t", "M.roll"]


def test_what_is_declared_at_the_roll_executes_before_it(new: New, sides: Sides) -> None:
    """302.5, 303.5: the roll is in the queue first, so an answer in its window lies above it on the stack."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow", roll=True), Action("t", by=you, on=Point("dice_roll", "M")))
    game.declare("M")
    to_step(game, "M", "dice_roll")
    give_away(game)
    game.declare("t")
    both_pass(game)
    assert stack(game) == ["M", "M.roll", "t"]


def test_nobody_declares_a_roll(new: New, sides: Sides) -> None:
    """302.5: a roll comes from its action alone; no player may declare it."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow", roll=True))
    assert refuses(game, "M.roll", "scenario").id == "roll_of_an_action"
    game.declare("M")
    to_empty(game)
    assert left(game) == ["M.roll", "M"]


# --- the effect ------------------------------------------------------------------------------------------------------


def test_the_effect_removes_then_adds(new: New, sides: Sides) -> None:
    """302.12: facts end, then facts begin; what is in both lists is there afterwards."""
    game = new(Action("M", by=sides[0], speed="slow", remove=("a", "b"), add=("b", "c")), facts="a b d")
    game.declare("M")
    to_empty(game)
    assert game.state.facts == {"b", "c", "d"}


@pytest.mark.parametrize("blocked", [True, False])
def test_blocked_action_rolls_has_no_effect_and_is_paid(new: New, sides: Sides, blocked: bool) -> None:
    """302.12, gap/blocked_is_paid: a blocked action still rolls and is paid for; only its effect is skipped."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", target="c1", roll=True, cost=("mana",), add=("hit",)),
        Action("N", by=you, block="M"),
        Action("t", by=you, on=Point("after_effect", "M")),
        facts="mana",
    )
    game.declare("M")
    to_step(game, "M", "fix_target")
    give_away(game)
    if blocked:
        game.declare("N")
    to_step(game, "M", "after_effect")
    give_away(game)
    if blocked:
        refuses(game, "t", "303.4")
    else:
        game.declare("t")
    to_empty(game)
    assert game.state.facts == (frozenset() if blocked else {"hit"})
    assert "M.roll" in left(game)
    assert left(game)[-1] == "M"


def test_block_after_the_effect_is_too_late(new: New, sides: Sides) -> None:
    """302.12: in the window before the effect a block counts; after the effect was applied it is refused."""
    me, you = sides
    actions = (Action("M", by=me, speed="slow", add=("hit",)), Action("N", by=you, block="M"))
    game = new(*actions)
    game.declare("M")
    to_step(game, "M", "apply_effect")
    give_away(game)
    game.declare("N")
    to_empty(game)
    assert "hit" not in game.state.facts
    late = new(*actions)
    late.declare("M")
    to_step(late, "M", "after_effect")
    give_away(late)
    refuses(late, "N", "302.12")
    assert "hit" in late.state.facts


# --- payment ---------------------------------------------------------------------------------------------------------


def test_payment_follows_the_effect_and_uses_no_stack(new: New, sides: Sides) -> None:
    """302.12: what was reserved stays until after the effect, is then spent, and nothing joins queue or stack."""
    game = new(Action("M", by=sides[0], speed="slow", cost=("mana",), add=("hit",)), facts="mana")
    game.declare("M")
    to_step(game, "M", "after_effect")
    assert game.state.facts == {"mana", "hit"}
    (pay,) = [m for r in to_empty(game) for m in r.micro_steps if m.row.kind == "pay"]
    assert pay.before.facts - pay.after.facts == {"mana"}
    assert (pay.before.queue, len(pay.before.stack)) == (pay.after.queue, len(pay.after.stack))


def test_a_reserved_resource_that_vanishes(new: New, sides: Sides) -> None:
    """gap/reserved_vanishes: what is left of the reserved is spent, and the action is executed all the same."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", cost=("mana", "card"), add=("hit",)),
        Action("K", by=you, remove=("mana",)),
        facts="mana card",
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    give_away(game)
    game.declare("K")
    to_empty(game)
    assert game.state.facts == {"hit"}
    assert left(game) == ["K", "M"]


# --- removal ---------------------------------------------------------------------------------------------------------


def test_bug_removed_before_it_finished(new: New, sides: Sides) -> None:
    """302.4, 302.12: an action is on the stack until it is paid and after; it counts as left only when removed."""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", cost=("mana",)),
        Action("t", by=you, on=Point("payment", "M")),
        facts="mana",
    )
    game.declare("M")
    to_step(game, "M", "payment")
    assert "mana" not in game.state.facts
    assert (stack(game), left(game)) == (["M"], [])
    records = to_empty(game)
    assert kinds(records)[-2:] == ["leave_stack", "stack_emptied"]
    assert left(game) == ["M"]
    assert windows(records) == [("phase", None, me)]


def test_rule_effects_see_the_action_on_the_stack(new: New, sides: Sides) -> None:
    """302.12: rule effects due through the payment run while the action is still on the stack."""
    game = new(
        Action("M", by=sides[0], speed="slow", cost=("mana",)),
        effects=[RuleEffect("poor", (), (), ("empty",))],
        facts="mana empty",
    )
    game.declare("M")
    to_empty(game)
    assert game.state.log.rule_effects == ()
    again = new(
        Action("M", by=sides[0], speed="slow", cost=("empty",)),
        effects=[RuleEffect("poor", (), (), ("empty",))],
        facts="empty",
    )
    again.declare("M")
    (batch,) = [m for r in to_empty(again) for m in r.micro_steps if m.row.kind == "run_batch"]
    assert [entry.name for entry in batch.after.stack] == ["M"]
    assert again.state.log.rule_effects == ("poor",)
