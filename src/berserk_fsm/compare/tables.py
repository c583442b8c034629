"""Small tables, the smallest first: where a difference between two machines is looked for.

**The family.** Up to three actions of each player, three facts and one rule effect; A is Active. An action is fast or
slow and may have a target, a roll, one fact each as ``when``, ``requires``, ``cost``, ``add`` and ``remove``, a trigger
(a phase, a step of another action, or the rule effect) and an aim (it blocks or redirects another action). The rule
effect has at most one fact each as ``when``, ``remove`` and ``add``. The game starts in any phase, with any of the
facts on the table.

**The order.** By size, which counts one for each

* action;
* feature of an action: slow, target, roll, a fact, trigger, aim;
* extra: a fact at the start, a rule effect and each of its facts, a start in another phase than the main one.

Among tables of one size those with fewer actions come first, then those with fewer features; then A's actions, the
order of the phases and the order of the features above decide.

**What is left out**, because a smaller table plays the same, or the same one came before with other names:

* names are not told apart: actions of one player may change places, and so may facts;
* a fact nobody asks for (by ``when``, ``requires``, ``cost`` or the rule effect), and adding or removing a fact where
  it is there or not there anyway;
* what can never be declared or never happens in the first turn: a ``when`` nobody can fulfil, the trigger of a phase
  that is over, of a step an action does not have, of a missing rule effect; redirecting what has no target;
* ``requires`` of a fact that is always there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, groupby, permutations, product
from typing import Any, NamedTuple

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import PLAYERS, Action, Player, Point, Redirect, RuleEffect, Start
from berserk_fsm.rules.profiles import Profile, default_profile

__all__ = ["Size", "SizedTable", "sized_tables", "small_tables"]

FACT_KEYS = ("when", "requires", "cost", "add", "remove")
EFFECT_KEYS = ("when", "remove", "add")
TARGET, OTHER_TARGET = "c1", "c2"
RULE_EFFECT = "effect"


class Size(NamedTuple):
    """How large a table is: its actions, their features, and the extras; :attr:`total` is what counts.

    >>> Size(2, 1, 1).total
    4
    """

    actions: int
    features: int
    extras: int

    @property
    def total(self) -> int:
        """The sum of the three."""
        return sum(self)


class SizedTable(NamedTuple):
    """A table and its size."""

    size: Size
    table: Table


def small_tables(
    max_actions: int = 3,
    max_facts: int = 3,
    max_rule_effects: int = 1,
    max_size: int | None = None,
    profile: Profile | None = None,
) -> Iterator[Table]:
    """The tables of the family, one by one, the smallest first; see the text above for what and in which order.

    Args:
        max_actions: how many actions each player has at most.
        max_facts: how many facts there are at most.
        max_rule_effects: 0 or 1.
        max_size: the largest size; without it the family ends only where its tables have every feature.
        profile: its phases and its steps with trigger points; the default profile if ``None``.

    >>> from itertools import islice
    >>> for table in islice(small_tables(), 6):
    ...     print(table.start.phase, [(action.name, action.speed) for action in table.actions.values()])
    main []
    initial []
    final []
    main [('A1', 'fast')]
    main [('B1', 'fast')]
    main []
    """
    return (one.table for one in sized_tables(max_actions, max_facts, max_rule_effects, max_size, profile))


def sized_tables(
    max_actions: int = 3,
    max_facts: int = 3,
    max_rule_effects: int = 1,
    max_size: int | None = None,
    profile: Profile | None = None,
) -> Iterator[SizedTable]:
    """The same tables with their sizes; those of one size stand together."""
    used = profile or default_profile()
    most = _largest(max_actions, max_facts, max_rule_effects)
    last = most.total if max_size is None else max_size
    for total in range(last + 1):
        for actions in range(min(total, most.actions) + 1):
            for features in range(min(total - actions, most.features) + 1):
                size = Size(actions, features, total - actions - features)
                if size.extras <= most.extras:
                    yield from _of_size(size, max_actions, max_facts, max_rule_effects, used)


def _largest(max_actions: int, max_facts: int, max_rule_effects: int) -> Size:
    slots = 4 + len(FACT_KEYS) + 1
    return Size(2 * max_actions, 2 * max_actions * slots, 1 + max_facts + max_rule_effects * (1 + len(EFFECT_KEYS)))


# --- drafts: tables without names ------------------------------------------------------------------------------------

_Pair = tuple[str, int]


class _Shape(NamedTuple):
    """An action without a name: which features it has.

    ``on`` and ``aim`` name another action by its place; ``on`` a phase by its number. ``facts`` holds, for each of
    :data:`FACT_KEYS`, the number of a fact or -1.
    """

    by: Player
    slow: bool = False
    target: bool = False
    roll: bool = False
    on: _Pair | None = None
    aim: _Pair | None = None
    facts: tuple[int, ...] = (-1,) * len(FACT_KEYS)

    def fact(self, key: str) -> int:
        return self.facts[FACT_KEYS.index(key)]


@dataclass(frozen=True)
class _Draft:
    """A table without names."""

    shapes: tuple[_Shape, ...]
    effect: tuple[int, ...] | None
    phase: int
    facts: frozenset[int]

    @cached_property
    def effect_facts(self) -> Mapping[str, int]:
        numbers = self.effect or (-1,) * len(EFFECT_KEYS)
        return dict(zip(EFFECT_KEYS, numbers, strict=True))

    def _all(self, *keys: str) -> set[int]:
        return {shape.fact(key) for shape in self.shapes for key in keys} - {-1}

    def makes_sense(self, needs: Mapping[str, str]) -> bool:
        """Is none of it idle? See the text above.

        Args:
            needs: for each step with a trigger point, what an action must have to come to it.
        """
        return self._refers_to_what_there_is(needs) and self._effect_changes_something() and self._facts_matter()

    def _refers_to_what_there_is(self, needs: Mapping[str, str]) -> bool:
        for shape in self.shapes:
            if shape.on is not None:
                where, number = shape.on
                if where == "effect" and self.effect is None:
                    return False
                if where == "phase" and number < self.phase:
                    return False
                if needs.get(where) == "has_target" and not self.shapes[number].target:
                    return False
                if needs.get(where) == "has_roll" and not self.shapes[number].roll:
                    return False
            if shape.aim is not None and shape.aim[0] == "redirect" and not self.shapes[shape.aim[1]].target:
                return False
            if shape.fact("add") == shape.fact("remove") != -1:
                return False
        return True

    def _effect_changes_something(self) -> bool:
        when, remove, add = self.effect_facts.values()
        return self.effect is None or not (remove == add or add == when != -1)

    def _facts_matter(self) -> bool:
        effect = self.effect_facts
        of_effect = set(effect.values()) - {-1}
        asked = self._all("when", "requires", "cost") | of_effect
        comes = self._all("add") | {effect["add"]}
        goes = self._all("remove", "cost") | {effect["remove"]}
        can_be, can_lack = self.facts | comes, goes | (set(range(3)) - self.facts)
        return (
            self._all("add", "remove") | self.facts <= asked
            and self._all("when", "remove") <= can_be
            and self._all("requires", "add") <= can_lack
            and ({effect["when"], effect["remove"]} - {-1}) <= can_be
            and ({effect["add"]} - {-1}) <= can_lack
        )

    def signature(self) -> Any:
        """The same for all drafts that differ only in the places of a player's actions and in the numbers of facts."""
        places = [list(group) for _, group in groupby(range(len(self.shapes)), lambda place: self.shapes[place].by)]
        orders = product(*(permutations(group) for group in places))
        return min(self._as_ordered(tuple(chain.from_iterable(order))) for order in orders)

    def _as_ordered(self, order: tuple[int, ...]) -> Any:
        numbers: dict[int, int] = {-1: -1}
        at = {place: new for new, place in enumerate(order)}

        def moved(pair: _Pair | None) -> tuple[Any, ...]:
            if pair is None:
                return ()
            return pair if pair[0] in ("phase", "effect") else (pair[0], at[pair[1]])

        def renamed(facts: Sequence[int]) -> tuple[int, ...]:
            return tuple(numbers.setdefault(fact, len(numbers) - 1) for fact in facts)

        shapes = []
        for place in order:
            one = self.shapes[place]
            shapes.append((one.by, one.slow, one.target, one.roll, moved(one.on), moved(one.aim), renamed(one.facts)))
        effect = renamed(self.effect or ())
        return tuple(shapes), effect, self.phase, tuple(sorted(renamed(sorted(self.facts))))


