"""A counterexample as a scenario file that replays, and as pictures of that play.

What a search finds is a list of decisions and a state; people argue about plays. So the decisions become sentences,
passes that close a window are folded into one, and what must be seen at the end is written as expectations. All of it
is replayed with the model that was searched, which also works for a machine that was altered on purpose.
"""

from __future__ import annotations

import hashlib
import os
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.report import Verdict, Violation
from berserk_fsm.files import write_whole
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Expect, ExpectValue, Item, Refuse, Say, Scenario
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.sentences import BOTH_PASS, Sentence, say
from berserk_fsm.scenario.writing import dump_scenario

__all__ = [
    "Pictures",
    "counterexample_pictures",
    "counterexample_scenario",
    "counterexample_text",
    "write_counterexample",
]

_TITLE = Text("Контрпример: ", "Counterexample: ")
"""Before what the property says: in this play it is not so."""

FEW_FACTS = 8
"""So many facts are still read; more of them are not written into an expectation."""

_WIDTH = 98
"""Of the lines of a head comment, without the sign that makes them one."""


class Pictures(NamedTuple):
    """Pictures of a play, as SVG.

    Args:
        sequence: view 10, who does what.
        timeline: view 11, queue and stack over time.
    """

    sequence: str
    timeline: str


def counterexample_scenario(
    found: Verdict | Violation,
    model: Model,
    sentence: Text | None = None,
    clauses: Sequence[str] | None = None,
    lang: str = "en",
) -> Scenario:
    """The play that leads to where a property fails, with the situation there as an expectation.

    For a property about a step the situation right before the last decision is expected too. Where the property fails
    on the way from the last decision to the next, the situation is the next in which a player decides.

    Args:
        found: the verdict, or its violation.
        model: the machine and table that were searched.
        sentence: what the property says, for the title. That of the verdict if left out, else the id.
        clauses: what it follows from. Those of the verdict if left out.
        lang: the language of title and sentences: ``"ru"``; anything else is English.

    Raises:
        ExploreError: there is no counterexample, or its decisions do not lead to its state in this model.

    >>> from berserk_fsm.game import Action, Game
    >>> game = Game([Action("F", by="A")])
    >>> model = Model(game.specification, game.table)
    >>> decisions = (Decision("declare", "A", "F"), Decision("hand_over", "A"), Decision("pass", "B"))
    >>> for decision in decisions:
    ...     _ = game.play(decision)
    >>> scenario = counterexample_scenario(Violation("nothing_queued", decisions, game.state), model)
    >>> print(dump_scenario(scenario), end="")
    title: 'Counterexample: nothing_queued'
    actions:
      F: {by: A}
    play:
      - A declares F
      - A hands over
      - B passes
      - expect: {priority: A, phase: main, window: phase, queue: [F], stack: []}
    """
    case = _case(found, model, sentence, clauses)
    return Scenario(
        title=_TITLE.get(lang) + case.sentence.get(lang),
        cites=case.clauses,
        readings=model.specification.readings,
        table=model.table,
        play=tuple(_play(case, lang)),
        profile=model.specification.profile,
    )


def counterexample_text(
    found: Verdict | Violation,
    model: Model,
    sentence: Text | None = None,
    clauses: Sequence[str] | None = None,
    lang: str = "en",
    name: str = "FILE",
) -> str:
    """The text of the scenario file: what :func:`write_counterexample` writes.

    Args:
        found: the verdict, or its violation.
        model: the machine and table that were searched.
        sentence: as in :func:`counterexample_scenario`.
        clauses: as there.
        lang: as there; also of the head comment and the keys.
        name: of the file, for the commands in the head comment.

    Raises:
        ExploreError: as there.
    """
    scenario = counterexample_scenario(found, model, sentence, clauses, lang)
    head = _head(_case(found, model, sentence, clauses), lang, name)
    return "".join(f"# {line}".rstrip() + "\n" for line in head) + dump_scenario(scenario, lang)


def write_counterexample(
    path: str | os.PathLike[str],
    found: Verdict | Violation,
    model: Model,
    lang: str = "en",
    *,
    sentence: Text | None = None,
    clauses: Sequence[str] | None = None,
) -> Path:
    """Write the counterexample as a scenario file, with a head comment that says what it shows and how to replay it.

    Args:
        path: the file, ending in ``.yaml``; any other name is a folder, made if there is none, for ``PROPERTY.yaml``.
        found: the verdict, or its violation.
        model: the machine and table that were searched.
        lang: the language of all of it, the keys too.
        sentence: as in :func:`counterexample_scenario`.
        clauses: as there.

    Returns:
        The file written.

    Raises:
        ExploreError: as there, or the file cannot be written.
    """
    target = Path(path)
    if target.suffix not in (".yaml", ".yml"):
        target /= _file_name(found.id)
    text = counterexample_text(found, model, sentence, clauses, lang, target.name)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text.encode("utf-8"))
    except OSError as error:
        raise ExploreError(
            f"{target}: cannot be written: {error.strerror}", f"{target}: не записывается: {error.strerror}"
        ) from None
    return target


