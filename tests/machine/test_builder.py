"""The builder: machines for other step tables, and for every set of readings."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm import Action, Game, Point, Profile, Readings, Redirect, RuleEffect, build_specification
from berserk_fsm.machine.build import _built
from berserk_fsm.machine.validate import validate
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.readings import reading_definitions
from tests.clauses.play import both_pass, give_away, kinds, left, legal, stack, steps, to_empty, to_step, windows
from tests.machine.conftest import profiles
from tests.machine.walks import disagreements, drawn, micro_steps

PROFILES = profiles()


def combinations() -> list[Readings]:
    """All sets of readings."""
    options = [[(id, option.value) for option in d.options] for id, d in reading_definitions().items()]
    return [Readings.from_mapping(dict(chosen)) for chosen in product(*options)]


def actions(profile: Profile) -> list[Action]:
    """A table on which something can happen at every point of ``profile``."""
    found = [
        Action("M", by="A", speed="slow", target="c1", roll=True, cost=("mana",), add=("zero",)),
        Action("F", by="A", target="c2", when=("on",)),
        Action("G", by="B"),
        Action("N", by="B", block="M"),
        Action("R", by="B", redirect=Redirect("M", "c3")),
        Action("t_phase", by="B", on=Point("phase", profile.phases[-1].id)),
        Action("t_effect", by="A", on=Point("effect", "dies")),
    ]
    found += [
        Action(f"t_{step.id}", by="B", on=Point(step.id, "M"))
        for step in profile.steps
        if step.trigger_point != "never"
    ]
    return found


EFFECTS = [RuleEffect("dies", ("zero",), ("zero",), ("dead",))]


def new(profile: Profile, **more: Any) -> Game:
    return Game(actions(profile), EFFECTS, facts=["mana", "on"], profile=profile, engine="table", **more)


def test_every_pair_of_readings_builds() -> None:
    """Each reading with each other one, both ways, gives a machine that is deterministic and never stuck.

    All 1,024 sets take a minute on a busy machine; beyond the pairs the next test draws from them.
    """
    every = combinations()
    assert len(set(every)) == 1024
    usual = Readings()
    near = [r for r in every if len(r.non_default()) <= 2]
    assert len(near) == 1 + 10 + 45
    specs = [_built.__wrapped__(default_profile(), readings) for readings in near]
    sizes = {(len(spec.states), len(spec.rows), len(spec.refusals)) for spec in specs}
    assert len(sizes) > 10
    assert specs[0].readings == usual


@settings(max_examples=25, deadline=None)
@given(readings=st.sampled_from(combinations()), data=st.data())
def test_every_set_of_readings_plays(readings: Readings, data: st.DataObject) -> None:
    """Any set of readings: control and data agree all the way, on the same busy table."""
    game = new(default_profile(), readings=readings)
    for _ in range(15):
        for micro in micro_steps(game, drawn(data, game)):
            assert disagreements(game.specification, micro.after) == []


@pytest.mark.parametrize("id", PROFILES)
def test_another_step_table_builds(id: str) -> None:
    """A step table of another shape gives a valid machine, under the default and under the other readings."""
    options = {id: [o.value for o in d.options] for id, d in reading_definitions().items()}
    for name, values in options.items():
        for value in values:
            validate(build_specification(PROFILES[id], Readings.from_mapping({name: value})))


@pytest.mark.parametrize("id", PROFILES)
def test_steps_of_another_step_table_come_in_its_order(id: str) -> None:
    """An action with target, roll and cost goes through all steps of the table in order and leaves."""
    profile = PROFILES[id]
    game = new(profile)
    game.declare("M")
    to_empty(game)
    assert steps(game.history, "M") == [step.id for step in profile.steps]
    assert "M" in left(game)
    assert "mana" not in game.state.facts
    assert game.state.log.rule_effects == ("dies",)


@settings(max_examples=25, deadline=None)
@given(id=st.sampled_from(sorted(PROFILES)), readings=st.sampled_from(combinations()), data=st.data())
def test_another_step_table_plays(id: str, readings: Readings, data: st.DataObject) -> None:
    """Any step table with any readings: control and data agree, and both engines do the same."""
    profile = PROFILES[id]
    game = new(profile, readings=readings)
    host = Game(actions(profile), EFFECTS, facts=["mana", "on"], profile=profile, readings=readings)
    for _ in range(12):
        decision = drawn(data, game)
        for micro in micro_steps(game, decision):
            assert disagreements(game.specification, micro.after) == []
        assert host.play(decision) == game.history[-1]
    again = Game.from_position(game.position, profile=profile, engine="table")
    assert again.state == game.state


def test_fast_phase() -> None:
    """303.3 (d): a phase named by the step table has its fast edges without guards."""
    spec = build_specification(PROFILES["fast_final"])
    hold = "turn.final_phase.window.active_holds"
    default = build_specification()
    own = {call.name for call in spec.row_by_id[f"{hold}/declare_fast"].guards}
    assert {call.name for call in default.row_by_id[f"{hold}/declare_fast"].guards} - own == {
        "opponent_declared_or_action_left"
    }
    game = new(PROFILES["fast_final"], active="B", phase="final")
    assert "G" in legal(game)


def test_window_before_the_legality_check() -> None:
    """A step table may open a window before legality: what is required then may still change in it."""
    game = Game(
        [Action("M", by="A", speed="slow", requires=("alive",)), Action("K", by="B", remove=("alive",))],
        facts=["alive"],
        profile=PROFILES["no_roll"],
        engine="table",
    )
    game.declare("M")
    records = both_pass(game)
    assert windows(records) == [("step", "M", "A")]
    assert game.state.step == "look"
    give_away(game)
    game.declare("K")
    to_empty(game)
    assert game.state.log.cancelled == ("M",)


def test_without_a_step_for_the_roll_nothing_is_rolled() -> None:
    """A step table without a roll never puts one into the queue; the default one does."""
    for profile, rolled in ((PROFILES["no_roll"], False), (default_profile(), True)):
        game = new(profile)
        game.declare("M")
        to_empty(game)
        assert ("M.roll" in left(game)) == rolled


def test_roll_without_a_window_goes_straight_to_the_stack() -> None:
    """A step that rolls without a window has nothing to queue for: the roll lies on the stack and executes first."""
    game = new(PROFILES["straight_roll"])
    game.declare("M")
    records = both_pass(game)
    assert "make_roll" in kinds(records)
    assert stack(game) == ["M", "M.roll"]
    to_empty(game)
    assert left(game) == ["M.roll", "M"]


def test_window_without_a_trigger_point() -> None:
    """A step may have a window and no trigger point: then it has no edge for triggers, other windows have."""
    spec = build_specification(PROFILES["window_without_point"])
    sources = {row.source for row in spec if row.kind == "declare_triggered"}
    assert not any(".apply.window" in source for source in sources)
    # The step after the effect has the points of the rule effects that ran (303.8), whatever its own.
    assert any(".then.window" in source for source in sources)
    game = new(PROFILES["window_without_point"])
    game.declare("M")
    to_step(game, "M", "then")
    assert "t_effect" in legal(game)


def test_no_window_after_the_effect_forgets_its_points() -> None:
    """Where no window follows the effect at once, the rule effects' points are over before the next window."""
    game = new(PROFILES["shortest"])
    game.declare("M")
    both_pass(game)
    assert game.state.log.rule_effects == ("dies",)
    assert "t_effect" not in legal(game)
    refused = game.why_not("t_effect")
    assert refused is not None
    assert refused.clause == "303.4"


def test_one_phase_is_a_turn() -> None:
    """With one phase alone, two passes end the turn."""
    game = Game(profile=PROFILES["one_phase"], engine="table")
    both_pass(game)
    assert (game.state.turn, game.state.active, game.state.phase) == (2, "B", "main")


def test_the_builder_keeps_what_it_built() -> None:
    """The same profile and readings give the same specification, built once."""
    readings = Readings(reserve_at="declaration")
    assert build_specification(None, readings) is build_specification(None, readings)
    assert build_specification(PROFILES["fast_final"]) != build_specification()
    assert build_specification(default_profile(), Readings()) is build_specification()
    assert build_specification(readings=readings) is build_specification(default_profile(), readings)
