"""Fixtures that give the model checkers. Where one is missing its tests are skipped; in CI they fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.exports.model_checkers.spin import SpinAnswer, run_spin, spin_is_missing
from tests.exports.model_checkers.tlc import TlcAnswer, run_tlc, tlc_is_missing
from tests.judging import need_judge


@pytest.fixture
def tlc() -> Callable[..., TlcAnswer]:
    """TLC, the model checker of TLA+."""
    need_judge(tlc_is_missing())
    return run_tlc


@pytest.fixture
def spin() -> Callable[..., SpinAnswer]:
    """SPIN, the model checker of Promela."""
    need_judge(spin_is_missing())
    return run_spin
