"""Folding: which states of the specification a view draws, which of them as one, and what becomes of the rows.

A view gives each state a *key*, the path of the state it is drawn as. Sub-machines of one shape get the same keys and
so are drawn once; a state without a key is outside the picture. A key can be a *box*, with all that lies in it, or be
*dissolved*: what lies in it is drawn, its border is not. The rows follow the states. Nothing here knows any rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.model import (
    NAMES,
    Cluster,
    Edge,
    Marker,
    Node,
    Role,
    Traits,
    Words,
    ascii_id,
    in_lang,
)
from berserk_fsm.diagrams.telling import differing, in_russian, unique
from berserk_fsm.diagrams.words import about_line
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Row, Specification, StateDef

__all__ = ["Folded", "Folding", "by_kind", "outermost_first", "phase_paths"]


def by_kind(row: Row) -> str:
    """What tells two transitions between the same states apart: their kind, with its mark."""
    return row.id.rpartition("/")[2]


@dataclass(frozen=True)
class Folding:
    """What a view does to the specification.

    Args:
        key: the key of a state; ``None``: not in the picture.
        box: is this key drawn as one box?
        dissolved: is the border of this key left out?
        titles: other titles than the state's own, by key.
        notes: more lines in a box, by key.
        group: rows between the same two states that are one edge.
        edge_title: another title for the edge of these rows; ``None``: their own.
        drawn: is this row in the picture?
        listed: is this row written into its state instead of drawn?
        listed_by: rows written into a state as one, if they lead to the same state.
        returned: is this row written into the state it leads to?
        told: is this row named in the box it stays inside of?
        faint: does this row belong to the surroundings?
        lifted: keys of composites at which a row from outside ends if it enters their initial state anyway.
        pushed: is a row from a composite into itself drawn from the states in it?
        reference: is this box a sub-machine drawn elsewhere?
        counted: do boxes tell how much is in them?
        details: what is told of an edge of these rows besides its title: ``g`` guards, ``e`` effects.
        quiet: guards and effects that are not told, for they say what the picture shows anyway.
        listed_guards: are guards told of what is written into a state?
        listed_clauses: are clauses cited there?
        ids: what the ids of its states begin with.
    """

    key: Callable[[StateDef], str | None] = lambda state: state.path
    box: Callable[[str], bool] = lambda key: False
    dissolved: Callable[[str], bool] = lambda key: False
    titles: Mapping[str, Text] = field(default_factory=dict)
    notes: Mapping[str, Text] = field(default_factory=dict)
    group: Callable[[Row], str] = by_kind
    edge_title: Callable[[tuple[Row, ...]], Text | None] = lambda rows: None
    drawn: Callable[[Row], bool] = lambda row: True
    listed: Callable[[Row], bool] = lambda row: False
    listed_by: Callable[[Row], str] = by_kind
    returned: Callable[[Row], bool] = lambda row: False
    told: Callable[[Row], bool] = lambda row: False
    faint: Callable[[Row], bool] = lambda row: False
    lifted: Callable[[str], bool] = lambda key: False
    pushed: bool = False
    reference: Callable[[str], bool] = lambda key: False
    counted: bool = True
    details: Callable[[tuple[Row, ...]], str] = lambda rows: "ge"
    quiet: frozenset[str] = frozenset()
    listed_guards: bool = True
    listed_clauses: bool = True
    ids: str = "state"


class Folded:
    """A specification, folded: what is drawn of it in one language."""

    def __init__(self, spec: Specification, lang: str, words: Words = NAMES, folding: Folding | None = None) -> None:
        self.spec = spec
        self.lang = lang
        self.words = words
        self.how = folding or Folding()
        keys = {state.path: self.how.key(state) for state in outermost_first(spec)}
        known = {key for key in keys.values() if key is not None}
        self.shown: dict[str, str | None] = {
            path: None if key is None else self.resolved(key, known) for path, key in keys.items()
        }
        """For each state of the specification the key it is drawn as."""
        self.covers: dict[str, list[str]] = {}
        for path, key in self.shown.items():
            if key is not None and not (self.how.dissolved(key) and not self.how.box(key)):
                self.covers.setdefault(key, []).append(path)
        parents = {key: self.parent(key) for key in self.covers}
        below: dict[str | None, list[str]] = {}
        for key, parent in parents.items():
            below.setdefault(parent, []).append(key)
        self.order: dict[str, int] = {}
        """The keys drawn, each after the one it lies in, and their places."""
        waiting = list(reversed(below.get(None, [])))
        while waiting:
            key = waiting.pop()
            self.order[key] = len(self.order)
            waiting.extend(reversed(below.get(key, [])))
        self.boxes = {key for key in self.order if self.how.box(key) or not below.get(key)}
        self.collect()

    def resolved(self, key: str, known: set[str]) -> str:
        """The outermost box around ``key``, or ``key`` itself."""
        parts = key.split(".")
        above = (".".join(parts[:count]) for count in range(1, len(parts)))
        return next((path for path in above if path in known and self.how.box(path)), key)

    def parent(self, key: str) -> str | None:
        """The innermost cluster around ``key``."""
        while key := key.rpartition(".")[0]:
            if key in self.covers:
                return key
        return None

    def around(self, key: str) -> Iterator[str]:
        """``key`` and the clusters around it, innermost first."""
        at: str | None = key
        while at is not None:
            yield at
            at = self.parent(at)

    # --- rows --------------------------------------------------------------------------------------------------------

    def collect(self) -> None:
        """Sort the rows: between which states, inside which box, listed where, or not in the picture."""
        self.between: dict[tuple[str, str, str], list[Row]] = {}
        self.inside: dict[str, list[Row]] = {}
        self.listed: dict[str, dict[tuple[str, str], list[Row]]] = {}
        self.returned: dict[str, dict[tuple[str, str], list[Row]]] = {}
        # Of rows drawn as one, those of the sub-machine that stands for all come first, and so do their words.
        for row in sorted(self.spec.rows, key=lambda row: self.shown.get(row.source, row.source) != row.source):
            source, target = self.end(row.source, row), self.end(row.target, row)
            if source is None or target is None or not self.how.drawn(row):
                continue
            if source == target and source in self.boxes and self.is_composite(source):
                self.inside.setdefault(source, []).append(row)
                continue
            for start in self.starts(source, target):
                goal = self.lift(start, target, row)
                if goal in self.boxes and self.how.returned(row):
                    self.returned.setdefault(goal, {}).setdefault((start, by_kind(row)), []).append(row)
                elif start in self.boxes and (self.how.listed(row) or (self.how.pushed and start == goal)):
                    self.listed.setdefault(start, {}).setdefault((goal, self.how.listed_by(row)), []).append(row)
                else:
                    self.between.setdefault((start, goal, self.how.group(row)), []).append(row)

    def starts(self, source: str, target: str) -> Iterable[str]:
        """The states a row is drawn from: its own, or those in the composite if it stays in there."""
        if self.how.pushed and source not in self.boxes and source in list(self.around(target))[1:]:
            return [key for key in self.order if key in self.boxes and source in self.around(key)]
        return (source,)

    def end(self, path: str, row: Row) -> str | None:
        """The key at which ``row`` ends that names the state ``path``; ``None``: not in the picture."""
        if path not in self.shown:
            raise DiagramError(
                f"row {row.id!r} names the state {path!r}, which the specification does not have",
                f"строка «{row.id}» называет состояние «{path}», которого в спецификации нет",
            )
        key = self.shown[path]
        while key is not None and key not in self.order:
            # Dissolved: entered by its initial state, if that is drawn.
            initial = self.spec.states[path].initial
            if initial is None or self.shown.get(initial) == key:
                return None
            path, key = initial, self.shown.get(initial)
        return key

    def lift(self, source: str, target: str, row: Row) -> str:
        goal = target
        for key in self.around(target):
            if key in self.boxes or not self.how.lifted(key):
                continue
            if key in self.around(source):
                break
            if key == target or self.entry(key) in set(self.around(target)):
                goal = key
        return goal

    def entry(self, key: str) -> str | None:
        """Where a cluster is entered: its initial state, or the one state all rows from outside enter."""
        return self.entries.get(key)

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """The initial states of the clusters, by key."""
        found: dict[str, str] = {}
        for key in self.order:
            if key in self.boxes:
                continue
            initials = unique(
                shown
                for path in self.covers[key]
                if (initial := self.spec.states[path].initial) is not None
                and (shown := self.shown.get(initial)) is not None
            )
            if not initials and self.how.lifted(key):
                initials = self.entered(key)
            if len(initials) == 1 and initials[0] != key and initials[0] in self.order:
                found[key] = initials[0]
        return found

    def entered(self, key: str) -> tuple[str, ...]:
        return unique(
            target
            for row in self.spec.rows
            if (target := self.end(row.target, row)) is not None
            and key in self.around(target)
            and (source := self.end(row.source, row)) is not None
            and key not in self.around(source)
        )

    # --- what the model is made of -----------------------------------------------------------------------------------

    def text(self, ru: str, en: str) -> str:
        """The one of the two in the picture's language."""
        return ru if self.lang == "ru" else en

    def said(self, text: Text) -> str:
        """``text`` in the picture's language."""
        return in_lang(text, self.lang)

    def id_of(self, key: str) -> str:
        """The id of a key's element."""
        return ascii_id(self.how.ids, key)

    def parent_id(self, key: str) -> str | None:
        """The id of the cluster around a key."""
        parent = self.parent(key)
        return None if parent is None else self.id_of(parent)

    def is_composite(self, key: str) -> bool:
        """Does the key stand for something with states in it?"""
        return any(self.spec.children.get(path) for path in self.covers[key])

    def state_of(self, key: str) -> StateDef:
        """The state that a key is drawn as: its own, or the first it stands for."""
        return self.spec.states.get(key) or self.spec.states[self.covers[key][0]]

    def title(self, key: str) -> str:
        """What a key is called."""
        own = self.how.titles.get(key)
        state = self.state_of(key)
        name = self.said(own or state.name) or state.local_name
        return name[:1].upper() + name[1:]

    def traits(self, key: str) -> Traits:
        """See :class:`Traits`."""
        state = self.state_of(key)
        phases = phase_paths(self.spec)
        of = {
            next((n for n, phase in enumerate(phases) if phase in self.spec.ancestors(path)), None)
            for path in self.covers[key]
        }
        kinds = {self.spec.states[path].window for path in self.covers[key]}
        return Traits(
            of.pop() if len(of) == 1 else None,
            state.window if key in self.boxes or len(kinds) == 1 else "any",
            state.holder,
            state.deactivated,
            reference=key in self.boxes and self.how.reference(key),
        )

    def clauses(self, key: str) -> tuple[str, ...]:
        """The clauses of the states that a key is drawn as."""
        covered = [self.spec.states[path] for path in self.covers[key]]
        if key in self.spec.states and key not in self.how.titles:
            own = [one for one in covered if one.name == self.spec.states[key].name]
        else:
            # It stands for several states of several names.
            own = [one for one in covered if one.parent not in self.covers[key]]
        return unique(clause for one in own for clause in one.clauses)

    def states(self) -> tuple[Cluster | Node, ...]:
        """What is drawn as a shape, in order."""
        return tuple(self.node(key) if key in self.boxes else self.cluster(key) for key in self.order)

    def cluster(self, key: str) -> Cluster:
        """A key drawn with its insides."""
        return Cluster(
            self.id_of(key),
            self.state_of(key).path,
            self.parent_id(key),
            self.title(key),
            self.clauses(key),
            self.traits(key),
            tuple(self.covers[key]),
        )

    def node(self, key: str) -> Node:
        """A key drawn as one shape."""
        rows = self.inside.get(key, [])
        listed, returned = self.listed.get(key, {}), self.returned.get(key, {})
        composite = self.is_composite(key)
        notes: list[str] = []
        if composite and self.how.counted:
            notes.append(self.how_much(key, rows))
        if key in self.how.notes:
            notes.append(self.said(self.how.notes[key]))
        inside: dict[str, list[Row]] = {}
        for row in rows:
            if self.how.told(row):
                inside.setdefault(row.kind, []).append(row)
        notes += [
            f"{self.text('внутри', 'inside')}: {self.listing(key, key, tuple(found))}" for found in inside.values()
        ]
        notes += [self.listing(key, goal, tuple(found)) for (goal, _), found in listed.items()]
        notes += [
            f"{self.text('сюда', 'to here')}: {self.listing(key, key, tuple(found))}" for found in returned.values()
        ]
        return Node(
            self.id_of(key),
            self.state_of(key).path,
            self.parent_id(key),
            "composite" if composite else self.kind(key),
            self.title(key),
            self.clauses(key),
            self.traits(key),
            unique(notes),
            unique(row.id for found in (rows, *listed.values(), *returned.values()) for row in found),
            tuple(self.covers[key]),
        )

    def kind(self, key: str) -> Role:
        kind = self.state_of(key).kind
        return "composite" if kind == "composite" else kind

    def how_much(self, key: str, rows: list[Row]) -> str:
        leaves = [path for path in self.covers[key] if not self.spec.children.get(path)]
        copies = max(1, sum(self.spec.states[path].local_name == key.rpartition(".")[2] for path in self.covers[key]))
        count, many = len(leaves) // copies, len(rows) // copies
        return self.text(
            f"внутри {count} {in_russian(count, 'состояние', 'состояния', 'состояний')}, "
            f"{many} {in_russian(many, 'переход', 'перехода', 'переходов')}",
            f"{count} state{'s' * (count != 1)}, {many} transition{'s' * (many != 1)} inside",
        )

    def listing(self, source: str, target: str, rows: tuple[Row, ...]) -> str:
        """A transition in words, for a line in its state."""
        title = "; ".join(self.edge_titles(rows))
        guards = "; ".join(self.calls(rows, guards=True)) if self.how.listed_guards else ""
        where = "" if source == target else f" → {self.title(target)}"
        cited = unique(clause for row in rows for clause in row.clauses)
        return (
            title
            + (f" [{guards}]" if guards else "")
            + where
            + (f" ({', '.join(cited)})" if cited and self.how.listed_clauses else "")
        )

    def edge_titles(self, rows: tuple[Row, ...]) -> tuple[str, ...]:
        """What the transitions are."""
        own = self.how.edge_title(rows)
        if own is not None:
            return (self.said(own),)
        return unique(self.said(row.label) or row.event for row in rows)

    def calls(self, rows: tuple[Row, ...], guards: bool) -> tuple[str, ...]:
        """The guards or effects of rows drawn as one, in words; what differs between them is told as such."""
        of = self.words.of_guard if guards else self.words.of_effect
        return differing(
            [
                tuple(call for call in (row.guards if guards else row.effects) if call.name not in self.how.quiet)
                for row in rows
            ],
            lambda call: of(call, self.lang),
            self.lang,
        )

    def edges(self, detailed: bool = True) -> tuple[Edge, ...]:
        """The transitions drawn as arrows."""
        return tuple(
            self.edge(start, goal, group, tuple(rows), detailed) for (start, goal, group), rows in self.between.items()
        )

    def edge(self, source: str, target: str, group: str, rows: tuple[Row, ...], detailed: bool = True) -> Edge:
        """One arrow."""
        of_source = list(self.around(source))[1:]
        scope = next((key for key in list(self.around(target))[1:] if key in of_source), None)
        alone = len(rows) == 1 and self.how.ids == "state" and not self.how.pushed
        where = f"{source}/{target}/{group}" if group else f"{source}/{target}"
        faint = all(self.how.faint(row) for row in rows)
        told = self.how.details(rows) if detailed and not faint else ""
        return Edge(
            id=ascii_id("row", rows[0].id)
            if alone and group
            else ascii_id(self.how.ids.replace("state", "rows"), where),
            rows=tuple(row.id for row in rows),
            source=self.id_of(source),
            target=self.id_of(target),
            parent=None if scope is None else self.id_of(scope),
            automatic=all(row.automatic for row in rows),
            titles=self.edge_titles(rows),
            guards=self.calls(rows, guards=True) if "g" in told else (),
            effects=self.calls(rows, guards=False) if "e" in told else (),
            clauses=unique(clause for row in rows for clause in row.clauses),
            kinds=unique(row.kind for row in rows),
            backward=self.order[target] <= self.order[source],
            faint=faint,
        )

    def markers(self, start: bool = True) -> tuple[Marker, ...]:
        """The dots that point to initial states."""
        found: list[Marker] = []
        if self.spec.initial not in self.shown:
            raise DiagramError(
                f"the initial state {self.spec.initial!r} is not in the specification",
                f"начального состояния «{self.spec.initial}» в спецификации нет",
            )
        initial = self.shown[self.spec.initial]
        if start and initial in self.order:
            found.append(Marker("initial", None, self.id_of(initial)))
        prefix = self.how.ids.replace("state", "initial")
        for key, entry in self.entries.items():
            found.append(Marker(ascii_id(prefix, key), self.id_of(key), self.id_of(entry)))
        return tuple(found)

    def phases(self) -> tuple[str, ...]:
        """The titles of the phases, in the order of the turn."""
        return tuple(
            (name := self.said(self.spec.states[path].name) or self.spec.states[path].local_name)[:1].upper() + name[1:]
            for path in phase_paths(self.spec)
        )

    def about(self) -> tuple[str, ...]:
        """The lines under a heading: what was drawn, under which readings."""
        return (about_line(self.spec, self.lang),)


def outermost_first(spec: Specification) -> Iterator[StateDef]:
    """The states, each after the composite it lies in, otherwise in the specification's order.

    Raises:
        DiagramError: a state lies in one the specification does not have.
    """
    for path, state in spec.states.items():
        if state.parent is not None and state.parent not in spec.states:
            raise DiagramError(
                f"state {path!r} lies in {state.parent!r}, which the specification does not have",
                f"состояние «{path}» лежит в «{state.parent}», которого в спецификации нет",
            )
    waiting = list(reversed(spec.children.get(None, ())))
    while waiting:
        state = waiting.pop()
        yield state
        waiting.extend(reversed(spec.children.get(state.path, ())))


def phase_paths(spec: Specification) -> tuple[str, ...]:
    """The outermost composites of each phase, in the order of the specification."""
    return tuple(
        state.path
        for state in spec.states.values()
        if state.phase is not None
        and spec.children.get(state.path)
        and (state.parent is None or state.parent not in spec.states or spec.states[state.parent].phase is None)
    )
