"""Longer answers of the stepper: help, what is allowed, what became of an item of the file."""

from __future__ import annotations

from collections.abc import Iterator

from berserk_fsm.citing import citation_text, refused_by
from berserk_fsm.core.values import Decision
from berserk_fsm.game import Game
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.rules.text import Text
from berserk_fsm.rules.vocabulary import vocabulary
from berserk_fsm.scenario.items import Expect, Refuse, Until
from berserk_fsm.scenario.play import Played
from berserk_fsm.scenario.sentences import BOTH_PASS, Sentence, say
from berserk_fsm.scenario.writing import item_text
from berserk_fsm.stepper.answers import BLANK, Shown, Style, cited, quoted, visible
from berserk_fsm.stepper.commands import COMMANDS
from berserk_fsm.stepper.view import MANNERS

__all__ = ["allowed_line", "clause_lines", "help_lines", "outcome_lines"]

_EXAMPLES: tuple[Sentence, ...] = (
    Decision("declare", "A", "X"),
    Decision("hand_over", "A"),
    Decision("pass", "B"),
    BOTH_PASS,
)


def help_lines(lang: str) -> Iterator[Shown]:
    """Everything that can be typed."""
    sentences = "; ".join(say(sentence, lang) for sentence in _EXAMPLES)
    yield Shown(Text(f"Фразы: {sentences}.", f"Sentences: {sentences}.").get(lang))
    number = Text("Номер — выбор из списка.", "A number takes a choice from the list.")
    enter = Text(
        "Enter — показать положение ещё раз, в микрошагах — следующий микрошаг.",
        "Enter shows the position again or, in micro-steps, takes the next one.",
    )
    yield Shown(f"{number.get(lang)} {enter.get(lang)}")
    yield BLANK
    for command in COMMANDS:
        usage = f"{command.spell(lang)} {command.argument.get(lang)}".strip()
        also = command.spell("en" if lang == "ru" else "ru")
        yield Shown(f"  {usage:<24} {command.about.get(lang)}", note=f"({also})")


def clause_lines(number: str, lang: str) -> Iterator[Shown]:
    """What a clause is about; nothing for what is no clause."""
    known = clauses().get(number)
    if known is not None:
        title, summary = known.title.get(lang), known.summary.get(lang)
        yield Shown(f"{known.number} {quoted(title, lang)}: {summary}", "faint")


def allowed_line(game: Game, sentence: Sentence, lang: str) -> Shown:
    """That a sentence is accepted now, with the clauses that allow it."""
    rows = vocabulary().rows
    if not isinstance(sentence, Decision):
        told = Text("Оба могут пасовать: окно закроется.", "Both may pass: the window closes.")
        return Shown(told.get(lang), note=cited(rows["both_passed"].clauses))
    player, kind = sentence.player, "pass_priority"
    if sentence.name is not None:
        action = game.table.actions[sentence.name]
        kind = f"declare_{action.manner}"
        manner = MANNERS[action.manner]
        told = Text(
            f"{player} может заявить «{action.name}» сейчас: {manner.ru}.",
            f"{player} may declare “{action.name}” now: {manner.en}.",
        )
    elif sentence.verb == "hand_over":
        kind = "hand_over_priority"
        told = Text(
            f"{player} может сейчас передать приоритет: в этом владении он что-то заявил.",
            f"{player} may hand over now, having declared something in this hold.",
        )
    else:
        told = Text(
            f"{player} может сейчас пасовать: в этом владении он ничего не заявил.",
            f"{player} may pass now, having declared nothing in this hold.",
        )
    return Shown(told.get(lang), note=cited(rows[kind].clauses))


def outcome_lines(played: Played, lang: str, profile: Profile) -> Iterator[Shown]:
    """What became of an item of the file, besides the records it led to.

    Args:
        played: the item, and what became of it.
        lang: ``"ru"``; anything else is English.
        profile: the phases and steps it speaks of.
    """
    item, refused, failure = played.item, played.refused, played.failure
    if refused is not None:
        style: Style = "plain" if isinstance(item, Refuse) else "refused"
        yield Shown(f"· {refused.reason(lang)}", style, cited([citation_text(refused.clause, lang)]))
    if failure is None:
        if isinstance(item, Until) and not played.records:
            yield Shown(Text("· уже так", "· it is so already").get(lang))
        elif isinstance(item, (Expect, Refuse)):
            yield Shown(Text("· так и есть", "· it is so").get(lang), "good")
    elif isinstance(item, Expect):
        for key in failure.want:
            want, got = item_text(Expect({key: item.values[key]}), lang, profile), visible(str(failure.got[key]), 200)
            told = Text(f"· не так: {want}, а на деле {got}", f"· not so: {want}, but it is {got}")
            yield Shown(told.get(lang), "refused")
    elif isinstance(item, Refuse):
        by = refused_by(item.clause, lang)
        told = Text(f"· не так: ожидался отказ {by}", f"· not so: expected a refusal {by}")
        yield Shown(told.get(lang), "refused")
    elif refused is None:
        yield Shown(f"· {visible(str(failure.got), 400)}", "refused")
