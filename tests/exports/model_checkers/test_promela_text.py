"""The Promela model as text: words and properties are those of the core, every row is in it, names are safe."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from typing import Any

import pytest

from berserk_fsm.core import effects, guards
from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Point, Redirect, RuleEffect, Start
from berserk_fsm.errors import ExploreError, SpecificationError
from berserk_fsm.exports.promela import promela_text
from berserk_fsm.exports.promela_names import comment, identifiers, quoted
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Call, Row, Specification
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text
from tests.exports.scxml.test_document import EVERY_READING
from tests.hash_seeds import outputs_under_seeds

VOCABULARY = resources.files("berserk_fsm.exports").joinpath("promela_vocabulary.pml").read_text("utf-8")
PROPERTIES = resources.files("berserk_fsm.exports").joinpath("promela_properties.pml").read_text("utf-8")
GUARDS: Mapping[str, Any] = {**guards.GUARDS, **guards.GUARDS_WITH_ARGUMENT}
EFFECTS: Mapping[str, Any] = {**effects.EFFECTS, **effects.EFFECTS_WITH_ARGUMENT}
JUDGED = [words for words in property_words().values() if words.judged]

_CLAUSE = re.compile(r"30[23]\.\d+|gap/\w+")
_DEFINED = re.compile(r"/\* ((?:[^*]|\*(?!/))*?) \*/\n(?:#define|inline) (\w+)\(")


def _defined(text: str) -> dict[str, str]:
    """What stands under a comment of its own, with that comment, in order."""
    return {found[2]: " ".join(found[1].split()) for found in _DEFINED.finditer(text)}


def _in_source_order(module: Any, names: Mapping[str, Any]) -> list[str]:
    return [name for name in re.findall(r"^def (\w+)\(", inspect.getsource(module), re.MULTILINE) if name in names]


def busy_table() -> Table:
    """Actions of every manner, a roll, a block, a redirection, costs, rule effects."""
    actions = [
        Action("M", by="A", speed="slow", target="c1", roll=True, cost=("mana",), add=("zero",)),
        Action("F", by="B", target="c2", requires=("on",)),
        Action("C", by="A", when=("on",)),
        Action("N", by="B", block="M"),
        Action("R", by="B", redirect=Redirect("M", "c3"), cost=("mana",)),
        Action("t", by="B", on=Point("fix_target", "M")),
        Action("t_phase", by="A", on=Point("phase", "final")),
        Action("t_effect", by="A", on=Point("effect", "dies"), remove=("on",)),
    ]
    effects_ = [RuleEffect("dies", ("zero",), ("zero",), ("dead",))]
    return build_table(actions, effects_, Start(facts=("mana", "on")), profile=default_profile())


# --- the vocabulary --------------------------------------------------------------------------------------------------


def test_the_vocabulary_has_the_names_of_the_core_in_its_order() -> None:
    defined = re.findall(r"^(#define|inline) (\w+)\(", VOCABULARY, re.MULTILINE)
    macros = [name for kind, name in defined if kind == "#define" and name in GUARDS]
    inlines = [name for kind, name in defined if kind == "inline" and name in EFFECTS]
    assert macros == _in_source_order(guards, GUARDS)
    assert inlines == _in_source_order(effects, EFFECTS)


@pytest.mark.parametrize("name", [*GUARDS, *EFFECTS])
def test_every_definition_says_what_the_core_says(name: str) -> None:
    wanted = " ".join(({**GUARDS, **EFFECTS}[name].__doc__ or "").split())
    assert _defined(VOCABULARY)[name] == wanted


def test_properties_have_the_ids_and_clauses_of_the_data() -> None:
    defined = _defined(PROPERTIES)
    assert {name.removeprefix("check_") for name in defined if name.startswith("check_")} == {
        words.id for words in JUDGED
    }
    for words in JUDGED:
        assert _CLAUSE.findall(defined[f"check_{words.id}"]) == list(words.clauses)


def _meaning(name: str) -> str:
    """The body of a macro, with the bodies of the macros it uses."""
    bodies: dict[str, str] = dict(
        re.findall(r"^#define (\w+)(?:\([^)]*\))? ((?:.*\\\n)*.*)$", VOCABULARY, re.MULTILINE)
    )
    seen = {name}
    text = bodies[name]
    while used := {word for word in re.findall(r"\w+", text) if word in bodies} - seen:
        seen |= used
        text += "".join(bodies[one] for one in used)
    return text


@pytest.mark.parametrize("readings", [Readings(), EVERY_READING], ids=["defaults", "others"])
def test_what_would_be_offered_does_not_look_at_a_window_that_is_not_open(readings: Readings) -> None:
    """303.8: the guards of an offer are asked of a window that would open, so those that look at one read otherwise."""
    assert "window." in _meaning("point_is_here")
    for call in {call for calls in build_specification(readings=readings).offers.values() for call in calls}:
        asked = f"if_opened_{call.name}"
        assert "window." not in _meaning(asked if f" {asked}(" in VOCABULARY else call.name)


# --- rows ------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=[Readings(), EVERY_READING], ids=["defaults", "others"])
def specification(request: pytest.FixtureRequest) -> Specification:
    readings: Readings = request.param
    return build_specification(readings=readings)


def _blocks(text: str) -> dict[str, tuple[str, list[str]]]:
    """By the id of a row: what the comment says besides, and the options that follow it."""
    machine = text[text.index("active proctype") :]
    found = {}
    for part in re.split(r"^\s*/\* (?=[\w.]+/\w)", machine, flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition(" */\n")
        id, _, said = head.partition("\n")
        options = re.findall(r"^\s*:: d_step \{\n(.*?)^\s*\}$", rest, re.MULTILINE | re.DOTALL)
        found[id] = (said.strip(), [" ".join(option.split()) for option in options])
    return found


def _deeds(text: str) -> dict[str, str]:
    return dict(re.findall(r"^\s*:: does == (\w+) ->\n\s*(.*)$", text, re.MULTILINE))


def _called(call: Call) -> str:
    """A call as its name and argument, whatever else the model passes on."""
    argument = {None: "", "active": "ACTIVE", "nonactive": "NONACTIVE"}.get(call.arg)
    if argument is None:
        kind = "PHASE" if call.name in ("starts_in", "enter_phase") else "STEP"
        argument = f"{kind}_{call.arg}"
    return f"{call.name}({argument})"


def _plain(written: str) -> str:
    """Without players and actions: they are of the decision, not of the row."""
    return re.sub(r"\b(?:PLAYER_\w+|ACTION\d*_\w+|window\.holder|declares)(?:, )?", "", written)


def _manner(row: Row) -> str | None:
    return row.event.removeprefix("declare_") if row.event.startswith("declare_") else None


def test_every_row_is_there_with_its_guards_effects_and_target(specification: Specification) -> None:
    table = busy_table()
    text = promela_text(specification, table)
    blocks, deeds = _blocks(text), _deeds(text)
    assert len(blocks) == len(specification.rows)
    for row in specification.rows:
        said, options = blocks[row.id]
        assert said == f"{row.label.en} [{', '.join(row.clauses)}]"
        manner = _manner(row)
        declared = [action.name for action in table.actions.values() if action.manner == manner]
        bounded = 2 if any(effect.name == "next_turn" for effect in row.effects) else 1
        assert len(options) == (len(declared) if manner else bounded)
        target = f"AT_{specification.entered(row.target).replace('.', '__')}"
        for option in options:
            guarded, _, taken = option.partition(" -> ")
            own = [part for part in guarded.split(" && ") if "is_last_turn" not in part and "_AT_" not in part]
            own = [part for part in own if not part.startswith("control == ")]
            assert [_plain(part) for part in own] == ([_called(guard) for guard in row.guards] or ["true"])
            if "takes_no_more" in taken:
                continue
            deed, leads = re.findall(r"takes\((\w+), (\w+)\)", taken)[0]
            assert leads == target
            assert [_plain(part) for part in deeds[deed].split("; ")] == ([*map(_called, row.effects)] or ["skip"])


def test_a_row_of_a_leaf_inside_a_hold_names_the_leaf(specification: Specification) -> None:
    blocks = _blocks(promela_text(specification, busy_table()))
    leaf = "turn.main_phase.window.active_holds.has_declared"
    option = blocks[f"{leaf}/hand_over_priority"][1][0]
    assert option.startswith(f"control == AT_{leaf.replace('.', '__')} && ")


def test_the_same_input_gives_the_same_text(specification: Specification) -> None:
    assert promela_text(specification, busy_table()) == promela_text(specification, busy_table())


def test_the_text_does_not_depend_on_hash_seeds() -> None:
    program = (
        "import hashlib; from berserk_fsm.exports.promela import promela_text; "
        "from berserk_fsm.machine.build import build_specification; "
        "from tests.exports.model_checkers.test_promela_text import busy_table; "
        "print(hashlib.sha256(promela_text(build_specification(), busy_table()).encode()).hexdigest())"
    )
    assert len(outputs_under_seeds(program, seeds=("0", "1", "2"))) == 1


# --- turns and properties --------------------------------------------------------------------------------------------


def test_only_with_several_turns_the_turn_is_part_of_the_state() -> None:
    specification, table = build_specification(), busy_table()
    assert "\nhidden byte turn = 1;\n" in promela_text(specification, table)
    assert "\nbyte turn = 1;\n" in promela_text(specification, table, turns=2)
    assert "\n#define TURNS 2\n" in promela_text(specification, table, turns=2)


@pytest.mark.parametrize("turns", [0, -1])
def test_a_bound_that_means_nothing_is_an_error(turns: int) -> None:
    with pytest.raises(ExploreError, match=f"turns is {turns}; expected a positive number"):
        promela_text(build_specification(), busy_table(), turns=turns)


def _asserted(text: str) -> set[str]:
    machine = text[text.index("active proctype") :]
    return set(re.findall(r"check_(\w+)\(\)", machine))


def test_without_a_choice_all_properties_that_follow_from_the_readings_are_asserted() -> None:
    readings = Readings(slow_needs_empty_stack=False)
    asserted = _asserted(promela_text(build_specification(readings=readings), busy_table()))
    assert asserted == {words.id for words in JUDGED} - {"slow_on_empty_stack"}


def test_only_the_chosen_properties_are_asserted() -> None:
    specification, table = build_specification(), busy_table()
    assert _asserted(promela_text(specification, table, properties=["one_place"])) == {"one_place"}
    none = promela_text(specification, table, properties=())
    assert _asserted(none) == set()
    assert "inline check_" not in none


@pytest.mark.parametrize("id", ["one_way", "refused_or_accepted", "nonsense"])
def test_a_property_that_cannot_be_asserted_is_an_error(id: str) -> None:
    with pytest.raises(ExploreError, match=f"there is no property '{id}' to assert; expected one_holder, "):
        promela_text(build_specification(), busy_table(), properties=[id])


def test_a_guard_without_words_is_an_error() -> None:
    specification = build_specification()
    rows = (replace(specification.rows[0], guards=(Call("is_sunny"),)), *specification.rows[1:])
    with pytest.raises(SpecificationError, match="Promela has no words for is_sunny"):
        promela_text(replace(specification, rows=rows), busy_table())


def test_a_guard_about_a_decision_has_no_place_in_an_automatic_row() -> None:
    specification = build_specification()
    rows = (replace(specification.rows[0], guards=(Call("when_holds"),)), *specification.rows[1:])
    with pytest.raises(SpecificationError, match="when_holds looks at a decision"):
        promela_text(replace(specification, rows=rows), busy_table())


# --- names -----------------------------------------------------------------------------------------------------------

HOSTILE = [
    "*/ assert(false) /*",
    'a"b',
    "a\\",
    "//",
    "удар «молнией»",
    "if",
    "d_step",
    "1",
    "_",
    "#define X",
    "a'b",
    "🂡",
    "%s",
]


def hostile_table() -> Table:
    """Names that would end comments, strings and lines, in every place a name can have; few can be declared."""
    first, second = HOSTILE[:2]
    actions = [
        Action(name, by="B", target=name, when=(name, "never"), requires=(name,), add=(f"{name} gone",), remove=(name,))
        for name in HOSTILE[2:]
    ]
    actions += [
        Action(first, by="A", speed="slow", target="*/", roll=True, cost=tuple(HOSTILE)),
        Action(second, by="B", redirect=Redirect(first, "*/ x")),
        Action("*/", by="B", on=Point("effect", "/*")),
    ]
    effects_ = [RuleEffect("/*", (first,), (first,), (second, "*/"))]
    return build_table(actions, effects_, Start(facts=tuple(HOSTILE)), profile=default_profile())


def test_nothing_of_a_name_gets_out_of_comments() -> None:
    text = promela_text(build_specification(), hostile_table())
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert "/*" not in code
    assert "*/" not in code
    assert code.isascii()
    assert "assert(false)" not in code
    assert "#define X" not in code
    strings = re.findall(r'"[^"\n]*"', code)
    assert all(re.fullmatch(r'"[\w./() ]*\\n"', string, re.ASCII) for string in strings)


def test_texts_of_the_specification_are_escaped() -> None:
    specification = build_specification()
    nasty = Text("*/ x", "*/ x \u202e \x00 \n//")
    rows = tuple(replace(row, label=nasty) for row in specification.rows)
    text = promela_text(replace(specification, rows=rows), busy_table())
    assert r"*\/ x \u202e \x00 \x0a//" in text
    assert "\u202e" not in text
    assert "*/ x" not in text


def test_identifiers_are_safe_and_never_meet() -> None:
    names = [*HOSTILE, "2_a", "a_b", "a-b", "a.b", "a b", "ы", "3", "3_", "long " * 20]
    found = list(identifiers("KIND", names).values())
    assert len(set(found)) == len(names)
    assert all(re.fullmatch(r"KIND\d*_?\w*", one, re.ASCII) and len(one) < 120 for one in found)


def test_names_in_comments_can_be_told_apart() -> None:
    written = [quoted(name) for name in (r"a\/", "a/", "*/", r"*\/", 'a"', 'a\\"')]
    assert len(set(written)) == len(written)
    assert comment("плохо") == "плохо"
