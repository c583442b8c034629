"""Errors of the diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from berserk_fsm.errors import BilingualError

__all__ = ["DiagramError", "check_known"]


class DiagramError(BilingualError):
    """A picture could not be made, or does not show what the specification says.

    Args:
        en: what is wrong, in English.
        ru: the same in Russian.

    >>> DiagramError("no such view", "нет такого вида").text("ru")
    'нет такого вида'
    """

    names_its_place = True


def check_known(names: Iterable[str], known: Sequence[str], en: str, ru: str) -> None:
    """Complain about a name that is not known.

    Args:
        names: the names given.
        known: those there are.
        en: what they name, in English.
        ru: the same in Russian, in the genitive.

    Raises:
        DiagramError: one of the names is not among the known ones; the message lists those.
    """
    for name in names:
        if name not in known:
            listed = ", ".join(known)
            raise DiagramError(
                f"there is no {en} {name!r}; expected one of: {listed}",
                f"нет {ru} «{name}»; ожидался один из: {listed}",
            )
