"""The plain search: breadth-first, state by state, with the functions of the core.

Slow and easy to read. It judges the packed search, draws the graphs of small tables, and gives the model checkers
their numbers to agree with.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.model import Model
from berserk_fsm.machine.specification import Row

__all__ = ["Edge", "Reached", "reachable"]


class Edge(NamedTuple):
    """A transition between two reached states, named by their places in :attr:`Reached.states`.

    ``target`` is ``None`` where the transition leads past the bound.
    """

    source: int
    row: Row
    decision: Decision | None
    target: int | None


@dataclass(frozen=True)
class Reached:
    """Every state that can be reached within the bound, and every transition between them.

    Args:
        model: what was explored.
        states: all distinct states between micro-steps, in the order found; the first is the start.
        edges: all transitions, in the order found.
        complete: was everything within the bound looked at?
    """

    model: Model
    states: tuple[GameState, ...]
    edges: tuple[Edge, ...]
    complete: bool

    @property
    def decision_states(self) -> tuple[GameState, ...]:
        """Those in which a player decides."""
        return tuple(state for state in self.states if self.model.is_decision(state))

    @property
    def decisions(self) -> Iterator[Edge]:
        """The transitions that are decisions."""
        return (edge for edge in self.edges if edge.decision is not None)


def reachable(model: Model, turns: int = 1, max_states: int = 100_000) -> Reached:
    """Search until nothing new is found.

    Args:
        model: the machine on a table.
        turns: how many turns belong to it; states of later ones do not.
        max_states: stop after so many states.

    Raises:
        ExploreError: ``turns`` or ``max_states`` is not a positive number.

    >>> from berserk_fsm.game import Action, Game
    >>> game = Game([Action("M", by="A", speed="slow")])
    >>> reached = reachable(Model(game.specification, game.table))
    >>> len(reached.decision_states), len(reached.states), len(list(reached.decisions)), reached.complete
    (15, 40, 16, True)
    """
    for name, value in (("turns", turns), ("max_states", max_states)):
        if value < 1:
            raise ExploreError(
                f"{name} is {value}; expected a positive number", f"{name} — {value}; ожидалось положительное число"
            )
    places: dict[Hashable, int] = {model.start.decision_key(): 0}
    states, edges = [model.start], list[Edge]()
    # Turn by turn, so that a state is looked at in the first turn in which it can come about.
    waiting: deque[int] = deque([0])
    later: deque[int] = deque()
    while waiting or later:
        if not waiting:
            waiting, later = later, waiting
        source = waiting.popleft()
        for row, decision, after in model.steps(states[source]):
            key = after.decision_key()
            place = places.get(key)
            if place is None and after.turn <= turns:
                if len(states) == max_states:
                    return Reached(model, tuple(states), tuple(edges), False)
                place = places[key] = len(states)
                states.append(after)
                (waiting if after.turn == states[source].turn else later).append(place)
            edges.append(Edge(source, row, decision, place))
    return Reached(model, tuple(states), tuple(edges), True)
