from __future__ import annotations

import hashlib
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from berserk_fsm.diagrams import render, turn_view, whole_view
from berserk_fsm.diagrams.dot import dot_text
from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.text import Text
from tests.diagrams.made_specs import small_spec
from tests.hash_seeds import outputs_under_seeds

HOSTILE = [
    "<b>bold</b> & \"quoted\" 'too'",
    'a:b:n]; c -> d [label="x"]',
    "}} digraph { x",
    "\\N \\G \\l back\\",
    "<TABLE><TR><TD>",
    "&lt;&#60;&amp;",
    "--> <!-- ]]> <?xml",
    "שלום עולם; \N{RIGHT-TO-LEFT OVERRIDE}abc",
    "line\nbreak\ttab\0nul\x1b\ud800",
    "€ → ← 漢字 🂡",
    "",
    "<>",
    "x" * 300,
]

_DIGEST = """
from berserk_fsm.diagrams import VIEWS, make_view
from berserk_fsm.diagrams.dot import fingerprint
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
spec = build_specification()
for view in VIEWS:
    for lang in ("ru", "en"):
        print(view, lang, fingerprint(make_view(view, spec, lang, rule_words(spec.profile))))
"""


def test_same_text_whatever_the_hash_seed() -> None:
    assert len(outputs_under_seeds(_DIGEST)) == 1


def test_same_text_every_time(model: DiagramModel) -> None:
    assert hashlib.sha256(dot_text(model).encode()).digest() == hashlib.sha256(dot_text(model).encode()).digest()


def _called(spec: Specification, name: str) -> Specification:
    text = Text(name, name)
    states = {path: replace(state, name=text, clauses=(name, name)) for path, state in spec.states.items()}
    rows = tuple(replace(row, label=text, clauses=(name, "303.3")) for row in spec.rows)
    return replace(spec, states=states, rows=rows)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("view", [turn_view, whole_view], ids=["turn", "whole"])
def test_any_text_is_only_text(name: str, view: object) -> None:
    assert callable(view)
    spec = _called(small_spec(), name)
    # Rendering counts every element itself.
    picture = render(view(spec, "ru"), ("svg",))["svg"]
    root = ET.fromstring(picture)
    plain = render(view(small_spec(), "ru"), ("svg",))["svg"]
    groups = [len(list(tree.iter("{http://www.w3.org/2000/svg}g"))) for tree in (root, ET.fromstring(plain))]
    assert groups[0] == groups[1]


@pytest.mark.parametrize(
    "name", [name for name in HOSTILE if name.isprintable() and 0 < len(name) < 40 and "→" not in name]
)
def test_what_is_shown_is_the_text_itself(name: str) -> None:
    picture = render(turn_view(_called(small_spec(), name), "ru"), ("svg",))["svg"]
    shown = "".join(
        "".join(text.itertext()) for text in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    )
    assert "".join(name.split()).casefold() in "".join(shown.split()).casefold()


def test_paths_with_any_characters_are_drawn() -> None:
    spec = small_spec()
    odd = {path: "/".join(part + ':;"<&' for part in path.split(".")).replace("/", ".") for path in spec.states}
    states = {
        odd[path]: replace(state, path=odd[path], initial=None if state.initial is None else odd[state.initial])
        for path, state in spec.states.items()
    }
    rows = tuple(replace(row, id=f"{row.id}; ]->", source=odd[row.source], target=odd[row.target]) for row in spec.rows)
    assert render(whole_view(replace(spec, states=states, rows=rows, initial=odd["start"]), "en"), ("svg",))
