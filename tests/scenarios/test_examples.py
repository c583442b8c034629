"""The examples hold, and together they leave no rule of the machine out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from berserk_fsm.core.values import Decision
from berserk_fsm.errors import InputError, Refused
from berserk_fsm.game import EngineName, Game
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.machine.refusals import refusal_table
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.kinds import kinds
from berserk_fsm.rules.profiles import default_profile, known_profiles
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.examples import example_paths, index, load_example
from berserk_fsm.scenario.items import Expect, Refuse, Scenario
from berserk_fsm.scenario.play import Turnout, play_scenario
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.writing import dump_scenario, mirror
from berserk_fsm.yaml_text import read_file

NAMES = list(example_paths())
ENGINES: tuple[EngineName, ...] = ("transitions", "table")

NOT_TAKEN: frozenset[str] = frozenset()
"""Rows no example takes, with an excuse. There is no excuse."""

ONLY_BETWEEN_MICRO_STEPS = {"stack_deactivated"}
"""302.8: no player is asked while an effect is applied, so only the library can try (see below)."""


@cache
def example(name: str) -> Scenario:
    return load_example(name)


@cache
def turnout(name: str) -> Turnout:
    return play_scenario(example(name), engine="table")


def records(turned: Turnout) -> Iterator[StepRecord]:
    yield turned.opening
    for one in turned.played:
        yield from one.records


# --- they hold -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_it_holds(name: str, engine: EngineName) -> None:
    turned = play_scenario(example(name), engine=engine)
    assert turned.failures == ()
    assert len(turned.played) == len(example(name).play)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_it_holds_with_the_players_exchanged(name: str, engine: EngineName) -> None:
    """No rule depends on who is A and who is B."""
    turned = play_scenario(mirror(example(name)), engine=engine)
    assert turned.failures == ()
    taken = [micro.row.id for record in records(turned) for micro in record.micro_steps]
    assert taken == [micro.row.id for record in records(turnout(name)) for micro in record.micro_steps]


@pytest.mark.parametrize("name", NAMES)
def test_both_engines_take_the_same_way(name: str) -> None:
    reference = play_scenario(example(name), engine="transitions")
    assert list(records(reference)) == list(records(turnout(name)))


# --- they are fit to be read ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_it_is_fit_to_be_read(name: str) -> None:
    scenario, text = example(name), read_file(example_paths()[name])
    assert scenario.title
    assert scenario.cites
    assert any(isinstance(item, Expect) for item in scenario.play)
    lines = text.splitlines()
    assert len(lines) <= 80
    assert max(map(len, lines)) <= 110
    assert scenario.table.actions.keys() == _spoken_of(scenario), "actions nobody speaks of"


def _spoken_of(scenario: Scenario) -> set[str]:
    """Names that are declared, refused or expected somewhere, and rolls, which come by themselves."""
    spoken = {name for name in scenario.table.actions if scenario.table.rolls(name)}
    for item in scenario.play:
        sentence = getattr(item, "sentence", None)
        if isinstance(sentence, Decision) and sentence.name:
            spoken.add(sentence.name)
        if isinstance(item, Expect):
            legal = item.values.get("legal") or ()
            assert isinstance(legal, tuple)
            spoken.update(legal)
    return spoken


@pytest.mark.parametrize("name", [name for name in NAMES if "reading" in name])
def test_another_reading_is_announced_and_makes_the_difference(name: str) -> None:
    """With the default readings the same play would not come out as the file says."""
    scenario = example(name)
    assert scenario.title.startswith("Other reading")
    assert len(scenario.readings.non_default()) == 1
    by_default = Scenario(scenario.title, scenario.cites, Readings(), scenario.table, scenario.play, scenario.where)
    assert not play_scenario(by_default, engine="table").ok


def test_only_these_files_use_other_readings() -> None:
    assert {name for name in NAMES if example(name).readings != Readings()} == {
        name for name in NAMES if "reading" in name
    }
    used = {id for name in NAMES for id in example(name).readings.non_default()}
    assert used == set(reading_definitions())


@pytest.mark.parametrize("name", [name for name in NAMES if "profile" in name])
def test_another_profile_is_announced_and_makes_the_difference(name: str) -> None:
    """The default profile does not have the steps the file speaks of."""
    scenario, text = example(name), read_file(example_paths()[name])
    assert scenario.title.startswith(("Other steps", "Другие этапы"))
    with pytest.raises(InputError, match=r"\bexpected\b"):
        parse_scenario(text, profile=default_profile())
    steps = {step.id for step in scenario.profile.steps} - {step.id for step in default_profile().steps}
    assert any(step in dump_scenario(scenario) for step in steps)


def test_only_these_files_use_other_profiles() -> None:
    others = {name for name in NAMES if example(name).profile != default_profile()}
    assert others == {name for name in NAMES if "profile" in name}
    used = {example(name).profile.id for name in NAMES}
    assert used == set(known_profiles())


def test_some_are_written_in_russian() -> None:
    russian = [name for name in NAMES if name.endswith("-ru")]
    assert len(russian) >= 4
    for name in russian:
        assert read_file(example_paths()[name]).startswith("заголовок:")


# --- together they leave nothing out -------------------------------------------------------------------------


def test_every_row_is_taken_by_a_named_scenario() -> None:
    by_row: dict[str, list[str]] = {row.id: [] for row in build_specification()}
    for name in NAMES:
        if example(name).readings == Readings() and example(name).profile == default_profile():
            for row in {micro.row.id for record in records(turnout(name)) for micro in record.micro_steps}:
                by_row[row].append(name)
    missing = [row for row, names in by_row.items() if not names and row not in NOT_TAKEN]
    assert not missing, "no example takes:\n" + "\n".join(missing)
    assert not NOT_TAKEN


def test_every_refusal_is_provoked() -> None:
    all_readings = [Readings(), Readings(triggers_mandatory=True), Readings(reserve_at="declaration")]
    known = {refusal.id for readings in all_readings for refusal in refusal_table(readings)}
    provoked = {
        one.refused.id
        for name in NAMES
        for one in turnout(name).played
        if isinstance(one.item, Refuse) and isinstance(one.refused, Refused)
    }
    assert known - provoked == ONLY_BETWEEN_MICRO_STEPS


@pytest.mark.parametrize("engine", ENGINES)
def test_while_an_effect_is_applied_every_decision_is_refused(engine: EngineName) -> None:
    """302.8, the one refusal no scenario can provoke: a library that steps in between can."""
    name = "302-8-nobody-acts-between-wound-and-death"
    game = Game.from_scenario(example_paths()[name], engine=engine)
    game.declare("ram")
    while game.state.step != "apply_effect":
        game.pass_priority()
    game.pass_priority()
    game.begin(Decision("pass", "B"))
    refused: dict[str, set[str]] = {}
    while game.micro_step() is not None:
        if game.state.deactivated:
            for decision in (
                Decision("declare", "B", "repair"),
                Decision("declare", "A", "ram"),
                Decision("pass", "A"),
                Decision("hand_over", "B"),
            ):
                why = game.refusal(decision)
                assert why is not None
                refused.setdefault(game.state.control.rpartition(".")[2], set()).add(f"{why.id} {why.clause}")
    assert refused == {
        "applying": {"stack_deactivated 302.8"},
        "rule_effects": {"stack_deactivated 302.8"},
    }
    # The twin: once all effects are applied, the player who was due may act again.
    assert game.why_not_pass() is None


def test_every_clause_and_every_gap_is_cited() -> None:
    cited = {cite for name in NAMES for cite in example(name).cites}
    assert [number for number in clauses() if number not in cited] == []
    assert [gap.citation for gap in gaps().values() if gap.citation not in cited] == []


def test_every_clause_has_scenarios_of_its_own() -> None:
    own = {".".join(name.split("-")[:2]) for name in NAMES}
    assert [number for number in clauses() if number not in own] == []


def test_the_kinds_of_302_5_occur() -> None:
    """The roll stands for itself; a playable ability is what an action is without a kind."""
    used = {action.kind for name in NAMES for action in example(name).table.actions.values()}
    assert used >= set(kinds()) - {"playable_ability"}


# --- finding them --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_it_can_be_written_in_either_language(name: str) -> None:
    for lang in ("en", "ru"):
        assert parse_scenario(dump_scenario(example(name), lang)) == example(name)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_index_names_every_example(lang: str) -> None:
    text = index(lang)
    assert [name for name in NAMES if f"]({name}.yaml) – " not in text] == []


def test_names_are_in_the_order_of_the_clauses() -> None:
    assert NAMES.index("302-2-newest-on-top") < NAMES.index("302-10-the-queue-is-untouchable")
    assert len(NAMES) >= 30


def test_an_unknown_name_gives_the_nearest() -> None:
    with pytest.raises(KeyError, match="303-2-pass-or-hand-over"):
        load_example("303-2-pass-or-handover")
