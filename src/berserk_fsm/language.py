"""Which language to speak where nobody says so: that of the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

__all__ = ["LANGS", "LANG_VARIABLE", "Lang", "known_language", "language_of_environment"]

Lang = Literal["ru", "en"]

LANGS: tuple[Lang, Lang] = ("ru", "en")
LANG_VARIABLE = "BERSERK_FSM_LANG"
"""The variable that chooses the language; it goes before the locale's."""


def language_of_environment(environment: Mapping[str, str]) -> Lang:
    """The language to speak: ``BERSERK_FSM_LANG``, else the locale's; English if that is no help.

    Args:
        environment: the variables, mostly ``os.environ``.

    >>> language_of_environment({"BERSERK_FSM_LANG": "ru", "LANG": "en_GB.UTF-8"})
    'ru'
    >>> language_of_environment({"LANG": "ru_RU.UTF-8"}), language_of_environment({"LANG": "C"})
    ('ru', 'en')
    """
    asked = known_language(environment.get(LANG_VARIABLE))
    if asked:
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            return _of_locale(environment[variable])
    import locale

    return _of_locale(locale.getlocale()[0] or "")


def known_language(value: str | None) -> Lang | None:
    """The language a value names; upper and lower case make no difference. ``None`` if it names none.

    >>> known_language(" RU "), known_language("de"), known_language(None)
    ('ru', None, None)
    """
    asked = (value or "").strip().lower()
    return next((lang for lang in LANGS if lang == asked), None)


def _of_locale(name: str) -> Lang:
    return "ru" if name.lower().startswith("ru") else "en"
