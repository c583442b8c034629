"""Random tables, machines and decisions from a plain random source, for runs of millions of events."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from berserk_fsm import Readings, find_profile
from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import PLAYERS, Action, Decision, GameState, Point, Redirect, RuleEffect, Start
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.ready_tables import ready_tables
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.profiles import Profile, profile_names
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.scenario.examples import example_paths
from berserk_fsm.scenario.scenario import load_scenario

__all__ = ["any_decision", "given_models", "random_model"]

FACTS = ("f1", "f2", "f3")
EFFECTS = ("e1", "e2")
# Names that some reader could take for something else.
NAMES = ("a", "удар", "declares", "«b»", "c.d", "X; Y", "1")


def given_models() -> list[Model]:
    """The tables of all examples and all ready tables, each with its readings and its profile."""
    return [Model.of_scenario(load_scenario(path)) for path in (*example_paths().values(), *ready_tables().values())]


def random_model(rng: Random) -> Model:
    """A small table made so that everything in the rules can happen, with any readings and profile."""
    profile = find_profile(rng.choice(profile_names()))
    readings = Readings.from_mapping(
        {
            id: rng.choice([option.value for option in definition.options])
            for id, definition in reading_definitions().items()
            if rng.random() < 0.25
        }
    )
    return Model(build_specification(profile, readings), random_table(rng, profile))


def random_table(rng: Random, profile: Profile) -> Table:
    """A table of up to seven actions and two rule effects."""
    names = NAMES[: rng.randint(1, len(NAMES))]
    bare = [
        Action(name, by=rng.choice(PLAYERS), target=rng.choice((None, "t1", "t2")), roll=rng.random() < 0.25)
        for name in names
    ]
    effects = [
        RuleEffect(name, when=_facts(rng, 1), remove=_facts(rng, 2), add=_facts(rng, 2))
        for name in EFFECTS[: rng.randint(0, len(EFFECTS))]
    ]
    actions = [_filled(rng, profile, action, bare, effects) for action in bare]
    phases = [phase.id for phase in profile.phases]
    start = Start(rng.choice(PLAYERS), rng.choice(phases), _facts(rng, 3))
    return build_table(actions, effects, start, profile=profile)


def _facts(rng: Random, most: int) -> tuple[str, ...]:
    return tuple(sorted(rng.sample(FACTS, rng.randint(0, most))))


def _filled(
    rng: Random, profile: Profile, action: Action, all_actions: Sequence[Action], effects: Sequence[RuleEffect]
) -> Action:
    others = [one for one in all_actions if one is not action]
    on, block, redirect = None, None, None
    what = rng.choice(("plain", "trigger", "trigger", "block", "redirect"))
    if what == "trigger":
        on = rng.choice(_points(profile, others, effects))
    if others and what == "redirect":
        redirect = Redirect(rng.choice(others).name, "t9")
    elif others and (what == "block" or rng.random() < 0.1):
        block = rng.choice(others).name
    return Action(
        action.name,
        by=action.by,
        speed="slow" if on is None and rng.random() < 0.4 else "fast",
        target=action.target,
        roll=action.roll,
        when=_facts(rng, 1) if rng.random() < 0.25 else (),
        requires=_facts(rng, 1) if rng.random() < 0.25 else (),
        cost=_facts(rng, 1) if rng.random() < 0.25 else (),
        add=_facts(rng, 2) if rng.random() < 0.4 else (),
        remove=_facts(rng, 2) if rng.random() < 0.4 else (),
        on=on,
        block=block,
        redirect=redirect,
    )


def _points(profile: Profile, others: Sequence[Action], effects: Sequence[RuleEffect]) -> list[Point]:
    found = [Point("phase", phase.id) for phase in profile.phases]
    found += [Point("effect", effect.name) for effect in effects]
    for step in profile.steps:
        if step.trigger_point != "never":
            found += [Point(step.id, one.name) for one in others if _has(one, step.only_if)]
    return found


def _has(action: Action, what: str) -> bool:
    """Does an action go through a step that is ``only_if`` this?"""
    return {"always": True, "has_target": action.target is not None, "has_roll": action.roll}[what]


def any_decision(rng: Random, model: Model, state: GameState) -> Decision:
    """A decision someone could try in ``state``: mostly an accepted one, and often enough one that is refused."""
    if rng.random() < 0.15:
        return rng.choice(model.decisions)
    own = [one for one in model.decisions if one.player == state.holder and model.refusal(state, one) is None]
    declarations = [one for one in own if one.verb == "declare"]
    return rng.choice(declarations if declarations and rng.random() < 0.5 else own)
