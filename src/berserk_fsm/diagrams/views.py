"""Views: pure functions from a specification to a diagram model. What they show comes from its rows alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.model import (
    NAMES,
    Cluster,
    DiagramModel,
    Edge,
    Marker,
    Node,
    Traits,
    Words,
    ascii_id,
    in_lang,
)

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Row, Specification, StateDef

__all__ = ["LANGS", "VIEWS", "View", "make_view", "turn_view", "whole_view"]

LANGS = ("ru", "en")


class View(Protocol):
    """A function that makes one picture's model out of a specification."""

    def __call__(self, spec: Specification, lang: str, words: Words = ...) -> DiagramModel:
        """The model of ``spec`` in ``lang``."""


def whole_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The whole machine, flattened: every state and every transition of the specification.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.

    Raises:
        DiagramError: the specification names states it does not have.
    """
    phases = _phases(spec)
    picture = _Picture(spec, lang, words, phases, drawn_as_box=lambda state: not spec.children.get(state.path))
    return picture.model(
        "whole",
        "Стек и приоритет: весь автомат" if lang == "ru" else "Stack and priority: the whole machine",
        [picture.edge_of(row) for row in spec.rows],
    )


def turn_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The turn at a glance: its phases in order, and for each what it consists of.

    What lies deeper is drawn as one box. A transition between two boxes stands for all rows from the inside
    of one to the inside of the other; what each of them is, is listed. Rows that stay inside a box are
    counted in it. A phase that all rows from outside enter in one and the same box is drawn as UML does it:
    they end at the phase, and the box is its initial one.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.

    Raises:
        DiagramError: the specification names states it does not have.
    """
    phases = _phases(spec)
    around = {ancestor for phase in phases for ancestor in spec.ancestors(phase)}

    def drawn_as_box(state: StateDef) -> bool:
        return state.path not in around or not spec.children.get(state.path)

    picture = _Picture(spec, lang, words, phases, drawn_as_box)
    picture.find_entries()
    return picture.model(
        "turn", "Ход и его фазы" if lang == "ru" else "The turn and its phases", picture.aggregated_edges()
    )


VIEWS: Mapping[str, View] = MappingProxyType({"turn": turn_view, "whole": whole_view})
"""The views by name, the simplest first."""


