"""Saving what was stepped through as a scenario file that repeats it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from berserk_fsm.errors import InputError, SavingError
from berserk_fsm.files import write_whole
from berserk_fsm.game import Game
from berserk_fsm.scenario.items import Expect, ExpectValue, Item, Scenario
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.writing import dump_scenario
from berserk_fsm.stepper.answers import visible

__all__ = ["file_of", "final_expectation", "scenario_text", "write_text"]


def scenario_text(game: Game, items: Iterable[Item], scenario: Scenario | None, lang: str) -> str:
    """The text of a scenario that plays ``items`` and expects the position the game is in now.

    Args:
        game: the game as it stands after ``items``.
        items: what is played and looked at, from the start of the game.
        scenario: the one it began with; its title, what it cites and what it claims are kept. ``None``: it had none.
        lang: ``"ru"``; anything else is English.

    Raises:
        SavingError: it is more than a file may hold, or read and played back it does not lead here.
    """
    play = list(items)
    if not play or not isinstance(play[-1], Expect):
        play.append(Expect(MappingProxyType(final_expectation(game))))
    profile = game.specification.profile
    kept = scenario or Scenario("", (), game.readings, game.table, ())
    written = replace(kept, readings=game.readings, table=game.table, play=tuple(play), profile=profile)
    text = dump_scenario(written, lang)
    try:
        again = parse_scenario(text, profile=profile)
    except InputError as error:
        # Its place is in a text that nobody has seen.
        en, ru = f"it cannot be told as a scenario: {error.en}", f"записать это сценарием нельзя: {error.ru}"
        raise SavingError(en, ru) from error
    turnout = play_scenario(again, profile=profile, engine="table")
    if not turnout.ok or turnout.game.state != game.state:
        raise SavingError(
            "the scenario would not lead to this position, so it is not written",
            "сценарий не привёл бы к этому положению, поэтому он не записан",
        )
    return text


def final_expectation(game: Game) -> dict[str, ExpectValue]:
    """How things stand, in the few keys a reader of the file looks for."""
    state = game.state
    expected: dict[str, ExpectValue] = {"priority": state.holder, "phase": state.phase}
    if state.turn != 1:
        expected["turn"] = state.turn
    expected["queue"] = tuple(entry.name for entry in state.queue)
    expected["stack"] = tuple(entry.name for entry in state.stack)
    if state.executing is not None:
        expected |= {"executing": state.executing, "step": state.step}
    if state.facts:
        expected["facts"] = tuple(sorted(state.facts))
    if gone := set(game.table.start.facts) - state.facts:
        expected["no_facts"] = tuple(sorted(gone))
    if state.log.left:
        expected["left"] = state.log.left
    if state.log.cancelled:
        expected["cancelled"] = state.log.cancelled
    return expected


def file_of(text: str) -> Path:
    """The file a user names: quotes around it are dropped, ``~`` is the home directory, ``.yaml`` may be left out.

    Raises:
        SavingError: it names no file.

    >>> file_of("«спор за столом»").name
    'спор за столом.yaml'
    """
    name = text.strip()
    for opening, closing in (('"', '"'), ("'", "'"), ("«", "»"), ("“", "”")):
        if len(name) > 1 and name.startswith(opening) and name.endswith(closing):
            name = name[1:-1].strip()
    if not name or not name.isprintable():
        raise SavingError(
            f"{visible(text)!r} is no file name; expected e.g. dispute.yaml",
            f"«{visible(text)}» — не имя файла; ожидалось, например, spor.yaml",
        )
    with contextlib.suppress(RuntimeError):  # there is no such home directory
        name = os.path.expanduser(name)
    path = Path(name)
    if path.suffix.lower() not in (".yaml", ".yml"):
        path = path.with_name(path.name + ".yaml") if path.name else path
    return path


def write_text(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old one or the new one, never half of it.

    Raises:
        SavingError: it cannot be written; nothing is left behind.
    """
    try:
        write_whole(path, text.encode("utf-8"))
    except (OSError, ValueError) as error:
        shown = visible(str(path), 200)
        why = getattr(error, "strerror", None) or str(error)
        raise SavingError(f"{shown} cannot be written: {why}", f"{shown} не записывается: {why}") from None
