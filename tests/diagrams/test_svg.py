from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from berserk_fsm.diagrams import DiagramError
from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.svg import count_check
from berserk_fsm.machine.specification import Specification

G = "{http://www.w3.org/2000/svg}g"


def _classes(svg: bytes, wanted: str) -> list[ET.Element]:
    return [group for group in ET.fromstring(svg).iter(G) if wanted in group.get("class", "").split()]


def test_states_and_transitions_are_those_of_the_specification(
    spec: Specification, model: DiagramModel, svg: bytes
) -> None:
    if model.view == "whole":
        composites = [state for state in spec.states.values() if state.kind == "composite"]
        assert len(_classes(svg, "state")) == len(spec.states) - len(composites)
        assert len(_classes(svg, "composite")) == len(composites)
        labels = [group for group in _classes(svg, "row") if "node" in group.get("class", "").split()]
        lines = [group for group in _classes(svg, "row") if "edge" in group.get("class", "").split()]
        assert len(labels) == len(spec.rows)
        assert len(lines) == 2 * len(spec.rows)
        described = {(group.findtext(f"{G[:-1]}desc") or "").rpartition(" | ")[2] for group in labels}
        assert described == {row.id for row in spec.rows}
    else:
        described_rows = re.findall(r"turn\.[a-z_.]+/[a-z_]+(?:\([a-z_]+\))?", svg.decode())
        assert set(described_rows) <= set(spec.row_by_id)


def test_every_element_tells_what_it_is(model: DiagramModel, svg: bytes) -> None:
    titles = {group.get("id"): group.findtext(f"{G[:-1]}title") for group in ET.fromstring(svg).iter(G)}
    for state in model.states:
        assert titles[state.id] == state.title
    for edge in model.edges:
        assert titles[edge.id] == "; ".join(edge.titles)


def test_svg_is_self_contained_and_in_its_language(model: DiagramModel, svg: bytes) -> None:
    root = ET.fromstring(svg)
    assert root.get("lang") == model.lang
    assert root.get("role") == "img"
    text = svg.decode()
    assert "Roboto, Arial, sans-serif" in text
    assert "href" not in text
    assert "<script" not in text
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_turn_fits_a_screen(model: DiagramModel, svg: bytes) -> None:
    root = ET.fromstring(svg)
    if model.view == "turn":
        assert int(root.get("width", "")) <= 1600
        assert int(root.get("height", "")) <= 1200


def _without(svg: bytes, name: str, only_children: bool = False) -> bytes:
    root = ET.fromstring(svg)
    for parent in root.iter(G):
        for group in list(parent):
            if group.get("id") == name:
                if only_children:
                    for child in list(group):
                        group.remove(child)
                else:
                    parent.remove(group)
    return ET.tostring(root)


def test_whatever_is_lost_is_named(model: DiagramModel, svg: bytes) -> None:
    edge = model.edges[-1]
    lost = [
        model.clusters[-1].id,
        model.nodes[0].id,
        model.markers[-1].id,
        edge.id,
        f"{edge.id}--out",
        f"{edge.id}--in",
    ]
    for name in lost:
        with pytest.raises(DiagramError, match=rf"lost 1 of \d+ elements: \w+ {name}$") as caught:
            count_check(_without(svg, name), model)
        assert name in caught.value.text("ru")
        with pytest.raises(DiagramError, match=name):
            count_check(_without(svg, name, only_children=True), model)


def test_what_is_too_much_is_named(model: DiagramModel, svg: bytes) -> None:
    root = ET.fromstring(svg)
    group = next(group for group in root.iter(G) if "node" in group.get("class", "").split())
    root.append(group)
    with pytest.raises(DiagramError, match="too many"):
        count_check(ET.tostring(root), model)


def test_what_is_no_svg_is_an_error(model: DiagramModel) -> None:
    with pytest.raises(DiagramError, match="not XML"):
        count_check(b"<svg", model)
