"""View 12 as a finished picture, of any small table."""

from __future__ import annotations

from collections.abc import Iterable

from berserk_fsm.diagrams.reachable_graph import within
from berserk_fsm.diagrams.render import ENDINGS, PICTURES, render
from berserk_fsm.diagrams.view_reachable import reachable_view
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import reachable
from berserk_fsm.explore.report import Violation

__all__ = ["reachable_picture"]

_MOST_STATES = 20_000
"""Where the search for a picture gives up: a table that has so many states has far too many situations."""


def reachable_picture(
    model: Model,
    lang: str,
    format: str = "svg",
    violations: Iterable[Violation] = (),
    turns: int = 1,
    depth: int | None = None,
) -> str | bytes:
    """Everything that can be reached on a table, as a finished picture.

    Args:
        model: the machine on a table.
        lang: ``"ru"``; anything else is English.
        format: of :data:`berserk_fsm.diagrams.FORMATS`, or the usual ending of its files, such as ``md``.
        violations: what to point out: where each fails, and the way to it.
        turns: how many turns belong to it.
        depth: show only what can be reached by so many decisions; everything if ``None``.

    Returns:
        Text; bytes for the formats ``png`` and ``pdf``.

    Raises:
        DiagramError: there is no such format, or the layout failed.
        ExploreError: there are more than :data:`MOST` situations; ``turns`` or ``depth`` means nothing.

    >>> from berserk_fsm.game import Action, Game
    >>> game = Game([Action("M", by="A", speed="slow")])
    >>> picture = reachable_picture(Model(game.specification, game.table), "en", "mermaid", depth=2)
    >>> print(*[line.strip() for line in picture.splitlines() if "declares" in line], sep="\\n")
    situation_1 --> situation_3 : A declares M<br/>302.9 · 303.3 · 303.5
    """
    format = {ending: name for name, ending in ENDINGS.items()}.get(format, format)
    reached = reachable(model, turns, _MOST_STATES) if depth is None else within(model, turns, depth)
    data = render(reachable_view(reached, lang, violations, turns, depth), (format,))[format]
    return data if format in PICTURES and format != "svg" else data.decode("utf-8")
