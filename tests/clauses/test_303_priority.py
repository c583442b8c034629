"""303.1, 303.2, 303.5–303.7: priority, pass, hand-over, the window and its end."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Decision, Point
from tests.clauses.play import (
    New,
    Sides,
    both_pass,
    give_away,
    kinds,
    queue,
    refuses,
    refuses_decision,
    stack,
    to_empty,
    to_phase,
    to_step,
    windows,
)


def test_main_phase_begins_with_active(new: New, sides: Sides) -> None:
    """303.1: in the main phase Active has priority; Non-active has it when Active has given it away."""
    me, you = sides
    game = new()
    assert game.state.holder == me
    give_away(game)
    assert game.state.holder == you


def test_only_the_holder_acts(new: New, sides: Sides) -> None:
    """303.1: whoever has no priority can neither declare nor pass; with priority the same is accepted."""
    me, you = sides
    game = new(Action("F", by=me), Action("G", by=you))
    refuses(game, "G", "303.1")
    refuses_decision(game, Decision("pass", you), "303.1")
    refuses_decision(game, Decision("hand_over", you), "303.1")
    give_away(game)
    game.declare("G")
    refuses(game, "F", "303.1")


def test_nobody_declares_the_opponents_action(new: New, sides: Sides) -> None:
    """303.1: priority lets a player declare own actions only."""
    me, you = sides
    game = new(Action("F", by=me), Action("G", by=you))
    refuses(game, "G", "303.1", player=me)
    game.declare("F", player=me)


def test_nobody_has_priority_between_windows(new: New, sides: Sides) -> None:
    """303.1: at most one player has priority; while the machine moves on by itself nobody has."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow"))
    game.declare("M")
    give_away(game)
    give_away(game)
    game.begin(Decision("pass", me))
    assert game.state.holder is None
    refuses_decision(game, Decision("pass", me), "303.1")
    refuses_decision(game, Decision("pass", you), "303.1")
    game.settle()
    assert game.state.holder == me


def test_each_window_of_the_execution_begins_with_active(new: New, sides: Sides) -> None:
    """303.1: also in the windows of the opponent's action Active is first."""
    me, you = sides
    game = new(Action("G", by=you, target="c1"))
    give_away(game)
    game.declare("G")
    records = to_empty(game)
    assert windows(records) == [
        ("step", "G", me),
        ("step", "G", me),
        ("step", "G", me),
        ("phase", None, me),
    ]


def test_a_pass_is_no_action_and_no_effect(new: New, sides: Sides) -> None:
    """303.2: a pass changes nothing but who has priority and the count of passes; a declaration changes the queue."""
    me, you = sides
    game = new(Action("F", by=me))
    before = game.state
    give_away(game)
    after = game.state
    assert (before.queue, before.stack, before.facts, before.declared, before.log) == (
        after.queue,
        after.stack,
        after.facts,
        after.declared,
        after.log,
    )
    assert after.window is not None
    assert (after.window.holder, after.window.passes) == (you, 1)
    game.undo()
    game.declare("F")
    assert game.state.queue != before.queue


def test_after_declaring_it_is_no_pass(new: New, sides: Sides) -> None:
    """303.2, 303.6: after a declaration priority is handed over, which is no pass; without one it is a pass."""
    me, you = sides
    game = new(Action("F", by=me))
    refuses_decision(game, Decision("hand_over", me), "303.6")
    game.declare("F")
    refuses_decision(game, Decision("pass", me), "303.2")
    game.play(Decision("hand_over", me))
    assert game.state.window is not None
    assert (game.state.window.passes, game.state.holder) == (0, you)


def test_a_hand_over_begins_the_opponents_hold_afresh(new: New, sides: Sides) -> None:
    """303.6: the opponent may declare by the same rules, or pass; what the other declared is not counted as theirs."""
    me, you = sides
    game = new(Action("F", by=me), Action("G", by=you))
    game.declare("F")
    give_away(game)
    assert game.state.window is not None
    assert not game.state.window.has_declared
    assert game.refusal(Decision("pass", you)) is None
    game.declare("G")
    assert queue(game) == ["F", "G"]


def test_the_queue_keeps_the_order_of_declaring(new: New, sides: Sides) -> None:
    """303.5, 303.6: each declaration goes to the end of the queue, whoever makes it."""
    me, you = sides
    game = new(Action("F1", by=me), Action("F2", by=me), Action("G", by=you), Action("F3", by=me))
    game.declare("F2")
    game.declare("F1")
    give_away(game)
    game.declare("G")
    give_away(game)
    game.declare("F3")
    assert queue(game) == ["F2", "F1", "G", "F3"]


