"""The values of a game: what is on the table, and everything that decides its future. All frozen.

A :class:`Table` does not change during a game: actions that may be declared, rule effects, how it starts.
A :class:`GameState` is the game at one moment, between two micro-steps; undo, equality, hashing and copying
need nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from berserk_fsm.showing import Shown

Player = Literal["A", "B"]
Speed = Literal["slow", "fast"]
Manner = Literal["slow", "fast", "triggered", "conditional"]

PLAYERS: tuple[Player, Player] = ("A", "B")
MANNERS: tuple[Manner, ...] = ("slow", "fast", "triggered", "conditional")


def other(player: Player) -> Player:
    """The opponent.

    >>> other("A")
    'B'
    """
    return "B" if player == "A" else "A"


def roll_name(name: str) -> str:
    """The name of the die roll an action makes (302.5).

    >>> roll_name("strike")
    'strike.roll'
    """
    return f"{name}.roll"


class Point(NamedTuple):
    """A trigger point (303.4): a step of an action, a phase entered or a rule effect applied.

    ``where`` is the id of a step, ``"phase"`` or ``"effect"``; ``name`` the action, phase or rule effect.
    """

    where: str
    name: str


class Redirect(NamedTuple):
    """What a redirection does: the action ``of`` gets the target ``to`` (302.12)."""

    of: str
    to: str


@dataclass(frozen=True, slots=True)
class Action:
    """A game action that uses the stack (302.5), as it may be declared once in a game.

    Args:
        name: its name, unique on the table.
        by: the player who may declare it.
        speed: ``"slow"`` or ``"fast"`` (303.3).
        target: what it is aimed at, if at anything.
        roll: whether executing it rolls a die (302.5).
        when: facts that must hold when it is declared (303.3, 303.4).
        requires: facts that must hold when its execution starts (302.12, legality check).
        cost: facts it reserves and finally spends (302.12, reservation and payment).
        add: facts its effect makes true.
        remove: facts its effect ends.
        on: its trigger point, which makes it a triggered ability (303.4).
        block: the action whose effect it makes be skipped.
        redirect: the action it gives another target, and that target.
        kind: the name of its kind in 302.5, if one was given; see :mod:`berserk_fsm.core.kinds`.

    At run time lists of facts may be any list or set, ``on`` and ``redirect`` also what a scenario file writes; typed
    code gives tuples, :class:`Point` and :class:`Redirect`.

    >>> Action("strike", by="A", speed="slow", target="c7").manner
    'slow'
    >>> Action("trap", by="B", on={"fix_target": "strike"}, cost=["trap_open"]).on
    Point(where='fix_target', name='strike')
    """

    name: str
    by: Player
    speed: Speed = "fast"
    target: str | None = None
    roll: bool = False
    when: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    on: Point | None = None
    block: str | None = None
    redirect: Redirect | None = None
    kind: str | None = None

    def __post_init__(self) -> None:
        _freeze_facts(self, ("when", "requires", "cost", "add", "remove"))
        if isinstance(self.on, Mapping):
            object.__setattr__(self, "on", _point(self.on))
        # What has other keys stays as it is, for the table to refuse it with its place.
        if isinstance(self.redirect, Mapping) and set(self.redirect) == set(Redirect._fields):
            object.__setattr__(self, "redirect", Redirect(**self.redirect))

    @property
    def manner(self) -> Manner:
        """How 303.3 and 303.8 let it be declared: ``slow``, ``triggered``, ``conditional`` or ``fast``."""
        if self.on is not None:
            return "triggered"
        if self.speed == "slow":
            return "slow"
        return "conditional" if self.when else "fast"

    @property
    def aim(self) -> str | None:
        """The action it blocks or redirects, if any."""
        return self.redirect.of if self.redirect else self.block


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """An effect of the game's rules (302.6): due when ``when`` holds and applying it would change the facts."""

    name: str
    when: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    add: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _freeze_facts(self, ("when", "remove", "add"))


def _freeze_facts(value: Any, keys: tuple[str, ...]) -> None:
    """Turn lists and sets of facts into tuples; sets have no order of their own, so they are sorted."""
    for key in keys:
        facts = getattr(value, key)
        if isinstance(facts, (set, frozenset)):
            object.__setattr__(value, key, tuple(sorted(facts)))
        elif isinstance(facts, list):
            object.__setattr__(value, key, tuple(facts))


def _point(written: Mapping[str, str]) -> Point:
    """A trigger point as a scenario file writes it: exactly one key."""
    if len(written) != 1:
        raise ValueError(f"a trigger point has one key, not {len(written)}; expected {{STEP: ACTION}}")
    return Point(*next(iter(written.items())))


