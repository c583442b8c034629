"""Faults found by trying to break the library, each with the right behaviour under the name of the fault."""

from __future__ import annotations

import copy
import json
import os
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from berserk_fsm import (
    Action,
    Decision,
    Game,
    InputError,
    Point,
    Readings,
    Redirect,
    RuleEffect,
    TableError,
    build_specification,
)
from berserk_fsm.core.table import MAX_ACTIONS, MAX_RULE_EFFECTS
from berserk_fsm.files import write_whole
from berserk_fsm.game import EngineName


def changed_position(game: Game, **state: Any) -> str:
    """The position of ``game`` with some keys of its state written over."""
    content = json.loads(game.position)
    content["state"].update(state)
    return json.dumps(content)


def test_position_with_an_unknown_active_player_is_refused() -> None:
    with pytest.raises(InputError, match="does not agree"):
        Game.from_position(changed_position(Game(), active="zz"))


def test_position_with_names_that_cannot_be_printed_is_refused() -> None:
    for fact in ("\ud800", "a\u2028b"):
        with pytest.raises(InputError, match="printable"):
            Game.from_position(changed_position(Game(), facts=[fact]))


@pytest.mark.parametrize("entry", [{"cancelled": True}, {"blocked": True}, {"reserved": True}, {"target": "c9"}])
def test_position_in_which_something_was_done_to_a_queued_action_is_refused(entry: dict[str, Any]) -> None:
    """302.10: nothing can be done to what is in the queue."""
    game = Game([Action("X", by="A", target="c1")])
    game.declare("X")
    assert Game.from_position(changed_position(game, queue=[{"name": "X", "target": "c1"}])).state == game.state
    with pytest.raises(InputError, match="does not agree"):
        Game.from_position(changed_position(game, queue=[{"name": "X", "target": "c1", **entry}]))


@pytest.mark.parametrize("version", [True, 1.0, "1", None])
def test_position_of_another_version_is_refused(version: Any) -> None:
    content = json.loads(Game().position)
    content["berserk_fsm"] = version
    with pytest.raises(InputError, match="unknown version"):
        Game.from_position(json.dumps(content))


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (Action("X", by="A", roll="false"), "roll"),  # type: ignore[arg-type]
        (Action("X", by="A", block=["q"]), "block"),  # type: ignore[arg-type]
        (Action("X", by="A", redirect=("q", "z")), "redirect"),  # type: ignore[arg-type]
        (Action("X", by="A", kind=["q"]), "kind"),  # type: ignore[arg-type]
        (Action("X", by="A", on=Point("fix_target", ["q"])), "on"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_of_an_action_are_named(action: Action, key: str) -> None:
    with pytest.raises(TableError) as caught:
        Game([action])
    assert caught.value.path == ("actions", "X", key)


def test_an_action_is_no_rule_effect_and_a_dictionary_no_readings() -> None:
    with pytest.raises(TableError, match="no rule effect"):
        Game([], [Action("X", by="A")])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"Readings\.from_mapping"):
        Game(readings={"slow_active_only": "false"})  # type: ignore[arg-type]
    assert Game(readings=Readings(slow_active_only=False)).readings.slow_active_only is False


def test_a_table_too_large_to_look_at_in_every_window_is_refused() -> None:
    Game([Action(f"x{n}", by="A") for n in range(MAX_ACTIONS)], engine="table")
    with pytest.raises(TableError, match="at most"):
        Game([Action(f"x{n}", by="A") for n in range(MAX_ACTIONS + 1)])
    with pytest.raises(TableError, match="at most"):
        Game([], [RuleEffect(f"e{n}", add=("f",)) for n in range(MAX_RULE_EFFECTS + 1)])


def test_a_pass_that_names_an_action_is_no_decision() -> None:
    with pytest.raises(ValueError, match="names no action"):
        Game([Action("X", by="A")]).play(Decision("pass", "A", "X"))


def test_copies_of_a_game_do_not_share_it() -> None:
    game = Game([Action("X", by="A")])
    for twin in (copy.copy(game), copy.deepcopy(game), game.copy()):
        twin.declare("X")
        assert [entry.name for entry in twin.state.queue] == ["X"]
        assert not game.state.queue
        assert len(game.history) == 1


def test_tables_and_states_can_be_pickled() -> None:
    game = Game([Action("X", by="A", roll=True)], [RuleEffect("e", add=("f",))])
    table, state = pickle.loads(pickle.dumps((game.table, game.state)))
    assert table == game.table
    assert state == game.state


@pytest.mark.parametrize("given", [{"what": "M", "to": "B"}, {"of": "M"}, {}, {"on": "step"}])
def test_what_is_no_redirection_is_refused_with_its_place(given: Any) -> None:
    """The fault: an error of Python about the arguments of ``Redirect``."""
    with pytest.raises(TableError, match=r"actions\.X\.redirect: expected Redirect"):
        Game([Action("M", by="A", target="c1"), Action("X", by="B", redirect=given)])


def test_a_redirection_may_be_written_as_a_file_writes_it() -> None:
    given: Any = {"of": "M", "to": "c2"}
    game = Game([Action("M", by="A", target="c1"), Action("X", by="B", redirect=given)])
    assert game.table.actions["X"].redirect == Redirect("M", "c2")


@pytest.mark.parametrize("given", [{"step": "no"}, {"phase": []}])
def test_what_is_no_point_is_refused_with_its_place(given: Any) -> None:
    with pytest.raises(TableError, match=r"actions\.X\.on"):
        Game([Action("X", by="B", on=given)])


@pytest.mark.parametrize("engine", ["transitions", "table"])
def test_a_game_can_be_pickled_at_any_moment(engine: EngineName) -> None:
    """The fault: a game held read-only views, which cannot be pickled, so it could not be sent to another process."""
    game = Game([Action("X", by="A", roll=True)], readings=Readings(reserve_at="declaration"), engine=engine)
    game.observe(lambda record: None)
    moments = [pickle.dumps(game)]
    for decision in (Decision("declare", "A", "X"), Decision("hand_over", "A"), Decision("pass", "B")):
        game.play(decision)
        moments.append(pickle.dumps(game))
    for number, text in reversed(list(enumerate(moments))):
        while len(game.history) > number + 1:
            game.undo()
        again = pickle.loads(text)
        assert (again.state, again.history) == (game.state, game.history)
        assert (again.readings, again.log) == (game.readings, game.log)
        assert hasattr(again._engine, "machine") == (engine == "transitions")
    again.declare("X")
    assert (len(again.history), len(game.history)) == (2, 1)


def test_a_game_can_be_pickled_in_the_middle_of_a_decision() -> None:
    game = Game([Action("X", by="A")])
    game.begin(Decision("pass", "A"))
    again = pickle.loads(pickle.dumps(game))
    assert again.settled == game.settled
    again.settle()
    game.settle()
    assert again.history == game.history


def test_a_game_on_a_machine_of_its_own_says_that_it_cannot_be_pickled() -> None:
    specification = replace(build_specification(), rows=build_specification().rows[:-1])
    with pytest.raises(TypeError, match="specification of its own cannot be pickled"):
        pickle.dumps(Game.from_specification(specification, Game([Action("X", by="A")]).table, "table"))


def test_a_pipe_or_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        with pytest.raises(OSError, match="not a regular file"):
            write_whole(place, b"x")
    assert pipe.is_fifo()
    file = tmp_path / "file"
    write_whole(file, b"x")
    write_whole(file, b"y")
    assert file.read_bytes() == b"y"
