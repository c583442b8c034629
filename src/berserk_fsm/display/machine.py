"""The lit machine: small pictures of the views of :mod:`berserk_fsm.diagrams`, laid out once, lit as often as asked.

A view is drawn with the names of states and transitions alone; guards, effects and clauses stand in the published
picture. No ids are left in what is shown, so that any number of pictures may stand on one page.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from xml.sax.saxutils import escape, quoteattr

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.dot import half_ids
from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.picture import Picture, cut, picture_of, render_svg
from berserk_fsm.diagrams.trace_page_svg import text_width
from berserk_fsm.diagrams.views import make_view
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.machine.specification import Specification

__all__ = ["SMALL_VIEWS", "is_wide", "lit_svg", "lit_title", "small_picture", "telling_view"]

SMALL_VIEWS = ("window", "life", "turn")
"""The views shown small: who has priority, the life of an action, the phases; the first where all tell alike."""

_SVG = "{http://www.w3.org/2000/svg}"
_SIZE = 11
_MARGIN = 6
_PER_POINT = 4 / 3
_NUMBER = re.compile(r"-?\d+\.?\d*")
_PLACES: Mapping[str, tuple[str, ...]] = {
    "path": ("d",),
    "polygon": ("points",),
    "polyline": ("points",),
    "ellipse": ("cx", "cy", "rx", "ry"),
}
_KEPT = ("fill", "stroke", "stroke-width", "stroke-dasharray")
_USUAL = {"stroke": "none", "stroke-width": "1"}
"""What an SVG takes where an attribute is missing."""

_NAMED = {"black": style.INK.lower(), "white": style.PAPER.lower()}


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A specification as the key of a cache: the very same one, without comparing what is in it."""

    spec: Specification

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.spec is other.spec

    def __hash__(self) -> int:
        return id(self.spec)


def small_picture(view: str, spec: Specification, lang: str) -> Picture:
    """The small picture of a view; laid out the first time it is asked for.

    Args:
        view: of :data:`SMALL_VIEWS`.
        spec: the machine.
        lang: ``ru`` or ``en``.

    Raises:
        DiagramError: the layout failed.
    """
    return _small_picture(view, _Same(spec), lang)


@lru_cache(maxsize=32)
def _small_picture(view: str, spec: _Same, lang: str) -> Picture:
    model = _small_model(view, spec, lang)
    return cut(model, _small_svg(picture_of(model)))


@lru_cache(maxsize=32)
def _small_model(view: str, spec: _Same, lang: str) -> DiagramModel:
    model = make_view(view, spec.spec, lang)
    return replace(
        model,
        notes=(),
        states=tuple(replace(state, clauses=(), notes=()) for state in model.states),
        edges=tuple(replace(edge, guards=(), effects=(), clauses=()) for edge in model.edges),
    )


@lru_cache(maxsize=32)
def _drawn(view: str, spec: _Same, lang: str) -> frozenset[str]:
    return frozenset(row for edge in _small_model(view, spec, lang).edges for row in edge.rows)


def telling_view(spec: Specification, control: str, record: StepRecord | None, lang: str) -> str:
    """The small view that shows most transitions of a step; where several do, the first of :data:`SMALL_VIEWS`.

    Between two decisions it is the view that shows what the machine is doing.

    Args:
        spec: the machine.
        control: path of the state it is in.
        record: the step; ``None``: none is marked.
        lang: ``ru`` or ``en``.
    """
    if spec.states[control].kind != "decision":
        life = _small_model("life", _Same(spec), lang)
        return "life" if any(control in state.covers for state in life.states) else "turn"
    rows = [micro.row.id for micro in record.micro_steps] if record else []

    def shown(view: str) -> int:
        drawn = _drawn(view, _Same(spec), lang)
        return sum(row in drawn for row in rows)

    return max(SMALL_VIEWS, key=shown)


def lit_svg(picture: Picture, control: str, record: StepRecord | None, alt: str, named: bool = False) -> str:
    """The picture with the state the machine is in lit and the transitions of a step marked.

    Args:
        picture: made by :func:`small_picture`.
        control: path of the state.
        record: the step; ``None``: no transition is marked.
        alt: what it shows, in words.
        named: shall states say which they are, for those who want to know what was clicked on: the path in
            ``data-state``, the name in ``aria-label``?
    """
    names = _names(picture.model)

    def name(group: re.Match[str]) -> str:
        paths = picture.states.get(group[1], ()) if named else ()
        # What stands for the same state of every phase is taken for that of the present one.
        near = max(paths, key=lambda path: _together(path, control), default="")
        return f"<g aria-label={quoteattr(names[group[1]])} data-state={quoteattr(near)} " if near else "<g "

    micros = record.micro_steps if record else ()
    rows = [micro.row.id for micro in micros]
    lit = render_svg(picture, control, rows, [micro.after.control for micro in micros[:-1]])
    return re.sub(r'<g id="([^"]*)" ', name, lit).replace("<svg ", f"<svg aria-label={quoteattr(alt)} ", 1)


def lit_title(picture: Picture, control: str) -> str:
    """What the picture calls the state that is lit: the one the machine is in, or the one that stands for it.

    Args:
        picture: made by :func:`small_picture`.
        control: path of the state the machine is in.
    """
    lit = picture.elements.get(control, ())
    return next((state.title for state in picture.model.states if state.id in lit), "")


