"""How much weight each clause bears: how many mutants of its elements there are, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from berserk_fsm.mutants.verdicts import Verdict
from berserk_fsm.rules.clauses import clauses

__all__ = ["Weight", "weights"]


@dataclass(frozen=True, slots=True)
class Weight:
    """What became of the mutants of one clause.

    Args:
        scenarios: killed because an example comes out otherwise.
        properties: killed because a property fails.
        excused: changes that make no difference, with a reason.
        survivors: the ids of all others.
    """

    scenarios: int = 0
    properties: int = 0
    excused: int = 0
    survivors: tuple[str, ...] = ()

    @property
    def killed(self) -> int:
        """How many were killed."""
        return self.scenarios + self.properties

    @property
    def total(self) -> int:
        """How many there are."""
        return self.killed + self.excused + len(self.survivors)

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Weight:
        """The weight of some mutants."""
        verdicts = tuple(verdicts)
        killers = [verdict.killer for verdict in verdicts if verdict.killer is not None]
        return cls(
            scenarios=sum(killer.property is None for killer in killers),
            properties=sum(killer.property is not None for killer in killers),
            excused=sum(verdict.excuse is not None for verdict in verdicts),
            survivors=tuple(verdict.mutant.id for verdict in verdicts if verdict.survives),
        )


def weights(verdicts: Iterable[Verdict]) -> Mapping[str, Weight]:
    """The weight of each clause, in the order of the rulebook; gaps that are cited follow.

    An element that cites several clauses counts for each.
    """
    by_clause: dict[str, list[Verdict]] = {number: [] for number in clauses()}
    for verdict in verdicts:
        for clause in verdict.mutant.clauses:
            by_clause.setdefault(clause, []).append(verdict)
    return {clause: Weight.of(found) for clause, found in by_clause.items()}
