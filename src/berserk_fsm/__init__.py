"""The stack and priority rules of the card game «Берсерк» (sections 302 and 303) as an executable state machine.

>>> from berserk_fsm import Action, Game
>>> game = Game([Action("strike", by="A", speed="slow", target="c7")])
>>> game.declare("strike").after.holder
'A'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from berserk_fsm.core.kinds import (
        AssignDefender,
        CloseToStrikeFlyer,
        DieRoll,
        Movement,
        PlayableAbility,
        SimpleStrike,
        SuddenAction,
        TriggeredAbility,
    )
    from berserk_fsm.core.table import Table
    from berserk_fsm.core.values import (
        Action,
        Decision,
        Entry,
        GameState,
        Point,
        Redirect,
        RuleEffect,
        Start,
        Window,
    )
    from berserk_fsm.display import show, view
    from berserk_fsm.errors import (
        BerserkError,
        InputError,
        ReadingError,
        Refused,
        SavingError,
        SpecificationError,
        TableError,
    )
    from berserk_fsm.game import Game, LegalActions
    from berserk_fsm.machine.build import build_specification
    from berserk_fsm.machine.records import MicroStep, StepRecord
    from berserk_fsm.machine.specification import Specification
    from berserk_fsm.rules.clauses import clause
    from berserk_fsm.rules.profiles import Profile, default_profile, find_profile, known_profiles, load_profile
    from berserk_fsm.rules.readings import Readings
    from berserk_fsm.scenario.play import Turnout, both_pass, play_scenario
    from berserk_fsm.scenario.scenario import Scenario, load_scenario, parse_scenario
    from berserk_fsm.scenario.writing import dump_scenario

# Where each public name lives; they are imported when first used, so that `import berserk_fsm` is quick.
_HOMES = {
    "berserk_fsm.core.kinds": (
        "AssignDefender",
        "CloseToStrikeFlyer",
        "DieRoll",
        "Movement",
        "PlayableAbility",
        "SimpleStrike",
        "SuddenAction",
        "TriggeredAbility",
    ),
    "berserk_fsm.core.table": ("Table",),
    "berserk_fsm.core.values": (
        "Action",
        "Decision",
        "Entry",
        "GameState",
        "Point",
        "Redirect",
        "RuleEffect",
        "Start",
        "Window",
    ),
    "berserk_fsm.display": ("show", "view"),
    "berserk_fsm.errors": (
        "BerserkError",
        "InputError",
        "ReadingError",
        "Refused",
        "SavingError",
        "SpecificationError",
        "TableError",
    ),
    "berserk_fsm.game": ("Game", "LegalActions"),
    "berserk_fsm.machine.build": ("build_specification",),
    "berserk_fsm.machine.records": ("MicroStep", "StepRecord"),
    "berserk_fsm.machine.specification": ("Specification",),
    "berserk_fsm.rules.clauses": ("clause",),
    "berserk_fsm.rules.profiles": ("Profile", "default_profile", "find_profile", "known_profiles", "load_profile"),
    "berserk_fsm.rules.readings": ("Readings",),
    "berserk_fsm.scenario.play": ("Turnout", "both_pass", "play_scenario"),
    "berserk_fsm.scenario.scenario": ("Scenario", "load_scenario", "parse_scenario"),
    "berserk_fsm.scenario.writing": ("dump_scenario",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Action",
    "AssignDefender",
    "BerserkError",
    "CloseToStrikeFlyer",
    "Decision",
    "DieRoll",
    "Entry",
    "Game",
    "GameState",
    "InputError",
    "LegalActions",
    "MicroStep",
    "Movement",
    "PlayableAbility",
    "Point",
    "Profile",
    "ReadingError",
    "Readings",
    "Redirect",
    "Refused",
    "RuleEffect",
    "SavingError",
    "Scenario",
    "SimpleStrike",
    "Specification",
    "SpecificationError",
    "Start",
    "StepRecord",
    "SuddenAction",
    "Table",
    "TableError",
    "TriggeredAbility",
    "Turnout",
    "Window",
    "__version__",
    "both_pass",
    "build_specification",
    "clause",
    "default_profile",
    "dump_scenario",
    "find_profile",
    "known_profiles",
    "load_profile",
    "load_scenario",
    "parse_scenario",
    "play_scenario",
    "show",
    "view",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
