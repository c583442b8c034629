"""The `transitions` host, the table runner and the plain reading of the clauses agree on every random game."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm.core.values import Decision, Player
from berserk_fsm.game import Game
from berserk_fsm.simulation import Simulation
from tests.interpreters.happenings import happenings
from tests.interpreters.tables import built, chosen, readings, tables
from tests.plain_reading import PlainReading


def _candidates(game: Game) -> list[Decision]:
    """Everything anyone could try, what is legal more often."""
    players: tuple[Player, ...] = ("A", "B")
    names = list(game.table.actions)
    tries = [Decision("declare", player, name) for player in players for name in names]
    tries += [Decision(verb, player) for player in players for verb in ("pass", "hand_over")]
    holder = game.state.holder
    assert holder is not None
    legal = [Decision("declare", holder, name) for name in game.legal_actions]
    away = Decision("hand_over" if game.state.window and game.state.window.has_declared else "pass", holder)
    weight = 1 + len(tries) // 3
    return tries + legal * weight + [away] * weight


@settings(max_examples=400, deadline=None)
@given(table=tables(), reading=readings(), data=st.data())
def test_three_interpreters_agree_on_every_step_and_state(
    table: dict[str, Any], reading: dict[str, str], data: st.DataObject
) -> None:
    built_table, built_readings = built(table), chosen(reading)
    host = Game.from_table(built_table, built_readings, engine="transitions")
    runner = Game.from_table(built_table, built_readings, engine="table")
    match = Simulation(built_table, built_readings).start()
    plain = PlainReading(table, reading)
    assert host.history == runner.history == match.history
    assert _comparable(happenings(host.history[0])) == _comparable(plain.opening)
    assert host.describe() == plain.state()
    for _ in range(data.draw(st.integers(1, 40))):
        decision = data.draw(st.sampled_from(_candidates(host)))
        refused = host.refusal(decision)
        assert (refused.clause if refused else None) == plain.refusal(*decision), decision
        before = host.state
        if refused is not None:
            assert host.state == before
            continue
        record = host.play(decision)
        assert runner.play(decision) == record
        assert match.apply(decision) == record
        assert _comparable(happenings(record)) == _comparable(plain.do(*decision))
        assert host.describe() == runner.describe() == plain.state()


def _comparable(told: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """A roll costs nothing, so whether its resources count as reserved is nobody's business."""
    return [one for one in told if not (one[0] == "reserved" and one[1].endswith(".roll"))]
