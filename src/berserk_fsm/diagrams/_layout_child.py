"""Runs Graphviz in a process of its own, because it may crash or never end. Run as a file, imports nothing of ours.

``python _layout_child.py DIR FORMAT…`` reads ``DIR/in.dot`` and writes ``DIR/out.FORMAT``. Is there a
``DIR/legend.json``, it is drawn where the graph's label keeps room for it. What Graphviz complains about goes to
standard error, as Graphviz does it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def main(arguments: list[str]) -> int:
    """Lay out once, render in every format asked for.

    Args:
        arguments: the directory, then the formats.
    """
    from pygraphviz import AGraph
    from pygraphviz import graphviz as gv

    directory = Path(arguments[0])
    graph = AGraph(string=(directory / "in.dot").read_text(encoding="utf-8"))
    context = gv.gvContextWithBuiltins()
    if gv.gvLayout(context, graph.handle, b"dot"):
        print("Error: layout failed", file=sys.stderr)
        return 1
    legend = directory / "legend.json"
    if legend.exists():
        # Positions become attributes; then the same positions are drawn again, with the legend behind them.
        error, _ = gv.gvRenderData(context, graph.handle, b"dot")
        gv.gvFreeLayout(context, graph.handle)
        for edge in [edge for edge in graph.edges() if edge.attr["style"] == "invis"]:
            gv.agdeledge(graph.handle, edge.handle)
        width, height, operations = json.loads(legend.read_text(encoding="utf-8"))
        x, y = (float(part) for part in graph.graph_attr["lp"].split(","))
        graph.graph_attr["_background"] = _xdot(operations, x - width / 2, y + height / 2)
        if error or gv.gvLayout(context, graph.handle, b"nop2"):
            print("Error: second layout failed", file=sys.stderr)
            return 1
    for format_ in arguments[1:]:
        error, data = gv.gvRenderData(context, graph.handle, format_.encode("ascii"))
        if error:
            print(f"Error: cannot render {format_}", file=sys.stderr)
            return 1
        (directory / f"out.{format_}").write_bytes(data)
    return 0


def _xdot(operations: list[list[Any]], left: float, top: float) -> str:
    """The operations in Graphviz's own words, moved to where they belong."""
    words: list[str] = []
    for kind, first, *rest in operations:
        if isinstance(first, list):
            points = " ".join(f"{left + x:.2f} {top - y:.2f}" for x, y in first)
            if kind == "E":
                words.append(f"E {points} {rest[0]} {rest[1]}")
            elif kind == "T":
                words.append(f"T {points} -1 {6 * len(rest[0])} {_counted(rest[0])}")
            else:
                words.append(f"{kind} {len(first)} {points}")
        elif kind == "F":
            words.append(f"F {first} {_counted('Roboto')}")
        else:
            words.append(f"{kind} {_counted(first)}")
    return " ".join(words)


def _counted(text: str) -> str:
    return f"{len(text.encode('utf-8'))} -{text}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
