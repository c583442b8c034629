"""The visual language, as data: one meaning, one look, in every picture.

Colours are the eight of Okabe and Ito, which colour-blind readers can tell apart, as pale fills; every
meaning also has a form (shape, line, stripes, double border), so that a black-and-white print says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

__all__ = [
    "AUTOMATIC_LINE",
    "CITED",
    "DARK",
    "DEACTIVATED",
    "DEACTIVATED_TINT",
    "DECISION_LINE",
    "FAINT",
    "FAINT_LINE",
    "FAINT_TEXT",
    "FONT",
    "HOLDERS",
    "INK",
    "LEGEND",
    "LEGEND_OF_VIEW",
    "LIT",
    "LIT_WIDTH",
    "MARKS",
    "MARKS_DARK",
    "NO_PHASE",
    "OUTCOMES",
    "PAPER",
    "PHASES",
    "PLAIN_BORDER",
    "QUIET",
    "ROLES",
    "RULE",
    "WINDOWS",
    "Line",
    "Marked",
    "Outcome",
    "Tint",
]

FONT = "Roboto"
"""The font of every text; the package ``font-roboto`` brings it, Cyrillic included."""

PAPER = "#FFFFFF"
"""The ground."""

INK = "#222222"
"""Text and outlines."""

QUIET = "#5A5A5A"
"""What may stand back: guards, effects, clauses (still 6.9 : 1 on white)."""

CITED = "#666666"
"""The numbers of clauses (5.7 : 1 on white); nothing else has this colour, so that they can be found and linked."""

FAINT = "#A8A8A8"
"""Lines of the surroundings."""

FAINT_TEXT = "#757575"
"""Words of the surroundings (4.6 : 1 on white)."""

RULE = "#BBBBBB"
"""The line above the legend."""


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
        "any": Line("solid", 2.4),
    }
)
"""The border of a window by its kind; a window is always white inside."""

PLAIN_BORDER = Line("solid", 0.8)
DECISION_LINE = Line("solid", 1.5)
AUTOMATIC_LINE = Line("solid", 0.9)
FAINT_LINE = Line("solid", 0.8)
CANCELLED_LINE = Line("dashed", 1.3)
"""A way an action takes that will not be executed (gap/cancelled_is_unpaid)."""

CANCELLED_KINDS = frozenset({"fail_legality", "fail_to_reserve", "take_off_stack"})
"""The kinds of rows on that way."""


def edge_line(faint: bool, automatic: bool, kinds: Iterable[str]) -> Line:
    """How a transition is drawn.

    Args:
        faint: it belongs to the surroundings.
        automatic: the machine takes it by itself.
        kinds: the kinds of its rows.

    >>> edge_line(False, True, ["fail_legality"]).style
    'dashed'
    """
    if faint:
        return FAINT_LINE
    if CANCELLED_KINDS.issuperset(kinds):
        return CANCELLED_LINE
    return AUTOMATIC_LINE if automatic else DECISION_LINE


LIT = Tint("#FFF0A3", "#8A5A00")
"""What a picture points out: yellow, with a heavy border."""

LIT_WIDTH = 2.6


class Marked(NamedTuple):
    """The look of what is not alike in the two machines of a picture."""

    sign: str
    tint: Tint
    line: Line


MARKS: Mapping[str, Marked] = MappingProxyType(
    {
        "before": Marked("\N{MINUS SIGN}", Tint("#F9EAF3", "#AD3D83"), Line("dashed", 2.2)),
        "after": Marked("+", Tint("#DDF0E9", "#005C44"), Line("solid", 3.0)),
        "changed": Marked("\N{PLUS-MINUS SIGN}", Tint("#F4F4F4", "#222222"), Line("solid", 1.8)),
    }
)
"""Only in the first machine: purple, dashed, a minus; only in the second: dark green, heavy, a plus; changed: a double
line in both colours. The two colours differ in brightness too."""

MARKS_DARK: Mapping[str, str] = MappingProxyType(
    {"#F9EAF3": "#43203A", "#AD3D83": "#F08CC8", "#DDF0E9": "#0D3A2E", "#005C44": "#48D6A8", "#F4F4F4": "#2A2F35"}
)
"""Like :data:`DARK`, for pictures with marks."""


class Outcome(NamedTuple):
    """The look of an answer in a picture of decisions."""

    tint: Tint
    line: Line
    shape: str


OUTCOMES: Mapping[str, Outcome] = MappingProxyType(
    {
        "open": Outcome(Tint("#DDF1EA", "#00795A"), Line("solid", 2.2), "box"),
        "if": Outcome(Tint("#FDF1D3", "#A86E00"), Line("dashed", 1.8), "box"),
        "closed": Outcome(Tint("#E4E4E4", "#4A4A4A"), Line("solid", 1.4), "cut"),
    }
)
"""Answers: open (round, solid), open if something holds (round, dashed), closed (corners struck off, grey)."""

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
        "final": {"shape": "box", "style": "rounded,filled", "fillcolor": INK},
    }
)
"""The shape of a state by its role; ``final`` is as black as the dot of the start, its words are white."""

DEACTIVATED = Line("dashed", 2.4)
DEACTIVATED_TINT = Tint("#D9D9D9", "#000000")
"""A state in which the stack is deactivated (302.8): grey, with a heavy dashed border."""

QUESTION = ("вопрос", "question")
"""What a junction is called in a picture of decisions."""

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
        "window_any": ("окно приоритета", "priority window"),
        "composite": ("свёрнуто: внутри ещё состояния", "folded: more states inside"),
        "final": ("дальше не смотрели", "not looked at any further"),
        "outcome_open": ("можно", "allowed"),
        "outcome_if": ("можно при условии", "allowed on a condition"),
        "outcome_closed": ("нельзя", "not allowed"),
        "lit": ("ссылается на этот пункт", "cites this clause"),
        "mark_before": ("только при первом ответе (\N{MINUS SIGN})", "only with the first answer (\N{MINUS SIGN})"),
        "mark_after": ("только при втором ответе (+)", "only with the second answer (+)"),
        "mark_changed": (
            "при ответах разное (\N{PLUS-MINUS SIGN})",
            "differs between the answers (\N{PLUS-MINUS SIGN})",
        ),
        "faint_edge": ("окружение", "surroundings"),
        "initial": ("начало", "start"),
        "player_edge": ("решение игрока", "a player's decision"),
        "automatic_edge": ("автоматический переход", "automatic transition"),
        "cancelled_edge": ("отмена без оплаты", "cancelled, unpaid"),
        "label": ("[условия] / действия", "[guards] / effects"),
    }
)
"""What the legend says, Russian and English."""

LEGEND_OF_VIEW: Mapping[str, Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "reachable": MappingProxyType(
            {
                "lit": ("путь к нарушению", "the way to where it fails"),
                "player_edge": ("решение игрока и всё, что следует само", "a decision and all that follows by itself"),
                "label": ("что при этом случилось", "what came about on the way"),
            }
        )
    }
)
"""What the legend says otherwise in the pictures of a view."""

DARK: Mapping[str, str] = MappingProxyType(
    {
        PAPER: "#16191D",
        INK: "#E8E8E8",
        QUIET: "#B9BEC4",
        CITED: "#A3A9B0",
        FAINT: "#6A7077",
        FAINT_TEXT: "#9AA0A6",
        RULE: "#4A5056",
        "#8A8A8A": "#7C838A",
        "#F1F1F1": "#2A2F35",
        "#D9D9D9": "#3A4047",
        "#000000": "#F2F2F2",
        "#EAF5FC": "#15303F",
        "#56B4E9": "#56B4E9",
        "#FDF4DF": "#38290B",
        "#E69F00": "#E69F00",
        "#E5F4EF": "#0E3228",
        "#009E73": "#2BBE94",
        "#F8ECF3": "#3A2431",
        "#CC79A7": "#CC79A7",
        "#CCE3F0": "#123D59",
        "#0072B2": "#5BB2E6",
        "#F9DECD": "#552711",
        "#D55E00": "#F08A45",
        "#FFF0A3": "#5A4A00",
        "#8A5A00": "#FFD24A",
        "#DDF1EA": "#10382D",
        "#00795A": "#3CC79E",
        "#FDF1D3": "#40300C",
        "#A86E00": "#F0B43C",
        "#E4E4E4": "#33383E",
        "#4A4A4A": "#AEB4BA",
    }
)
"""What each colour becomes where a reader prefers dark pages."""
