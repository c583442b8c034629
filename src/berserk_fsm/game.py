"""A game: the library's main object. It offers what may be done, does it, and says why something may not be done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, overload

from berserk_fsm.core.context import Context
from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Decision, GameState, Player, RuleEffect, Start
from berserk_fsm.errors import InputError, Refused, SpecificationError
from berserk_fsm.machine.agreement import disagreement
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.compile import context_for
from berserk_fsm.machine.compiled import compiled_machine
from berserk_fsm.machine.engine import Engine, event_of, settle
from berserk_fsm.machine.judge import Judge, RefusalTable
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.machine.sentences import Line, tell
from berserk_fsm.machine.specification import Specification
from berserk_fsm.machine.table_runner import TableRunner
from berserk_fsm.refusing import check_decision, check_player, refused
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.showing import Shown

if TYPE_CHECKING:
    from berserk_fsm.machine.host import HostMachine
    from berserk_fsm.scenario.items import Scenario
    from berserk_fsm.scenario.position import Position

__all__ = ["DESCRIBED", "Game", "LegalActions"]

EngineName = Literal["transitions", "table"]
EngineChoice = EngineName | Callable[[Specification, Context], Engine]

DESCRIBED: Mapping[str, Callable[[GameState, Callable[[], Iterable[str]]], Any]] = MappingProxyType(
    {
        "active": lambda state, legal: state.active,
        "priority": lambda state, legal: state.holder,
        "phase": lambda state, legal: state.phase,
        "turn": lambda state, legal: state.turn,
        "queue": lambda state, legal: [entry.name for entry in state.queue],
        "stack": lambda state, legal: [entry.name for entry in state.stack],
        "executing": lambda state, legal: state.executing,
        "step": lambda state, legal: state.step,
        "window": lambda state, legal: state.window.kind if state.window else None,
        "passes": lambda state, legal: state.window.passes if state.window else 0,
        "has_declared": lambda state, legal: state.window.has_declared if state.window else False,
        "facts": lambda state, legal: sorted(state.facts),
        "legal": lambda state, legal: sorted(legal()),
        "left": lambda state, legal: list(state.log.left),
        "cancelled": lambda state, legal: list(state.log.cancelled),
        "rule_effects": lambda state, legal: list(state.log.rule_effects),
        "loops": lambda state, legal: list(state.log.loops),
        "targets": lambda state, legal: {entry.name: entry.target for entry in state.stack if entry.target is not None},
    }
)
"""The keys that tell how a game stands, and how to read each off a state, given what gives the declarable names."""


class LegalActions(Shown):
    """The names the holder may declare now, in table order. ``in`` also accepts an :class:`Action`.

    >>> game = Game([Action("M", by="A", speed="slow"), Action("F", by="A")])
    >>> list(game.legal_actions), "M" in game.legal_actions, len(game.legal_actions)
    (['M', 'F'], True, 2)
    """

    __slots__ = ("_names",)

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self._names[index]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, action: object) -> bool:
        return (action.name if isinstance(action, Action) else action) in self._names

    def __repr__(self) -> str:
        return f"<LegalActions {', '.join(self._names) or 'none'}>"


@dataclass(slots=True)
class _Unfinished:
    """A decision, or the start, whose micro-steps are going on; when they are over it has its record."""

    decision: Decision | None
    taken: list[MicroStep] = field(default_factory=list)
    record: StepRecord | None = None


class Game(Shown):
    """One game on one table. It starts at once: the start phase is entered and its window opens.

    Args:
        actions: the actions that may be declared; see :class:`Action` and the kinds of 302.5.
        rule_effects: the rule effects, in the order in which they are looked for.
        active: the turn player.
        phase: the phase the game is taken up in.
        facts: what is true on the table.
        readings: how the clauses are read; see :class:`Readings`.
        profile: phases and steps (gap/512); the default profile if ``None``.
        engine: ``"transitions"``, the reference, or ``"table"``, the fast one; both give the same records.

    Raises:
        TableError: the actions, effects or start contradict each other.

    >>> game = Game([Action("M", by="A", speed="slow"), Action("G", by="B")])
    >>> record = game.declare("M")
    >>> record.clauses
    ('302.9', '303.3', '303.5')
    >>> game.state.holder, [entry.name for entry in game.state.queue]
    ('A', ['M'])
    >>> game.why_not("G").clause
    '303.1'
    >>> game.undo().decision.name, game.state.queue
    ('M', ())
    """

    def __init__(
        self,
        actions: Iterable[Action] = (),
        rule_effects: Iterable[RuleEffect] = (),
        *,
        active: Player = "A",
        phase: str = "main",
        facts: Iterable[str] = (),
        readings: Readings | None = None,
        profile: Profile | None = None,
        engine: EngineName = "transitions",
    ) -> None:
        if readings is not None and not isinstance(readings, Readings):
            raise TypeError(f"expected Readings(…), not {readings!r:.60}; Readings.from_mapping takes a dictionary")
        profile = profile or default_profile()
        start = Start(active, phase, facts if isinstance(facts, str) else tuple(facts))  # type: ignore[arg-type]
        table = build_table(actions, rule_effects, start, profile=profile)
        self._set_up(build_specification(profile, readings or Readings()), table, engine)
        self._start()

    # --- other ways to begin -----------------------------------------------------------------------------------------

    @classmethod
    def from_table(
        cls,
        table: Table,
        readings: Readings | None = None,
        profile: Profile | None = None,
        engine: EngineName = "transitions",
    ) -> Game:
        """A game on a table that is built already, for instance ``scenario.table``."""
        return cls.from_specification(build_specification(profile, readings or Readings()), table, engine)

    @classmethod
    def from_specification(
        cls, specification: Specification, table: Table, engine: EngineChoice = "transitions"
    ) -> Game:
        """A game of a machine that is built already, also of one that was changed since.

        Args:
            specification: the machine.
            table: the actions, rule effects and start, for the profile of the machine.
            engine: ``"transitions"``, ``"table"``, or what makes another interpreter of the rows.

        >>> game = Game()
        >>> Game.from_specification(game.specification, game.table, "table").state == game.state
        True
        """
        game = cls.__new__(cls)
        game._set_up(specification, table, engine)
        game._start()
        return game

    @classmethod
    def from_scenario(
        cls,
        scenario: Scenario | str | os.PathLike[str],
        *,
        profile: Profile | None = None,
        engine: EngineName = "transitions",
    ) -> Game:
        """The start of a scenario, with its table and readings; what it plays is not played.

        Args:
            scenario: a file, or a :class:`Scenario` that is loaded already.
            profile: phases and steps; those of the scenario if ``None``.
            engine: ``"transitions"`` or ``"table"``.

        Raises:
            InputError: the file cannot be read or is wrong somewhere.
        """
        from berserk_fsm.scenario.scenario import Scenario, load_scenario

        if not isinstance(scenario, Scenario):
            scenario = load_scenario(scenario, profile=profile)
        return cls.from_table(scenario.table, scenario.readings, profile or scenario.profile, engine)

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        profile: Profile | None = None,
        engine: EngineName = "transitions",
        where: str = "position",
    ) -> Game:
        """A game at the moment a position text describes; its history begins there.

        Args:
            text: one line, as :attr:`position` gives it.
            profile: phases and steps; if ``None`` those the text names, which must come with the package then.
            engine: ``"transitions"`` or ``"table"``.
            where: the name shown in errors.

        Raises:
            InputError: the text is no position, or one of another profile, or tells one that cannot come about.

        >>> game = Game([Action("M", by="A", speed="slow")])
        >>> _ = game.declare("M")
        >>> Game.from_position(game.position).state == game.state
        True
        """
        from berserk_fsm.scenario.position import parse_position

        return cls._taken_up(parse_position(text, profile, where), engine, where)

    @classmethod
    def from_log(
        cls,
        text: str,
        *,
        profile: Profile | None = None,
        engine: EngineName = "transitions",
        where: str = "log",
    ) -> Game:
        """A game replayed from its log, decision by decision, with its history.

        Args:
            text: one line, as :attr:`log` gives it.
            profile: phases and steps; if ``None`` those the text names, which must come with the package then.
            engine: ``"transitions"`` or ``"table"``.
            where: the name shown in errors.

        Raises:
            InputError: the text is no log, or its replay comes out otherwise than the game did; it says where.

        >>> game = Game([Action("M", by="A", speed="slow")])
        >>> _ = game.declare("M")
        >>> Game.from_log(game.log).history == game.history
        True
        """
        from berserk_fsm.scenario.log import parse_log, replay

        log = parse_log(text, profile, where)
        game = cls._taken_up(log.begins, engine, where)
        replay(log, game, where)
        return game

    @classmethod
    def _taken_up(cls, position: Position, engine: EngineName, where: str) -> Game:
        """A game at a position that was read; its history begins there."""
        profile, table, readings, state = position
        game = cls.__new__(cls)
        game._set_up(build_specification(profile, readings), table, engine)
        wrong = disagreement(game._specification, table, state)
        if wrong is not None:
            raise InputError(where, 1, f"no such position: {wrong.en}", f"такой позиции не бывает: {wrong.ru}")
        game._engine.load(state)
        if game._specification.states[state.control].kind != "decision":
            game._open = _Unfinished(None)
        return game

    def _set_up(self, specification: Specification, table: Table, engine: EngineChoice) -> None:
        self._specification = specification
        shared = engine == "table"
        self._context = compiled_machine(specification, table).context if shared else context_for(specification, table)
        self._engine = _engine(engine, specification, self._context)
        self._runner = self._engine if isinstance(self._engine, TableRunner) else None
        self._judge: Judge = self._runner or RefusalTable(specification, self._context, self._engine)
        self._history: list[StepRecord] = []
        self._open: _Unfinished | None = None
        self._observers: tuple[Callable[[StepRecord], None], ...] = ()

    def _start(self) -> None:
        if self._runner is not None:
            self._history.append(self._runner.begin())
        else:
            self._open = _Unfinished(None)
            self.settle()

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def specification(self) -> Specification:
        """The machine that runs this game, as data."""
        return self._specification

    @property
    def machine(self) -> HostMachine:
        """The ``transitions`` HierarchicalMachine that runs this game.

        Raises:
            AttributeError: the game runs on the table engine.
        """
        machine: HostMachine | None = getattr(self._engine, "machine", None)
        if machine is None:
            raise AttributeError("this game runs on engine='table'; expected engine='transitions'")
        return machine

    @property
    def table(self) -> Table:
        """The actions, rule effects and start."""
        return self._context.table

    @property
    def readings(self) -> Readings:
        """How the clauses are read in this game."""
        return self._specification.readings

    @property
    def state(self) -> GameState:
        """Everything that decides the future, as one frozen value."""
        return self._engine.state

    @property
    def history(self) -> tuple[StepRecord, ...]:
        """The step records so far; the first is the start of the game."""
        return tuple(self._history)

    @property
    def position(self) -> str:
        """The position as one line of text; :meth:`from_position` reads it.

        Raises:
            SavingError: so much has happened that the line would be longer than what is read.
        """
        from berserk_fsm.scenario.position import position_text

        return position_text(self._specification, self.table, self.state)

    @property
    def log(self) -> str:
        """The game so far as one line of text: its beginning and every decision; :meth:`from_log` replays it.

        Raises:
            SavingError: there are more decisions than are replayed, or the line would be longer than what is read.
        """
        from berserk_fsm.scenario.log import log_text

        return log_text(self)

    @property
    def settled(self) -> bool:
        """Must a player decide now? False only while stepping through micro-steps."""
        return self._open is None

    @property
    def legal_actions(self) -> LegalActions:
        """What the holder may declare now (303.3, 303.4, 303.8); giving priority away is always possible besides.

        With the reading ``triggers_mandatory`` giving priority away may be refused as well: :meth:`why_not_pass`.
        """
        return LegalActions(self._judge.declarable())

    def describe(self) -> dict[str, Any]:
        """The state as plain data: the keys and values that scenario files expect and ``--json`` prints.

        >>> Game([Action("M", by="A", speed="slow")]).describe()["legal"]
        ['M']
        """
        return {key: look(self.state, lambda: self.legal_actions) for key, look in DESCRIBED.items()}

    # --- deciding ----------------------------------------------------------------------------------------------------

    def declare(self, name: str, player: Player | None = None) -> StepRecord:
        """Declare an action (303.3).

        Args:
            name: its name on the table.
            player: who declares it; the player whose action it is, if left out.

        Raises:
            Refused: it may not be declared now; nothing has changed.
            KeyError: there is no such action on the table.
        """
        return self.play(self._declaration(name, player))

    def pass_priority(self, player: Player | None = None) -> StepRecord:
        """Give priority away: a pass (303.2), or a hand-over if the holder has declared something (303.6).

        Args:
            player: who does it; the holder, if left out.

        Raises:
            Refused: the player does not have priority, or must declare a trigger first; nothing has changed.
        """
        return self.play(self._giving_away(player))

    def play(self, decision: Decision) -> StepRecord:
        """Do what a player decides, and everything that follows by itself.

        Raises:
            Refused: it is not accepted; nothing has changed.
            KeyError: there is no such action on the table.
        """
        record = self._runner.play(decision) if self._runner is not None and self._open is None else None
        if record is None:
            return self._finish(self._begin(decision))
        self._keep(record)
        return record

    def try_declare(self, name: str, player: Player | None = None) -> StepRecord | Refused:
        """Like :meth:`declare`, but the refusal is returned as a value."""
        return self.try_play(self._declaration(name, player))

    def try_pass(self, player: Player | None = None) -> StepRecord | Refused:
        """Like :meth:`pass_priority`, but the refusal is returned as a value."""
        return self.try_play(self._giving_away(player))

    def try_play(self, decision: Decision) -> StepRecord | Refused:
        """Like :meth:`play`, but the refusal is returned as a value."""
        return self.refusal(decision) or self.play(decision)

    def why_not(self, name: str, player: Player | None = None) -> Refused | None:
        """Why an action may not be declared now; ``None`` if it may. Changes nothing.

        Raises:
            KeyError: there is no such action on the table.
        """
        return self.refusal(self._declaration(name, player))

    def why_not_pass(self, player: Player | None = None) -> Refused | None:
        """Why priority may not be given away now; ``None`` if it may. Changes nothing."""
        return self.refusal(self._giving_away(player))

    def refusal(self, decision: Decision) -> Refused | None:
        """Why a decision is not accepted now: the first row of the refusal table that applies. Changes nothing.

        Raises:
            ValueError: it is no decision: another verb, player or form.
            KeyError: there is no such action on the table.
        """
        check_decision(decision, self.table)
        row = self._judge.refusal(decision)
        if row is None:
            return None
        return refused(self._specification, self._context, row, self.state, decision)

    def _declaration(self, name: str, player: Player | None) -> Decision:
        check_player(player)
        if name not in self.table.actions:
            check_decision(Decision("declare", "A", name), self.table)
        return Decision("declare", player or self.table.actions[name].by, name)

    def _giving_away(self, player: Player | None) -> Decision:
        check_player(player)
        window = self.state.window
        verb: Literal["hand_over", "pass"] = "hand_over" if window and window.has_declared else "pass"
        return Decision(verb, player or self.state.holder or self.state.active)

    # --- micro-stepping ----------------------------------------------------------------------------------------------

    def begin(self, decision: Decision) -> MicroStep:
        """Take only the first transition of a decision; :meth:`micro_step` or :meth:`settle` go on from there.

        Raises:
            Refused: the decision is not accepted; nothing has changed. Between micro-steps every decision is refused
                (302.8 while effects are applied, otherwise 303.1: nobody has priority).
        """
        return self._begin(decision).taken[0]

    def _begin(self, decision: Decision) -> _Unfinished:
        refused = self.refusal(decision)
        if refused is not None:
            raise refused
        micro = self._engine.decide(decision)
        if micro is None:
            raise SpecificationError(
                f"nothing refuses {decision}, but no row of {event_of(self._context, decision)!r} is enabled in "
                f"{self.state.control}; position: {self.position}"
            )
        unfinished = self._open = _Unfinished(decision)
        self._note(micro)
        return unfinished

    def micro_step(self) -> MicroStep | None:
        """Take one automatic transition; ``None`` when a player must decide.

        With the last one the record of the decision enters the history.
        """
        micro = None if self._open is None else self._engine.advance()
        if micro is not None:
            self._note(micro)
        return micro

    def settle(self) -> StepRecord:
        """Take all automatic transitions until a player must decide; the record of the decision they belong to.

        Raises:
            SpecificationError: the machine does not settle.
            IndexError: nothing is going on, and nothing has happened in this game.
        """
        return self._history[-1] if self._open is None else self._finish(self._open)

    def _finish(self, unfinished: _Unfinished) -> StepRecord:
        """Go on until the record of ``unfinished`` is there; its observers may have played on by then."""
        settle(lambda: self.micro_step() if unfinished.record is None else None)
        assert unfinished.record is not None
        return unfinished.record

    def _note(self, micro: MicroStep) -> None:
        """Keep a micro-step; when a player must decide again, the record is complete."""
        unfinished = self._open
        assert unfinished is not None
        unfinished.taken.append(micro)
        if not self._judge.settled:
            return
        self._open = None
        record = unfinished.record = StepRecord(unfinished.decision, tuple(unfinished.taken))
        self._keep(record)

    def _keep(self, record: StepRecord) -> None:
        """A record is complete: it enters the history, and the observers are told."""
        self._history.append(record)
        for observer in self._observers:
            observer(record)

    # --- going back, listening ---------------------------------------------------------------------------------------

    def undo(self) -> StepRecord:
        """Take back the last decision, also one that is only half done.

        Raises:
            IndexError: there is no decision to take back.
        """
        if self._open is not None and self._open.taken:
            decision, taken = self._open.decision, self._open.taken
            # What a loaded position was in the middle of is not undone: the game is in the middle of it again.
            self._open = _Unfinished(None) if decision is None else None
            record = StepRecord(decision, tuple(taken))
        elif self._open is None and self._anything_decided:
            record = self._history.pop()
        else:
            raise IndexError("there is no decision to take back")
        if self._runner is not None:
            self._runner.take_back(record)
        else:
            self._engine.load(record.before)
        return record

    @property
    def _anything_decided(self) -> bool:
        """Is there the record of a decision? Only the first of all can be that of the start."""
        return len(self._history) > 1 or any(record.decision is not None for record in self._history)

    def copy(self, engine: EngineName = "table") -> Game:
        """A game of its own at the same moment, with the same history and without observers.

        >>> game = Game([Action("M", by="A")])
        >>> other = game.copy()
        >>> _ = other.declare("M")
        >>> len(game.history), len(other.history)
        (1, 2)
        """
        game = Game.__new__(Game)
        game._set_up(self._specification, self.table, engine)
        game._engine.load(self.state)
        game._history = list(self._history)
        game._open = None if self._open is None else _Unfinished(self._open.decision, list(self._open.taken))
        return game

    @property
    def _engine_name(self) -> EngineName:
        return "table" if self._runner is not None else "transitions"

    def __copy__(self) -> Game:
        return self.copy(self._engine_name)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with its history and without its observers; the machine is built again."""
        profile, readings = self._specification.profile, self._specification.readings
        if self._specification is not build_specification(profile, readings):
            raise TypeError("a game on a specification of its own cannot be pickled; expected that of its readings")
        return _unpickled, (profile, readings, self.table, self._engine_name, self.state, self._history, self._open)

    def observe(self, observer: Callable[[StepRecord], None]) -> Callable[[], None]:
        """Have ``observer`` called with every step record from now on.

        It is called when the record is complete and in the history; what it raises leaves the game as it is then.

        Returns:
            a function that ends it.

        >>> game, seen = Game(), []
        >>> stop = game.observe(seen.append)
        >>> _ = game.pass_priority()
        >>> stop()
        >>> len(seen)
        1
        """
        if not callable(observer):
            raise TypeError(f"an observer is called with each record, and {observer!r} cannot be called")
        self._observers = (*self._observers, observer)

        def stop() -> None:
            if observer in self._observers:
                place = self._observers.index(observer)
                self._observers = self._observers[:place] + self._observers[place + 1 :]

        return stop

    def tell(self, record: StepRecord) -> tuple[Line, ...]:
        """What a record says, sentence by sentence, in both languages and with the clauses.

        >>> game = Game()
        >>> [line.text.en for line in game.tell(game.pass_priority())]
        ['A passes; B has priority.']
        """
        return tell(self._specification, self._context, record)

    def __repr__(self) -> str:
        state = self.state
        return f"<Game turn {state.turn}, {state.phase} phase, priority {state.holder}>"


def _unpickled(
    profile: Profile,
    readings: Readings,
    table: Table,
    engine: EngineName,
    state: GameState,
    history: list[StepRecord],
    unfinished: _Unfinished | None,
) -> Game:
    game = Game.__new__(Game)
    game._set_up(build_specification(profile, readings), table, engine)
    game._engine.load(state)
    game._history, game._open = history, unfinished
    return game


def _engine(name: EngineChoice, specification: Specification, context: Context) -> Engine:
    if callable(name):
        return name(specification, context)
    if name == "table":
        return TableRunner(specification, context)
    if name == "transitions":
        from berserk_fsm.machine.host import Host

        return Host(specification, context)
    raise ValueError(f"there is no engine {name!r}; expected 'transitions' or 'table'")
