"""The JSON Schema of scenario files says what the loader says, as far as a schema can."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import jsonschema
import pytest
from ruamel.yaml import YAML

from berserk_fsm.errors import InputError
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.schema import schema, schema_text
from berserk_fsm.scenario.template import template

BLOCKED = """\
title: A blocked action has no effect and is still paid for
cites: ["302.10", "302.12"]
start: {active: A, phase: main, facts: [scout_open, wall_open]}
actions:
  X: {by: A, speed: slow, target: wall, cost: [scout_open], add: [wall_wounded]}
  N: {by: B, speed: fast, cost: [wall_open], block: X}
play:
  - A declares X
  - A hands over
  - refused: {say: B declares N, clause: "302.10"}
  - B passes
  - A passes
  - A passes
  - B declares N
  - both pass
  - expect: {stack: [X, N]}
  - until: {stack: empty}
  - expect: {left: [N, X], no_facts: [wall_wounded, scout_open, wall_open]}
"""

RULE_EFFECTS = """\
title: Two deaths after one effect happen at once, before anyone may declare
cites: ["302.6", "302.7", "302.8", "303.8", "303.9"]
start: {active: A, phase: main, facts: [c1_alive, c2_alive]}
actions:
  X:  {by: A, speed: slow, target: c1, remove: [c1_alive, c2_alive], add: [c1_zero, c2_zero]}
  t:  {by: A, speed: fast, "on": {effect: c2_dies}}
  u:  {by: B, speed: fast, "on": {effect: c1_dies}}
rule_effects:
  c1_dies: {when: [c1_zero], remove: [c1_zero], add: [c1_dead]}
  c2_dies: {when: [c2_zero], remove: [c2_zero], add: [c2_dead]}
play:
  - A declares X
  - until: {step: {X: after_effect}}
  - expect: {rule_effects: [c1_dies, c2_dies], facts: [c1_dead, c2_dead], priority: A, legal: [t]}
  - A declares t
  - A hands over
  - expect: {priority: B, legal: [u]}
  - B declares u
  - B hands over
  - both pass
  - expect: {stack: [X, t, u], executing: u}
"""

RUSSIAN = """\
заголовок: Все виды записи
ссылки: [302.10, gap/512]
прочтения: {передача считается пасом: да, slow_active_only: false, резервирование: при заявлении}
начало: {активный: В, фаза: Главная фаза, факты: [7, рыцарь открыт]}
игродействия:
  удар: {чьё: А, вид: Простой_Удар, цель: c7, бросок: нет}
  Щит: {чье: B, скорость: Быстрое, срабатывает: {Определение_цели: удар}, блокирует: удар}
  орк: {кто: b, перенаправляет: {что: удар, куда: c2}, когда: [x]}
Эффекты_правил:
  гибель: {условие: [x], убирает: [x]}
  ничего:
розыгрыш:
  - А заявляет удар
  - а передает приоритет.
  - Оба игрока пасуют
  - до: {этап: {удар: после эффекта}}
  - пока не: {стек: пуст}
  - ожидается: {приоритет: , выполняется: ничего, ход: 1, пасы: 0, заявлено: нет, окно: вне_стека, цели: {}}
  - отказ: {фраза: В пасует, пункт: 303.1}
"""

CLAIMS = """\
title: What holds however it is played
actions: {X: {by: A}, N: {by: B, block: X}}
always: {priority: A, stack: [X]}
never:
  - {title: Nobody, expect: {priority: nobody}}
  - {если: {стек: [X]}, ожидается: {можно заявить: [], пасы: 1, заявлено: нет, цели: {X: c1}}}
sometimes: []
"""

validator = jsonschema.Draft202012Validator(schema())


def as_editors_see(text: str) -> Any:
    """YAML with numbers, booleans and nulls resolved, as an editor's schema check meets it."""
    return YAML(typ="safe", pure=True).load(StringIO(text))


def accepts(text: str) -> bool:
    return validator.is_valid(as_editors_see(text))  # type: ignore[no-any-return, unused-ignore]


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


