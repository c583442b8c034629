"""The page of a reading: the question, the answers and why, what changes in the machine, the play that shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from berserk_fsm.compare.packaged import found_scenarios
from berserk_fsm.compare.specifications import Difference, difference
from berserk_fsm.diagrams.difference_picture import difference_picture
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Refusal, Row, Specification
from berserk_fsm.pages.blocks import (
    Block,
    Bullets,
    Cell,
    Code,
    Facts,
    Figure,
    Heading,
    Line,
    Page,
    Paragraph,
    Run,
    Table,
    words,
)
from berserk_fsm.pages.blocks import Row as TableRow
from berserk_fsm.pages.outcomes import compared, how_it_differs
from berserk_fsm.pages.tables import table_words
from berserk_fsm.pages.tongue import Tongue, other_answers
from berserk_fsm.pages.traces import Side, two_traces
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.readings import ReadingDefinition, Readings, reading_definitions
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.writing import dump_scenario

__all__ = ["reading_page"]


def reading_page(id: str, lang: str) -> Page:
    """The page of a reading.

    Args:
        id: the reading.
        lang: ``"ru"``; anything else is English.

    Raises:
        DiagramError: the picture could not be made.
    """
    return _ReadingPage(reading_definitions()[id], Tongue(lang)).page()


@cache
def _machine(readings: Readings) -> Specification:
    return build_specification(readings=readings)


@cache
def _picture(after: Readings, lang: str) -> str:
    return str(difference_picture(_machine(Readings()), _machine(after), lang))


class _ReadingPage:
    def __init__(self, definition: ReadingDefinition, tongue: Tongue) -> None:
        self.definition, self.tongue = definition, tongue
        self.words = rule_words(default_profile())

    def page(self) -> Page:
        one, tongue = self.definition, self.tongue
        blocks = [*self.question(), *self.neighbours()]
        for value, readings in other_answers(one.id):
            blocks += [*self.shortest(value, readings), *self.machine(value, readings), *self.examples(value)]
        blocks += [*self.related(), *tongue.ledger()]
        return Page(
            f"reading-{one.id}",
            tongue.said(one.question),
            tongue(f"Прочтение {one.id}", f"Reading {one.id}"),
            tuple(blocks),
            tongue.back(),
        )

    def place(self, name: str, value: str) -> str:
        """An id on the page; there may be more than one other answer."""
        return name if len(self.definition.options) == 2 else f"{name}-{value}"

    # --- the question ------------------------------------------------------------------------------------------------

    def question(self) -> Iterator[Block]:
        one, tongue = self.definition, self.tongue
        yield Paragraph(words(tongue("Пункты:", "Clauses:"), *tongue.cites(one.clauses)), "note")
        yield Heading(tongue("Ответы", "The answers"), "answers")
        rows = []
        for option in sorted(one.options, key=lambda option: option.value != one.default):
            usual = option.value == one.default
            answer, note = (
                tongue.answer(one.id, option.value),
                tongue(", по умолчанию", ", the default") if usual else "",
            )
            name = words(Run(f"{one.id}={option.value}", "code"))
            rows.append(
                TableRow(
                    (
                        Cell((words(Run(answer, "before" if usual else "after"), note), name)),
                        Cell((words(tongue.said(option.text)),)),
                        Cell((words(tongue.said(option.proposal)),)),
                    )
                )
            )
        yield Table(
            tongue("Как ответить и как это записать", "How to answer, and how to write it down"),
            tuple(
                Cell((words(text),))
                for text in (
                    tongue("Ответ", "Answer"),
                    tongue("Что он значит", "What it means"),
                    tongue("Формулировка, при которой иначе не прочесть", "A wording that leaves no other way"),
                )
            ),
            tuple(rows),
        )
        yield Heading(tongue("Почему этот ответ принят по умолчанию", "Why this is the default"), "why")
        yield Paragraph(words(tongue.said(one.reason)))

    def neighbours(self) -> Iterator[Block]:
        tongue = self.tongue
        yield Heading(tongue("Как в соседних редакциях", "Neighbouring editions"), "neighbours")
        yield Paragraph(words(tongue.said(self.definition.neighbours)))

    # --- the play ----------------------------------------------------------------------------------------------------

    def shortest(self, value: str, readings: Readings) -> Iterator[Block]:
        tongue, id = self.tongue, self.definition.id
        scenario = found_scenarios().get((id, value))
        yield Heading(
            tongue("Самый короткий розыгрыш, где это видно", "The shortest play that shows it"),
            self.place("shortest", value),
        )
        if scenario is None:
            yield Paragraph(words(tongue("Такого розыгрыша не найдено.", "No such play was found.")))
            return
        first, second = (
            Side(tongue.answer(id, answer), play_scenario(replace(scenario, readings=chosen), engine="table"))
            for answer, chosen in ((self.definition.default, Readings()), (value, readings))
        )
        yield Paragraph(
            words(
                tongue(
                    "Меньшего стола, на котором ответы различимы, нет, и на этом столе нет розыгрыша короче.",
                    "No smaller table tells the answers apart, and no shorter play on this one does.",
                )
            ),
            "note",
        )
        yield Facts(tuple(table_words(scenario, tongue)))
        yield two_traces(first, second, tongue)
        yield Code(tongue("Сценарий целиком", "The whole scenario"), dump_scenario(scenario, tongue.lang))

    # --- the machine -------------------------------------------------------------------------------------------------

    def machine(self, value: str, readings: Readings) -> Iterator[Block]:
        tongue, id = self.tongue, self.definition.id
        found = difference(_machine(Readings()), _machine(readings))
        yield Heading(tongue("Что меняется в автомате", "What changes in the machine"), self.place("machine", value))
        yield Bullets(tuple(self.changes(found)))
        title = tongue("Оба ответа на одном рисунке", "Both answers in one picture")
        name = f"reading-{id}" if len(self.definition.options) == 2 else f"reading-{id}-{value}"
        yield Figure(name, _picture(readings, tongue.lang), f"{title}: {tongue.said(self.definition.question)}")

    def changes(self, found: Difference) -> Iterator[Line]:
        """A line for each sort of change; sub-machines that occur several times are told once."""
        tongue = self.tongue
        for sign, rows in (("−", found.rows_removed), ("+", found.rows_added)):
            for (label, clauses), count in _counted(rows, tongue).items():
                many = _times(count, tongue)
                told = (
                    tongue("перехода больше нет", "a transition goes")
                    if sign == "−"
                    else tongue("новый переход", "a new transition")
                )
                yield (
                    *words(Run(f"{sign} {label}", "before" if sign == "−" else "after"), f" — {told}{many}"),
                    *tongue.cites(clauses),
                )
        groups: dict[tuple[str, ...], list[tuple[Row, Row]]] = {}
        for old, new in found.rows_changed:
            groups.setdefault(self.told(old, new), []).append((old, new))
        for change, pairs in groups.items():
            labels = ", ".join(dict.fromkeys(tongue.said(new.label) or new.event for _, new in pairs))
            cited = dict.fromkeys(clause for _, new in pairs for clause in new.clauses)
            yield (
                *words(Run(f"± {labels}", "strong"), f": {'; '.join(change)}{_times(len(pairs), tongue)}"),
                *tongue.cites(cited),
            )
        for sign, refusals in (("−", found.refusals_removed), ("+", found.refusals_added)):
            for refusal in refusals:
                yield self.refusal(sign, refusal)
        for before, after in found.refusals_changed:
            if before != after:
                yield self.refusal("−", before)
                yield self.refusal("+", after)

    def told(self, old: Row, new: Row) -> tuple[str, ...]:
        """What is not alike in two versions of a transition."""
        parts: list[str] = []
        said, tongue = self.words, self.tongue
        for name, of, was, now in (
            (tongue("условие", "guard"), said.of_guard, old.guards, new.guards),
            (tongue("действие", "effect"), said.of_effect, old.effects, new.effects),
        ):
            parts += [f"− {name}: {of(call, tongue.lang)}" for call in was if call not in now]
            parts += [f"+ {name}: {of(call, tongue.lang)}" for call in now if call not in was]
        if old.target != new.target:
            parts.append(tongue("ведёт в другое место", "leads to another place"))
        return tuple(dict.fromkeys(parts))

    def refusal(self, sign: str, refusal: Refusal) -> Line:
        tongue = self.tongue
        needed = self.words.of_guard(refusal.requires, tongue.lang)
        word = tongue("отказ", "refusal")
        return (
            *words(Run(f"{sign} {word}", "before" if sign == "−" else "after")),
            *words(tongue(f", если не так: {needed}", f" unless: {needed}")),
            *tongue.cites((refusal.clause,)),
        )

    # --- examples ----------------------------------------------------------------------------------------------------

    def examples(self, value: str) -> Iterator[Block]:
        tongue = self.tongue
        every = compared(self.definition.id, value)
        changed = [one for one in every if not one.same]
        yield Heading(
            tongue("Сценарии, исход которых меняется", "Scenarios whose outcome changes"), self.place("examples", value)
        )
        count = tongue(f"{len(changed)} из {len(every)}. ", f"{len(changed)} of {len(every)}. ")
        yield Paragraph(words(count, Run(tongue("Вся сводка", "The whole matrix"), page="matrix")), "note")
        yield Table(
            tongue("Сценарии, исход которых меняется", "Scenarios whose outcome changes"),
            tuple(Cell((words(text),)) for text in (tongue("Сценарий", "Scenario"), tongue("Чем", "How"))),
            tuple(
                TableRow(
                    (
                        Cell(
                            (words(tongue.title(one.before.scenario.title or one.name)), words(Run(one.name, "code")))
                        ),
                        Cell((words(how_it_differs(one, tongue)),)),
                    )
                )
                for one in changed
            ),
        )

    def related(self) -> Iterator[Block]:
        """The contradictions that this reading switches."""
        prefix = f"{self.definition.id}="
        found = [
            one
            for one in contradictions().values()
            if any(way.switch is not None and way.switch.startswith(prefix) for way in one.readings)
        ]
        if found:
            yield Heading(self.tongue("Связанные противоречия", "Contradictions it belongs to"), "related")
            yield Bullets(
                tuple(
                    (
                        *words(Run(self.tongue.said(one.title), page=f"contradiction-{one.id}")),
                        *self.tongue.cites(one.clauses),
                    )
                    for one in found
                )
            )


def _counted(rows: Sequence[Row], tongue: Tongue) -> Counter[tuple[str, tuple[str, ...]]]:
    return Counter((tongue.said(row.label) or row.event, row.clauses) for row in rows)


def _times(count: int, tongue: Tongue) -> str:
    return "" if count == 1 else tongue(f", мест в автомате: {count}", f", places in the machine: {count}")
