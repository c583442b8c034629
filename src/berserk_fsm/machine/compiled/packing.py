"""What a packed state holds, and the way from a state of the game to it and back.

A packed state is a tuple with one place for each of :data:`FIELDS`; it is as immutable as the state it stands for.

=============== ====================================================================================================
``control``     number of the state of the machine
``row``         number of the row that led here; :data:`NO_ROW` where a game was loaded
``active``      the turn player: A is 1, B is 2
``turn``        the number of the turn
``phase``       number of the phase, 0 before the first one is entered
``facts``       the facts on the table, a bit each
``declared``    the names declared so far, a bit each
``queue``       the entries of the queue, packed
``stack``       the entries of the stack, packed
``window``      the open window, packed; 0 when nobody has priority
``points``      the numbers of its trigger points
``look``        ``None``, or the rule effects that ran and that were cut in this look: two sets, then both in order
``past``        what has happened, newest first: ``(past, kind, numbers)``; at its bottom stands an :class:`Origin`
``deactivated`` the stack is deactivated
=============== ====================================================================================================

A packed entry, from the lowest bit: blocked, redirected, reserved, cancelled; ten bits for the number of its action;
ten for its target, 0 is none; then the number of its step, 0 while it waits.

A packed window, from the lowest bit: two bits for the holder, one for ``has_declared``, two each for the sets
``fast_open_to``, ``given_away`` and ``points_closed_to``, ``off_stack``, ``action_left``, three for the kind; then the
count of passes. A player is the same in a set as alone: A is 1, B is 2; no holder is 0. Who decides without being a
player is :data:`NOBODY`, who never holds anything.

A choice is one bit: 1 passes, 2 hands over, ``4 << n`` declares action ``n``; names and sets of actions are such bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from berserk_fsm.core.values import PLAYERS, Entry, GameState, Log, Look, Player, Point, Window

__all__ = [
    "FIELDS",
    "HAND_OVER",
    "NOBODY",
    "NO_ROW",
    "PASS",
    "WINDOW",
    "Origin",
    "Packed",
    "Packing",
    "first_choice",
]

Packed = tuple[Any, ...]
"""A packed state."""

FIELDS = (
    *("control", "row", "active", "turn", "phase", "facts", "declared", "queue", "stack", "window", "points", "look"),
    *("past", "deactivated"),
)
"""The places of a packed state, in order. Whoever runs games looks at the first two and at the window by number."""

WINDOW = FIELDS.index("window")

NO_ROW = -1
PASS, HAND_OVER = 1, 2
NOBODY = 3

# Entries.
BLOCKED, REDIRECTED, RESERVED, CANCELLED = 1, 2, 4, 8
NUMBER, TARGET, STEP = 4, 14, 24
TEN_BITS = 1023
FOREIGN = TEN_BITS
"""The number of a target that is not on the table: a game was loaded with it, and its :class:`Origin` knows it."""

# Windows.
HOLDER, HAS_DECLARED = 3, 4
FAST_OPEN_TO, GIVEN_AWAY, POINTS_CLOSED_TO = 3, 5, 7
OFF_STACK, ACTION_LEFT = 1 << 9, 1 << 10
KIND, PASSES = 11, 14
KINDS = ("", "phase", "step", "removal", "off_stack")

# What has happened.
LEFT, CANCELLED_NAMES, RULE_EFFECTS, LOOPS = range(4)


def first_choice(number: int) -> int:
    """The choice that declares an action, which is also the bit of the action in sets.

    >>> first_choice(0), first_choice(3)
    (4, 32)
    """
    return 4 << number


class Origin(NamedTuple):
    """What a packed state needs of the state it was packed from and does not hold itself.

    Args:
        log: what had happened.
        facts: the facts nobody asks for or changes.
        targets: the targets, by action, that are not on the table.
    """

    log: Log
    facts: frozenset[str]
    targets: Mapping[str, str]


def _players(bits: int) -> frozenset[Player]:
    return frozenset(player for place, player in enumerate(PLAYERS) if bits >> place & 1)


def _player_bits(players: Iterable[Player]) -> int:
    return sum(1 << PLAYERS.index(player) for player in players)


class Packing:
    """Packs and unpacks the states of one machine on one table. Never changes once it is made, except that it keeps in
    mind what it unpacked last, as the next look is mostly at the same state.

    Args:
        controls: the paths of the states of the machine.
        phases: the ids of the phases.
        steps: the ids of the steps.
        names: the names of the actions, the rolls among them.
        effects: the names of the rule effects.
        facts: the facts that are asked for or changed.
        targets: the targets there are, by action those it begins with and those it can be given.
    """

    def __init__(
        self,
        controls: Iterable[str],
        phases: Iterable[str],
        steps: Iterable[str],
        names: Iterable[str],
        effects: Iterable[str],
        facts: Iterable[str],
        targets: Iterable[str],
    ) -> None:
        self.controls = tuple(controls)
        self.phases: tuple[str | None, ...] = (None, *phases)
        self.steps: tuple[str | None, ...] = (None, *steps)
        self.names = tuple(names)
        self.effects = tuple(effects)
        self.facts = tuple(facts)
        self.targets: tuple[str | None, ...] = (None, *targets)
        assert len(self.names) <= TEN_BITS, "a table has at most 300 actions, with their rolls 600"
        assert len(self.targets) < FOREIGN, "and as many targets"
        self.control_number = {path: number for number, path in enumerate(self.controls)}
        self.phase_number = {phase: number for number, phase in enumerate(self.phases)}
        self.step_number = {step: number for number, step in enumerate(self.steps)}
        self.name_number = {name: number for number, name in enumerate(self.names)}
        self.effect_number = {name: number for number, name in enumerate(self.effects)}
        self.fact_bit = {fact: 1 << number for number, fact in enumerate(self.facts)}
        self.target_number = {target: number for number, target in enumerate(self.targets)}
        self._last: tuple[Packed, GameState] | None = None

    # --- parts -------------------------------------------------------------------------------------------------------

    def fact_bits(self, facts: Iterable[str]) -> int:
        """A set of facts, all of which are asked for or changed somewhere."""
        bits = 0
        for fact in facts:
            bits |= self.fact_bit[fact]
        return bits

    def name_bits(self, names: Iterable[str]) -> int:
        """A set of names of actions."""
        bits = 0
        for name in names:
            bits |= first_choice(self.name_number[name])
        return bits

    def point_number(self, point: Point) -> int:
        """A trigger point: rule effects come first, then phases, then the steps of each action."""
        if point.where == "effect":
            return self.effect_number[point.name]
        if point.where == "phase":
            return len(self.effects) + self.phase_number[point.name]
        return self.step_point_number(self.name_number[point.name], self.step_number[point.where])

    def step_point_number(self, number: int, step: int) -> int:
        """The trigger point of a step of an action."""
        return len(self.effects) + len(self.phases) + number * len(self.steps) + step

    def point(self, number: int) -> Point:
        """The trigger point a number stands for."""
        if number < len(self.effects):
            return Point("effect", self.effects[number])
        number -= len(self.effects)
        if number < len(self.phases):
            phase = self.phases[number]
            assert phase is not None
            return Point("phase", phase)
        name, place = divmod(number - len(self.phases), len(self.steps))
        step = self.steps[place]
        assert step is not None
        return Point(step, self.names[name])

    def entry_bits(self, entry: Entry) -> int:
        """A packed entry."""
        return (
            (entry.blocked and BLOCKED)
            | (entry.redirected and REDIRECTED)
            | (entry.reserved and RESERVED)
            | (entry.cancelled and CANCELLED)
            | self.name_number[entry.name] << NUMBER
            | self.target_number.get(entry.target, FOREIGN) << TARGET
            | self.step_number[entry.step] << STEP
        )

    def entry(self, bits: int, foreign: Mapping[str, str]) -> Entry:
        """The entry some bits stand for."""
        name, target = self.names[bits >> NUMBER & TEN_BITS], bits >> TARGET & TEN_BITS
        return Entry(
            name,
            self.steps[bits >> STEP],
            foreign[name] if target == FOREIGN else self.targets[target],
            bool(bits & BLOCKED),
            bool(bits & REDIRECTED),
            bool(bits & RESERVED),
            bool(bits & CANCELLED),
        )

    # --- whole states ------------------------------------------------------------------------------------------------

    def pack(self, state: GameState) -> Packed:
        """The packed form of a state.

        Raises:
            KeyError: it names something that is not on the table.
        """
        foreign = {
            entry.name: entry.target
            for entry in (*state.queue, *state.stack)
            if entry.target is not None and entry.target not in self.target_number
        }
        window, look = state.window, state.look
        return (
            self.control_number[state.control],
            NO_ROW,
            _player_bits((state.active,)),
            state.turn,
            self.phase_number[state.phase],
            self.fact_bits(fact for fact in state.facts if fact in self.fact_bit),
            self.name_bits(state.declared),
            tuple(map(self.entry_bits, state.queue)),
            tuple(map(self.entry_bits, state.stack)),
            0 if window is None else _window_bits(window),
            () if window is None else tuple(map(self.point_number, window.points)),
            look and self._look_bits(look),
            Origin(state.log, state.facts.difference(self.fact_bit), foreign),
            state.deactivated,
        )

    def _look_bits(self, look: Look) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        ran, cut = (tuple(self.effect_number[name] for name in names) for names in (look.ran, look.cut))
        return sum(1 << number for number in ran), sum(1 << number for number in cut), ran, cut

    def unpack(self, packed: Packed) -> GameState:
        """The state a packed one stands for, with its turn and log."""
        last = self._last  # games in other threads may replace it
        if last is not None and last[0] is packed:
            return last[1]
        state = self._unpacked(packed)
        self._last = packed, state
        return state

    def _unpacked(self, packed: Packed) -> GameState:
        control, _, active, turn, phase, facts, declared, queue, stack, window, points, look, past, deactivated = packed
        origin, log = self._read(past)
        return GameState(
            control=self.controls[control],
            active=PLAYERS[active - 1],
            turn=turn,
            phase=self.phases[phase],
            facts=origin.facts.union(fact for number, fact in enumerate(self.facts) if facts >> number & 1),
            queue=tuple(self.entry(entry, origin.targets) for entry in queue),
            stack=tuple(self.entry(entry, origin.targets) for entry in stack),
            window=self._window(window, points) if window else None,
            deactivated=deactivated,
            declared=frozenset(name for number, name in enumerate(self.names) if declared >> (number + 2) & 1),
            look=None if look is None else Look(*(tuple(self.effects[number] for number in ones) for ones in look[2:])),
            log=log,
        )

    def _window(self, bits: int, points: tuple[int, ...]) -> Window:
        return Window(
            kind=KINDS[bits >> KIND & 7],
            holder=(None, *PLAYERS)[bits & HOLDER],
            points=tuple(map(self.point, points)),
            has_declared=bool(bits & HAS_DECLARED),
            passes=bits >> PASSES,
            fast_open_to=_players(bits >> FAST_OPEN_TO),
            given_away=_players(bits >> GIVEN_AWAY),
            points_closed_to=_players(bits >> POINTS_CLOSED_TO),
            off_stack=bool(bits & OFF_STACK),
            action_left=bool(bits & ACTION_LEFT),
        )

    def fingerprint(self, packed: Packed) -> bytes:
        """The same for two states if, and only if, they agree in all that :meth:`GameState.decision_key` tells."""
        control, _, active, _, phase, facts, declared, queue, stack, window, points, look, past, deactivated = packed
        while not isinstance(past, Origin):
            past = past[0]
        looked = look and look[:2]
        rest = (sorted(past.facts), sorted(past.targets.items()))
        key = (control, active, phase, facts, declared, queue, stack, window, sorted(points), looked, deactivated, rest)
        return repr(key).encode()

    def _read(self, past: Any) -> tuple[Origin, Log]:
        """What has happened, from its bottom."""
        parts: list[list[tuple[int, ...]]] = [[], [], [], []]
        while type(past) is not Origin:
            past, kind, numbers = past
            parts[kind].append(numbers)

        def since(kind: int, names: Sequence[str]) -> tuple[str, ...]:
            return tuple([names[number] for numbers in reversed(parts[kind]) for number in numbers])

        log = past.log
        return past, Log(
            log.left + since(LEFT, self.names),
            log.cancelled + since(CANCELLED_NAMES, self.names),
            log.rule_effects + since(RULE_EFFECTS, self.effects),
            log.loops + since(LOOPS, self.effects),
        )


def _window_bits(window: Window) -> int:
    return (
        (_player_bits((window.holder,)) if window.holder else 0)
        | (window.has_declared and HAS_DECLARED)
        | _player_bits(window.fast_open_to) << FAST_OPEN_TO
        | _player_bits(window.given_away) << GIVEN_AWAY
        | _player_bits(window.points_closed_to) << POINTS_CLOSED_TO
        | (window.off_stack and OFF_STACK)
        | (window.action_left and ACTION_LEFT)
        | KINDS.index(window.kind) << KIND
        | window.passes << PASSES
    )
