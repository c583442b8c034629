"""The contract's table of refusals, row by row and in its order.

Each row is a situation with two decisions: one that is refused by it, and its twin that is accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from berserk_fsm import Action, Decision, Game, Point, Readings, Redirect
from berserk_fsm.citing import citation_text
from berserk_fsm.core.values import Player
from berserk_fsm.machine.compile import compile_guard, context_for
from berserk_fsm.machine.refusals import refusal_table
from tests.clauses.play import (
    New,
    Sides,
    both_pass,
    give_away,
    refuses_decision,
    to_empty,
    to_left,
    to_step,
)

Twins = list[tuple[Game, Decision]]
Situation = Callable[[New, Player, Player], Twins]

ROWS: dict[str, tuple[str, Situation]] = {}


def row(id: str, clause: str) -> Callable[[Situation], Situation]:
    """The situation of one row; it gives the refused decision and the accepted twin, each with its game."""

    def keep(situation: Situation) -> Situation:
        ROWS[id] = (clause, situation)
        return situation

    return keep


def declares(player: Player, name: str) -> Decision:
    return Decision("declare", player, name)


@row("stack_deactivated", "302.8")
def _(new: New, me: Player, you: Player) -> Twins:
    """An effect is being applied."""

    def at(micro_steps: int) -> tuple[Game, Decision]:
        game = new(Action("M", by=me, speed="slow"), Action("F", by=me))
        game.declare("M")
        to_step(game, "M", "apply_effect")
        give_away(game)
        game.begin(Decision("pass", you))
        for _ in range(micro_steps):
            game.micro_step()
        return game, declares(me, "F")

    applying, done = at(2), at(50)
    assert applying[0].state.control.endswith("apply_effect.applying")
    return [applying, done]


@row("not_the_holder", "303.1")
def _(new: New, me: Player, you: Player) -> Twins:
    """Who decides has no priority."""
    game = new(Action("F", by=me), Action("G", by=you))
    return [(game, declares(you, "G")), (game, declares(me, "F"))]


@row("not_own_action", "303.1")
def _(new: New, me: Player, you: Player) -> Twins:
    """The action is another player's."""
    game = new(Action("F", by=me), Action("G", by=you))
    return [(game, declares(me, "G")), (game, declares(me, "F"))]


@row("declared_already", "scenario")
def _(new: New, me: Player, you: Player) -> Twins:
    """A name is one action."""
    game = new(Action("F", by=me), Action("F2", by=me))
    game.declare("F")
    return [(game, declares(me, "F")), (game, declares(me, "F2"))]


@row("roll_of_an_action", "scenario")
def _(new: New, me: Player, you: Player) -> Twins:
    """A roll is made by its action."""
    game = new(Action("M", by=me, speed="slow", roll=True))
    return [(game, declares(me, "M.roll")), (game, declares(me, "M"))]


@row("pass_after_declaring", "303.2")
def _(new: New, me: Player, you: Player) -> Twins:
    """“Passes” after declaring in this hold."""
    game = new(Action("F", by=me))
    game.declare("F")
    return [(game, Decision("pass", me)), (game, Decision("hand_over", me))]


@row("hand_over_without_declaring", "303.6")
def _(new: New, me: Player, you: Player) -> Twins:
    """“Hands over” without having declared."""
    game = new(Action("F", by=me))
    return [(game, Decision("hand_over", me)), (game, Decision("pass", me))]


@row("trigger_left", "303.4")
def _(new: New, me: Player, you: Player) -> Twins:
    """Where triggers are mandatory, one is left to declare."""
    at = Point("phase", "main")
    game = new(Action("t", by=me, on=at), triggers_mandatory=True)
    opponents = new(Action("t", by=you, on=at), triggers_mandatory=True)
    return [(game, Decision("pass", me)), (opponents, Decision("pass", me))]


def _aiming(new: New, me: Player, you: Player, aim: Action, target: str | None = "c1") -> Game:
    game = new(Action("M", by=me, speed="slow", target=target), aim, Action("F", by=me))
    game.declare("M")
    return game


def _block(you: Player) -> Action:
    return Action("N", by=you, block="M")


