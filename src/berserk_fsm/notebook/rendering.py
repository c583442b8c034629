"""The regions of the stepper as HTML; only the templates and the display package write markup."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from berserk_fsm.citing import citation_text
from berserk_fsm.notebook.words import WORDS

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["frame", "front_end", "region", "style"]


def front_end() -> str:
    """The ECMAScript module of the widget."""
    return (files("berserk_fsm.notebook") / "front" / "stepper.js").read_text("utf-8")


def style() -> str:
    """The style sheet of the stepper and of what the display package renders."""
    from berserk_fsm.display import STYLE

    return STYLE + (files("berserk_fsm.notebook") / "front" / "stepper.css").read_text("utf-8")


@cache
def frame() -> str:
    """Where the regions stand."""
    return (files("berserk_fsm.notebook") / "front" / "frame.html").read_text("utf-8")


def region(name: str, shown: Any, lang: str) -> str:
    """One region.

    Args:
        name: a macro of the templates.
        shown: what it shows.
        lang: ``"ru"``; anything else is English.

    >>> region("files", {"saved": "", "text": ""}, "en").count("<textarea")
    2
    """
    macros: Any = _macros("ru" if lang == "ru" else "en")
    return str(getattr(macros, name)(shown)).strip()


@cache
def _macros(lang: str) -> Any:
    told: Mapping[str, Any] = {name: text.get(lang) for name, text in WORDS.items()}
    words = SimpleNamespace(**told, clauses=lambda names: ", ".join(citation_text(name, lang) for name in names))
    return _environment().get_template("regions.html.j2").make_module({"t": words})


@cache
def _environment() -> Environment:
    # Jinja2 is needed only here: importing this module stays cheap.
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import escape

    from berserk_fsm.diagrams.trace_page_svg import shown

    environment = Environment(
        loader=PackageLoader("berserk_fsm.notebook", "front"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: shown(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["exactly"] = escape
    return environment
