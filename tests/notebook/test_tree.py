"""The tree of moments: what holds of every walk through it, and each way of moving by example."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm import Decision, Game, Refused
from berserk_fsm.notebook import tree
from berserk_fsm.notebook.tree import NoSuchPlace, Stepping
from tests.notebook.tables import decided, game, walked

STRIKE, SHOUT = Decision("declare", "A", "удар"), Decision("declare", "A", "крик")
PASS, HAND_OVER = Decision("pass", "A"), Decision("hand_over", "A")
quickly = settings(max_examples=30, deadline=None)


def decisions(stepping: Stepping, line: int) -> list[Decision | None]:
    return [stepping.moments[place].decision for place in stepping.path_of(line)][1:]


# --- of every walk ---------------------------------------------------------------------------------------------------


@quickly
@given(st.data())
def test_every_moment_is_what_its_decisions_lead_to(data: st.DataObject) -> None:
    stepping = walked(data)
    for line in range(len(stepping.lines)):
        played = game()
        for place in stepping.path_of(line)[1:]:
            decision = stepping.moments[place].decision
            assert decision is not None
            played.play(decision)
            assert stepping.moments[place].game.state == played.state
            assert stepping.moments[place].game.history == played.history


@quickly
@given(st.data())
def test_lines_end_where_nothing_follows_and_no_two_decisions_are_alike(data: st.DataObject) -> None:
    stepping = walked(data)
    followed = {moment.before for moment in stepping.moments}
    assert sorted(stepping.lines) == [place for place in range(len(stepping.moments)) if place not in followed]
    ways = [(moment.before, moment.decision) for moment in stepping.moments]
    assert len(set(ways)) == len(ways)
    assert stepping.at in stepping.path
    assert stepping.path[stepping.number] == stepping.at


@quickly
@given(st.data())
def test_back_then_forward_is_where_one_was(data: st.DataObject) -> None:
    stepping = walked(data)
    earlier = tree.back(stepping)
    if earlier != stepping:
        again = tree.forward(earlier)
        assert again == stepping
        assert again.game.state == stepping.game.state
        assert again.record == stepping.record


@quickly
@given(st.data())
def test_forward_then_back_is_where_one_was(data: st.DataObject) -> None:
    stepping = walked(data)
    later = tree.forward(stepping)
    if later != stepping:
        again = tree.back(later)
        assert again == stepping
        assert again.game.state == stepping.game.state


@quickly
@given(st.data())
def test_nothing_that_was_tried_is_lost(data: st.DataObject) -> None:
    stepping = walked(data)
    old = [decisions(stepping, line) for line in range(len(stepping.lines))]
    later = walked_on(data, stepping)
    new = [decisions(later, line) for line in range(len(later.lines))]
    assert later.moments[: len(stepping.moments)] == stepping.moments
    assert all(any(line[: len(kept)] == kept for line in new) for kept in old)


def walked_on(data: st.DataObject, stepping: Stepping) -> Stepping:
    for _ in range(data.draw(st.integers(1, 5))):
        stepping = tree.go(tree.set_micro(stepping, False), data.draw(st.integers(0, stepping.length)))
        turned = tree.decide(stepping, PASS if stepping.game.refusal(PASS) is None else _away(stepping.game))
        assert isinstance(turned, Stepping)
        stepping = turned
    return stepping


def _away(game: Game) -> Decision:
    from berserk_fsm.stepper.walk import giving_away

    return giving_away(game)


@quickly
@given(st.data())
def test_micro_steps_of_a_decision_are_those_of_its_record(data: st.DataObject) -> None:
    stepping = tree.set_micro(walked(data, micro=False), True)
    record = None
    seen = []
    at = stepping.at
    while stepping != (earlier := tree.back(stepping)) and (earlier.at != at or earlier.half is not None):
        if stepping.half is None:
            record = stepping.game.history[-1]
        seen.append(stepping.game.state)
        stepping = earlier
        if stepping.half is None:
            break
    if record is not None:
        assert seen[::-1] == [micro.after for micro in record.micro_steps]
        assert stepping.game.state == record.before


# --- by example ------------------------------------------------------------------------------------------------------


def test_a_refusal_changes_nothing() -> None:
    stepping = tree.begin(game())
    turned = tree.decide(stepping, Decision("declare", "B", "щит"))
    assert isinstance(turned, Refused)
    assert turned.clause == "303.1"


def test_another_decision_begins_a_line_and_the_same_one_does_not() -> None:
    first = decided(tree.begin(game()), STRIKE, SHOUT, HAND_OVER)
    second = decided(tree.go(first, 1), HAND_OVER)
    assert [decisions(second, line) for line in (0, 1)] == [[STRIKE, SHOUT, HAND_OVER], [STRIKE, HAND_OVER]]
    assert (second.line, second.number) == (1, 2)
    assert tree.line_name(second, 1).ru == "Линия 2: на шаге 2 A передаёт приоритет"
    again = decided(tree.go(second, 1), SHOUT)
    assert (again.line, len(again.lines), again.moments) == (0, 2, second.moments)


def test_changing_the_line_goes_to_its_end() -> None:
    stepping = decided(tree.go(decided(tree.begin(game()), STRIKE, HAND_OVER), 0), SHOUT)
    other = tree.take_line(stepping, 0)
    assert (other.line, other.number, other.game.state.holder) == (0, 2, "B")
    assert tree.take_line(other, 0) is other


def test_places_that_do_not_exist_are_told() -> None:
    stepping = decided(tree.begin(game()), STRIKE)
    with pytest.raises(NoSuchPlace, match="there is no moment 2; expected 0 to 1"):
        tree.go(stepping, 2)
    with pytest.raises(NoSuchPlace, match="there is no moment -1"):
        tree.go(stepping, -1)
    with pytest.raises(NoSuchPlace, match="there is no line 2; expected 1 to 1") as caught:
        tree.take_line(stepping, 1)
    assert caught.value.text("ru") == "линии 2 нет; ожидалось от 1 до 1"


def test_a_played_game_can_be_gone_back_through_and_stays_as_it_is() -> None:
    played = Game(game().table.actions.values(), engine="transitions", facts=["рыцарь открыт"])
    played.declare("удар")
    played.pass_priority()
    before = played.state, played.history
    stepping = tree.begin(played)
    assert (stepping.number, stepping.length) == (2, 2)
    decided(tree.go(stepping, 0), SHOUT)
    assert (played.state, played.history) == before


def test_a_game_that_is_half_done_is_settled_on_a_copy() -> None:
    played = decided(tree.begin(game()), STRIKE, HAND_OVER, Decision("pass", "B")).game.copy()
    played.begin(PASS)
    assert not played.settled
    stepping = tree.begin(played)
    assert stepping.game.settled
    assert not played.settled
    assert stepping.number == 4


def test_a_position_has_no_moment_before_it() -> None:
    position = decided(tree.begin(game()), STRIKE, HAND_OVER).game.position
    stepping = tree.begin(Game.from_position(position))
    assert tree.back(stepping) == stepping
    assert decided(stepping, Decision("pass", "B")).number == 1


def test_half_done_decisions_are_refused_finished_or_taken_back() -> None:
    stepping = tree.set_micro(decided(tree.begin(game()), STRIKE, HAND_OVER, Decision("pass", "B")), True)
    half = decided(stepping, PASS)
    assert half.half is not None
    refused = tree.decide(half, PASS)
    assert isinstance(refused, Refused)
    before = tree.back(half)
    assert (before.half, before.at, before.game.state) == (None, stepping.at, stepping.game.state)
    assert tree.forward(before) == half
    done = tree.set_micro(half, False)
    assert done.half is None
    assert done.number == 4
    assert done.game.state == decided(tree.set_micro(stepping, False), PASS).game.state