def test_the_whole_queue_moves_at_once_and_in_order(new: New, sides: Sides) -> None:
    """303.7: after both passes the queue moves as a whole; the last declared is on top, above what lay there."""
    me, you = sides
    game = new(Action("M", by=me, speed="slow"), Action("F", by=me), Action("G", by=you))
    game.declare("M")
    both_pass(game)
    game.declare("F")
    give_away(game)
    game.declare("G")
    (move,) = [m for r in both_pass(game) for m in r.micro_steps if m.row.kind == "transfer"]
    assert [entry.name for entry in move.before.stack] == ["M"]
    assert [entry.name for entry in move.after.stack] == ["M", "F", "G"]
    assert move.after.queue == ()


def test_bug_a_player_who_passed_is_not_asked_again(new: New, sides: Sides) -> None:
    """303.7, gap/two_passes_end_phase: a declaration after a pass breaks the chain; two passes must be consecutive."""
    me, you = sides
    game = new(Action("G", by=you))
    give_away(game)
    game.declare("G")
    give_away(game)
    assert game.state.holder == me
    records = [give_away(game)]
    assert "both_passed" not in kinds(records)
    records = [give_away(game)]
    assert "both_passed" in kinds(records)
    assert stack(game) == ["G"]


def test_bug_a_refused_declaration_moved_priority(new: New, sides: Sides) -> None:
    """303.1: a refusal changes nothing at all; an accepted declaration keeps priority with the declarer."""
    me, you = sides
    game = new(Action("F", by=me), Action("G", by=you), Action("W", by=me, when=("never",)))
    for name, clause in (("G", "303.1"), ("W", "303.3")):
        refuses(game, name, clause)
    game.declare("F")
    assert game.state.holder == me
    refuses(game, "F", "scenario")


def test_bug_a_cancelled_action_moved_priority(new: New, sides: Sides) -> None:
    """303.1, 302.12: after a cancelled action of the opponent the next window begins with Active, like any other."""
    me, you = sides
    game = new(Action("bad", by=you, requires=("never",)))
    give_away(game)
    game.declare("bad")
    assert windows(both_pass(game)) == [("phase", None, me)]
    good = new(Action("ok", by=you))
    give_away(good)
    good.declare("ok")
    assert windows(to_empty(good))[-1] == ("phase", None, me)


def test_bug_holder_with_nothing_to_do(new: New, sides: Sides) -> None:
    """303.2: whoever has priority can give it away, with nothing to declare as well."""
    game = new()
    for _ in range(12):
        assert game.state.holder is not None
        assert not game.legal_actions
        assert game.why_not_pass() is None
        give_away(game)
    assert game.state.turn == 3


def test_bug_both_pass_on_an_empty_stack(new: New, sides: Sides) -> None:
    """gap/two_passes_end_phase: two passes with nothing in queue and stack end the phase; one pass does not."""
    me, _ = sides
    game = new()
    give_away(game)
    assert game.state.phase == "main"
    give_away(game)
    assert (game.state.phase, game.state.holder) == ("final", me)


@pytest.mark.parametrize("where", ["queue", "stack"])
def test_two_passes_with_something_left_do_not_end_the_phase(new: New, sides: Sides, where: str) -> None:
    """303.7, gap/two_passes_end_phase: with something in queue or stack two passes go on with that."""
    me, _ = sides
    game = new(Action("M", by=me, speed="slow"))
    game.declare("M")
    if where == "stack":
        both_pass(game)
    both_pass(game)
    assert (game.state.phase, stack(game)) == ("main", ["M"])
    to_empty(game)
    both_pass(game)
    assert game.state.phase == "final"


def test_bug_phase_change_kept_holder_and_passes(new: New, sides: Sides) -> None:
    """302.6, 303.1: a phase begins with Active's hold, no pass counted and nothing declared."""
    me, _ = sides
    game = new(Action("F", by=me))
    game.declare("F")
    to_empty(game)
    to_phase(game, "final")
    window = game.state.window
    assert window is not None
    assert (window.holder, window.passes, window.has_declared) == (me, 0, False)
    assert (window.given_away, window.fast_open_to) == (frozenset(), frozenset())


def test_the_phases_of_a_turn_and_the_next_turn(new: New, sides: Sides) -> None:
    """302.6, gap/phases: initial, main, final; then the other player's turn."""
    me, you = sides
    game = new(phase="initial")
    seen = []
    for _ in range(4):
        seen.append((game.state.turn, game.state.active, game.state.phase, game.state.holder))
        both_pass(game)
    assert seen == [
        (1, me, "initial", me),
        (1, me, "main", me),
        (1, me, "final", me),
        (2, you, "initial", you),
    ]


def test_active_stays_active_through_the_turn(new: New, sides: Sides) -> None:
    """303.1, 303.6: who has priority changes, whose turn it is does not."""
    me, you = sides
    game = new(Action("G", by=you), Action("t", by=you, on=Point("phase", "final")))
    give_away(game)
    assert (game.state.active, game.state.holder) == (me, you)
    game.declare("G")
    to_step(game, "G", "apply_effect")
    assert game.state.active == me
    to_empty(game)
    to_phase(game, "final")
    give_away(game)
    assert (game.state.active, game.state.holder) == (me, you)
    to_phase(game, "initial")
    assert game.state.active == you
