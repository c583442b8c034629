"""Stepping through a dispute by hand: what may be declared, why not, one step on, one step back, save.

:class:`Session` answers lines of text and knows no terminal; :func:`run_stepper` is the loop around it.

>>> from berserk_fsm import Action, Game
>>> session = Session(Game([Action("strike", by="A", speed="slow")]), "en")
>>> print(session.respond("why strike").text)
A may declare “strike” now: slow. [302.9, 303.3, 303.5]
>>> session.respond("quit").done
True
"""

from __future__ import annotations

from berserk_fsm.stepper.answers import Response, Shown
from berserk_fsm.stepper.session import Session, template_scenario
from berserk_fsm.stepper.terminal import run_stepper

__all__ = ["Response", "Session", "Shown", "run_stepper", "template_scenario"]
