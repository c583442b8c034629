"""The refusal table: why a decision is not accepted, in the contract's order. The first row that applies is cited.

Where the machine has no edge, this table says which clause the missing edge stands for.
"""

from __future__ import annotations

from berserk_fsm.core.values import MANNERS, Manner
from berserk_fsm.machine.specification import Call, Refusal
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text

__all__ = ["refusal_table"]

_ALL = ("declare", "pass", "hand_over")
_DECLARE = ("declare",)
_AWAY = ("pass", "hand_over")
_NO_TRIGGER: tuple[Manner, ...] = ("slow", "fast", "conditional")


def _refusal(
    id: str,
    requires: str,
    clause: str,
    ru: str,
    en: str,
    verbs: tuple[str, ...] = _DECLARE,
    manners: tuple[Manner, ...] = MANNERS,
) -> Refusal:
    return Refusal(id, verbs, manners, Call(requires), clause, Text(ru, en))


def refusal_table(readings: Readings) -> tuple[Refusal, ...]:
    """The refusals for one set of readings, in the order in which they are looked at.

    >>> [refusal.clause for refusal in refusal_table(Readings())][:4]
    ['302.8', '303.1', '303.1', 'scenario']
    """
    return (
        *_holding(),
        *_giving_away(readings),
        *_aiming(),
        *_triggers(readings),
        _refusal(
            "condition_fails",
            "when_holds",
            "303.3",
            "Не выполнено условие «{name}»: на столе нет: {missing}.",
            "The condition of “{name}” does not hold; not on the table: {missing}.",
            manners=_NO_TRIGGER,
        ),
        *_slow(readings),
        *_fast(),
        *_reserving(readings),
    )


def _holding() -> tuple[Refusal, ...]:
    return (
        _refusal(
            "stack_deactivated",
            "stack_is_not_deactivated",
            "302.8",
            "Накладывается эффект: стек деактивирован, заявлять нельзя никому.",
            "An effect is being applied: the stack is deactivated and nobody may declare.",
            _ALL,
        ),
        _refusal(
            "not_the_holder",
            "decides_as_holder",
            "303.1",
            "{player} не владеет приоритетом; {whose}.",
            "{player} does not have priority; {whose}.",
            _ALL,
        ),
        _refusal(
            "not_own_action",
            "action_is_own",
            "303.1",
            "«{name}» — игродействие другого игрока.",
            "“{name}” is the other player's action.",
        ),
        _refusal(
            "declared_already",
            "action_is_undeclared",
            "scenario",
            "«{name}» уже заявлено: одно имя — одно игродействие.",
            "“{name}” was declared already: a name is one action.",
        ),
        _refusal(
            "roll_of_an_action",
            "action_is_no_roll",
            "scenario",
            "«{name}» — бросок: он попадает в очередь заявок сам, когда его делает игродействие.",
            "“{name}” is a roll: it enters the queue by itself when its action makes it.",
        ),
    )


def _giving_away(readings: Readings) -> tuple[Refusal, ...]:
    rows = [
        _refusal(
            "pass_after_declaring",
            "holder_has_not_declared",
            "303.2",
            "{player} уже заявил игродействие в этом владении приоритетом: это не пас, а передача приоритета.",
            "{player} has declared something in this hold: that is no pass but a hand-over.",
            ("pass",),
        ),
        _refusal(
            "hand_over_without_declaring",
            "holder_has_declared",
            "303.6",
            "{player} ничего не заявил в этом владении приоритетом: это не передача приоритета, а пас.",
            "{player} has declared nothing in this hold: that is no hand-over but a pass.",
            ("hand_over",),
        ),
    ]
    if readings.triggers_mandatory:
        rows.append(
            _refusal(
                "trigger_left",
                "no_own_trigger_left",
                "303.4",
                "У {player} осталось срабатывающее игродействие, которое нужно заявить: {triggers}.",
                "{player} still has a triggered action that must be declared: {triggers}.",
                _AWAY,
            )
        )
    return tuple(rows)


