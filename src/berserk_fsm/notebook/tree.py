"""The moments of a game that is stepped through, as a tree: every way that was tried can be returned to.

Everything here is a pure function over frozen values. A moment lies between two decisions; it holds a game of its own
that is never played on, so that going to any moment is a look-up. A line is a way from the start to where somebody
stopped. Deciding something else at an earlier moment begins a new line, and the old one stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from berserk_fsm.core.values import Decision
from berserk_fsm.errors import BilingualError, Refused
from berserk_fsm.game import Game
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.play import Played
from berserk_fsm.scenario.sentences import say

__all__ = [
    "Half",
    "Moment",
    "NoSuchPlace",
    "Stepping",
    "arrive",
    "back",
    "begin",
    "decide",
    "forward",
    "go",
    "line_name",
    "set_micro",
    "take_line",
]


class NoSuchPlace(BilingualError, IndexError):
    """A moment or a line that does not exist; the message names those that do.

    >>> NoSuchPlace("no", "нет").text("ru")
    'нет'
    """


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment between two decisions.

    Args:
        game: the game at this moment; it is never played on.
        before: the place in the tree of the moment before; ``None`` for the start.
        decision: what led here from there; ``None`` for the start.
        checks: what a scenario looks at here, and what came of it.
    """

    game: Game
    before: int | None = None
    decision: Decision | None = None
    checks: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class Half:
    """A decision of which only the first micro-steps are taken.

    Args:
        decision: what the player decided.
        taken: how many micro-steps of it are taken, at least one.
        game: the game in the middle of it; never played on.
    """

    decision: Decision
    taken: int
    game: Game = field(compare=False)


@dataclass(frozen=True, slots=True)
class Stepping:
    """All that was tried, and where one stands in it.

    Args:
        moments: the tree; places in it are numbers that never change.
        lines: for each line the place of its last moment, which no moment follows.
        line: the line one is on.
        at: the place of the moment shown; it lies on the line.
        half: how far the line's next decision is taken, if it is half done.
        in_micro: are decisions done micro-step by micro-step?
    """

    moments: tuple[Moment, ...]
    lines: tuple[int, ...] = (0,)
    line: int = 0
    at: int = 0
    half: Half | None = None
    in_micro: bool = False

    @property
    def moment(self) -> Moment:
        """The moment shown, or the one before the decision that is half done."""
        return self.moments[self.at]

    @property
    def game(self) -> Game:
        """The game as it stands now. To look at; to play on take a copy."""
        return self.half.game if self.half else self.moment.game

    @property
    def path(self) -> tuple[int, ...]:
        """The places of the line, from the start to its end."""
        return self.path_of(self.line)

    def path_of(self, line: int) -> tuple[int, ...]:
        """The places of a line, from the start to its end."""
        return tuple(self._upwards(self.lines[line]))[::-1]

    def _upwards(self, place: int | None) -> Iterator[int]:
        while place is not None:
            yield place
            place = self.moments[place].before

    @property
    def after(self) -> int | None:
        """The place of the next moment of the line; ``None`` at its end."""
        number = self.number + 1
        return self.path[number] if number < len(self.path) else None

    @property
    def number(self) -> int:
        """How many decisions lie before the moment shown."""
        return sum(1 for _ in self._upwards(self.at)) - 1

    @property
    def length(self) -> int:
        """How many decisions the line has."""
        return len(self.path) - 1

    @property
    def record(self) -> StepRecord | None:
        """What the last decision led to, as far as it is taken; ``None`` where nothing has happened yet."""
        if self.half is None or self.after is None:
            return self.game.history[-1] if self.game.history else None
        whole = self.moments[self.after].game.history[-1]
        return StepRecord(self.half.decision, whole.micro_steps[: self.half.taken])


def begin(game: Game) -> Stepping:
    """A tree with one line: what has been decided in ``game``. The moment shown is the game's own.

    >>> from berserk_fsm import Action
    >>> game = Game([Action("M", by="A", speed="slow")])
    >>> _ = game.declare("M")
    >>> stepping = begin(game)
    >>> stepping.number, back(stepping).game.state.queue
    (1, ())
    """
    now = game.copy()
    if not now.settled:
        now.settle()
    games = [now]
    while games[-1].history and games[-1].history[-1].decision is not None:
        earlier = games[-1].copy()
        earlier.undo()
        games.append(earlier)
    moments = tuple(
        Moment(one, place - 1 if place else None, one.history[-1].decision if place else None)
        for place, one in enumerate(reversed(games))
    )
    return Stepping(moments, lines=(len(moments) - 1,), at=len(moments) - 1)


# --- deciding --------------------------------------------------------------------------------------------------------


def decide(stepping: Stepping, decision: Decision) -> Stepping | Refused:
    """Do what a player decides at the moment shown; a refusal changes nothing.

    What was decided there before is not done twice: one goes along the line that has it. Anything else begins a new
    line, unless the moment is the last of its line. In micro-steps one stands after the first of them then.

    Raises:
        ValueError: it is no decision.
        KeyError: there is no such action on the table.

    >>> from berserk_fsm import Action
    >>> stepping = begin(Game([Action("M", by="A", speed="slow")]))
    >>> passed = decide(stepping, Decision("pass", "A"))
    >>> declared = decide(back(passed), Decision("declare", "A", "M"))
    >>> len(declared.lines), take_line(declared, 0).at == passed.at
    (2, True)
    """
    refused = stepping.game.refusal(decision)
    if refused is not None:
        return refused
    game = stepping.game.copy()
    game.play(decision)
    done = arrive(stepping, decision, game)
    return _take(replace(done, at=stepping.at), 1) if stepping.in_micro else done


