"""The properties of the explorer, asked on the way through a batch."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from berserk_fsm.explore.batch import Batch, Places
from berserk_fsm.explore.codes import Codes, Declared
from berserk_fsm.explore.layout import Truth
from berserk_fsm.explore.packed_properties import PACKED_DECLARED_CHECKS, PACKED_STATE_CHECKS, PACKED_STEP_CHECKS
from berserk_fsm.explore.packed_properties import Places as MachinePlaces
from berserk_fsm.explore.packed_rows import packed_refusals

__all__ = ["Checker", "choice_number"]


def choice_number(d: Declared) -> int:
    """The place of a decision among the choices of its player: pass, hand over, then the actions in table order."""
    return ("pass", "hand_over").index(d.decision.verb) if d.action is None else 2 + d.action.code


class Checker:
    """Asks every property of :mod:`berserk_fsm.explore.properties` of the states and steps it is shown.

    Args:
        codes: everything that does not change.

    Attributes:
        violations: the properties that did not hold, with the event and the game where they first did not.
    """

    def __init__(self, codes: Codes) -> None:
        self._codes = codes
        self._places = MachinePlaces(codes)
        refusals = packed_refusals(codes.model.specification)
        self._refusals = {d: tuple(row for row in refusals if row.applies_to(d)) for d in codes.decisions}
        self._event = 0
        self._first_game = 0
        self.violations: dict[str, tuple[int, int]] = {}

    def at(self, event: int, first_game: int) -> None:
        """What is shown from now on happens at this event; the games are counted from ``first_game``."""
        self._event, self._first_game = event, first_game

    def decisions(self, states: Batch, accepted: npt.NDArray[np.bool_], twice: Truth) -> None:
        """Ask about states in which a player decides.

        Args:
            states: the states.
            accepted: which of the holder's choices fire a row, by :func:`choice_number`.
            twice: does one of them fire two?
        """
        everywhere = np.arange(len(states))
        self._note("goes_on", accepted.any(axis=0), everywhere)
        self._note("one_way", ~twice, everywhere)
        self._note("holder_can_give_away", accepted[:2].any(axis=0), everywhere)
        holder = states.get(states.layout.holder)
        for d in self._codes.decisions:
            fires = accepted[choice_number(d)] & (holder == d.player + 1)
            self._note("refused_or_accepted", fires != self._is_refused(d, states), everywhere)

    def _is_refused(self, d: Declared, states: Batch) -> Truth:
        """Does a row of the refusal table refuse the decision?"""
        refused = np.zeros(len(states), np.bool_)
        left, batch = np.arange(len(states)), states
        for row in self._refusals[d]:
            allows = np.broadcast_to(row.guard(self._codes, batch, d), len(left))
            if allows.all():
                continue
            refused[left[~allows]] = True
            left, batch = left[allows], batch.at(allows)
            if not len(left):
                break
        return refused

    def ways(self, games: Places, taken: npt.NDArray[np.uint8]) -> None:
        """Ask about automatic states: how many rows are enabled in each?"""
        self._note("goes_on", taken > 0, games)
        self._note("one_way", taken <= 1, games)

    def step(self, games: Places, declared: Declared | None, before: Batch, after: Batch) -> None:
        """Ask about steps that were taken, and about the states they lead to."""
        for id, check in PACKED_STEP_CHECKS.items():
            self._note(id, check(self._codes, self._places, before, after), games)
        for id, state_check in PACKED_STATE_CHECKS.items():
            self._note(id, state_check(self._codes, self._places, after), games)
        if declared is not None and declared.action is not None:
            for id, declared_check in PACKED_DECLARED_CHECKS.items():
                self._note(id, declared_check(self._codes, declared, before, after), games)

    def _note(self, id: str, holds: Truth | np.bool_ | bool, games: Places) -> None:
        """Keep where a property failed first."""
        if holds is True or np.all(holds):
            return
        place = int(np.argmin(np.broadcast_to(holds, len(games))))
        where = (self._event, self._first_game + int(games[place]))
        self.violations[id] = min(self.violations.get(id, where), where)
