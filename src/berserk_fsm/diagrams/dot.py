"""DOT: a diagram model as the text Graphviz lays out. The same model gives the same text, byte for byte.

Graphviz silently loses labelled edges between clusters, so the label of a transition is a small borderless
node of its own, in the cluster around both ends: ``source → label → target``. An edge at a composite is tied
to a node in it and cut at its border.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.html_labels import GAP, bold, cited, font, label, wrapped
from berserk_fsm.diagrams.legend import legend
from berserk_fsm.diagrams.model import Cluster, DiagramModel, Edge, Node, Traits

if TYPE_CHECKING:
    from graphviz import Digraph

__all__ = ["dot_text", "half_ids"]


class _Sizes(NamedTuple):
    """How big and how close things are in a view; lengths in inches, type in points."""

    nodesep: str
    ranksep: str
    headings: tuple[float, ...]
    """The titles of composites, by how deep they lie."""
    scale: float = 1
    """Of the title and the legend."""
    dpi: int = 96


_POSTER = _Sizes("0.12", "0.16", (36, 32, 24, 18, 14), scale=2.4, dpi=72)
_SHEET = _Sizes("0.3", "0.24", (15, 13, 12))
_SIZES: Mapping[str, _Sizes] = {"whole": _POSTER, "turn": _SHEET}


def dot_text(model: DiagramModel) -> str:
    """The DOT text of a picture.

    Args:
        model: what to draw.
    """
    return _Writer(model).text()


def half_ids(edge: Edge) -> tuple[str, str]:
    """The ids of the two lines of a transition: from the source to the label, from there to the target."""
    return f"{edge.id}--out", f"{edge.id}--in"


class _Writer:
    def __init__(self, model: DiagramModel) -> None:
        self.model = model
        self.sizes = _SIZES.get(model.view, _SHEET)
        self.clusters = {cluster.id: cluster for cluster in model.clusters}
        self.traits = {element.id: element.traits for element in model.states}
        self.inside: dict[str | None, list[Node | Cluster]] = {}
        for element in model.states:
            self.inside.setdefault(element.parent, []).append(element)
        self.marker_of = {marker.parent: marker for marker in model.markers}
        self.phase_clusters = [
            cluster.id
            for cluster in model.clusters
            if cluster.traits.phase is not None
            and (cluster.parent is None or self.traits[cluster.parent].phase is None)
        ]
        self.labels_in: dict[str | None, list[Edge]] = {}
        for edge in model.edges:
            self.labels_in.setdefault(edge.parent, []).append(edge)

    def text(self) -> str:
        import graphviz

        graph = graphviz.Digraph(self.model.view)
        graph.attr(
            "graph",
            charset="UTF-8",
            compound="true",
            dpi=str(self.sizes.dpi),
            rankdir="TB",
            # Ranks over all clusters together: steps then stand in order, one below the other.
            newrank="true",
            nodesep=self.sizes.nodesep,
            ranksep=self.sizes.ranksep,
            fontname=style.FONT,
            bgcolor="white",
            pad="0.3",
            id=f"diagram-{self.model.view}",
            label=self.legend_label(),
            labelloc="b",
        )
        graph.attr(
            "node",
            fontname=style.FONT,
            fontsize="11",
            fontcolor=style.INK,
            color=style.INK,
            height="0.3",
            margin="0.12,0.06",
        )
        graph.attr("edge", fontname=style.FONT, color=style.INK, arrowsize="0.7")
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
        for edge in self.model.edges:
            self.write_edge(graph, edge)
        for marker in self.model.markers:
            at = self.end(marker.target, first=True)
            cut = {"lhead": f"cluster_{marker.target}"} if marker.target in self.clusters else {}
            graph.edge(
                marker.id,
                at,
                id=f"{marker.id}--in",
                color=style.INK,
                penwidth="1",
                **cut,
                **{"class": "initial"},
            )
        return str(graph.source)

    def write_columns(self, graph: Digraph) -> None:
        """Phases stand side by side, in the order of the turn."""
        firsts = [self.end(phase, first=True) for phase in self.phase_clusters]
        with graph.subgraph(name="columns") as row:
            row.attr(rank="same")
            for left, right in pairwise(firsts):
                row.edge(left, right, style="invis")

    def write_inside(self, graph: Digraph, parent: str | None) -> None:
        marker = self.marker_of.get(parent)
        if marker is not None:
            graph.node(
                marker.id,
                label="",
                shape="circle",
                style="filled",
                fillcolor=style.INK,
                width="0.13",
                height="0.13",
                fixedsize="true",
                id=marker.id,
                **{"class": "initial"},
            )
        for element in self.inside.get(parent, ()):
            if isinstance(element, Node):
                graph.node(element.id, **self.node_look(element))
            else:
                with graph.subgraph(name=f"cluster_{element.id}") as inner:
                    inner.attr(**self.cluster_look(element))
                    self.write_inside(inner, element.id)
        for edge in self.labels_in.get(parent, ()):
            graph.node(edge.id, **self.label_look(edge))

    def node_look(self, node: Node) -> dict[str, str]:
        look = {**style.ROLES[node.role], "id": node.id, "class": _classes("state", node.role, node.traits)}
        holder = style.HOLDERS.get(node.traits.holder or "")
        if holder is not None:
            look |= {"fillcolor": holder.fill, "color": holder.line}
            if node.traits.holder == "nonactive":
                look["peripheries"] = "2"
        elif node.role == "composite" and node.traits.window is not None:
            border = style.WINDOWS.get(node.traits.window, style.PLAIN_BORDER)
            look |= {"style": f"{look['style']},{border.style}", "penwidth": f"{border.width:g}"}
        if node.traits.deactivated:
            look |= {
                "style": f"filled,{style.DEACTIVATED.style}",
                "fillcolor": style.DEACTIVATED_TINT.fill,
                "color": style.DEACTIVATED_TINT.line,
                "penwidth": f"{style.DEACTIVATED.width:g}",
            }
        look["label"] = label(
            bold(wrapped(node.title, 22), 11),
            font(node.notes, 9),
            font(cited(node.clauses, 28), 8),
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
            "labeljust": "l",
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
        headings = self.sizes.headings
        size = 12 if traits.holder is not None else headings[min(depth, len(headings) - 1)]
        cited = " · ".join(cluster.clauses)
        look["label"] = (
            f"<{bold([cluster.title], size)}" + (f"  {font([cited], max(8, size * 0.5))}" if cited else "") + ">"
        )
        return look

    def depth(self, cluster: Cluster) -> int:
        depth = 0
        while cluster.parent is not None:
            cluster = self.clusters[cluster.parent]
            depth += 1
        return depth

    def label_look(self, edge: Edge) -> dict[str, str]:
        titles = [line for title in edge.titles for line in wrapped(title, 26)]
        conditions = wrapped("[" + "; ".join(edge.guards) + "]", 36) if edge.guards else []
        effects = wrapped("/ " + "; ".join(edge.effects), 36) if edge.effects else []
        return {
            "shape": "plaintext",
            "margin": "0.06,0.03",
            "height": "0",
            "width": "0",
            "id": edge.id,
            "class": " ".join(("row", "automatic" if edge.automatic else "player", *(f"kind-{k}" for k in edge.kinds))),
            "label": label(
                bold(titles, 9.5, style.INK),
                font([*conditions, *effects], 8),
                font(cited(edge.clauses, 30), 7.5),
            ),
        }

    def write_edge(self, graph: Digraph, edge: Edge) -> None:
        line = style.AUTOMATIC_LINE if edge.automatic else style.DECISION_LINE
        head = "vee" if edge.automatic else "normal"
        out, into = half_ids(edge)
        source, target = (
            self.end(edge.source, first=edge.backward),
            self.end(edge.target, first=not edge.backward),
        )
        looks = {
            "penwidth": f"{line.width:g}",
            "style": line.style,
            "class": "row " + ("automatic" if edge.automatic else "player"),
        }
        leaving = {"ltail": f"cluster_{edge.source}"} if edge.source in self.clusters else {}
        entering = {"lhead": f"cluster_{edge.target}"} if edge.target in self.clusters else {}
        if self.between_phases(edge):
            # Phases stand side by side, so this edge must not push one below another. It arrives at the near
            # side of its phase, or, leading back, at its bottom: the label then lies below all phases.
            source, target = self.end(edge.source, first=False), self.end(edge.target, first=False)
            graph.edge(source, edge.id, id=out, arrowhead="none", **leaving, **looks)
            graph.edge(edge.id, target, id=into, arrowhead=head, constraint="false", **entering, **looks)
            if edge.backward:
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
            front = {"ltail": entering["lhead"]} if entering else {}
            graph.edge(target, edge.id, id=into, dir="back", arrowtail=head, **front, **looks)
            graph.edge(edge.id, source, id=out, dir="back", arrowtail="none", **back, **looks)

    def between_phases(self, edge: Edge) -> bool:
        source, target = self.traits[edge.source].phase, self.traits[edge.target].phase
        return source is not None and target is not None and source != target

    def end(self, element: str, first: bool) -> str:
        """The node an edge at ``element`` is tied to: itself, or one in the cluster."""
        while element in self.clusters:
            if first and element in self.marker_of:
                return self.marker_of[element].id
            element = self.inside[element][0 if first else -1].id
        return element

    def heading(self) -> str:
        scale = self.sizes.scale
        return label(bold([self.model.title], 22 * scale), GAP, font(self.model.notes, 10 * scale))

    def legend_label(self) -> str:
        return f"<{legend(self.model, self.sizes.scale)}>"


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
    return " ".join(found)
