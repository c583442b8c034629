"""What the fuzzers begin with: good files of every kind, made from the package's examples and tables."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from berserk_fsm import Game, rules
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.ledger.reviews import Review, reviews_text
from berserk_fsm.rules.profiles import profile_names
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import load_scenario
from tests.fuzz.random_tables import any_decision, random_model

__all__ = ["OFFICIAL", "seeds"]

DATA = Path(rules.__file__).parent / "data"

OFFICIAL = """\
302. Стек
302.1. Стек — особая зона. На нём лежат игродействия, как сказано в п.303.3 и 512:
● заявленные игроками;
○ срабатывающие, см. 302.2;
○ прочие;
● «вынужденные».
302.2. Исполняется только верхнее игродействие…
303. Приоритет
303.1. Приоритет принадлежит не более чем одному игроку
одновременно.
303.10. Конец!
"""
"""A rules text of our own, with everything the official one has."""


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """Good files of a kind, in a fixed order."""
    paths = (*example_paths().values(), *ready_tables().values())
    if target == "scenario":
        return tuple(path.read_bytes() for path in paths)
    if target == "official":
        return (OFFICIAL.encode(), OFFICIAL.replace("●", "•").replace("○", "o").encode(), b"1\n301.1. One.")
    if target == "profile":
        return tuple((DATA / "profiles" / f"{name}.yaml").read_bytes() for name in profile_names())
    if target == "reviews":
        own = Review("gap/304", "N", "2025-01-02", {"own": "0" * 16}, {"gap:304": "0" * 16})
        return (DATA / "reviews.yaml").read_bytes(), reviews_text({own.clause: own}).encode()
    games = [play_scenario(load_scenario(path), engine="table").game for path in paths]
    games += [_random_game(Random(seed)) for seed in range(40)]
    return tuple((game.log if target == "log" else game.position).encode() for game in games)


def _random_game(rng: Random) -> Game:
    """A game some way into it, sometimes in the middle of a decision."""
    model = random_model(rng)
    game = Game.from_table(model.table, model.specification.readings, model.specification.profile, "table")
    for _ in range(rng.randint(0, 30)):
        game.try_play(any_decision(rng, model, game.state))
    if rng.random() < 0.3 and game.why_not_pass() is None:
        twin = game.copy()
        record = twin.pass_priority()
        assert record.decision is not None
        game.begin(record.decision)
        for _ in range(rng.randrange(len(record.micro_steps))):
            game.micro_step()
    return game
