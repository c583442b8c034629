"""One picture of two readings: everything that changes is in it and marked, and nothing else is."""

from __future__ import annotations

import re
from functools import cache

import pytest

from berserk_fsm.compare.specifications import difference
from berserk_fsm.diagrams.difference_picture import difference_picture
from berserk_fsm.diagrams.dot import dot_text
from berserk_fsm.diagrams.mermaid import mermaid_text
from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.render import render
from berserk_fsm.diagrams.style import MARKS, MARKS_DARK
from berserk_fsm.diagrams.view_difference import difference_view, overlay
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.profiles import find_profile, known_profiles
from berserk_fsm.rules.readings import Readings, reading_definitions

SWITCHES = [
    (id, option.value)
    for id, definition in reading_definitions().items()
    for option in definition.options
    if option.value != definition.default
]
SIGNS = {name: mark.sign for name, mark in MARKS.items()}


@cache
def machine(*switch: str) -> Specification:
    return build_specification(readings=Readings.from_mapping(dict([switch]) if switch else {}))  # type: ignore[list-item]


@cache
def picture(switch: tuple[str, str], lang: str = "ru") -> DiagramModel:
    spec = machine(*switch)
    return difference_view(machine(), spec, lang, rule_words(spec.profile))


def wanted(before: Specification, after: Specification) -> dict[str, set[str]]:
    """By the row's id how it differs; told without the view."""
    first, second = ({row.id: row for row in spec} for spec in (before, after))
    found = {}
    for id in {**first, **second}:
        if id not in first or id not in second:
            found[id] = {"after" if id in second else "before"}
        elif first[id] != second[id]:
            same = (first[id].source, first[id].target) == (second[id].source, second[id].target)
            found[id] = {"changed"} if same else {"before", "after"}
    return found


def shown(model: DiagramModel) -> dict[str, set[str]]:
    """By the row's id how it is marked: by its arrow, or by the sign of a line in its state."""
    marks = dict(model.marks)
    found: dict[str, set[str]] = {}
    for edge in model.edges:
        if edge.id in marks:
            for row in edge.rows:
                found.setdefault(row, set()).add(marks[edge.id])
    return found


@pytest.mark.parametrize("switch", SWITCHES, ids="=".join)
@pytest.mark.parametrize("way", ["there", "back"])
def test_everything_that_changes_is_marked_and_nothing_else(switch: tuple[str, str], way: str) -> None:
    before, after = machine(), machine(*switch)
    if way == "back":
        before, after = after, before
    model = difference_view(before, after, "en", rule_words(after.profile))
    expected, found = wanted(before, after), shown(model)
    listed = {
        row: {name for name, sign in SIGNS.items() if any(sign in note for note in node.notes)}
        for node in model.nodes
        for row in node.inside
        if row in expected and row not in found
    }
    assert {row: marks for row, marks in found.items() if row in expected} == {
        row: expected[row] for row in expected if row not in listed
    }
    assert set(found) <= set(expected)
    assert all(expected[row] <= marks for row, marks in listed.items())
    assert len(model.states) <= 27
    states = dict(model.marks)
    for state in model.states:
        new = {
            ("after" if path in after.states else "before") for path in state.covers if not both(path, before, after)
        }
        gone = any(both(path, before, after) for path in state.covers)
        assert states.get(state.id) == (new.pop() if new and not gone else None)


def both(path: str, before: Specification, after: Specification) -> bool:
    return path in before.states and path in after.states


@pytest.mark.parametrize("switch", SWITCHES, ids="=".join)
def test_marked_transitions_say_what_was_and_what_is(switch: tuple[str, str]) -> None:
    model = picture(switch)
    marks = dict(model.marks)
    for edge in model.edges:
        mark = marks.get(edge.id)
        assert edge.faint == (mark is None)
        if mark is None:
            assert not edge.guards
            assert not any(title[:1] in SIGNS.values() for title in edge.titles)
            continue
        assert all(title.startswith(f"{SIGNS[mark]} ") for title in edge.titles)
        if mark == "changed":
            details = (*edge.guards, *edge.effects)
            assert details
            assert all(text.startswith((f"{SIGNS['before']} ", f"{SIGNS['after']} ")) for text in details)


def test_old_and_new_guard_stand_at_a_changed_transition() -> None:
    model = picture(("trigger_once_per_point", "false"), "en")
    edge = next(edge for edge in model.edges if len(edge.guards) == 2 and "triggered" in edge.titles[0])
    old, new = edge.guards
    assert old.startswith(SIGNS["before"])
    assert new.startswith(SIGNS["after"])
    assert old[2:] != new[2:]
    dot = dot_text(model)
    assert f"{MARKS['before'].tint.line}:{MARKS['after'].tint.line}" in dot


