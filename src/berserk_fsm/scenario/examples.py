"""The example scenarios that come with the package: each shows one rule, or one trap other engines fell into.

A name begins with the clause its scenario is mainly about: ``302-3-only-the-top-executes``. The ``tour`` scenarios
walk through all windows of one phase. Together they take every transition of the default machine. Those with
``reading`` or ``profile`` in their names show another reading, or the steps of another profile.

>>> scenario = load_example("303-2-pass-or-hand-over")
>>> scenario.title
'Giving priority away is a pass before declaring, and a hand-over after it'
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.profiles import default_profile, known_profiles
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.scenario import Scenario, load_scenario

__all__ = ["example_paths", "files_by_clause", "index", "load_example"]

_TOUR = Text(ru="Обходы: все окна одной фазы", en="Tours: all windows of one phase")
_READINGS = Text(ru="Другие прочтения", en="Other readings")
_PROFILES = Text(ru="Другие этапы", en="Other steps")
_GAPS = Text(ru="Пробелы", en="Gaps")
_SEE_ALSO = Text(ru="Также:", en="See also:")
_TITLE = Text(ru="Примеры сценариев", en="Example scenarios")
_INTRO = Text(
    ru="Сценариев: {count}; каждый показывает одно правило или одну ловушку. "
    "Имя начинается с пункта, о котором сценарий. "
    "Вместе они проходят все переходы автомата с прочтениями по умолчанию. "
    "Проверить файл: `berserk-fsm play ФАЙЛ`.\n\n"
    "Указатель создан командой `python -m berserk_fsm.scenario.published`; править его вручную не нужно.",
    en="{count} scenarios; each shows one rule or one trap. A name begins with the clause the scenario is about. "
    "Together they take every transition of the machine with its default readings. "
    "To check a file: `berserk-fsm play FILE`.\n\n"
    "This index is made by `python -m berserk_fsm.scenario.published`; do not edit it by hand.",
)


def example_paths() -> dict[str, Path]:
    """The files by name, in the order of the clauses.

    >>> list(example_paths())[0]
    '302-1-declared-actions-and-nothing-else'
    """
    return files_by_clause("berserk_fsm.scenario", "examples")


def files_by_clause(package: str, folder: str) -> dict[str, Path]:
    """The scenario files of a folder that comes with the package, by name, in the order of the clauses.

    Args:
        package: the package the folder is in.
        folder: its name. The names of its files begin with a clause: ``302-10-the-queue-is-untouchable``.

    >>> list(files_by_clause("berserk_fsm.scenario", "examples")) == list(example_paths())
    True
    """
    found = Path(str(resources.files(package).joinpath(folder))).glob("*.yaml")
    return {path.stem: path for path in sorted(found, key=lambda path: _order(path.stem))}


def load_example(name: str) -> Scenario:
    """The scenario of this name.

    Raises:
        KeyError: there is none; the message gives the nearest name.
    """
    paths = example_paths()
    if name not in paths:
        close = difflib.get_close_matches(name, paths, n=1, cutoff=0)
        raise KeyError(f"there is no example {name!r}; the nearest name is {close[0]!r}")
    return load_scenario(paths[name])


def index(lang: str = "en") -> str:
    """The list of all examples by clause, reading, profile and gap, as Markdown; the committed one is in English.

    Args:
        lang: ``"ru"`` or ``"en"``, the language of the headings; titles are those of the files.
    """
    scenarios = {name: load_example(name) for name in example_paths()}
    lines = [f"# {_TITLE.get(lang)}", "", _INTRO.get(lang).format(count=len(scenarios)), ""]
    for number, clause in clauses().items():
        own = [name for name in scenarios if _clause(name) == number]
        cited = [name for name, one in scenarios.items() if number in one.cites and name not in own]
        lines += [f"## {number} {clause.title.get(lang)}", "", *(_line(name, scenarios[name]) for name in own), ""]
        if cited:
            lines += [f"{_SEE_ALSO.get(lang)} {_links(cited)}", ""]
    tours = [name for name in scenarios if _clause(name) is None]
    lines += [f"## {_TOUR.get(lang)}", "", *(_line(name, scenarios[name]) for name in tours), ""]
    lines += [f"## {_READINGS.get(lang)}", ""]
    for id in reading_definitions():
        with_it = [name for name, one in scenarios.items() if id in one.readings.non_default()]
        lines.append(f"- `{id}`: {_links(with_it)}")
    lines += ["", f"## {_PROFILES.get(lang)}", ""]
    for profile in known_profiles().values():
        if profile != default_profile():
            with_it = [name for name, one in scenarios.items() if one.profile == profile]
            lines.append(f"- `{profile.id}` {profile.name.get(lang)}: {_links(with_it)}")
    lines += ["", f"## {_GAPS.get(lang)}", ""]
    for gap in gaps().values():
        with_it = [name for name, one in scenarios.items() if gap.citation in one.cites]
        lines.append(f"- `{gap.citation}` {gap.title.get(lang)}: {_links(with_it)}")
    return "\n".join(lines) + "\n"


def _clause(name: str) -> str | None:
    """The clause a name begins with; a tour has none."""
    section, number, *_ = name.split("-")
    return f"{section}.{number}" if number.isdigit() else None


def _order(name: str) -> list[tuple[bool, int, str]]:
    """Numbers by size and before words, so that 302-2 stands before 302-10."""
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split("-", name)]


def _line(name: str, scenario: Scenario) -> str:
    return f"- {_links([name])} – {scenario.title} ({', '.join(scenario.cites)})"


def _links(names: Iterable[str]) -> str:
    return ", ".join(f"[{name}]({name}.yaml)" for name in names)
