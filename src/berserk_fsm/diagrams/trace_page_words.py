"""Words of the charts and the page of a trace that the machine's own vocabulary does not have."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from berserk_fsm.core.values import Entry, GameState, other
from berserk_fsm.diagrams.trace_page_steps import TraceStep
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.rules.text import Text
from berserk_fsm.rules.vocabulary import vocabulary
from berserk_fsm.scenario.trace import Header

__all__ = [
    "PAGE",
    "WORDS",
    "entry_status",
    "holder_of",
    "is_executing",
    "phase_name",
    "profile_line",
    "why_priority",
    "window_name",
]

WORDS: Mapping[str, Text] = MappingProxyType(
    {
        # charts
        "sequence": Text("Розыгрыш по шагам", "The play, step by step"),
        "timeline": Text("Очередь и стек во времени", "Queue and stack over time"),
        "queue": Text("Очередь заявок", "Declaration queue"),
        "stack": Text("Стек", "Stack"),
        "effects": Text("Вне стека", "Off the stack"),
        "effects_more": Text("эффекты правил, оплата", "rule effects, payment"),
        "active": Text("Активный игрок", "Active"),
        "nonactive": Text("Неактивный игрок", "Non-active"),
        "priority": Text("Приоритет", "Priority"),
        "passes": Text("Пасов подряд", "Passes in a row"),
        "phase": Text("Фаза", "Phase"),
        "window": Text("Окно", "Window"),
        "steps": Text("Этапы", "Steps"),
        "turn": Text("Ход", "Turn"),
        "window_closes": Text("окно закрыто", "window closes"),
        "whole_queue": Text("вся очередь", "whole queue"),
        # legends
        "active_holds": Text("приоритет у Активного", "Active has priority"),
        "nonactive_holds": Text("приоритет у Неактивного", "Non-active has priority"),
        "legend_declare": Text("заявка", "declaration"),
        "legend_hand_over": Text("передать приоритет", "hand over"),
        "legend_pass": Text("пас", "pass"),
        "legend_refused": Text("отказ", "refused"),
        "legend_check": Text("проверено: так и есть", "checked: it is so"),
        "legend_halted": Text("стек деактивирован", "stack deactivated"),
        "legend_front": Text("впереди в очереди — сверху", "front of the queue on top"),
        "legend_done": Text("пройденный этап", "step done"),
        "legend_now": Text("этап идёт", "step under way"),
        # states of an action
        "waits": Text("ждёт", "waiting"),
        "executes": Text("выполняется", "executing"),
        "suspended": Text("приостановлено", "suspended"),
        "blocked": Text("заблокировано", "blocked"),
        "cancelled": Text("отменено без оплаты", "cancelled, unpaid"),
        "queued": Text("в очереди", "queued"),
    }
)


PAGE: Mapping[str, Text] = MappingProxyType(
    {
        "kicker": Text(
            "Трасса розыгрыша · «Берсерк», разделы 302 «Стек» и 303 «Приоритет»",
            "Trace of a play · «Берсерк», sections 302 “Stack” and 303 “Priority”",
        ),
        "to_steps": Text("К шагам", "To the steps"),
        "clauses": Text("Пункты", "Clauses"),
        "on_table": Text("На столе в начале", "On the table at the start"),
        "profile": Text("Профиль", "Profile"),
        "readings": Text("Прочтения", "Readings"),
        "all_default": Text("все по умолчанию", "all default"),
        "no_actions": Text("заявлять нечего", "nothing to declare"),
        "moving": Text("По шагам", "Step by step"),
        "first": Text("К началу", "To the start"),
        "back": Text("Шаг назад", "Step back"),
        "on": Text("Шаг вперёд", "Step forward"),
        "last": Text("К концу", "To the end"),
        "hint": Text("Клавиши: ← → Home End", "Keys: ← → Home End"),
        "steps": Text("Шаги", "Steps"),
        "current": Text("Текущий шаг", "Current step"),
        "expected": Text("проверено:", "checked:"),
        "passes": Text("пасов подряд", "passes in a row"),
        "passes_begin": Text("Пасов подряд", "Passes in a row"),
        "top_first": Text("(верхнее — первым)", "(top first)"),
        "empty_queue": Text("пуста", "empty"),
        "empty_stack": Text("пуст", "empty"),
        "facts": Text("На столе:", "On the table:"),
        "machine": Text("Автомат:", "Machine:"),
        "changed": Text("Что изменилось", "What changed"),
        "may": Text("Что теперь можно и чего нельзя", "What may and may not be done now"),
        "transitions": Text("Переходы автомата", "Transitions of the machine"),
        "lit_machine": Text("Автомат на этом шаге", "The machine at this step"),
        "lit_note": Text(
            "Закрашено — где автомат сейчас; цветные стрелки — переходы этого шага, самая толстая — последний.",
            "Filled: where the machine is now; coloured arrows: the transitions of this step, the heaviest the last.",
        ),
        "lit_end": Text("Показан конец розыгрыша.", "Shown is the end of the play."),
        "which_picture": Text("Какой рисунок", "Which picture"),
        "auto": Text("По шагу", "By the step"),
        "all_clauses": Text(
            "Пункты и допущения, на которых держится розыгрыш", "Clauses and assumptions the play rests on"
        ),
        "clauses_note": Text(
            "Пересказ своими словами; решает официальный текст. gap/… — место, о котором текст молчит.",
            "In our own words; the official text decides. gap/… marks a place where the text is silent.",
        ),
        "made": Text("Разыграть заново:", "Play it again:"),
    }
)
"""Words of the page alone; a key that is in :data:`WORDS` too is another word on the page."""


def holder_of(state: GameState) -> str | None:
    """Whose hold it is: ``active``, ``nonactive`` or nobody's."""
    if state.holder is None:
        return None
    return "active" if state.holder == state.active else "nonactive"


