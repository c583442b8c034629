"""The table and the profile as numbers, for guards and effects that look at many states at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from berserk_fsm.core.values import PLAYERS, Action, Decision, Player, Point, RuleEffect, roll_name
from berserk_fsm.explore.layout import Bits, Layout
from berserk_fsm.explore.model import Model

__all__ = ["ActionCode", "Codes", "Declared", "EffectCode"]


@dataclass(frozen=True, slots=True)
class ActionCode:
    """An action in numbers: its place among the names, and sets of facts as bits."""

    action: Action
    code: int
    when: int
    requires: int
    cost: int
    add: int
    remove: int
    aim: int | None

    @property
    def bit(self) -> int:
        """The action, as a set of one."""
        return 1 << self.code


@dataclass(frozen=True, slots=True)
class EffectCode:
    """A rule effect in numbers."""

    bit: int
    when: int
    remove: int
    add: int


@dataclass(frozen=True, slots=True)
class Declared:
    """A player's decision: who (0 for A, 1 for B), and for a declaration what."""

    decision: Decision
    player: int
    action: ActionCode | None


class Codes:
    """Everything that does not change during a search.

    Args:
        layout: where things stand in packed states.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        model = layout.model
        context, table = model.context, model.table
        self.actions = tuple(self._action(action) for action in table.actions.values())
        self.by_name = {code.action.name: code for code in self.actions}
        self.effects = tuple(self._effect(effect) for effect in table.rule_effects.values())
        self.main_phase = layout.phases.index(context.main_phase)
        self.fast_phases = tuple(layout.phases.index(phase) for phase in context.fast_phases)
        self.fixing_step = layout.steps.index(context.fixing_step) if context.fixing_step else None
        self.applying_step = layout.steps.index(context.applying_step)
        self.paying_step = 1 + next(n for n, step in enumerate(model.specification.profile.steps) if step.does == "pay")
        self.pointless_steps = tuple(layout.steps.index(step) for step in context.pointless_steps)
        self.unblocked_points = tuple(layout.steps.index(step) for step in context.unblocked_points)
        self.requires = self._column(lambda code: code.requires)
        self.cost = self._column(lambda code: code.cost)
        self.add = self._column(lambda code: code.add)
        self.remove = self._column(lambda code: code.remove)
        self.by = self._column(lambda code: PLAYERS.index(code.action.by))
        self.roll = self._column(lambda code: layout.name_code.get(roll_name(code.action.name), 0))
        self.roll_bit = self._column(lambda code: code.action.roll and layout.name_bits((roll_name(code.action.name),)))
        self.has_own_target = self._column(lambda code: int(code.action.target is not None))
        self.decisions = tuple(self._declared(decision) for decision in model.decisions)

    @property
    def model(self) -> Model:
        """What is explored."""
        return self.layout.model

    def _column(self, of: Callable[[ActionCode], int]) -> Bits:
        """One number of each action, to be looked up by its code; 0 for codes that no action has."""
        column = np.zeros(1 << self.layout.order.width, np.uint64)
        column[: len(self.actions)] = [of(code) for code in self.actions]
        return column

    def _action(self, action: Action) -> ActionCode:
        layout = self.layout
        when, requires, cost, add, remove = map(
            layout.fact_bits, (action.when, action.requires, action.cost, action.add, action.remove)
        )
        aim = None if action.aim is None else layout.name_code[action.aim]
        return ActionCode(action, layout.name_code[action.name], when, requires, cost, add, remove, aim)

    def _effect(self, effect: RuleEffect) -> EffectCode:
        layout = self.layout
        return EffectCode(
            layout.effect_bits((effect.name,)),
            *(layout.fact_bits(facts) for facts in (effect.when, effect.remove, effect.add)),
        )

    def _declared(self, decision: Decision) -> Declared:
        action = self.by_name[decision.name] if decision.name is not None else None
        return Declared(decision, PLAYERS.index(decision.player), action)

    @cached_property
    def declarations(self) -> tuple[Declared, ...]:
        """The declarations by the player whose action it is."""
        return tuple(d for d in self.decisions if d.action is not None and d.action.action.by == d.decision.player)

    def of_player(self, player: Player) -> tuple[Declared, ...]:
        """The declarations of one player's own actions."""
        return tuple(d for d in self.declarations if d.decision.player == player)

    def point(self, point: Point) -> tuple[str, int, int]:
        """A trigger point in numbers: ``("step", step, action)``, ``("phase", phase, 0)``, ``("effect", bit, 0)``."""
        if point.where == "phase":
            return "phase", self.layout.phases.index(point.name), 0
        if point.where == "effect":
            return "effect", self.layout.effect_bits((point.name,)), 0
        return "step", self.layout.steps.index(point.where), self.layout.name_code[point.name]
