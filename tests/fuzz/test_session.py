"""The stepper and random lines: each has an answer, none raises, and what is saved leads to the same position."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from berserk_fsm import Game, parse_scenario
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.stepper.commands import COMMANDS
from berserk_fsm.stepper.session import Session
from tests.fuzz.budget import random_source, times
from tests.fuzz.mangling import ODD_TEXTS
from tests.fuzz.random_tables import any_decision, given_models, random_model


def a_line(rng: Random, game: Game, said: list[str]) -> str:
    """Something a person could type, or a cat."""
    names = [*game.table.actions, *ODD_TEXTS]
    words = [word for command in COMMANDS for word in (*command.en, *command.ru) if command.id != "quit"]
    sentence = rng.choice(
        (
            f"{rng.choice('ABАВ')} {rng.choice(('declares', 'заявляет', 'hands over', 'пасует', 'passes'))}",
            f"{game.state.holder} declares {rng.choice(list(game.legal_actions) or names)}",
            f"{game.state.holder} hands over",
            f"{game.state.holder} пасует",
            "both pass",
            "оба пасуют",
            "",
            "",
            str(rng.randint(0, 9)),
            f"{rng.choice(words)} {rng.choice((*names, '2', 'A declares'))}",
            rng.choice(words),
            f"save {rng.choice(('a', 'b.yaml', '«в»', '../c', '/d', 'nul', 'x' * 300))}",
            rng.choice(names),
            rng.choice(said),
        )
    )
    if rng.random() < 0.1:
        at = rng.randint(0, len(sentence))
        sentence = sentence[:at] + rng.choice((*ODD_TEXTS, "\x00", "\x1b[31m", "я")) + sentence[at:]
    return sentence


def test_random_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random_source("session")
    written: dict[Path, str] = {}
    monkeypatch.setattr("berserk_fsm.stepper.session.write_text", written.__setitem__)
    given, saved = given_models(), 0
    for _ in range(times(20)):
        model = rng.choice(given) if rng.random() < 0.5 else random_model(rng)
        specification = model.specification
        game = Game.from_table(model.table, specification.readings, specification.profile, engine="table")
        talk, said = Session(game, rng.choice(("ru", "en"))), [""]
        talk.opening()
        for _ in range(40):
            line = a_line(rng, talk.game, said)
            said.append(line)
            written.clear()
            response = talk.respond(line)
            shown = response.text
            assert all(char.isprintable() or char == "\n" for char in shown), f"{line!r} was answered by {shown!r}"
            assert not response.done
            if written:
                saved += 1
                (text,) = written.values()
                again = play_scenario(parse_scenario(text, profile=specification.profile), engine="table")
                assert again.ok
                assert again.game.state == talk.game.state
        for _ in range(len(said)):
            talk.respond("назад")
        assert talk.game.state == game.history[0].after
    assert saved


def test_a_game_under_way_can_be_stepped_through_from_anywhere() -> None:
    """Taken up at a position, also in the middle of a decision, every line has an answer."""
    rng = random_source("positions")
    for _ in range(times(20)):
        model = random_model(rng)
        specification = model.specification
        game = Game.from_table(model.table, specification.readings, specification.profile, engine="table")
        for _ in range(rng.randint(0, 20)):
            game.try_play(any_decision(rng, model, game.state))
        if game.why_not_pass() is None and rng.random() < 0.5:
            record = game.copy().pass_priority()
            assert record.decision is not None
            game.begin(record.decision)
        talk = Session(Game.from_position(game.position, engine="table"), "en")
        talk.opening()
        for _ in range(20):
            line = a_line(rng, talk.game, ["micro"])
            if not line.startswith("save"):
                assert not talk.respond(line).done
