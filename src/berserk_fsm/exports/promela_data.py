"""What a Promela model says of the table, the profile and the places of the machine: constants, arrays, variables.

Everything here is data; what guards and effects do with it stands in ``promela_vocabulary.pml``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from berserk_fsm.core.context import Context
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Action, Player, roll_name
from berserk_fsm.exports.promela_names import identifiers, identifiers_of, quoted
from berserk_fsm.machine.compile import context_for
from berserk_fsm.machine.specification import Specification, StateDef

__all__ = ["PLACES", "ModelData", "byte_or_more", "section"]

WORD = 31
"""How many facts one variable holds: the bits of an int without its sign."""

PLAYERS: Mapping[Player, str] = {"A": "PLAYER_A", "B": "PLAYER_B"}

_WINDOWS = {
    None: "NO_WINDOW",
    "phase": "PHASE_WINDOW",
    "step": "STEP_WINDOW",
    "removal": "REMOVAL_WINDOW",
    "off_stack": "OFF_STACK_WINDOW",
}

_VALUES = """\
/* Nothing, nobody, nowhere. */
#define NO_ACTION 0
#define NO_TARGET 0
#define NO_PHASE 0
#define NO_POINT 0
#define WAITING 0

/* Players, such that a set of players is the sum of its members; their roles. */
#define NOBODY 0
#define PLAYER_A 1
#define PLAYER_B 2
#define ACTIVE 1
#define NONACTIVE 2

/* How an action may be declared (303.3, 303.8). */
#define SLOW 1
#define FAST 2
#define TRIGGERED 3
#define CONDITIONAL 4

/* Where an action lies: nowhere, in the queue or on the stack. */
#define QUEUED 1
#define ON_STACK 2

/* Kinds of windows. */
#define NO_WINDOW 0
#define PHASE_WINDOW 1
#define STEP_WINDOW 2
#define REMOVAL_WINDOW 3
#define OFF_STACK_WINDOW 4"""

PLACES = (
    "start",
    "entering",
    "offer",
    "left",
    "opening",
    "deciding",
    "has_declared",
    "both_passed",
    "next",
    "transfer",
    "entry",
    "perform",
    "applying",
    "rule_effects",
    "leave",
)
"""The last parts of the paths of leaves, as the builder of the machine names them."""


def section(title: str) -> str:
    """The line a part of the model begins with.

    >>> section("the facts")[:24]
    '/* === the facts ======='
    """
    return f"/* === {title} ".ljust(116, "=") + " */"


