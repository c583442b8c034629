"""What the stepper shows of the moment one stands at, as values: buttons, the history, what a file expects here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from berserk_fsm.core.values import PLAYERS, Action, Decision, Player
from berserk_fsm.game import Game
from berserk_fsm.notebook.tree import Stepping, line_name
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.sentences import say
from berserk_fsm.scenario.writing import item_text
from berserk_fsm.stepper.telling import allowed_line, outcome_lines
from berserk_fsm.stepper.view import MANNERS
from berserk_fsm.stepper.walk import giving_away

__all__ = ["Button", "Check", "History", "Side", "checks", "history", "sides", "spoken"]


@dataclass(frozen=True, slots=True)
class Button:
    """A decision that can be asked for, and whether it may be made now.

    Args:
        decision: what the player would decide.
        label: what the button says.
        note: the manner of the action, a word.
        clauses: those that refuse it, or those that allow it.
        reason: why it may be made, or why it may not.
        legal: may it be made now?
    """

    decision: Decision
    label: str
    note: str
    clauses: tuple[str, ...]
    reason: str
    legal: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One player and everything on the table that is this player's to do.

    Args:
        player: A or B.
        role: ``active`` or ``nonactive``.
        title: the player's heading.
        holds: has the player priority now?
        buttons: actions in the order of the table; giving priority away stands last.
    """

    player: Player
    role: str
    title: str
    holds: bool
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class History:
    """Where one stands in the line.

    Args:
        number: how many decisions lie before.
        length: how many the line has.
        said: what was decided last.
        coming: what was decided next, on this line; empty at its end.
        micro: how many micro-steps of a decision are taken, and how many it has; ``None`` between decisions.
        at_start, at_end: is there nothing before, nothing after?
        in_micro: are decisions done micro-step by micro-step?
        lines: the names of all lines.
        line: the number of the line one is on, from 0.
    """

    number: int
    length: int
    said: str
    coming: str
    micro: tuple[int, int] | None
    at_start: bool
    at_end: bool
    in_micro: bool
    lines: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Check:
    """Something a scenario looks at here.

    Args:
        said: what it says, as it stands in a file.
        holds: is it so?
        told: what is to be said of it.
    """

    said: str
    holds: bool
    told: tuple[str, ...]


# --- what may be decided ---------------------------------------------------------------------------------------------


def sides(game: Game, lang: str) -> tuple[Side, ...]:
    """Both players with all their buttons; A stays first, so that nothing changes its place.

    >>> from berserk_fsm import Action
    >>> first, second = sides(Game([Action("M", by="A", speed="slow"), Action("G", by="B")]), "en")
    >>> [(button.label, button.legal) for button in first.buttons]
    [('M', True), ('pass', True)]
    >>> [(button.label, button.clauses, button.reason) for button in second.buttons]
    [('G', ('303.1',), 'B does not have priority; A has it.'), ('pass', ('303.1',), 'B does not ...')]
    """
    return tuple(_side(game, player, lang) for player in PLAYERS)


_ROLES = {"active": Text("Активный", "Active"), "nonactive": Text("Неактивный", "Non-active")}


def _side(game: Game, player: Player, lang: str) -> Side:
    role = "active" if player == game.state.active else "nonactive"
    called = _ROLES[role]
    title = Text(f"Игрок {player} · {called.ru}", f"Player {player} · {called.en}")
    return Side(player, role, title.get(lang), game.state.holder == player, tuple(_buttons(game, player, lang)))


def _buttons(game: Game, player: Player, lang: str) -> Iterator[Button]:
    for action in game.table.of_player(player):
        if not game.table.rolls(action.name):
            yield _button(game, Decision("declare", player, action.name), action, lang)
    verb = giving_away(game).verb if game.state.holder == player else "pass"
    yield _button(game, Decision(verb, player), None, lang)


_AWAY = {"pass": Text("пас", "pass"), "hand_over": Text("передать приоритет", "hand over")}


def _button(game: Game, decision: Decision, action: Action | None, lang: str) -> Button:
    label = action.name if action else _AWAY[decision.verb].get(lang)
    note = MANNERS[action.manner].get(lang) if action else ""
    refused = game.refusal(decision)
    if refused is not None:
        return Button(decision, label, note, (refused.clause,), refused.reason(lang), False)
    allowed = allowed_line(game, decision, lang)
    return Button(decision, label, note, tuple(allowed.note.strip("[]").split(", ")), allowed.text, True)


# --- where one stands ------------------------------------------------------------------------------------------------


def history(stepping: Stepping, lang: str) -> History:
    """Where one stands in the line.

    >>> from berserk_fsm.notebook.tree import begin
    >>> game = Game()
    >>> _ = game.pass_priority()
    >>> history(begin(game), "en").said
    'A passes'
    """
    after = stepping.after
    coming = "" if after is None or stepping.half else _said(stepping, after, lang)
    return History(
        stepping.number,
        stepping.length,
        say(stepping.half.decision, lang) if stepping.half else _said(stepping, stepping.at, lang),
        coming,
        _micro(stepping),
        stepping.moment.before is None and stepping.half is None,
        after is None,
        stepping.in_micro,
        tuple(line_name(stepping, line).get(lang) for line in range(len(stepping.lines))),
        stepping.line,
    )


def _said(stepping: Stepping, place: int, lang: str) -> str:
    decision = stepping.moments[place].decision
    return Text("начало", "the start").get(lang) if decision is None else say(decision, lang)


def _micro(stepping: Stepping) -> tuple[int, int] | None:
    if stepping.half is None or stepping.after is None:
        return None
    return stepping.half.taken, len(stepping.moments[stepping.after].game.history[-1].micro_steps)


def checks(stepping: Stepping, lang: str) -> tuple[Check, ...]:
    """What the scenario looks at, at the moment shown."""
    if stepping.half is not None:
        return ()
    profile = stepping.game.specification.profile
    return tuple(
        Check(
            item_text(played.item, lang, profile),
            played.failure is None,
            tuple(line.text.removeprefix("· ") for line in outcome_lines(played, lang, profile)),
        )
        for played in stepping.moment.checks
    )


def spoken(stepping: Stepping, lang: str) -> str:
    """What a screen reader says after each step: what happened, and who has priority.

    >>> from berserk_fsm.notebook.tree import begin
    >>> spoken(begin(Game()), "en")
    'Step 0 of 0: the start. A has priority.'
    """
    now, holder = history(stepping, lang), stepping.game.state.holder
    step = Text(f"Шаг {now.number} из {now.length}", f"Step {now.number} of {now.length}")
    if now.micro is not None:
        step = Text("Микрошаг {} из {}".format(*now.micro), "Micro-step {} of {}".format(*now.micro))
    whose = Text(f"Приоритет у {holder}.", f"{holder} has priority.")
    if holder is None:
        whose = Text("Приоритет ни у кого.", "Nobody has priority.")
    return f"{step.get(lang)}: {now.said}. {whose.get(lang)}"
