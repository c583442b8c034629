"""Scenarios in and out: what is loaded is played as one line, what is saved plays and leads where one was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm import Decision
from berserk_fsm.errors import InputError, SavingError
from berserk_fsm.notebook import tree
from berserk_fsm.notebook.files import line_text, opened, read
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import load_scenario, parse_scenario
from tests.notebook.tables import decided, game, walked

EXAMPLES = [path for name, path in example_paths().items() if name.startswith(("302-12", "303-4"))]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_one_line_that_ends_where_its_play_does(path: Path) -> None:
    scenario = load_scenario(path)
    turnout = play_scenario(scenario, engine="table")
    stepping = opened(scenario)
    assert (stepping.number, len(stepping.lines)) == (0, 1)
    end = tree.go(stepping, stepping.length)
    assert end.game.state == turnout.game.state
    assert end.game.history == turnout.game.history
    looked_at = [played.item for moment in stepping.moments for played in moment.checks]
    assert looked_at == [one.item for one in turnout.played if not one.records]
    assert all(played.failure is None for moment in stepping.moments for played in moment.checks)


@settings(max_examples=25, deadline=None)
@given(st.data(), st.sampled_from(("ru", "en")))
def test_what_is_saved_plays_and_leads_to_the_end_of_the_line(data: st.DataObject, lang: str) -> None:
    stepping = tree.take_line(walked(data), 0)
    text = line_text(stepping, lang)
    scenario = parse_scenario(text)
    turnout = play_scenario(scenario, engine="table")
    assert turnout.ok
    assert turnout.game.state == stepping.moments[stepping.path[-1]].game.state
    again, loaded = read(text, "again")
    assert loaded == scenario
    decisions = [[one.moments[place].decision for place in one.path] for one in (stepping, again)]
    assert decisions[0] == decisions[1]


def test_expectations_of_the_file_are_saved_where_they_stood() -> None:
    refused = "refused: {say: A passes, clause: '303.1'}"
    play = f"play: [A declares F, expect: {{queue: [F]}}, A hands over, {refused}]"
    scenario = parse_scenario(f"actions: {{F: {{by: A}}}}\n{play}")
    saved = parse_scenario(line_text(opened(scenario), "en", scenario))
    assert saved.play[: len(scenario.play)] == scenario.play
    assert len(saved.play) == len(scenario.play) + 1


CLAIMS = """\
title: Who may do what
cites: ["303.1"]
actions: {F: {by: A}}
always: {title: B waits, if: {phase: main, priority: A}, expect: {active: A}}
never: [{priority: B, has_declared: true}, {title: never on both, expect: {queue: [F], stack: [F]}}]
sometimes: {stack: [F]}
play: [A declares F]
"""


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_what_a_file_claims_is_saved_with_it(lang: str) -> None:
    scenario = parse_scenario(CLAIMS)
    assert len(scenario.claims) == 4
    saved = parse_scenario(line_text(opened(scenario), lang, scenario))
    assert (saved.title, saved.cites, saved.claims) == (scenario.title, scenario.cites, scenario.claims)


def test_a_sentence_that_is_refused_ends_the_line_and_is_told() -> None:
    stepping = opened(parse_scenario("actions: {F: {by: A}}\nplay: [A passes, A declares F, B passes]"))
    assert stepping.length == 1
    (played,) = stepping.moments[1].checks
    assert played.refused is not None
    assert played.refused.clause == "303.1"
    assert "refused" not in line_text(stepping, "en")


def test_a_position_can_be_read_but_not_saved_as_a_scenario() -> None:
    at = decided(tree.begin(game()), Decision("declare", "A", "удар"))
    stepping, scenario = read(at.game.position, "position")
    assert scenario is None
    assert stepping.game.state == at.game.state
    with pytest.raises(SavingError, match="began at a position"):
        line_text(stepping, "en")


def test_what_is_wrong_with_a_text_is_told_with_its_line() -> None:
    with pytest.raises(InputError, match=r"^mine:2: "):
        read("actions:\n  X: {by: C}", "mine")
    with pytest.raises(InputError):
        read('{"berserk_fsm": 99}', "mine")
