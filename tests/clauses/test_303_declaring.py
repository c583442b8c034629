"""303.3: what the holder may declare, and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from berserk_fsm import Action, Game, Point, default_profile
from tests.clauses.play import (
    New,
    Sides,
    both_pass,
    give_away,
    legal,
    queue,
    refuses,
    to_empty,
    to_left,
    to_phase,
    to_step,
)


def test_declaring_keeps_priority(new: New, sides: Sides) -> None:
    """303.3: a declaration does not hand priority over; giving it away does."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me))
    game.declare("M")
    assert game.state.holder == me
    game.declare("F")
    assert game.state.holder == me
    give_away(game)
    assert game.state.holder == you


def test_any_combination_in_one_hold(new: New, sides: Sides) -> None:
    """303.3: one slow, any fast ones and any triggered ones, all in one hold."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow"),
        Action("F", by=me),
        Action("G", by=me),
        Action("t", by=me, on=Point("phase", "main")),
        Action("u", by=me, on=Point("phase", "main")),
    )
    for name in ("M", "t", "F", "u", "G"):
        game.declare(name)
    assert queue(game) == ["M", "t", "F", "u", "G"]


# --- slow ------------------------------------------------------------------------------------------------------------


def test_slow_in_the_main_phase_only(new: New, sides: Sides) -> None:
    """303.3: a slow action is declared in the main phase, not in another one."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), phase="initial")
    refuses(game, "M", "303.3")
    to_phase(game, "main")
    game.declare("M")
    late = new(Action("M", by=me, speed="slow"), phase="final")
    refuses(late, "M", "303.3")


def test_slow_with_an_empty_queue_only(new: New, sides: Sides) -> None:
    """303.3: with something queued, of one's own or the opponent's, no slow action may be declared."""
    me, you = sides
    actions = (Action("M", by=me, speed="slow"), Action("F", by=me), Action("G", by=you))
    game = new(*actions)
    game.declare("F")
    refuses(game, "M", "303.3")
    answered = new(*actions)
    give_away(answered)
    answered.declare("G")
    give_away(answered)
    refuses(answered, "M", "303.3")
    fresh = new(*actions)
    fresh.declare("M")


def test_one_slow_action(new: New, sides: Sides) -> None:
    """303.3: a second slow action has to wait until the queue is empty again."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("K", by=me, speed="slow"))
    assert legal(game) == ["M", "K"]
    game.declare("M")
    refuses(game, "K", "303.3")
    to_empty(game)
    game.declare("K")


def test_slow_needs_an_empty_stack(new: New, sides: Sides) -> None:
    """303.3 as read by default: no slow action while one is on the stack; with the stack empty again there is."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me))
    game.declare("F")
    both_pass(game)
    refuses(game, "M", "303.3")
    to_empty(game)
    game.declare("M")


def test_slow_is_active_only(new: New, sides: Sides) -> None:
    """303.3, 303.1 as read by default: Non-active with priority declares nothing slow; Active does."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow"), Action("K", by=you, speed="slow"))
    assert game.why_not("M") is None
    give_away(game)
    refuses(game, "K", "303.3")
    both_pass(game)
    to_phase(game, "main")
    assert (game.state.turn, game.state.active) == (2, you)
    game.declare("K")


def test_slow_when_all_is_done(new: New, sides: Sides) -> None:
    """303.3: in the phase's window that opens again after the last action a slow one may follow."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me))
    game.declare("F")
    to_left(game, "F")
    game.declare("M")
    assert queue(game) == ["M"]


# --- fast: 303.3 (a)-(d) ---------------------------------------------------------------------------------------------


def test_fast_in_the_main_phase(new: New, sides: Sides) -> None:
    """303.3 (a): in the main phase both may declare fast actions, in every window; in the initial phase not."""
    me, you = sides
    game = new(Action("F1", by=me), Action("F2", by=me), Action("G", by=you))
    game.declare("F1")
    to_step(game, "F1", "apply_effect")
    game.declare("F2")
    give_away(game)
    game.declare("G")
    elsewhere = new(Action("F1", by=me), Action("G", by=you), phase="initial")
    refuses(elsewhere, "F1", "303.3")
    give_away(elsewhere)
    refuses(elsewhere, "G", "303.3")


def _trigger_phase(new: New, sides: Sides) -> Game:
    me, you = sides
    return new(
        Action("t", by=me, on=Point("phase", "initial")),
        Action("F", by=me),
        Action("G", by=you),
        Action("H", by=you),
        phase="initial",
    )


def test_fast_when_the_opponent_has_declared(new: New, sides: Sides) -> None:
    """303.3 (b): in any phase one may answer what the opponent, having priority, declared; not what one declared."""
    game = _trigger_phase(new, sides)
    game.declare("t")
    refuses(game, "F", "303.3")
    give_away(game)
    assert legal(game) == ["G", "H"]
    game.declare("G")
    give_away(game)
    assert legal(game) == ["F"]


def test_the_answer_is_for_the_next_hold_only(new: New, sides: Sides) -> None:
    """303.3 (b), reading opponent_declared_lasts=hold: given away unused, the right to answer is over."""
    me, you = sides
    game = new(
        Action("u", by=you, on=Point("phase", "initial")),
        Action("F", by=me),
        Action("G", by=you),
        Action("H", by=you),
        phase="initial",
    )
    give_away(game)
    game.declare("u")
    give_away(game)
    assert game.state.holder == me
    assert legal(game) == ["F"]
    game.declare("F")
    give_away(game)
    game.declare("G")
    give_away(game)
    give_away(game)
    assert game.state.holder == you
    refuses(game, "H", "303.3")


