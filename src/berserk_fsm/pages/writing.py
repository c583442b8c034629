"""Writing the pages: a folder for each language, each file as a whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from berserk_fsm.diagrams.errors import DiagramError, check_known
from berserk_fsm.files import write_whole
from berserk_fsm.pages.blocks import Figure, Page
from berserk_fsm.pages.catalogue import entries
from berserk_fsm.pages.rendering import RENDERERS
from berserk_fsm.pages.sources import Sources

__all__ = ["FORMATS", "write_page", "write_pages"]

FORMATS: tuple[str, ...] = tuple(RENDERERS)
"""The formats pages are written in."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def write_pages(
    out: Path,
    lang: str,
    formats: Sequence[str] = FORMATS,
    *,
    beside: Iterable[str] = (),
    names: Iterable[str] | None = None,
    sources: Sources | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Path]:
    """Write the pages of one language to ``OUT/LANG/NAME.FORMAT``.

    Args:
        out: the folder.
        lang: ``ru`` or ``en``.
        formats: of :data:`FORMATS`.
        beside: other languages that are written too; pages link to them.
        names: which pages; all of them if ``None``.
        sources: what pages about clauses are made from; without the official text if ``None``.
        progress: called with ``LANG/NAME`` when a page is written.

    Returns:
        The files written, in order.

    Raises:
        DiagramError: an unknown language or format; a picture could not be made; a file could not be written.
    """
    check_known((lang, *beside), ("ru", "en"), "language", "языка")
    check_known(formats, FORMATS, "format", "формата")
    wanted = None if names is None else set(names)
    others = tuple(one for one in dict.fromkeys(beside) if one != lang)
    written: list[Path] = []
    for entry in entries(sources):
        if wanted is None or entry.name in wanted:
            written += write_page(entry.make(lang), out, lang, formats, others)
            if progress is not None:
                progress(f"{lang}/{entry.name}")
    return written


def write_page(page: Page, out: Path, lang: str, formats: Sequence[str], beside: Sequence[str] = ()) -> Iterator[Path]:
    """Write one page, and the pictures a Markdown page shows.

    Args:
        page: the page.
        out: the folder of all languages.
        lang: the page's language.
        formats: of :data:`FORMATS`.
        beside: the other languages.

    Raises:
        DiagramError: the page's name is no name of a file, or a file could not be written.
    """
    for format_ in formats:
        yield _write(out / lang, f"{page.name}.{format_}", RENDERERS[format_](page, lang, beside))
    if "md" in formats:
        for block in page.blocks:
            if isinstance(block, Figure):
                yield _write(out / lang, f"{block.name}.svg", block.svg)


def _write(folder: Path, name: str, text: str) -> Path:
    if not _NAME.fullmatch(name):
        raise DiagramError(f"{name!r} is no name of a page", f"«{name}» — не имя страницы")
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        why = error.strerror or str(error)
        raise DiagramError(f"{path}: cannot be written: {why}", f"{path}: не записывается: {why}") from None
    return path
