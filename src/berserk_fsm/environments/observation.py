"""What an agent sees: a vector of whole numbers of one length for a table, field by field.

Everything that decides the future of a game is in it, for nothing is hidden in these sections: two moments on one table
look the same if, and only if, they are the same decision state (as ``explore`` counts them) in the same turn.

For the table as a whole, then for each action (rolls of dice among them, 302.5), then for each fact that anything on
the table asks for or changes:

==================== ========== ==============================================================================
``observer``         0, 1       who looks: A, B
``holder``           0, 1, 2    who has priority (303.1): nobody, A, B
``active``           1, 2       the turn player: A, B
``turn``             1, 2, …    the number of the turn, counted from the one the game was taken up in
``phase``            1, 2, …    the phase, in the order of the profile (302.6)
``window``           0 … 4      the open window: none, phase, step, removal, off_stack
``has_declared``     0, 1       has the holder declared something in this hold (303.2, 303.6)
``passes``           0, 1       passes in a row (303.7)
``fast_open_to.P``   0, 1       has the opponent of player P declared something in this window (303.3 b)
``given_away.P``     0, 1       has player P given priority away in this window (303.4, 303.8)
``points_closed.P``  0, 1       are the trigger points of this window closed to player P (303.4)
``off_stack``        0, 1       does the window follow an action that does not use the stack (303.8)
``action_left``      0, 1       has an action just left the stack (303.3 c)
``NAME.where``       0 … 3      the action: not declared, in the queue, on the stack, gone
``NAME.place``       0, 1, …    its place there: in the queue from the front, on the stack from the bottom, from 1
``NAME.step``        0, 1, …    the step of execution it is in, in the order of the profile; 0 while it waits
``NAME.target``      0, 1, …    its target on the stack or in the queue, in the order targets occur; 0 is none
``NAME.blocked``     0, 1       is its effect to be skipped
``NAME.redirected``  0, 1       has it been given another target
``NAME.reserved``    0, 1       is its cost reserved
``NAME.cancelled``   0, 1       is it to leave the stack unpaid
``NAME.point``       0, 1       is its trigger point in this window (303.4)
``fact.NAME``        0, 1       is the fact true
==================== ========== ==============================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from berserk_fsm.core.values import PLAYERS, Action, Entry, GameState, Player
from berserk_fsm.simulation import Simulation

__all__ = ["WINDOWS", "Field", "Observer", "fields_of"]

WINDOWS = (None, "phase", "step", "removal", "off_stack")

_WHERE = 3
_FLAGS = ("blocked", "redirected", "reserved", "cancelled")


class Field(NamedTuple):
    """A field of an observation.

    Args:
        name: as the table above has it, with the name of the action or fact.
        low: the least it may be.
        high: the most it may be.
    """

    name: str
    low: int
    high: int


def fields_of(simulation: Simulation, most_turns: int) -> tuple[Field, ...]:
    """The fields of an observation, in order.

    Args:
        simulation: the table.
        most_turns: the highest number a turn may have.

    >>> from berserk_fsm import Action
    >>> names = [field.name for field in fields_of(Simulation([Action("M", by="A", cost=("gold",))]), 3)]
    >>> len(names), names[:3], names[-1]
    (26, ['observer', 'holder', 'active'], 'fact.gold')
    """
    profile, table, packing = simulation.specification.profile, simulation.table, simulation.machine.packing
    places, steps, targets = len(table.actions), len(profile.steps), len(packing.targets) - 1
    return (
        *(Field("observer", 0, 1), Field("holder", 0, 2), Field("active", 1, 2)),
        *(Field("turn", 1, most_turns), Field("phase", 1, len(profile.phases))),
        *(Field("window", 0, len(WINDOWS) - 1), Field("has_declared", 0, 1), Field("passes", 0, 1)),
        *(Field(f"{of}.{p}", 0, 1) for of in ("fast_open_to", "given_away", "points_closed") for p in PLAYERS),
        *(Field("off_stack", 0, 1), Field("action_left", 0, 1)),
        *(
            Field(f"{name}.{key}", 0, high)
            for name in table.actions
            for key, high in (
                *(("where", _WHERE), ("place", places), ("step", steps), ("target", max(1, targets))),
                *((flag, 1) for flag in (*_FLAGS, "point")),
            )
        ),
        *(Field(f"fact.{fact}", 0, 1) for fact in packing.facts),
    )


class Observer:
    """Reads the fields off the states of one table.

    Args:
        simulation: the table.
    """

    def __init__(self, simulation: Simulation) -> None:
        profile = simulation.specification.profile
        self._actions = tuple(simulation.table.actions.values())
        self._facts = simulation.machine.packing.facts
        self._target = simulation.machine.packing.target_number
        self._step: dict[str | None, int] = {None: 0} | {step.id: n for n, step in enumerate(profile.steps, 1)}
        self._phase: dict[str | None, int] = {phase.id: n for n, phase in enumerate(profile.phases, 1)}

    def values(self, state: GameState, observer: Player, first_turn: int = 1) -> list[int]:
        """The fields of a state in which a player decides, in the order of :func:`fields_of`.

        Args:
            state: the state.
            observer: who looks.
            first_turn: the number of the turn the game was taken up in.

        Raises:
            KeyError: the state is of another table, or has a target no game on this table comes to.
        """
        window = state.window
        assert window is not None, "a window is open wherever a player decides"
        return [
            *(PLAYERS.index(observer), 0 if window.holder is None else 1 + PLAYERS.index(window.holder)),
            *(1 + PLAYERS.index(state.active), state.turn - first_turn + 1, self._phase[state.phase]),
            *(WINDOWS.index(window.kind), int(window.has_declared), window.passes),
            *(
                int(player in those)
                for those in (window.fast_open_to, window.given_away, window.points_closed_to)
                for player in PLAYERS
            ),
            *(int(window.off_stack), int(window.action_left)),
            *self._of_actions(state),
            *(int(fact in state.facts) for fact in self._facts),
        ]

    def _of_actions(self, state: GameState) -> Iterator[int]:
        points = state.window.points if state.window else ()
        lying = {
            entry.name: (where, place, entry)
            for where, entries in ((1, state.queue), (2, state.stack))
            for place, entry in enumerate(entries, 1)
        }
        for action in self._actions:
            if action.name in lying:
                yield from self._of_entry(*lying[action.name])
            else:
                yield from (_WHERE if action.name in state.declared else 0, *(0,) * (3 + len(_FLAGS)))
            yield int(_has_its_point_in(action, points))

    def _of_entry(self, where: int, place: int, entry: Entry) -> tuple[int, ...]:
        flags = (int(getattr(entry, flag)) for flag in _FLAGS)
        return (where, place, self._step[entry.step], self._target[entry.target], *flags)


def _has_its_point_in(action: Action, points: tuple[object, ...]) -> bool:
    return action.on is not None and action.on in points
