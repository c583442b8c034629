"""Fixtures that give the judges. Where one is missing its tests are skipped; in CI they fail."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable

import pytest

from tests.exports.scxml.judges import Job, Seen, run_scion, run_statemachine, scion_is_missing
from tests.judging import need_judge

Judge = Callable[[Iterable[Job]], list[Seen]]


@pytest.fixture
def scion() -> Judge:
    """SCION, the ECMAScript judge."""
    need_judge(scion_is_missing())
    return run_scion


@pytest.fixture
def statemachine() -> Judge:
    """python-statemachine, the Python judge."""
    missing = importlib.util.find_spec("statemachine") is None
    need_judge("python-statemachine is not installed; run: pip install 'berserk-fsm[test]'" if missing else None)
    return lambda jobs: [run_statemachine(job) for job in jobs]
