"""Hostile texts come out as text, names of pages never lead out of the folder, and what cannot be written is told."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.trace_page_svg import shown
from berserk_fsm.pages import write_pages
from berserk_fsm.pages.blocks import (
    Block,
    Bullets,
    Cell,
    Code,
    Facts,
    Figure,
    Find,
    Finder,
    Heading,
    Page,
    Paragraph,
    Row,
    Run,
    Table,
    words,
)
from berserk_fsm.pages.rendering import RENDERERS, _in_markdown, as_html, as_markdown
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.pages.traces import Side, two_traces
from berserk_fsm.pages.writing import write_page
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import load_scenario
from tests.pages.reading_html import ReadPage
from tests.trace_page.scenarios import HOSTILE

NASTY = "<script>alert(1)</script> \" ' & | `x` *b* [l](http://e) ![i](x) </td></style> {{ 7*7 }} {% raw %} \u202e"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" aria-labelledby="t"><title id="t">x</title><text>y</text></svg>'


def hostile(name: str = "hostile") -> Page:
    runs = words(NASTY, Run(NASTY, "strong"), Run(NASTY, "code"), Run(NASTY, "clause", hint=NASTY, place="x"))
    blocks: tuple[Block, ...] = (
        Heading(NASTY, "x"),
        Paragraph(runs),
        Paragraph(runs, "quote"),
        Bullets((runs, words(Run(NASTY, "after", page="other", hint=NASTY))), True),
        Facts(((runs, (runs, runs)),)),
        Table(NASTY, (Cell((runs,)),), (Row((Cell((runs, runs), "differs"),), "parts"),), "matrix"),
        Figure("hostile", SVG, NASTY),
        Code(NASTY, f"{NASTY}\n  ```\n````\n{NASTY}"),
    )
    return Page(name, NASTY, NASTY, blocks, (Run(NASTY, page="index"),))


def test_hostile_text_is_text_in_html() -> None:
    text = as_html(hostile(), "ru", ("en",))
    read = ReadPage(text)
    assert (read.wrong, read.open) == ([], [])
    assert "script" not in read.tags
    assert "{{ 7*7 }}" in read.text
    assert "49" not in read.text
    assert read.text.count("<script>alert(1)</script>") > 8
    assert "\u202e" not in text
    assert all(not link.startswith("http") for link in read.links)


def test_hostile_text_is_text_in_markdown() -> None:
    text = as_markdown(hostile(), "en")
    prose = re.sub(r"(?ms)^(`{3,})yaml\n.*?^\1$", "", text)
    assert "<script" not in prose
    assert not re.search(r"(?<!\\)\[l", prose)
    assert "http://" not in prose
    assert not re.search(r"(?<!\\)`", prose)
    rows = [line for line in prose.splitlines() if line.startswith("|")]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [2, 2, 2]
    fences = re.findall(r"(?m)^(`{3,})(?:yaml)?$", text)
    assert fences[0] == fences[-1] == "`````"


def test_hostile_text_in_a_list_to_search_is_text() -> None:
    found = Find(NASTY, Run(NASTY, page="other", place="x", hint=NASTY, lang="en"), words(NASTY, Run(NASTY, "code")))
    page = Page("hostile", NASTY, NASTY, (Finder(NASTY, NASTY, (found, found)),))
    read = ReadPage(as_html(page, "ru"))
    assert (read.wrong, read.open) == ([], [])
    assert read.tags.count("script") == len(read.scripts) == 1
    assert "alert" not in read.scripts[0]
    assert read.text.count("<script>alert(1)</script>") > 8
    assert read.langs == [("en", shown(NASTY))] * 2
    text = as_markdown(page, "en")
    assert "<script" not in text
    assert not re.search(r"(?<!\\)`", text)
    assert len(re.findall("(?m)^- ", text)) == 2


def test_only_a_page_with_a_list_to_search_has_a_script_and_allows_it_by_its_hash() -> None:
    page = Page("x", "x", "x", (Finder("x", "x", ()),))
    text = as_html(page, "en")
    (script,) = ReadPage(text).scripts
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.split("; ")[:1] == ["default-src 'none'"]
    assert [one for one in policy.split("; ") if one.startswith("script-src")] == [f"script-src 'sha256-{allowed}'"]
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function|fetch|XMLHttp|import", script
    )
    other = as_html(Page("x", "x", "x", (Paragraph(words("x")),)), "en")
    assert "<script" not in other
    assert "script-src" not in other


def test_page_of_a_hostile_scenario_is_whole() -> None:
    turnout = play_scenario(load_scenario(HOSTILE), engine="table")
    tongue = Tongue("ru")
    page = Page("x", "x", "x", (two_traces(Side("A", turnout), Side("B", turnout), tongue), *tongue.ledger()))
    read = ReadPage(as_html(page, "ru"))
    assert (read.wrong, read.open) == ([], [])
    assert not {"script", "img"} & set(read.tags)
    assert "<img src=x onerror=alert(1)>" in read.text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("302.6. Стек", "302.6. Стек"),
        ("1. x", "1\\. x"),
        ("- x", "\\- x"),
        ("a_b", "a_b"),
        ("_b_", "\\_b\\_"),
        ("<b>", "&lt;b&gt;"),
        ("a|b", "a\\|b"),
        ("x://y me@z", "x&#58;//y me&#64;z"),
    ],
)
def test_markdown_shows_a_text_as_it_is(text: str, wanted: str) -> None:
    assert _in_markdown(text) == wanted


@pytest.mark.parametrize("name", ["../out", "a/b", "", ".hidden", "a\\b", "x\0y", "/etc/x"])
@pytest.mark.parametrize("format_", RENDERERS)
def test_names_never_lead_out_of_the_folder(tmp_path: Path, name: str, format_: str) -> None:
    with pytest.raises(DiagramError, match=r"no name of a page"):
        list(write_page(hostile(name), tmp_path / "in", "ru", (format_,)))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    "call",
    [
        lambda out: write_pages(out, "de"),
        lambda out: write_pages(out, "ru", ("pdf",)),
        lambda out: write_pages(out, "ru", beside=("fr",)),
    ],
)
def test_unknown_languages_and_formats_are_told(tmp_path: Path, call: Callable[[Path], object]) -> None:
    with pytest.raises(DiagramError, match="expected one of"):
        call(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "ru").write_text("in the way")
    with pytest.raises(DiagramError, match="cannot be written") as caught:
        write_pages(tmp_path, "ru", names=("index",))
    assert "не записывается" in caught.value.ru