_DEVICE = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)
"""On Windows these are devices, whatever ending they have."""


def _file_name(id: str) -> str:
    """The name of a file for a property or claim; claims may be called anything, so theirs gets a fingerprint.

    >>> _file_name("one_place"), _file_name("В живых / 2")
    ('one_place.yaml', 'В-живых-2-866fce8e.yaml')
    """
    name = re.sub(r"\W+", "-", id).strip("-")[:60]
    if name and name == id and not _DEVICE.fullmatch(name):
        return f"{name}.yaml"
    fingerprint = hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return "-".join(filter(None, (name, fingerprint))) + ".yaml"


def counterexample_pictures(scenario: Scenario, lang: str = "en") -> Pictures:
    """Views 10 and 11 of the play of a counterexample.

    It is played by the real machine: of a machine that was altered, the pictures end where the real one refuses.

    Args:
        scenario: what :func:`counterexample_scenario` made, or was loaded from its file.
        lang: ``"ru"``; anything else is English.
    """
    from berserk_fsm.diagrams.sequence import sequence_svg
    from berserk_fsm.diagrams.timeline import timeline_svg

    turnout = play_scenario(scenario)
    return Pictures(sequence_svg(turnout, lang), timeline_svg(turnout, lang))


# --- the play, replayed ----------------------------------------------------------------------------------------------


class _Deed(NamedTuple):
    """A decision and what became of it.

    Args:
        decision: what the player decides.
        before: the situation in which it is decided.
        states: the game after each micro-step, up to the next situation.
    """

    decision: Decision
    before: GameState
    states: tuple[GameState, ...]

    @property
    def closes(self) -> bool:
        """Does it close the window?"""
        return self.states[0].window is None

    @property
    def gives_away(self) -> bool:
        """Is it the way in which a player who says nothing but "pass" gives priority away here?"""
        window = self.before.window
        declared = window is not None and window.has_declared
        return self.decision == Decision("hand_over" if declared else "pass", self.decision.player)


class _Case(NamedTuple):
    """A counterexample, replayed.

    Args:
        violation: what was found.
        model: where.
        sentence: what the property says.
        clauses: what it follows from.
        opening: the game before and after each micro-step of the start.
        deeds: the decisions.
    """

    violation: Violation
    model: Model
    sentence: Text
    clauses: tuple[str, ...]
    opening: tuple[GameState, ...]
    deeds: tuple[_Deed, ...]

    @property
    def last(self) -> tuple[GameState, ...]:
        """The states that the last decision, or the start, leads through."""
        return self.deeds[-1].states if self.deeds else self.opening


def _case(found: Verdict | Violation, model: Model, sentence: Text | None, clauses: Sequence[str] | None) -> _Case:
    violation = found.violation if isinstance(found, Verdict) else found
    if violation is None:
        raise ExploreError(
            f"{found.id}: there is no counterexample; expected a property that some play contradicts",
            f"{found.id}: контрпримера нет; ожидалось свойство, которому какой-то розыгрыш противоречит",
        )
    known = found if isinstance(found, Verdict) else None
    opening, *deeds = _replayed(model, violation)
    return _Case(
        violation,
        model,
        sentence or (known.sentence if known else Text(violation.id, violation.id)),
        tuple(known.clauses if known and clauses is None else clauses or ()),
        opening,
        tuple(
            _Deed(decision, before[-1], states)
            for decision, before, states in zip(violation.decisions, (opening, *deeds), deeds, strict=False)
        ),
    )


def _replayed(model: Model, violation: Violation) -> list[tuple[GameState, ...]]:
    """The states of the start and of each decision. Several ways are possible only where the machine is faulty."""
    plays = [[(model.start, *states)] for states in _onward(model, model.start)]
    for decision in violation.decisions:
        plays = [
            [*play, (after, *states)]
            for play in plays
            for row in model.enabled(play[-1][-1], decision)
            for after in (model.take(play[-1][-1], row, decision),)
            for states in _onward(model, after)
        ]
    wanted = violation.state.decision_key()
    for play in plays:
        if any(state.decision_key() == wanted for state in play[-1]):
            return play
    raise ExploreError(
        f"{violation.id}: the decisions do not lead to the state of the counterexample; expected the model it was "
        "found in",
        f"{violation.id}: решения не приводят к состоянию контрпримера; ожидалась модель, в которой он найден",
    )


def _onward(model: Model, state: GameState) -> Iterator[tuple[GameState, ...]]:
    """What follows by itself, up to a situation, to where nothing goes on, or to where it begins to repeat."""
    waiting: list[tuple[GameState, ...]] = [(state,)]
    while waiting:
        states = waiting.pop()
        last = states[-1]
        seen = {one.decision_key() for one in states[:-1]}
        going = () if model.is_decision(last) or last.decision_key() in seen else tuple(model.steps(last))
        waiting += [(*states, step.after) for step in reversed(going)]
        if not going:
            yield states[1:]


