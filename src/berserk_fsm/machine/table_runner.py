"""The table runner: the rows of the specification compiled to lists of functions, for speed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from berserk_fsm.core.context import Context, Effect, Guard
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.compile import compile_effect, compile_guard, initial_state
from berserk_fsm.machine.engine import event_of
from berserk_fsm.machine.records import MicroStep
from berserk_fsm.machine.specification import Row, Specification

__all__ = ["TableRunner"]


@dataclass(frozen=True, slots=True)
class _CompiledRow:
    row: Row
    guards: tuple[Guard, ...]
    effects: tuple[Effect, ...]
    target: str


class TableRunner:
    """Runs the rows of ``specification`` on one table; see :class:`~berserk_fsm.machine.engine.Engine`."""

    def __init__(self, specification: Specification, context: Context) -> None:
        compiled = {row.id: _compile(specification, row) for row in specification.rows}
        self._context = context
        automatic: dict[str, tuple[_CompiledRow, ...]] = {}
        decisions: dict[str, dict[str, tuple[_CompiledRow, ...]]] = {}
        for leaf in specification.leaves:
            rows = specification.rows_from(leaf.path)
            automatic[leaf.path] = tuple(compiled[row.id] for row in rows if row.automatic)
            events = dict.fromkeys(row.event for row in rows if not row.automatic)
            decisions[leaf.path] = {
                event: tuple(compiled[row.id] for row in rows if row.event == event) for event in events
            }
        self._automatic: Mapping[str, tuple[_CompiledRow, ...]] = automatic
        self._decisions: Mapping[str, Mapping[str, tuple[_CompiledRow, ...]]] = decisions
        self._state = initial_state(specification, context.table)

    @property
    def state(self) -> GameState:
        """The game now."""
        return self._state

    def decide(self, decision: Decision) -> MicroStep | None:
        """Take the row a player's decision fires; ``None`` when no row is enabled."""
        event = event_of(self._context, decision)
        return self._take(self._decisions[self._state.control].get(event, ()), decision)

    def advance(self) -> MicroStep | None:
        """Take the one automatic row that is enabled; ``None`` when a player must decide."""
        rows = self._automatic[self._state.control]
        if not rows:
            return None
        micro = self._take(rows, None)
        if micro is None:
            raise SpecificationError(f"state {self._state.control} is stuck: no row that leaves it is enabled")
        return micro

    def load(self, state: GameState) -> None:
        """Go to another moment: for undo and for positions."""
        self._state = state

    def _take(self, rows: tuple[_CompiledRow, ...], decision: Decision | None) -> MicroStep | None:
        before, context = self._state, self._context
        enabled = [row for row in rows if all(guard(context, before, decision) for guard in row.guards)]
        if not enabled:
            return None
        if len(enabled) > 1:
            names = " and ".join(compiled.row.id for compiled in enabled)
            raise SpecificationError(f"rows {names} are enabled at once in {before.control}")
        chosen = enabled[0]
        after = before
        for effect in chosen.effects:
            after = effect(context, after, decision)
        self._state = replace(after, control=chosen.target)
        return MicroStep(chosen.row, before, self._state)


def _compile(specification: Specification, row: Row) -> _CompiledRow:
    return _CompiledRow(
        row,
        tuple(compile_guard(call) for call in row.guards),
        tuple(compile_effect(call) for call in row.effects),
        specification.entered(row.target),
    )
