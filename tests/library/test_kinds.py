"""The kinds of 302.5 as classes agree with the data file about them."""

from __future__ import annotations

from typing import Any

import pytest

from berserk_fsm import Action, Game, Point, Redirect, TableError
from berserk_fsm.core import kinds as classes
from berserk_fsm.rules.kinds import Kind, kinds

CLASSES: dict[str, type[Action]] = {
    str(cls("X", by="A").kind): cls for cls in (getattr(classes, name) for name in classes.__all__)
}
EXTRA: dict[str, Any] = {
    "target": "c1",
    "on": Point("phase", "main"),
    "block": "Y",
    "redirect": Redirect("Y", "c2"),
    "roll": True,
    "cost": ("f",),
}


def example(kind: Kind, **more: Any) -> Action:
    """The least action of this kind."""
    needed = {key: EXTRA[key] for key in kind.needs}
    return CLASSES[kind.id]("X", by="A", **{**needed, **more})


def table_with(action: Action) -> Game:
    return Game([action, Action("Y", by="B", target="c1")], engine="table")


def test_every_kind_has_its_class() -> None:
    """One class per kind, called like it, and no other."""
    assert set(CLASSES) == set(kinds())
    for id, cls in CLASSES.items():
        assert cls.__name__ == "".join(part.capitalize() for part in id.split("_"))


@pytest.mark.parametrize("id", sorted(CLASSES))
def test_defaults_are_those_of_the_data(id: str) -> None:
    """Speed, roll and name of the class are those of the data file."""
    action, kind = CLASSES[id]("X", by="A"), kinds()[id]
    assert action.kind == id
    assert action.speed == (kind.speed or "fast")
    assert action.roll == bool(kind.roll)


@pytest.mark.parametrize("id", sorted(CLASSES))
def test_an_action_of_each_kind_can_be_played(id: str) -> None:
    """302.5: the least action of each kind is accepted by a table, where it is a plain action that knows its kind."""
    action = table_with(example(kinds()[id])).table.actions["X"]
    assert type(action) is Action
    assert action.kind == id


@pytest.mark.parametrize(("id", "key"), [(k.id, key) for k in kinds().values() for key in k.needs])
def test_what_a_kind_needs(id: str, key: str) -> None:
    """Without a key its kind needs, an action is refused, and the message names the key."""
    with pytest.raises(TableError, match=f"needs the key '{key}'") as caught:
        table_with(example(kinds()[id], **{key: None}))
    assert caught.value.path == ("actions", "X", key)


@pytest.mark.parametrize(("id", "key"), [(k.id, key) for k in kinds().values() for key in k.forbids])
def test_what_a_kind_forbids(id: str, key: str) -> None:
    """With a key its kind forbids, an action is refused, and the message names the key."""
    with pytest.raises(TableError, match=f"cannot have the key '{key}'") as caught:
        table_with(example(kinds()[id], **{key: EXTRA[key]}))
    assert caught.value.path == ("actions", "X", key)


@pytest.mark.parametrize(("id", "key"), [(k.id, key) for k in kinds().values() for key in k.fixed])
def test_what_a_kind_fixes(id: str, key: str) -> None:
    """Another speed or roll than the kind always has is refused."""
    kind = kinds()[id]
    value = {"speed": "fast" if kind.speed == "slow" else "slow", "roll": not kind.roll}[key]
    with pytest.raises(TableError, match="always") as caught:
        table_with(example(kind, **{key: value}))
    assert caught.value.path == ("actions", "X", key)


def test_unknown_kind() -> None:
    """A kind that is none is refused, and the message names those there are."""
    with pytest.raises(TableError, match="there is no kind 'castling'; expected playable_ability"):
        table_with(Action("X", by="A", kind="castling"))
