"""Readings: where 302 and 303 can be understood in two ways, and which way is chosen.

:class:`Readings` is the choice, a small value that the machine is built for. :func:`reading_definitions`
tells reviewers what each switch asks, its options and the reason of its default (``data/readings.yaml``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Literal, get_args

from berserk_fsm.errors import ReadingError
from berserk_fsm.rules.reading_data import data_file
from berserk_fsm.rules.text import Text
from berserk_fsm.showing import Shown

__all__ = ["Option", "ReadingDefinition", "Readings", "reading_definitions"]

ReserveAt = Literal["execution", "declaration"]
Lasts = Literal["hold", "window"]
PhaseWindow = Literal["always", "if_any"]
OpensWith = Literal["active", "controller"]

# The options are repeated here so that Readings() costs no file; a test compares them with the data.
_TRUTH = ("true", "false")
_OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "handover_counts_as_pass": _TRUTH,
        "slow_needs_empty_stack": _TRUTH,
        "slow_active_only": _TRUTH,
        "trigger_once_per_point": _TRUTH,
        "triggers_mandatory": _TRUTH,
        "reserve_at": get_args(ReserveAt),
        "opponent_declared_lasts": get_args(Lasts),
        "roll_through_queue": _TRUTH,
        "phase_window": get_args(PhaseWindow),
        "window_opens_with": get_args(OpensWith),
    }
)


@dataclass(frozen=True, slots=True, init=False, repr=False, order=True)
class Readings:
    """One choice for every reading; without arguments all defaults.

    Args:
        handover_counts_as_pass: 303.2, 303.6: is a hand-over after declaring a pass?
        slow_needs_empty_stack: 303.3: does a slow action need an empty stack besides the queue?
        slow_active_only: 303.3, 303.1: are slow actions for the turn player alone?
        trigger_once_per_point: 303.4: one hold per player and trigger point?
        triggers_mandatory: 303.4: must own triggers be declared before giving priority away?
        reserve_at: 302.12: are resources reserved at ``"execution"`` or at ``"declaration"``?
        opponent_declared_lasts: 303.3: is (b) good for the next ``"hold"`` or the whole ``"window"``?
        roll_through_queue: 302.5, 302.9: does a die roll go through the queue?
        phase_window: 303.8, 302.6: do initial and final open a window ``"always"`` or ``"if_any"`` needs it?
        window_opens_with: 303.1, 303.8, 303.9: ``"active"`` or the ``"controller"`` of the top action?

    Readings of truth take ``bool`` or the text ``"true"``, ``"false"``.

    Raises:
        ReadingError: an unknown reading or value.

    >>> Readings(reserve_at="declaration", handover_counts_as_pass="true")
    Readings(handover_counts_as_pass=True, reserve_at='declaration')
    >>> Readings(reserve_at="tomorrow")
    Traceback (most recent call last):
        ...
    berserk_fsm.errors.ReadingError: reading reserve_at has no value 'tomorrow'; expected: execution,
    declaration
    """

    handover_counts_as_pass: bool
    slow_needs_empty_stack: bool
    slow_active_only: bool
    trigger_once_per_point: bool
    triggers_mandatory: bool
    reserve_at: ReserveAt
    opponent_declared_lasts: Lasts
    roll_through_queue: bool
    phase_window: PhaseWindow
    window_opens_with: OpensWith

    def __init__(
        self,
        /,
        *,
        handover_counts_as_pass: bool | str = False,
        slow_needs_empty_stack: bool | str = True,
        slow_active_only: bool | str = True,
        trigger_once_per_point: bool | str = True,
        triggers_mandatory: bool | str = False,
        reserve_at: str = "execution",
        opponent_declared_lasts: str = "hold",
        roll_through_queue: bool | str = True,
        phase_window: str = "always",
        window_opens_with: str = "active",
        **unknown: object,
    ) -> None:
        for name in unknown:
            raise _unknown_reading(name)
        given = locals()
        for name, options in _OPTIONS.items():
            # A frozen dataclass forbids ordinary assignment, also to itself.
            object.__setattr__(self, name, _value(name, given[name], options))

    @classmethod
    def from_mapping(cls, values: Mapping[str, str]) -> Readings:
        """Readings from texts, as in a scenario's ``readings`` or ``--reading ID=VALUE``.

        Raises:
            ReadingError: an unknown reading or value.

        >>> Readings.from_mapping({"slow_active_only": "false"}).slow_active_only
        False
        """
        return cls().replace(**values)

    def replace(self, /, **values: bool | str) -> Readings:
        """A copy with some readings chosen otherwise.

        Raises:
            ReadingError: an unknown reading or value.
        """
        return Readings(**{**self.as_dict(), **values})  # type: ignore[arg-type]

    def as_dict(self) -> dict[str, str]:
        """All readings as text, in the order of the data file."""
        return {name: _as_text(getattr(self, name)) for name in _OPTIONS}

    def non_default(self) -> dict[str, str]:
        """The readings that differ from the defaults, as text.

        >>> Readings(phase_window="if_any").non_default()
        {'phase_window': 'if_any'}
        """
        default = _defaults().as_dict()
        return {name: value for name, value in self.as_dict().items() if value != default[name]}

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.non_default())
        return f"Readings({', '.join(shown)})"


@cache
def _defaults() -> Readings:
    return Readings()


def _as_text(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _value(name: str, value: object, options: tuple[str, ...]) -> bool | str:
    text = _as_text(value) if isinstance(value, (bool, str)) else repr(value)
    if text not in options:
        raise ReadingError(
            f"reading {name} has no value {text!r}; expected: {', '.join(options)}",
            f"у прочтения {name} нет значения «{text}»; ожидалось: {', '.join(options)}",
        )
    return text == "true" if options is _TRUTH else text


def _unknown_reading(name: str) -> ReadingError:
    known = ", ".join(_OPTIONS)
    return ReadingError(
        f"unknown reading {name!r}; expected one of: {known}",
        f"неизвестное прочтение «{name}»; ожидалось одно из: {known}",
    )


@dataclass(frozen=True, slots=True)
class Option:
    """One way to read the clause.

    Attributes:
        proposal: a wording of the clause, in the project's own words, that would leave only this way.
    """

    value: str
    text: Text
    proposal: Text


@dataclass(frozen=True, slots=True)
class ReadingDefinition(Shown):
    """What a reading asks, for people: its question, options, default and the reason of the default.

    Attributes:
        neighbours: what neighbouring editions do, and how far they could be read.
    """

    id: str
    clauses: tuple[str, ...]
    question: Text
    options: tuple[Option, ...]
    default: str
    reason: Text
    neighbours: Text

    def option(self, value: str) -> Option:
        """The option with this value.

        Raises:
            ReadingError: there is none.
        """
        for option in self.options:
            if option.value == value:
                return option
        _value(self.id, value, tuple(option.value for option in self.options))
        raise AssertionError(value)


@cache
def reading_definitions() -> Mapping[str, ReadingDefinition]:
    """All readings by id, in the order of the data file.

    >>> reading_definitions()["handover_counts_as_pass"].default
    'false'
    """
    root = data_file("readings.yaml")
    found: dict[str, ReadingDefinition] = {}
    for item in root.list():
        entry = item.fields(("id", "clauses", "question", "options", "default", "reason", "neighbours"))
        name = entry["id"].choice(tuple(field.name for field in fields(Readings)))
        options: list[Option] = []
        for element in entry["options"].list():
            option = element.fields(("value", "ru", "en", "proposal"))
            text = Text(ru=option["ru"].text(), en=option["en"].text())
            options.append(Option(option["value"].text(), text, option["proposal"].both()))
        values = tuple(option.value for option in options)
        entry["options"].unique(values)
        root.unique((*found, name))
        found[name] = ReadingDefinition(
            id=name,
            clauses=entry["clauses"].texts(),
            question=entry["question"].both(),
            options=tuple(options),
            default=entry["default"].choice(values),
            reason=entry["reason"].both(),
            neighbours=entry["neighbours"].both(),
        )
    return MappingProxyType(found)
