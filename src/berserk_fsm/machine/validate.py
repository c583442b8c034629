"""Check a specification when it is built. Each error names the element.

Checked: names and references, unreachable states, states without a way on, two rows enabled at once, cases no row
covers, elements without a clause or without words in one of the languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from berserk_fsm.core.effects import EFFECTS, EFFECTS_WITH_ARGUMENT
from berserk_fsm.core.guards import GUARDS, GUARDS_WITH_ARGUMENT
from berserk_fsm.core.partitions import BY_ARGUMENT, PARTITIONS
from berserk_fsm.core.values import MANNERS
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.specification import Call, Row, Specification, StateDef
from berserk_fsm.rules.clauses import is_citation
from berserk_fsm.rules.text import Text

__all__ = ["validate"]

DECISION_EVENTS = (*(f"declare_{manner}" for manner in MANNERS), "pass_priority", "hand_over_priority")
"""The triggers that players fire."""

GIVING_AWAY = ("pass_priority", "hand_over_priority")
"""Those with which a holder can always get rid of priority (303.2, 303.6)."""

RESERVED_PREFIXES = ("to_", "is_", "may_")
"""Names that ``transitions`` makes itself."""

_GROUP_OF: Mapping[str, tuple[str, ...]] = {name: group for group in PARTITIONS for name in group}


def validate(specification: Specification) -> None:
    """Check ``specification``.

    Raises:
        SpecificationError: the first fault found; the message names the state, row or refusal.
    """
    _check_states(specification)
    _check_rows(specification)
    _check_refusals(specification)
    _check_reachable(specification)
    for leaf in specification.leaves:
        _check_ways_on(specification, leaf)


def _fault(element: str, problem: str, expected: str) -> SpecificationError:
    return SpecificationError(f"{element}: {problem}; expected {expected}")


def _check_states(specification: Specification) -> None:
    states = specification.states
    parents = {state.parent for state in states.values()}
    if specification.initial not in states:
        raise _fault(f"initial state {specification.initial!r}", "is not declared", "a declared state")
    for path, state in states.items():
        element = f"state {path}"
        if state.parent is not None and state.parent not in states:
            raise _fault(element, "lies in an undeclared state", "its composite to be declared")
        if (state.kind == "composite") != (path in parents):
            raise _fault(element, f"is {state.kind}", "a composite to have children and no other state to have any")
        if state.initial is not None and (state.initial not in states or states[state.initial].parent != path):
            raise _fault(element, f"starts in {state.initial!r}", "one of its children")
        _check_cited(element, state.clauses)
        _check_text(element, state.name)


def _check_rows(specification: Specification) -> None:
    seen: set[str] = set()
    for row in specification.rows:
        element = f"row {row.id}"
        if row.id in seen:
            raise _fault(element, "stands twice", "unique ids")
        seen.add(row.id)
        for end, path in (("source", row.source), ("target", row.target)):
            if path not in specification.states:
                raise _fault(element, f"has the unknown {end} {path!r}", "a declared state")
        if specification.states[specification.entered(row.target)].kind == "composite":
            raise _fault(element, f"enters {row.target}, which has no initial child", "a state that can be entered")
        if row.event.startswith(RESERVED_PREFIXES):
            raise _fault(element, f"is fired by {row.event!r}", "a trigger that transitions does not name itself")
        if bool(row.sentence.ru) != bool(row.sentence.en):
            raise _fault(element, "has a sentence in one language only", "a sentence in both or in none")
        if not row.automatic and row.event not in DECISION_EVENTS:
            raise _fault(element, f"has the unknown event {row.event!r}", " | ".join(DECISION_EVENTS))
        for guard in row.guards:
            _check_call(specification, element, "guard", guard)
        for effect in row.effects:
            _check_call(specification, element, "effect", effect)
        _check_cited(element, row.clauses)
        _check_text(element, row.label)


def _check_refusals(specification: Specification) -> None:
    seen: set[str] = set()
    for refusal in specification.refusals:
        element = f"refusal {refusal.id}"
        if refusal.id in seen:
            raise _fault(element, "stands twice", "unique ids")
        seen.add(refusal.id)
        _check_call(specification, element, "guard", refusal.requires)
        if refusal.clause != "scenario":
            _check_cited(element, (refusal.clause,))
        _check_text(element, refusal.sentence)
    for manner, calls in specification.offers.items():
        for call in calls:
            _check_call(specification, f"offer {manner}", "guard", call)


def _check_call(specification: Specification, element: str, sort: str, call: Call) -> None:
    plain: Mapping[str, object] = GUARDS if sort == "guard" else EFFECTS
    with_argument: Mapping[str, object] = GUARDS_WITH_ARGUMENT if sort == "guard" else EFFECTS_WITH_ARGUMENT
    if call.name not in (plain if call.arg is None else with_argument):
        raise _fault(element, f"names the unknown {sort} {call}", f"a {sort} of the vocabulary")
    if call.arg is None:
        return
    match call.name:
        case "give_priority_to":
            known: tuple[str, ...] = ("active", "nonactive")
        case "enter_phase" | "starts_in":
            known = tuple(phase.id for phase in specification.profile.phases)
        case _:
            known = tuple(step.id for step in specification.profile.steps)
    if call.arg not in known:
        raise _fault(element, f"gives {call.name} the unknown argument {call.arg!r}", " | ".join(known))


def _check_cited(element: str, clauses: tuple[str, ...]) -> None:
    if not clauses:
        raise _fault(element, "cites nothing", "a clause or gap")
    for clause in clauses:
        if not is_citation(clause):
            raise _fault(element, f"cites the unknown {clause!r}", "a clause of 302 or 303, or gap/NAME")


def _check_text(element: str, text: Text) -> None:
    if not text.ru or not text.en:
        raise _fault(element, "has no words in one of the languages", "a text in Russian and in English")


def _check_reachable(specification: Specification) -> None:
    """Every state can be come to: along rows, into the initial children and out to the composites around."""
    reached: set[str] = set()
    agenda = [specification.initial]
    while agenda:
        leaf = specification.entered(agenda.pop())
        if leaf in reached:
            continue
        reached.add(leaf)
        agenda += [row.target for row in specification.rows_from(leaf)]
    entered = {path for leaf in reached for path in specification.ancestors(leaf)}
    for path in specification.states:
        if path not in entered:
            raise _fault(f"state {path}", "is unreachable", "a row that leads to it")


def _check_ways_on(specification: Specification, leaf: StateDef) -> None:
    """No trap, no ambiguity: rows of one state and event exclude each other; automatic ones cover every case."""
    rows = specification.rows_from(leaf.path)
    if not rows:
        raise _fault(f"state {leaf.path}", "is a trap", "a row that leaves it")
    automatic = tuple(row for row in rows if row.automatic)
    if leaf.kind == "decision":
        if automatic:
            raise _fault(
                f"row {automatic[0].id}", "is automatic but leaves a state in which a player decides", "decisions only"
            )
        for event in dict.fromkeys(row.event for row in rows):
            _check_exclusive(specification, leaf, tuple(row for row in rows if row.event == event))
        away = tuple(row for row in rows if row.event in GIVING_AWAY)
        if not away:
            raise _fault(f"state {leaf.path}", "has no way to give priority away", "a pass or a hand-over")
        _check_covered(specification, leaf, away)
        return
    if len(automatic) < len(rows):
        other = next(row for row in rows if not row.automatic)
        raise _fault(
            f"row {other.id}", "is a decision but leaves a state the machine leaves by itself", "automatic rows only"
        )
    _check_exclusive(specification, leaf, automatic)
    _check_covered(specification, leaf, automatic)


Case = dict[tuple[str, ...], Call]


def _check_covered(specification: Specification, leaf: StateDef, rows: tuple[Row, ...]) -> None:
    for case in _cases(specification, rows):
        if not any(_may_hold(row, case) for row in rows):
            shown = ", ".join(map(str, case.values())) or "no guard"
            raise _fault(f"state {leaf.path}", f"has no way on when {shown}", "a row for every case")


def _check_exclusive(specification: Specification, leaf: StateDef, rows: tuple[Row, ...]) -> None:
    for case in _cases(specification, rows):
        enabled = [row.id for row in rows if _may_hold(row, case)]
        if len(enabled) > 1:
            raise _fault(
                f"rows {enabled[0]} and {enabled[1]}",
                f"may both be enabled in {leaf.path}",
                "guards that exclude each other",
            )


def _cases(specification: Specification, rows: tuple[Row, ...]) -> Iterator[Case]:
    """Every combination of the partitions that the guards of ``rows`` name."""
    groups: dict[tuple[str, ...], dict[Call, None]] = {}
    for row in rows:
        for guard in row.guards:
            group = _GROUP_OF.get(guard.name)
            if group is not None:
                cases = groups.setdefault(group, {})
                for name in group:
                    arguments = _arguments(specification, name) if name in BY_ARGUMENT else (None,)
                    cases.update((Call(name, argument), None) for argument in arguments)
    for choice in product(*groups.values()):
        yield dict(zip(groups, choice, strict=True))


def _arguments(specification: Specification, guard: str) -> tuple[str, ...]:
    """Everything a guard with an argument may be asked: the phases, or the steps an action can be suspended in."""
    if guard == "starts_in":
        return tuple(phase.id for phase in specification.profile.phases)
    return tuple(step.id for step in specification.profile.steps if step.id in specification.suspending_steps)


def _may_hold(row: Row, case: Case) -> bool:
    return all(case[group] == guard for guard in row.guards if (group := _GROUP_OF.get(guard.name)) is not None)