def _redirection(you: Player) -> Action:
    return Action("N", by=you, redirect=Redirect("M", "c2"))


@row("aim_queued", "302.10")
def _(new: New, me: Player, you: Player) -> Twins:
    """Aimed at a queued action."""
    queued, on_stack = (_aiming(new, me, you, _block(you)) for _ in range(2))
    give_away(queued)
    both_pass(on_stack)
    give_away(on_stack)
    return [(queued, declares(you, "N")), (on_stack, declares(you, "N"))]


@row("aim_not_on_stack", "302.12")
def _(new: New, me: Player, you: Player) -> Twins:
    """Aimed at one that is not on the stack: not yet, or not any more."""
    never = new(Action("M", by=me, speed="slow"), _block(you))
    give_away(never)
    gone, there = (_aiming(new, me, you, _block(you)) for _ in range(2))
    to_empty(gone)
    give_away(gone)
    assert gone.why_not("N") is not None
    both_pass(there)
    give_away(there)
    return [(never, declares(you, "N")), (there, declares(you, "N"))]


@row("aim_not_top", "302.12")
def _(new: New, me: Player, you: Player) -> Twins:
    """Aimed at one that is not on top."""
    below, top = (_aiming(new, me, you, _block(you)) for _ in range(2))
    for game in (below, top):
        game.declare("F")
        both_pass(game)
    to_left(top, "F")
    for game in (below, top):
        give_away(game)
    return [(below, declares(you, "N")), (top, declares(you, "N"))]


@row("aim_applied", "302.12")
def _(new: New, me: Player, you: Player) -> Twins:
    """Blocked after its effect was applied."""
    late, in_time = (_aiming(new, me, you, _block(you)) for _ in range(2))
    to_step(late, "M", "after_effect")
    to_step(in_time, "M", "apply_effect")
    for game in (late, in_time):
        give_away(game)
    return [(late, declares(you, "N")), (in_time, declares(you, "N"))]


@row("aim_without_target", "302.12")
def _(new: New, me: Player, you: Player) -> Twins:
    """Redirected without target."""
    without, with_target = (_aiming(new, me, you, _redirection(you), target) for target in (None, "c1"))
    for game in (without, with_target):
        both_pass(game)
        give_away(game)
    return [(without, declares(you, "N")), (with_target, declares(you, "N"))]


@row("aim_redirected_already", "302.12")
def _(new: New, me: Player, you: Player) -> Twins:
    """Redirected a second time."""

    def at(first: bool) -> tuple[Game, Decision]:
        game = new(
            Action("M", by=me, speed="slow", target="c1"),
            Action("F", by=you),
            Action("R", by=you, redirect=Redirect("M", "c2")),
            Action("N", by=you, redirect=Redirect("M", "c3")),
        )
        game.declare("M")
        to_step(game, "M", "fix_target")
        give_away(game)
        game.declare("R" if first else "F")
        to_left(game, "R" if first else "F")
        give_away(game)
        return game, declares(you, "N")

    return [at(True), at(False)]


@row("aim_target_final", "302.12")
def _(new: New, me: Player, you: Player) -> Twins:
    """Redirected after its target is final."""
    late, in_time = (_aiming(new, me, you, _redirection(you)) for _ in range(2))
    to_step(late, "M", "apply_effect")
    to_step(in_time, "M", "fix_target")
    for game in (late, in_time):
        give_away(game)
    return [(late, declares(you, "N")), (in_time, declares(you, "N"))]


@row("point_used", "303.4")
def _(new: New, me: Player, you: Player) -> Twins:
    """Trigger: the point was used."""

    def at(holds: int) -> tuple[Game, Decision]:
        game = new(Action("t", by=me, on=Point("phase", "main")), Action("G", by=you))
        if holds > 1:
            give_away(game)
            game.declare("G")
            give_away(game)
        return game, declares(me, "t")

    return [at(2), at(1)]


@row("not_its_point", "303.4")
def _(new: New, me: Player, you: Player) -> Twins:
    """Trigger: not this point."""
    game = new(Action("t", by=me, on=Point("phase", "final")), Action("u", by=me, on=Point("phase", "main")))
    return [(game, declares(me, "t")), (game, declares(me, "u"))]


