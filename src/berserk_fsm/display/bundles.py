"""From a value to what is shown of it: a table of the classes that show themselves."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.picture import Picture
from berserk_fsm.display import game_sheet, value_sheets
from berserk_fsm.display.blocks import Sheet
from berserk_fsm.display.pictures import View
from berserk_fsm.display.styling import STYLE
from berserk_fsm.display.writing import sheet_html, sheet_text
from berserk_fsm.language import LANGS, language_of_environment

__all__ = ["Displayed", "bundle", "show"]

SHEETS: Mapping[str, Callable[[Any, str], Sheet]] = MappingProxyType(
    {
        "berserk_fsm.game.Game": game_sheet.game_sheet,
        "berserk_fsm.core.values.GameState": game_sheet.state_sheet,
        "berserk_fsm.machine.records.StepRecord": value_sheets.record_sheet,
        "berserk_fsm.machine.records.MicroStep": value_sheets.micro_sheet,
        "berserk_fsm.game.LegalActions": value_sheets.legal_sheet,
        "berserk_fsm.errors.Refused": value_sheets.refused_sheet,
        "berserk_fsm.rules.clauses.Clause": value_sheets.clause_sheet,
        "berserk_fsm.rules.gaps.Gap": value_sheets.gap_sheet,
        "berserk_fsm.rules.readings.ReadingDefinition": value_sheets.reading_sheet,
        "berserk_fsm.rules.contradictions.Contradiction": value_sheets.contradiction_sheet,
        "berserk_fsm.scenario.play.Turnout": value_sheets.turnout_sheet,
        "berserk_fsm.explore.report.Report": value_sheets.report_sheet,
        "berserk_fsm.explore.report.Verdict": value_sheets.verdict_sheet,
        "berserk_fsm.explore.report.Violation": value_sheets.violation_sheet,
    }
)
"""What makes the sheet of a value, by the name of its class: whoever shows a clause need not load the explorer."""


@dataclass(frozen=True, slots=True)
class Displayed:
    """A value as it is shown in one language; its ``repr`` is the plain text.

    Args:
        data: what is shown, by MIME type.
    """

    data: Mapping[str, str] = field(repr=False)

    @property
    def text(self) -> str:
        """The plain text."""
        return self.data["text/plain"]

    @property
    def html(self) -> str:
        """The HTML with its style sheet; ``""`` for a view, which is an SVG."""
        return self.data.get("text/html", "")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return dict(self.data)

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text


def show(thing: object, lang: str | None = None) -> Displayed:
    """A value as it is shown in a language, for the last line of a cell.

    Args:
        thing: a value that shows itself; see :func:`bundle`.
        lang: ``"ru"`` or ``"en"``; that of the environment if ``None``.

    >>> from berserk_fsm import Action, Game
    >>> show(Game([Action("M", by="A")]).legal_actions, "ru")
    Можно заявить: M
    """
    return Displayed(MappingProxyType(bundle(thing, lang)))


def bundle(thing: object, lang: str | None = None) -> dict[str, str]:
    """What is shown of a value, by MIME type: ``text/html`` with ``text/plain`` that says the same; of a view
    ``image/svg+xml`` with its words.

    Args:
        thing: a game, state, step record, micro-step, legal actions, refusal; a clause, gap, reading, contradiction;
            a played scenario; a report, verdict or violation of a search; a view, or a diagram's model.
        lang: ``"ru"`` or ``"en"``; that of the environment if ``None``. A view has a language already.

    Raises:
        TypeError: it is none of these.
        ValueError: there is no such language.

    >>> from berserk_fsm.rules.clauses import clause
    >>> bundle(clause("303.2"), "en")["text/plain"].splitlines()[0]
    '303.2 What a pass is'
    """
    lang = language_of_environment(os.environ) if lang is None else lang
    if lang not in LANGS:
        raise ValueError(f"there is no language {lang!r}; expected one of: {', '.join(LANGS)}")
    view = _as_view(thing)
    if view is not None:
        return {"image/svg+xml": view.svg, "text/plain": view.text}
    for kind in type(thing).__mro__:
        make = SHEETS.get(f"{kind.__module__}.{kind.__qualname__}")
        if make is not None:
            sheet = make(thing, lang)
            return {"text/html": f"<style>{STYLE}</style>\n{sheet_html(sheet)}", "text/plain": sheet_text(sheet)}
    known = ", ".join(name.rpartition(".")[2] for name in SHEETS)
    raise TypeError(f"a {type(thing).__name__} does not show itself; expected one of: {known}, View, DiagramModel")


def _as_view(thing: object) -> View | None:
    """A view, or what is the picture of one, as a view."""
    if isinstance(thing, View):
        return thing
    model = thing.model if isinstance(thing, Picture) else thing
    return View(model) if isinstance(model, DiagramModel) else None
