"""What judges of other makers have in common: where one is missing its tests are skipped; in CI they fail."""

from __future__ import annotations

import os

import pytest

__all__ = ["need_judge"]


def need_judge(missing: str | None) -> None:
    """Skip the test, or fail it in CI, if a judge is missing.

    Args:
        missing: what is missing and how to get it; ``None`` if it is there.
    """
    if missing is None:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{missing} (in CI every judge must be there)", pytrace=False)
    pytest.skip(missing)
