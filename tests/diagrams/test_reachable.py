"""View 12: the graph of everything reachable on a small table shows just what the plain search finds."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from berserk_fsm.diagrams import FORMATS, DiagramError
from berserk_fsm.diagrams.dot import dot_text
from berserk_fsm.diagrams.layout import lay_out
from berserk_fsm.diagrams.model import DiagramModel, Node
from berserk_fsm.diagrams.reachable_picture import reachable_picture
from berserk_fsm.diagrams.view_reachable import MOST, reachable_view
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Reached, reachable
from berserk_fsm.explore.report import Violation
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Row
from tests.explore.violations import plain_violation, table_model

TABLES: Mapping[str, str] = MappingProxyType(
    {
        "nothing": "start: {phase: initial}",
        "slow": "actions: {M: {by: A, speed: slow}}",
        "unpaid": "actions: {M: {by: A, speed: slow, cost: [c], add: [hit]}}",
        "trigger": "actions: {F: {by: A}, t: {by: B, on: {apply_effect: F}}}",
        "roll": "actions: {M: {by: A, speed: slow, roll: true}}",
        "block": "actions: {M: {by: A, speed: slow}, b: {by: B, block: M, on: {apply_effect: M}}}",
        "rule effect": (
            "actions: {F: {by: A, add: [zero]}, t: {by: B, on: {effect: dies}}}\n"
            "rule_effects: {dies: {when: [zero], remove: [zero], add: [dead]}}"
        ),
        "both sides": "actions: {M: {by: A, speed: slow}, G: {by: B}}",
    }
)


@pytest.fixture(scope="module")
def found() -> dict[str, Reached]:
    return {name: reachable(table_model(text)) for name, text in TABLES.items()}


@pytest.fixture(scope="module")
def faulty() -> tuple[Model, Violation]:
    model = table_model("actions: {M: {by: A, speed: slow}, N: {by: A, speed: slow}}", slow_needs_empty_stack="false")
    violation = plain_violation(model, "slow_on_empty_stack")
    assert violation is not None
    return model, violation


def _situations(model: DiagramModel) -> list[Node]:
    return [node for node in model.nodes if node.role == "decision"]


# --- it is the graph -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(TABLES))
def test_every_situation_and_every_decision_is_drawn_once(found: dict[str, Reached], name: str) -> None:
    reached = found[name]
    for lang in ("ru", "en"):
        model = reachable_view(reached, lang)
        assert len(_situations(model)) == len(reached.decision_states)
        assert len(model.edges) == len(list(reached.decisions))
        assert Counter(node.state for node in _situations(model)) == Counter(
            state.control for state in reached.decision_states
        )
        assert [node.title.split(" · ")[0] for node in _situations(model)] == [
            str(number) for number in range(1, len(reached.decision_states) + 1)
        ]
        assert [node.title for node in model.nodes if node.role == "final"] == [
            {"ru": "Конец хода", "en": "End of the turn"}[lang]
        ]


@pytest.mark.parametrize("name", list(TABLES))
def test_edges_lead_where_the_search_leads(found: dict[str, Reached], name: str) -> None:
    """Followed by hand through the transitions of the search, each decision ends in the situation drawn."""
    reached = found[name]
    drawn = reachable_view(reached, "en")
    entered = {marker.parent: marker.target for marker in drawn.markers}
    of_control = {node.id: node.state for node in drawn.nodes}
    seen = Counter(
        (of_control[edge.source], edge.titles[0], of_control[entered.get(edge.target, edge.target)], edge.clauses)
        for edge in drawn.edges
    )
    onward = {edge.source: edge for edge in reached.edges if edge.decision is None}
    expected: Counter[tuple[str, str, str, tuple[str, ...]]] = Counter()
    for edge in reached.decisions:
        rows, last = [edge.row], edge.target
        while last is not None and not reached.model.is_decision(reached.states[last]):
            rows.append(onward[last].row)
            last = onward[last].target
        assert edge.decision is not None
        said = {"declare": "declares", "pass": "passes", "hand_over": "hands over"}[edge.decision.verb]
        expected[
            reached.states[edge.source].control,
            " ".join(filter(None, (edge.decision.player, said, edge.decision.name))),
            "bound" if last is None else reached.states[last].control,
            tuple(sorted({clause for row in rows for clause in row.clauses}, key=_place)),
        ] += 1
    assert seen == expected


def _place(clause: str) -> tuple[bool, list[int], str]:
    gap = clause.startswith("gap/")
    return gap, [] if gap else [int(part) for part in clause.split(".")], clause


def test_situations_of_a_window_stand_in_its_frame(found: dict[str, Reached]) -> None:
    for reached in found.values():
        drawn = reachable_view(reached, "en")
        frames = {cluster.id: cluster for cluster in drawn.clusters}
        for node in _situations(drawn):
            window = frames[node.parent or ""]
            assert window.traits.window == node.traits.window
            assert frames[window.parent or ""].traits.phase == node.traits.phase
        assert all(cluster.state in reached.model.specification.states for cluster in drawn.clusters)


def test_no_two_situations_of_a_window_and_no_two_windows_say_the_same(found: dict[str, Reached]) -> None:
    for reached in found.values():
        for lang in ("ru", "en"):
            drawn = reachable_view(reached, lang)
            windows = Counter(
                (frame.parent, frame.title.rpartition(" · ")[0], frame.notes)
                for frame in drawn.clusters
                if frame.parent is not None
            )
            assert set(windows.values()) == {1}
            inside = Counter((node.parent, node.title.partition(" · ")[2], node.notes) for node in _situations(drawn))
            assert set(inside.values()) == {1}


def test_what_happens_by_itself_is_told_on_the_way(found: dict[str, Reached]) -> None:
    def told(name: str, lang: str) -> set[str]:
        return {effect for edge in reachable_view(found[name], lang).edges for effect in edge.effects}

    assert {"the effect of F is applied", "rule effect dies", "F is paid for", "F leaves the stack"} <= told(
        "rule effect", "en"
    )
    assert {"эффект F применён", "эффект правил dies", "F оплачено", "F ушло из стека"} <= told("rule effect", "ru")
    assert {"M is cancelled", "M leaves the stack"} <= told("unpaid", "en")
    assert "the effect of M is skipped" in told("block", "en")
    assert "M.roll joins the queue" in told("roll", "en")


def test_holder_window_and_phase_have_their_looks(found: dict[str, Reached]) -> None:
    drawn = reachable_view(found["trigger"], "en")
    for node in _situations(drawn):
        assert (node.traits.holder == "nonactive") == ("B decides" in node.title)
    assert {cluster.traits.window for cluster in drawn.clusters} == {None, "phase", "step", "removal"}
    assert {drawn.phases[cluster.traits.phase or 0] for cluster in drawn.clusters} == {"Main phase", "Final phase"}


def test_two_turns_are_told_apart() -> None:
    reached = reachable(table_model("start: {phase: final}"), turns=2)
    drawn = reachable_view(reached, "en", turns=2)
    assert [cluster.title for cluster in drawn.clusters if cluster.parent is None] == [
        "Turn 1 · Final phase",
        "Turn 2 · Initial phase",
        "Turn 2 · Main phase",
        "Turn 2 · Final phase",
    ]
    assert "End of turn 2" in {node.title for node in drawn.nodes}
    assert len(_situations(drawn)) == len(reached.decision_states)


# --- less of it ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 4, 7, 50])
def test_depth_shows_what_so_many_decisions_reach(depth: int) -> None:
    model = table_model(TABLES["both sides"])
    expected, seen = {model.start.decision_key()}, {model.start.decision_key(): 0}
    todo = [(model.start, 0)]
    while todo:
        state, decided = todo.pop()
        for step in model.steps(state):
            more = decided + (step.decision is not None)
            key = step.after.decision_key()
            if more <= depth and step.after.turn == 1 and seen.get(key, more + 1) > more:
                seen[key] = more
                todo.append((step.after, more))
                expected |= {key} if model.is_decision(step.after) else set()
    expected.discard(model.start.decision_key())
    drawn = reachable_picture(model, "en", "markdown", depth=depth)
    assert isinstance(drawn, str)
    assert len(set(re.findall(r"\d+ · [AB] decides", drawn))) == len(expected)
    cut = len(reachable(model).decision_states) > len(expected)
    assert ("at most" in drawn) == cut
    assert ("The first situations" in drawn) == cut


def test_too_much_is_refused_with_the_count_and_a_way_out() -> None:
    model = table_model("actions: {F: {by: A}, G: {by: A}}")
    count = len(reachable(model).decision_states)
    assert count > MOST
    with pytest.raises(ExploreError) as error:
        reachable_picture(model, "en")
    for lang, words in (("en", "too many"), ("ru", "слишком много")):
        text = error.value.text(lang)
        assert str(count) in text
        assert str(MOST) in text
        assert "--depth" in text
        assert words in text
        assert "\n" not in text
    assert reachable_picture(model, "en", "mermaid", depth=3)


def test_table_too_large_to_be_searched_is_refused_at_once() -> None:
    actions = ", ".join(f"F{number}: {{by: A}}" for number in range(9))
    with pytest.raises(ExploreError, match="more than") as error:
        reachable_picture(table_model(f"actions: {{{actions}}}"), "en")
    assert "больше" in error.value.text("ru")


@pytest.mark.parametrize("bound", [{"depth": 0}, {"turns": 0}, {"turns": 0, "depth": 1}])
def test_bounds_that_mean_nothing_are_refused(bound: dict[str, int]) -> None:
    with pytest.raises(ExploreError, match="positive"):
        reachable_picture(table_model(""" title: x """), "en", **bound)  # type: ignore[arg-type]


# --- what is pointed out ---------------------------------------------------------------------------------------------


def test_way_to_a_violation_is_lit(faulty: tuple[Model, Violation]) -> None:
    model, violation = faulty
    drawn = reachable_view(reachable(model), "en", [violation])
    edges = [edge for edge in drawn.edges if edge.id in drawn.lit]
    nodes = [node for node in drawn.nodes if node.id in drawn.lit]
    assert [edge.titles[0] for edge in edges] == [
        "A declares M",
        "A hands over",
        "B passes",
        "A passes",
        "A declares N",
    ]
    assert len(nodes) == 1
    assert nodes[0].id == edges[-1].target
    assert "does not hold: slow_on_empty_stack" in nodes[0].notes
    assert "A slow action is declared only in the main phase, with the queue" in " ".join(drawn.notes)
    assert set(reachable_view(reachable(model), "ru", [violation]).lit) == set(drawn.lit)
    assert not reachable_view(reachable(model), "en").lit


def test_violation_between_two_situations_is_written_on_the_way() -> None:
    model = table_model(TABLES["slow"])
    real = reachable(model)
    edge = next(edge for edge in real.edges if edge.row.kind == "apply")
    violation = Violation("x", tuple(_way_to(real, edge.source)), real.states[edge.source])
    drawn = reachable_view(real, "en", [violation])
    lit = [one for one in drawn.edges if one.id in drawn.lit]
    assert "does not hold here: x" in lit[-1].effects
    assert not [node for node in drawn.nodes if node.id in drawn.lit]


def _way_to(reached: Reached, place: int):  # type: ignore[no-untyped-def]
    before = {edge.target: edge for edge in reversed(reached.edges)}
    way = []
    while place:
        way.append(before[place])
        place = before[place].source
    return [edge.decision for edge in reversed(way) if edge.decision is not None]


def test_violation_that_is_not_in_the_picture_points_at_nothing(faulty: tuple[Model, Violation]) -> None:
    model, violation = faulty
    picture = reachable_picture(model, "en", "svg", [violation], depth=2)
    assert isinstance(picture, str)
    assert ' lit"' not in picture


# --- machines that are faulty ----------------------------------------------------------------------------------------


def _altered(model: Model, without: str = "", unguarded: str = "", looping: str = "") -> Model:
    def row(one: Row) -> Row:
        if one.kind == unguarded:
            return replace(one, guards=())
        return replace(one, target=one.source) if one.kind == looping else one

    rows = tuple(row(one) for one in model.specification.rows if one.kind != without)
    return Model(replace(model.specification, rows=rows), model.table)


def test_machine_that_gets_stuck_or_goes_round_is_drawn_too() -> None:
    stuck, circle = (
        _altered(table_model(TABLES["slow"]), "leave_stack"),
        _altered(table_model(TABLES["slow"]), looping="skip_step"),
    )
    for model, title in ((stuck, "The game is stuck"), (circle, "The game goes round in circles")):
        drawn = reachable_view(reachable(model), "en")
        (end,) = [node for node in drawn.nodes if node.title == title]
        assert [edge for edge in drawn.edges if edge.target == end.id]
        assert title in str(reachable_picture(model, "en"))


def test_machine_with_two_ways_on_is_drawn_with_both() -> None:
    model = _altered(table_model(TABLES["unpaid"]), unguarded="reserve")
    drawn = reachable_view(reachable(model), "en")
    twice = [pair for pair, count in Counter((edge.source, edge.titles) for edge in drawn.edges).items() if count > 1]
    assert len(twice) == 1
    assert reachable_picture(model, "en")


def test_situation_without_any_way_on_says_so() -> None:
    rows = tuple(row for row in build_specification().rows if row.kind != "pass_priority")
    model = Model(replace(build_specification(), rows=rows), table_model(TABLES["slow"]).table)
    drawn = reachable_view(reachable(model), "en")
    assert any("no way on" in note for node in drawn.nodes for note in node.notes)


# --- the finished picture --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_format_can_be_made(faulty: tuple[Model, Violation], lang: str) -> None:
    model, violation = faulty
    for format_ in FORMATS:
        picture = reachable_picture(model, lang, format_, [violation], depth=5)
        assert isinstance(picture, bytes if format_ in ("png", "pdf") else str)
        assert picture
    assert reachable_picture(model, lang, "md", depth=1) == reachable_picture(model, lang, "markdown", depth=1)
    with pytest.raises(DiagramError, match="format"):
        reachable_picture(model, lang, "gif", depth=1)


def test_languages_differ_in_words_alone(found: dict[str, Reached]) -> None:
    for reached in found.values():
        ru, en = (reachable_view(reached, lang) for lang in ("ru", "en"))
        assert [element.id for element in ru.elements()] == [element.id for element in en.elements()]
        assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", element.id) for element in ru.elements())
        words = [en.title, *en.notes, *(text for state in en.states for text in (state.title, *state.notes))]
        words += [text for edge in en.edges for text in (*edge.titles, *edge.effects)]
        assert not [text for text in words if re.search("[А-Яа-яё]", text)]
        for state in ru.states:
            assert re.search("[А-Яа-яё]", state.title)


def test_same_table_gives_the_same_picture() -> None:
    pictures = {str(reachable_picture(table_model(TABLES["trigger"]), "ru")) for _ in range(2)}
    assert len(pictures) == 1


@pytest.mark.parametrize("name", ["slow", "trigger", "both sides"])
def test_lines_run_from_left_to_right_and_windows_do_not_mix(found: dict[str, Reached], name: str) -> None:
    """Graphviz is free to break lines up; that it does not is what the frames of lines are for."""
    drawn = reachable_view(found[name], "ru")
    places: dict[str, tuple[float, float]] = {}
    for line in lay_out(dot_text(drawn), ("plain",))["plain"].decode("utf-8").splitlines():
        kind, *rest = line.split(" ", 4)
        if kind == "node":
            places[rest[0].strip('"')] = float(rest[1]), float(rest[2])
    level = [edge for edge in drawn.edges if edge.level]
    assert level
    for edge in level:
        ends = [places[one] for one in (edge.source, edge.id, edge.target)]
        assert [x for x, _ in ends] == sorted(x for x, _ in ends)
        assert len({y for _, y in ends}) == 1


def test_svg_has_its_title_its_text_and_its_legend(found: dict[str, Reached]) -> None:
    model = found["trigger"].model
    for lang, title, legend in (
        ("ru", "Все ситуации, возможные на этом столе", "решение игрока и всё, что следует само"),
        ("en", "All situations possible on this table", "a decision and all that follows by itself"),
    ):
        root = ET.fromstring(str(reachable_picture(model, lang)).encode("utf-8"))
        space = {"s": "http://www.w3.org/2000/svg"}
        assert root.findtext("s:title", "", space) == title
        description = root.findtext("s:desc", "", space)
        assert "F" in description
        assert "t" in description
        assert legend in {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}


HOSTILE = (
    '<b>"x" & y',
    "'; end; direction LR",
    "a\\N\\G b",
    "[*] --> x",
    "«Удар» №1 — очень длинное имя игродействия",
    "100%|~",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_names(name: str) -> None:
    quoted = "'" + name.replace("'", "''") + "'"
    model = table_model(f"actions: {{{quoted}: {{by: A, speed: slow}}}}")
    for lang in ("ru", "en"):
        svg = str(reachable_picture(model, lang))
        shown = "".join(ET.fromstring(svg.encode("utf-8")).itertext())
        assert name in shown
        for format_ in ("dot", "mermaid", "plantuml", "markdown"):
            assert len(str(reachable_picture(model, lang, format_)).splitlines()) > 20


def test_table_is_told_above_the_picture() -> None:
    model = table_model(
        "start: {active: A, facts: [zero, c, ready]}\n"
        "actions:\n"
        "  M: {by: A, speed: slow, target: c7, requires: [ready], cost: [c]}\n"
        "  r: {by: B, redirect: {of: M, to: c2}, on: {fix_target: M}}\n"
        "  p: {by: B, on: {phase: final}, when: [gone]}\n"
        "rule_effects: {dies: {when: [zero], remove: [zero], add: [dead]}}"
    )
    step = model.specification.profile.step("fix_target").name.en
    for lang, told in (
        (
            "en",
            (
                "M (A; slow; needs ready; pays c)",
                f"r (B; triggers: M, step “{step}”; redirects M to c2)",
                "p (B; triggers: Final phase; if gone)",
                "Rule effects: dies (if zero; − zero, + dead)",
                "Facts at the start: c, ready, zero",
                "At the start: rule effect dies",
            ),
        ),
        (
            "ru",
            ("перенаправляет M на c2", "Эффекты правил: dies", "Факты в начале: c, ready, zero", "В начале: эффект"),
        ),
    ):
        drawn = reachable_view(reachable(model), lang)
        notes = " ".join(drawn.notes)
        for text in told:
            assert text in notes
        assert any("c2" in note for cluster in drawn.clusters for note in cluster.notes)


def test_rule_effects_that_go_round_are_said_to_be_cut() -> None:
    model = table_model(
        "actions: {F: {by: A, add: [a]}}\n"
        "rule_effects: {there: {when: [a], remove: [a], add: [b]}, back: {when: [b], remove: [b], add: [a]}}"
    )
    drawn = reachable_view(reachable(model), "en")
    assert any("loop of there cut" in edge.effects for edge in drawn.edges)
