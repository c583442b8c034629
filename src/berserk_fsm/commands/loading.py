"""Scenarios named on the command line: files, and standard input as ``-``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from berserk_fsm.commands.terminal import one_line
from berserk_fsm.errors import BerserkError, InputError

if TYPE_CHECKING:
    from berserk_fsm.rules.profiles import Profile
    from berserk_fsm.scenario.items import Scenario

__all__ = ["ScenarioLoader", "place_of", "ready_or_file"]


def place_of(name: str, error: BerserkError, lang: str) -> str:
    """What is wrong with the scenario ``name``, in one line that begins with the file and a line."""
    return one_line(error.text(lang) if error.names_its_place else f"{name}:1: {error.text(lang)}")


def ready_or_file(name: str) -> str:
    """The file a name stands for: a ready table is called by its name, unless there is such a file."""
    from berserk_fsm.explore.ready_tables import ready_tables

    ready = ready_tables()
    return str(ready[name]) if name in ready and not Path(name).exists() else name


class ScenarioLoader:
    """Reads scenarios by the name given; standard input is read once, however often it is named.

    Args:
        readings: readings that win over those of the files.
        profile: phases and steps that win over those of the files.
    """

    def __init__(self, readings: Mapping[str, str], profile: Profile | None = None) -> None:
        self.readings = readings
        self.profile = profile
        self.standard_input: bytes | None = None

    def __call__(self, name: str) -> Scenario:
        from berserk_fsm import yaml_text
        from berserk_fsm.scenario.scenario import load_scenario, parse_scenario

        if name != "-":
            return load_scenario(name, self.readings, self.profile)
        if self.standard_input is None:
            if sys.stdin is None:
                raise InputError(
                    name, None, "there is no standard input to read", "стандартного ввода нет, читать нечего"
                )
            self.standard_input = sys.stdin.buffer.read(yaml_text.MAX_BYTES + 1)
        if len(self.standard_input) > yaml_text.MAX_BYTES:
            raise InputError(
                name,
                None,
                "the input is larger than 256 KiB; a text of at most 256 KiB was expected",
                "на входе больше 256 КиБ; ожидался текст не больше 256 КиБ",
            )
        return parse_scenario(yaml_text.decode(self.standard_input, name), name, self.readings, self.profile)
