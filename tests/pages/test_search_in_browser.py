"""Searching in headless Chromium: typing filters, keys work, addresses fill the field, and nothing is fetched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps
from tests.pages.test_in_browser import judged
from tests.pages.test_search_page import finds, words_of

TYPED = (
    *clauses(),
    *(gap.citation for gap in gaps().values()),
    "303.",
    "пас",
    "ПАС",
    "«пас»!",
    "заявленное",
    "ЗАЯВЛЁННОЕ",
    "все\u0308",
    "всё",
    "одним словом два",
    "приоритет пас",
    "пас приоритет",
    "one_redirection",
    "302-5-defender-ru.yaml",
    "<script>",
    "-",
    "зззз",
)
ADDRESSES = (
    "?q=303.4",
    "#q=303.4",
    "?q=пас#q=303.4",
    "#q=%D0%BF%D0%B0%D1%81+303.2",
    "?q=%E0%A4%A",
    "?q=<b>x</b>",
    "#zone",
)


@pytest.fixture(scope="module")
def told(written: Path) -> dict[str, Any]:
    """What came of searching the Russian page."""
    asked = {"url": (written / "ru" / "search.html").as_uri(), "typed": TYPED, "addresses": ADDRESSES}
    found: dict[str, Any] = judged("finder_judge.mjs", asked)
    return found


def found(told: dict[str, Any], words: str) -> list[str]:
    return [one["href"] for one in told["typed"][words]["found"]]


def test_the_field_waits_for_those_who_were_led_to_it_and_everything_is_in_sight(told: dict[str, Any]) -> None:
    start = told["start"]
    assert (start["value"], start["focused"]) == ("", True)
    assert len(start["found"]) == len(finds("ru"))
    assert start["status"] == f"Найдено: {len(finds('ru'))}"


def test_every_number_and_gap_finds_its_own_place_first(told: dict[str, Any]) -> None:
    for number in clauses():
        assert found(told, number)[0] == f"clause-{number}.html"
        assert all(number in one["text"] for one in told["typed"][number]["found"])
    for gap in gaps().values():
        assert found(told, gap.citation)[0] == f"index.html#gap-{gap.name}"
    assert not any("302.1 " in one["text"] for one in told["typed"]["302.12"]["found"] if "302.12" not in one["text"])


def test_typing_leaves_what_has_all_the_words(told: dict[str, Any]) -> None:
    every = [words_of(one).casefold().replace("ё", "е") + f" {one.sort}" for one in finds("ru")]
    for words in ("пас", "приоритет пас", "одним словом два", "заявленное"):
        wanted = sum(all(word in text for word in words.split()) for text in every)
        assert len(found(told, words)) == wanted
        assert told["typed"][words]["status"] == f"Найдено: {wanted}"
    assert 0 < len(found(told, "приоритет пас")) < len(found(told, "пас")) < len(every)
    assert found(told, "303.") == found(told, "303") if "303" in told["typed"] else len(found(told, "303.")) > 9
    assert found(told, "302-5-defender-ru.yaml") == ["clause-302.5.html#scenario-302-5-defender-ru"]
    assert "index.html#gap-one_redirection" in found(told, "one_redirection")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("пас", "ПАС"),
        ("пас", "«пас»!"),
        ("заявленное", "ЗАЯВЛЁННОЕ"),
        ("всё", "все\u0308"),
        ("пас приоритет", "приоритет пас"),
    ],
)
def test_capitals_and_yo_and_punctuation_and_order_make_no_difference(
    told: dict[str, Any], one: str, other: str
) -> None:
    assert found(told, one)
    assert found(told, one) == found(told, other)


def test_what_is_not_there_is_not_found_and_signs_alone_ask_for_nothing(told: dict[str, Any]) -> None:
    assert told["typed"]["зззз"]["status"] == "Найдено: 0"
    assert found(told, "зззз") == found(told, "<script>") == []
    assert len(found(told, "-")) == len(finds("ru"))


def test_escape_clears_and_enter_leads_to_the_first(told: dict[str, Any]) -> None:
    assert (told["cleared"]["value"], told["cleared"]["focused"]) == ("", True)
    assert len(told["cleared"]["found"]) == len(finds("ru"))
    assert told["enterOnNothing"].startswith("search.html")
    assert told["enterOnNoneFound"].startswith("search.html")
    assert told["entered"] == "clause-303.4.html"
    assert told["back"]["value"] == "303.4"
    assert [one["href"] for one in told["back"]["found"]] == found(told, "303.4")


def test_tab_leads_over_the_field_to_what_is_found(told: dict[str, Any]) -> None:
    assert told["tabs"][0] == "#content"
    assert told["tabs"][-2:] == ["finder", "clause-303.4.html"]
    assert told["first"]["scrolled"] > 0
    assert told["first"]["top"] >= 0
    assert 0 <= told["first"]["gap"] < 60


def test_addresses_fill_the_field(told: dict[str, Any]) -> None:
    for address in ("?q=303.4", "#q=303.4", "?q=пас#q=303.4"):
        assert told["addresses"][address]["value"] == "303.4"
        assert [one["href"] for one in told["addresses"][address]["found"]] == found(told, "303.4")
    assert told["addresses"]["#q=%D0%BF%D0%B0%D1%81+303.2"]["value"] == "пас 303.2"
    assert told["addresses"]["?q=<b>x</b>"]["value"] == "<b>x</b>"
    assert told["addresses"]["#zone"]["value"] == ""
    assert told["led"]["value"] == "пас"
    assert [one["href"] for one in told["led"]["found"]] == found(told, "пас")


def test_without_scripts_everything_is_there_but_the_field(told: dict[str, Any]) -> None:
    count = len(finds("ru"))
    assert told["still"] == {"listed": count, "inSight": count, "field": False, "note": True}


def test_nothing_is_fetched_and_nothing_goes_wrong(told: dict[str, Any], written: Path) -> None:
    assert told["errors"] == []
    asked = {url for url in told["requests"] if not url.startswith(("data:font/", "about:blank"))}
    assert asked
    assert all(url.startswith(written.as_uri()) for url in asked)
