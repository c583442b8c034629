"""The style sheet of displays: everything under one class, light and dark, nothing fetched."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.trace_page_svg import PALETTE, Shade

__all__ = ["STYLE"]

_OF_PICTURES = (
    style.PAPER,
    style.INK,
    style.NO_PHASE.line,
    style.ROLES["automatic"]["fillcolor"],
    *style.DEACTIVATED_TINT,
    *(colour for tint in (*style.PHASES, *style.HOLDERS.values()) for colour in tint),
)
"""The colours of small pictures."""

_COLOURS: Mapping[str, Shade] = {
    **{name: PALETTE[name] for name in ("paper", "ink", "quiet", "rule", "band", "card", "good", "bad")},
    **{name: PALETTE[name] for name in ("active", "active-pale", "nonactive", "nonactive-pale")},
    # As in the published pictures: see berserk_fsm.diagrams.css.
    "lit": Shade("#B3004B", "#FF7FA8"),
    "lit-pale": Shade("#FFD9E6", "#5A1832"),
    "lit-ink": Shade("#8F003C", "#FFB3CB"),
    **{f"p{number}": Shade(colour, style.DARK[colour]) for number, colour in enumerate(_OF_PICTURES)},
}
"""Every colour by the name of its variable."""


def _sheet() -> str:
    light, dark = (
        "{" + "".join(f"--bf-{name}:{getattr(shade, ground)};" for name, shade in _COLOURS.items()) + "}"
        for ground in ("light", "dark")
    )
    rules = (files("berserk_fsm.display") / "page" / "display.css").read_text("utf-8")
    pictures = "".join(
        f'.berserk-fsm .bf-svg [{kind}="{colour.lower()}"]{{{kind}:var(--bf-p{number})}}'
        for number, colour in enumerate(_OF_PICTURES)
        for kind in ("fill", "stroke")
    )
    grounds = (
        f".berserk-fsm{light}"
        f"@media screen and (prefers-color-scheme:dark){{.berserk-fsm{dark}}}"
        # JupyterLab and Visual Studio Code say themselves which page it is.
        f'@media screen{{[data-jp-theme-light="true"] .berserk-fsm,.vscode-light .berserk-fsm{light}'
        f'[data-jp-theme-light="false"] .berserk-fsm,.vscode-dark .berserk-fsm{dark}}}'
    )
    # Pictures first: what is lit has the last word.
    return grounds + pictures + "".join(line.strip() for line in rules.splitlines())


STYLE = _sheet()
"""The style sheet of everything the package shows, under the class ``berserk-fsm``."""
