"""Random play for as long as you like, with every property checked at every micro-step, and the memory measured.

``python -m tests.fuzz.soak --events 1000000`` plays games of three turns at most on the tables of the examples, the
ready tables and random tables with random readings and profiles. An event is a decision someone tries, accepted or
refused; each is given to the table runner by way of :class:`Game`. Checked are

* after every micro-step the properties of states, over every micro-step those of steps, each under the readings it
  follows from (a pair of states that was checked on this table already is not checked again: they are functions of it);
* at every event: a refused decision changes nothing and has a clause; what is offered is accepted;
* now and then, by a share of the events: undo and the same decision again; position, copy and pickle; both engines;
* at the end of some games: the log replays to the same history.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from berserk_fsm import Game, GameState, Refused, StepRecord
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.properties import STATE_CHECKS, STEP_CHECKS
from berserk_fsm.game import EngineName
from berserk_fsm.rules.properties import property_words
from tests.fuzz.random_tables import any_decision, given_models, random_model

__all__ = ["Soak", "Tally"]

TURNS = 3
GAMES_PER_TABLE = 8
ONE_IN = 50
"""One event in so many is followed by the dearer checks."""


@dataclass(slots=True)
class Tally:
    """What was done."""

    events: int = 0
    accepted: int = 0
    micro_steps: int = 0
    games: int = 0
    tables: int = 0
    states_checked: int = 0
    steps_checked: int = 0
    undone: int = 0
    round_trips: int = 0
    replays: int = 0
    rows: set[str] = field(default_factory=set)
    refusals: set[str] = field(default_factory=set)


class Soak:
    """Random play from one seed.

    Args:
        seed: of the random source; the same seed plays the same games.
        games_per_table: how many games are played on each.

    Raises:
        AssertionError: from :meth:`run`, with the seed, the position and what does not hold.
    """

    def __init__(self, seed: int, games_per_table: int = GAMES_PER_TABLE) -> None:
        self.seed = seed
        self.games_per_table = games_per_table
        self.rng = Random(seed)
        self.tally = Tally()

    def run(self, events: int, report: Callable[[int], None] = lambda events: None) -> None:
        """Play until there were so many events.

        Args:
            events: how many.
            report: called with their number ten times on the way, between two games.
        """
        marks = [events * tenth // 10 for tenth in range(1, 11)]
        for model in self._models():
            self.tally.tables += 1
            checks = _Checks(model, self.tally)
            for _ in range(self.games_per_table):
                self._play(model, checks, events)
                while marks and self.tally.events >= marks[0]:
                    report(marks.pop(0))
                if not marks:
                    return

    def _models(self) -> Iterator[Model]:
        given = given_models()
        self.rng.shuffle(given)
        yield from given
        while True:
            yield random_model(self.rng)

    def _play(self, model: Model, checks: _Checks, events: int) -> None:
        self.tally.games += 1
        game = Game.from_table(model.table, model.specification.readings, model.specification.profile, "table")
        checks.record(game, game.history[0])
        while game.state.turn <= TURNS and self.tally.events < events:
            self._event(model, game, checks)
        if self.rng.randrange(GAMES_PER_TABLE) == 0:
            again = Game.from_log(game.log, engine=self._engine())
            self._must(game, again.history == game.history, "the log does not replay to the same history")
            self.tally.replays += 1

    def _event(self, model: Model, game: Game, checks: _Checks) -> None:
        decision = any_decision(self.rng, model, game.state)
        self.tally.events += 1
        before = game.state
        turned = game.try_play(decision)
        if isinstance(turned, Refused):
            self.tally.refusals.add(turned.id)
            self._must(game, game.state == before and bool(turned.clause), "a refusal changed something")
            offered = decision.verb == "declare" and decision.player == before.holder
            self._must(
                game, not (offered and decision.name in game.legal_actions), f"{decision} was offered and is refused"
            )
            return
        self.tally.accepted += 1
        checks.record(game, turned)
        if self.rng.randrange(ONE_IN) == 0:
            self._undo(game, turned)
            self._round_trip(game)

    def _undo(self, game: Game, record: StepRecord) -> None:
        after = game.state
        game.undo()
        self._must(game, game.state == record.before, "undo is not the state before")
        assert record.decision is not None
        again = game.play(record.decision)
        self._must(game, again == record and game.state == after, "the same decision has another outcome")
        self.tally.undone += 1

    def _round_trip(self, game: Game) -> None:
        other = Game.from_position(game.position, engine=self._engine())
        same = (other.state, other.table, other.position) == (game.state, game.table, game.position)
        self._must(game, same, "the position does not come back")
        self._must(game, list(other.legal_actions) == list(game.legal_actions), "another legal set after loading")
        self._must(game, pickle.loads(pickle.dumps(game.state)) == game.state, "the pickle does not come back")
        twin = game.copy()
        played = (twin.pass_priority(), other.pass_priority()) if game.why_not_pass() is None else (None, None)
        self._must(game, played[0] == played[1] and twin.state == other.state, "the engines play differently")
        self.tally.round_trips += 1

    def _engine(self) -> EngineName:
        """Either engine; the reference seldom, for it takes long to build."""
        return "transitions" if self.rng.randrange(10) == 0 else "table"

    def _must(self, game: Game, holds: bool, what: str) -> None:
        assert holds, f"seed {self.seed}, event {self.tally.events}: {what}; position: {game.position}"


class _Checks:
    """The properties on one table."""

    def __init__(self, model: Model, tally: Tally) -> None:
        readings = model.specification.readings
        due = {id for id, words in property_words().items() if words.follows_from(readings)}
        self.model = model
        self.tally = tally
        self.of_states = {id: check for id, check in STATE_CHECKS.items() if id in due}
        self.of_steps = {id: check for id, check in STEP_CHECKS.items() if id in due}
        self.seen: set[GameState] = set()
        self.seen_pairs: set[tuple[GameState, GameState]] = set()

    def record(self, game: Game, record: StepRecord) -> None:
        for micro in record.micro_steps:
            self.tally.micro_steps += 1
            self.tally.rows.add(micro.row.id)
            failed = [*self._state(micro.after), *self._step(micro.before, micro.after)]
            assert not failed, f"{', '.join(failed)} fails after {micro.row.id}; position: {game.position}"

    def _state(self, state: GameState) -> list[str]:
        if state in self.seen:
            return []
        self.seen.add(state)
        self.tally.states_checked += 1
        return [id for id, check in self.of_states.items() if not check(self.model, state)]

    def _step(self, before: GameState, after: GameState) -> list[str]:
        if (before, after) in self.seen_pairs:
            return []
        self.seen_pairs.add((before, after))
        self.tally.steps_checked += 1
        return [id for id, check in self.of_steps.items() if not check(self.model, before, after)]


def memory() -> int:
    """The memory this process takes now, in KiB; as Linux tells it."""
    import resource  # there is none elsewhere

    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


def main() -> None:
    """Run from the command line; a line per tenth of the way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began = time.monotonic()

    def report(events: int) -> None:
        print(f"{events} events, {time.monotonic() - began:.0f} s, {memory()} KiB", flush=True)

    soak = Soak(chosen.seed)
    soak.run(chosen.events, report)
    tally = soak.tally
    for name in ("accepted", "micro_steps", "games", "tables", "states_checked", "steps_checked", "undone"):
        print(f"{name}: {getattr(tally, name)}")
    print(f"round trips: {tally.round_trips}, replays: {tally.replays}")
    print(f"rows taken: {len(tally.rows)}, refusals met: {len(tally.refusals)}")


if __name__ == "__main__":
    main()
