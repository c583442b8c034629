"""Mutants that are no faults: changes that make no difference, each with the reason why."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from berserk_fsm.mutants.mutant import Mutant
from berserk_fsm.rules.reading_data import data_file
from berserk_fsm.rules.text import Text

__all__ = ["Excuse", "excuse_for", "excuses"]


@dataclass(frozen=True, slots=True)
class Excuse:
    """Why a kind of change makes no difference.

    Args:
        id: its name.
        changes: what the id of a mutant must match, as a whole.
        reason: why it is no fault.
    """

    id: str
    changes: tuple[re.Pattern[str], ...]
    reason: Text

    def covers(self, mutant: Mutant) -> bool:
        """Does it speak of ``mutant``?"""
        return any(pattern.fullmatch(mutant.id) for pattern in self.changes)


@cache
def excuses() -> tuple[Excuse, ...]:
    """All excuses, in the order of the file.

    Raises:
        InputError: the file is wrong somewhere.
    """
    root = data_file("mutant_excuses.yaml")
    found = []
    for item in root.list():
        entry = item.fields(("id", "changes", "reason"))
        changes = tuple(re.compile(change) for change in entry["changes"].texts())
        found.append(Excuse(entry["id"].identifier(), changes, entry["reason"].both()))
    root.unique(tuple(excuse.id for excuse in found))
    return tuple(found)


def excuse_for(mutant: Mutant) -> Excuse | None:
    """The excuse that covers a mutant, if any."""
    return next((excuse for excuse in excuses() if excuse.covers(mutant)), None)
