"""How what a refusal cites is written: a clause by its number, the scenario in the language of the reader."""

from __future__ import annotations

__all__ = ["SCENARIO", "citation_text", "refused_by"]

SCENARIO = "scenario"
"""What a refusal cites when the scenario itself forbids something, not the rulebook: a second declaration of a name."""


def citation_text(cited: str, lang: str) -> str:
    """What is cited, as a reader of ``lang`` sees it; scenario files are read with either word.

    Args:
        cited: a clause number, ``gap/NAME`` or :data:`SCENARIO`.
        lang: ``"ru"``; anything else is English.

    >>> citation_text("scenario", "ru"), citation_text("scenario", "en"), citation_text("303.4", "ru")
    ('сценарий', 'scenario', '303.4')
    """
    return "сценарий" if cited == SCENARIO and lang == "ru" else cited


def refused_by(cited: str, lang: str) -> str:
    """The same within a sentence, behind "a refusal".

    >>> refused_by("303.4", "en"), refused_by("303.4", "ru"), refused_by("scenario", "ru")
    ('by 303.4', 'по пункту 303.4', 'по сценарию')
    """
    if lang == "ru":
        return "по сценарию" if cited == SCENARIO else f"по пункту {cited}"
    return "by the scenario" if cited == SCENARIO else f"by {cited}"
