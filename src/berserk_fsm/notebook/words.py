"""What the controls of the stepper are called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from berserk_fsm.rules.text import Text

__all__ = ["WORDS"]

WORDS: Mapping[str, Text] = MappingProxyType(
    {
        "to_start": Text("В начало", "To the start"),
        "back": Text("Назад", "Back"),
        "forward": Text("Вперёд", "Forward"),
        "to_end": Text("В конец линии", "To the end of the line"),
        "slider": Text("Шаг розыгрыша", "Step of the play"),
        "step_of": Text("Шаг {} из {}", "Step {} of {}"),
        "micro_of": Text("микрошаг {} из {}", "micro-step {} of {}"),
        "coming": Text("дальше по линии:", "next on the line:"),
        "line": Text("Линия", "Line"),
        "micro": Text("по микрошагам", "micro-steps"),
        "micro_hint": Text("▶ — следующий микрошаг", "▶ takes the next micro-step"),
        "micro_about": Text(
            "«Вперёд» и «Назад» проходят решение по одному переходу автомата",
            "Forward and Back go through a decision one transition of the machine at a time",
        ),
        "holds": Text("владеет приоритетом", "has priority"),
        "no": Text("нельзя:", "no:"),
        "explain": Text("Что сказано в этом пункте", "What this clause says"),
        "expected": Text("В сценарии:", "In the scenario:"),
        "close": Text("Закрыть", "Close"),
        "files": Text("Сохранить и открыть сценарий", "Save and open a scenario"),
        "save": Text("Сохранить", "Save"),
        "save_button": Text("Показать текст сценария", "Show the scenario's text"),
        "download": Text("Скачать файл", "Download as a file"),
        "file_name": Text("spor.yaml", "dispute.yaml"),
        "saved_area": Text("Текст сценария", "Text of the scenario"),
        "saved_hint": Text(
            "Здесь появится сценарий всей линии, который можно переслать и сыграть заново.",
            "Here the whole line appears as a scenario that can be passed on and played again.",
        ),
        "load": Text("Открыть", "Open"),
        "load_button": Text("Открыть этот текст", "Open this text"),
        "choose": Text("Выбрать файл…", "Choose a file…"),
        "given_area": Text("Текст сценария или позиции", "Text of a scenario or position"),
        "given_hint": Text("Вставьте сюда сценарий или строку позиции.", "Paste a scenario or a position here."),
    }
)
"""By the name the templates use."""
