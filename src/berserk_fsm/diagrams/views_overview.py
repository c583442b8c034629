"""The views of the whole: the turn at a glance, everything on one sheet, and the flattened graph phase by phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.fold import Folded, Folding, phase_paths
from berserk_fsm.diagrams.model import NAMES, DiagramModel, Words
from berserk_fsm.diagrams.telling import in_russian
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Specification

__all__ = ["counted", "flat_view", "turn_view", "whole_view"]


def counted(folded: Folded) -> str:
    """How much there is in the specification, in words."""
    states, rows = len(folded.spec.states), len(folded.spec.rows)
    many = (
        in_russian(states, "состояние", "состояния", "состояний"),
        in_russian(rows, "переход", "перехода", "переходов"),
    )
    return folded.text(
        f"Спецификация: {states} {many[0]} (с составными), {rows} {many[1]} · разделы правил 302 и 303",
        f"Specification: {states} states (composites included), {rows} transitions · rules 302 and 303",
    )


def whole_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The whole machine, flattened: every state and every transition of the specification.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.

    Raises:
        DiagramError: the specification names states it does not have.
    """
    folded = Folded(spec, lang, words)
    return DiagramModel(
        view="whole",
        lang=lang,
        title=folded.text("Стек и приоритет: весь автомат", "Stack and priority: the whole machine"),
        notes=(counted(folded), *folded.about()),
        phases=folded.phases(),
        states=folded.states(),
        markers=folded.markers(),
        edges=folded.edges(),
        columns=tuple((folded.id_of(phase),) for phase in phase_paths(spec)),
        size="poster",
    )


def turn_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The turn at a glance: its phases in order, and for each what it consists of.

    What lies deeper is drawn as one box. A transition between two boxes stands for all rows from the inside of one to
    the inside of the other; what each of them is, is listed. Rows that stay inside a box are counted in it. A phase
    that all rows from outside enter in one and the same box is drawn as UML does it: they end at the phase, and the
    box is its initial one.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.

    Raises:
        DiagramError: the specification names states it does not have.
    """
    phases = phase_paths(spec)
    around = {ancestor for phase in phases for ancestor in spec.ancestors(phase)}
    folded = Folded(
        spec,
        lang,
        words,
        Folding(
            box=lambda key: key not in around or not spec.children.get(key),
            group=lambda row: "",
            lifted=lambda key: key in phases,
            listed=lambda row: row.source == row.target,
            listed_guards=False,
        ),
    )
    return DiagramModel(
        view="turn",
        lang=lang,
        title=folded.text("Ход и его фазы", "The turn and its phases"),
        notes=(counted(folded), *folded.about()),
        phases=folded.phases(),
        states=folded.states(),
        markers=folded.markers(),
        edges=folded.edges(detailed=False),
        columns=tuple((folded.id_of(phase),) for phase in phases),
    )


def flat_view(phase: str, spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """One phase of the flattened graph: every state and every transition that leaves or enters one of them.

    Args:
        phase: id of the phase in the profile.
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.

    Raises:
        DiagramError: there is no such phase.
    """
    here = next((path for path in phase_paths(spec) if spec.states[path].phase == phase), None)
    if here is None:
        raise DiagramError(f"there is no phase {phase!r}", f"нет фазы «{phase}»")
    inside = {path for path in spec.states if here in spec.ancestors(path)}
    ends = {row.source for row in spec.rows if row.target in inside} | {
        row.target for row in spec.rows if row.source in inside
    }
    near = {ancestor for end in ends - inside for ancestor in spec.ancestors(end)} | set(spec.ancestors(here)) | inside
    others = tuple(path for path in phase_paths(spec) if path != here)
    folded = Folded(
        spec,
        lang,
        words,
        Folding(
            key=lambda state: (
                state.path if state.path in near or any(at in others for at in spec.ancestors(state.path)) else None
            ),
            box=lambda key: key in others,
            drawn=lambda row: row.source in inside or row.target in inside,
        ),
    )
    name = spec.states[here].name
    return DiagramModel(
        view=f"flat-{phase}",
        lang=lang,
        title=folded.said(Text(f"{name.ru}: развёрнутый граф", f"{name.en}: the flattened graph")),
        notes=(
            folded.text(
                "Каждое состояние и каждый переход фазы; другие фазы свёрнуты.",
                "Every state and every transition of the phase; the other phases are folded.",
            ),
            *folded.about(),
        ),
        phases=folded.phases(),
        states=folded.states(),
        markers=folded.markers(),
        edges=folded.edges(),
        size="poster",
    )
