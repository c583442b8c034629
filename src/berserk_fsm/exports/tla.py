"""TLA+: the machine and a table as one module, for the model checker TLC and for readers.

The state of the module is one record, ``game``, with the fields of :class:`~berserk_fsm.core.values.GameState` but the
log, which decides nothing. Each row of the specification is one action of the module; its guards and effects are the
operators of ``tla_vocabulary.tla``, whose text stands in the module, as does that of ``tla_properties.tla``. The table
and what the profile says (:class:`~berserk_fsm.core.context.Context`) are definitions.

TLC tells two states of the module apart exactly where :meth:`~berserk_fsm.core.values.GameState.decision_key` tells two
games apart, and besides that by the turn. Turns after ``TURNS`` are outside of the constraint ``InBound``: TLC checks
the properties in their first state, but does not count it and does not go on from there; a state that leads nowhere but
out of the bound is no deadlock for it. So with one or two turns, which the turn player tells apart already, TLC counts
the states that the search counts; with more turns it counts what comes about in two of them twice. (The ``VIEW`` of TLC
could leave out the turn. But then TLC goes on from a state only in the turn in which it meets it first, which need not
be the earliest one, and may miss what lies behind.)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources

from berserk_fsm.core.context import Context
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Action, RuleEffect, roll_name
from berserk_fsm.errors import SpecificationError
from berserk_fsm.machine.compile import context_for, initial_state
from berserk_fsm.machine.specification import Call, Row, Specification, StateDef
from berserk_fsm.rules.properties import PropertyWords, property_words

__all__ = ["tla_config", "tla_text"]

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_PATH = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*")
_WIDTH = 120
_DEPTH = 4
"""How many parts the path of a step has, counted from the turn: ``turn.main_phase.execution.payment``."""

_DECIDES: Mapping[str, str] = {"pass_priority": "pass", "hand_over_priority": "hand_over"}
"""The events that give priority away, and the verb of the decisions that fire them."""

_HEADER = """\
The machine of berserk-fsm: the stack and priority rules of the card game Berserk, sections 302 and 303, played on one
table. Generated, not written by hand. First what the profile and the table say, then the guards and effects, then the
transitions, then the properties. One transition is one action of this module; it stands under its id, the clauses it
encodes and what it is."""

_LATIN = "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch ' y ' e yu ya"
_CYRILLIC = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", _LATIN.split(), strict=True))


def tla_text(
    specification: Specification,
    table: Table,
    turns: int = 1,
    name: str = "Berserk",
    properties: Iterable[str] | None = None,
) -> str:
    """The machine with a table as a TLA+ module. The same input gives the same text, byte for byte.

    Behind the module, where TLC reads no more, stand the configuration and how to run it.

    Args:
        specification: the machine.
        table: the table that is played on.
        turns: how many turns the configuration behind the module asks for.
        name: the name of the module; its file must be called ``NAME.tla``.
        properties: those the configuration behind the module asks for; as in :func:`tla_config`.

    Raises:
        ValueError: ``turns`` is not a positive number, or ``name`` is no TLA+ identifier.
        SpecificationError: the path of a state is not made of names.

    >>> from berserk_fsm.game import Action, Game
    >>> game = Game([Action("strike", by="A", speed="slow")])
    >>> tla_text(game.specification, game.table).splitlines()[0].strip("- ")
    'MODULE Berserk'
    """
    if not _IDENTIFIER.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a module; expected Latin letters, digits and _, first a letter")
    config = tla_config(specification, properties, turns)
    return "".join(f"{line}\n" for line in _Writer(specification, table).module(name, config))


def tla_config(specification: Specification, properties: Iterable[str] | None = None, turns: int = 1) -> str:
    """The configuration TLC needs beside the module.

    ``goes_on`` is not listed: TLC's search for deadlocks checks the same, much faster. It is on by default; there is no
    line for it, since older releases of TLC do not know ``CHECK_DEADLOCK``.

    Args:
        specification: the machine.
        properties: ids of the properties to check; all that must hold with these readings if ``None``.
        turns: how many turns belong to the search; states of later ones are not counted.

    Raises:
        ValueError: ``turns`` is not a positive number, or model checkers cannot check one of the properties.

    >>> from berserk_fsm.machine.build import build_specification
    >>> print(tla_config(build_specification(), ["one_place", "goes_on", "queue_moves_whole"]), end="")
    SPECIFICATION Spec
    CONSTANT TURNS = 1
    CONSTRAINT InBound
    INVARIANT one_place
    PROPERTY queue_moves_whole
    """
    if turns < 1:
        raise ValueError(f"there are no {turns} turns; expected a positive number")
    words = _chosen(specification, properties)
    lines = ["SPECIFICATION Spec", f"CONSTANT TURNS = {turns}", "CONSTRAINT InBound"]
    lines += [f"INVARIANT {one.id}" for one in words if one.about == "state" and one.id != "goes_on"]
    lines += [f"PROPERTY {one.id}" for one in words if one.about == "step"]
    return "".join(f"{line}\n" for line in lines)


def _chosen(specification: Specification, ids: Iterable[str] | None) -> list[PropertyWords]:
    judged = {id: words for id, words in property_words().items() if words.judged}
    if ids is None:
        return [words for words in judged.values() if words.follows_from(specification.readings)]
    ids = tuple(ids)
    for id in ids:
        if id not in judged:
            raise ValueError(f"{id!r} is no property model checkers can check; expected {' | '.join(judged)}")
    return [judged[id] for id in dict.fromkeys(ids)]


class _Writer:
    """Writes one module."""

    def __init__(self, specification: Specification, table: Table) -> None:
        for path in specification.states:
            if not _PATH.fullmatch(path):
                raise SpecificationError(f"state {path!r}: is no safe name; expected Latin letters, digits, _ and dots")
        self.specification = specification
        self.table = table
        self.context: Context = context_for(specification, table)
        self.names = _safe_names(table)
        self.actions = _action_names(specification.rows)

    def module(self, name: str, config: str) -> Iterator[str]:
        """All lines of the file."""
        yield f" MODULE {name} ".center(_WIDTH, "-")
        yield f"(*\n{_HEADER}\n*)"
        yield "EXTENDS Integers, Sequences, FiniteSets, TLC"
        yield ""
        yield from _comment("How many turns belong to the search.")
        yield "CONSTANT TURNS"
        yield ""
        yield "VARIABLE game"
        yield ""
        yield from self.profile()
        yield from self.leaves()
        yield from self.table_definitions()
        yield from _data_file("tla_vocabulary.tla")
        yield from self.decisions()
        yield from self.offers()
        yield from self.initial()
        yield from self.transitions()
        yield from self.whole()
        yield from _data_file("tla_properties.tla")
        yield ""
        yield "=" * _WIDTH
        yield from _how_to_run(name, config)

    # --- what the profile says ---------------------------------------------------------------------------------------

    def profile(self) -> Iterator[str]:
        """The context of guards and effects, without the table."""
        context, specification = self.context, self.specification
        readings = ", ".join(f"{id}={value}" for id, value in specification.readings.as_dict().items())
        phases = {phase.id: place for place, phase in enumerate(specification.profile.phases)}
        yield from _heading(f"what the profile says: {specification.profile.id}")
        yield from _comment(f"Readings: {readings}.")
        yield ""
        yield from _comment(
            "The phase 303.3 calls the main one, and those in which fast actions are open (303.3 a, d)."
        )
        yield f"main_phase == {_string(context.main_phase)}"
        yield f"fast_phases == {_set(context.fast_phases)}"
        yield ""
        yield from _comment("The phases of the turn in order (302.6).")
        yield "phase_order =="
        yield from _places(phases)
        yield ""
        yield from _comment("The steps of execution in order (gap/512), the one of payment and the last one.")
        yield "step_order =="
        yield from _places(context.step_order)
        paying = next(step.id for step in specification.profile.steps if step.does == "pay")
        yield f"paying_step == {_string(paying)}"
        yield f"last_step == {_string(specification.profile.steps[-1].id)}"
        yield ""
        yield from _comment("The step after which the target is final, and the one in which the effect is applied.")
        yield f"fixing_step == {_string(context.fixing_step or '')}"
        yield f"applying_step == {_string(context.applying_step)}"
        yield ""
        yield from _comment("Steps that have no trigger point, and steps whose point a blocked action does not have.")
        yield f"pointless_steps == {_set(context.pointless_steps)}"
        yield f"unblocked_points == {_set(context.unblocked_points)}"
        yield ""

    def leaves(self) -> Iterator[str]:
        """The states of the machine, for the properties."""
        specification = self.specification
        paying = sorted(
            {leaf for row in specification.rows if row.kind == "pay" for leaf in self.leaves_in(row.source)}
        )
        yield from _comment(
            "The states of the machine: the kind, the last part of the path, whether it lies in the execution of the"
            " stack, and the step, the window and whose hold it lies in."
        )
        yield "Leaves =="
        yield from _entries((leaf.path, _leaf(leaf)) for leaf in specification.leaves)
        yield ""
        yield from _comment("The state before the first phase, and the states in which payment is about to be made.")
        yield f"start_state == {_string(specification.initial)}"
        yield from _set_definition("paying_states", paying)
        yield ""

    # --- the table ---------------------------------------------------------------------------------------------------

    def table_definitions(self) -> Iterator[str]:
        """The actions, the rule effects and the start."""
        table = self.table
        yield from _heading("the table")
        if self.names:
            yield from _comment("TLC takes only some characters, so some names are written otherwise:")
            for name, safe in self.names.items():
                yield f"\\* {_string(safe)} is {_printable(name)}"
            yield ""
        yield 'NoPoint == [where |-> "", name |-> ""]'
        yield 'NoRedirect == [of |-> "", to |-> ""]'
        yield ""
        yield from _comment("The actions that may be declared, and the rolls they make (302.5), by name.")
        yield "Actions =="
        yield from _entries((self.safe(action.name), self.action(action)) for action in table.actions.values())
        yield ""
        yield from _comment("The rolls: no player declares them.")
        yield f"Rolls == {self.names_set(name for name in table.actions if table.rolls(name))}"
        yield ""
        yield from _comment("The rule effects, in the order in which they are looked for.")
        effects = ",\n    ".join(map(self.rule_effect, table.rule_effects.values()))
        yield f"RuleEffects ==\n  <<{effects}>>"
        yield ""
        start = table.start
        yield from _comment("How the game starts.")
        yield (
            f"Start == [active |-> {_string(start.active)}, phase |-> {_string(start.phase)},"
            f" facts |-> {self.names_set(start.facts)}]"
        )
        yield ""

    def action(self, action: Action) -> str:
        """An action as a record."""
        on, redirect = "NoPoint", "NoRedirect"
        if action.on is not None:
            on = f"[where |-> {self.name(action.on.where)}, name |-> {self.name(action.on.name)}]"
        if action.redirect is not None:
            redirect = f"[of |-> {self.name(action.redirect.of)}, to |-> {self.name(action.redirect.to)}]"
        facts = ("when", "requires", "cost", "add", "remove")
        return (
            f"[by |-> {_string(action.by)}, manner |-> {_string(action.manner)}, speed |-> {_string(action.speed)},"
            f" target |-> {self.name(action.target)}, roll |-> {_truth(action.roll)},\n     "
            + ", ".join(f"{key} |-> {self.names_set(getattr(action, key))}" for key in facts)
            + f",\n     on |-> {on}, block |-> {self.name(action.block)}, redirect |-> {redirect}]"
        )

    def rule_effect(self, effect: RuleEffect) -> str:
        """A rule effect as a record."""
        return (
            f"[name |-> {self.name(effect.name)}, when |-> {self.names_set(effect.when)},"
            f" remove |-> {self.names_set(effect.remove)}, add |-> {self.names_set(effect.add)}]"
        )

    def safe(self, name: str) -> str:
        """The name TLC knows it by."""
        return self.names.get(name, name)

    def name(self, name: str | None) -> str:
        """A name as a string, the empty string for what is not there."""
        return _string("" if name is None else self.safe(name))

    def names_set(self, names: Iterable[str]) -> str:
        """Names as a set."""
        return _set(dict.fromkeys(map(self.safe, names)))

    # --- decisions and the game before its first step ----------------------------------------------------------------

    def decisions(self) -> Iterator[str]:
        """The decisions each event stands for, and when a player could declare a trigger or conditional playable."""
        events = dict.fromkeys(row.event for row in self.specification.rows if not row.automatic)
        yield ""
        yield ""
        yield from _heading("the decisions of the players")
        yield from _comment(
            "The decisions that fire each event, by either player: declarations by the manner of the action"
            " (machine/engine.py, event_of)."
        )
        yield "declarations(manner) =="
        yield '  {[verb |-> "declare", player |-> player, name |-> name] :'
        yield "     player \\in Players, name \\in {each \\in DOMAIN Actions : Actions[each].manner = manner}}"
        yield "without_name(verb) == {[verb |-> verb, player |-> player, name |-> None] : player \\in Players}"
        yield ""
        for event in events:
            if event in _DECIDES:
                yield f"{event} == without_name({_string(_DECIDES[event])})"
            else:
                yield f"{event} == declarations({_string(event.removeprefix('declare_'))})"
        yield ""

    def offers(self) -> Iterator[str]:
        """When a player could declare a trigger or a conditional playable."""
        yield from _comment("303.8: when a player could declare an action of this manner.")
        yield "offers(manner, g, d) =="
        for place, (manner, calls) in enumerate(self.specification.offers.items()):
            yield f"  {'CASE' if place == 0 else '  []'} manner = {_string(manner)} -> {_all_of(calls, 'g')}"
        yield ""

    def initial(self) -> Iterator[str]:
        """The game before its first transition."""
        state = initial_state(self.specification, self.table)
        yield from _heading("the game")
        yield from _comment("The game before its first transition.")
        yield "Init =="
        yield f"  game = [control |-> {_string(state.control)}, active |-> Start.active, turn |-> {state.turn},"
        yield "          phase |-> None, facts |-> Start.facts, queue |-> <<>>, stack |-> <<>>, window |-> NoWindow,"
        yield "          deactivated |-> FALSE, declared |-> {}, look |-> NoLook]"
        yield ""

    # --- transitions -------------------------------------------------------------------------------------------------

    def transitions(self) -> Iterator[str]:
        """An action for each row, under a heading for each state with rows."""
        yield from _comment(
            "The guards of a transition hold. Otherwise TLC would try both sides of each disjunction in a guard, as if"
            " they were two transitions; as a value it evaluates it in order, and only as far as needed."
        )
        yield "Holds(guards) == guards = TRUE"
        yield ""
        headed: set[str] = set()
        for row in self.specification.rows:
            if row.source not in headed:
                headed.add(row.source)
                yield from self.source_heading(self.specification.states[row.source])
            yield from self.transition(row)
            yield ""

    def source_heading(self, state: StateDef) -> Iterator[str]:
        """What a state with rows is; for a composite the states in it."""
        yield from _heading(state.path)
        yield from _comment(f"{state.name.en} ({', '.join(state.clauses)})" if state.clauses else state.name.en)
        if state.kind == "composite":
            yield from _set_definition(_identifier(state.path), self.leaves_in(state.path))
        yield ""

    def transition(self, row: Row) -> Iterator[str]:
        """One row."""
        yield from _comment(row.id)
        yield from _comment(f"{', '.join(row.clauses)}: {row.label.en}" if row.label.en else ", ".join(row.clauses))
        yield f"{self.actions[row.id]} =="
        inside = self.specification.states[row.source].kind == "composite"
        yield "  /\\ game.control " + (f"\\in {_identifier(row.source)}" if inside else f"= {_string(row.source)}")
        decision, indent = "NoDecision", "  "
        if not row.automatic:
            yield f"  /\\ \\E d \\in {row.event} :"
            decision, indent = "d", "       "
        opening = "/\\ Holds("
        for place, guard in enumerate(row.guards, 1):
            end = ")" if place == len(row.guards) else ""
            yield f"{indent}{opening}/\\ {_call(guard, 'game', decision)}{end}"
            opening = " " * len(opening)
        yield from self.effects(row, decision, indent)

    def effects(self, row: Row, decision: str, indent: str) -> Iterator[str]:
        """What a row does; one effect after the other."""
        control = _string(self.specification.entered(row.target))
        before = "game"
        for place, effect in enumerate(row.effects, 1):
            opening = "/\\ LET" if place == 1 else "      "
            yield f"{indent}{opening} after_{place} == {_call(effect, before, decision)}"
            before = f"after_{place}"
        opening = "   IN " if row.effects else "/\\ "
        yield f"{indent}{opening}game' = [{before} EXCEPT !.control = {control}]"

    def leaves_in(self, path: str) -> list[str]:
        """The states a row from ``path`` can leave."""
        ancestors = self.specification.ancestors
        return [leaf.path for leaf in self.specification.leaves if path in ancestors(leaf.path)]

    # --- the whole ---------------------------------------------------------------------------------------------------

    def whole(self) -> Iterator[str]:
        """Any transition; the bound; whether priority can be given away."""
        yield from _heading("the whole machine")
        yield from _comment(
            "The transitions of each sub-machine together, so that TLC tries only those of the one the game is in."
        )
        yield ""
        parts = self.parts()
        for path, rows in parts.items():
            yield from self.part(path, rows)
        yield "Next =="
        for path in parts:
            yield f"  \\/ {_identifier(path)}__transitions"
        yield ""
        yield "Spec == Init /\\ [][Next]_game"
        yield ""
        yield from _comment("The turns that belong to the search.")
        yield "InBound == game.turn <= TURNS"
        yield ""
        yield from self.giving_away()
        yield ""

    def parts(self) -> Mapping[str, list[Row]]:
        """The rows by the sub-machine they leave: the start, and what lies inside of the windows and the execution."""
        found: dict[str, list[Row]] = {}
        for row in self.specification.rows:
            found.setdefault(".".join(row.source.split(".")[:_DEPTH]), []).append(row)
        return found

    def part(self, path: str, rows: list[Row]) -> Iterator[str]:
        """The transitions of one sub-machine."""
        test = f"= {_string(path)}"
        if self.specification.states[path].kind == "composite":
            test = f"\\in {_identifier(path)}"
            if all(row.source != path for row in rows):  # or else the set is there already
                yield from _set_definition(_identifier(path), self.leaves_in(path))
                yield ""
        yield f"{_identifier(path)}__transitions =="
        yield f"  /\\ game.control {test}"
        for place, row in enumerate(rows):
            yield ("     " if place else "  /\\ ") + f"\\/ {self.actions[row.id]}"
        yield ""

    def giving_away(self) -> Iterator[str]:
        """Can priority be given away? The rows that do it, put together where their guards are the same."""
        found: dict[tuple[str, str, tuple[Call, ...]], list[str]] = {}
        for row in self.specification.rows:
            if not row.automatic and row.event in _DECIDES:
                found.setdefault((row.kind, row.event, row.guards), []).extend(self.leaves_in(row.source))
        ways = {f"giving_away_{place}": (key, leaves) for place, (key, leaves) in enumerate(found.items(), 1)}
        for name, ((kind, _, _), leaves) in ways.items():
            yield from _comment(f"The states left by {kind}.")
            yield from _set_definition(name, leaves)
            yield ""
        yield from _comment("303.2, 303.6: one of the rows that give priority away is enabled.")
        yield "can_give_away =="
        for name, ((_, event, guards), _) in ways.items():
            yield f"  \\/ game.control \\in {name} /\\ \\E d \\in {event} : {_all_of(guards, 'game')}"
        yield ""


# --- names -----------------------------------------------------------------------------------------------------------


def _safe_names(table: Table) -> Mapping[str, str]:
    """Names TLC would not take, and those it knows them by, in the order in which they occur.

    TLC 2.15 takes no string with a character outside of ASCII, nor with a backtick. Rolls are called after the actions
    that make them, since the vocabulary does so too.
    """
    names = dict.fromkeys(_names(table))
    taken = {name for name in names if _is_plain(name)}
    safe: dict[str, str] = {}
    for name in names:
        if _is_plain(name) or table.rolls(name):
            continue
        base = "".join(map(_plain_character, name))
        number, found = 1, base
        while found in taken or roll_name(found) in taken:
            number, found = number + 1, f"{base}~{number + 1}"
        taken |= {found, roll_name(found)}
        safe[name] = found
    rolls = [name for name in names if table.rolls(name) and not _is_plain(name)]
    return safe | {name: roll_name(safe[name.removesuffix(".roll")]) for name in rolls}


def _names(table: Table) -> Iterator[str]:
    """All names of a table: actions, targets, rule effects, facts."""
    for action in table.actions.values():
        yield action.name
        yield from (action.target,) if action.target is not None else ()
        yield from (*action.when, *action.requires, *action.cost, *action.add, *action.remove)
        yield from action.on or ()
        yield from (action.block,) if action.block is not None else ()
        yield from action.redirect or ()
    for effect in table.rule_effects.values():
        yield from (effect.name, *effect.when, *effect.remove, *effect.add)
    yield from table.start.facts


def _is_plain(name: str) -> bool:
    return name.isascii() and name.isprintable() and "`" not in name


def _plain_character(c: str) -> str:
    if _is_plain(c):
        return c
    latin = _CYRILLIC.get(c.lower(), "_")
    return latin if c == c.lower() else latin.capitalize()


def _printable(name: str) -> str:
    """A name for a comment: in one line, without marks that change how the line looks."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in name)


