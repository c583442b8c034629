"""The views by name: pure functions from a specification to a diagram model, made of its rows alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.model import NAMES, DiagramModel, Words
from berserk_fsm.diagrams.view_clause import CLAUSES, clause_view
from berserk_fsm.diagrams.view_declare import declare_view
from berserk_fsm.diagrams.view_machine import machine_view
from berserk_fsm.diagrams.view_reachable import example_view
from berserk_fsm.diagrams.views_overview import flat_view, turn_view, whole_view
from berserk_fsm.diagrams.views_parts import life_view, off_stack_view, suspension_view, window_view

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Specification

__all__ = ["LANGS", "VIEWS", "View", "make_view", "turn_view", "whole_view"]

LANGS = ("ru", "en")


class View(Protocol):
    """A function that makes one picture's model out of a specification."""

    def __call__(self, spec: Specification, lang: str, words: Words = ...) -> DiagramModel:
        """The model of ``spec`` in ``lang``."""


_PHASES = ("initial", "main", "final")

VIEWS: Mapping[str, View] = MappingProxyType(
    {
        "turn": turn_view,
        "window": window_view,
        "life": life_view,
        "declare": declare_view,
        "off_stack": off_stack_view,
        "suspension": suspension_view,
        **{f"clause-{number}": partial(clause_view, number) for number in CLAUSES},
        **{f"flat-{phase}": partial(flat_view, phase) for phase in _PHASES},
        "reachable": example_view,
        "machine": machine_view,
        "whole": whole_view,
    }
)
"""The views by name, the simplest first."""


def make_view(name: str, spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The view called ``name``.

    Raises:
        DiagramError: there is no such view or language.
    """
    if name not in VIEWS:
        known = ", ".join(VIEWS)
        raise DiagramError(
            f"there is no view {name!r}; expected one of: {known}",
            f"нет вида «{name}»; ожидался один из: {known}",
        )
    if lang not in LANGS:
        raise DiagramError(
            f"there is no language {lang!r}; expected one of: {', '.join(LANGS)}",
            f"нет языка «{lang}»; ожидался один из: {', '.join(LANGS)}",
        )
    return VIEWS[name](spec, lang, words)
