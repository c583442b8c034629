"""The commands of the stepper in both languages, whatever the language of the output."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from berserk_fsm.rules.text import Text

__all__ = ["COMMANDS", "Command", "find_command", "near_name", "nearest_command", "normal"]


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Args:
        id: names it.
        en, ru: its spellings; the first is the one that is taught, all are read.
        argument: what may follow, for the help; empty when nothing may.
        about: what it does.
    """

    id: str
    en: tuple[str, ...]
    ru: tuple[str, ...]
    argument: Text
    about: Text

    def spell(self, lang: str) -> str:
        """How the command is taught in ``lang``."""
        return (self.ru if lang == "ru" else self.en)[0]


def _command(id: str, en: str, ru: str, argument: tuple[str, str], about_ru: str, about_en: str) -> Command:
    def spellings(words: str) -> tuple[str, ...]:
        return tuple(word.strip() for word in words.split(","))

    return Command(id, spellings(en), spellings(ru), Text(*argument), Text(about_ru, about_en))


_NONE = ("", "")

COMMANDS: tuple[Command, ...] = (
    _command("back", "back, undo", "назад, отмена", ("[СКОЛЬКО]", "[COUNT]"),
             "вернуться на одну фразу, вплоть до самого начала",
             "take the last sentence back, up to the very start"),
    _command("why", "why, why not", "почему, почему нельзя", ("[ИМЯ или ФРАЗА]", "[NAME or SENTENCE]"),
             "можно ли это и по какому пункту нет; без имени — можно ли отдать приоритет",
             "is it allowed, and by which clause not; without a name: may priority be given away"),
    _command("next", "next", "дальше, сыграть", ("[СКОЛЬКО]", "[COUNT]"),
             "сделать следующий шаг розыгрыша из файла",
             "do what the file's play says next"),
    _command("micro", "micro, micro-steps", "шаги, микрошаги", _NONE,
             "включить или выключить микрошаги: Enter — один переход автомата",
             "micro-steps on or off: Enter takes one transition of the machine"),
    _command("legal", "legal", "можно, что можно", _NONE,
             "что можно заявить, а что нет и почему",
             "what may be declared, and what not and why"),
    _command("state", "state", "положение", _NONE,
             "всё о положении теми же словами, что и в файлах сценариев",
             "everything about the situation, in the words of scenario files"),
    _command("position", "position", "позиция", _NONE,
             "положение одной строкой, чтобы переслать",
             "the position as one line of text, to pass on"),
    _command("history", "history", "ход игры, история", _NONE,
             "фразы с начала, по порядку",
             "the sentences so far"),
    _command("keep", "keep", "записать отказ", _NONE,
             "внести последний отказ в сценарий как «отказ»",
             "note the last refusal in the scenario as “refused”"),
    _command("save", "save", "сохранить", ("ФАЙЛ", "FILE"),
             "записать сценарий, который всё это повторит",
             "write a scenario that repeats all this"),
    _command("save!", "save!", "сохранить!", ("ФАЙЛ", "FILE"),
             "то же, но поверх существующего файла",
             "the same, over a file that exists"),
    _command("help", "help, ?", "помощь, справка", _NONE, "эта справка", "this help"),
    _command("quit", "quit, exit, q", "выход, выйти", _NONE, "закончить (или Ctrl-D)", "leave (or Ctrl-D)"),
)  # fmt: skip


def normal(text: str) -> str:
    """The form in which two spellings of a word are equal: case, ``ё`` and spaces make no difference.

    >>> normal("  Ещё   РАЗ ")
    'еще раз'
    """
    return " ".join(unicodedata.normalize("NFC", text).casefold().replace("ё", "е").split())


_SPELLINGS: dict[str, Command] = {normal(word): command for command in COMMANDS for word in (*command.en, *command.ru)}
_LONGEST = max(len(spelling.split()) for spelling in _SPELLINGS)


def find_command(line: str) -> tuple[Command, str] | None:
    """The command a line begins with and what follows it, untouched; ``None`` when it begins with none.

    >>> command, argument = find_command("Почему нельзя  Двойной удар")
    >>> command.id, argument
    ('why', 'Двойной удар')
    """
    for words in range(_LONGEST, 0, -1):
        match = re.match(rf"\s*(\S+(?:\s+\S+){{{words - 1}}})(?:\s+(.*))?$", line, re.DOTALL)
        if match and (command := _SPELLINGS.get(normal(match[1]))):
            argument = (match[2] or "").strip()
            if argument and not command.argument.en:
                continue
            return command, argument
    return None


def nearest_command(line: str) -> str | None:
    """The spelling that looks most like the beginning of a line, also typed with the other keyboard layout.

    >>> nearest_command("истоия"), nearest_command("yfpfl"), nearest_command("xyzzy")
    ('история', 'назад', None)
    """
    words = normal(line).split()
    beginnings = [" ".join(words[:count]) for count in range(min(_LONGEST, len(words)), 0, -1)]
    for beginning in beginnings:
        for typed in (beginning, beginning.translate(_TO_CYRILLIC), beginning.translate(_TO_LATIN)):
            if typed in _SPELLINGS:
                return typed
    for beginning in beginnings:
        if close := difflib.get_close_matches(beginning[:40], _SPELLINGS, n=1, cutoff=0.7):
            return close[0]
    return None


_LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC_KEYS = "йцукенгшщзхъфывапролджэячсмитьбю"
_TO_CYRILLIC = str.maketrans(_LATIN_KEYS, _CYRILLIC_KEYS)
_TO_LATIN = str.maketrans(_CYRILLIC_KEYS, _LATIN_KEYS)


def near_name(text: str, names: Iterable[str]) -> str | None:
    """The name that looks most like ``text``; ``None`` when none does.

    >>> near_name("щиит", ["удар", "щит"])
    'щит'
    """
    by_form = {normal(name): name for name in names}
    close = difflib.get_close_matches(normal(text)[:100], by_form, n=1, cutoff=0.6)
    return by_form[close[0]] if close else None