def _action_names(rows: Iterable[Row]) -> Mapping[str, str]:
    """The name of the action for each row, by the id of the row.

    Raises:
        SpecificationError: two rows would have the same one.
    """
    names: dict[str, str] = {}
    for row in rows:
        path, _, rest = row.id.partition("/")
        kind, _, mark = rest.removesuffix(")").partition("(")
        names[row.id] = "__".join(part for part in (_identifier(path), kind, mark) if part)
    count = Counter(names.values())
    for id, name in names.items():
        if not _IDENTIFIER.fullmatch(name) or count[name] > 1:
            raise SpecificationError(
                f"row {id}: has no name of its own in TLA+, {name!r} is no identifier or not unique"
            )
    return names


def _identifier(path: str) -> str:
    """The name of the set of states inside of a composite."""
    return path.replace(".", "_")


# --- TLA+ ------------------------------------------------------------------------------------------------------------


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _truth(value: bool) -> str:
    return "TRUE" if value else "FALSE"


def _set(members: Iterable[str]) -> str:
    """Strings as a set, in the order given."""
    return f"{{{', '.join(map(_string, members))}}}"


def _set_definition(name: str, members: Iterable[str]) -> Iterator[str]:
    """A set of strings under a name, with a line for each."""
    yield f"{name} =="
    yield "  {" + ",\n   ".join(map(_string, members)) + "}"