def _of_size(
    size: Size, max_actions: int, max_facts: int, max_rule_effects: int, profile: Profile
) -> Iterator[SizedTable]:
    """The tables of one size, each once."""
    seen, needs = set[Any](), {step.id: step.only_if for step in profile.steps}
    for draft in _drafts(size, max_actions, max_facts, max_rule_effects, profile):
        if draft.makes_sense(needs) and (signature := draft.signature()) not in seen:
            seen.add(signature)
            yield SizedTable(size, _table(draft, profile))


def _drafts(size: Size, max_actions: int, max_facts: int, max_rule_effects: int, profile: Profile) -> Iterator[_Draft]:
    phases = list(range(len(profile.phases)))
    usual = next(place for place in phases if profile.phases[place].id == profile.usual_phase)
    phases.sort(key=lambda place: (place != usual, place))
    for phase, slots in product(phases, _effect_slots(max_rule_effects)):
        started = size.extras - (phase != usual) - (0 if slots is None else 1 + sum(slots))
        if not 0 <= started <= max_facts:
            continue
        for own in range(min(size.actions, max_actions), -1, -1):
            if size.actions - own > max_actions:
                continue
            players: list[Player] = [PLAYERS[0]] * own + [PLAYERS[1]] * (size.actions - own)
            for frames in _frames(players, size.features, slots is not None, profile):
                yield from _with_facts(frames, slots, phase, started, max_facts)


