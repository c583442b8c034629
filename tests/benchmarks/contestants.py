"""Who plays in ``python -m tests.benchmarks.games``: our interpreters of the rows, those of others, and the least.

All of them run the same rows on the same table, except the last: the control chart by hand, as a dictionary of
dictionaries, is told by the rows' names where to go. It knows no guards, no effects and no data, so nothing that
interprets the rows can be quicker than that.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from berserk_fsm.core.context import Context, Effect, Guard
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.exports.scxml import path_of, scxml_text
from berserk_fsm.game import EngineName, Game
from berserk_fsm.machine.compile import compile_effect, compile_guard, context_for, initial_state
from berserk_fsm.machine.engine import Engine, event_of, settle
from berserk_fsm.machine.host import Host
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.machine.specification import Specification
from berserk_fsm.machine.table_runner import TableRunner
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.simulation import Simulation

if TYPE_CHECKING:
    from sismic.interpreter import Interpreter
    from sismic.model import Event

__all__ = ["CONTESTANTS", "HOST", "Contestant", "Played"]


class Played(Protocol):
    """Games that were played once already: what everybody plays again, and where each of them ends."""

    @property
    def records(self) -> Sequence[Sequence[StepRecord]]:
        """Game by game, without the start."""

    @property
    def beginning(self) -> StepRecord:
        """The start, which all games share."""


class Contestant(Protocol):
    """Something that plays games on one table and keeps a record of every decision.

    It is made from the specification and the scenario, which is what its construction costs.
    """

    checked: ClassVar[bool]
    """Does it play the decisions it is given, so that it can be checked where its games end?"""

    def __init__(self, specification: Specification, scenario: Scenario) -> None: ...

    def game(self) -> object:
        """A game of its own at its first decision."""

    def prepared(self, played: Played) -> Any:
        """The games in the form it takes them in; this is not counted."""

    def play(self, prepared: Any) -> list[str]:
        """Play games from the start: the state of the machine each of them ends in."""


def decisions_of(played: Played) -> list[list[Decision]]:
    """The decisions, game by game."""
    return [[record.decision for record in records if record.decision is not None] for records in played.records]


class _OfDecisions:
    """What plays decisions as they are."""

    checked: ClassVar[bool] = True

    def prepared(self, played: Played) -> list[list[Decision]]:
        """The decisions, game by game."""
        return decisions_of(played)


class _ByEngine(_OfDecisions):
    """An interpreter of the rows by itself, a decision at a time."""

    engine: ClassVar[type[Host] | type[TableRunner]]

    def __init__(self, specification: Specification, scenario: Scenario) -> None:
        self._specification = specification
        self._context = context_for(specification, scenario.table)
        self._engine = self.game()
        self._start = self._engine.state

    def game(self) -> Engine:
        """A game of its own at its first decision."""
        engine = type(self).engine(self._specification, self._context)
        settle(engine.advance)
        return engine

    def play(self, prepared: list[list[Decision]]) -> list[str]:
        """Play games from the start: the state of the machine each of them ends in."""
        engine, ends = self._engine, []
        for decisions in prepared:
            engine.load(self._start)
            history = []
            for decision in decisions:
                first = engine.decide(decision)
                assert first is not None
                history.append(StepRecord(decision, (first, *settle(engine.advance))))
            ends.append(engine.state.control)
        return ends


class ByHost(_ByEngine):
    """The ``transitions`` machine."""

    engine = Host


class ByRunner(_ByEngine):
    """The table runner."""

    engine = TableRunner

    def game(self) -> TableRunner:
        """A game of its own at its first decision; its start is that of all games on the table."""
        runner = TableRunner(self._specification, self._context)
        runner.begin()
        return runner


class _ByGame(_OfDecisions):
    """A :class:`Game`, which first asks what would refuse the decision."""

    engine: ClassVar[EngineName]

    def __init__(self, specification: Specification, scenario: Scenario) -> None:
        self.game = partial(Game.from_specification, specification, scenario.table, self.engine)
        self._game = self.game()

    def play(self, prepared: list[list[Decision]]) -> list[str]:
        """Play games from the start: the state of the machine each of them ends in."""
        game, ends = self._game, []
        for decisions in prepared:
            for decision in decisions:
                game.play(decision)
            ends.append(game.state.control)
            self._game = game = self.game() if self.engine == "table" else _taken_back(game)
        return ends


def _taken_back(game: Game) -> Game:
    while len(game.history) > 1:
        game.undo()
    return game


class ByGameOnHost(_ByGame):
    """A :class:`Game` on the ``transitions`` engine; a game that is over is taken back, not made anew."""

    engine = "transitions"


class ByGameOnTable(_ByGame):
    """A :class:`Game` on the table engine."""

    engine = "table"


class ByMatch(_OfDecisions):
    """A match of a simulation."""

    def __init__(self, specification: Specification, scenario: Scenario) -> None:
        self._simulation = Simulation.of_scenario(scenario)
        self.game = self._simulation.start

    def play(self, prepared: list[list[Decision]]) -> list[str]:
        """Play games from the start: the state of the machine each of them ends in."""
        ends = []
        for decisions in prepared:
            match = self._simulation.start()
            for decision in decisions:
                match.apply(decision)
            ends.append(match.state.control)
        return ends


class ByPlayout(ByMatch):
    """Random matches one after another: legal decisions found, one chosen, applied and recorded."""

    checked: ClassVar[bool] = False
    _rng = random.Random(1)

    def play(self, prepared: list[list[Decision]]) -> list[str]:
        """Play as many games, of the same lengths."""
        for decisions in prepared:
            self._simulation.playout(self._rng, len(decisions))
        return []


class BySismic:
    """sismic: its interpreter runs the rows with guards and effects, a statechart built from the specification."""

    checked: ClassVar[bool] = True

    def __init__(self, specification: Specification, scenario: Scenario) -> None:
        # Imported here, so that nobody else's process is full of it.
        from sismic.interpreter import Interpreter
        from sismic.model import BasicState, CompoundState, Statechart, Transition

        self._interpreter = Interpreter
        self._context = context_for(specification, scenario.table)
        self._values: dict[str, Any] = {"game": initial_state(specification, scenario.table)}
        self._leaves = {leaf.path for leaf in specification.leaves}
        self._chart = chart = Statechart("berserk_fsm")
        chart.add_state(CompoundState("machine", initial=specification.initial), None)
        for state in specification.states.values():
            new = CompoundState(state.path, initial=state.initial) if state.kind == "composite" else None
            chart.add_state(new or BasicState(state.path), state.parent or "machine")
        for number, row in enumerate(specification.rows):
            self._values[f"holds_{number}"] = partial(_all_hold, self._context, [*map(compile_guard, row.guards)])
            self._values[f"after_{number}"] = partial(_after_all, self._context, [*map(compile_effect, row.effects)])
            decision = "None" if row.automatic else "event.decision"
            guard = f"holds_{number}(game, {decision})" if row.guards else None
            action = f"game = after_{number}(game, {decision})" if row.effects else None
            event = None if row.automatic else row.event
            chart.add_transition(Transition(row.source, row.target, event, guard, action))
        self.game()

    def game(self) -> Interpreter:
        """A game of its own at its first decision."""
        interpreter = self._interpreter(self._chart, initial_context=self._values)
        interpreter.execute()
        return interpreter

    def prepared(self, played: Played) -> list[list[Event]]:
        """The decisions as events."""
        from sismic.model import Event

        return [[Event(event_of(self._context, d), decision=d) for d in game] for game in decisions_of(played)]

    def play(self, prepared: list[list[Event]]) -> list[str]:
        """Play games from the start: the state of the machine each of them ends in."""
        ends = []
        for events in prepared:
            interpreter = self.game()
            history = []
            for event in events:
                interpreter.queue(event)
                history.append(interpreter.execute())
            ends.append(next(path for path in interpreter.configuration if path in self._leaves))
        return ends


def _all_hold(context: Context, guards: Sequence[Guard], game: GameState, decision: Decision | None) -> bool:
    return all(guard(context, game, decision) for guard in guards)


def _after_all(context: Context, effects: Sequence[Effect], game: GameState, decision: Decision | None) -> GameState:
    for effect in effects:
        game = effect(context, game, decision)
    return game


class ByStatemachine:
    """python-statemachine: its SCXML reader runs the exported document, with its guards and effects over plain data."""

    checked: ClassVar[bool] = True

    def __init__(self, specification: Specification, scenario: Scenario) -> None:
        from statemachine.io import load

        self._context = context_for(specification, scenario.table)
        chart = load(scxml_text(specification, scenario.table, "python"), format="scxml", trusted=True)
        chart.catch_errors_as_events = False
        # The reader fills the datamodel for the first machine of a class only, so that one is put back to its start.
        self._machine = chart()
        self._start = self._machine.current_state_value, self._machine.model.game

    def game(self) -> object:
        """The one game there is, at its first decision."""
        self._machine.current_state_value, self._machine.model.game = self._start
        return self._machine

    def prepared(self, played: Played) -> list[list[tuple[str, dict[str, Any]]]]:
        """The decisions as events with their data."""

        def data(decision: Decision) -> dict[str, Any]:
            return {"player": decision.player} | ({} if decision.name is None else {"name": decision.name})

        return [[(event_of(self._context, d), data(d)) for d in game] for game in decisions_of(played)]

    def play(self, prepared: list[list[tuple[str, dict[str, Any]]]]) -> list[str]:
        """Play games from the start: the state of the machine each of them ends in."""
        ends = []
        for events in prepared:
            self.game()
            history = []
            for name, data in events:
                self._machine.send(name, **data)
                history.append((name, data, self._machine.model.game))
            ends.append(next(path_of(state.id) for state in self._machine.configuration if state.is_atomic))
        return ends


class ByHand:
    """The control chart alone, as anybody would write it down: where each row leads, state by state."""

    checked: ClassVar[bool] = True

    def __init__(self, specification: Specification, scenario: Scenario) -> None:
        self._chart: dict[str, dict[str, Any]] = {
            leaf.path: {row.id: specification.entered(row.target) for row in specification.rows_from(leaf.path)}
            for leaf in specification.leaves
        }
        self._initial = specification.initial
        self._start = self._initial

    def game(self) -> list[str]:
        """A game of its own: the state it is in."""
        return [self._start]

    def prepared(self, played: Played) -> list[list[list[str]]]:
        """The rows of each decision, by name, in the order in which our machine takes them."""
        self._start = played.beginning.after.control
        return [[[micro.row.id for micro in record.micro_steps] for record in game] for game in played.records]

    def play(self, prepared: list[list[list[str]]]) -> list[str]:
        """Play games from the start: the state of the machine each of them ends in."""
        chart, ends = self._chart, []
        for decisions in prepared:
            (state,) = self.game()
            history = []
            for rows in decisions:
                steps = []
                for row in rows:
                    before, state = state, chart[state][row]
                    steps.append((row, before, state))
                history.append(steps)
            ends.append(state)
        return ends


HOST = "`transitions` host"

CONTESTANTS: Mapping[str, type[Contestant]] = MappingProxyType(
    {
        HOST: ByHost,
        "table runner: `decide`, `settle`": ByRunner,
        '`Game(engine="transitions")`': ByGameOnHost,
        '`Game(engine="table")`': ByGameOnTable,
        "`Match.apply`": ByMatch,
        "`Match.playout`: chooses, too": ByPlayout,
        "python-statemachine, the SCXML export": ByStatemachine,
        "sismic, the same rows": BySismic,
        "by hand: control chart only, no guards, effects, data": ByHand,
    }
)
"""Who is compared, by name; all of them with :data:`HOST`."""