@row("trigger_condition_fails", "303.4")
def _(new: New, me: Player, you: Player) -> Twins:
    """Trigger: its condition does not hold."""
    trigger = Action("t", by=me, on=Point("phase", "main"), when=("f",))
    return [(new(trigger), declares(me, "t")), (new(trigger, facts="f"), declares(me, "t"))]


@row("condition_fails", "303.3")
def _(new: New, me: Player, you: Player) -> Twins:
    """No trigger, and its condition does not hold."""
    playable = Action("c", by=me, when=("f",))
    return [(new(playable), declares(me, "c")), (new(playable, facts="f"), declares(me, "c"))]


@row("slow_not_main", "303.3")
def _(new: New, me: Player, you: Player) -> Twins:
    """Slow: not the main phase."""
    slow = Action("M", by=me, speed="slow")
    return [(new(slow, phase="final"), declares(me, "M")), (new(slow), declares(me, "M"))]


@row("slow_not_active", "303.3")
def _(new: New, me: Player, you: Player) -> Twins:
    """Slow: not Active."""
    game = new(Action("M", by=me, speed="slow"), Action("K", by=you, speed="slow"))
    other = new(Action("M", by=me, speed="slow"))
    give_away(game)
    return [(game, declares(you, "K")), (other, declares(me, "M"))]


@row("slow_queue_not_empty", "303.3")
def _(new: New, me: Player, you: Player) -> Twins:
    """Slow: the queue is not empty."""
    actions = (Action("M", by=me, speed="slow"), Action("F", by=me))
    queued, empty = new(*actions), new(*actions)
    queued.declare("F")
    return [(queued, declares(me, "M")), (empty, declares(me, "M"))]


@row("slow_stack_not_empty", "303.3")
def _(new: New, me: Player, you: Player) -> Twins:
    """Slow: the stack is not empty."""
    actions = (Action("M", by=me, speed="slow"), Action("F", by=me))
    on_stack, empty = new(*actions), new(*actions)
    for game in (on_stack, empty):
        game.declare("F")
    both_pass(on_stack)
    to_empty(empty)
    return [(on_stack, declares(me, "M")), (empty, declares(me, "M"))]


@row("fast_not_open", "303.3")
def _(new: New, me: Player, you: Player) -> Twins:
    """Fast: none of 303.3 (a)-(d)."""
    fast = Action("F", by=me)
    return [(new(fast, phase="initial"), declares(me, "F")), (new(fast), declares(me, "F"))]


@row("conditional_not_open", "303.3")
def _(new: New, me: Player, you: Player) -> Twins:
    """Conditional playable: not after an off-stack action either."""

    def at(step: str) -> tuple[Game, Decision]:
        game = new(
            Action("t", by=me, on=Point("phase", "initial")),
            Action("c", by=me, when=("f",)),
            phase="initial",
            facts="f",
        )
        game.declare("t")
        to_step(game, "t", step)
        return game, declares(me, "c")

    return [at("apply_effect"), at("payment")]


@row("cost_not_free", "302.12")
def _(new: New, me: Player, you: Player) -> Twins:
    """Where resources are reserved at declaration: another action has reserved them."""

    def at(cost: str) -> tuple[Game, Decision]:
        game = new(
            Action("M", by=me, speed="slow", cost=("mana",)),
            Action("F", by=me, cost=(cost,)),
            facts="mana card",
            reserve_at="declaration",
        )
        game.declare("M")
        return game, declares(me, "F")

    return [at("mana"), at("card")]


@pytest.mark.parametrize("id", ROWS)
def test_row_refuses_and_its_twin_is_accepted(new: New, sides: Sides, id: str) -> None:
    """Contract, refusals: the row refuses with its clause and changes nothing; the twin is accepted."""
    clause, situation = ROWS[id]
    (refused, decision), (accepted, twin) = situation(new, *sides)
    why = refuses_decision(refused, decision, clause)
    assert why.id == id
    assert accepted.refusal(twin) is None
    assert accepted.play(twin).decision == twin


