"""Plays on a page: one step by step, or one under two readings side by side, with the place where they part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from berserk_fsm.compare.telling_apart import OBSERVED
from berserk_fsm.core.values import Decision
from berserk_fsm.errors import Refused
from berserk_fsm.game import Game
from berserk_fsm.pages.blocks import Cell, Line, Row, Run, Table, words
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.scenario.items import Expect
from berserk_fsm.scenario.play import Turnout, play_item
from berserk_fsm.scenario.trace import TraceItem, TraceLine, trace_of

__all__ = ["Side", "one_trace", "standing", "two_traces"]

_SIGNS: Mapping[str, tuple[str, str]] = {"holds": ("✓", "good"), "fails": ("✗", "bad")}


@dataclass(frozen=True, slots=True)
class Side:
    """One of two plays.

    Args:
        title: what its column is called.
        turnout: how the scenario turned out.
    """

    title: str
    turnout: Turnout


def one_trace(turnout: Turnout, tongue: Tongue) -> Table:
    """A play as a table: what is done or checked, and what comes of it.

    Args:
        turnout: how the scenario turned out.
        tongue: the page's language.
    """
    trace = trace_of(turnout, tongue.lang)
    rows = [Row((Cell((words(tongue("Начало", "Start")),)), Cell(tuple(_lines(trace.opening, tongue)))))]
    rows += [Row((_heading(item, tongue), Cell(tuple(_outcome(item, tongue))))) for item in trace.items]
    head = (tongue("Шаг", "Step"), tongue("Что происходит", "What happens"))
    return Table(
        tongue("Розыгрыш по шагам", "The play, step by step"),
        tuple(Cell((words(text),)) for text in head),
        tuple(rows),
        "traces",
    )


def two_traces(before: Side, after: Side, tongue: Tongue) -> Table:
    """One scenario played twice, side by side; the first step after which anything differs is marked.

    Args:
        before: the play under the first answer.
        after: the play under the second one.
        tongue: the page's language.
    """
    traces = [trace_of(side.turnout, tongue.lang) for side in (before, after)]
    told = [len({tuple(line.text for line in trace.opening) for trace in traces}) > 1]
    rows = [_row(_start(tongue), [tuple(_lines(trace.opening, tongue)) for trace in traces], told[0])]
    for pair in zip_longest(*(trace.items for trace in traces)):
        ended = (words(Run(tongue("Сюда розыгрыш не дошёл.", "The play did not come here."), "quiet")),)
        lines = [ended if one is None else tuple(_outcome(one, tongue)) for one in pair]
        item = pair[0] or pair[1]
        assert item is not None
        # By what is said, not by what is cited: a clause more is no difference anybody sees at the table.
        told.append(len({one and (one.mark, tuple(line.text for line in one.lines)) for one in pair}) > 1)
        rows.append(_row(_heading(item, tongue), lines, told[-1]))
    plays = before.turnout, after.turnout
    seen = [_differing(*(_state(play, number) for play in plays)) for number in range(len(rows))]
    rows.append(
        _row(_now(tongue), [tuple(_end(play, seen[-1], side, plays, tongue)) for side, play in enumerate(plays)])
    )
    told.append(rows[-1].cells[1] != rows[-1].cells[2])
    place = next((at for at, differs in enumerate(seen) if differs or told[at]), len(rows) - 1)
    if not told[place] and place < len(rows) - 1:
        # What differs there is not in the words of the step, but in how things stand after it.
        place += 1
        if place < len(rows) - 1:
            stand = [tuple(_standing(play, seen[place - 1], side, tongue)) for side, play in enumerate(plays)]
            rows.insert(place, _row(_now(tongue), stand))
    first = rows[place].cells[0]
    here = words(Run(tongue("↯ Здесь прочтения расходятся", "↯ Here the readings part"), "strong"))
    rows[place] = Row((Cell((here, *first.lines)), *rows[place].cells[1:]), "parts")
    return Table(
        tongue("Один розыгрыш при двух прочтениях", "One play under two readings"),
        (
            Cell((words(tongue("Шаг", "Step")),)),
            Cell((words(Run(before.title, "before")),)),
            Cell((words(Run(after.title, "after")),)),
        ),
        tuple(rows),
        "traces",
    )


def standing(turnout: Turnout, values: Mapping[str, Any], lang: str) -> list[str]:
    """How things stand at the end of a play, in words: one line for each key.

    Args:
        turnout: the play.
        values: what stands there, by the contract's keys.
        lang: ``"ru"``; anything else is English.
    """
    told = []
    for key, value in values.items():
        plain = tuple(value) if isinstance(value, list) else value
        one = play_item(turnout.game, 0, Expect({key: plain}))
        # Of what another play came to, the words are wanted, not whether it holds here.
        item = trace_of(replace(turnout, played=(replace(one, failure=None),)), lang).items[0]
        told.append(item.heading)
    return told


# --- rows ------------------------------------------------------------------------------------------------------------


def _row(heading: Cell, lines: list[tuple[Line, ...]], differs: bool | None = None) -> Row:
    """A row of two cells that differ or not; if that is not told, by everything that stands in them."""
    apart = lines[0] != lines[1] if differs is None else differs
    return Row((heading, *(Cell(some, "differs" if apart else "same") for some in lines)))


def _start(tongue: Tongue) -> Cell:
    return Cell((words(tongue("Начало", "Start")),))


def _now(tongue: Tongue) -> Cell:
    return Cell((words(tongue("Что теперь", "How things stand")),))


def _heading(item: TraceItem, tongue: Tongue) -> Cell:
    return Cell((words(Run(item.heading, "strong" if item.kind in ("say", "until") else "")),))


def _outcome(item: TraceItem, tongue: Tongue) -> Iterator[Line]:
    if item.mark is not None:
        sign, look = _SIGNS[item.mark]
        held = tongue("как ожидалось", "as expected") if item.mark == "holds" else tongue("не так", "not so")
        yield words(Run(f"{sign} {held}", "good" if look == "good" else "bad"))
    yield from _lines(item.lines, tongue)


def _lines(lines: tuple[TraceLine, ...], tongue: Tongue) -> Iterator[Line]:
    for line in lines:
        yield (*words(line.text), *tongue.cites(line.clauses))


# --- where two plays part --------------------------------------------------------------------------------------------


def _state(turnout: Turnout, number: int) -> Mapping[str, Any]:
    """How things stand at the start, or after the item of this number, counted from 1; a play that ended stays so."""
    if number and turnout.played:
        return turnout.played[min(number, len(turnout.played)) - 1].state
    game = turnout.game
    return Game.from_table(game.table, game.readings, game.specification.profile, engine="table").describe()


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {key: (before[key], after[key]) for key in OBSERVED if before[key] != after[key]}


def _standing(turnout: Turnout, seen: Mapping[str, tuple[Any, Any]], side: int, tongue: Tongue) -> Iterator[Line]:
    for text in standing(turnout, {key: pair[side] for key, pair in seen.items()}, tongue.lang):
        yield words(text[:1].upper() + text[1:])


def _end(
    turnout: Turnout,
    seen: Mapping[str, tuple[Any, Any]],
    side: int,
    plays: tuple[Turnout, Turnout],
    tongue: Tongue,
) -> Iterator[Line]:
    """How things stand at the end, as far as it differs, and why something is not allowed on this side only."""
    lines = [*_standing(turnout, seen, side, tongue), *_refusals(turnout.game, plays[1 - side].game, tongue)]
    yield from lines or [words(Run(tongue("Всё одинаково.", "All is the same."), "quiet"))]


def _refusals(game: Game, other: Game, tongue: Tongue) -> Iterator[Line]:
    """What only the other side allows, with the refusal here."""
    if game.state.holder is None or game.state.holder != other.state.holder:
        return
    for name in sorted(set(other.legal_actions) - set(game.legal_actions)):
        refused = game.why_not(name)
        if refused is not None:
            yield (
                *words(tongue(f"«{name}» заявить нельзя. ", f"“{name}” may not be declared. ")),
                *words(refused.reason(tongue.lang)),
                *tongue.cites((refused.clause,)),
            )
    here, there = _giving_away(game), _giving_away(other)
    if (here is None) != (there is None):
        if here is None:
            yield words(tongue("Отдать приоритет можно.", "Priority may be given away."))
        else:
            yield (
                *words(tongue("Отдать приоритет нельзя. ", "Priority may not be given away. ")),
                *words(here.reason(tongue.lang)),
                *tongue.cites((here.clause,)),
            )


def _giving_away(game: Game) -> Refused | None:
    window, holder = game.state.window, game.state.holder
    if window is None or holder is None:
        return None
    return game.refusal(Decision("hand_over" if window.has_declared else "pass", holder))
