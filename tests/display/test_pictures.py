"""The lit machine: what is lit and marked, without ids, and what is said where there is no picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from berserk_fsm import Action, Game, GameState, StepRecord, find_profile
from berserk_fsm.diagrams import VIEWS, DiagramError, picture_of
from berserk_fsm.diagrams.svg import in_words
from berserk_fsm.display import STYLE, View, bundle, game_html, game_text, machine_html, show, view
from berserk_fsm.display.game_sheet import capital
from berserk_fsm.display.machine import SMALL_VIEWS, small_picture, telling_view
from berserk_fsm.machine.build import build_specification
from tests.display.moments import EVERY, LANGS, MOMENTS, dispute, moment
from tests.display.reading import Page

SVG = "{http://www.w3.org/2000/svg}"


def groups(html: str, *classes: str) -> list[ET.Element]:
    """The groups of the picture that have all these classes."""
    return [one for one in ET.fromstring(html).iter("g") if set(classes) <= set(one.get("class", "").split())]


def shapes(html: str) -> list[ET.Element]:
    """Everything in the picture that has a border."""
    return [one for one in ET.fromstring(html).iter() if one.tag in ("path", "polygon", "polyline", "ellipse")]


def key(html: str) -> str:
    """What is said below the picture of how it is to be read."""
    (found,) = (one.text or "" for one in ET.fromstring(html).iter("p") if "bf-key" in one.get("class", ""))
    return found


def labels(group: ET.Element) -> str:
    return " ".join(text.text or "" for text in group.iter("text"))


LIT = {
    "start": "Priority window of the phase",
    "declared": "Has declared",
    "handed over": "Deciding",
    "one pass": "Deciding",
    "executing": "Priority window of the step",
    "redirected": "Priority window: an action has left the stack",
    "trigger queued": "Has declared",
    "suspended": "Priority window of the step",
    "effects applied": "Completion",
    "turn over": "Deciding",
    "deactivated": "Effect being applied",
    "must declare": "Priority window of the step",
    "loaded": "Deciding",
}


@pytest.mark.parametrize("name", MOMENTS)
def test_where_the_machine_is_is_lit(name: str) -> None:
    """Exactly one state is lit: the deepest that the picture has of those the machine is in."""
    (lit,) = groups(machine_html(moment(name), "en"), "node", "active")
    assert labels(lit) == LIT[name]


HERE = {"ru": "на этом рисунке — «{}»", "en": "in this picture “{}”"}


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_the_key_names_what_is_lit_where_the_words_name_a_state_inside_it(name: str, lang: str) -> None:
    """Who reads that the machine is in “Deciding” finds what is lit in a picture that has no such state."""
    game = moment(name)
    (lit,) = groups(machine_html(game, lang), "node", "active")
    named = capital(game.specification.states[game.state.control].name.get(lang))
    assert (HERE[lang].format(labels(lit)) in key(machine_html(game, lang))) == (labels(lit) != named)


@pytest.mark.parametrize("lang", LANGS)
def test_the_key_tells_the_lit_state_by_colour_and_by_border(lang: str) -> None:
    """The colour it names is that of the state, and no other state has a border as thick."""
    html = machine_html(moment("executing"), lang)
    assert {"ru": "Розовым, в самой толстой рамке", "en": "Pink, in the heaviest border"}[lang] in key(html)
    (lit,) = map(float, re.findall(r"\.active > polygon\s*\{[^}]*stroke-width:\s*([\d.]+)", STYLE))
    others = [
        float(one.get("stroke-width", 1))
        for view in SMALL_VIEWS
        for one in shapes(machine_html(game=moment("executing"), lang=lang, view=view))
    ]
    assert lit > max(others)
    assert lit > max(map(float, re.findall(r"\.(?:around|visited)[^{}]*\{[^}]*stroke-width:\s*([\d.]+)", STYLE)))


def test_whose_hold_it_is_is_lit() -> None:
    """In the picture of a window the holder's frame is marked too."""
    around = [set(one.get("class", "").split()) for one in groups(machine_html(moment("handed over"), "en"), "around")]
    assert len(around) == 2
    assert all("cluster" in classes for classes in around)


