"""The specification: what the machine is, as data. Everything that runs, draws or exports it reads only this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from berserk_fsm.core.values import Manner
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text

StateKind = Literal["composite", "decision", "automatic", "junction"]


class Call(NamedTuple):
    """A guard or an effect of the closed vocabulary, with its argument where it takes one.

    Args:
        name: its name in the vocabulary.
        arg: its argument.
        negated: a guard that holds when the one named does not. The machine itself is built without: where both cases
            count, both have names. Mutants are made with it.

    >>> str(Call("enter_step", "payment")), str(Call("when_holds", negated=True))
    ('enter_step(payment)', 'not when_holds')
    """

    name: str
    arg: str | None = None
    negated: bool = False

    def __str__(self) -> str:
        called = self.name if self.arg is None else f"{self.name}({self.arg})"
        return f"not {called}" if self.negated else called


@dataclass(frozen=True, slots=True)
class StateDef:
    """A state of the machine.

    Args:
        path: its full name, from the outermost composite, joined by dots.
        kind: ``composite`` (has children), ``decision`` (a player decides here), ``automatic`` (something is done
            here and the machine goes on by itself) or ``junction`` (it only chooses where to go on).
        name: what a reader calls it.
        clauses: the clauses it stands for.
        initial: for a composite that can be entered as a whole, the path of the child entered first.
        phase: the phase of the turn it lies in, if any.
        step: the step of execution it lies in, if any.
        window: the kind of window it lies in or is (``phase``, ``step``, ``removal``, ``off_stack``), if any.
        holder: ``active`` or ``nonactive``: whose hold it is, if any.
        deactivated: the stack is deactivated in it (302.8).
    """

    path: str
    kind: StateKind
    name: Text
    clauses: tuple[str, ...]
    initial: str | None = None
    phase: str | None = None
    step: str | None = None
    window: str | None = None
    holder: Literal["active", "nonactive"] | None = None
    deactivated: bool = False

    @property
    def parent(self) -> str | None:
        """The path of the composite it lies in, ``None`` for an outermost state.

        >>> StateDef("turn.main_phase", "composite", Text("", ""), ()).parent
        'turn'
        """
        return self.path.rpartition(".")[0] or None

    @property
    def local_name(self) -> str:
        """The last part of its path."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Row:
    """A transition of the machine.

    Args:
        id: unique; ``SOURCE/KIND``, with the argument where one kind occurs several times.
        kind: what the transition is, whatever sub-machine it lies in: ``pass_priority``, ``transfer``…
        source: path of the state it leaves; a composite stands for all its descendants.
        event: name of the trigger: a player's decision, or for automatic rows a name of their own.
        automatic: fired by the machine itself as soon as its guards hold.
        guards: must all hold, in the order tested.
        effects: done in order.
        target: path of the state it enters; a composite is entered by its ``initial``.
        clauses: the clauses it encodes.
        label: a few words for a diagram.
        sentence: a template for a trace; see :mod:`berserk_fsm.machine.sentences`.
    """

    id: str
    kind: str
    source: str
    event: str
    automatic: bool
    guards: tuple[Call, ...]
    effects: tuple[Call, ...]
    target: str
    clauses: tuple[str, ...]
    label: Text
    sentence: Text


@dataclass(frozen=True, slots=True)
class Refusal:
    """A row of the refusal table: the clause a missing edge stands for.

    Args:
        id: unique; names the situation.
        verbs: which decisions it may refuse: ``declare``, ``pass``, ``hand_over``.
        manners: for a declaration, the manners it applies to.
        requires: the guard that must hold; when it does not, the decision is refused.
        clause: what the refusal cites: a clause number, or ``scenario``.
        sentence: why, as a template for a reader.
    """

    id: str
    verbs: tuple[str, ...]
    manners: tuple[Manner, ...]
    requires: Call
    clause: str
    sentence: Text


@dataclass(frozen=True)
class Specification:
    """The whole machine for one profile and one set of readings.

    Iterating gives the rows. States and rows keep the order of the rulebook; a composite stands before its children.
    """

    profile: Profile
    readings: Readings
    initial: str
    states: Mapping[str, StateDef]
    rows: tuple[Row, ...]
    refusals: tuple[Refusal, ...]
    offers: Mapping[Manner, tuple[Call, ...]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    @cached_property
    def row_by_id(self) -> Mapping[str, Row]:
        """The rows by id."""
        return {row.id: row for row in self.rows}

    @cached_property
    def leaves(self) -> tuple[StateDef, ...]:
        """The states the machine can rest in or pass through, without the composites."""
        return tuple(state for state in self.states.values() if state.kind != "composite")

    @cached_property
    def children(self) -> Mapping[str | None, tuple[StateDef, ...]]:
        """The states right inside each composite; under ``None`` the outermost ones."""
        found: dict[str | None, list[StateDef]] = {}
        for state in self.states.values():
            found.setdefault(state.parent, []).append(state)
        return {parent: tuple(inside) for parent, inside in found.items()}

    @cached_property
    def suspending_steps(self) -> frozenset[str]:
        """The steps in which an action can lie suspended under others (302.4): those in which something can be put on
        the stack above it, through a window or straight.
        """
        by_window = {state.step for state in self.leaves if state.kind == "decision" and state.window != "removal"}
        straight = {
            self.states[row.source].step
            for row in self.rows
            if any(effect.name == "put_roll_on_stack" for effect in row.effects)
        }
        return frozenset(step for step in by_window | straight if step is not None)

    def ancestors(self, path: str) -> Iterator[str]:
        """``path`` itself and the composites it lies in, innermost first."""
        at: str | None = path
        while at is not None:
            yield at
            at = self.states[at].parent

    def entered(self, path: str) -> str:
        """The leaf that is entered when a transition goes to ``path``."""
        while (initial := self.states[path].initial) is not None:
            path = initial
        return path

    def rows_from(self, leaf: str) -> tuple[Row, ...]:
        """All rows that can leave ``leaf``: its own and those of the composites around it, innermost first."""
        return self._rows_from[leaf]

    @cached_property
    def _rows_from(self) -> Mapping[str, tuple[Row, ...]]:
        by_source: dict[str, list[Row]] = {}
        for row in self.rows:
            by_source.setdefault(row.source, []).append(row)
        return {
            leaf.path: tuple(row for path in self.ancestors(leaf.path) for row in by_source.get(path, ()))
            for leaf in self.leaves
        }
