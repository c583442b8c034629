"""Pages and charts in headless Chromium: nothing injected, nothing fetched, the keyboard works, no text on another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from berserk_fsm.diagrams.sequence import sequence_svg
from berserk_fsm.diagrams.timeline import timeline_svg
from berserk_fsm.diagrams.trace_page_steps import steps_of
from berserk_fsm.diagrams.trace_page_svg import text_width
from tests.diagrams_judges.tools import need, told_by
from tests.trace_page.scenarios import FILES, page_of, played

LETTERS = "AWjи й Щщ Ёё 0123 .,:;—–«»“”…·№ ЪЫЬ ЭЮЯ fgh #%&@ {}[]()"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the browser saw of all pages and charts; one browser for all."""
    need("node", "chromium", "npm packages")
    folder = tmp_path_factory.mktemp("pages")
    pages, charts = [], []
    for number, path in enumerate(FILES):
        turnout = played(path)
        lang = "ru" if number % 2 else "en"
        page = folder / f"{path.stem}.html"
        page.write_text(page_of(path, lang), encoding="utf-8")
        pages.append(str(page))
        for name, draw in (("sequence", sequence_svg), ("timeline", timeline_svg)):
            chart = folder / f"{path.stem}-{name}.svg"
            chart.write_text(draw(turnout, lang), encoding="utf-8")
            charts.append(str(chart))
    asked = {"pages": pages, "charts": charts, "widths": {"regular": LETTERS, "bold": LETTERS}}
    found: dict[str, Any] = told_by(Path(__file__).with_name("page_judge.mjs"), asked, 540)
    return found


def test_page_fetches_nothing_and_runs_nothing_foreign(seen: dict[str, Any]) -> None:
    assert len(seen["pages"]) == len(FILES)
    for page in seen["pages"]:
        assert {url.partition("#")[0] for url in page["requests"] if not url.startswith("data:font/")} == {page["url"]}
        assert (page["dialogs"], page["errors"]) == (0, []), page["path"]
        assert page["elements"]["scripts"] == 2
        assert page["elements"]["images"] == 0
        assert page["elements"]["handlers"] == 0


def test_keyboard_buttons_clicks_and_hash_move_between_steps(seen: dict[str, Any]) -> None:
    for path, page in zip(FILES, seen["pages"], strict=True):
        steps = steps_of(played(path), "en")
        last = len(steps) - 1
        wanted = {
            "open": 0,
            "right": 1,
            "right, left": 1,
            "end": last,
            "beyond the end": last,
            "home": 0,
            "before the start": 0,
            "button": 1,
            "click in the list": 2,
            "click in the chart": 1,
            "enter": 3,
            "reload": 3,
            "far hash": last,
        }
        assert {step["name"]: step["current"] for step in page["steps"]} == wanted, path
        for step in page["steps"]:
            assert step["hash"] == f"#step-{step['current']}"
            assert f"{step['current']} " in step["live"]
            assert step["panel"] > 20
            assert step["lit"] > 0
            assert step["shown"] == 1
            assert step["on"] >= 1
            assert ("back" in step["disabled"]) == (step["current"] == 0)
            assert ("on" in step["disabled"]) == (step["current"] == last)


def test_page_has_landmarks_and_named_controls_and_fits_every_screen(seen: dict[str, Any]) -> None:
    for page in seen["pages"]:
        assert page["elements"]["landmarks"] == ["FOOTER", "HEADER", "MAIN", "NAV"]
        assert page["elements"]["unnamed"] == 0
        assert page["overflow"] <= 0
        assert page["narrow"] <= 0


def test_page_is_a_document_without_javascript(seen: dict[str, Any]) -> None:
    for page in seen["pages"]:
        assert page["plain"]["visible"] == page["plain"]["details"] > 1
        assert page["plain"]["bar"] is False


def test_no_text_of_a_chart_lies_on_another_or_leaves_the_picture(seen: dict[str, Any]) -> None:
    for picture in (*seen["pages"], *seen["charts"]):
        assert picture["overlaps"] == [], picture["path"]


def test_chart_alone_brings_its_font_and_fetches_nothing(seen: dict[str, Any]) -> None:
    for chart in seen["charts"]:
        assert "400 loaded" in chart["fonts"]
        assert len([url for url in chart["requests"] if not url.startswith("data:font/")]) == 1
        assert chart["errors"] == []


def test_letters_are_as_wide_as_the_layout_believes(seen: dict[str, Any]) -> None:
    for weight, widths in seen["widths"].items():
        believed = [text_width(letter, 1000, bold=weight == "bold") for letter in LETTERS]
        assert widths == pytest.approx(believed, abs=1.5)
