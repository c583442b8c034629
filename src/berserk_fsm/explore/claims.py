"""What a scenario file claims of everything that can be played, as functions of a state.

>>> from berserk_fsm.explore.plain import reachable
>>> from berserk_fsm.machine.build import build_specification
>>> from berserk_fsm.scenario.scenario import parse_scenario
>>> scenario = parse_scenario('''
... actions:
...   strike: {by: A, speed: slow}
...   shield: {by: B, block: strike}
... always: {if: {executing: shield}, expect: {stack: [strike, shield]}}
... never: {queue: [shield], stack: []}
... ''')
>>> model = Model(build_specification(), scenario.table)
>>> always, never = claims_of(scenario, model)
>>> always.sentence.en
'always: if executing shield, then stack [strike, shield]'
>>> states = reachable(model).decision_states
>>> all(map(always.holds, states)), any(map(never.holds, states))
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.report import Claim
from berserk_fsm.game import DESCRIBED
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import ClaimItem, ExpectValue, Scenario, claim_names
from berserk_fsm.scenario.play import unmet
from berserk_fsm.scenario.writing import claim_text

__all__ = ["claims_of", "describes", "is_so"]


def claims_of(scenario: Scenario, model: Model) -> tuple[Claim, ...]:
    """The claims of a scenario: first always, then never, then sometimes.

    Args:
        scenario: the file.
        model: the machine on its table, with the readings of the search: what may be declared depends on them.

    Returns:
        claims called by their titles, or ``always 1``, ``never 2``…; they say what their titles say, or what they
        expect in words made from the keys.
    """
    named = zip(claim_names(scenario.claims), scenario.claims, strict=True)
    return tuple(
        Claim(name, item.kind, _holds(model, item), _sentence(model, item), _where(model, item)) for name, item in named
    )


def _sentence(model: Model, item: ClaimItem) -> Text:
    if item.title:
        return Text(item.title, item.title)
    profile = model.specification.profile
    return Text(ru=claim_text(item, "ru", profile), en=claim_text(item, "en", profile))


def _holds(model: Model, item: ClaimItem) -> Callable[[GameState], bool]:
    """What is claimed of one state.

    Outside its condition an ``always`` claims nothing, so it holds; the other kinds look for states that fulfil both.
    """
    condition, expected = item.condition or {}, item.expected
    if item.kind == "always":
        return lambda state: not is_so(model, state, condition) or is_so(model, state, expected)
    return lambda state: is_so(model, state, condition) and is_so(model, state, expected)


def _so(model: Model, values: Mapping[str, ExpectValue]) -> Callable[[GameState], bool]:
    return lambda state: is_so(model, state, values)


def _where(model: Model, item: ClaimItem) -> Callable[[GameState], bool] | None:
    """Where something is claimed at all."""
    return None if item.condition is None else _so(model, item.condition)


def is_so(model: Model, state: GameState, values: Mapping[str, ExpectValue]) -> bool:
    """Does everything stand in ``state`` as expected? The same comparison as in a play.

    Args:
        model: the machine on the table.
        state: a state of it.
        values: an expectation, by the contract's keys.

    >>> from berserk_fsm.game import Game
    >>> game = Game()
    >>> is_so(Model(game.specification, game.table), game.state, {"priority": "A", "stack": ()})
    True
    """
    return not unmet(values, lambda key: _look(model, state, key))


def describes(model: Model, state: GameState) -> dict[str, Any]:
    """The state as plain data, as :meth:`Game.describe` gives it, without a game.

    Args:
        model: the machine on the table.
        state: a state of it.

    >>> from berserk_fsm.game import Action, Game
    >>> game = Game([Action("M", by="A", speed="slow")])
    >>> describes(Model(game.specification, game.table), game.state) == game.describe()
    True
    """
    return {key: _look(model, state, key) for key in DESCRIBED}


def _look(model: Model, state: GameState, key: str) -> Any:
    return DESCRIBED[key](state, lambda: _legal(model, state))


def _legal(model: Model, state: GameState) -> tuple[str, ...]:
    """The names the holder may declare."""
    holder = state.holder
    if holder is None or not model.is_decision(state):
        return ()
    own = (action.name for action in model.table.of_player(holder))
    return tuple(name for name in own if model.enabled(state, Decision("declare", holder, name)))