@pytest.mark.parametrize("id", ROWS)
def test_a_refusal_says_why(new: New, sides: Sides, id: str) -> None:
    """Contract, refusals: both languages say why, with no gap in the sentence; the position repeats the refusal."""
    clause, situation = ROWS[id]
    (game, decision), _ = situation(new, *sides)
    why = game.refusal(decision)
    assert why is not None
    for lang in ("ru", "en"):
        assert why.reason(lang).endswith(".")
        assert "{" not in why.reason(lang)
        assert "“”" not in why.reason(lang)
        assert "«»" not in why.reason(lang)
        assert why.text(lang) == f"{why.reason(lang)} [{citation_text(clause, lang)}]"
    again = Game.from_position(why.position, engine="table").refusal(decision)
    assert again is not None
    assert (again.id, again.clause, again.sentence) == (why.id, why.clause, why.sentence)


def test_every_row_of_every_reading_has_its_situation() -> None:
    """Contract, refusals: nothing is in the table that is not tested here, and the order is the contract's."""
    wide = Readings(triggers_mandatory=True, reserve_at="declaration")
    assert [refusal.id for refusal in refusal_table(wide)] == list(ROWS)
    assert [refusal.clause for refusal in refusal_table(wide)] == [clause for clause, _ in ROWS.values()]
    letter = Readings(slow_active_only=False, slow_needs_empty_stack=False, trigger_once_per_point=False)
    for readings in (Readings(), letter):
        ids = [refusal.id for refusal in refusal_table(readings)]
        assert ids == [id for id in ROWS if id in ids]


# --- two rows apply: the order decides -------------------------------------------------------------------------------


def applying(game: Game, decision: Decision) -> list[str]:
    """The ids of all rows that would refuse ``decision``, in the order of the table."""
    context = context_for(game.specification, game.table)
    manner = game.table.actions[decision.name].manner if decision.name else None
    return [
        refusal.id
        for refusal in game.specification.refusals
        if decision.verb in refusal.verbs and (manner is None or manner in refusal.manners)
        if not compile_guard(refusal.requires)(context, game.state, decision)
    ]


