"""Good and mangled files into every command that reads one: a code of the contract, one line of error, no traceback."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from berserk_fsm.cli import main
from tests.fuzz.budget import random_source, times
from tests.fuzz.mangling import mangled
from tests.fuzz.seeds import seeds

COMMANDS: dict[str, tuple[tuple[str, ...], int]] = {
    "play": (("play",), 25),
    "play in Russian": (("play", "--lang", "ru"), 20),
    "play --json": (("play", "--json"), 25),
    "play by the other engine": (("play", "--engine", "table"), 40),
    "play by another table of steps": (("play", "--profile", "edition_2009"), 40),
    "play --html": (("play", "--html", "page.html"), 4),
    "step": (("step",), 40),
    "explore": (("explore", "--max-states", "300", "--json"), 20),
    "export tla": (("export", "tla"), 20),
    "export promela": (("export", "promela"), 20),
    "export scxml": (("export", "scxml"), 4),
}
SAID = "1\n2\nboth pass\nA passes\nоба пасуют\nback\nwhy 1\nnext\nmicro\n\n\nstate\nposition\nhistory\nsave spor\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_any_file(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, count = COMMANDS[command]
    rng = random_source(command)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BERSERK_FSM_LANG", "en")
    kinds = ["scenario"] * 3 + ["position"] + (["official"] if rng.random() < 0.5 else [])
    codes = []
    for _ in range(times(count)):
        data = rng.choice(seeds(rng.choice(kinds)))
        if rng.random() < 0.8:
            data = mangled(rng, data)
        Path("file.yaml").write_bytes(data)
        monkeypatch.setattr("sys.stdin", io.StringIO(SAID))
        code = main([*arguments, "file.yaml"])
        codes.append(code)
        captured = capsys.readouterr()
        assert code in (0, 1, 2), data
        assert "Traceback" not in captured.out + captured.err, data
        if code == 2:
            (message,) = captured.err.splitlines()
            assert message.startswith(("file.yaml:", "page.html:", "berserk-fsm")), data
        else:
            assert captured.out, data
        if "--json" in arguments and code != 2:
            assert json.loads(captured.out), data
        assert {path.name for path in tmp_path.iterdir()} <= {"file.yaml", "page.html", "spor.yaml"}, data
    assert {0, 2} & set(codes)
