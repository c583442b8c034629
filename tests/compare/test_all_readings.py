"""Readings may be chosen in any combination: each gives a machine that plays, and fails only where it must.

All 1,024 sets are built, which validates them, and played to the end of the turn on a tiny table. All properties are
asked of a larger table for the sets with two other answers and the one with ten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from berserk_fsm.compare.packaged import other_answers
from berserk_fsm.compare.specifications import difference
from berserk_fsm.explore.exploring import explore
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import reachable
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.validate import validate
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.scenario import parse_scenario

ANSWERS = list(other_answers())
PORTIONS = 16

TABLE = parse_scenario("""
actions:
  strike: {by: A, speed: slow, target: hero, roll: true, cost: [rage], add: [wound]}
  shield: {by: B, on: {fix_target: strike}, block: strike}
  toll: {by: A, on: {effect: dies}, when: [wound]}
start: {facts: [rage]}
rule_effects:
  dies: {when: [wound], add: [dead]}
""").table

TINY = parse_scenario("""
actions:
  strike: {by: A, speed: slow, cost: [rage], roll: true}
  answer: {by: B, on: {payment: strike}}
start: {facts: [rage]}
""").table


def flipped(answers: tuple[tuple[str, str], ...]) -> Readings:
    return Readings().replace(**dict(answers))


def near() -> Iterator[Readings]:
    """All sets with two other answers, and the one with no default answer at all."""
    yield from map(flipped, combinations(ANSWERS, 2))
    yield flipped(tuple(ANSWERS))


def every() -> list[Readings]:
    """All sets there are, the default one first."""
    return [flipped(some) for count in range(len(ANSWERS) + 1) for some in combinations(ANSWERS, count)]


def test_they_are_as_many_as_they_say() -> None:
    assert len(set(near())) == 45 + 1
    assert len(set(every())) == 2**10


def holds_where_it_must(model: Model) -> None:
    """Every property that follows from the readings holds in everything that can be played, to the end of the turn."""
    report = explore(model)
    assert report.complete
    assert [verdict.id for verdict in report.violations if verdict.follows] == []


@pytest.mark.parametrize("readings", list(near()), ids=repr)
def test_two_other_answers_make_a_sound_machine(readings: Readings) -> None:
    specification = build_specification(readings=readings)
    validate(specification)
    assert not difference(build_specification(), specification).is_empty
    holds_where_it_must(Model(specification, TABLE))


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_every_set_gives_a_machine_with_one_way_on(portion: int) -> None:
    """Valid, deterministic, no dead end: every automatic state has one way on, every decision at most one outcome, and
    where a player decides some decision is accepted."""
    for readings in every()[portion::PORTIONS]:
        model = Model(build_specification(readings=readings), TINY)  # building validates
        reached = reachable(model)
        assert reached.complete
        ways = Counter((edge.source, edge.decision) for edge in reached.edges)
        assert set(ways.values()) == {1}, readings
        assert {source for source, _ in ways} == set(range(len(reached.states))), readings
