"""Promela, the language of the model checker SPIN: the machine with one table, to be checked exhaustively by SPIN.

The model is one process with one loop. Each turn of the loop takes one row of the specification: every row is an
option with its guards, then what it does is done in one ``d_step``. Guards and effects are those of
``promela_vocabulary.pml``, properties those of ``promela_properties.pml``; both texts stand in the model.

So the states SPIN stores are the situations between micro-steps, no more and no fewer:

* The variables of the model are those of :meth:`~berserk_fsm.core.values.GameState.decision_key`. What leaves the game
  is put back to 0; counters, the table and what properties remember are ``hidden``, which keeps them out of states.
* The row into the turn after the last one is taken, but changes nothing: SPIN comes back to a state it knows. So no
  state of that turn is counted, and nothing is to be subtracted.
* A situation in which no row is enabled is an invalid end state; there are no others.

All of this is in global variables, so none of SPIN's optimisations changes what it counts; ``-o2`` makes sure of it.
With more than two turns the number of the turn is part of the states SPIN stores, since without it SPIN could not tell
how far to go: a situation that comes about in two turns of the same player is then counted twice.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import resources

from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Action, Manner
from berserk_fsm.errors import ExploreError, SpecificationError
from berserk_fsm.exports.promela_data import PLAYERS, ModelData, byte_or_more, section
from berserk_fsm.exports.promela_names import comment, identifiers_of
from berserk_fsm.machine.specification import Call, Row, Specification, StateDef
from berserk_fsm.rules.properties import property_words

__all__ = ["promela_text"]

_HEADER = """\
/* The machine of berserk-fsm with one table: the stack and priority rules of «Берсерк», sections 302 and 303.
   Generated, not written by hand. To search every situation:

     spin -a -o2 model.pml
     gcc -O2 -DNOREDUCE -DSAFETY -o pan pan.c
     ./pan -m100000 -n

   "states, stored" is the number of situations between micro-steps, "transitions" that of micro-steps and one more.
   "invalid end state" means that the machine is stuck, "assertion violated" names the property that does not hold;
   spin -t model.pml then tells the rows that lead there. To search for a play that never comes to its end:

     spin -a -o2 -DLIVELOCK model.pml
     gcc -O2 -DNOREDUCE -o pan pan.c
     ./pan -m100000 -n -a

"""


def promela_text(
    specification: Specification, table: Table, turns: int = 1, properties: Collection[str] | None = None
) -> str:
    """The machine with a table as a Promela model. The same input gives the same text, byte for byte.

    Args:
        specification: the machine.
        table: the table that is played on.
        turns: how many turns are played; situations of later ones are not part of the model.
        properties: ids of the properties it asserts; if ``None``, all that speak of rows alone and follow from the
            readings.

    Raises:
        ExploreError: ``turns`` is not a positive number, or there is no such property to assert.
        SpecificationError: the specification has a row that Promela has no words for.

    >>> from berserk_fsm.game import Action, Game
    >>> game = Game([Action("strike", by="A", speed="slow")])
    >>> print(promela_text(game.specification, game.table)[:45])
    /* The machine of berserk-fsm with one table:
    """
    if not isinstance(turns, int) or turns < 1:
        raise ExploreError(
            f"turns is {turns}; expected a positive number", f"turns — {turns}; ожидалось положительное число"
        )
    return "".join(f"{line}\n" for line in _Writer(specification, table, turns, _chosen(properties)).document())


def _chosen(properties: Collection[str] | None) -> tuple[str, ...] | None:
    """The ids to assert, in the order of the data; ``None`` for those that follow from the readings."""
    if properties is None:
        return None
    known = [id for id, words in property_words().items() if words.judged]
    for id in properties:
        if id not in known:
            expected = ", ".join(known)
            raise ExploreError(
                f"there is no property {id!r} to assert; expected {expected}",
                f"нет свойства {id!r}, которое можно было бы проверить; ожидалось: {expected}",
            )
    return tuple(id for id in known if id in properties)


# --- the texts that stand in every model -----------------------------------------------------------------------------

_DEFINITION = re.compile(r"^(?:#define|inline) (\w+)\(([\w, ]*)\)", re.MULTILINE)


@cache
def _text(name: str) -> str:
    return resources.files("berserk_fsm.exports").joinpath(name).read_text("utf-8")


@cache
def _parameters() -> dict[str, tuple[str, ...]]:
    """What each guard and effect of the vocabulary takes, by the names of its parameters."""
    return {
        found[1]: tuple(name.strip() for name in found[2].split(",") if name.strip())
        for found in _DEFINITION.finditer(_text("promela_vocabulary.pml"))
    }


# --- the model -------------------------------------------------------------------------------------------------------


class _Writer:
    def __init__(
        self, specification: Specification, table: Table, turns: int, properties: tuple[str, ...] | None
    ) -> None:
        self.specification = specification
        self.table = table
        self.data = ModelData(specification, table, turns)
        words = property_words()
        if properties is None:
            properties = tuple(
                id for id, one in words.items() if one.judged and one.follows_from(specification.readings)
            )
        self.properties = properties
        self.about_states = [id for id in properties if words[id].about == "state"]
        self.about_steps = [id for id in properties if words[id].about == "step"]
        self.rows: dict[str, list[Row]] = {}
        for row in specification.rows:
            self.rows.setdefault(row.source, []).append(row)

    def document(self) -> Iterator[str]:
        readings = " ".join(f"{id}={value}" for id, value in self.specification.readings.as_dict().items())
        yield from _HEADER.splitlines()
        yield from _wrapped(f"Profile: {comment(self.specification.profile.id)}. Readings: {comment(readings)}.")
        yield from _wrapped(f"Turns: {self.data.turns}. Properties asserted: {', '.join(self.properties) or 'none'}.")
        if "goes_on" not in self.properties:
            yield from _wrapped("goes_on is not asked for: with -E pan takes no notice of invalid end states.")
        yield "*/"
        yield ""
        yield from self.data.constants()
        yield from self.data.tables()
        yield from self.data.variables()
        yield from self.data.fact_words()
        yield from self.questions()
        yield from _text("promela_vocabulary.pml").splitlines()
        yield ""
        if self.properties:
            yield from self.data.leaf_arrays()
            yield from self.giving_away()
            yield from _text("promela_properties.pml").splitlines()
            yield ""
            yield from (f"hidden byte {id};" for id in self.properties)
            yield ""
        yield from self.deeds()
        yield from self.process()

    # --- questions about the whole table -----------------------------------------------------------------------------

    def questions(self) -> Iterator[str]:
        """What is asked of every action or rule effect, written out for those of the table."""
        effects = [f"test({name})" for name in self.data.rule_effects.values()]
        yield section("questions about the whole table")
        yield ""
        yield "/* Does some rule effect pass the test? */"
        yield f"#define some_rule_effect(test) {_any(effects)}"
        yield "/* Has an action other than this one reserved something this one costs? */"
        costly = [self.data.actions[name] for name, action in self.table.actions.items() if action.cost]
        reserved = _any(f"has_reserved_of({name}, action)" for name in costly)
        yield f"#define is_reserved_by_another(action) {reserved}"
        yield "/* 303.4: has the holder a triggered ability to declare in the open window? */"
        yield f"#define some_trigger_is_offered() {_any(self.offers('triggered', opened=True))}"
        yield "/* 303.8: has a player a trigger or a conditional playable for a window that would open now? */"
        would_be = [*self.offers("triggered", opened=False), *self.offers("conditional", opened=False)]
        yield f"#define some_action_would_be_offered() {_any(would_be)}"
        yield ""

    def offers(self, manner: Manner, opened: bool) -> Iterator[str]:
        """For each action of this manner, whether its player could declare it."""
        for action in self.table.actions.values():
            if action.manner == manner and not self.table.rolls(action.name):
                guards = (self.guard(call, action, opened) for call in self.specification.offers[manner])
                yield f"({' && '.join(guards)})"

    def giving_away(self) -> Iterator[str]:
        """303.2, 303.6: is a row enabled that gives priority away? By the guards such rows have, and where they are."""
        leaves: dict[tuple[Call, ...], set[str]] = {}
        for row in self.specification.rows:
            if row.event in ("pass_priority", "hand_over_priority"):
                inside = self.inside(row.source)
                leaves.setdefault(row.guards, set()).update(inside)
        yield "/* 303.2, 303.6: where rows give priority away, and whether one of them is enabled. */"
        conditions = []
        for number, (guards, there) in enumerate(leaves.items(), 1):
            yield self.data.leaf_array(f"leaf_gives_away_{number}", dict.fromkeys(there, 1))
            guarded = " && ".join(self.guard(guard, None) for guard in guards)
            conditions.append(f"(leaf_gives_away_{number}[control] && {guarded})")
        yield f"#define priority_can_be_given_away() {_any(conditions)}"
        yield ""

    # --- what rows do ------------------------------------------------------------------------------------------------

    @cached_property
    def deed_of(self) -> Mapping[tuple[Call, ...], str]:
        """A name for each list of effects that some row has, told by the list itself."""
        lists = dict.fromkeys(row.effects for row in self.specification.rows)
        return identifiers_of("DO", {effects: "__".join(map(_word, effects)) or "nothing" for effects in lists})

    def deeds(self) -> Iterator[str]:
        """Names for the lists of effects, and the help that carries one from the choice of a row to doing it."""
        yield section("what rows do")
        yield ""
        kind = byte_or_more(len(self.deed_of))
        yield "/* A row that is taken says what is to be done, where that leads and what it declares. This is done"
        yield "   right behind it, in the same atomic step, and then these are 0 again. */"
        yield f"{kind} does;"
        yield "CONTROL goes;"
        yield "NAME declares;"
        yield "bit turn_ends;"
        yield "#define takes(its_effects, its_target) does = its_effects; goes = its_target"
        yield ""
        yield "/* The row into the turn after the last one is taken, but changes nothing: that turn is not played. */"
        yield "#define STAY 0"
        yield "#define is_last_turn (turn == TURNS)"
        yield "#define takes_no_more does = STAY; goes = control; turn_ends = 1"
        yield ""
        for number, name in enumerate(self.deed_of.values(), 1):
            yield f"#define {name} {number}"
        yield ""

    def doing(self) -> Iterator[str]:
        """The one step in which the effects of the chosen row are done and the properties are checked."""
        states = [f"check_{id}();" for id in self.about_states]
        steps = [f"check_{id}();" for id in self.about_steps]
        yield "d_step {"
        if states:
            yield "  /* The properties about states, in the very first one. */"
            yield "  if"
            yield "  :: control == START ->"
            yield from (f"     {line}" for line in [*states[:-1], states[-1].rstrip(";")])
            yield "  :: else"
            yield "  fi;"
        if steps:
            yield "  remember();"
        yield "  /* The effects of the row. */"
        yield "  if"
        yield "  :: does == STAY -> skip"
        for effects, name in self.deed_of.items():
            calls = "; ".join(self.call(effect, "declares") for effect in effects) or "skip"
            yield f"  :: does == {name} ->"
            yield f"     {calls}"
        yield "  fi;"
        yield "  control = goes;"
        if steps:
            yield "  compare();"
        yield from (f"  {line}" for line in (*steps, *states))
        yield "  does = 0;"
        yield "  goes = 0;"
        yield "  declares = NO_ACTION;"
        yield "  turn_ends = 0"
        yield "}"

    # --- the process -------------------------------------------------------------------------------------------------

    def process(self) -> Iterator[str]:
        """The one process: choose a row that is enabled, do what it does, and again."""
        yield from self.livelock()
        yield section("the machine")
        yield ""
        yield "active proctype machine() {"
        yield "  do"
        yield "  :: atomic {"
        yield "       if"
        for path in self.parts(None):
            yield from _indented(self.part(path), 7)
        yield "       fi;"
        yield from _indented(self.doing(), 7)
        yield "     }"
        yield "  od"
        yield "}"

    def livelock(self) -> Iterator[str]:
        """303.7: a claim that every play comes to the end of the last turn; SPIN looks for it only if it is told to."""
        ends = [row for row in self.specification.rows if any(effect.name == "next_turn" for effect in row.effects)]
        there = (
            " && ".join([self.data.within(row.source), *(self.guard(guard, None) for guard in row.guards)])
            for row in ends
        )
        yield "/* 303.7: whatever the players do, the last turn comes to its end. */"
        yield f"#define turn_is_over (is_last_turn && {_any(f'({one})' for one in there)})"
        yield "#ifdef LIVELOCK"
        yield "ltl ends { <> turn_is_over }"
        yield "#endif"
        yield ""

    def parts(self, path: str | None) -> Iterator[str]:
        """What lies in a composite, as far as it is worth a test of its own: phases, steps, and what has rows."""
        for state in self.specification.children.get(path, ()):
            if state.path in self.rows or state.kind != "composite" or self.is_scope(state):
                yield state.path
            else:
                yield from self.parts(state.path)

    def is_scope(self, state: StateDef) -> bool:
        """Is it a phase, or a step in a phase?"""
        outer = self.specification.states[state.parent] if state.parent is not None else None
        was = (outer.phase, outer.step) if outer is not None else (None, None)
        return state.kind == "composite" and (state.phase, state.step) != was

    def part(self, path: str) -> Iterator[str]:
        """The option for a part of the machine: inside it, its parts, or the rows that leave it."""
        state = self.specification.states[path]
        rows = [row for inside in self.inside(path) for row in self.rows.get(inside, ())]
        has_own = path in self.rows or state.kind != "composite"
        if not rows:
            return
        yield f":: {self.data.within(path)} ->"
        yield "   if"
        if has_own:
            for row in rows:
                yield from _indented(self.row(row, within=path), 3)
        else:
            for part in self.parts(path):
                yield from _indented(self.part(part), 3)
        yield "   fi"

    def inside(self, path: str) -> Iterator[str]:
        """``path`` and all it contains."""
        yield path
        for child in self.specification.children.get(path, ()):
            yield from self.inside(child.path)

    def row(self, row: Row, within: str) -> Iterator[str]:
        """The options of a row: one, or one for each action it may declare."""
        yield f"/* {comment(row.id)}"
        yield f"   {comment(row.label.get('en'))} [{comment(', '.join(row.clauses))}] */"
        place = [] if row.source == within else [self.data.within(row.source)]
        if row.automatic or not row.event.startswith("declare_"):
            yield from self.options(row, place, None)
            return
        manner = row.event.removeprefix("declare_")
        for action in self.table.actions.values():
            if action.manner == manner:
                yield from self.options(row, place, action)

    def options(self, row: Row, place: list[str], action: Action | None) -> Iterator[str]:
        """A row with one action, if it declares; the last turn goes no further."""
        guards = [*place, *(self.guard(call, action) for call in row.guards)]
        target = self.data.places[self.specification.entered(row.target)]
        taken = [f"takes({self.deed_of[row.effects]}, {target})"]
        told = _UNPRINTABLE.sub("_", row.id)
        if action is not None:
            taken.insert(0, f"declares = {self.data.actions[action.name]}")
            told = f"{told} {self.data.actions[action.name]}"
        if not any(effect.name == "next_turn" for effect in row.effects):
            yield from _option(guards, taken, told)
            return
        yield from _option([*guards, "!is_last_turn"], taken, told)
        yield from _option([*guards, "is_last_turn"], ["takes_no_more"], told)

    # --- guards and effects ------------------------------------------------------------------------------------------

    def guard(self, call: Call, action: Action | None, opened: bool = True) -> str:
        """A guard as an expression. A declaration is made by the player of its action, all else by the holder."""
        name = f"if_opened_{call.name}" if not opened and f"if_opened_{call.name}" in _parameters() else call.name
        player = PLAYERS[action.by] if action is not None else "window.holder"
        return self.called(name, call, {"player": player, "action": self.data.actions[action.name] if action else None})

    def call(self, call: Call, declares: str) -> str:
        """An effect as a statement."""
        return self.called(call.name, call, {"player": None, "action": declares})

    def called(self, name: str, call: Call, decision: Mapping[str, str | None]) -> str:
        parameters = _parameters().get(name)
        if parameters is None:
            raise SpecificationError(f"Promela has no words for {call}")
        return f"{name}({', '.join(self.argument(one, call, decision) for one in parameters)})"

    def argument(self, parameter: str, call: Call, decision: Mapping[str, str | None]) -> str:
        """What stands for a parameter of the vocabulary: a part of the decision, or the argument of the call."""
        if parameter in decision:
            part = decision[parameter]
            if part is None:
                raise SpecificationError(f"{call} looks at a decision, but there is none")
            return part
        kinds = {"this_step": self.data.steps, "this_phase": self.data.phases, "role": _ROLES}
        return kinds[parameter][call.arg or ""]


_ROLES = {"active": "ACTIVE", "nonactive": "NONACTIVE"}
_UNPRINTABLE = re.compile(r"[^A-Za-z0-9_./()]")


def _word(call: Call) -> str:
    return call.name if call.arg is None else f"{call.name}_{call.arg}"


def _any(conditions: Iterable[str]) -> str:
    """One of some conditions holds."""
    joined = " || ".join(conditions)
    return f"({joined})" if joined else "false"


def _option(guards: Sequence[str], deeds: Sequence[str], told: str) -> Iterator[str]:
    """An option: guards, what is done, and what a trail tells of it."""
    yield ":: d_step {"
    yield from (f"     {guard} &&" for guard in guards[:-1])
    yield f"     {guards[-1] if guards else 'true'} ->"
    yield from (f"     {deed};" for deed in deeds)
    yield f'     printf("{told}\\n")'
    yield "   }"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 116, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False)


def _indented(lines: Iterable[str], by: int) -> Iterator[str]:
    return (f"{' ' * by}{line}" for line in lines)
