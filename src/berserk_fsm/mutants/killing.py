"""What kills a mutant: an example that comes out otherwise, or a property that fails on a play or on a ready table."""

from __future__ import annotations

from collections.abc import Iterator

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import BerserkError, SpecificationError
from berserk_fsm.explore.exploring import explore
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.properties import STATE_CHECKS, STEP_CHECKS
from berserk_fsm.game import Game
from berserk_fsm.machine.engine import event_of
from berserk_fsm.machine.records import MicroStep
from berserk_fsm.machine.specification import Specification
from berserk_fsm.mutants.mutant import Mutant, OfferChange, RefusalsChange, RowChange, StateChange
from berserk_fsm.mutants.plays import Moment, Play
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.scenario.play import play_on

__all__ = ["Watched", "comes_out_otherwise", "fails_along", "fails_on", "places_of"]

COUNTED = ("refused_or_accepted", "one_way", "goes_on", "holder_can_give_away")
"""The properties about which rows are enabled: they are seen on the state that is left, not on the one entered."""

FURTHER = 60
"""How many transitions a changed machine is followed after it has parted from the play."""

FAULTS = (BerserkError, AssertionError, LookupError, AttributeError, TypeError, ValueError)
"""What a broken machine may run into."""


class ModelRunner:
    """An interpreter that compiles nothing beforehand, for a machine that is played on a few times only."""

    def __init__(self, specification: Specification, context: Context) -> None:
        self._model = Model(specification, context.table)
        self._state = self._model.start

    @property
    def state(self) -> GameState:
        """The game now."""
        return self._state

    def decide(self, decision: Decision) -> MicroStep | None:
        """Take the row a player's decision fires; ``None`` when no row is enabled."""
        return self._take(decision)

    def advance(self) -> MicroStep | None:
        """Take the one automatic row that is enabled; ``None`` when a player must decide."""
        if self._model.is_decision(self._state):
            return None
        micro = self._take(None)
        if micro is None:
            raise SpecificationError(f"state {self._state.control} is stuck: no row that leaves it is enabled")
        return micro

    def load(self, state: GameState) -> None:
        """Go to another moment: for undo and for positions."""
        self._state = state

    def _take(self, decision: Decision | None) -> MicroStep | None:
        enabled = self._model.enabled(self._state, decision)
        if len(enabled) > 1:
            raise SpecificationError(f"rows {', '.join(row.id for row in enabled)} are enabled at once")
        if not enabled:
            return None
        before, self._state = self._state, self._model.take(self._state, enabled[0], decision)
        return MicroStep(enabled[0], before, self._state)


# --- an example ------------------------------------------------------------------------------------------------------


def comes_out_otherwise(machine: Specification, scenario: Scenario) -> bool:
    """Does something the scenario says fail on ``machine``, or does the machine itself break down?"""
    try:
        return not play_on(Game.from_specification(machine, scenario.table, ModelRunner), scenario).ok
    except FAULTS:
        return True


# --- a property along a play -----------------------------------------------------------------------------------------


def fails_along(mutant: Mutant, machine: Specification, play: Play) -> str | None:
    """The property that fails where ``machine`` does something else than the play, or after; ``None`` if none does.

    Up to the first transition that comes out otherwise the changed machine comes by the same states, so what is looked
    at is reached by it too. From there on it is followed by itself, with the decisions of the play as far as it
    accepts them.
    """
    if isinstance(mutant.change, RefusalsChange):
        return _refuses_otherwise(mutant, machine, play)
    watched = Watched(mutant, machine, play.model)
    for place, moment in enumerate(play.moments):
        failed, parted = watched.at(moment)
        if failed is not None:
            return failed
        if parted is not None:
            return watched.further(
                parted, [one.decision for one in play.moments[place + 1 :] if one.decision is not None]
            )
    return None


def _refuses_otherwise(mutant: Mutant, machine: Specification, play: Play) -> str | None:
    """Is something refused that was accepted, or the other way round? The rows are unchanged and say what is right."""
    changed, id = Model(machine, play.model.table), mutant.element.removeprefix("refusal:")
    for moment in play.moments:
        if moment.before.deactivated and not STATE_CHECKS["deactivated_refuses"](changed, moment.before):
            return "deactivated_refuses"
    if mutant.operator == "swap_order":
        return None  # otherwise the order decides which clause is cited, never whether something is refused
    for state, decision, refusal in play.judged:
        if refusal is not None and refusal.id != id:
            continue
        if (changed.refusal(state, decision) is None) != (refusal is None):
            return "refused_or_accepted"
    return None


