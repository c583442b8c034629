"""The document itself: every element of the specification is in it, and nothing in it can be taken apart."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import get_args

import pytest

from berserk_fsm.core.table import build_table
from berserk_fsm.core.values import Action, Start
from berserk_fsm.errors import SpecificationError
from berserk_fsm.exports import scxml_text
from berserk_fsm.exports.scxml import NAMESPACE, path_of, scxml_id
from berserk_fsm.exports.scxml_literals import Datamodel, Value, literal
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification, StateDef
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text
from tests.hash_seeds import outputs_under_seeds

SCXML = "{http://www.w3.org/2005/07/scxml}"
OWN = f"{{{NAMESPACE}}}"
DATAMODELS: tuple[Datamodel, ...] = get_args(Datamodel)
EVERY_READING = Readings(
    handover_counts_as_pass=True,
    slow_needs_empty_stack=False,
    slow_active_only=False,
    trigger_once_per_point=False,
    triggers_mandatory=True,
    reserve_at="declaration",
    opponent_declared_lasts="window",
    roll_through_queue=False,
    phase_window="if_any",
    window_opens_with="controller",
)


@pytest.fixture(params=[Readings(), EVERY_READING], ids=["defaults", "others"])
def specification(request: pytest.FixtureRequest) -> Specification:
    readings: Readings = request.param
    return build_specification(readings=readings)


def _root(text: str) -> ET.Element:
    return ET.fromstring(text.encode())


@pytest.mark.parametrize("datamodel", DATAMODELS)
def test_every_state_is_there_nested_with_its_initial(specification: Specification, datamodel: Datamodel) -> None:
    root = _root(scxml_text(specification, datamodel=datamodel))
    parents = {child: parent for parent in root.iter() for child in parent}
    found = {state.get(f"{OWN}path"): state for state in root.iter(f"{SCXML}state")}
    assert list(found) == [state.path for state in _in_depth(specification, None)]
    for path, definition in specification.states.items():
        state = found[path]
        assert state.get("id") == scxml_id(path)
        assert parents[state] is (found[definition.parent] if definition.parent else root)
        assert state.get("initial") == (scxml_id(definition.initial) if definition.initial else None)
        assert (state.get(f"{OWN}clauses") or "").split() == list(definition.clauses)
        assert state.get(f"{OWN}text") == definition.name.en
    assert root.get("initial") == scxml_id(specification.initial)
    assert (root.get("datamodel"), root.get("version")) == (datamodel, "1.0")


def _in_depth(specification: Specification, path: str | None) -> list[StateDef]:
    return [
        one for child in specification.children.get(path, ()) for one in (child, *_in_depth(specification, child.path))
    ]


@pytest.mark.parametrize("datamodel", DATAMODELS)
def test_every_row_is_there_with_its_guards_and_effects(specification: Specification, datamodel: Datamodel) -> None:
    root = _root(scxml_text(specification, datamodel=datamodel, lang="ru"))
    found = {
        transition.get(f"{OWN}row"): (state, transition)
        for state in root.iter(f"{SCXML}state")
        for transition in state.findall(f"{SCXML}transition")
    }
    assert len(found) == len(specification.rows) == len(list(root.iter(f"{SCXML}transition")))
    for row in specification.rows:
        state, transition = found[row.id]
        assert path_of(state.get("id") or "") == row.source
        assert path_of(transition.get("target") or "") == row.target
        assert transition.get("event") == (None if row.automatic else row.event)
        assert (transition.get(f"{OWN}clauses") or "").split() == list(row.clauses)
        assert transition.get(f"{OWN}text") == row.label.ru
        conjunction = {"ecmascript": "&&", "python": "and"}[datamodel]
        cond = [part.strip() for part in (transition.get("cond") or "").split(f" {conjunction} ") if part.strip()]
        if row.event.startswith("declare_") and not row.automatic:
            assert cond.pop(0).startswith(f'is_event_of("{row.event}")(')
        assert [part.partition("(context")[0] for part in cond] == [_called(str(guard)) for guard in row.guards]
        effects = [assign.get("expr") or "" for assign in transition]
        assert [effect.partition("(context")[0] for effect in effects] == [_called(str(one)) for one in row.effects]
        assert all(assign.tag == f"{SCXML}assign" and assign.get("location") == "game" for assign in transition)
        assert all(("_event" in part) != row.automatic for part in (*cond, *effects))


def _called(call: str) -> str:
    return call.replace("(", '("').replace(")", '")')


def test_ids_can_be_turned_back_and_are_unique(specification: Specification) -> None:
    ids = [scxml_id(path) for path in specification.states]
    assert [path_of(id) for id in ids] == list(specification.states)
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("path", ["", "a b", "a-b", "фаза", "1st", "a.", 'a"b', "a..b"])
def test_a_path_that_is_no_safe_id_is_an_error(path: str) -> None:
    with pytest.raises(SpecificationError, match="no safe SCXML id"):
        scxml_id(path)


def test_texts_of_the_specification_are_escaped() -> None:
    specification = build_specification()
    nasty = "\"<b>&'\u202e\x00]]>\ufffe--"
    states = {path: replace(state, name=Text(nasty, nasty)) for path, state in specification.states.items()}
    rows = tuple(replace(row, label=Text(nasty, nasty)) for row in specification.rows)
    text = scxml_text(replace(specification, states=states, rows=rows))
    assert "\u202e" not in text
    read = "\"<b>&'\u202e\ufffd]]>\ufffd--"
    texts = {one.get(f"{OWN}text") for one in _root(text).iter() if one.get(f"{OWN}text") is not None}
    assert texts == {read}


@pytest.mark.parametrize("datamodel", DATAMODELS)
def test_names_stand_readable_in_the_data_unless_they_are_dangerous(datamodel: Datamodel) -> None:
    actions = [Action("удар «молнией»", by="A"), Action("a<b>&'\"]]>", by="B")]
    table = build_table(actions, (), Start(facts=("x  y",)), profile=default_profile())
    data = {
        one.get("id"): one.text or ""
        for one in _root(scxml_text(build_specification(), table, datamodel)).iter(f"{SCXML}data")
    }
    assert list(data) == ["table", "context", "game"]
    assert '"name": "удар «молнией»"' in data["table"]
    assert r'"a\u003cb\u003e\u0026\u0027\u0022]]\u003e"' in data["table"]
    assert r'"x \u0020y"' in data["table"]
    assert not set("<>&'") & set(data["table"] + data["game"])


def test_literals_mean_what_they_say() -> None:
    value: dict[str, Value] = {"a": ["\U000e0001\u202e", "🃏", "\\n", "x   y ", True, False, None, 3, []], "b": {}}
    text = literal(value, "python", 2)
    assert text.isascii() is False
    assert eval(text) == value
    assert literal("\U000e0001", "ecmascript") == r'"\udb40\udc01"'
    assert literal([True, None], "ecmascript") == "[true, null]"


def test_without_a_table_the_empty_one_is_played() -> None:
    specification = build_specification()
    assert scxml_text(specification) == scxml_text(specification, build_table((), profile=specification.profile))


def test_the_language_changes_texts_only() -> None:
    english, russian = (_root(scxml_text(build_specification(), lang=lang)) for lang in ("en", "ru"))
    for one, other in zip(english.iter(), russian.iter(), strict=True):
        assert {k: v for k, v in one.items() if k != f"{OWN}text"} == {
            k: v for k, v in other.items() if k != f"{OWN}text"
        }


def test_an_unknown_datamodel_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"no datamodel 'xpath'; expected ecmascript \| python"):
        scxml_text(build_specification(), datamodel="xpath")  # type: ignore[arg-type]


def test_the_text_does_not_depend_on_hash_seeds() -> None:
    program = (
        "import hashlib; from berserk_fsm.exports import scxml_text; "
        "from berserk_fsm.core.table import build_table; from berserk_fsm.core.values import Action, Start; "
        "from berserk_fsm.machine.build import build_specification as b; s = b(); "
        "t = build_table([Action('X', by='A')], (), Start(facts=('c', 'a', 'b')), profile=s.profile); "
        "print(hashlib.sha256(''.join(scxml_text(s, t, d) for d in ('ecmascript', 'python')).encode()).hexdigest())"
    )
    assert len(outputs_under_seeds(program, seeds=("0", "1", "2"))) == 1
