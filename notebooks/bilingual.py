"""A notebook's source in Markdown, both languages side by side, and the notebooks it makes.

A source is a row of cells, of two kinds:

- text, said twice: a line ``<!-- ru -->`` and the Russian text, a line ``<!-- en -->`` and the English one;
- code, written once: from a line of three backticks and ``python`` to the next line of three backticks. Words that
  differ stand as ``{{Russian|English}}``; longer ones as lines between ``{{``, ``|`` and ``}}`` on lines of their own.

Code to be read and not to be run stands in the text, fenced with ``~~~``.

>>> cells = parse('''<!-- ru -->
... Кто?
... <!-- en -->
... Who?
... ```python
... print("{{удар|strike}}")
... ```
... ''')
>>> [(cell.kind, cell.text.en) for cell in cells]
[('markdown', 'Who?'), ('code', 'print("strike")')]
>>> cells[1].text.ru
'print("удар")'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from berserk_fsm.errors import InputError
from berserk_fsm.rules.text import Text

__all__ = ["LANGS", "METADATA", "Cell", "make_notebook", "parse"]

LANGS = ("ru", "en")

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""What every notebook says of itself: nothing that depends on where it was built."""

_MARKS = {"<!-- ru -->": "ru", "<!-- en -->": "en"}
_CODE, _END = "```python", "```"
_PAIR = re.compile(r"\{\{(.+?)\|(.+?)\}\}", re.DOTALL)
_MAKE: Mapping[str, Callable[..., Any]] = {"markdown": new_markdown_cell, "code": new_code_cell}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell in both languages."""

    kind: Literal["markdown", "code"]
    text: Text


def parse(source: str, where: str = "source") -> tuple[Cell, ...]:
    """The cells of a source.

    Args:
        source: the Markdown text.
        where: the name of the source, for errors.

    Raises:
        InputError: text in one language only or in none, a code cell that does not end, or braces that hold no pair.
    """
    return _Parser(where).cells(source)


class _Parser:
    """Reads line by line; ``said`` holds the languages of the text cell that is being read."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.found: list[Cell] = []
        self.said: dict[str, list[str]] = {}

    def cells(self, source: str) -> tuple[Cell, ...]:
        lines = enumerate(source.splitlines(), 1)
        number = 1
        for number, line in lines:
            if line.strip() in _MARKS:
                self.begin_text(_MARKS[line.strip()], number)
            elif line == _CODE:
                self.end_text(number)
                code = []
                for _, inside in lines:
                    if inside == _END:
                        break
                    code.append(inside)
                else:
                    raise self.error(number, "this code does not end; expected a line ```", "код не закончен: нет ```")
                self.found.append(Cell("code", self.code("\n".join(code), number)))
            elif self.said:
                self.said[list(self.said)[-1]].append(line)
            elif line.strip():
                raise self.error(
                    number,
                    "this text is in no language; expected <!-- ru --> before it",
                    "не указан язык текста: перед ним ожидалось <!-- ru -->",
                )
        self.end_text(number)
        return tuple(self.found)

    def begin_text(self, lang: str, number: int) -> None:
        if lang == "ru":
            self.end_text(number)
        elif list(self.said) != ["ru"]:
            raise self.error(number, "English text follows its Russian twin", "английский текст следует за русским")
        self.said[lang] = []

    def end_text(self, number: int) -> None:
        if not self.said:
            return
        texts = {lang: "\n".join(lines).strip() for lang, lines in self.said.items()}
        if list(filter(texts.get, texts)) != list(LANGS):
            raise self.error(
                number,
                "the text before this line is in one language only; expected both",
                "текст перед этой строкой только на одном языке, а ожидался на двух",
            )
        self.found.append(Cell("markdown", Text(**texts)))
        self.said = {}

    def code(self, code: str, number: int) -> Text:
        if "{{" in _PAIR.sub("", code) or "}}" in _PAIR.sub("", code):
            raise self.error(
                number,
                "double braces in this code hold no pair; expected {{Russian|English}}",
                "в двойных скобках этого кода нет пары; ожидалось {{по-русски|по-английски}}",
            )
        russian, english = (
            _PAIR.sub(lambda pair, group=group: _without_ends(pair.group(group)), code)  # type: ignore[misc]
            for group in (1, 2)
        )
        return Text(ru=russian, en=english)

    def error(self, number: int, en: str, ru: str) -> InputError:
        return InputError(self.where, number, en, ru)


def _without_ends(words: str) -> str:
    """Of a pair over several lines the lines between its marks."""
    return words.removeprefix("\n").removesuffix("\n")


def make_notebook(cells: Sequence[Cell], lang: str) -> Any:
    """The notebook in ``lang``, not yet executed. Ids count the cells, so that nothing in it is random.

    >>> cell = Cell("code", Text(ru="1", en="1"))
    >>> [cell.id for cell in make_notebook([cell, cell], "ru").cells]
    ['cell-01', 'cell-02']
    """
    made = [_MAKE[cell.kind](cell.text.get(lang), id=f"cell-{number:02}") for number, cell in enumerate(cells, 1)]
    notebook = new_notebook(cells=made, metadata=METADATA)
    nbformat.validate(notebook)
    return notebook
