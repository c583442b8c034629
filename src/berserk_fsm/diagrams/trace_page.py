"""The page of a trace: one file to send to a colleague, with everything in it and nothing fetched.

It is a readable document without JavaScript, and prints; with it the page is stepped through, forward and back. Words
come from :mod:`berserk_fsm.scenario.trace`, the machine's vocabulary and :mod:`~berserk_fsm.diagrams.trace_page_words`.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.files import write_whole

if TYPE_CHECKING:
    from berserk_fsm.scenario.play import Turnout

__all__ = ["trace_page", "write_trace_page"]


def trace_page(turnout: Turnout, lang: str = "ru") -> str:
    """The page of a played scenario, as HTML.

    Args:
        turnout: how it turned out.
        lang: ``"ru"``; anything else is English.

    Raises:
        DiagramError: a picture of the machine could not be made.
    """
    # Jinja2 and the pictures are needed only here: importing this module stays cheap.
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    from berserk_fsm.diagrams.trace_page_content import content_of
    from berserk_fsm.diagrams.trace_page_svg import dark_css, font_css, shown

    def visible(value: Any) -> Any:
        """Texts as they may be shown; what is markup already stays as it is."""
        return shown(value) if type(value) is str else value

    script = _asset("trace.js")
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    environment = Environment(autoescape=True, undefined=StrictUndefined, finalize=visible, keep_trailing_newline=True)
    fixed: Mapping[str, Any] = {
        "css": Markup(font_css() + _asset("trace.css") + dark_css()),
        "script": Markup(script),
        "script_hash": f"sha256-{digest}",
    }
    page: str = environment.from_string(_asset("trace.html.j2")).render(**content_of(turnout, lang), **fixed)
    return page


def write_trace_page(turnout: Turnout, lang: str, path: str | os.PathLike[str]) -> None:
    """Write the page of a played scenario; a reader sees the old file or the new one, never half of it.

    Raises:
        BerserkError: a picture could not be made, or the file cannot be written; nothing is left behind.
    """
    page = trace_page(turnout, lang).encode("utf-8")
    try:
        write_whole(Path(path), page)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise DiagramError(f"{path}: cannot be written: {why}", f"{path}: не записывается: {why}") from None


def _asset(name: str) -> str:
    return (files("berserk_fsm.diagrams") / "page" / name).read_text("utf-8")
