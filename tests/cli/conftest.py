from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from berserk_fsm.cli import main
from tests.cli.running import Outcome

Call = Callable[..., Outcome]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run a command line in this process, in English unless it says otherwise."""
    monkeypatch.setenv("BERSERK_FSM_LANG", "en")

    def run_here(*arguments: str | Path) -> Outcome:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run_here


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a file into a fresh folder."""

    def write_file(name: str, data: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
        return path

    return write_file
