"""The stepper: what it shows is what the game says, what the browser sends is answered and never raised."""

from __future__ import annotations

import html
import re
import statistics
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm import Action, Decision, Game
from berserk_fsm.notebook import Stepper
from berserk_fsm.notebook.messages import LONGEST, MESSAGES
from berserk_fsm.notebook.moment_view import sides
from berserk_fsm.rules.clauses import is_citation
from berserk_fsm.scenario.examples import example_paths, load_example
from tests.judging import need_judge
from tests.notebook.tables import HOSTILE, HOSTILE_NAMES, game, walked


def regions(stepper: Stepper) -> dict[str, str]:
    found: dict[str, str] = stepper.view()["regions"]
    return found


def words(fragment: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", fragment))).strip()


# --- what is shown ---------------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(st.data(), st.sampled_from(("ru", "en")))
def test_buttons_are_what_the_game_allows_and_refuses(data: st.DataObject, lang: str) -> None:
    now = walked(data).game
    shown = {button.decision: button for side in sides(now, lang) for button in side.buttons}
    declared = {decision.name for decision in shown if decision.name}
    assert declared == {name for name in now.table.actions if not now.table.rolls(name)}
    for decision, button in shown.items():
        refused = now.refusal(decision)
        assert button.legal == (refused is None)
        if refused is not None:
            assert (button.clauses, button.reason) == ((refused.clause,), refused.reason(lang))
        assert all(is_citation(clause) or clause == "scenario" for clause in button.clauses)
    assert {d.name for d in shown if d.name and shown[d].legal} == {
        name for name in now.legal_actions if not now.table.rolls(name)
    }
    assert [side.player for side in sides(now, lang) if side.holds] == ([now.state.holder] if now.state.holder else [])


@settings(max_examples=20, deadline=None)
@given(st.data(), st.sampled_from(("ru", "en")))
def test_every_moment_of_every_walk_can_be_shown(data: st.DataObject, lang: str) -> None:
    stepper = Stepper(game(), lang)
    stepper._stepping = walked(data)
    shown = regions(stepper)
    state = stepper.game.state
    live = words(shown["live"])
    whose = {"ru": f"Приоритет у {state.holder}.", "en": f"{state.holder} has priority."}[lang]
    nobody = {"ru": "Приоритет ни у кого.", "en": "Nobody has priority."}[lang]
    assert live.endswith(whose if state.holder else nobody)
    for entry in (*state.queue, *state.stack):
        assert entry.name in words(shown["cards"])
    buttons = re.findall(r'<button type="button" class="bfs-button[^>]*>', shown["choices"])
    legal = [button for side in sides(stepper._stepping.game, lang) for button in side.buttons if button.legal]
    assert sum('aria-disabled="false"' in button for button in buttons) == len(legal)


def test_the_machine_is_lit_where_the_game_is_and_says_what_was_clicked_on() -> None:
    stepper = Stepper(game(), "en").declare("удар")
    lit = re.findall(r'<g [^>]*data-state="([^"]*)" class="[^"]*\bactive\b', regions(stepper)["machine"])
    assert lit == [stepper.game.state.control]
    assert stepper.explain(f"state:{lit[0]}").notice == ""
    assert "Has declared" in regions(stepper)["page"]


def test_a_refused_button_gives_its_clause_and_reason_and_can_be_reached() -> None:
    shown = regions(Stepper(game(), "en"))["choices"]
    button = next(one for one in re.findall(r"<button.*?</button>", shown, re.DOTALL) if 'data-name="щит"' in one)
    assert 'aria-disabled="true"' in button
    assert " disabled" not in button
    assert words(button) == "щит fast · no: 303.1 B does not have priority; A has it. 303.1"


def test_both_languages_are_whole() -> None:
    for stepper in (Stepper(game(), "en"), Stepper(load_example("302-12-the-life-of-an-action"), "en")):
        stepper.declare("удар").explain("303.4").micro().save()
        names = "|".join([*stepper.game.table.actions, "гибель", "гоблин", "мёртв", "орк", "ранен", "рыцарь открыт"])
        told = re.sub(names, "", " ".join(map(words, regions(stepper).values())))
        assert not re.search("[а-яё]", told, re.IGNORECASE)
    russian = Stepper(game(), "ru").declare("удар")
    assert "владеет приоритетом" in regions(russian)["choices"]
    assert russian.declare("щит").notice == "B не владеет приоритетом; приоритет у A. [303.1]"


def test_the_language_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BERSERK_FSM_LANG", "ru")
    assert Stepper(game()).view()["lang"] == "ru"
    monkeypatch.setenv("BERSERK_FSM_LANG", "en")
    assert Stepper(game()).view()["lang"] == "en"


# --- escaping --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_names_are_never_markup(name: str) -> None:
    stepper = Stepper(Game([Action(name, by="A", target=HOSTILE), Action("B's", by="B")], facts=[HOSTILE]), "en")
    stepper.declare(name).back().pass_priority().back().save().explain("303.1").declare(name)
    bundle = stepper._repr_mimebundle_()
    for shown in (*regions(stepper).values(), bundle["text/html"]):
        assert "<script" not in shown
        assert shown.count("<textarea") == shown.count("</textarea>")
    sent = re.search(r'data-do="declare" data-name="([^"]*)"', regions(stepper)["choices"])
    assert sent is not None
    assert html.unescape(sent[1]) == name
    stepper.answer({"do": "go", "number": 0})
    stepper.answer({"do": "declare", "name": html.unescape(sent[1])})
    assert stepper.game.state.queue[0].name == name
    assert (
        html.unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", regions(stepper)["files"], re.DOTALL)[0])
        == stepper._saved
    )


# --- messages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        *(None, 3, "pass", [], {}, {"do": None}, {"do": "eval"}, {"do": "__init__"}, {"do": ["go"]}),
        *({"do": "view"}, {"do": "answer"}, {"do": "go"}, {"do": "go", "number": "1"}, {"do": "go", "number": True}),
        *(
            {"do": "go", "number": 99},
            {"do": "go", "number": -1},
            {"do": "branch", "number": 0},
            {"do": "micro", "on": 1},
        ),
        *({"do": "declare", "name": 1}, {"do": "declare", "name": "никто"}, {"do": "declare", "name": ""}),
        *({"do": "pass_priority", "player": "C"}, {"do": "explain", "about": "304.1"}, {"do": "explain", "about": ""}),
        *({"do": "load", "text": "", "where": ""}, {"do": "load", "text": "[", "where": "x"}),
        *({"do": "load", "text": "a: b", "where": HOSTILE}, {"do": "load", "text": "x" * (LONGEST + 1), "where": ""}),
        {"do": "load", "text": '{"berserk_fsm": 1}', "where": ""},
    ],
    ids=lambda message: repr(message)[:50],
)
def test_a_message_that_cannot_be_done_is_told_and_changes_nothing(message: object) -> None:
    for lang in ("ru", "en"):
        stepper = Stepper(game(), lang).declare("удар")
        before = stepper._stepping
        stepper.answer(message)
        assert stepper._stepping is before
        assert stepper.notice
        assert "\n" not in stepper.notice
        shown = regions(stepper)
        assert "bfs-bad" in shown["notice"] + shown["files"]
        assert words(shown["live"]) == words(html.escape(stepper.notice))


