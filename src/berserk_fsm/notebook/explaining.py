"""What the stepper tells of a clause, a gap or a state that was clicked on: a short page, from data that is there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from berserk_fsm.ledger.links import state_key
from berserk_fsm.ledger.telling import KIND_NAMES, MODELLED_NAMES
from berserk_fsm.machine.specification import Refusal, Row, Specification, StateDef
from berserk_fsm.rules.clauses import Clause, clauses, is_citation
from berserk_fsm.rules.gaps import Gap, gaps
from berserk_fsm.rules.text import Text

__all__ = ["STATE", "Named", "Page", "Part", "pages_about"]

STATE = "state:"
"""How the name of a state begins where clauses may be named as well."""

_CITATION = re.compile(r"gap/\w+|\d+\.\d+")
_FILLED_IN = re.compile(r"\{\w+\}")


@dataclass(frozen=True, slots=True)
class Named:
    """A line of a page.

    Args:
        text: what it says.
        about: what can be asked about, having read it: a citation or a state; ``""``: nothing.
        note: said more quietly behind it.
        clauses: what it rests on.
    """

    text: str
    about: str = ""
    note: str = ""
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Lines under a heading."""

    title: str
    lines: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """What there is to say of one thing.

    Args:
        kicker: what it is.
        title: what it is called.
        lead: the main thing.
        parts: the rest.
        proviso: what is to be remembered of the lead; may be empty.
    """

    kicker: str
    title: str
    lead: str
    parts: tuple[Part, ...]
    proviso: str = ""


def pages_about(about: str, machine: Specification, lang: str) -> tuple[Page, ...]:
    """The pages of what is asked about; none if there is no such thing.

    Args:
        about: clauses and gaps, in any text that names some, or ``state:PATH``.
        machine: the machine whose states and rows are told.
        lang: ``"ru"``; anything else is English.

    >>> from berserk_fsm.machine.build import build_specification
    >>> [page.title for page in pages_about("303.1 · 303.2", build_specification(), "en")]
    ['303.1 · What priority is', '303.2 · What a pass is']
    >>> pages_about("state:turn.main_phase.entering", build_specification(), "en")[0].kicker
    'State of the machine'
    """
    if about.startswith(STATE):
        state = machine.states.get(about.removeprefix(STATE))
        return () if state is None else (_state_page(state, machine, lang),)
    cited = (found for found in dict.fromkeys(_CITATION.findall(about)) if is_citation(found))
    return tuple(_page(citation, machine, lang) for citation in cited)


def _page(citation: str, machine: Specification, lang: str) -> Page:
    clause = clauses().get(citation)
    where = _where(citation, machine, lang)
    if clause is not None:
        return _clause_page(clause, where, lang)
    return _gap_page(gaps()[citation.removeprefix("gap/")], where, lang)


# --- clauses and gaps ------------------------------------------------------------------------------------------------


def _clause_page(clause: Clause, where: tuple[Part, ...], lang: str) -> Page:
    kind, status = KIND_NAMES[clause.kind], MODELLED_NAMES[clause.status]
    kicker = Text(f"Пункт · {kind.ru} · в автомате: {status.ru}", f"Clause · {kind.en} · in the machine: {status.en}")
    own = Text("Своими словами; решает официальный текст.", "In our own words; the official text decides.")
    reason = () if clause.reason is None else (Named(clause.reason.get(lang)),)
    asked = tuple(
        Named(
            one.text.get(lang),
            note=" · ".join(
                part
                for part in (
                    "" if one.status == "modelled" else MODELLED_NAMES[one.status].get(lang),
                    one.reason.get(lang) if one.reason else "",
                )
                if part
            ),
        )
        for one in clause.obligations
    )
    needs = tuple(
        Named(gap.title.get(lang), gap.citation, gap.citation)
        for gap in gaps().values()
        if clause.number in gap.clauses
    )
    return Page(
        kicker.get(lang),
        f"{clause.number} · {clause.title.get(lang)}",
        clause.summary.get(lang),
        _filled(
            Part(Text("Оговорка", "Note").get(lang), reason),
            Part(Text("Что требуется", "What it asks for").get(lang), asked),
            Part(Text("Пробелы, которые он оставляет", "Gaps it leaves").get(lang), needs),
            *where,
        ),
        own.get(lang),
    )


