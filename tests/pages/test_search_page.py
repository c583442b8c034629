"""The page for searching: everything is in its list, once, with where it is; official words only if they were given."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from berserk_fsm.pages import write_pages
from berserk_fsm.pages.blocks import Find, Finder, anchor
from berserk_fsm.pages.rendering import _in_markdown
from berserk_fsm.pages.search_page import search_page
from berserk_fsm.pages.sources import Sources
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.glossary import glossary
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.scenario import load_scenario
from tests.pages.conftest import LANGS
from tests.pages.reading_html import ReadPage
from tests.pages.test_clause_pages import OFFICIAL, official

SOURCES = Sources()


def finds(lang: str, sources: Sources = SOURCES) -> tuple[Find, ...]:
    (finder,) = (block for block in search_page(lang, sources).blocks if isinstance(block, Finder))
    return finder.finds


def words_of(find: Find) -> str:
    return f"{find.link.text} {''.join(run.text for run in find.line)}"


def wanted() -> dict[tuple[str, str], list[Text]]:
    """What must be found, by where it leads, with the words that must find it."""
    found: dict[tuple[str, str], list[Text]] = {}
    for number, one in clauses().items():
        page = anchor("clause", number)
        found[page, ""] = [Text(number, number), one.title, one.summary]
        found |= {
            (page, anchor("obligation", each.id)): [each.text, Text(each.id, each.id)] for each in one.obligations
        }
        if one.questions:
            found[page, "questions"] = list(one.questions)
    for gap in gaps().values():
        found["index", anchor("gap", gap.name)] = [
            Text(gap.citation, gap.citation),
            gap.title,
            gap.open,
            gap.assumption,
        ]
    for id, reading in reading_definitions().items():
        answers = [option.text for option in reading.options]
        found[f"reading-{id}", ""] = [Text(id, id), reading.question, *answers]
    for id, pair in contradictions().items():
        found[f"contradiction-{id}", ""] = [Text(id, id), pair.title, pair.description]
    for term in glossary().values():
        found["glossary", anchor("term", term.id)] = [term.meaning]
    return found


@pytest.mark.parametrize("lang", LANGS)
def test_rules_are_found_by_their_words_where_they_stand(lang: str) -> None:
    found: dict[tuple[str, str], str] = {}
    for find in finds(lang):
        where = find.link.page, find.link.place
        found[where] = f"{found.get(where, '')} {words_of(find)}"
    for place, texts in wanted().items():
        for text in texts:
            assert text.get(lang) in found[place], place


@pytest.mark.parametrize("lang", LANGS)
def test_elements_of_the_machine_are_found_once_each(lang: str) -> None:
    every = {(link.kind, link.id) for entry in SOURCES.ledger.entries.values() for link in entry.links}
    places = Counter(find.link.place for find in finds(lang))
    for kind, id in every:
        if kind in ("state", "row", "refusal", "property", "kind", "scenario", "table"):
            on_a_clause = any(
                (link.kind, link.id) == (kind, id)
                for number in clauses()
                for link in SOURCES.ledger.entries[number].links
            )
            assert places[anchor(kind, id)] == on_a_clause, id
    texts = [words_of(find) for find in finds(lang)]
    assert len(texts) == len(finds("en" if lang == "ru" else "ru"))
    assert not [text for text in texts if "{" in text]
    for one in property_words().values():
        assert sum(one.sentence.get(lang) in text and one.id in text for text in texts) == 1
    for name, path in example_paths().items():
        (find,) = (one for one in finds(lang) if path.name in words_of(one))
        assert load_scenario(path).title == find.link.text
        assert find.link.place == f"scenario-{name}"
        section, number, *_ = name.split("-")
        if number.isdigit() and f"{section}.{number}" in load_scenario(path).cites:
            assert find.link.page == f"clause-{section}.{number}"


@pytest.mark.parametrize("lang", LANGS)
def test_the_list_is_complete_and_in_sight_without_a_script(written: Path, lang: str) -> None:
    source = (written / lang / "search.html").read_text("utf-8")
    read, text = ReadPage(source), (written / lang / "search.md").read_text("utf-8")
    listed = source[source.index('<ul class="finds"') : source.index("</main>")]
    assert "hidden" not in listed
    assert listed.count("<li>") == listed.count("<a ") == len(finds(lang))
    for find in finds(lang):
        assert find.link.text in read.text
        assert _in_markdown(find.link.text) in text
    field = source[source.index('<div class="finder"') : source.index("<noscript>")]
    assert field.startswith('<div class="finder" role="search" hidden>')
    assert "JavaScript" in read.text
    assert "<input" not in text
    assert text.count("\n- ") == len(finds(lang))


@pytest.mark.parametrize("lang", LANGS)
def test_every_page_leads_to_the_search_and_the_first_page_names_it_first(written: Path, lang: str) -> None:
    for path in (written / lang).glob("*.html"):
        head = path.read_text("utf-8").partition("<main")[0]
        assert "search.html#finder" in ReadPage(head).links, path.name
        assert "](<search.md#finder>)" in path.with_suffix(".md").read_text("utf-8").partition("\n")[0], path.name
    index = (written / lang / "index.html").read_text("utf-8")
    assert ReadPage(index[index.index("<main") :]).links[0] == "search.html#finder"


@pytest.mark.parametrize("lang", LANGS)
def test_official_words_are_found_if_given(tmp_path: Path, lang: str) -> None:
    given = Sources(official())
    without = finds(lang)
    new = [find for find in finds(lang, given) if find not in without]
    assert [(find.link.text, find.link.page, find.link.place) for find in new] == [
        (number, f"clause-{number}", "said") for number in ("303.3", "303.4")
    ]
    assert words_of(new[0]).count(OFFICIAL) == 4
    assert {run.lang for find in new for run in find.line} == {"" if lang == "ru" else "ru"}
    write_pages(tmp_path, lang, names=("search",), sources=given)
    for path in (tmp_path / lang).iterdir():
        assert "<b>редактора" not in path.read_text("utf-8")
    assert not any(OFFICIAL in words_of(find) for find in without)
