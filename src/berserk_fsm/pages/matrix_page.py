"""The matrix: every example scenario under every answer that is not the default one."""

from __future__ import annotations

from berserk_fsm.compare.packaged import other_answers
from berserk_fsm.pages.blocks import Cell, Page, Paragraph, Row, Run, Table, words
from berserk_fsm.pages.outcomes import compared, how_it_differs, in_short
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.scenario.examples import example_paths

__all__ = ["matrix_page"]


def matrix_page(lang: str) -> Page:
    """The page of the matrix.

    Args:
        lang: ``"ru"``; anything else is English.
    """
    tongue = Tongue(lang)
    answers = tuple(other_answers())
    columns = [{one.name: one for one in compared(*answer)} for answer in answers]
    rows = []
    for name in example_paths():
        cells = []
        for (id, value), column in zip(answers, columns, strict=True):
            one = column[name]
            if one.same:
                cells.append(Cell((words(Run("=", "quiet")),), "same"))
                continue
            hint = f"{id} = {value}: {how_it_differs(one, tongue)}"
            cells.append(
                Cell((words(Run(f"≠ {in_short(one, tongue)}", "bad", f"reading-{id}", "examples", hint)),), "differs")
            )
        title = columns[0][name].before.scenario.title
        rows.append(Row((Cell((words(tongue.title(title or name)), words(Run(name, "code")))), *cells)))
    head = [Cell((words(tongue("Сценарий", "Scenario")),))]
    for (id, value), column in zip(answers, columns, strict=True):
        differing = sum(not one.same for one in column.values())
        head.append(
            Cell(
                (
                    words(tongue.to_reading(id)),
                    words(Run(tongue.answer(id, value), "after")),
                    words(Run(tongue(f"иначе: {differing}", f"differ: {differing}"), "quiet")),
                )
            )
        )
    title = tongue("Прочтения и сценарии", "Readings and scenarios")
    lead = tongue(
        "Каждый сценарий разыгран при каждом ответе, который не выбран по умолчанию. «=» — вышло то же самое; «≠» — "
        "другое, и сказано что: первый шаг, который не сошёлся, с пунктом отказа или тем, чего ждали, либо что стоит "
        "иначе в конце.",
        "Every scenario is played under every answer that is not the default one. “=”: the same came of it; “≠”: "
        "something else did, and it says what: the first step that does not hold, with the clause of the refusal or "
        "what was expected, or what stands otherwise at the end.",
    )
    note = tongue(
        "Сценарий, который сам выбирает прочтение, меняет только то, о котором столбец.",
        "In a scenario that chooses readings itself only the reading of the column is changed.",
    )
    blocks = (
        Paragraph(words(lead)),
        Paragraph(words(note), "note"),
        Table(title, tuple(head), tuple(rows), "matrix"),
    )
    return Page("matrix", title, tongue("Сводка", "The matrix"), blocks, tongue.back())
