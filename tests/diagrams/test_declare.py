"""View 4: what may be declared when, against the rows and the refusal table."""

from __future__ import annotations

from typing import get_args

import pytest

from berserk_fsm.core.values import Manner
from berserk_fsm.diagrams import make_view
from berserk_fsm.diagrams.model import DiagramModel, Node
from berserk_fsm.diagrams.view_declare import Situation, answers
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.readings import Readings

MANNERS: tuple[Manner, ...] = get_args(Manner)


@pytest.fixture(scope="module")
def drawn(spec: Specification) -> DiagramModel:
    return make_view("declare", spec, "en", rule_words(spec.profile))


def _follow(model: DiagramModel, *ways: str) -> Node:
    """The node one comes to by answering the questions."""
    nodes = {node.id: node for node in model.nodes}
    at = model.markers[0].target
    for way in ways:
        (at,) = [edge.target for edge in model.edges if edge.source == at and way in edge.titles]
    return nodes[at]


def test_every_hold_has_an_answer_for_every_manner(spec: Specification) -> None:
    holds = {path for path, state in spec.states.items() if state.holder and spec.children.get(path)}
    for manner in MANNERS:
        table = answers(spec, manner)
        assert {path for answer in table.values() for path in answer.holds} == holds


@pytest.mark.parametrize("manner", MANNERS)
def test_answers_are_those_of_the_rows(spec: Specification, manner: Manner) -> None:
    rows = {row.source: row for row in spec.rows if row.event == f"declare_{manner}"}
    for answer in answers(spec, manner).values():
        for path in answer.holds:
            if answer.guards is None:
                assert path not in rows
                assert answer.refusals
            else:
                assert rows[path].guards == answer.guards
                assert rows[path].id in answer.rows


@pytest.mark.parametrize("manner", MANNERS)
def test_what_is_closed_cites_its_refusal(spec: Specification, manner: Manner) -> None:
    refusals = {refusal.id: refusal for refusal in spec.refusals}
    for answer in answers(spec, manner).values():
        if answer.guards is None:
            assert answer.clauses == (refusals[answer.refusals[0]].clause,)
            assert all(manner in refusals[name].manners for name in answer.refusals)


def test_every_declaring_row_stands_in_one_answer(spec: Specification, drawn: DiagramModel) -> None:
    declaring = sorted(row.id for row in spec.rows if row.event.startswith("declare_"))
    assert sorted(row for node in drawn.nodes for row in node.inside) == declaring
    for node in drawn.nodes:
        assert (node.traits.outcome is None) == (node.role == "junction")
        assert bool(node.inside) == (node.traits.outcome in ("open", "if"))


def test_every_situation_leads_to_the_answer_of_its_rows(spec: Specification, drawn: DiagramModel) -> None:
    told = {node.id: set(node.covers) for node in drawn.nodes}
    for edge in drawn.edges:
        assert told[edge.target] <= told[edge.source]
    for question in (node for node in drawn.nodes if node.role == "junction"):
        below = [told[edge.target] for edge in drawn.edges if edge.source == question.id]
        assert set().union(*below) == told[question.id]
        if question.id != "ask-declare":
            assert sum(map(len, below)) == len(told[question.id])


def test_fast_by_nonactive_in_the_final_phase(drawn: DiagramModel) -> None:
    """After Active declared: yes, 303.3 (b); before anyone declared: no."""
    answer = _follow(drawn, "fast, without trigger", "Final phase", "phase window")
    assert answer.title == "Yes by 303.3 (b, c), if"
    assert answer.traits.outcome == "if"
    assert answer.notes == ("the opponent declared something new, or an action left the stack",)
    assert "303.3" in answer.clauses


def test_slow_is_for_active_in_the_window_of_the_main_phase(drawn: DiagramModel) -> None:
    ways = ("slow", "Main phase", "phase window")
    assert _follow(drawn, *ways, "Active").traits.outcome == "if"
    assert _follow(drawn, *ways, "Non-active").notes == ("required: the player is Active",)
    assert _follow(drawn, "slow", "Initial phase").notes == ("required: main phase",)
    assert _follow(drawn, "slow", "Main phase", "step window").notes == ("required: stack empty",)


def test_removal_window_has_no_trigger_points(drawn: DiagramModel) -> None:
    answer = _follow(drawn, "triggered", "an action has left the stack")
    assert (answer.traits.outcome, answer.clauses) == ("closed", ("303.4",))


def test_occasions_follow_the_profile(spec: Specification) -> None:
    table = answers(spec, "fast")
    assert table[Situation("main", "phase", "active")].occasions == "a"
    assert table[Situation("final", "removal", "nonactive")].occasions == "c"
    assert table[Situation("final", "step", "nonactive")].occasions == "b"


def test_another_reading_gives_other_answers(spec: Specification) -> None:
    letter = build_specification(spec.profile, Readings(slow_active_only=False, slow_needs_empty_stack=False))
    model = make_view("declare", letter, "en", rule_words(spec.profile))
    assert len(model.states) <= 25
    outcomes = {situation: answer.guards for situation, answer in answers(letter, "slow").items()}
    assert outcomes[Situation("main", "phase", "nonactive")] is not None
    assert outcomes[Situation("main", "step", "active")] is not None
