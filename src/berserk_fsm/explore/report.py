"""What a search found: counts, verdicts on properties, counterexamples, what never happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.explore.model import Model
from berserk_fsm.rules.text import Text
from berserk_fsm.showing import Shown

__all__ = ["Claim", "Report", "Verdict", "Violation"]


@dataclass(frozen=True)
class Claim:
    """A property of the user's own, about situations in which a player decides.

    Args:
        id: names it in the report.
        kind: ``"always"``: must hold in every decision state; ``"never"``: in none; ``"sometimes"``: in at least one.
        holds: says of a state whether what is claimed is the case.
        sentence: what it says; the id if left out.
        when: the situations it speaks of, if not of all; where there are none, what holds of them proves nothing.

    >>> Claim("no_more_than_one", "always", lambda state: len(state.stack) <= 1).sentence.en
    'no_more_than_one'
    """

    id: str
    kind: Literal["always", "never", "sometimes"]
    holds: Callable[[GameState], bool]
    sentence: Text = Text("", "")  # noqa: RUF009 - a frozen value
    when: Callable[[GameState], bool] | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("always", "never", "sometimes"):
            raise ValueError(f"there is no kind {self.kind!r} of claim; expected always, never or sometimes")
        if not self.sentence.en:
            object.__setattr__(self, "sentence", Text(self.id, self.id))


@dataclass(frozen=True)
class Violation(Shown):
    """The shortest way to where a property does not hold.

    Args:
        id: the property or claim.
        decisions: what the players do from the start; the shortest sequence that leads there.
        state: the state in which it fails; for a property about a step the state after it.
        before: for a property about a step, the state before it.
    """

    id: str
    decisions: tuple[Decision, ...]
    state: GameState
    before: GameState | None = None


@dataclass(frozen=True)
class Verdict(Shown):
    """What became of one property.

    Args:
        id: the property or claim.
        kind: ``always``, ``never``, ``sometimes`` or ``eventually``.
        sentence: what it says.
        clauses: where it comes from; empty for a claim.
        holds: ``True``, ``False``, or ``None`` if the search ended before it could be known.
        vacuous: does it hold only because the situations it speaks of never come about?
        follows: must it hold under these readings? One that need not and does not is what the readings change.
        violation: the shortest counterexample, if there is one; a ``sometimes`` that never happens has none.
    """

    id: str
    kind: str
    sentence: Text
    clauses: tuple[str, ...]
    holds: bool | None
    follows: bool = True
    violation: Violation | None = None
    vacuous: bool = False


@dataclass(frozen=True)
class Report(Shown):
    """What a search found.

    Args:
        model: what was explored.
        turns: the bound: how many turns.
        states: decision states (the contract's definition).
        micro_states: all distinct states between micro-steps.
        transitions: decisions that can be taken in the decision states.
        depth: how many decisions it takes at least to come to the situation that is farthest from the start.
        complete: was everything within the bound looked at?
        stopped_by: what ended the search before that: ``"max_states"``, ``"depth"``, ``"interrupt"``; else ``None``.
        verdicts: the properties, then the claims.
        never_taken: ids of rows.
        never_true: guards that were asked and never held.
        never_false: guards that were asked and always held.
        never_given: ids of refusals.
        never_opened: kinds of windows.
        seconds: how long it took.
        bytes_per_state: memory of the search divided by the states it remembers.
    """

    model: Model
    turns: int
    states: int
    micro_states: int
    transitions: int
    depth: int
    complete: bool
    stopped_by: str | None
    verdicts: tuple[Verdict, ...]
    never_taken: tuple[str, ...]
    never_true: tuple[str, ...]
    never_false: tuple[str, ...]
    never_given: tuple[str, ...]
    never_opened: tuple[str, ...]
    seconds: float
    bytes_per_state: float

    @property
    def violations(self) -> tuple[Verdict, ...]:
        """The properties and claims that do not hold."""
        return tuple(verdict for verdict in self.verdicts if verdict.holds is False)

    @property
    def ok(self) -> bool:
        """Does everything hold, as far as was looked?"""
        return not self.violations
