from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berserk_fsm.diagrams import DiagramError, make_view, turn_view, whole_view
from berserk_fsm.diagrams.model import Cluster, DiagramModel, Traits, ascii_id
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Call, Specification
from berserk_fsm.rules.readings import Readings


def test_whole_shows_every_state_and_every_row_once(spec: Specification) -> None:
    model = whole_view(spec, "en")
    assert sorted(state.state for state in model.states) == sorted(spec.states)
    assert [row for edge in model.edges for row in edge.rows] == [row.id for row in spec.rows]


def test_whole_keeps_the_ends_of_every_row(spec: Specification) -> None:
    model = whole_view(spec, "en")
    path_of = {state.id: state.state for state in model.states}
    for edge in model.edges:
        row = spec.row_by_id[edge.rows[0]]
        assert (path_of[edge.source], path_of[edge.target]) == (row.source, row.target)


def test_whole_nests_as_the_paths_do(spec: Specification) -> None:
    model = whole_view(spec, "en")
    path_of = {state.id: state.state for state in model.states}
    for state in model.states:
        assert (None if state.parent is None else path_of[state.parent]) == spec.states[state.state].parent


def test_label_lies_in_the_nearest_composite_around_both_ends(spec: Specification) -> None:
    model = whole_view(spec, "en")
    path_of = {state.id: state.state for state in model.states}
    for edge in model.edges:
        source, target = (path_of[end].split(".")[:-1] for end in (edge.source, edge.target))
        common = [a for a, b in zip(source, target, strict=False) if a == b]
        while source[: len(common)] != target[: len(common)]:
            common.pop()
        assert (None if edge.parent is None else path_of[edge.parent]) == (".".join(common) or None)


def test_turn_accounts_for_every_row(spec: Specification) -> None:
    model = turn_view(spec, "en")
    drawn = [row for edge in model.edges for row in edge.rows]
    inside = [row for node in model.nodes for row in node.inside]
    assert Counter(drawn + inside) == Counter(row.id for row in spec.rows)


def test_turn_fits_one_screen(spec: Specification) -> None:
    model = turn_view(spec, "ru")
    assert len(model.states) <= 25
    assert [phase.state for phase in model.clusters if phase.traits.phase is not None] == [
        f"turn.{phase.id}_phase" for phase in spec.profile.phases
    ]
    boxes = {node.state for node in model.nodes}
    for phase in spec.profile.phases:
        assert {f"turn.{phase.id}_phase.{part}" for part in ("entering", "window", "execution")} <= boxes


def test_turn_edges_lead_where_their_rows_do(spec: Specification) -> None:
    model = turn_view(spec, "en")
    path_of = {state.id: state.state for state in model.states}
    for edge in model.edges:
        for row in (spec.row_by_id[name] for name in edge.rows):
            assert f"{row.source}.".startswith(f"{path_of[edge.source]}.")
            assert f"{row.target}.".startswith(f"{path_of[edge.target]}.")
            assert row.label.en in edge.titles
            assert set(row.clauses) <= set(edge.clauses)


def test_phase_entered_in_one_box_only_starts_there(spec: Specification) -> None:
    model = turn_view(spec, "en")
    path_of = {state.id: state.state for state in model.states}
    starts = {path_of[marker.parent]: path_of[marker.target] for marker in model.markers if marker.parent}
    for phase in spec.profile.phases:
        path = f"turn.{phase.id}_phase"
        entered = {
            row.target
            for row in spec.rows
            if row.target.startswith(f"{path}.") and not row.source.startswith(f"{path}.")
        }
        assert entered == {starts[path]}


@pytest.mark.parametrize("view", ["turn", "whole"])
def test_ids_are_ascii_and_the_same_in_both_languages(spec: Specification, view: str) -> None:
    ru, en = (make_view(view, spec, lang) for lang in ("ru", "en"))
    assert [element.id for element in ru.elements()] == [element.id for element in en.elements()]
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", element.id) for element in ru.elements())


