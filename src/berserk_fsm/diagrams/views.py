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

__all__ = ["LANGS", "OF_PHASES", "VIEWS", "View", "make_view", "turn_view", "views_of", "whole_view"]

LANGS = ("ru", "en")


class View(Protocol):
    """A function that makes one picture's model out of a specification."""

    def __call__(self, spec: Specification, lang: str, words: Words = ...) -> DiagramModel:
        """The model of ``spec`` in ``lang``."""


OF_PHASES = "flat-"
"""How the names of the views begin of which there is one for each phase."""

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
        **{f"{OF_PHASES}{phase}": partial(flat_view, phase) for phase in _PHASES},
        "reachable": example_view,
        "machine": machine_view,
        "whole": whole_view,
    }
)
"""The views of the default profile by name, the simplest first."""


def views_of(spec: Specification) -> tuple[str, ...]:
    """The names of the views of a machine: those of the default profile, with a flattened graph of each of its phases.

    Args:
        spec: what is to be drawn.

    >>> from berserk_fsm.machine.build import build_specification
    >>> views_of(build_specification()) == tuple(VIEWS)
    True
    """
    names = [name for name in VIEWS if not name.startswith(OF_PHASES)]
    place = list(VIEWS).index(f"{OF_PHASES}{_PHASES[0]}")
    return (*names[:place], *(f"{OF_PHASES}{phase.id}" for phase in spec.profile.phases), *names[place:])


def make_view(name: str, spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The view called ``name``.

    Raises:
        DiagramError: there is no such view or language.
    """
    known_views = views_of(spec)
    if name not in known_views:
        known = ", ".join(known_views)
        raise DiagramError(
            f"there is no view {name!r}; expected one of: {known}",
            f"нет вида «{name}»; ожидался один из: {known}",
        )
    if lang not in LANGS:
        raise DiagramError(
            f"there is no language {lang!r}; expected one of: {', '.join(LANGS)}",
            f"нет языка «{lang}»; ожидался один из: {', '.join(LANGS)}",
        )
    view = VIEWS.get(name) or partial(flat_view, name.removeprefix(OF_PHASES))
    return view(spec, lang, words)
