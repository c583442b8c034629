from __future__ import annotations

from pathlib import Path

import pytest

from berserk_fsm.scenario.play import Turnout
from tests.trace_page.scenarios import FILES, played


@pytest.fixture(scope="session", params=FILES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    """Scenarios of every sort."""
    found: Path = request.param
    return found


@pytest.fixture(scope="session")
def turnout(path: Path) -> Turnout:
    """The same, played."""
    return played(path)
