"""What is saved and how its versions work: positions, logs, and what neither says because it goes without saying."""

from __future__ import annotations

import io
import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import berserk_fsm
from berserk_fsm import Action, Decision, Game, InputError, Readings, TableError, build_specification, default_profile
from berserk_fsm.cli import main
from berserk_fsm.core.values import Entry, GameState, Log, Look, RuleEffect, Start, Window
from berserk_fsm.game import EngineName
from berserk_fsm.rules.profiles import Profile, known_profiles
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario import log, position
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.saved_text import MAX_LENGTH, Format, Reader
from berserk_fsm.scenario.scenario import load_scenario

HERE = Path(__file__).parent


def game_under_way(**more: Any) -> Game:
    """A game some way in."""
    game = Game([Action("M", by="A", speed="slow", target="c1"), Action("F", by="B")], facts=["door"], **more)
    game.declare("M")
    game.pass_priority()
    game.pass_priority()
    return game


def changed(text: str, **more: Any) -> str:
    """A text with some of its upper keys written over."""
    return json.dumps({**json.loads(text), **more})


def own_profile() -> Profile:
    """A profile that does not come with the package: the default one with a step less."""
    steps = tuple(step for step in default_profile().steps if step.does != "nothing")
    return replace(default_profile(), id="mine", steps=steps)


# --- what goes without saying -------------------------------------------------------------------------------------


def means() -> dict[str, Any]:
    """Everything a position text leaves unsaid."""
    values = (Start(), GameState(control=""), Action("", by="A"), RuleEffect(""), Entry(""), Window(""), Look(), Log())
    return {
        "fields": {type(one).__name__: {f.name: repr(getattr(one, f.name)) for f in fields(one)} for one in values},
        "readings": Readings().as_dict(),
        "profiles": {id: position.profile_fingerprint(profile) for id, profile in known_profiles().items()},
    }


def test_a_change_of_what_goes_without_saying_is_a_new_version() -> None:
    """Positions leave out what is default, so a changed default changes what old texts mean.

    Whoever changes one raises the version: a migration in ``position.py`` that writes out the former default, a file
    here for the new version, and old documents of it.
    """
    path = HERE / f"position_{position.POSITION.version}_means.json"
    assert means() == json.loads(path.read_text("utf-8"))


def test_names_of_states_and_rows_stay() -> None:
    """They are public: ones may be added, but none goes without a new file here and a line in the changelog."""
    names = json.loads((HERE / "names.json").read_text("utf-8"))
    specification = build_specification()
    assert not set(names["states"]) - set(specification.states)
    assert not set(names["rows"]) - {row.id for row in specification.rows}


# --- versions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0, -1, True, 1.0, "1", None, [1]])
def test_what_is_no_version_is_refused(version: Any) -> None:
    game = game_under_way()
    for text, key, read in (
        (game.position, "berserk_fsm", Game.from_position),
        (game.log, "berserk_fsm_log", Game.from_log),
    ):
        with pytest.raises(InputError, match=f"{key}: unknown version; expected a number from 1 to"):
            read(changed(text, **{key: version}))


@pytest.mark.parametrize(("key", "name"), [("berserk_fsm", "position"), ("berserk_fsm_log", "log")])
def test_a_newer_version_says_to_update_in_both_languages(key: str, name: str) -> None:
    game = game_under_way()
    read = {"position": Game.from_position, "log": Game.from_log}[name]
    with pytest.raises(InputError) as caught:
        read(changed(getattr(game, name), **{key: 99}))
    english, russian = caught.value.text("en"), caught.value.text("ru")
    assert f"unknown version 99: a newer program wrote it, and berserk-fsm {berserk_fsm.__version__}" in english
    assert "неизвестная версия 99: записано более новой программой" in russian
    assert len(english.splitlines()) == len(russian.splitlines()) == 1