def test_title_is_the_question_and_notes_give_answers_and_refusals() -> None:
    for lang in ("ru", "en"):
        model = picture(("triggers_mandatory", "true"), lang)
        definition = reading_definitions()["triggers_mandatory"]
        assert model.title == definition.question.get(lang)
        notes = " ".join(model.notes)
        for option in definition.options:
            assert option.text.get(lang) in notes
        assert f"{SIGNS['after']} {'Отказ по пункту 303.4' if lang == 'ru' else 'Refused by 303.4'}" in notes
    gone = " ".join(picture(("slow_active_only", "false"), "en").notes)
    assert f"{SIGNS['before']} Refused by 303." in gone


def test_both_languages_show_the_same() -> None:
    for switch in SWITCHES:
        ru, en = picture(switch, "ru"), picture(switch, "en")
        assert ru.marks == en.marks
        assert [one.id for one in ru.elements()] == [one.id for one in en.elements()]
        assert not re.search("[А-Яа-я]", " ".join((en.title, *en.notes, *(t for e in en.edges for t in e.titles))))


@pytest.mark.parametrize("switch", SWITCHES, ids="=".join)
def test_picture_is_drawn_whole_and_legend_names_the_marks(switch: tuple[str, str]) -> None:
    model = picture(switch)
    svg = render(model, ("svg",))["svg"].decode("utf-8")
    for mark in {mark for _, mark in model.marks}:
        words = {"before": "только при первом", "after": "только при втором", "changed": "при ответах разное"}[mark]
        assert words in svg
        assert f" mark-{mark}" in svg
    assert all(f'[fill="{light.lower()}"]{{fill:{dark}}}' in svg for light, dark in MARKS_DARK.items())


def test_same_input_same_bytes() -> None:
    spec = machine("reserve_at", "declaration")
    one, other = (difference_picture(machine(), spec, "ru", "dot") for _ in range(2))
    assert one == other
    assert isinstance(one, str)
    assert mermaid_text(picture(("reserve_at", "declaration"))) == mermaid_text(picture(("reserve_at", "declaration")))


def test_a_new_place_of_entry_has_a_marked_dot() -> None:
    model = picture(("window_opens_with", "controller"))
    marks = dict(model.marks)
    marked = [marker for marker in model.markers if marker.id in marks]
    assert [marks[marker.id] for marker in marked] == ["after"]
    assert marked[0].target in marks
    backward = difference_view(machine("window_opens_with", "controller"), machine(), "en")
    assert [dict(backward.marks)[one.id] for one in backward.markers if one.id in dict(backward.marks)] == ["before"]


def test_equal_machines_and_other_profiles_are_drawn_too() -> None:
    same = difference_view(machine(), machine(), "en")
    assert same.marks == ()
    assert "the same" in " ".join(same.notes)
    other = build_specification(find_profile("edition_2009"))
    model = difference_view(machine(), other, "en", rule_words(other.profile))
    assert model.marks
    assert other.profile.name.en in " ".join(model.notes)
    render(model, ("svg",))


def test_overlay_keeps_the_order_of_the_rulebook_and_loses_nothing() -> None:
    for switch in SWITCHES:
        before, after = machine(), machine(*switch)
        both = overlay(before, after)
        assert set(both.spec.states) == {*before.states, *after.states}
        kept = [row for row in both.spec.rows if row in set(after.rows)]
        assert kept == list(after.rows)
        assert {*before.rows} == {row for row in both.spec.rows if row in set(before.rows)} | set(both.was.values())


def test_overlay_agrees_with_the_comparison_of_specifications() -> None:
    for switch in SWITCHES:
        before, after = machine(), machine(*switch)
        found, both = difference(before, after), overlay(before, after)
        marked = {row.id for row in both.marks}
        rows = (*found.rows_added, *found.rows_removed, *(new for _, new in found.rows_changed))
        assert marked == {row.id for row in rows}
        assert set(both.states) == {one.path for one in (*found.states_added, *found.states_removed)}


def test_what_is_the_same_in_both_and_not_the_default_is_said() -> None:
    """A picture of two machines on other steps, or with other readings besides, must say so."""
    profile, base = known_profiles()["edition_2009"], Readings(phase_window="if_any")
    before = build_specification(profile, base)
    after = build_specification(profile, base.replace(slow_active_only="false"))
    notes = " ".join(difference_view(before, after, "en").notes)
    assert f"Profile: {profile.name.en}" in notes
    assert "In both cases: phase_window = if_any" in notes
    usual = " ".join(difference_view(build_specification(), build_specification(readings=base), "en").notes)
    assert "Profile" not in usual
    assert "In both cases" not in usual
