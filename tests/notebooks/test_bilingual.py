"""A source in both languages, and the cells it makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from notebooks.bilingual import LANGS, make_notebook, parse
from notebooks.build import sources

from berserk_fsm.errors import InputError

SOURCE = """\
<!-- ru -->
# Урок

~~~python
не выполняется
~~~
<!-- en -->
# A lesson

~~~python
not executed
~~~
```python
game.declare("{{удар|strike}}")
{1: {2: 3} }
```
```python
text = \"\"\"
{{
заголовок: {а: б}
|
title: {a: b}
}}
\"\"\"
```
"""


def test_text_cells_are_pairs_and_code_cells_are_shared() -> None:
    text, code, longer = parse(SOURCE)
    assert [cell.kind for cell in (text, code, longer)] == ["markdown", "code", "code"]
    assert text.text.ru == "# Урок\n\n~~~python\nне выполняется\n~~~"
    assert text.text.en == "# A lesson\n\n~~~python\nnot executed\n~~~"
    assert code.text.ru == 'game.declare("удар")\n{1: {2: 3} }'
    assert code.text.en == 'game.declare("strike")\n{1: {2: 3} }'
    assert longer.text.ru == 'text = """\nзаголовок: {а: б}\n"""'
    assert longer.text.en == 'text = """\ntitle: {a: b}\n"""'


def blocks(text: str) -> list[str]:
    """What the blocks of a text are, one after the other: headings by their level, lists, other paragraphs."""
    kinds = (
        (r"(#+) ", None),
        (r"[-*] |\d+\. ", "list"),
        ("<details>|</details>", "fold"),
        ("~~~", "code"),
        ("", "text"),
    )
    found = (
        next((match, kind) for mark, kind in kinds if (match := re.match(mark, block)))
        for block in re.split(r"\n\s*\n", text)
    )
    return [kind or match[1] for match, kind in found]


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.stem)
def test_no_paragraph_stands_under_another_heading_in_the_other_language(source: Path) -> None:
    """Between two code cells both languages have the same headings, and as many paragraphs under each."""
    for cell in parse(source.read_text("utf-8"), source.name):
        if cell.kind == "markdown":
            assert blocks(cell.text.ru) == blocks(cell.text.en), cell.text.ru


@pytest.mark.parametrize("lang", LANGS)
def test_a_notebook_is_the_same_whenever_it_is_made(lang: str) -> None:
    first, second = (make_notebook(parse(SOURCE), lang) for _ in range(2))
    assert first == second
    assert [cell.id for cell in first.cells] == ["cell-01", "cell-02", "cell-03"]
    assert [cell.source for cell in first.cells] == [cell.text.get(lang) for cell in parse(SOURCE)]


@pytest.mark.parametrize(
    ("source", "line", "about"),
    [
        ("lost\n", 1, "in no language"),
        ("<!-- en -->\nlost\n", 1, "follows its Russian twin"),
        ("<!-- ru -->\nодин\n<!-- ru -->\nдва\n", 3, "in one language only"),
        ("<!-- ru -->\nодин\n```python\n1\n```\n", 3, "in one language only"),
        ("<!-- ru -->\nодин\n<!-- en -->\n\n", 4, "in one language only"),
        ("<!-- ru -->\nодин\n<!-- en -->\none\n<!-- en -->\ntwo\n", 5, "follows its Russian twin"),
        ("```python\n1\n", 1, "does not end"),
        ("```python\n1\n```\nlost\n", 4, "in no language"),
        ('```python\n"{{удар}}"\n```\n', 1, "hold no pair"),
        ('```python\n"{{удар|strike"\n```\n', 1, "hold no pair"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(source: str, line: int, about: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(source, "01.md")
    assert str(caught.value).startswith(f"01.md:{line}: ")
    assert about in str(caught.value)
    assert caught.value.text("ru") != str(caught.value)
