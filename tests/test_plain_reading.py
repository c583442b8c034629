"""Self-test of the plain reading: the shared situations by hand, each reading once, and the small points."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.plain_reading import PlainReading

Table = dict[str, Any]


def game(
    actions: Table | None = None,
    facts: list[str] | None = None,
    effects: Table | None = None,
    phase: str = "main",
    **readings: str,
) -> PlainReading:
    start = {"active": "A", "phase": phase, "facts": facts or []}
    return PlainReading({"start": start, "actions": actions or {}, "rule_effects": effects or {}}, readings)


def give(g: PlainReading) -> list[tuple[Any, ...]]:
    """The holder gives priority away, the way that is right here."""
    state = g.state()
    return g.do("hand_over" if state["has_declared"] else "pass", state["priority"])


def both_pass(g: PlainReading) -> list[tuple[Any, ...]]:
    """Both give priority away until this window closes."""
    told: list[tuple[Any, ...]] = []
    while ("closed",) not in told:
        told += give(g)
    return told


def until(g: PlainReading, reached: Callable[[dict[str, Any]], bool]) -> list[tuple[Any, ...]]:
    told: list[tuple[Any, ...]] = []
    for _ in range(100):
        if reached(g.state()):
            return told
        told += both_pass(g)
    raise AssertionError("never reached")


def empty(state: dict[str, Any]) -> bool:
    return not state["stack"] and not state["queue"]


def refused(g: PlainReading, clause: str, verb: str, player: str, name: str | None = None) -> None:
    """Refused with this clause, and nothing at all changes."""
    before = copy.deepcopy(vars(g))
    assert g.refusal(verb, player, name) == clause
    with pytest.raises(ValueError, match=f"^{clause}$"):
        g.do(verb, player, name)
    assert vars(g) == before


def expect(g: PlainReading, **want: Any) -> None:
    state = g.state()
    assert {key: state[key] for key in want} == want


# ------------------------------------------------------------------------------------- shared situations


def test_one_slow_action_from_declaration_to_removal() -> None:
    g = game({"M": {"by": "A", "speed": "slow", "target": "c7"}})
    assert g.opening == [("phase", "main"), ("window", "phase", "A")]
    expect(g, priority="A", queue=[], stack=[], window="phase", legal=["M"])
    assert g.do("declare", "A", "M") == [("declared", "M")]
    expect(g, priority="A", queue=["M"], stack=[])
    assert g.do("hand_over", "A") == []
    expect(g, priority="B", queue=["M"])
    assert g.do("pass", "B") == []
    assert g.do("pass", "A") == [
        ("closed",),
        ("to_stack", ("M",)),
        ("step", "M", "legality_check"),
        ("step", "M", "reserve_resources"),
        ("reserved", "M"),
        ("step", "M", "fix_target"),
        ("window", "step", "A"),
    ]
    expect(g, queue=[], stack=["M"], executing="M", step="fix_target", window="step", targets={"M": "c7"})
    told = until(g, lambda s: "M" in s["left"])
    assert told == [
        ("closed",),
        ("step", "M", "apply_effect"),
        ("window", "step", "A"),
        ("closed",),
        ("effect", "M"),
        ("step", "M", "after_effect"),
        ("window", "step", "A"),
        ("closed",),
        ("step", "M", "payment"),
        ("paid", "M"),
        ("step", "M", "removal"),
        ("left", "M"),
        ("window", "phase", "A"),
    ]
    expect(g, stack=[], priority="A", window="phase", left=["M"], phase="main", executing=None, step=None)
    refused(g, "scenario", "declare", "A", "M")


def test_passing_and_handing_over_are_two_things() -> None:
    g = game({"F": {"by": "A"}, "G": {"by": "B"}})
    refused(g, "303.6", "hand_over", "A")
    refused(g, "303.1", "pass", "B")
    refused(g, "303.1", "declare", "A", "G")
    g.do("declare", "A", "F")
    refused(g, "303.2", "pass", "A")
    g.do("hand_over", "A")
    expect(g, priority="B", passes=0, has_declared=False)
    g.do("pass", "B")
    expect(g, priority="A", passes=1, queue=["F"])
    g.do("pass", "A")
    expect(g, stack=["F"], queue=[], executing="F", step="apply_effect", window="step", passes=0)


def test_last_declared_executes_first() -> None:
    fast = {name: {"by": name[0]} for name in ("A1", "B1", "B2")}
    g = game({"M": {"by": "A", "speed": "slow"}, **fast})
    g.do("declare", "A", "M")
    g.do("declare", "A", "A1")
    g.do("hand_over", "A")
    g.do("declare", "B", "B1")
    g.do("declare", "B", "B2")
    g.do("hand_over", "B")
    g.do("pass", "A")
    expect(g, queue=["M", "A1", "B1", "B2"], stack=[], priority="B")
    g.do("pass", "B")
    expect(g, queue=[], stack=["M", "A1", "B1", "B2"], executing="B2")
    until(g, empty)
    expect(g, left=["B2", "B1", "A1", "M"], priority="A", window="phase")


def test_a_slow_action_needs_an_empty_queue() -> None:
    g = game(
        {
            "M": {"by": "A", "speed": "slow"},
            "K": {"by": "A", "speed": "slow"},
            "F": {"by": "A"},
            "G": {"by": "B"},
            "H": {"by": "B", "speed": "slow"},
        }
    )
    expect(g, legal=["F", "K", "M"])
    refused(g, "303.1", "declare", "B", "G")
    g.do("declare", "A", "F")
    refused(g, "303.3", "declare", "A", "M")
    expect(g, queue=["F"], priority="A", legal=[])
    g.do("hand_over", "A")
    expect(g, priority="B", legal=["G"])
    refused(g, "303.3", "declare", "B", "H")


def test_a_blocked_action_is_still_paid() -> None:
    g = game(
        {
            "X": {"by": "A", "speed": "slow", "target": "wall", "cost": ["scout_open"], "add": ["wounded"]},
            "N": {"by": "B", "cost": ["wall_open"], "block": "X"},
            "P": {"by": "B", "block": "X"},
            "t": {"by": "A", "on": {"after_effect": "X"}},
        },
        ["scout_open", "wall_open"],
    )
    refused(g, "303.1", "declare", "B", "N")
    g.do("declare", "A", "X")
    g.do("hand_over", "A")
    refused(g, "302.10", "declare", "B", "N")
    g.do("pass", "B")
    g.do("pass", "A")
    g.do("pass", "A")
    g.do("declare", "B", "N")
    both_pass(g)
    expect(g, stack=["X", "N"], executing="N")
    told = until(g, lambda s: s["step"] == "after_effect" and s["executing"] == "X")
    assert told.index(("effect", "N")) + 1 == told.index(("blocked", "X")) < told.index(("no_effect", "X"))
    assert ("effect", "X") not in told
    expect(g, window="step", legal=[], stack=["X"])
    refused(g, "303.4", "declare", "A", "t")
    g.do("pass", "A")
    refused(g, "302.12", "declare", "B", "P")
    until(g, empty)
    expect(g, left=["N", "X"], facts=[], cancelled=[])


def test_rule_effects_run_at_once() -> None:
    g = game(
        {
            "X": {
                "by": "A",
                "speed": "slow",
                "target": "c1",
                "remove": ["c1_alive", "c2_alive"],
                "add": ["c1_zero", "c2_zero"],
            },
            "t": {"by": "A", "on": {"effect": "c2_dies"}},
            "u": {"by": "B", "on": {"effect": "c1_dies"}},
        },
        ["c1_alive", "c2_alive"],
        {
            "c1_dies": {"when": ["c1_zero"], "remove": ["c1_zero"], "add": ["c1_dead"]},
            "c2_dies": {"when": ["c2_zero"], "remove": ["c2_zero"], "add": ["c2_dead"]},
        },
    )
    g.do("declare", "A", "X")
    told = until(g, lambda s: s["step"] == "after_effect")
    assert told[-4:] == [
        ("effect", "X"),
        ("rule_effects", ("c1_dies", "c2_dies")),
        ("step", "X", "after_effect"),
        ("window", "step", "A"),
    ]
    expect(g, rule_effects=["c1_dies", "c2_dies"], facts=["c1_dead", "c2_dead"], legal=["t"])
    g.do("declare", "A", "t")
    g.do("hand_over", "A")
    expect(g, priority="B", legal=["u"])
    g.do("declare", "B", "u")
    g.do("hand_over", "B")
    both_pass(g)
    expect(g, stack=["X", "t", "u"], executing="u")


def trigger_game(once: str = "true", mandatory: str = "false") -> PlainReading:
    g = game(
        {
            "X": {"by": "A", "speed": "slow", "target": "c1"},
            "t1": {"by": "A", "on": {"fix_target": "X"}},
            "t2": {"by": "A", "on": {"fix_target": "X"}},
            "u": {"by": "B", "on": {"fix_target": "X"}},
            "F": {"by": "A"},
        },
        trigger_once_per_point=once,
        triggers_mandatory=mandatory,
    )
    g.do("declare", "A", "X")
    both_pass(g)
    return g


def test_a_trigger_point_is_offered_once_and_the_suspended_action_continues() -> None:
    g = trigger_game()
    expect(g, executing="X", step="fix_target", priority="A", legal=["F", "t1", "t2"])
    g.do("declare", "A", "t1")
    g.do("hand_over", "A")
    g.do("declare", "B", "u")
    g.do("hand_over", "B")
    refused(g, "303.4", "declare", "A", "t2")
    g.do("declare", "A", "F")
    both_pass(g)
    expect(g, stack=["X", "t1", "u", "F"], executing="F")
    until(g, lambda s: "t1" in s["left"])
    expect(g, stack=["X"], window="removal", priority="A", left=["F", "u", "t1"])
    expect(g, executing="X", step="fix_target", legal=[])
    assert both_pass(g) == [("closed",), ("step", "X", "apply_effect"), ("window", "step", "A")]


# ------------------------------------------------------------------------------------- the readings


def test_reading_handover_counts_as_pass() -> None:
    for value, closed in (("false", False), ("true", True)):
        g = game({"F": {"by": "A"}, "G": {"by": "B"}}, handover_counts_as_pass=value)
        g.do("declare", "A", "F")
        g.do("hand_over", "A")
        expect(g, passes=1 if closed else 0)
        assert (("closed",) in g.do("pass", "B")) is closed


def test_reading_slow_needs_empty_stack() -> None:
    for value, clause in (("true", "303.3"), ("false", None)):
        actions = {"X": {"by": "A", "speed": "slow"}, "Y": {"by": "A", "speed": "slow"}}
        g = game(actions, slow_needs_empty_stack=value)
        g.do("declare", "A", "X")
        both_pass(g)
        assert g.refusal("declare", "A", "Y") == clause


def test_reading_slow_active_only() -> None:
    for value, clause in (("true", "303.3"), ("false", None)):
        g = game({"Y": {"by": "B", "speed": "slow"}}, slow_active_only=value)
        g.do("pass", "A")
        assert g.refusal("declare", "B", "Y") == clause


def test_reading_trigger_once_per_point() -> None:
    for value, after_pass in (("true", "303.4"), ("false", None)):
        g = trigger_game(once=value)
        g.do("declare", "A", "t1")
        g.do("hand_over", "A")
        g.do("pass", "B")
        assert g.refusal("declare", "A", "t2") == after_pass
        g = trigger_game(once=value)
        g.do("declare", "A", "t1")
        g.do("hand_over", "A")
        g.do("declare", "B", "u")
        g.do("hand_over", "B")
        refused(g, "303.4", "declare", "A", "t2")


def test_reading_triggers_mandatory() -> None:
    assert trigger_game().refusal("pass", "A") is None
    g = trigger_game(mandatory="true")
    refused(g, "303.6", "hand_over", "A")
    refused(g, "303.4", "pass", "A")
    g.do("declare", "A", "t1")
    refused(g, "303.2", "pass", "A")
    refused(g, "303.4", "hand_over", "A")
    g.do("declare", "A", "t2")
    g.do("hand_over", "A")
    refused(g, "303.4", "pass", "B")


def test_reading_reserve_at() -> None:
    actions = {
        "F": {"by": "A", "cost": ["c"]},
        "G": {"by": "A", "cost": ["c"]},
        "H": {"by": "A", "cost": ["d"]},
    }
    g = game(actions, ["c"])
    g.do("declare", "A", "F")
    both_pass(g)
    g.do("declare", "A", "G")
    assert both_pass(g)[1:] == [
        ("to_stack", ("G",)),
        ("step", "G", "legality_check"),
        ("step", "G", "reserve_resources"),
        ("cancelled", "G"),
        ("step", "G", "removal"),
        ("removed", "G"),
        ("window", "removal", "A"),
    ]
    expect(g, stack=["F"], cancelled=["G"], left=[], facts=["c"], executing="F", step="apply_effect")

    g = game(actions, ["c"], reserve_at="declaration")
    refused(g, "302.12", "declare", "A", "H")
    assert g.do("declare", "A", "F") == [("declared", "F"), ("reserved", "F")]
    refused(g, "302.12", "declare", "A", "G")
    told = both_pass(g)
    assert ("step", "F", "reserve_resources") in told
    assert ("reserved", "F") not in told
    refused(g, "302.12", "declare", "A", "G")
    assert ("left", "F") in until(g, empty)
    expect(g, facts=[])


def test_reading_reserve_at_declaration_is_released_when_cancelled() -> None:
    actions = {"F": {"by": "A", "cost": ["c"], "requires": ["no"]}, "G": {"by": "A", "cost": ["c"]}}
    g = game(actions, ["c"], reserve_at="declaration")
    g.do("declare", "A", "F")
    assert ("cancelled", "F") in both_pass(g)
    expect(g, cancelled=["F"], left=[], facts=["c"], window="phase", legal=["G"])


def test_reading_opponent_declared_lasts() -> None:
    actions = {
        "a1": {"by": "A", "on": {"phase": "initial"}},
        "f": {"by": "A"},
        "g": {"by": "B"},
        "h": {"by": "B"},
    }
    for value, clause in (("hold", "303.3"), ("window", None)):
        g = game(actions, phase="initial", opponent_declared_lasts=value)
        refused(g, "303.3", "declare", "A", "f")
        g.do("declare", "A", "a1")
        g.do("hand_over", "A")
        g.do("declare", "B", "g")  # 303.3 (b): A has just declared
        g.do("hand_over", "B")
        assert g.refusal("declare", "A", "f") is None
        g.do("pass", "A")
        assert g.refusal("declare", "B", "h") == clause


ROLL = {
    "X": {"by": "A", "speed": "slow", "roll": "true"},
    "d": {"by": "B", "on": {"dice_roll": "X"}},
    "r": {"by": "B", "on": {"after_effect": "X.roll"}},
}


def test_reading_roll_through_queue_true() -> None:
    g = game(ROLL)
    g.do("declare", "A", "X")
    assert both_pass(g)[-3:] == [("step", "X", "dice_roll"), ("declared", "X.roll"), ("window", "step", "A")]
    expect(g, queue=["X.roll"], stack=["X"], step="dice_roll", has_declared=False, passes=0)
    refused(g, "scenario", "declare", "A", "X.roll")
    refused(g, "303.6", "hand_over", "A")
    g.do("pass", "A")
    refused(g, "303.1", "declare", "B", "X.roll")
    expect(g, legal=["d"])
    g.do("pass", "B")
    expect(g, stack=["X", "X.roll"], executing="X.roll", step="apply_effect")
    both_pass(g)
    g.do("pass", "A")
    expect(g, executing="X.roll", step="after_effect", legal=["r"])
    assert until(g, lambda s: s["window"] == "removal")[-2:] == [
        ("left", "X.roll"),
        ("window", "removal", "A"),
    ]
    expect(g, stack=["X"], step="dice_roll")
    assert both_pass(g) == [("closed",), ("step", "X", "apply_effect"), ("window", "step", "A")]
    until(g, empty)
    expect(g, left=["X.roll", "X"])


@pytest.mark.parametrize("declare_d", [False, True])
def test_reading_roll_through_queue_false(declare_d: bool) -> None:
    g = game(ROLL, roll_through_queue="false")
    g.do("declare", "A", "X")
    assert both_pass(g)[-2:] == [("step", "X", "dice_roll"), ("window", "step", "A")]
    expect(g, queue=[], stack=["X"])
    if declare_d:
        g.do("pass", "A")
        g.do("declare", "B", "d")
        until(g, lambda s: "d" in s["left"])
        expect(g, window="removal", executing="X", step="dice_roll")
    assert both_pass(g)[:3] == [("closed",), ("to_stack", ("X.roll",)), ("step", "X.roll", "legality_check")]
    expect(g, stack=["X", "X.roll"], executing="X.roll", step="apply_effect")
    until(g, lambda s: s["window"] == "removal")
    assert both_pass(g) == [("closed",), ("step", "X", "apply_effect"), ("window", "step", "A")]


def test_reading_phase_window() -> None:
    g = game({"e": {"by": "B", "on": {"phase": "final"}, "when": ["w"]}})
    assert both_pass(g) == [("closed",), ("phase", "final"), ("window", "phase", "A")]
    assert both_pass(g) == [("closed",), ("turn", 2, "B"), ("phase", "initial"), ("window", "phase", "B")]
    for facts, stops in (([], False), (["w"], True)):
        g = game({"e": {"by": "B", "on": {"phase": "final"}, "when": ["w"]}}, facts, phase_window="if_any")
        told = both_pass(g)
        if stops:
            assert told == [("closed",), ("phase", "final"), ("window", "phase", "A")]
            expect(g, legal=[], priority="A")
            g.do("pass", "A")
            expect(g, legal=["e"], priority="B")
        else:
            turn = [
                ("closed",),
                ("phase", "final"),
                ("turn", 2, "B"),
                ("phase", "initial"),
                ("phase", "main"),
            ]
            assert told == [*turn, ("window", "phase", "B")]
            expect(g, turn=2, active="B", phase="main", priority="B")


def test_reading_window_opens_with() -> None:
    for value, first in (("active", "A"), ("controller", "B")):
        g = game({"G": {"by": "B"}}, window_opens_with=value)
        g.do("pass", "A")
        g.do("declare", "B", "G")
        g.do("hand_over", "B")
        g.do("pass", "A")
        assert g.do("pass", "B")[-1] == ("window", "step", first)
        assert until(g, empty)[-1] == ("window", "phase", "A")


def test_an_unknown_reading_is_an_error() -> None:
    with pytest.raises(LookupError):
        PlainReading({}, {"nonsense": "true"})


# ------------------------------------------------------------------------------------- small points


def test_a_declaration_breaks_the_chain_of_passes() -> None:
    g = game({"G": {"by": "B"}})
    g.do("pass", "A")
    expect(g, passes=1)
    g.do("declare", "B", "G")
    expect(g, passes=0)
    assert g.do("hand_over", "B") == []
    assert g.do("pass", "A") == []
    assert ("closed",) in g.do("pass", "B")


REDIRECT = {
    "X": {"by": "A", "speed": "slow", "target": "c1"},
    "r": {"by": "B", "redirect": {"of": "X", "to": "c2"}},
    "q": {"by": "B", "redirect": {"of": "X", "to": "c3"}},
    "p": {"by": "B", "redirect": {"of": "X", "to": "c4"}},
}


def test_redirections() -> None:
    g = game(REDIRECT)
    g.do("pass", "A")
    refused(g, "302.12", "declare", "B", "r")
    g = game(REDIRECT)
    g.do("declare", "A", "X")
    both_pass(g)
    g.do("pass", "A")
    g.do("declare", "B", "r")
    g.do("declare", "B", "q")  # none applied yet
    told = until(g, lambda s: s["window"] == "removal" and "q" in s["left"])
    assert told[told.index(("effect", "q")) + 1] == ("redirected", "X", "c3")
    expect(g, stack=["X", "r"], targets={"X": "c3"})
    g.do("pass", "A")
    refused(g, "302.12", "declare", "B", "p")
    assert ("cancelled", "r") in g.do("pass", "B")
    expect(g, window="removal", stack=["X"], cancelled=["r"], targets={"X": "c3"})
    g.do("pass", "A")
    refused(g, "302.12", "declare", "B", "p")  # a second time
    g.do("pass", "B")
    expect(g, step="apply_effect", targets={"X": "c3"})


def test_a_final_target_cannot_be_redirected() -> None:
    g = game(REDIRECT)
    g.do("declare", "A", "X")
    until(g, lambda s: s["step"] == "apply_effect")
    g.do("pass", "A")
    refused(g, "302.12", "declare", "B", "r")


def test_a_waiting_action_on_top_may_be_aimed_at_one_below_may_not() -> None:
    g = game(
        {
            "F": {"by": "A"},
            "G": {"by": "A"},
            "n": {"by": "B", "block": "F"},
        }
    )
    g.do("declare", "A", "F")
    g.do("declare", "A", "G")
    both_pass(g)
    g.do("pass", "A")
    refused(g, "302.12", "declare", "B", "n")
    until(g, lambda s: s["window"] == "removal")
    expect(g, stack=["F"], executing=None, step=None)
    g.do("pass", "A")
    g.do("declare", "B", "n")
    told = until(g, empty)
    assert {("blocked", "F"), ("no_effect", "F"), ("paid", "F")} <= set(told)


def test_the_window_after_a_payment() -> None:
    actions: Table = {
        "X": {"by": "A", "speed": "slow", "cost": ["c"]},
        "p": {"by": "B", "on": {"payment": "X"}},
        "k": {"by": "B", "when": ["dead"]},
    }
    effects = {"dies": {"when": ["zero"], "remove": ["zero"], "add": ["dead"]}}
    g = game(actions, ["c"], effects)
    g.do("declare", "A", "X")
    told = until(g, lambda s: s["window"] == "off_stack")
    assert told[-3:] == [("step", "X", "payment"), ("paid", "X"), ("window", "off_stack", "A")]
    expect(g, step="payment", executing="X", facts=[], left=[])
    g.do("pass", "A")
    expect(g, legal=["p"])
    g.do("declare", "B", "p")
    until(g, lambda s: s["window"] == "removal")
    assert both_pass(g) == [("closed",), ("step", "X", "removal"), ("left", "X"), ("window", "phase", "A")]

    del actions["p"]
    g = game(actions, ["c"], effects)
    g.do("declare", "A", "X")
    assert not any(told[:2] == ("window", "off_stack") for told in until(g, empty))


def test_conditional_playables_after_an_off_stack_action_outside_main() -> None:
    actions = {"k": {"by": "B", "when": ["w"]}, "j": {"by": "B", "when": ["v"]}, "f": {"by": "B"}}
    g = game(actions, ["w"], phase="final")
    g.do("pass", "A")
    expect(g, legal=["k"])
    refused(g, "303.3", "declare", "B", "f")
    refused(g, "303.3", "declare", "B", "j")
    g.do("declare", "B", "k")
    until(g, empty)
    expect(g, phase="final", window="phase")
    g.do("pass", "A")
    expect(g, legal=["f"])  # 303.3 (c): an action has left


def test_batches_and_loops() -> None:
    effects = {
        "x": {"when": ["p"], "remove": ["p"], "add": ["q"]},
        "y": {"when": ["q"], "remove": ["q"], "add": ["p"]},
    }
    g = game({}, ["p"], effects)
    assert g.opening == [
        ("phase", "main"),
        ("rule_effects", ("x",)),
        ("rule_effects", ("y",)),
        ("loops", ("x",)),
        ("window", "phase", "A"),
    ]
    expect(g, rule_effects=["x", "y"], loops=["x"], facts=["p"])
    g = game({}, ["p", "q"], effects)  # both due, both read the facts before
    assert g.opening[1:] == [("rule_effects", ("x", "y")), ("loops", ("x", "y")), ("window", "phase", "A")]
    expect(g, facts=["p", "q"])


def test_triggers_of_a_phase_on_both_sides() -> None:
    actions = {name: {"by": name[0].upper(), "on": {"phase": "final"}} for name in ("a1", "a2", "b1", "b2")}
    g = game(actions, phase="main")
    expect(g, legal=[])
    both_pass(g)
    expect(g, phase="final", legal=["a1", "a2"])
    for name in ("a2", "a1"):
        g.do("declare", "A", name)
    g.do("hand_over", "A")
    expect(g, legal=["b1", "b2"])
    for name in ("b1", "b2"):
        g.do("declare", "B", name)
    until(g, empty)
    expect(g, left=["b2", "b1", "a1", "a2"])


def test_nothing_may_be_declared_while_the_stack_is_deactivated() -> None:
    g = game({"F": {"by": "A"}})
    g.deactivated = True
    assert g.refusal("declare", "A", "F") == "302.8"
