"""Files of the official text as people have them: UTF-8 or cp1251, with any line ends, never read beyond a bound."""

from __future__ import annotations

import re

from berserk_fsm.errors import InputError
from berserk_fsm.files import read_bounded
from berserk_fsm.yaml_text import is_utf16_without_mark

__all__ = ["MAX_BYTES", "decode_text", "read_text"]

MAX_BYTES = 4 * 1024 * 1024
"""The whole rulebook is below half a megabyte; what is larger is another file."""

# The first begins as UTF-16 with its mark does; the two zeros behind it are no letter of a text.
_UTF_32 = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read_text(where: str) -> str:
    """The text of a file.

    Args:
        where: its name.

    Raises:
        InputError: it cannot be read, is larger than :data:`MAX_BYTES`, broken off or no text.
    """
    data = read_bounded(where, MAX_BYTES)
    if data is None:
        raise InputError(
            where,
            None,
            f"the file is larger than {MAX_BYTES >> 20} MiB; the text of the rules was expected",
            f"файл больше {MAX_BYTES >> 20} МиБ; ожидался текст правил",
        )
    return decode_text(data, where)


def decode_text(data: bytes, where: str) -> str:
    """The text in ``data``: UTF-8, cp1251, or UTF-16 with its mark; line ends become ``\\n``.

    Args:
        data: the bytes of a file.
        where: the name shown in errors.

    Raises:
        InputError: it is no text, is broken off inside a letter, or in an encoding that is not known.

    >>> decode_text("стек\\r\\n".encode("cp1251"), "rules.txt")
    'стек\\n'
    """
    text = _decoded(data, where)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    control = _CONTROL.search(text)
    if control:
        raise InputError(
            where,
            text.count("\n", 0, control.start()) + 1,
            f"a character that no text has (code {ord(control[0])}); a text file in UTF-8 was expected",
            f"знак, которого в тексте не бывает (код {ord(control[0])}); ожидался текстовый файл в UTF-8",
        )
    return text


def _decoded(data: bytes, where: str) -> str:
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    unmarked = "UTF-16" if not marked and is_utf16_without_mark(data) else None
    wide = "UTF-32" if data.startswith(_UTF_32) else unmarked
    if wide is not None:
        raise InputError(
            where,
            None,
            f"the file is not in UTF-8 but in {wide}; save it as UTF-8 or as Windows-1251",
            f"файл не в UTF-8, а в {wide}; сохраните его в UTF-8 или Windows-1251",
        )
    if marked:
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise _broken(data.decode("utf-16", "replace"), len(data), error, where) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        repaired = data.decode("utf-8", "replace")
        if 3 * repaired.count("\ufffd") <= sum(letter > "\x7f" for letter in repaired):
            # UTF-8 with a damaged place, which as cp1251 would be gibberish.
            raise _broken(data[: error.start].decode("utf-8", "replace"), len(data), error, where) from None
    found = data.decode("cp1251", "replace")
    high = [letter for letter in found if letter > "\x7f"]
    small = sum(letter in "абвгдежзийклмнопрстуфхцчшщъыьэюяё" for letter in high)
    if 2 * small < len(high) or "\ufffd" in found:
        # In KOI8-R small and capital letters are swapped, in cp866 most of them are no letters.
        raise InputError(
            where,
            None,
            "the encoding of the file is not known; save it as UTF-8 or as Windows-1251",
            "кодировка файла не опознана; сохраните его в UTF-8 или Windows-1251",
        )
    return found


def _broken(before: str, length: int, error: UnicodeDecodeError, where: str) -> InputError:
    line = before.count("\n") + 1
    if error.end >= length:
        return InputError(where, line, "the file breaks off in the middle of a letter", "файл обрывается посреди буквы")
    return InputError(
        where,
        line,
        f"the file is damaged: its byte {error.start + 1} does not belong to {error.encoding.upper()}",
        f"файл повреждён: байт {error.start + 1} не годится для {error.encoding.upper()}",
    )