def test_languages_differ_in_words_only(spec: Specification) -> None:
    words = rule_words(spec.profile)
    ru, en = (whole_view(spec, lang, words) for lang in ("ru", "en"))
    assert ru.title != en.title
    assert all(re.search("[а-яё]", state.title) for state in ru.states)
    assert not any(re.search("[А-Яа-яё]", " ".join((state.title, *state.clauses))) for state in en.states)
    for edge in ru.edges:
        assert re.search("[а-яё]", " ".join(edge.titles))
    for edge in en.edges:
        assert not re.search("[А-Яа-яё]", " ".join((*edge.titles, *edge.guards, *edge.effects)))


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_guard_and_effect_has_words(spec: Specification, lang: str) -> None:
    words = rule_words(spec.profile)
    for row in spec.rows:
        for said, calls in ((words.of_guard, row.guards), (words.of_effect, row.effects)):
            for call in calls:
                text = said(call, lang)
                assert "{" not in text
                assert text != str(call)
                assert call.arg is None or call.arg not in text or lang == "en"


def test_word_without_entry_is_shown_by_name(spec: Specification) -> None:
    assert rule_words(spec.profile).of_guard(Call("nobody_knows", "it"), "ru") == "nobody_knows(it)"


def test_readings_are_told(spec: Specification) -> None:
    changed = build_specification(spec.profile, Readings(phase_window="if_any"))
    assert "phase_window = if_any" in turn_view(changed, "en").notes[1]
    assert spec.profile.name.ru in turn_view(spec, "ru").notes[1]


@pytest.mark.parametrize(
    "readings",
    [
        Readings(phase_window="if_any"),
        Readings(window_opens_with="controller"),
        Readings(roll_through_queue=False),
    ],
    ids=repr,
)
def test_other_readings_are_drawn_whole_too(spec: Specification, readings: Readings) -> None:
    changed = build_specification(spec.profile, readings)
    model, turn = whole_view(changed, "en"), turn_view(changed, "en")
    assert len(model.states) == len(changed.states)
    assert len(model.edges) == len(changed.rows)
    assert len(turn.states) <= 25
    assert sum(len(e.rows) for e in turn.edges) + sum(len(n.inside) for n in turn.nodes) == len(changed.rows)


def test_unknown_view_and_language_are_named(spec: Specification) -> None:
    with pytest.raises(DiagramError, match="no view 'side'") as view:
        make_view("side", spec, "ru")
    assert "нет вида «side»" in view.value.text("ru")
    with pytest.raises(DiagramError, match="no language 'de'"):
        make_view("turn", spec, "de")


def test_row_to_a_state_that_does_not_exist_is_named(spec: Specification) -> None:
    row = replace(spec.rows[0], target="turn.nowhere")
    with pytest.raises(DiagramError, match=r"turn\.nowhere"):
        whole_view(replace(spec, rows=(row, *spec.rows[1:])), "en")


def test_initial_state_that_does_not_exist_is_named(spec: Specification) -> None:
    with pytest.raises(DiagramError, match="nowhere"):
        whole_view(replace(spec, initial="nowhere"), "en")


def test_state_outside_its_composite_is_named(spec: Specification) -> None:
    states = {path: state for path, state in spec.states.items() if path != "turn.main_phase.window"}
    with pytest.raises(DiagramError, match=r"turn\.main_phase\.window"):
        whole_view(replace(spec, states=states), "en")


def test_model_with_an_id_twice_or_a_loose_end_is_refused() -> None:
    def model(*states: Cluster) -> DiagramModel:
        return DiagramModel("v", "en", "t", (), (), states, (), ())

    outer = Cluster("a", "a", None, "a", (), Traits())
    with pytest.raises(DiagramError, match="twice"):
        model(outer, outer)
    with pytest.raises(DiagramError, match="'b'"):
        model(Cluster("c", "c", "b", "c", (), Traits()))


@given(st.lists(st.text(), unique=True, max_size=8))
def test_different_names_have_different_ids(names: list[str]) -> None:
    ids = [ascii_id("state", name) for name in names]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in ids)


def test_names_that_read_alike_have_different_ids() -> None:
    names = ["a.b", "a/b", "a-b", "a_b", "a.b/c", "a.b/c(d)", "a.b/c/d", "a b", "A.b", "а.b", "a..b", "a.b."]
    assert len({ascii_id("state", name) for name in names}) == len(names)
