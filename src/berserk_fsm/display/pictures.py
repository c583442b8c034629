"""A view in the hand: one picture of the machine, lit or not, that shows itself."""

from __future__ import annotations

import os
from dataclasses import dataclass
from xml.sax.saxutils import escape

from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.picture import picture_of, render_svg
from berserk_fsm.diagrams.svg import in_words
from berserk_fsm.diagrams.trace_page_svg import shown
from berserk_fsm.diagrams.views import make_view
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.display.game_sheet import Scene, lit_lines
from berserk_fsm.game import Game
from berserk_fsm.language import language_of_environment
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.showing import Shown

__all__ = ["View", "view"]

_DESCRIBED = '<desc id="picture-text">'
"""Where the words of a published picture begin."""


@dataclass(frozen=True, slots=True)
class View(Shown):
    """A picture of the machine, as it is published.

    Args:
        model: what it shows.
        active: path of the state that is lit; ``None``: none is.
        fired: ids of the rows that are marked, in the order they were taken.
        lit: which state is lit and which transitions are marked, in words; ``""``: nothing is.
    """

    model: DiagramModel
    active: str | None = None
    fired: tuple[str, ...] = ()
    lit: str = ""

    @property
    def svg(self) -> str:
        """The picture, described in the words of :attr:`text`; laid out the first time it is asked for.

        Raises:
            DiagramError: the layout failed.
        """
        drawn = render_svg(picture_of(self.model), self.active, self.fired)
        return drawn.replace(_DESCRIBED, f"{_DESCRIBED}{escape(self.lit)} ", 1) if self.lit else drawn

    @property
    def text(self) -> str:
        """The picture in words: its title, what is lit, its states, its transitions."""
        return " ".join(part for part in (f"{self.model.title}.", self.lit, in_words(self.model)) if part)

    def __str__(self) -> str:
        return self.text


def view(name: str, lang: str | None = None, of: Game | Specification | None = None) -> View:
    """A view of the machine, to be shown in a notebook or written as SVG.

    Args:
        name: of :data:`berserk_fsm.diagrams.VIEWS`, such as ``"window"`` or ``"life"``.
        lang: ``"ru"`` or ``"en"``; that of the environment if ``None``.
        of: a game, whose state and last step are then lit, or a specification; the default machine if ``None``.

    Raises:
        DiagramError: there is no such view or language.

    >>> view("window", "en").model.title
    'The priority window'
    >>> game = Game()
    >>> _ = game.pass_priority()
    >>> view("window", "en", game).lit
    'Lit: ...'
    """
    lang = language_of_environment(os.environ) if lang is None else lang
    spec = of.specification if isinstance(of, Game) else of or build_specification()
    model = make_view(name, spec, lang, rule_words(spec.profile))
    if not isinstance(of, Game):
        return View(model)
    scene = Scene.of_game(of, lang)
    fired = scene.record.micro_steps if scene.record else ()
    lit = " ".join(f"{line.lead} {line.text}" for line in lit_lines(scene))
    return View(model, scene.state.control, tuple(micro.row.id for micro in fired), shown(lit))
