"""Text in both languages of the project."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Text"]


@dataclass(frozen=True, slots=True)
class Text:
    """The same said in Russian and in English.

    >>> Text(ru="пас", en="pass").get("ru")
    'пас'
    """

    ru: str
    en: str

    def get(self, lang: str) -> str:
        """The text in ``lang``: ``"ru"``, anything else is English."""
        return self.ru if lang == "ru" else self.en

    def as_dict(self) -> dict[str, str]:
        """Both languages, for JSON.

        >>> Text(ru="пас", en="pass").as_dict()
        {'ru': 'пас', 'en': 'pass'}
        """
        return {"ru": self.ru, "en": self.en}
