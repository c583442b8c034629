"""The style sheet in every SVG: light and dark, and the classes that highlight."""

from __future__ import annotations

from berserk_fsm.diagrams import style

__all__ = ["HIGHLIGHT", "style_sheet"]

HIGHLIGHT = """
.active>path,.active>polygon,.active>ellipse{stroke:#B3004B;stroke-width:3.4}
.node.active>path,.node.active>polygon{fill:#FFD9E6}
.around>path,.around>polygon{stroke:#B3004B;stroke-width:2}
.visited.node:not(.row)>path,.visited.node:not(.row)>polygon{stroke-width:2.4}
.fired.edge>path{stroke:#B3004B;stroke-width:2.2}
.fired.edge>polygon{stroke:#B3004B;fill:#B3004B}
.fired.row>text,.fired-inside>text{fill:#8F003C}
.last.edge>path{stroke-width:4}
.last.row.node>text{text-decoration:underline}
.uncovered.node:not(.row)>path,.uncovered.node:not(.row)>polygon{stroke:#8F5F00;stroke-width:2.4;stroke-dasharray:2,3}
.uncovered.edge>path{stroke:#8F5F00;stroke-dasharray:2,4;stroke-width:1.8}
.uncovered.row>text{fill:#8F5F00}
.covered.edge>path{stroke:#00795A}
.covered.edge>polygon{stroke:#00795A}
.partly.edge>path{stroke:#00795A;stroke-dasharray:8,3}
"""
"""Active: heavy crimson border. Fired: crimson line, the last one heavier. Never covered: dotted, ochre."""

_DARK_HIGHLIGHT = """
.active>path,.active>polygon,.active>ellipse,.around>path,.around>polygon,.fired.edge>path{stroke:#FF7FA8}
.node.active>path,.node.active>polygon{fill:#5A1832}
.fired.edge>polygon{stroke:#FF7FA8;fill:#FF7FA8}
.fired.row>text,.fired-inside>text{fill:#FFB3CB}
.uncovered.node:not(.row)>path,.uncovered.node:not(.row)>polygon,.uncovered.edge>path{stroke:#F0B43C}
.uncovered.row>text{fill:#F0B43C}
.covered.edge>path,.covered.edge>polygon,.partly.edge>path{stroke:#3CC79E}
"""


def style_sheet(fonts: str, marked: bool = False) -> str:
    """The whole sheet.

    Colours are attributes in the SVG, so that programs without style sheets show the light picture; a reader who
    prefers dark pages gets the other of each pair.

    Args:
        fonts: the ``@font-face`` rules.
        marked: the picture is of two machines and has marks.
    """
    dark = "".join(
        f'[fill="{light.lower()}"]{{fill:{to}}}[stroke="{light.lower()}"]{{stroke:{to}}}'
        for light, to in {**style.DARK, **(style.MARKS_DARK if marked else {})}.items()
    )
    names = (
        f'[fill="white"]{{fill:{style.DARK[style.PAPER]}}}[stroke="black"]{{stroke:{style.DARK[style.INK]}}}'
        f'[fill="black"],text:not([fill]){{fill:{style.DARK[style.INK]}}}'
    )
    return (
        f"{fonts}\ntext{{font-kerning:normal;text-rendering:geometricPrecision}}"
        "a:hover text,a:hover{text-decoration:underline}"
        f"{HIGHLIGHT}@media (prefers-color-scheme:dark){{{dark}{names}{_DARK_HIGHLIGHT}}}\n"
    )
