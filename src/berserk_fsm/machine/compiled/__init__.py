"""The machine on one table, compiled: states are flat tuples of small integers, rows are functions written for them.

* :mod:`~berserk_fsm.machine.compiled.packing` – what a packed state holds, and the way from a
  :class:`~berserk_fsm.core.values.GameState` to it and back;
* :mod:`~berserk_fsm.machine.compiled.numbers` – the table and the step table in numbers;
* :mod:`~berserk_fsm.machine.compiled.guards` and :mod:`~berserk_fsm.machine.compiled.effects` – the closed vocabulary
  as Python source, to be read side by side with ``core/guards.py`` and ``core/effects.py``;
* :mod:`~berserk_fsm.machine.compiled.writing` – the functions of a state of the machine, written from its rows;
* :mod:`~berserk_fsm.machine.compiled.trail` – a decision in one go: the states it led through, and its step record;
* :mod:`~berserk_fsm.machine.compiled.machine` – all of them together: :class:`CompiledMachine`.

Tests play every random game with this and with the ``transitions`` host and compare all records.
"""

from __future__ import annotations

from berserk_fsm.machine.compiled.machine import CompiledMachine, compiled_machine

__all__ = ["CompiledMachine", "compiled_machine"]
