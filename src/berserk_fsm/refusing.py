"""What is no decision at all, and a decision that is refused, as the errors users meet."""

from __future__ import annotations

from berserk_fsm.core.context import Context
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import PLAYERS, Decision, GameState
from berserk_fsm.errors import Refused, SavingError
from berserk_fsm.machine.sentences import refusal_sentence
from berserk_fsm.machine.specification import Refusal, Specification

__all__ = ["check_decision", "check_player", "refused"]


def check_player(player: object) -> None:
    """Is it a player, or nobody in particular?

    Raises:
        ValueError: it is neither.
    """
    if player not in (None, *PLAYERS):
        raise ValueError(f"there is no player {player!r}; expected A or B")


def check_decision(decision: object, table: Table) -> None:
    """Is it something a player may try at ``table``?

    Raises:
        ValueError: it is no decision: another verb, player or form.
        KeyError: it declares an action that is not on the table.

    >>> from berserk_fsm.game import Game
    >>> check_decision(Decision("declare", "A", "castling"), Game().table)
    Traceback (most recent call last):
    KeyError: "there is no action 'castling' on the table; expected one of: none"
    """
    if not isinstance(decision, Decision) or decision.verb not in ("declare", "pass", "hand_over"):
        raise ValueError(f"{decision!r} is no decision; expected Decision('declare', 'A', 'NAME') or the like")
    check_player(decision.player)
    if decision.verb != "declare" and decision.name is not None:
        raise ValueError(f"{decision!r} is no decision; a pass or hand-over names no action")
    if decision.verb == "declare" and decision.name not in table.actions:
        known = ", ".join(table.actions) or "none"
        raise KeyError(f"there is no action {decision.name!r} on the table; expected one of: {known}")


def refused(
    specification: Specification, context: Context, row: Refusal, state: GameState, decision: Decision
) -> Refused:
    """The refusal a row of the refusal table gives; its position text is written when it is asked for."""
    from berserk_fsm.scenario.position import position_text

    def position() -> str:
        try:
            return position_text(specification, context.table, state)
        except SavingError as error:
            return f"({error})"  # a refusal is told, however much has happened

    why = refusal_sentence(specification, context, row, state, decision)
    return Refused(row.id, row.clause, why.en, why.ru, position)
