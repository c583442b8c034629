"""Plays along which mutants are watched: those of the example scenarios, and walks over tables full of temptations.

A walk is a random play, the same on every machine for the same number. Its table has, for each kind of refusal, actions
that stay undeclared and may not be declared nearly anywhere: blocks aimed at what is queued, waits, is applied or gone,
triggers of other points, actions whose condition fails. So wherever a walk comes by, every guard has something to hold
back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import PLAYERS, Action, Decision, GameState, Player, Point, Redirect, RuleEffect, Start
from berserk_fsm.explore.model import Model
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Refusal, Row
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import load_scenario

__all__ = ["WALKS", "Judged", "Moment", "Play", "default_examples", "play", "tempting_table", "walks"]

WALKS = 24
"""How many walks there are over each table."""

DECISIONS = 200
"""How many decisions a walk takes at most; it ends with the turn."""

DECLARES = 0.3
"""How often a player who may declare something does."""

TRIGGER_STEPS = ("fix_target", "dice_roll", "apply_effect", "after_effect", "payment")


class Moment(NamedTuple):
    """A transition taken in a play: the game before it, the row, the decision that fired it, the game after it."""

    before: GameState
    row: Row
    decision: Decision | None
    after: GameState


class Judged(NamedTuple):
    """A decision that could be tried, and what refuses it, if anything."""

    state: GameState
    decision: Decision
    refusal: Refusal | None


@dataclass(frozen=True, eq=False)
class Play:
    """A play of the machine as it is.

    Args:
        name: the name of the example, or ``walk TEMPTATION PHASE NUMBER``.
        model: the machine on the table of the play.
        moments: every transition, in order.
    """

    name: str
    model: Model
    moments: tuple[Moment, ...]

    @cached_property
    def judged(self) -> tuple[Judged, ...]:
        """Everything both players could try at every moment, with what refuses it."""
        return tuple(
            Judged(moment.before, decision, self.model.refusal(moment.before, decision))
            for moment in self.moments
            if self.model.is_decision(moment.before)
            for decision in self.model.decisions
        )


@cache
def default_examples() -> dict[str, Scenario]:
    """The example scenarios of the default profile and readings, by name: those that speak of the default machine."""
    loaded = {name: load_scenario(path) for name, path in example_paths().items()}
    return {
        name: scenario
        for name, scenario in loaded.items()
        if scenario.profile == default_profile() and not scenario.readings.non_default()
    }


@cache
def play(name: str) -> Play:
    """The play of an example, or a walk.

    Raises:
        KeyError: there is none of that name.

    >>> len(play("303-7-one-slow-action").moments) > 10
    True
    """
    if name in default_examples():
        return _of_example(name, default_examples()[name])
    if name not in walks():
        raise KeyError(name)
    _, temptation, phase, number = name.split()
    return _walk(name, temptation, phase, int(number))


def _of_example(name: str, scenario: Scenario) -> Play:
    game = play_scenario(scenario, engine="table").game
    moments = (
        Moment(micro.before, micro.row, record.decision if place == 0 else None, micro.after)
        for record in game.history
        for place, micro in enumerate(record.micro_steps)
    )
    return Play(name, Model.of_scenario(scenario), tuple(moments))


# --- walks -----------------------------------------------------------------------------------------------------------


def walks() -> tuple[str, ...]:
    """The names of all walks: the first over each table, then the second over each…"""
    return tuple(
        f"walk {temptation} {phase.id} {number}"
        for number in range(WALKS)
        for temptation in TEMPTATIONS
        for phase in default_profile().phases
    )


def _walk(name: str, temptation: str, phase: str, number: int) -> Play:
    model = _tempting_model(temptation, phase, number if temptation == "late" else 0)
    return Play(name, model, tuple(_steps(model, Random(number))))


@cache
def _tempting_model(temptation: str, phase: str, number: int) -> Model:
    return Model(build_specification(), tempting_table(temptation, phase, number))


def _steps(model: Model, random: Random) -> Iterator[Moment]:
    state, decisions = model.start, 0
    while decisions < DECISIONS and state.turn == 1:
        decision = None
        if model.is_decision(state):
            decision = _choice(model, state, random)
            decisions += 1
        (row,) = model.enabled(state, decision)
        after = model.take(state, row, decision)
        yield Moment(state, row, decision, after)
        state = after


def _choice(model: Model, state: GameState, random: Random) -> Decision:
    """Now and then something is declared; else priority is given away."""
    holder = state.holder
    assert holder is not None
    own = (Decision("declare", holder, action.name) for action in model.table.of_player(holder))
    declarations = [one for one in own if one.name not in state.declared and model.refusal(state, one) is None]
    if not declarations or random.random() >= DECLARES:
        return Decision("hand_over" if state.window and state.window.has_declared else "pass", holder)
    return declarations[int(random.random() * len(declarations))]


def tempting_table(temptation: str, phase: str, number: int) -> Table:
    """The table of the walks that begin in ``phase``.

    Args:
        temptation: ``aims``: what blocks and redirects; ``traps``: what waits for trigger points; ``late``: a few of
            what waits for payments, others for each number.
        phase: a phase of the default profile.
        number: the number of the walk.

    >>> len(tempting_table("aims", "main", 0).actions) > 80
    True
    """
    chosen = {player: tuple(TEMPTATIONS[temptation](player, phase)) for player in PLAYERS}
    if temptation == "late":
        chosen = {player: tuple(_sample(among, Random(number))) for player, among in chosen.items()}
    actions = (*_executed(phase), *(action for player in PLAYERS for action in chosen[player]))
    facts = ("given", *(f"coin {player}{number}" for player in PLAYERS for number in "12"))
    effects = (
        RuleEffect("first", when=("hit",), add=("first ran",)),
        RuleEffect("second", when=("first ran",), add=("second ran",)),
        RuleEffect("there", when=("hit", "here"), remove=("here",), add=("gone",)),
        RuleEffect("back", when=("hit", "gone"), remove=("gone",), add=("here",)),
        RuleEffect("refund", when=("hit",), add=("coin A1", "coin B2")),
    )
    return build_table(actions, effects, Start("A", phase, (*facts, "here")), profile=default_profile())


FEW = 4
"""How many temptations of each player are on a table of late traps."""

TRAPPED = tuple(
    (name, point)
    for name, point in product(("charm A1", "charm B2", "spell B2", "spell A4"), TRIGGER_STEPS)
    if (name, point) not in (("spell A4", "fix_target"), ("charm B2", "dice_roll"))
)
"""What triggers wait for: a step of an action that comes to it."""


def _sample(among: tuple[Action, ...], random: Random) -> Iterator[Action]:
    for _ in range(FEW):
        place = int(random.random() * len(among))
        yield among[place]
        among = (*among[:place], *among[place + 1 :])


SPELLS = tuple(f"spell {player}{number}" for number in "1234" for player in PLAYERS)
CHARMS = tuple(f"charm {player}{number}" for number in "12" for player in PLAYERS)
"""Fast and conditional actions: with a target and without, with a roll and without."""


def _executed(phase: str) -> Iterator[Action]:
    """What goes through the stack: slow, fast and conditional, with and without target, roll and cost."""
    if phase == "main":
        yield Action("strike", by="A", speed="slow", target="wall", roll=True, cost=("coin A1",), add=("hit",))
        yield Action("move", by="A", speed="slow", when=("given",))
    for player in PLAYERS:
        coins = [(f"coin {player}{number}",) for number in "12"]
        given = ("given",)
        yield Action(f"charm {player}1", by=player, when=given, target="wall", roll=True, cost=coins[0], add=("hit",))
        yield Action(f"charm {player}2", by=player, when=given, target="wall", cost=coins[1], add=("paid",))
        yield Action(f"spell {player}1", by=player, target="wall")
        yield Action(f"spell {player}2", by=player, target="wall", roll=True, cost=coins[0])
        yield Action(f"spell {player}3", by=player)
        yield Action(f"spell {player}4", by=player, roll=True, add=("hit",))
        yield Action(f"spell {player}5", by=player, requires=("missing",))


def _aims(player: Player, phase: str) -> Iterator[Action]:
    """What blocks and redirects, fast and conditional, and what its condition holds back."""
    yield Action(f"wait {player}", by=player, when=("missing",))
    yield Action(f"after first {player}", by=player, on=Point("effect", "first"))
    if phase == "main":
        yield Action(f"slow {player}", by=player, speed="slow", when=("missing",))
        yield Action(f"slow block {player}", by=player, speed="slow", block="spell A1")
    for aim in (*SPELLS, *CHARMS):
        turned = Redirect(aim, "tower")
        yield Action(f"block {aim}, {player}", by=player, block=aim)
        yield Action(f"turn {aim}, {player}", by=player, redirect=turned)
        yield Action(f"block {aim} if, {player}", by=player, block=aim, when=("given",))
        yield Action(f"turn {aim} if, {player}", by=player, redirect=turned, when=("given",))
    # Outside the main phase there is something to answer only when a trigger was declared.
    for name, point in TRAPPED:
        yield Action(f"trap {name} {point}, {player}", by=player, on=Point(point, name))


def _traps(player: Player, phase: str) -> Iterator[Action]:
    """What waits for trigger points of the phase and of steps, its condition failing, aimed here and elsewhere."""
    begun = Point("phase", phase)
    yield Action(f"late {player}", by=player, when=("missing",), on=begun)
    yield Action(f"early {player}", by=player, on=begun)
    yield Action(f"block at once, {player}", by=player, block="spell A1", on=begun)
    yield Action(f"turn at once, {player}", by=player, redirect=Redirect("spell A1", "me"), on=begun)
    yield Action(f"after first {player}", by=player, on=Point("effect", "first"))
    for name, point in TRAPPED:
        at, elsewhere = Point(point, name), "spell A1" if player == "B" else "charm A2"
        yield Action(f"trap {name} {point}, {player}", by=player, on=at)
        yield Action(f"trap {name} {point} if, {player}", by=player, on=at, when=("missing",))
        for aim in (name, elsewhere):
            yield Action(f"block {aim} at {name} {point}, {player}", by=player, block=aim, on=at)
            yield Action(f"turn {aim} at {name} {point}, {player}", by=player, redirect=Redirect(aim, "me"), on=at)


def _late_traps(player: Player, phase: str) -> Iterator[Action]:
    """What waits for payments, after which a window opens only if someone has something."""
    for name in ("charm A1", "charm B2", "spell B2"):
        at, elsewhere = Point("payment", name), "spell A1" if player == "B" else "charm A2"
        yield Action(f"trap {name}, {player}", by=player, on=at)
        yield Action(f"trap {name} if, {player}", by=player, on=at, when=("missing",))
        yield Action(f"block {name} late, {player}", by=player, on=at, block=name)
        yield Action(f"turn {name} late, {player}", by=player, on=at, redirect=Redirect(name, "me"))
        yield Action(f"block {elsewhere} after {name}, {player}", by=player, on=at, block=elsewhere)
        yield Action(f"block {name} if, {player}", by=player, when=("given",), block=name)
        yield Action(f"turn {name} if, {player}", by=player, when=("given",), redirect=Redirect(name, "me"))
    yield Action(f"after refund {player}", by=player, on=Point("effect", "refund"))
    yield Action(f"wait {player}", by=player, when=("missing",))


Temptations = Callable[[Player, str], Iterator[Action]]

TEMPTATIONS: Mapping[str, Temptations] = MappingProxyType({"aims": _aims, "traps": _traps, "late": _late_traps})
"""What tempts on each kind of table."""
