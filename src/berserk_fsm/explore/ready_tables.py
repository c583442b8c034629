"""The tables that come with the package to be explored: small ones, each with what a clause promises about it.

They are scenario files without a play. A name begins with the clause its table is mainly about. Together they take
every transition of the default machine and are about every clause of the sections.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from berserk_fsm.scenario.examples import files_by_clause

__all__ = ["ready_tables"]


def ready_tables() -> Mapping[str, Path]:
    """The files by name, in the order of the clauses.

    Returns:
        paths for :func:`~berserk_fsm.scenario.scenario.load_scenario`, or for ``berserk-fsm explore``.

    >>> from berserk_fsm.scenario.scenario import load_scenario
    >>> scenario = load_scenario(ready_tables()["302-4-suspended"])
    >>> scenario.claims[0].kind, len(scenario.play)
    ('always', 0)
    """
    return files_by_clause("berserk_fsm.explore", "ready")
