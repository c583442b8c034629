"""303.8, 303.9: what does not use the stack, and what may be declared after it."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Point, RuleEffect
from tests.clauses.play import (
    New,
    Sides,
    both_pass,
    give_away,
    kinds,
    legal,
    refuses,
    to_empty,
    to_phase,
    to_step,
    windows,
)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("what", ["triggered", "conditional"])
def test_window_after_a_payment_if_someone_has_something(new: New, sides: Sides, what: str, owner: int) -> None:
    """303.8: after a payment a window opens if either player has a trigger or a conditional playable; Active first."""
    me, _ = sides
    by = sides[owner]
    has = Action("t", by=by, on=Point("payment", "M")) if what == "triggered" else Action("c", by=by, when=("hungry",))
    game = new(Action("M", by=me, speed="slow", cost=("mana",)), has, facts="mana hungry")
    game.declare("M")
    to_step(game, "M", "after_effect")
    assert windows(both_pass(game)) == [("off_stack", "M", me)]
    if owner:
        give_away(game)
    assert legal(game) == [has.name]


@pytest.mark.parametrize("what", ["nothing", "fast", "slow", "false_condition", "declared_already", "other_point"])
def test_no_window_after_a_payment_otherwise(new: New, sides: Sides, what: str) -> None:
    """303.8: with nothing of the kind, or nothing that could be declared now, the action goes straight to removal."""
    me, you = sides
    others = {
        "nothing": (),
        "fast": (Action("F", by=you),),
        "slow": (Action("K", by=me, speed="slow", when=("f",)),),
        "false_condition": (Action("t", by=you, on=Point("payment", "M"), when=("never",)),),
        "declared_already": (Action("C", by=me, when=("f",)),),
        "other_point": (Action("t", by=you, on=Point("fix_target", "M")),),
    }
    game = new(Action("M", by=me, speed="slow", target="c1"), *others[what], facts="f")
    game.declare("M")
    if what == "declared_already":
        game.declare("C")
    to_step(game, "M", "after_effect")
    records = both_pass(game)
    assert "no_offer" in kinds(records)
    assert windows(records) == [("phase", None, me)]


def test_conditional_playable_in_any_phase(new: New, sides: Sides) -> None:
    """303.8: after entering a phase conditional playables are open whatever the phase; plain fast ones are not."""
    me, you = sides
    game = new(
        Action("c", by=me, when=("f",)),
        Action("d", by=you, when=("f",)),
        Action("F", by=me),
        phase="initial",
        facts="f",
    )
    refuses(game, "F", "303.3")
    game.declare("c")
    give_away(game)
    game.declare("d")


def test_conditional_playable_until_given_away(new: New, sides: Sides) -> None:
    """303.8: who has given priority away once in this window has no conditional playables any more."""
    me, you = sides
    game = new(
        Action("c1", by=me, when=("f",)),
        Action("c2", by=me, when=("f",)),
        Action("c3", by=me, when=("f",)),
        Action("d", by=you, on=Point("phase", "initial")),
        phase="initial",
        facts="f",
    )
    game.declare("c1")
    game.declare("c2")
    give_away(game)
    give_away(game)
    refuses(game, "c3", "303.3")
    game.undo()
    game.declare("d")
    give_away(game)
    assert game.why_not("c3") is None  # 303.3 (b): the opponent has declared


def test_conditional_playable_needs_its_condition(new: New, sides: Sides) -> None:
    """303.8, 303.3: without its condition a conditional playable is refused; with it, accepted."""
    me, _ = sides
    refuses(new(Action("c", by=me, when=("f",)), phase="initial"), "c", "303.3")
    new(Action("c", by=me, when=("f",)), phase="initial", facts="f").declare("c")


def test_conditional_playable_in_a_plain_step_window(new: New, sides: Sides) -> None:
    """303.8: a step's window follows no off-stack action: outside the main phase conditional playables are closed."""
    me, _ = sides
    game = new(
        Action("t", by=me, on=Point("phase", "initial"), add=("f",)),
        Action("c", by=me, when=("f",)),
        phase="initial",
        facts="f",
    )
    game.declare("t")
    to_step(game, "t", "apply_effect")
    refuses(game, "c", "303.3")
    to_step(game, "t", "payment")
    game.declare("c")


def test_after_rule_effects_conditional_playables_are_open(new: New, sides: Sides) -> None:
    """303.8: the window after rule effects follows an off-stack action; without any that ran it does not."""
    me, _ = sides
    actions = (Action("t", by=me, on=Point("phase", "initial"), add=("zero",)), Action("c", by=me, when=("f",)))
    game = new(*actions, effects=[RuleEffect("dies", ("zero",), ("zero",))], phase="initial", facts="f")
    game.declare("t")
    to_step(game, "t", "after_effect")
    assert game.state.log.rule_effects == ("dies",)
    game.declare("c")
    without = new(*actions, phase="initial", facts="f")
    without.declare("t")
    to_step(without, "t", "after_effect")
    refuses(without, "c", "303.3")


def test_rule_effects_come_before_priority(new: New, sides: Sides) -> None:
    """303.9: rule effects due in the course of an execution run first; then the player due gets priority."""
    me, you = sides
    game = new(
        Action("G", by=you, add=("zero",)),
        Action("c", by=me, when=("dead",)),
        effects=[RuleEffect("dies", ("zero",), ("zero",), ("dead",))],
    )
    give_away(game)
    game.declare("G")
    to_step(game, "G", "apply_effect")
    refuses(game, "c", "303.3")
    records = both_pass(game)
    assert kinds(records).index("run_batch") < kinds(records).index("rule_effects_done")
    assert windows(records) == [("step", "G", me)]
    game.declare("c")


def test_active_declares_first_then_nonactive(new: New, sides: Sides) -> None:
    """303.8: both having something, Active gets priority first, then Non-active; each in any order."""
    me, you = sides
    point = Point("phase", "final")
    game = new(*(Action(n, by=p, on=point) for n, p in (("u1", you), ("t1", me), ("u2", you), ("t2", me))))
    to_phase(game, "final")
    assert (game.state.holder, legal(game)) == (me, ["t1", "t2"])
    game.declare("t2")
    game.declare("t1")
    give_away(game)
    assert (game.state.holder, legal(game)) == (you, ["u1", "u2"])


def test_entering_a_phase_runs_rule_effects_first(new: New, sides: Sides) -> None:
    """303.8, 302.7: entering a phase, rule effects run, then the window opens with the points of both."""
    me, you = sides
    game = new(
        Action("t", by=me, on=Point("phase", "initial")),
        Action("u", by=you, on=Point("effect", "dusk")),
        effects=[RuleEffect("dusk", ("day",), ("day",))],
        facts="day",
        phase="initial",
    )
    assert game.state.log.rule_effects == ("dusk",)
    game.declare("t")
    give_away(game)
    game.declare("u")
    to_empty(game)
    assert game.state.log.left == ("u", "t")
