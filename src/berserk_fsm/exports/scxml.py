"""SCXML 1.0: the machine and a table as one document that other readers run.

Each state of the specification is a ``<state>``, nested as they are; each row is a ``<transition>`` with its guards in
``cond`` and an ``<assign>`` for each effect; automatic rows are eventless. Guards and effects are the functions of
``scxml_vocabulary.js`` or ``scxml_vocabulary.py``, whose text stands in the document. The datamodel holds three values:

* ``table``: the actions, rule effects and start of the game;
* ``context``: the table, and what the profile says (:class:`~berserk_fsm.core.context.Context`);
* ``game``: the game without its place in the machine (:class:`~berserk_fsm.core.values.GameState`).

A player's decision is an event with the data ``player`` and, for a declaration, ``name``: ``declare_slow``,
``declare_fast``, ``declare_conditional`` or ``declare_triggered`` by the manner of the action, ``pass_priority``,
``hand_over_priority``. An event that is not legal changes nothing.

Two datamodels, since readers differ. ``ecmascript`` is the one of the SCXML standard. ``python`` is for readers like
the one of python-statemachine 3, which takes expressions and scripts as Python; it must be told to trust the document
(``load(text, format="scxml", trusted=True)``), since scripts are code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from typing import get_args

from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Start
from berserk_fsm.errors import SpecificationError
from berserk_fsm.exports.scxml_data import context_data, game_data, table_data
from berserk_fsm.exports.scxml_literals import Datamodel, literal
from berserk_fsm.machine.compile import initial_state
from berserk_fsm.machine.specification import Call, Row, Specification, StateDef

__all__ = ["NAMESPACE", "path_of", "scxml_id", "scxml_text"]

NAMESPACE = "urn:berserk-fsm:scxml"
"""Attributes in this namespace say what SCXML has no place for: paths, rows, clauses, texts."""

_PATH = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*")
_VOCABULARY: dict[Datamodel, str] = {"ecmascript": "scxml_vocabulary.js", "python": "scxml_vocabulary.py"}
_AND: dict[Datamodel, str] = {"ecmascript": " &&\n", "python": " and\n"}
_SHARE_NAMES = (
    "# Scripts run in a scope of their own; this lets the functions above call each other.\nglobals().update(locals())"
)

_HEADER = """\
The machine of berserk-fsm: the stack and priority rules of «Берсерк», sections 302 and 303. Generated, not written by
hand. Ids are the paths of states with . written as a hyphen. In the namespace b: the path of a state, the id of a row,
the clauses it stands for, its text. Events: declare_slow, declare_fast, declare_conditional, declare_triggered with
player and name in their data, by the manner of the action named; pass_priority, hand_over_priority with player.
Transitions without an event are taken by the machine itself."""


def scxml_id(path: str) -> str:
    """The id of the state at ``path``: parts of paths have no hyphens, so hyphens stand for the dots.

    Raises:
        SpecificationError: the path is not made of names; they would be no safe ids.

    >>> scxml_id("turn.main_phase.window")
    'turn-main_phase-window'
    """
    if not _PATH.fullmatch(path):
        raise SpecificationError(f"state {path!r}: has no safe SCXML id; expected Latin letters, digits, _ and dots")
    return path.replace(".", "-")


def path_of(id: str) -> str:
    """The path of the state whose id is ``id``: the inverse of :func:`scxml_id`.

    >>> path_of("turn-main_phase-window")
    'turn.main_phase.window'
    """
    return id.replace("-", ".")


def scxml_text(
    specification: Specification, table: Table | None = None, datamodel: Datamodel = "ecmascript", lang: str = "en"
) -> str:
    """The machine with a table as an SCXML 1.0 document. The same input gives the same text, byte for byte.

    Args:
        specification: the machine.
        table: the table that is played on; the empty one if ``None``.
        datamodel: the language of expressions: ``"ecmascript"`` or ``"python"``.
        lang: the language of the texts, ``"ru"`` or ``"en"``.

    Raises:
        ValueError: there is no such datamodel.

    >>> from berserk_fsm.machine.build import build_specification
    >>> print(scxml_text(build_specification())[:38])
    <?xml version="1.0" encoding="UTF-8"?>
    """
    if datamodel not in get_args(Datamodel):
        raise ValueError(f"there is no datamodel {datamodel!r}; expected {' | '.join(get_args(Datamodel))}")
    if table is None:
        profile = specification.profile
        table = build_table((), start=Start(phase=profile.usual_phase), profile=profile)
    return "".join(f"{line}\n" for line in _Writer(specification, table, datamodel, lang).document())


class _Writer:
    def __init__(self, specification: Specification, table: Table, datamodel: Datamodel, lang: str) -> None:
        self.specification = specification
        self.table = table
        self.datamodel: Datamodel = datamodel
        self.lang = lang
        self.rows: dict[str, list[Row]] = {}
        for row in specification.rows:
            self.rows.setdefault(row.source, []).append(row)

    def document(self) -> Iterator[str]:
        specification = self.specification
        readings = " ".join(f"{id}={value}" for id, value in specification.readings.as_dict().items())
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield f"<!--\n{_HEADER}\n-->"
        yield (
            f'<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:b={_quoted(NAMESPACE)} version="1.0"'
            f' name="berserk_fsm" datamodel="{self.datamodel}" initial={self.id(specification.initial)}'
        )
        yield f"       b:profile={_quoted(specification.profile.id)} b:readings={_quoted(readings)}>"
        yield from self.data()
        yield from self.script()
        for state in specification.children[None]:
            yield from self.state(state, "  ")
        yield "</scxml>"

    # --- the datamodel -----------------------------------------------------------------------------------------------

    def data(self) -> Iterator[str]:
        """The table, what the profile says, the game before its first transition."""
        table, context = table_data(self.table), context_data(self.specification, self.table)
        game = game_data(initial_state(self.specification, self.table))
        profile = literal(context, self.datamodel, 1).removeprefix("{")
        yield "  <datamodel>"
        yield f'    <data id="table">{literal(table, self.datamodel, 2)}</data>'
        yield f'    <data id="context" expr=\'{{\n  "table": table,{profile}\'/>'
        yield f'    <data id="game">{literal(game, self.datamodel, 1)}</data>'
        yield "  </datamodel>"

    def script(self) -> Iterator[str]:
        """The vocabulary. There is no white space around the CDATA, which some readers take for the script."""
        text = resources.files("berserk_fsm.exports").joinpath(_VOCABULARY[self.datamodel]).read_text("utf-8")
        assert "]]>" not in text
        if self.datamodel == "python":
            text += f"\n\n{_SHARE_NAMES}\n"
        yield f"  <script><![CDATA[\n{text}]]></script>"

    # --- states and transitions --------------------------------------------------------------------------------------

    def state(self, state: StateDef, indent: str) -> Iterator[str]:
        initial = f" initial={self.id(state.initial)}" if state.initial is not None else ""
        clauses = _quoted(" ".join(state.clauses))
        yield f"{indent}<state id={self.id(state.path)}{initial}"
        yield f"{indent}       b:path={_quoted(state.path)} b:clauses={clauses}"
        yield f"{indent}       b:text={_quoted(state.name.get(self.lang))}>"
        for row in self.rows.get(state.path, ()):
            yield from self.transition(row, indent + "  ")
        for child in self.specification.children.get(state.path, ()):
            yield from self.state(child, indent + "  ")
        yield f"{indent}</state>"

    def transition(self, row: Row, indent: str) -> Iterator[str]:
        inside = indent + " " * len("<transition ")
        event = "" if row.automatic else f"event={_quoted(row.event)} "
        yield f"{indent}<transition {event}target={self.id(row.target)}"
        cond = self.conditions(row)
        if cond:
            lines = _expression(_AND[self.datamodel].join(cond)).replace("\n", f"\n{inside}      ")
            yield f"{inside}cond={lines}"
        yield f"{inside}b:row={_quoted(row.id)} b:clauses={_quoted(' '.join(row.clauses))}"
        yield f"{inside}b:text={_quoted(row.label.get(self.lang))}" + (">" if row.effects else "/>")
        for effect in row.effects:
            yield f'{indent}  <assign location="game" expr={_expression(self.call(row, effect))}/>'
        if row.effects:
            yield f"{indent}</transition>"

    def conditions(self, row: Row) -> list[str]:
        """The guards of a row; a declaration is also one of the manner its event names."""
        declares = not row.automatic and row.event.startswith("declare_")
        event = [self.call(row, Call("is_event_of", row.event))] if declares else []
        return event + [self.call(row, guard) for guard in row.guards]

    def call(self, row: Row, call: Call) -> str:
        """A guard or effect as an expression; automatic rows have no decision to look at."""
        function = call.name if call.arg is None else f"{call.name}({literal(call.arg, self.datamodel)})"
        return f"{function}(context, game)" if row.automatic else f"{function}(context, game, _event.data)"

    def id(self, path: str) -> str:
        return _quoted(scxml_id(path))


def _expression(text: str) -> str:
    """An expression as an attribute. Its lines are kept, readers take them for spaces; literals have no apostrophes."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"'{escaped}'" if '"' in escaped else f'"{escaped}"'


def _quoted(text: str) -> str:
    """A text as an attribute: what cannot be printed stands as a reference, what XML cannot hold as U+FFFD."""
    return '"' + "".join(map(_character, text)) + '"'


def _character(c: str) -> str:
    if c in '&<>"' or not c.isprintable():
        allowed = c in "\t\n\r" or (ord(c) >= 0x20 and not 0xD800 <= ord(c) < 0xE000 and ord(c) & 0xFFFE != 0xFFFE)
        return f"&#x{ord(c):X};" if allowed else "\N{REPLACEMENT CHARACTER}"
    return c