# --- the play, told --------------------------------------------------------------------------------------------------


def _play(case: _Case, lang: str) -> Iterator[Item]:
    # What is expected before the last decision must not be swallowed by a "both pass".
    about_step = case.violation.before is not None and bool(case.deeds)
    for sentence in _sentences(case.deeds[:-1] if about_step else case.deeds):
        yield Say(sentence, text=say(sentence, lang))
    if about_step:
        last = case.deeds[-1]
        yield Expect(_situation(last.before))
        yield Say(last.decision, text=say(last.decision, lang))
    yield Expect(_situation(case.last[-1]))
    yield from _cannot_pass(case)


def _cannot_pass(case: _Case) -> Iterator[Item]:
    """The refusal, where the holder may not even give priority away: else nobody would see it in the play."""
    state = case.last[-1]
    if state.window is not None and state.holder is not None and case.model.is_decision(state):
        passing = Decision("hand_over" if state.window.has_declared else "pass", state.holder)
        refusal = case.model.refusal(state, passing)
        if refusal is not None:
            yield Refuse(passing, refusal.clause)


def _sentences(deeds: Sequence[_Deed]) -> Iterator[Sentence]:
    """The decisions, with priority given away until the window closes folded into one sentence."""
    at = 0
    while at < len(deeds):
        end = at
        while end < len(deeds) and deeds[end].gives_away and not deeds[end].closes:
            end += 1
        if at < end < len(deeds) and deeds[end].gives_away:
            yield BOTH_PASS
            at = end + 1
        else:
            yield deeds[at].decision
            at += 1


def _situation(state: GameState) -> Mapping[str, ExpectValue]:
    """How things stand, as an expectation."""
    values: dict[str, ExpectValue] = {
        "priority": state.holder,
        "phase": state.phase,
        "window": state.window.kind if state.window else None,
        "queue": tuple(entry.name for entry in state.queue),
        "stack": tuple(entry.name for entry in state.stack),
    }
    if state.stack:
        values |= {"executing": state.executing, "step": state.step}
    if 0 < len(state.facts) <= FEW_FACTS:
        values["facts"] = tuple(sorted(state.facts))
    return MappingProxyType(values)


# --- the head comment ------------------------------------------------------------------------------------------------


def _head(case: _Case, lang: str, name: str) -> list[str]:
    readings = ", ".join(f"{id} = {value}" for id, value in case.model.specification.readings.non_default().items())
    cited = f" [{', '.join(case.clauses)}]" if case.clauses else ""
    lines = [
        Text(f"Контрпример: {case.violation.id}{cited}", f"Counterexample: {case.violation.id}{cited}"),
        Text(f"Здесь это не так: {case.sentence.ru}", f"Here this does not hold: {case.sentence.en}"),
        *_another_profile(case),
        Text(f"Прочтения: {readings or 'все по умолчанию'}.", f"Readings: {readings or 'all default'}."),
        *_where(case),
        Text(f"Разыграть: berserk-fsm play {name} --lang ru", f"Replay: berserk-fsm play {name}"),
        Text(f"Нарисовать: berserk-fsm diagrams --scenario {name}", f"Draw: berserk-fsm diagrams --scenario {name}"),
    ]
    return [
        row
        for line in lines
        for row in textwrap.wrap(_printable(line.get(lang)), _WIDTH, break_long_words=False, break_on_hyphens=False)
    ]


def _another_profile(case: _Case) -> Iterator[Text]:
    profile = case.model.specification.profile
    if profile != default_profile():
        yield Text(f"Профиль: {profile.name.ru}.", f"Profile: {profile.name.en}.")


def _where(case: _Case) -> Iterator[Text]:
    """What the last expectation cannot show."""
    state, leaf = case.violation.state, case.model.leaf(case.violation.state)
    if state.decision_key() != case.last[-1].decision_key():
        names = [", ".join(entry.name for entry in entries) for entries in (state.queue, state.stack)]
        queue, stack = (name or "–" for name in names)
        yield Text(
            f"Нарушено по пути к последней ситуации, когда автомат в состоянии «{leaf.name.ru}» "
            f"(очередь: {queue}; стек: {stack}).",
            f"It fails on the way to the last situation, when the machine is in the state “{leaf.name.en}” "
            f"(queue: {queue}; stack: {stack}).",
        )
    if not case.model.is_decision(case.last[-1]):
        yield Text("Дальше игра не идёт.", "The game does not go on from there.")
    specification = case.model.specification
    if specification != build_specification(specification.profile, specification.readings):
        yield Text(
            "Осторожно: перебирали изменённый автомат; play разыгрывает настоящий, и у него может выйти иначе.",
            "Note: the machine that was searched is an altered one; play runs the real one, where it may come out "
            "otherwise.",
        )


def _printable(text: str) -> str:
    """``text`` for a comment: on one line, with nothing in it that ends a line or cannot be seen.

    >>> _printable("a\\n b\\u2028c")
    'a b c'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in " ".join(text.split()))
