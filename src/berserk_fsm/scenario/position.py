"""Position text: a game at one moment as one line of text, printed and accepted everywhere.

It is one line of JSON with a version: the table, the readings, the profile and the state, each without what is default.
Of a profile that is not the default one there is the id and a fingerprint of its phases and steps; whoever reads a
position of a profile that does not come with the package must have that profile. What is promised of the versions is in
``VERSIONS.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, GameState, RuleEffect, Start
from berserk_fsm.errors import BerserkError
from berserk_fsm.ledger.fingerprints import fingerprint
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.profiles import Profile, default_profile, find_profile, profile_names
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.saved_text import Format, Reader, dumped, shortened, text_of

__all__ = [
    "POSITION",
    "Position",
    "parse_position",
    "position_content",
    "position_text",
    "profile_fingerprint",
    "read_position",
    "state_fingerprint",
]


def _profile_is_a_mapping(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Version 1 named the profile by its id alone, so that one changed meanwhile could not be told from it."""
    return {**content, "profile": {"id": content["profile"]}} if "profile" in content else content


POSITION = Format("berserk_fsm", Text("позиция", "position"), (_profile_is_a_mapping,))
"""The format. Version 1 was written until 0.1.0 was released."""


class Position(NamedTuple):
    """What a position text says."""

    profile: Profile
    table: Table
    readings: Readings
    state: GameState


def profile_fingerprint(profile: Profile) -> str:
    """The fingerprint of what a profile decides: its phases and steps, not what they are called or who says so.

    >>> len(profile_fingerprint(default_profile()))
    16
    """
    phases = [phase.id for phase in profile.phases]
    steps = [[step.id, step.does, step.only_if, step.window, step.trigger_point] for step in profile.steps]
    deciding = {"phases": phases, "main": profile.main_phase, "fast": sorted(profile.fast_phases), "steps": steps}
    return fingerprint(dumped(deciding))


def state_fingerprint(state: GameState) -> str:
    """The print of everything in a state, the turn and what has happened too: is it the very state of the log?

    Equal ones are one state; kept in logs, so that a replay can be checked. Not to be confused with the print of what
    decides the future alone, :attr:`Match.fingerprint <berserk_fsm.simulation.match.Match.fingerprint>`, by which
    moments with different pasts are one; see ``VERSIONS.md``.

    Args:
        state: the state; the table is not in it, so that states of different tables may have the same print.

    >>> state_fingerprint(GameState("a")) == state_fingerprint(GameState("a", turn=2))
    False
    """
    return fingerprint(dumped(shortened(state)))


def position_text(specification: Specification, table: Table, state: GameState) -> str:
    """The position as one line.

    Raises:
        SavingError: so much has happened that it would be longer than what is read.

    >>> from berserk_fsm.game import Game
    >>> Game(facts=["door_open"]).position
    '{"berserk_fsm":2,"table":{"start":{"facts":["door_open"]}},"state":{"control":...}}'
    """
    return text_of(POSITION, position_content(specification, table, state))


def position_content(
    specification: Specification, table: Table, state: GameState, *, in_full: bool = False
) -> dict[str, Any]:
    """The position as plain data.

    Args:
        specification: the machine the game runs on.
        table: the table.
        state: the moment.
        in_full: name the profile and all readings even where they are the default ones.
    """
    profile, readings = specification.profile, specification.readings
    named = {"id": profile.id, "fingerprint": profile_fingerprint(profile)}
    content: dict[str, Any] = {
        POSITION.key: POSITION.version,
        "profile": named if in_full or named != _named_default() else {},
        "readings": readings.as_dict() if in_full else readings.non_default(),
        "table": _without_empty(
            {
                "start": shortened(table.start),
                "actions": [shortened(action) for name, action in table.actions.items() if not table.rolls(name)],
                "rule_effects": [shortened(effect) for effect in table.rule_effects.values()],
            }
        ),
        "state": shortened(state),
    }
    return _without_empty(content)


