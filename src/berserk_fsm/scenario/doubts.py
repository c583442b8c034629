"""What a scenario probably does not mean: a fact that nothing on the table can ever bring about.

Facts are plain names, so a mistyped one is no error; but an expectation about it would always hold, or never.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Expect, Scenario

__all__ = ["doubts"]


_NEAR = 0.8
"""How alike two names must be for one to be taken for a mistyped other, as difflib counts it."""


def doubts(scenario: Scenario) -> tuple[Text, ...]:
    """A sentence for every fact that is asked for and can never be there, with the nearest name.

    >>> from berserk_fsm.scenario.scenario import parse_scenario
    >>> text = "actions: {X: {by: A, add: [wall_down]}}\\nplay: [expect: {no_facts: [wal_down]}]"
    >>> doubts(parse_scenario(text))[0].en
    'The fact “wal_down” can never be there; did you mean “wall_down”?'
    """
    table = scenario.table
    possible = list(
        dict.fromkeys(
            [
                *table.start.facts,
                *(fact for action in table.actions.values() for fact in action.add),
                *(fact for effect in table.rule_effects.values() for fact in effect.add),
            ]
        )
    )
    on_table, expected = dict.fromkeys(_needed(scenario)), dict.fromkeys(_expected(scenario))
    # A condition that never holds may be meant so; one that nearly has the name of a fact is not.
    mistyped = (fact for fact in on_table if difflib.get_close_matches(fact, possible, n=1, cutoff=_NEAR))
    asked = dict.fromkeys((*mistyped, *expected))
    return tuple(_doubt(fact, possible) for fact in asked if fact not in possible)


def _needed(scenario: Scenario) -> Iterator[str]:
    """The facts that actions and rule effects ask for."""
    for action in scenario.table.actions.values():
        yield from (*action.when, *action.requires, *action.cost)
    for effect in scenario.table.rule_effects.values():
        yield from effect.when


def _expected(scenario: Scenario) -> Iterator[str]:
    """The facts the play and the claims expect to be there or not."""
    expectations = [item.values for item in scenario.play if isinstance(item, Expect)]
    for claim in scenario.claims:
        expectations += [claim.condition or {}, claim.expected]
    for values in expectations:
        for key in ("facts", "no_facts"):
            asked = values.get(key, ())
            yield from asked if isinstance(asked, tuple) else ()


def _doubt(fact: str, possible: list[str]) -> Text:
    near = difflib.get_close_matches(fact, possible, n=1, cutoff=_NEAR)
    hint = Text(f"; может быть, «{near[0]}»?", f"; did you mean “{near[0]}”?") if near else Text(".", ".")
    return Text(
        f"Факта «{fact}» никогда не бывает{hint.ru}",
        f"The fact “{fact}” can never be there{hint.en}",
    )
