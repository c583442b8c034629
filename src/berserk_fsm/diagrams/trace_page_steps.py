"""The steps of a trace: what the charts and the page of a played scenario show, one after another.

A step is the start, one decision with all that followed by itself, or an attempt that was refused. Expectations are
checks of the step before them. The words are those of :mod:`berserk_fsm.scenario.trace` and of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from berserk_fsm.core.values import Decision, GameState, Player
from berserk_fsm.errors import Refused
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Refuse, Say, Until
from berserk_fsm.scenario.play import Played, Turnout
from berserk_fsm.scenario.sentences import Sentence, say
from berserk_fsm.scenario.trace import MANY_WINDOWS, Mark, Trace, TraceItem, TraceLine, trace_of

__all__ = ["Check", "Kind", "Moment", "TraceStep", "steps_of"]

Kind: TypeAlias = Literal["start", "declare", "hand_over", "pass", "refused", "failed", "left_out"]
"""``refused``: an attempt, refused as the scenario says; ``failed``: not as it says; ``left_out``: many windows."""

_FIRST_SHOWN, _LAST_SHOWN = 9, 3


@dataclass(frozen=True, slots=True)
class Check:
    """Something the scenario says about the situation after a step."""

    heading: str
    lines: tuple[TraceLine, ...]
    mark: Mark | None
    file_line: int


@dataclass(frozen=True, slots=True)
class Moment:
    """One transition of a step, and the sentences worth saying about it, which may be none."""

    micro: MicroStep
    lines: tuple[TraceLine, ...]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of a trace.

    Args:
        number: from 0, the start.
        kind: see :data:`Kind`.
        heading: what happens, as it is said at the table.
        state: the game after it.
        player: who decides or tries.
        sentence: what the player says; ``None`` at the start.
        within: what the scenario calls several steps together, such as both passing; ``""`` for a step of its own.
        lines: what came of it, sentence by sentence.
        record: what happened; ``None`` for an attempt.
        moments: the transitions of ``record``.
        refused: why an attempt was refused.
        checks: what the scenario expects after it.
        file_line: where it stands in the file; 0 for the start.
    """

    number: int
    kind: Kind
    heading: str
    state: GameState
    player: Player | None = None
    sentence: Sentence | None = None
    within: str = ""
    lines: tuple[TraceLine, ...] = ()
    record: StepRecord | None = None
    moments: tuple[Moment, ...] = ()
    refused: Refused | None = None
    checks: tuple[Check, ...] = ()
    file_line: int = 0

    @property
    def holds(self) -> bool:
        """Did the step itself and everything expected after it come out as the scenario says?"""
        return self.kind != "failed" and all(check.mark != "fails" for check in self.checks)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause cited in it, in the order first cited."""
        told = [clause for moment in self.moments for clause in moment.micro.row.clauses]
        return tuple(dict.fromkeys([*told, *(clause for line in self.lines for clause in line.clauses)]))


def steps_of(turnout: Turnout, lang: str, trace: Trace | None = None) -> tuple[TraceStep, ...]:
    """The steps of a played scenario.

    Args:
        turnout: how it turned out.
        lang: ``"ru"``; anything else is English.
        trace: its trace in this language, if it is there already.

    >>> from berserk_fsm.scenario.play import play_scenario
    >>> from berserk_fsm.scenario.scenario import parse_scenario
    >>> scenario = parse_scenario("actions: {F: {by: A}}\\nplay: [A declares F, expect: {queue: [F]}, both pass]")
    >>> [(step.number, step.heading, len(step.checks)) for step in steps_of(play_scenario(scenario), "en")]
    [(0, 'Start', 0), (1, 'A declares F', 1), (2, 'A hands over', 0), (3, 'B passes', 0), (4, 'A passes', 0)]
    """
    return _Steps(turnout, lang, trace or trace_of(turnout, lang)).steps


class _Steps:
    def __init__(self, turnout: Turnout, lang: str, trace: Trace) -> None:
        self.turnout = turnout
        self.lang = lang
        self.found: list[TraceStep] = []
        heading = Text("Начало", "Start").get(lang)
        self.add(self.of_record("start", heading, turnout.opening))
        for one, item in zip(turnout.played, trace.items, strict=True):
            self.take(one, item)

    @property
    def steps(self) -> tuple[TraceStep, ...]:
        return tuple(self.found)

    def add(self, step: TraceStep) -> None:
        self.found.append(replace(step, number=len(self.found)))

    def check(self, item: TraceItem, lines: Sequence[TraceLine] = ()) -> None:
        last = self.found[-1]
        check = Check(item.heading, tuple(lines or item.lines), item.mark, item.line)
        self.found[-1] = replace(last, checks=(*last.checks, check))

    def take(self, one: Played, item: TraceItem) -> None:
        match one.item:
            case Say(sentence=sentence):
                if one.refused is not None:
                    self.add(self.attempt("failed", one, item, sentence))
                elif isinstance(sentence, Decision):
                    self.add(self.of_record(sentence.verb, item.heading, one.records[0], item))
                else:
                    self.passing(one, item)
            case Refuse(sentence=sentence):
                self.add(self.attempt("refused" if item.mark == "holds" else "failed", one, item, sentence))
            case Until():
                self.passing(one, item)
                if one.failure is not None:
                    unsaid = len(self.turnout.scenario.play) > len(self.turnout.played)
                    self.check(item, item.lines[-2 if unsaid else -1 :])
                elif not one.records:
                    self.check(item)
            case _:
                self.check(item)

    def passing(self, one: Played, item: TraceItem) -> None:
        """Windows both players pass through; of very many only the first and the last."""
        windows = list(_by_window(one.records))
        for number, window in enumerate(windows):
            if len(windows) > MANY_WINDOWS and _FIRST_SHOWN <= number < len(windows) - _LAST_SHOWN:
                if number == _FIRST_SHOWN:
                    left_out = len(windows) - _FIRST_SHOWN - _LAST_SHOWN
                    heading = Text(f"… ещё окон: {left_out} …", f"… more windows: {left_out} …").get(self.lang)
                    after = windows[-_LAST_SHOWN - 1][-1].after
                    self.add(TraceStep(0, "left_out", heading, after, within=item.heading, file_line=item.line))
                continue
            for record in window:
                decision = record.decision
                assert decision is not None, "only the start has no decision"
                self.add(self.of_record(decision.verb, self.said(decision), record, item, within=item.heading))

    def said(self, sentence: Sentence) -> str:
        words = say(sentence, self.lang)
        return words[:1].upper() + words[1:]

    def of_record(
        self, kind: Kind, heading: str, record: StepRecord, item: TraceItem | None = None, within: str = ""
    ) -> TraceStep:
        decision = record.decision
        told = self.turnout.game.tell(record)
        lines = tuple(
            # What the player does is the heading; here only what comes of it.
            TraceLine((line.text if n or decision is None else line.rest).get(self.lang), line.clauses)
            for n, line in enumerate(told)
        )
        moments = tuple(
            Moment(micro, tuple(line for line, of in zip(lines, told, strict=True) if of.micro is micro))
            for micro in record.micro_steps
        )
        return TraceStep(
            number=0,
            kind=kind,
            heading=heading,
            state=record.after,
            player=decision.player if decision else None,
            sentence=decision,
            within=within,
            lines=lines,
            record=record,
            moments=moments,
            file_line=item.line if item else 0,
        )

    def attempt(self, kind: Kind, one: Played, item: TraceItem, sentence: Sentence) -> TraceStep:
        return TraceStep(
            number=0,
            kind=kind,
            heading=item.heading,
            state=self.found[-1].state,
            player=sentence.player if isinstance(sentence, Decision) else None,
            sentence=sentence,
            lines=item.lines,
            refused=one.refused,
            file_line=item.line,
        )


def _by_window(records: Sequence[StepRecord]) -> Iterator[list[StepRecord]]:
    """The records of giving priority away, grouped by the window they closed."""
    group: list[StepRecord] = []
    for record in records:
        group.append(record)
        if record.micro_steps[0].after.window is None:
            yield group
            group = []
    if group:
        yield group
