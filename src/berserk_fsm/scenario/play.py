"""Play a scenario: do what it says, check what it expects, keep what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from berserk_fsm.core.values import Decision
from berserk_fsm.errors import Refused
from berserk_fsm.game import EngineName, Game
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.scenario.items import Condition, Expect, ExpectValue, Item, Refuse, Say, Scenario, Until
from berserk_fsm.scenario.sentences import BothPass, Sentence, say
from berserk_fsm.showing import Shown

__all__ = ["MAX_WINDOWS", "Failure", "Played", "Turnout", "both_pass", "play_item", "play_on", "play_scenario", "unmet"]

MAX_WINDOWS = 1000
"""How many windows ``until`` lets both players pass through before it fails."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that did not come out as the scenario says.

    Args:
        step: the play item, counted from 0.
        say: the item, as it is written.
        want: what the scenario says.
        got: what came out.
    """

    step: int
    say: str
    want: Any
    got: Any


@dataclass(frozen=True, slots=True)
class Played:
    """One play item and what became of it.

    Args:
        item: the item.
        say: the item in words.
        records: the step records it led to, in order.
        refused: the refusal, where a sentence was refused.
        failure: what was wrong with it, if anything.
        state: the state after it, by the contract's keys.
    """

    item: Item
    say: str
    records: tuple[StepRecord, ...]
    refused: Refused | None
    failure: Failure | None
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Turnout(Shown):
    """How a scenario turned out.

    Args:
        scenario: what was played.
        game: the game, at its end.
        opening: the record of the start.
        played: the items, up to the one that ended the play.
    """

    scenario: Scenario
    game: Game
    opening: StepRecord
    played: tuple[Played, ...]

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Everything that did not hold."""
        return tuple(one.failure for one in self.played if one.failure is not None)

    @property
    def ok(self) -> bool:
        """Did everything hold?"""
        return not self.failures

    def as_json(self) -> dict[str, Any]:
        """The contract's JSON object of one file."""
        return {
            "scenario": self.scenario.where,
            "ok": self.ok,
            "failures": [
                {"step": failure.step, "say": failure.say, "want": failure.want, "got": failure.got}
                for failure in self.failures
            ],
            "trace": [
                {
                    "say": one.say,
                    "accepted": one.refused is None and not _ended(one),
                    "clause": one.refused.clause if one.refused else None,
                    "state": one.state,
                }
                for one in self.played
            ],
            "final": self.game.describe(),
        }


def _ended(one: Played) -> bool:
    return one.failure is not None and isinstance(one.item, (Say, Until))


def play_scenario(scenario: Scenario, *, profile: Profile | None = None, engine: EngineName = "transitions") -> Turnout:
    """Play ``scenario`` from its start.

    A sentence that fails ends the play; an expectation that fails does not.

    Args:
        scenario: what to play.
        profile: phases and steps; those of the scenario if ``None``.
        engine: ``"transitions"`` or ``"table"``.

    >>> from berserk_fsm.scenario.scenario import parse_scenario
    >>> turnout = play_scenario(parse_scenario("actions: {F: {by: A}}\\nplay: [A declares F, B passes]"))
    >>> turnout.ok, turnout.failures[0].got
    (False, 'refused: B does not have priority; A has it. [303.1]')
    """
    return play_on(Game.from_table(scenario.table, scenario.readings, profile or scenario.profile, engine), scenario)


def play_on(game: Game, scenario: Scenario) -> Turnout:
    """Play ``scenario`` on a game at its start, for instance one of another machine; see :func:`play_scenario`."""
    played: list[Played] = []
    for step, item in enumerate(scenario.play):
        one = play_item(game, step, item)
        played.append(one)
        if _ended(one):
            break
    return Turnout(scenario, game, game.history[0], tuple(played))


def play_item(game: Game, step: int, item: Item) -> Played:
    """Do or check one play item.

    Args:
        game: the game; a sentence changes it, an expectation or refusal does not.
        step: the number of the item, for its failure.
        item: the item.
    """
    match item:
        case Say():
            return _play_say(game, step, item)
        case Until():
            return _play_until(game, step, item)
        case Expect():
            return _play_expect(game, step, item)
        case Refuse():
            return _play_refuse(game, step, item)


def _play_say(game: Game, step: int, item: Say) -> Played:
    words = item.text or _words(item.sentence)
    turned = _do(game, item.sentence)
    if isinstance(turned, Refused):
        failure = Failure(step, words, "accepted", f"refused: {turned.text()}")
        return Played(item, words, (), turned, failure, game.describe())
    return Played(item, words, turned, None, None, game.describe())


