"""Each reading: both options, on the smallest table that tells them apart."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Decision, Game, Point, Readings, Redirect
from berserk_fsm.rules.readings import reading_definitions
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
    refuses_decision,
    stack,
    to_empty,
    to_left,
    to_phase,
    to_step,
    windows,
)


@pytest.mark.parametrize("counts", [False, True])
def test_handover_counts_as_pass(new: New, sides: Sides, counts: bool) -> None:
    """303.2, 303.6: is a hand-over a pass, so that one pass of the opponent closes the window?"""
    me, you = sides
    game = new(Action("F", by=me), Action("G", by=you), handover_counts_as_pass=counts)
    game.declare("F")
    give_away(game)
    assert game.state.window is not None
    assert game.state.window.passes == int(counts)
    record = give_away(game)
    assert ("both_passed" in kinds([record])) == counts
    assert (stack(game), queue(game)) == ((["F"], []) if counts else ([], ["F"]))


def test_a_declaration_breaks_also_a_handed_over_pass(new: New, sides: Sides) -> None:
    """303.2, 303.6, handover_counts_as_pass: the opponent's declaration starts the count of passes anew."""
    me, you = sides
    game = new(Action("F", by=me), Action("G", by=you), handover_counts_as_pass=True)
    game.declare("F")
    give_away(game)
    game.declare("G")
    give_away(game)
    assert game.state.window is not None
    assert (game.state.holder, game.state.window.passes) == (me, 1)
    give_away(game)
    assert stack(game) == ["F", "G"]


@pytest.mark.parametrize("needs", [True, False])
def test_slow_needs_empty_stack(new: New, sides: Sides, needs: bool) -> None:
    """303.3: with an action on the stack, may Active declare a slow one? By the letter only the queue counts."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow"),
        Action("K", by=me, speed="slow"),
        Action("L", by=me, speed="slow"),
        slow_needs_empty_stack=needs,
    )
    game.declare("M")
    both_pass(game)
    if needs:
        refuses(game, "K", "303.3")
        return
    game.declare("K")
    refuses(game, "L", "303.3")
    to_left(game, "K")
    assert stack(game) == ["M"]
    game.declare("L")


def test_slow_over_a_queued_roll(new: New, sides: Sides) -> None:
    """303.3, slow_needs_empty_stack=false: in the window of a roll the queue holds it, so nothing slow is open."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow", roll=True), Action("K", by=me, speed="slow"), slow_needs_empty_stack=False
    )
    game.declare("M")
    to_step(game, "M", "dice_roll")
    refuses(game, "K", "303.3")
    to_step(game, "M", "apply_effect")
    game.declare("K")


@pytest.mark.parametrize("active_only", [True, False])
def test_slow_active_only(new: New, sides: Sides, active_only: bool) -> None:
    """303.3, 303.1: may Non-active with priority in the main phase declare a slow action?"""
    me, you = sides
    game = new(Action("K", by=you, speed="slow"), Action("M", by=me, speed="slow"), slow_active_only=active_only)
    assert legal(game) == ["M"]
    give_away(game)
    assert legal(game) == ([] if active_only else ["K"])
    if active_only:
        refuses(game, "K", "303.3")
    else:
        game.declare("K")


@pytest.mark.parametrize("once", [True, False])
def test_trigger_once_per_point_after_a_pass(new: New, sides: Sides, once: bool) -> None:
    """303.4: is a point over with the first hold, or only when the opponent has declared something since?"""
    me, you = sides
    at = Point("phase", "main")
    game = new(Action("t", by=you, on=at), Action("F", by=me), trigger_once_per_point=once)
    give_away(game)
    give_away(game)
    assert game.state.phase == "final"
    game = new(Action("t", by=me, on=at), Action("u", by=me, on=at), trigger_once_per_point=once)
    game.declare("t")
    give_away(game)
    give_away(game)
    assert game.state.holder == me
    if once:
        refuses(game, "u", "303.4")
    else:
        game.declare("u")


@pytest.mark.parametrize("declares", [True, False])
def test_point_closed_by_the_opponents_declaration(new: New, sides: Sides, declares: bool) -> None:
    """303.4 by the letter, trigger_once_per_point=false: a declaration of the opponent closes the point, a pass not."""
    me, you = sides
    at = Point("phase", "main")
    game = new(Action("t", by=me, on=at), Action("u", by=me, on=at), Action("G", by=you), trigger_once_per_point=False)
    game.declare("t")
    give_away(game)
    if declares:
        game.declare("G")
    give_away(game)
    if declares:
        assert refuses(game, "u", "303.4").id == "point_used"
    else:
        game.declare("u")


def test_a_first_hold_is_not_closed_by_the_opponent(new: New, sides: Sides) -> None:
    """303.4 by the letter: who has not given priority away in this window still has the point."""
    me, you = sides
    at = Point("phase", "main")
    game = new(Action("F", by=me), Action("u", by=you, on=at), trigger_once_per_point=False)
    game.declare("F")
    give_away(game)
    game.declare("u")


