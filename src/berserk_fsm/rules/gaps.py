"""Gaps: what 302 and 303 leave to other sections or to nobody, and what the project assumes instead.

A gap is cited as ``gap/NAME``; the name is the number of the missing section or says what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.text import Text
from berserk_fsm.showing import Shown

__all__ = ["Gap", "gaps"]


@dataclass(frozen=True, slots=True)
class Gap(Shown):
    """Something the text does not say.

    Attributes:
        name: what stands behind ``gap/`` in citations.
        clauses: the clauses that need it.
        open: what the text leaves open.
        assumption: what the project does.
        source: where the assumption comes from.
    """

    name: str
    clauses: tuple[str, ...]
    title: Text
    open: Text
    assumption: Text
    source: Text

    @property
    def citation(self) -> str:
        """``gap/NAME``."""
        return f"gap/{self.name}"


@cache
def gaps() -> Mapping[str, Gap]:
    """All gaps by name, in the order of the data file.

    >>> gaps()["512"].citation
    'gap/512'
    """
    root = data_file("gaps.yaml")
    found = tuple(_gap(item) for item in root.list())
    root.unique(tuple(gap.name for gap in found))
    return MappingProxyType({gap.name: gap for gap in found})


def _gap(item: Element) -> Gap:
    entry = item.fields(("name", "clauses", "title", "open", "assumption", "source"))
    return Gap(
        name=entry["name"].text(),
        clauses=entry["clauses"].texts(),
        title=entry["title"].both(),
        open=entry["open"].both(),
        assumption=entry["assumption"].both(),
        source=entry["source"].both(),
    )