def test_every_message_does_what_its_method_does() -> None:
    stepper, same = Stepper(game(), "en"), Stepper(game(), "en")
    text = "actions: {F: {by: A}}\nplay: [A declares F]"
    messages: list[tuple[dict[str, Any], Any]] = [
        ({"do": "declare", "name": "удар"}, lambda: same.declare("удар")),
        ({"do": "pass_priority", "player": "A"}, lambda: same.pass_priority("A")),
        ({"do": "pass_priority", "player": "A"}, lambda: same.pass_priority("A")),
        ({"do": "back"}, same.back),
        ({"do": "declare", "name": "крик"}, lambda: same.declare("крик")),
        ({"do": "branch", "number": 1}, lambda: same.branch(1)),
        ({"do": "go", "number": 1}, lambda: same.go(1)),
        ({"do": "micro", "on": True}, lambda: same.micro(True)),
        ({"do": "forward"}, same.forward),
        ({"do": "explain", "about": "303.4"}, lambda: same.explain("303.4")),
        ({"do": "close"}, same.close),
        ({"do": "save"}, same.save),
        ({"do": "load", "text": text, "where": "a"}, lambda: same.load(text, "a")),
    ]
    assert {message["do"] for message, _ in messages} == set(MESSAGES)
    for message, method in messages:
        stepper.answer(message)
        assert method() is same
        assert stepper.view() == same.view()
    assert len(stepper.lines) == 1


