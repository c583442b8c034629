"""Highlighting: pure, quick, and true to what stands for what."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET

import pytest

from berserk_fsm.diagrams import Picture, make_view, picture_of, render_svg
from berserk_fsm.diagrams.svg import count_check
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.specification import Specification

G = "{http://www.w3.org/2000/svg}g"
DEEP = "turn.final_phase.execution.apply_effect.window.nonactive_holds.deciding"


@pytest.fixture(scope="module")
def turn(spec: Specification) -> Picture:
    return picture_of(make_view("turn", spec, "en", rule_words(spec.profile)))


@pytest.fixture(scope="module")
def window(spec: Specification) -> Picture:
    return picture_of(make_view("window", spec, "en", rule_words(spec.profile)))


def _with(svg: str, name: str) -> set[str]:
    groups = ET.fromstring(svg.encode()).iter(G)
    return {group.get("id", "") for group in groups if name in group.get("class", "").split()}


def test_nothing_lit_is_the_picture_itself(turn: Picture) -> None:
    assert render_svg(turn) == turn.svg
    for name in ("active", "around", "fired", "visited", "covered", "uncovered"):
        assert _with(turn.svg, name) == set()


def test_state_that_is_not_shown_lights_what_stands_for_it(turn: Picture, window: Picture) -> None:
    assert _with(render_svg(turn, active=DEEP), "active") == {"state-turn-final_phase-execution"}
    assert _with(render_svg(turn, active=DEEP), "around") == {"state-turn", "state-turn-final_phase"}
    lit = _with(render_svg(window, active=DEEP), "active")
    assert lit == {"state-turn-main_phase-window-nonactive_holds-deciding"}


@pytest.mark.parametrize("view", ["turn", "window", "declare"])
def test_every_state_lights_something_it_is_in(spec: Specification, view: str) -> None:
    picture = picture_of(make_view(view, spec, "en", rule_words(spec.profile)))
    for path, ids in picture.elements.items():
        assert set(ids) <= set(picture.states)
        assert all(path in picture.states[one] for one in ids)
    if view == "turn":
        assert set(picture.elements) == set(spec.states)


def test_last_transition_is_marked(turn: Picture) -> None:
    first, last = "turn.main_phase.entering/open_phase_window", "turn.main_phase.window.both_passed/enter_next_phase"
    svg = render_svg(turn, fired=[first, last])
    (marked,) = [edge.id for edge in turn.model.edges if last in edge.rows]
    assert _with(svg, "last") == {marked, f"{marked}--out", f"{marked}--in"}
    assert len(_with(svg, "fired")) == 6
    inside = "turn.main_phase.window.active_holds.deciding/pass_priority"
    assert _with(render_svg(turn, fired=[inside]), "fired-inside") == {"state-turn-main_phase-window"}


def test_coverage_tells_what_was_never_reached(window: Picture, spec: Specification) -> None:
    edge = next(edge for edge in window.model.edges if len(edge.rows) > 1)
    svg = render_svg(window, coverage={edge.rows[0]: 3, edge.rows[1]: 0})
    assert edge.id in _with(svg, "partly")
    assert len(_with(svg, "uncovered")) > 10
    assert _with(svg, "uncovered").isdisjoint(window.states)
    seen = _with(render_svg(window, coverage=[DEEP]), "uncovered")
    assert "state-turn-main_phase-window-active_holds-deciding" in seen
    assert "state-turn-main_phase-window-nonactive_holds-deciding" not in seen
    whole = [*spec.states, *spec.row_by_id]
    assert _with(render_svg(window, coverage=whole), "uncovered") == set()


def test_it_is_a_pure_function(turn: Picture) -> None:
    before = turn.svg
    one = render_svg(turn, active=DEEP, visited=[DEEP], fired=["start/start_game(main)"])
    assert render_svg(turn, active=[DEEP], visited=(DEEP,), fired=("start/start_game(main)",)) == one
    assert turn.svg == before
    assert render_svg(turn) == before
    count_check(one.encode(), turn.model)


def test_what_nobody_knows_lights_nothing(turn: Picture) -> None:
    assert render_svg(turn, active="nowhere", fired=["no/row"], visited=["never"]) == turn.svg


def test_same_content_is_laid_out_once(spec: Specification) -> None:
    words = rule_words(spec.profile)
    one = picture_of(make_view("turn", spec, "en", words))
    assert picture_of(make_view("turn", spec, "en", rule_words(spec.profile))) is one
    assert picture_of(make_view("turn", spec, "ru", words)) is not one


def test_highlighting_is_quick(spec: Specification) -> None:
    picture = picture_of(make_view("whole", spec, "en", rule_words(spec.profile)))
    rows, states = list(spec.row_by_id), list(spec.states)
    best = 1.0
    for _ in range(20):
        start = time.process_time()
        render_svg(picture, active=states[9], fired=rows[:5], visited=states[:99])
        best = min(best, time.process_time() - start)
    assert best < 0.005


def test_links_lead_to_the_pages_of_clauses(spec: Specification) -> None:
    model = make_view("window", spec, "en", rule_words(spec.profile))
    svg = picture_of(model, href="clauses/{clause}.html").svg
    links = set(re.findall(r'href="([^"]+)"', svg))
    assert links
    assert all(re.fullmatch(r"clauses/30[23]\.\d+\.html", link) for link in links)
    plain = picture_of(model).svg
    assert "href" not in plain
    texts = ["".join(ET.fromstring(one.encode()).itertext()) for one in (svg, plain)]
    assert texts[0] == texts[1]
