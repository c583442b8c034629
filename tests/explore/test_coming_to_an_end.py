"""303.7: every play comes to its end, shown on whole graphs, without the rank that the property relies on."""

from __future__ import annotations

from graphlib import TopologicalSorter

import pytest

from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Reached, reachable
from berserk_fsm.explore.properties import rank
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.scenario.scenario import load_scenario

TABLES = [
    "302-4-suspended",
    "302-7-an-endless-loop-is-cut",
    "302-9-the-roll-goes-through-the-queue",
    "302-12-block-and-redirect",
    "303-3-slow-and-fast",
    "303-9-the-player-due",
]


def reached(name: str) -> Reached:
    return reachable(Model.of_scenario(load_scenario(ready_tables()[name])))


@pytest.mark.parametrize("name", TABLES)
def test_no_play_goes_round_in_circles(name: str) -> None:
    found = reached(name)
    order = TopologicalSorter[int](dict.fromkeys(range(len(found.states)), ()))
    for edge in found.edges:
        if edge.target is not None:
            order.add(edge.target, edge.source)
    assert len(tuple(order.static_order())) == len(found.states)  # a circle would raise CycleError


@pytest.mark.parametrize("name", TABLES)
def test_with_both_passing_queue_and_stack_empty(name: str) -> None:
    """From every situation giving priority away leads, by and by, to an empty stack or past the turn."""
    found = reached(name)
    onward: dict[int, int | None] = {}
    for edge in found.edges:
        if edge.decision is None or edge.decision.verb != "declare":
            assert edge.source not in onward
            onward[edge.source] = edge.target
    for place in range(len(found.states)):
        at: int | None = place
        for _ in range(len(found.states)):
            if at is None or (found.states[at].window and not (found.states[at].stack or found.states[at].queue)):
                break
            at = onward[at]
        else:
            pytest.fail(f"passing never empties the stack from {found.states[place]}")


def test_a_machine_that_goes_round_has_no_growing_rank() -> None:
    """Must not: the rank is no number that grows whatever happens; it stays where nothing was done."""
    found = reached("303-3-slow-and-fast")
    model = found.model
    ranks = [rank(model, state) for state in found.states]
    assert len(set(ranks)) < len(ranks)
    assert all(ranks[edge.source] < ranks[edge.target] for edge in found.edges if edge.target is not None)
    assert not any(ranks[edge.target] < ranks[edge.source] for edge in found.edges if edge.target is not None)
