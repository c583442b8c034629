"""``berserk-fsm step``: step through a scenario in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from berserk_fsm.commands.options import BilingualCommand, chosen_readings, shared_options
from berserk_fsm.commands.terminal import make_console, one_line, print_error
from berserk_fsm.errors import BerserkError, InputError
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.scenario.items import Scenario

__all__ = ["command"]

_HELP = Text(
    ru="""Пройти сценарий по шагам самому: что можно сделать, что нельзя и почему.

    Без ФАЙЛА берётся образец, который даёт команда new.""",
    en="""Step through a scenario yourself: what may be done, what not, and why.

    Without FILE it is the scenario that the command new gives.""",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("step", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("file", required=False, metavar=Text("[ФАЙЛ]", "[FILE]").get(lang))
    @shared_options(lang)
    @click.pass_context
    def step(ctx: click.Context, file: str | None) -> int:
        from berserk_fsm.game import Game
        from berserk_fsm.stepper import run_stepper

        try:
            scenario = _scenario(file, chosen_readings(ctx), lang)
            game = Game.from_table(scenario.table, scenario.readings)
        except BerserkError as error:
            text = error.text(lang) if isinstance(error, InputError) else f"{file}:1: {error.text(lang)}"
            print_error(one_line(text))
            return 2
        run_stepper(game, lang, make_console(), sys.stdin, scenario)
        return 0

    return step


def _scenario(file: str | None, readings: dict[str, str], lang: str) -> Scenario:
    from berserk_fsm.scenario.scenario import load_scenario, parse_scenario
    from berserk_fsm.scenario.template import template

    if file is None:
        return parse_scenario(template(lang), "berserk-fsm new", readings)
    if file == "-":
        raise InputError(
            file,
            None,
            "standard input is where you say what to do; a file was expected",
            "со стандартного ввода читаются ваши ответы; ожидался файл",
        )
    return load_scenario(file, readings)
