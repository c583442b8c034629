"""Pages as HTML and as Markdown, by one template each. Nothing in a page is markup but what a template writes."""

from __future__ import annotations

import base64
import hashlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from berserk_fsm.pages.blocks import FIELD, Figure, Finder, Page, Run

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["RENDERERS", "as_html", "as_markdown"]

_SVG = "http://www.w3.org/2000/svg"
_MARKUP = re.compile(r"[\\`*{}\[\]#|~$]|(?<![^\W_])_|_(?![^\W_])")
_OPENING = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=])(?=\s|$|[-=])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def as_html(page: Page, lang: str, beside: Sequence[str] = ()) -> str:
    """A page as one HTML file that fetches nothing.

    Args:
        page: the page.
        lang: its language.
        beside: the other languages in which the set is written, in folders beside this one.
    """
    return _rendered("page.html.j2", page, lang, beside)


def as_markdown(page: Page, lang: str, beside: Sequence[str] = ()) -> str:
    """A page as Markdown; pictures are files beside it."""
    text = _rendered("page.md.j2", page, lang, beside)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


RENDERERS: Mapping[str, Callable[[Page, str, Sequence[str]], str]] = MappingProxyType(
    {"html": as_html, "md": as_markdown}
)
"""The formats, by the ending of their files."""


def _rendered(template: str, page: Page, lang: str, beside: Sequence[str]) -> str:
    import berserk_fsm

    words = _WORDS[lang]
    others = [{"lang": other, "name": {"ru": "По-русски", "en": "In English"}[other]} for other in beside]
    text: str = (
        _environment(template)
        .get_template(template)
        .render(
            page=page,
            lang=lang,
            others=others,
            version=berserk_fsm.__version__,
            t=words,
            field=FIELD,
            search=Run(words["search"], page="search", place=FIELD),
            script=_finder_script() if any(isinstance(block, Finder) for block in page.blocks) else "",
        )
    )
    return text


@cache
def _finder_script() -> Any:
    """The script of a page with a list to search; no other page has one."""
    from markupsafe import Markup

    return Markup((files("berserk_fsm.pages") / "templates" / "finder.js").read_text("utf-8"))


@cache
def _environment(template: str) -> Environment:
    # Jinja2 is needed only here: importing this module stays cheap.
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from berserk_fsm.diagrams.trace_page_svg import dark_css, font_css, shown

    html = template.endswith(".html.j2")

    def visible(value: Any) -> Any:
        """Texts as they may be shown; what is markup already stays as it is."""
        if type(value) is not str:
            return value
        return shown(value) if html else Markup(_in_markdown(shown(value)))

    environment = Environment(
        loader=PackageLoader("berserk_fsm.pages", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "inline": _inline,
        "fenced": _fenced,
        "hash": _hash,
        "href": _href,
        "exactly": _exactly,
        "on_one_line": _on_one_line,
    }
    if html:
        look = (files("berserk_fsm.diagrams") / "page" / "trace.css").read_text("utf-8")
        own = (files("berserk_fsm.pages") / "templates" / "page.css").read_text("utf-8")
        environment.globals["css"] = Markup(font_css() + look + own + dark_css())
    return environment


def _href(run: Run, ending: str) -> str:
    """Where a run leads."""
    page = f"{run.page}.{ending}" if run.page else ""
    return f"{page}#{run.place}" if run.place else page


def _hash(script: str) -> str:
    """What a policy calls a script that it allows.

    >>> _hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode('utf-8')).digest()).decode('ascii')}"


def _exactly(text: str) -> Any:
    """A text of several lines, shown as it is."""
    from markupsafe import escape

    from berserk_fsm.diagrams.trace_page_svg import shown

    # Every line is shown by itself, so that only line ends are kept; the spaces before a line belong to it.
    lines = [" " * (len(line) - len(line.lstrip(" "))) + shown(line) for line in text.rstrip("\n").split("\n")]
    return escape("\n".join(lines))


def _on_one_line(text: str) -> Any:
    """A text inside HTML in Markdown, which an empty line would end and where Markdown's signs mean nothing."""
    return _exactly(" ".join(text.split()))


def _fenced(text: str) -> Any:
    """A text as a block of code that nothing in it can end."""
    from markupsafe import Markup

    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markup(f"{fence}yaml\n{text.rstrip()}\n{fence}")


def _inline(figure: Figure) -> Any:
    """A picture as a part of an HTML page, with ids of its own; the page has the font already."""
    from markupsafe import Markup

    ET.register_namespace("", _SVG)
    root = ET.fromstring(figure.svg.encode("utf-8"))
    for element in root.iter():
        if element.tag == f"{{{_SVG}}}style":
            element.text = re.sub(r"@font-face\s*\{[^}]*\}", "", element.text or "")
        for key, value in list(element.items()):
            if key == "id":
                element.set(key, f"{figure.name}-{value}")
            elif key == "aria-labelledby":
                element.set(key, " ".join(f"{figure.name}-{name}" for name in value.split()))
            elif value.startswith("url(#"):
                element.set(key, f"url(#{figure.name}-{value[5:]}")
    return Markup(ET.tostring(root, encoding="unicode"))


def _in_markdown(text: str) -> str:
    r"""``text`` as Markdown that shows it as it is.

    >>> print(_in_markdown("<b> | *x* 302.6 https://a"))
    &lt;b&gt; \| \*x\* 302.6 https&#58;//a
    """
    safe = _MARKUP.sub(r"\\\g<0>", text.translate(_ENTITIES))
    # Nothing becomes a link by itself, and no line a numbered item.
    safe = safe.replace("://", "&#58;//").replace("@", "&#64;").replace("www.", "www&#46;")
    return _OPENING.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", safe)


_WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "ru": {
            "skip": "Сразу к содержанию",
            "up": "Навигация",
            "search": "Поиск",
            "found": "Найдено:",
            "finds": "Что есть на страницах",
            "no_script": "Без JavaScript строки для поиска нет: весь список ниже, ищите в нём поиском браузера.",
            "turn": "Соседние пункты",
            "turn_below": "Соседние пункты, ещё раз",
            "made": "Страница создана berserk-fsm",
            "contents": "На этой странице",
            "scroll": "таблица, прокручивается вбок",
        },
        "en": {
            "skip": "To the content",
            "up": "Navigation",
            "search": "Search",
            "found": "Found:",
            "finds": "What is on the pages",
            "no_script": "Without JavaScript there is no field; the whole list is below for the browser's own search.",
            "turn": "Neighbouring clauses",
            "turn_below": "Neighbouring clauses, once more",
            "made": "Made by berserk-fsm",
            "contents": "On this page",
            "scroll": "a table that scrolls sideways",
        },
    }
)
