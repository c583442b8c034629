"""The library is tested on both engines."""

from __future__ import annotations

import pytest

from berserk_fsm.game import EngineName


@pytest.fixture(params=("transitions", "table"))
def engine(request: pytest.FixtureRequest) -> EngineName:
    """The engine under test."""
    name: EngineName = request.param
    return name
