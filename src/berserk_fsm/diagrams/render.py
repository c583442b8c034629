"""Writing the pictures, and telling which of the written ones are stale."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from berserk_fsm.diagrams.dot import dot_text, fingerprint, legend_of
from berserk_fsm.diagrams.errors import DiagramError, check_known
from berserk_fsm.diagrams.gallery import gallery_pages
from berserk_fsm.diagrams.layout import TIME_LIMIT, lay_out
from berserk_fsm.diagrams.markdown import transition_table
from berserk_fsm.diagrams.mermaid import mermaid_text
from berserk_fsm.diagrams.model import DiagramModel, Words
from berserk_fsm.diagrams.pdf import mark_of_pdf, marked_pdf
from berserk_fsm.diagrams.plantuml import plantuml_text
from berserk_fsm.diagrams.pool import side_by_side
from berserk_fsm.diagrams.svg import check_svg_texts, count_check, finish_svg
from berserk_fsm.diagrams.views import LANGS, VIEWS, make_view
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.files import write_whole

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Specification

__all__ = [
    "ENDINGS",
    "FORMATS",
    "PICTURES",
    "TEXTS",
    "Stale",
    "check_diagrams",
    "check_gallery",
    "diagram_path",
    "render",
    "write_diagrams",
    "write_gallery",
]

TEXTS: Mapping[str, Callable[[DiagramModel], str]] = MappingProxyType(
    {"dot": dot_text, "mermaid": mermaid_text, "plantuml": plantuml_text, "markdown": transition_table}
)
"""The formats that are text made of the model alone, and how: the same model gives the same bytes."""

PICTURES = ("svg", "png", "pdf")
"""The formats that need a layout."""

FORMATS = (*PICTURES, *TEXTS)

ENDINGS: Mapping[str, str] = MappingProxyType({"mermaid": "mmd", "plantuml": "puml", "markdown": "md"})
"""The usual endings of files, where they are not the name of the format."""

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
    return out / lang / f"{view}.{ENDINGS.get(format_, format_)}"


def render(
    model: DiagramModel,
    formats: Sequence[str] = FORMATS,
    time_limit: float = TIME_LIMIT,
    href: str | None = None,
) -> dict[str, bytes]:
    """One picture in some formats, laid out once and counted against its model.

    Args:
        model: what to draw.
        formats: of :data:`FORMATS`.
        time_limit: seconds the layout may take.
        href: the address of a clause's page, with ``{clause}`` for its number; ``None``: no links.

    Raises:
        DiagramError: an unknown format, or the layout failed or lost something.
    """
    check_known(formats, FORMATS, "format", "формата")
    found = {format_: TEXTS[format_](model).encode("utf-8") for format_ in formats if format_ in TEXTS}
    pictures = [format_ for format_ in formats if format_ in PICTURES]
    if pictures:
        dot = dot_text(model)
        mark = fingerprint(model, dot)
        # The SVG is made even if nobody asked for it: it is what can be counted.
        raw = lay_out(dot, ("svg", *(one for one in pictures if one != "svg")), time_limit, legend_of(model))
        found["svg"] = finish_svg(raw["svg"], model, mark, href)
        if "png" in raw:
            found["png"] = _marked(raw["png"], mark)
        if "pdf" in raw:
            found["pdf"] = marked_pdf(raw["pdf"], mark)
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
    href: str | None = None,
    progress: Callable[[str], None] | None = None,
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
        href: the address of a clause's page, with ``{clause}`` for its number; ``None``: no links.
        progress: called with ``LANG/VIEW`` when a picture is made, in the order of the pictures.

    Returns:
        The files written, in order.

    Raises:
        DiagramError: an unknown language, format or view; a layout failed; a file could not be written.
    """
    check_known(formats, FORMATS, "format", "формата")
    wanted = list(_models(spec, langs, views, words))
    pictures = []
    with side_by_side(4) as pool:
        # The biggest ones first, so that nobody waits for them in the end; told in the order asked for.
        order = sorted(range(len(wanted)), key=lambda at: -len(wanted[at].edges))
        coming = {at: pool.submit(render, wanted[at], formats, time_limit, href) for at in order}
        for at, model in enumerate(wanted):
            pictures.append(coming[at].result())
            if progress is not None:
                progress(f"{model.lang}/{model.view}")
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

    Text formats are compared byte for byte; of an SVG the elements, what each tells and the fingerprint of its DOT text
    and legend, for coordinates may differ from machine to machine; of a PNG or PDF the fingerprint and that it is
    whole. A PNG or PDF that is not kept is not stale: it can be made from the same picture at any time.

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
    check_known(formats, FORMATS, "format", "формата")
    found: list[Stale] = []
    for model in _models(spec, langs, views, words):
        mark = fingerprint(model)
        for format_ in formats:
            path = diagram_path(out, model.lang, model.view, format_)
            wrong = _wrong(path, format_, mark, model)
            if wrong is not None:
                found.append(Stale(path, *wrong))
    return found


def write_gallery(spec: Specification, out: Path) -> list[Path]:
    """Write the pages about the pictures: ``OUT/README.md`` and the tables of events.

    Raises:
        DiagramError: one could not be written.
    """
    pages = gallery_pages(spec)
    for name, text in pages.items():
        _write(out / name, text.encode("utf-8"))
    return [out / name for name in pages]


def check_gallery(spec: Specification, out: Path) -> list[Stale]:
    """The pages about the pictures that are not what :func:`write_gallery` would write."""
    found = []
    for name, text in gallery_pages(spec).items():
        try:
            current = (out / name).read_bytes() == text.encode("utf-8")
        except OSError:
            found.append(Stale(out / name, "missing", "нет файла"))
            continue
        if not current:
            found.append(Stale(out / name, "not of this specification", "не по этой спецификации"))
    return found


def _wrong(path: Path, format_: str, mark: str, model: DiagramModel) -> tuple[str, str] | None:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None if format_ in ("png", "pdf") else ("missing", "нет файла")
    except OSError as error:
        return f"cannot be read: {error.strerror}", f"не читается: {error.strerror}"
    outdated = ("not of this specification", "не по этой спецификации")
    if format_ in TEXTS:
        return None if data == TEXTS[format_](model).encode("utf-8") else outdated
    if format_ == "png":
        return None if _mark_of(data) == mark else outdated
    if format_ == "pdf":
        return None if mark_of_pdf(data) == mark else outdated
    try:
        count_check(data, model)
    except DiagramError as error:
        return error.en, error.ru
    current = check_svg_texts(data, model) and f'data-fingerprint="{mark}"'.encode() in data
    return None if current else outdated


def _models(
    spec: Specification, langs: Sequence[str], views: Sequence[str], words: Words | None
) -> Iterator[DiagramModel]:
    words = rule_words(spec.profile) if words is None else words
    for lang in langs:
        for view in views:
            yield make_view(view, spec, lang, words)


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
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
