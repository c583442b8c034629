"""SVG: what Graphviz wrote, made readable for people and programs, and counted against the model.

Each state and each transition is a group with its id, its classes, a ``<title>`` and a ``<desc>``, so that a
page can find, light and explain it. Classes of states: the role, ``phase-N``, ``window-KIND``,
``holder-WHO``, ``deactivated``, ``reference``, ``outcome-ANSWER``, ``lit``; of transitions: ``row``, ``player`` or
``automatic``, ``kind-KIND``, ``faint``, ``lit``, ``mark-KIND``. Texts that cite are of class ``clause``.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.css import style_sheet
from berserk_fsm.diagrams.dot import half_ids
from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.fonts import font_face
from berserk_fsm.diagrams.html_labels import plain
from berserk_fsm.diagrams.model import Cluster, DiagramModel, Edge, Marker

__all__ = ["check_svg_texts", "count_check", "finish_svg", "in_words"]

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_WIDEST = 1600
_FONTS = "Roboto, Arial, sans-serif"
_SHAPES = frozenset(f"{{{_SVG}}}{name}" for name in ("path", "polygon", "polyline", "ellipse", "text"))


class _Told(NamedTuple):
    """What an element tells who asks: its title, and the rest."""

    title: str
    rest: str


def finish_svg(raw: bytes, model: DiagramModel, fingerprint: str, href: str | None = None) -> bytes:
    """The SVG to publish, from the one Graphviz wrote: it carries its font, its style sheet and its text equivalent.

    Args:
        raw: what Graphviz wrote.
        model: what was drawn.
        fingerprint: of the DOT text; tells later whether the picture is of the same text.
        href: the address of a clause's page, with ``{clause}`` for its number; ``None``: no links.

    Raises:
        DiagramError: a state or a transition of the model is not in it.
    """
    ET.register_namespace("", _SVG)
    ET.register_namespace("xlink", _XLINK)
    root = _parsed(raw)
    width, height = (_pixels(root.get(side, "0")) for side in ("width", "height"))
    if model.size == "sheet" and width > _WIDEST:
        width, height = _WIDEST, round(height * _WIDEST / width)
    root.attrib.update(
        {
            "width": str(width),
            "height": str(height),
            "role": "img",
            "lang": model.lang,
            "aria-labelledby": "picture-title picture-text",
            "data-fingerprint": fingerprint,
        }
    )
    told = _told(model)
    for group in root.iter(f"{{{_SVG}}}g"):
        title = group.find(f"{{{_SVG}}}title")
        if title is None:
            continue
        name = group.get("id", "")
        if "graph" in group.get("class", "").split() or _is_frame(group):
            group.remove(title)
        elif name in told:
            title.text = plain(told[name].title)
            if told[name].rest:
                description = ET.Element(f"{{{_SVG}}}desc")
                description.text = plain(told[name].rest)
                description.tail = title.tail
                group.insert(1, description)
    letters: dict[str, set[str]] = {}
    for text in root.iter(f"{{{_SVG}}}text"):
        text.set("font-family", _FONTS)
        letters.setdefault(text.get("font-weight", "normal"), set()).update(text.text or "")
        if text.get("fill", "").upper() == style.CITED:
            text.set("class", "clause")
            if href is not None:
                _link(text, href)
    fonts = "\n".join(font_face(used, weight) for weight, used in sorted(letters.items()))
    sheet = ET.Element(f"{{{_SVG}}}style")
    sheet.text = style_sheet(fonts, bool(model.marks))
    title, text_equivalent = ET.Element(f"{{{_SVG}}}title"), ET.Element(f"{{{_SVG}}}desc")
    title.set("id", "picture-title")
    title.text = plain(model.title)
    text_equivalent.set("id", "picture-text")
    text_equivalent.text = plain(in_words(model))
    for element in (sheet, text_equivalent, title):
        root.insert(0, element)
    finished: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"
    count_check(finished, model)
    return finished


def _link(text: ET.Element, href: str) -> None:
    """Turn each clause number of a text into a link; gaps and what is no clause stay as they are."""
    whole = text.text or ""
    text.text, last = "", None
    for piece in re.split(r"(30[23]\.\d{1,2})", whole):
        if re.fullmatch(r"30[23]\.\d{1,2}", piece):
            last = ET.SubElement(text, f"{{{_SVG}}}a", {"href": href.replace("{clause}", piece)})
            last.text = piece
        elif last is None:
            text.text += piece
        else:
            last.tail = (last.tail or "") + piece


def in_words(model: DiagramModel) -> str:
    """The picture as a text, for those who do not see it: its states, then its transitions.

    Args:
        model: the picture.
    """
    ru = model.lang == "ru"
    titles = {state.id: state.title for state in model.states}
    states = "; ".join(state.title + (f" ({'; '.join(state.notes)})" if state.notes else "") for state in model.states)
    edges = ". ".join(
        f"{titles[edge.source]} → {titles[edge.target]}: {', '.join(edge.titles)}"
        + (f" [{'; '.join(edge.guards)}]" if edge.guards else "")
        for edge in model.edges
    )
    names = ("Состояния", "Переходы") if ru else ("States", "Transitions")
    return f"{'. '.join(model.notes)}. {names[0]}: {states}. {names[1]}: {edges}."


def count_check(svg: bytes, model: DiagramModel) -> None:
    """Count the states and transitions in an SVG against the model.

    Args:
        svg: the picture.
        model: what it should show: each state once, of each transition its label and the lines from the
        source and to
            the target, and nothing else.

    Raises:
        DiagramError: names what is missing, drawn twice or too much.
    """
    expected: Counter[tuple[str, str]] = Counter()
    for state in model.states:
        expected["cluster" if isinstance(state, Cluster) else "node", state.id] += 1
    for marker in model.markers:
        expected["node", marker.id] += 1
        expected["edge", f"{marker.id}--in"] += 1
    for edge in model.edges:
        expected["node", edge.id] += 1
        expected.update(("edge", half) for half in half_ids(edge))
    found: Counter[tuple[str, str]] = Counter()
    for group in _parsed(svg).iter(f"{{{_SVG}}}g"):
        kind = group.get("class", "").split(" ", 1)[0]
        if kind in ("node", "edge", "cluster") and not _is_frame(group) and _drawn(group, kind):
            found[kind, group.get("id", "")] += 1
    _compare(expected, found)


def check_svg_texts(svg: bytes, model: DiagramModel) -> bool:
    """Whether every element of an SVG made by :func:`finish_svg` still tells what the model says."""
    told = _told(model)
    seen: dict[str, _Told] = {}
    for group in _parsed(svg).iter(f"{{{_SVG}}}g"):
        name = group.get("id", "")
        if name in told:
            title, rest = (group.findtext(f"{{{_SVG}}}{tag}", "") for tag in ("title", "desc"))
            seen[name] = _Told(title, rest)
    return seen == {name: _Told(plain(title), plain(rest)) for name, (title, rest) in told.items()}


def _compare(expected: Counter[tuple[str, str]], found: Counter[tuple[str, str]]) -> None:
    missing, extra = expected - found, found - expected
    if missing:
        names = _some(missing)
        raise DiagramError(
            f"the picture lost {missing.total()} of {expected.total()} elements: {names}",
            f"на картинке нет {missing.total()} элементов из {expected.total()}: {names}",
        )
    if extra:
        names = _some(extra)
        raise DiagramError(
            f"the picture shows {extra.total()} elements too many: {names}",
            f"на картинке {extra.total()} лишних элементов: {names}",
        )


def _some(elements: Counter[tuple[str, str]]) -> str:
    names = [f"{kind} {name}" for kind, name in elements]
    return ", ".join(names[:5]) + (" …" if len(names) > 5 else "")


def _is_frame(group: ET.Element) -> bool:
    """Is the group no element of the model, but a frame that only keeps others together?"""
    name = group.get("id", "")
    return name == "page" or name.startswith(("column-", "line-"))


def _drawn(group: ET.Element, kind: str) -> bool:
    """Whether there is anything to see in a group; a transition needs its line."""
    wanted = {f"{{{_SVG}}}path"} if kind == "edge" else _SHAPES
    return any(element.tag in wanted for element in group.iter())


def _parsed(svg: bytes) -> ET.Element:
    try:
        return ET.fromstring(svg)
    except ET.ParseError as error:
        raise DiagramError(f"the SVG is not XML: {error}", f"SVG — не XML: {error}") from None


def _pixels(length: str) -> int:
    # Graphviz says points, but has scaled by dots per inch already: these are pixels.
    found = re.match(r"[\d.]+", length)
    return round(float(found.group())) if found else 0


def _told(model: DiagramModel) -> Mapping[str, _Told]:
    found: dict[str, _Told] = {}
    titles = {state.id: state.title for state in model.states}
    for element in model.elements():
        if isinstance(element, Edge):
            told = _Told("; ".join(element.titles), _edge_text(element, titles))
            found[element.id] = told
            found.update(dict.fromkeys(half_ids(element), _Told(told.title, "")))
        elif isinstance(element, Marker):
            title = "начало" if model.lang == "ru" else "start"
            found[element.id] = _Told(title, "")
            found[f"{element.id}--in"] = _Told(title, "")
        else:
            found[element.id] = _Told(element.title, " · ".join((element.state, *element.notes, *element.clauses)))
    return found


def _edge_text(edge: Edge, titles: Mapping[str, str]) -> str:
    parts = [
        f"{titles[edge.source]} → {titles[edge.target]}",
        f"[{'; '.join(edge.guards)}]" if edge.guards else "",
        f"/ {'; '.join(edge.effects)}" if edge.effects else "",
        " · ".join(edge.clauses),
        " ".join(edge.rows),
    ]
    return " | ".join(part for part in parts if part)