@dataclass(frozen=True)
class ModelData:
    """The data of one model.

    Args:
        specification: the machine.
        table: the table.
        turns: how many turns are played.
    """

    specification: Specification
    table: Table
    turns: int

    # --- identifiers -------------------------------------------------------------------------------------------------

    @cached_property
    def context(self) -> Context:
        """What guards and effects look at besides the state."""
        return context_for(self.specification, self.table)

    @cached_property
    def leaves(self) -> tuple[StateDef, ...]:
        """The leaves so that those of a composite stand side by side: a composite is a range of numbers."""
        return tuple(self._in_depth(None))

    def _in_depth(self, path: str | None) -> Iterator[StateDef]:
        for state in self.specification.children.get(path, ()):
            if state.kind != "composite":
                yield state
            yield from self._in_depth(state.path)

    @cached_property
    def leaf_numbers(self) -> Mapping[str, int]:
        """The numbers of the leaves, from 1."""
        return {leaf.path: number for number, leaf in enumerate(self.leaves, 1)}

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The identifiers of leaves and composites."""
        return identifiers_of("AT", {path: path.replace(".", "__") for path in self.specification.states})

    @cached_property
    def actions(self) -> Mapping[str, str]:
        """The identifiers of actions, in the order of the table."""
        return identifiers("ACTION", self.table.actions)

    @cached_property
    def rule_effects(self) -> Mapping[str, str]:
        """The identifiers of rule effects."""
        return identifiers("EFFECT", self.table.rule_effects)

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """The identifiers of all facts that are named anywhere, sorted."""
        table = self.table
        named = set(table.start.facts)
        for action in table.actions.values():
            named.update(action.when, action.requires, action.cost, action.add, action.remove)
        for effect in table.rule_effects.values():
            named.update(effect.when, effect.remove, effect.add)
        return identifiers("FACT", sorted(named))

    @cached_property
    def targets(self) -> Mapping[str, str]:
        """The identifiers of targets: those actions have, and those redirections give."""
        named = {action.target for action in self.table.actions.values() if action.target is not None}
        named |= {action.redirect.to for action in self.table.actions.values() if action.redirect is not None}
        return identifiers("TARGET", sorted(named))

    @cached_property
    def phases(self) -> Mapping[str, str]:
        """The identifiers of phases, in the order of the turn."""
        return identifiers("PHASE", (phase.id for phase in self.specification.profile.phases))

    @cached_property
    def steps(self) -> Mapping[str, str]:
        """The identifiers of steps, in order."""
        return identifiers("STEP", (step.id for step in self.specification.profile.steps))

    @property
    def action_count(self) -> int:
        """How many actions the model has room for."""
        return max(1, len(self.actions))

    @property
    def rule_effect_count(self) -> int:
        """How many rule effects the model has room for."""
        return max(1, len(self.rule_effects))

    @property
    def words(self) -> range:
        """The numbers of the variables the facts are in."""
        return range(max(1, -(-len(self.facts) // WORD)))

    # --- the text ----------------------------------------------------------------------------------------------------

    def constants(self) -> Iterator[str]:
        """Names for everything that has a number, and the kinds of variables that hold such numbers."""
        profile, context = self.specification.profile, self.context
        yield section("values")
        yield ""
        yield from _VALUES.splitlines()
        yield ""
        yield section("the profile")
        yield ""
        yield from _numbered("Phases of a turn.", self.phases)
        yield from _numbered("Steps of executing an action; 0 is waiting.", self.steps)
        yield f"#define STEPS {len(self.steps)}"
        yield "/* Trigger points that are no steps: a phase entered, a rule effect that ran. */"
        yield f"#define PHASE_POINT {len(self.steps) + 1}"
        yield f"#define EFFECT_POINT {len(self.steps) + 2}"
        yield f"#define MAIN_PHASE {self.phases[profile.main_phase]}"
        paying = next(step.id for step in profile.steps if step.does == "pay")
        yield "/* The step after which the target is final, 0 if there is none; the effect; the payment. */"
        yield f"#define FIXING_STEP {self.steps[context.fixing_step] if context.fixing_step else 0}"
        yield f"#define APPLYING_STEP {self.steps[context.applying_step]}"
        yield f"#define PAYING_STEP {self.steps[paying]}"
        yield ""
        yield section("the places of the machine")
        yield ""
        yield from self.place_constants()
        yield ""
        yield section("the table")
        yield ""
        yield f"#define START_PHASE {self.phases[self.table.start.phase]}"
        actions = list(self.table.actions.values())
        yield from _numbered("Targets.", self.targets, show=True)
        yield from _numbered("Actions.", self.actions, show=True, notes=[_note(action) for action in actions])
        yield from _numbered("Rule effects, in the order in which they are looked for.", self.rule_effects, show=True)
        yield from self.fact_constants()
        yield "/* How many there are, but at least one, since a loop of Promela cannot be empty: one that is never"
        yield "   declared, or never due. Slots have one more for the number 0, which stands for none. */"
        yield f"#define ACTIONS {self.action_count}"
        yield f"#define ACTION_SLOTS {self.action_count + 1}"
        yield f"#define RULE_EFFECTS {self.rule_effect_count}"
        yield f"#define RULE_EFFECT_SLOTS {self.rule_effect_count + 1}"
        yield "/* What holds the number of an action or of a rule effect, of a target, of a place of the machine. */"
        yield f"#define NAME {byte_or_more(max(len(self.actions), len(self.rule_effects)) + 1)}"
        yield f"#define TARGET {byte_or_more(len(self.targets))}"
        yield f"#define CONTROL {byte_or_more(len(self.leaves))}"
        yield ""

    def place_constants(self) -> Iterator[str]:
        """A number for each leaf, a range of numbers for each composite."""
        for state in self.specification.states.values():
            name = self.places[state.path]
            if state.kind != "composite":
                yield f"#define {name} {self.leaf_numbers[state.path]}"
                continue
            numbers = [self.leaf_numbers[leaf.path] for leaf in self._in_depth(state.path)]
            if numbers:
                low, high = min(numbers), max(numbers)
                yield f"#define {_within(name)} (control >= {low} && control <= {high})"

    def within(self, path: str) -> str:
        """The condition that the machine is in ``path``."""
        if self.specification.states[path].kind != "composite":
            return f"control == {self.places[path]}"
        return _within(self.places[path])

    def tables(self) -> Iterator[str]:
        """What the table and the profile say, to be asked for by number; no part of the game."""
        yield section("what is on the table")
        yield ""
        yield from self.action_tables()
        yield ""
        for key in ("when", "remove", "add"):
            effects = self.table.rule_effects.items()
            yield from self.fact_lists(
                f"effect_{key}", {self.rule_effects[name]: getattr(effect, key) for name, effect in effects}
            )
        yield ""
        yield "/* The phases in which fast actions without trigger are open (303.3 a, d). */"
        fast = self.context.fast_phases
        yield from _lookup("phase_is_fast", {name: int(phase in fast) for phase, name in self.phases.items()})
        yield "/* Steps that have no trigger point; steps whose point a blocked action does not have. */"
        never, unless = self.context.pointless_steps, self.context.unblocked_points
        yield from _lookup("step_is_pointless", {name: int(step in never) for step, name in self.steps.items()})
        yield from _lookup("step_is_unblocked_point", {name: int(step in unless) for step, name in self.steps.items()})
        yield ""

    def action_tables(self) -> Iterator[str]:
        """What actions are and have."""

        def tell(name: str, of: Callable[[Action], str | int]) -> Iterator[str]:
            return _lookup(name, {self.actions[one.name]: of(one) for one in self.table.actions.values()})

        yield "/* What actions are. */"
        yield from tell("action_by", lambda action: PLAYERS[action.by])
        yield from tell("action_manner", lambda action: action.manner.upper())
        yield from tell("action_target", lambda action: self.target(action.target))
        yield from tell("action_is_roll", lambda action: int(self.table.rolls(action.name)))
        yield from tell("action_roll", lambda action: self.action(roll_name(action.name) if action.roll else None))
        yield from tell("action_aim", lambda action: self.action(action.aim))
        yield from tell("action_blocks", lambda action: int(action.block is not None))
        yield from tell("action_redirects", lambda action: int(action.redirect is not None))
        yield from tell("action_redirect_to", lambda one: self.target(one.redirect.to if one.redirect else None))
        yield from tell("action_on_where", lambda action: self.point(action)[0])
        yield from tell("action_on_what", lambda action: self.point(action)[1])
        for key in ("when", "requires", "cost", "add", "remove"):
            lists = {self.actions[name]: getattr(action, key) for name, action in self.table.actions.items()}
            yield from self.fact_lists(f"action_{key}", lists)

    def action(self, name: str | None) -> str:
        """The identifier of an action."""
        return "NO_ACTION" if name is None else self.actions[name]

    def target(self, name: str | None) -> str:
        """The identifier of a target."""
        return "NO_TARGET" if name is None else self.targets[name]

    def point(self, action: Action) -> tuple[str, str]:
        """Where the trigger point of an action is, and at what."""
        if action.on is None:
            return "NO_POINT", "0"
        where, what = action.on
        if where == "phase":
            return "PHASE_POINT", self.phases[what]
        if where == "effect":
            return "EFFECT_POINT", self.rule_effects[what]
        return self.steps[where], self.actions[what]

    # --- facts -------------------------------------------------------------------------------------------------------

    def fact_lists(self, name: str, lists: Mapping[str, Iterable[str]]) -> Iterator[str]:
        """Lists of facts as bits, one table for each variable the facts are in."""
        for word in self.words:
            told = {of: self.bits(facts, word) for of, facts in lists.items()}
            yield from _lookup(f"{name}_{word}", told, [self.mask(facts, word) for facts in lists.values()])

    def bits(self, facts: Iterable[str], word: int) -> str:
        """The facts of a list that are in this variable."""
        wanted = set(facts)
        here = [
            name for place, (fact, name) in enumerate(self.facts.items()) if place // WORD == word and fact in wanted
        ]
        return "0" if not here else here[0] if len(here) == 1 else f"({' | '.join(here)})"

    def mask(self, facts: Iterable[str], word: int) -> int:
        """The same as a number, since arrays take nothing else."""
        places = {fact: place for place, fact in enumerate(self.facts)}
        return sum(1 << places[fact] % WORD for fact in set(facts) if places[fact] // WORD == word)

    def fact_constants(self) -> Iterator[str]:
        """The bit of each fact."""
        yield "/* Facts: each is a bit of a variable. */"
        for place, (fact, name) in enumerate(self.facts.items()):
            word, bit = divmod(place, WORD)
            yield f"#define {name} {1 << bit} /* {quoted(fact)}, in facts_{word} */"

    def fact_words(self) -> Iterator[str]:
        """The facts, and what can be done with lists of them: one line of thought for each variable."""
        yield section("the facts")
        yield ""
        for word in self.words:
            bits = min(WORD, len(self.facts) - word * WORD)
            kind = "byte" if bits <= 8 else "short" if bits <= 15 else "int"
            yield f"{kind} facts_{word} = {self.bits(self.table.start.facts, word)};"
        yield ""
        yield "/* Do all facts of a list hold; would the facts change if some ended and then others began? */"
        yield self._all("holds(list, of)", "(facts_{w} & list##_{w}(of)) == list##_{w}(of)")
        yield self._any(
            "would_change(ends, begins, of)", "((facts_{w} & ~ends##_{w}(of)) | begins##_{w}(of)) != facts_{w}"
        )
        yield "/* Has a list a fact at all; have two lists a fact in common? */"
        yield self._any("has_any(list, of)", "list##_{w}(of) != 0")
        yield self._any("share(list, one, another)", "(list##_{w}(one) & list##_{w}(another)) != 0")
        yield "/* The facts of a list begin, or end. */"
        yield self._each("begin_facts(list, of)", "facts_{w} = facts_{w} | list##_{w}(of)")
        yield self._each("end_facts(list, of)", "facts_{w} = facts_{w} & ~list##_{w}(of)")
        yield ""

    def facts_before(self) -> Iterator[str]:
        """The facts as they were before a step."""
        for word in self.words:
            yield f"hidden int was_facts_{word};"
        yield self._each("keep_facts()", "was_facts_{w} = facts_{w}")
        yield self._all("facts_are_as_they_were()", "was_facts_{w} == facts_{w}")
        yield self._all("held(list, of)", "(was_facts_{w} & list##_{w}(of)) == list##_{w}(of)")
        yield ""

    def _all(self, head: str, each: str) -> str:
        return f"#define {head} ({' && '.join(f'({each.format(w=word)})' for word in self.words)})"

    def _any(self, head: str, each: str) -> str:
        return f"#define {head} ({' || '.join(f'({each.format(w=word)})' for word in self.words)})"

    def _each(self, head: str, each: str) -> str:
        return f"#define {head} {'; '.join(each.format(w=word) for word in self.words)}"

    # --- the game ----------------------------------------------------------------------------------------------------

    def variables(self) -> Iterator[str]:
        """The game at one moment: all variables that are part of the state."""
        yield section("the game")
        yield ""
        yield "/* The place in the machine. */"
        yield f"CONTROL control = {self.places[self.specification.initial]};"
        yield f"#define START {self.places[self.specification.initial]}"
        yield ""
        yield "/* Active (303.1), the phase, and whether an effect is being applied (302.8). */"
        yield f"unsigned turn_player : 2 = {'1' if self.table.start.active == 'A' else '2'};"
        yield "byte phase;"
        yield "bit deactivated;"
        yield ""
        yield from self.turn_variable()
        yield "/* The declaration queue, front first, and the stack, bottom first; NO_ACTION beyond their length. */"
        yield "NAME queue_length;"
        yield f"NAME queue[{self.action_count}];"
        yield "NAME stack_length;"
        yield f"NAME stack[{self.action_count}];"
        yield ""
        yield "/* What became of each action. declared is for ever, place repeats what queue and stack say, the rest is"
        yield "   that of an entry of the queue or stack and 0 for all others. */"
        yield "typedef Entry {"
        yield "  byte step;"
        yield "  TARGET target;"
        yield "  bit declared;"
        yield "  unsigned place : 2;"
        yield "  bit blocked;"
        yield "  bit redirected;"
        yield "  bit reserved;"
        yield "  bit cancelled"
        yield "};"
        yield "Entry entry[ACTION_SLOTS];"
        yield ""
        yield "/* The open priority window; all 0 if there is none. */"
        yield "typedef Window {"
        yield "  unsigned kind : 3;"
        yield "  unsigned holder : 2;"
        yield "  byte point_where;"
        yield "  NAME point_what;"
        yield "  bit effects[RULE_EFFECT_SLOTS];"
        yield "  bit has_declared;"
        yield "  unsigned passes : 2;"
        yield "  unsigned fast_open_to : 2;"
        yield "  unsigned given_away : 2;"
        yield "  unsigned points_closed_to : 2;"
        yield "  bit off_stack;"
        yield "  bit action_left"
        yield "};"
        yield "Window window;"
        yield ""
        yield "/* The look for rule effects (302.7): those that ran in it, those its loop rule cut. */"
        yield "typedef Look {"
        yield "  bit going;"
        yield "  bit ran[RULE_EFFECT_SLOTS];"
        yield "  bit cut[RULE_EFFECT_SLOTS]"
        yield "};"
        yield "Look look;"
        yield "hidden byte batch[RULE_EFFECT_SLOTS];"
        yield ""

    def turn_variable(self) -> Iterator[str]:
        """The turn: no part of the game, but where more than one is played SPIN must keep it to know the bound."""
        yield f"#define TURNS {self.turns}"
        if self.turns == 1:
            yield "/* The number of the turn. It decides nothing, and only one is played: no part of the game. */"
            yield "hidden byte turn = 1;"
        else:
            yield "/* The number of the turn. It decides nothing but when to stop. */"
            yield f"{byte_or_more(self.turns)} turn = 1;"
        yield ""

    # --- for the properties ------------------------------------------------------------------------------------------

    def leaf_arrays(self) -> Iterator[str]:
        """What is said of the leaves of the machine, for the properties."""
        local = dict.fromkeys((*PLACES, *(leaf.local_name for leaf in self.leaves)))
        numbers = {name: number for number, name in enumerate(local, 1)}
        paying = {row.source for row in self.specification.rows if row.kind == "pay"}
        yield section("the places of the machine, for the properties")
        yield ""
        for name, number in numbers.items():
            yield f"#define PLACE_{name} {number}"
        at = {leaf.path: leaf for leaf in self.leaves}
        ancestors = self.specification.ancestors
        yield self.leaf_array("leaf_place", {path: numbers[leaf.local_name] for path, leaf in at.items()})
        yield self.leaf_array("leaf_is_decision", {path: int(leaf.kind == "decision") for path, leaf in at.items()})
        yield self.leaf_array("leaf_holder", {path: leaf.holder.upper() for path, leaf in at.items() if leaf.holder})
        yield self.leaf_array("leaf_window", {path: _WINDOWS[leaf.window] for path, leaf in at.items()})
        yield self.leaf_array("leaf_step", {path: self.steps[leaf.step] for path, leaf in at.items() if leaf.step})
        yield self.leaf_array("leaf_in_execution", {path: int(".execution." in path) for path in at})
        yield self.leaf_array("leaf_pays", {path: int(not paying.isdisjoint(ancestors(path))) for path in at})
        yield ""
        yield from self.facts_before()

    def leaf_array(self, name: str, of: Mapping[str, str | int]) -> str:
        """Something of each leaf, by its number; 0 where it is not given."""
        return _array("byte", name, [of.get(leaf.path, 0) for leaf in self.leaves])


def _within(name: str) -> str:
    return f"in_{name}"


def byte_or_more(most: int) -> str:
    """The smallest type that holds numbers from 0 to ``most``, and one more for the end of a loop."""
    return "byte" if most < 255 else "short" if most < 32767 else "int"


def _numbered(what: str, names: Mapping[str, str], show: bool = False, notes: Sequence[str] = ()) -> Iterator[str]:
    """Numbers from 1 for some names, with the names themselves where they may be anything."""
    yield f"/* {what} */"
    for number, (name, identifier) in enumerate(names.items(), 1):
        note = f": {notes[number - 1]}" if notes else ""
        yield f"#define {identifier} {number}" + (f" /* {quoted(name)}{note} */" if show else "")


def _note(action: Action) -> str:
    """An action as a line to read."""
    said = [f"by {action.by}", action.manner]
    said += [f"target {quoted(action.target)}"] if action.target is not None else []
    said += ["rolls"] if action.roll else []
    for key in ("when", "requires", "cost", "add", "remove"):
        facts = getattr(action, key)
        said += [f"{key} {', '.join(map(quoted, facts))}"] if facts else []
    said += [f"on {action.on.where} of {quoted(action.on.name)}"] if action.on else []
    said += [f"blocks {quoted(action.block)}"] if action.block is not None else []
    said += [f"redirects {quoted(action.redirect.of)} to {quoted(action.redirect.to)}"] if action.redirect else []
    return "; ".join(said)


_NOTHING = ("0", "NO_ACTION", "NO_TARGET", "NO_POINT")
_LONG = 8
"""How many numbers may differ from the usual one before a table is written as an array."""


def _lookup(name: str, values: Mapping[str, str | int], numbers: Sequence[int] | None = None) -> Iterator[str]:
    """A table that does not change, with 0 for nothing, as something to be asked.

    Written as a chain of conditions, which the C compiler works out beforehand where the number asked for is known; a
    long one as an array.

    Args:
        name: the name to ask it by.
        values: what it says of each identifier, in the order of their numbers.
        numbers: the values as numbers, where they are no names of numbers.
    """
    usual = Counter(values.values()).most_common(1)[0][0] if values else 0
    nothing = {} if str(usual) in _NOTHING else {"0": 0}
    unusual = {**nothing, **{of: value for of, value in values.items() if value != usual}}
    if len(unusual) > _LONG:
        yield _array("int", f"{name}_list", numbers or list(values.values()))
        yield f"#define {name}(of) {name}_list[of]"
        return
    chain = "".join(f"((of) == {of} -> {value} : " for of, value in unusual.items())
    yield f"#define {name}(of) {chain}{usual}{')' * len(unusual)}"


def _array(kind: str, name: str, values: Sequence[str | int]) -> str:
    """An array that does not change, from 1; its place 0 stands for nothing, and there is at least one more."""
    items = ", ".join(map(str, (0, *(values or (0,)))))
    return f"hidden {kind} {name}[{max(1, len(values)) + 1}] = {{ {items} }};"
