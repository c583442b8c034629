"""Claims of a scenario file: the same expectations as in a play, of every situation in which a player decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm.explore.claims import claims_of, describes, is_so
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import reachable
from berserk_fsm.explore.report import Claim
from berserk_fsm.game import Game
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.examples import example_paths, load_example
from berserk_fsm.scenario.items import Expect
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import Scenario, parse_scenario
from tests.machine.walks import accepted

TABLE = """\
start: {facts: [scout_open]}
actions:
  bolt: {by: A, speed: slow, target: archer, cost: [scout_open], add: [archer_burnt]}
  shield: {by: B, block: bolt}
  mirror: {by: B, redirect: {of: bolt, to: wall}}
"""


def claimed(text: str, readings: Readings = Readings()) -> tuple[tuple[Claim, ...], Model]:  # noqa: B008
    scenario = parse_scenario(TABLE + text)
    model = Model(build_specification(None, readings), scenario.table)
    return claims_of(scenario, model), model


def holding(claim: Claim, model: Model) -> bool:
    held = [claim.holds(state) for state in reachable(model).decision_states]
    return {"always": all(held), "never": not any(held), "sometimes": any(held)}[claim.kind]


# --- what they are called and what they say ------------------------------------------------------------------


def test_they_are_called_by_title_or_by_kind_and_number() -> None:
    claims, _ = claimed(
        "sometimes: {stack: [bolt]}\n"
        "never: [{passes: 1, has_declared: true}, {title: Nobody, expect: {priority: nobody}}, {queue: [bolt, bolt]}]\n"
        "always: {if: {window: phase}, expect: {stack: []}}\n"
    )
    assert [(claim.id, claim.kind) for claim in claims] == [
        ("always 1", "always"),
        ("never 1", "never"),
        ("Nobody", "never"),
        ("never 3", "never"),
        ("sometimes 1", "sometimes"),
    ]


def test_a_titled_one_says_its_title_in_both_languages() -> None:
    (claim,), _ = claimed("always: {title: Всегда кто-то решает, expect: {phase: main}}")
    assert claim.id == claim.sentence.ru == claim.sentence.en == "Всегда кто-то решает"


@pytest.mark.parametrize(
    ("written", "en", "ru"),
    [
        (
            "always: {if: {step: fix_target}, expect: {priority: A}}",
            "always: if step fix_target, then priority A",
            "всегда: если этап определение цели, то приоритет A",
        ),
        (
            "never: {queue: [], stack: [bolt, shield], executing: nobody}",
            "never: queue empty, stack [bolt, shield], executing nobody",
            "никогда: очередь пуста, стек [bolt, shield], выполняется ничего",
        ),
        (
            "sometimes: {targets: {bolt: wall}, has_declared: false, passes: 0, priority: nobody, window: off_stack}",
            "sometimes: targets {bolt: wall}, has_declared false, passes 0, priority nobody, window off_stack",
            "бывает: цели {bolt: wall}, заявлено нет, пасы 0, приоритет никто, окно вне стека",
        ),
        (
            "бывает: {если: {нет фактов: [scout_open]}, ожидается: {факты: [archer_burnt], можно заявить: []}}",
            "sometimes: no_facts [scout_open] and with it facts [archer_burnt], legal nothing",
            "бывает: нет фактов [scout_open] и при этом факты [archer_burnt], можно заявить — ничего",
        ),
    ],
)
def test_an_untitled_one_says_its_keys(written: str, en: str, ru: str) -> None:
    (claim,), _ = claimed(written)
    assert claim.sentence.en == en
    assert claim.sentence.ru == ru


# --- what they mean ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("always: {phase: main}", False),
        ("always: {active: A}", True),
        ("always: {if: {queue: [bolt]}, expect: {phase: main}}", True),
        ("always: {if: {stack: [bolt]}, expect: {executing: bolt}}", True),
        ("always: {if: {stack: [bolt, shield]}, expect: {executing: shield}}", False),
        ("never: {stack: [shield]}", True),
        ("never: {stack: [bolt]}", False),
        ("never: {if: {queue: [bolt]}, expect: {legal: [mirror, shield]}}", True),
        ("never: {if: {stack: [bolt]}, expect: {legal: [mirror, shield]}}", False),
        ("sometimes: {targets: {bolt: wall}}", True),
        ("sometimes: {targets: {shield: wall}}", False),
        ("sometimes: {if: {phase: final}, expect: {facts: [scout_open]}}", True),
        ("sometimes: {if: {phase: final}, expect: {stack: [bolt]}}", False),
        ("sometimes: {if: {phase: initial}, expect: {phase: initial}}", False),
        ("sometimes: {facts: [archer_burnt], no_facts: [scout_open]}", True),
        ("sometimes: {window: removal, step: fix_target, targets: {bolt: wall}, legal: [shield]}", True),
    ],
)
def test_what_holds(written: str, expected: bool) -> None:
    (claim,), model = claimed(written)
    assert holding(claim, model) is expected


def test_a_condition_that_never_comes_about() -> None:
    """An ``always`` under it claims nothing, a ``sometimes`` does not happen."""
    never = "if: {phase: initial}, expect: {priority: B}"
    (always, impossible, sometimes), model = claimed(
        f"always: {{{never}}}\nnever: {{{never}}}\nsometimes: {{{never}}}\n"
    )
    assert holding(always, model)
    assert holding(impossible, model)
    assert not holding(sometimes, model)


def test_what_may_be_declared_depends_on_the_readings_of_the_model() -> None:
    text = "actions: {march: {by: A, speed: slow}, raid: {by: B, speed: slow}}\nsometimes: {legal: [raid]}"
    scenario = parse_scenario(text)
    for active_only in (True, False):
        model = Model(build_specification(None, Readings(slow_active_only=active_only)), scenario.table)
        (claim,) = claims_of(scenario, model)
        assert holding(claim, model) is not active_only


# --- one comparison, one description --------------------------------------------------------------------------


def _expectations(scenario: Scenario) -> Iterable[tuple[int, Expect]]:
    return ((step, item) for step, item in enumerate(scenario.play) if isinstance(item, Expect))


@pytest.mark.parametrize("name", list(example_paths())[::4])
def test_what_a_play_expects_is_so_in_its_state(name: str) -> None:
    """Each expectation of an example, taken as a claim about the state it was made in."""
    scenario = load_example(name)
    model = Model(build_specification(scenario.profile, scenario.readings), scenario.table)
    for step, item in _expectations(scenario):
        game = play_scenario(replace(scenario, play=scenario.play[:step]), engine="table").game
        assert is_so(model, game.state, item.values)
        assert not is_so(model, game.state, {**item.values, "passes": 1 - game.describe()["passes"]})


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_state_is_described_as_its_game_does(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(example_paths())[::5]))
    game = Game.from_scenario(example_paths()[name], engine="table")
    model = Model(game.specification, game.table)
    for _ in range(data.draw(st.integers(0, 12))):
        game.begin(data.draw(st.sampled_from(accepted(game))))
        assert describes(model, game.state) == game.describe()
        while game.micro_step():
            assert describes(model, game.state) == game.describe()
    assert list(describes(model, game.state)) == list(game.describe())