def _places(places: Mapping[str, int]) -> Iterator[str]:
    """The place of each string, as a function."""
    for number, (name, place) in enumerate(places.items()):
        yield f"  {'@@ ' if number else ''}{_string(name)} :> {place}"


def _entries(values: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A function from strings, with a line or more for each; ``<<>>`` is the one of no strings."""
    lines = [f"{_string(key)} :>\n    {value}" for key, value in values]
    if not lines:
        yield "  <<>>"
    for place, line in enumerate(lines):
        yield f"  {'@@ ' if place else ''}{line}"


def _leaf(leaf: StateDef) -> str:
    fields = {
        "kind": leaf.kind,
        "local": leaf.local_name,
        "step": leaf.step,
        "window": leaf.window,
        "holder": leaf.holder,
    }
    strings = ", ".join(f"{key} |-> {_string(value or '')}" for key, value in fields.items())
    return f"[{strings}, execution |-> {_truth('.execution.' in leaf.path)}]"


def _call(call: Call, game: str, decision: str) -> str:
    """A guard or effect, applied."""
    arguments = [game, decision] if call.arg is None else [_string(call.arg), game, decision]
    return f"{call.name}({', '.join(arguments)})"


def _all_of(guards: Iterable[Call], game: str) -> str:
    """Guards of a decision, all in one line."""
    return " /\\ ".join(_call(guard, game, "d") for guard in guards) or "TRUE"


def _comment(text: str) -> Iterator[str]:
    """Lines of a comment, not longer than the text of the vocabulary."""
    line = "\\*"
    for word in text.split():
        if len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = "\\*"
        line += f" {word}"
    yield line


def _heading(text: str) -> Iterator[str]:
    yield f"\\* --- {text} ".ljust(_WIDTH, "-")
    yield ""


def _data_file(name: str) -> Sequence[str]:
    return resources.files("berserk_fsm.exports").joinpath(name).read_text("utf-8").splitlines()


def _how_to_run(name: str, config: str) -> Iterator[str]:
    yield f"TLC reads no further than the line above. To check this module save it as {name}.tla, save the lines"
    yield f"between the rules as {name}.cfg beside it, and run:"
    yield ""
    yield f"    java -XX:+UseParallelGC -jar tla2tools.jar -workers auto -config {name}.cfg {name}.tla"
    yield ""
    yield "-" * 40
    yield from config.splitlines()
    yield "-" * 40