def test_playing_on_with_the_game_leaves_the_stepper_where_it_is() -> None:
    stepper = Stepper(game(), "en")
    stepper.game.declare("удар")
    assert stepper.step == 0
    assert not stepper.game.state.queue
    assert type(stepper.game.machine).__mro__[1].__name__ == "HierarchicalMachine"


# --- files -----------------------------------------------------------------------------------------------------------


def test_saving_writes_a_scenario_and_never_over_another_one(tmp_path: Path) -> None:
    stepper = Stepper(game(), "ru").declare("удар").pass_priority()
    path = tmp_path / "спор.yaml"
    stepper.save(path)
    assert path.read_text("utf-8") == stepper.text
    assert stepper.notice.startswith(f"Сохранено: {path}")
    assert "уже есть" in stepper.back().save(path).notice
    stepper.save(path, overwrite=True)
    assert "уже есть" not in stepper.notice
    again = Stepper(path, "ru")
    assert (again.step, again.go(2).game.state) == (0, stepper.forward().game.state)
    assert stepper.load(path).notice == "Открыто: «спор.yaml». Решений впереди: 2."
    assert stepper.load(tmp_path / "нет.yaml").notice
    assert stepper.save(tmp_path / "нет" / "x.yaml").notice


@pytest.mark.parametrize(
    ("text", "where", "ru", "en"),
    [
        (
            "title: The wall\nactions: {F: {by: A}}\nplay: [A declares F, both pass]",
            "f.yaml",
            "«The wall»",
            "“The wall”",
        ),
        ("actions: {F: {by: A}}\nplay: [A declares F, both pass]", "f.yaml", "«f.yaml»", "“f.yaml”"),
        ("actions: {F: {by: A}}\nplay: [A declares F, both pass]", "", "текст", "the text"),
    ],
)
def test_opening_a_text_says_what_was_opened_where_one_goes_on(text: str, where: str, ru: str, en: str) -> None:
    """Beside the buttons, to which the browser goes; not beside the text, which may be far below."""
    told = {"ru": f"Открыто: {ru}. Решений впереди: 4.", "en": f"Opened: {en}. Decisions ahead: 4."}
    for lang, said in told.items():
        stepper = Stepper(game(), lang).load(text, where)
        shown = regions(stepper)
        assert stepper.notice == words(shown["notice"]) == html.unescape(shown["live"]) == said
        assert "bfs-notice" not in shown["files"]
        assert stepper.forward().notice == ""


def test_a_position_that_is_opened_says_so() -> None:
    given = game().position
    assert Stepper(game(), "en").load(given).notice == "Opened: the text. Decisions ahead: 0."


@pytest.mark.parametrize(("lang", "cited"), [("ru", "сценарий"), ("en", "scenario")])
def test_what_the_scenario_forbids_cites_it_and_says_nothing_twice(lang: str, cited: str) -> None:
    stepper = Stepper(game(), lang).declare("крик")
    shown = regions(stepper)["choices"]
    button = next(one for one in re.findall(r"<button.*?</button>", shown, re.DOTALL) if 'data-name="крик"' in one)
    refused = stepper.game.why_not("крик")
    assert refused is not None
    assert refused.clause == "scenario"
    told = words(button)
    assert told.endswith(f"{refused.reason(lang)} {cited}")
    assert told.count(refused.reason(lang).partition(":")[0]) == 1


def test_what_comes_next_has_its_place_whether_there_is_anything_or_not() -> None:
    stepper = Stepper(game(), "en").pass_priority()
    place = '<p class="bfs-ahead"'
    assert regions(stepper)["history"].count(place) == regions(stepper.back())["history"].count(place) == 1
    assert 'title="next on the line: A passes">next on the line: A passes</p>' in regions(stepper)["history"]


