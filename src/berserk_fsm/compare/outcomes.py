"""The example scenarios under two sets of readings: which of them come out otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from berserk_fsm.errors import InputError
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.examples import example_paths, load_example
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.scenario.play import Failure, Turnout, play_scenario
from berserk_fsm.scenario.scenario import load_scenario

__all__ = ["Changed", "Outcome", "changed_outcomes", "differing_keys", "outcome_of", "under_both"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario, as far as a reader compares it.

    Args:
        ok: did everything hold?
        failure: the first item that did not hold, if any.
        final: how things stand at the end of the play, by the contract's keys. A sentence that is refused ends it.
    """

    ok: bool
    failure: Failure | None
    final: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Changed:
    """A scenario whose outcome is not the same under both sets of readings.

    Args:
        name: the name of the example.
        before: how it turned out under the readings before.
        after: how it turned out under the readings after.
    """

    name: str
    before: Turnout
    after: Turnout

    @property
    def differing(self) -> dict[str, tuple[Any, Any]]:
        """What stands otherwise at the end, by the contract's keys: the value before and after."""
        return differing_keys(outcome_of(self.before).final, outcome_of(self.after).final)


def outcome_of(turnout: Turnout) -> Outcome:
    """What came of a play.

    Args:
        turnout: a scenario that was played.

    >>> from berserk_fsm.scenario.scenario import parse_scenario
    >>> outcome = outcome_of(play_scenario(parse_scenario("actions: {F: {by: A}}\\nplay: [A declares F, B passes]")))
    >>> outcome.ok, outcome.failure.step, outcome.final["queue"]
    (False, 1, ['F'])
    """
    return Outcome(turnout.ok, next(iter(turnout.failures), None), MappingProxyType(turnout.game.describe()))


def differing_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What two descriptions of a game do not agree on, by key: the value before and after.

    >>> differing_keys({"priority": "A", "turn": 1}, {"priority": "B", "turn": 1})
    {'priority': ('A', 'B')}
    """
    return {key: (value, after[key]) for key, value in before.items() if value != after[key]}


def under_both(scenario: Scenario, before: Readings, after: Readings) -> tuple[Scenario, Scenario]:
    """A scenario as it is played under two sets of readings.

    The two differ in the readings in which ``before`` and ``after`` differ, also where the file chooses one of them
    itself: that is what is asked about. Of the other readings those the file chooses are kept, for it speaks of them,
    and the rest are those of ``before``.

    Args:
        scenario: the scenario.
        before: a set of readings.
        after: another one.

    >>> scenario = load_example("303-2-reading-a-hand-over-is-a-pass")
    >>> scenario.readings
    Readings(handover_counts_as_pass=True)
    >>> asked = Readings(slow_active_only=False)
    >>> [one.readings.handover_counts_as_pass for one in under_both(scenario, Readings(), asked)]
    [True, True]
    >>> asked = Readings(handover_counts_as_pass=True)
    >>> [one.readings.handover_counts_as_pass for one in under_both(scenario, Readings(), asked)]
    [False, True]
    """
    first, second = before.as_dict(), after.as_dict()
    own = scenario.readings.non_default()

    def choose(values: Mapping[str, str]) -> Readings:
        asked = {id: value for id, value in values.items() if first[id] != second[id]}
        return before.replace(**own).replace(**asked)

    return replace(scenario, readings=choose(first)), replace(scenario, readings=choose(second))


def changed_outcomes(
    before: Readings, after: Readings, names: Iterable[str] | None = None, profile: Profile | None = None
) -> tuple[Changed, ...]:
    """The example scenarios that do not come out the same under both; see :func:`under_both` for their readings.

    Args:
        before: a set of readings.
        after: another one.
        names: which examples; all of them if ``None``.
        profile: phases and steps they are all played with, left out those that speak of steps it does not have; each
            with its own if ``None``.

    Raises:
        KeyError: there is no example of such a name.

    >>> names = ["302-2-newest-on-top", "303-2-pass-or-hand-over"]
    >>> found = changed_outcomes(Readings(), Readings(handover_counts_as_pass=True), names)
    >>> [(one.name, one.before.ok, one.after.ok) for one in found]
    [('303-2-pass-or-hand-over', True, False)]
    """
    found = []
    for name in example_paths() if names is None else names:
        try:
            scenario = load_example(name) if profile is None else load_scenario(example_paths()[name], profile=profile)
        except InputError:
            continue
        turnouts = [play_scenario(one, engine="table") for one in under_both(scenario, before, after)]
        changed = Changed(name, *turnouts)
        if outcome_of(changed.before) != outcome_of(changed.after):
            found.append(changed)
    return tuple(found)
