"""The environment: PettingZoo's own tests, what agents see and may do, and how games end."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm import Action, Refused
from berserk_fsm.core.values import PLAYERS, GameState, Player
from berserk_fsm.environments import BerserkEnv, MissingExtra, env, fields_of
from berserk_fsm.environments.observation import Observer
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.simulation import Simulation
from tests.environments.judges import api_test, render_test, seed_test
from tests.interpreters.tables import built, chosen, readings, tables
from tests.simulation.playing import simulation_of

READY = (
    "302-4-suspended",
    "302-7-an-endless-loop-is-cut",
    "302-12-block-and-redirect",
    "303-4-points-of-the-final-phase",
    "large-a-strike-and-its-answers",
)

ADVICE = (
    "Observation space for each agent probably should be gymnasium.spaces.box",  # it has a mask beside it, as advised
    "Observation is not a NumPy array",  # likewise; PettingZoo's own games are on a list of exceptions
    "there is no option 'options'",  # the test tries one
    "We recommend agents to be named in the format <descriptor>_<number>",  # ours are those of the rulebook
)
"""What PettingZoo's test has to say about the environment besides that it passes."""


def ready(name: str) -> Simulation:
    """A table that comes with the package."""
    return Simulation.of_scenario(load_scenario(ready_tables()[name]))


@contextmanager
def nothing_but_advice() -> Iterator[None]:
    """No warning but the known ones."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    told = [str(one.message) for one in caught]
    assert [text for text in told if not text.startswith(ADVICE)] == []


def hits(before: GameState, after: GameState, agent: Player) -> float:
    """A point for whoever's action has left the stack, to the cost of the other."""
    gone = after.log.left[len(before.log.left) :]
    return float(len(gone)) if agent == "A" else -float(len(gone))


def random_game(game: Any, seed: int) -> Iterator[Player]:
    """Play legal moves at random; each agent in turn, before it moves."""
    rng = random.Random(seed)
    for agent in game.agent_iter():
        observation, _, terminated, truncated, _ = game.last()
        if terminated or truncated:
            game.step(None)
        else:
            yield agent
            game.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))


# --- PettingZoo's own tests ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", READY)
@pytest.mark.parametrize("limits", [{"events": 60}, {"turns": 2}, {"turns": 1, "events": 7}])
def test_pettingzoos_own_test_passes(name: str, limits: dict[str, Any]) -> None:
    simulation = ready(name)
    for game in (BerserkEnv(simulation, reward=hits, **limits), env(simulation, reward=hits, **limits)):
        with nothing_but_advice():
            api_test(game, num_cycles=200)


def test_it_passes_on_a_table_with_nothing_on_it() -> None:
    with nothing_but_advice():
        api_test(BerserkEnv(()), num_cycles=100)


@pytest.mark.parametrize("name", READY)
def test_the_same_seeds_make_the_same_game(name: str) -> None:
    simulation = ready(name)
    seed_test(lambda: env(simulation, reward=hits), num_cycles=100)


def test_what_is_rendered_is_what_pettingzoo_expects(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(simulation_of(), render_mode=render_mode, lang="en"))
    assert "has priority" in capsys.readouterr().out


# --- what agents see -------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(table=tables(), reading=readings(), seed=st.integers(0, 2**32))
def test_moments_look_the_same_just_if_they_are_the_same(
    table: dict[str, Any], reading: dict[str, str], seed: int
) -> None:
    simulation = Simulation(built(table), chosen(reading))
    observer, fields = Observer(simulation), fields_of(simulation, 100)
    looks: dict[tuple[int, ...], tuple[bytes, int]] = {}
    seen: dict[tuple[bytes, int], tuple[int, ...]] = {}
    for game in range(3):
        match, rng = simulation.start(), random.Random(seed + game)
        for _ in range(40):
            values = tuple(observer.values(match.state, "A"))
            assert all(field.low <= value <= field.high for field, value in zip(fields, values, strict=True))
            moment = (match.fingerprint, match.state.turn)
            assert looks.setdefault(values, moment) == moment
            assert seen.setdefault(moment, values) == values
            assert observer.values(match.state, "B")[1:] == list(values[1:])
            match.playout(rng, 1)


def test_fields_say_what_they_say() -> None:
    """A moment in which nearly everything is other than at the start."""
    game = BerserkEnv(simulation_of(), turns=3)
    game.reset()
    number = {name: place for place, (_, name) in enumerate(game.decisions)}

    def seen(agent: Player = "A") -> dict[str, int]:
        values = game.observe(agent)["observation"].tolist()
        return {field.name: value for field, value in zip(game.fields, values, strict=True)}

    start = seen()
    assert (start["observer"], seen("B")["observer"]) == (0, 1)
    assert (start["holder"], start["active"], start["turn"], start["phase"], start["window"]) == (1, 1, 1, 2, 1)
    assert (start["X.where"], start["X.place"], start["fact.a1"], start["fact.hit"]) == (0, 0, 1, 0)
    game.step(number["X"])
    assert (seen()["X.where"], seen()["X.place"], seen()["has_declared"]) == (1, 1, 1)
    assert (seen()["fast_open_to.B"], seen()["fast_open_to.A"]) == (1, 0)
    game.step(1)
    assert (seen()["holder"], seen()["given_away.A"], seen()["has_declared"]) == (2, 1, 0)
    for _ in range(2):
        game.step(0)
    assert (seen()["X.where"], seen()["X.reserved"], seen()["window"], seen()["t.point"]) == (2, 1, 2, 1)
    assert seen()["X.step"] == 1 + [step.id for step in game.simulation.specification.profile.steps].index("fix_target")
    assert seen()["X.target"] == game.simulation.machine.packing.targets.index("c7")
    game.step(0)
    game.step(number["r"])
    assert [seen()[f"r.{key}"] for key in ("where", "place", "step")] == [1, 1, 0]
    while seen()["X.redirected"] == 0:
        game.step(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])[0])
    assert seen()["X.target"] == game.simulation.machine.packing.targets.index("c2")
    assert game.state().tolist() == game.observe("B")["observation"].tolist()[1:]


