"""The flattened graph as a table: for each state and each event the transitions that are taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from berserk_fsm.diagrams.telling import unique

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Specification

__all__ = ["EventTable", "event_table"]


@dataclass(frozen=True, slots=True)
class EventTable:
    """Source × event.

    Args:
        phase: the phase whose states are in it; ``None``: all.
        sources: paths of the leaf states, in the order of the specification.
        events: names of the events, in the order in which they first occur.
        cells: ids of the rows that can be taken in a state upon an event, innermost first; no entry: none can. A row
            of a composite stands in the cells of all the states in it.
    """

    phase: str | None
    sources: tuple[str, ...]
    events: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[str, ...]]

    def cell(self, source: str, event: str) -> tuple[str, ...]:
        """The rows taken in ``source`` upon ``event``."""
        return self.cells.get((source, event), ())


def event_table(spec: Specification, phase: str | None = None) -> EventTable:
    """The table of one phase, or of the whole machine.

    Args:
        spec: the specification.
        phase: id of the phase; ``None``: every state.
    """
    sources = tuple(
        leaf.path
        for leaf in spec.leaves
        if phase is None or any(spec.states[at].phase == phase for at in spec.ancestors(leaf.path))
    )
    cells: dict[tuple[str, str], list[str]] = {}
    for source in sources:
        for row in spec.rows_from(source):
            cells.setdefault((source, row.event), []).append(row.id)
    return EventTable(
        phase,
        sources,
        tuple(event for event in unique(row.event for row in spec.rows) if event in {at[1] for at in cells}),
        {at: tuple(rows) for at, rows in cells.items()},
    )
