"""Scenarios written: short, readable, and equal when read again. And their mirror images."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from berserk_fsm.core.table import build_table
from berserk_fsm.core.values import PLAYERS, Action, Decision, Player, Point, Redirect, RuleEffect, Start
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.kinds import kinds
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.items import CLAIM_KINDS, ClaimItem, Condition, Expect, Item, Refuse, Say, Scenario, Until
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.sentences import BOTH_PASS
from berserk_fsm.scenario.writing import claim_text, dump_scenario, item_text, mirror, scenario_of

ENGLISH = """\
title: 'Dispute: who was first?'
cites: ["302.10", gap/512]
readings: {handover_counts_as_pass: true, reserve_at: declaration}
start: {active: B, phase: final, facts: [c1 open]}
actions:
  X: {by: A, kind: simple strike, target: c7, cost: [c1 open]}
  t: {by: B, on: {fix_target: X}, redirect: {of: X, to: c2}}
  n: {by: B, speed: slow, roll: true, block: X}
rule_effects:
  dies: {when: [c1_zero], remove: [c1_zero], add: [c1_dead]}
play:
  - A declares X
  - refused: {say: A passes, clause: "303.2"}
  - until: {step: {X: after_effect}}
  - expect: {priority: nobody, stack: [X], has_declared: false, turn: 1, targets: {X: c2}}
"""

RUSSIAN = """\
заголовок: 'Dispute: who was first?'
ссылки: ["302.10", gap/512]
прочтения: {передача считается пасом: да, резервирование: заявление}
начало: {активный: B, фаза: финальная, факты: [c1 open]}
игродействия:
  X: {чьё: A, вид: простой удар, цель: c7, цена: [c1 open]}
  t: {чьё: B, срабатывает: {определение цели: X}, перенаправляет: {что: X, на: c2}}
  n: {чьё: B, скорость: медленное, бросок: да, блокирует: X}
эффекты правил:
  dies: {условие: [c1_zero], убирает: [c1_zero], добавляет: [c1_dead]}
розыгрыш:
  - A заявляет X
  - отказ: {фраза: A пасует, пункт: "303.2"}
  - до: {этап: {X: завершение}}
  - ожидается: {приоритет: никто, стек: [X], заявлено: нет, ход: 1, цели: {X: c2}}
"""


def test_it_is_written_as_people_write_it() -> None:
    scenario = parse_scenario(ENGLISH)
    assert dump_scenario(scenario, "en") == ENGLISH
    assert dump_scenario(scenario, "ru") == RUSSIAN
    assert parse_scenario(RUSSIAN) == scenario


def test_defaults_are_left_out() -> None:
    text = "title: \nstart: {active: A, phase: main}\nactions: {F: {by: A, speed: fast, roll: false, add: []}}"
    assert dump_scenario(parse_scenario(text)) == "actions:\n  F: {by: A}\n"


def test_an_empty_table_is_a_file_too() -> None:
    assert dump_scenario(parse_scenario("title:")) == "actions: {}\n"
    assert dump_scenario(parse_scenario("title:"), "ru") == "игродействия: {}\n"


@pytest.mark.parametrize(
    "name",
    [
        "on",
        "null",
        "302.10",
        "a: b",
        "a #b",
        "- a",
        "[a",
        "'",
        '"',
        "*a",
        "!a",
        "да",
        "a,b",
        "{a}",
        "~",
        "?",
        "|",
        "%a",
    ],
)
def test_what_yaml_would_misread_is_quoted(name: str) -> None:
    table = build_table([Action(name, "A", target=name, cost=(name,))], profile=default_profile())
    scenario = scenario_of(table, [Decision("declare", "A", name)], {"targets": {name: name}}, title=name)
    for lang in ("en", "ru"):
        assert parse_scenario(dump_scenario(scenario, lang)) == scenario


def test_decisions_become_a_scenario() -> None:
    table = parse_scenario("actions: {F: {by: A}}").table
    scenario = scenario_of(table, [Decision("declare", "A", "F"), BOTH_PASS], {"stack": ("F",)}, title="Found")
    assert dump_scenario(scenario) == (
        "title: Found\nactions:\n  F: {by: A}\nplay:\n  - A declares F\n  - both pass\n  - expect: {stack: [F]}\n"
    )


def test_items_one_by_one() -> None:
    play = parse_scenario(ENGLISH).play
    assert [item_text(item) for item in play] == [line[4:] for line in ENGLISH.splitlines()[-4:]]
    assert [item_text(item, "ru") for item in play] == [line[4:] for line in RUSSIAN.splitlines()[-4:]]


# --- claims ------------------------------------------------------------------------------

CLAIMS = """\
actions:
  X: {by: A, target: c1}
  n: {by: B, block: X}
always:
  title: 'The block: on top'
  if: {executing: n}
  expect: {stack: [X, n], priority: A}
never:
  - {step: payment, priority: nobody}
  - if: {phase: main}
    expect: {active: B}
sometimes: {targets: {X: c1}, window: off_stack, has_declared: false}
"""

RUSSIAN_CLAIMS = """\
игродействия:
  X: {чьё: A, цель: c1}
  n: {чьё: B, блокирует: X}
