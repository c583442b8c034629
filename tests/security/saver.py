"""A process that saves one file over and over, now this content, now that.

``python -m tests.security.saver NAME FOLDER`` prints a line after each time, and is there to be killed.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from berserk_fsm import Action, Game
from berserk_fsm.cli import main as berserk_fsm
from berserk_fsm.files import write_whole
from berserk_fsm.stepper.session import Session

__all__ = ["WRITERS"]

_SCENARIO = "title: {title}\nactions: {{F: {{by: A}}}}\nplay: [A declares F, both pass]\n"


def large(path: Path, turn: int) -> None:
    """As large as the largest page."""
    write_whole(path, (b"old", b"new")[turn] * 2_000_000)


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


def naive(path: Path, turn: int) -> None:
    """What must not be done, to see that it would be noticed."""
    with open(path, "wb") as file:
        file.write((b"old", b"new")[turn] * 1000)
        file.flush()
        time.sleep(0.02)
        file.write((b"old", b"new")[turn] * 1000)


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
    "naive": ("file", naive),
}
"""What is saved: the file within a folder, and what saves it there with either content."""


def main() -> None:
    """Save until killed."""
    name, folder = sys.argv[1], Path(sys.argv[2])
    file, write = WRITERS[name]
    turn = 0
    while True:
        write(folder / (file if name != "diagram" else "file"), turn)
        turn = 1 - turn
        print(turn, flush=True)


if __name__ == "__main__":
    main()
