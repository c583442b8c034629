"""One picture for each clause: what cites it, lit, in the smallest surroundings that hold all of it."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from berserk_fsm.diagrams.fold import Folded
from berserk_fsm.diagrams.model import NAMES, DiagramModel, Words
from berserk_fsm.diagrams.neighbourhood import AROUND, FAR, MOST, Neighbourhood
from berserk_fsm.diagrams.telling import unique
from berserk_fsm.diagrams.view_machine import Part, joined
from berserk_fsm.diagrams.views_parts import life_columns
from berserk_fsm.rules.clauses import clause
from berserk_fsm.rules.vocabulary import vocabulary

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Row, Specification

__all__ = ["CLAUSES", "Citing", "citing", "clause_view"]

CLAUSES = (*(f"302.{number}" for number in range(1, 13)), *(f"303.{number}" for number in range(1, 10)))
"""The clauses, in the order of the rulebook."""

_LINE = 105


class Citing(NamedTuple):
    """What cites a clause.

    Args:
        states: paths of states.
        rows: ids of rows.
        refusals: ids of refusals.
        by_words: the rows do not cite it themselves, but a guard or an effect of theirs does.
    """

    states: tuple[str, ...]
    rows: tuple[str, ...]
    refusals: tuple[str, ...]
    by_words: bool


def citing(spec: Specification, number: str) -> Citing:
    """What of a specification cites a clause; if no state or row does, the rows whose guards or effects do.

    Args:
        spec: the specification.
        number: the clause.
    """
    states = tuple(path for path, state in spec.states.items() if number in state.clauses)
    rows = tuple(row.id for row in spec.rows if number in row.clauses)
    refusals = tuple(refusal.id for refusal in spec.refusals if refusal.clause == number)
    if states or rows:
        return Citing(states, rows, refusals, False)
    known = {**vocabulary().guards, **vocabulary().effects}
    by_words = tuple(
        row.id
        for row in spec.rows
        if any(call.name in known and number in known[call.name].clauses for call in (*row.guards, *row.effects))
    )
    return Citing((), by_words, refusals, bool(by_words))


def clause_view(number: str, spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """What cites a clause, lit, in its surroundings.

    Args:
        number: the clause.
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
    """
    return _ClausePicture(number, spec, lang, words).model()


class _ClausePicture(Neighbourhood):
    def __init__(self, number: str, spec: Specification, lang: str, words: Words) -> None:
        super().__init__(spec, lang, words)
        self.number = number
        self.citing = citing(spec, number)
        self.states = set(self.citing.states)
        self.rows = set(self.citing.rows)

    def is_lit(self, row: Row) -> bool:
        """Does the row cite the clause?"""
        return row.id in self.rows

    def model(self) -> DiagramModel:
        window = self.folded(self.window())
        inside = [path for path in self.citing.states if (of := self.merged.window_of(path)) is not None and of != path]
        kept = [row for row in self.spec.rows if self.is_lit(row) and self.within_window(row)]
        outside = [path for path in self.citing.states if path not in inside]
        crossing = [row for row in self.spec.rows if self.is_lit(row) and not self.within_window(row)]
        parts: list[tuple[Part, Folded]] = []
        if inside or kept:
            parts.append((self.part("window", window), window))
        if outside or crossing or not parts:
            room = min(AROUND, MOST - sum(len(part.states) for part, _ in parts))
            around = self.surroundings(outside, crossing, room)
            parts.insert(0, (self.part("", around), around))
        title = clause(self.number).title
        model = joined(
            f"clause-{self.number}",
            self.lang,
            f"{self.number} · {window.said(title)}",
            (*self.told(window), *window.about()),
            window.phases(),
            tuple(part for part, _ in parts),
        )
        lit = tuple(name for part, folded in parts for name in self.lit(part, folded))
        columns = tuple(
            column
            for part, folded in parts
            if self.merged.execution in folded.order
            for starts in life_columns(self.spec)
            if (column := tuple(part.named(folded.id_of(at)) for at in starts if at in folded.order))
        )
        far = [row for row in crossing if row.kind in ("continue", "leave_window_with_queue")]
        # Many lit arrows back to the beginning are calmer beside one column than across three.
        return replace(model, columns=() if len(far) > FAR else columns, lit=lit)

    def lit(self, part: Part, folded: Folded) -> list[str]:
        found = [part.named(folded.id_of(key)) for key in folded.order if self.key_is_lit(folded, key)]
        return found + [part.named(edge.id) for edge in part.edges if not edge.faint and self.rows & set(edge.rows)]

    def key_is_lit(self, folded: Folded, key: str) -> bool:
        own = folded.state_of(key)
        if any(path in self.states and self.spec.states[path].name == own.name for path in folded.covers[key]):
            return True
        listed = (*folded.listed.get(key, {}).values(), folded.inside.get(key, []))
        return key in folded.boxes and (
            any(path in self.states for path in folded.covers[key] if not self.in_window(path))
            or any(self.is_lit(row) and self.drawn_here(folded, row) for rows in listed for row in rows)
        )

    def drawn_here(self, folded: Folded, row: Row) -> bool:
        """Is the row not one of those that the window beside shows?"""
        return f"{self.merged.window}.both_passed" in folded.order or not self.within_window(row)

    def in_window(self, path: str) -> bool:
        """Does the state lie in a window, so that the window beside shows it?"""
        window = self.merged.window_of(path)
        return window is not None and window != path

    def told(self, folded: Folded) -> tuple[str, ...]:
        said = textwrap.wrap(folded.said(clause(self.number).summary), _LINE)
        refusals = {one.id: one for one in self.spec.refusals}
        needed = unique(self.words.of_guard(refusals[name].requires, self.lang) for name in self.citing.refusals)
        if needed:
            text = folded.text("Отказ со ссылкой на него, если не так: ", "Cited by refusals unless: ") + "; ".join(
                needed
            )
            said += textwrap.wrap(f"{text}.", _LINE)
        if not self.states and not self.rows:
            said.append(
                folded.text(
                    "Ни состояние, ни переход на этот пункт не ссылается: он о самой позиции, а не о её изменении.",
                    "No state or transition cites this clause: it is about the position itself, not about its changes.",
                )
            )
        elif self.citing.by_words:
            said.append(
                folded.text(
                    "На него ссылаются условия или действия выделенных переходов.",
                    "The guards or effects of the lit transitions cite it.",
                )
            )
        return tuple(said)
