"""Stepping in a notebook: :class:`Stepper`, with buttons in JupyterLab, Notebook 7 and VS Code.

The buttons need the extra ``notebook`` (``pip install "berserk-fsm[notebook]"``); without it the stepper shows the game
and its methods do what the buttons would.

========================= ===============================================================================
:mod:`.tree`              the moments of a game and the lines through them, as one frozen value
:mod:`.moment_view`       what is shown of the moment one stands at: buttons, history
:mod:`.explaining`        what is told of a clause, a gap or a state
:mod:`.files`             scenarios and positions in, scenarios out
:mod:`.messages`          what the browser may ask for
:mod:`.rendering`         the regions as HTML
:mod:`.widget`            the only module that needs ``anywidget``
========================= ===============================================================================

>>> from berserk_fsm import Action, Game
>>> stepper = Stepper(Game([Action("strike", by="A", speed="slow")]), "en")
>>> stepper.declare("strike").step
1
"""

from __future__ import annotations

from berserk_fsm.notebook.stepper import Stepper

__all__ = ["Stepper"]
