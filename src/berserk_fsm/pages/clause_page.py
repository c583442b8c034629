"""The page of a clause: what it says, what it asks for, and everything in the machine that cites it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from berserk_fsm.diagrams.render import render
from berserk_fsm.diagrams.view_clause import clause_view
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.ledger.comparing import part_name
from berserk_fsm.ledger.ledger import Entry
from berserk_fsm.ledger.links import Link
from berserk_fsm.ledger.official import OfficialClause
from berserk_fsm.ledger.telling import KIND_NAMES, MODELLED_NAMES, STATUS_NAMES
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Row, Specification
from berserk_fsm.mutants.verdicts import verdicts
from berserk_fsm.mutants.weight import Weight, weights
from berserk_fsm.pages.blocks import (
    Block,
    Bullets,
    Cell,
    Facts,
    Figure,
    Fold,
    Heading,
    Line,
    Page,
    Paragraph,
    Quotation,
    Run,
    Table,
    anchor,
    words,
)
from berserk_fsm.pages.blocks import Row as TableRow
from berserk_fsm.pages.naming import ELEMENT_NAMES, Naming, capital, clause_title
from berserk_fsm.pages.sources import Sources
from berserk_fsm.pages.tables import table_words
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.pages.traces import one_trace
from berserk_fsm.rules.clauses import Obligation, clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.properties import property_words
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import load_scenario

__all__ = ["clause_page"]


def clause_page(number: str, sources: Sources, lang: str) -> Page:
    """The page of a clause.

    Args:
        number: the clause.
        sources: the ledger, and the official text if it was supplied.
        lang: ``"ru"``; anything else is English.

    Raises:
        DiagramError: the picture could not be made.

    >>> page = clause_page("302.2", Sources(), "en")
    >>> page.title, page.previous.page, page.next.page
    ('302.2 · Newest on top', 'clause-302.1', 'clause-302.3')
    """
    return _ClausePage(number, sources, Tongue(lang)).page()


@cache
def _picture(number: str, lang: str) -> str:
    model = clause_view(number, build_specification(), lang, rule_words(default_profile()))
    return render(model, ("svg",))["svg"].decode("utf-8")


@cache
def _weights() -> Mapping[str, Weight]:
    return weights(verdicts())


@cache
def _play(name: str, lang: str) -> tuple[Block, ...]:
    """A scenario of the package, played: its table, and the sentence beside each step and expectation."""
    scenario, tongue = load_scenario(example_paths()[name]), Tongue(lang)
    return Facts(tuple(table_words(scenario, tongue))), one_trace(play_scenario(scenario, engine="table"), tongue)


class _ClausePage:
    def __init__(self, number: str, sources: Sources, tongue: Tongue) -> None:
        self.number, self.sources, self.tongue = number, sources, tongue
        self.entry: Entry = sources.ledger.entries[number]
        self.machine: Specification = build_specification()
        self.words = rule_words(default_profile())
        self.naming = Naming(tongue)

    def page(self) -> Page:
        tongue = self.tongue
        blocks = (
            *self.said(),
            *self.obligations(),
            *self.picture(),
            *self.states(),
            *self.rows(),
            *self.refusals(),
            *self.properties(),
            *self.kinds(),
            *self.scenarios(),
            *self.tables(),
            *self.weight(),
            *self.readings(),
            *self.questions(),
            *self.gaps(),
            *self.contradictions(),
        )
        numbers = list(clauses())
        at = numbers.index(self.number)
        return Page(
            anchor("clause", self.number),
            tongue.said(clause_title(self.number)),
            tongue(f"Пункт {self.number}", f"Clause {self.number}"),
            blocks,
            tongue.back(),
            self.neighbour(numbers[at - 1]) if at else None,
            self.neighbour(numbers[at + 1]) if at + 1 < len(numbers) else None,
        )

    def neighbour(self, number: str) -> Run:
        return Run(self.tongue.said(clause_title(number)), page=anchor("clause", number))

    def heading(self, ru: str, en: str, place: str, count: int = 0) -> Heading:
        return Heading(self.tongue(ru, en) + (f" ({count})" if count else ""), place)

    # --- what it says ------------------------------------------------------------------------------------------------

    def said(self) -> Iterator[Block]:
        tongue, entry = self.tongue, self.entry
        yield Paragraph(self.standing(), "note")
        yield self.heading("Что сказано", "What it says", "said")
        if entry.text is not None:
            yield _quoted(entry.text)
        else:
            yield Paragraph(words(tongue.said(entry.summary)), "lead")
            if self.sources.text is not None:
                gone = tongue("В поданном тексте этого пункта нет.", "The text supplied has no such clause.")
                yield Paragraph(words(Run(gone, "bad")))
            own = tongue(
                "Своими словами; решает официальный текст.", "In the project's own words; the official text decides."
            )
            yield Paragraph(words(own), "note")
        if entry.reason is not None:
            yield Paragraph(
                words(Run(f"{capital(self.modelled(entry.status))}. ", "strong"), tongue.said(entry.reason))
            )
        # What is simply not reviewed is told above.
        told = [words(tongue.said(one.text)) for one in entry.findings if one.status != "unreviewed"]
        if told:
            yield self.heading("Что не так", "What is amiss", "findings")
            yield Bullets(tuple(told))

    def standing(self) -> Line:
        """What sort of clause it is, how far the machine has it, and who reviewed it."""
        tongue, entry = self.tongue, self.entry
        review = entry.review
        parts: list[str | Run] = [
            capital(tongue.said(KIND_NAMES[entry.kind])),
            tongue(" · в автомате: ", " · in the machine: "),
            Run(self.modelled(entry.status), "strong"),
            tongue(" · в реестре: ", " · in the ledger: "),
            Run(tongue.said(STATUS_NAMES[entry.worst]), "good" if entry.worst == "covered" else "bad"),
        ]
        if review is not None:
            parts.append(
                tongue(f" · проверил {review.by}, {review.date}", f" · reviewed by {review.by}, {review.date}")
            )
        return words(*parts)

    def modelled(self, status: str) -> str:
        return self.tongue.said(MODELLED_NAMES[status])

    # --- what it asks for --------------------------------------------------------------------------------------------

    def obligations(self) -> Iterator[Block]:
        tongue, every = self.tongue, self.entry.obligations
        yield self.heading("Что требуется и чем выполнено", "What it asks for, and what does it", "obligations")
        if not every:
            yield Paragraph(words(tongue("Пункт ничего не требует.", "The clause asks for nothing.")))
            return
        head = (
            tongue("Требование", "Obligation"),
            tongue("В автомате", "In the machine"),
            tongue("Чем выполнено", "What carries it"),
        )
        yield Table(
            tongue("Требования пункта", "The obligations of the clause"),
            tuple(Cell((words(text),)) for text in head),
            tuple(self.obligation(one) for one in every),
        )

    def obligation(self, one: Obligation) -> TableRow:
        tongue = self.tongue
        ledger = self.entry.obligation_status(one)
        own = Run(one.id, "code", id=anchor("obligation", one.id))
        name = words(own, Run(f" {part_name(one.bullet)}" if one.bullet else "", "quiet"))
        status = [words(Run(self.modelled(one.status), "good" if one.status == "modelled" else "strong"))]
        if ledger != "covered":
            status.append(words(Run(tongue.said(STATUS_NAMES[ledger]), "bad")))
        if one.reason is not None:
            status.append(words(Run(tongue.said(one.reason), "quiet")))
        carried = tuple(self.carrier(link) for link in self.entry.carriers(one))
        nothing = words(Run(tongue("ничем", "nothing"), "quiet"))
        return TableRow((Cell((words(tongue.said(one.text)), name)), Cell(tuple(status)), Cell(carried or (nothing,))))

    def carrier(self, link: Link) -> Line:
        kind = Run(f"{self.tongue.said(ELEMENT_NAMES[link.kind])}: ", "quiet")
        return words(kind, replace(self.naming.run_of(link), place=anchor(link.kind, link.id), hint=link.name))

    # --- where it lives ----------------------------------------------------------------------------------------------

    def picture(self) -> Iterator[Block]:
        title = self.tongue("Где пункт живёт в автомате", "Where the clause lives in the machine")
        yield Heading(title, "picture")
        yield Figure(
            anchor("clause", self.number),
            _picture(self.number, self.tongue.lang),
            f"{title}: {self.tongue.said(clause_title(self.number))}",
        )

    def named(self, link: Link) -> Run:
        """Its id, where the obligations lead to."""
        return Run(link.id, "code", id=anchor(link.kind, link.id))

    def states(self) -> Iterator[Block]:
        found = self.entry.of("state")
        if found:
            yield self.heading("Состояния", "States", "states", len(found))
            yield Bullets(
                tuple(
                    words(capital(self.naming.name_of(link)), " ", self.named(link), self.many(link)) for link in found
                )
            )
            yield self.places(found, "all-states", "Где эти состояния в автомате", "Where these states are")

    def many(self, link: Link) -> str:
        count = len(link.members)
        return "" if count == 1 else self.tongue(f", мест в автомате: {count}", f", places in the machine: {count}")

    def places(self, found: tuple[Link, ...], place: str, ru: str, en: str) -> Fold:
        every = tuple(
            (words(Run(link.id, "code")), tuple(words(Run(member, "code")) for member in link.members))
            for link in found
        )
        count = sum(len(link.members) for link in found)
        return Fold(words(f"{self.tongue(ru, en)} ({count})"), (Facts(every),), place)

    def rows(self) -> Iterator[Block]:
        tongue, found = self.tongue, self.entry.of("row")
        if not found:
            return
        yield self.heading("Переходы", "Rows", "rows", len(found))
        rows = {row.id: row for row in self.machine.rows}
        lines = []
        for link in found:
            alike: dict[tuple[str, tuple[Line, ...], tuple[Line, ...]], int] = {}
            for member in link.members:
                told = self.told(rows[member])
                alike[told] = alike.get(told, 0) + 1
            for number, ((label, guards, effects), count) in enumerate(alike.items()):
                note = Run(f" ×{count}" if count > 1 else "", "quiet")
                name = words(Run(link.id, "code") if number else self.named(link), note)
                lines.append(TableRow((Cell((words(label), name)), Cell(guards), Cell(effects))))
        head = (tongue("Переход", "Row"), tongue("Когда", "When"), tongue("Что делает", "What it does"))
        yield Table(
            tongue("Переходы: условия и действия", "Rows: guards and effects"),
            tuple(Cell((words(text),)) for text in head),
            tuple(lines),
        )
        yield self.places(found, "all-rows", "Где эти переходы в автомате", "Where these rows are")

    def told(self, row: Row) -> tuple[str, tuple[Line, ...], tuple[Line, ...]]:
        lang = self.tongue.lang
        always = (words(Run(self.tongue("без условий", "always"), "quiet")),)
        nothing = (words(Run(self.tongue("только переводит дальше", "only leads on"), "quiet")),)
        guards = tuple(words(self.words.of_guard(call, lang)) for call in row.guards)
        effects = tuple(words(self.words.of_effect(call, lang)) for call in row.effects)
        return capital(self.naming.shown(row.label) or row.event), guards or always, effects or nothing

    def refusals(self) -> Iterator[Block]:
        tongue, found = self.tongue, self.entry.of("refusal")
        if found:
            yield self.heading("Отказы", "Refusals", "refusals", len(found))
            needed = {one.id: self.words.of_guard(one.requires, tongue.lang) for one in self.machine.refusals}
            yield Bullets(
                tuple(
                    words(
                        f"{self.naming.shown(link.text)} ",
                        self.named(link),
                        Run(tongue(f" Если не так: {needed[link.id]}.", f" Unless: {needed[link.id]}."), "quiet"),
                    )
                    for link in found
                )
            )

    def properties(self) -> Iterator[Block]:
        found = self.entry.of("property")
        if found:
            yield self.heading("Свойства", "Properties", "properties", len(found))
            yield Bullets(
                tuple(
                    (
                        *words(f"{self.naming.shown(link.text)} ", self.named(link)),
                        *self.tongue.cites(one for one in property_words()[link.id].clauses if one != self.number),
                    )
                    for link in found
                )
            )

    def kinds(self) -> Iterator[Block]:
        found = self.entry.of("kind")
        if found:
            yield self.heading("Виды игродействий", "Kinds of action", "kinds", len(found))
            yield Bullets(tuple(words(f"{capital(self.naming.shown(link.text))} ", self.named(link)) for link in found))

    # --- plays -------------------------------------------------------------------------------------------------------

    def scenarios(self) -> Iterator[Block]:
        tongue, found = self.tongue, self.entry.of("scenario")
        if not found:
            return
        yield self.heading("Сценарии", "Scenarios", "scenarios", len(found))
        note = tongue(
            "Разверните сценарий, чтобы увидеть розыгрыш: рядом с каждым шагом и каждым ожиданием — что произошло и "
            "по какому пункту.",
            "Unfold a scenario to see the play: beside each step and each expectation stands what happened, and by "
            "which clause.",
        )
        yield Paragraph(words(note), "note")
        for link in found:
            refused = (
                tongue(f"; отказов по этому пункту: {link.refused}", f"; refusals by this clause: {link.refused}")
                if link.refused
                else ""
            )
            caption = words(self.naming.run_of(link), f" ({link.id}{refused})")
            yield Fold(caption, _play(link.id, tongue.lang), anchor("scenario", link.id))

    def tables(self) -> Iterator[Block]:
        found = self.entry.of("table")
        if found:
            yield self.heading("Готовые столы", "Ready tables", "tables", len(found))
            yield Bullets(tuple(words(self.naming.run_of(link), " ", self.named(link)) for link in found))

    def weight(self) -> Iterator[Block]:
        """How many faults in the elements of the clause there could be, and what notices them."""
        tongue, weight = self.tongue, _weights()[self.number]
        if not weight.total:
            return
        yield self.heading("Заметна ли в нём ошибка", "Would a mistake in it be noticed", "weight")
        left = len(weight.survivors)
        told = tongue(
            f"Переходы, условия, действия и отказы, которые ссылаются на пункт, нарочно портили, по одной ошибке за "
            f"раз. Ошибок: {weight.total}. Замечены сценариями: {weight.scenarios}; ещё замечены свойствами: "
            f"{weight.properties}; ничего не меняют в игре: {weight.excused}; "
            f"{f'не замечены: {left}' if left else 'незамеченных нет'}.",
            f"Rows, guards, effects and refusals that cite the clause were spoilt on purpose, one mistake at a time. "
            f"Mistakes: {weight.total}. Noticed by scenarios: {weight.scenarios}; more by properties: "
            f"{weight.properties}; making no difference to the game: {weight.excused}; "
            f"{f'unnoticed: {left}' if left else 'none is unnoticed'}.",
        )
        yield Paragraph(words(told))
        command = Run(f"berserk-fsm mutants --clause {self.number}", "code")
        yield Paragraph(words(tongue("Каждая из них: ", "Each of them: "), command), "note")

    # --- what is disputed --------------------------------------------------------------------------------------------

    def readings(self) -> Iterator[Block]:
        found = self.entry.of("reading")
        if found:
            yield self.heading("Прочтения", "Readings", "readings", len(found))
            yield Bullets(tuple(words(self.tongue.to_reading(link.id), " ", self.named(link)) for link in found))

    def questions(self) -> Iterator[Block]:
        own = clauses()[self.number].questions
        if own:
            yield self.heading("Открытые вопросы", "Open questions", "questions", len(own))
            yield Bullets(tuple(words(self.tongue.said(question)) for question in own))

    def gaps(self) -> Iterator[Block]:
        tongue, found = self.tongue, self.entry.of("gap")
        if found:
            yield self.heading("Пробелы", "Gaps", "gaps", len(found))
            every = []
            for link in found:
                gap = gaps()[link.id]
                page, place = tongue.page_of(gap.citation)
                assumed = words(Run(tongue("Принято: ", "Assumed: "), "strong"), tongue.said(gap.assumption))
                name = words(Run(gap.citation, "clause", page, place, id=anchor("gap", gap.name)), " ")
                every.append(((*name, *words(tongue.said(gap.title))), (words(tongue.said(gap.open)), assumed)))
            yield Facts(tuple(every))

    def contradictions(self) -> Iterator[Block]:
        found = self.entry.of("contradiction")
        if found:
            yield self.heading("Противоречия", "Contradictions", "contradictions", len(found))
            yield Bullets(tuple(self.contradiction(link) for link in found))

    def contradiction(self, link: Link) -> Line:
        one, said = contradictions()[link.id], self.tongue.said
        name = Run(said(one.title), page=f"contradiction-{one.id}", id=anchor("contradiction", one.id))
        return words(name, f". {said(one.description)}")


def _quoted(text: OfficialClause) -> Quotation:
    """The official words; bullets of the second level under the one they belong to."""
    found: list[tuple[str, list[str]]] = []
    for bullet in text.bullets:
        if "." in bullet.path and found:
            found[-1][1].append(bullet.text)
        else:
            found.append((bullet.text, []))
    return Quotation(text.text, tuple((one, tuple(under)) for one, under in found), "ru")
