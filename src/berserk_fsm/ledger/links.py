"""Links from clauses to the elements that cite them. They are found, never written down a second time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from types import MappingProxyType
from typing import TypeVar

from berserk_fsm.citing import SCENARIO
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.ledger.fingerprints import fingerprint
from berserk_fsm.machine.specification import Refusal, Row, Specification, StateDef
from berserk_fsm.rules.clauses import clauses, is_citation
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.kinds import kinds
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.items import Refuse
from berserk_fsm.scenario.scenario import load_scenario

Element = TypeVar("Element")

__all__ = ["LINK_KINDS", "NOT_A_CLAUSE", "Link", "Links", "find_links", "rule_links", "scenario_links", "state_key"]

LINK_KINDS = (
    "state",
    "row",
    "refusal",
    "property",
    "scenario",
    "table",
    "kind",
    "reading",
    "gap",
    "contradiction",
    "record",
)
"""The kinds of elements that cite clauses, in the order in which they are told. A record is the clause's or the gap's
own entry in the data: reviewed with it, and nothing it could owe.
"""

NOT_A_CLAUSE = SCENARIO
"""What a refusal cites where the scenario forbids something, and no clause of the rulebook."""


@dataclass(frozen=True, slots=True)
class Link:
    """An element that cites a clause or a gap.

    Args:
        clause: the clause number or ``gap/NAME`` cited.
        kind: one of :data:`LINK_KINDS`.
        id: names the element among those of its kind. Rows of one kind are one element, and so are the states that
            stand in every phase.
        text: what a reader calls it; the title of a scenario is the same in both languages.
        members: the single rows and states it stands for, the name of the file of a scenario, else its id.
        fingerprint: of all the element says; a review remembers it.
        refused: how often a scenario expects a refusal that cites the clause.
    """

    clause: str
    kind: str
    id: str
    text: Text
    members: tuple[str, ...]
    fingerprint: str
    refused: int = 0

    @property
    def name(self) -> str:
        """``KIND:ID``, as obligations and reviews write it.

        >>> find_links().of("302.11")[1].name
        'row:leave_window_with_queue'
        """
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class Links:
    """All links of a machine.

    Args:
        by_clause: the links by what they cite; what cites nothing the ledger knows is in ``orphans`` instead.
        orphans: the links whose clause is neither in the ledger nor a gap.
    """

    by_clause: Mapping[str, tuple[Link, ...]]
    orphans: tuple[Link, ...]

    def of(self, citation: str) -> tuple[Link, ...]:
        """The links of a clause or gap, in the order of :data:`LINK_KINDS`."""
        return self.by_clause.get(citation, ())

    def names(self) -> frozenset[str]:
        """The names of all elements that cite anything."""
        return frozenset(link.name for links in (*self.by_clause.values(), self.orphans) for link in links)


def find_links(specification: Specification | None = None, more: tuple[Link, ...] = ()) -> Links:
    """All links of a machine, of the rules as data, of the example scenarios and of the ready tables.

    Args:
        specification: the machine; the default one if ``None``.
        more: links of other elements, such as scenarios of one's own.

    >>> [link.name for link in find_links().of("302.10")][:2]
    ['refusal:aim_queued', 'property:aimed_at_top']
    """
    if specification is None:
        from berserk_fsm.machine.build import build_specification

        specification = build_specification()
    found = (*_machine_links(specification), *rule_links(), *scenario_links(), *more)
    by_clause: dict[str, list[Link]] = {}
    orphans = []
    for link in sorted(found, key=lambda link: LINK_KINDS.index(link.kind)):
        if is_citation(link.clause):
            by_clause.setdefault(link.clause, []).append(link)
        elif not (link.clause == NOT_A_CLAUSE and link.kind in ("refusal", "scenario")):
            orphans.append(link)
    return Links(MappingProxyType({clause: tuple(links) for clause, links in by_clause.items()}), tuple(orphans))


# --- the machine -----------------------------------------------------------------------------------------------------


def state_key(state: StateDef) -> str:
    """What the states have in common that stand for the same in every phase, step by step.

    >>> from berserk_fsm.machine.build import build_specification
    >>> state_key(build_specification().states["turn.main_phase.execution.payment.offer"])
    'payment.offer'
    """
    parent = (state.parent or "").rpartition(".")[2]
    return f"{parent}.{state.local_name}" if parent == state.step else state.local_name


def _machine_links(specification: Specification) -> Iterator[Link]:
    states = [(clause, state_key(one), one) for one in specification.states.values() for clause in one.clauses]
    for (clause, id), same in _grouped(states):
        yield Link(clause, "state", id, same[0].name, tuple(one.path for one in same), _print(map(_state, same)))
    rows = [(clause, row.kind, row) for row in specification for clause in row.clauses]
    for (clause, id), alike in _grouped(rows):
        yield Link(clause, "row", id, alike[0].label, tuple(one.id for one in alike), _print(map(_row, alike)))
    for one in specification.refusals:
        yield Link(one.clause, "refusal", one.id, one.sentence, (one.id,), _print([_refusal(one)]))


def _grouped(found: list[tuple[str, str, Element]]) -> Iterator[tuple[tuple[str, str], list[Element]]]:
    """The elements by clause and id; ids keep the order of the machine."""
    places = {key: place for place, key in reversed(list(enumerate((clause, id) for clause, id, _ in found)))}
    ordered = sorted(found, key=lambda entry: places[entry[0], entry[1]])
    for key, same in groupby(ordered, key=lambda entry: (entry[0], entry[1])):
        yield key, [element for _, _, element in same]


def _print(parts: Iterable[str]) -> str:
    return fingerprint("\n".join(parts))


def _state(one: StateDef) -> str:
    return repr((one.path, one.kind, one.name, one.clauses, one.initial, one.window, one.holder, one.deactivated))


def _row(row: Row) -> str:
    guards, effects = [str(call) for call in row.guards], [str(call) for call in row.effects]
    return repr((row.id, row.event, row.automatic, guards, effects, row.target, row.clauses, row.sentence))


def _refusal(one: Refusal) -> str:
    return repr((one.id, one.verbs, one.manners, str(one.requires), one.clause, one.sentence))


# --- the rules as data -----------------------------------------------------------------------------------------------


@cache
def rule_links() -> tuple[Link, ...]:
    """The links of properties, kinds of action, readings, gaps and contradictions, and the records themselves.

    >>> [link.id for link in rule_links() if link.clause == "303.5" and link.kind == "property"]
    ['queue_moves_whole']
    """
    found: list[tuple[str, str, Text, tuple[str, ...], object]] = [
        ("property", one.id, one.sentence, one.clauses, (one.kind, one.about, one.sentence, dict(one.under)))
        for one in property_words().values()
    ]
    found += [("kind", one.id, one.name, one.clauses, one) for one in kinds().values()]
    found += [("reading", one.id, one.question, one.clauses, one) for one in reading_definitions().values()]
    found += [("gap", one.name, one.title, one.clauses, one) for one in gaps().values()]
    found += [("contradiction", one.id, one.title, one.clauses, one) for one in contradictions().values()]
    found += [("record", one.number, one.title, (one.number,), one) for one in clauses().values()]
    found += [("record", one.citation, one.title, (one.citation,), one) for one in gaps().values()]
    return tuple(
        Link(clause, kind, id, text, (id,), _print([repr(said)]))
        for kind, id, text, clauses, said in found
        for clause in clauses
    )


# --- scenarios -------------------------------------------------------------------------------------------------------


@cache
def scenario_links() -> tuple[Link, ...]:
    """The links of the example scenarios and of the ready tables: what they cite, and the refusals they expect.

    >>> [(link.id, link.refused) for link in scenario_links() if link.clause == "302.10" and link.refused > 1]
    [('302-10-the-queue-is-untouchable', 2), ('302-10-which-clause-refuses', 3)]
    """
    found: list[Link] = []
    for kind, files in (("scenario", example_paths()), ("table", ready_tables())):
        for name, path in files.items():
            scenario = load_scenario(path)
            marks = fingerprint("\n".join(path.read_text("utf-8").splitlines()))
            said = Text(scenario.title, scenario.title)
            cited = {clause: Link(clause, kind, name, said, (path.name,), marks) for clause in scenario.cites}
            for item in scenario.play:
                if isinstance(item, Refuse):
                    link = cited.get(item.clause) or Link(item.clause, kind, name, said, (path.name,), marks)
                    cited[item.clause] = replace(link, refused=link.refused + 1)
            found += cited.values()
    return tuple(found)
