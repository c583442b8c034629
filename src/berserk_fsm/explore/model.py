"""What is explored: the machine on one table, as a starting state and the steps that lead on from each state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from berserk_fsm.core.context import Context, Effect, Guard
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import PLAYERS, Decision, GameState
from berserk_fsm.machine.compile import (
    CompiledRefusals,
    compile_effect,
    compile_guard,
    compile_refusals,
    context_for,
    first_refusal,
    initial_state,
)
from berserk_fsm.machine.engine import event_of
from berserk_fsm.machine.specification import Refusal, Row, Specification, StateDef

if TYPE_CHECKING:
    from berserk_fsm.scenario.items import Scenario

__all__ = ["Model", "Step"]


class Step(NamedTuple):
    """One transition that can be taken: a micro-step."""

    row: Row
    decision: Decision | None
    after: GameState


@dataclass(frozen=True, eq=False)
class Model:
    """The machine of ``specification`` on ``table``.

    Args:
        specification: the machine.
        table: the actions, rule effects and start.

    >>> from berserk_fsm.game import Game
    >>> game = Game()
    >>> model = Model(game.specification, game.table)
    >>> [step.row.kind for step in model.steps(model.start)]
    ['start_game']
    """

    specification: Specification
    table: Table

    @classmethod
    def of_scenario(cls, scenario: Scenario) -> Model:
        """The table of a scenario, with its readings and its step table; what it plays does not matter.

        >>> from berserk_fsm.scenario.scenario import parse_scenario
        >>> Model.of_scenario(parse_scenario("actions: {F: {by: A}}")).start.phase is None
        True
        """
        from berserk_fsm.machine.build import build_specification

        return cls(build_specification(scenario.profile, scenario.readings), scenario.table)

    @cached_property
    def context(self) -> Context:
        """What guards and effects look at besides the state."""
        return context_for(self.specification, self.table)

    @cached_property
    def start(self) -> GameState:
        """The game before its first micro-step."""
        return initial_state(self.specification, self.table)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Everything players can try at this table: each action by each player, pass and hand over."""
        verbs = [Decision(verb, player) for player in PLAYERS for verb in ("pass", "hand_over")]
        declares = [Decision("declare", player, name) for player in PLAYERS for name in self.table.actions]
        return (*declares, *verbs)

    @cached_property
    def _functions(self) -> Mapping[str, tuple[tuple[Guard, ...], tuple[Effect, ...]]]:
        return {
            row.id: (tuple(map(compile_guard, row.guards)), tuple(map(compile_effect, row.effects)))
            for row in self.specification.rows
        }

    @cached_property
    def _refusals(self) -> CompiledRefusals:
        return compile_refusals(self.specification)

    def refusal(self, state: GameState, decision: Decision) -> Refusal | None:
        """What refuses a decision in ``state``, if anything."""
        return first_refusal(self._refusals, self.context, state, decision)

    def leaf(self, state: GameState) -> StateDef:
        """The state of the machine a game is in."""
        return self.specification.states[state.control]

    def is_decision(self, state: GameState) -> bool:
        """Must a player decide?"""
        return self.leaf(state).kind == "decision"

    def enabled(self, state: GameState, decision: Decision | None) -> tuple[Row, ...]:
        """The rows a decision fires in ``state``; for ``None`` the automatic ones. One at most, if all is well."""
        event = None if decision is None else event_of(self.context, decision)
        return tuple(
            row
            for row in self.specification.rows_from(state.control)
            if (row.automatic if event is None else not row.automatic and row.event == event)
            and all(guard(self.context, state, decision) for guard in self._functions[row.id][0])
        )

    def take(self, state: GameState, row: Row, decision: Decision | None) -> GameState:
        """The game after ``row``."""
        for effect in self._functions[row.id][1]:
            state = effect(self.context, state, decision)
        return replace(state, control=self.specification.entered(row.target))

    def steps(self, state: GameState) -> Iterator[Step]:
        """Every transition that can be taken in ``state``, by any decision or by the machine itself."""
        for decision in self.decisions if self.is_decision(state) else (None,):
            for row in self.enabled(state, decision):
                yield Step(row, decision, self.take(state, row, decision))
