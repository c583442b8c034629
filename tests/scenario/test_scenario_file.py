"""Scenario files: what they say, in two languages, and every way to be wrong.

Every error is one line, ``FILE:LINE: what is wrong and what was expected``, in English and Russian.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from berserk_fsm.core.values import Action, Decision, Point, Redirect, RuleEffect, Start
from berserk_fsm.errors import InputError, ReadingError
from berserk_fsm.rules.profiles import Profile, default_profile, load_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.keys import GROUPS, phases_of, points_of, steps_of
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import (
    BOTH_PASS,
    ClaimItem,
    Condition,
    Expect,
    Refuse,
    Say,
    Scenario,
    Until,
    load_scenario,
    parse_scenario,
)
from berserk_fsm.scenario.template import template
from berserk_fsm.scenario.writing import dump_scenario, mirror

ENGLISH = """\
title: Everything once
cites: ["302.10", gap/512]
readings: {handover_counts_as_pass: true, reserve_at: declaration}
start: {active: B, phase: initial, facts: [c1_open]}
actions:
  X: {by: A, speed: slow, target: c7, roll: true,
      when: [w], requires: [r], cost: [c], add: [a], remove: [b]}
  t: {by: B, on: {fix_target: X}}
  c: {by: B, on: {after_effect: X.roll}}
  p: {by: A, on: {phase: main}}
  e: {by: A, on: {effect: dies}}
  n: {by: B, block: X}
  r: {by: B, redirect: {of: X, to: c2}}
rule_effects:
  dies: {when: [c1_zero], remove: [c1_zero], add: [c1_dead]}
play:
  - A declares X
  - A hands over
  - B passes
  - both pass
  - until: {left: X}
  - until: {step: {X: payment}}
  - until: {stack: empty}
  - until: {phase: final}
  - expect: {active: A, priority: nobody, phase: main, turn: 1, queue: [], stack: [X, X.roll], executing: X,
             step: dice_roll, window: off_stack, passes: 0, has_declared: false, facts: [c1_open],
             no_facts: [c1_dead], legal: [n], left: [], cancelled: [t], rule_effects: [dies], loops: [],
             targets: {X: c2}}
  - refused: {say: B declares n, clause: "302.10"}
"""

RUSSIAN = """\
название: Everything once
пункты: ["302.10", gap/512]
прочтения: {передача считается пасом: да, резервирование: при заявлении}
начало: {активный игрок: В, фаза: начальная, факты: [c1_open]}
игродействия:
  X: {чьё: А, скорость: медленное, цель: c7, бросок: да,
      условие: [w], требует: [r], цена: [c], добавляет: [a], убирает: [b]}
  t: {чье: В, срабатывает: {окончательное определение цели: X}}
  c: {кто: B, срабатывает: {завершение: X.бросок}}
  p: {игрок: A, срабатывает: {фаза: главная фаза}}
  e: {чьё: A, срабатывает: {эффект правил: dies}}
  n: {чьё: B, блокирует: X}
  r: {чьё: B, перенаправляет: {что: X, на: c2}}
Эффекты_правил:
  dies: {когда: [c1_zero], убирает: [c1_zero], добавляет: [c1_dead]}
розыгрыш:
  - А заявляет X
  - А передает приоритет
  - В пасует
  - Оба пасуют.
  - до: {покинуло стек: X}
  - до: {этап: {X: Оплата}}
  - до: {стек: пуст}
  - пока не: {фаза: финальная}
  - ожидается: {активный: А, приоритет: никто, фаза: главная, ход: 1, очередь: [], стек: [X, X.бросок],
                выполняется: X, этап: бросок кубика, окно: вне стека, пасы: 0, заявлено: нет,
                факты: [c1_open], нет_фактов: [c1_dead], можно заявить: [n], покинули стек: [], отменены: [t],
                эффекты правил: [dies], повторы: [], цели: {X: c2}}
  - отказ: {фраза: В заявляет n, пункт: 302.10}
