"""Two sets of readings, and everything that differs between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from berserk_fsm.compare.outcomes import Changed, changed_outcomes
from berserk_fsm.compare.packaged import packaged_scenario
from berserk_fsm.compare.shortest import Progress, shortest_scenario
from berserk_fsm.compare.specifications import Difference, difference
from berserk_fsm.compare.telling_apart import Machine, Parting, parting_after
from berserk_fsm.core.values import Decision
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.properties import PropertyWords, property_words
from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.items import Say, Scenario

__all__ = ["LIMIT", "Comparison", "Shortest"]

LIMIT = 1_500
"""So many tables are looked at for the shortest scenario: all up to size 4, and those of size 5 with few actions.

Where two readings never part, as when the one leaves nothing for the other to decide, that takes about a minute."""


class Shortest(NamedTuple):
    """The shortest scenario that tells two sets of readings apart, and where they part in it."""

    scenario: Scenario
    parting: Parting


@dataclass(frozen=True, eq=False)
class Comparison:
    """What differs between two sets of readings; each part is worked out when it is asked for.

    Args:
        before: the readings before.
        after: the readings after.
        profile: phases and steps of the machines; the examples keep those they name.
        limit: look at no more tables than so many for the shortest scenario.
        progress: called for each of these tables.
        lang: the language of the scenario's title, ``"ru"``; anything else is English.

    >>> compared = Comparison(Readings(), Readings(triggers_mandatory=True))
    >>> [words.id for words in compared.may_fail]
    ['holder_can_give_away']
    >>> compared.shortest.parting.differing
    {'may_give_away': (True, False)}
    """

    before: Readings
    after: Readings
    profile: Profile = field(default_factory=default_profile)
    limit: int | None = LIMIT
    progress: Progress | None = None
    lang: str = "en"

    @cached_property
    def machines(self) -> tuple[Specification, Specification]:
        """The two machines."""
        return build_specification(self.profile, self.before), build_specification(self.profile, self.after)

    @cached_property
    def difference(self) -> Difference:
        """What differs between the machines."""
        return difference(*self.machines)

    @cached_property
    def outcomes(self) -> tuple[Changed, ...]:
        """The examples that come out otherwise."""
        usual = self.profile is None or self.profile == default_profile()
        return changed_outcomes(self.before, self.after, profile=None if usual else self.profile)

    @property
    def may_fail(self) -> tuple[PropertyWords, ...]:
        """Properties that must hold before and need not hold after."""
        return _only_under(self.before, self.after)

    @property
    def must_hold(self) -> tuple[PropertyWords, ...]:
        """Properties that need not hold before and must hold after."""
        return _only_under(self.after, self.before)

    @cached_property
    def shortest(self) -> Shortest | None:
        """The shortest scenario that tells the two apart; where one comes with the package, that one."""
        if self.difference.is_empty:
            return None
        packaged = packaged_scenario(self.before, self.after, self.profile)
        if packaged is not None:
            return Shortest(packaged, self._parting(packaged))
        found = shortest_scenario(
            self.before, self.after, self.limit, self.progress, profile=self.profile, lang=self.lang
        )
        return None if found is None else Shortest(found.scenario, found.parting)

    def _parting(self, scenario: Scenario) -> Parting:
        said = (item.sentence for item in scenario.play if isinstance(item, Say))
        decisions = [sentence for sentence in said if isinstance(sentence, Decision)]
        before, after = map(Machine, self.machines)
        parting = parting_after(before, after, scenario.table, decisions)
        assert parting is not None, f"{scenario.where} is out of date"
        return parting


def _only_under(readings: Readings, others: Readings) -> tuple[PropertyWords, ...]:
    return tuple(
        words for words in property_words().values() if words.follows_from(readings) and not words.follows_from(others)
    )
