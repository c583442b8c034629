"""What a trace says, as data: nothing of terminals."""

from __future__ import annotations

import pytest

from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.trace import Trace, trace_of


def played(text: str, lang: str = "en") -> Trace:
    return trace_of(play_scenario(parse_scenario(text)), lang)


def sentences(text: str, lang: str = "en") -> list[str]:
    return [line.text for item in played(text, lang).items for line in item.lines]


COSTS = "start: {facts: [gold]}\nactions: {F: {by: A}, G: {by: B, cost: [gold]}, R: {by: A, remove: [gold]}}\n"


def test_reserving_and_paying_nothing_is_not_told() -> None:
    told = sentences(COSTS + "play: [A declares F, until: {stack: empty}]")
    assert not [sentence for sentence in told if "eserved" in sentence or "Payment" in sentence]
    assert "“F”, executed and paid, leaves the stack." in told


def test_reserving_and_paying_something_is_told() -> None:
    told = sentences(COSTS + "play: [A declares F, A hands over, B declares G, until: {stack: empty}]")
    assert "Reserved for “G”: gold." in told
    assert "Payment for “G”: spent: gold." in told


def test_vanished_resource_is_told_with_the_assumption_it_rests_on() -> None:
    play = "play: [A declares F, A hands over, B declares G, both pass, A declares R, until: {stack: empty}]"
    trace = played(COSTS + play)
    (line,) = (line for item in trace.items for line in item.lines if line.text.startswith("Payment"))
    assert line.text == "Payment for “G”: nothing left to spend; gone before: gold."
    assert "gap/reserved_vanishes" in line.clauses
    assert "gap/reserved_vanishes" in {one.citation for one in trace.header.assumptions}


def test_cancelled_actions_say_why() -> None:
    told = sentences("""\
start: {facts: [gold, sun]}
actions:
  X: {by: A, speed: slow, cost: [gold]}
  F: {by: A, cost: [gold]}
  G: {by: A, requires: [moon]}
  N: {by: A, block: X}
  O: {by: A, block: X, remove: [sun]}
play: [A declares X, both pass, A declares N, A declares O, A declares F, A declares G, until: {stack: empty}]
""")
    assert "“G” fails the legality check (missing: moon) and is cancelled, unpaid." in told
    assert "The resources of “F” cannot be reserved (held by “X”: gold): it is cancelled, unpaid." in told
    assert "“O” passes the legality check." in told
    assert "The effect of “O” is applied. Gone: sun. “X” is blocked." in told


def test_reservation_at_declaration_is_told_then() -> None:
    text = "readings: {reserve_at: declaration}\n" + COSTS.replace("by: B", "by: A")
    told = sentences(text + "play: [A declares G, until: {stack: empty}]")
    assert told[:2] == ["The fast action joins the end of the queue, A keeps priority.", "Reserved for “G”: gold."]
    assert "Reserved for “G” since it was declared: gold." in told


def test_loop_cut_together_with_a_batch_is_told() -> None:
    told = sentences("""\
actions: {X: {by: A, add: [a]}}
rule_effects:
  there: {when: [a], remove: [a], add: [b]}
  back: {when: [b], remove: [b], add: [a, c]}
  once: {when: [c], add: [d]}
play: [A declares X, until: {left: X}]
""")
    cut = next(n for n, sentence in enumerate(told) if sentence == "Rule effects repeat and are not run again: there.")
    assert told[cut - 1] == "Rule effect: once. New: d."


@pytest.mark.parametrize(
    ("play", "says"),
    [
        ("A declares F, both pass", "First A hands over. The window closes."),
        ("both pass", "The window closes."),
        ("A passes, both pass", "B passes, the window closes."),
    ],
)
def test_both_pass_is_one_sentence(play: str, says: str) -> None:
    item = played(f"actions: {{F: {{by: A}}}}\nplay: [{play}]").items[-1]
    assert item.lines[0].text == says
    assert not [line for line in item.lines[1:] if "hands over" in line.text or "passes" in line.text]


def test_handing_over_as_a_pass_is_told_as_it_is() -> None:
    text = "readings: {handover_counts_as_pass: true}\nactions: {F: {by: A}}\nplay: [A declares F, both pass]"
    trace = played(text)
    assert trace.items[-1].lines[0].text == "A hands over, B passes, the window closes."
    (reading,) = trace.header.readings
    assert (reading.id, reading.value, reading.clauses) == ("handover_counts_as_pass", "true", ("303.2", "303.6"))


def test_window_passed_through_is_one_sentence_with_all_its_clauses() -> None:
    item = played("actions: {F: {by: A}}\nplay: [A declares F, until: {stack: empty}]").items[-1]
    line = next(line for line in item.lines if "Completion" in line.text)
    assert line.text == "“F”, step “Completion”: a window opens, both pass."
    assert line.clauses == ("303.1", "303.2", "303.7", "gap/512")


def test_queue_and_stack_are_shown_only_when_they_changed() -> None:
    trace = played("actions: {F: {by: A}}\nplay: [A declares F, A hands over, B passes, A passes]")
    shown = [[line.text for line in item.lines if line.text.startswith("Queue: ")] for item in trace.items]
    assert shown == [["Queue: F · stack: empty"], [], [], ["Queue: empty · stack: F"]]


def test_until_that_holds_already() -> None:
    (item,) = played("play: [until: {stack: empty}]").items
    assert [line.text for line in item.lines] == ["This is so already."]


def test_names_that_look_like_punctuation() -> None:
    """A sentence is taken apart where the vocabulary says, not where a name does."""
    text = 'actions: {"a; b": {by: A}}\nplay: [A declares a; b]'
    assert sentences(text)[0] == "The fast action joins the end of the queue, A keeps priority."


def test_every_expectation_is_in_words() -> None:
    expected = (
        "active: A, priority: A, phase: main, turn: 1, queue: [], stack: [X], executing: X, step: fix_target, "
        "window: step, passes: 0, has_declared: false, facts: [], no_facts: [gold], legal: [], left: [], "
        "cancelled: [], rule_effects: [], loops: [], targets: {X: c1}"
    )
    text = f"actions: {{X: {{by: A, target: c1}}}}\nplay: [A declares X, both pass, expect: {{{expected}}}]"
    english, russian = (played(text, lang).items[-1] for lang in ("en", "ru"))
    assert (english.mark, russian.mark) == ("holds", "holds")
    assert "_" not in english.heading
    assert "step: “Final choice of target”" in english.heading
    assert "окно: этапа" in russian.heading
    assert "фаза: главная" in russian.heading
    words = russian.heading.replace("X", "").replace("A", "").replace("gold", "").replace("c1", "")
    assert not any("a" <= letter <= "z" for letter in words)
