"""The part of a scenario file that is the table: start, game actions, rule effects."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Literal, NoReturn, cast

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Point, Redirect, RuleEffect, Speed, Start, roll_name
from berserk_fsm.errors import InputError, TableError
from berserk_fsm.rules.kinds import Kind, kind, kinds
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.scenario.keys import (
    ACTION,
    REDIRECT,
    ROLL_SUFFIXES,
    RULE_EFFECT,
    SPEEDS,
    START,
    phases_of,
    points_of,
)
from berserk_fsm.scenario.places import Place, did_you_mean, quote

__all__ = ["known_name", "read_table", "roll_spelling"]

FactKey = Literal["when", "requires", "cost", "remove", "add"]
FACT_KEYS: tuple[FactKey, ...] = ("when", "requires", "cost", "remove", "add")


def read_table(fields: dict[str, Place], where: str, profile: Profile) -> Table:
    """Build the table from the keys of a file.

    Args:
        fields: the places of ``start``, ``actions`` and ``rule_effects``, as far as they are written.
        where: the file.
        profile: the phases and steps that may be named.

    Raises:
        InputError: with the line of the element that is wrong.
    """
    places: dict[tuple[str, ...], Place] = {(key,): place for key, place in fields.items()}
    start = _start(fields["start"], profile, places) if "start" in fields else Start(phase=profile.usual_phase)
    actions: list[Action] = []
    if "actions" in fields:
        top = fields["actions"]
        for key, node in top.pairs("{X: {by: A}}"):
            place = top.below(key, node)
            actions.append(_action(key.text, place, profile, places))
    effects: list[RuleEffect] = []
    if "rule_effects" in fields:
        top = fields["rule_effects"]
        for key, node in top.pairs("{dies: {when: [c1_zero], add: [c1_dead]}}"):
            effects.append(_rule_effect(key.text, top.below(key, node), places))
    names = frozenset(action.name for action in actions) | {roll_name(one.name) for one in actions if one.roll}
    actions = [_with_roll_names(action, names) for action in actions]
    try:
        return build_table(actions, effects, start, profile=profile)
    except TableError as error:
        raise _at_its_line(error, places, where) from None


def _at_its_line(error: TableError, places: dict[tuple[str, ...], Place], where: str) -> InputError:
    """The same error at the line of the innermost element of its path that is written in the file."""
    for length in range(len(error.path), 0, -1):
        place = places.get(error.path[:length])
        if place is not None:
            path = ".".join(place.path)
            return InputError(where, place.line, f"{path}: {error.en}", f"{path}: {error.ru}")
    return InputError(where, None, error.en, error.ru)


def _remember(place: Place, fields: dict[str, Place], places: dict[tuple[str, ...], Place]) -> None:
    places[place.ids] = place
    places.update({below.ids: below for below in fields.values()})


def _start(place: Place, profile: Profile, places: dict[tuple[str, ...], Place]) -> Start:
    fields = place.fields(START)
    _remember(place, fields, places)
    return Start(
        active=fields["active"].player() if "active" in fields else "A",
        phase=fields["phase"].word(phases_of(profile)) if "phase" in fields else profile.usual_phase,
        facts=fields["facts"].facts() if "facts" in fields else (),
    )


def _rule_effect(name: str, place: Place, places: dict[tuple[str, ...], Place]) -> RuleEffect:
    fields = place.fields(RULE_EFFECT)
    _remember(place, fields, places)
    facts = {key: fields[key].facts() for key in ("when", "remove", "add") if key in fields}
    return RuleEffect(name, **facts)


# --- actions ---------------------------------------------------------------------------


def _action(name: str, place: Place, profile: Profile, places: dict[tuple[str, ...], Place]) -> Action:
    fields = place.fields(ACTION)
    _remember(place, fields, places)
    by = place.need(fields, "by", ACTION).player()
    speed = cast(Speed, fields["speed"].word(SPEEDS)) if "speed" in fields else None
    roll = fields["roll"].truth() if "roll" in fields else None
    is_of = _kind(fields["kind"]) if "kind" in fields else None
    if is_of is not None:
        speed = speed or is_of.speed
        roll = is_of.roll if roll is None else roll
    facts = {key: fields[key].facts() for key in FACT_KEYS if key in fields}
    return Action(
        name,
        by=by,
        speed=speed or "fast",
        target=fields["target"].text() if "target" in fields else None,
        roll=roll or False,
        on=_point(fields["on"], profile) if "on" in fields else None,
        block=fields["block"].text() if "block" in fields else None,
        redirect=_redirect(fields["redirect"], places) if "redirect" in fields else None,
        kind=is_of.id if is_of else None,
        **facts,
    )


def _kind(given: Place) -> Kind:
    """The kind that is written. That the other keys do not contradict it is checked with the table."""
    return kind(given.text()) or _unknown_kind(given)


def _unknown_kind(given: Place) -> NoReturn:
    text = given.text()
    names_en = [one.name.en for one in kinds().values()]
    names_ru = [one.name.ru for one in kinds().values()]
    en, ru = quote(text)
    given.fail(
        f"there is no kind {en}{did_you_mean(text, names_en)[0]}",
        f"нет вида {ru}{did_you_mean(text, names_ru)[1]}",
    )


def _point(place: Place, profile: Profile) -> Point:
    group = points_of(profile)
    example = "{fix_target: X}"
    if len(place.pairs(example)) != 1:
        place.fail(
            f"exactly one trigger point was expected: {example}, {{phase: main}} or {{effect: NAME}}",
            "ожидалась ровно одна точка срабатывания: {определение цели: X}, {фаза: главная} или {эффект: ИМЯ}",
        )
    where, named = place.one_field(group)
    name = named.word(phases_of(profile)) if where == "phase" else named.text()
    return Point(where, name)


def _redirect(place: Place, places: dict[tuple[str, ...], Place]) -> Redirect:
    fields = place.fields(REDIRECT)
    _remember(place, fields, places)
    return Redirect(of=place.need(fields, "of", REDIRECT).text(), to=place.need(fields, "to", REDIRECT).text())


# --- names -----------------------------------------------------------------------------


def roll_spelling(name: str, names: Container[str]) -> str:
    """``X.roll`` for ``X.бросок``, unless something on the table has that very name.

    >>> roll_spelling("X.бросок", ("X", "X.roll"))
    'X.roll'
    """
    if name in names:
        return name
    for suffix in ROLL_SUFFIXES[1:]:
        roll = name.removesuffix(suffix) + ROLL_SUFFIXES[0]
        if name.endswith(suffix) and roll in names:
            return roll
    return name


def _with_roll_names(action: Action, names: frozenset[str]) -> Action:
    """The action with rolls it refers to in the spelling of the table."""
    if action.block is not None:
        action = replace(action, block=roll_spelling(action.block, names))
    if action.redirect is not None:
        action = replace(action, redirect=action.redirect._replace(of=roll_spelling(action.redirect.of, names)))
    if action.on is not None and action.on.where not in ("phase", "effect"):
        action = replace(action, on=action.on._replace(name=roll_spelling(action.on.name, names)))
    return action


def known_name(place: Place, name: str, table: Table) -> str:
    """``name`` if it is an action or a roll of the table, with ``.бросок`` read as ``.roll`` and quotes left out.

    Raises:
        InputError: at ``place``, with the nearest name.
    """
    if name not in table.actions and name[:1] + name[-1:] in ("«»", "“”", '""'):
        name = name[1:-1].strip()
    name = roll_spelling(name, table.actions)
    if name not in table.actions:
        en, ru = quote(name)
        hint_en, hint_ru = did_you_mean(name, table.actions)
        place.fail(f"there is no action {en}{hint_en}", f"нет игродействия {ru}{hint_ru}")
    return name