def test_the_roll_is_nobodys_declaration(new: New, sides: Sides) -> None:
    """303.3 (b), 302.5: a roll that enters the queue by itself opens no answer; a declaration does."""
    me, you = sides
    game = new(
        Action("t", by=me, roll=True, on=Point("phase", "initial")),
        Action("F", by=me),
        Action("G", by=you),
        Action("u", by=me, on=Point("dice_roll", "t")),
        phase="initial",
    )
    game.declare("t")
    to_step(game, "t", "dice_roll")
    assert queue(game) == ["t.roll"]
    refuses(game, "F", "303.3")
    give_away(game)
    refuses(game, "G", "303.3")
    game.undo()
    game.declare("u")
    give_away(game)
    game.declare("G")


def test_fast_when_an_action_leaves_the_stack(new: New, sides: Sides) -> None:
    """303.3 (c): in the window after a removal both may declare fast actions; in the windows before it they may not."""
    me, you = sides
    game = new(
        Action("t", by=me, on=Point("phase", "initial")),
        Action("u", by=me, on=Point("phase", "initial")),
        Action("F", by=me),
        Action("G", by=you),
        phase="initial",
    )
    game.declare("t")
    game.declare("u")
    both_pass(game)
    refuses(game, "F", "303.3")
    give_away(game)
    refuses(game, "G", "303.3")
    to_left(game, "u")
    assert game.state.window is not None
    assert game.state.window.kind == "removal"
    game.declare("F")
    game.undo()
    give_away(game)
    game.declare("G")


def test_fast_when_the_last_action_has_left(new: New, sides: Sides) -> None:
    """303.3 (c): the phase's window that opens again after the last action is one after a removal too."""
    me, you = sides
    game = new(
        Action("t", by=me, on=Point("phase", "initial")), Action("F", by=me), Action("G", by=you), phase="initial"
    )
    refuses(game, "F", "303.3")
    game.declare("t")
    to_empty(game)
    assert game.state.phase == "initial"
    assert legal(game) == ["F"]
    give_away(game)
    assert legal(game) == ["G"]


def test_fast_after_a_cancelled_action_has_left(new: New, sides: Sides) -> None:
    """303.3 (c), gap/cancelled_is_unpaid: a cancelled action leaves the stack as well."""
    me, _ = sides
    game = new(
        Action("t", by=me, on=Point("phase", "initial"), requires=("never",)), Action("F", by=me), phase="initial"
    )
    refuses(game, "F", "303.3")
    game.declare("t")
    both_pass(game)
    assert game.state.log.cancelled == ("t",)
    game.declare("F")


def test_fast_in_a_phase_that_allows_it(new: New, sides: Sides) -> None:
    """303.3 (d), gap/512: where the step table names a phase, fast actions are open in it; by default it names none."""
    me, you = sides
    actions = (Action("F", by=me), Action("G", by=you), Action("M", by=me, speed="slow"))
    profile = replace(default_profile(), id="fast_final", fast_phases=("final",))
    game = new(*actions, phase="final", profile=profile)
    refuses(game, "M", "303.3")
    game.declare("F")
    give_away(game)
    game.declare("G")
    plain = new(*actions, phase="final")
    refuses(plain, "F", "303.3")


# --- triggered and conditional ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["initial", "main", "final"])
def test_triggered_in_every_phase(new: New, sides: Sides, phase: str) -> None:
    """303.3: triggered ones are declared in any phase, at their point; without their condition they are not."""
    me, you = sides
    actions = (
        Action("t", by=me, on=Point("phase", phase), when=("f",)),
        Action("u", by=you, on=Point("phase", phase), when=("f",)),
    )
    game = new(*actions, phase=phase, facts="f")
    game.declare("t")
    give_away(game)
    game.declare("u")
    without = new(*actions, phase=phase)
    refuses(without, "t", "303.4")


def test_condition_of_an_untriggered_action(new: New, sides: Sides) -> None:
    """303.3: an action with a condition and no trigger may be declared while its condition holds, not otherwise."""
    me, _ = sides
    slow = Action("M", by=me, speed="slow", when=("f",))
    fast = Action("F", by=me, when=("f",))
    game = new(slow, fast, facts="f")
    assert legal(game) == ["M", "F"]
    without = new(slow, fast)
    for name in ("M", "F"):
        refuses(without, name, "303.3")


def test_bug_legality_tested_by_the_kind_of_action_only(new: New, sides: Sides) -> None:
    """303.3: the same fast action is open or not by the window and by why its player holds priority."""
    me, you = sides
    game = new(
        Action("t", by=me, on=Point("phase", "initial")),
        Action("u", by=you, on=Point("phase", "initial")),
        Action("F", by=me),
        phase="initial",
    )
    refuses(game, "F", "303.3")
    game.declare("t")
    refuses(game, "F", "303.3")
    give_away(game)
    give_away(game)
    refuses(game, "F", "303.3")
    game.undo()
    game.declare("u")
    give_away(game)
    assert game.why_not("F") is None
    both_pass(game)
    refuses(game, "F", "303.3")
    to_left(game, "u")
    assert game.why_not("F") is None


def test_a_name_is_declared_once(new: New, sides: Sides) -> None:
    """Contract: a name is one action; declared, executed and gone, it is not declared again, another one is."""
    me, _ = sides
    game = new(Action("F", by=me), Action("F2", by=me))
    game.declare("F")
    refuses(game, "F", "scenario")
    to_empty(game)
    refuses(game, "F", "scenario")
    game.declare("F2")
