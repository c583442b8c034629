"""The states that were reached: each is kept once, exactly, with the place of the state it was first reached from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from berserk_fsm.explore.batch import Batch, Places
from berserk_fsm.explore.layout import Bits, Layout

__all__ = ["NOWHERE", "Visited", "hashes"]

NOWHERE = -1
"""The parent of a state that was not reached from another one."""

_FIRST_SLOTS = 1 << 12
_FEW = 16
"""So few states are taken in one by one."""

_TAG = np.uint64(32)
_PLACE = np.uint64((1 << 32) - 1)


def hashes(words: Sequence[Bits]) -> Bits:
    """A well mixed number for each state: equal states have equal ones."""
    mixed = np.full(len(words[0]), 0x9E3779B97F4A7C15, np.uint64)
    for word in words:
        mixed = (mixed ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(32)
    return mixed


class Visited:
    """A set of packed states that gives each new one the next place.

    The words stand in columns that grow; an open-addressed table of 64-bit slots finds them: the upper half of a slot
    is a part of the hash, the lower half the place, counted from 1. Equality is tested on the whole state.

    Args:
        layout: what the words mean.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.count = 0
        self._words = [np.empty(_FIRST_SLOTS, np.uint64) for _ in range(layout.words)]
        self._parents = np.empty(_FIRST_SLOTS, np.int32)
        self._slots = np.zeros(_FIRST_SLOTS * 2, np.uint64)

    def __len__(self) -> int:
        return self.count

    @property
    def nbytes(self) -> int:
        """The memory it takes."""
        return sum(word.nbytes for word in self._words) + self._parents.nbytes + self._slots.nbytes

    def at(self, places: Places) -> Batch:
        """The states at some places."""
        return Batch(self.layout, [word[places] for word in self._words])

    def slice(self, first: int, end: int) -> Batch:
        """The states at the places from ``first`` up to ``end``; to be read only."""
        return Batch(self.layout, [word[first:end] for word in self._words])

    def parent(self, place: int) -> int:
        """The place of the state a state was first reached from, or :data:`NOWHERE`."""
        return int(self._parents[place])

    def add(self, batch: Batch, parents: npt.NDArray[np.int64]) -> None:
        """Take in a batch; states that are new get the places from ``len(self)`` on.

        Args:
            batch: the states; some may be equal.
            parents: for each, the place it was reached from.
        """
        self._make_room(len(batch))
        mixed = hashes(batch.words)
        tags = mixed >> _TAG
        last = np.uint64(len(self._slots) - 1)
        waiting = np.arange(len(batch))
        slots = (mixed & last).astype(np.int64)
        while len(waiting) > _FEW:
            entries = self._slots[slots]
            empty = entries == 0
            won = self._claim(batch, parents, waiting[empty], slots[empty], tags[waiting[empty]])
            # Whoever found a slot taken compares; whoever lost a claim looks at the same slot again.
            lost = np.ones(len(waiting), np.bool_)
            lost[np.flatnonzero(empty)[won]] = False
            taken = ~empty
            candidates = np.flatnonzero(taken & (entries >> _TAG == tags[waiting]))
            same = self._equal(batch, waiting[candidates], entries[candidates])
            lost[candidates[same]] = False
            moves = taken & lost
            slots = np.where(moves, (slots + 1) & int(last), slots)[lost]
            waiting = waiting[lost]
        for row, slot in zip(waiting.tolist(), slots.tolist(), strict=True):
            self._add_one(batch.row(row), int(parents[row]), slot, int(tags[row]))

    def _add_one(self, words: tuple[int, ...], parent: int, slot: int, tag: int) -> None:
        """Take in one state, looking from ``slot`` on: for the last few of a batch this is quicker."""
        last = len(self._slots) - 1
        while entry := int(self._slots[slot]):
            place = (entry & 0xFFFFFFFF) - 1
            if entry >> 32 == tag and all(
                int(kept[place]) == word for kept, word in zip(self._words, words, strict=True)
            ):
                return
            slot = (slot + 1) & last
        for kept, word in zip(self._words, words, strict=True):
            kept[self.count] = word
        self._parents[self.count] = parent
        self.count += 1
        self._slots[slot] = tag << 32 | self.count

    def _claim(
        self, batch: Batch, parents: npt.NDArray[np.int64], rows: Places, slots: Places, tags: Bits
    ) -> npt.NDArray[np.bool_]:
        """Put states into empty slots; of several that want the same slot one wins. Who won?"""
        if not len(rows):
            return np.zeros(0, np.bool_)
        marks = np.arange(1, len(rows) + 1, dtype=np.uint64)
        # Written backwards, so that of equal states the first of the batch wins.
        self._slots[slots[::-1]] = marks[::-1]
        won = self._slots[slots] == marks
        winners = rows[won]
        first, end = self.count, self.count + len(winners)
        for kept, word in zip(self._words, batch.words, strict=True):
            kept[first:end] = word[winners]
        self._parents[first:end] = parents[winners]
        self._slots[slots[won]] = (tags[won] << _TAG) | np.arange(first + 1, end + 1, dtype=np.uint64)
        self.count = end
        return won

    def _equal(self, batch: Batch, rows: Places, entries: Bits) -> npt.NDArray[np.bool_]:
        places = (entries & _PLACE).astype(np.int64) - 1
        same = np.ones(len(rows), np.bool_)
        for kept, word in zip(self._words, batch.words, strict=True):
            same &= kept[places] == word[rows]
        return same

    def _make_room(self, more: int) -> None:
        needed = self.count + more
        if needed > len(self._parents):
            size = max(needed, len(self._parents) * 3 // 2)
            # refcheck: views handed out by slice() are used up before anything is added.
            for word in self._words:
                word.resize(size, refcheck=False)
            self._parents.resize(size, refcheck=False)
        if needed * 2 > len(self._slots):
            self._slots = np.zeros(1 << (needed * 3 - 1).bit_length(), np.uint64)
            self._find_slots()

    def _find_slots(self) -> None:
        """Fill a new table: all states differ, so each takes the first free slot."""
        last = len(self._slots) - 1
        for first in range(0, self.count, 1 << 16):
            mixed = hashes([word[first : min(first + (1 << 16), self.count)] for word in self._words])
            entries = (mixed >> _TAG << _TAG) | np.arange(first + 1, first + 1 + len(mixed), dtype=np.uint64)
            slots = (mixed & np.uint64(last)).astype(np.int64)
            while len(entries):
                free = self._slots[slots] == 0
                self._slots[slots[free]] = entries[free]
                lost = self._slots[slots] != entries
                slots, entries = (slots[lost] + 1) & last, entries[lost]
