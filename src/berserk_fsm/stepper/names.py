"""Which action on the table a user means, and what to say when there is none or a line is not understood."""

from __future__ import annotations

from collections.abc import Iterable

from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Decision
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.keys import ROLL_SUFFIXES
from berserk_fsm.scenario.sentences import SentenceError, parse_player, say
from berserk_fsm.stepper.answers import visible
from berserk_fsm.stepper.commands import near_name, nearest_command, normal

__all__ = ["find_name", "not_understood", "unknown_name"]


def find_name(typed: str, names: Iterable[str]) -> str | None:
    """The name that was meant; case, spaces and ``ё`` are forgiven when only one fits.

    >>> find_name("двойной Удар", ["двойной удар", "щит"]), find_name("m", ["M", "m"]), find_name("x", ["M"])
    ('двойной удар', 'm', None)
    >>> find_name("удар.бросок", ["удар.roll"])
    'удар.roll'
    """
    known = list(names)
    for suffix in ROLL_SUFFIXES[1:]:
        if typed.endswith(suffix) and typed not in known:
            typed = typed.removesuffix(suffix) + ROLL_SUFFIXES[0]
    if typed in known:
        return typed
    alike = [name for name in known if normal(name) == normal(typed)]
    return alike[0] if len(alike) == 1 else None


def unknown_name(typed: str, names: Iterable[str]) -> Text:
    """There is no such action; the nearest one, or all.

    >>> unknown_name("щиит", ["удар", "щит"]).en
    'There is no action “щиит” on the table; did you mean “щит”?'
    """
    shown, known = visible(typed), list(names)
    ru, en = f"На столе нет игродействия «{shown}»", f"There is no action “{shown}” on the table"
    near = near_name(typed, known)
    if near is not None:
        return Text(f"{ru}; может быть, «{near}»?", f"{en}; did you mean “{near}”?")
    if not known:
        return Text(f"{ru}: стол пуст.", f"{en}: it is empty.")
    told = ", ".join(known[:20]) + (", …" if len(known) > 20 else "")
    return Text(f"{ru}; есть: {told}.", f"{en}; there are: {told}.")


def not_understood(line: str, error: SentenceError, table: Table) -> Text:
    """What to say of a line that is neither command nor sentence: the nearest of all that could be meant."""
    shown = visible(line)
    nearest: Text | None = None
    if parse_player(line.split()[0]) is None:
        command = nearest_command(line)
        name = near_name(line, table.actions)
        if command is not None:
            nearest = Text(command, command)
        elif name is not None:
            decision = Decision("declare", table.actions[name].by, name)
            nearest = Text(say(decision, "ru"), say(decision, "en"))
    if nearest is not None:
        return Text(
            f"«{shown}» — непонятно; может быть, «{nearest.ru}»?",
            f"“{shown}” is not understood; did you mean “{nearest.en}”?",
        )
    return Text(
        f"{visible(error.text('ru'), 400)}. «помощь» — все команды.",
        f'{visible(error.text("en"), 400)}. "help" lists the commands.',
    )
