"""The visual language, as data: one meaning, one look, in every picture.

Colours are the eight of Okabe and Ito, which colour-blind readers can tell apart, as pale fills; every
meaning also has a form (shape, line, stripes, double border), so that a black-and-white print says the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["DECISION_LINE", "FONT", "HOLDERS", "INK", "LEGEND", "PHASES", "QUIET", "ROLES", "WINDOWS"]

FONT = "Roboto"
"""The font of every text; the package ``font-roboto`` brings it, Cyrillic included."""

INK = "#222222"
"""Text and outlines."""

QUIET = "#5A5A5A"
"""What may stand back: guards, effects, clauses (still 6.9 : 1 on white)."""


class Tint(NamedTuple):
    """A fill and the outline that goes with it."""

    fill: str
    line: str


PHASES = (
    Tint("#EAF5FC", "#56B4E9"),
    Tint("#FDF4DF", "#E69F00"),
    Tint("#E5F4EF", "#009E73"),
    Tint("#F8ECF3", "#CC79A7"),
)
"""The phases in the order of the turn: sky blue, orange, green; purple for a fourth."""

NO_PHASE = Tint("#FFFFFF", "#8A8A8A")
"""What belongs to no phase."""

HOLDERS: Mapping[str, Tint] = MappingProxyType(
    {"active": Tint("#CCE3F0", "#0072B2"), "nonactive": Tint("#F9DECD", "#D55E00")}
)
"""Who has priority: blue and a single border for Active, vermilion and a double border for Non-active."""


class Line(NamedTuple):
    """How a border or a transition is drawn."""

    style: str
    width: float


WINDOWS: Mapping[str, Line] = MappingProxyType(
    {
        "phase": Line("solid", 2.4),
        "step": Line("solid", 1.0),
        "removal": Line("dashed", 1.4),
        "off_stack": Line("dotted", 1.8),
    }
)
"""The border of a window by its kind; a window is always white inside."""

PLAIN_BORDER = Line("solid", 0.8)
DECISION_LINE = Line("solid", 1.5)
AUTOMATIC_LINE = Line("solid", 0.7)

ROLES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "decision": {"shape": "box", "style": "rounded,filled", "fillcolor": "#FFFFFF"},
        "automatic": {"shape": "box", "style": "filled", "fillcolor": "#F1F1F1"},
        "junction": {"shape": "hexagon", "style": "filled", "fillcolor": "#FFFFFF", "margin": "0.02,0.02"},
        "composite": {
            "shape": "box",
            "style": "rounded,filled",
            "fillcolor": "#FFFFFF",
            "margin": "0.22,0.12",
        },
    }
)
"""The shape of a state by its role."""

DEACTIVATED = Line("dashed", 2.4)
DEACTIVATED_TINT = Tint("#D9D9D9", "#000000")
"""A state in which the stack is deactivated (302.8): grey, with a heavy dashed border."""

LEGEND: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "decision": ("игрок решает", "a player decides"),
        "automatic": ("делается само", "done by itself"),
        "junction": ("развилка", "junction"),
        "active": ("владеет Активный", "Active has priority"),
        "nonactive": ("владеет Неактивный", "Non-active has priority"),
        "deactivated": ("стек деактивирован", "stack deactivated"),
        "window_phase": ("окно фазы", "phase window"),
        "window_step": ("окно этапа", "step window"),
        "window_removal": ("окно после удаления", "window after removal"),
        "window_off_stack": ("окно вне стека", "off-stack window"),
        "composite": ("свёрнутый автомат", "folded sub-machine"),
        "initial": ("начало", "start"),
        "player_edge": ("решение игрока", "a player's decision"),
        "automatic_edge": ("автоматический переход", "automatic transition"),
        "label": ("[условия] / действия, пункты правил", "[guards] / effects, rule clauses"),
    }
)
"""What the legend says, Russian and English."""
