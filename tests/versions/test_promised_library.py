"""What VERSIONS.md promises of the library is what README and the lessons use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module, resources
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMISE = re.compile(r"^\| (?:библиотека Python|Python library) \|(.*)\|$", re.MULTILINE)
LOOK_INSIDE = ("06", "07")
"""The lessons that also show modules which are not promised, as VERSIONS.md says."""


def promised() -> list[set[str]]:
    """The packages whose names are promised, as each language says."""
    text = resources.files("berserk_fsm.scenario").joinpath("VERSIONS.md").read_text("utf-8")
    named = (re.findall(r"`(berserk_fsm[\w.]*|\.\w+)`", line) for line in PROMISE.findall(text))
    return [{f"berserk_fsm{name}" if name.startswith(".") else name for name in names} for names in named]


def imported(text: str) -> Iterator[tuple[str, str]]:
    """The modules and names which the Python in a Markdown text imports from the package."""
    inline = re.findall(r"`(from berserk_fsm[^`]+)`", text)
    for block in (*re.findall(r"```python\n(.*?)```", text, re.DOTALL), *inline):
        code = re.sub(r"^(?:>>>|\.\.\.) ?", "", block, flags=re.MULTILINE)
        for line in re.findall(r"^from berserk_fsm[\w.]* import [^(\n]+$", code, re.MULTILINE):
            node = ast.parse(line).body[0]
            assert isinstance(node, ast.ImportFrom)
            for alias in node.names:
                yield node.module or "", alias.name


def test_both_languages_promise_the_same() -> None:
    russian, english = promised()
    assert russian == english
    assert "berserk_fsm" in russian


@pytest.mark.parametrize("package", sorted(promised()[0]))
def test_what_is_promised_is_there(package: str) -> None:
    module = import_module(package)
    assert module.__all__
    assert all(getattr(module, name) is not None for name in module.__all__)


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "README.ru.md",
        *sorted(f"notebooks/source/{p.name}" for p in (ROOT / "notebooks/source").glob("*.md")),
    ],
)
def test_what_is_shown_to_users_is_promised(path: str) -> None:
    """The fault: README sent users to modules that were called internal."""
    found = list(imported((ROOT / path).read_text("utf-8")))
    inside = [(module, name) for module, name in found if module not in promised()[0]]
    assert found or path.startswith("README.ru")
    assert bool(inside) == Path(path).name.startswith(LOOK_INSIDE)
    for module, name in found:
        assert name in import_module(module).__all__, (module, name)
