"""What the tests of the simulation share: a dispute with everything in it, and random play."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from berserk_fsm.core.values import PLAYERS, Decision
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.simulation import Match, Simulation

DISPUTE = """
actions:
  X: {by: A, speed: slow, target: c7, roll: true, cost: [a1], add: [hit]}
  S: {by: A, speed: slow, requires: [dead], cost: [a1]}
  t: {by: B, on: {fix_target: X}}
  u: {by: B, on: {apply_effect: X}, when: [hit]}
  c: {by: A, when: [dead], add: [tale]}
  n: {by: B, block: X}
  r: {by: B, redirect: {of: X, to: c2}}
start: {facts: [a1]}
rule_effects:
  dies: {when: [hit], remove: [hit], add: [dead]}
  burns: {when: [tale], remove: [tale], add: [ash]}
  glows: {when: [ash], remove: [ash], add: [tale]}
"""


def simulation_of(text: str = DISPUTE, **readings: str) -> Simulation:
    """The table of a scenario text."""
    return Simulation.of_scenario(parse_scenario(text, readings_override=readings))


def everything_to_try(match: Match) -> list[Decision]:
    """Every decision of either player, whether it is accepted or not."""
    names = list(match.simulation.table.actions)
    declares = [Decision("declare", player, name) for player in PLAYERS for name in names]
    return [*declares, *(Decision(verb, player) for player in PLAYERS for verb in ("pass", "hand_over"))]


def random_moments(match: Match, seed: int, events: int) -> Iterator[Match]:
    """The match at every moment of a random game."""
    rng = random.Random(seed)
    for _ in range(events):
        yield match
        match.playout(rng, 1)
    yield match


def deep_size(of: object, without: tuple[object, ...]) -> int:
    """The bytes of an object and everything it refers to that is not reached from ``without``."""
    seen: set[int] = set()

    def walk(one: Any) -> int:
        if id(one) in seen or isinstance(one, (type, ModuleType, FunctionType)):
            return 0
        seen.add(id(one))
        return sys.getsizeof(one) + sum(map(walk, gc.get_referents(one)))

    for one in without:
        walk(one)
    return walk(of)
