"""The parts of a scenario file about what happens on the table: the play, item by item, and what is claimed."""

from __future__ import annotations

from types import MappingProxyType

from berserk_fsm.citing import SCENARIO, citation_text
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Decision
from berserk_fsm.rules.clauses import clauses, is_citation
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.scenario.items import (
    CLAIM_KINDS,
    ClaimItem,
    ClaimKind,
    Condition,
    Expect,
    ExpectValue,
    Item,
    Refuse,
    Say,
    Until,
    claim_names,
)
from berserk_fsm.scenario.keys import (
    CLAIM,
    EXPECT,
    HISTORY,
    ITEM,
    NOTHING,
    REFUSED,
    SITUATION,
    STACK,
    UNTIL,
    WINDOWS,
    Group,
    phases_of,
    steps_of,
)
from berserk_fsm.scenario.places import Place, did_you_mean, quote
from berserk_fsm.scenario.sentences import FORMS, BothPass, Sentence, SentenceError, parse_sentence
from berserk_fsm.scenario.table_part import known_name
from berserk_fsm.yaml_text import Mapping, Scalar

__all__ = ["MAX_ITEMS", "read_cites", "read_claims", "read_play"]

MAX_ITEMS = 1000
"""The most items a play may have, read or written; a dispute has a few dozen."""


def read_play(place: Place, table: Table, profile: Profile) -> tuple[Item, ...]:
    """The items of ``play``, in order.

    Raises:
        InputError: with the line of the item that is wrong.
    """
    items = place.items()
    if len(items) > MAX_ITEMS:
        place.fail(
            f"there are {len(items)} items; expected at most {MAX_ITEMS}",
            f"здесь {len(items)} строк; ожидалось не больше {MAX_ITEMS}",
        )
    return tuple(_item(item, table, profile) for item in items)


def _item(place: Place, table: Table, profile: Profile) -> Item:
    # Within an item, its own keys say enough.
    item = Place(place.node, place.where, place.line)
    if isinstance(item.node, Scalar):
        text = item.text()
        return Say(_sentence(item, table), item.line, text)
    if not isinstance(item.node, Mapping):
        item.fail(
            "a sentence, until, expect or refused was expected here, not a list",
            "здесь ожидалась фраза, «до», «ожидается» или «отказ», а не список",
        )
    key, below = item.one_field(ITEM)
    if key == "until":
        return Until(_condition(below, table, profile), item.line)
    if key == "expect":
        return Expect(_expectation(below, table, profile), item.line)
    return _refusal(below, table, item.line)


def _sentence(place: Place, table: Table) -> Sentence:
    text = place.text()
    try:
        sentence = parse_sentence(text, table.actions)
    except SentenceError as error:
        place.fail(error.en, error.ru)
    if isinstance(sentence, BothPass) or sentence.name is None:
        return sentence
    return Decision(sentence.verb, sentence.player, _declared_name(place, sentence, table))


def _declared_name(place: Place, decision: Decision, table: Table) -> str:
    name = decision.name or ""
    if name.casefold() in ("пас", "pass") and name not in table.actions:
        form = next(form for form in FORMS if form.verb == "pass")
        place.fail(
            f'a pass is no action; expected "{form.en[0].format(player=decision.player)}"',
            f"пас — не игродействие; ожидалось «{form.ru[0].format(player=decision.player)}»",
        )
    return known_name(place, name, table)


def _condition(place: Place, table: Table, profile: Profile) -> Condition:
    kind, below = place.one_field(UNTIL)
    if kind == "left":
        return Condition("left", known_name(below, below.text(), table))
    if kind == "stack":
        below.word(STACK)
        return Condition("stack")
    if kind == "phase":
        return Condition("phase", below.word(phases_of(profile)))
    pairs = below.pairs("{X: fix_target}")
    if len(pairs) != 1:
        below.fail(
            "exactly one action was expected: {X: fix_target}",
            "ожидалось ровно одно игродействие: {X: оплата}",
        )
    (key, node) = pairs[0]
    step = below.below(key, node)
    return Condition("step", known_name(step, key.text, table), step.word(steps_of(profile)))


def _refusal(place: Place, table: Table, line: int) -> Refuse:
    fields = place.fields(REFUSED)
    sentence = _sentence(place.need(fields, "say", REFUSED), table)
    given = place.need(fields, "clause", REFUSED)
    clause = given.text()
    if clause.casefold() in (SCENARIO, citation_text(SCENARIO, "ru")):
        return Refuse(sentence, SCENARIO, line)
    if clause not in clauses():
        en, ru = quote(clause)
        hint_en, hint_ru = did_you_mean(clause, (*clauses(), SCENARIO))
        given.fail(f"there is no clause {en}{hint_en}", f"нет пункта {ru}{hint_ru}")
    return Refuse(sentence, clause, line)


def read_cites(place: Place) -> tuple[str, ...]:
    """The clauses and gaps a scenario is about.

    Raises:
        InputError: one of them is neither in the ledger nor a known gap.
    """
    cites = []
    for item in place.items():
        text = item.text()
        if not is_citation(text):
            en, ru = quote(text)
            if text.startswith("gap/"):
                hint_en, hint_ru = did_you_mean(text, (gap.citation for gap in gaps().values()))
                item.fail(f"there is no gap {en}{hint_en}", f"нет пробела {ru}{hint_ru}")
            hint_en, hint_ru = did_you_mean(text, clauses())
            item.fail(f"there is no clause {en}{hint_en}", f"нет пункта {ru}{hint_ru}")
        cites.append(text)
    return tuple(cites)