@pytest.mark.parametrize("mandatory", [False, True])
def test_triggers_mandatory(new: New, sides: Sides, mandatory: bool) -> None:
    """303.4: must an own trigger that may be declared be declared before priority is given away?"""
    me, _ = sides
    game = new(Action("t", by=me, on=Point("phase", "main")), triggers_mandatory=mandatory)
    if not mandatory:
        assert game.why_not_pass() is None
        give_away(game)
        return
    refuses_decision(game, Decision("pass", me), "303.4")
    game.declare("t")
    assert game.why_not_pass() is None
    give_away(game)


def test_mandatory_is_only_what_may_be_declared(new: New, sides: Sides) -> None:
    """303.4, triggers_mandatory: a trigger whose condition, aim or point fails, or the opponent's, holds nobody up."""
    me, you = sides
    at = Point("phase", "main")
    game = new(
        Action("condition", by=me, on=at, when=("never",)),
        Action("aim", by=me, on=at, block="G"),
        Action("point", by=me, on=Point("phase", "final")),
        Action("theirs", by=you, on=at),
        Action("G", by=you),
        triggers_mandatory=True,
    )
    assert game.why_not_pass() is None
    give_away(game)
    refuses_decision(game, Decision("pass", you), "303.4")
    game.declare("theirs")
    give_away(game)


def test_mandatory_also_for_a_hand_over(new: New, sides: Sides) -> None:
    """303.4, triggers_mandatory: having declared one thing does not free from the other trigger."""
    me, _ = sides
    at = Point("phase", "main")
    game = new(Action("t", by=me, on=at), Action("u", by=me, on=at), triggers_mandatory=True)
    game.declare("t")
    refused = refuses_decision(game, Decision("hand_over", me), "303.4")
    assert "u" in refused.sentence
    game.declare("u")
    give_away(game)


@pytest.mark.parametrize("when", ["execution", "declaration"])
def test_reserve_at(new: New, sides: Sides, when: str) -> None:
    """302.12: does a declaration already reserve, so that a second one on the same resource is refused?"""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow", cost=("mana",)),
        Action("F", by=me, cost=("mana",)),
        facts="mana",
        reserve_at=when,
    )
    game.declare("M")
    if when == "declaration":
        assert game.state.queue[0].reserved
        refuses(game, "F", "302.12")
        to_empty(game)
        assert left(game) == ["M"]
    else:
        assert not game.state.queue[0].reserved
        game.declare("F")
        to_empty(game)
        assert (left(game), game.state.log.cancelled) == (["F"], ("M",))
    assert game.state.facts == frozenset()


@pytest.mark.parametrize("cancelled", [True, False])
def test_reserved_at_declaration_is_released_when_cancelled(new: New, sides: Sides, cancelled: bool) -> None:
    """302.12, reserve_at=declaration: a cancelled action releases its resource; one executed has spent it."""
    me, _ = sides
    game = new(
        Action("M", by=me, speed="slow", cost=("mana",), requires=("never",) if cancelled else ()),
        Action("F", by=me, cost=("mana",)),
        facts="mana",
        reserve_at="declaration",
    )
    game.declare("M")
    refuses(game, "F", "302.12")
    to_left(game, "M")
    if cancelled:
        game.declare("F")
    else:
        refuses(game, "F", "302.12")


def test_declared_cost_that_is_missing(new: New, sides: Sides) -> None:
    """302.12: reserved at declaration, a cost that is not there refuses; reserved at execution, it cancels later."""
    me, _ = sides
    costly = Action("M", by=me, speed="slow", cost=("mana",))
    refuses(new(costly, reserve_at="declaration"), "M", "302.12")
    later = new(costly, reserve_at="execution")
    later.declare("M")
    to_empty(later)
    assert later.state.log.cancelled == ("M",)


@pytest.mark.parametrize("lasts", ["hold", "window"])
def test_opponent_declared_lasts(new: New, sides: Sides, lasts: str) -> None:
    """303.3 (b): is what the opponent declared good for the next hold, or as long as the window is open?"""
    me, you = sides
    game = new(
        Action("t", by=me, on=Point("phase", "initial")),
        Action("F", by=me),
        Action("G", by=you),
        Action("H", by=you),
        phase="initial",
        opponent_declared_lasts=lasts,
    )
    game.declare("t")
    give_away(game)
    game.declare("G")
    give_away(game)
    give_away(game)
    assert game.state.holder == you
    assert legal(game) == ([] if lasts == "hold" else ["H"])
    both_pass(game)
    give_away(game)
    assert legal(game) == []  # another window


@pytest.mark.parametrize("through", [True, False])
def test_roll_through_queue(new: New, sides: Sides, through: bool) -> None:
    """302.5, 302.9: does the roll enter the queue when its window opens, or the stack when it has closed?"""
    me, you = sides
    game = new(
        Action("M", by=me, speed="slow", roll=True),
        Action("t", by=you, on=Point("dice_roll", "M")),
        Action("K", by=me, speed="slow"),
        roll_through_queue=through,
    )
    game.declare("M")
    to_step(game, "M", "dice_roll")
    assert queue(game) == (["M.roll"] if through else [])
    give_away(game)
    game.declare("t")
    both_pass(game)
    assert stack(game) == (["M", "M.roll", "t"] if through else ["M", "t"])
    to_empty(game)
    assert left(game) == (["t", "M.roll", "M"])


