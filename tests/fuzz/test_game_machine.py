"""Everything the library does with a game, in any order, on both engines side by side."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from berserk_fsm import Decision, Game, Refused, StepRecord
from berserk_fsm.scenario.position import state_fingerprint
from tests.fuzz.budget import examples
from tests.interpreters.tables import built, chosen, readings, tables
from tests.machine.walks import all_decisions


class Games(RuleBasedStateMachine):
    """The same game on both engines, a history of its own to compare with, and an observer."""

    def __init__(self) -> None:
        super().__init__()
        self.games: tuple[Game, ...] = ()
        self.states_before: list[object] = []
        self.observed: list[StepRecord] = []
        self.stop: Callable[[], None] | None = None

    @initialize(table=tables(), given=readings())
    def begin_games(self, table: dict[str, object], given: dict[str, str]) -> None:
        self.games = tuple(
            Game.from_table(built(table), chosen(given), engine=engine) for engine in ("transitions", "table")
        )

    @property
    def game(self) -> Game:
        return self.games[0]

    def both(self, do: Callable[[Game], object]) -> object:
        """Do the same with both; what comes of it is the same."""
        one, other = (do(game) for game in self.games)
        assert told(one) == told(other)
        return one

    # --- deciding ---------------------------------------------------------------------------------------------------

    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        """A decision of anybody: done, or refused without changing anything."""
        decision = data.draw(st.sampled_from(all_decisions(self.game)))
        before, history = self.game.state, self.game.history
        turned = self.both(lambda game: game.try_play(decision))
        if isinstance(turned, Refused):
            assert (self.game.state, self.game.history) == (before, history)
            assert turned.clause
            assert turned.reason("ru") != turned.reason("en")
            with pytest.raises(Refused):
                self.game.play(decision)
        else:
            self.states_before.append(before)

    @precondition(lambda self: self.game.settled and self.game.legal_actions)
    @rule(data=st.data())
    def declare_what_is_offered(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(list(self.game.legal_actions)))
        self.states_before.append(self.game.state)
        record = self.both(lambda game: game.declare(name))
        assert isinstance(record, StepRecord)
        assert record.decision == Decision("declare", self.game.table.actions[name].by, name)

    @precondition(lambda self: self.game.settled and self.game.why_not_pass() is None)
    @rule()
    def give_away(self) -> None:
        self.states_before.append(self.game.state)
        self.both(lambda game: game.pass_priority())

    # --- micro-steps ------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.game.settled and self.game.why_not_pass() is None)
    @rule()
    def begin_giving_away(self) -> None:
        window = self.game.state.window
        assert window is not None
        assert window.holder is not None
        decision = Decision("hand_over" if window.has_declared else "pass", window.holder)
        self.states_before.append(self.game.state)
        self.both(lambda game: game.begin(decision))

    @precondition(lambda self: not self.game.settled)
    @rule()
    def one_micro_step(self) -> None:
        assert self.both(lambda game: game.micro_step()) is not None

    @precondition(lambda self: not self.game.settled)
    @rule()
    def settle(self) -> None:
        self.both(lambda game: game.settle())
        assert self.game.settled

    # --- back, copies, texts ----------------------------------------------------------------------------------------

    @precondition(lambda self: self.states_before)
    @rule()
    def undo(self) -> None:
        """Undo is the state before, exactly."""
        half_done = not self.game.settled
        record = self.both(lambda game: game.undo())
        assert isinstance(record, StepRecord)
        assert self.game.state == self.states_before.pop()
        if not half_done and record in self.observed:
            self.observed.remove(record)

    @precondition(lambda self: not self.states_before)
    @rule()
    def nothing_to_undo(self) -> None:
        for game in self.games:
            with pytest.raises(IndexError):
                game.undo()

    @rule()
    def copies_go_their_own_way(self) -> None:
        before = self.game.state
        for game in self.games:
            for twin in (copy.copy(game), copy.deepcopy(game), game.copy()):
                assert (twin.state, twin.history, twin.settled) == (game.state, game.history, game.settled)
                twin.settle()
                if twin.why_not_pass() is None:
                    twin.pass_priority()
            assert game.state == before

    @rule()
    def the_state_is_one_value(self) -> None:
        state = self.game.state
        for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state)), copy.copy(state)):
            assert twin == state
            assert hash(twin) == hash(state)
            assert state_fingerprint(twin) == state_fingerprint(state)

    @rule()
    def the_position_comes_back(self) -> None:
        """The position is one line, gives an equal game that goes on equally, and is the same from both engines."""
        text = self.both(lambda game: game.position)
        assert isinstance(text, str)
        assert text.isprintable()
        loaded = [Game.from_position(text, engine=engine) for engine in ("transitions", "table")]
        for game in loaded:
            assert (game.state, game.table, game.readings) == (self.game.state, self.game.table, self.game.readings)
            assert game.position == text
            assert game.describe() == self.game.describe()
        for game in (*loaded, twin := self.game.copy()):
            game.settle() if game.history or not game.settled else None
            if game.why_not_pass() is None:
                game.pass_priority()
        assert all(game.state == twin.state for game in loaded)

    @precondition(lambda self: self.game.settled)
    @rule()
    def the_log_comes_back(self) -> None:
        text = self.both(lambda game: game.log)
        assert isinstance(text, str)
        for engine in ("transitions", "table"):
            assert Game.from_log(text, engine=engine).history == self.game.history

    # --- observers --------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.stop is None)
    @rule()
    def observe(self) -> None:
        self.observed.clear()
        self.stop = self.game.observe(self.observed.append)

    @precondition(lambda self: self.stop is not None)
    @rule()
    def stop_observing(self) -> None:
        assert self.stop is not None
        self.stop()
        self.stop()
        self.stop = None
        self.observed.clear()

    # --- always -----------------------------------------------------------------------------------------------------

    @invariant()
    def both_engines_agree(self) -> None:
        one, other = self.games
        assert (one.state, one.history, one.settled) == (other.state, other.history, other.settled)
        assert list(one.legal_actions) == list(other.legal_actions)

    @invariant()
    def offers_and_refusals_agree(self) -> None:
        game = self.game
        for action in game.table.actions.values():
            offered = action.name in game.legal_actions
            assert offered == (action.by == game.state.holder and game.why_not(action.name) is None)

    @invariant()
    def the_observer_saw_what_happened(self) -> None:
        if self.stop is not None and self.observed:
            assert list(self.game.history[-len(self.observed) :]) == self.observed

    @invariant()
    def as_many_decisions_as_were_taken(self) -> None:
        taken = sum(record.decision is not None for record in self.game.history)
        assert taken + (not self.game.settled) == len(self.states_before)

    @invariant()
    def what_describes_it_is_plain(self) -> None:
        described = self.game.describe()
        assert json.loads(json.dumps(described)) == described


def told(value: object) -> object:
    """A value to compare: refusals are errors, which are equal to themselves alone."""
    return (value.id, value.clause, value.en, value.ru, value.position) if isinstance(value, Refused) else value


TestGames = Games.TestCase
TestGames.settings = examples(8, steps=30)
