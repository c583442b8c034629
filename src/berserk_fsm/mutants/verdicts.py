"""Which killer kills each mutant: found once, kept in ``killed.json``, and checked again in the tests.

``python -m berserk_fsm.mutants.verdicts`` looks for the killers of new and changed mutants and writes the file anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import reachable
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.machine.build import build_specification
from berserk_fsm.mutants.excuses import Excuse, excuse_for
from berserk_fsm.mutants.killing import comes_out_otherwise, fails_along, fails_on, places_of
from berserk_fsm.mutants.mutant import Mutant
from berserk_fsm.mutants.operators import mutants_of
from berserk_fsm.mutants.plays import default_examples, play, walks
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.scenario.scenario import load_scenario

__all__ = ["Killer", "Verdict", "default_mutants", "find_killer", "kills", "known_killers", "verdicts"]

KILLED = Path(__file__).parent / "killed.json"


class Killer(NamedTuple):
    """What kills a mutant.

    Args:
        how: ``scenario``: what an example says fails. ``play``: a property fails along an example or a walk.
            ``table``: a property fails on a ready table, everything both players may do being tried.
        where: the name of the example, walk or table.
        property: the property, where one fails.
    """

    how: Literal["scenario", "play", "table"]
    where: str
    property: str | None = None

    def __str__(self) -> str:
        return (
            self.where
            if self.property is None
            else f"{self.property} {'on' if self.how == 'table' else 'at'} {self.where}"
        )

    @classmethod
    def parse(cls, text: str) -> Killer:
        """A killer as ``str`` writes it.

        >>> str(Killer.parse("one_holder at walk aims main 3"))
        'one_holder at walk aims main 3'
        """
        property, at, where = text.partition(" at ")
        if at:
            return cls("play", where, property)
        property, on, where = text.partition(" on ")
        return cls("table", where, property) if on else cls("scenario", text)


class Verdict(NamedTuple):
    """What became of a mutant: what kills it, or the excuse why it is no fault at all; neither: it survives."""

    mutant: Mutant
    killer: Killer | None
    excuse: Excuse | None

    @property
    def survives(self) -> bool:
        """Is there neither killer nor excuse?"""
        return self.killer is None and self.excuse is None


@cache
def default_mutants() -> tuple[Mutant, ...]:
    """The mutants of the default machine."""
    return mutants_of(build_specification())


def verdicts() -> tuple[Verdict, ...]:
    """What became of every mutant, as the file knows it."""
    known = known_killers()
    return tuple(
        Verdict(mutant, killer, None if killer else excuse_for(mutant))
        for mutant in default_mutants()
        for killer in (known.get(mutant.id),)
    )


def kills(killer: Killer, mutant: Mutant) -> bool:
    """Does ``killer`` kill ``mutant``? Tried anew.

    Raises:
        KeyError: there is no such scenario, play or table.
    """
    machine = mutant.change.apply(build_specification())
    match killer.how:
        case "scenario":
            return comes_out_otherwise(machine, default_examples()[killer.where])
        case "play":
            return fails_along(mutant, machine, play(killer.where)) == killer.property
        case "table":
            return fails_on(machine, _table(killer.where)) == killer.property


@cache
def _table(name: str) -> Scenario:
    return load_scenario(ready_tables()[name])


# --- looking for killers ---------------------------------------------------------------------------------------------


def find_killer(mutant: Mutant) -> Killer | None:
    """The first killer: an example, else a property along an example or a walk, else a property on a ready table."""
    machine = mutant.change.apply(build_specification())
    places = places_of(mutant, build_specification())
    for name in _passing(places):
        if name in default_examples() and comes_out_otherwise(machine, default_examples()[name]):
            return Killer("scenario", name)
    for name in _passing(places):
        failed = fails_along(mutant, machine, play(name))
        if failed is not None:
            return Killer("play", name, failed)
    for name, taken in _places_of_tables().items():
        if places & taken:
            failed = fails_on(machine, _table(name))
            if failed is not None:
                return Killer("table", name, failed)
    return None


def _passing(places: frozenset[str]) -> Iterable[str]:
    """The plays that come by one of the states, those with the least to try first."""
    return (name for name, passed in _places_of_plays().items() if places & passed)


@cache
def _places_of_plays() -> Mapping[str, frozenset[str]]:
    plays = sorted(map(play, default_examples()), key=lambda one: len(one.moments))
    return {
        one.name: frozenset(moment.before.control for moment in one.moments) for one in (*plays, *map(play, walks()))
    }


@cache
def _places_of_tables() -> Mapping[str, frozenset[str]]:
    """The ready tables that are searched in a moment, with the states of the machine each comes by."""
    small = (name for name in ready_tables() if not name.startswith("large"))
    return {
        name: frozenset(state.control for state in reachable(Model.of_scenario(_table(name))).states) for name in small
    }


# --- the file --------------------------------------------------------------------------------------------------------

_PHASE = re.compile(r"turn\.(\w+)_phase\b")


def _folded(id: str) -> tuple[str, str]:
    """An id without the phase it names, and the phase: the phases are copies of one another."""
    phases = set(_PHASE.findall(id))
    if len(phases) != 1:
        return id, ""
    return _PHASE.sub("turn.*", id), phases.pop()


@cache
def known_killers(path: Path = KILLED) -> Mapping[str, Killer]:
    """The killers in the file, by the id of the mutant."""
    found = {}
    for folded, killers in json.loads(path.read_text("utf-8")).items():
        for phase, killer in killers.items():
            found[folded.replace("turn.*", f"turn.{phase}_phase")] = Killer.parse(killer)
    return MappingProxyType(found)


def file_text(killers: Mapping[str, Killer]) -> str:
    """The file: one line for each mutant of a sub-machine, with the killer in each phase."""
    lines: dict[str, dict[str, str]] = {}
    for id, killer in killers.items():
        folded, phase = _folded(id)
        lines.setdefault(folded, {})[phase] = str(killer)
    told = ",\n".join(f"{json.dumps(id)}: {json.dumps(by_phase)}" for id, by_phase in lines.items())
    return f"{{\n{told}\n}}\n"


def renewed(known: Mapping[str, Killer], mutants: Iterable[Mutant]) -> dict[str, Killer]:
    """The killers of ``mutants``: the known ones that still kill, else new ones."""
    found = {}
    for mutant in mutants:
        killer = known.get(mutant.id)
        if killer is None or not kills(killer, mutant):
            killer = None if excuse_for(mutant) else find_killer(mutant)
        if killer is not None:
            found[mutant.id] = killer
    return found


def write_killed(path: Path = KILLED) -> tuple[str, ...]:
    """Write the file anew.

    Returns:
        the ids of the mutants that survive.
    """
    known = known_killers(path) if path.exists() else {}
    found = renewed(known, default_mutants())
    path.write_text(file_text(found), encoding="utf-8", newline="\n")
    return tuple(mutant.id for mutant in default_mutants() if mutant.id not in found and excuse_for(mutant) is None)


if __name__ == "__main__":
    survivors = write_killed()
    print("\n".join(survivors) or "no mutant survives")
