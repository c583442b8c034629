"""A batch played one match after another: for tables of any size, and what a batch in lockstep is compared with."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING

from berserk_fsm.machine.compiled.packing import HOLDER, WINDOW
from berserk_fsm.simulation.dice import Dice
from berserk_fsm.simulation.tally import Tally

if TYPE_CHECKING:
    from berserk_fsm.simulation.simulation import Simulation

__all__ = ["play_one_by_one"]


def play_one_by_one(simulation: Simulation, games: int, events: int, seed: int) -> Tally:
    """Play a batch; see :meth:`Simulation.batch`.

    >>> from berserk_fsm import Action
    >>> from berserk_fsm.simulation import Simulation
    >>> simulation = Simulation([Action("F", by="A"), Action("G", by="B")])
    >>> play_one_by_one(simulation, 5, 8, seed=1) == simulation.batch(5, 8, seed=1)
    True
    """
    machine = simulation.machine
    taken = Counter[int]()
    choices = 0
    for game in range(games):
        match = simulation.start().playout(Dice(seed, game), events)
        for states in match.trails():
            before = states[0]
            choices += machine.accepted[before[0]](before, before[WINDOW] & HOLDER, -1).bit_count()
            taken.update(state[1] for state in states[1:])
    rows = {row.id: taken[number] for number, row in enumerate(machine.rows) if taken[number]}
    return Tally(games, games * events, taken.total(), choices, MappingProxyType(rows))