def _words(sentence: Sentence) -> str:
    return say(sentence, "en")


def _do(game: Game, sentence: Sentence) -> tuple[StepRecord, ...] | Refused:
    if isinstance(sentence, BothPass):
        return both_pass(game)
    turned = game.try_play(sentence)
    return turned if isinstance(turned, Refused) else (turned,)


def both_pass(game: Game) -> tuple[StepRecord, ...] | Refused:
    """Both players give priority away until the open window closes; all of it happens or nothing.

    Returns:
        the step records, or the refusal that stood in the way.
    """
    records: list[StepRecord] = []
    while not records or not _closed_window(records[-1]):
        turned = game.try_pass()
        if isinstance(turned, Refused):
            for _ in records:
                game.undo()
            return turned
        records.append(turned)
    return tuple(records)


def _closed_window(record: StepRecord) -> bool:
    return record.micro_steps[0].after.window is None


def _play_until(game: Game, step: int, item: Until) -> Played:
    words = _condition_words(item.condition)
    records: list[StepRecord] = []
    for _ in range(MAX_WINDOWS):
        if _is_true(game, item.condition):
            return Played(item, words, tuple(records), None, None, game.describe())
        turned = both_pass(game)
        if isinstance(turned, Refused):
            failure = Failure(step, words, words, f"refused: {turned.text()}")
            return Played(item, words, tuple(records), turned, failure, game.describe())
        records += turned
    failure = Failure(step, words, words, f"not reached in {MAX_WINDOWS} windows")
    return Played(item, words, tuple(records), None, failure, game.describe())


def _condition_words(condition: Condition) -> str:
    match condition.kind:
        case "left" | "phase":
            return f"until: {{{condition.kind}: {condition.name}}}"
        case "step":
            return f"until: {{step: {{{condition.name}: {condition.step}}}}}"
        case "stack":
            return "until: {stack: empty}"


def _is_true(game: Game, condition: Condition) -> bool:
    state = game.state
    match condition.kind:
        case "left":
            return condition.name in (*state.log.left, *state.log.cancelled)
        case "step":
            return state.executing == condition.name and state.step == condition.step
        case "stack":
            return not state.stack and not state.queue
        case "phase":
            return state.phase == condition.name


def _play_expect(game: Game, step: int, item: Expect) -> Played:
    state = game.describe()
    differing = unmet(item.values, state.__getitem__)
    words = "expect: " + ", ".join(item.values)
    want, got = ({key: pair[place] for key, pair in differing.items()} for place in (0, 1))
    failure = Failure(step, words, want, got) if differing else None
    return Played(item, words, (), None, failure, state)


def unmet(values: Mapping[str, ExpectValue], look: Callable[[str], Any]) -> dict[str, tuple[Any, Any]]:
    """What does not stand as expected: by key, what was wanted and what was found. Empty when all of it holds.

    Args:
        values: an expectation, by the contract's keys.
        look: what stands under one of the contract's keys, as :meth:`Game.describe` tells it.

    >>> state = Game().describe()
    >>> unmet({"priority": "A", "passes": 1}, state.__getitem__)
    {'passes': (1, 0)}
    """
    differing = {}
    for key, value in values.items():
        wanted, found = _plain(value), look("facts" if key == "no_facts" else key)
        if not _holds(key, wanted, found):
            differing[key] = (wanted, found)
    return differing


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def _holds(key: str, want: Any, got: Any) -> bool:
    match key:
        case "facts":
            return set(want) <= set(got)
        case "no_facts":
            return set(want).isdisjoint(got)
        case "legal":
            return list(got) == sorted(want)
        case "targets":
            return all(got.get(name) == target for name, target in want.items())
        case _:
            same: bool = want == got
            return same


def _play_refuse(game: Game, step: int, item: Refuse) -> Played:
    words = _words(item.sentence)
    before = game.state
    refused = _refusal(game, item.sentence)
    assert game.state == before, "asking for a refusal changed the game"
    if refused is None:
        failure = Failure(step, words, f"refused: {item.clause}", "accepted")
    elif refused.clause != item.clause:
        failure = Failure(step, words, f"refused: {item.clause}", f"refused: {refused.text()}")
    else:
        failure = None
    return Played(item, words, (), refused, failure, game.describe())


def _refusal(game: Game, sentence: Sentence) -> Refused | None:
    if isinstance(sentence, Decision):
        return game.refusal(sentence)
    turned = both_pass(game.copy())
    return turned if isinstance(turned, Refused) else None