def _aiming() -> tuple[Refusal, ...]:
    return (
        _refusal(
            "aim_queued",
            "aim_is_not_queued",
            "302.10",
            "«{aim}» ещё в очереди заявок: с ним нельзя взаимодействовать.",
            "“{aim}” is still in the queue: nothing can be done to it.",
        ),
        _refusal(
            "aim_not_on_stack",
            "aim_is_on_stack",
            "302.12",
            "«{aim}» нет в стеке.",
            "“{aim}” is not on the stack.",
        ),
        _refusal(
            "aim_not_top",
            "aim_is_top",
            "302.12",
            "«{aim}» ждёт своей очереди в стеке: сверху «{top}».",
            "“{aim}” is waiting in the stack: “{top}” is on top.",
        ),
        _refusal(
            "aim_applied",
            "aim_is_not_applied",
            "302.12",
            "Эффект «{aim}» уже наложен, блокировать поздно.",
            "The effect of “{aim}” is applied already; it is too late to block it.",
        ),
        _refusal(
            "aim_without_target",
            "aim_has_target",
            "302.12",
            "У «{aim}» нет цели, перенаправлять нечего.",
            "“{aim}” has no target to redirect.",
        ),
        _refusal(
            "aim_redirected_already",
            "aim_is_not_redirected",
            "302.12",
            "«{aim}» уже перенаправлено.",
            "“{aim}” was redirected already.",
        ),
        _refusal(
            "aim_target_final",
            "aims_target_is_not_final",
            "302.12",
            "Цель «{aim}» уже определена окончательно.",
            "The target of “{aim}” is final already.",
        ),
    )


def _triggers(readings: Readings) -> tuple[Refusal, ...]:
    once = readings.trigger_once_per_point
    return (
        _refusal(
            "point_used",
            "point_is_not_used" if once else "point_is_not_closed",
            "303.4",
            "{player} уже отдавал приоритет в этом окне: его точка срабатывания пройдена."
            if once
            else "Оппонент заявил новое после {player}: эта точка срабатывания для {player} закрыта.",
            "{player} has given priority away in this window: the trigger point is over for {player}."
            if once
            else "The opponent has declared something since: the trigger point is closed to {player}.",
            manners=("triggered",),
        ),
        _refusal(
            "not_its_point",
            "point_is_here",
            "303.4",
            "«{name}» сейчас не срабатывает: его точка срабатывания — {point}.",
            "This is not the trigger point of “{name}”, which is: {point}.",
            manners=("triggered",),
        ),
        _refusal(
            "trigger_condition_fails",
            "when_holds",
            "303.4",
            "Не выполнено условие «{name}»: на столе нет: {missing}.",
            "The condition of “{name}” does not hold; not on the table: {missing}.",
            manners=("triggered",),
        ),
    )


def _slow(readings: Readings) -> tuple[Refusal, ...]:
    rows = [
        _refusal(
            "slow_not_main",
            "phase_is_main",
            "303.3",
            "«{name}» — медленное игродействие, а идёт не главная фаза.",
            "“{name}” is slow, and this is not the main phase.",
            manners=("slow",),
        )
    ]
    if readings.slow_active_only:
        rows.append(
            _refusal(
                "slow_not_active",
                "decides_as_turn_player",
                "303.3",
                "«{name}» — медленное игродействие, а {player} — Неактивный игрок.",
                "“{name}” is slow, and {player} is the Non-active player.",
                manners=("slow",),
            )
        )
    rows.append(
        _refusal(
            "slow_queue_not_empty",
            "queue_is_empty",
            "303.3",
            "«{name}» — медленное игродействие, а очередь заявок не пуста: {queue}.",
            "“{name}” is slow, and the queue is not empty: {queue}.",
            manners=("slow",),
        )
    )
    if readings.slow_needs_empty_stack:
        rows.append(
            _refusal(
                "slow_stack_not_empty",
                "stack_is_empty",
                "303.3",
                "«{name}» — медленное игродействие, а стек не пуст: {stack}.",
                "“{name}” is slow, and the stack is not empty: {stack}.",
                manners=("slow",),
            )
        )
    return tuple(rows)


def _fast() -> tuple[Refusal, ...]:
    return (
        _refusal(
            "fast_not_open",
            "fast_is_open",
            "303.3",
            "Заявить быстрое «{name}» сейчас нельзя: фаза не главная, оппонент ничего нового не заявил, "
            "игродействие стек не покидало.",
            "The fast “{name}” is not open now: this is not the main phase, the opponent has declared nothing new, "
            "no action has left the stack.",
            manners=("fast",),
        ),
        _refusal(
            "conditional_not_open",
            "fast_or_conditional_is_open",
            "303.3",
            "Заявить условное играемое «{name}» сейчас нельзя: фаза не главная, оппонент ничего нового не заявил, "
            "игродействие стек не покидало, и это не первое владение приоритетом после игродействия вне стека.",
            "The conditional playable “{name}” is not open now: this is not the main phase, the opponent has declared "
            "nothing new, no action has left the stack, and this is no first hold after an off-stack action.",
            manners=("conditional",),
        ),
    )


def _reserving(readings: Readings) -> tuple[Refusal, ...]:
    if readings.reserve_at == "execution":
        return ()
    return (
        _refusal(
            "cost_not_free",
            "cost_is_free",
            "302.12",
            "Ресурсов для «{name}» нет, или их зарезервировало другое игродействие: {cost}.",
            "The resources of “{name}” are missing or reserved by another action: {cost}.",
        ),
    )
