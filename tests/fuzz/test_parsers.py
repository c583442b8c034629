"""The parsers and random bytes, mangled good files, and the worst that fits into the bounds."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berserk_fsm import Action, Game, RuleEffect
from berserk_fsm.core.table import MAX_ACTIONS, MAX_NAME, MAX_RULE_EFFECTS
from berserk_fsm.scenario.saved_text import MAX_LENGTH
from tests.fuzz.budget import examples, random_source, times
from tests.fuzz.mangling import mangled
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS

MANGLED = {"position": 1500, "log": 800, "scenario": 300, "official": 8000}


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_are_good(name: str) -> None:
    good = seeds(name)
    assert [seed for seed in good[:: max(1, len(good) // times(20))] if not TARGETS[name](seed)] == []


@pytest.mark.parametrize("name", TARGETS)
def test_mangled_files(name: str) -> None:
    """Most are refused in one line; those that are not hold what a good file holds."""
    rng = random_source(name)
    turned = [TARGETS[name](mangled(rng, rng.choice(seeds(name)))) for _ in range(times(MANGLED[name]))]
    accepted = sum(turned) / len(turned)
    assert 0.01 < accepted < 0.9, "the mangling is too weak or too strong to find anything"


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes(name: str) -> None:
    @examples(150)
    @given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
    def check(data: bytes) -> None:
        TARGETS[name](data)

    check()


def test_the_largest_position_fits_and_is_read_at_once() -> None:
    names = [f"а{number:03}" + "я" * (MAX_NAME - 4) for number in range(MAX_ACTIONS)]
    facts = [f"{number}" + "f" * 90 for number in range(20)]
    game = Game(
        [Action(name, by="A", target=facts[0], add=tuple(facts[:3]), remove=tuple(facts[3:6])) for name in names],
        [
            RuleEffect(name[:50] + "э" * 50, when=tuple(facts[:1]), add=tuple(facts[6:8]))
            for name in names[:MAX_RULE_EFFECTS]
        ],
        facts=facts,
        engine="table",
    )
    for name in names:
        game.declare(name)
    text = game.position
    assert len(text) < MAX_LENGTH
    began = time.process_time()
    assert Game.from_position(text, engine="table").state == game.state
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    "text",
    [
        "[" * MAX_LENGTH,
        '{"a":' * (MAX_LENGTH // 5),
        json.dumps(
            {
                "berserk_fsm": 2,
                "table": {"actions": [{"name": "x" * (MAX_LENGTH - 200)}]},
                "state": {"control": "start"},
            }
        ),
        json.dumps({"berserk_fsm": 2, "state": {"control": "start", "facts": ["f"] * (MAX_LENGTH // 5)}}),
        json.dumps({"berserk_fsm": 2, "state": {"control": "start", "look": {"ran": ["e"] * (MAX_LENGTH // 5)}}}),
        json.dumps({"berserk_fsm": 2, "state": {"control": "start"}, "x" * (MAX_LENGTH - 200): 1}),
    ],
    ids=["brackets", "nested", "name", "facts", "look", "key"],
)
def test_the_worst_within_the_length_is_refused_at_once(text: str) -> None:
    began = time.process_time()
    TARGETS["position"](text.encode())
    assert time.process_time() - began < 20
