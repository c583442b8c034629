"""The generator of small tables: its order, its bounds, no table twice, none left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product
from typing import Any

import pytest

from berserk_fsm.compare.tables import Size, sized_tables, small_tables
from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Player, RuleEffect, Start
from berserk_fsm.rules.profiles import default_profile, find_profile

SMALL = list(sized_tables(max_size=4))
FACT_KEYS = ("when", "requires", "cost", "add", "remove")


def features(table: Table) -> int:
    """How many features the actions of a table have, counted anew."""
    found = 0
    for action in table.actions.values():
        if table.rolls(action.name):
            continue
        found += (action.speed == "slow") + action.roll + (action.target is not None)
        found += (action.on is not None) + (action.aim is not None)
        found += sum(len(getattr(action, key)) for key in FACT_KEYS)
    return found


def extras(table: Table) -> int:
    effects = table.rule_effects.values()
    of_effects = sum(1 + len(one.when) + len(one.remove) + len(one.add) for one in effects)
    return (table.start.phase != "main") + len(table.start.facts) + of_effects


def own(table: Table) -> list[Action]:
    return [action for action in table.actions.values() if not table.rolls(action.name)]


def forms(table: Table) -> Iterator[Any]:
    """The table with its names exchanged in every way, as something that can be compared."""
    actions = own(table)
    facts = sorted(
        {fact for action in actions for key in FACT_KEYS for fact in getattr(action, key)}
        | {fact for one in table.rule_effects.values() for fact in (*one.when, *one.remove, *one.add)}
        | set(table.start.facts)
    )
    for order in permutations(actions):
        names = {action.name: f"{action.by}/{place}" for place, action in enumerate(order)}
        for numbers in permutations(range(len(facts))):
            number = dict(zip(facts, numbers, strict=True))

            def told(some: tuple[str, ...], number: dict[str, int] = number) -> tuple[int, ...]:
                return tuple(sorted(number[fact] for fact in some))

            yield (
                tuple(
                    (
                        one.by,
                        one.speed,
                        one.target is not None,
                        one.roll,
                        one.on and (one.on.where, names.get(one.on.name, one.on.name)),
                        one.block and names[one.block],
                        one.redirect and names[one.redirect.of],
                        *(told(getattr(one, key)) for key in FACT_KEYS),
                    )
                    for one in order
                ),
                tuple((told(one.when), told(one.remove), told(one.add)) for one in table.rule_effects.values()),
                table.start.phase,
                told(table.start.facts),
            )


def test_sizes_are_what_they_say_and_ascend() -> None:
    for size, table in SMALL:
        assert size == Size(len(own(table)), features(table), extras(table))
    sizes = [size for size, _ in SMALL]
    assert sizes == sorted(sizes, key=lambda size: (size.total, size))


def test_no_table_stands_twice_under_other_names() -> None:
    seen = set[Any]()
    for size, table in SMALL:
        if size.total > 3:
            break
        every = set(map(str, forms(table)))
        assert not every & seen
        seen |= every


def test_how_many_there_are() -> None:
    """A change of the family shows here: what was the smallest table need not be it any more."""
    assert Counter(size.total for size, _ in SMALL) == {0: 1, 1: 4, 2: 22, 3: 135, 4: 918}


def test_bounds_hold() -> None:
    for table in islice(small_tables(), 1000, 1300):
        by: Counter[Player] = Counter(action.by for action in own(table))
        assert max(by.values(), default=0) <= 3
        assert len(table.rule_effects) <= 1
    alone = list(small_tables(max_actions=1, max_facts=0, max_rule_effects=0, max_size=4))
    assert all(len(own(table)) <= 2 and not table.rule_effects and not table.start.facts for table in alone)
    assert alone
    four = [table for size, table in SMALL if size == Size(4, 0, 0)]
    assert len(four) == 3, "AAAB, AABB and ABBB"


def test_small_plain_tables_are_all_there() -> None:
    """Judged by writing all tables of two actions without facts and references, from scratch."""
    found = {form for size, table in SMALL for form in map(str, forms(table)) if size.actions == 2}
    players: tuple[Player, Player] = ("A", "B")
    for slow, target, roll in product((False, True), repeat=3):
        for one, other in product(players, repeat=2):
            first = Action("X", by=one, speed="slow" if slow else "fast", target="c1" if target else None, roll=roll)
            if slow + target + roll > 2:
                continue
            table = build_table([first, Action("Y", by=other)], profile=default_profile())
            assert set(map(str, forms(table))) & found


@pytest.mark.parametrize(
    ("actions", "effects", "facts"),
    [
        ([Action("X", by="A", add=("f",))], [], ()),  # a fact nobody asks for
        ([Action("X", by="A", when=("f",))], [], ()),  # can never be declared
        ([Action("X", by="A", requires=("f",))], [], ("f",)),  # requires what is always there
        ([Action("X", by="A")], [RuleEffect("e", add=("f",), remove=("f",))], ()),  # never changes anything
    ],
)
def test_idle_tables_are_left_out(actions: list[Action], effects: list[RuleEffect], facts: tuple[str, ...]) -> None:
    table = build_table(actions, effects, Start(facts=facts), profile=default_profile())
    every = set(map(str, forms(table)))
    assert all(every.isdisjoint(map(str, forms(one))) for size, one in SMALL if size.total <= 4)


def test_another_profile_has_its_own_steps() -> None:
    profile = find_profile("edition_2009")
    points = {
        action.on.where for table in small_tables(max_size=4, profile=profile) for action in own(table) if action.on
    }
    steps = {step.id for step in profile.steps if step.trigger_point != "never"}
    assert points - {"phase", "effect"} <= steps
    assert points - {"phase", "effect"}
