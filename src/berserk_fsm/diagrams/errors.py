"""Errors of the diagrams."""

from __future__ import annotations

from berserk_fsm.errors import BerserkError

__all__ = ["DiagramError"]


class DiagramError(BerserkError):
    """A picture could not be made, or does not show what the specification says.

    Args:
        en: what is wrong, in English.
        ru: the same in Russian.

    >>> DiagramError("no such view", "нет такого вида").text("ru")
    'нет такого вида'
    """

    names_its_place = True

    def __init__(self, en: str, ru: str) -> None:
        super().__init__(en, ru)
        self.en = en
        self.ru = ru

    def text(self, lang: str = "en") -> str:
        """The message in ``lang``: ``"ru"``; anything else is English."""
        return self.ru if lang == "ru" else self.en

    def __str__(self) -> str:
        return self.en
