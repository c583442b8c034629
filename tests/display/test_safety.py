"""Whatever things are called: what is shown is words, never markup, formulas or text that runs the other way."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest

from berserk_fsm import Action, Game, Refused
from berserk_fsm.display import STYLE, bundle, game_html, show
from tests.display.moments import LANGS, MOMENTS, moment
from tests.display.reading import Page

HOSTILE = (
    "<script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "a\"b'c",
    "x]]>y",
    "p;q & r &lt; s",
    "$x$ \\(y\\) $$z$$",
    "**bold** [link](javascript:alert(1)) `code`",
    "{{ 7*7 }}{% raw %}",
    "<!-- comment",
    "שלום עולם",
    "漢字 🐉",
    "w" * 100,
)
ALLOWED = {
    *("div", "p", "b", "i", "span", "bdi", "ul", "ol", "li", "style"),
    *("svg", "g", "path", "polygon", "polyline", "ellipse", "text"),
}


def hostile_game() -> Game:
    """Names everywhere a name may stand: actions, targets, facts, costs."""
    game = Game(
        [
            Action(name, by="A" if at % 2 else "B", target=name, cost=(f"cost {name}"[:100],), add=(name,))
            for at, name in enumerate(HOSTILE)
        ],
        facts=HOSTILE,
    )
    game.declare(HOSTILE[1])
    return game


@pytest.mark.parametrize("lang", LANGS)
def test_hostile_names_are_words(lang: str) -> None:
    """No element, attribute or link comes out of a name, and every name is read as it is."""
    page = Page(bundle(hostile_game(), lang)["text/html"])
    assert {tag for tag, _ in page.elements} <= ALLOWED
    assert [key for _, found in page.elements for key in found if key.startswith("on") or key in ("href", "src")] == []
    for name in HOSTILE:
        assert " ".join(name.split()) in page.text


@pytest.mark.parametrize("lang", LANGS)
def test_the_fragment_is_well_formed(lang: str) -> None:
    """Every element is closed where it should be, also for strict readers."""
    for game in (hostile_game(), *map(moment, MOMENTS)):
        assert ET.fromstring(game_html(game, lang)).tag == "div"


def test_formulas_stay_words() -> None:
    """MathJax, in both versions notebooks use, leaves alone what stands in the element."""
    classes = Page(game_html(hostile_game(), "en")).elements[0][1]["class"].split()
    assert {"tex2jax_ignore", "mathjax_ignore"} <= set(classes)


def test_what_turns_text_around_is_made_visible() -> None:
    """Marks that turn the writing direction, and control characters, are shown as such in HTML and text."""
    refused = Refused("id", "303.1", "a\u202eb\u200fc\x07d", "а\u202eб", "{}")
    for said in show(refused, "en").data.values():
        assert not re.search("[\u202e\u200f\x07]", said)
        assert "a\\u202eb\\u200fc\\x07d" in said
    assert "\u202e" not in show(refused, "ru").text


def test_what_the_sanitizer_of_jupyterlab_leaves_reads_well() -> None:
    """In a notebook that is not trusted style sheets and SVG go, but not the words in them: these are hidden then."""
    html = game_html(moment("executing"), "en")
    page = Page(html)
    hidden = [found for _, found in page.elements if "hidden" in found]
    # An empty value would be taken away.
    assert [(found["class"], found["hidden"]) for found in hidden] == [("bf-who", "hidden"), ("bf-picture", "hidden")]
    assert "Legality check" in page.drawn
    assert "Legality check" not in page.text
    assert "Pink, in the heaviest border" in html
    assert "Pink, in the heaviest border" not in page.text
    assert "Transitions of this step" in page.text
    for found in hidden:
        assert f".{found['class']}[hidden]" in STYLE


def test_a_bundle_can_be_stored() -> None:
    """Notebooks store what was shown as JSON."""
    shown = bundle(hostile_game(), "ru")
    assert json.loads(json.dumps(shown)) == shown
