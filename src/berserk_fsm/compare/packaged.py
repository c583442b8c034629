"""The shortest scenarios that come with the package: for every reading, each answer against the default one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from berserk_fsm.compare.shortest import changed_readings
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.scenario.scenario import load_scenario

__all__ = ["found_path", "found_scenarios", "other_answers", "packaged_scenario"]


def other_answers() -> Iterator[tuple[str, str]]:
    """Every reading with each value that is not its default.

    >>> next(other_answers())
    ('handover_counts_as_pass', 'true')
    """
    for id, definition in reading_definitions().items():
        for option in definition.options:
            if option.value != definition.default:
                yield id, option.value


def found_path(id: str, value: str) -> Path:
    """The file that tells a reading with this value apart from its default.

    >>> found_path("reserve_at", "declaration").name
    'reserve_at=declaration.yaml'
    """
    return Path(str(resources.files("berserk_fsm.compare").joinpath("found", f"{id}={value}.yaml")))


@cache
def found_scenarios() -> Mapping[tuple[str, str], Scenario]:
    """For every reading and value that is not its default, the shortest scenario that tells it apart from the default.

    >>> scenario = found_scenarios()["handover_counts_as_pass", "true"]
    >>> [item.text for item in scenario.play]
    ['A заявляет A1', 'A передаёт приоритет', 'B пасует']
    """
    return MappingProxyType({answer: load_scenario(found_path(*answer)) for answer in other_answers()})


def packaged_scenario(before: Readings, after: Readings, profile: Profile | None = None) -> Scenario | None:
    """The packaged scenario that tells two sets of readings apart, if there is one.

    Args:
        before: a set of readings.
        after: another one.
        profile: phases and steps; the default profile if ``None``.

    Returns:
        ``None`` unless one of the two are the defaults, the other has one other answer and the profile is the default
        one.
    """
    changed = changed_readings(before, after)
    if Readings() not in (before, after) or len(changed) != 1 or profile not in (None, default_profile()):
        return None
    ((id, (was, now)),) = changed.items()
    # What tells the two apart does so whichever is called the first.
    return found_scenarios().get((id, now if before == Readings() else was))
