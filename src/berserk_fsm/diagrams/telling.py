"""Small helpers for the words of a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Call

__all__ = ["differing", "in_russian", "unique"]

T = TypeVar("T")
_MOST = 2


def unique(items: Iterable[T]) -> tuple[T, ...]:
    """The items, each once, in order.

    >>> unique(["b", "a", "b"])
    ('b', 'a')
    """
    return tuple(dict.fromkeys(items))


def in_russian(number: int, one: str, few: str, many: str) -> str:
    """The Russian form of a noun after a number.

    >>> [in_russian(n, "переход", "перехода", "переходов") for n in (1, 3, 11, 25)]
    ['переход', 'перехода', 'переходов', 'переходов']
    """
    if number % 10 == 1 and number % 100 != 11:
        return one
    return few if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else many


def differing(of_rows: Sequence[tuple[Call, ...]], said: Callable[[Call], str], lang: str) -> tuple[str, ...]:
    """The calls of several rows drawn as one, in words: first what all have, then what only some have.

    Args:
        of_rows: for each row its calls.
        said: a call in words.
        lang: ``ru`` or ``en``.
    """
    common = [call for call in of_rows[0] if all(call in calls for calls in of_rows)]
    rests = unique(tuple(call for call in calls if call not in common) for calls in of_rows)
    found = [said(call) for call in common]
    told = unique("; ".join(said(call) for call in rest) for rest in rests if rest)
    if not told:
        return tuple(found)
    joined = (" или " if lang == "ru" else " or ").join(told)
    if len(told) > _MOST:
        found.append("ещё — смотря где" if lang == "ru" else "more, depending on the place")
    elif () in rests:
        also = ("местами ещё", "in places also") if found else ("местами", "in places")
        found.append(f"{also[lang != 'ru']}: {joined}")
    else:
        found.append(joined)
    return tuple(found)
