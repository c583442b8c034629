"""``berserk-fsm new``: a commented scenario to begin with."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from berserk_fsm.commands.options import BilingualCommand, shared_options
from berserk_fsm.commands.terminal import one_line, print_error
from berserk_fsm.files import write_whole
from berserk_fsm.rules.text import Text

__all__ = ["command"]

_HELP = Text(
    ru="""Образец сценария с пояснениями: напечатать или записать в ФАЙЛ.

    Существующий файл не заменяется, если не сказано --force.""",
    en="""A commented scenario to begin with: print it, or write it to FILE.

    A file that exists is not replaced without --force.""",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("new", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("file", required=False, metavar=Text("[ФАЙЛ]", "[FILE]").get(lang))
    @click.option(
        "--force",
        is_flag=True,
        help=Text("Заменить файл, если он есть.", "Replace FILE if it exists.").get(lang),
    )
    @shared_options(lang)
    def new(file: str | None, force: bool) -> int:
        from berserk_fsm.scenario.template import template

        if file is None or file == "-":
            _print(template(lang))
            return 0
        problem = _write(Path(file), template(lang), force)
        if problem is not None:
            print_error(one_line(f"{file}: {problem.get(lang)}"))
            return 2
        return 0

    return new


def _print(text: str) -> None:
    """On a terminal in its encoding; into a file or a pipe as a scenario must be, in UTF-8."""
    stream = sys.stdout
    if stream is None:
        return
    binary = getattr(stream, "buffer", None)
    if binary is None or stream.isatty():
        stream.write(text)
        return
    stream.flush()
    binary.write(text.encode("utf-8"))
    binary.flush()


def _write(path: Path, text: str, force: bool) -> Text | None:
    """Write the file as a whole or not at all; what is wrong if it cannot be."""
    try:
        if path.is_dir():
            return Text("это каталог, а ожидалось имя файла", "this is a directory, a file name was expected")
        write_whole(path, text.encode("utf-8"), replace=force)
    except FileExistsError:
        return Text(
            "такой файл уже есть; чтобы заменить его, добавьте --force",
            "the file exists already; add --force to replace it",
        )
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return Text(f"файл не записывается ({reason})", f"the file cannot be written ({reason})")
    return None
