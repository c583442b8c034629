"""Pages in headless Chromium: nothing fetched, nothing refused by their own policy, and they fit every screen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.diagrams_judges.tools import need, told_by

PAGES = (
    "index",
    "search",
    "glossary",
    "matrix",
    "reading-window_opens_with",
    "reading-reserve_at",
    "contradiction-payment_off_stack",
    "clause-303.4",
)


def judged(script: str, asked: Mapping[str, object]) -> Any:
    """What a script for the browser tells when it is asked something."""
    need("node", "chromium", "npm packages")
    return told_by(Path(__file__).with_name(script), asked, 300)


@pytest.fixture(scope="module")
def seen(written: Path) -> list[dict[str, Any]]:
    """What the browser saw of some of the pages; one browser for all."""
    paths = [str(written / lang / f"{name}.html") for lang in ("ru", "en") for name in PAGES]
    found: list[dict[str, Any]] = judged("page_judge.mjs", {"pages": paths})
    return found


def test_nothing_is_fetched_and_nothing_goes_wrong(seen: list[dict[str, Any]]) -> None:
    assert len(seen) == 2 * len(PAGES)
    for page in seen:
        assert [url for url in page["requests"] if not url.startswith("data:font/")] == [page["url"]]
        assert page["errors"] == [], page["path"]


def test_pages_fit_wide_and_narrow_screens(seen: list[dict[str, Any]]) -> None:
    for page in seen:
        assert page["overflow"] <= 0, page["path"]
        assert page["narrow"] <= 0, page["path"]


def test_pages_can_be_walked_by_keyboard_and_ear(seen: list[dict[str, Any]]) -> None:
    for page in seen:
        assert page["landmarks"] == ["FOOTER", "HEADER", "MAIN"]
        assert page["headings"][0] == "H1"
        assert page["headings"].count("H1") == 1
        assert page["unnamed"] == 0
        assert page["first"] == "#content"
