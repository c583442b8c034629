"""Random tables, readings and plays for Hypothesis: small, and made so that everything in the rules can happen."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Point, Redirect, RuleEffect, Start
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.readings import Readings, reading_definitions

FACTS = ("f1", "f2", "f3")
NAMES = ("a", "b", "c", "d", "e")
EFFECTS = ("e1", "e2")
PHASES = ("initial", "main", "final")


def facts(most: int) -> st.SearchStrategy[list[str]]:
    """Up to ``most`` facts, in the order of :data:`FACTS`."""
    return st.lists(st.sampled_from(FACTS), max_size=most, unique=True).map(sorted)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """A table as a scenario file says it."""
    names = NAMES[: draw(st.integers(1, len(NAMES)))]
    actions: dict[str, dict[str, Any]] = {}
    for name in names:
        action: dict[str, Any] = {"by": draw(st.sampled_from("AB"))}
        if draw(st.booleans()):
            action["target"] = draw(st.sampled_from(("t1", "t2")))
        if draw(st.integers(0, 3)) == 0:
            action["roll"] = "true"
        actions[name] = action
    effects = {
        name: {"when": draw(facts(1)), "remove": draw(facts(2)), "add": draw(facts(2))}
        for name in EFFECTS[: draw(st.integers(0, 2))]
    }
    for name in names:
        action = actions[name]
        for key in ("when", "requires", "cost"):
            if draw(st.integers(0, 3)) == 0:
                action[key] = draw(facts(1))
        for key in ("add", "remove"):
            if draw(st.integers(0, 2)) == 0:
                action[key] = draw(facts(2))
        others = [other for other in names if other != name]
        what = draw(st.sampled_from(("plain", "trigger", "trigger", "block", "redirect")))
        if others and what == "block":
            action["block"] = draw(st.sampled_from(others))
        elif others and what == "redirect":
            action["redirect"] = {"of": draw(st.sampled_from(others)), "to": "t9"}
        elif what == "trigger":
            action["on"] = draw(st.sampled_from(_points(name, actions, effects)))
            if others and draw(st.integers(0, 3)) == 0:
                action["block"] = draw(st.sampled_from(others))
        if "on" not in action and draw(st.integers(0, 2)) == 0:
            action["speed"] = "slow"
    start = {
        "active": draw(st.sampled_from("AB")),
        "phase": draw(st.sampled_from(PHASES)),
        "facts": draw(facts(3)),
    }
    return {"start": start, "actions": actions, "rule_effects": effects}


def _points(name: str, actions: dict[str, dict[str, Any]], effects: dict[str, Any]) -> list[dict[str, str]]:
    found = [{"phase": phase} for phase in PHASES] + [{"effect": effect} for effect in effects]
    for other, action in actions.items():
        if other == name:
            continue
        found += [{step: other} for step in ("apply_effect", "after_effect", "payment")]
        if "target" in action:
            found += [{"fix_target": other}] * 2
        if "roll" in action:
            found += [{"dice_roll": other}, {"after_effect": f"{other}.roll"}]
    return found


@st.composite
def readings(draw: st.DrawFn) -> dict[str, str]:
    """Any set of readings; mostly only a few differ from the defaults."""
    chosen: dict[str, str] = {}
    for id, definition in reading_definitions().items():
        if draw(st.integers(0, 3)) == 0:
            chosen[id] = draw(st.sampled_from([option.value for option in definition.options]))
    return chosen


def built(table: dict[str, Any]) -> Table:
    """The same table as the machine wants it."""
    actions = []
    for name, given in table["actions"].items():
        point = next((Point(where, what) for where, what in given.get("on", {}).items()), None)
        redirect = Redirect(**given["redirect"]) if "redirect" in given else None
        lists: dict[str, Any] = {
            key: tuple(given.get(key, ())) for key in ("when", "requires", "cost", "add", "remove")
        }
        actions.append(
            Action(
                name,
                by=given["by"],
                speed=given.get("speed", "fast"),
                target=given.get("target"),
                roll=given.get("roll") == "true",
                on=point,
                block=given.get("block"),
                redirect=redirect,
                **lists,
            )
        )
    effects = [
        RuleEffect(name, *(tuple(given.get(key, ())) for key in ("when", "remove", "add")))
        for name, given in table["rule_effects"].items()
    ]
    start = table["start"]
    return build_table(
        actions, effects, Start(start["active"], start["phase"], tuple(start["facts"])), profile=default_profile()
    )


def chosen(readings: dict[str, str]) -> Readings:
    """The same readings as the machine wants them."""
    return Readings.from_mapping(readings)
