"""The real Mermaid draws every picture, and all of the model is found in what it drew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from berserk_fsm.diagrams.mermaid import LIMIT, Mermaid, mermaid, plain, shown
from berserk_fsm.diagrams.model import Cluster, DiagramModel, Edge, Node
from tests.diagrams_judges.hostile import hostile_models
from tests.diagrams_judges.tools import BROWSER_TOOLS, all_models, browse, need

_MARKUP = {"svg", "g", "path", "rect", "polygon", "circle", "p", "br", "div", "span"}
_NEAR = 16
"""Pixels that an arrow may end away from the box it belongs to."""


def test_mermaid_draws_every_state_and_transition_of_every_view() -> None:
    need(*BROWSER_TOOLS)
    assert _wrong_in(all_models()) == []


def test_mermaid_takes_any_name_for_a_name() -> None:
    need(*BROWSER_TOOLS)
    assert _wrong_in(hostile_models()) == []


def test_mermaid_judge_finds_what_is_lost() -> None:
    need(*BROWSER_TOOLS)
    model = all_models()["turn-en"]
    drawn = mermaid(model)
    lines = drawn.text.splitlines()
    arrow = next(place for place, line in enumerate(lines) if " : " in line and "-->" in line)
    state = next(place for place, line in enumerate(lines) if line.strip().startswith('state "Entering'))
    spoilt = {
        "transition": lines[:arrow] + lines[arrow + 1 :],
        "label": [*lines[:arrow], lines[arrow].replace(" : ", " : ; "), *lines[arrow + 1 :]],
        "state": lines[:state] + lines[state + 1 :],
    }
    found = browse({"mermaid": [{"name": n, "text": "\n".join(part) + "\n"} for n, part in spoilt.items()]})
    for seen in found["mermaid"]:
        assert list(_wrong(model, drawn, seen)), seen["name"]


def _wrong_in(models: Mapping[str, DiagramModel]) -> list[str]:
    drawn = {name: mermaid(model) for name, model in models.items()}
    found = browse({"mermaid": [{"name": name, "text": text.text} for name, text in drawn.items()]})["mermaid"]
    assert [seen["name"] for seen in found] == list(models)
    wrong = [f"{s['name']}: {what}" for s in found for what in _wrong(models[s["name"]], drawn[s["name"]], s)]
    states, edges = (sum(len(part) for part in parts) for parts in zip(*map(_parts, models.values()), strict=True))
    print(f"Mermaid: {len(found)} pictures, {states} states, {edges} transitions looked for, {len(wrong)} wrong")
    return wrong


def _parts(model: DiagramModel) -> tuple[Sequence[object], Sequence[object]]:
    return model.states, model.edges


def _wrong(model: DiagramModel, drawn: Mermaid, seen: dict[str, Any]) -> Iterator[str]:
    """What of ``model`` is not in the picture ``seen``, and what is in it besides."""
    if seen["error"] is not None:
        yield seen["error"]
        return
    if len(drawn.text.encode("utf-16-le")) // 2 > LIMIT:
        yield f"longer than {LIMIT}"
    states = {state["id"]: state for state in seen["states"]}
    notes = {name.removesuffix("----note"): state for name, state in states.items() if name.endswith("----note")}
    wanted = [*drawn.ids.values(), *drawn.inside.values()]
    found = [state["id"] for state in seen["states"] if not state["id"].endswith("----note")]
    if Counter(wanted) != Counter(found):
        yield f"states {sorted((Counter(wanted) - Counter(found)) + (Counter(found) - Counter(wanted)))}"
        return
    for state in model.states:
        name = drawn.ids[state.id]
        text = notes[name]["text"] if name in notes else states[name]["text"]
        if text != "\n".join(_state_lines(state, states[name]["shape"])):
            yield f"state {name} says {text!r}"
    if len(seen["starts"]) != len(model.markers):
        yield f"{len(seen['starts'])} markers for {len(model.markers)}"
    edges = [edge for edge in seen["edges"] if edge["label"]]
    known = {edge.id: edge for edge in model.edges}
    if sorted(known) != sorted(name for arrow in drawn.arrows for name in arrow.edges):
        yield "not every transition has its line"
    if len(edges) != len(drawn.arrows) or len(seen["edges"]) != len(drawn.arrows) + len(model.markers):
        yield f"{len(edges)} of {len(drawn.arrows)} lines, {len(seen['edges']) - len(edges)} of markers"
        return
    for arrow, line in zip(drawn.arrows, edges, strict=True):
        if line["label"] != "\n".join(said for name in arrow.edges for said in _edge_lines(known[name], drawn.detail)):
            yield f"{arrow} says {line['label']!r}"
        if line["length"] < 5:
            yield f"{arrow} has no line"
        for name, point in ((arrow.source, line["from"]), (arrow.target, line["to"])):
            left, top, right, bottom = states[name]["box"]
            if not (left - _NEAR <= point[0] <= right + _NEAR and top - _NEAR <= point[1] <= bottom + _NEAR):
                yield f"{arrow} ends at {point}, not at {name}"
    if foreign := {tag.lower() for tag in seen["foreign"]} - _MARKUP:
        yield f"markup out of a label: {sorted(foreign)}"


def _state_lines(state: Node | Cluster, shape: str) -> Iterator[str]:
    cited = " · ".join(state.clauses)
    if shape == "cluster":
        notes = state.notes if isinstance(state, Cluster) else ()
        yield shown(" · ".join((plain(state.title), *notes, *state.clauses)))
        return
    yield shown(state.title)
    if isinstance(state, Node):
        yield from map(shown, state.notes)
    if cited:
        yield shown(cited)


def _edge_lines(edge: Edge, detail: str) -> Iterator[str]:
    yield from map(shown, edge.titles)
    if detail == "full" and edge.guards:
        yield shown(f"[{'; '.join(edge.guards)}]")
    if detail == "full" and edge.effects:
        yield shown(f"/ {'; '.join(edge.effects)}")
    if edge.clauses:
        yield shown(" · ".join(edge.clauses))
