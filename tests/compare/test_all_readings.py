"""Readings may be chosen in any combination: each gives a machine that plays, and fails only where it must.

Chosen here are all sets with at most two other answers, all with at most one default one, and of the rest every 32nd:
that all 1,024 build would take a minute here, and is drawn from in the tests of the machine.
"""

from __future__ import annotations

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
SAMPLED = 32

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


def far() -> Iterator[Readings]:
    """All sets with one default answer, and some with more than two and less than nine others."""
    yield from map(flipped, combinations(ANSWERS, 9))
    rest = [flipped(some) for count in range(3, 9) for some in combinations(ANSWERS, count)]
    yield from rest[::SAMPLED]


def test_they_are_as_many_as_they_say() -> None:
    assert len(set(near())) == 45 + 1
    assert len(set(far())) == 10 + 30


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


@pytest.mark.parametrize("readings", [*near(), *far()], ids=repr)
def test_somebody_can_always_go_on(readings: Readings) -> None:
    """No dead end: where a player decides some decision is accepted, everywhere else the machine goes on by itself."""
    model = Model(build_specification(readings=readings), TINY)
    reached = reachable(model)
    assert reached.complete
    assert all(any(True for _ in model.steps(state)) for state in reached.states)
    holds_where_it_must(model)