@pytest.mark.parametrize("name", [name for name in MOMENTS if name not in ("deactivated", "loaded")])
def test_the_last_step_is_marked(name: str) -> None:
    """Of the transitions of the last step those the view draws are marked, the last one of them most."""
    game = moment(name)
    record, spec = game.history[-1], game.specification
    picture = small_picture(telling_view(spec, game.state.control, record, "en"), spec, "en")
    drawn = [edge for edge in picture.model.edges if {micro.row.id for micro in record.micro_steps} & set(edge.rows)]
    html = machine_html(game, "en")
    assert drawn
    assert sorted(map(labels, groups(html, "row", "node", "fired"))) == sorted(" ".join(one.titles) for one in drawn)
    last = [edge for edge in drawn if record.micro_steps[-1].row.id in edge.rows]
    assert len(groups(html, "row", "node", "last")) == len(last)


def test_a_position_marks_nothing() -> None:
    """Where no step is known no transition is marked."""
    assert groups(machine_html(moment("loaded"), "en"), "fired") == []


@pytest.mark.parametrize("name", MOMENTS)
def test_no_ids(name: str) -> None:
    """Any number of games may stand on one page: there are no ids that could clash, and no references to any."""
    html = game_html(moment(name), "ru")
    assert [
        found for _, found in Page(html + html).elements if found.keys() & {"id", "aria-labelledby", "href", "for"}
    ] == []
    assert "url(#" not in html


@pytest.mark.parametrize("lang", LANGS)
def test_the_picture_is_told_to_those_who_do_not_see_it(lang: str) -> None:
    """The picture is one image with a name that says what is lit and which transitions were taken."""
    (found,) = (found for tag, found in Page(machine_html(moment("one pass"), lang)).elements if tag == "svg")
    assert found["role"] == "img"
    said = ("Decid", "pass") if lang == "en" else ("Решает", "пас")
    assert all(word in found["aria-label"] for word in said)


@pytest.mark.parametrize(("lang", "view"), [(lang, view) for lang in LANGS for view in SMALL_VIEWS])
def test_small_pictures_keep_every_state_and_transition(lang: str, view: str) -> None:
    """Words get fewer in a small picture, states and transitions do not."""
    spec = build_specification()
    picture = small_picture(view, spec, lang)
    whole = VIEWS[view](spec, lang)
    kept = set(picture.places)
    assert {state.id for state in whole.states} <= kept
    assert {edge.id for edge in whole.edges} <= kept
    assert picture.svg.count("<text") < picture_of(whole).svg.count("<text")


def test_a_view_can_be_asked_for() -> None:
    """Whoever wants another small view gets it; states say which they are only where that is asked for."""
    game = moment("executing")
    assert "Главная фаза" in "".join(Page(machine_html(game, "ru", view="turn")).drawn)
    assert "data-state" not in machine_html(game, "ru")
    named = machine_html(game, "ru", view="window", named=True)
    (active,) = groups(named, "node", "active")
    assert active.get("data-state") == game.state.control
    assert active.get("aria-label") == "Приоритет у Активного › Решает"


