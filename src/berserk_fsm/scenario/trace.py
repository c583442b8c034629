"""A played scenario as a readable trace: who did what, by which clauses, what changed; nothing else.

The trace is plain data in one language and knows nothing of terminals, files or pages; whatever shows it only lays
it out. A judge should be able to read it aloud.

>>> from berserk_fsm.scenario.play import play_scenario
>>> from berserk_fsm.scenario.scenario import parse_scenario
>>> scenario = parse_scenario("actions: {F: {by: A}}\\nplay: [A declares F, expect: {queue: [F]}]")
>>> trace = trace_of(play_scenario(scenario), "en")
>>> trace.items[0].heading, [line.text for line in trace.items[0].lines]
('A declares F', ['The fast action joins the end of the queue, A keeps priority.', 'Queue: F · stack: empty'])
>>> trace.items[1].mark, trace.items[1].heading, trace.verdict
('holds', 'queue: F', 'All as expected; checks: 1.')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from berserk_fsm.citing import citation_text, refused_by
from berserk_fsm.core.values import Player
from berserk_fsm.game import Game
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.machine.sentences import Line
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.doubts import doubts
from berserk_fsm.scenario.items import Condition, Expect, Refuse, Say, Until
from berserk_fsm.scenario.keys import EXPECT, phases_of
from berserk_fsm.scenario.play import MAX_WINDOWS, Played, Turnout
from berserk_fsm.scenario.sentences import BothPass, say

__all__ = [
    "Assumption",
    "Header",
    "Kind",
    "Mark",
    "Trace",
    "TraceItem",
    "TraceLine",
    "TraceProfile",
    "TraceReading",
    "trace_of",
]

Kind: TypeAlias = Literal["say", "until", "expect", "refused"]
Mark: TypeAlias = Literal["holds", "fails"]

_WINDOWS = {
    "phase": Text("фазы", "phase"),
    "step": Text("этапа", "step"),
    "removal": Text("после удаления", "after a removal"),
    "off_stack": Text("после оплаты", "after a payment"),
}

MANY_WINDOWS = 40
"""An item that passes through more windows than this is shown by its beginning and its end."""

_FIRST_SHOWN, _LAST_SHOWN = 9, 3


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One sentence and the clauses it rests on."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceProfile:
    """A profile that is not the default: what it is called and what it rests on."""

    id: str
    name: str
    source: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TraceReading:
    """A reading that is not the default: what it asks and how it is answered here."""

    id: str
    value: str
    clauses: tuple[str, ...]
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Assumption:
    """A gap that something in the trace rests on."""

    citation: str
    title: str


@dataclass(frozen=True, slots=True)
class Header:
    """What stands above a trace.

    Args:
        title: what the scenario is about; its file if it does not say.
        where: the file.
        cites: clauses and gaps the scenario is about.
        active: whose turn it is at the start.
        facts: what is true on the table at the start, in the order of the file.
        profile: the phases and steps, if they are not the default ones.
        readings: those that are not the default.
        assumptions: the gaps cited in the trace.
        doubts: facts that are asked for and can never be there, probably mistyped.
    """

    title: str
    where: str
    cites: tuple[str, ...]
    active: Player
    facts: tuple[str, ...]
    profile: TraceProfile | None
    readings: tuple[TraceReading, ...]
    assumptions: tuple[Assumption, ...]
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TraceItem:
    """One play item.

    Args:
        kind: a sentence, ``until``, an expectation or a refusal.
        heading: what is done or checked.
        lines: what came of it.
        mark: for a check whether it holds; ``fails`` also for a sentence that was not accepted.
        line: the line of the file it stands on.
    """

    kind: Kind
    heading: str
    lines: tuple[TraceLine, ...] = ()
    mark: Mark | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """A played scenario in one language.

    Args:
        header: what stands above it.
        opening: what the start of the game brought.
        items: the play items, up to the one that ended the play.
        ok: did everything hold?
        verdict: the same in words.
    """

    header: Header
    opening: tuple[TraceLine, ...]
    items: tuple[TraceItem, ...]
    ok: bool
    verdict: str


def trace_of(turnout: Turnout, lang: str = "ru") -> Trace:
    """The trace of a played scenario.

    Args:
        turnout: how it turned out.
        lang: ``"ru"``; anything else is English.
    """
    return _Teller(turnout, lang).trace()


class _Teller:
    def __init__(self, turnout: Turnout, lang: str) -> None:
        self.turnout = turnout
        self.game: Game = turnout.game
        self.lang = lang
        self.profile: Profile = turnout.game.specification.profile

    def pick(self, ru: str, en: str) -> str:
        return ru if self.lang == "ru" else en

    def trace(self) -> Trace:
        opening = tuple(self.line(line) for line in self.game.tell(self.turnout.opening))
        items: list[TraceItem] = []
        before: Mapping[str, Any] = {"queue": [], "stack": []}
        for one in self.turnout.played:
            items.append(self.item(one, before))
            before = one.state
        lines = [*opening, *(line for item in items for line in item.lines)]
        verdict = self.verdict(items)
        return Trace(self.header(lines), opening, tuple(items), self.turnout.ok, verdict)

    # --- header and verdict ------------------------------------------------------------------------------------------

    def header(self, lines: Iterable[TraceLine]) -> Header:
        scenario = self.turnout.scenario
        cited = {clause for line in lines for clause in line.clauses}
        return Header(
            title=scenario.title or scenario.where,
            where=scenario.where,
            cites=scenario.cites,
            active=scenario.table.start.active,
            facts=scenario.table.start.facts,
            profile=self.own_profile(),
            readings=tuple(self.readings()),
            assumptions=tuple(
                Assumption(gap.citation, gap.title.get(self.lang)) for gap in gaps().values() if gap.citation in cited
            ),
            doubts=tuple(doubt.get(self.lang) for doubt in doubts(scenario)),
        )

    def own_profile(self) -> TraceProfile | None:
        profile = self.profile
        if profile == default_profile():
            return None
        return TraceProfile(profile.id, profile.name.get(self.lang), profile.source)

    def readings(self) -> Iterable[TraceReading]:
        for id, value in self.game.readings.non_default().items():
            definition = reading_definitions()[id]
            question, answer = definition.question.get(self.lang), definition.option(value).text.get(self.lang)
            yield TraceReading(id, value, definition.clauses, question, answer)

    def verdict(self, items: Sequence[TraceItem]) -> str:
        checks = sum(item.mark is not None for item in items)
        failed = [str(item.line) for item in items if item.mark == "fails"]
        if failed:
            lines = ", ".join(failed)
            return self.pick(
                f"Не сошлось, строки файла: {lines} (проверок: {checks}).",
                f"Not as expected, lines of the file: {lines} (checks: {checks}).",
            )
        if checks:
            return self.pick(f"Всё сошлось, проверок: {checks}.", f"All as expected; checks: {checks}.")
        return self.pick("Разыграно до конца, проверять было нечего.", "Played to the end; nothing to check.")

    # --- items -------------------------------------------------------------------------------------------------------

    def item(self, one: Played, before: Mapping[str, Any]) -> TraceItem:
        match one.item:
            case Say():
                return self.said(one, one.item, before)
            case Until():
                return self.until(one, one.item, before)
            case Expect():
                return self.expected(one, one.item)
            case Refuse():
                return self.refused(one, one.item)

    def said(self, one: Played, item: Say, before: Mapping[str, Any]) -> TraceItem:
        heading = _capital(say(item.sentence, self.lang))
        if one.refused is not None:
            return TraceItem("say", heading, self.cut_short(one), "fails", item.line)
        if isinstance(item.sentence, BothPass):
            lines = self.windows(one.records)
        else:
            first, *others = (line for record in one.records for line in self.game.tell(record))
            lines = [TraceLine(first.rest.get(self.lang), first.clauses), *map(self.line, others)]
        return TraceItem("say", heading, (*lines, *self.moved(before, one.state)), None, item.line)

    def until(self, one: Played, item: Until, before: Mapping[str, Any]) -> TraceItem:
        lines = self.windows(one.records)
        if one.failure is None and not lines:
            lines = [TraceLine(self.pick("Так уже и есть.", "This is so already."))]
        lines += self.moved(before, one.state)
        if one.failure is not None:
            lines += self.cut_short(one)
        mark: Mark | None = "fails" if one.failure else None
        return TraceItem("until", self.waiting(item.condition), tuple(lines), mark, item.line)

    def waiting(self, condition: Condition) -> str:
        name = condition.name or ""
        match condition.kind:
            case "left":
                return self.pick(
                    f"Оба пасуют, пока «{name}» не покинет стек", f"Both pass until “{name}” is off the stack"
                )
            case "step":
                step = self.step(condition.step)
                return self.pick(
                    f"Оба пасуют, пока «{name}» не дойдёт до этапа {step}",
                    f"Both pass until “{name}” comes to the step {step}",
                )
            case "stack":
                return self.pick(
                    "Оба пасуют, пока очередь и стек не опустеют", "Both pass until queue and stack are empty"
                )
            case "phase":
                phase = _small(self.profile.phase(name).name.get(self.lang))
                return self.pick(f"Оба пасуют, пока не начнётся {phase}", f"Both pass until the {phase} begins")

    def cut_short(self, one: Played) -> tuple[TraceLine, ...]:
        """Why the play ends here, and how much of it is left."""
        lines = []
        if one.refused is not None:
            lines.append(self.refusal(one))
        else:
            lines.append(
                TraceLine(
                    self.pick(
                        f"Этого не случилось и за {MAX_WINDOWS} окон.",
                        f"This did not come about in {MAX_WINDOWS} windows.",
                    )
                )
            )
        left = len(self.turnout.scenario.play) - len(self.turnout.played)
        if left:
            lines.append(
                TraceLine(
                    self.pick(
                        f"Дальше не разыграно, осталось пунктов: {left}.",
                        f"The play ends here; items left: {left}.",
                    )
                )
            )
        return tuple(lines)

    def refused(self, one: Played, item: Refuse) -> TraceItem:
        sentence = say(item.sentence, self.lang)
        if one.failure is None:
            heading = self.pick(f"Нельзя: {sentence}", f"Not allowed: {sentence}")
            return TraceItem("refused", heading, (self.refusal(one),), "holds", item.line)
        by = refused_by(item.clause, self.lang)
        expected = self.pick(f"Ожидался отказ {by}", f"A refusal {by} was expected")
        if one.refused is None:
            lines = [TraceLine(expected + self.pick(", а это можно.", ", but this is allowed."))]
        else:
            other = self.pick(", отказано по другому:", "; it is refused by another:")
            lines = [TraceLine(expected + other), self.refusal(one)]
        return TraceItem("refused", _capital(sentence), tuple(lines), "fails", item.line)

    def refusal(self, one: Played) -> TraceLine:
        assert one.refused is not None
        return TraceLine(one.refused.reason(self.lang), (citation_text(one.refused.clause, self.lang),))

    # --- expectations ------------------------------------------------------------------------------------------------

    def expected(self, one: Played, item: Expect) -> TraceItem:
        if one.failure is None:
            parts = [f"{self.key(key)}: {self.value(key, value)}" for key, value in item.values.items()]
            return TraceItem("expect", " · ".join(parts), (), "holds", item.line)
        lines = tuple(
            TraceLine(self.difference(key, want, one.failure.got[key])) for key, want in one.failure.want.items()
        )
        return TraceItem("expect", self.pick("Не так, как ожидалось", "Not as expected"), lines, "fails", item.line)

    def difference(self, key: str, want: Any, got: Any) -> str:
        if key == "facts":
            missing = ", ".join(fact for fact in want if fact not in got)
            return self.pick(f"не хватает фактов: {missing}", f"missing facts: {missing}")
        if key == "no_facts":
            there = ", ".join(fact for fact in want if fact in got)
            return self.pick(f"этих фактов быть не должно: {there}", f"facts that should not be there: {there}")
        wanted, found = self.value(key, want), self.value(key, got)
        return f"{self.key(key)}: " + self.pick(
            f"ожидалось {wanted}, на деле {found}", f"expected {wanted}, got {found}"
        )

    def key(self, key: str) -> str:
        return EXPECT.spell(key, self.lang).replace("_", " ")

    def value(self, key: str, value: Any) -> str:
        if value is None:
            ru, en = {"priority": ("ни у кого", "nobody"), "executing": ("ничего", "nothing")}.get(key, ("нет", "none"))
            return self.pick(ru, en)
        if isinstance(value, bool):
            return self.pick("да" if value else "нет", "yes" if value else "no")
        if isinstance(value, Mapping):
            return ", ".join(f"{name} → {target}" for name, target in value.items()) or self.nothing(key)
        if isinstance(value, (list, tuple)):
            return ", ".join(value) or self.nothing(key)
        if key == "step":
            return self.step(value)
        if key == "phase":
            return phases_of(self.profile).spell(value, self.lang)
        if key == "window" and value in _WINDOWS:
            return _WINDOWS[value].get(self.lang)
        return str(value)

    def nothing(self, key: str) -> str:
        if key == "queue":
            return self.pick("пуста", "empty")
        if key == "stack":
            return self.pick("пуст", "empty")
        return self.pick("ничего", "none")

    def step(self, step: str | None) -> str:
        name = self.profile.step(step).name.get(self.lang) if step else ""
        return self.pick(f"«{name}»", f"“{name}”")

    # --- records -----------------------------------------------------------------------------------------------------

    def line(self, line: Line) -> TraceLine:
        return TraceLine(line.text.get(self.lang), line.clauses)

    def moved(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[TraceLine]:
        """Queue and stack, if they are not what they were."""
        keys = ("queue", "stack")
        if all(before[key] == after[key] for key in keys):
            return []
        return [TraceLine(_capital(" · ".join(f"{self.key(key)}: {self.value(key, after[key])}" for key in keys)))]

    def windows(self, records: Sequence[StepRecord]) -> list[TraceLine]:
        """Windows both players pass through: a line for each, and what followed."""
        told: list[TraceLine] = []
        opened: Line | None = None
        groups = _by_window(records)
        for number, group in enumerate(groups):
            if number == _FIRST_SHOWN and len(groups) > MANY_WINDOWS:
                left_out = len(groups) - _FIRST_SHOWN - _LAST_SHOWN
                told += [] if opened is None else [self.line(opened)]
                told.append(TraceLine(self.pick(f"… ещё окон: {left_out} …", f"… more windows: {left_out} …")))
                opened = None
            if _FIRST_SHOWN <= number < len(groups) - _LAST_SHOWN and len(groups) > MANY_WINDOWS:
                continue
            first, *others = self.game.tell(group[-1])
            told.append(self.closing(group, opened, first))
            opened = None
            if others and others[-1].micro.after.window is not None and others[-1].lead != others[-1].text:
                opened = others.pop()
            told += map(self.line, others)
        return told if opened is None else [*told, self.line(opened)]

    def closing(self, group: Sequence[StepRecord], opened: Line | None, last: Line) -> TraceLine:
        """How a window closed; with its opening in the same sentence if that was just to be told."""
        decisions = [record.decision for record in group if record.decision is not None]
        first = decisions[0]
        handed = first.verb == "hand_over"
        over = self.pick(f"{first.player} передаёт приоритет", f"{first.player} hands over")
        passing = [decision.player for decision in decisions if decision.verb == "pass"]
        one = self.pick(f"{passing[0]} пасует", f"{passing[0]} passes")
        clauses = (*(opened.clauses if opened else ()), *(("303.6",) if handed else ()), *last.clauses)
        if opened is not None:
            words = self.pick("оба пасуют", "both pass") if len(passing) > 1 else one
            text = f"{opened.lead.get(self.lang)}, {words}."
        elif len(passing) > 1:
            # That both pass is what the item says; only what is more is told.
            text = self.pick("Окно закрыто.", "The window closes.")
            text = self.pick(f"Сначала {over}. ", f"First {over}. ") + text if handed else text
        else:
            words = f"{over}, {one}" if handed else one
            text = f"{_capital(words)}{self.pick(', окно закрыто.', ', the window closes.')}"
        return TraceLine(text, _in_order(clauses))


def _by_window(records: Sequence[StepRecord]) -> list[list[StepRecord]]:
    """The records of giving priority away, grouped by the window they closed."""
    groups: list[list[StepRecord]] = [[]]
    for record in records:
        groups[-1].append(record)
        if record.micro_steps[0].after.window is None:
            groups.append([])
    return [group for group in groups if group]


def _in_order(clauses: Iterable[str]) -> tuple[str, ...]:
    """Clauses once each, by number, assumptions last."""

    def place(clause: str) -> tuple[bool, tuple[int, ...], str]:
        gap = clause.startswith("gap/")
        return gap, () if gap else tuple(map(int, clause.split("."))), clause

    return tuple(sorted(dict.fromkeys(clauses), key=place))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
