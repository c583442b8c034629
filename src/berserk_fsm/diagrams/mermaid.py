"""Mermaid: a diagram model as a ``stateDiagram-v2``, which code hosts draw by themselves.

Mermaid takes much of what a label may hold for its own syntax, and does so before it looks for labels: ``;``
ends a statement, ``direction LR`` turns the picture. So every character but letters, digits and a few harmless
signs is written as an entity, ids are ASCII words, and composites are declared before the transitions.

Three more things are worked around, which the versions on code hosts cannot do. A transition from a composite into
its own inside is drawn without its line: it leaves a small state «any of these» inside instead. Of several
transitions from a state to itself only one is drawn: they share a line. And long texts are refused: a picture that is
too long gets short ids, then labels without guards and effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.model import Cluster, DiagramModel, Edge, Node

__all__ = ["LIMIT", "Arrow", "Mermaid", "mermaid", "mermaid_text", "plain", "shown", "word_ids"]

LIMIT = 50_000
"""The length of text, in UTF-16 units, that Mermaid takes unless told otherwise."""

_ALIKE = {"*": "∗", "`": "ˋ", "~": "∼", "\\": "∖", "$": "＄", "_": "＿"}
_OPENINGS = {"#": "＃", "-": "‐", "+": "＋", "=": "＝", ".": "․", ")": "❩"}
_OPENING = re.compile(r"^(\d*)([-#+=]|[.)](?=\s|$))")
"""What at its start makes a line a list or a heading."""
_HARMLESS = frozenset(" ,()/·–—→«»›№" + "".join((*_ALIKE.values(), *_OPENINGS.values())))
_DIRECTION = re.compile(r"direction(?=\s)", re.IGNORECASE)
_NAMED = {'"': "quot", "&": "amp", "<": "lt", ">": "gt"}
_ITS_OWN = re.compile(r"(?:start|end|note|any|parent|divider)\d*$", re.IGNORECASE)
"""How ids end that Mermaid, or this writer, makes out of another id."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line of the picture.

    Args:
        edges: ids of the transitions it stands for: one, or all from one state back to itself.
        source: id in the text of the state it leaves.
        target: id in the text of the state it enters.
    """

    edges: tuple[str, ...]
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Mermaid:
    """A picture as Mermaid text.

    Args:
        text: the text.
        ids: for each state of the model, its id in the text.
        inside: for each composite that has one, the id of its state «any of these».
        arrows: the lines of the transitions, in order.
        detail: ``full`` or, where the limit leaves no room for guards and effects, ``brief``.
    """

    text: str
    ids: Mapping[str, str]
    inside: Mapping[str, str]
    arrows: tuple[Arrow, ...]
    detail: Literal["full", "brief"]


def mermaid_text(model: DiagramModel, limit: int = LIMIT) -> str:
    """The Mermaid text of a picture; see :func:`mermaid`."""
    return mermaid(model, limit).text


def mermaid(model: DiagramModel, limit: int = LIMIT) -> Mermaid:
    """A picture as Mermaid text, and what its ids stand for.

    Args:
        model: what to draw.
        limit: the longest text wanted. A picture that cannot be as short as that is written as short as it gets.

    >>> from berserk_fsm.diagrams.model import Marker, Traits
    >>> states = (Node("state-a", "a", None, "decision", "Ждёт; «пас»", ("303.1",), Traits()),)
    >>> drawn = mermaid(DiagramModel("v", "ru", "Пример", (), (), states, (Marker("initial", None, "state-a"),), ()))
    >>> [line for line in drawn.text.splitlines() if "state_a" in line]
    ['  state "Ждёт#59; «пас»<br/>303.1" as state_a', '  [*] --> state_a']
    """
    readable = word_ids((state.id for state in model.states), _ITS_OWN)
    short = {state.id: f"s{number}" for number, state in enumerate(model.states, 1)}
    drawn = _Writer(model, readable, "full").drawn()
    for ids, detail in ((short, "full"), (short, "brief")):
        if len(drawn.text.encode("utf-16-le")) // 2 <= limit:
            break
        drawn = _Writer(model, ids, "full" if detail == "full" else "brief").drawn()
    return drawn


def plain(text: str) -> str:
    """``text`` on one line, with nothing in it that cannot be printed; never empty.

    >>> plain(" a \\n b\\u202e"), plain("")
    ('a b�', '–')
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(text.split())) or "–"