def test_a_straight_roll_is_made_once(new: New, sides: Sides) -> None:
    """302.5, 302.4, roll_through_queue=false: after its roll the action continues without rolling again."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow", roll=True), roll_through_queue=False)
    game.declare("M")
    to_step(game, "M", "dice_roll")
    both_pass(game)
    assert (stack(game), queue(game)) == (["M", "M.roll"], [])
    assert kinds(to_empty(game)).count("roll_made") == 1
    assert kinds(game.history).count("make_roll") == 1
    assert left(game) == ["M.roll", "M"]


@pytest.mark.parametrize("phase", ["initial", "final"])
@pytest.mark.parametrize("has", ["nothing", "trigger", "conditional", "fast"])
@pytest.mark.parametrize("opens", ["always", "if_any"])
def test_phase_window(new: New, sides: Sides, opens: str, has: str, phase: str) -> None:
    """303.8, 302.6: do initial and final open their window always, or only if someone has something to declare?"""
    me, you = sides
    actions = {
        "nothing": (),
        "trigger": (Action("t", by=you, on=Point("phase", phase)),),
        "conditional": (Action("c", by=me, when=("f",)),),
        "fast": (Action("F", by=me),),
    }
    game = new(*actions[has], phase=phase, facts="f", phase_window=opens)
    stays = opens == "always" or has in ("trigger", "conditional")
    if stays:
        assert (game.state.phase, game.state.turn) == (phase, 1)
    else:
        assert (game.state.phase, game.state.turn) == ("main", 1 if phase == "initial" else 2)
        assert game.state.active == (me if phase == "initial" else you)


def test_phase_window_main_opens_always(new: New) -> None:
    """303.1, phase_window=if_any: the main phase's window opens whatever anyone has; the others only if needed."""
    game = new(phase_window="if_any")
    assert (game.state.phase, windows(game.history)) == ("main", [("phase", None, game.state.active)])
    to_phase(game, "main")
    assert (game.state.phase, game.state.turn) == ("main", 2)


@pytest.mark.parametrize("opens_with", ["active", "controller"])
def test_window_opens_with(new: New, sides: Sides, opens_with: str) -> None:
    """303.1, 303.8, 303.9: is Active first in the windows of the opponent's action, or who controls it?"""
    me, you = sides
    game = new(Action("F", by=me), Action("G", by=you), window_opens_with=opens_with)
    game.declare("F")
    give_away(game)
    game.declare("G")
    records = to_empty(game)
    first = me if opens_with == "active" else you
    assert windows(records) == [
        ("step", "G", first),
        ("step", "G", first),
        ("removal", "F", me),
        ("step", "F", me),
        ("step", "F", me),
        ("phase", None, me),
    ]


def test_controller_of_the_action_left_on_top(new: New, sides: Sides) -> None:
    """303.9, window_opens_with=controller: after a removal it is the controller of the action that is on top now."""
    me, you = sides
    game = new(Action("G", by=you), Action("F", by=me), window_opens_with="controller")
    give_away(game)
    game.declare("G")
    give_away(game)
    game.declare("F")
    assert windows(to_left(game, "F"))[-1] == ("removal", "G", you)


def test_controller_after_a_payment(new: New, sides: Sides) -> None:
    """303.8, window_opens_with=controller: the window after a payment, too, begins with the controller."""
    me, you = sides
    actions = (Action("G", by=you), Action("t", by=me, on=Point("payment", "G")))
    for opens_with, first in (("active", me), ("controller", you)):
        game = new(*actions, window_opens_with=opens_with)
        give_away(game)
        game.declare("G")
        to_step(game, "G", "payment")
        assert game.state.holder == first


def test_redirection_under_every_reading_of_the_roll(new: New, sides: Sides) -> None:
    """302.12: how the roll comes to the stack does not touch the target fixed before it."""
    me, you = sides
    for through in (True, False):
        game = new(
            Action("M", by=me, speed="slow", target="c1", roll=True),
            Action("R", by=you, redirect=Redirect("M", "c2")),
            roll_through_queue=through,
        )
        game.declare("M")
        to_step(game, "M", "fix_target")
        give_away(game)
        game.declare("R")
        to_step(game, "M", "apply_effect")
        assert game.state.top.target == "c2"
        give_away(game)
        refuses(game, "R", "scenario")


def test_every_reading_is_tested_here() -> None:
    """Every switch has its test in this file, named for it."""
    tested = [name.removeprefix("test_") for name in globals()]
    for id in reading_definitions():
        assert any(name.startswith(id) for name in tested), id


def test_defaults_are_what_a_game_uses() -> None:
    """A game without readings is read by the defaults, and says so."""
    assert Game().readings == Readings()
    assert {id: d.default for id, d in reading_definitions().items()} == Readings().as_dict()
