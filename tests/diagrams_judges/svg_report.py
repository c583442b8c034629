"""Do the texts of the SVG pictures stand where they should? Asks the browser for their boxes.

``python -m tests.diagrams_judges.svg_report [--no-fonts] [FILE.svg …]`` prints every finding; without
files it draws every view in every language.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from berserk_fsm.diagrams import render
from tests.diagrams_judges.tools import BROWSER_TOOLS, all_models, browse, missing, without_fonts

__all__ = ["draw_all", "findings"]


def draw_all(folder: Path) -> dict[str, Path]:
    """The SVG of every view in every language, in ``folder``."""
    models = all_models()
    with ThreadPoolExecutor(max_workers=2) as pool:
        pictures = pool.map(lambda model: render(model, ("svg",))["svg"], models.values())
        paths = {name: folder / f"{name}.svg" for name in models}
        for path, picture in zip(paths.values(), pictures, strict=True):
            path.write_bytes(picture)
    return paths


def findings(paths: Mapping[str, Path], environment: Mapping[str, str] | None = None) -> dict[str, list[str]]:
    """What the browser finds wrong in each picture, in words; see ``svg_boxes.mjs``.

    Args:
        paths: the pictures.
        environment: for the browser, as :func:`tests.diagrams_judges.tools.without_fonts` gives it.

    Raises:
        AssertionError: a picture could not be opened, or has no text.
    """
    jobs = [{"name": name, "path": str(path.resolve())} for name, path in paths.items()]
    seen = browse({"svg": jobs}, environment)["svg"]
    assert [picture["name"] for picture in seen] == list(paths)
    for picture in seen:
        assert picture["error"] is None, f"{picture['name']}: {picture['error']}"
        assert picture["texts"], f"{picture['name']}: no text"
    return {picture["name"]: [_said(finding) for finding in picture["findings"]] for picture in seen}


def _said(finding: dict[str, Any]) -> str:
    at, other = finding["box"], finding.get("otherBox", "")
    return f"{finding['kind']}: {finding['text']!r} {at} of {finding['id']} / {finding['other']!r} {other}"


def main(arguments: Sequence[str]) -> int:
    """Print the findings; 1 if there are any."""
    parser = argparse.ArgumentParser(prog="svg_report")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--no-fonts", action="store_true")
    given = parser.parse_args(arguments)
    if reason := missing(*BROWSER_TOOLS):
        print(reason, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = {str(path): path for path in given.files} or draw_all(folder)
        found = findings(paths, without_fonts(folder) if given.no_fonts else None)
    for picture, wrong in found.items():
        print(f"{picture}: {len(wrong)}")
        for line in wrong:
            print(f"  {line}")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
