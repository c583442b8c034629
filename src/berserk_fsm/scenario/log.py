"""Logs: a game from its beginning, decision by decision, as one line of text whose replay is checked.

A log is a position, what was decided from it, and the fingerprint of the state after each decision. It names the
version of the program, the profile and every reading, also where they are the default ones: a later program with other
defaults replays it as it was played, or says at which decision the game comes out otherwise. People keep scenario
files; logs are for programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from berserk_fsm.core.values import PLAYERS, Decision, GameState
from berserk_fsm.errors import InputError, SavingError
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.position import POSITION, Position, position_content, read_position, state_fingerprint
from berserk_fsm.scenario.saved_text import Format, Reader, text_of

if TYPE_CHECKING:
    from berserk_fsm.game import Game

__all__ = ["LOG", "MAX_DECISIONS", "Decided", "GameLog", "log_text", "parse_log", "replay"]

LOG = Format("berserk_fsm_log", Text("запись партии", "log"))
"""The format. The position in it has a version of its own, that of the position format."""

MAX_DECISIONS = 10_000
"""The most decisions that are written and replayed: a long game has a few hundred."""

_KEYS = (LOG.key, "made_by", "begins", "start", "decisions")
_VERBS = ("declare", "pass", "hand_over")


class Decided(NamedTuple):
    """A decision, and the fingerprint of the state when the next one was due."""

    decision: Decision
    after: str


class GameLog(NamedTuple):
    """What a log says.

    Args:
        made_by: the version of the program that wrote it.
        begins: the position the game begins with.
        start: the fingerprint of the state when the first decision was due; ``None`` where the log begins with that
            state.
        decisions: in order.
    """

    made_by: str
    begins: Position
    start: str | None
    decisions: tuple[Decided, ...]


def log_text(game: Game) -> str:
    """The log of a game as one line. A decision that is half done is not in it, and none that was taken back.

    Raises:
        SavingError: there are more decisions than are replayed, or the line would be longer than what is read.

    >>> from berserk_fsm.game import Action, Game
    >>> game = Game([Action("F", by="A")])
    >>> _ = game.declare("F")
    >>> game.log
    '{"berserk_fsm_log":1,"made_by":...,"begins":...,"start":...,"decisions":[["A","declare","F",...]]}'
    """
    from berserk_fsm import __version__

    history = game.history
    first = history[0].before if history else game.state
    began = bool(history) and history[0].decision is None
    content: dict[str, Any] = {
        LOG.key: LOG.version,
        "made_by": __version__,
        "begins": position_content(game.specification, game.table, first, in_full=True),
    }
    if began:
        content["start"] = state_fingerprint(history[0].after)
    decided = [(record.decision, record.after) for record in history if record.decision is not None]
    if len(decided) > MAX_DECISIONS:
        raise SavingError(
            f"the log would hold {len(decided)} decisions; expected at most {MAX_DECISIONS}, for no more are replayed; "
            "the position can be kept",
            f"в записи партии было бы решений: {len(decided)}; ожидалось не больше {MAX_DECISIONS}, больше при чтении "
            "не повторяется; сохранить можно позицию",
        )
    content["decisions"] = [[*_parts(decision), state_fingerprint(after)] for decision, after in decided]
    return text_of(LOG, content)


def _parts(decision: Decision) -> list[str]:
    named = [] if decision.name is None else [decision.name]
    return [decision.player, decision.verb, *named]


def parse_log(text: str, profile: Profile | None = None, where: str = "log") -> GameLog:
    """Read a log; nothing is replayed.

    Args:
        text: one line, as :func:`log_text` writes it or an earlier version of it did.
        profile: the profile it was played with; ``None`` if it comes with the package.
        where: the name shown in errors.

    Raises:
        InputError: the text is no log, or not of a version or profile that is known.
    """
    reader = Reader(LOG, where)
    top = reader.mapping(reader.up_to_date(reader.content(text)), "text", _KEYS)
    begins = reader.mapping(top.get("begins"), "begins", top.get("begins") or ())
    written = reader.list(top.get("decisions"), "decisions")
    if len(written) > MAX_DECISIONS:
        raise reader.fail(
            "decisions", f"expected at most {MAX_DECISIONS} of them", f"ожидалось не больше {MAX_DECISIONS}"
        )
    return GameLog(
        reader.text(top.get("made_by"), "made_by"),
        read_position(Reader(POSITION, where), begins, profile),
        reader.text(top["start"], "start") if "start" in top else None,
        tuple(_decided(reader, one, f"decisions.{number}") for number, one in enumerate(written, 1)),
    )


def _decided(reader: Reader, written: Any, path: str) -> Decided:
    parts = [reader.text(part, path) for part in reader.list(written, path)]
    if len(parts) < 2 or parts[0] not in PLAYERS or parts[1] not in _VERBS:
        raise _no_decision(reader, path)
    player, verb, *rest = parts
    if len(rest) != (2 if verb == "declare" else 1):
        raise _no_decision(reader, path)
    name = rest[0] if verb == "declare" else None
    return Decided(Decision(verb, player, name), rest[-1])  # type: ignore[arg-type]


def _no_decision(reader: Reader, path: str) -> InputError:
    en = '["A", "declare", NAME, FINGERPRINT], ["A", "pass", FINGERPRINT] or ["A", "hand_over", FINGERPRINT]'
    ru = '["A", "declare", ИМЯ, ОТПЕЧАТОК], ["A", "pass", ОТПЕЧАТОК] или ["A", "hand_over", ОТПЕЧАТОК]'
    return reader.fail(path, f"no decision; expected {en}", f"это не решение игрока; ожидалось {ru}")


def replay(log: GameLog, game: Game, where: str = "log") -> None:
    """Replay a log on a game that is at its beginning.

    Args:
        log: what was decided.
        game: at the position the log begins with.
        where: the name shown in errors.

    Raises:
        InputError: a decision is refused, or the game comes out otherwise than when the log was made; it says at which
            decision, and the game is left there.
    """
    reader = Reader(LOG, where)
    if log.start is not None:
        game.settle()
        _compare(reader, log, "start", game.state, log.start)
    for number, (decision, after) in enumerate(log.decisions, 1):
        path = f"decisions.{number}"
        if decision.name is not None and decision.name not in game.table.actions:
            raise reader.fail(
                path,
                f"there is no action {decision.name!r:.80} on the table",
                f"на столе нет игродействия «{decision.name:.80}»",
            )
        refused = game.refusal(decision)
        if refused is not None:
            raise reader.fail(
                path,
                f"refused: {refused.text('en')} The log was made by berserk-fsm {log.made_by:.20}",
                f"отказ: {refused.text('ru')} Запись сделана программой berserk-fsm {log.made_by:.20}",
            )
        _compare(reader, log, path, game.play(decision).after, after)


def _compare(reader: Reader, log: GameLog, path: str, state: GameState, fingerprint: str) -> None:
    if state_fingerprint(state) != fingerprint:
        raise reader.fail(
            path,
            f"the game comes out otherwise than when the log was made by berserk-fsm {log.made_by:.20}",
            f"дальше партия идёт не так, как при записи программой berserk-fsm {log.made_by:.20}",
        )