def _effect_slots(max_rule_effects: int) -> Iterator[tuple[bool, ...] | None]:
    """Which facts a rule effect has: it must remove or add something."""
    yield None
    if max_rule_effects:
        every = [slots for slots in product((False, True), repeat=len(EFFECT_KEYS)) if slots[1] or slots[2]]
        yield from sorted(every, key=sum)


def _frames(players: Sequence[Player], features: int, effect: bool, profile: Profile) -> Iterator[tuple[_Shape, ...]]:
    """Ways to give the actions so many features; a fact that is to be there is numbered 0 for now."""
    for counts in _shared_out(features, len(players)):
        yield from product(*(_shapes(place, players, count, effect, profile) for place, count in enumerate(counts)))


def _shared_out(total: int, among: int) -> Iterator[tuple[int, ...]]:
    if among == 0:
        if total == 0:
            yield ()
        return
    for first in range(total, -1, -1):
        for rest in _shared_out(total - first, among - 1):
            yield (first, *rest)


def _shapes(place: int, players: Sequence[Player], features: int, effect: bool, profile: Profile) -> Iterator[_Shape]:
    """The actions with so many features that can stand at a place."""
    others = [other for other in range(len(players)) if other != place]
    steps = [step.id for step in profile.steps if step.trigger_point != "never"]
    points: list[_Pair] = [("phase", number) for number in range(len(profile.phases))]
    points += [(step, other) for step in steps for other in others]
    points += [("effect", 0)] if effect else []
    aims = [(verb, other) for verb in ("block", "redirect") for other in others]
    slots: list[tuple[str, Sequence[Any]]] = [("slow", [True]), ("target", [True]), ("roll", [True])]
    slots += [("on", points), ("aim", aims), *((key, [0]) for key in FACT_KEYS)]
    for chosen in combinations(slots, features):
        names = [name for name, _ in chosen]
        if "slow" in names and "on" in names:
            continue
        for values in product(*(options for _, options in chosen)):
            given = dict(zip(names, values, strict=True))
            facts = tuple(given.pop(key, -1) for key in FACT_KEYS)
            yield _Shape(players[place], facts=facts, **given)


def _with_facts(
    frames: tuple[_Shape, ...], slots: tuple[bool, ...] | None, phase: int, started: int, max_facts: int
) -> Iterator[_Draft]:
    """Number the facts in every way, the first new one 0, and put so many of them on the table."""
    wanted = [number != -1 for shape in frames for number in shape.facts] + list(slots or ())
    for numbers in _numberings(sum(wanted), max_facts):
        given = iter(numbers)
        spread = [next(given) if there else -1 for there in wanted]
        width = len(FACT_KEYS)
        shapes = tuple(
            shape._replace(facts=tuple(spread[width * place : width * (place + 1)]))
            for place, shape in enumerate(frames)
        )
        effect = None if slots is None else tuple(spread[width * len(frames) :])
        for facts in combinations(sorted(set(numbers)), started):
            yield _Draft(shapes, effect, phase, frozenset(facts))


def _numberings(length: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to number things so that a new number is always the next one."""

    def onward(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(numbers) == length:
            yield numbers
            return
        for number in range(min(max(numbers, default=-1) + 2, most)):
            yield from onward((*numbers, number))

    return onward(())


def _table(draft: _Draft, profile: Profile) -> Table:
    """The draft with names: A1, A2…, B1…, f1, f2…"""
    names = [f"{shape.by}{1 + _place_among_own(draft.shapes, place)}" for place, shape in enumerate(draft.shapes)]

    def facts(numbers: Sequence[int]) -> tuple[str, ...]:
        return tuple(f"f{number + 1}" for number in numbers if number != -1)

    def point(pair: _Pair | None) -> Point | None:
        if pair is None:
            return None
        where, number = pair
        if where == "phase":
            return Point("phase", profile.phases[number].id)
        return Point("effect", RULE_EFFECT) if where == "effect" else Point(where, names[number])

    actions = [
        Action(
            names[place],
            by=shape.by,
            speed="slow" if shape.slow else "fast",
            target=TARGET if shape.target else None,
            roll=shape.roll,
            on=point(shape.on),
            block=names[shape.aim[1]] if shape.aim and shape.aim[0] == "block" else None,
            redirect=Redirect(names[shape.aim[1]], OTHER_TARGET) if shape.aim and shape.aim[0] == "redirect" else None,
            **{key: facts([shape.fact(key)]) for key in FACT_KEYS},  # type: ignore[arg-type]
        )
        for place, shape in enumerate(draft.shapes)
    ]
    effects = [RuleEffect(RULE_EFFECT, **{key: facts([number]) for key, number in draft.effect_facts.items()})]
    start = Start(phase=profile.phases[draft.phase].id, facts=facts(sorted(draft.facts)))
    return build_table(actions, effects if draft.effect is not None else (), start, profile=profile)


def _place_among_own(shapes: Sequence[_Shape], place: int) -> int:
    return sum(shape.by == shapes[place].by for shape in shapes[:place])
