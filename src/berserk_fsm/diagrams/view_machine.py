"""The whole machine with each sub-machine drawn once: the turn, the execution, the window, side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from berserk_fsm.diagrams.fold import Folded
from berserk_fsm.diagrams.merged import Merged
from berserk_fsm.diagrams.model import NAMES, Cluster, DiagramModel, Edge, Marker, Node, Traits, Words
from berserk_fsm.diagrams.views_overview import counted, turn_view
from berserk_fsm.diagrams.views_parts import life_columns, life_folding, window_folding
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from berserk_fsm.machine.specification import Specification

__all__ = ["Part", "joined", "machine_view"]


class Part:
    """Some states, markers and transitions with a frame of their own.

    Args:
        name: what the ids in it begin with.
        title: what is written on the frame; ``None``: no frame.
        state: path of a state the frame stands for.
        states: the states.
        markers: the initial markers.
        edges: the transitions.
    """

    def __init__(
        self,
        name: str,
        title: str | None,
        state: str,
        states: Iterable[Cluster | Node],
        markers: Iterable[Marker],
        edges: Iterable[Edge],
    ) -> None:
        self.name, self.title, self.state = name, title, state
        self.states, self.markers, self.edges = tuple(states), tuple(markers), tuple(edges)

    @property
    def frame(self) -> str | None:
        """The id of its frame."""
        return None if self.title is None else f"frame-{self.name}"

    def all_states(self) -> tuple[Cluster | Node, ...]:
        """Its states, in its frame."""
        inside = tuple(
            replace(state, id=self.named(state.id), parent=self.around(state.parent)) for state in self.states
        )
        if self.frame is None or self.title is None:
            return inside
        return (Cluster(self.frame, self.state, None, self.title, (), Traits()), *inside)

    def all_markers(self) -> tuple[Marker, ...]:
        """Its markers, in its frame."""
        return tuple(
            Marker(self.named(one.id), self.around(one.parent), self.named(one.target)) for one in self.markers
        )

    def all_edges(self) -> tuple[Edge, ...]:
        """Its transitions, in its frame."""
        return tuple(
            replace(
                one,
                id=self.named(one.id),
                source=self.named(one.source),
                target=self.named(one.target),
                parent=self.around(one.parent),
            )
            for one in self.edges
        )

    def named(self, name: str) -> str:
        """An id of the part, told apart from those of others."""
        return f"{self.name}-{name}" if self.name else name

    def around(self, parent: str | None) -> str | None:
        """Where something lies."""
        return self.frame if parent is None else self.named(parent)


def part_of(name: str, title: Text, folded: Folded, state: str) -> Part:
    """A folded specification as a part."""
    return Part(name, folded.said(title), state, folded.states(), folded.markers(start=False), folded.edges())


def joined(
    view: str, lang: str, title: str, notes: tuple[str, ...], phases: tuple[str, ...], parts: tuple[Part, ...]
) -> DiagramModel:
    """One picture of several parts, side by side."""
    return DiagramModel(
        view=view,
        lang=lang,
        title=title,
        notes=notes,
        phases=phases,
        states=tuple(state for part in parts for state in part.all_states()),
        markers=tuple(marker for part in parts for marker in part.all_markers()),
        edges=tuple(edge for part in parts for edge in part.all_edges()),
    )


def machine_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The whole machine: three frames for the turn, the execution of the top action and the priority window.

    A box with the border of a window, or called execution, refers to the frame of that name.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
    """
    merged = Merged(spec)
    turn = turn_view(spec, lang, words)
    execution = Folded(spec, lang, words, life_folding(spec, folded_steps=False))
    window = Folded(spec, lang, words, window_folding(spec))
    model = joined(
        "machine",
        lang,
        window.text("Весь автомат: каждый подавтомат нарисован один раз", "The machine: each sub-machine drawn once"),
        (
            counted(window),
            window.text(
                "Три рамки — ход, выполнение, окно. Выполнение и окно в каждой фазе устроены одинаково; развёрнутый "
                "граф — по фазам.",
                "Three frames: turn, execution, window. Execution and window are built alike in every phase; the "
                "flattened graph is drawn phase by phase.",
            ),
            *window.about(),
        ),
        turn.phases,
        (
            Part(
                "turn", window.text("1 · Ход", "1 · Turn"), turn.states[0].state, turn.states, turn.markers, turn.edges
            ),
            part_of("execution", Text("2 · Выполнение", "2 · Execution"), execution, merged.execution),
            part_of("window", Text("3 · Окно приоритета", "3 · Priority window"), window, merged.window),
        ),
    )
    return replace(
        model,
        size="board",
        columns=tuple((f"turn-{first}",) for first, *_ in turn.columns)
        + tuple(
            tuple(f"execution-{execution.id_of(at)}" for at in column if at in execution.order)
            for column in life_columns(spec)
        ),
    )
