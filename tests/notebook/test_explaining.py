"""What is told of clauses, gaps and states: something of each, in both languages, and everything named can be asked."""

from __future__ import annotations

import re

import pytest

from berserk_fsm.machine.build import build_specification
from berserk_fsm.notebook.explaining import STATE, Page, pages_about
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps

MACHINE = build_specification()
ALL = (*clauses(), *(gap.citation for gap in gaps().values()), *(STATE + path for path in MACHINE.states))


def texts(page: Page) -> list[str]:
    lines = [line for part in page.parts for line in part.lines]
    return [page.kicker, page.title, page.lead, *(part.title for part in page.parts), *(line.text for line in lines)]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_everything_has_a_page_and_all_it_names_has_one_too(lang: str) -> None:
    for about in ALL:
        (page,) = pages_about(about, MACHINE, lang)
        assert all(texts(page)), about
        assert not any(re.search(r"\{\w+\}", text) for text in texts(page)), about
        # Words of other editions are quoted as they are.
        own = re.sub("«[^»]*»", "", " ".join(texts(page)))
        assert lang == "ru" or not re.search("[а-яё]", own, re.IGNORECASE), about
        for part in page.parts:
            assert part.lines
            for line in part.lines:
                assert not line.about or line.about in ALL
                assert set(line.clauses) <= set(ALL)


def test_a_clause_names_the_states_and_transitions_that_carry_it() -> None:
    (page,) = pages_about("303.7", MACHINE, "en")
    told = {part.title: [(line.text, line.note) for line in part.lines] for part in page.parts}
    moving = [row for row in MACHINE if row.kind == "transfer"]
    assert all("303.7" in row.clauses for row in moving)
    assert (moving[0].label.en.capitalize(), f"×{len(moving)}") in told["Transitions"]


def test_no_name_is_told_twice_in_a_row() -> None:
    """A state inside another of the same name is told once, without the one around it."""
    pages = [page for path in MACHINE.states for page in pages_about(STATE + path, MACHINE, "en")]
    notes = {line.note for page in pages for part in page.parts for line in part.lines if line.note.startswith("→ ")}
    assert "→ Reserving resources" in notes
    for note in notes:
        name, _, around = note.removeprefix("→ ").removesuffix(")").partition(" (")
        assert name.casefold() != around.casefold()


def test_several_clauses_are_told_one_after_another_and_the_unknown_not_at_all() -> None:
    pages = pages_about("303.1 · gap/512 · 999.9 · gap/none · 303.1", MACHINE, "en")
    assert [page.title.partition(" ")[0] for page in pages] == ["303.1", "gap/512"]
    assert pages_about("", MACHINE, "en") == ()
    assert pages_about("state:nowhere", MACHINE, "en") == ()
