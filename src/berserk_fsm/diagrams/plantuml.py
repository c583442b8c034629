"""PlantUML: a diagram model as a state diagram between ``@startuml`` and ``@enduml``.

PlantUML reads Creole, HTML-like tags, icons, functions and comments in any text. So in labels every character but
letters, digits and a few harmless signs is written as ``<U+XXXX>``, which PlantUML puts back when all that is done.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.mermaid import plain, word_ids
from berserk_fsm.diagrams.model import Cluster, DiagramModel, Edge, Node

__all__ = ["plantuml_text"]

_HARMLESS = frozenset(" ,()·→«»№")
_RESERVED = re.compile(r"(?!)")
_FILL = textwrap.TextWrapper(width=40, break_long_words=False, break_on_hyphens=False)


def plantuml_text(model: DiagramModel) -> str:
    """The PlantUML text of a picture.

    Args:
        model: what to draw.

    >>> from berserk_fsm.diagrams.model import Marker, Traits
    >>> states = (Node("state-a", "a", None, "decision", 'Ждёт "пас"', ("303.1",), Traits()),)
    >>> model = DiagramModel("v", "ru", "Пример", (), (), states, (Marker("initial", None, "state-a"),), ())
    >>> print(plantuml_text(model), end="")
    @startuml
    title Пример
    hide empty description
    state "Ждёт <U+0022>пас<U+0022>\\n303.1" as state_a
    [*] --> state_a
    @enduml
    """
    return "\n".join(_Writer(model).lines()) + "\n"


def _safe(text: str) -> str:
    """``text`` in which PlantUML sees only letters, digits and numbered characters.

    >>> _safe("<b>end</b>; 302.12")
    '<U+003C>b<U+003E>end<U+003C><U+002F>b<U+003E><U+003B> 302.12'
    """
    text = plain(text)
    return "".join(
        c if c in _HARMLESS or c.isalnum() or (c == "." and text[place + 1 : place + 2].isdigit()) else _numbered(c)
        for place, c in enumerate(text)
    )


def _numbered(c: str) -> str:
    # Four digits are all there is room for.
    return f"<U+{ord(c):04X}>" if ord(c) <= 0xFFFF else "\N{REPLACEMENT CHARACTER}"


def _unquoted(label: str) -> str:
    """A label without guillemets: where a colour or an inside follows, PlantUML takes them for a stereotype.

    >>> _unquoted("«a»")
    '<U+00AB>a<U+00BB>'
    """
    return label.replace("«", _numbered("«")).replace("»", _numbered("»"))


def _lines(*texts: Iterable[str]) -> str:
    return "\\n".join(_safe(line) for some in texts for text in some for line in _FILL.wrap(plain(text)))


class _Writer:
    def __init__(self, model: DiagramModel) -> None:
        self.model = model
        self.ids = word_ids((state.id for state in model.states), _RESERVED)
        self.children: dict[str | None, list[Node | Cluster]] = {}
        for state in model.states:
            self.children.setdefault(state.parent, []).append(state)
        self.starts = {marker.parent: marker.target for marker in model.markers}
        sources = {edge.source for edge in model.edges}
        self.choices = {node.id for node in model.nodes if node.role == "junction" and node.id in sources}

    def lines(self) -> Iterator[str]:
        yield "@startuml"
        yield f"title {_safe(self.model.title)}"
        yield "hide empty description"
        yield from self.doc(None, "")
        for edge in self.model.edges:
            arrow = "-[dashed]->" if edge.automatic else "-->"
            yield f"{self.ids[edge.source]} {arrow} {self.ids[edge.target]} : {self.label(edge)}"
        if self.model.notes:
            yield "legend"
            yield from (f"  {_safe(note)}" for note in self.model.notes)
            yield f"  {self.legend()}"
            yield "endlegend"
        yield "@enduml"

    def doc(self, parent: str | None, indent: str) -> Iterator[str]:
        """What lies in a composite; its marker goes last, for PlantUML puts a state where it is named first."""
        for state in self.children.get(parent, ()):
            name = self.ids[state.id]
            if state.id in self.choices:
                yield f"{indent}state {name} <<choice>>"
                yield f"{indent}note right of {name} : {self.about(state)}"
            elif isinstance(state, Cluster) and self.children.get(state.id):
                yield f'{indent}state "{_unquoted(self.about(state))}" as {name} {{'
                yield from self.doc(state.id, indent + "  ")
                yield f"{indent}}}"
            else:
                fill = _fill(state)
                about = _unquoted(self.about(state)) if fill else self.about(state)
                yield f'{indent}state "{about}" as {name}{fill}'
        if parent in self.starts:
            yield f"{indent}[*] --> {self.ids[self.starts[parent]]}"

    def about(self, state: Node | Cluster) -> str:
        return _lines((state.title, *state.notes), _cited(state.clauses))

    def label(self, edge: Edge) -> str:
        guards = (f"[{'; '.join(edge.guards)}]",) if edge.guards else ()
        effects = (f"/ {'; '.join(edge.effects)}",) if edge.effects else ()
        return _lines(edge.titles or ("",), guards, effects, _cited(edge.clauses))

    def legend(self) -> str:
        if self.model.lang == "ru":
            return "сплошная линия — решение игрока, штриховая — автоматический переход"
        return "solid line — decision of a player, dashed — automatic transition"


def _cited(clauses: tuple[str, ...]) -> tuple[str, ...]:
    return (" · ".join(clauses),) if clauses else ()


def _fill(state: Node | Cluster) -> str:
    traits = state.traits
    holder = style.HOLDERS.get(traits.holder or "")
    tint = style.DEACTIVATED_TINT if traits.deactivated else holder
    return "" if tint is None else f" {tint.fill}"
