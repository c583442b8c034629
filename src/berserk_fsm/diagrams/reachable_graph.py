"""What was reached on a table as a graph of situations: states in which nobody decides are folded into the ways."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Edge, Reached
from berserk_fsm.machine.specification import Row

__all__ = ["Graph", "Way", "within"]


def within(model: Model, turns: int, depth: int) -> Reached:
    """What can be reached by at most so many decisions; what the last situations lead to is left out.

    Args:
        model: the machine on a table.
        turns: how many turns belong to it.
        depth: how many decisions.

    Raises:
        ExploreError: one of them is not a positive number.

    >>> from berserk_fsm.game import Game
    >>> game = Game()
    >>> [len(within(Model(game.specification, game.table), 1, depth).decision_states) for depth in (1, 2, 3, 9)]
    [2, 3, 4, 4]
    """
    for name, value in (("turns", turns), ("depth", depth)):
        if value < 1:
            raise ExploreError(
                f"{name} is {value}; expected a positive number", f"{name} — {value}; ожидалось положительное число"
            )
    return _Search(model, turns).within(depth)


class _Search:
    def __init__(self, model: Model, turns: int) -> None:
        self.model, self.turns = model, turns
        self.places: dict[Hashable, int] = {model.start.decision_key(): 0}
        self.states = [model.start]
        self.edges: list[Edge] = []

    def within(self, depth: int) -> Reached:
        begun = [0]
        for decided in range(depth + 1):
            # First all that follows by itself, so that each state is met by as few decisions as possible.
            deciding, waiting = list[int](), deque(begun)
            while waiting:
                place = waiting.popleft()
                if self.model.is_decision(self.states[place]):
                    deciding.append(place)
                else:
                    waiting.extend(self.onward(place))
            if decided < depth:
                begun = [new for place in deciding for new in self.onward(place)]
        complete = not any(True for place in deciding for _ in self.model.steps(self.states[place]))
        return Reached(self.model, tuple(self.states), tuple(self.edges), complete)

    def onward(self, source: int) -> Iterator[int]:
        """Take every transition of a state; the places of the states that are new."""
        for row, decision, after in self.model.steps(self.states[source]):
            place = self.places.get(after.decision_key())
            new = place is None and after.turn <= self.turns
            if new:
                place = self.places[after.decision_key()] = len(self.states)
                self.states.append(after)
            self.edges.append(Edge(source, row, decision, place))
            if new and place is not None:
                yield place


class Way(NamedTuple):
    """A decision, or the start of the game, and all that follows by itself.

    Args:
        source: place of the situation; ``None``: the start of the game.
        decision: what is decided there.
        rows: the transitions, in order.
        states: the game before the first of them and after each.
        target: place of the situation it leads to, if to one.
        end: what is there.
    """

    source: int | None
    decision: Decision | None
    rows: tuple[Row, ...]
    states: tuple[GameState, ...]
    target: int | None
    end: Literal["situation", "bound", "stuck", "circle"]

    @property
    def stays(self) -> bool:
        """Is the window the same before and after it?"""
        return self.source is not None and all(state.window is not None for state in self.states)


class Graph:
    """What was reached, without the states in which nobody decides."""

    def __init__(self, reached: Reached) -> None:
        self.reached = reached
        self.model = reached.model
        self.states = reached.states
        self.out: dict[int, list[Edge]] = {}
        for edge in reached.edges:
            self.out.setdefault(edge.source, []).append(edge)
        self.situations = [place for place, state in enumerate(self.states) if self.model.is_decision(state)]
        decides = not self.situations or self.situations[0] != 0
        self.opening = tuple(self.onward(None, None, (), (self.states[0],), 0, frozenset())) if decides else ()
        self.ways = tuple(
            way for place in self.situations for edge in self.out.get(place, ()) for way in self.first(place, edge)
        )
        self.windows = self.in_windows()
        self.order = {place: number for number, place in enumerate(chain.from_iterable(self.windows), 1)}
        """The situations, numbered window by window."""
        self.ways = tuple(sorted(self.ways, key=self.number_of))

    def number_of(self, way: Way) -> int:
        """The number of the situation a way begins in; 0 for the start of the game."""
        return 0 if way.source is None else self.order[way.source]

    def first(self, place: int, edge: Edge) -> Iterator[Way]:
        """The ways a decision leads; one, unless the machine is faulty."""
        after = self.model.take(self.states[place], edge.row, edge.decision)
        states = (self.states[place], after)
        return self.onward(place, edge.decision, (edge.row,), states, edge.target, frozenset())

    def onward(
        self,
        source: int | None,
        decision: Decision | None,
        rows: tuple[Row, ...],
        states: tuple[GameState, ...],
        place: int | None,
        passed: frozenset[int],
    ) -> Iterator[Way]:
        """The ways on from ``place``, up to the next situation.

        The states are computed anew and not taken from those reached, which hold what happened on another way to them.
        """
        if place is None:
            yield Way(source, decision, rows, states, None, "bound")
        elif self.model.is_decision(self.states[place]):
            yield Way(source, decision, rows, states, place, "situation")
        elif place in passed or not self.out.get(place):
            yield Way(source, decision, rows, states, None, "circle" if place in passed else "stuck")
        else:
            for edge in self.out[place]:
                after = self.model.take(states[-1], edge.row, None)
                yield from self.onward(
                    source, decision, (*rows, edge.row), (*states, after), edge.target, passed | {place}
                )

    def in_windows(self) -> list[list[int]]:
        """The situations by window: those between which it stays open."""
        window = {place: [place] for place in self.situations}
        for way in self.ways:
            if way.stays and way.source is not None and way.target is not None:
                one, other = window[way.source], window[way.target]
                if one is not other:
                    one += other
                    window |= dict.fromkeys(other, one)
        found = {id(places): self.line_by_line(places) for places in window.values()}
        return sorted(found.values(), key=self.place_in_turn)

    def line_by_line(self, window: list[int]) -> list[int]:
        """The situations of a window in the order of reading: those after as many declarations stand side by side."""
        line = {place: [place] for place in window}
        for way in self.ways:
            if way.source in line and way.target in line and way.decision and way.decision.verb != "declare":
                one, other = line[way.source], line[way.target]
                if one is not other:
                    one += other
                    line |= dict.fromkeys(other, one)
        return sorted(window, key=lambda place: (len(self.states[place].declared), min(line[place]), place))

    def is_within(self, way: Way) -> bool:
        """Does a way lead from a window into the same window?"""
        return any(way.source in window and way.target in window for window in self.windows)

    def entry(self, window: Sequence[int]) -> int | None:
        """The situation in which a window opens, if it is one and the same on every way into it."""
        ways = (*self.opening, *self.ways)
        found = {way.target for way in ways if way.target in window and way.source not in window}
        found |= {0}.intersection(window)
        return found.pop() if len(found) == 1 else None

    def place_in_turn(self, window: Sequence[int]) -> tuple[int, int, int]:
        state = self.states[window[0]]
        phases = [phase.id for phase in self.model.specification.profile.phases]
        return state.turn, phases.index(state.phase) if state.phase in phases else -1, min(window)
