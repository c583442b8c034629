"""Many packed states at once: reading and writing one thing of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import numpy.typing as npt

from berserk_fsm.explore.layout import WORD, Bits, Field, Lanes, Layout, Truth

__all__ = ["Batch", "concatenate"]

Places = npt.NDArray[np.intp]


class Batch:
    """Some packed states, word by word.

    Args:
        layout: what the words mean.
        words: one array for each word, all of the same length.
    """

    __slots__ = ("layout", "words")

    def __init__(self, layout: Layout, words: list[Bits]) -> None:
        self.layout = layout
        self.words = words

    def __len__(self) -> int:
        return len(self.words[0])

    def at(self, which: Truth | Places) -> Batch:
        """Some of the states, as a batch of its own that may be written to."""
        return Batch(self.layout, [word[which] for word in self.words])

    def copy(self) -> Batch:
        """The same states, to be written to."""
        return Batch(self.layout, [word.copy() for word in self.words])

    def row(self, place: int) -> tuple[int, ...]:
        """The words of one state."""
        return tuple(int(word[place]) for word in self.words)

    # --- fields ------------------------------------------------------------------------------------------------------

    def get(self, field: Field) -> Bits:
        """What a field says of each state."""
        word = self.words[field.word]
        if field.shift:
            word = word >> field.by
        return word if field.shift + field.width == WORD else word & field.ones

    def put(self, field: Field, value: Bits | int) -> None:
        """Write a field: one value for all, or one for each."""
        self.words[field.word] = (self.words[field.word] & field.others) | (_bits(value) << field.by)

    def join(self, field: Field, members: Bits | int) -> None:
        """Add members to a set."""
        self.words[field.word] = self.words[field.word] | (_bits(members) << field.by)

    def leave(self, field: Field, members: Bits | int) -> None:
        """Take members out of a set."""
        self.words[field.word] = self.words[field.word] & ~(_bits(members) << field.by)

    # --- lanes -------------------------------------------------------------------------------------------------------

    def lane(self, lanes: Lanes, which: Bits) -> Bits:
        """What the lane ``which`` says, a lane for each state."""
        ones, width, per = np.uint64(lanes.mask), np.uint64(lanes.width), np.uint64(lanes.per)
        if len(lanes.words) == 1:
            return self.words[lanes.words[0]] >> which * width & ones
        found = np.zeros(len(self), np.uint64)
        word, shift = which // per, which % per * width
        for place, at in enumerate(lanes.words):
            found |= np.where(word == place, self.words[at] >> shift & ones, np.uint64(0))
        return found

    def put_lane(self, lanes: Lanes, which: Bits, value: Bits | int) -> None:
        """Write the lane ``which``, a lane for each state."""
        word, shift = which // np.uint64(lanes.per), which % np.uint64(lanes.per) * np.uint64(lanes.width)
        for place, at in enumerate(lanes.words):
            clean = ~(np.uint64(lanes.mask) << shift)
            written = cast("Bits", self.words[at] & clean | (_bits(value) << shift))
            alone = len(lanes.words) == 1
            self.words[at] = written if alone else cast("Bits", np.where(word == place, written, self.words[at]))

    # --- queue and stack ---------------------------------------------------------------------------------------------

    @property
    def top(self) -> Bits:
        """The code of the top action of the stack; of any action where the stack is empty."""
        length = self.get(self.layout.stack_length)
        return self.lane(self.layout.order, length - (length > 0))

    @property
    def top_bit(self) -> Bits:
        """The top action, as a set of one."""
        return np.uint64(1) << self.top

    @property
    def top_step(self) -> Bits:
        """The step the top action is in, 0 while it waits."""
        return self.lane(self.layout.step, self.top)


def _bits(value: Bits | int) -> Bits | np.uint64:
    return np.uint64(value) if isinstance(value, int) else value


def concatenate(batches: Sequence[Batch]) -> Batch:
    """Several batches, one behind the other."""
    if len(batches) == 1:
        return batches[0]
    return Batch(batches[0].layout, [np.concatenate(words) for words in zip(*(b.words for b in batches), strict=True)])
