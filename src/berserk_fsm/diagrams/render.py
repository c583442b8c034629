"""Writing the pictures, and telling which of the written ones are stale."""

from __future__ import annotations

import hashlib
import os
import struct
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from berserk_fsm.diagrams.dot import dot_text
from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.layout import TIME_LIMIT, lay_out
from berserk_fsm.diagrams.model import DiagramModel, Words
from berserk_fsm.diagrams.svg import check_svg_texts, count_check, finish_svg
from berserk_fsm.diagrams.views import LANGS, VIEWS, make_view
from berserk_fsm.diagrams.words import rule_words

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Specification

__all__ = ["FORMATS", "Stale", "check_diagrams", "diagram_path", "render", "write_diagrams"]

FORMATS = ("svg", "png", "dot")

_PNG = b"\x89PNG\r\n\x1a\n"
_KEYWORD = b"berserk-fsm"


class Stale(NamedTuple):
    """A picture that is not what the specification gives.

    Args:
        path: the file.
        en: what is wrong with it, in English.
        ru: the same in Russian.
    """

    path: Path
    en: str
    ru: str

    def text(self, lang: str = "en") -> str:
        """The file and what is wrong with it, in ``lang``."""
        return f"{self.path}: {self.ru if lang == 'ru' else self.en}"


def diagram_path(out: Path, lang: str, view: str, format_: str) -> Path:
    """Where a picture is written.

    >>> diagram_path(Path("diagrams"), "ru", "turn", "svg").as_posix()
    'diagrams/ru/turn.svg'
    """
    return out / lang / f"{view}.{format_}"


def render(model: DiagramModel, formats: Sequence[str] = FORMATS, time_limit: float = TIME_LIMIT) -> dict[str, bytes]:
    """One picture in some formats, laid out once and counted against its model.

    Args:
        model: what to draw.
        formats: of :data:`FORMATS`.
        time_limit: seconds the layout may take.

    Raises:
        DiagramError: an unknown format, or the layout failed or lost something.
    """
    _known(formats, FORMATS, "format", "формата")
    dot = dot_text(model)
    found = {"dot": dot.encode("utf-8")}
    if set(formats) != {"dot"}:
        raw = lay_out(dot, ("svg", "png") if "png" in formats else ("svg",), time_limit)
        # The SVG is made even if nobody asked for it: it is what can be counted.
        found["svg"] = finish_svg(raw["svg"], model, _fingerprint(dot))
        if "png" in raw:
            found["png"] = _marked(raw["png"], _fingerprint(dot))
    return {format_: found[format_] for format_ in formats}


def write_diagrams(
    spec: Specification,
    out: Path,
    langs: Sequence[str] = LANGS,
    formats: Sequence[str] = FORMATS,
    views: Sequence[str] = tuple(VIEWS),
    *,
    words: Words | None = None,
    time_limit: float = TIME_LIMIT,
) -> list[Path]:
    """Write pictures of a specification to ``OUT/LANG/VIEW.FORMAT``.

    A file is replaced as a whole or not at all, and only when all pictures could be made.

    Args:
        spec: what to draw.
        out: the folder.
        langs: of ``ru`` and ``en``.
        formats: of :data:`FORMATS`.
        views: of :data:`~berserk_fsm.diagrams.views.VIEWS`.
        words: how guards and effects are said; by default as the vocabulary does.
        time_limit: seconds one layout may take.

    Returns:
        The files written, in order.

    Raises:
        DiagramError: an unknown language, format or view; a layout failed; a file could not be written.
    """
    _known(formats, FORMATS, "format", "формата")
    wanted = list(_models(spec, langs, views, words))
    with ThreadPoolExecutor(max_workers=max(1, min(4, os.cpu_count() or 1))) as pool:
        pictures = list(pool.map(lambda model: render(model, formats, time_limit), wanted))
    written: list[Path] = []
    for model, picture in zip(wanted, pictures, strict=True):
        for format_, data in picture.items():
            path = diagram_path(out, model.lang, model.view, format_)
            _write(path, data)
            written.append(path)
    return written


