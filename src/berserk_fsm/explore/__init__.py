"""Exhaustive search: everything both players may do at a table, with the properties that must hold on the way.

>>> from berserk_fsm import parse_scenario
>>> from berserk_fsm.explore import Claim, Model, explore
>>> model = Model.of_scenario(parse_scenario("actions: {F: {by: A}, G: {by: B}}"))
>>> never_two = Claim("never two in the queue", "never", lambda state: len(state.queue) == 2)
>>> report = explore(model, claims=[never_two])
>>> report.states, report.complete, [verdict.id for verdict in report.violations]
(98, True, ['never two in the queue'])
>>> [(decision.verb, decision.player) for decision in report.violations[0].violation.decisions]
[('declare', 'A'), ('hand_over', 'A'), ('declare', 'B')]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from berserk_fsm.explore.counterexample import counterexample_scenario
    from berserk_fsm.explore.exploring import explore
    from berserk_fsm.explore.model import Model
    from berserk_fsm.explore.report import Claim, Report, Verdict, Violation
    from berserk_fsm.explore.search import Progress

__all__ = ["Claim", "Model", "Progress", "Report", "Verdict", "Violation", "counterexample_scenario", "explore"]

_HOMES = {
    "counterexample_scenario": "counterexample",
    "explore": "exploring",
    "Model": "model",
    "Claim": "report",
    "Report": "report",
    "Verdict": "report",
    "Violation": "report",
    "Progress": "search",
}


def __getattr__(name: str) -> Any:
    """The public names, loaded when they are asked for: NumPy takes time to import."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
