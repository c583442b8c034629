"""From the names in a specification to the functions of the vocabulary."""

from __future__ import annotations

from berserk_fsm.core.context import Context, Effect, Guard
from berserk_fsm.core.effects import EFFECTS, EFFECTS_WITH_ARGUMENT
from berserk_fsm.core.guards import GUARDS, GUARDS_WITH_ARGUMENT
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.machine.specification import Call, Refusal, Specification

__all__ = [
    "CompiledRefusals",
    "compile_effect",
    "compile_guard",
    "compile_refusals",
    "context_for",
    "first_refusal",
    "initial_state",
]

CompiledRefusals = tuple[tuple[Refusal, Guard], ...]


def compile_guard(call: Call) -> Guard:
    """The function of a guard."""
    guard = GUARDS[call.name] if call.arg is None else GUARDS_WITH_ARGUMENT[call.name](call.arg)
    return _negation(guard) if call.negated else guard


def _negation(guard: Guard) -> Guard:
    return lambda context, state, decision: not guard(context, state, decision)


def compile_effect(call: Call) -> Effect:
    """The function of an effect."""
    return EFFECTS[call.name] if call.arg is None else EFFECTS_WITH_ARGUMENT[call.name](call.arg)


def compile_refusals(specification: Specification) -> CompiledRefusals:
    """The refusal table with the functions of its guards."""
    return tuple((row, compile_guard(row.requires)) for row in specification.refusals)


def first_refusal(refusals: CompiledRefusals, context: Context, state: GameState, decision: Decision) -> Refusal | None:
    """The row of the refusal table that refuses ``decision``: the first that applies; ``None`` if none does."""
    manner = context.table.actions[decision.name].manner if decision.name is not None else None
    for row, guard in refusals:
        if decision.verb not in row.verbs or (manner is not None and manner not in row.manners):
            continue
        if not guard(context, state, decision):
            return row
    return None


def context_for(specification: Specification, table: Table) -> Context:
    """What guards and effects look at besides the state, for a game on ``table``."""
    profile = specification.profile
    by_deed = {step.does: step.id for step in profile.steps}
    return Context(
        table=table,
        main_phase=profile.main_phase,
        fast_phases=(profile.main_phase, *profile.fast_phases),
        step_order={step.id: place for place, step in enumerate(profile.steps)},
        fixing_step=by_deed.get("fix_target"),
        applying_step=by_deed["apply_effect"],
        pointless_steps=tuple(step.id for step in profile.steps if step.trigger_point == "never"),
        unblocked_points=tuple(step.id for step in profile.steps if step.trigger_point == "unless_blocked"),
        offers={manner: tuple(compile_guard(call) for call in calls) for manner, calls in specification.offers.items()},
    )


def initial_state(specification: Specification, table: Table) -> GameState:
    """The game before its first micro-step."""
    return GameState(control=specification.initial, active=table.start.active, facts=frozenset(table.start.facts))
