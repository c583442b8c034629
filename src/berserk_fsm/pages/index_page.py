"""The first page: contradictions, readings and gaps, before anything else."""

from __future__ import annotations

from berserk_fsm.pages.blocks import (
    Block,
    Bullets,
    Cell,
    Facts,
    Heading,
    Page,
    Paragraph,
    Row,
    Run,
    Table,
    anchor,
    words,
)
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.readings import reading_definitions

__all__ = ["index_page"]


def index_page(lang: str) -> Page:
    """The first page.

    Args:
        lang: ``"ru"``; anything else is English.

    >>> [block.text for block in index_page("en").blocks if block.kind == "heading"][:3]
    ['Contradictions', 'Readings', 'Gaps']
    """
    tongue = Tongue(lang)
    lead = tongue(
        "Где правила 302 и 303 спорят сами с собой, где их можно прочесть двояко и чего в них нет. Решать — редактору "
        "правил; здесь для каждого места собраны доводы, розыгрыш и предлагаемая формулировка.",
        "Where the rules 302 and 303 disagree with themselves, where they can be read in two ways, and what they do "
        "not say. It is for the rules editor to decide; each place comes with arguments, a play and a wording.",
    )
    blocks: list[Block] = [Paragraph(words(lead), "lead")]
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
                    ),
                )
                for gap in gaps().values()
            )
        )
    )
    title = tongue("Стек и приоритет: спорные места", "Stack and priority: disputed places")
    return Page("index", title, tongue("Для редактора правил", "For the rules editor"), (*blocks, *tongue.ledger()))


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
