"""Every notebook, executed as a reader would, shows again what is stored in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from notebooks.bilingual import LANGS, parse
from notebooks.build import FOLDER, built_path, cleaned, first_difference, made_from, main, sources

ROOT = FOLDER.parent


@pytest.mark.parametrize("lang", LANGS)
def test_they_run_and_show_what_is_stored(lang: str, tmp_path: Path) -> None:
    """nbmake runs them where another language is spoken, and writes what came out into the copies."""
    stored = {path.name: path for path in (built_path(source, lang) for source in sources())}
    for path in stored.values():
        shutil.copy(path, tmp_path)
    options = [
        "-o",
        "addopts=",
        "-p",
        "no:cacheprovider",
        "--nbmake",
        "--overwrite",
        "-c",
        str(ROOT / "pyproject.toml"),
    ]
    # What this run of pytest was asked for besides, such as coverage, is not for the one it starts.
    around = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)],
        cwd=tmp_path,
        env={**around, "BERSERK_FSM_LANG": "en" if lang == "ru" else "ru", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(stored)} passed" in done.stdout
    differences = {name: first_difference(read(path), cleaned(read(tmp_path / name))) for name, path in stored.items()}
    assert differences == dict.fromkeys(stored)


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


# --- comparing -------------------------------------------------------------------------------------------------------


def made(**outputs: Any) -> Any:
    """A notebook of two cells; the code cell shows ``outputs`` of kind and text."""
    source = parse("<!-- ru -->\nЧто?\n<!-- en -->\nWhat?\n```python\nprint(1)\n```\n")
    from notebooks.bilingual import make_notebook

    notebook = make_notebook(source, "en")
    notebook.cells[1].outputs = [
        nbformat.v4.new_output("stream", name=kind, text=text)
        if kind.startswith("std")
        else nbformat.v4.new_output("execute_result", {kind.replace("_", "/"): text})
        for kind, text in outputs.items()
    ]
    return notebook


@pytest.mark.parametrize(
    ("stored", "fresh", "told"),
    [
        ({"stdout": "1\n2\n"}, {"stdout": "1\n3\n"}, "cell 2, stdout: stored '2', now '3'"),
        ({"text_plain": "1"}, {"text_plain": "2"}, "cell 2, text/plain: stored 'text/plain: 1', now 'text/plain: 2'"),
        ({"text_html": "<b>1"}, {"text_html": "<b>2"}, "cell 2, text/html"),
        ({"stdout": "1"}, {"stderr": "1"}, "cell 2, stderr"),
        ({"stdout": "1"}, {}, "cell 2 has 1 outputs stored and gives 0"),
        ({}, {"stdout": "1"}, "cell 2 has 0 outputs stored and gives 1"),
    ],
)
def test_the_first_difference_is_named(stored: dict[str, str], fresh: dict[str, str], told: str) -> None:
    assert first_difference(made(**stored), made(**stored)) is None
    assert str(first_difference(made(**stored), made(**fresh))).startswith(told)


def test_of_a_drawing_the_words_are_compared_and_not_the_lines() -> None:
    one, moved, other = (
        made(text_html=f"<b>game</b><svg><path d='{path}'/><text>{text}</text></svg>")
        for path, text in (("M0,0", "pass"), ("M1,1", "pass"), ("M0,0", "hand over"))
    )
    assert first_difference(one, moved) is None
    assert "now 'text/html: <b>game</b>hand over'" in str(first_difference(one, other))


def test_other_cells_are_a_difference_too() -> None:
    stored, fresh = made(), made()
    fresh.cells[1].source = "print(2)"
    assert first_difference(stored, fresh) == "cell 2 is not the one of the source: stored 'print(1)', now 'print(2)'"
    assert first_difference(stored, made_from(sources()[0], "en")) is not None


def test_cleaning_takes_away_what_is_random_and_joins_what_came_in_pieces() -> None:
    notebook = made(stdout="1")
    notebook.metadata = {"language_info": {"name": "python", "version": "3.11.2"}, "widgets": {}}
    notebook.cells[1].metadata["execution"] = {"iopub.status.busy": "2020-01-01T00:00:00Z"}
    notebook.cells[1].outputs += made(stdout="2").cells[1].outputs
    widget = {"application/vnd.jupyter.widget-view+json": {"model_id": "4f0c"}, "text/plain": "a stepper"}
    notebook.cells[1].outputs.append(nbformat.v4.new_output("display_data", widget))
    stream, shown = cleaned(notebook).cells[1].outputs
    assert stream.text == "12"
    assert shown.data == {"text/plain": "a stepper"}
    assert cleaned(notebook).metadata == made().metadata
    assert cleaned(notebook).cells[1].metadata == {}


def test_a_name_that_is_no_notebook_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["77"]) == 2
    assert "77" in capsys.readouterr().out