def check_diagrams(
    spec: Specification,
    out: Path,
    langs: Sequence[str] = LANGS,
    formats: Sequence[str] = FORMATS,
    views: Sequence[str] = tuple(VIEWS),
    *,
    words: Words | None = None,
) -> list[Stale]:
    """The pictures in ``out`` that are not what the specification gives. Needs no layout, so it is quick.

    DOT is compared byte for byte; of an SVG the elements, what each tells and the fingerprint of its DOT
    text, for coordinates may differ from machine to machine; of a PNG the fingerprint and that it is whole. A PNG
    that is not kept is not stale: it can be made from the same picture at any time.

    Args:
        spec: what they should show.
        out: the folder.
        langs: of ``ru`` and ``en``.
        formats: of :data:`FORMATS`.
        views: of :data:`~berserk_fsm.diagrams.views.VIEWS`.
        words: as in :func:`write_diagrams`.

    Raises:
        DiagramError: an unknown language, format or view.
    """
    _known(formats, FORMATS, "format", "формата")
    found: list[Stale] = []
    for model in _models(spec, langs, views, words):
        dot = dot_text(model)
        for format_ in formats:
            path = diagram_path(out, model.lang, model.view, format_)
            wrong = _wrong(path, format_, dot, model)
            if wrong is not None:
                found.append(Stale(path, *wrong))
    return found


def _wrong(path: Path, format_: str, dot: str, model: DiagramModel) -> tuple[str, str] | None:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None if format_ == "png" else ("missing", "нет файла")
    except OSError as error:
        return f"cannot be read: {error.strerror}", f"не читается: {error.strerror}"
    outdated = ("not of this specification", "не по этой спецификации")
    if format_ == "dot":
        return None if data == dot.encode("utf-8") else outdated
    if format_ == "png":
        return None if _mark_of(data) == _fingerprint(dot) else outdated
    try:
        count_check(data, model)
    except DiagramError as error:
        return error.en, error.ru
    current = check_svg_texts(data, model) and f'data-fingerprint="{_fingerprint(dot)}"'.encode() in data
    return None if current else outdated


def _models(
    spec: Specification, langs: Sequence[str], views: Sequence[str], words: Words | None
) -> Iterator[DiagramModel]:
    words = rule_words(spec.profile) if words is None else words
    for lang in langs:
        for view in views:
            yield make_view(view, spec, lang, words)


def _known(names: Sequence[str], known: Sequence[str], en: str, ru: str) -> None:
    for name in names:
        if name not in known:
            listed = ", ".join(known)
            raise DiagramError(
                f"there is no {en} {name!r}; expected one of: {listed}",
                f"нет {ru} «{name}»; ожидался один из: {listed}",
            )


def _fingerprint(dot: str) -> str:
    return hashlib.sha256(dot.encode("utf-8")).hexdigest()[:16]


def _write(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, never half of it."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise DiagramError(
            f"{path}: cannot be written: {error.strerror}", f"{path}: не записывается: {error.strerror}"
        ) from None


def _marked(png: bytes, fingerprint: str) -> bytes:
    """A PNG with a text chunk that holds the fingerprint of its DOT text, right after the header."""
    body = b"tEXt" + _KEYWORD + b"\0" + fingerprint.encode("ascii")
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    header_end = len(_PNG) + 25
    return png[:header_end] + chunk + png[header_end:]


def _mark_of(png: bytes) -> str | None:
    """The fingerprint in a PNG; ``None`` if there is none or the file is not whole."""
    if not png.startswith(_PNG) or not png.endswith(b"IEND\xaeB`\x82"):
        return None
    at = len(_PNG) + 25
    if len(png) < at + 8:
        return None
    (length,) = struct.unpack(">I", png[at : at + 4])
    body = png[at + 4 : at + 8 + length]
    return body.rpartition(b"\0")[2].decode("ascii", "replace") if body.startswith(b"tEXt" + _KEYWORD) else None