def _applying_effect(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    (game, decision), _ = ROWS["stack_deactivated"][1](new, me, you)
    return game, decision


def _not_mine_and_not_holding(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    return new(Action("F", by=me)), declares(you, "F")


def _not_own_and_declared(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = new(Action("F", by=me))
    game.declare("F")
    give_away(game)
    return game, declares(you, "F")


def _declared_and_aim_below(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = _aiming(new, me, you, _block(you))
    both_pass(game)
    give_away(game)
    game.declare("N")
    both_pass(game)
    give_away(game)
    return game, declares(you, "N")


def _declared_and_roll(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = new(Action("M", by=me, speed="slow", roll=True))
    game.declare("M")
    to_step(game, "M", "dice_roll")
    return game, declares(me, "M.roll")


def _pass_after_declaring_with_a_trigger_left(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    at = Point("phase", "main")
    game = new(Action("t", by=me, on=at), Action("u", by=me, on=at), triggers_mandatory=True)
    game.declare("t")
    return game, Decision("pass", me)


def _queued_aim_is_not_on_the_stack(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = _aiming(new, me, you, Action("N", by=you, block="M", speed="slow", when=("never",)))
    give_away(game)
    return game, declares(you, "N")


def _aim_below_and_final(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = _aiming(new, me, you, _redirection(you))
    to_step(game, "M", "apply_effect")
    game.declare("F")
    both_pass(game)
    give_away(game)
    return game, declares(you, "N")


def _redirected_and_final(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    (game, decision), _ = ROWS["aim_redirected_already"][1](new, me, you)
    to_step(game, "M", "apply_effect")
    give_away(game)
    return game, decision


def _without_target_and_not_its_point(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    aim = Action("N", by=you, redirect=Redirect("M", "c2"), on=Point("phase", "final"), when=("never",))
    game = _aiming(new, me, you, aim, target=None)
    both_pass(game)
    give_away(game)
    return game, declares(you, "N")


def _applied_and_slow(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = _aiming(new, me, you, Action("N", by=you, speed="slow", block="M"))
    to_step(game, "M", "after_effect")
    give_away(game)
    return game, declares(you, "N")


def _used_and_condition_fails(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = new(Action("t", by=me, on=Point("phase", "main"), when=("never",)), Action("G", by=you))
    give_away(game)
    game.declare("G")
    give_away(game)
    return game, declares(me, "t")


def _other_point_and_condition_fails(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    return new(Action("t", by=me, on=Point("phase", "final"), when=("never",))), declares(me, "t")


def _condition_fails_and_slow(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    return new(Action("M", by=me, speed="slow", when=("never",)), phase="initial"), declares(me, "M")


def _slow_everything_wrong(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = new(
        Action("t", by=me, on=Point("phase", "initial")),
        Action("u", by=you, on=Point("apply_effect", "t")),
        Action("K", by=you, speed="slow"),
        phase="initial",
    )
    game.declare("t")
    to_step(game, "t", "apply_effect")
    give_away(game)
    game.declare("u")
    return game, declares(you, "K")


def _condition_fails_and_not_open(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    game = new(Action("t", by=me, on=Point("phase", "initial")), Action("c", by=me, when=("never",)), phase="initial")
    game.declare("t")
    to_step(game, "t", "apply_effect")
    return game, declares(me, "c")


def _not_open_and_not_free(new: New, me: Player, you: Player) -> tuple[Game, Decision]:
    fast = Action("F", by=me, cost=("mana",))
    return new(fast, phase="initial", reserve_at="declaration"), declares(me, "F")


@pytest.mark.parametrize(
    ("situation", "ids"),
    [
        (_applying_effect, ["stack_deactivated", "not_the_holder"]),
        (_not_mine_and_not_holding, ["not_the_holder", "not_own_action"]),
        (_not_own_and_declared, ["not_own_action", "declared_already"]),
        (_declared_and_aim_below, ["declared_already", "aim_not_top"]),
        (_declared_and_roll, ["declared_already", "roll_of_an_action"]),
        (_pass_after_declaring_with_a_trigger_left, ["pass_after_declaring", "trigger_left"]),
        (
            _queued_aim_is_not_on_the_stack,
            [
                "aim_queued",
                "aim_not_on_stack",
                "aim_not_top",
                "condition_fails",
                "slow_not_active",
                "slow_queue_not_empty",
            ],
        ),
        (_aim_below_and_final, ["aim_not_top", "aim_target_final"]),
        (_redirected_and_final, ["aim_redirected_already", "aim_target_final"]),
        (
            _without_target_and_not_its_point,
            ["aim_without_target", "aim_target_final", "not_its_point", "trigger_condition_fails"],
        ),
        (_applied_and_slow, ["aim_applied", "slow_not_active", "slow_stack_not_empty"]),
        (_used_and_condition_fails, ["point_used", "trigger_condition_fails"]),
        (_other_point_and_condition_fails, ["not_its_point", "trigger_condition_fails"]),
        (_condition_fails_and_slow, ["condition_fails", "slow_not_main"]),
        (
            _slow_everything_wrong,
            ["slow_not_main", "slow_not_active", "slow_queue_not_empty", "slow_stack_not_empty"],
        ),
        (_condition_fails_and_not_open, ["condition_fails", "conditional_not_open"]),
        (_not_open_and_not_free, ["fast_not_open", "cost_not_free"]),
    ],
    ids=lambda value: value.__name__.strip("_") if callable(value) else "",
)
def test_the_first_of_several_rows_is_cited(
    new: New,
    sides: Sides,
    situation: Callable[[New, Player, Player], tuple[Game, Decision]],
    ids: list[str],
) -> None:
    """Contract, refusals: several rows apply, the one that stands first is the one cited."""
    game, decision = situation(new, *sides)
    assert applying(game, decision) == ids
    assert all(list(ROWS).index(first) < list(ROWS).index(second) for first, second in pairwise(ids))
    assert refuses_decision(game, decision, ROWS[ids[0]][0]).id == ids[0]