def profile_line(header: Header, lang: str) -> tuple[str, ...]:
    """The profile of a play as a line of a heading; none if it is the default one."""
    if header.profile is None:
        return ()
    return (f"{PAGE['profile'].get(lang)}: {header.profile.name}",)


def phase_name(state: GameState, profile: Profile) -> Text:
    """The phase, as a heading."""
    return profile.phase(state.phase).name if state.phase else Text("", "")


def window_name(state: GameState, profile: Profile) -> Text:
    """The open window in a few words, such as ``step window: Payment``; empty if none is open."""
    if state.window is None:
        return Text("", "")
    step = profile.step(state.step).name if state.step else Text("", "")
    match state.window.kind:
        case "step":
            return Text(f"окно этапа «{step.ru}»", f"window of the step “{step.en}”")
        case "off_stack":
            return Text(f"окно после этапа «{step.ru}»", f"window after the step “{step.en}”")
        case "removal":
            return Text("окно после удаления из стека", "window after a removal")
        case _:
            phase = phase_name(state, profile)
            return Text("окно фазы", f"window of the {phase.en[:1].lower()}{phase.en[1:]}")


def why_priority(step: TraceStep, profile: Profile) -> tuple[Text, tuple[str, ...]]:
    """Why the holder has priority after a step, and the clauses that say so."""
    state, rows = step.state, vocabulary().rows
    window, holder = state.window, state.holder
    if window is None or holder is None:
        return Text("Окно не открыто.", "No window is open."), ("303.1",)
    if step.record is None:
        return Text("Отказ ничего не меняет.", "A refusal changes nothing."), ()
    decision = step.record.decision
    opened = any(micro.before.window is None and micro.after.window for micro in step.record.micro_steps)
    if opened or decision is None:
        name = window_name(state, profile)
        told = f"Открыто {name.ru}.", f"The {name.en} is open."
        kind = f"window_{window.kind}"
        return Text(*told), vocabulary().moments[kind].clauses
    giver = other(holder)
    if decision.verb == "declare":
        text = Text(f"{holder} заявил и сохраняет приоритет.", f"{holder} has declared and keeps priority.")
        return text, ("303.3",)
    if decision.verb == "hand_over":
        return Text(f"{giver} передал приоритет.", f"{giver} has handed over."), rows["hand_over_priority"].clauses
    more = Text("Ещё один пас закроет окно.", "One more pass closes the window.") if window.passes else Text("", "")
    text = Text(f"{giver} спасовал. {more.ru}".strip(), f"{giver} has passed. {more.en}".strip())
    return text, rows["pass_priority"].clauses


def is_executing(state: GameState, entry: Entry) -> bool:
    """Is this the top of the stack, begun and not suspended (302.3, 302.4)?"""
    removal = state.window is not None and state.window.kind == "removal"
    return bool(state.stack) and entry == state.stack[-1] and entry.step is not None and not removal


def entry_status(state: GameState, entry: Entry, profile: Profile) -> Text:
    """What an action on the stack is doing."""
    if entry.cancelled:
        return WORDS["cancelled"]
    if entry.step is None:
        return WORDS["waits"]
    step = profile.step(entry.step).name
    doing = WORDS["executes" if is_executing(state, entry) else "suspended"]
    return Text(f"{doing.ru}: {step.ru}", f"{doing.en}: {step.en}")
