"""Fixtures that give the model checkers. Where one is missing its tests are skipped; in CI they fail."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.exports.model_checkers.spin import SpinAnswer, run_spin, spin_is_missing
from tests.exports.model_checkers.tlc import TlcAnswer, run_tlc, tlc_is_missing


def need(missing: str | None) -> None:
    """Skip the test, or fail it in CI, where something is missing."""
    if missing is None:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{missing} (in CI every model checker must be there)", pytrace=False)
    pytest.skip(missing)


@pytest.fixture
def tlc() -> Callable[..., TlcAnswer]:
    """TLC, the model checker of TLA+."""
    need(tlc_is_missing())
    return run_tlc


@pytest.fixture
def spin() -> Callable[..., SpinAnswer]:
    """SPIN, the model checker of Promela."""
    need(spin_is_missing())
    return run_spin
