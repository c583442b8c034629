"""The vocabularies of the exports are those of the core: same names in the same order, same clauses."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from importlib import resources
from typing import Any

import pytest

from berserk_fsm.core import effects, guards
from berserk_fsm.exports import scxml_vocabulary

SCRIPT = resources.files("berserk_fsm.exports").joinpath("scxml_vocabulary.js").read_text("utf-8")
REGISTERS: Mapping[str, Mapping[str, Any]] = {
    "GUARDS": guards.GUARDS,
    "GUARDS_WITH_ARGUMENT": guards.GUARDS_WITH_ARGUMENT,
    "EFFECTS": effects.EFFECTS,
    "EFFECTS_WITH_ARGUMENT": effects.EFFECTS_WITH_ARGUMENT,
}
CORE: Mapping[str, Any] = {name: function for register in REGISTERS.values() for name, function in register.items()}
_CLAUSE = re.compile(r"30[23]\.\d+|gap/\w+|\([a-d]\)")


def _cited(text: str | None) -> list[str]:
    return _CLAUSE.findall(text or "")


def _in_script(register: str) -> list[tuple[str, str]]:
    body = re.search(rf"^var {register} = {{\n(.*?)\n}};", SCRIPT, re.MULTILINE | re.DOTALL)
    assert body is not None
    return re.findall(r"^  (\w+): (\w+),?$", body.group(1), re.MULTILINE)


@pytest.mark.parametrize("register", REGISTERS)
def test_python_has_exactly_the_names_of_the_core(register: str) -> None:
    exported = getattr(scxml_vocabulary, register)
    assert list(exported) == list(REGISTERS[register])
    assert all(exported[name] is getattr(scxml_vocabulary, name) for name in exported)


@pytest.mark.parametrize("register", REGISTERS)
def test_ecmascript_has_exactly_the_names_of_the_core(register: str) -> None:
    pairs = _in_script(register)
    assert [key for key, _ in pairs] == list(REGISTERS[register])
    assert all(key == function for key, function in pairs)
    assert SCRIPT.count("\n") > len(pairs)


@pytest.mark.parametrize("name", CORE)
def test_every_definition_cites_the_clauses_of_the_core(name: str) -> None:
    wanted = _cited(CORE[name].__doc__)
    assert _cited(getattr(scxml_vocabulary, name).__doc__) == wanted
    comment = re.search(rf"((?:^// .*\n)+)^function {name}\(", SCRIPT, re.MULTILINE)
    assert comment is not None
    assert _cited(comment.group(1)) == wanted


def test_definitions_stand_in_the_same_order_in_both_files() -> None:
    script = re.findall(r"^function (\w+)\(", SCRIPT, re.MULTILINE)
    python = re.findall(r"^def (\w+)\(", inspect.getsource(scxml_vocabulary), re.MULTILINE)
    assert [name for name in script if name != "includes"] == python
    assert set(CORE) <= set(python)


def test_the_python_vocabulary_needs_nothing_of_this_package() -> None:
    assert "berserk_fsm" not in inspect.getsource(scxml_vocabulary)


def test_a_script_is_short_enough_for_readers_that_buffer() -> None:
    """SCION keeps only the last piece of a script of more than 64 KiB."""
    assert max(len(SCRIPT), len(inspect.getsource(scxml_vocabulary))) < 60_000
