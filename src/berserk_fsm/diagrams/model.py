"""The one diagram model: what a picture shows, in one language, before anybody decides how to draw it.

Views (:mod:`berserk_fsm.diagrams.views`) make it out of a specification; renderers read nothing else. Every
element has an id: ASCII, stable, unique in its picture; a state or a transition has the same id in every
language.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.showing import Shown

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Call

__all__ = [
    "NAMES",
    "Bilingual",
    "Cluster",
    "DiagramModel",
    "Edge",
    "Mark",
    "Marker",
    "Node",
    "Role",
    "Traits",
    "Words",
    "ascii_id",
    "in_lang",
]

Role = Literal["decision", "automatic", "junction", "composite", "final"]
"""What a node is; ``composite`` is a state with others inside that this view draws as one box, ``final`` where the
picture ends."""

Mark = Literal["before", "after", "changed"]
"""In a picture of two machines, in which of them something is: only in the first, only in the second, in both but not
alike."""

_CLEAN = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*(/[a-z0-9_]+(\([a-z0-9_]+\))?)?")


def ascii_id(prefix: str, name: str) -> str:
    """An id for ``name``: ASCII letters, digits, ``-`` and ``_`` only; different names never share one.

    Args:
        prefix: what the name is of: ``state``, ``row``…
        name: any text. Usual paths and row ids stay readable, others get a fingerprint.

    >>> ascii_id("state", "turn.main_phase")
    'state-turn-main_phase'
    >>> ascii_id("row", "turn.a/declare(slow)")
    'row-turn-a--declare--slow'
    >>> ascii_id("state", "ход; <b>")
    'state-b-6f3bc002'
    """
    if _CLEAN.fullmatch(name):
        return f"{prefix}-" + name.replace(".", "-").replace("/", "--").replace("(", "--").removesuffix(")")
    readable = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")[:60]
    fingerprint = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return "-".join(part for part in (prefix, readable, fingerprint) if part)


class Bilingual(Protocol):
    """A text in both languages, whoever defines it."""

    @property
    def ru(self) -> str:
        """In Russian."""

    @property
    def en(self) -> str:
        """In English."""


@dataclass(frozen=True, slots=True)
class Words:
    """How guards and effects are said. The default shows their names.

    Args:
        guard: the text of a guard.
        effect: the text of an effect.
    """

    guard: Callable[[Call], Bilingual] | None = None
    effect: Callable[[Call], Bilingual] | None = None

    def of_guard(self, call: Call, lang: str) -> str:
        """``call``, a guard, in ``lang``."""
        return _said(self.guard, call, lang)

    def of_effect(self, call: Call, lang: str) -> str:
        """``call``, an effect, in ``lang``."""
        return _said(self.effect, call, lang)


NAMES = Words()
"""Guards and effects by their names."""


def _said(say: Callable[[Call], Bilingual] | None, call: Call, lang: str) -> str:
    return str(call) if say is None else in_lang(say(call), lang)


def in_lang(text: Bilingual, lang: str) -> str:
    """``text`` in ``lang``: ``"ru"``; anything else is English."""
    return text.ru if lang == "ru" else text.en


@dataclass(frozen=True, slots=True)
class Traits:
    """What the visual language of :mod:`berserk_fsm.diagrams.style` shows of a state.

    Args:
        phase: the phase of the turn it lies in, as its place in the turn, from 0; ``None`` outside all
        phases. window: the kind of the window it lies in or is. holder: ``active`` or ``nonactive``: whose
        hold it is. deactivated: the stack is deactivated in it (302.8). outcome: in a picture of decisions,
        whether the declaration is ``open``, open ``if`` something holds, or ``closed``. reference: it stands
        for a sub-machine that is drawn once, elsewhere.
    """

    phase: int | None = None
    window: str | None = None
    holder: str | None = None
    deactivated: bool = False
    outcome: Literal["open", "if", "closed"] | None = None
    reference: bool = False


@dataclass(frozen=True, slots=True)
class Cluster:
    """A composite state with its insides.

    Args:
        id: its id.
        state: path of the state.
        parent: id of the cluster it lies in; ``None``: outermost.
        title: its name.
        clauses: the clauses it stands for.
        traits: see :class:`Traits`.
        covers: paths of all the specification's states it stands for; sub-machines of one shape are drawn once.
        notes: more under its name: what is the same in everything inside.
        heading: on which side its name stands.
    """

    id: str
    state: str
    parent: str | None
    title: str
    clauses: tuple[str, ...]
    traits: Traits
    covers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    heading: Literal["left", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Node:
    """A state drawn as one shape.

    Args:
        id: its id.
        state: path of the state.
        parent: id of the cluster it lies in; ``None``: outermost.
        role: see :data:`Role`.
        title: its name.
        clauses: the clauses it stands for.
        traits: see :class:`Traits`.
        notes: more lines, such as what a composite holds.
        inside: ids of the rows that stay inside it, or are listed in it, and are not drawn in this view.
        covers: paths of all the specification's states it stands for.
    """

    id: str
    state: str
    parent: str | None
    role: Role
    title: str
    clauses: tuple[str, ...]
    traits: Traits
    notes: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Marker:
    """The black dot that points to the state a composite (or the machine) starts in.

    Args:
        id: its id.
        parent: id of the cluster it lies in; ``None``: the machine's own.
        target: id of the node or cluster entered.
        level: it stands beside it, not above it.
    """

    id: str
    parent: str | None
    target: str
    level: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """A transition, or in an overview several of the same ends.

    Args:
        id: its id.
        rows: ids of the specification's rows it stands for.
        source: id of the node or cluster it leaves.
        target: id of the node or cluster it enters.
        parent: id of the innermost cluster that holds both ends and is neither; ``None``: outermost.
        automatic: the machine takes it by itself.
        titles: what it is, in a few words; in an overview one line for each different thing.
        guards: what must hold.
        effects: what is done.
        clauses: the clauses it encodes.
        kinds: kinds of its rows.
        backward: it leads back to something that stands earlier in the picture.
        faint: it belongs to the surroundings, not to what the picture is about.
        level: its ends stand side by side, whatever way the picture goes.
    """

    id: str
    rows: tuple[str, ...]
    source: str
    target: str
    parent: str | None
    automatic: bool
    titles: tuple[str, ...]
    guards: tuple[str, ...]
    effects: tuple[str, ...]
    clauses: tuple[str, ...]
    kinds: tuple[str, ...]
    backward: bool = False
    faint: bool = False
    level: bool = False


@dataclass(frozen=True, slots=True)
class DiagramModel(Shown):
    """One picture.

    Args:
        view: name of the view.
        lang: ``ru`` or ``en``.
        title: its heading.
        notes: lines under the heading: profile, readings, counts.
        phases: names of the phases in the order of the turn; :attr:`Traits.phase` counts in it.
        states: the states in the order of the rulebook, each after the cluster it lies in.
        markers: the initial markers.
        edges: the transitions.
        columns: side by side from left to right, the ids of states with which a column begins or goes on; the
        states after them, to the next such, stand in it too.
        lit: ids of what the picture points out.
        marks: in a picture of two machines, the ids of what is not alike in both; in marked transitions each guard and
        effect that is not in both begins with its sign (:data:`berserk_fsm.diagrams.style.MARKS`).
        size: ``sheet`` fits a page, ``board`` a wall, ``poster`` shows everything, for zooming.
        rank: ``TB``: from top to bottom, ``LR``: from left to right.
        clause_line: about how many characters of clauses stand on a line at a transition.
    """

    view: str
    lang: str
    title: str
    notes: tuple[str, ...]
    phases: tuple[str, ...]
    states: tuple[Cluster | Node, ...]
    markers: tuple[Marker, ...]
    edges: tuple[Edge, ...]
    columns: tuple[tuple[str, ...], ...] = ()
    lit: tuple[str, ...] = ()
    marks: tuple[tuple[str, Mark], ...] = ()
    size: Literal["sheet", "board", "poster"] = "sheet"
    rank: Literal["TB", "LR"] = "TB"
    clause_line: int = 30

    def __post_init__(self) -> None:
        """Refuse a model that no renderer could draw: ids twice, ends that do not exist.

        Raises:
            DiagramError: names the element.
        """
        seen: set[str] = set()
        for element in self.elements():
            if element.id in seen:
                raise DiagramError(f"diagram: id {element.id!r} twice", f"диаграмма: id {element.id!r} дважды")
            if element.parent is not None and element.parent not in seen:
                self._missing(element.parent, element.id)
            seen.add(element.id)
        ends = {state.id for state in self.states}
        for marker in self.markers:
            if marker.target not in ends:
                self._missing(marker.target, marker.id)
        for edge in self.edges:
            for end in (edge.source, edge.target):
                if end not in ends:
                    self._missing(end, edge.id)

    @property
    def clusters(self) -> tuple[Cluster, ...]:
        """The states drawn with their insides."""
        return tuple(state for state in self.states if isinstance(state, Cluster))

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The states drawn as one shape."""
        return tuple(state for state in self.states if isinstance(state, Node))

    def elements(self) -> Iterator[Cluster | Node | Marker | Edge]:
        """Everything that has an id: states, markers, edges."""
        yield from self.states
        yield from self.markers
        yield from self.edges

    def _missing(self, wanted: str, by: str) -> None:
        raise DiagramError(
            f"diagram: {by!r} needs {wanted!r}, which is not in the picture",
            f"диаграмма: для {by!r} нужен {wanted!r}, которого на ней нет",
        )
