"""What a record tells: the names and facts a reader needs are in the sentence, in both languages."""

from __future__ import annotations

import pytest

from berserk_fsm import Action, Game, Point, Readings, Redirect, RuleEffect, StepRecord
from tests.clauses.play import both_pass, give_away, to_empty, to_left, to_step


def told(game: Game, records: list[StepRecord], clause: str) -> list[str]:
    """The sentences that rest on ``clause``, in both languages as one text each."""
    return [
        f"{line.text.ru} | {line.text.en}" for record in records for line in game.tell(record) if clause in line.clauses
    ]


def says(sentences: list[str], *words: str) -> bool:
    """Is there a sentence with all these words, each of them in both languages?"""
    return any(all(sentence.count(word) >= 2 for word in words) for sentence in sentences)


def game_of(*actions: Action, facts: str = "", effects: tuple[RuleEffect, ...] = (), **readings: str) -> Game:
    return Game(actions, effects, facts=facts.split(), readings=Readings.from_mapping(readings), engine="table")


def test_declaration_reserves() -> None:
    """302.12, reserve_at=declaration: what was reserved is told with the declaration; nothing where nothing is."""
    game = game_of(
        Action("M", by="A", speed="slow", cost=("mana",)), Action("F", by="A"), facts="mana", reserve_at="declaration"
    )
    assert says(told(game, [game.declare("M")], "302.12"), "M", "mana")
    assert told(game, [game.declare("F")], "302.12") == []
    assert says(told(game, both_pass(game), "303.7"), "M", "F")


def test_what_was_cut_beside_a_batch() -> None:
    """gap/503: a loop that is cut while something new runs is told as well."""
    flips = (
        RuleEffect("flip", ("a",), ("a",), ("b",)),
        RuleEffect("flop", ("b",), ("b",), ("a", "c")),
        RuleEffect("fresh", ("c",), ("c",), ("d",)),
    )
    game = game_of(facts="a", effects=flips)
    sentences = told(game, list(game.history), "gap/503")
    assert says(sentences, "fresh")
    assert says(sentences, "flip")
    assert says(sentences, "flop")
    assert len([s for s in sentences if "flip" in s]) == 2


@pytest.mark.parametrize("held", [True, False])
def test_why_a_cost_cannot_be_reserved(held: bool) -> None:
    """302.12: the sentence names what is missing, or who holds it."""
    game = game_of(
        Action("M", by="A", speed="slow", cost=("mana",)),
        Action("F", by="A", cost=("mana", "card") if held else ("gold",)),
        facts="mana card",
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    game.declare("F")
    sentences = told(game, to_left(game, "F"), "gap/cancelled_is_unpaid")
    assert says(sentences, "F", "mana", "M") if held else says(sentences, "F", "gold")
    assert not any("card" in sentence for sentence in sentences)


def test_why_an_action_is_not_legal() -> None:
    """302.12: the sentence names the missing requirement, or the action that cannot be redirected any more."""
    game = game_of(
        Action("M", by="A", speed="slow", target="c1", requires=("gone",)),
        Action("R", by="B", redirect=Redirect("K", "c2")),
        Action("S", by="B", redirect=Redirect("K", "c3")),
        Action("K", by="A", speed="slow", target="c1"),
    )
    game.declare("M")
    assert says(told(game, to_empty(game), "gap/cancelled_is_unpaid"), "M", "gone")
    game.declare("K")
    to_step(game, "K", "fix_target")
    give_away(game)
    game.declare("R")
    game.declare("S")
    records = to_left(game, "R")
    assert says(told(game, records, "302.12"), "K", "c3")
    assert says(told(game, records, "gap/cancelled_is_unpaid"), "R", "K")


def test_what_an_effect_changed() -> None:
    """302.12: facts that end and begin and a block are told."""
    game = game_of(
        Action("M", by="A", speed="slow", remove=("old",), add=("young",)), Action("N", by="B", block="M"), facts="old"
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    other = game.copy()
    assert says(told(game, to_empty(game), "302.12"), "M", "old", "young")
    give_away(other)
    other.declare("N")
    sentences = told(other, to_empty(other), "302.12")
    assert says(sentences, "N", "M")
    assert not any("young" in sentence for sentence in sentences)


def test_what_was_paid_and_what_was_gone() -> None:
    """302.12, gap/reserved_vanishes: spent and vanished resources are both named."""
    game = game_of(
        Action("M", by="A", speed="slow", cost=("mana", "card")),
        Action("K", by="B", remove=("mana",)),
        facts="mana card",
    )
    game.declare("M")
    to_step(game, "M", "apply_effect")
    give_away(game)
    game.declare("K")
    assert says(told(game, to_empty(game), "302.12"), "M", "card", "mana")


def test_windows_name_the_holder() -> None:
    """303.1: each window that opens is told with who has priority."""
    game = game_of(
        Action("M", by="A", speed="slow", target="c1", roll=True), Action("t", by="B", on=Point("payment", "M"))
    )
    game.declare("M")
    records = to_step(game, "M", "payment")
    windows = [line.micro.after.window for record in records for line in game.tell(record) if "303.1" in line.clauses]
    kinds = {window.kind for window in windows if window is not None}
    assert kinds == {"step", "removal", "off_stack"}
    assert says(told(game, records, "303.1"), "M", "A")
    assert says(told(game, records, "302.9"), "M.roll")
