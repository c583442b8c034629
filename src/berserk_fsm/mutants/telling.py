"""Mutants in words: where the fault is, what it is, what finds it."""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType

from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Call, Refusal, Row, Specification
from berserk_fsm.mutants.mutant import Mutant, OfferChange, RefusalsChange, RowChange, StateChange
from berserk_fsm.mutants.verdicts import Killer, Verdict
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.text import Text

__all__ = ["change_text", "place_text", "verdict_text"]

VERBS = MappingProxyType(
    {
        "declare": Text("заявить", "declare"),
        "pass": Text("спасовать", "pass"),
        "hand_over": Text("передать приоритет", "hand over"),
    }
)
MANNERS = MappingProxyType(
    {
        "slow": Text("медленное", "slow"),
        "fast": Text("быстрое", "fast"),
        "triggered": Text("срабатывающее", "triggered"),
        "conditional": Text("условное играемое", "conditional"),
    }
)

_BLANK = re.compile(r"[«“]?\{\w+\}[»”]?")


@cache
def _machine() -> Specification:
    return build_specification()


def place_text(mutant: Mutant) -> Text:
    """Where the fault is.

    >>> from berserk_fsm.mutants.verdicts import default_mutants
    >>> place_text(default_mutants()[0]).en
    'start: the scenario starts here'
    """
    change = mutant.change
    match change:
        case RowChange():
            path, label = _path_text(change.row.source), change.row.label
            return Text(f"{path.ru}: {label.ru}", f"{path.en}: {label.en}")
        case StateChange():
            return _path_text(change.state.path)
        case OfferChange():
            return Text("Проверка, есть ли что заявить (303.8)", "The look whether anyone has something (303.8)")
        case RefusalsChange():
            said = _refusal_text(mutant.element.removeprefix("refusal:"))
            return Text(f"Отказ {said.ru}", f"The refusal {said.en}")


def _path_text(path: str) -> Text:
    """The names from the phase down to a state."""
    names = [_machine().states[one].name for one in reversed(tuple(_machine().ancestors(path))) if one != "turn"]
    return Text(*(" › ".join(name.get(lang) for name in names) for lang in ("ru", "en")))


def change_text(mutant: Mutant) -> Text:
    """What is changed.

    >>> from berserk_fsm.mutants.verdicts import default_mutants
    >>> [change_text(mutant).en for mutant in default_mutants() if "transfer/transfer" in mutant.id][0]
    'the transition is missing'
    """
    change = mutant.change
    match change:
        case RowChange():
            return _row_change(change.row, change.instead)
        case StateChange():
            assert change.state.initial is not None
            first = _path_text(change.state.initial)
            return Text(f"начинается с «{first.ru}»", f"begins in “{first.en}”")
        case OfferChange():
            return _calls_change(_machine().offers[change.manner], change.guards, guards=True)
        case RefusalsChange():
            return _table_change(mutant, _machine().refusals, change.refusals)


def _row_change(row: Row, instead: Row | None) -> Text:
    if instead is None:
        return Text("перехода нет", "the transition is missing")
    if instead.target != row.target:
        target = _path_text(instead.target)
        return Text(f"ведёт в «{target.ru}»", f"leads to “{target.en}”")
    if instead.guards != row.guards:
        return _calls_change(row.guards, instead.guards, guards=True)
    return _calls_change(row.effects, instead.effects, guards=False)


def _calls_change(calls: tuple[Call, ...], instead: tuple[Call, ...], *, guards: bool) -> Text:
    gone = [_call_text(call, guards) for call in calls if call not in instead]
    new = [_call_text(call, guards) for call in instead if call not in calls]
    if not gone and not new:
        return Text(
            f"в другом порядке: {', затем '.join(f'«{_call_text(call, guards).ru}»' for call in instead)}",
            f"in another order: {', then '.join(f'“{_call_text(call, guards).en}”' for call in instead)}",
        )
    without = Text(", ".join(f"«{one.ru}»" for one in gone), ", ".join(f"“{one.en}”" for one in gone))
    with_ = Text(", ".join(f"«{one.ru}»" for one in new), ", ".join(f"“{one.en}”" for one in new))
    if not new:
        return Text(f"без {without.ru}", f"without {without.en}")
    if not gone:
        return Text(f"ещё и {with_.ru}", f"and {with_.en}")
    return Text(f"вместо {without.ru} — {with_.ru}", f"{with_.en} in the place of {without.en}")


def _call_text(call: Call, guards: bool) -> Text:
    words, plain = rule_words(_machine().profile), call._replace(negated=False)
    tell = words.of_guard if guards else words.of_effect
    told = Text(tell(plain, "ru"), tell(plain, "en"))
    return Text(f"неверно, что {told.ru}", f"it is not true that {told.en}") if call.negated else told


def _table_change(mutant: Mutant, table: tuple[Refusal, ...], instead: tuple[Refusal, ...]) -> Text:
    id = mutant.element.removeprefix("refusal:")
    was = next(refusal for refusal in table if refusal.id == id)
    now = [refusal for refusal in instead if refusal.id == id]
    if not now:
        return Text("отказа нет", "the refusal is missing")
    if now == [was]:
        place = table.index(was)
        before = _refusal_text(table[place - 1].id)
        return Text(f"проверяется раньше, чем {before.ru}", f"is looked at before {before.en}")
    if now[0].requires != was.requires or len(now) > 1:
        was_required = _call_text(was.requires, guards=True)
        required = [_call_text(one.requires, guards=True) for one in now]
        return Text(
            f"требует не «{was_required.ru}», а {', '.join(f'«{one.ru}»' for one in required)}",
            f"requires {', '.join(f'“{one.en}”' for one in required)}, not “{was_required.en}”",
        )
    if now[0].verbs != was.verbs:
        (verb,) = set(was.verbs) - set(now[0].verbs)
        return Text(f"не относится к решению «{VERBS[verb].ru}»", f"not about the decision “{VERBS[verb].en}”")
    (manner,) = set(was.manners) - set(now[0].manners)
    return Text(f"не относится к виду «{MANNERS[manner].ru}»", f"not about {MANNERS[manner].en} actions")


def _refusal_text(id: str) -> Text:
    """What a refusal says, with dots for what only a game fills in."""
    said = next(refusal.sentence for refusal in _machine().refusals if refusal.id == id)
    return Text(f"«{_BLANK.sub('…', said.ru)}»", f"“{_BLANK.sub('…', said.en)}”")


def verdict_text(verdict: Verdict) -> Text:
    """What finds the fault, or why it is none."""
    if verdict.killer is not None:
        return _killer_text(verdict.killer)
    if verdict.excuse is not None:
        return verdict.excuse.reason
    return Text("не замечен ничем", "nothing notices it")


def _killer_text(killer: Killer) -> Text:
    if killer.property is None:
        return Text(f"сценарий {killer.where}", f"scenario {killer.where}")
    said = property_words()[killer.property].sentence
    where = Text(
        f"на столе {killer.where}" if killer.how == "table" else f"в партии {killer.where}",
        f"on the table {killer.where}" if killer.how == "table" else f"in the play {killer.where}",
    )
    return Text(f"{said.ru} ({killer.property}, {where.ru})", f"{said.en} ({killer.property}, {where.en})")