# --- expect ----------------------------------------------------------------------------

_ACTION_LISTS = ("queue", "stack", "legal", "left", "cancelled")
_EFFECT_LISTS = ("rule_effects", "loops")
_NOTHING_TEXTS = ("", "~")


def _expectation(place: Place, table: Table, profile: Profile) -> MappingProxyType[str, ExpectValue]:
    fields = place.fields(EXPECT)
    if not fields:
        place.fail(
            "nothing is expected here; e.g. {priority: A}",
            "здесь ничего не ожидается; например, {приоритет: A}",
        )
    return MappingProxyType({key: _expected(key, below, table, profile) for key, below in fields.items()})


def _expected(key: str, place: Place, table: Table, profile: Profile) -> ExpectValue:
    if key in _ACTION_LISTS:
        return tuple(known_name(item, item.text(), table) for item in place.items())
    if key in _EFFECT_LISTS:
        return tuple(_known_effect(item, table) for item in place.items())
    if key in ("facts", "no_facts"):
        return place.facts()
    if key == "targets":
        return _targets(place, table)
    if key == "turn":
        return place.number(1)
    if key == "passes":
        return place.number(0, 1)
    if key == "has_declared":
        return place.truth()
    if key == "active":
        return place.player()
    if key == "phase":
        return place.word(phases_of(profile))
    # An action may be called "Nobody"; a name that stands on the table is that action.
    named = key == "executing" and isinstance(place.node, Scalar) and place.node.text.strip() in table.actions
    if _is_nothing(place) and not named:
        return None
    if key == "priority":
        return place.player()
    if key == "executing":
        return known_name(place, place.text(), table)
    group: Group = steps_of(profile) if key == "step" else WINDOWS
    return place.word(group)


def _is_nothing(place: Place) -> bool:
    if not isinstance(place.node, Scalar):
        return False
    text = place.node.text.strip()
    return text in _NOTHING_TEXTS or NOTHING.find(text) is not None


def _known_effect(place: Place, table: Table) -> str:
    name = place.text()
    if name not in table.rule_effects:
        en, ru = quote(name)
        hint_en, hint_ru = did_you_mean(name, table.rule_effects)
        place.fail(f"there is no rule effect {en}{hint_en}", f"нет эффекта правил {ru}{hint_ru}")
    return name


def _targets(place: Place, table: Table) -> MappingProxyType[str, str]:
    targets: dict[str, str] = {}
    for key, node in place.pairs("{X: c1}"):
        below = place.below(key, node)
        name = known_name(below, key.text, table)
        if name in targets:
            below.fail(f"the target of '{name}' stands here twice", f"цель «{name}» записана здесь дважды")
        targets[name] = below.text()
    return MappingProxyType(targets)


# --- claims ----------------------------------------------------------------------------


def read_claims(fields: dict[str, Place], table: Table, profile: Profile) -> tuple[ClaimItem, ...]:
    """The claims of a file: what always, never and sometimes holds, in this order whatever that of the file.

    Args:
        fields: the places under the keys of the file.
        table: the table whose names may be spoken of.
        profile: the phases and steps that may be spoken of.

    Raises:
        InputError: with the line of the claim that is wrong.
    """
    places = [(kind, place) for kind in CLAIM_KINDS if kind in fields for place in _claim_places(fields[kind])]
    claims = tuple(_claim(kind, place, table, profile) for kind, place in places)
    names = claim_names(claims)
    for number, name in enumerate(names):
        first = names.index(name)
        if first < number:
            places[number][1].fail(
                f"the claim on line {claims[first].line} is called '{name}' too; expected another title",
                f"утверждение в строке {claims[first].line} тоже зовётся «{name}»; ожидался другой заголовок",
            )
    return claims


def _claim_places(place: Place) -> tuple[Place, ...]:
    """The claims under one key: one of them, or a list."""
    if isinstance(place.node, Mapping):
        return (place,)
    if isinstance(place.node, Scalar) and not place.empty:
        place.fail(
            "a claim or a list of claims was expected; e.g. {step: fix_target, priority: A}",
            "ожидалось утверждение или список утверждений; например, {этап: определение цели, приоритет: A}",
        )
    claims = place.items()
    if len(claims) > MAX_ITEMS:
        place.fail(
            f"there are {len(claims)} claims; expected at most {MAX_ITEMS}",
            f"здесь {len(claims)} утверждений; ожидалось не больше {MAX_ITEMS}",
        )
    return claims


def _claim(kind: ClaimKind, place: Place, table: Table, profile: Profile) -> ClaimItem:
    if all(CLAIM.find(key.text) is None for key, _ in place.pairs("{priority: A}")):
        return ClaimItem(kind, "", None, _situation(place, table, profile), place.line)
    fields = place.fields(CLAIM)
    title = fields["title"].text() if "title" in fields and not fields["title"].empty else ""
    condition = _situation(fields["if"], table, profile) if "if" in fields else None
    expected = _situation(place.need(fields, "expect", CLAIM), table, profile)
    return ClaimItem(kind, title, condition, expected, place.line)


def _situation(place: Place, table: Table, profile: Profile) -> MappingProxyType[str, ExpectValue]:
    """An expectation that looks only at how things stand, not at how they came to stand so."""
    for key, below in place.fields(EXPECT).items():
        if key in HISTORY:
            below.fail(
                f"a claim is about a situation, and this tells how it came about; expected {SITUATION.list('en')}",
                "утверждение говорит о том, что есть сейчас, а это — о том, что было; "
                f"ожидалось {SITUATION.list('ru')}",
            )
    return _expectation(place, table, profile)
