"""Good and mangled files into every command that reads one: a code of the contract, one line of error, no traceback."""

from __future__ import annotations

import io
import json
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from berserk_fsm.cli import main
from tests.fuzz.budget import CI_SECONDS, SECONDS, TakesTooLong, at_most, random_source, times
from tests.fuzz.mangling import mangled
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS

FILE = "file.yaml"
GOOD = "good.yaml"
"""A scenario that stays good, for commands that read another file besides."""

PROCESSOR_SECONDS = 20
"""No file may take longer: the slowest good one takes about one."""

WHAT_IS_PLAYED = ("scenario", "scenario", "scenario", "position", "official")


class Command(NamedTuple):
    """A command line with :data:`FILE` in it.

    Args:
        line: the arguments, with spaces between them.
        files: how many files it is given.
        kinds: the kinds of good files that are spoiled; one that stands twice is twice as frequent.
        writes: the files and folders it may write.
    """

    line: str
    files: int
    kinds: tuple[str, ...] = WHAT_IS_PLAYED
    writes: tuple[str, ...] = ()


COMMANDS: dict[str, Command] = {
    "play": Command(f"play {FILE}", 25),
    "play in Russian": Command(f"play --lang ru {FILE}", 20),
    "play --json": Command(f"play --json {FILE}", 25),
    "play by the other engine": Command(f"play --engine table {FILE}", 40),
    "play by another table of steps": Command(f"play --profile edition_2009 {FILE}", 40),
    "play by a table of steps of one's own": Command(
        f"play --engine table --profile {FILE} {GOOD}", 100, ("profile", "profile", "official")
    ),
    "play --html": Command(f"play --html page.html {FILE}", 6, writes=("page.html",)),
    "step": Command(f"step {FILE}", 40, writes=("spor.yaml",)),
    "step through a log": Command(f"step {FILE}", 40, ("log",), ("spor.yaml",)),
    "diagrams --scenario": Command(f"diagrams --scenario {FILE} --out drawn --lang en", 15, writes=("drawn",)),
    "explore": Command(f"explore --max-states 300 --json {FILE}", 20),
    "explore --graph": Command(
        f"explore --max-states 300 --depth 2 --graph graph.svg {FILE}", 12, writes=("graph.svg",)
    ),
    "export tla": Command(f"export tla {FILE}", 20),
    "export promela": Command(f"export promela {FILE}", 20),
    "export scxml": Command(f"export scxml {FILE}", 6),
    "ledger --rules": Command(f"ledger --rules {FILE}", 20, ("official", "official", "scenario")),
    "ledger --old": Command(f"ledger --rules rules.txt --old {FILE}", 20, ("official", "official", "scenario")),
    "ledger --reviews": Command(f"ledger --reviews {FILE}", 30, ("reviews",)),
    "review --reviews": Command(f"review gap/512 --by N --reviews {FILE}", 30, ("reviews",)),
    "review --rules": Command(
        f"review 302.1 --by N --rules {FILE} --reviews reviews.yaml", 20, ("official",), ("reviews.yaml",)
    ),
    "weave --rules": Command(
        f"weave --rules {FILE} --out woven --lang en --format md", 20, ("official", "scenario"), ("woven",)
    ),
}
SLOW = {"weave --rules"}
"""Half a minute for a good file: in CI these are given files that are refused, and one good file in a longer run."""

SAID = "1\n2\nboth pass\nA passes\nоба пасуют\nback\nwhy 1\nnext\nmicro\n\n\nstate\nposition\nhistory\nsave spor\n"


def files(name: str) -> list[bytes]:
    """The files a command is given: good ones of every kind first, unless they are slow."""
    rng = random_source(name)
    command = COMMANDS[name]
    found = [] if name in SLOW else [rng.choice(seeds(kind)) for kind in dict.fromkeys(command.kinds)]
    while len(found) < times(command.files):
        data = mangled(rng, rng.choice(seeds(rng.choice(command.kinds))))
        if name not in SLOW or not TARGETS["official"](data):
            found.append(data)
    return [*found, seeds(command.kinds[0])[0]] if name in SLOW and SECONDS >= 10 * CI_SECONDS else found


@pytest.mark.parametrize("name", COMMANDS)
def test_any_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = COMMANDS[name]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BERSERK_FSM_LANG", "en")
    Path(GOOD).write_bytes(seeds("scenario")[0])
    Path("rules.txt").write_bytes(seeds("official")[0])
    allowed = {FILE, GOOD, "rules.txt", *command.writes}
    codes = set()
    for data in files(name):
        Path(FILE).write_bytes(data)
        monkeypatch.setattr("sys.stdin", io.StringIO(SAID))
        # A good file of these is read for half a minute and more.
        with at_most(PROCESSOR_SECONDS * (10 if name in SLOW else 1), data):
            code = main(command.line.split(" "))
        codes.add(code)
        captured = capsys.readouterr()
        assert code in (0, 1, 2), data
        assert "Traceback" not in captured.out + captured.err, data
        if code == 2:
            (message,) = captured.err.splitlines()
            assert message.startswith((*(f"{file}:" for file in allowed), "berserk-fsm")), data
        else:
            assert captured.out, data
        if "--json" in command.line and code != 2:
            assert json.loads(captured.out), data
        assert {path.name for path in tmp_path.iterdir()} <= allowed, data
    assert 2 in codes, "none was refused"
    assert name in SLOW or codes > {2}, "none was accepted"


def test_a_file_that_takes_too_long_is_named() -> None:
    """The fault: a hang was no failure of the file that made it."""
    with pytest.raises(TakesTooLong, match="b'the file'"), at_most(0.05, b"the file"):
        hang()


def hang() -> None:
    """What never ends, and takes what stops it for an error of its own."""
    while True:
        with suppress(Exception):
            time.sleep(0)
