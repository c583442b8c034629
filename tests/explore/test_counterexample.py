"""A counterexample is a scenario that replays: the file plays, ends where the property fails, and says so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from berserk_fsm.cli import main
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.counterexample import (
    counterexample_pictures,
    counterexample_scenario,
    counterexample_text,
    write_counterexample,
)
from berserk_fsm.explore.exploring import explore
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.report import Claim, Verdict, Violation
from berserk_fsm.game import Game
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Row, Specification
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Expect, Refuse, Say
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.sentences import BOTH_PASS
from berserk_fsm.scenario.writing import dump_scenario
from tests.explore.violations import plain_violation, table_model

TWO_SLOW = "actions: {M: {by: A, speed: slow}, N: {by: A, speed: slow}}"
ANSWER = "actions: {F: {by: A}, t: {by: B, on: {apply_effect: F}}}"
CASES: Mapping[str, tuple[str, dict[str, str], str]] = MappingProxyType(
    {
        "slow_on_empty_stack": (TWO_SLOW, {"slow_needs_empty_stack": "false"}, "303.3"),
        "slow_by_active": ("actions: {M: {by: B, speed: slow}}", {"slow_active_only": "false"}, "303.1"),
        "answers_last_a_hold": (
            "actions: {F: {by: A}, G: {by: B}}",
            {"opponent_declared_lasts": "window"},
            "303.3",
        ),
        "holder_can_give_away": (ANSWER, {"triggers_mandatory": "true"}, "303.2"),
        "point_serves_once": (
            "actions: {F: {by: A}, t: {by: A, on: {apply_effect: F}}, u: {by: A, on: {apply_effect: F}}}",
            {"trigger_once_per_point": "false"},
            "303.4",
        ),
    }
)
"""For each property that only some readings imply, a table on which it fails under another."""


def _violation(id: str) -> tuple[Model, Violation]:
    text, readings, _ = CASES[id]
    model = table_model(text, **readings)
    violation = plain_violation(model, id)
    assert violation is not None
    return model, violation


def _altered(model: Model, change: dict[str, tuple[str, ...]], without: str = "") -> Model:
    """The model with other guards, by kind of row, and without the rows of a kind."""

    def row(one: Row) -> Row:
        kept = change.get(one.kind)
        return one if kept is None else replace(one, guards=tuple(g for g in one.guards if g.name in kept))

    rows = tuple(row(one) for one in model.specification.rows if one.kind != without)
    return Model(replace(model.specification, rows=rows), model.table)


def _end(model: Model, violation: Violation) -> GameState:
    """The situation after the decisions, as a game comes to it."""
    game = Game.from_table(model.table, model.specification.readings, engine="table")
    for decision in violation.decisions:
        game.play(decision)
    return game.state


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("id", list(CASES))
def test_file_replays_and_ends_where_the_property_fails(
    id: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, violation = _violation(id)
    words = property_words()[id]
    path = tmp_path / "found.yaml"
    assert write_counterexample(path, violation, model, lang, sentence=words.sentence, clauses=words.clauses) == path
    scenario = counterexample_scenario(violation, model, words.sentence, words.clauses, lang)
    text = path.read_text("utf-8")
    assert parse_scenario(text) == scenario
    assert text == counterexample_text(violation, model, words.sentence, words.clauses, lang, "found.yaml")
    assert words.sentence.get(lang) in scenario.title
    assert scenario.cites == words.clauses
    assert CASES[id][2] in scenario.cites
    assert scenario.readings == model.specification.readings
    assert scenario.table == model.table
    for engine in ("transitions", "table"):
        turnout = play_scenario(scenario, engine=engine)
        assert turnout.ok
        assert turnout.game.state == _end(model, violation)
        assert turnout.game.state.decision_key() == violation.state.decision_key()
    assert main(["play", str(path), "--lang", lang]) == 0
    assert words.sentence.get(lang)[:40] in capsys.readouterr().out


def test_slow_action_on_a_full_stack_can_be_read_by_a_judge() -> None:
    model, violation = _violation("slow_on_empty_stack")
    scenario = counterexample_scenario(violation, model, lang="ru")
    assert dump_scenario(scenario, "ru").partition("розыгрыш:\n")[2] == (
        "  - A заявляет M\n"
        "  - оба пасуют\n"
        "  - ожидается: {приоритет: A, фаза: главная, окно: этап, очередь: [], стек: [M], выполняется: M, "
        "этап: применение эффекта}\n"
        "  - A заявляет N\n"
        "  - ожидается: {приоритет: A, фаза: главная, окно: этап, очередь: [N], стек: [M], выполняется: M, "
        "этап: применение эффекта}\n"
    )


def test_head_comment_names_property_clauses_readings_and_how_to_replay() -> None:
    model, violation = _violation("slow_on_empty_stack")
    words = property_words()[violation.id]
    for lang, expected in (
        ("ru", ("Контрпример: slow_on_empty_stack [303.3]", "Прочтения: slow_needs_empty_stack = false.")),
        ("en", ("Counterexample: slow_on_empty_stack [303.3]", "Readings: slow_needs_empty_stack = false.")),
    ):
        text = counterexample_text(violation, model, words.sentence, words.clauses, lang, "a.yaml")
        head = [line for line in text.splitlines() if line.startswith("#")]
        assert text.startswith("\n".join(head))
        assert all(len(line) <= 100 for line in head)
        for part in (*expected, "berserk-fsm play a.yaml", "berserk-fsm diagrams --scenario a.yaml"):
            assert any(part in line for line in head)


def test_what_may_not_be_passed_is_shown_as_a_refusal() -> None:
    model, violation = _violation("holder_can_give_away")
    *_, expect, refuse = counterexample_scenario(violation, model).play
    assert isinstance(expect, Expect)
    assert refuse == Refuse(Decision("pass", "B"), "303.4")


def test_both_pass_stands_only_where_it_means_the_same() -> None:
    text = "actions: {F: {by: A}, G: {by: B}}"
    model = table_model(text)
    game = Game.from_table(model.table, engine="table")
    decisions = [
        Decision("pass", "A"),
        Decision("declare", "B", "G"),
        Decision("hand_over", "B"),
        Decision("pass", "A"),
        Decision("pass", "B"),
        Decision("pass", "A"),
    ]
    for decision in decisions:
        game.play(decision)
    scenario = counterexample_scenario(Violation("x", tuple(decisions), game.state), model)
    sentences = [item.sentence for item in scenario.play if isinstance(item, Say)]
    # The first pass closes nothing, the last one does not either.
    assert sentences == [decisions[0], decisions[1], BOTH_PASS, decisions[5]]
    assert play_scenario(scenario).game.state == game.state
    whole = play_scenario(replace(scenario, play=tuple(map(Say, decisions)))).game
    assert whole.state == game.state


def test_last_decision_of_a_step_is_never_folded() -> None:
    model = table_model("actions: {F: {by: A}}")
    game = Game.from_table(model.table, engine="table")
    decisions = (
        Decision("declare", "A", "F"),
        Decision("hand_over", "A"),
        Decision("pass", "B"),
        Decision("pass", "A"),
    )
    for decision in decisions:
        before = game.state
        game.play(decision)
    of_state = counterexample_scenario(Violation("x", decisions, game.state), model)
    of_step = counterexample_scenario(Violation("x", decisions, game.state, before), model)
    assert [item.sentence for item in of_state.play if isinstance(item, Say)] == [decisions[0], BOTH_PASS]
    assert [type(item) for item in of_step.play] == [Say, Say, Say, Expect, Say, Expect]
    assert play_scenario(of_step).ok


def test_verdict_brings_its_sentence_and_clauses() -> None:
    model = table_model(TWO_SLOW, slow_needs_empty_stack="false")
    (verdict,) = explore(model).violations
    scenario = counterexample_scenario(verdict, model, lang="ru")
    assert scenario.title == f"Контрпример: {verdict.sentence.ru}"
    assert scenario.cites == verdict.clauses
    assert play_scenario(scenario).ok


def test_claim_is_answered_with_a_play() -> None:
    model = table_model(TWO_SLOW)
    claim = Claim("one", "never", lambda state: state.holder == "B", Text("B не решает.", "B never decides."))
    (verdict,) = explore(model, claims=[claim]).violations
    scenario = counterexample_scenario(verdict, model)
    assert scenario.title == "Counterexample: B never decides."
    assert scenario.cites == ()
    assert [item.sentence for item in scenario.play if isinstance(item, Say)] == [Decision("pass", "A")]
    assert play_scenario(scenario).ok


def test_what_fails_at_the_start_needs_no_decision() -> None:
    model = table_model("start: {facts: [open]}\nactions: {F: {by: A}}")
    game = Game.from_table(model.table, engine="table")
    scenario = counterexample_scenario(Violation("x", (), game.state), model)
    (expect,) = scenario.play
    assert isinstance(expect, Expect)
    assert expect.values["facts"] == ("open",)
    assert play_scenario(scenario).ok


def test_failure_between_two_situations_is_told_in_the_comment() -> None:
    model = table_model("actions: {F: {by: A}}")
    decisions = (
        Decision("declare", "A", "F"),
        Decision("hand_over", "A"),
        Decision("pass", "B"),
        Decision("pass", "A"),
    )
    game = Game.from_table(model.table, engine="table")
    for decision in decisions:
        record = game.play(decision)
    on_the_way = record.micro_steps[1].after
    violation = Violation("x", decisions, on_the_way, record.micro_steps[1].before)
    text = counterexample_text(violation, model)
    leaf = model.leaf(on_the_way)
    assert f"“{leaf.name.en}”" in " ".join(text.replace("\n# ", " ").split())
    assert play_scenario(counterexample_scenario(violation, model)).ok


@pytest.mark.parametrize("name", ["a: b # c", "«x» [1], {y}", "'q\" \\", "- ? &a *b", "Удар; <b>"])
def test_hostile_names_stay_what_they_are(name: str, tmp_path: Path) -> None:
    quoted = "'" + name.replace("'", "''") + "'"
    model = table_model(
        f"actions: {{{quoted}: {{by: A, speed: slow}}, N: {{by: A, speed: slow}}}}", slow_needs_empty_stack="false"
    )
    violation = plain_violation(model, "slow_on_empty_stack")
    assert violation is not None
    for lang in ("ru", "en"):
        text = counterexample_text(violation, model, Text("а\n# б: в", "a\n# b: c"), ("303.3",), lang, f"{name}\n.yaml")
        scenario = parse_scenario(text)
        assert play_scenario(scenario).ok
        assert scenario.table == model.table


def test_altered_machine_is_replayed_through_the_model_and_said_so() -> None:
    model = _altered(table_model("actions: {F: {by: A}}"), {}, without="leave_stack")
    violation = plain_violation(model, "goes_on")
    assert violation is not None
    scenario = counterexample_scenario(violation, model)
    assert [item.sentence for item in scenario.play if isinstance(item, Say)] == [
        Decision("declare", "A", "F"),
        *(BOTH_PASS,) * 3,
    ]
    text = counterexample_text(violation, model)
    assert "altered" in text
    assert "does not go on" in text
    assert parse_scenario(text) == scenario
    assert not play_scenario(scenario).ok


def test_faulty_machine_with_two_ways_is_followed_on_the_right_one() -> None:
    model = _altered(table_model("actions: {F: {by: A, requires: [x]}}"), {"pass_legality": ()})
    assert plain_violation(model, "one_way") is not None
    ways = {}
    for state in (_cancelled(model, True), _cancelled(model, False)):
        scenario = counterexample_scenario(Violation("x", _TO_THE_STACK, state), model)
        expect = scenario.play[-1]
        assert isinstance(expect, Expect)
        ways[expect.values["stack"]] = scenario
    assert set(ways) == {("F",), ()}


_TO_THE_STACK = (
    Decision("declare", "A", "F"),
    Decision("hand_over", "A"),
    Decision("pass", "B"),
    Decision("pass", "A"),
)


def _cancelled(model: Model, cancelled: bool) -> GameState:
    from berserk_fsm.explore.plain import reachable

    return next(
        state
        for state in reachable(model).states
        if any(entry.cancelled is cancelled and entry.step not in (None, "legality_check") for entry in state.stack)
    )


def test_nothing_to_show_is_an_error_in_both_languages() -> None:
    model = table_model(TWO_SLOW)
    holds = Verdict("one_place", "always", Text("а", "a"), (), True)
    with pytest.raises(ExploreError, match="no counterexample") as error:
        counterexample_scenario(holds, model)
    assert "контрпримера нет" in error.value.text("ru")
    game = Game.from_table(model.table, engine="table")
    with pytest.raises(ExploreError, match="do not lead") as error:
        counterexample_scenario(Violation("x", (Decision("pass", "A"),), game.state), model)
    assert "не приводят" in error.value.text("ru")


def test_files_in_a_folder_are_called_after_what_fails(tmp_path: Path) -> None:
    model, violation = _violation("slow_on_empty_stack")
    folder = tmp_path / "plays" / "of today"
    assert write_counterexample(folder, violation, model) == folder / "slow_on_empty_stack.yaml"
    names = ("../x", "a/b", "a b", "con: <|>", "…", "x" * 300)
    written = {write_counterexample(folder, replace(violation, id=name), model) for name in names}
    assert len(written) == len(names)
    assert {path.parent for path in written} == {folder}
    assert all(re.fullmatch(r"[\w-]{1,80}\.yaml", path.name) for path in written)


def test_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    model, violation = _violation("slow_on_empty_stack")
    (tmp_path / "file").write_text("")
    with pytest.raises(ExploreError, match="cannot be written") as error:
        write_counterexample(tmp_path / "file" / "a.yaml", violation, model)
    assert "не записывается" in error.value.text("ru")


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_pictures_show_the_play(lang: str) -> None:
    model, violation = _violation("slow_on_empty_stack")
    words = property_words()[violation.id]
    scenario = counterexample_scenario(violation, model, words.sentence, words.clauses, lang)
    pictures = counterexample_pictures(scenario, lang)
    for svg in pictures:
        assert svg.startswith("<")
        assert "</svg>" in svg
        assert {"ru": "Контрпример", "en": "Counterexample"}[lang] in svg
    assert counterexample_pictures(parse_scenario(dump_scenario(scenario, lang)), lang) == pictures


def test_specification_of_the_models_here_is_the_real_one() -> None:
    real: Specification = build_specification()
    assert table_model(TWO_SLOW).specification == real
    assert "altered" not in counterexample_text(
        Violation("x", (), Game.from_table(table_model(TWO_SLOW).table).state), table_model(TWO_SLOW)
    )
