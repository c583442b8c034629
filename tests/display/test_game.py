"""A game shows itself: what stands there, in both languages, as HTML and in words that say the same."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from berserk_fsm import Action, Decision, Game, StepRecord
from berserk_fsm.display import (
    STYLE,
    bundle,
    cards_html,
    choices_html,
    game_html,
    game_text,
    machine_html,
    priority_html,
    record_html,
    show,
)
from tests.display.moments import EVERY, LANGS, MOMENTS, moment
from tests.display.reading import Page, words

FACTS: dict[str, tuple[str, ...]] = {
    "start": (
        "A (Active) has priority.",
        "Passes in a row: 0. [303.2, 303.7]",
        "✓ A declares strike — slow, target: wall",
    ),
    "declared": ("· strike (A) — queued · target: wall · just now", "A has declared in this hold. [303.6]"),
    "handed over": ("A has handed over. [303.4, 303.6]", "✗ parry, sidestep — “strike” is still in the queue"),
    "one pass": ("Passes in a row: 1.", "One more pass closes the window.", "second pass in a row"),
    "executing": ("▸ strike (A) — executing: Final choice of target", "Trigger point: “strike”", "Stack (top first):"),
    "redirected": ("suspended: Final choice of target · new target: gate", "Off the stack: + sidestep"),
    "trigger queued": ("Trigger point: “strike”, step “Final choice of target”. Over for: A. [303.4]",),
    "suspended": ("reserved: spring · just now", "· strike (A) — suspended: Final choice of target"),
    "effects applied": ("On the table: archer_open, spring, + wall_down", "Rule effects so far: + falls"),
    "turn over": ("Turn 2 › Initial phase", "B (Active) has priority."),
    "deactivated": (
        "The stack is deactivated: nobody may declare. [302.8]",
        "Nobody has priority; it is the turn of A.",
    ),
    "must declare": ("✗ A passes — A still has a triggered action that must be declared: t. [303.4]",),
    "loaded": ("Window of the step “Working out and applying the effect”.", "✓ A passes — B gets priority"),
}
RUSSIAN: dict[str, tuple[str, ...]] = {
    "start": ("Приоритет у A (Активный игрок).", "Пасов подряд: 0.", "✓ A заявляет strike — медленное, цель: wall"),
    "declared": ("в очереди · цель: wall · только что", "A уже заявил в этом владении."),
    "handed over": ("A передал приоритет.", "«strike» ещё в очереди заявок"),
    "one pass": ("Пасов подряд: 1.", "Ещё один пас закроет окно."),
    "executing": ("выполняется: Окончательное определение цели", "Стек (верхнее — первым):"),
    "redirected": ("новая цель: gate", "Покинули стек: + sidestep"),
    "trigger queued": ("Уже пройдена: A. [303.4]",),
    "suspended": ("зарезервировано: spring", "приостановлено: Окончательное определение цели"),
    "effects applied": ("На столе: archer_open, spring, + wall_down", "Сработали эффекты правил: + falls"),
    "turn over": ("Ход 2 › Начальная фаза", "Приоритет у B (Активный игрок)."),
    "deactivated": ("Стек деактивирован: заявлять нельзя никому. [302.8]", "Приоритет ни у кого; ход игрока A."),
    "must declare": ("✗ A пасует — ",),
    "loaded": ("Окно этапа «Расчёт и применение эффекта».",),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_what_is_said(name: str) -> None:
    """At each moment both languages say what a judge asks first."""
    game = moment(name)
    for lang, said in (("en", FACTS[name]), ("ru", RUSSIAN[name])):
        text = game_text(game, lang)
        assert [one for one in said if one not in text] == [], text


@pytest.mark.parametrize("lang", LANGS)
def test_the_way_names_no_state_twice_in_a_row(lang: str) -> None:
    """The only state inside another may have its name: it is told once."""
    game, ways = moment("one pass"), set()
    game.begin(Decision("pass", "A"))
    while not game.settled:
        ways.add(game_text(game, lang).splitlines()[0])
        game.micro_step()
    assert len(ways) > 3
    for way in ways:
        names = way.split(" › ")
        assert all(one != other for one, other in pairwise(names)), way


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_html_and_words_say_the_same(name: str, lang: str) -> None:
    """Every word, name, number and clause of the HTML is in the plain text as often, and the other way round."""
    shown = bundle(moment(name), lang)
    assert words(Page(shown["text/html"]).text) == words(shown["text/plain"])


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_what_may_be_done_is_what_the_game_offers(name: str, lang: str) -> None:
    """Exactly the legal declarations are offered; all that is refused is shown with the clause that refuses it."""
    game = moment(name)
    lines = game_text(game, lang).splitlines()
    offered = [line for line in lines if line.startswith("  ✓ ")]
    assert len(offered) == len(game.legal_actions) + (game.settled and game.why_not_pass() is None)
    for action in game.legal_actions:
        assert sum(f" {action} — " in line for line in offered) == 1
    refused = [line for line in lines if line.startswith("  ✗ ")]
    for action in game.table.actions:
        why = game.why_not(action) if game.settled and not game.table.rolls(action) else None
        if why is not None and action not in game.state.declared:
            assert any(action in line and line.endswith(f"{why.reason(lang)} [{why.clause}]") for line in refused)


def swapped(text: str) -> str:
    """The text with the players changed over."""
    return re.sub(r"\b[AB]\b", lambda player: "B" if player.group() == "A" else "A", text)


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_nobody_is_favoured(name: str, lang: str) -> None:
    """With the players changed over, everything is the same but their letters."""
    assert game_html(moment(name, "B"), lang) == swapped(game_html(moment(name, "A"), lang))


def test_what_is_untold_without_history() -> None:
    """A position that was loaded has no last step, and nobody pretends to know why its holder has priority."""
    played, loaded = game_text(moment("suspended"), "en"), game_text(moment("loaded"), "en")
    assert "The last step: B passes" in played
    assert "The last step" not in loaded
    assert "just now" not in loaded
    assert record_html(moment("loaded"), "en") == ""


def test_an_earlier_step_can_be_marked() -> None:
    """The step that is given is told and marked, and is not called the last one."""
    game = moment("executing")
    first = game.history[1]
    text = game_text(game, "en", record=first)
    assert "The step: A declares strike" in text
    assert "Transitions of this step: declare slow." in text
    assert "The last step: A passes" in game_text(game, "en")


def test_a_half_done_step_is_not_the_last_one() -> None:
    """Between micro-steps the step before is no longer told; the one that goes on can be given."""
    game = moment("deactivated")
    assert "The last step" not in game_text(game, "en")
    micro = game.micro_step()
    assert micro is not None
    assert "The step" in game_text(game, "en", record=StepRecord(None, (micro,)))


@pytest.mark.parametrize("lang", LANGS)
def test_the_fragments_are_the_whole(lang: str) -> None:
    """The fragments together have every word of the whole game, each in an element of its own."""
    game = moment("trigger queued")
    parts = [
        priority_html(game, lang),
        cards_html(game, lang),
        record_html(game, lang),
        choices_html(game, lang),
        machine_html(game, lang),
    ]
    for part in parts:
        tag, attributes = Page(part).elements[0]
        assert tag == "div"
        assert "berserk-fsm" in attributes["class"].split()
        assert attributes["lang"] == lang
    assert sum((words(Page(part).text) for part in parts), words("")) == words(game_text(game, lang))


def test_the_style_sheet_comes_with_a_bundle_only() -> None:
    """Whoever puts fragments together brings the style sheet once; what a notebook shows brings it along."""
    game = moment("start")
    assert bundle(game, "en")["text/html"].startswith(f"<style>{STYLE}</style>")
    assert "<style" not in game_html(game, "en")


def test_every_rule_of_the_style_sheet_is_about_displays() -> None:
    """Nothing else on a page changes: every selector begins in an element of the package, and nothing is fetched."""
    flat = re.sub(r"@media[^{]*\{", "", STYLE)
    selectors = [one for rule in re.findall(r"([^{}]+)\{", flat) for one in re.split(r",(?![^(]*\))", rule)]
    assert len(selectors) > 80
    scope = re.compile(r'(\[data-jp-theme-light="(true|false)"\] |\.vscode-(light|dark) )?\.berserk-fsm\b')
    assert [one for one in selectors if not scope.match(one.strip())] == []
    assert "url(" not in STYLE
    assert "@import" not in STYLE
    assert "</" not in STYLE


def test_colours_exist_for_light_and_dark() -> None:
    """Every colour that is used is defined for both grounds."""
    used = set(re.findall(r"var\((--bf-[\w-]+)\)", STYLE))
    grounds = re.findall(r"\{((?:--bf-[\w-]+:#\w+;)+)\}", STYLE)
    assert len(grounds) == 4
    assert [used - set(re.findall(r"(--bf-[\w-]+):", ground)) for ground in grounds] == [set()] * 4


def test_a_game_is_not_large() -> None:
    """Stored outputs of notebooks stay readable as files: a game is at most 60 KB."""
    sizes = {name: len(bundle(moment(name), "ru")["text/html"].encode()) for name in MOMENTS}
    assert max(sizes.values()) < 60_000, sizes


def test_show_speaks_the_language_asked_for() -> None:
    """`show` chooses the language, its text is its repr, and it shows the same in a notebook."""
    game = Game([Action("M", by="A", speed="slow")])
    russian = show(game, "ru")
    assert repr(russian) == str(russian) == russian.text == game_text(game, "ru")
    assert russian._repr_mimebundle_() == bundle(game, "ru")
    assert russian.html == bundle(game, "ru")["text/html"]
    assert show(game, "en").text == game_text(game, "en")
