"""The packed search beside the plain one: the same states, steps and verdicts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from berserk_fsm.core.values import Decision
from berserk_fsm.explore.exploring import explore
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Reached, reachable
from berserk_fsm.explore.properties import STATE_CHECKS, STEP_CHECKS
from berserk_fsm.explore.report import Report
from berserk_fsm.explore.search import Bounds, Search
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Row, Specification
from berserk_fsm.scenario.scenario import parse_scenario


def model_of(text: str, specification: Specification | None = None, /, **readings: str) -> Model:
    """The model of a scenario text."""
    scenario = parse_scenario(text, readings_override=readings)
    return Model(specification or build_specification(readings=scenario.readings), scenario.table)


def failed_plainly(reached: Reached) -> set[str]:
    """The properties that fail somewhere, asked state by state and step by step."""
    model, states = reached.model, reached.states
    failed = {id for id, check in STATE_CHECKS.items() if not all(check(model, state) for state in states)}
    for edge in reached.edges:
        before = states[edge.source]
        after = model.take(before, edge.row, edge.decision)
        failed |= {id for id, check in STEP_CHECKS.items() if id not in failed and not check(model, before, after)}
    return failed


def compare(model: Model, turns: int = 1, max_states: int = 4000) -> tuple[Reached, Report] | None:
    """Search both ways and compare everything that can be compared; ``None`` if the table is too large for it."""
    reached = reachable(model, turns, max_states)
    if not reached.complete:
        return None
    search = Search(model, Bounds(turns))
    search.run()
    packed = {search.layout.unpack(search.look_up(place)[0]).decision_key() for place in range(len(search.visited))}
    assert packed == {state.decision_key() for state in reached.states}
    assert len(packed) == len(search.visited)
    report = explore(model, turns=turns)
    assert report.micro_states == len(reached.states)
    assert report.states == len(reached.decision_states)
    assert report.transitions == len(list(reached.decisions))
    assert report.depth == _depth(reached)
    assert set(report.never_taken) == {row.id for row in model.specification.rows} - _taken(reached)
    assert set(report.never_given) == {refusal.id for refusal in model.specification.refusals} - _given(reached)
    assert {verdict.id for verdict in report.violations} == failed_plainly(reached)
    return reached, report


def _taken(reached: Reached) -> set[str]:
    return {edge.row.id for edge in reached.edges}


def _given(reached: Reached) -> set[str]:
    """The refusals given anywhere, also between micro-steps."""
    model = reached.model
    found = set[str]()
    for state in reached.states:
        for decision in model.decisions if model.is_decision(state) else (Decision("pass", "A"),):
            refusal = model.refusal(state, decision) if state.window or state.deactivated else None
            if refusal is not None:
                found.add(refusal.id)
    return found


def _depth(reached: Reached) -> int:
    """Decisions on the longest of the shortest ways to a decision state."""
    distance = np.full(len(reached.states), len(reached.states) + 1)
    distance[0] = 0
    ways: dict[int, list[tuple[int, int]]] = {}
    for edge in reached.edges:
        if edge.target is not None:
            ways.setdefault(edge.source, []).append((edge.target, int(edge.decision is not None)))
    todo = [0]
    while todo:
        source = todo.pop()
        for target, cost in ways.get(source, ()):
            if distance[source] + cost < distance[target]:
                distance[target] = distance[source] + cost
                todo.append(target)
    decides = [distance[n] for n, state in enumerate(reached.states) if reached.model.is_decision(state)]
    return int(max(decides, default=0))


def without_guard(specification: Specification, kind: str, guard: str) -> Specification:
    """A machine whose rows of one kind have lost a guard: a fault."""

    def faulty(row: Row) -> Row:
        return (
            replace(row, guards=tuple(call for call in row.guards if call.name != guard)) if row.kind == kind else row
        )

    return replace(specification, rows=tuple(faulty(row) for row in specification.rows))


def without_effect(specification: Specification, kind: str, effect: str) -> Specification:
    """A machine whose rows of one kind have lost an effect: a fault."""

    def faulty(row: Row) -> Row:
        kept = tuple(call for call in row.effects if call.name != effect)
        return replace(row, effects=kept) if row.kind == kind else row

    return replace(specification, rows=tuple(faulty(row) for row in specification.rows))
