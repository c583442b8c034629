"""Errors of the diagrams."""

from __future__ import annotations

from berserk_fsm.errors import BilingualError

__all__ = ["DiagramError"]


class DiagramError(BilingualError):
    """A picture could not be made, or does not show what the specification says.

    Args:
        en: what is wrong, in English.
        ru: the same in Russian.

    >>> DiagramError("no such view", "нет такого вида").text("ru")
    'нет такого вида'
    """

    names_its_place = True
