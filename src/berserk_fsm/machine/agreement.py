"""Do the state of the machine and the data of the game say the same? For positions from outside, and for tests.

Control decides what is possible, the data is what is shown; every transition changes both, so they must agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from berserk_fsm.core.table import Table
from berserk_fsm.core.values import PLAYERS, Entry, GameState, Point, Window, other
from berserk_fsm.machine.specification import Specification, StateDef
from berserk_fsm.rules.text import Text

__all__ = ["disagreement", "is_looking"]

# The keys are those of a position text; in Russian it is said besides what stands there.
_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "phase": "фаза",
        "deactivated": "деактивирован ли стек",
        "holder": "владеющий приоритетом",
        "window": "окно",
        "window.kind": "вид окна",
        "window.has_declared": "было ли заявлено",
        "window.passes": "число пасов подряд",
        "look": "проверка эффектов правил",
        "stack": "стек",
        "names": "имена в очереди и стеке",
        "declared": "заявленное",
        "suspended": "этапы приостановленных игродействий",
        "active": "Активный игрок",
        "queue": "очередь заявок",
        "step": "этап верхнего игродействия",
        "players": "игроки окна",
        "points": "точки срабатывания",
        "rule effects": "эффекты правил",
        "cancelled": "отменённое игродействие",
        "target": "цель",
        "turn": "номер хода",
    }
)


def disagreement(specification: Specification, table: Table, state: GameState) -> Text | None:
    """What is wrong with ``state``; ``None`` when machine and data agree.

    >>> from dataclasses import replace
    >>> from berserk_fsm.game import Game
    >>> game = Game()
    >>> disagreement(game.specification, game.table, game.state) is None
    True
    >>> disagreement(game.specification, game.table, replace(game.state, turn=0)).ru
    'номер хода (turn) не согласуется с состоянием автомата «turn...»'
    """
    leaf = specification.states.get(state.control)
    if leaf is None or leaf.kind == "composite":
        # What is wrong may be the length of a name.
        return Text(
            f"в автомате нет состояния «{state.control:.100}», в котором можно находиться",
            f"the machine has no state {state.control!r:.100} to be in",
        )
    window = state.window
    holder_of = {"active": state.active, "nonactive": other(state.active), None: None}
    inside = ".execution." in leaf.path
    suspended = state.stack if _top_waits(leaf) else state.stack[:-1]
    entries = (*state.queue, *state.stack)
    names = [entry.name for entry in entries]
    checks = (
        ("phase", state.phase == leaf.phase),
        ("deactivated", state.deactivated == leaf.deactivated),
        ("holder", state.holder == holder_of[leaf.holder]),
        ("window", (window is not None) == (leaf.window is not None and leaf.local_name != "both_passed")),
        ("window.kind", window is None or window.kind == leaf.window),
        ("window.has_declared", window is None or window.has_declared == (leaf.local_name == "has_declared")),
        ("window.passes", window is None or window.passes in ((0,) if window.has_declared else (0, 1))),
        ("look", (state.look is not None) == is_looking(leaf)),
        ("stack", bool(state.stack) if _needs_top(leaf) else (inside or not state.stack)),
        ("names", len(set(names)) == len(names) and state.declared.issuperset(names)),
        ("declared", state.declared.issubset(table.actions)),
        ("suspended", all(entry.step in (None, *specification.suspending_steps) for entry in suspended)),
        ("active", state.active in PLAYERS),
        ("queue", all(_is_fresh(specification, table, entry) for entry in state.queue) and _may_queue(leaf, state)),
        ("step", suspended == state.stack or _step_agrees(leaf.path, state)),
        ("players", window is None or _players(window) <= set(PLAYERS)),
        ("points", window is None or all(_is_point(specification, table, point) for point in window.points)),
        ("rule effects", state.look is None or {*state.look.ran, *state.look.cut} <= set(table.rule_effects)),
        ("cancelled", not any(entry.cancelled for entry in suspended)),
        ("target", all(_target_agrees(table, entry) for entry in entries if entry.name in table.actions)),
        ("turn", state.turn >= 1),
    )
    for name, agrees in checks:
        if not agrees:
            return Text(
                f"{_KEYS[name]} ({name}) не согласуется с состоянием автомата «{state.control}»",
                f"{name} does not agree with the state {state.control!r}",
            )
    return None


def is_looking(leaf: StateDef) -> bool:
    """Is a look for rule effects going on in a state of the machine, or are its points still to be offered (303.8)?"""
    return leaf.local_name in ("entering", "rule_effects", "offer")


def _needs_top(leaf: StateDef) -> bool:
    """Does the machine work on the top of the stack here?"""
    return ".execution." in leaf.path and leaf.local_name not in ("transfer", "left")


def _top_waits(leaf: StateDef) -> bool:
    """Is the top action not executing here: it waits, or was suspended and has not continued?"""
    return leaf.window == "removal" or leaf.local_name in ("transfer", "next", "left")


def _is_fresh(specification: Specification, table: Table, entry: Entry) -> bool:
    """Nothing has been done to what is queued (302.10), but that its resources may be reserved."""
    reserved = entry.reserved and specification.readings.reserve_at == "declaration"
    target = table.actions[entry.name].target if entry.name in table.actions else None
    return entry == Entry(entry.name, target=target, reserved=reserved)


def _target_agrees(table: Table, entry: Entry) -> bool:
    """Only a redirection changes a target, and it gives one."""
    return entry.target is not None if entry.redirected else entry.target == table.actions[entry.name].target


def _may_queue(leaf: StateDef, state: GameState) -> bool:
    """Outside execution something is queued only in a window, or when one has just been passed through."""
    return not state.queue or ".execution." in leaf.path or state.window is not None or leaf.local_name == "both_passed"


def _step_agrees(path: str, state: GameState) -> bool:
    """The top action is in the step the machine is in; on the way into a step it is still in the one before."""
    return not state.stack or path.endswith(".entry") or f".execution.{state.step}." in f"{path}."


def _players(window: Window) -> set[str]:
    return {*window.fast_open_to, *window.given_away, *window.points_closed_to}


def _is_point(specification: Specification, table: Table, point: Point) -> bool:
    if point.where == "phase":
        return any(point.name == phase.id for phase in specification.profile.phases)
    if point.where == "effect":
        return point.name in table.rule_effects
    known = any(step.id == point.where and step.trigger_point != "never" for step in specification.profile.steps)
    return known and point.name in table.actions