всегда:
  заголовок: 'The block: on top'
  если: {выполняется: n}
  ожидается: {стек: [X, n], приоритет: A}
никогда:
  - {этап: оплата, приоритет: никто}
  - если: {фаза: главная}
    ожидается: {активный: B}
бывает: {цели: {X: c1}, окно: вне стека, заявлено: нет}
"""


def test_claims_are_written_as_people_write_them() -> None:
    scenario = parse_scenario(CLAIMS)
    assert dump_scenario(scenario, "en") == CLAIMS
    assert dump_scenario(scenario, "ru") == RUSSIAN_CLAIMS
    assert parse_scenario(RUSSIAN_CLAIMS) == scenario


def test_the_mirror_exchanges_the_players_in_claims() -> None:
    mirrored = (
        CLAIMS.replace("X: {by: A", "X: {by: b")
        .replace("n: {by: B", "n: {by: A")
        .replace("by: b", "by: B")
        .replace("priority: A", "priority: B")
        .replace("active: B", "active: A")
    )
    assert dump_scenario(mirror(parse_scenario(CLAIMS))) == "start: {active: B}\n" + mirrored


def test_a_claim_in_words_names_things_without_the_quotes_of_yaml() -> None:
    (claim,) = parse_scenario("actions: {'a: b': {by: A, target: c1}}\nnever: {stack: ['a: b']}").claims
    assert claim_text(claim) == "never: stack [a: b]"


# --- mirror ------------------------------------------------------------------------------


def test_the_mirror_exchanges_the_players_everywhere() -> None:
    text = (
        "start: {active: B}\nactions: {F: {by: A, roll: true}}\nplay:\n  - A declares F\n"
        "  - refused: {say: B passes, clause: '303.1'}\n  - expect: {priority: A, active: B, stack: [F]}\n"
        "  - until: {stack: empty}\n  - expect: {priority: nobody}\n  - both pass\n"
    )
    mirrored = (
        "start: {active: A}\nactions: {F: {by: B, roll: true}}\nplay:\n  - B declares F\n"
        "  - refused: {say: A passes, clause: '303.1'}\n  - expect: {priority: B, active: A, stack: [F]}\n"
        "  - until: {stack: empty}\n  - expect: {priority: nobody}\n  - both pass\n"
    )
    scenario = parse_scenario(text)
    assert mirror(scenario) == parse_scenario(mirrored)
    assert mirror(scenario).table.actions["F.roll"].by == "B"


@pytest.mark.parametrize(
    ("text", "mirrored"),
    [("A declares F", "B declares F"), ("A  заявил F.", "B заявляет F"), ("оба пасуют", "оба пасуют")],
)
def test_mirrored_sentences_keep_their_language(text: str, mirrored: str) -> None:
    (item,) = mirror(parse_scenario(f"actions: {{F: {{by: A}}}}\nplay: ['{text}']")).play
    assert isinstance(item, Say)
    assert item.text == mirrored


# --- any scenario --------------------------------------------------------------------------

PROFILE = default_profile()
# "\u0439" has a second spelling that YAML text is freed of; names made here are in the usual one already.
words = (
    st.text(
        st.characters(categories=("L", "N", "P", "S", "Zs"), exclude_characters="\u0300"),
        min_size=1,
        max_size=8,
    )
    .map(lambda text: unicodedata.normalize("NFC", text).strip())
    .filter(lambda text: text and text.isprintable() and not text.endswith((".roll", ".бросок")))
)
facts = st.lists(words, max_size=3, unique=True).map(tuple)
players: st.SearchStrategy[Player] = st.sampled_from(PLAYERS)


@st.composite
def actions(draw: st.DrawFn, names: list[str], effects: list[str]) -> list[Action]:
    """Actions of these names, some aimed at or triggered by earlier ones."""
    made: list[Action] = []
    for name in names:
        fields: dict[str, Any] = {key: draw(facts) for key in ("when", "requires", "cost", "add", "remove")}
        fields |= {"roll": draw(st.booleans()), "target": draw(st.none() | words)}
        aimed: bool = draw(st.booleans())
        if made and aimed:
            aim = draw(st.sampled_from(made)).name
            fields |= draw(st.sampled_from([{"block": aim}, {"redirect": Redirect(aim, draw(words))}]))
        points = [Point("payment", one.name) for one in made] + [Point("effect", one) for one in effects]
        points += [Point("fix_target", one.name) for one in made if one.target]
        points += [Point("dice_roll", one.name) for one in made if one.roll]
        points += [Point("after_effect", f"{one.name}.roll") for one in made if one.roll]
        points += [Point("phase", phase.id) for phase in PROFILE.phases]
        triggered: bool = draw(st.booleans())
        if triggered:
            fields["on"] = draw(st.sampled_from(points))
        else:
            fields["speed"] = draw(st.sampled_from(("slow", "fast")))
        kind = draw(st.none() | st.sampled_from(list(kinds().values())))
        if kind and set(kind.needs) <= {key for key in fields if fields[key]} and not (set(kind.forbids) & set(fields)):
            fields |= {"kind": kind.id} | {key: getattr(kind, key) for key in kind.fixed}
            if "on" in fields and fields.get("speed") == "slow":
                del fields["on"]
        made.append(Action(name, draw(players), **fields))
    return made


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    effect_names = draw(st.lists(words, max_size=2, unique=True))
    effects = [RuleEffect(name, draw(facts), draw(facts), draw(facts)) for name in effect_names]
    names = draw(st.lists(words, max_size=4, unique=True))
    phases = st.sampled_from([phase.id for phase in PROFILE.phases])
    start = Start(draw(players), draw(phases), draw(facts))
    table = build_table(draw(actions(names, effect_names)), effects, start, profile=PROFILE)
    readings = {
        id: draw(st.sampled_from([option.value for option in one.options])) for id, one in reading_definitions().items()
    }
    cites = draw(st.lists(st.sampled_from([*clauses(), "gap/512", "gap/305"]), max_size=3))
    play = tuple(draw(st.lists(items(list(table.actions), effect_names), max_size=5)))
    claimed = tuple(draw(claims(list(table.actions))))
    title = draw(st.just("") | words)
    return Scenario(title, tuple(cites), Readings.from_mapping(readings), table, play, claims=claimed)


def items(names: list[str], effects: list[str]) -> st.SearchStrategy[Item]:
    known = st.sampled_from(names) if names else st.nothing()
    some = st.lists(known, max_size=3).map(tuple) if names else st.just(())
    some_effects = st.lists(st.sampled_from(effects), max_size=2).map(tuple) if effects else st.just(())
    steps = st.sampled_from([step.id for step in PROFILE.steps])
    phases = st.sampled_from([phase.id for phase in PROFILE.phases])
    sentences = st.one_of(
        st.just(BOTH_PASS),
        st.builds(Decision, st.sampled_from(("pass", "hand_over")), players, st.none()),
        st.builds(Decision, st.just("declare"), players, known),
    )
    conditions = st.one_of(
        st.builds(Condition, st.just("left"), known),
        st.builds(Condition, st.just("step"), known, steps),
        st.just(Condition("stack")),
        st.builds(Condition, st.just("phase"), phases),
    )
    values = situations(names)
    values |= {"turn": st.integers(1, 99)} | dict.fromkeys(("left", "cancelled"), some)
    values |= dict.fromkeys(("rule_effects", "loops"), some_effects)
    expectations = st.fixed_dictionaries({}, optional=values).filter(bool)
    return st.one_of(
        st.builds(Say, sentences),
        st.builds(Until, conditions),
        st.builds(Expect, expectations),
        st.builds(Refuse, sentences, st.sampled_from([*clauses(), "scenario"])),
    )


def situations(names: list[str]) -> dict[str, st.SearchStrategy[Any]]:
    """What may be expected of a situation, by key."""
    known = st.sampled_from(names) if names else st.nothing()
    some = st.lists(known, max_size=3).map(tuple) if names else st.just(())
    steps = st.sampled_from([step.id for step in PROFILE.steps])
    values: dict[str, st.SearchStrategy[Any]] = {
        "active": players,
        "priority": st.none() | players,
        "phase": st.sampled_from([phase.id for phase in PROFILE.phases]),
        "executing": st.none() | known,
        "step": st.none() | steps,
        "window": st.none() | st.sampled_from(("phase", "step", "removal", "off_stack")),
        "passes": st.integers(0, 1),
        "has_declared": st.booleans(),
        "facts": facts,
        "no_facts": facts,
        "targets": st.dictionaries(known, words, max_size=2) if names else st.just({}),
    }
    return values | dict.fromkeys(("queue", "stack", "legal"), some)


def claims(names: list[str]) -> st.SearchStrategy[list[ClaimItem]]:
    """Claims in the order in which a scenario keeps them, with titles that tell them apart."""
    expectations = st.fixed_dictionaries({}, optional=situations(names)).filter(bool)
    made = st.builds(
        ClaimItem, st.sampled_from(CLAIM_KINDS), st.just("") | words, st.none() | expectations, expectations
    )
    some = st.lists(made, max_size=4, unique_by=lambda claim: claim.title or object())
    return some.map(lambda found: sorted(found, key=lambda claim: CLAIM_KINDS.index(claim.kind)))


quickly = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quickly
@given(scenarios(), st.sampled_from(("en", "ru")))
def test_what_is_written_reads_the_same(scenario: Scenario, lang: str) -> None:
    text = dump_scenario(scenario, lang)
    again = parse_scenario(text)
    assert again == scenario
    assert list(again.table.actions) == list(scenario.table.actions)
    assert list(again.table.rule_effects) == list(scenario.table.rule_effects)
    assert dump_scenario(again, lang) == text


@quickly
@given(scenarios())
def test_the_mirror_of_the_mirror_is_the_scenario(scenario: Scenario) -> None:
    assert mirror(mirror(scenario)) == scenario
    text = dump_scenario(mirror(scenario))
    assert parse_scenario(text) == mirror(scenario)