class Watched:
    """A changed machine beside the one as it is, on the table of a play."""

    def __init__(self, mutant: Mutant, machine: Specification, model: Model) -> None:
        self._original = model
        self._changed = Model(machine, model.table)
        self._leaves = places_of(mutant, model.specification)
        self._events = _events(mutant)

    def at(self, moment: Moment) -> tuple[str | None, GameState | None]:
        """The property that fails here, if any; where the transition of the play leads if it comes out otherwise."""
        state = moment.before
        if state.control not in self._leaves:
            return None, None
        parted = None
        for decision in self._decisions(state):
            try:
                failed, after = self._tried(state, decision)
            except FAULTS:
                return "goes_on", None
            if failed is not None:
                return failed, None
            if decision == moment.decision and after != moment.after:
                parted = after
        return None, parted

    def further(self, state: GameState, decisions: list[Decision]) -> str | None:
        """The property that fails on the way on from ``state``, if any."""
        waiting = iter(decisions)
        for _ in range(FURTHER):
            try:
                decision = self._next_decision(state, waiting) if self._changed.is_decision(state) else None
                enabled = self._changed.enabled(state, decision)
                if len(enabled) != 1:
                    return "one_way" if enabled else "goes_on"
                after = self._changed.take(state, enabled[0], decision)
                failed = self._broken(state, after)
            except FAULTS:
                return "goes_on"
            if failed is not None:
                return failed
            state = after
        return None

    def _next_decision(self, state: GameState, waiting: Iterator[Decision]) -> Decision:
        """The next decision of the play that is accepted here; when it is not, priority is given away."""
        decision = next(waiting, None)
        if decision is not None and decision.verb == "declare" and self._changed.refusal(state, decision) is None:
            return decision
        assert state.holder is not None
        return Decision("hand_over" if state.window and state.window.has_declared else "pass", state.holder)

    def _decisions(self, state: GameState) -> Iterator[Decision | None]:
        if not self._original.is_decision(state):
            yield None
            return
        for decision in self._original.decisions:
            if self._events is None or event_of(self._original.context, decision) in self._events:
                yield decision

    def _tried(self, state: GameState, decision: Decision | None) -> tuple[str | None, GameState | None]:
        enabled = self._changed.enabled(state, decision)
        if len(enabled) > 1:
            return "one_way", None
        if decision is None and not enabled:
            return "goes_on", None
        if decision is not None and (self._changed.refusal(state, decision) is None) != bool(enabled):
            return "refused_or_accepted", None
        if not enabled:
            return None, None
        after = self._changed.take(state, enabled[0], decision)
        return self._broken(state, after), after

    def _broken(self, state: GameState, after: GameState) -> str | None:
        """The first property that a transition or the state it enters breaks."""
        for name, step_check in STEP_CHECKS.items():
            if not step_check(self._changed, state, after):
                return name
        for name, state_check in STATE_CHECKS.items():
            if name not in COUNTED and not state_check(self._changed, after):
                return name
        return None


def places_of(mutant: Mutant, specification: Specification) -> frozenset[str]:
    """The states in which a changed machine may do something else."""
    change = mutant.change
    match change:
        case RowChange():
            return _leaves_of({change.row.source}, specification)
        case StateChange():
            return _leaves_of(
                {row.source for row in specification.rows if row.target == change.state.path}, specification
            )
        case RefusalsChange():
            return frozenset(leaf.path for leaf in specification.leaves if leaf.kind == "decision")
        case OfferChange():
            return frozenset(leaf.path for leaf in specification.leaves if leaf.kind == "junction")


def _leaves_of(sources: set[str], specification: Specification) -> frozenset[str]:
    """The states that rows with these sources can leave."""
    return frozenset(
        leaf.path for leaf in specification.leaves if not sources.isdisjoint(specification.ancestors(leaf.path))
    )


def _events(mutant: Mutant) -> frozenset[str] | None:
    """The triggers whose outcome may be another; ``None``: any."""
    if isinstance(mutant.change, RowChange):
        return frozenset((mutant.change.row.event,))
    return None


# --- a property on a ready table -------------------------------------------------------------------------------------


def fails_on(machine: Specification, scenario: Scenario) -> str | None:
    """The property that fails somewhere on a table, everything both players may do being tried."""
    try:
        report = explore(Model(machine, scenario.table))
    except FAULTS:
        return "goes_on"
    return next((verdict.id for verdict in report.verdicts if verdict.holds is False and verdict.follows), None)