def test_it_points_only_to_what_it_has() -> None:
    text = schema_text()
    named = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}
    assert named <= set(json.loads(text)["$defs"])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BLOCKED, id="blocked is still paid"),
        pytest.param(RULE_EFFECTS, id="rule effects run at once"),
        pytest.param(RUSSIAN, id="Russian, in many spellings"),
        pytest.param(CLAIMS, id="claims"),
        pytest.param(CLAIMS.replace("always", "Всегда").replace("sometimes: []", "Бывает:"), id="claims in Russian"),
        pytest.param(template("ru"), id="template in Russian"),
        pytest.param(template("en"), id="template in English"),
        pytest.param("title:\nactions:\nplay:\n", id="keys with nothing behind them"),
    ],
)
def test_what_the_loader_reads_it_accepts(text: str) -> None:
    parse_scenario(text)
    errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(as_editors_see(text))]
    assert errors == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("title:", "titel:", id="unknown key"),
        pytest.param("title:", "начало: {}\ntitle:", id="one key in both languages"),
        pytest.param('cites: ["302.10", "302.12"]', "cites: 302.10", id="cites no list"),
        pytest.param('"302.12"]', '"302.13"]', id="no such clause"),
        pytest.param('"302.12"]', "gap/51]", id="no such gap"),
        pytest.param("active: A", "active: C", id="no such player"),
        pytest.param("phase: main", "phase: lunch", id="no such phase"),
        pytest.param("facts: [scout_open, wall_open]", "facts: scout_open", id="facts no list"),
        pytest.param("facts: [scout_open, wall_open]", "facts: [[a]]", id="a fact that is a list"),
        pytest.param("start: {", "readings: {reserve_at: tomorrow}\nstart: {", id="no such value of a reading"),
        pytest.param("start: {", "readings: {reserved: execution}\nstart: {", id="no such reading"),
        pytest.param("X: {by: A, ", "X: {", id="an action that is nobody's"),
        pytest.param("speed: slow", "speed: quick", id="no such speed"),
        pytest.param("speed: slow", "speed: slow, roll: maybe", id="neither true nor false"),
        pytest.param("speed: slow", "kind: castling", id="no such kind"),
        pytest.param("block: X", "block: [X]", id="block a list"),
        pytest.param("block: X", "redirect: {of: X}", id="redirect without new target"),
        pytest.param("block: X", "on: {legality_check: X}", id="a step without trigger point"),
        pytest.param("block: X", "on: {payment: X, fix_target: X}", id="two trigger points"),
        pytest.param("block: X", "blokc: X", id="unknown key of an action"),
        pytest.param("- both pass", "- both wait", id="no sentence"),
        pytest.param("- both pass", "- A declares", id="a sentence without name"),
        pytest.param("- both pass", "- [both pass]", id="an item that is a list"),
        pytest.param("- both pass", "- wait: 1", id="unknown item"),
        pytest.param("{stack: empty}", "{stack: full}", id="until: no such stack"),
        pytest.param("{stack: empty}", "{step: {X: nap}}", id="until: no such step"),
        pytest.param("{stack: empty}", "{stack: empty, left: X}", id="until: two conditions"),
        pytest.param("{stack: [X, N]}", "{stack: X}", id="expect: stack no list"),
        pytest.param("{stack: [X, N]}", "{priority: C}", id="expect: no such player"),
        pytest.param("{stack: [X, N]}", "{turn: first}", id="expect: turn no number"),
        pytest.param("{stack: [X, N]}", "{window: open}", id="expect: no such window"),
        pytest.param("{stack: [X, N]}", "{}", id="expect: nothing"),
        pytest.param("say: B declares N, ", "", id="refused: nothing said"),
        pytest.param('clause: "302.10"', "clause: gap/512", id="refused: a gap"),
    ],
)
def test_it_refuses_what_the_loader_refuses(old: str, new: str) -> None:
    text = BLOCKED.replace(old, new, 1)
    assert text != BLOCKED
    with pytest.raises(InputError):
        parse_scenario(text)
    assert not accepts(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("{priority: A, stack: [X]}", "A", id="a text"),
        pytest.param("{priority: A, stack: [X]}", "{}", id="nothing"),
        pytest.param("{priority: A, stack: [X]}", "{turn: 1}", id="turn"),
        pytest.param("{priority: A, stack: [X]}", "{ушли: [X]}", id="left"),
        pytest.param("{priority: A, stack: [X]}", "{if: {cancelled: []}, expect: {passes: 0}}", id="cancelled"),
        pytest.param("{priority: A, stack: [X]}", "{if: {passes: 0}}", id="a condition alone"),
        pytest.param("{priority: A, stack: [X]}", "{if: {}, expect: {passes: 0}}", id="an empty condition"),
        pytest.param("{priority: A, stack: [X]}", "{title: x, passes: 0}", id="both forms"),
        pytest.param("{priority: A, stack: [X]}", "[[{passes: 0}]]", id="a list in a list"),
        pytest.param("{priority: A, stack: [X]}", "{step: nap}", id="no such step"),
        pytest.param("sometimes: []", "всегда: {passes: 0}", id="one key in both languages"),
    ],
)
def test_it_refuses_the_claims_the_loader_refuses(old: str, new: str) -> None:
    text = CLAIMS.replace(old, new, 1)
    assert text != CLAIMS
    with pytest.raises(InputError):
        parse_scenario(text)
    assert not accepts(text)


def test_it_refuses_an_empty_scenario() -> None:
    assert not accepts("{}")
    assert not accepts("[]")