def _gap_page(gap: Gap, where: tuple[Part, ...], lang: str) -> Page:
    told = (
        Part(Text("Принято", "Assumed").get(lang), (Named(gap.assumption.get(lang)),)),
        Part(Text("Откуда", "Source").get(lang), (Named(gap.source.get(lang)),)),
        Part(
            Text("Кому это нужно", "Who needs it").get(lang),
            tuple(Named(clauses()[one].title.get(lang), one, one) for one in gap.clauses if one in clauses()),
        ),
    )
    kicker = Text("Пробел: об этом текст молчит", "Gap: the text is silent about it").get(lang)
    return Page(kicker, f"{gap.citation} · {gap.title.get(lang)}", gap.open.get(lang), _filled(*told, *where))


def _where(citation: str, machine: Specification, lang: str) -> tuple[Part, ...]:
    """The states, rows and refusals that cite it; those alike in every phase or step are one line."""
    states: dict[str, list[StateDef]] = {}
    for state in machine.states.values():
        if citation in state.clauses:
            states.setdefault(state_key(state), []).append(state)
    rows: dict[str, list[Row]] = {}
    for row in machine:
        if citation in row.clauses:
            rows.setdefault(row.kind, []).append(row)
    refusals = tuple(one for one in machine.refusals if one.clause == citation)
    return (
        Part(
            Text("Состояния", "States").get(lang),
            tuple(
                Named(_name(same[0], machine, lang), STATE + same[0].path, _times(len(same)))
                for same in states.values()
            ),
        ),
        Part(
            Text("Переходы", "Transitions").get(lang),
            tuple(Named(_label(same[0], lang), note=_times(len(same))) for same in rows.values()),
        ),
        Part(Text("Отказы", "Refusals").get(lang), tuple(_refusal_lines(refusals, lang))),
    )


def _refusal_lines(refusals: Iterable[Refusal], lang: str) -> Iterator[Named]:
    for refusal in refusals:
        yield Named(_FILLED_IN.sub("…", refusal.sentence.get(lang)))


# --- states ----------------------------------------------------------------------------------------------------------

_KINDS = {
    "composite": Text("Составное состояние", "Composite state"),
    "decision": Text("Здесь решает игрок", "A player decides here"),
    "automatic": Text("Здесь что-то делается само", "Something is done here by itself"),
    "junction": Text("Развилка", "Junction"),
}


def _state_page(state: StateDef, machine: Specification, lang: str) -> Page:
    way = [machine.states[path] for path in reversed(list(machine.ancestors(state.path)))]
    inside = [one for one in machine.states.values() if one.parent == state.path]
    own = [row for row in machine if row.source == state.path]
    rows = own if state.kind == "composite" else machine.rows_from(state.path)
    deactivated = Text("Стек деактивирован: заявлять нельзя.", "The stack is deactivated: nobody may declare.")
    cited = (Named(_title(one, lang), one, one) for one in state.clauses)
    return Page(
        Text("Состояние автомата", "State of the machine").get(lang),
        _capital(state.name.get(lang)),
        " ".join((_KINDS[state.kind].get(lang) + ".", *((deactivated.get(lang),) if state.deactivated else ()))),
        _filled(
            Part(
                Text("Где оно", "Where it is").get(lang),
                tuple(Named(_capital(one.name.get(lang)), STATE + one.path) for one in way[:-1]),
            ),
            Part(Text("Пункты", "Clauses").get(lang), tuple(cited)),
            Part(
                Text("Внутри", "Inside").get(lang),
                tuple(Named(_capital(one.name.get(lang)), STATE + one.path) for one in inside),
            ),
            Part(
                Text("Куда ведёт", "Where it leads").get(lang),
                tuple(
                    Named(
                        _label(row, lang),
                        STATE + row.target,
                        f"→ {_name(machine.states[row.target], machine, lang)}",
                        row.clauses,
                    )
                    for row in rows
                ),
            ),
        ),
    )


def _title(citation: str, lang: str) -> str:
    if citation in clauses():
        return clauses()[citation].title.get(lang)
    gap = gaps().get(citation.removeprefix("gap/"))
    return gap.title.get(lang) if gap else citation


# --- words -----------------------------------------------------------------------------------------------------------


def _name(state: StateDef, machine: Specification, lang: str) -> str:
    """What a state is called; where the same name stands in several places, with the one around it."""
    name = _capital(state.name.get(lang))
    around = "" if state.parent is None else machine.states[state.parent].name.get(lang)
    return name if around in ("", state.name.get(lang)) else f"{name} ({_inside(around)})"


def _label(row: Row, lang: str) -> str:
    return _capital(_FILLED_IN.sub("…", row.label.get(lang)) or row.event)


def _times(count: int) -> str:
    return "" if count == 1 else f"×{count}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _inside(text: str) -> str:
    return text[:1].lower() + text[1:]


def _filled(*parts: Part) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.lines)
