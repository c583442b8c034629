"""What an SCXML document keeps in its datamodel, as plain data: the table, the context, the game.

Where the machine is, the document's configuration says; everything else of a
:class:`~berserk_fsm.core.values.GameState` is in ``game``.
"""

from __future__ import annotations

from collections.abc import Iterable

from berserk_fsm.core.context import Context
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Action, Entry, GameState, Point, Window
from berserk_fsm.exports.scxml_literals import Value
from berserk_fsm.machine.compile import context_for
from berserk_fsm.machine.specification import Specification

__all__ = ["context_data", "game_data", "table_data"]


def table_data(table: Table) -> dict[str, Value]:
    """The table: actions, rule effects, start. Names are values, never keys, so that any name is safe."""
    return {
        "start": {"active": table.start.active, "phase": table.start.phase, "facts": table.start.facts},
        "actions": [_action(action) for action in table.actions.values()],
        "rule_effects": [
            {"name": effect.name, "when": effect.when, "remove": effect.remove, "add": effect.add}
            for effect in table.rule_effects.values()
        ],
    }


def _action(action: Action) -> dict[str, Value]:
    return {
        "name": action.name,
        "by": action.by,
        "speed": action.speed,
        "target": action.target,
        "roll": action.roll,
        "when": action.when,
        "requires": action.requires,
        "cost": action.cost,
        "add": action.add,
        "remove": action.remove,
        "on": _point(action.on) if action.on else None,
        "block": action.block,
        "redirect": {"of": action.redirect.of, "to": action.redirect.to} if action.redirect else None,
    }


def context_data(specification: Specification, table: Table) -> dict[str, Value]:
    """What else guards and effects look at: :class:`~berserk_fsm.core.context.Context` without the table."""
    context: Context = context_for(specification, table)
    return {
        "main_phase": context.main_phase,
        "fast_phases": context.fast_phases,
        "step_order": [step for step, _ in sorted(context.step_order.items(), key=lambda item: item[1])],
        "fixing_step": context.fixing_step,
        "applying_step": context.applying_step,
        "pointless_steps": context.pointless_steps,
        "unblocked_points": context.unblocked_points,
        "offers": {
            manner: [{"name": call.name, "arg": call.arg} for call in calls]
            for manner, calls in specification.offers.items()
        },
    }


def game_data(state: GameState) -> dict[str, Value]:
    """A game at one moment; sets are sorted lists."""
    return {
        "active": state.active,
        "turn": state.turn,
        "phase": state.phase,
        "facts": sorted(state.facts),
        "queue": _entries(state.queue),
        "stack": _entries(state.stack),
        "window": _window(state.window) if state.window else None,
        "deactivated": state.deactivated,
        "declared": sorted(state.declared),
        "look": {"ran": state.look.ran, "cut": state.look.cut} if state.look else None,
        "log": {
            "left": state.log.left,
            "cancelled": state.log.cancelled,
            "rule_effects": state.log.rule_effects,
            "loops": state.log.loops,
        },
    }


def _window(window: Window) -> dict[str, Value]:
    return {
        "kind": window.kind,
        "holder": window.holder,
        "points": [_point(point) for point in window.points],
        "has_declared": window.has_declared,
        "passes": window.passes,
        "fast_open_to": sorted(window.fast_open_to),
        "given_away": sorted(window.given_away),
        "points_closed_to": sorted(window.points_closed_to),
        "off_stack": window.off_stack,
        "action_left": window.action_left,
    }


def _entries(entries: Iterable[Entry]) -> list[Value]:
    return [
        {
            "name": entry.name,
            "step": entry.step,
            "target": entry.target,
            "blocked": entry.blocked,
            "redirected": entry.redirected,
            "reserved": entry.reserved,
            "cancelled": entry.cancelled,
        }
        for entry in entries
    ]


def _point(point: Point) -> dict[str, Value]:
    return {"where": point.where, "name": point.name}
