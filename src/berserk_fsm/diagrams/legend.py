"""The legend: what the looks used in a picture mean, drawn with the very shapes of the picture.

Graphviz keeps room for it under the picture; what stands there is a list of drawing operations, put in place once the
layout is known (:mod:`berserk_fsm.diagrams._layout_child`).
"""

from __future__ import annotations

import json
from typing import NamedTuple

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.ink import Ink
from berserk_fsm.diagrams.model import DiagramModel, Edge, Node

__all__ = ["Legend", "legend"]

_COLUMNS = 4
_ROW = 24.0
_SWATCH = 40.0
_CHARACTER = 5.6


class Legend(NamedTuple):
    """What to draw under a picture.

    Args:
        width: room it needs, in points.
        height: the same, downwards.
        operations: JSON for the layout: drawing operations, from the upper left corner of that room.
    """

    width: float
    height: float
    operations: str


def legend(model: DiagramModel, scale: float) -> Legend:
    """The marks that occur in a picture, and their meanings.

    Args:
        model: the picture.
        scale: how big to draw.
    """
    entries = _entries(model)
    columns = [entries[at::_COLUMNS] for at in range(min(_COLUMNS, len(entries)))]
    ink = Ink(scale)
    x, height = 0.0, 8.0
    for column in columns:
        y = 8.0
        for name, meaning in column:
            _swatch(ink, model, name, x, y)
            ink.text(x + _SWATCH + 8, y + 11.5, meaning, 10, style.INK)
            y += _ROW
        height = max(height, y)
        x += _SWATCH + 8 + max(len(meaning) for _, meaning in column) * _CHARACTER + 22
    width = max(x - 22, 1)
    ink.line(0, 0, width, 0, style.RULE, 0.8)
    return Legend(width * scale, height * scale, json.dumps(ink.operations, ensure_ascii=False, separators=(",", ":")))


def _entries(model: DiagramModel) -> list[tuple[str, str]]:
    traits = [state.traits for state in model.states]
    plain = {
        node.role
        for node in model.nodes
        if not node.traits.deactivated
        and node.traits.holder is None
        and node.traits.outcome is None
        and not (node.role == "composite" and node.traits.window is not None)
    }
    asks = any(t.outcome is not None for t in traits)
    used = {
        **{f"phase-{number}": any(t.phase == number for t in traits) for number in range(len(model.phases))},
        **{name: name in plain for name in style.ROLES},
        **{name: any(t.holder == name for t in traits) for name in style.HOLDERS},
        "deactivated": any(t.deactivated for t in traits),
        **{f"window_{name}": any(t.window == name and _is_border(model, t) for t in traits) for name in style.WINDOWS},
        **{f"outcome_{name}": any(t.outcome == name for t in traits) for name in style.OUTCOMES},
        "lit": bool(model.lit),
        **{f"mark_{name}": any(mark == name for _, mark in model.marks) for name in style.MARKS},
        "initial": bool(model.markers),
        "player_edge": not asks and any(not edge.automatic and not edge.faint for edge in model.edges),
        "automatic_edge": not asks and any(edge.automatic and not edge.faint for edge in model.edges),
        "cancelled_edge": any(edge.kinds and _is_cancelled(edge) for edge in model.edges),
        "faint_edge": any(edge.faint for edge in model.edges),
        "label": any(edge.guards or edge.effects for edge in model.edges),
    }
    words = dict(style.LEGEND)
    if asks:
        words["junction"] = style.QUESTION
    words |= style.LEGEND_OF_VIEW.get(model.view, {})
    words |= {f"phase-{n}": (phase, phase) for n, phase in enumerate(model.phases)}
    return [(name, words[name][0 if model.lang == "ru" else 1]) for name, there in used.items() if there]


def _is_cancelled(edge: Edge) -> bool:
    return not edge.faint and style.CANCELLED_KINDS.issuperset(edge.kinds)


def _is_border(model: DiagramModel, traits: object) -> bool:
    """Is there a shape with the border of this window (not only the holders in it)?"""
    return any(
        state.traits == traits
        and state.traits.holder is None
        and (not isinstance(state, Node) or state.role == "composite")
        for state in model.states
    )


def _swatch(ink: Ink, model: DiagramModel, name: str, x: float, y: float) -> None:
    width, height = _SWATCH, 16.0
    kind, _, which = name.partition("_")
    if name.startswith("phase-"):
        tint = style.PHASES[int(name.removeprefix("phase-")) % len(style.PHASES)]
        ink.rounded(x, y, width, height, tint.fill, tint.line, 2)
    elif name in style.HOLDERS:
        tint = style.HOLDERS[name]
        ink.rounded(x, y, width, height, tint.fill, tint.line, 1)
        if name == "nonactive":
            ink.rounded(x + 3, y + 3, width - 6, height - 6, tint.fill, tint.line, 1)
    elif name == "deactivated":
        ink.box(
            x,
            y,
            width,
            height,
            style.DEACTIVATED_TINT.fill,
            style.DEACTIVATED_TINT.line,
            style.DEACTIVATED.width,
            "dashed",
        )
    elif kind == "window":
        border = style.WINDOWS[which]
        ink.rounded(x, y, width, height, style.PAPER, style.INK, border.width, border.style)
    elif kind == "mark":
        before, after, mark = style.MARKS["before"], style.MARKS["after"], style.MARKS[which]
        if which == "changed":
            ink.line(x, y + height / 2 - 2, x + width, y + height / 2 - 2, before.tint.line, mark.line.width)
            ink.line(x, y + height / 2 + 2, x + width, y + height / 2 + 2, after.tint.line, mark.line.width)
        else:
            ink.line(x, y + height / 2, x + width, y + height / 2, mark.tint.line, mark.line.width, mark.line.style)
    elif kind == "outcome":
        look = style.OUTCOMES[which]
        if which == "closed":
            ink.struck(x, y, width, height, look.tint.fill, look.tint.line, look.line.width)
        else:
            ink.rounded(x, y, width, height, look.tint.fill, look.tint.line, look.line.width, look.line.style)
    elif name == "junction":
        ink.hexagon(x, y, width, height, style.PAPER, style.INK, 1)
    elif name in style.ROLES:
        fill = style.ROLES[name]["fillcolor"]
        if "rounded" in style.ROLES[name]["style"]:
            ink.rounded(x, y, width, height, fill, style.INK, 1)
        else:
            ink.box(x, y, width, height, fill, style.INK, 1)
    elif name == "lit":
        ink.rounded(x, y, width, height, style.LIT.fill, style.LIT.line, style.LIT_WIDTH)
    elif name == "initial":
        ink.dot(x + width / 2, y + height / 2, 4.5, style.INK)
    elif name == "label":
        guarded = "label" not in style.LEGEND_OF_VIEW.get(model.view, {})
        ink.text(x + 2, y + 11, "[ ] / …" if guarded else "/ …", 9, style.QUIET)
    else:
        lines = {
            "player_edge": style.DECISION_LINE,
            "automatic_edge": style.AUTOMATIC_LINE,
            "cancelled_edge": style.CANCELLED_LINE,
        }
        line = lines.get(name, style.FAINT_LINE)
        colour = style.FAINT if name == "faint_edge" else style.INK
        ink.arrow(x, y + height / 2, x + width, colour, line.width, filled=name == "player_edge", look=line.style)
