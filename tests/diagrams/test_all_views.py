"""What must be true of every view: it shows what the specification has, all of what it is about, and fits."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from berserk_fsm.diagrams import VIEWS, DiagramError, make_view
from berserk_fsm.diagrams.model import DiagramModel, Node
from berserk_fsm.diagrams.view_clause import CLAUSES, citing
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Row, Specification
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.readings import Readings, reading_definitions
from tests.diagrams.conftest import OF_THE_MACHINE, SHEETS
from tests.diagrams.made_specs import small_spec

Models = dict[tuple[str, str], DiagramModel]


def _drawn(model: DiagramModel) -> set[str]:
    return {row for edge in model.edges for row in edge.rows}


def _written(model: DiagramModel) -> set[str]:
    return {row for node in model.nodes for row in node.inside}


def _covered(model: DiagramModel) -> set[str]:
    return {path for state in model.states for path in state.covers}


def _in_window(spec: Specification, path: str) -> bool:
    return any(spec.states[at].window is not None for at in spec.ancestors(path))


def test_there_is_a_view_for_every_clause_and_every_phase(spec: Specification) -> None:
    assert list(clauses()) == list(CLAUSES)
    assert {f"clause-{number}" for number in clauses()} <= set(VIEWS)
    assert {f"flat-{phase.id}" for phase in spec.profile.phases} <= set(VIEWS)


@pytest.mark.parametrize("view", SHEETS)
def test_sheet_has_few_states(models: Models, view: str) -> None:
    for lang in ("ru", "en"):
        assert len(models[view, lang].states) <= 25


@pytest.mark.parametrize("view", OF_THE_MACHINE)
def test_every_state_stands_for_real_ones(spec: Specification, models: Models, view: str) -> None:
    for state in models[view, "en"].states:
        assert state.state in spec.states
        assert set(state.covers) <= set(spec.states)
        assert state.covers or state.id.startswith("frame-")
        if isinstance(state, Node):
            assert set(state.inside) <= set(spec.row_by_id)


@pytest.mark.parametrize("view", [view for view in OF_THE_MACHINE if view != "declare"])
def test_every_transition_stands_for_real_ones(spec: Specification, models: Models, view: str) -> None:
    model = models[view, "en"]
    covers = {state.id: state.covers for state in model.states}

    def near(path: str, paths: tuple[str, ...]) -> bool:
        # The state itself, what it lies in, or what lies in it: a row of a composite is one of all the states in it,
        # and one that leads to a composite enters its initial state.
        return any(f"{one}.".startswith(f"{path}.") or f"{path}.".startswith(f"{one}.") for one in paths)

    for edge in model.edges:
        assert edge.rows
        for row in (spec.row_by_id[name] for name in edge.rows):
            assert near(row.source, covers[edge.source])
            assert near(row.target, covers[edge.target])
            assert set(row.clauses) <= set(edge.clauses)
            assert not edge.automatic or row.automatic


@pytest.mark.parametrize("view", list(VIEWS))
def test_ids_are_ascii_and_the_same_in_both_languages(models: Models, view: str) -> None:
    ru, en = models[view, "ru"], models[view, "en"]
    assert [element.id for element in ru.elements()] == [element.id for element in en.elements()]
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", element.id) for element in ru.elements())
    assert set(ru.lit) <= {element.id for element in ru.elements()}
    assert {name for column in ru.columns for name in column} <= {state.id for state in ru.states}


@pytest.mark.parametrize("view", list(VIEWS))
def test_each_language_is_its_own(models: Models, view: str) -> None:
    ru, en = models[view, "ru"], models[view, "en"]
    for state in ru.states:
        assert re.search("[А-Яа-яё]", state.title)
    for edge in ru.edges:
        assert all(re.search("[А-Яа-яё]", title) for title in edge.titles)
    words = [en.title, *en.notes]
    words += [text for state in en.states for text in (state.title, *(state.notes if isinstance(state, Node) else ()))]
    words += [text for edge in en.edges for text in (*edge.titles, *edge.guards, *edge.effects)]
    assert not [text for text in words if re.search("[А-Яа-яё]", text)]


# --- what each is about, and that none of it is missing ---------------------------------------------------------------


def _touches_window(spec: Specification, row: Row) -> bool:
    return _in_window(spec, row.source) or _in_window(spec, row.target)


def _between_windows(spec: Specification, row: Row) -> bool:
    inside = _in_window(spec, row.source) and _in_window(spec, row.target)
    return not (inside and row.source.partition(".window")[0] == row.target.partition(".window")[0])


def _of_execution(spec: Specification, row: Row) -> bool:
    return ".execution" in row.source and _between_windows(spec, row)


def _off_stack(spec: Specification, row: Row) -> bool:
    ends = (spec.states[row.source], spec.states[row.target])
    return row.source != "start" and any(end.deactivated or end.local_name == "offer" for end in ends)


def _suspending(spec: Specification, row: Row) -> bool:
    return row.kind in ("leave_window_with_queue", "transfer", "begin", "continue", "others_remain", "stack_emptied")


@pytest.mark.parametrize(
    ("view", "about"),
    [
        ("window", _touches_window),
        ("life", _of_execution),
        ("off_stack", _off_stack),
        ("suspension", _suspending),
        ("machine", lambda spec, row: True),
    ],
    ids=["window", "life", "off_stack", "suspension", "machine"],
)
def test_nothing_the_view_is_about_is_missing(
    spec: Specification, models: Models, view: str, about: Callable[[Specification, Row], bool]
) -> None:
    model = models[view, "en"]
    shown = _drawn(model) | _written(model)
    missing = [row.id for row in spec.rows if about(spec, row) and row.id not in shown]
    assert missing == []


def test_the_machine_shows_every_state_and_unfolds_each_somewhere(spec: Specification, models: Models) -> None:
    model = models["machine", "en"]
    assert _covered(model) == set(spec.states)
    leaves = {leaf.path for leaf in spec.leaves}
    alone = {
        path
        for state in model.states
        if len({path.rpartition(".")[2] for path in state.covers}) == 1
        for path in state.covers
    }
    # Steps of one state are drawn as that state; all others have a shape of their own.
    assert {path.rpartition(".")[2] for path in leaves - alone} <= {"perform"}


@pytest.mark.parametrize("phase", ["initial", "main", "final"])
def test_flat_phase_shows_all_of_its_phase(spec: Specification, models: Models, phase: str) -> None:
    model = models[f"flat-{phase}", "en"]
    inside = {path for path in spec.states if f"{path}.".startswith(f"turn.{phase}_phase.")}
    own = {state.state for state in model.states if len(state.covers) == 1}
    assert inside <= own
    touching = [row.id for row in spec.rows if row.source in inside or row.target in inside]
    assert sorted(row for edge in model.edges for row in edge.rows) == sorted(touching)


@pytest.mark.parametrize("number", CLAUSES)
def test_clause_picture_lights_all_that_cites_it_and_nothing_else(
    spec: Specification, models: Models, number: str
) -> None:
    model = models[f"clause-{number}", "en"]
    found = citing(spec, number)
    lit = set(model.lit)
    lit_rows = {row for edge in model.edges if edge.id in lit for row in edge.rows}
    lit_rows |= {row for node in model.nodes if node.id in lit for row in node.inside}
    lit_states = {path for state in model.states if state.id in lit for path in state.covers}
    assert set(found.rows) <= lit_rows
    assert set(found.states) <= lit_states
    for edge in model.edges:
        assert (edge.id in lit) == bool(set(edge.rows) & set(found.rows))
    if not found.states and not found.rows:
        assert not lit
        assert any("No state or transition cites" in note for note in model.notes)
    for state in model.states:
        if state.id in lit:
            assert set(state.covers) & set(found.states) or set(getattr(state, "inside", ())) & set(found.rows)


def test_every_clause_is_cited_by_something(spec: Specification) -> None:
    silent = [number for number in CLAUSES if not citing(spec, number).states and not citing(spec, number).rows]
    assert silent == []


# --- other specifications ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", list(reading_definitions()))
def test_sheets_fit_under_every_reading(spec: Specification, reading: str) -> None:
    definition = reading_definitions()[reading]
    (other,) = (option.value for option in definition.options if option.value != definition.default)
    changed = build_specification(spec.profile, Readings().replace(**{reading: other}))
    for view in ("turn", "window", "life", "declare", "off_stack", "suspension", "clause-302.12", "clause-303.8"):
        model = make_view(view, changed, "ru")
        assert len(model.states) <= 25, view
        assert any(f"{reading} = {other}" in note for note in model.notes)


@pytest.mark.parametrize("view", [view for view in OF_THE_MACHINE if view not in ("flat-initial", "flat-final")])
def test_small_machine_is_drawn_too(view: str) -> None:
    assert make_view(view, small_spec(), "en").states


def test_phase_that_is_not_there_is_named() -> None:
    with pytest.raises(DiagramError, match="no phase 'final'") as caught:
        make_view("flat-final", small_spec(), "en")
    assert "нет фазы «final»" in caught.value.text("ru")
