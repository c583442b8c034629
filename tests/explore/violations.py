"""Tables to explore, and counterexamples found the plain way: by the checks of the properties and the plain search."""

from __future__ import annotations

from collections import deque

from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Edge, reachable
from berserk_fsm.explore.properties import STATE_CHECKS, STEP_CHECKS
from berserk_fsm.explore.report import Violation
from berserk_fsm.machine.build import build_specification
from berserk_fsm.scenario.scenario import parse_scenario


def table_model(text: str, **readings: str) -> Model:
    """The real machine on the table of a scenario text."""
    scenario = parse_scenario(text, readings_override=readings)
    return Model(build_specification(readings=scenario.readings), scenario.table)


def plain_violation(model: Model, id: str) -> Violation | None:
    """The way with the fewest decisions to where a property fails."""
    reached = reachable(model)
    out: dict[int, list[Edge]] = {}
    for edge in reached.edges:
        out.setdefault(edge.source, []).append(edge)
    way: dict[int, Edge | None] = {0: None}
    depth = {0: 0}
    waiting = deque([0])
    while waiting:
        place = waiting.popleft()
        for edge in out.get(place, ()):
            far = depth[place] + (edge.decision is not None)
            if edge.target is not None and far < depth.get(edge.target, far + 1):
                way[edge.target], depth[edge.target] = edge, far
                waiting.append(edge.target) if edge.decision else waiting.appendleft(edge.target)
    found: list[Violation] = []

    def decisions(edge: Edge | None) -> list[Edge]:
        taken = []
        while edge is not None:
            taken += [edge] if edge.decision else []
            edge = way[edge.source]
        return taken[::-1]

    if id in STATE_CHECKS:
        for place, state in enumerate(reached.states):
            if not STATE_CHECKS[id](model, state):
                taken = tuple(edge.decision for edge in decisions(way[place]) if edge.decision)
                found.append(Violation(id, taken, state))
    for edge in reached.edges if id in STEP_CHECKS else ():
        before = reached.states[edge.source]
        after = model.take(before, edge.row, edge.decision)
        if not STEP_CHECKS[id](model, before, after):
            taken = tuple(one.decision for one in decisions(way[edge.source]) if one.decision)
            found.append(Violation(id, (*taken, *([edge.decision] if edge.decision else [])), after, before))
    return min(found, key=lambda one: len(one.decisions), default=None)
