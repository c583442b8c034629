"""Every clause bears weight: each fault that could be made is noticed by a scenario or a property, or makes none."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Hashable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

import berserk_fsm
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.explore.model import Model
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.mutants.excuses import excuse_for, excuses
from berserk_fsm.mutants.killing import comes_out_otherwise, fails_along, fails_on, places_of
from berserk_fsm.mutants.mutant import Mutant, RefusalsChange
from berserk_fsm.mutants.plays import default_examples, play, walks
from berserk_fsm.mutants.verdicts import KILLED, Killer, default_mutants, file_text, kills, known_killers, verdicts
from berserk_fsm.mutants.weight import weights
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.scenario.scenario import parse_scenario

CHUNKS = 24
"""Into so many parts the killers are divided, so that the parts can run side by side."""

EVERY = 1 if os.environ.get("BERSERK_FSM_MUTANTS") == "all" else 3
"""One killer in so many is tried; which ones changes with the source, so that every change of it tries others."""

BY_ID = {mutant.id: mutant for mutant in default_mutants()}


def of_chunk(number: int) -> list[tuple[Killer, Mutant]]:
    """The killers of a part, with what each kills; those of one place are together, for its play is made once."""
    by_place: dict[str, list[tuple[Killer, Mutant]]] = defaultdict(list)
    for id, killer in known_killers().items():
        by_place[killer.where].append((killer, BY_ID[id]))
    places = sorted(by_place, key=lambda place: (-len(by_place[place]), place))
    pairs = [pair for place in places[number::CHUNKS] for pair in by_place[place]]
    return pairs[source_number() % EVERY :: EVERY]


@cache
def source_number() -> int:
    """A number that changes with everything that decides what becomes of a mutant."""
    package = Path(berserk_fsm.__file__).parent
    decides = ("core", "explore", "machine", "mutants", "rules", "scenario")
    files = sorted(path for part in decides for path in (package / part).rglob("*") if path.suffix in (".py", ".yaml"))
    return int(sha256(b"".join(path.read_bytes() for path in files)).hexdigest(), 16)


def test_no_mutant_survives() -> None:
    assert [verdict.mutant.id for verdict in verdicts() if verdict.survives] == []


def test_the_file_speaks_of_the_mutants_there_are() -> None:
    assert known_killers().keys() <= BY_ID.keys()
    assert KILLED.read_text("utf-8") == file_text({id: known_killers()[id] for id in BY_ID if id in known_killers()})


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_killer_kills(chunk: int) -> None:
    alive = [f"{mutant} – {killer}" for killer, mutant in of_chunk(chunk) if not kills(killer, mutant)]
    assert alive == []


def test_no_killer_kills_the_machine_as_it_is() -> None:
    """The twin of the above: what notices a fault notices nothing where there is none."""
    spec = build_specification()
    assert not any(comes_out_otherwise(spec, scenario) for scenario in default_examples().values())
    tried = 0
    for id, killer in list(known_killers().items())[::9]:
        if killer.how == "play":
            assert fails_along(BY_ID[id], spec, play(killer.where)) is None, (id, killer)
            tried += 1
    assert tried > 200


def test_a_machine_that_breaks_down_is_noticed() -> None:
    """A fault that raises, in an example and on a table, counts as noticed; a machine that only goes on does not."""
    broken = BY_ID["turn.main_phase.execution.transfer/transfer: dropped"].change.apply(build_specification())
    scenario = parse_scenario("actions: {F: {by: A}}\nplay: [A declares F, A hands over, B passes, A passes]")
    assert comes_out_otherwise(broken, scenario)
    assert fails_on(broken, scenario) is not None
    assert not comes_out_otherwise(broken, parse_scenario("actions: {F: {by: A}}\nplay: [A declares F]"))
    assert fails_on(build_specification(), scenario) is None


@pytest.mark.parametrize("excuse", excuses(), ids=lambda excuse: excuse.id)
def test_an_excuse_is_needed(excuse: object) -> None:
    covered = [mutant for mutant in BY_ID.values() if excuse_for(mutant) is excuse]
    assert covered
    assert not [mutant.id for mutant in covered if mutant.id in known_killers()]


def test_an_excused_change_is_never_told_apart() -> None:
    """Whatever is tried at any moment of examples and walks comes out the same; a tenth of the changes is tried."""
    spec: Specification = build_specification()
    excused = [m for m in BY_ID.values() if excuse_for(m) and not isinstance(m.change, RefusalsChange)][::10]
    names = (*list(default_examples())[::9], *walks()[:9])
    compared = 0
    for mutant in excused:
        machine, places = mutant.change.apply(spec), places_of(mutant, spec)
        for name in names:
            original, changed = play(name).model, Model(machine, play(name).model.table)
            for moment in play(name).moments:
                if moment.before.control in places:
                    for decision in tried_at(original, moment.before):
                        one, other = (
                            outcome(original, moment.before, decision),
                            outcome(changed, moment.before, decision),
                        )
                        assert one == other, (mutant.id, name, decision)
                        compared += 1
    assert compared > 10_000


def tried_at(model: Model, state: GameState) -> tuple[Decision | None, ...]:
    """What the holder could try, or ``None`` where the machine goes on by itself."""
    return tuple(d for d in model.decisions if d.player == state.holder) if model.is_decision(state) else (None,)


def outcome(model: Model, state: GameState, decision: Decision | None) -> list[Hashable]:
    """What each row that is enabled leads to, but for the turn and the log."""
    return [model.take(state, row, decision).decision_key() for row in model.enabled(state, decision)]


@pytest.mark.parametrize("id", [m.id for m in BY_ID.values() if isinstance(m.change, RefusalsChange) and excuse_for(m)])
def test_an_excused_refusal_cites_the_same_clause(id: str) -> None:
    spec, mutant = build_specification(), BY_ID[id]
    for name in (*list(default_examples())[::9], "walk aims main 0", "walk traps initial 1"):
        changed = Model(mutant.change.apply(spec), play(name).model.table)
        for state, decision, refusal in play(name).judged[::7]:
            now = changed.refusal(state, decision)
            assert (now and now.clause) == (refusal and refusal.clause), (name, decision)


def test_a_play_that_is_not_there() -> None:
    for name in ("nope", "walk aims main 999"):
        with pytest.raises(KeyError):
            play(name)


def test_every_clause_bears_weight() -> None:
    """Whatever clause owes a row or a refusal has faults that are noticed."""
    found = weights(verdicts())
    for number, clause in clauses().items():
        if {"row", "refusal"} & set(clause.owes):
            assert found[number].killed > 0, number
        assert found[number].survivors == ()


def test_a_killer_reads_as_it_is_written() -> None:
    for killer in set(known_killers().values()):
        assert Killer.parse(str(killer)) == killer