def test_the_mask_is_what_is_legal() -> None:
    game = BerserkEnv(simulation_of(), events=80)
    for seed in range(5):
        game.reset(seed)
        for agent in random_game(game, seed):
            masks = {one: game.observe(one)["action_mask"] for one in PLAYERS}
            legal = [game.decisions[number] for number in np.flatnonzero(masks[agent])]
            assert set(legal) == {(verb, name) for verb, _, name in game.match.legal()}
            assert not masks["B" if agent == "A" else "A"].any()
            assert all(np.array_equal(game.infos[one]["action_mask"], masks[one]) for one in PLAYERS)
    assert ("declare", "X.roll") not in game.decisions


# --- playing ---------------------------------------------------------------------------------------------------------


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    game = BerserkEnv(simulation_of())
    game.reset()
    before = game.match.state
    with pytest.raises(Refused) as caught:
        game.step(1)
    assert caught.value.clause == "303.6"
    for nothing in (None, -1, len(game.decisions)):
        with pytest.raises(ValueError, match="there is no action"):
            game.step(nothing)
    assert (game.match.state, game.match.events) == (before, 0)


def test_in_its_wrappers_an_illegal_move_loses() -> None:
    game = env(simulation_of(), illegal_reward=-5)
    game.reset()
    game.step(1)
    assert game.terminations == {"A": True, "B": True}
    assert game.rewards == {"A": -5, "B": 0}


@pytest.mark.parametrize("turns", [1, 2])
def test_games_are_terminated_when_the_turns_are_over(turns: int) -> None:
    game = BerserkEnv(simulation_of(), turns=turns, events=10_000)
    game.reset()
    for _ in random_game(game, 3):
        assert game.match.state.turn <= turns
    assert game.match.state.turn == turns + 1
    assert game.match.events < 10_000
    assert game.agents == []


def test_games_are_truncated_when_the_events_are_over() -> None:
    game = BerserkEnv(simulation_of(), events=12)
    game.reset()
    assert len(list(random_game(game, 3))) == 12
    game.reset()
    for _ in range(12):
        assert not any(game.truncations.values())
        game.step(np.flatnonzero(game.infos[game.agent_selection]["action_mask"])[0])
    assert (game.truncations, game.terminations) == (dict.fromkeys(PLAYERS, True), dict.fromkeys(PLAYERS, False))


def test_rewards_are_what_the_function_gives() -> None:
    asked: list[tuple[GameState, GameState, Player]] = []

    def reward(before: GameState, after: GameState, agent: Player) -> float:
        asked.append((before, after, agent))
        return hits(before, after, agent)

    game = BerserkEnv(simulation_of(), events=60, reward=reward)
    game.reset()
    total = dict.fromkeys(PLAYERS, 0.0)
    for _ in random_game(game, 1):
        for agent, worth in game.rewards.items():
            total[agent] += worth
    records = game.match.history[1:]
    assert asked == [(record.before, record.after, agent) for record in records for agent in PLAYERS]
    gone = len(game.match.state.log.left)
    assert gone > 2
    assert abs(total["A"]) + len(records[-1].after.log.left) - len(records[-1].before.log.left) == gone


def test_a_game_can_be_taken_up_anywhere() -> None:
    simulation = simulation_of()
    late = next(state for state in (simulation.playout(2, events).state for events in range(1, 200)) if state.turn == 3)
    game = BerserkEnv(simulation, turns=1)
    game.reset(options={"state": late})
    assert game.match.state == late
    for agent in random_game(game, 1):
        assert game.observation_space(agent).contains(game.observe(agent))
    assert game.match.state.turn == 4
    with pytest.warns(UserWarning, match="no option 'position'"):
        game.reset(options={"position": ""})


def test_copies_and_pickles_go_their_own_ways() -> None:
    game = BerserkEnv(simulation_of(), events=50, reward=hits)
    game.reset()
    for _, _ in zip(range(15), random_game(game, 5), strict=False):
        pass
    others = [copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    played = list(random_game(game, 6))
    for other in others:
        assert list(random_game(other, 6)) == played
        assert other.match.history == game.match.history


def test_it_is_rendered_in_words_in_both_languages() -> None:
    told = {}
    for lang in ("ru", "en"):
        game = BerserkEnv([Action("M", by="A", speed="slow")], render_mode="ansi", lang=lang)
        game.reset()
        game.step(2)
        told[lang] = game.render() or ""
    assert "A (Active) has priority." in told["en"]
    assert "Приоритет у A (Активный игрок)." in told["ru"]
    assert "303.5" in told["ru"]
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert BerserkEnv(()).render() is None


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"events": 0}, "events is 0"),
        ({"turns": 0}, "turns is 0"),
        ({"render_mode": "rgb_array"}, "no render mode 'rgb_array'; expected ansi | human"),
        ({"lang": "de"}, "no language 'de'; expected ru | en"),
    ],
)
def test_what_cannot_be_is_said(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        BerserkEnv((), **wrong)


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_without_the_extra_it_says_what_to_install(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "berserk_fsm.environments.aec")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"{package} is not installed; .*berserk-fsm\[environments\]") as caught:
        import_module("berserk_fsm.environments.aec")
    assert f"пакет {package} не установлен" in caught.value.text("ru")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert isinstance(caught.value, ImportError)