@pytest.mark.parametrize("lang", LANGS)
def test_without_a_layout_it_is_told(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """If Graphviz fails the game is shown all the same, and what was lit is told with the reason."""

    def fails(*_: object) -> None:
        raise DiagramError("Graphviz failed: no memory", "Graphviz не справился: нет памяти")

    game = moment("start")
    before = game_text(game, lang)
    monkeypatch.setattr("berserk_fsm.display.game_sheet.small_picture", fails)
    html, text = game_html(game, lang), game_text(game, lang)
    assert "<svg" not in html
    assert {"en": "no memory", "ru": "нет памяти"}[lang] in text
    assert before.splitlines()[:12] == text.splitlines()[:12]


def test_another_profile_has_its_own_picture() -> None:
    """The machine that is drawn is the one that runs: twelve steps where the profile has twelve."""
    game = Game([Action("M", by="A", speed="slow")], profile=find_profile("edition_2009"))
    usual = Game([Action("M", by="A", speed="slow")])
    drawn = [Page(machine_html(one, "ru", view="life")).drawn for one in (game, usual)]
    assert drawn[0] != drawn[1]
    assert len(game.specification.profile.steps) == 12


def test_a_state_of_another_machine_has_no_picture() -> None:
    """A state whose path the default machine does not have is shown without the machine, and says so."""
    state = GameState("turn.dawn.window.active_holds.deciding", phase="dawn")
    shown = show(state, "en")
    assert "<svg" not in shown.html
    assert "The default machine has no such state; it is not shown." in shown.text
    assert shown.text.startswith("Turn 1\n")


def test_a_step_of_another_machine_has_no_picture() -> None:
    """A record whose transitions are not those of the default machine is told without it."""
    game = Game([Action("M", by="A", speed="slow")], profile=find_profile("edition_2009"))
    game.declare("M")
    for _ in range(3):
        game.pass_priority()
    assert "The machine:" not in show(game.history[-1], "en").text
    assert "The machine:" in show(moment("executing").history[-1], "en").text


# --- published views -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_a_view_shows_itself(lang: str) -> None:
    """A view is an SVG, and its words tell the same picture."""
    one = view("window", lang)
    shown = one._repr_mimebundle_()
    assert sorted(shown) == ["image/svg+xml", "text/plain"]
    assert ET.fromstring(shown["image/svg+xml"].encode()).tag == f"{SVG}svg"
    assert shown["text/plain"] == str(one) == one.text
    assert in_words(one.model) in one.text


def test_a_view_of_a_game_is_lit() -> None:
    """A view of a game has its state and its last step; one of a specification is not lit."""
    game = dispute()
    game.declare("strike")
    lit, plain = view("window", "en", game), view("window", "en", game.specification)
    assert lit.active == game.state.control
    assert lit.fired == tuple(micro.row.id for micro in game.history[-1].micro_steps)
    assert lit.model == plain.model
    assert lit.svg != plain.svg


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_a_lit_view_says_what_is_lit(name: str, lang: str) -> None:
    """Its words, and the description inside the picture, say what the HTML and the text of the game say."""
    game = moment(name)
    lit = view("window", lang, game)
    said = lit.lit
    assert said.startswith({"ru": "Горит: ", "en": "Lit: "}[lang])
    assert ({"ru": "Переходы этого шага: ", "en": "Transitions of this step: "}[lang] in said) == bool(lit.fired)
    assert said in show(lit).text
    assert said in Page(machine_html(game, lang)).text
    assert said in " ".join(game_text(game, lang).split())
    assert (ET.fromstring(lit.svg.encode()).findtext(f"{SVG}desc") or "").startswith(said)


@pytest.mark.parametrize("lang", LANGS)
def test_two_moments_are_not_told_alike(lang: str) -> None:
    """One who does not see the picture knows what moved; a view that is not lit says nothing of that."""
    first, second = (view("window", lang, moment(name)) for name in ("declared", "one pass"))
    plain = view("window", lang)
    assert len({first.text, second.text, plain.text}) == 3
    assert {one.text.replace(f"{one.lit} ", "") for one in (first, second)} == {plain.text}
    assert plain.lit == ""


def test_models_and_pictures_show_themselves() -> None:
    """What the diagrams package gives can be shown as it is."""
    one = view("turn", "en")
    picture = picture_of(one.model)
    assert bundle(one) == bundle(one.model) == bundle(picture) == picture._repr_mimebundle_()
    assert View(one.model) == one


def test_there_is_no_such_view() -> None:
    """A wrong name is an error that names the views."""
    with pytest.raises(DiagramError, match="there is no view 'everything'; expected one of: turn"):
        view("everything", "en")


def test_what_is_marked_follows_the_record() -> None:
    """Two records of one game give two pictures."""
    game = moment("one pass")
    first, last = game.history[1], game.history[-1]
    assert isinstance(first, StepRecord)
    assert machine_html(game, "en", record=first) != machine_html(game, "en", record=last)
    assert machine_html(game, "en", record=last) == machine_html(game, "en")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("view", SMALL_VIEWS)
def test_names_of_states_keep_to_their_room_in_any_font(lang: str, view: str) -> None:
    """Laid out for one font, shown in another that is wider: a name is told how long it may be."""
    texts = list(ET.fromstring(small_picture(view, build_specification(), lang).svg).iter("text"))
    names = [text for text in texts if text.get("font-weight") == "bold"]
    assert 0 < len(names) < len(texts)
    assert all(float(text.get("textLength", 0)) > 0 for text in names)
    assert {text.get("lengthAdjust") for text in names} == {"spacingAndGlyphs"}
