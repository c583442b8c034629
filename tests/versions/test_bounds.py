"""Whatever the library accepts it can write and read again, up to each bound; one beyond is refused in clear words."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from berserk_fsm import Action, Decision, Game, RuleEffect, parse_scenario
from berserk_fsm.core.table import MAX_ACTIONS, MAX_FACTS, MAX_NAME, MAX_RULE_EFFECTS
from berserk_fsm.core.values import Point, Redirect
from berserk_fsm.errors import InputError, SavingError, TableError
from berserk_fsm.notebook.stepper import Stepper
from berserk_fsm.scenario import log as logs
from berserk_fsm.scenario import saved_text
from berserk_fsm.scenario.log import MAX_DECISIONS
from berserk_fsm.scenario.play_part import MAX_ITEMS
from berserk_fsm.scenario.saved_text import MAX_LENGTH
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.scenario.writing import dump_scenario, scenario_of
from berserk_fsm.stepper.session import Session
from berserk_fsm.yaml_text import MAX_BYTES

# A quotation mark takes two characters in JSON, so no names are longer when they are written.
LONG = '"' * (MAX_NAME - 10)


def passed(game: Game, times: int) -> Game:
    """The same game, with so many passes more."""
    for _ in range(times):
        game.pass_priority()
    return game


def both(error: SavingError | TableError) -> str:
    """The message in both languages, which are not the same."""
    assert error.text("ru") != error.text("en")
    assert error.text("ru").isprintable()
    return f"{error.text('en')} | {error.text('ru')}"


# --- facts ------------------------------------------------------------------------------------------------------------


LISTS = (
    "start.facts",
    *(f"actions.F.{key}" for key in ("when", "requires", "cost", "add", "remove")),
    *(f"rule_effects.e.{key}" for key in ("when", "remove", "add")),
)
"""Every list of facts a table has."""


def game_that_names(count: int, where: str) -> Game:
    """A game with so many facts in one list."""
    facts = tuple(f"f{number}" for number in range(count))
    part, *_, key = where.split(".")
    given: dict[str, Any] = {key: facts}
    action = Action("F", by="A", **given if part == "actions" else {})
    effects = [RuleEffect("e", **given)] if part == "rule_effects" else []
    return Game([action], effects, facts=facts if part == "start" else (), engine="table")


@pytest.mark.parametrize("where", LISTS)
def test_as_many_facts_as_a_table_may_name_are_written_and_read_again(where: str) -> None:
    game = game_that_names(MAX_FACTS, where)
    again = Game.from_position(game.position, engine="table")
    assert (again.state, again.table) == (game.state, game.table)
    assert Game.from_log(game.log, engine="table").history == game.history
    scenario = scenario_of(game.table, [])
    assert parse_scenario(dump_scenario(scenario)) == scenario


@pytest.mark.parametrize("where", LISTS)
def test_one_fact_more_is_refused_where_it_stands(where: str) -> None:
    """The fault: 200,000 facts made a game whose position was too long to be read."""
    with pytest.raises(TableError, match=f"expected at most {MAX_FACTS}") as caught:
        game_that_names(MAX_FACTS + 1, where)
    assert ".".join(caught.value.path) == where
    assert f"не больше {MAX_FACTS}" in both(caught.value)


def test_the_facts_of_all_lists_count_together() -> None:
    facts = tuple(f"f{number}" for number in range(MAX_FACTS // 3))
    actions = [Action(name, by="A", add=facts) for name in "FG"]
    Game(actions, facts=facts, engine="table")
    with pytest.raises(TableError, match=f"name {MAX_FACTS + 1} facts in all") as caught:
        Game([*actions, Action("H", by="B", when=("f0",))], facts=facts)
    assert caught.value.path == ("actions", "H", "when")


def test_too_many_facts_in_a_file_are_refused_with_their_line(tmp_path: Path) -> None:
    facts = ", ".join(f"f{number}" for number in range(MAX_FACTS))
    file = tmp_path / "facts.yaml"
    file.write_text(f"start: {{facts: [{facts}]}}\nactions: {{F: {{by: A}}}}\n")
    assert len(load_scenario(file).table.start.facts) == MAX_FACTS
    file.write_text(f"start: {{facts: [{facts}]}}\nactions:\n  F: {{by: A}}\n  G: {{by: B, add: [f0]}}\n")
    with pytest.raises(InputError, match=r"facts\.yaml:4: actions\.G\.add: the table's lists name"):
        load_scenario(file)


# --- the longest texts ------------------------------------------------------------------------------------------------


def the_largest_game() -> Game:
    """As many actions, rule effects and facts as there may be, all with the longest names, and all of it happened."""
    names = [f"{number:05}{LONG}" for number in range(MAX_ACTIONS)]
    facts = [f"fact {number:04}{LONG[1:]}" for number in range(MAX_FACTS)]
    actions = [
        Action(
            name,
            by="A",
            target=f"t{name}",
            roll=True,
            redirect=Redirect(other, f"u{name}") if number else None,
            on=Point("phase", "main"),
        )
        for number, (name, other) in enumerate(zip(names, [*names[1:], names[0]], strict=True))
    ]
    # Half of the facts are on the table when it starts, the others come with the first look for rule effects.
    size = len(facts) // 2 // MAX_RULE_EFFECTS
    effects = [
        RuleEffect(f"e{name}", add=facts[len(facts) // 2 :][at * size : (at + 1) * size])  # type: ignore[arg-type]
        for at, name in enumerate(names[:MAX_RULE_EFFECTS])
    ]
    return Game(actions, effects, facts=facts[: len(facts) // 2], engine="table")


def test_the_largest_game_is_written_and_read_again_all_along() -> None:
    game = the_largest_game()
    for name in game.legal_actions:
        game.declare(name)
    longest = 0
    for _ in range(3):
        text = game.position
        longest = max(longest, len(text), len(game.log))
        assert Game.from_position(text, engine="table").state == game.state
        passed(game, 100)
    assert Game.from_log(game.log, engine="table").history == game.history
    assert MAX_LENGTH / 3 < longest < MAX_LENGTH


def test_a_position_too_long_to_be_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game([Action("F", by="A")], engine="table")
    text, log = game.position, game.log
    monkeypatch.setattr(saved_text, "MAX_LENGTH", len(text))
    assert Game.from_position(game.position).state == game.state
    monkeypatch.setattr(saved_text, "MAX_LENGTH", len(text) - 1)
    with pytest.raises(SavingError, match=f"{len(text)} characters long") as caught:
        _ = game.position
    assert "не больше" in both(caught.value)
    monkeypatch.setattr(saved_text, "MAX_LENGTH", len(log))
    assert Game.from_log(game.log).history == game.history
    monkeypatch.setattr(saved_text, "MAX_LENGTH", len(log) - 1)
    with pytest.raises(SavingError, match="the log would be"):
        _ = game.log


# --- decisions --------------------------------------------------------------------------------------------------------


def test_a_log_holds_as_many_decisions_as_are_replayed_and_no_more() -> None:
    """The fault: a game of 10,001 decisions gave a log that was refused."""
    game = passed(Game([Action("F", by="A")], engine="table"), MAX_DECISIONS)
    assert Game.from_log(game.log, engine="table").history == game.history
    game.pass_priority()
    with pytest.raises(SavingError, match=f"would hold {MAX_DECISIONS + 1} decisions") as caught:
        _ = game.log
    assert f"не больше {MAX_DECISIONS}" in both(caught.value)
    assert Game.from_position(game.position, engine="table").state == game.state, "the message says that it can be kept"
    game.undo()
    assert len(logs.parse_log(game.log).decisions) == MAX_DECISIONS


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_stepper_saves_as_many_decisions_as_a_file_may_play(lang: str, tmp_path: Path) -> None:
    """The fault: beyond them an InputError named a line of a text that nobody had seen."""
    game = passed(Game([Action("F", by="A")], engine="table"), MAX_ITEMS - 1)  # and one line for what is expected
    stepper = Stepper(game, lang)
    file = tmp_path / "long.yaml"
    stepper.save(file)
    scenario = load_scenario(file)
    assert len(scenario.play) == MAX_ITEMS
    assert parse_scenario(stepper.text) == scenario
    game.pass_priority()
    stepper = Stepper(game, lang)
    with pytest.raises(SavingError, match=f"would have {MAX_ITEMS + 1} lines") as caught:
        _ = stepper.text
    assert f"не больше {MAX_ITEMS}" in both(caught.value)
    assert stepper.save(tmp_path / "longer.yaml").notice == caught.value.text(lang)
    assert not (tmp_path / "longer.yaml").exists()


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_stepper_in_a_terminal_says_what_is_too_long_to_be_saved(lang: str, tmp_path: Path) -> None:
    game = passed(Game([Action("F", by="A")], engine="table"), MAX_ITEMS - 1)
    session = Session(game, lang)
    session.respond(f"save {tmp_path / 'long.yaml'}")
    assert len(load_scenario(tmp_path / "long.yaml").play) == MAX_ITEMS
    session.respond("A passes" if game.state.holder == "A" else "B passes")
    said = session.respond(f"save {tmp_path / 'longer.yaml'}").text
    assert f"{MAX_ITEMS}" in said
    assert not (tmp_path / "longer.yaml").exists()


def test_a_file_too_large_to_be_read_is_not_written() -> None:
    def scenario(length: int) -> str:
        title = "ж" * (length // 2)
        return dump_scenario(scenario_of(Game([Action("F", by="A")]).table, [Decision("pass", "A")], title=title))

    spare = MAX_BYTES - len(scenario(0).encode()) - len("title: \n")
    assert MAX_BYTES - 1 <= len(scenario(spare).encode()) <= MAX_BYTES
    with pytest.raises(SavingError, match=f"expected at most {MAX_BYTES}") as caught:
        scenario(spare + 4)
    assert "не больше" in both(caught.value)


def test_a_refusal_is_told_however_long_its_position_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_text, "MAX_LENGTH", 10)
    refused = Game([Action("X", by="B")]).why_not("X")
    assert refused is not None
    assert refused.clause == "303.1"
    assert "expected at most 10" in str(refused)
    assert pickle.loads(pickle.dumps(refused)).position == refused.position