def test_what_a_scenario_expects_is_shown_where_it_expects_it() -> None:
    text = "actions: {F: {by: A}}\nplay: [A declares F, expect: {queue: []}, A hands over, expect: {priority: B}]"
    stepper = Stepper(game(), "en").load(text)
    assert words(regions(stepper)["notice"]) == stepper.notice
    assert "bfs-bad" in regions(stepper.forward())["notice"]
    assert "not so" in words(regions(stepper)["notice"])
    assert "bfs-good" in regions(stepper.forward())["notice"]


def test_every_example_can_be_stepped_through() -> None:
    for name in list(example_paths())[::6]:
        stepper = Stepper(load_example(name), "ru")
        while stepper._stepping.at != stepper._stepping.path[-1]:
            stepper.forward()
        assert regions(stepper)["machine"]
        assert "bfs-bad" not in regions(stepper)["notice"]


# --- notebooks -------------------------------------------------------------------------------------------------------


def test_the_buttons_and_what_is_shown_without_them_stand_side_by_side() -> None:
    need_judge(None if find_spec("anywidget") else "no anywidget (pip install -e '.[test]')")
    stepper = Stepper(game(), "en").declare("щит")
    bundle = stepper._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "text/plain", "text/html"}
    assert bundle["text/plain"].startswith("B does not have priority; A has it. [303.1]\nTurn 1")
    assert "pip install" not in bundle["text/plain"]
    assert stepper._widget is not None
    stepper.declare("удар")
    assert stepper._widget.view == stepper.view()
    again = stepper._repr_mimebundle_()["application/vnd.jupyter.widget-view+json"]
    assert again == bundle["application/vnd.jupyter.widget-view+json"]


def test_the_widget_hands_over_what_the_browser_sends() -> None:
    need_judge(None if find_spec("anywidget") else "no anywidget (pip install -e '.[test]')")
    stepper = Stepper(game(), "en")
    stepper._repr_mimebundle_()
    widget = stepper._widget
    assert widget is not None
    widget._handle_custom_msg({"do": "declare", "name": "удар"}, [])
    assert stepper.step == 1
    widget._handle_custom_msg({"do": "nonsense"}, [])
    assert "nonsense" in stepper.notice


def test_an_empty_message_asks_for_nothing() -> None:
    need_judge(None if find_spec("anywidget") else "no anywidget (pip install -e '.[test]')")
    stepper = Stepper(game(), "en")
    stepper._repr_mimebundle_()
    widget = stepper._widget
    assert widget is not None
    widget._handle_custom_msg({"do": "declare", "name": "щит"}, [])
    before = widget.view
    widget._handle_custom_msg({}, [])
    assert stepper.notice.startswith("B does not have priority")
    assert widget.view is before


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("anywidget", "traitlets", "ipywidgets", "IPython"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from berserk_fsm import Game, SimpleStrike
from berserk_fsm.notebook import Stepper
for lang in ("ru", "en"):
    stepper = Stepper(Game([SimpleStrike("M", by="A", target="x")]), lang)
    first, second = (stepper.declare("M")._repr_mimebundle_() for _ in range(2))
    for bundle in (first, second):
        assert set(bundle) == {"text/plain", "text/html"}, set(bundle)
    for kind in first:
        assert "pip install" in first[kind] and "pip install" not in second[kind], kind
    print(stepper.back().forward().pass_priority().go(1).step, len(stepper.lines))
assert "anywidget" not in sys.modules
"""


def test_without_widgets_the_game_is_shown_and_said_once_what_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["1", "1", "1", "1"]


def test_an_answer_takes_less_than_a_tenth_of_a_second_in_a_long_game() -> None:
    stepper = Stepper(game(), "ru").declare("удар")
    for _ in range(120):
        stepper.pass_priority()
    stepper.view()
    taken = []
    for number, message in enumerate([{"do": "back"}, {"do": "forward"}, {"do": "go", "number": 60}] * 7):
        began = time.perf_counter()
        stepper.answer(message)
        assert stepper.view()["regions"]["history"], number
        taken.append(time.perf_counter() - began)
    assert stepper._stepping.length > 100
    assert statistics.median(taken) < 0.1


def test_decisions_name_their_players() -> None:
    stepper = Stepper(game(), "en").pass_priority("B")
    assert stepper.refused is not None
    assert stepper.refused.clause == "303.1"
    assert stepper.pass_priority("A").refused is None
    assert stepper._stepping.moment.decision == Decision("pass", "A")
