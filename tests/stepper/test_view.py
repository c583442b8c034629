"""The view of a position: which window and why, marks of the stack, trigger points."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from berserk_fsm import Action, Game, Readings
from berserk_fsm.core.values import Point
from berserk_fsm.stepper import Session
from tests.stepper.conftest import game

Start = Callable[..., Session]


def after(session: Session, *lines: str) -> str:
    for line in lines:
        session.respond(line)
    return session.respond("").text


def test_header_window_and_passes(start: Start) -> None:
    text = after(start("ru"), "A пасует")
    assert text.startswith("Ход 1 · главная фаза · приоритет у B, это Неактивный игрок\n")
    assert "Окно приоритета фазы; A уже спасовал [303.1]" in text
    assert "  1  B пасует — второй пас подряд: фаза закончится" in text


def test_queue_front_first_and_stack_top_first_with_marks(start: Start) -> None:
    session = start("ru")
    text = after(session, "A заявляет удар", "A заявляет крик")
    assert "Очередь заявок (начало → конец): удар (A) → крик (A)" in text
    assert "уже заявлено: удар, крик" in text
    text = after(session, "оба пасуют")
    rows = text.splitlines()
    top = rows.index("Стек (сверху вниз):") + 1
    assert rows[top] == "  > крик (A) — выполняется, этап «Расчёт и применение эффекта»"
    assert rows[top + 1] == "    удар (A) — ждёт, цель: гоблин"


def test_redirected_blocked_suspended_and_the_removal_window(start: Start) -> None:
    session = start("ru")
    text = after(session, "1", "оба пасуют", "A пасует", "B заявляет защита", "оба пасуют")
    assert "    удар (A) — приостановлено на этапе «Окончательное определение цели», цель: гоблин" in text
    text = after(session, "оба пасуют", "оба пасуют")
    assert "Окно приоритета после удаления из стека; верхнее теперь «удар»" in text
    assert "  > удар (A) — приостановлено на этапе «Окончательное определение цели», новая цель: орк" in text
    text = after(session, "A пасует", "B заявляет щит", "оба пасуют", "оба пасуют", "оба пасуют", "оба пасуют")
    assert "заблокировано, зарезервировано: рыцарь открыт" in text
    text = after(session, "оба пасуют", "оба пасуют")
    assert "Окно приоритета фазы: стек опустел" in text
    assert "Факты: нет" in text


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_trigger_point_is_shown_where_something_waits_for_it(start: Start, lang: str) -> None:
    session = start(lang)
    text = after(session, "1", "both pass", "both pass", "both pass")
    point = "«удар», этап «Завершение»" if lang == "ru" else "“удар”, step “Completion”"
    assert point in text
    text = after(session, "A passes")
    assert "(для A уже пройдена)" in text or "(over for A)" in text
    assert not any(row.startswith(("Точка", "Trigger")) for row in after(start(lang)).splitlines())


def test_window_after_a_payment() -> None:
    actions = (Action("X", by="A", cost=("mana",)), Action("t", by="B", on=Point("payment", "X")))
    session = Session(Game(actions, facts=["mana"]), "en")
    text = after(session, "1", "both pass", "both pass", "both pass")
    assert "Priority window after the step “Payment” of “X”: someone has something to declare" in text
    assert "reserved" not in text
    assert "Trigger point: “X”, step “Payment”" in text


def test_a_cancelled_action_in_micro_steps() -> None:
    session = Session(Game([Action("X", by="A", cost=("mana",))]), "en")
    after(session, "1", "micro", "both pass")
    told = ""
    while not session.game.settled:
        told += session.respond("").text
    assert "“X”: cancelled" in told
    assert session.game.state.log.cancelled == ("X",)


def test_every_micro_step_of_a_turn_is_told_in_both_languages() -> None:
    readings = [Readings(), Readings(window_opens_with="controller", roll_through_queue=False)]
    for chosen in readings:
        for lang in ("ru", "en"):
            session = Session(game(chosen), lang)
            session.respond("micro")
            for line in ("A declares удар", *["both pass"] * 8):
                session.respond(line)
                while not session.game.settled:
                    text = session.respond("").text
                    assert text
                    assert "None" not in text
            assert session.game.state.turn == 2


def test_actions_of_nobody() -> None:
    session = Session(Game(), "ru")
    assert "  1  A пасует" in session.respond("можно").text
    assert "Стек: пуст" in session.respond("").text
