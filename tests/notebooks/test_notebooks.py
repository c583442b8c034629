"""The notebooks that are kept: current, whole, in one language each, and free of what differs between machines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from notebooks.bilingual import LANGS, METADATA
from notebooks.build import FOLDER, built_path, made_from, sources

from berserk_fsm.rules.clauses import is_citation

SOURCES = {source.stem: source for source in sources()}
EVERY = [(name, lang) for name in SOURCES for lang in LANGS]

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)

MACHINE_DEPENDENT = re.compile(
    r"0x[0-9a-f]{6,}|/(?:home|tmp|usr|root|work|Users)/|[A-Z]:\\\\|site-packages|\b\d{1,2}:\d\d:\d\d\b|\d{4}-\d\d-\d\d"
)
"""An address, a path, a time or a date."""


@cache
def kept(name: str, lang: str) -> Any:
    return nbformat.read(built_path(SOURCES[name], lang), as_version=4)


def code_cells(name: str, lang: str) -> list[Any]:
    return [cell for cell in kept(name, lang).cells if cell.cell_type == "code"]


def outputs(name: str, lang: str) -> Iterator[tuple[str, str]]:
    """Kind and text of everything the notebook shows."""
    for cell in code_cells(name, lang):
        for output in cell.outputs:
            if output.output_type == "stream":
                yield output.name, output.text
            else:
                yield from output.data.items()


def test_there_are_nine_in_both_languages_and_nothing_else() -> None:
    assert [name[:3] for name in SOURCES] == [f"0{number}-" for number in range(1, 10)]
    expected = {built_path(SOURCES[name], lang) for name, lang in EVERY}
    assert set(FOLDER.glob("*/*.ipynb")) == expected


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_each_is_made_from_its_source(name: str, lang: str) -> None:
    stored, made = kept(name, lang), made_from(SOURCES[name], lang)
    assert [(cell.id, cell.cell_type, cell.source) for cell in stored.cells] == [
        (cell.id, cell.cell_type, cell.source) for cell in made.cells
    ]
    assert stored.metadata == METADATA
    assert all(cell.metadata == {} for cell in stored.cells)


@pytest.mark.parametrize("name", SOURCES)
def test_both_languages_run_the_same_code(name: str) -> None:
    def shape(cell: Any) -> str:
        tree = ast.parse(cell.source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                node.value = ""
            elif isinstance(node, ast.Attribute) and node.attr in LANGS:
                node.attr = ""
        return ast.dump(tree)

    russian, english = ([shape(cell) for cell in code_cells(name, lang)] for lang in LANGS)
    assert russian == english


@pytest.mark.parametrize("name", SOURCES)
def test_each_is_in_its_language(name: str) -> None:
    for russian in kept(name, "ru").cells:
        assert russian.cell_type == "code" or CYRILLIC.search(russian.source)
    said = [cell.source for cell in kept(name, "en").cells] + [text for _, text in outputs(name, "en")]
    assert not [CYRILLIC.search(text) for text in said if CYRILLIC.search(text.replace("Берсерк", ""))]
    assert any(CYRILLIC.search(text) for _, text in outputs(name, "ru"))


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_every_cell_that_shows_something_has_its_output(name: str, lang: str) -> None:
    for number, cell in enumerate(code_cells(name, lang), 1):
        assert cell.execution_count == number
        calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
        prints = any(isinstance(call.func, ast.Name) and call.func.id == "print" for call in calls)
        ends_in_a_value = isinstance(ast.parse(cell.source).body[-1], ast.Expr)
        assert bool(cell.outputs) == (prints or ends_in_a_value), cell.source
        for output in cell.outputs:
            assert output.output_type in ("stream", "execute_result", "display_data")
            assert output.output_type == "stream" or output.data["text/plain"].strip()


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_no_output_depends_on_the_machine(name: str, lang: str) -> None:
    for kind, text in outputs(name, lang):
        assert kind in ("stdout", "text/plain", "text/html", "image/svg+xml")
        assert not MACHINE_DEPENDENT.search(text)


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_each_tells_what_one_learns_and_ends_with_exercises(name: str, lang: str) -> None:
    first, *_, last = kept(name, lang).cells
    assert first.source.startswith(f"# {name[:2]} · ")
    assert 1 <= len(re.findall(r"^- ", first.source, re.MULTILINE)) <= 3
    exercises = len(re.findall(r"^\*\*\d\.\*\* ", last.source, re.MULTILINE))
    assert exercises in (2, 3)
    opened, closed = last.source.count("<details><summary>"), last.source.count("</details>")
    assert opened == closed >= exercises - 1


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_every_clause_it_speaks_of_exists(name: str, lang: str) -> None:
    text = "\n".join(cell.source for cell in kept(name, lang).cells if cell.cell_type == "markdown")
    cited = re.findall(r"\b30[23]\.\d+\b|gap/\w+", text)
    assert cited or name.startswith("09")
    assert [one for one in cited if not is_citation(one)] == []


def test_the_readme_leads_to_every_notebook_and_source() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (FOLDER / "README.md").read_text("utf-8"))
    assert not [link for link in links if "//" not in link and not (FOLDER / link).exists()]
    for name, lang in EVERY:
        assert str(Path(lang, f"{name}.ipynb")) in links
