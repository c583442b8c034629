"""What a picture is about, in the smallest surroundings that hold all of it: a window drawn once, the rest folded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from berserk_fsm.diagrams.fold import Folded, Folding, by_kind
from berserk_fsm.diagrams.merged import Merged
from berserk_fsm.diagrams.view_machine import Part
from berserk_fsm.diagrams.views_parts import QUIET, window_folding
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.diagrams.model import Words
    from berserk_fsm.machine.specification import Row, Specification, StateDef

__all__ = ["AROUND", "FAR", "MOST", "Neighbourhood"]

MOST = 25
"""States in a picture; surroundings of a window or a step have fewer, so that words stay legible."""

AROUND = 18
FAR = 4
"""More arrows back to the beginning than this are calmer beside one column than across three."""


class Neighbourhood(ABC):
    """Some rows of a specification, and how to fold what is around them.

    Args:
        spec: the specification.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
    """

    def __init__(self, spec: Specification, lang: str, words: Words) -> None:
        self.spec, self.lang, self.words = spec, lang, words
        self.merged = Merged(spec)

    @abstractmethod
    def is_lit(self, row: Row) -> bool:
        """Is the picture about this row?"""

    def apart(self, row: Row) -> str:
        """What tells the row apart from others between the same states."""
        return "+" if self.is_lit(row) else ""

    def within_window(self, row: Row) -> bool:
        """Does the row stay inside a window?"""
        window = self.merged.window_of(row.source)
        return window is not None and window == self.merged.window_of(row.target)

    def part(self, name: str, folded: Folded) -> Part:
        """What is folded as a part of a picture, without a frame."""
        return Part(name, None, "", folded.states(), folded.markers(start=False), folded.edges())

    # --- the two parts -----------------------------------------------------------------------------------------------

    def window(self) -> Folding:
        """The window, without what is around it unless the picture is about that."""
        base = window_folding(self.spec)
        kept = {base.key(self.spec.states[path]) for path in self.near() if self.merged.window_of(path) is None}

        def key(state: StateDef) -> str | None:
            at = base.key(state)
            return at if self.merged.window_of(state.path) is not None or at in kept else None

        return replace(
            base,
            key=key,
            group=lambda row: base.group(row) + self.apart(row),
            faint=lambda row: not self.is_lit(row),
        )

    def folded(self, how: Folding) -> Folded:
        """The specification, folded so."""
        return Folded(self.spec, self.lang, self.words, how)

    def near(self) -> set[str]:
        """The states whose boxes stand around the window."""
        lit = [row for row in self.spec.rows if self.is_lit(row)]
        return {row.source for row in lit} | {row.target for row in lit}

    def surroundings(self, states: list[str], rows: list[Row], room: int) -> Folded:
        """The innermost composite around states and rows, folded until it fits.

        Args:
            states: paths of states.
            rows: rows.
            room: how many states there may be.
        """
        keys = [self.key(path) for path in states]
        ends = [(self.key(row.source), self.key(row.target)) for row in rows]
        root = self.root([*keys, *(key for pair in ends for key in pair)])
        # A row needs only what lies around both its ends to be open: it may well lead from box to box.
        needed = {above for key in keys for above in self.above(key)}
        needed |= {above for one, other in ends for above in self.above(one) if above in self.above(other)}
        keys += [
            above[-1] for one, other in ends if (above := [at for at in self.above(one) if at in self.above(other)])
        ]
        opened = {at for at in needed if at.startswith(root) or root == ""} | {root}
        while True:
            folded = self.folded(self.around(root, opened))
            if len(folded.order) <= room or len(opened) <= 1:
                return folded
            opened.remove(self.least(opened - {root}, keys))

    def key(self, path: str) -> str:
        """The place of a state outside all windows."""
        return self.merged.in_one_phase(self.merged.window_of(path) or path)

    def above(self, key: str) -> list[str]:
        """The composites around a key, outermost first."""
        parts = key.split(".")
        return [".".join(parts[:count]) for count in range(1, len(parts))]

    def root(self, keys: list[str]) -> str:
        """The innermost composite around all keys."""
        if not keys:
            return self.merged.execution
        chains = [
            [*self.above(key), *([key] if self.spec.children.get(key) and key != self.merged.window else [])]
            for key in keys
        ]
        common = [at for at in chains[0] if all(at in chain for chain in chains)]
        return common[-1] if common else ""

    def least(self, opened: set[str], keys: list[str]) -> str:
        """The composite to fold next: the one with the least in it that the picture is about, the innermost first."""
        return min(opened, key=lambda at: (sum(key.startswith(f"{at}.") for key in keys), -at.count("."), at))

    def around(self, root: str, opened: set[str]) -> Folding:
        """What lies in ``root``, with only these composites open."""

        def key(state: StateDef) -> str | None:
            at = self.merged.in_one_phase(state.path)
            return at if root == "" or at == root or at.startswith(f"{root}.") else None

        def box(at: str) -> bool:
            return at not in opened

        return Folding(
            key=key,
            box=box,
            titles={
                self.merged.phase: Text("любая фаза", "any phase"),
            },
            group=lambda row: by_kind(row) if self.is_lit(row) else "",
            listed=lambda row: (
                row.source == row.target
                or (
                    row.kind == "leave_window_with_queue"
                    and not self.is_lit(row)
                    and not self.merged.within(row.source, self.merged.window)
                )
            ),
            returned=lambda row: row.kind == "continue" and not self.is_lit(row),
            told=lambda row: self.is_lit(row) and not self.within_window(row),
            faint=lambda row: not self.is_lit(row),
            quiet=QUIET,
            listed_guards=False,
            counted=False,
            lifted=lambda at: at == self.merged.phase,
        )
