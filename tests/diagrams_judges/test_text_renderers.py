"""Mermaid, PlantUML and Markdown as texts: always the same, whole, safe. Needs no tool."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from berserk_fsm.diagrams.markdown import event_table, markdown_pages, refusal_table, transition_table
from berserk_fsm.diagrams.mermaid import LIMIT, mermaid, mermaid_text, plain
from berserk_fsm.diagrams.model import Cluster, DiagramModel, Edge, Marker, Node, Traits
from berserk_fsm.diagrams.plantuml import plantuml_text
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from tests.diagrams.made_specs import big_spec
from tests.diagrams_judges.hostile import HOSTILE, hostile_model
from tests.diagrams_judges.tools import all_models
from tests.hash_seeds import outputs_under_seeds

_DIGEST = """
import hashlib
from berserk_fsm.diagrams.markdown import markdown_pages, transition_table
from berserk_fsm.diagrams.mermaid import mermaid_text
from berserk_fsm.diagrams.plantuml import plantuml_text
from tests.diagrams_judges.tools import all_models, build_specification, rule_words
spec = build_specification()
texts = [write(m) for m in all_models().values() for write in (mermaid_text, plantuml_text, transition_table)]
for lang in ("ru", "en"):
    texts += markdown_pages(spec, lang, rule_words(spec.profile)).values()
