"""Build the notebooks of both languages from their sources, or check that their stored outputs are current.

``python -m notebooks.build`` builds all of them, ``python -m notebooks.build 03 06`` those two;
``--check`` builds nothing and names the first difference of each instead.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from notebooks.bilingual import LANGS, METADATA, make_notebook, parse

__all__ = ["FOLDER", "built_path", "cleaned", "execute", "first_difference", "made_from", "main", "sources"]

FOLDER = Path(__file__).parent

_SECONDS_PER_CELL = 120

_WIDGET = "application/vnd.jupyter.widget-view+json"
"""Its model has a random name and lives in a running kernel alone; what stands beside it is stored."""

_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def sources() -> tuple[Path, ...]:
    """The sources, in the order of the lessons."""
    return tuple(sorted((FOLDER / "source").glob("[0-9]*.md")))


def built_path(source: Path, lang: str) -> Path:
    """Where the notebook of a source is kept."""
    return FOLDER / lang / f"{source.stem}.ipynb"


def made_from(source: Path, lang: str) -> Any:
    """The notebook of a source in ``lang``, not yet executed."""
    return make_notebook(parse(source.read_text(encoding="utf-8"), source.name), lang)


def execute(notebook: Any) -> Any:
    """Run a notebook from top to bottom in a kernel of its own, in an empty folder; it is changed and returned.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell raises.
    """
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            notebook,
            timeout=_SECONDS_PER_CELL,
            kernel_name="python3",
            record_timing=False,
            store_widget_state=False,
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": folder}},
        ).execute()
    return cleaned(notebook)


def cleaned(notebook: Any) -> Any:
    """An executed notebook without what differs from run to run: times, the kernel's version, names of widgets."""
    notebook = nbformat.from_dict(notebook)
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        if cell.cell_type == "code":
            cell.outputs = _joined_streams(cell.outputs)
            for output in cell.outputs:
                output.get("data", {}).pop(_WIDGET, None)
    return notebook


def _joined_streams(outputs: Sequence[Any]) -> list[Any]:
    """Printed text comes in pieces of any size; it is stored as one."""
    joined: list[Any] = []
    for output in outputs:
        last = joined[-1] if joined else None
        if last is not None and output.output_type == "stream" == last.output_type and output.name == last.name:
            last.text += output.text
        else:
            joined.append(nbformat.from_dict(output))
    return joined


def first_difference(stored: Any, fresh: Any) -> str | None:
    """Where two notebooks differ first, in sources or outputs; ``None`` if they do not. Of drawings words are compared.

    Args:
        stored: the notebook that is kept.
        fresh: the same, made and executed again.
    """
    if len(stored.cells) != len(fresh.cells):
        return f"{len(stored.cells)} cells are stored, the source has {len(fresh.cells)}"
    for number, (old, new) in enumerate(zip(stored.cells, fresh.cells, strict=True), 1):
        if (old.cell_type, old.source) != (new.cell_type, new.source):
            return f"cell {number} is not the one of the source: {_parting(old.source, new.source)}"
        was, now = (list(_outputs(cell)) for cell in (old, new))
        for (kind, before), (other, after) in zip(was, now, strict=False):
            if (kind, before) != (other, after):
                return f"cell {number}, {other}: {_parting(f'{kind}: {before}', f'{other}: {after}')}"
        if len(was) != len(now):
            return f"cell {number} has {len(was)} outputs stored and gives {len(now)}"
    return None


def _outputs(cell: Any) -> Iterator[tuple[str, str]]:
    """What a cell shows, as kind and text."""
    for output in cell.get("outputs", ()):
        if output.output_type == "stream":
            yield output.name, output.text
        elif output.output_type == "error":
            yield "error", f"{output.ename}: {output.evalue}"
        else:
            yield from ((kind, _DRAWING.sub(_words, str(data))) for kind, data in sorted(output.data.items()))


def _words(drawing: re.Match[str]) -> str:
    """What a drawing says: where its lines run depends on fonts and on the version of Graphviz."""
    return " ".join(_TAG.sub(" ", drawing[0]).split())


def _parting(before: str, after: str) -> str:
    """The first line in which two texts differ."""
    lines = zip_longest(before.splitlines(), after.splitlines(), fillvalue="")
    old, new = next(((one, other) for one, other in lines if one != other), ("", ""))
    return f"stored {old!r:.200}, now {new!r:.200}"


def main(argv: Sequence[str] | None = None) -> int:
    """Build or check; 1 if something is out of date, 2 if no source has a name asked for."""
    parser = argparse.ArgumentParser(prog="python -m notebooks.build", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="beginnings of names; all notebooks if left out")
    parser.add_argument("--check", action="store_true", help="compare with what is stored, write nothing")
    asked = parser.parse_args(argv)
    chosen = [one for one in sources() if not asked.names or one.name.startswith(tuple(asked.names))]
    if not chosen:
        print(f"no source is called {', '.join(asked.names)}; there are: {', '.join(one.stem for one in sources())}")
        return 2
    code = 0
    for source in chosen:
        for lang in LANGS:
            path = built_path(source, lang)
            fresh = execute(made_from(source, lang))
            if not asked.check:
                path.parent.mkdir(exist_ok=True)
                nbformat.write(fresh, path)
                continue
            stored = nbformat.read(path, as_version=4) if path.exists() else None
            difference = "it is not built" if stored is None else first_difference(stored, fresh)
            if difference is not None:
                print(f"{lang}/{path.name}: {difference}")
                code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
