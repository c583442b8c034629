"""The first page: contradictions, readings and gaps, before anything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from berserk_fsm.ledger.telling import KIND_NAMES, MODELLED_NAMES, STATUS_NAMES
from berserk_fsm.pages.blocks import (
    FIELD,
    Block,
    Bullets,
    Cell,
    Facts,
    Heading,
    Line,
    Page,
    Paragraph,
    Row,
    Run,
    Table,
    anchor,
    words,
)
from berserk_fsm.pages.naming import clause_title
from berserk_fsm.pages.sources import Sources
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import Gap, gaps
from berserk_fsm.rules.readings import reading_definitions

__all__ = ["index_page"]


def index_page(lang: str, sources: Sources | None = None) -> Page:
    """The first page.

    It leads to the search first, and names every clause, gap, reading and contradiction with its words.

    Args:
        lang: ``"ru"``; anything else is English.
        sources: what the list of clauses is made from; without the official text if ``None``.

    >>> [block.text for block in index_page("en").blocks if block.kind == "heading"]
    ['Contradictions', 'Readings', 'Gaps', 'Clauses']
    """
    tongue = Tongue(lang)
    shared = sources if sources is not None else Sources()
    lead = tongue(
        "Где правила 302 и 303 спорят сами с собой, где их можно прочесть двояко и чего в них нет. Решать — редактору "
        "правил; здесь для каждого места собраны доводы, розыгрыш и предлагаемая формулировка.",
        "Where the rules 302 and 303 disagree with themselves, where they can be read in two ways, and what they do "
        "not say. It is for the rules editor to decide; each place comes with arguments, a play and a wording.",
    )
    search = Run(tongue("Поиск", "Search"), page="search", place=FIELD)
    over = tongue(
        ": пункты, пробелы, прочтения, состояния, отказы, сценарии, слова — всё одним списком.",
        ": clauses, gaps, readings, states, refusals, scenarios, words – everything in one list.",
    )
    blocks: list[Block] = [Paragraph(words(search, over)), Paragraph(words(lead), "lead")]
    blocks.append(Heading(tongue("Противоречия", "Contradictions"), "contradictions"))
    blocks.append(
        Bullets(
            tuple(
                (
                    *words(Run(tongue.said(one.title), page=f"contradiction-{one.id}")),
                    *tongue.cites(one.clauses),
                    *words(f" {tongue.said(one.description)}"),
                )
                for one in contradictions().values()
            )
        )
    )
    blocks.append(Heading(tongue("Прочтения", "Readings"), "readings"))
    blocks.append(_readings(tongue))
    matrix = Run(
        tongue(
            "Прочтения и сценарии: что при каком ответе выходит иначе",
            "Readings and scenarios: what differs under which answer",
        ),
        page="matrix",
    )
    blocks.append(Paragraph(words(matrix)))
    blocks.append(Heading(tongue("Пробелы", "Gaps"), "gaps"))
    blocks.append(
        Facts(
            tuple(
                (
                    words(Run(gap.citation, "clause", id=anchor("gap", gap.name)), " ", tongue.said(gap.title)),
                    (
                        (*words(tongue.said(gap.open)), *tongue.cites(gap.clauses)),
                        words(Run(tongue("Принято: ", "Assumed: "), "strong"), tongue.said(gap.assumption)),
                        words(Run(tongue("Откуда: ", "Source: ") + tongue.said(gap.source), "quiet")),
                        *_shown(gap, shared, tongue),
                    ),
                )
                for gap in gaps().values()
            )
        )
    )
    blocks += _clauses(shared, tongue)
    glossary = Run(
        tongue("Слова: как здесь называется что", "Words: what is called what here"),
        page="glossary",
    )
    blocks.append(Paragraph(words(glossary)))
    title = tongue("Стек и приоритет: спорные места", "Stack and priority: disputed places")
    return Page("index", title, tongue("Для редактора правил", "For the rules editor"), tuple(blocks))


def _shown(gap: Gap, sources: Sources, tongue: Tongue) -> Iterator[Line]:
    """The scenarios that show what is assumed, each where it is played: on the page of a clause it cites."""
    found: list[str | Run] = []
    for link in sources.ledger.entries[gap.citation].of("scenario"):
        number = next((one for one in (*gap.clauses, *clauses()) if link.id in _played(one, sources)), None)
        page, place = (anchor("clause", number), anchor("scenario", link.id)) if number is not None else ("", "")
        title = tongue.title(link.text.get(tongue.lang))
        found += ["; " if found else "", replace(title, page=page, place=place)]
    if found:
        yield words(Run(tongue("Сценарии: ", "Scenarios: "), "strong"), *found)


def _played(number: str, sources: Sources) -> set[str]:
    return {link.id for link in sources.ledger.entries[number].of("scenario")}


def _clauses(sources: Sources, tongue: Tongue) -> Iterator[Block]:
    yield Heading(tongue("Пункты", "Clauses"), "clauses")
    note = tongue(
        "По порядку, своими словами; решает официальный текст.",
        "In order, in the project's own words; the official text decides.",
    )
    yield Paragraph(words(note), "note")
    rows = []
    for number, clause in clauses().items():
        entry = sources.ledger.entries[number]
        met = sum(entry.obligation_status(one) == "covered" for one in entry.obligations)
        name = Run(tongue.said(clause_title(number)), page=f"clause-{number}", id=anchor("clause", number))
        standing = (
            words(Run(tongue.said(MODELLED_NAMES[entry.status]), "strong")),
            words(Run(tongue.said(STATUS_NAMES[entry.worst]), "good" if entry.worst == "covered" else "bad")),
        )
        rows.append(
            Row(
                (
                    Cell((words(name), words(Run(tongue.said(KIND_NAMES[entry.kind]), "quiet")))),
                    Cell((words(tongue.said(clause.summary)),)),
                    Cell(standing),
                    Cell((words(tongue(f"{met} из {len(entry.obligations)}", f"{met} of {len(entry.obligations)}")),)),
                )
            )
        )
    head = (
        tongue("Пункт", "Clause"),
        tongue("О чём", "What it is about"),
        tongue("В автомате, в реестре", "Machine, ledger"),
        tongue("Выполнено требований", "Obligations met"),
    )
    yield Table(tongue("Пункты", "Clauses"), tuple(Cell((words(text),)) for text in head), tuple(rows))


def _readings(tongue: Tongue) -> Table:
    rows = []
    for one in reading_definitions().values():
        others = [tongue.answer(one.id, option.value) for option in one.options if option.value != one.default]
        rows.append(
            Row(
                (
                    Cell((words(tongue.to_reading(one.id), *tongue.cites(one.clauses)),)),
                    Cell((words(tongue.answer(one.id, one.default)),)),
                    Cell(tuple(words(other) for other in others)),
                )
            )
        )
    head = (
        tongue("Вопрос", "Question"),
        tongue("Принято здесь", "Taken here"),
        tongue("Можно и так", "Also possible"),
    )
    return Table(tongue("Прочтения", "Readings"), tuple(Cell((words(text),)) for text in head), tuple(rows))
