"""Highlighting: a pure function over a picture that was laid out once.

A page, a notebook or a stepper asks for the picture of a view, then colours it as often as it likes: nothing is laid
out again, only class attributes of the SVG change.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from berserk_fsm.diagrams.dot import dot_text, fingerprint, half_ids, legend_of
from berserk_fsm.diagrams.layout import TIME_LIMIT, lay_out
from berserk_fsm.diagrams.model import DiagramModel, Node
from berserk_fsm.diagrams.svg import finish_svg
from berserk_fsm.showing import Shown

__all__ = ["Picture", "picture_of", "render_svg"]

_GROUP = re.compile(r'<g id="([^"]+)" class="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Picture(Shown):
    """A picture, laid out.

    Args:
        model: what it shows.
        svg: the finished SVG, not highlighted.
        pieces: the SVG cut at the class attributes of its elements: text, classes, text, classes… text.
        places: for each id, where in the pieces its classes are.
        elements: for each path of the specification, the ids of the elements that stand for the state.
        within: for each path, the ids of the composites around it in the picture.
        arrows: for each row, the ids of its arrow: label and both lines.
        holders: for each row that is not drawn, the ids of the states it is written in or stays inside of.
        rows: for each id of an arrow or a state, the rows it stands for.
        states: for each id of a state, the paths it stands for.
    """

    model: DiagramModel
    svg: str
    pieces: tuple[str, ...] = field(repr=False)
    places: Mapping[str, int] = field(repr=False)
    elements: Mapping[str, tuple[str, ...]] = field(repr=False)
    within: Mapping[str, tuple[str, ...]] = field(repr=False)
    arrows: Mapping[str, tuple[str, ...]] = field(repr=False)
    holders: Mapping[str, tuple[str, ...]] = field(repr=False)
    rows: Mapping[str, tuple[str, ...]] = field(repr=False)
    states: Mapping[str, tuple[str, ...]] = field(repr=False)


def picture_of(model: DiagramModel, href: str | None = None, time_limit: float = TIME_LIMIT) -> Picture:
    """The picture of a model; laid out the first time, then taken from a cache by its content.

    Args:
        model: what to draw.
        href: the address of a clause's page, with ``{clause}``; ``None``: no links.
        time_limit: seconds the layout may take.

    Raises:
        DiagramError: the layout failed, or lost something.
    """
    return _laid_out(model, href, time_limit)


@lru_cache(maxsize=64)
def _laid_out(model: DiagramModel, href: str | None, time_limit: float) -> Picture:
    dot = dot_text(model)
    raw = lay_out(dot, ("svg",), time_limit, legend_of(model))["svg"]
    return cut(model, finish_svg(raw, model, fingerprint(model, dot), href).decode("utf-8"))


def cut(model: DiagramModel, svg: str) -> Picture:
    """A finished SVG as a picture that can be highlighted."""
    pieces: list[str] = []
    places: dict[str, int] = {}
    last = 0
    for found in _GROUP.finditer(svg):
        places[found.group(1)] = len(pieces) + 1
        pieces += [svg[last : found.start(2)], found.group(2)]
        last = found.end(2)
    pieces.append(svg[last:])
    elements: dict[str, list[str]] = {}
    for state in model.states:
        for path in state.covers:
            elements.setdefault(path, []).append(state.id)
    parents = {state.id: state.parent for state in model.states}
    within: dict[str, list[str]] = {}
    for path, ids in elements.items():
        for at in ids:
            parent = parents[at]
            while parent is not None:
                if parent not in ids:
                    within.setdefault(path, []).append(parent)
                parent = parents[parent]
    arrows: dict[str, list[str]] = {}
    rows: dict[str, tuple[str, ...]] = {}
    for edge in model.edges:
        of_edge = (edge.id, *half_ids(edge))
        rows |= dict.fromkeys(of_edge, edge.rows)
        for row in edge.rows:
            arrows.setdefault(row, []).extend(of_edge)
    holders: dict[str, list[str]] = {}
    for state in model.states:
        if isinstance(state, Node):
            rows[state.id] = state.inside
            for row in state.inside:
                holders.setdefault(row, []).append(state.id)
    return Picture(
        model,
        svg,
        tuple(pieces),
        places,
        {path: tuple(ids) for path, ids in elements.items()},
        {path: tuple(dict.fromkeys(ids)) for path, ids in within.items()},
        {row: tuple(ids) for row, ids in arrows.items()},
        {row: tuple(ids) for row, ids in holders.items()},
        rows,
        {state.id: state.covers for state in model.states},
    )


def render_svg(
    picture: Picture,
    active: str | Iterable[str] | None = None,
    fired: Iterable[str] = (),
    visited: Iterable[str] = (),
    coverage: Collection[str] | Mapping[str, int] | None = None,
) -> str:
    """The picture with some of it highlighted. Lays nothing out; the same arguments give the same text.

    Args:
        picture: made by :func:`picture_of`.
        active: path, or paths, of the states the machine is in. A state that is not shown lights what stands for it.
        fired: ids of rows in the order they were taken; the last one is marked.
        visited: paths of states the machine was in before.
        coverage: ids of rows and paths of states that were reached, or how often each was; what is not in it, or
            with 0, is marked as never reached. Without any state, nothing is said of states; ``None``: of nothing.
    """
    marks: dict[str, list[str]] = {}

    def mark(ids: Iterable[str], name: str) -> None:
        for one in ids:
            marks.setdefault(one, []).append(name)

    for path in visited:
        mark(picture.elements.get(path, ()), "visited")
    paths = [active] if isinstance(active, str) else list(active or ())
    for path in paths:
        mark(picture.elements.get(path, ()), "active")
        mark(picture.within.get(path, ()), "around")
    taken = list(fired)
    for place, row in enumerate(taken):
        name = "fired last" if place == len(taken) - 1 else "fired"
        mark(picture.arrows.get(row, ()), name)
        mark(picture.holders.get(row, ()), "fired-inside")
    if coverage is not None:
        _cover(picture, coverage, marks)
    if not marks:
        return picture.svg
    pieces = list(picture.pieces)
    for one, names in marks.items():
        if one in picture.places:
            place = picture.places[one]
            pieces[place] = " ".join((pieces[place], *dict.fromkeys(names)))
    return "".join(pieces)


def _cover(picture: Picture, coverage: Collection[str] | Mapping[str, int], marks: dict[str, list[str]]) -> None:
    hit = {name for name, count in coverage.items() if count} if isinstance(coverage, Mapping) else set(coverage)
    for name, rows in picture.rows.items():
        if name not in picture.states and rows:
            reached = rows[0] in hit if len(rows) == 1 else hit.issuperset(rows)
            word = "covered" if reached else "uncovered" if hit.isdisjoint(rows) else "partly"
            marks.setdefault(name, []).append(word)
    if hit.isdisjoint(picture.elements):
        return
    for name, paths in picture.states.items():
        word = "uncovered" if paths and hit.isdisjoint(paths) else "covered"
        marks.setdefault(name, []).append(word)
