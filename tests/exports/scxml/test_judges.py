"""Readers that others wrote run the exported documents: they must go where the table runner goes, event by event."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Point, Redirect, RuleEffect, Start
from berserk_fsm.exports.scxml_literals import Datamodel
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.readings import Readings
from tests.exports.scxml.conftest import Judge
from tests.exports.scxml.sequences import EVENTS, Match, match, matches

BATCHES = (1, 2)
TABLES = 35
EACH = 3


def _difference(judge: Judge, datamodel: Datamodel, played: Match, text: str | None = None) -> str | None:
    (seen,) = judge([(text or played.document(datamodel), [one.events for one in played.sequences])])
    return played.difference(seen)


@pytest.mark.parametrize("batch", BATCHES)
def test_scion_goes_where_the_table_runner_goes(scion: Judge, batch: int) -> None:
    played = matches(batch, TABLES, EACH)
    seen = scion((one.document("ecmascript"), [tried.events for tried in one.sequences]) for one in played)
    for one, courses in zip(played, seen, strict=True):
        assert one.difference(courses) is None


@pytest.mark.parametrize("batch", BATCHES)
def test_statemachine_goes_where_the_table_runner_goes(statemachine: Judge, batch: int) -> None:
    for one in matches(batch, TABLES, EACH):
        assert _difference(statemachine, "python", one) is None


def test_sequences_are_many_and_of_both_sorts() -> None:
    played = [one for batch in BATCHES for one in matches(batch, TABLES, EACH)]
    tried = [sequence for one in played for sequence in one.sequences]
    assert len(tried) >= 200
    assert 0.3 < sum(one.legal for one in tried) / (len(tried) * EVENTS) < 0.9
    assert len({one.readings for one in played}) > len(played) // 2
    ends = [one.moments[-1].game for one in tried]
    assert any(game["turn"] > 1 for game in ends)
    for what in ("left", "cancelled", "rule_effects", "loops"):
        assert any(game["log"][what] for game in ends), what


# --- one definition changed: the judge must notice -------------------------------------------------------------------

FAULTS = {
    "apply_top_effect": (
        "union(difference(game.facts, action.remove), action.add)",
        "difference(union(game.facts, action.add), action.remove)",
    ),
    "move_queue_to_stack": ("game.stack.concat(game.queue)", "game.queue.concat(game.stack)"),
    "break_pass_chain": ("passes: 0", "passes: 1"),
    "note_given_away": ("union(game.window.given_away, [holder(game)])", "game.window.given_away"),
    "opponent_has_passed": ("game.window.passes === 1", "game.window.passes === 0"),
    "opponent_declared": ("includes(game.window.fast_open_to, holder(game))", "false"),
    "reopen_phase_window": ("action_left: true", "action_left: false"),
    "remove_executed": ("{left: game.log.left.concat", "{cancelled: game.log.left.concat"),
    "enter_step": ("{step: step}", "{step: null}"),
    "is_due": ("union(difference(facts, effect.remove), effect.add)", "facts.concat(effect.add)"),
}
PYTHON_FAULTS = {
    "apply_top_effect": (
        'union(difference(game["facts"], action["remove"]), action["add"])',
        'difference(union(game["facts"], action["add"]), action["remove"])',
    ),
    "move_queue_to_stack": ('game["stack"] + game["queue"]', 'game["queue"] + game["stack"]'),
    "break_pass_chain": ("passes=0", "passes=1"),
    "note_given_away": ('union(game["window"]["given_away"], [holder(game)])', 'game["window"]["given_away"]'),
    "opponent_has_passed": ('game["window"]["passes"] == 1', 'game["window"]["passes"] == 0'),
    "opponent_declared": ('holder(game) in game["window"]["fast_open_to"]', "False"),
    "reopen_phase_window": ("action_left=True", "action_left=False"),
    "remove_executed": ("left=[", "cancelled=["),
    "enter_step": ("step=step", "step=None"),
    "is_due": (
        'union(difference(facts, effect["remove"]), effect["add"])',
        'facts + effect["add"]',
    ),
}


def _with_fault(text: str, name: str, fault: tuple[str, str]) -> str:
    """``text`` with the definition of ``name`` changed."""
    start = re.search(rf"^(function|def) {name}\(", text, re.MULTILINE)
    assert start is not None
    place = text.index(fault[0], start.start())
    end = re.search(r"^(function|def) ", text[start.end() :], re.MULTILINE)
    assert end is not None
    assert place < start.end() + end.start()
    return text[:place] + fault[1] + text[place + len(fault[0]) :]


def _quick(number: int) -> Action:
    """A fast action that ends a fact and begins it again."""
    fact = (f"x{number}",)
    return Action(f"quick{number}", by="A" if number % 2 else "B", cost=("coin",), remove=fact, add=fact)


def _busy() -> Match:
    """A table on which every changed definition shows."""
    actions = [
        Action("strike", by="A", speed="slow", target="c1", roll=True, remove=("hurt",), add=("hurt", "noise")),
        Action("trap", by="B", on=Point("fix_target", "strike"), add=("sprung",)),
        Action("echo", by="A", on=Point("effect", "dies")),
        Action("dawn", by="A", on=Point("phase", "initial"), add=("hurt",)),
        Action("dusk", by="B", on=Point("phase", "final"), requires=("never",)),
        *map(_quick, range(6)),
        Action("stop", by="B", block="strike"),
        Action("guard", by="B", redirect=Redirect("strike", "c9")),
    ]
    effects = [RuleEffect("dies", when=("hurt",), remove=("hurt",)), RuleEffect("fades", remove=("noise",))]
    table = build_table(actions, effects, Start(phase="initial", facts=("coin",)), profile=default_profile())
    return match(table, Readings(), random.Random(3), 4, 80)


def _noticed(judge: Judge, datamodel: Datamodel, name: str, fault: tuple[str, str]) -> bool:
    busy = _busy()
    return _difference(judge, datamodel, busy, _with_fault(busy.document(datamodel), name, fault)) is not None


def test_scion_finds_no_fault_where_nothing_is_changed(scion: Judge) -> None:
    assert _difference(scion, "ecmascript", _busy()) is None


def test_statemachine_finds_no_fault_where_nothing_is_changed(statemachine: Judge) -> None:
    assert _difference(statemachine, "python", _busy()) is None


@pytest.mark.parametrize("name", FAULTS)
def test_scion_notices_a_changed_definition(scion: Judge, name: str) -> None:
    assert _noticed(scion, "ecmascript", name, FAULTS[name])


@pytest.mark.parametrize("name", PYTHON_FAULTS)
def test_statemachine_notices_a_changed_definition(statemachine: Judge, name: str) -> None:
    assert _noticed(statemachine, "python", name, PYTHON_FAULTS[name])


# --- names that try to break out -------------------------------------------------------------------------------------

NASTY = (
    "]]></script><script>oops()</script>",
    "\"'`${oops}`'\"",
    '</data><data id="game">null</data>',
    "two  spaces,  twice",
    " edges ",
    "\u202eright to left\u200f",
    "line\nend\ttab\r\x00\x1b",
    "\\u0041\\",
    "\u2028\u2029\ufffe",
    "&amp;&#x41;<!-- -->",
    "🃏\U000e0001",
    "__proto__",
    "constructor",
    "удар",
)


def _nasty() -> Match:
    """Names no table file can have are written into a table past its checks."""
    facts = tuple(f"fact {name}" for name in NASTY)
    actions = [
        Action(
            name, by="A" if place % 2 else "B", add=(facts[place],), target=name, when=() if place % 3 else facts[:1]
        )
        for place, name in enumerate(NASTY)
    ]
    actions[1] = replace(actions[1], when=(), on=Point("fix_target", NASTY[2]), block=NASTY[2])
    actions[3] = replace(actions[3], speed="slow", when=())
    actions[5] = replace(actions[5], redirect=Redirect(NASTY[4], NASTY[0]), when=())
    effects = {name: RuleEffect(name, when=(facts[1],), remove=(facts[1],), add=(name,)) for name in NASTY[:3]}
    table = Table(
        MappingProxyType({action.name: action for action in actions}),
        MappingProxyType(effects),
        Start("A", "main", facts[:2]),
    )
    return match(table, Readings(), random.Random(7), 2, 80)


def test_scion_reads_every_name_as_it_is(scion: Judge) -> None:
    assert _difference(scion, "ecmascript", _nasty()) is None


def test_statemachine_reads_every_name_as_it_is(statemachine: Judge) -> None:
    assert _difference(statemachine, "python", _nasty()) is None
