"""A table, compiled once, for any number of matches."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, GameState, RuleEffect, Start
from berserk_fsm.errors import ExploreError
from berserk_fsm.machine.agreement import disagreement
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.compiled import CompiledMachine, compiled_machine
from berserk_fsm.machine.compiled.packing import Packed
from berserk_fsm.machine.compiled.trail import Trail, settled_states, what_a_record_says
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.simulation.dice import Randomness
from berserk_fsm.simulation.match import Match
from berserk_fsm.simulation.one_by_one import play_one_by_one
from berserk_fsm.simulation.tally import Tally

if TYPE_CHECKING:
    from berserk_fsm.scenario.items import Scenario

__all__ = ["Simulation"]


class Simulation:
    """A table to play on. It never changes: matches in several threads may share it.

    Args:
        table: a built table, for instance ``scenario.table``, or just actions.
        readings: how the clauses are read; the default ones if ``None``.
        profile: phases and steps (gap/512); the default profile if ``None``.
        rule_effects: the rule effects, and
        start: how a game starts, where ``table`` is just actions.

    Raises:
        TableError: the actions, effects or start contradict each other.

    Attributes:
        specification: the machine, as data.
        machine: the machine on the table, compiled.

    >>> from berserk_fsm import Action
    >>> Simulation([Action("M", by="A", speed="slow")]).start().holder
    'A'
    """

    __slots__ = ("_beginning", "machine", "specification")

    def __init__(
        self,
        table: Table | Iterable[Action],
        readings: Readings | None = None,
        profile: Profile | None = None,
        *,
        rule_effects: Iterable[RuleEffect] = (),
        start: Start = Start(),  # noqa: B008 - a frozen value
    ) -> None:
        profile = profile or default_profile()
        if not isinstance(table, Table):
            table = build_table(table, rule_effects, start, profile=profile)
        self.specification: Specification = build_specification(profile, readings or Readings())
        self.machine: CompiledMachine = compiled_machine(self.specification, table)
        self._beginning = self._begins_at(self.machine.start)

    @classmethod
    def of_scenario(cls, scenario: Scenario) -> Simulation:
        """The table of a scenario, with its readings and its step table; what it plays is not played.

        >>> from berserk_fsm import parse_scenario
        >>> Simulation.of_scenario(parse_scenario("actions: {F: {by: A}}")).start().events
        0
        """
        return cls(scenario.table, scenario.readings, scenario.profile)

    @property
    def table(self) -> Table:
        """The actions, rule effects and start."""
        return self.machine.context.table

    @property
    def readings(self) -> Readings:
        """How the clauses are read."""
        return self.specification.readings

    def start(self, state: GameState | None = None) -> Match:
        """A new match.

        Args:
            state: the moment it is taken up at; the start of the game if ``None``.

        Raises:
            ValueError: no game on this table comes to that state.
        """
        if state is None:
            return Match(self, self._beginning)
        wrong = disagreement(self.specification, self.table, state)
        if wrong is not None:
            raise ValueError(f"no such state on this table: {wrong.en}")
        return Match(self, self._begins_at(self.machine.packing.pack(state)))

    def _begins_at(self, state: Packed) -> Trail:
        return what_a_record_says, self.machine, None, settled_states(self.machine, [state])

    def playout(self, seed: int | Randomness, most: int) -> Match:
        """A match of random decisions, each legal one as probable as any other.

        Args:
            seed: a number, with which the match is the same in every process; or what decides, for instance a
                :class:`random.Random`.
            most: how many decisions; a game never ends by itself.
        """
        return self.start().playout(random.Random(seed) if isinstance(seed, int) else seed, most)

    def batch(self, games: int, events: int, seed: int, *, check: bool = False) -> Tally:
        """Many matches of random decisions, all at once, counted.

        Game number ``n`` is ``playout(Dice(seed, n), most=events)``.

        Args:
            games: how many.
            events: the decisions in each.
            seed: with it, the batch is the same in every process.
            check: also ask every property of :mod:`berserk_fsm.explore` at every step, and every row of the refusal
                table; takes a few times as long.

        Raises:
            ExploreError: the properties are to be asked, and the table is too large for that: it has more than 64
                actions, facts or rule effects.
        """
        from berserk_fsm.simulation.lockstep import Lockstep

        try:
            lockstep = Lockstep(self, games, seed, check=check)
        except ExploreError:
            if check:
                raise
            return play_one_by_one(self, games, events, seed)
        return lockstep.play(events)

    def __reduce__(self) -> tuple[Any, ...]:
        return Simulation, (self.table, self.readings, self.specification.profile)

    def __repr__(self) -> str:
        return f"<Simulation of {len(self.table.actions)} actions, {len(self.table.rule_effects)} rule effects>"
