"""What earlier versions wrote still opens, and says the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from berserk_fsm import Game
from berserk_fsm.cli import main
from berserk_fsm.game import EngineName
from berserk_fsm.scenario.log import LOG
from berserk_fsm.scenario.position import POSITION

HERE = Path(__file__).parent
FORMATS = {"position": POSITION, "log": LOG}


def lines_of(name: str) -> list[dict[str, Any]]:
    """The old documents of a file."""
    return [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]


def said(game: Game) -> dict[str, Any]:
    """What the game says of itself, as JSON keeps it."""
    return json.loads(json.dumps(game.describe()))  # type: ignore[no-any-return]


@pytest.mark.parametrize("version", range(1, POSITION.version + 1))
@pytest.mark.parametrize("engine", ["transitions", "table"])
def test_positions_of_every_version_open(version: int, engine: EngineName) -> None:
    for old in lines_of(f"position_{version}.jsonl"):
        assert json.loads(old["position"])[POSITION.key] == version
        game = Game.from_position(old["position"], engine=engine)
        assert said(game) == old["describe"]
        today = json.loads(game.position)
        assert today[POSITION.key] == POSITION.version
        assert Game.from_position(game.position, engine=engine).state == game.state


@pytest.mark.parametrize("version", range(1, LOG.version + 1))
@pytest.mark.parametrize("engine", ["transitions", "table"])
def test_logs_of_every_version_replay(version: int, engine: EngineName) -> None:
    for old in lines_of(f"log_{version}.jsonl"):
        assert json.loads(old["log"])[LOG.key] == version
        game = Game.from_log(old["log"], engine=engine)
        assert len([record for record in game.history if record.decision is not None]) == old["decisions"]
        assert said(game) == old["describe"]


@pytest.mark.parametrize("kind", FORMATS)
def test_there_are_documents_of_every_version(kind: str) -> None:
    """A version without old documents could break unseen."""
    found = {path.name for path in HERE.glob(f"{kind}_*.jsonl")}
    assert found == {f"{kind}_{version}.jsonl" for version in range(1, FORMATS[kind].version + 1)}
    assert all(lines_of(name) for name in found)


@pytest.mark.parametrize("path", sorted((HERE / "scenarios").glob("*.yaml")), ids=lambda path: path.stem)
def test_old_scenario_files_play_to_the_same_json(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The JSON of `play` is promised key by key; what stood there still stands there."""
    monkeypatch.chdir(path.parent)
    assert main(["play", "--json", path.name]) == 0
    now, then = json.loads(capsys.readouterr().out), json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert kept(then, now) == then


def kept(then: Any, now: Any) -> Any:
    """``now`` without the keys that were added since."""
    if isinstance(then, dict) and isinstance(now, dict):
        return {key: kept(value, now[key]) for key, value in then.items() if key in now}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [kept(*pair) for pair in zip(then, now, strict=True)]
    return now
