"""Where random decisions come from: numbers that are the same in every process, on every machine."""

from __future__ import annotations

from typing import Protocol

__all__ = ["FRACTION", "GAMMA", "MIX_1", "MIX_2", "Dice", "Randomness", "first_of"]

# SplitMix64 (Steele, Lea, Flood 2014): the state grows by GAMMA, and what is mixed from it is the random number.
WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
FRACTION = 2.0**-53


class Randomness(Protocol):
    """What random decisions need; a :class:`random.Random` will do."""

    def random(self) -> float:
        """A number from 0, included, to 1, not included."""


def _mixed(number: int) -> int:
    number = (number ^ number >> 30) * MIX_1 & WORD
    number = (number ^ number >> 27) * MIX_2 & WORD
    return number ^ number >> 31


def first_of(seed: int, game: int) -> int:
    """Where the dice of a game of a batch begin: far apart for different games and seeds."""
    return _mixed(_mixed(seed & WORD) + (game + 1) * GAMMA & WORD)


class Dice:
    """The random numbers of one game of a batch.

    ``simulation.batch(games, events, seed)`` plays, in game number ``game``, what
    ``simulation.playout(Dice(seed, game), most=events)`` plays.

    Args:
        seed: that of the batch.
        game: the number of the game, from 0.

    >>> [round(Dice(seed, game).random(), 4) for seed, game in ((1, 0), (1, 1), (2, 0), (1, 0))]
    [0.335, 0.5077, 0.4435, 0.335]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, game: int = 0) -> None:
        self._state = first_of(seed, game)

    def random(self) -> float:
        """A number from 0, included, to 1, not included."""
        self._state = self._state + GAMMA & WORD
        return (_mixed(self._state) >> 11) * FRACTION
