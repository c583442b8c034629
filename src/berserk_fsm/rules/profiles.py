"""Profiles: the phases of a turn and the steps of executing an action, as data.

Section 512 would give the steps and their windows; it is missing (``gap/512``). A profile stands in for it.
The builder of the machine makes each step a sub-machine by what it ``does`` and where its ``window`` is.

================= ================================================================================
``does``          what is performed
================= ================================================================================
check_legality    requirements hold and the aim is possible, else the action is cancelled unpaid
reserve           the cost is there and free, else the action is cancelled unpaid
fix_target        the target becomes final
roll              the action's die roll enters the queue
apply_effect      the effect is applied unless blocked, then rule effects; the stack is deactivated
nothing           nothing: the step is its window
pay               what is reserved is spent, then rule effects; uses no stack
remove            the action leaves the stack
================= ================================================================================

``window``: ``none``; ``before`` the step is performed; ``at``: the step is its window; ``after`` it;
``after_if_any``: after it, if a player has a trigger or a conditional playable (303.8).
``trigger_point``: whether triggers may name the step: ``never``, ``always``, ``unless_blocked``.

A profile is one YAML file. Those in ``data/profiles`` come with the package and are called by the names of their
files; others are loaded from files of the user's own, with the same checks.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast, get_args

from berserk_fsm import yaml_text
from berserk_fsm.errors import InputError
from berserk_fsm.rules.clauses import is_citation
from berserk_fsm.rules.reading_data import Element, data_file, parse_element
from berserk_fsm.rules.text import Text

__all__ = [
    "Phase",
    "Profile",
    "Step",
    "default_profile",
    "find_profile",
    "is_packaged",
    "known_profiles",
    "load_profile",
    "profile_names",
]

Does = Literal["check_legality", "reserve", "fix_target", "roll", "apply_effect", "nothing", "pay", "remove"]
OnlyIf = Literal["always", "has_target", "has_roll"]
Window = Literal["none", "before", "at", "after", "after_if_any"]
TriggerPoint = Literal["never", "always", "unless_blocked"]

_PROFILE_KEYS = ("id", "name", "source", "phases", "main_phase", "fast_phases", "steps")
_PHASE_KEYS = ("id", "name", "clauses")
_STEP_KEYS = ("id", "name", "does", "only_if", "window", "trigger_point", "clauses", "note")

_DEFAULT = "default"
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the turn (302.6)."""

    id: str
    name: Text
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of executing the top action (302.12, 303.4)."""

    id: str
    name: Text
    does: Does
    only_if: OnlyIf
    window: Window
    trigger_point: TriggerPoint
    clauses: tuple[str, ...]
    note: Text


@dataclass(frozen=True, slots=True)
class Profile:
    """Phases and steps, in order; checked when loaded.

    >>> profile = default_profile()
    >>> [step.id for step in profile.steps if step.trigger_point != "never"]
    ['fix_target', 'dice_roll', 'apply_effect', 'after_effect', 'payment']
    """

    id: str
    name: Text
    source: tuple[str, ...]
    phases: tuple[Phase, ...]
    main_phase: str
    fast_phases: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def usual_phase(self) -> str:
        """The phase a game begins in unless it is said: ``main``, if there is one of this name, else the main phase."""
        return "main" if any(phase.id == "main" for phase in self.phases) else self.main_phase

    def step(self, name: str) -> Step:
        """The step of this name.

        Raises:
            KeyError: there is none.
        """
        for step in self.steps:
            if step.id == name:
                return step
        raise KeyError(name)

    def phase(self, name: str) -> Phase:
        """The phase of this name.

        Raises:
            KeyError: there is none.
        """
        for phase in self.phases:
            if phase.id == name:
                return phase
        raise KeyError(name)


# --- those that come with the package ---------------------------------------------------------------------------------


@cache
def profile_names() -> tuple[str, ...]:
    """The names of the profiles that come with the package, the default one first.

    >>> profile_names()
    ('default', 'edition_2009')
    """
    folder = resources.files("berserk_fsm.rules").joinpath("data", "profiles")
    found = {one.name.removesuffix(".yaml") for one in folder.iterdir() if one.name.endswith(".yaml")}
    return (_DEFAULT, *sorted(found - {_DEFAULT}))


@cache
def _packaged(name: str) -> Profile:
    return _profile(data_file(f"profiles/{name}.yaml"))


def default_profile() -> Profile:
    """The profile the project uses unless another is given; its assumptions are those of ``gap/512``."""
    return _packaged(_DEFAULT)


@cache
def known_profiles() -> Mapping[str, Profile]:
    """The profiles that come with the package, by name, the default one first.

    >>> [len(profile.steps) for profile in known_profiles().values()]
    [8, 12]
    """
    return MappingProxyType({name: _packaged(name) for name in profile_names()})


def is_packaged(profile: Profile) -> bool:
    """Does this very profile come with the package, so that its id says all about it?

    >>> is_packaged(default_profile())
    True
    """
    return profile.id in profile_names() and profile == _packaged(profile.id)


# --- finding and loading ----------------------------------------------------------------------------------------------


def find_profile(name_or_path: str | os.PathLike[str]) -> Profile:
    """The packaged profile of this name; otherwise the one in the file of this name.

    Args:
        name_or_path: a name, which wins over a file that is called the same, or a YAML file.

    Raises:
        InputError: there is neither, or the file cannot be read or holds no valid profile.

    >>> find_profile("edition_2009").fast_phases
    ('initial', 'final')
    >>> find_profile("edition_2008")
    Traceback (most recent call last):
        ...
    berserk_fsm.errors.InputError: edition_2008:1: there is no such profile and no such file; did you mean edition_2009?
    """
    name = os.fspath(name_or_path)
    if name in profile_names():
        return _packaged(name)
    # A name with an ending or a folder can only have been meant as a file, so the file is what is missing.
    if os.path.exists(name) or name.endswith((".yaml", ".yml")) or os.path.basename(name) != name:
        return load_profile(Path(name))
    close = difflib.get_close_matches(name, profile_names(), n=1, cutoff=0.6)
    listed = ", ".join(profile_names())
    hint_en = f"did you mean {close[0]}?" if close else f"expected {listed} or a YAML file"
    hint_ru = f"возможно, {close[0]}?" if close else f"ожидалось {listed} или файл YAML"
    raise InputError(
        name,
        None,
        f"there is no such profile and no such file; {hint_en}",
        f"нет ни такого профиля, ни такого файла; {hint_ru}",
    )


def load_profile(path_or_text: str | os.PathLike[str]) -> Profile:
    """Load and check a profile.

    Args:
        path_or_text: a file, or the YAML text itself: a ``str`` with a line end in it is text.

    Raises:
        InputError: the file or text cannot be read, or is no valid profile.
    """
    if isinstance(path_or_text, str) and "\n" in path_or_text:
        return _checked(parse_element(path_or_text, "profile"))
    return _checked(parse_element(yaml_text.read_file(path_or_text), os.fspath(path_or_text)))


def _checked(root: Element) -> Profile:
    profile = _profile(root)
    # Not done for the project's own profile, where a test does it: reading the whole ledger takes longer than
    # all the rest, and every start of the program needs the profile.
    top = root.fields(_PROFILE_KEYS)
    _check_citations(top["source"])
    for item in top["phases"].list():
        _check_citations(item.fields(_PHASE_KEYS)["clauses"])
    for item in top["steps"].list():
        _check_citations(item.fields(_STEP_KEYS)["clauses"])
    if profile.id in profile_names() and not is_packaged(profile):
        # Scenarios and positions name a packaged profile by its id alone.
        top["id"].fail(
            f"{profile.id!r} is the id of a profile that comes with the package; expected another",
            f"имя «{profile.id}» у готового профиля; ожидалось другое",
        )
    return profile


def _profile(root: Element) -> Profile:
    top = root.fields(_PROFILE_KEYS)
    phases = tuple(_phase(item) for item in top["phases"].list())
    phase_names = tuple(phase.id for phase in phases)
    if not phases:
        top["phases"].fail("at least one phase was expected", "ожидалась хотя бы одна фаза")
    top["phases"].unique(phase_names)
    fast_phases = top["fast_phases"].choices(phase_names)
    top["fast_phases"].unique(fast_phases)
    step_items = top["steps"].list()
    steps = tuple(_step(item) for item in step_items)
    top["steps"].unique(tuple(step.id for step in steps))
    for item, step in zip(step_items, steps, strict=True):
        _check_step(item, step)
    _check_order(top["steps"], steps)
    return Profile(
        id=_id(top["id"]),
        name=_name(top["name"]),
        source=top["source"].texts(),
        phases=phases,
        main_phase=top["main_phase"].choice(phase_names),
        fast_phases=fast_phases,
        steps=steps,
    )


def _phase(item: Element) -> Phase:
    entry = item.fields(_PHASE_KEYS)
    return Phase(_id(entry["id"]), _name(entry["name"]), entry["clauses"].texts())


def _step(item: Element) -> Step:
    entry = item.fields(_STEP_KEYS)
    return Step(
        id=_id(entry["id"]),
        name=_name(entry["name"]),
        does=cast(Does, entry["does"].choice(get_args(Does))),
        only_if=cast(OnlyIf, entry["only_if"].choice(get_args(OnlyIf))),
        window=cast(Window, entry["window"].choice(get_args(Window))),
        trigger_point=cast(TriggerPoint, entry["trigger_point"].choice(get_args(TriggerPoint))),
        clauses=entry["clauses"].texts(),
        note=entry["note"].both(),
    )


def _id(element: Element) -> str:
    """An id. Scenario files read several underscores as one, so two ids must not differ in them alone."""
    id = element.identifier()
    if "__" in id:
        element.fail(
            f"{id!r} is no name; expected no two underscores in a row",
            f"«{id}» не годится как имя; ожидалось, что двух подчёркиваний подряд нет",
        )
    return id


def _name(element: Element) -> Text:
    """A name. It stands in headings, sentences and pictures, so it has one line and is not long."""
    name = element.both()
    if not all(text.isprintable() and len(text) <= _LONGEST_NAME for text in (name.ru, name.en)):
        element.fail(
            f"expected one line of at most {_LONGEST_NAME} characters that can be printed",
            f"ожидалась одна строка не длиннее {_LONGEST_NAME} печатных знаков",
        )
    return name


def _check_citations(element: Element) -> None:
    for item in element.list():
        if not is_citation(item.text()):
            item.fail(
                f"{item.text()!r} is no clause of 302 or 303 and no known gap/NAME",
                f"«{item.text()}» — не пункт 302 или 303 и не известный gap/ИМЯ",
            )


# What each kind of step may carry. A combination missing here has no meaning in the rules: a roll needs
# something that rolls, payment and removal always happen (302.12), only payment is off the stack (303.8).
_ONLY_IF: dict[Does, tuple[OnlyIf, ...]] = {
    "check_legality": ("always",),
    "reserve": ("always",),
    "fix_target": ("has_target",),
    "roll": ("has_roll",),
    "apply_effect": ("always",),
    "nothing": ("always", "has_target", "has_roll"),
    "pay": ("always",),
    "remove": ("always",),
}
_WINDOWS: dict[Does, tuple[Window, ...]] = {
    "check_legality": ("none", "before"),
    "reserve": ("none", "before"),
    "fix_target": ("none", "before"),
    "roll": ("none", "before"),
    "apply_effect": ("none", "before"),
    "nothing": ("at",),
    "pay": ("none", "after_if_any"),
    "remove": ("after",),
}


_TAKEN = ("transfer", "next", "phase", "effect", "nobody", "null")
"""States that stand beside the steps in the machine of execution, and words that stand where scenarios name a step."""


def _check_step(item: Element, step: Step) -> None:
    entry = item.fields(_STEP_KEYS)
    if step.id in _TAKEN:
        entry["id"].fail(
            f"the name {step.id!r} is taken by the machine or by scenario files; expected another",
            f"имя «{step.id}» занято автоматом или файлами сценариев; ожидалось другое",
        )
    _among(entry["only_if"], step.does, step.only_if, _ONLY_IF[step.does])
    _among(entry["window"], step.does, step.window, _WINDOWS[step.does])
    if step.trigger_point != "never" and (step.window == "none" or step.does == "remove"):
        entry["trigger_point"].fail(
            "a step without a window of its own, and the removal, have no trigger point; expected: never",
            "у этапа без своего окна и у удаления нет точки срабатывания; ожидалось: never",
        )


def _among(element: Element, does: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        words = ", ".join(allowed)
        element.fail(
            f"a step that does {does!r} cannot have {value!r}; expected: {words}",
            f"этап «{does}» не может иметь «{value}»; ожидалось: {words}",
        )


_NEEDED: tuple[Does, ...] = ("apply_effect", "pay", "remove")

# (earlier, later): the order that 302.12 gives; what follows the effect could no longer bear on it.
_ORDER: tuple[tuple[Does, Does], ...] = (
    ("check_legality", "apply_effect"),
    ("reserve", "apply_effect"),
    ("fix_target", "apply_effect"),
    ("roll", "apply_effect"),
    ("apply_effect", "pay"),
    ("pay", "remove"),
)


def _check_order(element: Element, steps: tuple[Step, ...]) -> None:
    does = [step.does for step in steps]
    for needed in _NEEDED:
        if does.count(needed) != 1:
            element.fail(f"exactly one step that does {needed!r} was expected", f"ожидался ровно один этап «{needed}»")
    for kind in get_args(Does):
        if kind != "nothing" and does.count(kind) > 1:
            element.fail(
                f"at most one step that does {kind!r} was expected",
                f"ожидалось не больше одного этапа «{kind}»",
            )
    if does[-1] != "remove":
        element.fail("the removal must be the last step", "удаление должно быть последним этапом")
    for earlier, later in _ORDER:
        if earlier in does and does.index(earlier) > does.index(later):
            element.fail(
                f"the step {earlier!r} must come before {later!r}",
                f"этап «{earlier}» должен идти до «{later}»",
            )