def arrive(stepping: Stepping, decision: Decision, game: Game) -> Stepping:
    """Stand at the moment a decision leads to; if nobody was there yet, the tree grows by it."""
    stepping = replace(stepping, half=None)
    known = _following(stepping, decision)
    if known is not None:
        return _stand_at(stepping, known)
    new = len(stepping.moments)
    moments = (*stepping.moments, Moment(game, stepping.at, decision))
    if stepping.lines[stepping.line] == stepping.at:
        lines, line = tuple(new if end == stepping.at else end for end in stepping.lines), stepping.line
    else:
        lines, line = (*stepping.lines, new), len(stepping.lines)
    return replace(stepping, moments=moments, lines=lines, line=line, at=new)


def _following(stepping: Stepping, decision: Decision) -> int | None:
    """The place after the moment shown to which ``decision`` led before."""
    for place, moment in enumerate(stepping.moments):
        if moment.before == stepping.at and moment.decision == decision:
            return place
    return None


def _stand_at(stepping: Stepping, place: int) -> Stepping:
    """Stand at a place; the line stays if it lies there, else it is the first one that does."""
    others = (line for line in range(len(stepping.lines)) if line != stepping.line)
    line = next(line for line in (stepping.line, *others) if place in stepping.path_of(line))
    return replace(stepping, at=place, line=line, half=None)


# --- back and forward ------------------------------------------------------------------------------------------------


def back(stepping: Stepping) -> Stepping:
    """One decision back, or in micro-steps one of these; at the very start nothing changes."""
    if stepping.half is not None:
        return _take(stepping, stepping.half.taken - 1)
    moment = stepping.moment
    if moment.before is None:
        return stepping
    earlier = replace(stepping, at=moment.before)
    return _take(earlier, len(moment.game.history[-1].micro_steps) - 1) if stepping.in_micro else earlier


def forward(stepping: Stepping) -> Stepping:
    """One decision forward on the line, or in micro-steps one of these; at the very end nothing changes."""
    after = stepping.after
    if after is None:
        return stepping
    if stepping.in_micro:
        return _take(stepping, stepping.half.taken + 1 if stepping.half else 1)
    return replace(stepping, at=after, half=None)


def _take(stepping: Stepping, count: int) -> Stepping:
    """Stand so many micro-steps into the next decision of the line."""
    after = stepping.after
    assert after is not None, "only a decision of the line is taken in micro-steps"
    moment = stepping.moments[after]
    assert moment.decision is not None, "only the start has no decision before it"
    if count == len(moment.game.history[-1].micro_steps):
        return replace(stepping, at=after, half=None)
    if not count:
        return replace(stepping, half=None)
    return replace(stepping, half=Half(moment.decision, count, _partly(stepping.moment.game, moment.decision, count)))


def _partly(game: Game, decision: Decision, count: int) -> Game:
    """A game that goes on from ``game`` by so many micro-steps of a decision, at least one."""
    going = game.copy()
    going.begin(decision)
    for _ in range(count - 1):
        going.micro_step()
    return going


def go(stepping: Stepping, number: int) -> Stepping:
    """Go to the moment of the line that ``number`` decisions lie before.

    Raises:
        NoSuchPlace: the line has no such moment.
    """
    path = stepping.path
    if not 0 <= number < len(path):
        raise NoSuchPlace(
            f"there is no moment {number}; expected 0 to {len(path) - 1}",
            f"момента {number} нет; ожидалось от 0 до {len(path) - 1}",
        )
    return replace(stepping, at=path[number], half=None)


def take_line(stepping: Stepping, line: int) -> Stepping:
    """Change to another line, counted from 0. One stands at its end, or stays where one is if it leads there too.

    Raises:
        NoSuchPlace: there is no such line.
    """
    if not 0 <= line < len(stepping.lines):
        count = len(stepping.lines)
        raise NoSuchPlace(
            f"there is no line {line + 1}; expected 1 to {count}", f"линии {line + 1} нет; ожидалось от 1 до {count}"
        )
    if line == stepping.line:
        return stepping
    return replace(stepping, line=line, at=stepping.lines[line], half=None)


def set_micro(stepping: Stepping, on: bool) -> Stepping:
    """Do decisions micro-step by micro-step from now on, or whole. What is half done is done to its end then."""
    stepping = replace(stepping, in_micro=on)
    return stepping if on or stepping.half is None else forward(stepping)


# --- names -----------------------------------------------------------------------------------------------------------


def line_name(stepping: Stepping, line: int) -> Text:
    """What a line is called: its number, and where it leaves the ones before it.

    >>> from berserk_fsm import Action
    >>> passed = decide(begin(Game([Action("M", by="A")])), Decision("pass", "A"))
    >>> line_name(decide(back(passed), Decision("declare", "A", "M")), 1).en
    'Line 2: at 1, A declares M'
    """
    earlier = {place for other in range(line) for place in stepping.path_of(other)}
    own = [(at, place) for at, place in enumerate(stepping.path_of(line)) if place not in earlier]
    name = Text(f"Линия {line + 1}", f"Line {line + 1}")
    decision = stepping.moments[own[0][1]].decision if own else None
    if not line or decision is None:
        return name
    at = own[0][0]
    return Text(f"{name.ru}: на шаге {at} {say(decision, 'ru')}", f"{name.en}: at {at}, {say(decision, 'en')}")
