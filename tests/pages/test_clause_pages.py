"""The pages of clauses: everything the ledger knows is on them, official words only if given, and one leads to all."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from berserk_fsm.cli import main
from berserk_fsm.ledger.links import LINK_KINDS
from berserk_fsm.ledger.official import OfficialText, parse_official
from berserk_fsm.pages import catalogue, write_pages
from berserk_fsm.pages.blocks import Fold, Page, Paragraph, Quotation, Run, words
from berserk_fsm.pages.naming import clause_title
from berserk_fsm.pages.rendering import _in_markdown, as_html, as_markdown
from berserk_fsm.pages.sources import Sources
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.properties import property_words
from tests.pages.conftest import LANGS
from tests.pages.reading_html import ReadPage

NUMBERS = list(clauses())
OFFICIAL = "Слова <b>редактора</b> & «зона» *сверху*"
SOURCES = Sources()


def official() -> OfficialText:
    """A text of one clause with bullets at two levels, all of them hostile."""
    lines = [f"303.3. {OFFICIAL}:", f"● {OFFICIAL} один;", f"○ {OFFICIAL} два;", f"○ {OFFICIAL} три.", "303.4. Есть."]
    return parse_official([("rules", "\n".join(lines) + "\n")])


@cache
def page(path: Path) -> ReadPage:
    return ReadPage(path.read_text("utf-8"))


def plain(text: str) -> str:
    """The words of Markdown, without what keeps them from being markup."""
    return re.sub(r"\\(.)", r"\1", text).replace("&#64;", "@").replace("&gt;", ">").replace("&lt;", "<")


def test_there_is_a_page_for_each_of_the_21_clauses(written: Path) -> None:
    assert len(NUMBERS) == 21
    for lang in LANGS:
        for number in NUMBERS:
            html = page(written / lang / f"clause-{number}.html")
            markdown = (written / lang / f"clause-{number}.md").read_text("utf-8")
            for said in (clause_title(number), clauses()[number].summary):
                assert said.get(lang) in html.text
                assert _in_markdown(said.get(lang)) in markdown
            assert html.tags.count("svg") == 1
            assert f"](<clause-{number}.svg>)" in markdown


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", NUMBERS)
def test_every_obligation_and_link_of_the_ledger_is_on_the_page(written: Path, lang: str, number: str) -> None:
    entry = SOURCES.ledger.entries[number]
    html = page(written / lang / f"clause-{number}.html")
    markdown = (written / lang / f"clause-{number}.md").read_text("utf-8")
    for one in entry.obligations:
        for said in (one.text.get(lang), one.id, *((one.reason.get(lang),) if one.reason is not None else ())):
            assert said in html.text
            assert said in plain(markdown)
        for link in entry.carriers(one):
            assert f"#{link.kind}-{link.id}" in html.links
    assert {link.kind for link in entry.links} <= set(LINK_KINDS)
    for link in entry.links:
        if link.kind == "record":
            continue
        assert f"{link.kind}-{link.id}" in html.ids or link.kind == "reading", link.name
        assert f'<a id="{link.kind}-{link.id}"></a>' in markdown, link.name
        if link.kind in ("property", "scenario", "table", "contradiction"):
            assert link.text.get(lang) in html.text
        if link.kind in ("state", "row"):
            assert all(member in html.text for member in link.members)
        if link.kind in ("reading", "contradiction"):
            assert f"{link.kind}-{link.id}.html" in html.links
        if link.kind == "gap":
            assert f"index.html#gap-{link.id}" in html.links
    for question in clauses()[number].questions:
        assert question.get(lang) in html.text
    source = (written / lang / f"clause-{number}.html").read_text("utf-8")
    assert source.count('<table class="table-traces">') == len(entry.of("scenario"))
    assert "✗" not in html.text
    assert "{player}" not in html.text


@pytest.mark.parametrize("lang", LANGS)
def test_previous_and_next_lead_through_all_clauses_and_back(written: Path, lang: str) -> None:
    forward: dict[str, str] = {}
    backward: dict[str, str] = {}
    for number in NUMBERS:
        source = (written / lang / f"clause-{number}.html").read_text("utf-8")
        for rel, found in (("next", forward), ("prev", backward)):
            links = set(re.findall(rf'<a rel="{rel}" href="clause-([\d.]+)\.html">', source))
            assert len(links) <= 1
            found.update((number, link) for link in links)
    assert forward == dict(pairwise(NUMBERS))
    assert backward == {after: before for before, after in pairwise(NUMBERS)}


@pytest.mark.parametrize("lang", LANGS)
def test_index_lists_the_clauses_in_order_with_their_status_and_all_gaps(written: Path, lang: str) -> None:
    source = (written / lang / "index.html").read_text("utf-8")
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', source[source.index('id="clauses"') :], re.DOTALL)
    assert [re.findall(r'href="clause-([\d.]+)\.html"', row)[0] for row in rows] == NUMBERS
    assert all('class="run-good"' in row for row in rows)
    read = page(written / lang / "index.html")
    assert {f"gap-{name}" for name in gaps()} <= set(read.ids)
    # Every gap is shown by a scenario that is played on some page.
    assert sum("#scenario-" in link for link in read.links) >= len(gaps())


@pytest.mark.parametrize("lang", LANGS)
def test_citations_lead_to_the_pages_of_clauses(written: Path, lang: str) -> None:
    for path in (written / lang).glob("*.html"):
        source = path.read_text("utf-8")
        cited = re.findall(r'<a href="([^"]*)"[^>]*class="run-clause">([^<]*)</a>', source)
        assert cited or path.stem in ("matrix", "search", "glossary")
        for href, text in cited:
            name = text.removeprefix("gap/")
            assert href == (f"index.html#gap-{name}" if text.startswith("gap/") else f"clause-{name}.html")


def test_official_words_are_shown_as_they_are_if_given(tmp_path: Path, written: Path) -> None:
    names = ("index", "clause-303.3", "clause-303.4", "clause-303.5")
    for lang in LANGS:
        write_pages(tmp_path, lang, names=names, sources=Sources(official()))
        read = page(tmp_path / lang / "clause-303.3.html")
        source = (tmp_path / lang / "clause-303.3.html").read_text("utf-8")
        assert (read.wrong, read.open) == ([], [])
        assert read.text.count(OFFICIAL) == 4
        assert "<b>редактора" not in source
        quoted = source[source.index('<blockquote class="official" lang="ru">') : source.index("</blockquote>")]
        assert re.sub(r"<(/?\w+)[^>]*>[^<]*", r"\1 ", quoted).split() == (
            ["blockquote", "p", "/p", "ul", "li", "ul", "li", "/li", "li", "/li", "/ul", "/li", "/ul"]
        )
        markdown = (tmp_path / lang / "clause-303.3.md").read_text("utf-8")
        assert markdown.count(_in_markdown(OFFICIAL)) == 4
        assert "<b>редактора" not in markdown
        said = source[source.index('id="said"') : source.index('id="obligations"')]
        assert clauses()["303.3"].summary.get(lang) not in said
        absent = page(tmp_path / lang / "clause-303.5.html").text
        assert clauses()["303.5"].summary.get(lang) in absent
        assert ("этого пункта нет" if lang == "ru" else "has no such clause") in absent
        assert OFFICIAL not in page(tmp_path / lang / "index.html").text
        assert OFFICIAL not in page(written / lang / "clause-303.3.html").text
        without = (written / lang / "clause-303.3.html").read_text("utf-8")
        assert 'class="official"' not in without


def test_hostile_words_in_folds_and_quotations_are_text() -> None:
    nasty = "<script>x</script>\n\n</details> </summary> `*_[l](http://e)"
    blocks = (
        Fold(words(nasty, Run(nasty, lang="ru")), (Paragraph(words(nasty)),), "here"),
        Quotation(nasty, ((nasty, (nasty,)),), "ru"),
    )
    made = Page("hostile", "x", "x", blocks)
    read = ReadPage(as_html(made, "en"))
    assert (read.wrong, read.open) == ([], [])
    assert "script" not in read.tags
    markdown = as_markdown(made, "en")
    assert "<script" not in markdown
    assert markdown.count("</details>") == 1
    assert re.search(r"(?m)^<details><summary>[^\n]*</summary>$", markdown)


def test_weave_takes_several_files_and_tells_what_is_wrong_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogue, "KINDS", {"index": catalogue.KINDS["index"]})
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text(f"303.3. {OFFICIAL}.\n", "utf-8")
    second.write_text("303.4. Есть.\n", "utf-8")
    out = str(tmp_path / "out")
    assert main(["weave", "--rules", str(first), str(second), "--out", out, "--lang", "en", "--format", "html"]) == 0
    assert capsys.readouterr().err == ""
    index = (tmp_path / "out" / "en" / "index.html").read_text("utf-8")
    assert 'class="run-bad"' in index
    first.write_text("Ничего.\n", "utf-8")
    assert main(["weave", "--rules", str(first), "--out", out]) == 2
    assert main(["weave", "--rules", str(tmp_path / "none"), "--out", out]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_properties_on_pages_say_their_sentences(written: Path) -> None:
    for one in property_words().values():
        for number in one.clauses:
            if number in clauses():
                assert one.sentence.en in page(written / "en" / f"clause-{number}.html").text