def _named_default() -> dict[str, str]:
    return {"id": default_profile().id, "fingerprint": profile_fingerprint(default_profile())}


def _without_empty(content: dict[str, Any]) -> dict[str, Any]:
    return {key: inner for key, inner in content.items() if inner not in ({}, [])}


def parse_position(text: str, profile: Profile | None = None, where: str = "position") -> Position:
    """Read a position text.

    Args:
        text: one line, as :func:`position_text` writes it or an earlier version of it did.
        profile: the profile the position was played with; ``None`` if the text says it all.
        where: the name shown in errors.

    Raises:
        InputError: the text is no position, or not of a version that is known, or of another profile; or it was played
            with a profile that does not come with the package, and ``profile`` is ``None``.
    """
    reader = Reader(POSITION, where)
    return read_position(reader, reader.content(text), profile)


def read_position(reader: Reader, content: Mapping[str, Any], profile: Profile | None = None) -> Position:
    """Read a position from its plain data, of whatever version.

    Args:
        reader: whose format is :data:`POSITION`.
        content: the data.
        profile: as for :func:`parse_position`.

    Raises:
        InputError: as :func:`parse_position` does.
    """
    top = reader.mapping(reader.up_to_date(content), "text", (POSITION.key, "profile", "readings", "table", "state"))
    profile = _profile(reader, top.get("profile"), profile)
    readings = reader.mapping(top.get("readings", {}), "readings", Readings().as_dict())
    parts = reader.mapping(top.get("table", {}), "table", ("start", "actions", "rule_effects"))
    actions = [reader.value(Action, item, "actions") for item in reader.list(parts.get("actions", []), "actions")]
    effects = [
        reader.value(RuleEffect, item, "rule_effects")
        for item in reader.list(parts.get("rule_effects", []), "rule_effects")
    ]
    start = reader.value(Start, parts.get("start", {}), "start")
    given = {key: reader.text(value, key) for key, value in readings.items()}
    try:
        chosen = Readings.from_mapping(given)
        table = build_table(actions, effects, start, profile=profile)
    except BerserkError as error:
        raise reader.fail("table", error.text("en"), error.text("ru")) from error
    state: GameState = reader.value(GameState, top.get("state", {}), "state")
    _check_state(reader, state, table)
    return Position(profile, table, chosen, state)


def _profile(reader: Reader, named: Any, given: Profile | None) -> Profile:
    """The profile of a position, by what its text says of it."""
    said = reader.mapping(_named_default() if named is None else named, "profile", ("id", "fingerprint"))
    id = reader.text(said.get("id"), "profile.id")
    if given is not None and given.id != id:
        raise reader.fail(
            "profile",
            f"played with the profile {id!r:.80}; expected {given.id}",
            f"записана для профиля «{id:.80}»; ожидался {given.id}",
        )
    if given is None and id not in profile_names():
        listed = ", ".join(profile_names())
        raise reader.fail(
            "profile",
            f"played with the profile {id!r:.80}, which does not come with the package; expected {listed}, or that "
            "profile to be given as well",
            f"записана для профиля «{id:.80}», а среди готовых его нет; ожидалось {listed} или сам этот профиль",
        )
    profile = given or find_profile(id)
    # Version 1 knew no fingerprint.
    if "fingerprint" in said and said["fingerprint"] != profile_fingerprint(profile):
        raise reader.fail(
            "profile",
            f"played with another state of the profile {id!r}: its phases or steps were changed since; expected the "
            "profile as it was then",
            f"записана для другой редакции профиля «{id}»: его фазы или этапы с тех пор изменились; ожидался профиль, "
            "каким он был тогда",
        )
    return profile


def _check_state(reader: Reader, state: GameState, table: Table) -> None:
    for entry in (*state.queue, *state.stack):
        if entry.name not in table.actions:
            raise reader.fail(
                "state",
                f"there is no action {entry.name!r:.80} on the table",
                f"на столе нет игродействия «{entry.name:.80}»",
            )
