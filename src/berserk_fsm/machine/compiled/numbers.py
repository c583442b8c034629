"""The table and the step table in numbers: what the written functions of a machine look things up in.

Sets of actions are bits (see :func:`~berserk_fsm.machine.compiled.packing.first_choice`), and so are sets of facts;
what is looked up by an action is a tuple in table order. The methods are for what an expression cannot say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import MANNERS, PLAYERS, Action, roll_name
from berserk_fsm.machine.compiled.packing import (
    BLOCKED,
    KIND,
    KINDS,
    LOOPS,
    NUMBER,
    OFF_STACK,
    REDIRECTED,
    RESERVED,
    RULE_EFFECTS,
    STEP,
    TARGET,
    TEN_BITS,
    Packing,
    first_choice,
)
from berserk_fsm.machine.specification import Specification

__all__ = ["Numbers", "opened_window"]

Entries = tuple[int, ...]
Look = tuple[int, int, tuple[int, ...], tuple[int, ...]]

NEVER = 1 << 30
"""A step no action comes past."""


def opened_window(kind: str, mark: int = 0) -> int:
    """A window just opened, before anyone has priority, marked as one after an action that left or is off the stack."""
    return KINDS.index(kind) << KIND | mark


class Numbers:
    """Everything that does not change during a game. Never changes once it is made.

    Args:
        specification: the machine.
        context: its table and step table.
    """

    def __init__(self, specification: Specification, context: Context) -> None:
        table = context.table
        actions, effects = tuple(table.actions.values()), tuple(table.rule_effects.values())
        self.packing = packing = Packing(
            (leaf.path for leaf in specification.leaves),
            (phase.id for phase in specification.profile.phases),
            (step.id for step in specification.profile.steps),
            table.actions,
            table.rule_effects,
            _facts(context),
            dict.fromkeys(target for action in actions for target in _targets(action)),
        )
        number, bits = packing.name_number, packing.fact_bits

        def those(wanted: Iterable[Action]) -> int:
            return packing.name_bits(action.name for action in wanted)

        def aimed(aims: Iterable[tuple[Action, str | None]]) -> tuple[int, ...]:
            found = dict.fromkeys(table.actions, 0)
            for action, aim in aims:
                if aim is not None:
                    found[aim] |= those((action,))
            return tuple(found.values())

        # Sets of actions.
        self.by = (0, *(those(a for a in actions if a.by == player) for player in PLAYERS), 0)
        rolls = those(a for a in actions if table.rolls(a.name))
        self.no_rolls = ~rolls
        self.own = tuple(mine & ~rolls for mine in self.by)
        self.slow, self.fast, self.triggered, self.conditional = (
            those(a for a in actions if a.manner == manner) for manner in MANNERS
        )
        self.open_ended = self.triggered | self.conditional
        self.aiming = those(a for a in actions if a.aim is not None)
        self.aimless = ~self.aiming
        self.aimed_at = aimed((a, a.aim) for a in actions)
        self.blocks = aimed((a, a.block) for a in actions)
        self.redirects = aimed((a, a.redirect.of if a.redirect else None) for a in actions)
        self.aimed_in_vain = those(
            a for a in actions if a.redirect is not None and table.actions[a.redirect.of].target is None
        )
        self.waiting = those(a for a in actions if a.when)
        self.costly = those(a for a in actions if a.cost)
        self.at_point: dict[int, int] = {}
        for a in actions:
            if a.on is not None:
                point = packing.point_number(a.on)
                self.at_point[point] = self.at_point.get(point, 0) | those((a,))

        # By action.
        self.bit = tuple(map(first_choice, range(len(actions))))
        self.player = tuple(1 + PLAYERS.index(action.by) for action in actions)
        self.when = tuple(bits(action.when) for action in actions)
        self.requires = tuple(bits(action.requires) for action in actions)
        self.cost = tuple(bits(action.cost) for action in actions)
        self.unspent = tuple(~bits(action.cost) for action in actions)
        self.add = tuple(bits(action.add) for action in actions)
        self.keep = tuple(~bits(action.remove) for action in actions)
        self.aim = tuple(None if action.aim is None else number[action.aim] for action in actions)
        self.new_target = tuple(
            None if action.redirect is None else packing.target_number[action.redirect.to] for action in actions
        )
        self.rolls = tuple(action.roll for action in actions)
        self.roll = tuple(number.get(roll_name(action.name)) for action in actions)
        self.roll_bit = tuple(packing.name_bits((roll_name(a.name),) if a.roll else ()) for a in actions)
        self.new_entry = tuple(
            place << NUMBER | packing.target_number[action.target] << TARGET for place, action in enumerate(actions)
        )

        # Phases, steps, rule effects.
        self.main_phase = packing.phase_number[context.main_phase]
        self.fast_phases = frozenset(packing.phase_number[phase] for phase in context.fast_phases)
        self.start_phase = packing.phase_number[table.start.phase]
        self.applied = packing.step_number[context.applying_step]
        self.fixed = NEVER if context.fixing_step is None else packing.step_number[context.fixing_step]
        self.pointless = frozenset(packing.step_number[step] for step in context.pointless_steps)
        self.unblocked = frozenset(packing.step_number[step] for step in context.unblocked_points)
        # Of each: when it holds, what it keeps, what it adds.
        self.effects = tuple((bits(e.when), ~bits(e.remove), bits(e.add)) for e in effects)

        # What the machine is compiled with: see the functions of these names in `writing`.
        self.offered: Callable[..., int] = _not_written
        self.due: Callable[[int], int] = _not_written

    # --- what is aimed at something ----------------------------------------------------------------------------------

    def aim_still_holds(self, stack: Entries, number: int) -> bool:
        """302.10, 302.12: what the action is aimed at lies on the stack and can still be blocked or redirected."""
        aim = self.aim[number]
        if aim is None:
            return True
        entry = next((entry for entry in stack if entry >> NUMBER & TEN_BITS == aim), None)
        if entry is None:
            return False
        if self.new_target[number] is None:
            return entry >> STEP <= self.applied
        in_vain = self.aimed_in_vain & self.bit[number]
        return not in_vain and not entry & REDIRECTED and entry >> STEP <= self.fixed

    def aimed_at_top(self, queue: Entries, stack: Entries) -> int:
        """302.10, 302.12: the actions that may block or redirect the top action of the stack."""
        if not stack:
            return 0
        top = stack[-1]
        number = top >> NUMBER & TEN_BITS
        found = self.aimed_at[number] & ~self.aimed_in_vain
        if top >> STEP > self.applied:
            found &= ~self.blocks[number]
        if top & REDIRECTED or top >> STEP > self.fixed:
            found &= ~self.redirects[number]
        return found and found & ~self.aimed_at_any(queue)

    def aimed_at_any(self, entries: Entries) -> int:
        """The actions aimed at one of some entries."""
        found = 0
        for entry in entries:
            found |= self.aimed_at[entry >> NUMBER & TEN_BITS]
        return found

    def blocks_too_late(self, stack: Entries) -> int:
        """302.12: the actions that would block what has been applied already."""
        found = 0
        for entry in stack:
            if entry >> STEP > self.applied:
                found |= self.blocks[entry >> NUMBER & TEN_BITS]
        return found

    def redirects_again(self, stack: Entries) -> int:
        """302.12: the actions that would redirect what has been redirected already."""
        found = 0
        for entry in stack:
            if entry & REDIRECTED:
                found |= self.redirects[entry >> NUMBER & TEN_BITS]
        return found

    def redirects_too_late(self, stack: Entries) -> int:
        """302.12: the actions that would redirect what has its target for good."""
        found = 0
        for entry in stack:
            if entry >> STEP > self.fixed:
                found |= self.redirects[entry >> NUMBER & TEN_BITS]
        return found

    def hit(self, stack: Entries, number: int) -> Entries:
        """302.12: the stack after the action has blocked or redirected what it is aimed at."""
        aim, new = self.aim[number], self.new_target[number]

        def after(entry: int) -> int:
            if entry >> NUMBER & TEN_BITS != aim:
                return entry
            return entry | BLOCKED if new is None else entry & ~(TEN_BITS << TARGET) | new << TARGET | REDIRECTED

        return tuple(map(after, stack))

    # --- conditions, costs, trigger points ---------------------------------------------------------------------------

    def whose_condition_holds(self, asked: int, facts: int) -> int:
        """303.3, 303.4: those of some actions for whose conditions the facts are there."""
        waiting = asked & self.waiting
        while waiting:
            bit = waiting & -waiting
            waiting ^= bit
            if self.when[bit.bit_length() - 3] & ~facts:
                asked ^= bit
        return asked

    def cost_is_free(self, number: int, facts: int, queue: Entries, stack: Entries) -> bool:
        """302.12: the cost of the action is there, and no other action has reserved any of it."""
        cost = self.cost[number]
        if cost & ~facts:
            return False
        for entry in (*stack, *queue) if cost else ():
            other = entry >> NUMBER & TEN_BITS
            if entry & RESERVED and other != number and self.cost[other] & cost:
                return False
        return True

    def whose_cost_is_free(self, asked: int, facts: int, queue: Entries, stack: Entries) -> int:
        """302.12: those of some actions whose cost is there and not reserved."""
        costly = asked & self.costly
        while costly:
            bit = costly & -costly
            costly ^= bit
            if not self.cost_is_free(bit.bit_length() - 3, facts, queue, stack):
                asked ^= bit
        return asked

    def whose_point_is_here(self, points: tuple[int, ...]) -> int:
        """303.4: the actions that have one of the points as theirs."""
        found = 0
        for point in points:
            found |= self.at_point.get(point, 0)
        return found

    def step_points(self, stack: Entries, look: Look | None, step: int) -> tuple[int, ...]:
        """303.4, 303.8: the points of a step of the top action, then those of the rule effects that have just run."""
        effects = () if look is None else look[2]
        top = stack[-1]
        if step in self.pointless or (top & BLOCKED and step in self.unblocked):
            return effects
        return (self.packing.step_point_number(top >> NUMBER & TEN_BITS, step), *effects)

    def phase_points(self, phase: int, look: Look | None) -> tuple[int, ...]:
        """303.8: the point of the phase entered, then those of the rule effects that ran on entering it."""
        return (len(self.effects) + phase, *(() if look is None else look[2]))

    def someone_may_declare(
        self, active: int, phase: int, facts: int, declared: int, queue: Entries, stack: Entries, look: Look | None
    ) -> bool:
        """303.8: one of the players has a trigger or a conditional playable to declare after an off-stack action."""
        asked = self.open_ended & ~declared
        if not asked:
            return False
        step = stack[-1] >> STEP if stack else 0
        points = self.step_points(stack, look, step) if step else self.phase_points(phase, look)
        window = opened_window("off_stack", OFF_STACK)
        for player in (1, 2):
            mine, opened = asked & self.by[player], window | player
            if mine and self.offered(
                mine, player, active, phase, facts, declared, queue, stack, opened, points, look, False
            ):
                return True
        return False

    # --- rule effects ------------------------------------------------------------------------------------------------

    def run(self, due: int, facts: int, look: Look, past: Any) -> tuple[int, Look, Any]:
        """302.7: all that are due run as one batch, removals, then additions; what would repeat is cut first."""
        if due & look[0]:
            look, past = self.cut(due, look, past)
        ran, cut, ran_names, cut_names = look
        new, added = due & ~ran, 0
        batch: tuple[int, ...] = ()
        while new:
            number = (new & -new).bit_length() - 1
            new &= new - 1
            _, keep, add = self.effects[number]
            facts &= keep
            added |= add
            batch += (number,)
        return facts | added, (ran | due, cut, ran_names + batch, cut_names), (past, RULE_EFFECTS, batch)

    def cut(self, due: int, look: Look, past: Any) -> tuple[Look, Any]:
        """gap/503: write down what is due again although it ran in this look; each is named once per look."""
        ran, cut, ran_names, cut_names = look
        looping = due & ran & ~cut
        if not looping:
            return look, past
        names = _members(looping)
        return (ran, cut | looping, ran_names, cut_names + names), (past, LOOPS, names)


def _members(bits: int) -> tuple[int, ...]:
    """The numbers in a set of rule effects, in file order."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)


def _not_written(*_: object) -> int:
    raise AssertionError("the machine these numbers belong to is not compiled")


def _facts(context: Context) -> Iterable[str]:
    """The facts that are asked for or changed somewhere, and those of the start, each once."""
    table = context.table
    seen: dict[str, None] = {}
    for action in table.actions.values():
        for facts in (action.when, action.requires, action.cost, action.add, action.remove):
            seen.update(dict.fromkeys(facts))
    for effect in table.rule_effects.values():
        for facts in (effect.when, effect.remove, effect.add):
            seen.update(dict.fromkeys(facts))
    seen.update(dict.fromkeys(table.start.facts))
    return seen


def _targets(action: Action) -> Iterable[str]:
    """The targets an action begins with or gives."""
    return (target for target in (action.target, action.redirect.to if action.redirect else None) if target is not None)
