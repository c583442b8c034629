"""The picture of two machines as a finished picture, in any format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from berserk_fsm.diagrams.render import ENDINGS, PICTURES, render
from berserk_fsm.diagrams.view_difference import difference_view
from berserk_fsm.diagrams.words import rule_words

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Specification

__all__ = ["difference_picture"]


def difference_picture(before: Specification, after: Specification, lang: str, format: str = "svg") -> str | bytes:
    """What changes between two machines, as a finished picture; one of the two dashed, the other bold.

    Args:
        before: the first machine, usually that of the default readings.
        after: the second one.
        lang: ``"ru"``; anything else is English.
        format: of :data:`berserk_fsm.diagrams.FORMATS`, or the usual ending of its files, such as ``md``.

    Returns:
        Text; bytes for the formats ``png`` and ``pdf``.

    Raises:
        DiagramError: there is no such format, or the layout failed.

    >>> from berserk_fsm.machine.build import build_specification
    >>> from berserk_fsm.rules.readings import Readings
    >>> other = build_specification(readings=Readings(slow_active_only="false"))
    >>> table = difference_picture(build_specification(), other, "en", "md")
    >>> "declare slow (main phase)" in table
    True
    """
    format = {ending: name for name, ending in ENDINGS.items()}.get(format, format)
    data = render(difference_view(before, after, lang, rule_words(after.profile)), (format,))[format]
    return data if format in PICTURES and format != "svg" else data.decode("utf-8")
