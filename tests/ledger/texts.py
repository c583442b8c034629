"""An official text that is not the official one: the project's own summaries, numbered and with bullets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from berserk_fsm.rules.clauses import Clause, clauses

MARKS = {1: "●", 2: "○"}

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
"""The official text, where the people who work on the project keep it; never part of it."""


def bullets_of(clause: Clause) -> Mapping[str, str]:
    """The bullets the record knows, each in words of the project; one with bullets of its own gets a lead."""
    found: dict[str, str] = {}
    for one in clause.obligations:
        if "." in one.bullet:
            found.setdefault(one.bullet.partition(".")[0], "быстрые, если есть повод:")
        if one.bullet:
            found.setdefault(one.bullet, one.text.ru)
    return found


def lines_of(clause: Clause) -> list[str]:
    """A clause as it would be published."""
    bullets = [f"{MARKS[1 + path.count('.')]} {text}" for path, text in bullets_of(clause).items()]
    return [f"{clause.number}. {clause.summary.ru}", *bullets]


def whole_text() -> str:
    """All clauses with headings of their sections."""
    lines = []
    for number, clause in clauses().items():
        if number.endswith(".1"):
            lines.append(f"{number.partition('.')[0]}. Раздел")
        lines += lines_of(clause)
    return "\n".join(lines) + "\n"


def two_files() -> tuple[str, str]:
    """The whole text broken in the middle of the bullets of 302.12, as the published one is."""
    text = whole_text()
    place = text.rindex("\n●", 0, text.index("303. Раздел")) + 1
    return text[:place].rstrip().rstrip(".") + ";", text[place:].rstrip("\n")
