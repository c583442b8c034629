"""What lies on the table of a scenario, in words."""

from __future__ import annotations

from collections.abc import Iterator

from berserk_fsm.core.values import PLAYERS, Action
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.sentences import point_text
from berserk_fsm.pages.blocks import Line, Run, words
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.stepper.view import MANNERS

__all__ = ["table_words"]


def table_words(scenario: Scenario, tongue: Tongue) -> Iterator[tuple[Line, tuple[Line, ...]]]:
    """Who has which actions, what is true on the table, and which rule effects there are.

    Args:
        scenario: whose table.
        tongue: the page's language.
    """
    table = scenario.table
    for player in PLAYERS:
        role = tongue("Активный", "Active") if player == table.start.active else tongue("Неактивный", "Non-active")
        own = [action for action in table.actions.values() if action.by == player and not table.rolls(action.name)]
        lines = tuple(
            words(Run(action.name, "strong"), Run(f" — {_about(action, scenario, tongue)}", "quiet")) for action in own
        )
        none = words(Run(tongue("заявить нечего", "nothing to declare"), "quiet"))
        yield words(f"{player}, {role}"), lines or (none,)
    if table.start.facts:
        yield words(tongue("На столе", "On the table")), (words(", ".join(table.start.facts)),)
    if table.rule_effects:
        told = tuple(
            words(
                Run(effect.name, "strong"),
                Run(
                    tongue(
                        f" — когда: {', '.join(effect.when)}; убирает: {', '.join(effect.remove) or '–'}; "
                        f"добавляет: {', '.join(effect.add) or '–'}",
                        f" — when: {', '.join(effect.when)}; removes: {', '.join(effect.remove) or '–'}; "
                        f"adds: {', '.join(effect.add) or '–'}",
                    ),
                    "quiet",
                ),
            )
            for effect in table.rule_effects.values()
        )
        yield words(tongue("Эффекты правил", "Rule effects")), told
    phase = scenario.profile.phase(table.start.phase)
    yield words(tongue("Начинается", "Starts in")), (words(tongue.said(phase.name)),)


def _about(action: Action, scenario: Scenario, tongue: Tongue) -> str:
    parts = [tongue.said(MANNERS[action.manner])]
    if action.on is not None:
        specification = build_specification(scenario.profile, scenario.readings)
        parts.append(tongue("точка: ", "on: ") + tongue.said(point_text(specification, action.on)))
    if action.target is not None:
        parts.append(tongue(f"цель: {action.target}", f"target: {action.target}"))
    if action.roll:
        parts.append(tongue("с броском кубика", "with a die roll"))
    if action.block is not None:
        parts.append(tongue(f"блокирует «{action.block}»", f"blocks “{action.block}”"))
    if action.redirect is not None:
        of, to = action.redirect
        parts.append(tongue(f"перенаправляет «{of}» на {to}", f"redirects “{of}” to {to}"))
    for key, name in (
        ("when", tongue("условие", "condition")),
        ("requires", tongue("требует", "requires")),
        ("cost", tongue("цена", "cost")),
        ("add", tongue("добавляет", "adds")),
        ("remove", tongue("убирает", "removes")),
    ):
        if facts := getattr(action, key):
            parts.append(f"{name}: {', '.join(facts)}")
    return ", ".join(parts)