def word_ids(names: Iterable[str], reserved: re.Pattern[str]) -> dict[str, str]:
    """For each name an id of ASCII letters, digits and ``_``; different names never share one.

    Args:
        names: the ids of a model, in order.
        reserved: what no id may match from one of its ``_`` on, or as a whole.

    >>> word_ids(["state-a-b", "state-a_b", "end", "state-x-start"], _ITS_OWN)
    {'state-a-b': 'state_a_b', 'state-a_b': 'state_a_b_2', 'end': 'id_end_', 'state-x-start': 'state_x_start_'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        word = re.sub(r"[^A-Za-z0-9_]", "_", name)
        if not re.match(r"[A-Za-z]\w*_\w", word, re.ASCII):
            word = f"id_{word}"
        if reserved.match(word.rpartition("_")[2]):
            word += "_"
        count, wanted = 1, word
        while word.casefold() in taken:
            count += 1
            word = f"{wanted}_{count}"
        taken.add(word.casefold())
        found[name] = word
    return found


def shown(text: str) -> str:
    """``text`` as Mermaid can show it.

    Labels are Markdown, and entities are put back before they are read as such: what Markdown takes for its own is
    replaced by what looks alike.

    >>> shown("*x* 1. a_b _c_"), shown("1. x"), shown("# y")
    ('∗x∗ 1. a_b ＿c＿', '1․ x', '＃ y')
    """
    text = _OPENING.sub(lambda found: found[1] + _OPENINGS[found[2]], plain(text))
    text = "".join(_ALIKE.get(c, c) if not _is_inside(text, place) else c for place, c in enumerate(text))
    return text.replace("ﬂ°", "fl°").replace("¶ß", "¶ ß")  # how Mermaid writes entities meanwhile


def _safe(text: str) -> str:
    """``text`` for a label: Mermaid sees only letters, digits and entities.

    >>> _safe('end; "x" <b>: direction LR 302.12'), _safe("1) x")
    ('end#59; #quot;x#quot; #lt;b#gt;#58; #100;irection LR 302.12', '1❩ x')
    """
    text = shown(text)
    written = "".join(
        c if c in _HARMLESS or c.isalnum() or _is_inside(text, place) else f"#{_NAMED.get(c, ord(c))};"
        for place, c in enumerate(text)
    )
    return _DIRECTION.sub(lambda found: f"#{ord(found[0][0])};{found[0][1:]}", written)


def _is_inside(text: str, place: int) -> bool:
    """Whether there is a dot between digits, or an underscore inside a word: not Markdown."""
    before, c, after = text[place - 1 : place], text[place], text[place + 1 : place + 2]
    return (c == "." and before.isdigit() and after.isdigit()) or (c == "_" and before.isalnum() and after.isalnum())


def _lines(*lines: Iterable[str]) -> str:
    return "<br/>".join(_safe(line) for some in lines for line in some)


class _Writer:
    def __init__(self, model: DiagramModel, ids: Mapping[str, str], detail: Literal["full", "brief"]) -> None:
        self.model = model
        self.ids = ids
        self.detail = detail
        self.parents = {state.id: state.parent for state in model.states}
        self.children: dict[str | None, list[Node | Cluster]] = {}
        for state in model.states:
            self.children.setdefault(state.parent, []).append(state)
        self.starts = {marker.parent: marker.target for marker in model.markers}
        sources = {edge.source for edge in model.edges}
        self.choices = {node.id for node in model.nodes if node.role == "junction" and node.id in sources}
        """Junctions that lead on; they are drawn as diamonds, which have no text, so a note tells what they are."""
        self.inside = {
            edge.source: f"{ids[edge.source]}_any" for edge in model.edges if self.lies_in(edge.target, edge.source)
        }

    def drawn(self) -> Mermaid:
        edges = {edge.id: edge for edge in self.model.edges}
        arrows = self.arrows()
        lines = [
            "---",
            f"title: {_yaml(self.model.title)}",
            "---",
            "stateDiagram-v2",
            f"  accTitle: {_safe(self.model.title)}",
            f"  accDescr: {_safe(' · '.join((*self.model.notes, *self.remarks())))}",
            *self.doc(None, "  "),
            *(
                f"  {a.source} --> {a.target} : " + "<br/>".join(self.label(edges[name]) for name in a.edges)
                for a in arrows
            ),
            *self.looks(),
        ]
        return Mermaid("\n".join(lines) + "\n", dict(self.ids), self.inside, arrows, self.detail)

    def remarks(self) -> Iterator[str]:
        if self.detail == "brief":
            yield self.text("условия и эффекты переходов см. в таблице", "guards and effects: see the table")

    def doc(self, parent: str | None, indent: str) -> Iterator[str]:
        """What lies in a composite.

        Mermaid gives a state the shape it has where it is named first, and puts it where it is named last. So the
        marker that points to a state deeper inside goes first, and any other goes last.
        """
        start = self.starts.get(parent)
        points = "" if start is None else f"{indent}[*] --> {self.ids[start]}"
        if start is not None and self.parents[start] != parent:
            if self.is_choice(start):
                yield f"{indent}state {self.ids[start]} <<choice>>"
            yield points
        for state in self.children.get(parent, ()):
            name = self.ids[state.id]
            if self.is_choice(state.id):
                yield f"{indent}state {name} <<choice>>"
                yield f"{indent}note right of {name} : {self.about(state)}"
            elif isinstance(state, Cluster) and self.children.get(state.id):
                # In one line: Mermaid leaves no room for a second one.
                heading = _safe(" · ".join((plain(state.title), *state.notes, *state.clauses)))
                yield f'{indent}state "{heading}" as {name} {{'
                yield from self.doc(state.id, indent + ("  " if self.detail == "full" else " "))
                yield f"{indent}}}"
            else:
                yield f'{indent}state "{self.about(state)}" as {name}'
        if parent in self.inside:
            words = self.text("любое из этих состояний", "any of these states")
            yield f'{indent}state "{words}" as {self.inside[parent]}'
        if start is not None and self.parents[start] == parent:
            yield points

    def about(self, state: Node | Cluster) -> str:
        return _lines((state.title, *state.notes), _cited(state.clauses))

    def label(self, edge: Edge) -> str:
        details = (
            (*(f"[{'; '.join(given)}]" for given in (edge.guards,) if given), *_done(edge.effects))
            if self.detail == "full"
            else ()
        )
        return _lines(edge.titles or ("–",), details, _cited(edge.clauses))

    def arrows(self) -> tuple[Arrow, ...]:
        found: list[Arrow] = []
        loops: dict[str, int] = {}
        for edge in self.model.edges:
            source, target = self.ends(edge)
            if source == target and source in loops:
                known = found[loops[source]]
                found[loops[source]] = Arrow((*known.edges, edge.id), source, target)
            else:
                if source == target:
                    loops[source] = len(found)
                found.append(Arrow((edge.id,), source, target))
        return tuple(found)

    def ends(self, edge: Edge) -> tuple[str, str]:
        source, target = edge.source, edge.target
        if source in self.inside and self.lies_in(target, source):
            return self.inside[source], self.ids[target]
        if self.lies_in(source, target):
            # A composite entered from its own inside is entered where its marker points.
            while target in self.starts and self.starts[target] != source:
                target = self.starts[target]
        return self.ids[source], self.ids[target]

    def lies_in(self, state: str, composite: str) -> bool:
        at = self.parents[state]
        while at is not None:
            if at == composite:
                return True
            at = self.parents[at]
        return False

    def is_choice(self, state: str) -> bool:
        return state in self.choices

    def looks(self) -> Iterator[str]:
        """The colours of the other pictures; which state is what never depends on them alone."""
        active, nonactive = style.HOLDERS["active"], style.HOLDERS["nonactive"]
        tints = {"active": active, "nonactive": nonactive, "deactivated": style.DEACTIVATED_TINT}
        groups: dict[str, list[str]] = {}
        for node in self.model.nodes:
            if node.traits.deactivated:
                groups.setdefault("deactivated", []).append(self.ids[node.id])
            elif node.traits.holder in tints and node.role != "junction":
                groups.setdefault(str(node.traits.holder), []).append(self.ids[node.id])
        if self.inside:
            groups["any"] = list(self.inside.values())
        for name, members in groups.items():
            if name == "any":
                yield f"  classDef {name} stroke-dasharray:4,font-style:italic"
            else:
                yield f"  classDef {name} fill:{tints[name].fill},stroke:{tints[name].line},color:{style.INK}"
            yield f"  class {','.join(members)} {name}"

    def text(self, ru: str, en: str) -> str:
        return ru if self.model.lang == "ru" else en


def _cited(clauses: tuple[str, ...]) -> tuple[str, ...]:
    return (" · ".join(clauses),) if clauses else ()


def _done(effects: tuple[str, ...]) -> tuple[str, ...]:
    return ("/ " + "; ".join(effects),) if effects else ()


def _yaml(text: str) -> str:
    """``text`` as a double-quoted scalar on one line."""
    return '"' + plain(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
