"""The written pages: all there, whole, self-contained, with links that lead somewhere, and saying what they should."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from berserk_fsm.pages.blocks import anchor
from berserk_fsm.pages.catalogue import entries, page_titles
from berserk_fsm.pages.rendering import _in_markdown
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.glossary import glossary
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.scenario import load_scenario
from tests.pages.conftest import LANGS
from tests.pages.reading_html import ReadPage

NAMES = [entry.name for entry in entries()]
READINGS = list(reading_definitions())


@cache
def page(path: Path) -> ReadPage:
    return ReadPage(path.read_text("utf-8"))


def html(written: Path, lang: str, name: str) -> ReadPage:
    return page(written / lang / f"{name}.html")


def markdown(written: Path, lang: str, name: str) -> str:
    return (written / lang / f"{name}.md").read_text("utf-8")


def test_every_reading_and_contradiction_has_its_page_in_both_languages_and_formats(written: Path) -> None:
    wanted = {
        "index",
        "search",
        "glossary",
        "matrix",
        *(f"reading-{id}" for id in READINGS),
        *(f"contradiction-{id}" for id in contradictions()),
        *(f"clause-{number}" for number in clauses()),
    }
    assert set(NAMES) == wanted
    for lang in LANGS:
        for format_ in ("html", "md"):
            assert {path.stem for path in (written / lang).glob(f"*.{format_}")} == wanted
        pictures = {name for name in wanted if name.startswith(("reading-", "clause-"))}
        assert {path.stem for path in (written / lang).glob("*.svg")} == pictures


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_html_is_whole_and_fetches_nothing(written: Path, lang: str, name: str) -> None:
    read = html(written, lang, name)
    assert (read.wrong, read.open) == ([], [])
    assert len(read.ids) == len(set(read.ids))
    assert set(read.labels) <= set(read.ids)
    assert read.tags.count("script") == (name == "search")
    assert not {"img", "iframe", "object", "embed", "link", "base", "form"} & set(read.tags)
    assert not [key for key, _ in read.attributes if key.startswith("on")]
    text = (written / lang / f"{name}.html").read_text("utf-8")
    assert "default-src 'none'" in text
    assert ("script-src" in text) == (name == "search")
    addresses = set(re.findall(r"https?://[^\"'\s<)]+", text))
    assert all(address.startswith("http://www.w3.org/") for address in addresses), addresses
    assert "url(" not in re.sub(r"url\(data:font/woff2;base64,|url\(#", "", text)
    assert not any(link.startswith(("http", "//", "/", "javascript")) for link in read.links)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_links_lead_to_pages_and_places_that_there_are(written: Path, lang: str, name: str) -> None:
    here = written / lang / f"{name}.html"
    for link in html(written, lang, name).links:
        file, _, place = link.partition("#")
        target = (here.parent / file).resolve() if file else here
        assert target.is_file(), link
        assert target.is_relative_to(written.resolve()) or target == here
        if place:
            assert place in page(target if file else here).ids, link
    text = markdown(written, lang, name)
    for link in re.findall(r"\]\(<([^>]*)>\)", text):
        file, _, place = link.partition("#")
        target = (here.parent / file).resolve() if file else here.with_suffix(".md")
        assert target.is_file(), link
        if place:
            assert f'<a id="{place}">' in target.read_text("utf-8"), link


@pytest.mark.parametrize("name", NAMES)
def test_pages_speak_one_language_each(written: Path, name: str) -> None:
    titles = {lang: page_titles(lang)[name] for lang in LANGS}
    for lang in LANGS:
        read = html(written, lang, name)
        assert titles[lang] in read.text
        assert f"# {_in_markdown(titles[lang])}\n" in markdown(written, lang, name)
        assert (written / lang / f"{name}.html").read_text("utf-8").count(f'<html lang="{lang}">') == 1
        other = "en" if lang == "ru" else "ru"
        assert f"../{other}/{name}.html" in read.links


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("id", READINGS)
def test_reading_page_has_all_there_is_to_say(written: Path, lang: str, id: str) -> None:
    definition = reading_definitions()[id]
    read, text = html(written, lang, f"reading-{id}"), markdown(written, lang, f"reading-{id}")
    told = [definition.question, definition.reason, definition.neighbours]
    told += [words for option in definition.options for words in (option.text, option.proposal)]
    for words in told:
        assert words.get(lang) in read.text
        assert _in_markdown(words.get(lang)) in text
    assert {f"clause-{clause}" for clause in definition.clauses} <= set(read.ids)
    assert read.tags.count("svg") == 1
    assert "![" in text
    assert {"answers", "why", "neighbours", "shortest", "machine", "examples", "clauses"} <= set(read.ids)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("id", READINGS)
def test_two_traces_stand_side_by_side_and_part_once(written: Path, lang: str, id: str) -> None:
    source = (written / lang / f"reading-{id}.html").read_text("utf-8")
    table = re.search(r'<table class="table-traces">.*?</table>', source, re.DOTALL)
    assert table is not None
    rows = re.findall(r"<tr(?: class=\"([\w-]+)\")?>(.*?)</tr>", table.group(), re.DOTALL)
    assert all(len(re.findall(r"<t[hd][ >]", row)) == 3 for _, row in rows)
    parting = [number for number, (look, _) in enumerate(rows) if look == "row-parts"]
    here = "Здесь прочтения расходятся" if lang == "ru" else "Here the readings part"
    assert len(parting) == 1
    assert here in rows[parting[0]][1]
    assert rows[parting[0]][1].count("cell-differs") == 2
    assert all("cell-differs" not in row for _, row in rows[1 : parting[0]])
    assert markdown(written, lang, f"reading-{id}").count(here) == 1


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("id", list(contradictions()))
def test_contradiction_page_has_all_there_is_to_say(written: Path, lang: str, id: str) -> None:
    one = contradictions()[id]
    read, text = html(written, lang, f"contradiction-{id}"), markdown(written, lang, f"contradiction-{id}")
    told = [one.title, one.description, one.settled, one.example, one.neighbours, one.proposal]
    for words in (*told, *(way.text for way in one.readings)):
        assert words.get(lang) in read.text
        assert _in_markdown(words.get(lang)) in text
    assert ('class="table-traces"' in (written / lang / f"contradiction-{id}.html").read_text("utf-8")) == (
        one.scenario is not None
    )
    assert "✗" not in read.text
    for way in one.readings:
        if way.switch is not None:
            assert f"reading-{way.switch.partition('=')[0]}.html" in read.links


@pytest.mark.parametrize("lang", LANGS)
def test_index_begins_with_contradictions_readings_and_gaps(written: Path, lang: str) -> None:
    read = html(written, lang, "index")
    places = [read.ids.index(place) for place in ("contradictions", "readings", "gaps", "clauses")]
    assert places == sorted(places)
    assert {f"{name}.html" for name in NAMES if name != "index"} <= {link.partition("#")[0] for link in read.links}
    assert all(gap.assumption.get(lang) in read.text for gap in gaps().values())


@pytest.mark.parametrize("lang", LANGS)
def test_matrix_has_every_scenario_under_every_answer(written: Path, lang: str) -> None:
    source = (written / lang / "matrix.html").read_text("utf-8")
    rows = re.findall(r"<tr>(.*?)</tr>", source, re.DOTALL)[1:]
    assert len(rows) == len(example_paths())
    others = sum(len(one.options) - 1 for one in reading_definitions().values())
    for name, row in zip(example_paths(), rows, strict=True):
        assert name in row
        cells = re.findall(r'<td class="cell-(same|differs)">(.*?)</td>', row, re.DOTALL)
        assert len(cells) == others
        assert all(("≠" in words) == (look == "differs") for look, words in cells)
    by_hand = next(row for row in rows if "303-2-pass-or-hand-over" in row)
    assert "cell-differs" in re.findall(r"<td.*?</td>", by_hand)[READINGS.index("handover_counts_as_pass")]


@pytest.mark.parametrize("lang", LANGS)
def test_glossary_tells_every_word_in_both_languages(written: Path, lang: str) -> None:
    read, text = html(written, lang, "glossary"), markdown(written, lang, "glossary")
    for term in glossary().values():
        assert anchor("term", term.id) in read.ids
        for said in (term.meaning.get(lang), term.word.get("en" if lang == "ru" else "ru")):
            assert said in read.text
            assert _in_markdown(said) in text
    assert len(read.langs) == len(glossary())


@pytest.mark.parametrize("lang", LANGS)
def test_titles_of_scenarios_are_told_in_the_language_they_are_in(written: Path, lang: str) -> None:
    titles = {one.title for one in map(load_scenario, example_paths().values())}
    russian = {title for title in titles if any("а" <= letter <= "я" for letter in title.casefold())}
    assert set() < russian < titles
    abroad = titles - russian if lang == "ru" else russian
    for name in ("matrix", "search", "clause-302.5"):
        read = html(written, lang, name)
        shown = {title for title in titles if title in read.text}
        assert {words for one, words in read.langs if one == ("en" if lang == "ru" else "ru")} >= shown & abroad
        assert shown & abroad
        assert not {words for _, words in read.langs} & (titles - abroad)


def test_same_pages_every_time(written: Path, tmp_path: Path) -> None:
    from berserk_fsm.pages import write_pages

    names = ("index", "reading-slow_active_only", "contradiction-payment_off_stack")
    again = write_pages(tmp_path, "ru", beside=LANGS, names=names)
    assert len(again) == 7
    for path in again:
        assert path.read_bytes() == (written / "ru" / path.name).read_bytes()
