"""Runs Graphviz in a process of its own, because it may crash or never end. Run as a file, imports nothing of
ours.

``python _layout_child.py DIR FORMAT…`` reads ``DIR/in.dot`` and writes ``DIR/out.FORMAT``. What Graphviz
complains about goes to standard error, as Graphviz does it.
"""

from __future__ import annotations

import sys
from pathlib import Path


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
    for format_ in arguments[1:]:
        error, data = gv.gvRenderData(context, graph.handle, format_.encode("ascii"))
        if error:
            print(f"Error: cannot render {format_}", file=sys.stderr)
            return 1
        (directory / f"out.{format_}").write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
