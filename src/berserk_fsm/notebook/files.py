"""Scenarios and positions in, scenarios out: what is stepped through as text, and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from berserk_fsm.errors import SavingError
from berserk_fsm.game import Game
from berserk_fsm.notebook.tree import Stepping, arrive, begin, go
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Expect, Item, Refuse, Say, Scenario
from berserk_fsm.scenario.play import Played, play_item
from berserk_fsm.scenario.position import POSITION
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.stepper.answers import visible
from berserk_fsm.stepper.saving import scenario_text

__all__ = ["line_text", "opened", "opened_note", "read", "saved_note"]


def read(text: str, where: str) -> tuple[Stepping, Scenario | None]:
    """What a text tells, ready to be stepped through; the scenario too, unless it is a position.

    Args:
        text: a scenario (YAML) or the one line of a position.
        where: the name shown in errors.

    Raises:
        BerserkError: the text is wrong somewhere; the message names the line.
    """
    if POSITION.begins(text):
        return begin(Game.from_position(text.strip(), where=where)), None
    scenario = parse_scenario(text, where)
    return opened(scenario), scenario


def opened(scenario: Scenario) -> Stepping:
    """A scenario played as one line, seen from its start; what the file looks at is kept where it looks.

    A sentence that is refused ends the line, as it ends the play.

    >>> scenario = parse_scenario("actions: {F: {by: A}}\\nplay: [A declares F, expect: {queue: [F]}, both pass]")
    >>> stepping = opened(scenario)
    >>> stepping.number, stepping.length, len(stepping.moments[1].checks)
    (0, 4, 1)
    """
    game = Game.from_scenario(scenario, engine="table")
    stepping = begin(game)
    for number, item in enumerate(scenario.play):
        played = play_item(game, number, item)
        for record in played.records:
            assert record.decision is not None, "only the start has no decision"
            now = stepping.game.copy()
            now.play(record.decision)
            stepping = arrive(stepping, record.decision, now)
        if isinstance(item, (Expect, Refuse)) or played.failure is not None:
            stepping = _looked_at(stepping, played)
        if played.failure is not None and not isinstance(item, (Expect, Refuse)):
            break
    return go(stepping, 0)


def _looked_at(stepping: Stepping, played: Played) -> Stepping:
    moments = list(stepping.moments)
    moments[stepping.at] = replace(stepping.moment, checks=(*stepping.moment.checks, played))
    return replace(stepping, moments=tuple(moments))


def line_text(stepping: Stepping, lang: str, scenario: Scenario | None = None) -> str:
    """The whole line as the text of a scenario that plays it and expects its end.

    Args:
        stepping: whose line.
        lang: ``"ru"``; anything else is English.
        scenario: the one it began with, for its title, what it cites and what it claims.

    Raises:
        SavingError: it cannot be told as a scenario; the message says why.

    >>> print(line_text(opened(parse_scenario("actions: {F: {by: A}}\\nplay: [A declares F]")), "en"), end="")
    actions:
      F: {by: A}
    play:
      - A declares F
      - expect: {priority: A, phase: main, queue: [F], stack: []}
    """
    path = stepping.path
    if not stepping.moments[path[0]].game.history:
        raise SavingError(
            "the game began at a position, not at a start: it can only be kept as the line of its position",
            "игра начата не с начала, а с позиции: сохранить её можно только строкой позиции",
        )
    items: list[Item] = []
    for place in path:
        moment = stepping.moments[place]
        if moment.decision is not None:
            items.append(Say(moment.decision))
        items += (one.item for one in moment.checks if one.failure is None)
    return scenario_text(stepping.moments[path[-1]].game, items, scenario, lang)


def saved_note(decisions: int, path: Path | None) -> Text:
    """What is told of a text that was saved; ``path``: where, if it was written to a file.

    >>> saved_note(2, None).en
    'Done: the whole line, 2 decisions. Checked: it plays and leads to the end of the line.'
    """
    ru = "Готово" if path is None else f"Сохранено: {path}"
    en = "Done" if path is None else f"Saved: {path}"
    return Text(
        f"{ru}: вся линия, решений — {decisions}. Проверено: сценарий разыгрывается и приводит в её конец.",
        f"{en}: the whole line, {decisions} decision{'' if decisions == 1 else 's'}. "
        "Checked: it plays and leads to the end of the line.",
    )


def opened_note(stepping: Stepping, title: str) -> Text:
    """What is told of a text that was opened.

    Args:
        stepping: what came of it.
        title: what it is about, or the name of its file; ``""`` if it has neither.

    >>> opened_note(begin(Game()), "A dispute").en
    'Opened: “A dispute”. Decisions ahead: 0.'
    """
    ru, en = (f"«{visible(title)}»", f"“{visible(title)}”") if title else ("текст", "the text")
    return Text(
        f"Открыто: {ru}. Решений впереди: {stepping.length}.", f"Opened: {en}. Decisions ahead: {stepping.length}."
    )
