"""Fixtures that give the judges. Where one is missing its tests are skipped; in CI they fail."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterable

import pytest

from tests.exports.scxml.judges import Job, Seen, run_scion, run_statemachine, scion_is_missing

Judge = Callable[[Iterable[Job]], list[Seen]]


def _need(missing: str | None) -> None:
    if missing is None:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{missing} (in CI every judge must be there)", pytrace=False)
    pytest.skip(missing)


@pytest.fixture
def scion() -> Judge:
    """SCION, the ECMAScript judge."""
    _need(scion_is_missing())
    return run_scion


@pytest.fixture
def statemachine() -> Judge:
    """python-statemachine, the Python judge."""
    missing = importlib.util.find_spec("statemachine") is None
    _need("python-statemachine is not installed; run: pip install 'berserk-fsm[test]'" if missing else None)
    return lambda jobs: [run_statemachine(job) for job in jobs]
