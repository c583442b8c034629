"""The compiled machine: its vocabulary is the whole one, its chains are proved, its states are what they stand for."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm import Decision, Game, SpecificationError
from berserk_fsm.core import effects as core_effects
from berserk_fsm.core import guards as core_guards
from berserk_fsm.core.values import GameState
from berserk_fsm.explore.model import Model
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.compiled import CompiledMachine, compiled_machine, effects, guards
from berserk_fsm.machine.compiled.packing import NO_ROW, Packed
from berserk_fsm.machine.compiled.writing import exclude_each_other
from berserk_fsm.machine.specification import Call, Row, Specification
from berserk_fsm.mutants.mutant import OfferChange, RefusalsChange, RowChange
from berserk_fsm.mutants.operators import mutants_of
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.simulation import Simulation
from tests.interpreters.tables import built, chosen, readings, tables
from tests.machine.conftest import profiles
from tests.simulation.playing import simulation_of


def other_readings() -> list[Readings]:
    """The default readings, each of them answered the other way, and all of them."""
    flips = {
        id: next(option.value for option in definition.options if option.value != definition.default)
        for id, definition in reading_definitions().items()
    }
    return [
        Readings(),
        *(Readings.from_mapping({id: value}) for id, value in flips.items()),
        Readings.from_mapping(flips),
    ]


def test_the_vocabulary_is_the_whole_one() -> None:
    assert {*guards.CONDITIONS, *guards.NARROWINGS} == set(core_guards.GUARDS)
    assert set(guards.CONDITIONS_WITH_ARGUMENT) == set(core_guards.GUARDS_WITH_ARGUMENT)
    assert set(effects.EFFECTS) == set(core_effects.EFFECTS)
    assert {*effects.EFFECTS_WITH_ARGUMENT, "give_priority_to"} == set(core_effects.EFFECTS_WITH_ARGUMENT)
    assert not guards.CONDITIONS.keys() & guards.NARROWINGS.keys()


@pytest.mark.parametrize(
    "specification",
    [
        *(build_specification(None, readings) for readings in other_readings()),
        *map(build_specification, profiles().values()),
    ],
)
def test_every_state_is_proved_to_have_one_way_on(specification: Specification) -> None:
    """No machine that is built needs the check for two rows enabled at once."""
    for leaf in specification.leaves:
        rows = specification.rows_from(leaf.path)
        for event in {None if row.automatic else row.event for row in rows}:
            assert exclude_each_other([row for row in rows if (None if row.automatic else row.event) == event])


def test_rows_that_do_not_exclude_each_other_are_known() -> None:
    row = next(row for row in build_specification().rows if row.kind == "transfer")
    assert exclude_each_other([row])
    assert not exclude_each_other([row, row])


def neighbours(
    machine: CompiledMachine, model: Model, state: GameState, packed: Packed
) -> list[tuple[GameState, Packed]]:
    """Every step from a state, by the core and by the compiled machine, compared."""
    specification, found = machine.specification, []
    if not model.is_decision(state):
        (row,) = model.enabled(state, None)
        go_on = machine.advance[packed[0]]
        assert go_on is not None
        found = [(row, model.take(state, row, None), go_on(packed))]
    else:
        assert machine.advance[packed[0]] is None
        assert machine.declarable(packed) == tuple(
            name
            for name in model.table.actions
            if any(d.name == name and not model.refusal(state, d) for d in model.decisions)
        )
        for decision in model.decisions:
            assert machine.refusal(packed, decision) == model.refusal(state, decision)
            rows = model.enabled(state, decision)
            player, choice = machine.choice[decision]
            assert machine.accepted[packed[0]](packed, player, choice) == (choice if rows else 0)
            found += [
                (row, model.take(state, row, decision), machine.go[packed[0]](packed, player, choice)) for row in rows
            ]
    for row, after, packed_after in found:
        assert machine.packing.unpack(packed_after) == after
        assert specification.rows[packed_after[1]] is row
        loaded = machine.packing.pack(after)
        assert loaded[1] == NO_ROW
        assert machine.packing.unpack(loaded) == after
        assert machine.packing.fingerprint(loaded) == machine.packing.fingerprint(packed_after)
    return [(after, packed_after) for _, after, packed_after in found]


@settings(max_examples=60, deadline=None)
@given(tables(), readings(), st.randoms(use_true_random=False))
def test_every_step_from_random_states_is_that_of_the_core(
    table: dict[str, Any], reading: dict[str, str], rng: Any
) -> None:
    """All steps from the states of a random walk: guards, effects, refusals and packing, one by one."""
    model = Model(build_specification(readings=chosen(reading)), built(table))
    machine = compiled_machine(model.specification, model.table)
    at = (model.start, machine.start)
    assert machine.packing.unpack(machine.start) == model.start
    for _ in range(60):
        at = rng.choice(neighbours(machine, model, *at))


NEGATED = [mutant for mutant in mutants_of(build_specification()) if mutant.operator == "negate"]


@pytest.mark.parametrize("kind", [RowChange, RefusalsChange, OfferChange])
def test_negated_guards_hold_where_those_of_the_core_do(kind: type) -> None:
    """Mutants with a guard turned round: in every row, refusal and offer that can be reached."""
    table, rng, compared = simulation_of().table, random.Random(5), 0
    for mutant in [one for one in NEGATED if isinstance(one.change, kind)]:
        specification = mutant.change.apply(build_specification())
        model = Model(specification, table)
        machine = CompiledMachine(specification, model.context)
        state, packed = model.start, machine.start
        for _ in range(40):
            tried = model.decisions if model.is_decision(state) else (None,)
            try:
                ways = {decision: model.enabled(state, decision) for decision in tried}
                refused = {decision: decision and model.refusal(state, decision) for decision in tried}
            except (AssertionError, IndexError):
                break  # a machine turned round looks at a window or a top entry where there is none
            for decision, rows in ways.items():
                if len(rows) < 2:
                    after = taken(machine, packed, decision) if decision or rows else None
                    assert (None if after is None else machine.rows[after[1]]) == (rows[0] if rows else None)
                    compared += 1
                if decision:
                    assert machine.refusal(packed, decision) == refused[decision]
            single = [(decision, rows[0]) for decision, rows in ways.items() if len(rows) == 1]
            if not single:
                break
            decision, row = rng.choice(single)
            after = taken(machine, packed, decision)
            assert after is not None
            state, packed = model.take(state, row, decision), after
            assert machine.packing.unpack(packed) == state
    assert compared > 1000


def test_a_guard_and_its_negation_exclude_each_other() -> None:
    row = next(row for row in build_specification().rows if row.kind == "declare_fast")
    one, other = (replace(row, guards=(Call("cost_is_free", negated=negated),)) for negated in (False, True))
    assert exclude_each_other([one, other])
    assert not exclude_each_other([other, other])
    assert not exclude_each_other(
        [
            replace(row, guards=(Call("queue_is_empty"),)),
            replace(row, guards=(Call("queue_is_not_empty", negated=True),)),
        ]
    )


def split(kind: str, *extra: str) -> Specification:
    """The default machine with each row of a kind as several, each with one guard more."""
    sound = build_specification()

    def parts(row: Row) -> list[Row]:
        if row.kind != kind:
            return [row]
        return [replace(row, id=f"{row.id} {name}", guards=(Call(name), *row.guards)) for name in extra]

    return replace(sound, rows=tuple(part for row in sound.rows for part in parts(row)))


@pytest.mark.parametrize(
    ("kind", "extra"),
    [
        ("declare_fast", ("queue_is_empty", "queue_is_not_empty")),
        ("declare_fast", ("cost_is_free", "action_is_no_roll")),
        ("declare_triggered", ("cost_is_free", "opponent_declared")),
        ("pass_priority", ("queue_is_empty", "stack_is_not_empty")),
        ("transfer", ("stack_is_empty", "opponent_declared")),
        ("begin", ("top_rolls", "top_has_target")),
    ],
)
def test_rows_split_in_two_are_chosen_like_the_core_does(kind: str, extra: tuple[str, ...]) -> None:
    """Whatever the rows of a state are: what is enabled is taken, and two at once are never chosen between."""
    model = Model(split(kind, *extra), simulation_of().table)
    machine = compiled_machine(model.specification, model.table)
    rng, outcomes = random.Random(1), set[int]()
    for _ in range(150):
        state, packed = model.start, machine.start
        for _ in range(60):
            tried = model.decisions if model.is_decision(state) else (None,)
            decision = rng.choice([one for one in tried if one is None or model.refusal(state, one) is None])
            try:
                rows = model.enabled(state, decision)
            except AssertionError:
                break  # the guard asks for a window where there is none
            taking = partial(taken, machine, packed, decision)
            if len(rows) > 1:
                outcomes.add(2)
                with pytest.raises(SpecificationError, match=" and ".join(re.escape(row.id) for row in rows)):
                    taking()
                break
            outcomes.add(len(rows))
            if not rows:
                if decision is None:
                    with pytest.raises(SpecificationError, match="is stuck"):
                        taking()
                else:
                    assert taking() is None
                break
            after = taking()
            assert after is not None
            state, packed = model.take(state, rows[0], decision), after
            assert machine.packing.unpack(packed) == state
    assert outcomes >= {1}


def taken(machine: CompiledMachine, packed: Packed, decision: Decision | None) -> Packed | None:
    """One step by the compiled machine; ``None`` if the decision fires no row."""
    control = packed[0]
    if decision is None:
        go_on = machine.advance[control]
        assert go_on is not None
        return go_on(packed)
    player, choice = machine.choice[decision]
    return machine.go[control](packed, player, choice) if machine.accepted[control](packed, player, choice) else None


@pytest.mark.parametrize("number", range(12))
def test_each_reading_plays_like_the_host(number: int) -> None:
    readings = other_readings()[number]
    simulation = Simulation(simulation_of().table, readings)
    for seed in range(6):
        game = Game.from_table(simulation.table, readings)
        for record in simulation.playout(seed, 40).history[1:]:
            assert record.decision is not None
            assert game.play(record.decision) == record


def test_a_machine_that_does_not_settle_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule effects that run again and again without being noted: the rows it goes round in are named."""

    def faulty(row: Row) -> Row:
        return replace(row, effects=()) if row.kind == "run_batch" else row

    sound = build_specification()
    spec = replace(sound, rows=tuple(map(faulty, sound.rows)))
    monkeypatch.setattr("berserk_fsm.simulation.simulation.build_specification", lambda *_: spec)
    with pytest.raises(SpecificationError, match=r"does not settle; it goes round in: .*run_batch"):
        simulation_of("actions: {}\nstart: {facts: [a]}\nrule_effects: {e: {when: [a], remove: [a]}}")
