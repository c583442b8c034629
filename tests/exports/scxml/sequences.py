"""Random sequences of events, legal and not, with what the table runner says the game is after each of them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from berserk_fsm.core.table import Table
from berserk_fsm.core.values import PLAYERS, Decision, GameState, Player
from berserk_fsm.exports.scxml import scxml_id, scxml_text
from berserk_fsm.exports.scxml_data import game_data
from berserk_fsm.exports.scxml_literals import Datamodel
from berserk_fsm.game import Game
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.compile import context_for
from berserk_fsm.machine.engine import event_of
from berserk_fsm.rules.readings import Readings, reading_definitions
from tests.interpreters.tables import built, tables

EVENTS = 30
"""The events of a sequence."""

_SETS = {"facts", "declared", "fast_open_to", "given_away", "points_closed_to"}


@dataclass(frozen=True)
class Event:
    """What a document is told. Without data it is an event no player sent."""

    name: str
    data: Mapping[str, str] | None


@dataclass(frozen=True)
class Moment:
    """Where a machine is and what it holds, after the start or an event."""

    leaves: tuple[str, ...]
    game: Any


@dataclass(frozen=True)
class Sequence:
    """Events, and the moments they lead to: one more than events."""

    events: tuple[Event, ...]
    moments: tuple[Moment, ...]
    legal: int

    def difference(self, moments: list[Moment]) -> str | None:
        """The first difference between what a judge saw and what the table runner says; ``None`` if there is none."""
        for place, (want, got) in enumerate(zip(self.moments, moments, strict=True)):
            if want != got:
                told = [(event.name, event.data) for event in self.events[:place]]
                return f"after events {told}\nexpected {want}\ngot {got}\nbefore {self.moments[place - 1]}"
        return None


@dataclass(frozen=True)
class Match:
    """Several sequences on one table, that is, for one document."""

    table: Table
    readings: Readings
    sequences: tuple[Sequence, ...]

    def document(self, datamodel: Datamodel) -> str:
        """The SCXML document of its table and readings."""
        return scxml_text(build_specification(readings=self.readings), self.table, datamodel)

    def difference(self, seen: list[list[Moment]]) -> str | None:
        """The first difference between what a judge saw and what the table runner says; ``None`` if there is none."""
        for sequence, moments in zip(self.sequences, seen, strict=True):
            found = sequence.difference(moments)
            if found is not None:
                return f"{found}\n{self.readings}\n{self.table}"
        return None


@lru_cache(maxsize=4)
def matches(number: int, count: int, each: int) -> tuple[Match, ...]:
    """``count`` tables, all different and none too small, with ``each`` sequences; the same ``number``: the same."""
    found: dict[str, Match] = {}

    @seed(number)
    @settings(
        max_examples=5 * count,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(table=tables())
    def collect(table: dict[str, Any]) -> None:
        if len(found) < count and len(table["actions"]) >= 3 and str(table) not in found:
            chance = random.Random(f"{number}/{len(found)}")
            found[str(table)] = match(built(table), _readings(chance), chance, each)

    collect()
    return tuple(found.values())


def match(table: Table, reading: Readings, chance: random.Random, each: int, events: int = EVENTS) -> Match:
    """``each`` random sequences on one table."""
    return Match(table, reading, tuple(_sequence(table, reading, chance, events) for _ in range(each)))


def _readings(chance: random.Random) -> Readings:
    """Any readings; mostly only a few differ from the defaults."""
    return Readings.from_mapping(
        {
            id: chance.choice([option.value for option in definition.options])
            for id, definition in reading_definitions().items()
            if chance.random() < 0.3
        }
    )


def _sequence(table: Table, reading: Readings, chance: random.Random, count: int) -> Sequence:
    game = Game.from_table(table, reading, engine="table")
    context = context_for(game.specification, table)
    events, moments, legal = [], [moment_of(game.state)], 0
    for _ in range(count):
        if chance.random() < 0.1:
            events.append(chance.choice(list(_lies(game))))
        else:
            decision = chance.choice(_tries(game))
            data = {"player": decision.player} | ({} if decision.name is None else {"name": decision.name})
            events.append(Event(event_of(context, decision), data))
            if game.refusal(decision) is None:
                game.play(decision)
                legal += 1
        moments.append(moment_of(game.state))
    return Sequence(tuple(events), tuple(moments), legal)


def moment_of(state: GameState) -> Moment:
    """A state of the table runner, as judges tell it."""
    return Moment((scxml_id(state.control),), comparable(game_data(state)))


def comparable(game: Any) -> Any:
    """Plain data with sets in order; a set with something in it twice differs from all others."""
    return _sorted(json.loads(json.dumps(game)))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: sorted(one) if key in _SETS else _sorted(one) for key, one in value.items()}
    return [_sorted(one) for one in value] if isinstance(value, list) else value


def _tries(game: Game) -> list[Decision]:
    """Everything anyone could try, what is legal more often: about half of them declare, half give priority away."""
    players: tuple[Player, ...] = PLAYERS
    tries = [Decision("declare", player, name) for player in players for name in game.table.actions]
    tries += [Decision(verb, player) for player in players for verb in ("pass", "hand_over")]
    holder = game.state.holder
    assert holder is not None
    assert game.state.window is not None
    legal = [Decision("declare", holder, name) for name in game.legal_actions]
    away = Decision("hand_over" if game.state.window.has_declared else "pass", holder)
    weight = 1 + len(tries)
    return tries + legal * (weight // (len(legal) or 1)) + [away] * weight


def _lies(game: Game) -> Iterator[Event]:
    """Events no honest client sends; they must change nothing."""
    holder = game.state.holder
    assert holder is not None
    yield Event("declare_fast", None)
    yield Event("pass_priority", None)
    yield Event("transfer", {"player": holder})
    yield Event("declare_fast", {"player": holder, "name": "constructor"})
    for name in game.table.actions:
        for manner in ("slow", "fast", "conditional", "triggered"):
            if game.table.actions[name].manner != manner:
                yield Event(f"declare_{manner}", {"player": holder, "name": name})