def test_migrations_run_one_after_the_other_from_the_version_of_the_text() -> None:
    def adds(name: str) -> Any:
        return lambda content: {**content, "path": [*content.get("path", []), name]}

    three = Format("kind", Text("вид", "kind"), (adds("1→2"), adds("2→3")))
    reader = Reader(three, "text")
    assert three.version == 3
    assert reader.up_to_date({"kind": 1}) == {"kind": 3, "path": ["1→2", "2→3"]}
    assert reader.up_to_date({"kind": 2}) == {"kind": 3, "path": ["2→3"]}
    assert reader.up_to_date({"kind": 3}) == {"kind": 3}


def test_version_1_named_a_profile_by_its_id_alone() -> None:
    game = game_under_way(profile=own_profile())
    old = changed(game.position, berserk_fsm=1, profile="mine")
    assert Game.from_position(old, profile=own_profile()).state == game.state
    with pytest.raises(InputError, match="does not come with the package"):
        Game.from_position(old)


# --- profiles -----------------------------------------------------------------------------------------------------


def test_a_profile_changed_since_is_told_from_the_one_it_was() -> None:
    """The fault: a position opened with whatever profile had the same id, if its steps happened to fit."""
    mine = own_profile()
    game = game_under_way(profile=mine)
    assert Game.from_position(game.position, profile=mine).state == game.state
    other = replace(mine, fast_phases=("final",))
    assert position.profile_fingerprint(other) != position.profile_fingerprint(mine)
    for read, text in ((Game.from_position, game.position), (Game.from_log, game.log)):
        with pytest.raises(InputError, match="another state of the profile 'mine'"):
            read(text, profile=other)


def test_a_profile_renamed_in_words_alone_is_the_same() -> None:
    mine = own_profile()
    worded = replace(mine, name=Text("другое имя", "another name"), source=())
    assert position.profile_fingerprint(worded) == position.profile_fingerprint(mine)


def test_a_changed_default_profile_is_not_left_out() -> None:
    """The fault: a profile called `default` was never named, whatever its steps were."""
    odd = replace(default_profile(), fast_phases=("initial", "main", "final"))
    assert "profile" not in json.loads(game_under_way().position)
    assert json.loads(game_under_way(profile=odd).position)["profile"]["id"] == "default"


# --- logs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["transitions", "table"])
def test_a_log_replays_to_the_same_records(engine: EngineName) -> None:
    game = game_under_way(readings=Readings(phase_window="if_any"))
    again = Game.from_log(game.log, engine=engine)
    assert again.history == game.history
    assert again.log == game.log
    assert (again.readings, again.table) == (game.readings, game.table)
    assert again.undo() == game.history[-1]


def test_a_log_names_version_profile_and_every_reading() -> None:
    content = json.loads(game_under_way().log)
    assert content["made_by"] == berserk_fsm.__version__
    assert content["begins"]["profile"]["id"] == "default"
    assert content["begins"]["readings"] == Readings().as_dict()


def test_a_log_holds_no_more_than_was_decided() -> None:
    """What was taken back is not in it, nor a decision that is half done."""
    game = game_under_way()
    whole = game.log
    game.pass_priority()
    game.undo()
    assert game.log == whole
    game.begin(Decision("pass", "A"))
    assert game.log == whole


def test_the_log_of_a_game_taken_up_at_a_position_begins_there() -> None:
    game = Game.from_position(game_under_way().position)
    empty = Game.from_log(game.log)
    assert (empty.state, empty.history) == (game.state, ())
    game.pass_priority()
    again = Game.from_log(game.log)
    assert (again.history, again.log) == (game.history, game.log)


def test_the_log_of_a_game_taken_up_half_way_begins_there() -> None:
    begun = game_under_way()
    begun.begin(Decision("pass", "A"))
    game = Game.from_position(begun.position)
    assert Game.from_log(game.log).state == game.state
    assert not Game.from_log(game.log).settled
    game.settle()
    assert Game.from_log(game.log).history == game.history


def test_a_replay_that_comes_out_otherwise_says_where() -> None:
    """Another reading is a game that goes otherwise from some decision on."""
    game = Game([Action("F", by="A"), Action("G", by="B")])
    for _ in range(2):
        game.pass_priority()
    content = json.loads(game.log)
    content["begins"]["readings"]["phase_window"] = "if_any"
    with pytest.raises(InputError) as caught:
        Game.from_log(json.dumps(content))
    assert "log: decisions.2: the game comes out otherwise than when the log was made" in caught.value.text("en")
    assert "запись партии: decisions.2: дальше партия идёт не так" in caught.value.text("ru")


