"""The fragments a game is made of, as HTML: for notebooks, steppers and pages that bring the style sheet once.

Each takes a game and a language and gives one element of class ``berserk-fsm`` that stands by itself; the style sheet
is :data:`berserk_fsm.display.STYLE`.
"""

from __future__ import annotations

from berserk_fsm.display.game_sheet import (
    Scene,
    card_blocks,
    choices_block,
    game_sheet,
    machine_block,
    place_blocks,
    record_block,
)
from berserk_fsm.display.writing import html_of, sheet_html, sheet_text
from berserk_fsm.game import Game
from berserk_fsm.machine.records import StepRecord

__all__ = ["cards_html", "choices_html", "game_html", "game_text", "machine_html", "priority_html", "record_html"]


def game_html(game: Game, lang: str, *, record: StepRecord | None = None) -> str:
    """The whole game as one HTML fragment, without the style sheet.

    Args:
        game: the game as it stands.
        lang: ``"ru"`` or ``"en"``.
        record: the step to mark; the last one if ``None``.

    >>> from berserk_fsm import Action
    >>> html = game_html(Game([Action("<b>", by="A", speed="slow")]), "en")
    >>> "A declares &lt;b&gt;" in html, "<b>&lt;" in html, "<script" in html
    (True, False, False)
    """
    return sheet_html(game_sheet(game, lang, record))


def game_text(game: Game, lang: str, *, record: StepRecord | None = None) -> str:
    """The same as plain text.

    Args:
        game: the game as it stands.
        lang: ``"ru"`` or ``"en"``.
        record: the step to mark; the last one if ``None``.

    >>> from berserk_fsm import Action
    >>> print(game_text(Game([Action("M", by="A", speed="slow")]), "en").splitlines()[1])
    A (Active) has priority.
    """
    return sheet_text(game_sheet(game, lang, record))


def priority_html(game: Game, lang: str, *, record: StepRecord | None = None) -> str:
    """Where the machine is, who has priority and why, passes in a row, trigger points, the facts on the table.

    Args:
        game: the game as it stands.
        lang: ``"ru"`` or ``"en"``.
        record: the step to mark; the last one if ``None``.
    """
    return html_of(place_blocks(Scene.of_game(game, lang, record)), lang)


def cards_html(game: Game, lang: str, *, record: StepRecord | None = None) -> str:
    """The queue, front first, and the stack, top first, as cards.

    Args:
        game: the game as it stands.
        lang: ``"ru"`` or ``"en"``.
        record: the step whose newcomers are marked; the last one if ``None``.
    """
    return html_of(card_blocks(Scene.of_game(game, lang, record)), lang)


def record_html(game: Game, lang: str, *, record: StepRecord | None = None) -> str:
    """A step in sentences, with the clauses it rests on; ``""`` where nothing has happened in the game.

    Args:
        game: the game it is a step of.
        lang: ``"ru"`` or ``"en"``.
        record: the step; the last one if ``None``.
    """
    told = Scene.of_game(game, lang, record).record
    return "" if told is None else html_of((record_block(game, told, lang),), lang)


def choices_html(game: Game, lang: str) -> str:
    """What the holder may do now, and what may not be declared, with the clause that refuses it.

    Args:
        game: the game as it stands.
        lang: ``"ru"`` or ``"en"``.
    """
    return html_of((choices_block(game, lang),), lang)


def machine_html(
    game: Game, lang: str, *, record: StepRecord | None = None, view: str | None = None, named: bool = False
) -> str:
    """The lit machine: the state it is in, and the transitions of a step, in a small picture and in words.

    Args:
        game: the game as it stands.
        lang: ``"ru"`` or ``"en"``.
        record: the step to mark; the last one if ``None``.
        view: ``"window"``, ``"life"`` or ``"turn"``; the one that shows most of the step if ``None``.
        named: shall states say which they are, in ``data-state`` and ``aria-label``, for those who want to know what
            was clicked on?
    """
    return html_of((machine_block(Scene.of_game(game, lang, record), view, named),), lang)
