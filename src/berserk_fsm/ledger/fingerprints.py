"""Fingerprints: short values by which a text or an element is known again without being kept."""

from __future__ import annotations

import hashlib
import re
import unicodedata

__all__ = ["LENGTH", "fingerprint", "normal", "text_fingerprint"]

LENGTH = 16
"""Hexadecimal digits of a fingerprint; 64 bits keep a few hundred texts apart."""

# What a layout program changes and no rules editor means: kinds of quotes and dashes, invisible characters.
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("«»“”„‟″", '"'),
        **dict.fromkeys("‘’‚‛", "'"),
        **dict.fromkeys("–—−‐‑‒―", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
        "…": "...",
    }
)


def normal(text: str) -> str:
    """The text without what only layout changes: blanks, line ends, kinds of quotes and dashes, soft hyphens.

    Args:
        text: any text.

    >>> normal("  «Стек» –\\r\\n это\\u00a0зона ")
    '"Стек" - это зона'
    """
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text).translate(_ALIKE)).strip()


def fingerprint(text: str) -> str:
    """The fingerprint of a text, letter by letter.

    >>> fingerprint("stack") == fingerprint("stack"), fingerprint("stack") == fingerprint("Stack")
    (True, False)
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def text_fingerprint(text: str) -> str:
    """The fingerprint of a text as a reader sees it, whatever its layout.

    >>> text_fingerprint("a  «b»") == text_fingerprint('a "b"')
    True
    """
    return fingerprint(normal(text))
