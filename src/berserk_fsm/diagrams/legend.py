"""The legend: what the looks used in a picture mean."""

from __future__ import annotations

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.html_labels import font
from berserk_fsm.diagrams.model import DiagramModel

__all__ = ["legend"]

_LEGEND_COLUMNS = 5


def legend(model: DiagramModel, scale: float) -> str:
    """A table of what the picture uses, one swatch and its meaning each."""
    entries = [
        f'<TD ALIGN="CENTER">{swatch}</TD><TD ALIGN="LEFT">{font([meaning], 10 * scale, style.INK)}</TD>'
        f'<TD WIDTH="{14 * scale:.0f}"></TD>'
        for swatch, meaning in _entries(model, _Swatches(scale))
    ]
    rows = (entries[at : at + _LEGEND_COLUMNS] for at in range(0, len(entries), _LEGEND_COLUMNS))
    return (
        f'<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="{2 * scale:.0f}" CELLPADDING="{2 * scale:.0f}" '
        f'COLOR="#BBBBBB" STYLE="rounded">{"".join(f"<TR>{_filled(row)}</TR>" for row in rows)}</TABLE>'
    )


def _filled(row: list[str]) -> str:
    missing = _LEGEND_COLUMNS - len(row)
    return "".join(row) + (f'<TD COLSPAN="{3 * missing}"></TD>' if missing else "")


def _entries(model: DiagramModel, swatches: _Swatches) -> list[tuple[str, str]]:
    traits = [state.traits for state in model.states]
    plain = {node.role for node in model.nodes if not node.traits.deactivated and node.traits.holder is None}
    holders = {t.holder for t in traits}
    windows = {t.window for t in traits}
    found: list[tuple[str, str]] = []

    def add(name: str, used: bool, swatch: str) -> None:
        if used:
            ru, en = style.LEGEND[name]
            found.append((swatch, ru if model.lang == "ru" else en))

    for number, phase in enumerate(model.phases):
        tint = style.PHASES[number % len(style.PHASES)]
        found.append((swatches.box("rounded", tint, 2), phase))
    for name, role in style.ROLES.items():
        tint = style.Tint(role["fillcolor"], style.INK)
        look = "rounded" if "rounded" in role["style"] else "solid"
        add(name, name in plain, swatches.pointed(tint) if name == "junction" else swatches.box(look, tint, 1))
    for name, tint in style.HOLDERS.items():
        box = swatches.box("rounded", tint, 1)
        add(name, name in holders, swatches.doubled(box, tint) if name == "nonactive" else box)
    border = style.DEACTIVATED
    add(
        "deactivated",
        any(t.deactivated for t in traits),
        swatches.box(border.style, style.DEACTIVATED_TINT, border.width),
    )
    for name, border in style.WINDOWS.items():
        white = style.Tint("#FFFFFF", style.INK)
        add(f"window_{name}", name in windows, swatches.box(f"rounded,{border.style}", white, border.width))
    add("initial", bool(model.markers), swatches.dot())
    add("player_edge", any(not edge.automatic for edge in model.edges), swatches.bar(3))
    add("automatic_edge", any(edge.automatic for edge in model.edges), swatches.bar(1))
    add("label", any(edge.guards or edge.effects for edge in model.edges), swatches.words("[ ] / "))
    return found


class _Swatches:
    """The little samples of the legend, as HTML-like tables."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def box(self, look: str, tint: style.Tint, width: float, sides: str = "", inside: str = " ") -> str:
        across, down = 34 * self.scale, 14 * self.scale
        return (
            f'<TABLE BORDER="{max(1, width * (1 + self.scale) / 2):.0f}" CELLBORDER="0" CELLSPACING="0" '
            f'CELLPADDING="0" COLOR="{tint.line}" BGCOLOR="{tint.fill}" STYLE="{look}"{sides}>'
            f'<TR><TD WIDTH="{across:.0f}" HEIGHT="{down:.0f}">{inside}</TD></TR></TABLE>'
        )

    def pointed(self, tint: style.Tint) -> str:
        left, right = (
            "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
            "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
        )
        points = f'<FONT POINT-SIZE="{14 * self.scale:g}">{left}    {right}</FONT>'
        return self.box("solid", tint, 1, ' SIDES="TB"', points)

    def doubled(self, box: str, tint: style.Tint) -> str:
        return (
            f'<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="2" CELLPADDING="0" COLOR="{tint.line}" '
            f'STYLE="rounded">'
            f"<TR><TD>{box}</TD></TR></TABLE>"
        )

    def dot(self) -> str:
        return f'<FONT POINT-SIZE="{24 * self.scale:g}" COLOR="{style.INK}">\N{BULLET}</FONT>'

    def words(self, text: str) -> str:
        return font([text], 9 * self.scale)

    def bar(self, height: float) -> str:
        return (
            '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>'
            f'<TD WIDTH="{38 * self.scale:.0f}" HEIGHT="{height * (1 + self.scale) / 2:.0f}" '
            f'FIXEDSIZE="TRUE" BGCOLOR="{style.INK}"></TD></TR></TABLE>'
        )