print(hashlib.sha256("".join(texts).encode()).hexdigest())
"""


def test_texts_are_the_same_whatever_the_hash_seed() -> None:
    assert len(outputs_under_seeds(_DIGEST, seeds=("0", "4711"))) == 1


def test_texts_of_every_view_name_every_element() -> None:
    for name, model in all_models().items():
        drawn, uml = mermaid(model), plantuml_text(model)
        assert len(drawn.text.encode("utf-16-le")) // 2 <= LIMIT, name
        arrows = re.findall(r"^\s*(\w+|\[\*\]) --> (\w+)", drawn.text, re.MULTILINE)
        assert len(arrows) == len(drawn.arrows) + len(model.markers), name
        assert sorted(i for arrow in drawn.arrows for i in arrow.edges) == sorted(edge.id for edge in model.edges)
        lines = re.findall(r"^\s*(\w+|\[\*\]) -(\[dashed\])?-> \w+", uml, re.MULTILINE)
        assert len(lines) == len(model.edges) + len(model.markers), name
        assert all(re.fullmatch(r"[A-Za-z]\w*", i, re.ASCII) for i in drawn.ids.values())
        assert len(set(drawn.ids.values()) | set(drawn.inside.values())) == len(drawn.ids) + len(drawn.inside)
        assert uml.count("{\n") == uml.count("}\n") == len(model.clusters)


def test_every_character_out_of_order_is_an_entity() -> None:
    for name in HOSTILE:
        model = hostile_model(name)
        labels = re.findall(r"^  \w+ --> \w+ : (.*)$", mermaid_text(model), re.MULTILINE)
        assert labels
        for label in labels:
            bare = re.sub(r"#\w+;|<br/>", "", label)
            assert not re.search(r"[;:\"#<>{}\[\]%`*~\\$@|]", bare), (name, label)
        for label in re.findall(r"^\w+ -(?:\[dashed\])?-> \w+ : (.*)$", plantuml_text(model), re.MULTILINE):
            bare = re.sub(r"<U\+[0-9A-F]{4}>|\\n", "", label)
            assert not re.search(r"[;:\"#<>{}\[\]%`*~$@|']", bare), (name, label)
        for text in (mermaid_text(model), plantuml_text(model), transition_table(model)):
            text.encode()
            assert all(c.isprintable() or c == "\n" for c in text)


def test_picture_too_long_gets_short_ids_then_short_labels() -> None:
    model = all_models()["turn-ru"]
    full = mermaid(model, 10**6)
    assert full.detail == "full"
    short = mermaid(model, len(full.text) - 1)
    assert (short.detail, short.ids["state-turn"][0]) == ("full", "s")
    assert len(short.text) < len(full.text)
    assert mermaid(model, 10).detail == "brief"


def test_mermaid_stays_in_the_composite_where_an_edge_begins() -> None:
    states = (
        Cluster("state-outer", "outer", None, "Outer", (), Traits()),
        Cluster("state-outer-inner", "outer.inner", "state-outer", "Inner", (), Traits()),
        Node("state-outer-inner-a", "outer.inner.a", "state-outer-inner", "junction", "a", ("1",), Traits()),
        Node("state-outer-inner-b", "outer.inner.b", "state-outer-inner", "decision", "b", (), Traits()),
    )
    markers = (
        Marker("initial-outer", "state-outer", "state-outer-inner-a"),
        Marker("initial-inner", "state-outer-inner", "state-outer-inner-a"),
    )

    def edge(source: str, target: str) -> Edge:
        return Edge(f"{source}-{target}", (), source, target, None, False, ("go",), (), (), (), ())

    edges = (
        edge("state-outer", "state-outer-inner-b"),
        edge("state-outer-inner-b", "state-outer"),
        edge("state-outer-inner-a", "state-outer-inner-b"),
        edge("state-outer", "state-outer"),
        replace(edge("state-outer", "state-outer"), id="again"),
    )
    drawn = mermaid(DiagramModel("v", "en", "t", (), (), states, markers, edges))
    assert [(arrow.source, arrow.target, len(arrow.edges)) for arrow in drawn.arrows] == [
        ("state_outer_any", "state_outer_inner_b", 1),
        ("state_outer_inner_b", "state_outer_inner_a", 1),
        ("state_outer_inner_a", "state_outer_inner_b", 1),
        ("state_outer", "state_outer", 2),
    ]
    first = drawn.text.index("[*] --> state_outer_inner_a")
    assert drawn.text.index("state state_outer_inner_a <<choice>>") < first < drawn.text.index('state "Inner"')


def _tables(markdown: str) -> Iterator[list[list[str]]]:
    """The cells of each table, as a reader sees them; fails on anything that is no plain text."""
    row: list[str] = []
    table: list[list[str]] = []
    for token in MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(markdown):
        if token.type == "table_open":
            table = []
        elif token.type == "tr_open":
            row = []
            table.append(row)
        elif token.type == "table_close":
            yield table
        elif token.type == "inline" and token.level > 2:
            row.append("".join(_shown(child.type, child.content) for child in token.children or ()))


def _shown(kind: str, content: str) -> str:
    if kind in ("em_open", "em_close"):
        return ""
    if kind == "html_inline":
        assert content in ("<br>", "<sub>", "</sub>"), content
        return "\n" if content == "<br>" else ""
    assert kind in ("text", "text_special"), kind
    return content


def test_transition_table_shows_every_transition() -> None:
    for name, model in all_models().items():
        *before, table = _tables(transition_table(model))
        # Only the graph of a small table says what is in its states, in a table before that of the transitions.
        assert bool(before) == name.startswith("reachable"), name
        assert len(table) == 1 + len(model.edges), name
        titles = {state.id: plain(state.title) for state in model.states}
        for edge, cells in zip(model.edges, table[1:], strict=True):
            assert cells[0].split(" › ")[-1] == titles[edge.source].split(" › ")[-1]
            assert cells[4].split(" › ")[-1] == titles[edge.target].split(" › ")[-1]
            assert cells[1].split("\n")[0].startswith(plain(edge.titles[0]))
            assert cells[5] == ", ".join(edge.clauses) or not edge.clauses


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_markdown_shows_any_name_as_it_is(name: str) -> None:
    model = hostile_model(name)
    text = transition_table(model)
    (table,) = _tables(text)
    assert {len(row) for row in table} == {6}
    for edge, cells in zip(model.edges, table[1:], strict=True):
        assert cells[1].removesuffix(" (само)") == plain(edge.titles[0])
        assert edge.titles == (name,) or not name
    blocks = [token.type for token in MarkdownIt("commonmark").enable("table").parse(text) if token.level == 0]
    assert blocks[:6] == ["heading_open", "heading_close", *("paragraph_open", "paragraph_close") * 2]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_event_tables_hold_every_row_of_every_leaf(lang: str) -> None:
    spec = build_specification()
    pages = markdown_pages(spec, lang, rule_words(spec.profile))
    for phase in dict.fromkeys(leaf.phase for leaf in spec.leaves):
        leaves = [leaf for leaf in spec.leaves if leaf.phase == phase]
        tables = list(_tables(pages[f"events-{phase or 'outside'}"]))
        automatic = [row for leaf in leaves for row in spec.rows_from(leaf.path) if row.automatic]
        assert len(tables[-1]) == 1 + len(automatic)
        deciding = [leaf for leaf in leaves if leaf.kind == "decision"]
        if not deciding:
            continue
        assert [len(row) for row in tables[0]] == [7] * (1 + len(deciding))
        for leaf, cells in zip(deciding, tables[0][1:], strict=True):
            arrows = sum(cell.count("→") for cell in cells)
            assert arrows == len([row for row in spec.rows_from(leaf.path) if not row.automatic]), leaf.path
            # A missing transition tells the clause it stands for.
            assert all(re.fullmatch(r"– \d{3}\.\d+", cell) for cell in cells[1:] if "→" not in cell)


def test_event_table_says_where_fast_actions_are_open() -> None:
    spec = build_specification()
    (decisions, _) = _tables(event_table(spec, "en", rule_words(spec.profile), "final"))
    column = decisions[0].index("declare fast")
    assert "the opponent declared something new" in decisions[1][column]
    (decisions, _) = _tables(event_table(spec, "en", rule_words(spec.profile), "main"))
    assert decisions[1][column].startswith("→")


def test_refusals_are_listed_in_order() -> None:
    spec = build_specification()
    (table,) = _tables(refusal_table(spec, "en", rule_words(spec.profile)))
    assert [row[4] for row in table[1:]] == [refusal.clause for refusal in spec.refusals]
    assert [row[3] for row in table[1:]] == [refusal.sentence.en for refusal in spec.refusals]
    assert table[1][1] == "declare; pass; hand over"


def test_other_machines_have_tables_too() -> None:
    pages = markdown_pages(big_spec(), "en")
    assert list(pages) == ["events-outside", "events-initial", "events-main", "events-final", "refusals"]
    assert len(list(_tables(pages["events-main"]))) == 2
