"""Every clause bears weight: each fault that could be made is noticed by a scenario or a property, or makes none."""

from __future__ import annotations

from collections import defaultdict

import pytest

from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.mutants.excuses import excuse_for, excuses
from berserk_fsm.mutants.killing import Watched, comes_out_otherwise, fails_along, fails_on
from berserk_fsm.mutants.mutant import Mutant, RefusalsChange, RowChange
from berserk_fsm.mutants.plays import default_examples, play, walks
from berserk_fsm.mutants.verdicts import KILLED, Killer, default_mutants, file_text, kills, known_killers, verdicts
from berserk_fsm.mutants.weight import weights
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.scenario.scenario import parse_scenario

CHUNKS = 24
"""Into so many parts the killers are divided, so that the parts can run side by side."""

BY_ID = {mutant.id: mutant for mutant in default_mutants()}


def of_chunk(number: int) -> list[tuple[Killer, Mutant]]:
    """The killers of a part, with what each kills; those of one place are together, for its play is made once."""
    by_place: dict[str, list[tuple[Killer, Mutant]]] = defaultdict(list)
    for id, killer in known_killers().items():
        by_place[killer.where].append((killer, BY_ID[id]))
    places = sorted(by_place, key=lambda place: (-len(by_place[place]), place))
    return [pair for place in places[number::CHUNKS] for pair in by_place[place]]


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
    row, refusal = (
        next(m for m in BY_ID.values() if isinstance(m.change, kind)) for kind in (RowChange, RefusalsChange)
    )
    for name in {killer.where for killer in known_killers().values() if killer.how == "play"}:
        if name in default_examples() or name.endswith(" 0"):
            assert fails_along(row, spec, play(name)) is None
            assert fails_along(refusal, spec, play(name)) is None


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
    """Along examples and walks the changed machine does what the machine does; a tenth of the changes is tried."""
    spec: Specification = build_specification()
    excused = [m for m in BY_ID.values() if excuse_for(m) is not None and isinstance(m.change, RowChange)][::10]
    names = (*list(default_examples())[::9], *walks()[:9])
    seen = 0
    for mutant in excused:
        machine = mutant.change.apply(spec)
        for name in names:
            watched = Watched(mutant, machine, play(name).model)
            for moment in play(name).moments:
                failed, parted = watched.at(moment)
                assert failed is None, (mutant.id, name)
                assert parted is None, (mutant.id, name)
                seen += 1
    assert seen > 1000


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
