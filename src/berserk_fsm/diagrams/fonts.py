"""The font of the pictures, cut down to the letters a picture uses, to stand in its SVG."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

__all__ = ["font_face", "font_folder"]

_FILES = {"normal": "Roboto-Regular.ttf", "bold": "Roboto-Bold.ttf"}
_ALPHABETS = (
    frozenset(chr(code) for code in range(0x20, 0x7F) if not chr(code).isalpha()) | set("«»“”„–—…·•‹›№×\u00a0"),
    frozenset("abcdefghijklmnopqrstuvwxyz"),
    frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    frozenset("абвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
    frozenset("АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
)
"""Of an alphabet a picture has all letters or none, so that few different fonts have to be cut."""


def font_folder() -> Path:
    """The folder of ``font-roboto`` that holds the fonts."""
    import font_roboto

    return Path(font_roboto.font_directory)


def font_face(letters: Iterable[str], weight: str) -> str:
    """A CSS ``@font-face`` rule with the alphabets of these letters; the same letters give the same text.

    Args:
        letters: the characters.
        weight: ``normal`` or ``bold``.
    """
    used = set(letters)
    rounded = used.union(*(alphabet for alphabet in _ALPHABETS if not used.isdisjoint(alphabet)))
    return _face(frozenset(rounded), weight)


@lru_cache(maxsize=64)
def _face(letters: frozenset[str], weight: str) -> str:
    data = base64.b64encode(_cut((font_folder() / _FILES[weight]).read_bytes(), letters)).decode("ascii")
    return f"@font-face{{font-family:Roboto;font-weight:{weight};src:url(data:font/woff;base64,{data}) format('woff')}}"


def _cut(font: bytes, letters: Iterable[str]) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(
        hinting=False,
        layout_features=["kern"],
        name_IDs=[1, 2],
        notdef_outline=True,
        drop_tables=["DSIG", "GDEF", "gasp", "hdmx", "VDMX", "LTSH"],
    )
    loaded = TTFont(io.BytesIO(font), recalcTimestamp=False, lazy=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=sorted(ord(letter) for letter in letters))
    subsetter.subset(loaded)
    loaded.flavor = "woff"
    out = io.BytesIO()
    loaded.save(out, reorderTables=False)
    return out.getvalue()
