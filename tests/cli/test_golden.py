"""Whole traces, as a judge reads them. A change of a sentence shows here as a diff to be read.

To write them anew after a change that is meant: ``BERSERK_FSM_RENEW_GOLDEN=1 pytest tests/cli/test_golden.py``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Call

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_trace_of_the_template(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BERSERK_FSM_LANG", lang)
    call("new", "template.yaml")
    trace = call("play", "template.yaml").out
    golden = GOLDEN / f"template.{lang}.txt"
    if os.environ.get("BERSERK_FSM_RENEW_GOLDEN"):
        golden.write_text(trace, "utf-8", newline="\n")
    assert trace == golden.read_text("utf-8")
    assert max(map(len, trace.splitlines())) <= 100
    assert not any(line != line.rstrip() for line in trace.splitlines())
