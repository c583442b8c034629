"""What pages about clauses are made from: the default machine, its ledger, and the official text if it is supplied."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from berserk_fsm.ledger.ledger import Ledger, make_ledger
from berserk_fsm.ledger.links import find_links
from berserk_fsm.ledger.official import OfficialText
from berserk_fsm.ledger.reviews import packaged_reviews

__all__ = ["Sources"]


# Not a cache by text: the official words must not outlive the run that was given them.
@dataclass(frozen=True)
class Sources:
    """What pages about clauses are made from.

    Args:
        text: the official text, or ``None``.

    >>> Sources().ledger.entries["303.4"].status
    'partly'
    """

    text: OfficialText | None = None

    @cached_property
    def ledger(self) -> Ledger:
        """The ledger of the default machine, made when it is first asked for."""
        return make_ledger(find_links(), packaged_reviews(), self.text)
