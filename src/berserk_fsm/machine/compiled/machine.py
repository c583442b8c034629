"""The machine on one table, compiled: how its states go on, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

from berserk_fsm.core.context import Context
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import PLAYERS, Decision
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.compile import context_for, initial_state
from berserk_fsm.machine.compiled.numbers import Numbers
from berserk_fsm.machine.compiled.packing import HAND_OVER, HOLDER, NO_ROW, NOBODY, PASS, WINDOW, Packed, first_choice
from berserk_fsm.machine.compiled.trail import record_of, settled_states, what_a_record_says
from berserk_fsm.machine.compiled.writing import Writer
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.machine.specification import Refusal, Specification

__all__ = ["CompiledMachine", "compiled_machine"]


class CompiledMachine:
    """The machine of ``specification`` on one table. Any number of games in any number of threads may share it.

    The functions of a state are written when a game first comes to it.

    Args:
        specification: the machine.
        context: its table and step table.

    Attributes:
        packing: packs and unpacks states.
        start: the packed state before the first micro-step.
        advance: by the number of a state of the machine: the function that takes its automatic row; ``None`` where a
            player decides.
        accepted: by the same: ``accepted(state, player, asked)`` tells which of the choices asked about fire a row.
        go: by the same: ``go(state, player, chosen)`` takes the row of a choice that is accepted.
        take: by the same: ``take(state, player, chosen)`` takes the row of a choice; ``None`` if it fires none.
        choice: by decision: the number of the player and the choice; what is no decision on this table is not in it.
        decision: the decisions by the number of the player and the choice.
        rows: the rows, by number.
    """

    def __init__(self, specification: Specification, context: Context) -> None:
        self.specification = specification
        self.context = context
        numbers = Numbers(specification, context)
        self._writer = Writer(specification, numbers, self._stuck, self._ambiguous)
        numbers.offered, numbers.due = self._writer.offered(), self._writer.due()
        self.packing = numbers.packing
        self.start = self.packing.pack(initial_state(specification, context.table))
        self.rows = specification.rows
        self.decision = dict(_decisions(context.table))
        self.choice = {decision: choice for choice, decision in self.decision.items()}
        self._kind: dict[int, tuple[str, str | None]] = {PASS: ("pass", None), HAND_OVER: ("hand_over", None)}
        for number, action in enumerate(context.table.actions.values()):
            self._kind[first_choice(number)] = "declare", action.manner
        leaves = enumerate(specification.leaves)
        self.advance: list[Callable[[Packed], Packed] | None] = []
        self.accepted: list[Callable[[Packed, int, int], int]] = []
        self.go: list[Callable[[Packed, int, int], Packed]] = []
        self.take: list[Callable[[Packed, int, int], Packed | None]] = []
        for number, leaf in leaves:
            automatic = any(row.automatic for row in specification.rows_from(leaf.path))
            self.advance.append(partial(self._first, "advance", number) if automatic else None)
            self.accepted.append(partial(self._first, "accepted", number))
            self.go.append(partial(self._first, "go", number))
            self.take.append(partial(self._first, "take", number))
        self._refusal: dict[tuple[str, str | None], Callable[[Packed, int, int], int]] = {}
        self._unrefused = self._writer.unrefused()
        self._beginning: tuple[StepRecord, Packed] | None = None

    def _first(self, function: str, control: int, *arguments: Any) -> Any:
        """Write a function of a state of the machine, and call it."""
        rows = self.specification.rows_from(self.packing.controls[control])
        wanted = tuple(row for row in rows if row.automatic == (function == "advance"))
        written = getattr(self._writer, function)(wanted)
        getattr(self, function)[control] = written
        return written(*arguments)

    def _stuck(self, control: int) -> SpecificationError:
        return SpecificationError(f"state {self.packing.controls[control]} is stuck: no row that leaves it is enabled")

    def _ambiguous(self, control: int, rows: Iterable[int]) -> SpecificationError:
        names = " and ".join(self.specification.rows[row].id for row in rows)
        return SpecificationError(f"rows {names} are enabled at once in {self.packing.controls[control]}")

    def beginning(self) -> tuple[StepRecord, Packed]:
        """The record of the start, which all games on the table share, and the state it leads to.

        Raises:
            SpecificationError: the machine does not settle, or does not know how to go on.
        """
        # Not a cached property: once it is asked for, all attributes are looked up more slowly.
        if self._beginning is None:
            states = settled_states(self, [self.start])
            self._beginning = record_of((what_a_record_says, self, None, states)), states[-1]
        return self._beginning

    # --- decisions ---------------------------------------------------------------------------------------------------

    def refusal(self, state: Packed, decision: Decision) -> Refusal | None:
        """The row of the refusal table that refuses ``decision``: the first that applies; ``None`` if none does."""
        number = self.refused(state, *self.choice[decision])
        return None if number == NO_ROW else self.specification.refusals[number]

    def refused(self, state: Packed, player: int, choice: int) -> int:
        """The number of that row; :data:`NO_ROW` if there is none."""
        kind = self._kind[choice]
        function = self._refusal.get(kind)
        if function is None:
            function = self._refusal[kind] = self._writer.refusal(*kind)
        return function(state, player, choice)

    def declarable(self, state: Packed) -> tuple[str, ...]:
        """The names the holder may declare: those no refusal applies to, in table order."""
        holder = state[WINDOW] & HOLDER
        found = self._unrefused(state, holder, -1) if holder else 0
        return tuple(name for number, name in enumerate(self.packing.names) if found & first_choice(number))


def _decisions(table: Table) -> Iterator[tuple[tuple[int, int], Decision]]:
    """Everything players can try, by the number of the player and the choice."""
    # A decision without a player is no mistake: it is refused, as nobody has priority.
    players: tuple[tuple[int, Any], ...] = (*enumerate(PLAYERS, 1), (NOBODY, None))
    for number, player in players:
        yield (number, PASS), Decision("pass", player)
        yield (number, HAND_OVER), Decision("hand_over", player)
        for place, name in enumerate(table.actions):
            yield (number, first_choice(place)), Decision("declare", player, name)


class _Same:
    """A machine and a table, equal only to themselves."""

    __slots__ = ("specification", "table")

    def __init__(self, specification: Specification, table: Table) -> None:
        self.specification = specification
        self.table = table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.specification is other.specification and self.table is other.table

    def __hash__(self) -> int:
        return hash((id(self.specification), id(self.table)))


@lru_cache(maxsize=64)
def _compiled(same: _Same) -> CompiledMachine:
    return CompiledMachine(same.specification, context_for(same.specification, same.table))


def compiled_machine(specification: Specification, table: Table) -> CompiledMachine:
    """The machine of ``specification`` on ``table``; the same one whenever both are the same objects again."""
    return _compiled(_Same(specification, table))
