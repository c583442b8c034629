"""The scenarios whose pictures and pages are tested: a few of the examples, and two made for the purpose."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import berserk_fsm.scenario
from berserk_fsm.diagrams.trace_page import trace_page
from berserk_fsm.scenario.play import Turnout, play_scenario
from berserk_fsm.scenario.scenario import load_scenario

__all__ = ["FILES", "HOSTILE", "HOSTILE_NAMES", "LONG", "page_of", "played"]

HERE = Path(__file__).parent
_EXAMPLES = Path(berserk_fsm.scenario.__file__).parent / "examples"

HOSTILE = HERE / "hostile.yaml"
HOSTILE_NAMES = ("<img src=x onerror=alert(1)>", "</script><script>alert(3)</script>", "{{ 7*7 }} {% raw %}", "x&y")

LONG = HERE / "long.yaml"
"""Passes through more windows than are shown, and over several turns."""

FILES = (
    HOSTILE,
    LONG,
    *(
        _EXAMPLES / f"{name}.yaml"
        for name in (
            "302-12-the-life-of-an-action",
            "302-12-illegal-is-cancelled-unpaid",
            "302-7-an-endless-loop-is-cut",
            "303-2-reading-a-hand-over-is-a-pass",
            "303-4-triggers-of-both-sides-ru",
        )
    ),
)


@cache
def played(path: Path) -> Turnout:
    """A scenario, played."""
    return play_scenario(load_scenario(path), engine="table")


@cache
def page_of(path: Path, lang: str) -> str:
    """Its page, made once."""
    return trace_page(played(path), lang)