@dataclass(frozen=True, slots=True)
class Entry:
    """An action in the queue or on the stack.

    ``step`` is the step of execution it is in, ``None`` while it waits; a suspended action keeps its step (302.4).
    """

    name: str
    step: str | None = None
    target: str | None = None
    blocked: bool = False
    redirected: bool = False
    reserved: bool = False
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """An open priority window (303.1), from the first hold to two consecutive passes.

    Args:
        kind: ``"phase"``, ``"step"``, ``"removal"`` or ``"off_stack"``.
        holder: who has priority; ``None`` only between opening the window and the first hold.
        points: the trigger points that may be used in it (303.4).
        has_declared: has the holder declared something in this hold (303.2, 303.6).
        passes: consecutive passes so far, 0 or 1.
        fast_open_to: players whose opponent, having priority, declared something (303.3 b).
        given_away: players who have given priority away in this window (303.4, 303.8).
        points_closed_to: players to whom its points are closed by the opponent's declaration (303.4);
            used only where the reading ``trigger_once_per_point`` is false.
        off_stack: the window follows an action that does not use the stack (303.8).
        action_left: an action has just left the stack (303.3 c).
    """

    kind: str
    holder: Player | None = None
    points: tuple[Point, ...] = ()
    has_declared: bool = False
    passes: int = 0
    fast_open_to: frozenset[Player] = frozenset()
    given_away: frozenset[Player] = frozenset()
    points_closed_to: frozenset[Player] = frozenset()
    off_stack: bool = False
    action_left: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """One look for rule effects (302.7): those that ran in it, in order, and those its loop rule cut."""

    ran: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """What has happened since the start, in order: it decides nothing, it is for reading."""

    left: tuple[str, ...] = ()
    cancelled: tuple[str, ...] = ()
    rule_effects: tuple[str, ...] = ()
    loops: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameState(Shown):
    """The game at one moment. All that decides the future is here, and nothing else holds any of it.

    Args:
        control: the state of the machine, as its path: ``"turn.main_phase.window.active_holds.deciding"``.
        active: the turn player, *Active* (303.1).
        turn: the number of the turn, from 1.
        phase: the phase of the turn; ``None`` before the first one is entered.
        facts: what is true on the table.
        queue: the declaration queue, front first (302.9).
        stack: the stack, bottom first (302.1).
        window: the open window, ``None`` when nobody has priority.
        deactivated: an effect is being applied, so that nobody may declare (302.8).
        declared: names declared so far; a name is one action, declarable once.
        look: the look for rule effects that is going on, or whose effects' trigger points are still to be offered.
        log: see :class:`Log`.
    """

    control: str
    active: Player = "A"
    turn: int = 1
    phase: str | None = None
    facts: frozenset[str] = frozenset()
    queue: tuple[Entry, ...] = ()
    stack: tuple[Entry, ...] = ()
    window: Window | None = None
    deactivated: bool = False
    declared: frozenset[str] = frozenset()
    look: Look | None = None
    log: Log = Log()

    @property
    def top(self) -> Entry:
        """The top entry of the stack (302.2).

        Raises:
            IndexError: the stack is empty.
        """
        return self.stack[-1]

    @property
    def holder(self) -> Player | None:
        """Who has priority now; at most one player (303.1)."""
        return self.window.holder if self.window else None

    @property
    def executing(self) -> str | None:
        """The top action once its execution has begun, also while it is suspended (302.3, 302.4)."""
        return self.stack[-1].name if self.stack and self.stack[-1].step is not None else None

    @property
    def step(self) -> str | None:
        """The step of execution the top action is in; ``None`` while it waits."""
        return self.stack[-1].step if self.stack else None

    def with_top(self, **changes: Any) -> GameState:
        """The same state with the top entry changed."""
        return replace(self, stack=(*self.stack[:-1], replace(self.stack[-1], **changes)))

    def with_window(self, **changes: Any) -> GameState:
        """The same state with the open window changed."""
        assert self.window is not None
        return replace(self, window=replace(self.window, **changes))

    def decision_key(self) -> Hashable:
        """What two situations must share to be one decision state: everything but the turn and the log.

        In which order the rule effects of a look ran decides nothing any more, so their order does not count.
        """
        window, look = self.window, self.look
        return (
            self.control,
            self.active,
            self.phase,
            self.queue,
            self.stack,
            window and (replace(window, points=()), frozenset(window.points)),
            self.deactivated,
            self.facts,
            self.declared,
            look and (frozenset(look.ran), frozenset(look.cut)),
        )


@dataclass(frozen=True, slots=True)
class Start:
    """How a game starts: the turn player, the phase that is entered, the facts on the table."""

    active: Player = "A"
    phase: str = "main"
    facts: tuple[str, ...] = ()


class Decision(NamedTuple):
    """What a player does at a window: ``declare`` (with a name), ``pass`` or ``hand_over``.

    ``pass`` is giving priority away without having declared anything in the hold (303.2), ``hand_over`` after having
    declared (303.6).
    """

    verb: Literal["declare", "pass", "hand_over"]
    player: Player
    name: str | None = None
