"""Layout: DOT text in, pictures out, by the Graphviz that the wheel of ``pygraphviz`` carries.

Graphviz runs in a child process under a time limit, and sees one font only: Roboto of ``font-roboto``. So
pictures are the same on machines with and without fonts, and no program has to be installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.fonts import font_folder
from berserk_fsm.diagrams.legend import Legend

__all__ = ["TIME_LIMIT", "lay_out"]

TIME_LIMIT = 180.0
"""Seconds a layout may take: the largest takes about one, a busy machine many times that."""

_CHILD = Path(__file__).with_name("_layout_child.py")
_SERIOUS = re.compile(r"^Error|\blost\b|\bsyntax error\b|^Warning: .*\b(unable|cannot|can't|overflow)\b", re.MULTILINE)


def lay_out(
    dot: str, formats: Sequence[str] = ("svg",), time_limit: float = TIME_LIMIT, legend: Legend | None = None
) -> dict[str, bytes]:
    """Lay out a graph once and render it.

    Args:
        dot: the DOT text.
        formats: ``svg``, ``png`` or any other format Graphviz knows.
        time_limit: seconds after which to give up.
        legend: what to draw in the room that the graph's label keeps.

    Returns:
        The bytes of the picture for each format.

    Raises:
        DiagramError: Graphviz took too long, crashed, or reported something lost.
    """
    with tempfile.TemporaryDirectory(prefix="berserk-fsm-") as name:
        directory = Path(name)
        (directory / "in.dot").write_text(dot, encoding="utf-8", newline="\n")
        if legend is not None:
            text = f"[{legend.width},{legend.height},{legend.operations}]"
            (directory / "legend.json").write_text(text, encoding="utf-8", newline="\n")
        try:
            done = subprocess.run(
                [sys.executable, "-P", str(_CHILD), name, *formats],
                env=_environment(directory),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=time_limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise DiagramError(
                f"Graphviz did not finish the layout within {time_limit:g} s",
                f"Graphviz не закончил раскладку за {time_limit:g} с",
            ) from None
        said = done.stderr.decode("utf-8", "replace").strip()
        serious = _SERIOUS.search(said)
        if done.returncode or serious:
            line = said[serious.start() :] if serious else said
            lines = [one for one in line.splitlines() if not one.startswith("Fontconfig")]
            reason = (lines[0] if serious else lines[-1]) if lines else f"exit code {done.returncode}"
            raise DiagramError(f"Graphviz failed: {reason}", f"Graphviz не справился: {reason}")
        return {format_: (directory / f"out.{format_}").read_bytes() for format_ in formats}


def _environment(directory: Path) -> Mapping[str, str]:
    """The child's environment: the parent's modules, one folder of fonts, no cache outside the folder."""
    (directory / "cache").mkdir()
    config = directory / "fonts.conf"
    config.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n'
        f"<dir>{escape(str(font_folder()))}</dir>\n<cachedir>{escape(str(directory / 'cache'))}</cachedir>\n"
        # Without hinting a text is as wide in a picture of any resolution, so that letters stand where they
        # should.
        '<match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>\n'
        "</fontconfig>\n",
        encoding="utf-8",
    )
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FONTCONFIG_")}
    return {
        **inherited,
        "FONTCONFIG_FILE": str(config),
        "FONTCONFIG_PATH": str(directory),
        "XDG_CACHE_HOME": str(directory / "cache"),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONUTF8": "1",
    }
