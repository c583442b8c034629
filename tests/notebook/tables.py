"""A table to step through, hostile names, and random plays."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from berserk_fsm import Action, Decision, Game, Refused
from berserk_fsm.core.values import Point, Redirect, RuleEffect
from berserk_fsm.notebook import tree
from berserk_fsm.notebook.tree import Stepping
from tests.machine.walks import accepted

ACTIONS = (
    Action("удар", by="A", speed="slow", target="гоблин", cost=("рыцарь открыт",), add=("гоблин ранен",)),
    Action("крик", by="A"),
    Action("месть", by="A", on=Point("after_effect", "удар")),
    Action("щит", by="B", block="удар"),
    Action("защита", by="B", redirect=Redirect("удар", "орк")),
)
EFFECTS = (RuleEffect("гибель", when=("гоблин ранен",), remove=("гоблин ранен",), add=("гоблин мёртв",)),)

HOSTILE = '<script>alert("1")</script>'
HOSTILE_NAMES = (HOSTILE, "]]>", "a'\"b", "&amp;", "$x$", "</textarea>", "{{ t }}")


def game() -> Game:
    return Game(ACTIONS, EFFECTS, facts=["рыцарь открыт"], engine="table")


def walked(data: st.DataObject, steps: int = 25, micro: bool | None = None) -> Stepping:
    """All that came of a random walk: deciding, going back and forward, to other moments and lines, in micro-steps."""
    stepping = tree.begin(game())
    for _ in range(data.draw(st.integers(0, steps))):
        stepping = _one(data, stepping, micro)
    return stepping


def _one(data: st.DataObject, stepping: Stepping, micro: bool | None) -> Stepping:
    what = data.draw(st.sampled_from(("decide", "decide", "decide", "back", "forward", "go", "line", "micro")))
    turned: Any = stepping
    if what == "decide" and stepping.half is None:
        turned = tree.decide(stepping, data.draw(st.sampled_from(accepted(stepping.game))))
    elif what == "back":
        turned = tree.back(stepping)
    elif what == "forward":
        turned = tree.forward(stepping)
    elif what == "go":
        turned = tree.go(stepping, data.draw(st.integers(0, stepping.length)))
    elif what == "line":
        turned = tree.take_line(stepping, data.draw(st.integers(0, len(stepping.lines) - 1)))
    elif what == "micro":
        turned = tree.set_micro(stepping, data.draw(st.booleans()) if micro is None else micro)
    assert not isinstance(turned, Refused), turned
    assert isinstance(turned, Stepping)
    return turned


def decided(stepping: Stepping, *decisions: Decision) -> Stepping:
    """One decision after another; none may be refused."""
    for decision in decisions:
        turned = tree.decide(stepping, decision)
        assert isinstance(turned, Stepping), turned
        stepping = turned
    return stepping
