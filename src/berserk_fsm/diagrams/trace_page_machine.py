"""The machine on the page of a trace: pictures laid out once, and what is lit in each of them at each step."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from berserk_fsm.diagrams import picture as laid_out
from berserk_fsm.diagrams.pool import side_by_side
from berserk_fsm.diagrams.trace_page_steps import TraceStep
from berserk_fsm.diagrams.views import VIEWS, make_view
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.specification import Specification

__all__ = ["LIGHTS", "Picture", "best_view", "breadcrumbs", "pictures"]

_WANTED = ("turn", "window", "life")
"""The views shown: the phases, who has priority in a window, the steps of the top action."""

LIGHTS = ("visited", "active", "around", "fired", "last", "fired-inside")
"""The classes that light elements of a picture; see :func:`berserk_fsm.diagrams.picture.render_svg`."""

_SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the machine.

    Args:
        view: its name.
        title: its heading.
        svg: the picture, with ids of its own and lit for the last step.
        width: in pixels.
        lit: for each step and each of :data:`LIGHTS` the ids of the elements to light.
    """

    view: str
    title: str
    svg: str
    width: int
    lit: tuple[Mapping[str, tuple[str, ...]], ...]


def pictures(spec: Specification, steps: Sequence[TraceStep], lang: str) -> tuple[Picture, ...]:
    """The pictures of a machine, and what is lit in them at each step."""
    words = rule_words(spec.profile)
    models = [make_view(view, spec, lang, words) for view in _WANTED if view in VIEWS]
    with side_by_side(len(models)) as pool:
        return tuple(_picture(one, steps) for one in pool.map(laid_out.picture_of, models))


def best_view(spec: Specification, step: TraceStep, shown: Sequence[Picture]) -> str:
    """The view that tells most about the state after a step: the life of an action while one executes."""
    wanted = "life" if spec.states[step.state.control].step is not None else "window"
    views = [picture.view for picture in shown]
    return wanted if wanted in views else views[0]


def breadcrumbs(spec: Specification, step: TraceStep, lang: str) -> tuple[str, ...]:
    """The names of the states the machine is in, outermost first."""
    names = [spec.states[path].name.get(lang) for path in reversed(list(spec.ancestors(step.state.control)))]
    return tuple(name[:1].upper() + name[1:] for name in names)


def _picture(picture: laid_out.Picture, steps: Sequence[TraceStep]) -> Picture:
    last, view = steps[-1], picture.model.view
    lit_at_the_end = laid_out.render_svg(picture, last.state.control, _rows(last), _visited(last))
    root = ET.fromstring(lit_at_the_end.encode("utf-8"))
    _dress(root, view)
    width = re.match(r"\d+", root.get("width", ""))
    ET.register_namespace("", _SVG)
    return Picture(
        view,
        picture.model.title,
        ET.tostring(root, encoding="unicode"),
        int(width.group()) if width else 1000,
        tuple(_lit(picture, step) for step in steps),
    )


def _rows(step: TraceStep) -> list[str]:
    return [moment.micro.row.id for moment in step.moments]


def _visited(step: TraceStep) -> list[str]:
    return [moment.micro.after.control for moment in step.moments[:-1]]


def _lit(picture: laid_out.Picture, step: TraceStep) -> Mapping[str, tuple[str, ...]]:
    """What :func:`~berserk_fsm.diagrams.picture.render_svg` lights, as ids, so that the page can do it by itself."""
    rows, control = _rows(step), step.state.control
    found: dict[str, Iterable[str]] = {
        "visited": (one for path in _visited(step) for one in picture.elements.get(path, ())),
        "active": picture.elements.get(control, ()),
        "around": picture.within.get(control, ()),
        "fired": (one for row in rows for one in picture.arrows.get(row, ())),
        "last": picture.arrows.get(rows[-1], ()) if rows else (),
        "fired-inside": (one for row in rows for one in picture.holders.get(row, ())),
    }
    return {light: _in_page(picture.model.view, ids) for light, ids in found.items()}


def _in_page(view: str, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"m-{view}-{one}" for one in ids))


def _relink(link: ET.Element) -> None:
    """Links to clause pages lead to the clauses on this page instead."""
    for key in [key for key, _ in link.items() if key.endswith("href")]:
        clause = re.search(r"30[23]\.\d+|gap/\w+", "".join(link.itertext()))
        del link.attrib[key]
        if clause is not None:
            link.set("href", "#clause-" + clause.group().replace("/", "-"))


def _dress(root: ET.Element, view: str) -> None:
    """Give the elements ids of their own in the page."""
    for element in root.iter():
        if element.tag == f"{{{_SVG}}}style":
            # The page has the font already.
            element.text = re.sub(r"@font-face\s*\{[^}]*\}", "", element.text or "")
        if element.tag == f"{{{_SVG}}}a":
            _relink(element)
        for key, value in element.items():
            if key == "id":
                element.set(key, f"m-{view}-{value}")
            elif value.startswith("url(#"):
                element.set(key, f"url(#m-{view}-{value[5:]}")
    root.set("class", f"machine-picture {root.get('class', '')}".strip())
