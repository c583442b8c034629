"""Real processes: consoles of all kinds, closed pipes, Ctrl-C, and how long it takes to start."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import FAILING, SMALL, environment, run

RUSSIAN = """\
заголовок: Спор о «щите» — чей приоритет?
игродействия: {удар: {чьё: A, скорость: медленное, цель: гоблин}}
розыгрыш: [A заявляет удар, оба пасуют, ожидается: {цели: {удар: гоблин}}]
"""


@pytest.fixture
def russian(write: Callable[..., Path]) -> str:
    """A scenario in Russian."""
    return str(write("спор.yaml", RUSSIAN))


@pytest.mark.parametrize("encoding", ["cp866", "cp1251", "koi8-r", "ascii", "latin-1"])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_no_console_is_too_poor(russian: str, encoding: str, lang: str) -> None:
    outcome = run("play", russian, "--lang", lang, encoding=encoding)
    assert (outcome.code, outcome.err) == (0, "")
    assert "[ok]" in outcome.out
    if lang == "ru" and encoding in ("cp866", "cp1251"):
        assert "A заявляет удар" in outcome.out
        assert "удар -> гоблин" in outcome.out
        assert "?" not in outcome.out.replace("приоритет?", "")
    bad = run("play", russian + "!", "--lang", lang, encoding=encoding)
    assert (bad.code, bad.out, len(bad.err.splitlines())) == (2, "", 1)
    for command in (["readings"], ["--help"], ["play", "--help"]):
        assert run(*command, "--lang", lang, encoding=encoding).code == 0


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "ascii"])
def test_json_can_be_read_whatever_the_console(russian: str, encoding: str) -> None:
    outcome = run("play", "--json", russian, encoding=encoding)
    found = json.loads(outcome.out.encode(encoding).decode("utf-8"))
    assert found["final"]["stack"] == ["удар"]
    assert ("удар" in outcome.out) == (encoding == "utf-8")


def test_new_is_a_scenario_whatever_the_console(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "berserk_fsm", "new", "--lang", "ru"],
        capture_output=True,
        env=environment(PYTHONIOENCODING="cp1251"),
        check=True,
    )
    path = tmp_path / "a.yaml"
    path.write_bytes(done.stdout)
    assert run("play", str(path)).code == 0


def test_pipe_gets_plain_text() -> None:
    for more in ({}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}, {"TERM": "xterm-256color"}):
        outcome = run("play", "-", stdin=FAILING.encode(), env=more)
        assert outcome.code == 1
        assert "\x1b" not in outcome.out + outcome.err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("no_color", ["", "1"])
def test_terminal_gets_colours_unless_told_not_to(write: Callable[..., Path], no_color: str) -> None:
    import pty

    path = write("a.yaml", SMALL)
    controller, terminal = pty.openpty()
    env = environment(TERM="xterm-256color", COLUMNS="60", NO_COLOR=no_color)
    with subprocess.Popen(
        [sys.executable, "-m", "berserk_fsm", "play", str(path)], stdout=terminal, stdin=terminal, env=env
    ) as process:
        os.close(terminal)
        out = b""
        while True:
            try:
                part = os.read(controller, 65_536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not part:
                break
            out += part
        assert process.wait(30) == 0
    os.close(controller)
    assert ("\x1b[" in out.decode()) == (not no_color)
    if no_color:
        assert max(len(line) for line in out.decode().replace("\r", "").splitlines()) <= 60


def test_standard_input_is_read_once_for_all() -> None:
    outcome = run("play", "-", "-", "--json", stdin=SMALL.encode())
    assert outcome.code == 0
    assert [json.loads(line)["scenario"] for line in outcome.out.splitlines()] == ["-", "-"]
    bad = run("play", "-", stdin=b"\xff\xfe\x00\x00")
    assert (bad.code, bad.out, len(bad.err.splitlines())) == (2, "", 1)
    assert run("play", "-", stdin=b"x" * 1_100_000).code == 2


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_closed_pipe_ends_quietly(write: Callable[..., Path], options: list[str]) -> None:
    path = str(write("a.yaml", SMALL))
    with subprocess.Popen(
        [sys.executable, "-m", "berserk_fsm", "play", *options, *[path] * 200],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait(60) == 141
    assert errors == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", [["play"], ["play", "--json"], ["--help"], ["new"]])
def test_full_disk_is_one_line(write: Callable[..., Path], command: list[str]) -> None:
    path = [str(write("a.yaml", SMALL))] if command[0] == "play" else []
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "berserk_fsm", *command, *path],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")
def test_interrupt_is_quiet(tmp_path: Path) -> None:
    fifo = tmp_path / "endless.yaml"
    os.mkfifo(fifo)
    with (
        subprocess.Popen(
            [sys.executable, "-m", "berserk_fsm", "play", str(fifo)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process,
        open(fifo, "wb"),  # waits until it is read
    ):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_step_reads_a_pipe() -> None:
    outcome = run("step", "--lang", "en", stdin=b"quit\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert run("step", stdin=b"").code == 0


def test_starting_is_quick() -> None:
    """What takes long to import is imported only when needed."""
    slow = ("rich", "graphviz", "transitions", "ruamel")
    code = f"import sys, berserk_fsm.cli; print([m for m in {slow} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=True, text=True)
    assert done.stdout == "[]\n"
    before = os.times()
    assert run("--help").code == 0
    after = os.times()
    # Processor time, for other tests run beside this one. Measured 0.09 s.
    assert after.children_user + after.children_system - before.children_user - before.children_system < 0.3