def test_a_replay_that_is_refused_says_where_and_why() -> None:
    content = json.loads(game_under_way().log)
    content["decisions"][1][0] = "B"
    with pytest.raises(InputError, match=r"decisions\.2: refused: .*does not have priority.* \[303\.1\]"):
        Game.from_log(json.dumps(content))


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("decisions", [["A", "declare", "Z", "0"]], r"decisions\.1: there is no action 'Z'"),
        ("decisions", [["A", "declare", "0"]], r"decisions\.1: no decision; expected"),
        ("decisions", [["C", "pass", "0"]], r"decisions\.1: no decision; expected"),
        ("decisions", [["A", "fold", "0"]], r"decisions\.1: no decision; expected"),
        ("decisions", [["A", "pass", "x", "0"]], r"decisions\.1: no decision; expected"),
        ("decisions", [["A", "pass", 1]], r"decisions\.1: expected a text"),
        ("decisions", [{}], r"decisions\.1: expected \["),
        ("decisions", None, r"decisions: expected \["),
        ("decisions", [["A", "pass", "0"]] * (log.MAX_DECISIONS + 1), "decisions: expected at most"),
        ("begins", None, r"begins: expected \{"),
        ("begins", {}, "position: berserk_fsm: unknown version"),
        ("start", "0", "start: the game comes out otherwise"),
        ("made_by", None, "made_by: expected a text"),
        ("colour", "red", "unknown key 'colour'"),
    ],
)
def test_what_is_no_log_is_refused(key: str, value: Any, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        Game.from_log(changed(game_under_way().log, **{key: value}))
    assert caught.value.text("ru") != caught.value.text("en")


@pytest.mark.parametrize("read", [Game.from_position, Game.from_log])
@pytest.mark.parametrize("text", ["", "[]", "{", "x" * (MAX_LENGTH + 1), "[" * 100_000, '{"a": 1, "a": 2}', "1" * 5000])
def test_what_is_no_saved_text_is_refused(read: Any, text: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert len(caught.value.text("en")) < 200


def test_a_key_that_stands_twice_is_refused() -> None:
    """The fault: of two equal keys JSON readers silently take the last."""
    text = game_under_way().position
    twice = text.replace('"control":', '"turn":3,"turn":1,"control":')
    with pytest.raises(InputError, match="the key 'turn' stands twice"):
        Game.from_position(twice)


def test_a_name_of_any_length_gives_a_short_error() -> None:
    """The fault: the error named the action in full, a million characters of it."""
    content = {"berserk_fsm": 2, "table": {"actions": [{"name": "x" * 900_000}]}, "state": {"control": "start"}}
    with pytest.raises(InputError) as caught:
        Game.from_position(json.dumps(content))
    assert len(caught.value.text("en")) < 400
    with pytest.raises(TableError) as table:
        Game([Action("x" * 900_000, by="A")])
    assert len(table.value.text("ru")) < 400


def test_equal_fingerprints_are_equal_states() -> None:
    game = Game([Action("F", by="A"), Action("G", by="A")])
    seen = {position.state_fingerprint(game.state): game.state}
    for verb, player, name in (
        ("declare", "A", "F"),
        ("declare", "A", "G"),
        ("hand_over", "A", None),
        ("pass", "B", None),
    ):
        game.play(Decision(verb, player, name))  # type: ignore[arg-type]
        fingerprint = position.state_fingerprint(game.state)
        assert seen.setdefault(fingerprint, game.state) == game.state
    assert len(seen) == 5


def test_step_takes_a_log_and_saves_it_as_a_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_under_way()
    (tmp_path / "log.json").write_text(game.log + "\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("history\nsave dispute\n"))
    assert main(["step", "log.json", "--lang", "en"]) == 0
    assert "1. A declares M" in capsys.readouterr().out
    assert play_scenario(load_scenario(tmp_path / "dispute.yaml")).game.state == game.state
