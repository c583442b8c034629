"""DOT: a diagram model as the text Graphviz lays out. The same model gives the same text, byte for byte.

Graphviz silently loses labelled edges between clusters, so the label of a transition is a small borderless
node of its own, in the cluster around both ends: ``source → label → target``. An edge at a composite is tied
to a node in it and cut at its border.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.html_labels import GAP, LEFT, SPACE, bold, cited, font, label, listed, safe, wrapped
from berserk_fsm.diagrams.legend import Legend, legend
from berserk_fsm.diagrams.model import Cluster, DiagramModel, Edge, Marker, Node, Traits
from berserk_fsm.diagrams.telling import unique

if TYPE_CHECKING:
    from graphviz import Digraph

__all__ = ["dot_text", "fingerprint", "half_ids", "legend_of"]


class _Sizes(NamedTuple):
    """How big and how close things are in a view; lengths in inches, type in points."""

    nodesep: str
    ranksep: str
    headings: tuple[float, ...]
    """The titles of composites, by how deep they lie."""
    scale: float = 1
    """Of the title and the legend."""
    dpi: int = 96


_SIZES: Mapping[str, _Sizes] = {
    "poster": _Sizes("0.12", "0.16", (36, 32, 24, 18, 14), scale=2.4, dpi=72),
    "board": _Sizes("0.16", "0.18", (22, 18, 15, 13, 12), scale=1.5, dpi=96),
    "sheet": _Sizes("0.22", "0.2", (15, 13, 12)),
}


def dot_text(model: DiagramModel) -> str:
    """The DOT text of a picture.

    Args:
        model: what to draw.
    """
    return _Writer(model).text()


def legend_of(model: DiagramModel) -> Legend:
    """The legend of a picture, as big as the picture needs it."""
    return legend(model, _SIZES[model.size].scale)


def fingerprint(model: DiagramModel, dot: str | None = None) -> str:
    """What tells whether a written picture is of this model: of its DOT text and its legend.

    Args:
        model: the picture.
        dot: its DOT text, if it is at hand.
    """
    whole = f"{dot_text(model) if dot is None else dot}\n{legend_of(model).operations}"
    return hashlib.sha256(whole.encode("utf-8")).hexdigest()[:16]


def half_ids(edge: Edge) -> tuple[str, str]:
    """The ids of the two lines of a transition: from the source to the label, from there to the target."""
    return f"{edge.id}--out", f"{edge.id}--in"


class _Writer:
    def __init__(self, model: DiagramModel) -> None:
        self.model = model
        self.sizes = _SIZES[model.size]
        self.clusters = {cluster.id: cluster for cluster in model.clusters}
        self.traits = {element.id: element.traits for element in model.states}
        self.parents = {element.id: element.parent for element in model.states}
        self.inside: dict[str | None, list[Node | Cluster]] = {}
        for element in model.states:
            self.inside.setdefault(element.parent, []).append(element)
        self.markers_in: dict[str | None, list[Marker]] = {}
        for marker in model.markers:
            self.markers_in.setdefault(marker.parent, []).append(marker)
        self.phase_clusters = [
            cluster.id
            for cluster in model.clusters
            if cluster.traits.phase is not None
            and (cluster.parent is None or self.traits[cluster.parent].phase is None)
        ]
        self.begins = {name: number for number, column in enumerate(model.columns) for name in column}
        self.column = self.columns()
        self.lit = set(model.lit)
        self.marks = {name: style.MARKS[mark] for name, mark in model.marks}
        self.mark_classes = {name: f" mark-{mark}" for name, mark in model.marks}
        self.line = self.lines()
        self.waiting: dict[str, list[tuple[str, dict[str, str]]]] = {}
        self.labels_in: dict[str | None, list[Edge]] = {}
        for edge in model.edges:
            self.labels_in.setdefault(edge.parent, []).append(edge)

    def columns(self) -> Mapping[str, int]:
        """For each state its column: that of the last sibling before it, or around it, that begins one."""
        found: dict[str, int] = {}
        for siblings in self.inside.values():
            now: int | None = None
            for element in siblings:
                now = self.begins.get(element.id, now)
                if now is not None:
                    found[element.id] = now
        for element in self.model.states:
            if element.id not in found and element.parent in found:
                found[element.id] = found[element.parent]
        return found

    def text(self) -> str:
        import graphviz

        graph = graphviz.Digraph(self.model.view)
        graph.attr(
            "graph",
            charset="UTF-8",
            compound="true",
            dpi=str(self.sizes.dpi),
            rankdir=self.model.rank,
            # Ranks over all clusters together: steps then stand in order, one below the other.
            newrank="true",
            ordering="out" if self.model.rank == "LR" else "",
            nodesep=self.sizes.nodesep,
            ranksep=self.sizes.ranksep,
            fontname=style.FONT,
            bgcolor="white",
            pad="0.3",
            id=f"diagram-{self.model.view}",
            label=self.legend_label(),
            labelloc="b",
        )
        if self.line:
            # Under a line there is room for what leads out of it. A last look for crossings, which Graphviz makes
            # without regard to who stands left of whom, would break lines up.
            graph.attr("graph", ranksep="0.3", remincross="false")
        graph.attr(
            "node",
            fontname=style.FONT,
            fontsize="11",
            fontcolor=style.INK,
            color=style.INK,
            height="0.3",
            margin="0.12,0.06",
        )
        graph.attr("edge", fontname=style.FONT, color=style.INK, arrowsize="0.85")
        with graph.subgraph(name="cluster_page") as page:
            page.attr(
                label=self.heading(),
                labelloc="t",
                pencolor="none",
                margin="12",
                id="page",
                **{"class": "page"},
            )
            self.write_inside(page, None)
        self.write_columns(graph)
        # From left to right, Graphviz puts first what shall stand lowest.
        for edge in self.model.edges if self.model.rank == "TB" else reversed(self.model.edges):
            self.write_edge(graph, edge)
        for marker in self.model.markers:
            at = self.end(marker.target, first=True)
            cut = {"lhead": f"cluster_{marker.target}"} if marker.target in self.clusters else {}
            drawn = self.marked(marker.id) if marker.id in self.marks else {"color": style.INK, "penwidth": "1"}
            graph.edge(marker.id, at, id=f"{marker.id}--in", **drawn, **cut, **{"class": "initial"})
        return str(graph.source)

    def write_columns(self, graph: Digraph) -> None:
        """Columns stand side by side, in their order."""
        firsts = [self.end(first, first=True) for first, *_ in self.model.columns]
        with graph.subgraph(name="columns") as row:
            row.attr(rank="same")
            for left, right in pairwise(firsts):
                row.edge(left, right, style="invis", weight="50")

    def write_inside(self, graph: Digraph, parent: str | None) -> None:
        for marker in self.markers_in.get(parent, ()):
            look = {
                "label": "",
                "shape": "circle",
                "style": "filled",
                "fillcolor": style.INK,
                "width": "0.13",
                "height": "0.13",
                "fixedsize": "true",
                "id": marker.id,
                "class": "initial",
            }
            if marker.id in self.marks:
                look |= {"fillcolor": self.marks[marker.id].tint.line, "color": self.marks[marker.id].tint.line}
            self.write_node(graph, marker.id, look)
        for column, elements in self.in_columns(parent):
            labels = [edge for edge in self.labels_in.get(parent, ()) if self.column_of(edge, parent) == column]
            if column is None:
                self.write_elements(graph, elements, labels)
                continue
            with graph.subgraph(name=f"cluster_column_{column}") as inner:
                inner.attr(label="", pencolor="none", bgcolor="none", margin="0", id=f"column-{column}")
                self.write_elements(inner, elements, labels)
        self.write_lines(graph)

    def write_elements(self, graph: Digraph, elements: list[Node | Cluster], labels: list[Edge]) -> None:
        for element in elements:
            if isinstance(element, Node):
                self.write_node(graph, element.id, self.node_look(element))
            else:
                with graph.subgraph(name=f"cluster_{element.id}") as inner:
                    inner.attr(**self.cluster_look(element))
                    self.write_inside(inner, element.id)
        for edge in labels:
            self.write_node(graph, edge.id, self.label_look(edge))

    def lines(self) -> dict[str, str]:
        """For each element of a line, what the line is called: elements that stand side by side."""
        found: dict[str, tuple[str, ...]] = {}
        level: list[tuple[str, ...]] = [(edge.source, edge.id, edge.target) for edge in self.model.edges if edge.level]
        level += [(marker.id, marker.target) for marker in self.model.markers if marker.level]
        for names in level:
            line = unique(other for name in names for other in found.get(name, (name,)))
            found |= dict.fromkeys(line, line)
        return {name: line[0] for name, line in found.items()}

    def write_node(self, graph: Digraph, name: str, look: dict[str, str]) -> None:
        """A node, unless it stands in a line: then it waits for the others."""
        if name in self.line:
            self.waiting.setdefault(self.line[name], []).append((name, look))
        else:
            graph.node(name, **look)

    def write_lines(self, graph: Digraph) -> None:
        """The lines that are complete; a frame that is not drawn keeps Graphviz from mixing them up."""
        for line, members in self.waiting.items():
            with graph.subgraph(name=f"cluster_line_{line}") as inner:
                inner.attr(label="", pencolor="none", bgcolor="none", margin="0", rank="same", id=f"line-{line}")
                for name, look in members:
                    inner.node(name, **look)
        self.waiting.clear()

    def in_columns(self, parent: str | None) -> list[tuple[int | None, list[Node | Cluster]]]:
        """What lies right in ``parent``, by column; a phase is a column by itself and needs no frame."""
        elements = self.inside.get(parent, [])
        framed = any(element.id in self.begins and element.id not in self.phase_clusters for element in elements)
        found: dict[int | None, list[Node | Cluster]] = {None: []}
        for element in elements:
            found.setdefault(self.column.get(element.id) if framed else None, []).append(element)
        return list(found.items())

    def column_of(self, edge: Edge, parent: str | None) -> int | None:
        """The column in which the label of an edge stands."""
        framed = any(column is not None for column, _ in self.in_columns(parent))
        source, target = self.column.get(edge.source), self.column.get(edge.target)
        return source if framed and source == target else None

    def node_look(self, node: Node) -> dict[str, str]:
        look = {**style.ROLES[node.role], "id": node.id, "class": _classes("state", node.role, node.traits)}
        holder = style.HOLDERS.get(node.traits.holder or "")
        outcome = style.OUTCOMES.get(node.traits.outcome or "")
        if holder is not None:
            look |= {"fillcolor": holder.fill, "color": holder.line}
            if node.traits.holder == "nonactive":
                look["peripheries"] = "2"
        elif outcome is not None:
            corners = "rounded,filled" if outcome.shape == "box" else "filled,diagonals"
            look |= {
                "shape": "box",
                "style": f"{corners},{outcome.line.style}",
                "fillcolor": outcome.tint.fill,
                "color": outcome.tint.line,
                "penwidth": f"{outcome.line.width:g}",
                "margin": "0.14,0.07",
            }
        elif node.role == "composite" and node.traits.window is not None:
            border = style.WINDOWS.get(node.traits.window, style.PLAIN_BORDER)
            look |= {"style": f"{look['style']},{border.style}", "penwidth": f"{border.width:g}", "margin": "0.14,0.08"}
        if node.traits.deactivated:
            look |= {
                "style": f"filled,{style.DEACTIVATED.style}",
                "fillcolor": style.DEACTIVATED_TINT.fill,
                "color": style.DEACTIVATED_TINT.line,
                "penwidth": f"{style.DEACTIVATED.width:g}",
            }
        if node.id in self.lit:
            look |= {"fillcolor": style.LIT.fill, "color": style.LIT.line, "penwidth": f"{style.LIT_WIDTH:g}"}
            look["class"] += " lit"
        if node.id in self.marks:
            drawn = self.marked(node.id)
            look |= drawn | {"style": f"{look['style']},{drawn['style']}", "fillcolor": self.marks[node.id].tint.fill}
            look["class"] += self.mark_classes[node.id]
        look["label"] = label(
            bold(wrapped(node.title, 24), 11, style.PAPER if node.role == "final" else style.INK),
            listed(node.notes, 9),
            font(cited(node.clauses, 30), 8, style.CITED),
        )
        return look

    def cluster_look(self, cluster: Cluster) -> dict[str, str]:
        traits = cluster.traits
        tint = style.NO_PHASE if traits.phase is None else style.PHASES[traits.phase % len(style.PHASES)]
        depth = self.depth(cluster)
        look = {
            "id": cluster.id,
            "class": _classes("composite", "cluster", traits),
            "style": "rounded,filled",
            "fillcolor": "#FFFFFF",
            "pencolor": tint.line,
            "penwidth": f"{style.PLAIN_BORDER.width:g}",
            "margin": "10",
            "labeljust": cluster.heading[0],
        }
        if cluster.id in self.phase_clusters:
            look |= {"fillcolor": tint.fill, "penwidth": "2"}
        elif traits.holder is not None and traits.holder in style.HOLDERS:
            look |= {"fillcolor": "#FFFFFF", "pencolor": style.HOLDERS[traits.holder].line, "penwidth": "0.8"}
        elif traits.window is not None:
            border = style.WINDOWS.get(traits.window, style.PLAIN_BORDER)
            look |= {
                "style": f"rounded,filled,{border.style}",
                "pencolor": style.INK,
                "penwidth": f"{border.width:g}",
            }
        elif traits.phase is not None:
            look |= {"fillcolor": tint.fill}
        if traits.deactivated:
            look |= {
                "style": f"filled,{style.DEACTIVATED.style}",
                "fillcolor": style.DEACTIVATED_TINT.fill,
                "pencolor": style.DEACTIVATED_TINT.line,
                "penwidth": f"{style.DEACTIVATED.width:g}",
            }
        if cluster.id in self.lit:
            look |= {"pencolor": style.LIT.line, "penwidth": f"{style.LIT_WIDTH:g}"}
            look["class"] += " lit"
        if cluster.id in self.marks:
            drawn = self.marked(cluster.id)
            look |= {"pencolor": drawn["color"], "penwidth": drawn["penwidth"]}
            look["style"] = f"rounded,filled,{drawn['style']}"
            look["class"] += self.mark_classes[cluster.id]
        headings = self.sizes.headings
        size = 12 if traits.holder is not None else headings[min(depth, len(headings) - 1)]
        beside = " · ".join(cluster.clauses)
        small = max(8, size * 0.5)
        if cluster.notes:
            lines = [line for note in cited(cluster.notes, 44) for line in wrapped(note, 60)]
            shown = f"{LEFT}{GAP}{LEFT}".join(map(safe, lines))
            look["label"] = (
                f"<{bold([cluster.title], size)}{LEFT}{SPACE}{LEFT}"
                f'<FONT POINT-SIZE="10" COLOR="{style.QUIET}">{shown}{LEFT}</FONT>>'
            )
        elif len(cluster.title) + len(beside) <= 44 or not beside:
            look["label"] = f"<{bold([cluster.title], size)}" + (
                f"  {font([beside], small, style.CITED)}>" if beside else ">"
            )
        else:
            below = f"{GAP}{LEFT}".join(
                f"{line}{LEFT}" for line in map(safe, cited(cluster.clauses, max(30, len(cluster.title))))
            )
            look["label"] = (
                f"<{bold([cluster.title], size)}{LEFT}{SPACE}{LEFT}"
                f'<FONT POINT-SIZE="{small:g}" COLOR="{style.CITED}">{below}</FONT>>'
            )
        return look

    def depth(self, cluster: Cluster) -> int:
        depth = 0
        while cluster.parent is not None:
            cluster = self.clusters[cluster.parent]
            depth += 1
        return depth

    def label_look(self, edge: Edge) -> dict[str, str]:
        ink, quiet, grey = (style.FAINT_TEXT,) * 3 if edge.faint else (style.INK, style.QUIET, style.CITED)
        titles = [line for title in edge.titles for line in wrapped(title, 26)]
        conditions = wrapped("[" + "; ".join(edge.guards) + "]", 36) if edge.guards else []
        effects = wrapped("/ " + "; ".join(edge.effects), 36) if edge.effects else []
        clauses = () if edge.faint else edge.clauses
        beside = " · ".join(clauses)
        size = 8.5 if edge.faint else 9.5
        details = font([*conditions, *effects], 8, quiet)
        if edge.id in self.marks:
            details = self.marked_details(edge)
            ink = self.marks[edge.id].tint.line
        if len(titles) == 1 and beside and len(titles[0]) + len(beside) <= 32 and not conditions and not effects:
            text = f"<{bold(titles, size, ink)}  {font([beside], 7.5, grey)}>"
        else:
            text = label(
                font(titles, size, ink) if edge.faint else bold(titles, size, ink),
                details,
                font(cited(clauses, self.model.clause_line), 7.5, grey),
            )
        look = {
            "shape": "plaintext",
            "margin": "0.06,0.03",
            "height": "0",
            "width": "0",
            "id": edge.id,
            "class": " ".join(("row", *_edge_classes(edge, self.lit), *(f"kind-{k}" for k in edge.kinds))),
            "label": text,
        }
        look["class"] += self.mark_classes.get(edge.id, "")
        if edge.id in self.lit:
            look |= {"style": "filled,rounded", "fillcolor": style.LIT.fill, "shape": "box", "penwidth": "0"}
            # The longer the lines, the more they stand out where a browser draws them wider than Graphviz thinks.
            look["margin"] = f"{0.06 + 0.006 * (self.model.clause_line - 30):g},0.03"
        return look

    def write_edge(self, graph: Digraph, edge: Edge) -> None:
        line = style.edge_line(edge.faint, edge.automatic, edge.kinds)
        head = "vee" if edge.automatic else "normal"
        out, into = half_ids(edge)
        source, target = (
            self.end(edge.source, first=edge.backward),
            self.end(edge.target, first=not edge.backward),
        )
        lit = edge.id in self.lit
        looks = {
            "penwidth": f"{style.LIT_WIDTH if lit else line.width:g}",
            "style": line.style,
            "color": style.LIT.line if lit else style.FAINT if edge.faint else style.INK,
            "class": " ".join(("row", *_edge_classes(edge, self.lit))),
        }
        if edge.id in self.marks:
            looks |= self.marked(edge.id) | {"class": looks["class"] + self.mark_classes[edge.id]}
        leaving = {"ltail": f"cluster_{edge.source}"} if edge.source in self.clusters else {}
        # Cut at a border, the line to it is short: leave room for the head of the arrow.
        apart = {"minlen": "2"} if self.model.size == "sheet" or self.line else {}
        entering = {"lhead": f"cluster_{edge.target}", **apart} if edge.target in self.clusters else {}
        if edge.source in self.line and edge.parent != self.parents[edge.source]:
            # What leads out of a composite with lines has its label below all of them.
            lowest = self.end(str(self.parents[edge.source]), first=False)
            graph.edge(lowest, edge.id, style="invis", weight="0")
        if self.between_columns(edge):
            # Columns stand side by side, so this edge must not push one below another. Between phases it arrives at
            # the near side of its phase, or, leading back, at its bottom: the label then lies below all phases.
            phases = edge.source not in self.phase_clusters and edge.target in self.phase_clusters
            source, target = self.end(edge.source, first=False), self.end(edge.target, first=not phases)
            graph.edge(source, edge.id, id=out, arrowhead="none", **leaving, **looks)
            graph.edge(edge.id, target, id=into, arrowhead=head, constraint="false", **entering, **looks)
            if edge.backward and phases:
                for phase in self.phase_clusters:
                    graph.edge(self.end(phase, first=False), edge.id, style="invis", minlen="2")
        elif not edge.backward:
            if source == target:
                # From a composite into itself, past its border: the state entered stands last in it, near its
                # label.
                graph.edge(self.end(edge.source, first=True), target, style="invis")
            graph.edge(source, edge.id, id=out, arrowhead="none", **leaving, **looks)
            graph.edge(edge.id, target, id=into, arrowhead=head, **entering, **looks)
        elif edge.source == edge.target and not leaving:
            graph.edge(source, edge.id, id=out, arrowhead="none", **looks)
            graph.edge(edge.id, target, id=into, arrowhead=head, constraint="false", **looks)
        else:
            # Written from the upper end to the lower one, so that ranks follow the order of the rulebook.
            back = {"lhead": leaving["ltail"]} if leaving else {}
            front = {"ltail": entering["lhead"], **apart} if entering else {}
            graph.edge(target, edge.id, id=into, dir="back", arrowtail=head, **front, **looks)
            graph.edge(edge.id, source, id=out, dir="back", arrowtail="none", **back, **looks)

    def marked(self, name: str) -> dict[str, str]:
        """How the line of something is drawn that is not alike in two machines."""
        mark = self.marks[name]
        line = mark.tint.line
        if mark is style.MARKS["changed"] and name not in self.traits:
            # Graphviz draws a line in two colours as two lines side by side.
            line = ":".join(style.MARKS[name].tint.line for name in ("before", "after"))
        return {"color": line, "penwidth": f"{mark.line.width:g}", "style": mark.line.style}

    def marked_details(self, edge: Edge) -> str:
        """The guards and effects of a marked transition, each in the colour of its sign."""
        found: list[str] = []
        for shape, texts in (("[{}]", edge.guards), ("/ {}", edge.effects)):
            for text in texts:
                mark = next((one for one in style.MARKS.values() if text.startswith(f"{one.sign} ")), None)
                bare = text if mark is None else text.removeprefix(f"{mark.sign} ")
                sign = "" if mark is None else f"{mark.sign} "
                colour = style.QUIET if mark is None else mark.tint.line
                found.append(font(wrapped(sign + shape.format(bare), 36), 8.5, colour))
        return f"<BR/>{GAP}<BR/>".join(found)

    def between_columns(self, edge: Edge) -> bool:
        source, target = self.column.get(edge.source), self.column.get(edge.target)
        return source is not None and target is not None and source != target

    def end(self, element: str, first: bool) -> str:
        """The node an edge at ``element`` is tied to: itself, or one in the cluster."""
        while element in self.clusters:
            if first and element in self.markers_in:
                return self.markers_in[element][0].id
            element = self.inside[element][0 if first else -1].id
        return element

    def heading(self) -> str:
        scale = self.sizes.scale
        return label(bold([self.model.title], 22 * scale), GAP, font(self.model.notes, 10 * scale))

    def legend_label(self) -> str:
        """Room for the legend, which is drawn when the layout is known."""
        room = legend_of(self.model)
        return (
            f'<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0"><TR><TD FIXEDSIZE="TRUE" '
            f'WIDTH="{room.width:.0f}" HEIGHT="{room.height:.0f}"></TD></TR></TABLE>>'
        )


def _edge_classes(edge: Edge, lit: set[str]) -> list[str]:
    found = ["automatic" if edge.automatic else "player"]
    return found + ["faint"] * edge.faint + ["lit"] * (edge.id in lit)


def _classes(*names: str | Traits) -> str:
    found: list[str] = []
    for name in names:
        if isinstance(name, str):
            found.append(name)
            continue
        if name.phase is not None:
            found.append(f"phase-{name.phase}")
        if name.window is not None:
            found.append(f"window-{name.window}")
        if name.holder is not None:
            found.append(f"holder-{name.holder}")
        if name.deactivated:
            found.append("deactivated")
        if name.reference:
            found.append("reference")
        if name.outcome is not None:
            found.append(f"outcome-{name.outcome}")
    return " ".join(found)
