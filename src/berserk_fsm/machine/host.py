"""The host: a ``transitions`` HierarchicalMachine that really runs the game.

Guards are the conditions of its transitions. Effects are their ``before`` callbacks, which prepare the next value;
it is committed in ``after``, when the state has changed. Automatic rows are triggers of their own, fired until the
machine settles. ``set_state`` is used for undo and loading only.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from transitions import EventData
from transitions.core import MachineError
from transitions.extensions.nesting import HierarchicalMachine, NestedState

from berserk_fsm.core.context import Context, Effect, Guard
from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.compile import compile_effect, compile_guard, initial_state
from berserk_fsm.machine.engine import event_of
from berserk_fsm.machine.records import MicroStep
from berserk_fsm.machine.specification import Call, Row, Specification

__all__ = ["Host", "HostMachine"]


class _DottedState(NestedState):
    """A nested state whose path is joined by dots: names of steps contain underscores."""

    separator = "."


class HostMachine(HierarchicalMachine):
    """The machine class of the host: dotted state names, everything else as ``transitions`` has it."""

    state_cls = _DottedState


class _Control:
    """The model: ``transitions`` keeps the current state in it and adds a method per trigger."""

    state: str


class Host:
    """Runs the rows of ``specification`` on one table; see :class:`~berserk_fsm.machine.engine.Engine`.

    Attributes:
        machine: the :class:`HostMachine`; take a transition out of it, and the game changes.
    """

    def __init__(self, specification: Specification, context: Context) -> None:
        self._specification = specification
        self._context = context
        self._value = initial_state(specification, context.table)
        self._pending = self._value
        self._taken: MicroStep | None = None
        self._model = _Control()
        self.machine = HostMachine(
            model=self._model,
            states=_nested(specification, None),
            initial=specification.initial,
            auto_transitions=False,
            send_event=True,
            queued=False,
        )
        for row in specification.rows:
            self.machine.add_transition(
                row.event,
                row.source,
                row.target,
                conditions=[self._condition(call) for call in row.guards],
                before=[self._begin, *(self._callback(call) for call in row.effects)],
                after=[partial(self._commit, row)],
            )
        self._automatic = {
            leaf.path: tuple(dict.fromkeys(row.event for row in specification.rows_from(leaf.path) if row.automatic))
            for leaf in specification.leaves
        }

    @property
    def state(self) -> GameState:
        """The game now."""
        return self._value

    def decide(self, decision: Decision) -> MicroStep | None:
        """Take the row a player's decision fires; ``None`` when no row is enabled."""
        return self._fire(event_of(self._context, decision), decision)

    def advance(self) -> MicroStep | None:
        """Take the one automatic row that is enabled; ``None`` when a player must decide."""
        events = self._automatic[self._value.control]
        if not events:
            return None
        for event in events:
            micro = self._fire(event, None)
            if micro is not None:
                return micro
        raise SpecificationError(f"state {self._value.control} is stuck: no transition that leaves it is enabled")

    def load(self, state: GameState) -> None:
        """Go to another moment: for undo and for positions."""
        self._value = state
        self.machine.set_state(state.control, self._model)

    def _fire(self, event: str, decision: Decision | None) -> MicroStep | None:
        # What counts is the record that _commit left, never the boolean: `transitions` has several meanings for it.
        self._taken = None
        try:
            self.machine.trigger_event(self._model, event, decision=decision)
        except MachineError:
            return None  # the state has no transition for this trigger
        return self._taken

    def _condition(self, call: Call) -> partial[bool]:
        return partial(self._test, compile_guard(call))

    def _callback(self, call: Call) -> partial[None]:
        return partial(self._change, compile_effect(call))

    def _test(self, guard: Guard, event: EventData) -> bool:
        return guard(self._context, self._value, event.kwargs["decision"])

    def _begin(self, event: EventData) -> None:
        self._pending = self._value

    def _change(self, effect: Effect, event: EventData) -> None:
        self._pending = effect(self._context, self._pending, event.kwargs["decision"])

    def _commit(self, row: Row, event: EventData) -> None:
        before = self._value
        self._value = replace(self._pending, control=self._model.state)
        self._taken = MicroStep(row, before, self._value)


def _nested(specification: Specification, parent: str | None) -> list[dict[str, Any]]:
    """The states inside ``parent`` in the nested form that ``transitions`` reads."""
    found: list[dict[str, Any]] = []
    for state in specification.children.get(parent, ()):
        config: dict[str, Any] = {"name": state.local_name}
        if state.kind == "composite":
            config["children"] = _nested(specification, state.path)
            if state.initial is not None:
                config["initial"] = state.initial.rpartition(".")[2]
        found.append(config)
    return found
