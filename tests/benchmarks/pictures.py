"""How long the pictures take: ``python -m tests.benchmarks.pictures`` prints a table in Markdown.

All figures come from one run: wall and processor seconds of this process and its children. Single pictures are the
best of five, for machines are noisy; the whole set is drawn once.
"""

from __future__ import annotations

import os
import platform
import tempfile
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from operator import itemgetter
from pathlib import Path

from berserk_fsm.diagrams import VIEWS, Picture, Words, make_view, picture_of, render, render_svg, write_diagrams
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification

Row = tuple[str, float, float]
REPEATS = 100
BEST_OF = 5


def _timed(name: str, work: Callable[[], object]) -> Row:
    wall, before = time.perf_counter(), os.times()
    work()
    after = os.times()
    spent = sum(getattr(after, key) - getattr(before, key) for key in _PROCESSOR)
    return name, time.perf_counter() - wall, spent


_PROCESSOR = ("user", "system", "children_user", "children_system")


def _light(picture: Picture, active: str) -> None:
    for _ in range(REPEATS):
        render_svg(picture, active=[active])


def _draw(spec: Specification, view: str, words: Words) -> None:
    render(make_view(view, spec, "ru", words), ("svg",))


def rows() -> list[Row]:
    """Name, wall seconds and processor seconds of each piece of work."""
    spec = build_specification()
    words = rule_words(spec.profile)
    found = [
        min((_timed(f"one SVG: {view}", partial(_draw, spec, view, words)) for _ in range(BEST_OF)), key=itemgetter(1))
        for view in ("turn", "window", "declare", "machine", "whole")
    ]
    with tempfile.TemporaryDirectory() as name:
        for kinds in (("svg",), ("svg", "png", "pdf", "dot", "mermaid", "plantuml", "markdown")):
            title = f"all {len(VIEWS)} views, ru and en: {', '.join(kinds)}"
            found.append(_timed(title, partial(write_diagrams, spec, Path(name), formats=kinds)))
    for view in ("window", "whole"):
        picture = picture_of(make_view(view, spec, "ru", words))
        active = "turn.main_phase.window.active_holds.deciding"
        render_svg(picture, active=[active])
        name, wall, processor = _timed(f"highlighting, once: {view}", partial(_light, picture, active))
        found.append((name, wall / REPEATS, processor / REPEATS))
    return found


def main() -> None:
    """Print the table."""
    print(f"{date.today()}, Python {platform.python_version()}, {os.cpu_count()} processors\n")
    print("| work | wall, s | processor, s |\n|---|---:|---:|")
    for name, wall, processor in rows():
        print(f"| {name} | {wall:.4f} | {processor:.4f} |")


if __name__ == "__main__":
    main()
