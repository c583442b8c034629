"""What differs between two machines: states, transitions and refusals that came, went or changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from typing import Generic, TypeVar

from berserk_fsm.machine.specification import Refusal, Row, Specification, StateDef

__all__ = ["Difference", "difference"]

Named = TypeVar("Named", StateDef, Row, Refusal)


@dataclass(frozen=True, slots=True)
class Difference:
    """What changes from one machine to another. Pairs hold the value before and after; the order is the machines' own.

    Args:
        states_added: states only the machine after has.
        states_removed: states only the machine before has.
        states_changed: states of the same path that are not the same.
        rows_added: transitions only the machine after has.
        rows_removed: transitions only the machine before has.
        rows_changed: transitions of the same id with other guards, effects, clauses or another target.
        refusals_added: refusals only the machine after has.
        refusals_removed: refusals only the machine before has.
        refusals_changed: refusals of the same id that are not the same, or that are looked at in another order; a pair
            of equal ones has changed its place only.
    """

    states_added: tuple[StateDef, ...]
    states_removed: tuple[StateDef, ...]
    states_changed: tuple[tuple[StateDef, StateDef], ...]
    rows_added: tuple[Row, ...]
    rows_removed: tuple[Row, ...]
    rows_changed: tuple[tuple[Row, Row], ...]
    refusals_added: tuple[Refusal, ...]
    refusals_removed: tuple[Refusal, ...]
    refusals_changed: tuple[tuple[Refusal, Refusal], ...]

    @property
    def is_empty(self) -> bool:
        """Are the two machines the same?"""
        return not any(getattr(self, item.name) for item in fields(self))


def difference(before: Specification, after: Specification) -> Difference:
    """What changes from ``before`` to ``after``.

    Args:
        before: a machine.
        after: another one, usually of the same profile with other readings.

    >>> from berserk_fsm.machine.build import build_specification
    >>> from berserk_fsm.rules.readings import Readings
    >>> default = build_specification()
    >>> changed = difference(default, build_specification(readings=Readings(triggers_mandatory=True)))
    >>> [refusal.id for refusal in changed.refusals_added], changed.rows_added
    (['trigger_left'], ())
    >>> before, after = changed.rows_changed[0]
    >>> [str(guard) for guard in after.guards if guard not in before.guards]
    ['no_own_trigger_left']
    >>> difference(default, default).is_empty
    True
    """
    states, rows = _Pair(before.states, after.states), _Pair(before.row_by_id, after.row_by_id)
    refusals = _Pair(*({refusal.id: refusal for refusal in one.refusals} for one in (before, after)))
    return Difference(
        states_added=states.added,
        states_removed=states.removed,
        states_changed=states.changed(),
        rows_added=rows.added,
        rows_removed=rows.removed,
        rows_changed=rows.changed(),
        refusals_added=refusals.added,
        refusals_removed=refusals.removed,
        # Of the refusals that apply the first one is cited, so their order is part of what they say.
        refusals_changed=refusals.changed(also=refusals.moved),
    )


@dataclass(frozen=True, slots=True)
class _Pair(Generic[Named]):
    """The same kind of things of two machines, by name."""

    before: Mapping[str, Named]
    after: Mapping[str, Named]

    @property
    def added(self) -> tuple[Named, ...]:
        return tuple(one for name, one in self.after.items() if name not in self.before)

    @property
    def removed(self) -> tuple[Named, ...]:
        return tuple(one for name, one in self.before.items() if name not in self.after)

    @property
    def moved(self) -> frozenset[str]:
        """Names without which the rest stand in the same order in both."""
        first = [name for name in self.before if name in self.after]
        second = [name for name in self.after if name in self.before]
        blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
        return frozenset(first) - {name for block in blocks for name in first[block.a : block.a + block.size]}

    def changed(self, also: frozenset[str] = frozenset()) -> tuple[tuple[Named, Named], ...]:
        return tuple(
            (self.before[name], one)
            for name, one in self.after.items()
            if name in self.before and (one != self.before[name] or name in also)
        )