"""


def parse(text: str) -> Scenario:
    return parse_scenario(text, "f.yaml")


# --- what a file says ------------------------------------------------------------------


def test_a_file_with_everything() -> None:
    scenario = parse(ENGLISH)
    assert scenario.title == "Everything once"
    assert scenario.cites == ("302.10", "gap/512")
    assert scenario.readings == Readings(handover_counts_as_pass=True, reserve_at="declaration")
    assert scenario.table.start == Start("B", "initial", ("c1_open",))
    assert dict(scenario.table.actions) == {
        "X": Action("X", "A", "slow", "c7", True, ("w",), ("r",), ("c",), ("a",), ("b",)),
        "X.roll": Action("X.roll", "A", kind="die_roll"),
        "t": Action("t", "B", on=Point("fix_target", "X")),
        "c": Action("c", "B", on=Point("after_effect", "X.roll")),
        "p": Action("p", "A", on=Point("phase", "main")),
        "e": Action("e", "A", on=Point("effect", "dies")),
        "n": Action("n", "B", block="X"),
        "r": Action("r", "B", redirect=Redirect("X", "c2")),
    }
    assert dict(scenario.table.rule_effects) == {
        "dies": RuleEffect("dies", when=("c1_zero",), remove=("c1_zero",), add=("c1_dead",))
    }
    assert scenario.play == (
        Say(Decision("declare", "A", "X")),
        Say(Decision("hand_over", "A")),
        Say(Decision("pass", "B")),
        Say(BOTH_PASS),
        Until(Condition("left", "X")),
        Until(Condition("step", "X", "payment")),
        Until(Condition("stack")),
        Until(Condition("phase", "final")),
        Expect(
            {
                "active": "A",
                "priority": None,
                "phase": "main",
                "turn": 1,
                "queue": (),
                "stack": ("X", "X.roll"),
                "executing": "X",
                "step": "dice_roll",
                "window": "off_stack",
                "passes": 0,
                "has_declared": False,
                "facts": ("c1_open",),
                "no_facts": ("c1_dead",),
                "legal": ("n",),
                "left": (),
                "cancelled": ("t",),
                "rule_effects": ("dies",),
                "loops": (),
                "targets": {"X": "c2"},
            }
        ),
        Refuse(Decision("declare", "B", "n"), "302.10"),
    )


def test_russian_means_the_same() -> None:
    assert parse(RUSSIAN) == parse(ENGLISH)


def test_every_word_has_a_russian_spelling() -> None:
    for group in GROUPS:
        for word in group:
            assert word.ru, f"{group.id}: {word.id}"
            assert word.about.ru
            assert word.about.en
            assert all(group.find(spelling) == word.id for spelling in (word.id, *word.ru))


def test_every_item_knows_its_line_and_sentences_their_text() -> None:
    play = parse("actions: {F: {by: A}}\nplay:\n  - A  заявляет F.\n\n  - until:\n      stack: empty\n").play
    assert [item.line for item in play] == [3, 5]
    assert isinstance(play[0], Say)
    assert play[0].text == "A  заявляет F."


def test_what_may_be_left_out() -> None:
    scenario = parse("actions:\n  F: {by: A}\n")
    assert (scenario.title, scenario.cites, scenario.play) == ("", (), ())
    assert scenario.readings == Readings()
    assert scenario.table.start == Start("A", "main", ())
    assert scenario.table.actions["F"] == Action("F", "A", speed="fast")
    assert parse("title: only a title").table.actions == {}
    assert parse("title:\ncites:\nactions:\nstart: {facts: }\nplay:\nrule_effects:\nreadings:\n").play == ()


def test_a_fact_that_stands_twice_counts_once() -> None:
    assert parse("start: {facts: [a, b, a]}").table.start.facts == ("a", "b")


@pytest.mark.parametrize("name", ["NULL", "nobody", "никто"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_an_action_called_like_nothing_is_expected_to_be_executing(name: str, lang: str) -> None:
    """Under ``executing`` a name of the table is that action, whatever word for nothing it looks like."""
    play = f"A declares {name}, until: {{step: {{{name}: apply_effect}}}}, expect: {{executing: {name}}}"
    text = f"actions: {{{name}: {{by: A}}}}\nplay: [{play}]"
    scenario = parse_scenario(text)
    turnout = play_scenario(scenario, engine="table")
    assert turnout.ok
    assert turnout.game.state.executing == name
    assert parse_scenario(dump_scenario(scenario, lang)).play == scenario.play
    nothing = parse_scenario(text.replace(f"executing: {name}", "executing: ~"))
    assert not play_scenario(nothing, engine="table").ok


@pytest.mark.parametrize("text", ["null", "~", "", "nobody", "никто", "ничего"])
def test_nobody_and_nothing(text: str) -> None:
    (item,) = parse(f"play:\n  - expect: {{priority: {text}, executing: {text}, step: {text}}}").play
    assert isinstance(item, Expect)
    assert dict(item.values) == {"priority": None, "executing": None, "step": None}


@pytest.mark.parametrize("clause", ["scenario", "сценарий"])
def test_a_refusal_may_be_the_scenarios_own(clause: str) -> None:
    (item,) = parse(f"actions: {{F: {{by: A}}}}\nplay:\n  - refused: {{say: A declares F, clause: {clause}}}").play
    assert item == Refuse(Decision("declare", "A", "F"), "scenario")


def test_numbers_are_no_numbers() -> None:
    """``302.10`` stays what it is, also without quotes."""
    assert parse("cites: [302.10]").cites == ("302.10",)


# --- claims ------------------------------------------------------------------------------

CLAIMS = """\
sometimes:
  - {stack: [X]}
