"""Games for bots: as fast as they go, with the same states, records and refusals as :class:`~berserk_fsm.game.Game`.

A table is compiled once; a match on it is little more than a reference to an immutable state.

>>> from berserk_fsm import Action, Decision
>>> from berserk_fsm.simulation import Simulation
>>> simulation = Simulation([Action("strike", by="A", speed="slow"), Action("parry", by="B", block="strike")])
>>> match = simulation.start()
>>> match.legal()
(Decision(verb='declare', player='A', name='strike'), Decision(verb='pass', player='A', name=None))
>>> match.apply(match.legal()[0]).clauses
('302.9', '303.3', '303.5')
>>> match.undo().decision.name, match.state == simulation.start().state
('strike', True)
>>> simulation.playout(seed=7, most=100).events
100
>>> simulation.batch(games=50, events=20, seed=7).events
1000
"""

from __future__ import annotations

from berserk_fsm.simulation.dice import Dice, Randomness
from berserk_fsm.simulation.match import Match
from berserk_fsm.simulation.simulation import Simulation
from berserk_fsm.simulation.tally import Tally

__all__ = ["Dice", "Match", "Randomness", "Simulation", "Tally"]
