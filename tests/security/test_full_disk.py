"""No room, no folder, no permission: one line, exit code 2, the old file as it was, nothing beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from berserk_fsm.files import write_whole
from tests.cli.running import SMALL, environment

COMMANDS = {
    "play": (["play", "s.yaml", "--html", "{}/page.html"], "page.html"),
    "new": (["new", "{}/new.yaml", "--force"], "new.yaml"),
    "diagrams": (["diagrams", "--out", "{}", "--lang", "en", "--view", "turn", "--format", "dot"], "en/turn.dot"),
    "diagrams of a play": (["diagrams", "--out", "{}", "--lang", "en", "--scenario", "s.yaml"], "en/s-sequence.svg"),
    "review": (["review", "gap/512", "--by", "N", "--reviews", "{}/reviews.yaml"], "reviews.yaml"),
    "explore": (["explore", "s.yaml", "--graph", "{}/graph.svg"], "graph.svg"),
    "weave": (["weave", "--out", "{}", "--lang", "en", "--format", "md"], "en/index.md"),
}
LIMIT = "import resource, sys; sys.dont_write_bytecode = True; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); "
RUN = "from berserk_fsm.cli import main; sys.exit(main(sys.argv[1:]))"


def run(folder: Path, arguments: list[str], code: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in a process whose files are limited."""
    (folder / "s.yaml").write_text(SMALL, "utf-8")
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="files are limited as Linux does it")
@pytest.mark.parametrize("name", COMMANDS)
def test_no_room_for_the_file(name: str, tmp_path: Path) -> None:
    """Here a file may have 100 bytes; on a full disk it is the same error with another name."""
    arguments, file = COMMANDS[name]
    out = tmp_path / "out"
    old = out / file
    old.parent.mkdir(parents=True)
    before = "[]\n" if name == "review" else "the old one"
    old.write_text(before, "utf-8")
    done = run(tmp_path, [one.format("out") for one in arguments], LIMIT + RUN)
    told = done.stderr.splitlines()
    assert done.returncode == 2, done.stderr
    assert len(told) == 1, told
    # Pictures are laid out in a temporary folder, on which there is no room either.
    assert told[0].startswith("berserk-fsm: ") or f"out/{file}" in told[0]
    assert "File too large" in told[0], told
    assert "Traceback" not in done.stderr
    assert old.read_text("utf-8") == before
    assert [path.name for path in out.rglob("*") if path.name.endswith(".tmp")] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_that_is_none(name: str, tmp_path: Path) -> None:
    arguments, _ = COMMANDS[name]
    (tmp_path / "file").write_text("x", "utf-8")
    done = run(tmp_path, [one.format("file") for one in arguments], "import sys; " + RUN)
    assert done.returncode == 2
    (told,) = done.stderr.splitlines()
    assert told.removeprefix("berserk-fsm: ").startswith("file/")
    assert "Not a directory" in told or "File exists" in told
    assert (tmp_path / "file").read_text("utf-8") == "x"


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() == 0, reason="the superuser may write into every folder")
def test_a_folder_that_may_not_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "file", b"x")


def test_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    """The fault: the name of the temporary file was longer than that of the file, and too long."""
    path = tmp_path / ("ж" * 127)
    write_whole(path, b"x")
    assert path.read_bytes() == b"x"


def test_what_a_killed_program_left_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault: the name of the temporary file was made of the id of the process, which comes again in a container."""
    real = os.replace
    monkeypatch.setattr("os.replace", lambda old, new: None)
    write_whole(tmp_path / "file", b"x")
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".berserk-fsm-")
    monkeypatch.setattr("os.replace", real)
    write_whole(tmp_path / "file", b"y")
    assert (tmp_path / "file").read_bytes() == b"y"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_is_there_is_not_replaced_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """The fault: a new file was begun in its place, so that a kill left half of it; also where disks know no links."""

    def none(*names: Path) -> None:
        raise PermissionError(1, "no links here")

    if not links:
        monkeypatch.setattr("os.link", none)
    path = tmp_path / "file"
    write_whole(path, b"x", replace=False)
    with pytest.raises(FileExistsError):
        write_whole(path, b"y", replace=False)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"x"
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "dangling", b"y", replace=False)
