"""Words of displays that the trace page, the stepper and the machine's vocabulary do not have."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.explore.report import Report

__all__ = ["SAID", "search_line"]

SAID: Mapping[str, Text] = MappingProxyType(
    {
        # a game
        "queue_order": Text("(начало — первым)", "(front first)"),
        "fresh": Text("только что", "just now"),
        "on_table": Text("На столе", "On the table"),
        "nothing": Text("ничего", "nothing"),
        "left": Text("Покинули стек", "Off the stack"),
        "cancelled": Text("Отменены без оплаты", "Cancelled, unpaid"),
        "rule_effects": Text("Сработали эффекты правил", "Rule effects so far"),
        "loops": Text("Прерванные повторы", "Loops cut"),
        "declared": Text("Уже заявлено", "Declared already"),
        "last_step": Text("Последний шаг", "The last step"),
        "step": Text("Шаг", "The step"),
        "start": Text("начало", "the start"),
        "may": Text("Что можно сейчас", "What may be done now"),
        "nobody_decides": Text(
            "Решать некому: идут автоматические переходы.", "Nobody decides: automatic transitions are going on."
        ),
        "stack_deactivated": Text(
            "Стек деактивирован: заявлять нельзя никому.", "The stack is deactivated: nobody may declare."
        ),
        # a picture
        "machine": Text("Автомат", "The machine"),
        "is_in": Text("Горит", "Lit"),
        "taken": Text("Переходы этого шага", "Transitions of this step"),
        "key": Text(
            "Розовым, в самой толстой рамке, — где автомат сейчас{}; стрелки того же цвета — переходы этого шага, "
            "самая толстая — последний.",
            "Pink, in the heaviest border: where the machine is now{}; arrows of the same colour: this step's "
            "transitions, the heaviest the last.",
        ),
        "key_here": Text(" (на этом рисунке — «{}»)", " (in this picture “{}”)"),
        "other_machine": Text(
            "Такого состояния нет в автомате по умолчанию; он не показан.",
            "The default machine has no such state; it is not shown.",
        ),
        # other values
        "legal": Text("Можно заявить", "May be declared"),
        "refused": Text("Нельзя", "Refused"),
        "changed": Text("Что изменилось", "What changed"),
        "nothing_changed": Text("ничего, только выбран путь", "nothing; only the way is chosen"),
        "transitions": Text("Переходы автомата", "Transitions of the machine"),
        "from_to": Text("Откуда и куда", "From and to"),
        "guards": Text("Условия", "Guards"),
        "effects": Text("Действия", "Effects"),
        "asks": Text("Чего требует", "What it asks for"),
        "reason": Text("Почему", "Why"),
        "questions": Text("Открытые вопросы", "Open questions"),
        "retold": Text(
            "Пересказ своими словами; решает официальный текст.", "In our own words; the official text decides."
        ),
        "open": Text("О чём текст молчит", "What the text leaves open"),
        "assumption": Text("Что принято", "What is assumed"),
        "source": Text("Откуда", "Where from"),
        "options": Text("Ответы", "Answers"),
        "default": Text("по умолчанию", "default"),
        "neighbours": Text("Соседние редакции", "Neighbouring editions"),
        "settled": Text("Как решено", "How it is settled"),
        "ways": Text("Как можно понять", "Ways to understand it"),
        "example": Text("Пример", "Example"),
        "search": Text("Перебор", "The search"),
        "holding": Text("Остальные свойства", "The other properties"),
        "not_known": Text("неизвестно: перебор не закончен", "not known: the search is not complete"),
        "vacuous": Text("держится только потому, что до этого не доходит", "holds only because it never comes to that"),
        "never_taken": Text("Ни разу не пройдено переходов", "Transitions never taken"),
        "counterexample": Text("Контрпример", "Counterexample"),
        "at_once": Text("уже в начале", "right at the start"),
        "proposal": Text("Предлагаемая формулировка", "A wording that would settle it"),
    }
)
"""The words, by what they are for."""


def search_line(report: Report) -> Text:
    """How much a search looked at."""
    ru = (
        f"Состояний, где решает игрок: {report.states}; всех: {report.micro_states}; решений: {report.transitions}; "
        f"глубина: {report.depth}; ходов: {report.turns}. "
    )
    en = (
        f"Decision states: {report.states}; all states: {report.micro_states}; decisions: {report.transitions}; "
        f"depth: {report.depth}; turns: {report.turns}. "
    )
    if report.complete:
        return Text(f"{ru}Перебор полный.", f"{en}The search is complete.")
    return Text(f"{ru}Перебор не полный.", f"{en}The search is not complete.")
