"""The command line: ``berserk-fsm`` and ``python -m berserk_fsm``.

The commands are in :mod:`berserk_fsm.commands`, one module each, imported when they are called. Here is what they
share: the language, exit codes, and a quiet end when a pipe is closed or Ctrl-C is pressed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from berserk_fsm.commands.options import BilingualGroup, Entry, language_of, shared_options, usage_message
from berserk_fsm.commands.terminal import make_streams_safe, one_line, print_error, silence_output
from berserk_fsm.errors import BerserkError
from berserk_fsm.rules.text import Text

__all__ = ["COMMANDS", "EXIT_INTERRUPTED", "EXIT_PIPE_CLOSED", "EXIT_UNUSABLE", "build_cli", "main"]

PROGRAM = "berserk-fsm"

EXIT_UNUSABLE = 2
"""The command line or the input cannot be used."""

EXIT_INTERRUPTED = 130
"""Ctrl-C, as shells say it."""

EXIT_PIPE_CLOSED = 141
"""Whoever read the output went away, as shells say it."""

COMMANDS = {
    "play": Entry(
        "berserk_fsm.commands.play",
        Text("Разыграть сценарии и проверить их.", "Play scenarios and check them."),
    ),
    "step": Entry(
        "berserk_fsm.commands.step",
        Text("Пройти сценарий по шагам самому.", "Step through a scenario yourself."),
    ),
    "notebook": Entry(
        "berserk_fsm.commands.notebook",
        Text("Открыть уроки в Jupyter.", "Open the notebooks in Jupyter."),
    ),
    "new": Entry(
        "berserk_fsm.commands.new",
        Text("Дать образец сценария.", "Give a scenario to begin with."),
    ),
    "explain": Entry(
        "berserk_fsm.commands.explain",
        Text("Объяснить пункт правил или пробел (gap/…).", "Explain a clause of the rules, or a gap."),
    ),
    "ledger": Entry(
        "berserk_fsm.commands.ledger",
        Text("Показать, где в автомате каждый пункт.", "Show where each clause is in the machine."),
    ),
    "mutants": Entry(
        "berserk_fsm.commands.mutants",
        Text("Показать, что замечает каждую ошибку в автомате.", "Show what notices each fault in the machine."),
    ),
    "review": Entry(
        "berserk_fsm.commands.review",
        Text("Записать, что пункт проверен.", "Record that a clause was reviewed."),
    ),
    "readings": Entry(
        "berserk_fsm.commands.readings",
        Text("Перечислить места, которые можно понять двояко.", "List places that can be read in two ways."),
    ),
    "explore": Entry(
        "berserk_fsm.commands.explore",
        Text("Перебрать всё, что может случиться за столом.", "Try everything that can happen at a table."),
    ),
    "diagrams": Entry(
        "berserk_fsm.commands.diagrams",
        Text("Нарисовать автомат или проверить рисунки.", "Draw the machine, or check the pictures."),
    ),
    "weave": Entry(
        "berserk_fsm.commands.weave",
        Text("Написать страницы для редактора правил.", "Write the pages for the rules editor."),
    ),
    "export": Entry(
        "berserk_fsm.commands.export",
        Text("Записать автомат на языке другой программы.", "Write the machine in the language of another tool."),
    ),
}
"""The commands: where each is built, and what the help says of it."""

_HELP = Text(
    ru="Стек и приоритет «Берсерка» (разделы 302 и 303) как исполняемый автомат.",
    en="The stack and priority rules of «Берсерк» (sections 302 and 303) as a machine that runs.",
)


def build_cli(lang: str) -> click.Group:
    """The whole command line in ``lang``."""

    @click.group(
        PROGRAM, cls=BilingualGroup, lang=lang, entries=COMMANDS, help=_HELP.get(lang), invoke_without_command=True
    )
    @shared_options(lang)
    @click.pass_context
    def cli(ctx: click.Context) -> int:
        if ctx.invoked_subcommand is None:
            print_error(ctx.get_help())
            return EXIT_UNUSABLE
        return 0

    return cli


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line.

    Args:
        argv: the arguments, without the name of the program; those of the process if ``None``.

    Returns:
        The exit code.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        make_streams_safe()
        try:
            return _run(arguments, language_of(arguments, os.environ))
        finally:
            # What cannot be written shows only now, and must not show when the interpreter exits.
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
    except (KeyboardInterrupt, click.Abort):
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        silence_output()
        return EXIT_PIPE_CLOSED
    except OSError as error:
        # A full disk, say. What could not be written would be tried again on exit.
        place = f"{error.filename}: " if error.filename else ""
        message = one_line(f"{PROGRAM}: {place}{error.strerror or error}")
        with suppress(OSError, ValueError):
            print(message, file=sys.stderr, flush=True)
        silence_output()
        return EXIT_UNUSABLE


def _run(arguments: list[str], lang: str) -> int:
    cli = build_cli(lang)
    try:
        # Not cli.main: it turns a closed pipe into an error of its own. Commands return their exit code.
        with cli.make_context(PROGRAM, list(arguments)) as ctx:
            code = cli.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    except BerserkError as error:
        # A file named by an option, not by an argument: commands tell what is wrong with those.
        print_error(one_line(error.text(lang)))
        return EXIT_UNUSABLE
    except click.ClickException as error:
        ctx_of_error = error.ctx if isinstance(error, click.UsageError) else None
        path = ctx_of_error.command_path if ctx_of_error is not None else PROGRAM
        see = Text(f"справка: {path} --help", f"help: {path} --help").get(lang)
        print_error(one_line(f"{path}: {usage_message(error, lang)} ({see})"))
        return EXIT_UNUSABLE
    return code if isinstance(code, int) else 0
