"""``berserk-fsm new``: a commented scenario to begin with."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from berserk_fsm.commands.options import (
    BilingualCommand,
    chosen_profile,
    chosen_readings,
    given_options,
    refuse_options,
    remark_options,
    shared_options,
)
from berserk_fsm.commands.terminal import one_line, print_error
from berserk_fsm.files import write_whole
from berserk_fsm.rules.text import Text

__all__ = ["command"]

_HELP = Text(
    ru="""Образец сценария с пояснениями: напечатать или записать в ФАЙЛ.

    Существующий файл не заменяется, если не сказано --force. Прочтения из --reading записываются в сценарий.""",
    en="""A commented scenario to begin with: print it, or write it to FILE.

    A file that exists is not replaced without --force. Readings given by --reading are written into the scenario.""",
)
_DEFAULT_STEPS = Text(
    "образец — для этапов по умолчанию; другие указывают в сценарии, «профиль: ИМЯ», или командам: play --profile",
    "the template is written for the default steps; others are named in the scenario, profile: NAME, or with play "
    "--profile",
)
_NO_FILE = Text("образец печатается, а не пишется в ФАЙЛ", "the template is printed, not written to FILE")


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
    @click.pass_context
    def new(ctx: click.Context, file: str | None, force: bool) -> int:
        from berserk_fsm.rules.readings import Readings
        from berserk_fsm.scenario.template import template

        remark_options(lang, ("--profile",) if chosen_profile(ctx) else (), _DEFAULT_STEPS)
        text = template(lang, Readings.from_mapping(chosen_readings(ctx)))
        if file is None or file == "-":
            refuse_options(ctx, lang, given_options(ctx, "--force"), _NO_FILE)
            _print(text)
            return 0
        problem = _write(Path(file), text, force)
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