def make_view(name: str, spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The view called ``name``.

    Raises:
        DiagramError: there is no such view or language.
    """
    if name not in VIEWS:
        known = ", ".join(VIEWS)
        raise DiagramError(
            f"there is no view {name!r}; expected one of: {known}",
            f"нет вида «{name}»; ожидался один из: {known}",
        )
    if lang not in LANGS:
        raise DiagramError(
            f"there is no language {lang!r}; expected one of: {', '.join(LANGS)}",
            f"нет языка «{lang}»; ожидался один из: {', '.join(LANGS)}",
        )
    return VIEWS[name](spec, lang, words)


def _phases(spec: Specification) -> tuple[str, ...]:
    """The outermost composites of each phase, in the order of the specification."""
    return tuple(
        state.path
        for state in spec.states.values()
        if state.phase is not None
        and spec.children.get(state.path)
        and (state.parent is None or state.parent not in spec.states or spec.states[state.parent].phase is None)
    )


def _unique(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))


class _Picture:
    """What a view draws of a specification: which states, and as what."""

    def __init__(
        self,
        spec: Specification,
        lang: str,
        words: Words,
        phases: tuple[str, ...],
        drawn_as_box: Callable[[StateDef], bool],
    ) -> None:
        self.spec = spec
        self.lang = lang
        self.words = words
        self.phases = phases
        self.shown: dict[str, str] = {}
        """For each state of the specification, the path of the state that stands for it in the picture."""
        self.boxes: dict[str, bool] = {}
        """The states in the picture, and whether each is a box (else it is a cluster)."""
        for state in self.outermost_first():
            above = self.shown.get(state.parent) if state.parent is not None else None
            if above is not None and self.boxes[above]:
                self.shown[state.path] = above
            else:
                self.shown[state.path] = state.path
                self.boxes[state.path] = drawn_as_box(state)
        self.order = {path: place for place, path in enumerate(self.boxes)}
        self.entries: dict[str, str] = {}
        """Phases that are entered in one box only, and that box."""

    def outermost_first(self) -> Iterator[StateDef]:
        """The states, each after the composite it lies in, otherwise in the specification's order."""
        for path, state in self.spec.states.items():
            if state.parent is not None and state.parent not in self.spec.states:
                raise DiagramError(
                    f"state {path!r} lies in {state.parent!r}, which the specification does not have",
                    f"состояние «{path}» лежит в «{state.parent}», которого в спецификации нет",
                )
        waiting = list(reversed(self.spec.children.get(None, ())))
        while waiting:
            state = waiting.pop()
            yield state
            waiting.extend(reversed(self.spec.children.get(state.path, ())))

    def id_of(self, path: str) -> str:
        return ascii_id("state", path)

    def parent_of(self, path: str) -> str | None:
        parent = self.spec.states[path].parent
        return None if parent is None else self.id_of(parent)

    def text(self, ru: str, en: str) -> str:
        return ru if self.lang == "ru" else en

    def title(self, state: StateDef) -> str:
        name = in_lang(state.name, self.lang) or state.local_name
        return name[:1].upper() + name[1:]

    def traits(self, state: StateDef) -> Traits:
        return Traits(
            next((n for n, phase in enumerate(self.phases) if phase in self.spec.ancestors(state.path)), None),
            state.window,
            state.holder,
            state.deactivated,
        )

    def shown_end(self, path: str, row: Row) -> str:
        if path not in self.shown:
            raise DiagramError(
                f"row {row.id!r} names the state {path!r}, which the specification does not have",
                f"строка «{row.id}» называет состояние «{path}», которого в спецификации нет",
            )
        return self.shown[path]

    def scope(self, source: str, target: str) -> str | None:
        """The innermost composite that holds both and is neither: where the label of a transition stands."""
        of_source = list(self.spec.ancestors(source))[1:]
        return next((path for path in list(self.spec.ancestors(target))[1:] if path in of_source), None)

    def edge_of(self, row: Row) -> Edge:
        return self.edge(
            ascii_id("row", row.id),
            self.shown_end(row.source, row),
            self.shown_end(row.target, row),
            (row,),
            guards=tuple(self.words.of_guard(call, self.lang) for call in row.guards),
            effects=tuple(self.words.of_effect(call, self.lang) for call in row.effects),
        )

    def edge(
        self,
        name: str,
        source: str,
        target: str,
        rows: tuple[Row, ...],
        guards: tuple[str, ...] = (),
        effects: tuple[str, ...] = (),
    ) -> Edge:
        scope = self.scope(source, target)
        return Edge(
            id=name,
            rows=tuple(row.id for row in rows),
            source=self.id_of(source),
            target=self.id_of(target),
            parent=None if scope is None else self.id_of(scope),
            automatic=all(row.automatic for row in rows),
            titles=_unique(in_lang(row.label, self.lang) or row.event for row in rows),
            guards=guards,
            effects=effects,
            clauses=_unique(clause for row in rows for clause in row.clauses),
            kinds=_unique(row.kind for row in rows),
            backward=self.order[target] <= self.order[source],
        )

    def find_entries(self) -> None:
        """Fill :attr:`entries`."""
        for phase in self.phases:
            entered = _unique(
                self.shown_end(row.target, row)
                for row in self.spec.rows
                if phase in self.spec.ancestors(row.target) and phase not in self.spec.ancestors(row.source)
            )
            if len(entered) == 1 and entered[0] != phase and self.spec.states[phase].initial in (None, entered[0]):
                self.entries[phase] = entered[0]

    def aggregated_edges(self) -> list[Edge]:
        """One edge for each two boxes that rows lead between; rows inside one composite box give none."""
        between: dict[tuple[str, str], list[Row]] = {}
        for row in self.spec.rows:
            source, target = self.shown_end(row.source, row), self.shown_end(row.target, row)
            for phase, entry in self.entries.items():
                if target == entry and phase not in self.spec.ancestors(row.source):
                    target = phase
            if not self.stays_inside(source, target):
                between.setdefault((source, target), []).append(row)
        return [
            self.edge(ascii_id("rows", f"{source}/{target}"), source, target, tuple(rows))
            for (source, target), rows in between.items()
        ]

    def stays_inside(self, source: str, target: str) -> bool:
        return source == target and self.boxes[source] and bool(self.spec.children.get(source))

    def inside(self, box: str) -> tuple[str, ...]:
        return tuple(
            row.id
            for row in self.spec.rows
            if self.shown_end(row.source, row) == box == self.shown_end(row.target, row) and self.stays_inside(box, box)
        )

    def cluster(self, state: StateDef) -> Cluster:
        return Cluster(
            self.id_of(state.path),
            state.path,
            self.parent_of(state.path),
            self.title(state),
            state.clauses,
            self.traits(state),
        )

    def node(self, state: StateDef) -> Node:
        inside = self.inside(state.path)
        notes: tuple[str, ...] = ()
        if self.spec.children.get(state.path):
            leaves = sum(self.shown[leaf.path] == state.path for leaf in self.spec.leaves)
            notes = (
                self.text(
                    f"внутри {leaves} {_ru(leaves, 'состояние', 'состояния', 'состояний')}, "
                    f"{len(inside)} {_ru(len(inside), 'переход', 'перехода', 'переходов')}",
                    f"{leaves} state{'s' * (leaves != 1)}, {len(inside)} transition{'s' * (len(inside) != 1)} inside",
                ),
            )
        return Node(
            self.id_of(state.path),
            state.path,
            self.parent_of(state.path),
            "composite" if notes else state.kind,
            self.title(state),
            state.clauses,
            self.traits(state),
            notes,
            inside,
        )

    def markers(self) -> Iterator[Marker]:
        starts = {None: self.spec.initial} | {
            path: initial
            for path, box in self.boxes.items()
            if not box and (initial := self.entries.get(path, self.spec.states[path].initial)) is not None
        }
        for path, initial in starts.items():
            if initial not in self.shown:
                raise DiagramError(
                    f"the initial state {initial!r} is not in the specification",
                    f"начального состояния «{initial}» в спецификации нет",
                )
            yield Marker(
                "initial" if path is None else ascii_id("initial", path),
                None if path is None else self.id_of(path),
                self.id_of(self.shown[initial]),
            )

    def notes(self) -> tuple[str, ...]:
        changed = self.spec.readings.non_default()
        chosen = ", ".join(f"{name} = {value}" for name, value in changed.items())
        states, rows = len(self.spec.states), len(self.spec.rows)
        many = _ru(states, "состояние", "состояния", "состояний"), _ru(rows, "переход", "перехода", "переходов")
        profile = in_lang(self.spec.profile.name, self.lang)
        return (
            self.text(
                f"Спецификация: {states} {many[0]} (с составными), {rows} {many[1]} · разделы правил 302 и 303",
                f"Specification: {states} states (composites included), {rows} transitions · rules 302 and 303",
            ),
            self.text(
                f"Профиль: {profile} · прочтения: {chosen or 'все по умолчанию'}",
                f"Profile: {profile} · readings: {chosen or 'all default'}",
            ),
        )

    def model(self, view: str, title: str, edges: list[Edge]) -> DiagramModel:
        states = [self.spec.states[path] for path in self.boxes]
        return DiagramModel(
            view=view,
            lang=self.lang,
            title=title,
            notes=self.notes(),
            phases=tuple(self.title(self.spec.states[phase]) for phase in self.phases),
            states=tuple(self.node(state) if self.boxes[state.path] else self.cluster(state) for state in states),
            markers=tuple(self.markers()),
            edges=tuple(edges),
        )


def _ru(number: int, one: str, few: str, many: str) -> str:
    """The Russian form of a noun after a number.

    >>> [_ru(n, "переход", "перехода", "переходов") for n in (1, 3, 11, 25)]
    ['переход', 'перехода', 'переходов', 'переходов']
    """
    if number % 10 == 1 and number % 100 != 11:
        return one
    return few if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else many
