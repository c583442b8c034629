"""The host: a `transitions` machine that really runs the game; take an edge out of it and the game changes."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from transitions.core import Condition
from transitions.extensions.nesting import HierarchicalMachine

from berserk_fsm import Action, Decision, Game, Refused, Specification, SpecificationError
from berserk_fsm.core.values import GameState
from berserk_fsm.machine.host import HostMachine

HOLD = "turn.main_phase.window.active_holds"
TRANSFER = "turn.main_phase.execution.transfer"


def game() -> Game:
    return Game([Action("M", by="A", speed="slow"), Action("F", by="A")])


def test_it_is_a_hierarchical_machine() -> None:
    """The game has the machine of `transitions` itself, dotted states and no transitions of its own."""
    machine = game().machine
    assert isinstance(machine, HierarchicalMachine)
    assert isinstance(machine, HostMachine)
    assert machine.state_cls.separator == "."
    assert not [name for name in machine.events if name.startswith("to_")]


def test_states_and_transitions_are_those_of_the_specification(spec: Specification) -> None:
    """Nothing is added to the rows and nothing is lost on the way into the host."""
    machine = game().machine
    assert set(machine.get_nested_state_names()) == set(spec.states)
    edges = sorted(
        (event.name, transition.source, transition.dest)
        for event in machine.events.values()
        for transitions in event.transitions.values()
        for transition in transitions
    )
    assert edges == sorted((row.event, row.source, row.target) for row in spec)


def test_guards_are_conditions_and_effects_are_callbacks(spec: Specification) -> None:
    """Every guard of a row is a condition of its transition, every effect one of its callbacks, in order."""
    machine = game().machine
    for row in spec:
        transitions: list[Any] = machine.get_transitions(row.event, row.source, row.target)
        own = [one for one in transitions if row in [callback.args[0] for callback in one.after]]
        assert len(own) == 1, row.id
        (transition,) = own
        assert len(transition.conditions) == len(row.guards)
        names = [callback.args[0].__name__ for callback in transition.before[1:]]
        # Effects with an argument are closures, called `effect` like all of their kind.
        assert names == [call.name if call.arg is None else "effect" for call in row.effects]


def test_the_machine_is_where_the_game_is() -> None:
    """The state of the machine is the control of the game, after every decision."""
    played = game()
    for _ in range(10):
        assert played.machine.get_model_state(played.machine.models[0]).name
        assert played.machine.models[0].state == played.state.control
        if "M" in played.legal_actions:
            played.declare("M")
        else:
            played.pass_priority()


def test_without_the_edge_there_is_no_hand_over() -> None:
    """Take `hand_over_priority` out, and priority cannot be handed over; leave it in, and it can."""
    cut, whole = game(), game()
    cut.machine.remove_transition("hand_over_priority", source=f"{HOLD}.has_declared")
    for played in (cut, whole):
        played.declare("M")
    before = cut.state
    with pytest.raises(SpecificationError, match="no row of 'hand_over_priority' is enabled in") as caught:
        cut.pass_priority()
    assert f"{HOLD}.has_declared" in str(caught.value)
    assert before == cut.state
    whole.pass_priority()
    assert whole.state.holder == "B"


def test_without_the_edge_there_is_no_declaration() -> None:
    """Take the slow declaration out, and only the fast one is left."""
    cut = game()
    cut.machine.remove_transition("declare_slow", source=HOLD)
    with pytest.raises(SpecificationError, match="declare_slow"):
        cut.declare("M")
    cut.declare("F")


def test_without_the_edge_the_machine_is_stuck() -> None:
    """Take the transfer out, and after both passes the game stops there and says so; undo takes it back."""
    cut = game()
    cut.machine.remove_transition("transfer", source=TRANSFER)
    cut.declare("M")
    cut.pass_priority()
    cut.pass_priority()
    before = cut.state
    with pytest.raises(SpecificationError, match=f"state {TRANSFER} is stuck"):
        cut.pass_priority()
    assert cut.state.control == TRANSFER
    assert not cut.settled
    cut.undo()
    assert cut.state == before


def test_without_any_edge_of_a_trigger_the_machine_is_stuck() -> None:
    """Also when the trigger is gone from the machine altogether."""
    cut = game()
    cut.machine.remove_transition("transfer")
    cut.declare("M")
    cut.pass_priority()
    cut.pass_priority()
    with pytest.raises(SpecificationError, match=f"state {TRANSFER} is stuck"):
        cut.pass_priority()


@pytest.mark.parametrize("allows", [True, False])
def test_one_more_condition_decides(allows: bool) -> None:
    """A condition added to a transition of the host is asked: it lets the pass through or not."""
    played = game()
    asked: list[Any] = []

    def condition(event: Any) -> bool:
        asked.append(event.kwargs["decision"])
        return allows

    target = "turn.main_phase.window.nonactive_holds"
    (transition,) = played.machine.get_transitions("pass_priority", f"{HOLD}.deciding", target)
    transition.conditions.append(Condition(condition))
    before = played.state
    if allows:
        played.pass_priority()
        assert played.state.holder == "B"
    else:
        with pytest.raises(SpecificationError, match="pass_priority"):
            played.pass_priority()
        assert played.state == before
    assert asked == [Decision("pass", "A")]


def test_another_target_leads_elsewhere() -> None:
    """Bend the edge of the pass back to its own hold, and the machine stays there."""
    played = game()
    target = "turn.main_phase.window.nonactive_holds"
    (transition,) = played.machine.get_transitions("pass_priority", f"{HOLD}.deciding", target)
    transition.dest = f"{HOLD}.deciding"
    played.pass_priority()
    assert played.state.control == f"{HOLD}.deciding"


def test_set_state_only_for_undo_and_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playing fires transitions and never sets a state; undo and positions do."""
    calls: list[str] = []
    plain = HostMachine.set_state

    def counted(self: HostMachine, state: Any, model: Any = None) -> None:
        # `transitions` sets the state itself when a transition fires; what counts is who else does.
        caller = sys._getframe(1).f_globals["__name__"]
        if caller.startswith("berserk_fsm"):
            calls.append(state)
        plain(self, state, model)

    played = game()
    monkeypatch.setattr(HostMachine, "set_state", counted)
    played.declare("M")
    for _ in range(20):
        played.pass_priority()
    assert calls == []
    played.undo()
    assert calls == [played.state.control]
    loaded = Game.from_position(played.position)
    assert calls[-1] == loaded.state.control
    assert loaded.machine.models[0].state == loaded.state.control


def test_a_refused_decision_fires_nothing() -> None:
    """A refusal comes before the machine is asked; the machine, asked all the same, stays where it is."""
    played = game()
    before: GameState = played.state
    with pytest.raises(Refused):
        played.play(Decision("hand_over", "A"))
    assert played.state == before
    engine = played._engine
    assert engine.decide(Decision("hand_over", "A")) is None
    assert engine.decide(Decision("pass", "B")) is None
    assert engine.state == before
    assert played.machine.models[0].state == before.control
    assert engine.advance() is None


def test_an_unknown_trigger_of_the_host_is_no_transition() -> None:
    """A decision for which the machine has no trigger any more takes no transition."""
    played = game()
    played.machine.remove_transition("declare_slow")
    assert played._engine.decide(Decision("declare", "A", "M")) is None


def test_games_do_not_share_a_machine() -> None:
    """What is taken out of one game's machine is still in another's."""
    cut, whole = game(), game()
    cut.machine.remove_transition("pass_priority")
    with pytest.raises(SpecificationError):
        cut.pass_priority()
    whole.pass_priority()
    assert whole.state.holder == "B"
