"""Values that show themselves: a game, a state, a step, a refusal, a clause, a view – as HTML and in plain words.

What is shown is put together once as plain data (:mod:`~berserk_fsm.display.blocks`), in one language, and written
twice: as HTML without scripts and as text that says the same. Notebooks reach this through
:class:`berserk_fsm.showing.Shown`; pages and steppers take the fragments.

>>> from berserk_fsm import Action, Game
>>> game = Game([Action("strike", by="A", speed="slow", target="wall")])
>>> print(show(game, "en"))  # doctest: +ELLIPSIS
Turn 1 › Main phase › ...
>>> sorted(bundle(game.why_not("strike", "B"), "ru"))
['text/html', 'text/plain']
"""

from __future__ import annotations

from berserk_fsm.display.bundles import Displayed, bundle, show
from berserk_fsm.display.fragments import (
    cards_html,
    choices_html,
    game_html,
    game_text,
    machine_html,
    priority_html,
    record_html,
)
from berserk_fsm.display.pictures import View, view
from berserk_fsm.display.styling import STYLE

__all__ = [
    "STYLE",
    "Displayed",
    "View",
    "bundle",
    "cards_html",
    "choices_html",
    "game_html",
    "game_text",
    "machine_html",
    "priority_html",
    "record_html",
    "show",
    "view",
]