def _names(model: DiagramModel) -> dict[str, str]:
    """States by id, each named with the one around it: there is a “Deciding” in either hold."""
    titles = {state.id: state.title for state in model.states}
    around = {state.id: f"{titles[state.parent]} › " if state.parent else "" for state in model.states}
    return {id: around[id] + title for id, title in titles.items()}


def _together(one: str, other: str) -> int:
    """How many states two paths share, from the outermost on."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one.split("."), other.split("."), strict=False))
    )


def is_wide(picture: Picture) -> bool:
    """Is the picture wider than high?"""
    found = re.search(r'width="(\d+)" height="(\d+)"', picture.svg)
    assert found is not None, "every small picture says how big it is"
    return int(found[1]) > int(found[2])


# --- small -----------------------------------------------------------------------------------------------------------


def _small_svg(picture: Picture) -> str:
    """What Graphviz drew of the states and transitions, with little more than shapes and words; words on top."""
    room = _Room()
    layers: dict[str, list[str]] = {"cluster": [], "edge": [], "heading": [], "node": []}
    ids = {element.id for element in picture.model.elements()}
    ids |= {half for edge in picture.model.edges for half in half_ids(edge)}
    ids |= {f"{marker.id}--in" for marker in picture.model.markers}
    for group in ET.fromstring(picture.svg.encode("utf-8")).iter(f"{_SVG}g"):
        if group.get("id") not in ids:
            continue
        kind, *classes = group.get("class", "").split()
        shapes, words = "".join(_shapes(group, room)), "".join(_texts(group, kind, "row" in classes, room))
        if kind == "cluster":
            layers["heading"].append(words)
            words = ""
        layers[kind].append(
            f'<g id="{group.get("id")}" class="{kind}{" row" if "row" in classes else ""}">{shapes}{words}</g>'
        )
    left, top, width, height = room.frame()
    drawn = "".join(one for layer in layers.values() for one in layer)
    return (
        f'<svg class="bf-svg" role="img" width="{width * _PER_POINT:.0f}" height="{height * _PER_POINT:.0f}"'
        f' viewBox="{left} {top} {width} {height}" fill="{style.INK.lower()}" font-size="{_SIZE}"'
        f' font-family="Roboto,Arial,sans-serif" text-anchor="middle">{drawn}</svg>'
    )


class _Room:
    """How much room what is drawn takes."""

    def __init__(self) -> None:
        self.xs: list[float] = []
        self.ys: list[float] = []

    def add(self, numbers: list[float]) -> None:
        self.xs += numbers[::2]
        self.ys += numbers[1::2]

    def frame(self) -> tuple[int, int, int, int]:
        """Left, top, width, height."""
        left, top = round(min(self.xs)) - _MARGIN, round(min(self.ys)) - _MARGIN
        return left, top, round(max(self.xs)) + _MARGIN - left, round(max(self.ys)) + _MARGIN - top


def _shapes(group: ET.Element, room: _Room) -> Iterator[str]:
    for shape in group:
        tag = shape.tag.removeprefix(_SVG)
        if tag not in _PLACES:
            continue
        places = {key: _NUMBER.sub(_short, shape.get(key, "")) for key in _PLACES[tag]}
        room.add(_corners([float(number) for number in _NUMBER.findall(" ".join(places.values()))], tag))
        looks = {key: value for key in _KEPT if (value := _NAMED.get(shape.get(key, ""), shape.get(key)))}
        told = {key: value for key, value in (places | looks).items() if value != _USUAL.get(key)}
        yield f"<{tag}{''.join(f' {key}={quoteattr(value)}' for key, value in told.items())}/>"


def _corners(numbers: list[float], tag: str) -> list[float]:
    if tag != "ellipse":
        return numbers
    x, y, across, down = numbers
    return [x - across, y - down, x + across, y + down]


def _texts(group: ET.Element, kind: str, label: bool, room: _Room) -> Iterator[str]:
    """The lines of text; names keep to their room and stay centred in any font. Only names of states are bold."""
    for text in group.iter(f"{_SVG}text"):
        words, size, bold = (text.text or "").strip(), float(text.get("font-size", _SIZE)), "font-weight" in text.attrib
        if not words:
            continue
        x, y, width = float(text.get("x", 0)), float(text.get("y", 0)), text_width(words, size, bold)
        room.add([x, y - size, x + width, y])
        is_name = bold and not label
        looks = {
            "font-size": f"{size:g}" if size != _SIZE else "",
            "font-weight": "bold" if is_name else "",
            "textLength": f"{width:.0f}" if is_name else "",
            "lengthAdjust": "spacingAndGlyphs" if is_name else "",
            "text-anchor": "start" if kind == "cluster" else "",
            "fill": colour if (colour := text.get("fill", "")) != style.INK.lower() else "",
        }
        told = "".join(f' {key}="{value}"' for key, value in looks.items() if value)
        yield f'<text x="{x if kind == "cluster" else x + width / 2:.0f}" y="{y:.0f}"{told}>{escape(words)}</text>'


def _short(number: re.Match[str]) -> str:
    return f"{float(number.group()):.1f}".removesuffix(".0")
