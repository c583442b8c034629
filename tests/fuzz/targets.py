"""What must hold of a parser whatever it is given: the targets of the fuzzers, each a function of the bytes of a file.

A target returns whether the bytes were accepted, and raises if something does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from berserk_fsm import Game, GameState, yaml_text
from berserk_fsm.errors import BerserkError
from berserk_fsm.ledger.official import parse_official
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.position import state_fingerprint
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.writing import dump_scenario

__all__ = ["LONGEST_MESSAGE", "TARGETS", "log", "official", "position", "scenario"]

LONGEST_MESSAGE = 1500
"""No message may be longer, in characters: it is one line for a person to read."""

_SEEN: dict[str, GameState] = {}
_MOST_SEEN = 10_000


def position(data: bytes) -> bool:
    """A position text is refused in one line, or gives a game that prints the same position and can be played."""
    text = _decoded(data)
    if text is None:
        return False
    try:
        game = Game.from_position(text, engine="table", where="position")
    except BerserkError as error:
        return _refused(error)
    again = Game.from_position(game.position, engine="table")
    assert again.position == game.position
    assert (again.state, again.table) == (game.state, game.table)
    _one_state_per_fingerprint(game.state)
    if game.settled:
        assert game.legal_actions is not None
        assert len(game.describe()) == 18
    return True


def log(data: bytes) -> bool:
    """A log is refused in one line, or replays to a game with an equal log."""
    text = _decoded(data)
    if text is None:
        return False
    try:
        game = Game.from_log(text, engine="table")
    except BerserkError as error:
        return _refused(error)
    assert Game.from_log(game.log, engine="table").history == game.history
    return True


def scenario(data: bytes) -> bool:
    """A scenario is refused in one line, or can be played, and written and read again in both languages."""
    text = _decoded(data)
    if text is None:
        return False
    try:
        read = parse_scenario(text)
    except BerserkError as error:
        return _refused(error)
    for lang in ("en", "ru"):
        again = parse_scenario(dump_scenario(read, lang), read.where)
        assert again == read, f"written in {lang} it is another scenario"
    turnout = play_scenario(read, engine="table")
    assert len(turnout.played) <= len(read.play)
    assert turnout.as_json()["ok"] == turnout.ok
    return True


def official(data: bytes) -> bool:
    """A rules text is refused in one line, or gives clauses whose every part has a fingerprint and a place."""
    text = _decoded(data)
    if text is None:
        return False
    try:
        read = parse_official([("rules.txt", text)])
    except BerserkError as error:
        return _refused(error)
    lines = text.count("\n") + 1
    for clause in read.clauses.values():
        assert clause.parts.keys() == clause.fingerprints.keys()
        assert 1 <= clause.line <= lines
        assert all(1 <= bullet.line <= lines for bullet in clause.bullets)
    assert all(reference.clause in read.clauses for reference in read.references())
    return True


def _decoded(data: bytes) -> str | None:
    try:
        return yaml_text.decode(data, "file")
    except BerserkError as error:
        _refused(error)
        return None


def _refused(error: BerserkError) -> bool:
    for lang in ("ru", "en"):
        message = error.text(lang)
        assert message.isprintable(), f"not one line: {message!r}"
        assert len(message) <= LONGEST_MESSAGE, f"too long: {message[:200]!r}…"
    return False


def _one_state_per_fingerprint(state: GameState) -> None:
    if len(_SEEN) >= _MOST_SEEN:
        _SEEN.clear()
    assert _SEEN.setdefault(state_fingerprint(state), state) == state


TARGETS: Mapping[str, Callable[[bytes], bool]] = MappingProxyType(
    {"position": position, "log": log, "scenario": scenario, "official": official}
)
"""The targets by name."""
