"""What a table refuses, and where: each fault with its path, in both languages, beside a table without it."""

from __future__ import annotations

from typing import Any

import pytest

from berserk_fsm import Action, Point, Redirect, RuleEffect, TableError, default_profile
from berserk_fsm.core.table import MAX_NAME, Table, build_table
from berserk_fsm.core.values import Start

Y = Action("Y", by="B", target="c1", roll=True)
PLAIN = Action("Z", by="B")
DIES = RuleEffect("dies", ("zero",))


def build(*actions: Action, effects: tuple[RuleEffect, ...] = (DIES,), start: Start = Start()) -> Table:  # noqa: B008
    return build_table([*actions, Y, PLAIN], effects, start, profile=default_profile())


def x(**changes: Any) -> Action:
    return Action("X", **{"by": "A", **changes})


WRONG: dict[str, tuple[tuple[Action, ...], tuple[str, ...], str]] = {
    "name twice": ((x(), x()), ("actions", "X"), "stands twice"),
    "name of a roll": ((Action("Q.roll", by="A"),), ("actions", "Q.roll"), "kept for the roll"),
    "empty name": ((Action("", by="A"),), ("actions", ""), "is no name"),
    "name with blanks": ((Action(" X", by="A"),), ("actions", " X"), "is no name"),
    "name too long": ((Action("x" * (MAX_NAME + 1), by="A"),), ("actions", "x" * (MAX_NAME + 1)), "is no name"),
    "name of two lines": ((Action("a\nb", by="A"),), ("actions", "a\nb"), "is no name"),
    "no player": ((x(by="C"),), ("actions", "X", "by"), "no player 'C'"),
    "no speed": ((x(speed="quick"),), ("actions", "X", "speed"), "no speed 'quick'"),
    "target no name": ((x(target=""),), ("actions", "X", "target"), "is no name"),
    "target no text": ((x(target=7),), ("actions", "X", "target"), "must be text, not int"),
    "facts as text": ((x(add="fact"),), ("actions", "X", "add"), "must be a tuple of names, not str"),
    "fact no text": ((x(cost=(1,)),), ("actions", "X", "cost"), "must be text, not int"),
    "block and redirect": (
        (x(block="Y", redirect=Redirect("Y", "c2")),),
        ("actions", "X", "redirect"),
        "not both",
    ),
    "redirect to no name": ((x(redirect=Redirect("Y", "")),), ("actions", "X", "redirect", "to"), "is no name"),
    "block of nothing": ((x(block="Q"),), ("actions", "X", "block"), "no action 'Q'; expected X | Y | Y.roll | Z"),
    "redirect of nothing": ((x(redirect=Redirect("Q", "c")),), ("actions", "X", "redirect"), "no action 'Q'"),
    "block of itself": ((x(block="X"),), ("actions", "X", "block"), "refers to itself"),
    "slow trigger": ((x(speed="slow", on=Point("phase", "main")),), ("actions", "X", "on"), "never slow"),
    "trigger on no phase": ((x(on=Point("phase", "night")),), ("actions", "X", "on"), "no phase 'night'"),
    "trigger on no effect": ((x(on=Point("effect", "q")),), ("actions", "X", "on"), "no rule effect 'q'"),
    "trigger on no step": ((x(on=Point("nap", "Y")),), ("actions", "X", "on"), "'nap' is no trigger point"),
    "trigger on a step without point": (
        (x(on=Point("removal", "Y")),),
        ("actions", "X", "on"),
        "'removal' is no trigger point",
    ),
    "trigger on nothing": ((x(on=Point("payment", "Q")),), ("actions", "X", "on"), "no action 'Q'"),
    "trigger on itself": ((x(on=Point("payment", "X")),), ("actions", "X", "on"), "refers to itself"),
    "trigger on a target that is not": (
        (x(on=Point("fix_target", "Z")),),
        ("actions", "X", "on"),
        "Z has no target",
    ),
    "trigger on a roll that is not": ((x(on=Point("dice_roll", "Z")),), ("actions", "X", "on"), "Z rolls nothing"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_action(what: str) -> None:
    """The error names the element by its path and says what is wrong, in one line and both languages."""
    actions, path, words = WRONG[what]
    with pytest.raises(TableError) as caught:
        build(*actions)
    assert caught.value.path == path
    assert words in str(caught.value)
    for lang in ("ru", "en"):
        assert len(caught.value.text(lang).splitlines()) == 1


@pytest.mark.parametrize(
    ("effects", "start", "path"),
    [
        ((DIES, DIES), Start(), ("rule_effects", "dies")),
        ((RuleEffect(" "),), Start(), ("rule_effects", " ")),
        ((RuleEffect("e", add=(1,)),), Start(), ("rule_effects", "e", "add")),  # type: ignore[arg-type]
        ((), Start(active="C"), ("start", "active")),  # type: ignore[arg-type]
        ((), Start(phase="night"), ("start", "phase")),
        ((), Start(facts=("",)), ("start", "facts")),
        ((), Start(facts=["f"]), ("start", "facts")),  # type: ignore[arg-type]
    ],
)
def test_wrong_effects_and_start(effects: tuple[RuleEffect, ...], start: Start, path: tuple[str, ...]) -> None:
    """The same for rule effects and the start."""
    with pytest.raises(TableError) as caught:
        build(effects=effects, start=start)
    assert caught.value.path == path


def test_no_effects_to_trigger_on() -> None:
    """A trigger on a rule effect where the table has none says so."""
    with pytest.raises(TableError, match="the table has none"):
        build(x(on=Point("effect", "dies")), effects=())


@pytest.mark.parametrize(
    "action",
    [
        x(),
        x(speed="slow", target="c1", roll=True),
        x(on=Point("phase", "final")),
        x(on=Point("effect", "dies")),
        x(on=Point("fix_target", "Y"), block="Y"),
        x(on=Point("after_effect", "Y.roll")),
        x(redirect=Redirect("Y", "c2")),
        x(when=("a",), requires=("b",), cost=("c",), add=("d",), remove=("e",)),
    ],
)
def test_right_actions(action: Action) -> None:
    """The twins: what is right is kept as it is."""
    table = build(action)
    assert table.actions["X"] == action
    assert [a.name for a in table.of_player("B")] == ["Y", "Y.roll", "Z"]


def test_rolls_stand_behind_their_actions() -> None:
    """302.5: the roll of an action is an action of the same player; its name is known for a roll."""
    table = build(x(roll=True))
    assert list(table.actions) == ["X", "X.roll", "Y", "Y.roll", "Z"]
    assert table.actions["X.roll"].by == "A"
    assert table.rolls("X.roll")
    assert not table.rolls("X")
    assert not table.rolls("Q.roll")


def test_facts_and_points_as_people_write_them() -> None:
    """Lists, sets and mappings are taken as well; a set is sorted, so that nothing depends on its order."""
    action = x(add=["b", "a"], cost={"d", "c"}, on={"payment": "Y"})
    assert (action.add, action.cost, action.on) == (("b", "a"), ("c", "d"), Point("payment", "Y"))
    assert x(redirect={"of": "Y", "to": "c2"}).redirect == Redirect("Y", "c2")
    effect = RuleEffect("e", when=["f"], add=frozenset({"h", "g"}))  # type: ignore[arg-type]
    assert (effect.when, effect.add) == (("f",), ("g", "h"))
    with pytest.raises(ValueError, match="one key, not 2"):
        x(on={"payment": "Y", "phase": "main"})
