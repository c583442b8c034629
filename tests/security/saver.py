"""A process that saves one file over and over, now this content, now that, and takes its time over it.

``python -m tests.security.saver NAME FOLDER [naive]`` prints a line in the middle of each writing, and is there to be
killed. With ``naive`` the package writes as nobody should, to see that it would be noticed.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Self

from berserk_fsm import Action, Game, files
from berserk_fsm.cli import main as berserk_fsm
from berserk_fsm.stepper.session import Session

__all__ = ["PAUSE", "WRITERS", "save"]

PAUSE = 0.05
"""Seconds between the halves of what is written."""

_SCENARIO = "title: {title}\nactions: {{F: {{by: A}}}}\nplay: [A declares F, both pass]\n"


def large(path: Path, turn: int) -> None:
    """As large as the largest page."""
    files.write_whole(path, (b"old", b"new")[turn] * 2_000_000)


def stepper(path: Path, turn: int) -> None:
    """What was stepped through, saved over an earlier scenario."""
    session = Session(Game([Action("F", by="A"), Action("G", by="A")], engine="table"), "en")
    session.respond(("A declares F", "A declares G")[turn])
    assert session.respond(f"save! {path}").text.startswith("Saved"), "nothing was saved"


def page(path: Path, turn: int) -> None:
    """The page of a trace."""
    scenario = path.with_name("scenario.yaml")
    scenario.write_text(_SCENARIO.format(title=("old", "new")[turn]), "utf-8")
    _run("play", "--html", str(path), "--lang", "en", str(scenario))


def diagram(path: Path, turn: int) -> None:
    """A picture; each language has its own, and one of them is asked for under the name of the other."""
    lang = ("ru", "en")[turn]
    out = path.parent / "drawn"
    (out / "ru").mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        (out / "en").symlink_to("ru")
    _run("diagrams", "--out", str(out), "--lang", lang, "--view", "turn", "--format", "dot")


def review(path: Path, turn: int) -> None:
    """A record of reviews, written over by another reviewer."""
    _run("review", "gap/512", "--by", ("old", "new")[turn], "--reviews", str(path), "--lang", "en")


def template(path: Path, turn: int) -> None:
    """The template in either language."""
    _run("new", "--force", "--lang", ("ru", "en")[turn], str(path))


def chart(path: Path, turn: int) -> None:
    """The picture of a play."""
    scenario = path.with_name("scenario.yaml")
    scenario.write_text(_SCENARIO.format(title=("old", "new")[turn]), "utf-8")
    _run("diagrams", "--scenario", str(scenario), "--out", str(path.parent / "charts"), "--lang", "en")


def _run(*arguments: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        code = berserk_fsm(arguments)
    assert code == 0, arguments


WRITERS: Mapping[str, tuple[str, Callable[[Path, int], None]]] = {
    "large": ("file", large),
    "stepper": ("file.yaml", stepper),
    "page": ("file.html", page),
    "diagram": ("drawn/ru/turn.dot", diagram),
    "review": ("file.yaml", review),
    "template": ("file.yaml", template),
    "chart": ("charts/en/scenario-timeline.svg", chart),
}
"""What is saved: the file within a folder, and what saves it there with either content."""


def save(name: str, folder: Path, turn: int) -> Path:
    """Save it with either content; gives the file."""
    file, write = WRITERS[name]
    write(folder / (file if "/" not in file else "file"), turn)
    return folder / file


class _Slow:
    """A file for writing: after half of what is written it says so, and waits to be killed."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, data: bytes) -> None:
        half = len(data) // 2
        self._file.write(data[:half])
        self._file.flush()
        os.write(1, b"half\n")  # standard output may be another one while a command runs
        time.sleep(PAUSE)
        self._file.write(data[half:])


def _write_slowly() -> None:
    """From now on whatever is opened by its handle is written slowly, as the package does it."""
    fdopen = os.fdopen

    def slow(handle: int, mode: str = "r", *rest: Any, **more: Any) -> Any:
        file = fdopen(handle, mode, *rest, **more)
        return _Slow(file) if mode == "wb" else file

    os.fdopen = slow  # type: ignore[assignment]


def _naive(path: Path, data: bytes, *, replace: bool = True) -> None:
    with _Slow(open(path, "wb")) as file:
        file.write(data)


def _write_naively() -> None:
    """From now on the package writes into the file itself."""
    write_whole = files.write_whole
    for module in list(sys.modules.values()):
        if getattr(module, "write_whole", None) is write_whole:
            module.write_whole = _naive  # type: ignore[attr-defined]


def main() -> None:
    """Save until killed."""
    name, folder, *how = sys.argv[1:]
    _write_naively() if how == ["naive"] else _write_slowly()
    turn = 0
    while True:
        save(name, Path(folder), turn)
        turn = 1 - turn


if __name__ == "__main__":
    main()
