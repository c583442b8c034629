"""How a state is packed into a few 64-bit words, and back.

A packed state holds what :meth:`GameState.decision_key` tells, and nothing else: neither turn nor log. States are kept
in columns: word 0 of all states, word 1 of all states… so that one NumPy operation works on many states.

* Small values (who has priority, which step…) are :class:`Field`\\ s: some bits of one word.
* Sets of facts, names and rule effects are fields with one bit for each member.
* What is told of each action (its step, its place in stack and queue, its target) is in :class:`Lanes`: fields of the
  same width in a row, over as many words as are needed.

Stack and queue are one sequence of names, the stack first; two lengths tell where it ends and where the queue begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from berserk_fsm.core.values import PLAYERS, Entry, GameState, Look, Player, Point, Window
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.model import Model

__all__ = ["MAX_MEMBERS", "NO_POINT", "PHASE_POINT", "STEP_POINT", "Bits", "Field", "Lanes", "Layout", "Truth"]

Bits = npt.NDArray[np.uint64]
"""One word, or one value, of many states."""

Truth = npt.NDArray[np.bool_]
"""Yes or no for each of many states."""

WORD = 64
MAX_MEMBERS = 64
"""The most actions (with rolls), facts or rule effects a table may have to be explored: one word for a set of them."""

NO_POINT, STEP_POINT, PHASE_POINT = 0, 1, 2
"""Which trigger point a window has besides those of rule effects: none, its step of the top action, its phase."""


@dataclass(frozen=True, slots=True)
class Field:
    """Some bits of one word.

    Args:
        word: which word.
        shift: its lowest bit.
        width: how many bits.
    """

    word: int
    shift: int
    width: int
    # The same as words, for NumPy: how far to shift, ones in the field at the bottom of a word, ones everywhere else.
    by: np.uint64 = field(init=False, compare=False)
    ones: np.uint64 = field(init=False, compare=False)
    others: np.uint64 = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", np.uint64(self.shift))
        object.__setattr__(self, "ones", np.uint64(self.mask))
        object.__setattr__(self, "others", ~np.uint64(self.mask << self.shift))

    @property
    def mask(self) -> int:
        """Ones in all its bits, at the bottom of the word."""
        return (1 << self.width) - 1


@dataclass(frozen=True, slots=True)
class Lanes:
    """Fields of one width in a row, several to a word.

    Args:
        words: the words they lie in, in order.
        width: the width of one.
        per: how many lie in a word.
        count: how many there are.
    """

    words: tuple[int, ...]
    width: int
    per: int
    count: int

    @property
    def mask(self) -> int:
        """Ones in all bits of one lane, at the bottom of a word."""
        return (1 << self.width) - 1

    def ones(self, place: int) -> np.uint64:
        """Ones in all lanes of the word at ``place``; fields of other things may share the last one."""
        inside = min(self.per, self.count - place * self.per)
        return np.uint64((1 << inside * self.width) - 1)


class _Allotment:
    """Finds room for fields in as few words as it can."""

    def __init__(self) -> None:
        self.used: list[int] = []

    def one(self, width: int) -> Field:
        for word, used in enumerate(self.used):
            if used + width <= WORD:
                self.used[word] += width
                return Field(word, used, width)
        self.used.append(width)
        return Field(len(self.used) - 1, 0, width)

    def lanes(self, count: int, width: int) -> Lanes:
        """They begin at the bottom of words of their own; what is left of the last one is free for fields."""
        per = WORD // width
        words = -(-count // per)
        first = len(self.used)
        self.used += [WORD] * (words - 1) + [width * (count - per * (words - 1))] if words else []
        return Lanes(tuple(range(first, first + words)), width, per, count)


def _width(values: int) -> int:
    """The bits that tell ``values`` values apart."""
    return max(1, (values - 1).bit_length())


class Layout:
    """Where everything stands in the packed states of one model, and what its numbers stand for.

    Args:
        model: the machine on a table.

    Raises:
        ExploreError: the table has more actions, facts or rule effects than fit.
    """

    def __init__(self, model: Model) -> None:
        specification, table = model.specification, model.table
        self.model = model
        self.controls = tuple(leaf.path for leaf in specification.leaves)
        self.control_code = {path: code for code, path in enumerate(self.controls)}
        self.names = tuple(table.actions)
        self.name_code = {name: code for code, name in enumerate(self.names)}
        self.effects = tuple(table.rule_effects)
        self.effect_code = {name: code for code, name in enumerate(self.effects)}
        self.facts = tuple(_mentioned_facts(model))
        self.fact_code = {fact: code for code, fact in enumerate(self.facts)}
        self.constant_facts = frozenset(table.start.facts).difference(self.facts)
        self.phases = (None, *(phase.id for phase in specification.profile.phases))
        self.steps = (None, *(step.id for step in specification.profile.steps))
        self.windows = (None, *dict.fromkeys(leaf.window for leaf in specification.leaves if leaf.window))
        self.redirects = tuple(action.redirect for action in table.actions.values() if action.redirect)
        self.redirected_names = tuple(dict.fromkeys(redirect.of for redirect in self.redirects))
        self.new_targets = (None, *dict.fromkeys(redirect.to for redirect in self.redirects))
        _check_size(self.names, self.facts, self.effects)
        self._allot()

    def _allot(self) -> None:
        room = _Allotment()
        names, effects = len(self.names), len(self.effects)
        self.order = room.lanes(names, _width(names))
        # A lane of 4 or 8 bits, so that the steps of all actions can be added up at once.
        self.step = room.lanes(names, 4 if len(self.steps) <= 16 else 8)
        self.control = room.one(_width(len(self.controls)))
        self.stack_length = room.one(_width(names + 1))
        self.length = room.one(_width(names + 1))
        self.active = room.one(1)
        self.phase = room.one(_width(len(self.phases)))
        self.kind = room.one(_width(len(self.windows)))
        self.holder = room.one(2)
        self.has_declared = room.one(1)
        self.passes = room.one(2)
        self.fast_open_to = room.one(2)
        self.given_away = room.one(2)
        self.points_closed_to = room.one(2)
        self.off_stack = room.one(1)
        self.action_left = room.one(1)
        self.own_point = room.one(2)
        self.deactivated = room.one(1)
        self.looking = room.one(1)
        self.fact_set = room.one(max(1, len(self.facts)))
        self.declared, self.queued, self.stacked = (room.one(max(1, names)) for _ in range(3))
        self.blocked, self.redirected, self.reserved, self.cancelled = (room.one(max(1, names)) for _ in range(4))
        self.ran, self.cut, self.effect_points = (room.one(max(1, effects)) for _ in range(3))
        width = _width(len(self.new_targets))
        self.target = {name: room.one(width) for name in self.redirected_names}
        self.words = len(room.used)

    # --- sets of members as bits -------------------------------------------------------------------------------------

    def fact_bits(self, facts: Iterable[str]) -> int:
        """A set of facts."""
        return _bits(self.fact_code, (fact for fact in facts if fact not in self.constant_facts))

    def name_bits(self, names: Iterable[str]) -> int:
        """A set of names."""
        return _bits(self.name_code, names)

    def effect_bits(self, names: Iterable[str]) -> int:
        """A set of rule effects."""
        return _bits(self.effect_code, names)

    # --- whole states ------------------------------------------------------------------------------------------------

    def pack(self, state: GameState) -> tuple[int, ...]:
        """The words of a state."""
        words = [0] * self.words

        def put(field: Field, value: int) -> None:
            assert 0 <= value <= field.mask
            words[field.word] |= value << field.shift

        def put_lane(lanes: Lanes, lane: int, value: int) -> None:
            words[lanes.words[lane // lanes.per]] |= value << (lane % lanes.per * lanes.width)

        put(self.control, self.control_code[state.control])
        put(self.active, PLAYERS.index(state.active))
        put(self.phase, self.phases.index(state.phase))
        put(self.deactivated, state.deactivated)
        put(self.fact_set, self.fact_bits(state.facts))
        put(self.declared, self.name_bits(state.declared))
        put(self.queued, self.name_bits(entry.name for entry in state.queue))
        put(self.stacked, self.name_bits(entry.name for entry in state.stack))
        put(self.stack_length, len(state.stack))
        put(self.length, len(state.stack) + len(state.queue))
        entries = (*state.stack, *state.queue)
        for place, entry in enumerate(entries):
            put_lane(self.order, place, self.name_code[entry.name])
            put_lane(self.step, self.name_code[entry.name], self.steps.index(entry.step))
            if entry.redirected:
                put(self.target[entry.name], self.new_targets.index(entry.target))
        for mark in ("blocked", "redirected", "reserved", "cancelled"):
            put(getattr(self, mark), self.name_bits(entry.name for entry in entries if getattr(entry, mark)))
        if state.look is not None:
            put(self.looking, 1)
            put(self.ran, self.effect_bits(state.look.ran))
            put(self.cut, self.effect_bits(state.look.cut))
        if state.window is not None:
            self._pack_window(state.window, put)
        return tuple(words)

    def _pack_window(self, window: Window, put: Callable[[Field, int], None]) -> None:
        put(self.kind, self.windows.index(window.kind))
        put(self.holder, 0 if window.holder is None else 1 + PLAYERS.index(window.holder))
        for flag in ("has_declared", "passes", "off_stack", "action_left"):
            put(getattr(self, flag), int(getattr(window, flag)))
        for players in ("fast_open_to", "given_away", "points_closed_to"):
            put(getattr(self, players), sum(1 << PLAYERS.index(player) for player in getattr(window, players)))
        put(self.effect_points, self.effect_bits(point.name for point in window.points if point.where == "effect"))
        own = [point.where for point in window.points if point.where != "effect"]
        put(self.own_point, NO_POINT if not own else PHASE_POINT if own == ["phase"] else STEP_POINT)

    def unpack(self, words: Sequence[int], turn: int = 1) -> GameState:
        """The state some words stand for; turn and log are not in them."""

        def get(field: Field) -> int:
            return (words[field.word] >> field.shift) & field.mask

        def lane(lanes: Lanes, place: int) -> int:
            return (words[lanes.words[place // lanes.per]] >> (place % lanes.per * lanes.width)) & lanes.mask

        def names(field: Field) -> frozenset[str]:
            return frozenset(_members(self.names, get(field)))

        blocked, redirected, reserved, cancelled = map(
            names, (self.blocked, self.redirected, self.reserved, self.cancelled)
        )

        def entry(place: int) -> Entry:
            name = self.names[lane(self.order, place)]
            own = self.model.table.actions[name].target
            return Entry(
                name,
                self.steps[lane(self.step, self.name_code[name])],
                self.new_targets[get(self.target[name])] if name in redirected else own,
                name in blocked,
                name in redirected,
                name in reserved,
                name in cancelled,
            )

        stack = tuple(entry(place) for place in range(get(self.stack_length)))
        queue = tuple(entry(place) for place in range(len(stack), get(self.length)))
        look = Look(tuple(_members(self.effects, get(self.ran))), tuple(_members(self.effects, get(self.cut))))
        phase = self.phases[get(self.phase)]
        return GameState(
            control=self.controls[get(self.control)],
            active=PLAYERS[get(self.active)],
            turn=turn,
            phase=phase,
            facts=self.constant_facts.union(_members(self.facts, get(self.fact_set))),
            queue=queue,
            stack=stack,
            window=self._unpack_window(get, phase, stack) if get(self.kind) else None,
            deactivated=bool(get(self.deactivated)),
            declared=names(self.declared),
            look=look if get(self.looking) else None,
        )

    def _unpack_window(self, get: Callable[[Field], int], phase: str | None, stack: tuple[Entry, ...]) -> Window:
        own: tuple[Point, ...] = ()
        if get(self.own_point) == PHASE_POINT:
            assert phase is not None
            own = (Point("phase", phase),)
        elif get(self.own_point) == STEP_POINT:
            assert stack[-1].step is not None
            own = (Point(stack[-1].step, stack[-1].name),)
        kind = self.windows[get(self.kind)]
        assert kind is not None
        return Window(
            kind=kind,
            holder=(None, *PLAYERS)[get(self.holder)],
            points=(*own, *(Point("effect", name) for name in _members(self.effects, get(self.effect_points)))),
            has_declared=bool(get(self.has_declared)),
            passes=get(self.passes),
            fast_open_to=_players(get(self.fast_open_to)),
            given_away=_players(get(self.given_away)),
            points_closed_to=_players(get(self.points_closed_to)),
            off_stack=bool(get(self.off_stack)),
            action_left=bool(get(self.action_left)),
        )


def _mentioned_facts(model: Model) -> Iterator[str]:
    """The facts that an action or rule effect asks for or changes; all others stay as they are at the start."""
    seen: dict[str, None] = {}
    for action in model.table.actions.values():
        for facts in (action.when, action.requires, action.cost, action.add, action.remove):
            seen.update(dict.fromkeys(facts))
    for effect in model.table.rule_effects.values():
        for facts in (effect.when, effect.remove, effect.add):
            seen.update(dict.fromkeys(facts))
    return iter(seen)


def _check_size(names: Sequence[str], facts: Sequence[str], effects: Sequence[str]) -> None:
    for en, ru, members in (
        ("actions and rolls", "игродействий и бросков", names),
        ("facts", "фактов", facts),
        ("rule effects", "эффектов правил", effects),
    ):
        if len(members) > MAX_MEMBERS:
            raise ExploreError(
                f"the table has {len(members)} {en}; expected at most {MAX_MEMBERS} to explore it",
                f"на столе {len(members)} {ru}; для перебора ожидалось не больше {MAX_MEMBERS}",
            )


def _bits(codes: Mapping[str, int], members: Iterable[str]) -> int:
    bits = 0
    for member in members:
        bits |= 1 << codes[member]
    return bits


def _members(members: Sequence[str], bits: int) -> Iterator[str]:
    return (member for code, member in enumerate(members) if bits >> code & 1)


def _players(bits: int) -> frozenset[Player]:
    return frozenset(player for code, player in enumerate(PLAYERS) if bits >> code & 1)