always: {title: The shield lies on top, if: {executing: n}, expect: {stack: [X, n], no_facts: [won]}}
never:
  - {step: payment, priority: nobody}
  -
    if: {phase: initial}
    expect: {has_declared: true, targets: {X: c1}}
"""

RUSSIAN_CLAIMS = """\
иногда:
  стек: [X]
никогда:
  - {этап: оплата, приоритет: никто}
  - {если: {фаза: начальная}, ожидаем: {заявлено: да, цели: {X: c1}}}
Всегда: {название: The shield lies on top, если: {выполняется: n}, то: {стек: [X, n], нет фактов: [won]}}
"""


def test_claims() -> None:
    """First always, then never, then sometimes, whatever their order in the file."""
    assert parse(TABLE + CLAIMS).claims == (
        ClaimItem(
            "always",
            "The shield lies on top",
            {"executing": "n"},
            {"stack": ("X", "n"), "no_facts": ("won",)},
        ),
        ClaimItem("never", "", None, {"step": "payment", "priority": None}),
        ClaimItem("never", "", {"phase": "initial"}, {"has_declared": True, "targets": {"X": "c1"}}),
        ClaimItem("sometimes", "", None, {"stack": ("X",)}),
    )


def test_russian_claims_mean_the_same() -> None:
    assert parse(TABLE + RUSSIAN_CLAIMS) == parse(TABLE + CLAIMS)
    assert parse(TABLE + CLAIMS) != parse(TABLE)


def test_claims_know_their_lines() -> None:
    assert [claim.line for claim in parse(TABLE + CLAIMS).claims] == [5, 7, 9, 4]


def test_claims_may_be_left_empty() -> None:
    assert parse("always:\nnever: []\nsometimes:\n").claims == ()
    assert parse("always: {title: , expect: {priority: A}}").claims == (
        ClaimItem("always", "", None, {"priority": "A"}),
    )


def test_a_play_does_not_look_at_claims() -> None:
    turnout = play_scenario(parse(TABLE + "never: {priority: A}\nplay: [A declares X]"))
    assert turnout.ok


# --- kinds of action (302.5) -------------------------------------------------------------


def action(keys: str) -> Action:
    return parse(f"actions:\n  X: {{by: A, {keys}}}\n  Y: {{by: B, target: c1}}").table.actions["X"]


def test_a_kind_brings_what_everyone_knows() -> None:
    assert action("вид: простой удар, цель: c1") == Action(
        "X", "A", speed="slow", roll=True, target="c1", kind="simple_strike"
    )
    assert action("kind: movement").speed == "slow"
    assert action("kind: assigning a defender, redirect: {of: Y, to: c2}").speed == "fast"


def test_what_a_kind_does_not_fix_may_be_said_otherwise() -> None:
    assert action("kind: simple strike, target: c1, roll: false").roll is False


# --- rolls -------------------------------------------------------------------------------


def test_an_action_may_really_be_called_so() -> None:
    table = parse("actions: {X: {by: A, roll: да}, X.бросок: {by: B}, n: {by: B, block: X.бросок}}").table
    assert table.actions["n"].block == "X.бросок"


# --- readings ----------------------------------------------------------------------------


def test_readings_given_from_outside_win() -> None:
    text = "readings: {reserve_at: declaration, slow_active_only: нет}"
    scenario = parse_scenario(text, readings_override={"reserve_at": "execution"})
    assert scenario.readings == Readings(slow_active_only=False)
    with pytest.raises(ReadingError, match="tomorrow"):
        parse_scenario(text, readings_override={"reserve_at": "tomorrow"})


# --- another profile -----------------------------------------------------------------------


@pytest.fixture
def battle() -> Profile:
    """A turn of one phase, whose steps have names of their own."""
    steps = "".join(
        f"  - {{id: {id}, name: {{ru: {ru}, en: {id}}}, does: {does}, only_if: always, window: {window}, "
        f'trigger_point: {point}, clauses: ["302.12"], note: {{ru: нет, en: none}}}}\n'
        for id, ru, does, window, point in (
            ("strike", "Удар", "apply_effect", "before", "always"),
            ("payment", "Плата", "pay", "none", "never"),
            ("removal", "Плата", "remove", "after", "never"),
        )
    )
    return load_profile(
        "id: battle\nname: {ru: Бой, en: Battle}\nsource: [gap/512]\nmain_phase: fight\nfast_phases: []\n"
        f'phases:\n  - {{id: fight, name: {{ru: Схватка, en: Fight}}, clauses: ["302.6"]}}\nsteps:\n{steps}'
    )


def test_phases_and_steps_come_from_the_profile(battle: Profile) -> None:
    text = "actions: {X: {by: A}, t: {by: B, on: {УДАР: X}}}\nplay: [до: {фаза: схватка}]"
    scenario = parse_scenario(text, profile=battle)
    assert scenario.table.start.phase == "fight"
    assert scenario.table.actions["t"].on == Point("strike", "X")
    assert scenario.play == (Until(Condition("phase", "fight")),)
    with pytest.raises(InputError, match="'main' is no phase; expected fight"):
        parse_scenario("start: {phase: main}", profile=battle)


def test_two_steps_of_one_name_keep_their_ids(battle: Profile) -> None:
    steps = steps_of(battle)
    assert [steps.find(text) for text in ("оплата", "плата", "removal")] == ["payment", "payment", "removal"]
    assert points_of(battle).ids == ("strike", "phase", "effect")
    assert phases_of(default_profile()).find("Начальная фаза") == "initial"


# --- every way to be wrong ------------------------------------------------------------------

TABLE = "actions: {X: {by: A, target: c1}, n: {by: B, block: X}}\nrule_effects: {dies: {add: [d]}}\n"

# fmt: off
WRONG = [
    # the file
    pytest.param("", 1, "empty", "пуст", id="empty file"),
    pytest.param("# only this\n", 1, "empty", "пуст", id="only a comment"),
    pytest.param("{}", 1, "the scenario is empty", "сценарий пуст", id="no key"),
    pytest.param("- A passes", 1, "keys with values were expected", "ожидались ключи", id="a list"),
    pytest.param("A passes", 1, "keys with values were expected", "ожидались ключи", id="a text"),
    pytest.param("a: [b", 1, "',' or ']'", "«,» или «]»", id="not YAML"),
    # keys
    pytest.param("title: x\nplya: []", 2, "unknown key 'plya'; did you mean 'play'?", "«play»?",
                 id="unknown key"),
    pytest.param("title: x\nрозигрыш: []", 2, "did you mean 'розыгрыш'?", "«розыгрыш»?",
                 id="unknown Russian key"),
    pytest.param("zzz: 1", 1, "expected title | cites", "ожидалось заголовок | ссылки",
                 id="nothing near"),
    pytest.param("play: []\nplay: []", 2, "first on line 1", "впервые — строка 1", id="duplicate key"),
    pytest.param("play: []\n\nрозыгрыш: []", 3, "the key 'розыгрыш' means the same as 'play' on line 1",
                 "ключ «розыгрыш» значит то же, что «play» в строке 1", id="one key in both languages"),
    pytest.param("title: [a]", 1, "title: one text was expected here, not a list", "один текст",
                 id="title a list"),
    # cites
    pytest.param("cites: 302.1", 1, "a list was expected: [302.1]", "ожидался список: [302.1]",
                 id="no list"),
    pytest.param("cites: {a: b}", 1, "a list was expected", "ожидался список", id="keys for a list"),
    pytest.param("cites:\n - 302.1\n - 302.13", 3, "no clause '302.13'", "нет пункта «302.13»",
                 id="no clause"),
    pytest.param("cites: [gap/51]", 1, "no gap 'gap/51'", "нет пробела «gap/51»", id="no gap"),
    pytest.param("cites: [scenario]", 1, "no clause 'scenario'", "нет пункта",
                 id="scenario is no clause"),
    # readings
    pytest.param("readings: {reserv_at: x}", 1, "did you mean 'reserve_at'?", "«reserve_at»?",
                 id="no reading"),
    pytest.param("readings:\n  slow_active_only: yes", 2, "has no value 'yes'; expected: true, false",
                 "нет значения «yes»", id="no value of a reading"),
    pytest.param("readings: [a]", 1, "keys with values", "ключи со значениями", id="readings a list"),
    # start
    pytest.param("start: {active: C}", 1, "no player 'C'; expected A or B", "нет игрока «C»",
                 id="start: player"),
    pytest.param("start:\n  phase: mian", 2, "expected initial | main | final", "начальная | главная",
                 id="phase"),
    pytest.param("start: {fact: [a]}", 1, "did you mean 'facts'?", "«facts»?", id="start: unknown key"),
    pytest.param("start: {facts: a}", 1, "a list was expected: [a]", "ожидался список: [a]",
                 id="facts a text"),
    pytest.param("start: {facts: [[a]]}", 1, "one text was expected", "ожидался один текст",
                 id="fact a list"),
    pytest.param("start: {facts: ['']}", 1, "a value is missing", "не хватает значения", id="empty fact"),
    pytest.param("start:\n  facts: ['a\\nb', \"c\\td\"]", 2, "is no name", "не имя",
                 id="fact with a tab"),
    # actions
    pytest.param("actions: [X]", 1, "{X: {by: A}}", "{X: {by: A}}", id="actions a list"),
    pytest.param("actions:\n  X: fast", 2, "keys with values", "ключи со значениями",
                 id="an action a text"),
    pytest.param("actions:\n  X:\n    speed: slow", 2, "the key 'by' is missing", "нет ключа «by» (чьё)",
                 id="no by"),
    pytest.param("actions:\n  X:", 2, "the key 'by' is missing", "нет ключа «by»",
                 id="an action without keys"),
    pytest.param("actions:\n  X: {by: }", 2, "a value is missing", "не хватает значения", id="nobody's"),
    pytest.param("actions:\n  X: {by: A, cosst: [a]}", 2, "did you mean 'cost'?", "«cost»?",
                 id="unknown action key"),
    pytest.param("actions:\n  X: {by: A, speed: quick}", 2, "expected slow | fast", "медленное | быстрое",
                 id="speed"),
    pytest.param("actions:\n  X: {by: A, roll: maybe}", 2, "expected true | false", "да | нет",
                 id="roll"),
    pytest.param("actions:\n  X: {by: A,\n\n  target: [c]}", 4, "one text", "один текст",
                 id="target a list"),
    pytest.param("actions:\n  ' X': {by: A}", 2, "is no name", "не имя", id="name with a space in front"),
    pytest.param("actions:\n  X.roll: {by: A}", 2, "is kept for the roll", "занято", id="name of a roll"),
    pytest.param("actions:\n  n: {by: A, block: Y}", 2, "no action 'Y'", "нет игродействия 'Y'",
                 id="block nobody"),
    pytest.param("actions:\n  n: {by: A,\n   block: n}", 3, "refers to itself", "ссылается на себя",
                 id="block itself"),
    pytest.param("actions:\n  X: {by: A}\n  r: {by: A, redirect: {of: X}}", 3, "'to' is missing",
                 "нет ключа «to» (на)", id="to"),
    pytest.param("actions:\n  X: {by: A}\n  r: {by: A, redirect: X}", 3, "{of: …}", "{of: …}",
                 id="redirect a text"),
    pytest.param("actions:\n  X: {by: A}\n  r: {by: A, block: X,\n      redirect: {of: X, to: c}}", 4,
                 "not both", "не то и другое", id="block and redirect"),
    # trigger points
    pytest.param("actions:\n  t: {by: A, on: X}", 2, "{fix_target: X}", "{fix_target: X}",
                 id="on a text"),
    pytest.param("actions:\n  t: {by: A, on: {}}", 2, "exactly one trigger point", "ровно одна",
                 id="no point"),
    pytest.param("actions:\n  t: {by: A, on: {phase: main, effect: e}}", 2, "exactly one", "ровно одна",
                 id="two points"),
    pytest.param("actions:\n  X: {by: A}\n  t: {by: A, on: {legality_check: X}}", 3,
                 "unknown key 'legality_check'; expected fix_target |", "определение цели |",
                 id="a step without trigger point"),
    pytest.param("actions:\n  t: {by: A, on: {phase: lunch}}", 2, "no phase", "фаза",
                 id="point: no phase"),
    pytest.param("actions:\n  t: {by: A, on: {effect: e}}", 2, "no rule effect 'e'", "нет эффекта",
                 id="no effect"),
    pytest.param("actions:\n  t: {by: A, on: {payment: Y}}", 2, "no action 'Y'", "нет игродействия",
                 id="no action"),
    pytest.param("actions:\n  t: {by: A, on: {payment: t}}", 2, "itself", "на себя",
                 id="point of itself"),
    pytest.param("actions:\n  X: {by: A}\n  t: {by: A, on: {fix_target: X}}", 3, "no target", "нет цели",
                 id="no target"),
    pytest.param("actions:\n  X: {by: A}\n  t: {by: A, on: {dice_roll: X}}", 3, "rolls", "бросает",
                 id="no roll"),
    pytest.param("actions:\n  X: {by: A}\n  t: {by: A, speed: slow, on: {payment: X}}", 3, "never slow",
                 "медленной", id="slow"),
    # kinds
    pytest.param("actions:\n  X: {by: A, kind: moevment}", 2, "did you mean 'movement'?", "нет вида",
                 id="no kind"),
    pytest.param("actions:\n  X: {by: A, вид: двежение}", 2, "no kind", "может быть, «движение»?",
                 id="нет вида"),
    pytest.param("actions:\n  X: {by: A, kind: movement,\n      speed: fast}", 3, "always slow",
                 "всегда медленное", id="fixed speed"),
    pytest.param("actions:\n  X: {by: A, kind: movement, roll: true}", 2, "'roll: false'",
                 "«бросок: нет»", id="fixed roll"),
    pytest.param("actions:\n  X: {by: A, kind: simple strike}", 2, "needs the key 'target'", "нужен ключ «target»",
                 id="need"),
    pytest.param("actions:\n  Y: {by: B}\n  X: {by: A, kind: movement, block: Y}", 3,
                 "cannot have the key 'block'", "не бывает ключа «block»", id="forbidden"),
    # rule effects
    pytest.param("rule_effects: [a]", 1, "keys with values", "ключи со значениями",
                 id="rule effects a list"),
    pytest.param("rule_effects:\n  e: {whem: [a]}", 2, "did you mean 'when'?", "«when»?",
                 id="rule effect: key"),
    pytest.param("rule_effects:\n  e: {add: a}", 2, "a list was expected: [a]", "список: [a]",
                 id="add a text"),
    # play
    pytest.param("play: A passes", 1, "a list was expected: [A passes]", "ожидался список",
                 id="play a text"),
    pytest.param("play:\n  - [A passes]", 2, "a sentence, until, expect", "ожидалась фраза",
                 id="item a list"),
    pytest.param("play:\n  - A plays", 2, '"A declares X"', "«A заявляет X»", id="no sentence"),
    pytest.param("play:\n  - ", 2, "a value is missing", "не хватает значения", id="empty item"),
    pytest.param("play:\n  - wait: 1", 2, "expected until | expect | refused", "до | ожидается | отказ",
                 id="item"),
    pytest.param("play:\n  - {until: {stack: empty}, expect: {turn: 1}}", 2, "exactly one", "ровно один",
                 id="two"),
    pytest.param(TABLE + "play:\n  - A declares Y", 4, "no action 'Y'; expected X | n",
                 "нет игродействия", id="name"),
    pytest.param(TABLE + "play:\n  - A declares Х", 4, "mixes Latin and Cyrillic", "латинские",
                 id="Cyrillic Х"),
    pytest.param(TABLE + "play:\n  - A заявляет пас", 4, '"A passes"', "«A пасует»",
                 id="a pass is no action"),
    # until
    pytest.param("play:\n  - until: X", 2, "{left: …}", "{left: …}", id="until a text"),
    pytest.param("play:\n  - until:", 2, "exactly one key", "ровно один ключ", id="until nothing"),
    pytest.param("play:\n  - until: {left: X}", 2, "no action 'X'", "нет игродействия",
                 id="until: no action"),
    pytest.param("play:\n  - until: {stack: full}", 2, "expected empty", "ожидалось пуст",
                 id="until: stack"),
    pytest.param("play:\n  - until: {phase: lunch}", 2, "is no phase", "фаза", id="until: phase"),
    pytest.param(TABLE + "play:\n  - until: {step: X}", 4, "{X: fix_target}", "{X: fix_target}",
                 id="step a text"),
    pytest.param(TABLE + "play:\n  - until: {step: {X: nap}}", 4, "is no step", "этап",
                 id="until: no step"),
    pytest.param(TABLE + "play:\n  - until: {step: {X: payment, n: payment}}", 4, "exactly one action",
                 "ровно одно", id="2 steps"),
    # expect
    pytest.param("play:\n  - expect:", 2, "nothing is expected", "ничего не ожидается",
                 id="expect nothing"),
    pytest.param("play:\n  - expect: {prioirty: A}", 2, "did you mean 'priority'?", "«priority»?",
                 id="expect: key"),
    pytest.param("play:\n  - expect: {priority: C}", 2, "no player 'C'", "нет игрока",
                 id="expect: player"),
    pytest.param("play:\n  - expect: {active: null}", 2, "no player 'null'", "нет игрока",
                 id="someone is Active"),
    pytest.param("play:\n  - expect: {phase: null}", 2, "is no phase", "фаза", id="expect: phase"),
    pytest.param("play:\n  - expect: {step: nap}", 2, "is no step", "этап", id="expect: step"),
    pytest.param("play:\n  - expect: {window: open}", 2, "phase | step | removal", "фаза | этап",
                 id="expect: window"),
    pytest.param("play:\n  - expect: {turn: 0}", 2, "a number, from 1", "число, от 1",
                 id="expect: turn 0"),
    pytest.param("play:\n  - expect: {turn: first}", 2, "a number, from 1", "число, от 1",
                 id="expect: turn"),
    pytest.param("play:\n  - expect: {passes: 2}", 2, "a number, 0 or 1", "число, 0 или 1",
                 id="expect: passes"),
    pytest.param("play:\n  - expect: {has_declared: 0}", 2, "true | false", "да | нет",
                 id="expect: has_declared"),
    pytest.param("play:\n  - expect: {queue: X}", 2, "a list was expected: [X]", "список: [X]",
                 id="queue a text"),
    pytest.param("play:\n  - expect: {queue: [X]}", 2, "no action 'X'", "нет игродействия",
                 id="queue: name"),
    pytest.param(TABLE + "play:\n  - expect: {legal: [x]}", 4, "no action 'x'", "«x»",
                 id="names are exact"),
    pytest.param(TABLE + "play:\n  - expect: {executing: Y}", 4, "no action 'Y'", "«Y»",
                 id="executing: name"),
    pytest.param(TABLE + "play:\n  - expect: {loops: [die]}", 4, "did you mean 'dies'?", "«dies»?",
                 id="loops"),
    pytest.param("play:\n  - expect: {rule_effects: [e]}", 2, "the file has none", "таких нет",
                 id="no effects"),
    pytest.param(TABLE + "play:\n  - expect: {targets: {Y: c1}}", 4, "no action 'Y'", "«Y»",
                 id="targets: name"),
    pytest.param(TABLE + "play:\n  - expect: {targets: [X]}", 4, "{X: c1}", "{X: c1}",
                 id="targets a list"),
    # claims
    pytest.param("always: A passes", 1, "a claim or a list of claims was expected",
                 "ожидалось утверждение или список", id="claim a text"),
    pytest.param("always: {}", 1, "nothing is expected", "ничего не ожидается", id="claim nothing"),
    pytest.param("never:\n  - {}", 2, "nothing is expected", "ничего не ожидается", id="claim in a list nothing"),
    pytest.param("never:\n  - A", 2, "keys with values", "ключи со значениями", id="claim in a list a text"),
    pytest.param("never: [[{priority: A}]]", 1, "keys with values", "ключи", id="claim a list in a list"),
    pytest.param("sometimes: {prioirty: A}", 1, "did you mean 'priority'?", "«priority»?", id="claim: key"),
    pytest.param("sometimes: {priority: C}", 1, "sometimes.priority: there is no player 'C'", "нет игрока",
                 id="claim: player"),
    pytest.param("иногда:\n  приоритет: C", 2, "иногда.приоритет: there is no player", "нет игрока",
                 id="утверждение: игрок"),
    pytest.param("always: {if: {step: nap}, expect: {priority: A}}", 1, "always.if.step: 'nap' is no step",
                 "этап", id="claim: condition"),
    pytest.param("always: {if: {priority: A}}", 1, "the key 'expect' is missing", "нет ключа «expect» (ожидается)",
                 id="claim: a condition alone"),
    pytest.param("always: {if: , expect: {priority: A}}", 1, "nothing is expected", "ничего не ожидается",
                 id="claim: empty condition"),
    pytest.param("always: {title: x, priority: A}", 1, "unknown key 'priority'; expected title | if | expect",
                 "ожидалось заголовок | если | ожидается", id="claim: both forms"),
    pytest.param("always: {expect: {priority: A}, iff: {}}", 1, "did you mean 'if'?", "«if»?", id="claim: iff"),
    pytest.param("always: {title: [x], expect: {priority: A}}", 1, "one text", "один текст", id="claim: title a list"),
    pytest.param("always: {turn: 1}", 1, "expected active | priority", "ожидалось активный | приоритет",
                 id="claim: turn"),
    pytest.param(TABLE + "never:\n  - {ушли: [X]}", 4, "tells how it came about", "о том, что было", id="claim: left"),
    pytest.param(TABLE + "always: {if: {cancelled: []}, expect: {priority: A}}", 3, "always.if.cancelled",
                 "о том, что было", id="claim: cancelled"),
    pytest.param("always: {expect: {rule_effects: []}}", 1, "always.expect.rule_effects", "о том, что было",
                 id="claim: rule effects"),
    pytest.param("always: {loops: []}", 1, "always.loops", "о том, что было", id="claim: loops"),
    pytest.param(TABLE + "always: {legal: [x]}", 3, "no action 'x'", "«x»", id="claim: names are exact"),
    pytest.param("always:\n  - {title: x, expect: {passes: 0}}\nnever:\n  - {title: x, expect: {passes: 1}}", 4,
                 "the claim on line 2 is called 'x' too", "в строке 2 тоже зовётся «x»", id="claim: same title"),
    pytest.param("always:\n  - {title: always 2, expect: {passes: 0}}\n  - {passes: 1}", 3,
                 "the claim on line 2 is called 'always 2' too", "«always 2»", id="claim: a number for a title"),
    pytest.param("always: []\nвсегда: []", 2, "means the same as 'always'", "значит то же", id="claim: both"),
    # refused
    pytest.param("play:\n  - refused: A passes", 2, "{say: …}", "{say: …}", id="refused a text"),
    pytest.param("play:\n  - refused: {say: A passes}", 2, "'clause' is missing", "(пункт)",
                 id="no clause given"),
    pytest.param("play:\n  - refused: {clause: '303.2'}", 2, "'say' is missing", "(фраза)",
                 id="nothing said"),
    pytest.param("play:\n  - refused:\n      say: A passes\n      clause: 303.10", 4,
                 "no clause '303.10'", "пункта", id="clause"),
    pytest.param("play:\n  - refused: {say: A passes, clause: gap/512}", 2, "no clause 'gap/512'",
                 "нет пункта", id="a gap"),
    pytest.param("play:\n  - refused: {say: A waits, clause: '303.2'}", 2, "not understood", "непонятная",
                 id="said"),
]
# fmt: on


@pytest.mark.parametrize(("text", "line", "en", "ru"), WRONG)
def test_errors_are_one_line_with_the_place(text: str, line: int, en: str, ru: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    english, russian = caught.value.text("en"), caught.value.text("ru")
    assert english.startswith(f"f.yaml:{line}: ")
    assert russian.startswith(f"f.yaml:{line}: ")
    assert en in english
    assert ru in russian
    assert "\n" not in english + russian
    assert len(english) < 500


def test_errors_name_the_keys_as_written() -> None:
    with pytest.raises(InputError, match=r"f.yaml:1: игродействия.X.цена: a list was expected: \[c\]"):
        parse("игродействия: {X: {чьё: A, цена: c}}")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(ENGLISH, "utf-8")
    assert load_scenario(path) == parse(ENGLISH)
    assert load_scenario(path).where == str(path)
    assert load_scenario(str(path), {"reserve_at": "execution"}).readings.reserve_at == "execution"
    with pytest.raises(InputError, match="no such file"):
        load_scenario(tmp_path / "none.yaml")


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_template_is_a_scenario(lang: str) -> None:
    scenario = parse_scenario(template(lang))
    assert [type(item).__name__ for item in scenario.play].count("Say") >= 4
    assert len(template(lang).splitlines()) < 40
    assert all(len(line) <= 110 for line in template(lang).splitlines())


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_template_can_be_played_and_holds(lang: str) -> None:
    scenario = parse_scenario(template(lang))
    assert play_scenario(scenario).failures == ()
    assert play_scenario(mirror(scenario)).failures == ()


def test_both_templates_are_one_scenario() -> None:
    russian, english = parse_scenario(template("ru")), parse_scenario(template("en"))
    assert russian.cites == english.cites
    assert [type(item) for item in russian.play] == [type(item) for item in english.play]
    assert len(russian.table.actions) == len(english.table.actions)


ODD_WORDS = """
    St. ... . why? now! a, a: a; (a) [a] {a} #a &a *a !a %a @a «a» "a" “a” 'a' a" « a» null nobody никто ~
    pass пас passes empty ничего true нет on 1 302.10 1e3 0x1 A
"""
ODD_NAMES = (*ODD_WORDS.split(), "- a", "# a", "a: b", "both pass", "оба пасуют.", "A passes", "declares b")


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_action_is_meant_by_the_name_it_has(name: str) -> None:
    """The fault: “A declares St.” could not be said of an action called so. Every place that names one is tried."""
    text = {
        "actions": {name: {"by": "A", "target": "c"}, "B": {"by": "B", "on": {"fix_target": name}}},
        "play": [
            f"A declares {name}",
            {"refused": {"say": f"A заявляет {name}", "clause": "scenario"}},
            {"expect": {"queue": [name], "no_facts": [name]}},
            {"until": {"step": {name: "fix_target"}}},
            {"expect": {"executing": name, "targets": {name: "c"}}},
            {"until": {"left": name}},
            {"expect": {"left": [name], "executing": ""}},
        ],
    }
    scenario = parse_scenario(json.dumps(text, ensure_ascii=False))
    turnout = play_scenario(scenario, engine="table")
    assert turnout.ok, turnout.as_json()["failures"]
    for lang in ("ru", "en"):
        assert parse_scenario(dump_scenario(scenario, lang)).play == scenario.play
