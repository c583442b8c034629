"""Errors of the package. Every message exists in English and in Russian.

Ordinary people meet these messages, so each one is a single line that says what is wrong and what was
expected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from berserk_fsm.citing import citation_text
from berserk_fsm.showing import Shown

__all__ = [
    "BerserkError",
    "BilingualError",
    "ExploreError",
    "InputError",
    "ReadingError",
    "Refused",
    "SavingError",
    "SpecificationError",
    "TableError",
]


def _one_line(text: str) -> str:
    """Make ``text`` safe to print on one line (file names may hold line ends or bytes that are no text)."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


class BerserkError(Exception):
    """Base of all errors this package raises on purpose."""

    names_its_place: ClassVar[bool] = False
    """Does the message begin with the file it is about?"""

    def text(self, lang: str = "en") -> str:
        """The message in ``lang``. Errors that know one language only return that one."""
        return str(self)


class InputError(BerserkError):
    """What the user gave cannot be used: ``where:line: what is wrong and what was expected``.

    Args:
        where: the file (or another name of the text) the error is in.
        line: its line, counted from 1; ``None`` when the error is about the whole text, shown as line 1.
        en: the message in English, without place.
        ru: the same in Russian.

    >>> error = InputError("a.yaml", 3, "duplicate key", "повторный ключ")
    >>> str(error)
    'a.yaml:3: duplicate key'
    >>> error.text("ru")
    'a.yaml:3: повторный ключ'
    """

    names_its_place = True

    def __init__(self, where: str, line: int | None, en: str, ru: str) -> None:
        # All four go to Exception.args so that the error survives pickling: child processes raise it too.
        super().__init__(where, line, en, ru)
        self.where = where
        self.line = line
        self.en = en
        self.ru = ru

    @property
    def message(self) -> str:
        """The message in English, without place; :meth:`text` gives either language, with place."""
        return self.en

    def text(self, lang: str = "en") -> str:
        """``where:line: message`` in ``lang`` (``"ru"``; anything else is English), always one line."""
        return _one_line(f"{self.where}:{self.line or 1}: {self.ru if lang == 'ru' else self.en}")

    def __str__(self) -> str:
        return self.text("en")


class SpecificationError(BerserkError):
    """The specification of the machine, or the data it is built from, contradicts itself."""


class BilingualError(BerserkError):
    """An error whose message exists in both languages.

    Args:
        en: what is wrong and what was expected, in English.
        ru: the same in Russian.

    >>> BilingualError("no", "нет").text("ru")
    'нет'
    """

    def __init__(self, en: str, ru: str) -> None:
        super().__init__(en, ru)
        self.en = en
        self.ru = ru

    def text(self, lang: str = "en") -> str:
        """The message in ``lang``."""
        return self.ru if lang == "ru" else self.en

    def __str__(self) -> str:
        return self.en


class ReadingError(BilingualError, ValueError):
    """An unknown reading, or a value the reading does not have; the message names the allowed ones.

    >>> ReadingError("no such reading", "нет такого прочтения").text("ru")
    'нет такого прочтения'
    """


class SavingError(BilingualError):
    """Nothing was saved; the message says why.

    >>> SavingError("no", "нет").text("ru")
    'нет'
    """


class ExploreError(BilingualError, ValueError):
    """A search that cannot be made as it is asked for: a bound or a property that means nothing, a table too large."""


class TableError(BerserkError, ValueError):
    """A table of actions, rule effects and start that cannot be played with.

    Args:
        path: the element that is wrong: ``("actions", "X", "on")``.
        en: what is wrong and what was expected, in English.
        ru: the same in Russian.

    >>> str(TableError(("actions", "X", "by"), "there is no player 'C'", "нет игрока 'C'"))
    "actions.X.by: there is no player 'C'"
    """

    def __init__(self, path: tuple[str, ...], en: str, ru: str) -> None:
        super().__init__(path, en, ru)
        self.path = path
        self.en = en
        self.ru = ru

    def text(self, lang: str = "en") -> str:
        """Element and message in ``lang``, always one line."""
        # What is wrong may be the length of a name.
        shown = ".".join(f"{part!s:.100}" for part in self.path)
        return _one_line(f"{shown}: {self.ru if lang == 'ru' else self.en}")

    def __str__(self) -> str:
        return self.text("en")


class Refused(Shown, BerserkError):
    """A decision that is not accepted; it changed nothing. Raised, or returned as a value by the ``try_…`` methods.

    Args:
        id: the row of the refusal table that applied.
        clause: the clause it cites, or ``scenario``.
        en: why, in English.
        ru: the same in Russian.
        position: the position text of the game, so that the refusal can be reproduced; or what writes it when it is
            asked for.
    """

    def __init__(self, id: str, clause: str, en: str, ru: str, position: str | Callable[[], str]) -> None:
        super().__init__(id, clause, en, ru)
        self.id = id
        self.clause = clause
        self.en = en
        self.ru = ru
        self._position = position

    @property
    def position(self) -> str:
        """The position text of the game."""
        if not isinstance(self._position, str):
            self._position = self._position()
        return self._position

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.id, self.clause, self.en, self.ru, self.position)

    def __repr__(self) -> str:
        return f"Refused{self.__reduce__()[1]!r}"

    @property
    def sentence(self) -> str:
        """Why, in English; :meth:`reason` gives either language."""
        return self.en

    def reason(self, lang: str = "en") -> str:
        """Why, in ``lang``, without clause and position."""
        return self.ru if lang == "ru" else self.en

    def text(self, lang: str = "en") -> str:
        """Why, with the clause, in ``lang``."""
        return f"{self.reason(lang)} [{citation_text(self.clause, lang)}]"

    def __str__(self) -> str:
        return f"{self.text()} position: {self.position}"
