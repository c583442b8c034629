"""Python functions written from the rows of the machine.

For an automatic state ``advance(state)`` takes its one enabled row. For a state in which a player decides
``accepted(state, player, asked)`` tells which of the choices ``asked`` about fire a row,
``go(state, player, chosen)`` takes it for a choice that is accepted, and ``take(state, player, chosen)`` takes it if
there is one. Guards and effects become the expressions and statements of the vocabulary; the rows of a state that
exclude each other (:mod:`berserk_fsm.core.partitions`) become one chain, and where that is not known all of them are
asked, so that two rows enabled at once are still found out.

The same text is compiled once: states that differ only by where their rows lead share their code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, takewhile
from typing import Any

from berserk_fsm.core.partitions import BY_ARGUMENT, PARTITIONS
from berserk_fsm.core.values import MANNERS
from berserk_fsm.machine.compiled.effects import EFFECTS, EFFECTS_WITH_ARGUMENT, PRIORITY_TO
from berserk_fsm.machine.compiled.guards import (
    CONDITIONS,
    CONDITIONS_WITH_ARGUMENT,
    DERIVED,
    NARROWINGS,
    OFFERED_PLACES,
)
from berserk_fsm.machine.compiled.numbers import Numbers
from berserk_fsm.machine.compiled.packing import FIELDS, HAND_OVER, NO_ROW, PASS, Packing
from berserk_fsm.machine.specification import Call, Refusal, Row, Specification

__all__ = ["Writer", "exclude_each_other"]

Lines = list[str]
Function = Callable[..., Any]

_INDENT = "    "
_CONSTANT = re.compile(r"\b[A-Z][A-Z_]+\b")
_PLACES = ", ".join(FIELDS)
_KEPT = ", ".join(FIELDS[2:])
_GROUP_OF = {name: group for group in PARTITIONS for name in group}
_EVENTS = (("pass_priority", str(PASS)), ("hand_over_priority", str(HAND_OVER)))
_DECLARATIONS = tuple((f"declare_{manner}", manner.upper()) for manner in MANNERS)


def exclude_each_other(rows: Iterable[Row]) -> bool:
    """Can no two of ``rows`` be enabled at once, as far as the partitions tell?"""
    return all(any(_exclude(g, h) for g in one.guards for h in other.guards) for one, other in combinations(rows, 2))


def _exclude(one: Call, other: Call) -> bool:
    """Do two guards never hold together?

    They are two of a partition, or one guard that holds for one argument only, or one is the negation of the other.
    """
    if one.negated or other.negated:
        return one == other._replace(negated=not other.negated)
    group = _GROUP_OF.get(one.name)
    if group is None or group is not _GROUP_OF.get(other.name):
        return False
    return one.name != other.name or (one.name in BY_ARGUMENT and one.arg != other.arg)


def _cover_everything(guards: Sequence[Call]) -> bool:
    """Does one of these guards hold in every case: are they a whole partition?"""
    if any(guard.negated for guard in guards):
        return False
    names = tuple(guard.name for guard in guards)
    return BY_ARGUMENT.isdisjoint(names) and set(names) == set(_GROUP_OF.get(names[0], ()))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (_INDENT + line for line in lines)


@lru_cache(maxsize=2048)
def _factory(source: str) -> Callable[..., Function]:
    """Compile a text that defines ``bind``; this module writes it, from a closed vocabulary and numbers only."""
    scope: dict[str, Any] = {}
    exec(compile(source, "<rows of the machine>", "exec"), scope)
    bind: Callable[..., Function] = scope["bind"]
    return bind


class Writer:
    """Writes the functions of one machine on one table.

    Args:
        specification: the machine.
        numbers: its table and step table in numbers.
        stuck: makes the error for an automatic state none of whose rows is enabled.
        ambiguous: makes the error for rows that are enabled at once, from their numbers.
    """

    def __init__(
        self,
        specification: Specification,
        numbers: Numbers,
        stuck: Callable[[int], Exception],
        ambiguous: Callable[[int, Iterable[int]], Exception],
    ) -> None:
        self._specification = specification
        self._numbers = numbers
        self._stuck = stuck
        self._ambiguous = ambiguous
        self._row_number = {id(row): number for number, row in enumerate(specification.rows)}

    # --- the functions -----------------------------------------------------------------------------------------------

    def advance(self, rows: Sequence[Row]) -> Function:
        """``advance(state)`` for an automatic state with these rows."""
        lines = self._chain(rows, rows, known=())
        # Where one of the rows is enabled in every case there is no getting stuck.
        stuck = [] if lines[-1].startswith("return") else ["raise STUCK(control)"]
        return self._made("state", [*_unpacked(), *lines, *stuck], rows)

    def accepted(self, rows: Sequence[Row]) -> Function:
        """``accepted(state, player, asked)`` for a state in which a player decides."""
        lines = [*_unpacked(), "among, found = asked, 0"]
        for event, choice in _EVENTS:
            ways = [self._all_of(row.guards) for row in rows if row.event == event]
            if ways:
                lines += [f"if among & {choice} and ({' or '.join(ways)}):", f"{_INDENT}found |= {choice}"]
        for event, manner in _DECLARATIONS:
            for row in rows:
                if row.event == event:
                    lines += self._narrowed(manner, row.guards)
        return self._made("state, player, asked", [*lines, "return found"], ())

    def go(self, rows: Sequence[Row]) -> Function:
        """``go(state, player, chosen)`` for a state in which a player decides, and a choice that is accepted there."""
        return self._chosen(rows, accepted=True)

    def take(self, rows: Sequence[Row]) -> Function:
        """``take(state, player, chosen)`` for a state in which a player decides; ``None`` if the choice has no row."""
        return self._chosen(rows, accepted=False)

    def _chosen(self, rows: Sequence[Row], *, accepted: bool) -> Function:
        lines = _unpacked()
        for event, choice in (*_EVENTS, *_DECLARATIONS):
            ways = [row for row in rows if row.event == event]
            if not ways:
                continue
            # What all of them ask first is asked once, or not at all if the choice is accepted.
            first = takewhile(lambda guards: len(set(guards)) == 1, zip(*(row.guards for row in ways), strict=False))
            known = [guards[0] for guards in first]
            lines.append(f"if chosen & {choice}:" if accepted else f"if chosen & {choice} and {self._all_of(known)}:")
            declares = choice.isalpha()
            lines += _indented(["number = chosen.bit_length() - 3"] if declares else [])
            lines += _indented(self._chain(rows, ways, known))
        otherwise = "raise STUCK(control)" if accepted else "return None"
        return self._made("state, player, chosen", [*lines, otherwise], rows)

    def offered(self) -> Function:
        """``offered(asked, player, …)``: which triggers and conditional playables could be declared (303.8)."""
        lines = ["among, found = asked, 0"]
        for manner, guards in self._specification.offers.items():
            lines += self._narrowed(manner.upper(), guards)
        return self._made(", ".join(("asked", "player", *OFFERED_PLACES)), [*lines, "return found"], ())

    def due(self) -> Function:
        """``due(facts)``: the rule effects that are due, whether they ran or not: they hold, and would change facts."""
        lines = ["found = 0"]
        for number, (when, keep, add) in enumerate(self._numbers.effects):
            lines += [
                f"if not {when} & ~facts and facts & {keep} | {add} != facts:",
                f"{_INDENT}found |= {1 << number}",
            ]
        return self._made("facts", [*lines, "return found"], ())

    def refusal(self, verb: str, manner: str | None) -> Function:
        """``refusal(state, player, asked)``: the number of the first refusal that applies, or :data:`NO_ROW`."""
        lines = [*_unpacked()]
        for number, refusal in self._refusals(verb, manner):
            lines += [f"if not ({self._guard(refusal.requires)}):", f"{_INDENT}return {number}"]
        return self._made("state, player, asked", [*lines, f"return {NO_ROW}"], ())

    def unrefused(self) -> Function:
        """``unrefused(state, player, asked)``: the actions whose declaration no refusal applies to."""
        lines = [*_unpacked(), "among, found = asked, 0"]
        for manner in MANNERS:
            lines += self._narrowed(manner.upper(), [r.requires for _, r in self._refusals("declare", manner)])
        return self._made("state, player, asked", [*lines, "return found"], ())

    def _refusals(self, verb: str, manner: str | None) -> Iterator[tuple[int, Refusal]]:
        for number, refusal in enumerate(self._specification.refusals):
            if verb in refusal.verbs and (manner is None or manner in refusal.manners):
                yield number, refusal

    # --- their parts -------------------------------------------------------------------------------------------------

    def _chain(self, all_rows: Sequence[Row], ways: Sequence[Row], known: Sequence[Call]) -> Lines:
        """Take the one of ``ways`` that is enabled; guards that are ``known`` to hold are not asked again."""
        asked = [[guard for guard in row.guards if guard not in known] for row in ways]
        lines: Lines = []
        if not exclude_each_other(ways):
            lines.append("enabled = []")
            for row, guards in zip(ways, asked, strict=True):
                lines += [f"if {self._all_of(guards)}:", f"{_INDENT}enabled.append({all_rows.index(row)})"]
            lines += ["if len(enabled) > 1:", f"{_INDENT}raise AMBIGUOUS(control, enabled)"]
            tests_of = [f"{all_rows.index(row)} in enabled" for row in ways]
        else:
            single = [guards[0] for guards in asked if len(guards) == 1]
            if len(single) == len(ways) and _cover_everything(single):
                asked[-1] = []
            tests_of = [self._all_of(guards) for guards in asked]
        for row, test in zip(ways, tests_of, strict=True):
            taken = [*self._effects(row), f"return ({self._end(all_rows.index(row))}, {_KEPT})"]
            lines += taken if test == "True" else [f"if {test}:", *_indented(taken)]
        return lines

    def _end(self, place: int) -> str:
        return f"TARGET{place}, ROW{place}"

    def _narrowed(self, manner: str, guards: Iterable[Call]) -> Lines:
        """Add to ``found`` those of the actions of a manner that pass all guards."""
        tests = " and ".join([f"(asked := among & {manner})", *map(self._guard, guards)])
        return [f"if {tests}:", f"{_INDENT}found |= asked"]

    def _all_of(self, guards: Sequence[Call]) -> str:
        # Each row asks about the chosen action anew: the row before it may have found that it does not pass.
        anew = ["(asked := chosen)"] if any(guard.name in NARROWINGS for guard in guards) else []
        return " and ".join([*anew, *map(self._guard, guards)]) or "True"

    def _guard(self, call: Call) -> str:
        if call.name in NARROWINGS:
            passing = f"({NARROWINGS[call.name]})"
            return f"(asked := asked & ~{passing})" if call.negated else f"(asked := {passing})"
        condition = CONDITIONS[call.name] if call.arg is None else self._with_argument(call)
        return f"not ({condition})" if call.negated else condition

    def _with_argument(self, call: Call) -> str:
        return CONDITIONS_WITH_ARGUMENT[call.name].format(number=_number(self._numbers.packing, call))

    def _effects(self, row: Row) -> Iterator[str]:
        for place, call in enumerate(row.effects):
            if call.arg is None:
                # What is done first finds the facts as the guards found them.
                first = place == 0
                yield from (line.replace("DUE(facts)", "due") if first else line for line in EFFECTS[call.name])
            elif call.name == "give_priority_to":
                yield from PRIORITY_TO[call.arg]
            else:
                number = _number(self._numbers.packing, call)
                yield from (line.format(number=number) for line in EFFECTS_WITH_ARGUMENT[call.name])

    def _made(self, parameters: str, body: Iterable[str], rows: Sequence[Row]) -> Function:
        """Write the function, and bind what it looks up and where its rows lead."""
        body = list(body)
        for name, expression in DERIVED.items():
            if any(re.search(rf"\b{name}\b", line) for line in body):
                body.insert(1, f"{name} = {expression}")
        ends = [self._end(place) for place in range(len(rows))]
        constants = sorted({name for line in body for name in _CONSTANT.findall(line)} - {"STUCK", "AMBIGUOUS"})
        source = "\n".join(
            (
                "def bind(numbers, ends, STUCK, AMBIGUOUS):",
                *_indented(f"{name} = numbers.{name.lower()}" for name in constants),
                *_indented([f"({', '.join(ends)},) = ends"] if ends else ()),
                f"{_INDENT}def function({parameters}):",
                *_indented(_indented(body)),
                f"{_INDENT}return function",
            )
        )
        packing = self._numbers.packing
        bound: list[int] = []
        numbers = [self._row_number[id(row)] for row in rows]
        for row, number in zip(rows, numbers, strict=True):
            bound += (packing.control_number[self._specification.entered(row.target)], number)

        def ambiguous(control: int, enabled: Iterable[int]) -> Exception:
            return self._ambiguous(control, [numbers[place] for place in enabled])

        return _factory(source)(self._numbers, bound, self._stuck, ambiguous)


def _unpacked() -> Lines:
    return [f"{_PLACES} = state"]


def _number(packing: Packing, call: Call) -> int:
    """The number of the step or phase a guard or effect has as its argument."""
    known = packing.phase_number if call.name in ("starts_in", "enter_phase") else packing.step_number
    return known[call.arg]
