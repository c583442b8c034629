"""Rule effects fall due, run in batches and stop repeating (302.7, 302.8, gap/503)."""

from __future__ import annotations

from dataclasses import replace

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import GameState, Look, RuleEffect

__all__ = ["apply_batch", "cut_now", "due_now", "note_cut"]


def _is_due(facts: frozenset[str], effect: RuleEffect) -> bool:
    """Its condition holds, and applying it would change the facts."""
    return facts.issuperset(effect.when) and facts.difference(effect.remove).union(effect.add) != facts


def _look(state: GameState) -> Look:
    assert state.look is not None
    return state.look


def due_now(ctx: Context, state: GameState) -> tuple[RuleEffect, ...]:
    """The next batch: due now, and not run yet in this look; in file order."""
    ran = frozenset(_look(state).ran)
    return tuple(e for e in ctx.table.rule_effects.values() if e.name not in ran and _is_due(state.facts, e))


def cut_now(ctx: Context, state: GameState) -> tuple[RuleEffect, ...]:
    """Due again although they ran in this look: the loop is cut at them. Each is named once per look."""
    ran, cut = frozenset(_look(state).ran), frozenset(_look(state).cut)
    return tuple(
        e for e in ctx.table.rule_effects.values() if e.name in ran and e.name not in cut and _is_due(state.facts, e)
    )


def apply_batch(state: GameState, batch: tuple[RuleEffect, ...]) -> GameState:
    """302.7: all of ``batch`` count as applied at once: each has read the facts before it; removals, then additions."""
    facts = state.facts
    for effect in batch:
        facts = facts.difference(effect.remove)
    for effect in batch:
        facts = facts.union(effect.add)
    names = tuple(effect.name for effect in batch)
    look = _look(state)
    return replace(
        state,
        facts=facts,
        look=replace(look, ran=look.ran + names),
        log=replace(state.log, rule_effects=state.log.rule_effects + names),
    )


def note_cut(state: GameState, cut: tuple[RuleEffect, ...]) -> GameState:
    """gap/503: write down what is not run again, so that a look always ends."""
    names = tuple(effect.name for effect in cut)
    look = _look(state)
    return replace(
        state,
        look=replace(look, cut=look.cut + names),
        log=replace(state.log, loops=state.log.loops + names),
    )
