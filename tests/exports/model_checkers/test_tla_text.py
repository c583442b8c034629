"""The TLA+ module itself: the vocabulary is that of the core, every row is in it once, names cannot break out of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from typing import Any

import pytest

from berserk_fsm.core import effects, guards
from berserk_fsm.core.table import Table, build_table
from berserk_fsm.core.values import Action, Start
from berserk_fsm.errors import SpecificationError
from berserk_fsm.exports.tla import tla_config, tla_text
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.readings import Readings
from tests.exports.scxml.test_document import EVERY_READING
from tests.hash_seeds import outputs_under_seeds
from tests.machine.conftest import profiles


def _data(name: str) -> str:
    return resources.files("berserk_fsm.exports").joinpath(name).read_text("utf-8")


VOCABULARY = _data("tla_vocabulary.tla")
PROPERTIES = _data("tla_properties.tla")
REGISTERS: tuple[Mapping[str, Any], ...] = (
    guards.GUARDS,
    guards.GUARDS_WITH_ARGUMENT,
    effects.EFFECTS,
    effects.EFFECTS_WITH_ARGUMENT,
)
CORE: Mapping[str, Any] = {name: function for register in REGISTERS for name, function in register.items()}
_CLAUSE = re.compile(r"30[23]\.\d+|gap/\w+|\([a-d]\)")
_DEFINITION = re.compile(r"((?:^\\\* .*\n)*)^(\w+)(?:\(([^)]*)\))? ==", re.MULTILINE)


def _definitions(text: str) -> dict[str, tuple[str, str]]:
    """By name, the comment above a definition and its parameters."""
    return {found[2]: (found[1], found[3] or "") for found in _DEFINITION.finditer(text)}


def _cited(text: str | None) -> list[str]:
    return _CLAUSE.findall(text or "")


@pytest.fixture(params=[Readings(), EVERY_READING], ids=["defaults", "others"])
def specification(request: pytest.FixtureRequest) -> Specification:
    readings: Readings = request.param
    return build_specification(readings=readings)


def _table(*actions: Action, facts: tuple[str, ...] = ()) -> Table:
    return build_table(actions, (), Start(facts=facts), profile=default_profile())


# --- the vocabulary --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("register", REGISTERS)
def test_definitions_stand_in_the_order_of_the_core(register: Mapping[str, Any]) -> None:
    assert [name for name in _definitions(VOCABULARY) if name in register] == [
        name for name in _in_source_order() if name in register
    ]


def _in_source_order() -> list[str]:
    """The names of the core in the order of its files, where those with an argument stand among the others."""
    return sorted(CORE, key=lambda name: (CORE[name].__module__, CORE[name].__code__.co_firstlineno))


def test_registers_keep_the_order_of_the_core() -> None:
    for register in REGISTERS:
        assert [name for name in _in_source_order() if name in register] == list(register)


@pytest.mark.parametrize("name", CORE)
def test_every_definition_has_the_clauses_and_parameters_of_the_core(name: str) -> None:
    comment, parameters = _definitions(VOCABULARY)[name]
    assert _cited(comment) == _cited(CORE[name].__doc__)
    argument = [] if CORE[name] in (*guards.GUARDS.values(), *effects.EFFECTS.values()) else [_argument(name)]
    assert parameters.split(", ") == [*argument, "g", "d"]


def _argument(name: str) -> str:
    (argument,) = CORE[name].__code__.co_varnames[: CORE[name].__code__.co_argcount]
    return str(argument)


def test_the_text_of_the_data_files_is_short_enough_to_be_read() -> None:
    for text in (VOCABULARY, PROPERTIES):
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 120


# --- the properties --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", [id for id, words in property_words().items() if words.judged])
def test_every_property_is_there_with_its_clauses(id: str) -> None:
    comment, parameters = _definitions(PROPERTIES)[id]
    assert {clause for clause in _cited(comment) if clause[0] != "("} == set(property_words()[id].clauses)
    assert parameters == ""
    body = PROPERTIES.partition(f"\n{id} ==")[2].partition("\n\n")[0]
    assert body.rstrip().endswith("]_game") == (property_words()[id].about == "step")


def test_the_configuration_has_the_properties_that_follow_from_the_readings(specification: Specification) -> None:
    lines = tla_config(specification).splitlines()
    assert lines[:3] == ["SPECIFICATION Spec", "CONSTANT TURNS = 1", "CONSTRAINT InBound"]
    named = {line.split()[1]: line.split()[0] for line in lines[3:]}
    expected = {
        id: "INVARIANT" if words.about == "state" else "PROPERTY"
        for id, words in property_words().items()
        if words.judged and words.follows_from(specification.readings) and id != "goes_on"
    }
    assert named == expected


def test_properties_can_be_chosen() -> None:
    config = tla_config(build_specification(), ["queue_moves_whole", "one_place", "one_place"], turns=2)
    assert config == (
        "SPECIFICATION Spec\nCONSTANT TURNS = 2\nCONSTRAINT InBound\nINVARIANT one_place\nPROPERTY queue_moves_whole\n"
    )


@pytest.mark.parametrize("id", ["one_way", "refused_or_accepted", "unknown", ""])
def test_a_property_that_cannot_be_checked_is_an_error(id: str) -> None:
    with pytest.raises(ValueError, match=r"is no property model checkers can check; expected one_holder \| "):
        tla_config(build_specification(), [id])


# --- the module ------------------------------------------------------------------------------------------------------


def test_every_row_is_there_once_with_its_clauses_guards_and_effects(specification: Specification) -> None:
    text = tla_text(specification, _table(Action("X", by="A")))
    names = [name for _, part in _parts(text) for name in part]
    assert len(names) == len(specification.rows)
    for row, name in zip(specification.rows, names, strict=True):
        assert text.count(f"\n{name} ==\n") == 1
        above, _, below = text.partition(f"\n{name} ==\n")
        id, label = [line.removeprefix("\\* ") for line in above.splitlines()[-2:]]
        assert id == row.id
        assert label == f"{', '.join(row.clauses)}: {row.label.en}"
        body = below.partition("\n\n")[0]
        called = [str(call) for call in (*row.guards, *row.effects)]
        assert re.findall(rf"\b({'|'.join(CORE)})\((?:\"(\w+)\", )?", body) == [
            (call.partition("(")[0], call.partition("(")[2].removesuffix(")")) for call in called
        ]
        assert f'EXCEPT !.control = "{specification.entered(row.target)}"' in body
        assert ("NoDecision" in body) == (row.automatic and bool(called))
        assert (f"\\E d \\in {row.event} :" in body) != row.automatic


def _parts(text: str) -> list[tuple[str, list[str]]]:
    """The sub-machines in ``Next``, each with its transitions."""
    following = re.findall(r"\\/ (\w+)$", text.partition("\nNext ==\n")[2].partition("\n\n")[0], re.MULTILINE)
    bodies = [text.partition(f"\n{name} ==\n")[2].partition("\n\n")[0] for name in following]
    return [(name, re.findall(r"\\/ (\w+)$", body, re.MULTILINE)) for name, body in zip(following, bodies, strict=True)]


def test_a_row_leaves_the_states_it_can_leave(specification: Specification) -> None:
    text = tla_text(specification, _table())
    for row in specification.rows:
        leaves = {leaf.path for leaf in specification.leaves if row in specification.rows_from(leaf.path)}
        body = text.partition(f"\n\\* {row.id}\n")[2].partition("\n\n")[0]
        test = re.search(r"^  /\\ game\.control (?:= \"(.*)\"|\\in (\w+))$", body, re.MULTILINE)
        assert test is not None
        inside = re.search(rf"^{test[2]} ==\n  \{{(.*?)\}}$", text, re.MULTILINE | re.DOTALL) if test[2] else None
        found = {test[1]} if inside is None else set(re.findall(r'"(.*)"', inside[1]))
        assert found == leaves


def test_every_name_is_defined_once(specification: Specification) -> None:
    text = tla_text(specification, _table(Action("X", by="A", roll=True)))
    names = [found[2] for found in _DEFINITION.finditer(text)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("id", profiles())
def test_no_profile_needs_more_than_the_vocabulary(id: str) -> None:
    profile = profiles()[id]
    text = tla_text(build_specification(profile), build_table((), profile=profile))
    assert all(f'"{step.id}" :>' in text for step in profile.steps)


def test_the_configuration_stands_behind_the_module() -> None:
    specification = build_specification()
    text = tla_text(specification, _table(), turns=3, name="Duel")
    module, _, behind = text.partition("\n" + "=" * 120 + "\n")
    assert module.startswith("-")
    assert " MODULE Duel " in module.splitlines()[0]
    assert tla_config(specification, turns=3) in behind
    assert "Duel.tla" in behind


@pytest.mark.parametrize("name", ["", "1st", "two words", "Дуэль", "a-b"])
def test_a_name_that_is_no_identifier_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a module"):
        tla_text(build_specification(), _table(), name=name)


@pytest.mark.parametrize("turns", [0, -1])
def test_less_than_one_turn_is_an_error(turns: int) -> None:
    with pytest.raises(ValueError, match="expected a positive number"):
        tla_text(build_specification(), _table(), turns=turns)


def test_paths_and_ids_without_safe_names_are_errors() -> None:
    specification = build_specification()
    row = specification.rows[0]
    with pytest.raises(SpecificationError, match="is no safe name"):
        tla_text(replace(specification, states={'a"b': specification.states["start"]}), _table())
    for id in ("start/фаза", "start/start_game__main"):
        with pytest.raises(SpecificationError, match="has no name of its own"):
            tla_text(replace(specification, rows=(replace(row, id=id), *specification.rows[1:])), _table())


# --- names of the table ----------------------------------------------------------------------------------------------

NASTY = (
    "удар «молнией»",
    "Удар",
    "удар",
    "udar",
    'a"b\\c',
    "`${x}`",
    "*) (* \\* ==== \\",
    "---- MODULE Evil ----",
    "=" * 80,
    "🃏",
    "éè",
    "💥",
    "удар~2",
)


def test_names_tlc_does_not_take_get_others_that_are_told() -> None:
    table = _table(*(Action(name, by="A", roll=place < 3) for place, name in enumerate(NASTY)))
    table = replace(table, start=Start(facts=("ёж", "\u202e")))  # past the checks of tables
    text = tla_text(build_specification(), table)
    told = dict(re.findall(r"^\\\* \"(.*)\" is (.*)$", text, re.MULTILINE))
    assert told["yozh"] == "ёж"
    assert told["udar _molniey_.roll"] == "удар «молнией».roll"
    assert "\u202e" not in text
    code = re.sub(r"^\\\*.*$", "", text, flags=re.MULTILINE)
    assert code.isascii()
    names = re.findall(r'^  (?:@@ )?"((?:[^"\\]|\\.)*)" :>$', code.partition("\nActions ==\n")[2], re.MULTILINE)
    known = [re.sub(r"\\(.)", r"\1", name) for name in names[: len(table.actions)]]
    assert [told.get(name, name) for name in known] == list(table.actions)
    assert len(set(known)) == len(known)


def test_plain_names_stay_as_they_are() -> None:
    text = tla_text(build_specification(), _table(Action("a b-c.d 'e' {f}", by="A")))
    assert "\"a b-c.d 'e' {f}\" :>" in text
    assert "written otherwise" not in text


def test_the_text_does_not_depend_on_hash_seeds() -> None:
    program = (
        "import hashlib; from berserk_fsm.exports.tla import tla_text; "
        "from berserk_fsm.core.table import build_table; from berserk_fsm.core.values import Action, Start; "
        "from berserk_fsm.machine.build import build_specification as b; s = b(); "
        "t = build_table([Action('удар', by='A'), Action('X', by='A')], (), Start(facts=('c', 'a', 'б')), "
        "profile=s.profile); print(hashlib.sha256(tla_text(s, t).encode()).hexdigest())"
    )
    assert len(outputs_under_seeds(program, seeds=("0", "1", "2"))) == 1
