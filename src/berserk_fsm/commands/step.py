"""``berserk-fsm step``: step through a scenario in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from berserk_fsm.commands.options import BilingualCommand, chosen_profile, chosen_readings, shared_options
from berserk_fsm.commands.terminal import make_console, one_line, print_error
from berserk_fsm.errors import BerserkError, InputError
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.game import Game
    from berserk_fsm.rules.profiles import Profile
    from berserk_fsm.scenario.items import Scenario

__all__ = ["command"]

_HELP = Text(
    ru="""Пройти сценарий по шагам самому: что можно сделать, что нельзя и почему.

    ФАЙЛ — сценарий, строка позиции или запись партии. Без него берётся образец, который даёт команда new.""",
    en="""Step through a scenario yourself: what may be done, what not, and why.

    FILE is a scenario, a position text or a log. Without it it is the scenario that the command new gives.""",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("step", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("file", required=False, metavar=Text("[ФАЙЛ]", "[FILE]").get(lang))
    @shared_options(lang)
    @click.pass_context
    def step(ctx: click.Context, file: str | None) -> int:
        from berserk_fsm.stepper import run_stepper

        if sys.stdin is None:
            print_error(
                Text(
                    "step: стандартного ввода нет, отвечать нечем; ожидался терминал или канал",
                    "step: there is no standard input to answer on; expected a terminal or a pipe",
                ).get(lang)
            )
            return 2
        try:
            game, scenario = _begin(file, chosen_readings(ctx), chosen_profile(ctx), lang)
        except BerserkError as error:
            text = error.text(lang) if error.names_its_place else f"{file}:1: {error.text(lang)}"
            print_error(one_line(text))
            return 2
        run_stepper(game, lang, make_console(), sys.stdin, scenario)
        return 0

    return step


def _begin(
    file: str | None, readings: dict[str, str], profile: Profile | None, lang: str
) -> tuple[Game, Scenario | None]:
    """The game to step through, and the scenario it is the start of, unless the file holds a position."""
    from berserk_fsm import yaml_text
    from berserk_fsm.game import Game
    from berserk_fsm.scenario.log import LOG
    from berserk_fsm.scenario.position import POSITION
    from berserk_fsm.scenario.scenario import parse_scenario
    from berserk_fsm.stepper import template_scenario

    if file is None:
        scenario = template_scenario(lang, readings, profile)
        return Game.from_scenario(scenario), scenario
    if file == "-":
        raise InputError(
            file,
            None,
            "standard input is where you say what to do; a file was expected",
            "со стандартного ввода читаются ваши ответы; ожидался файл",
        )
    text = yaml_text.read_file(file)
    is_position, is_log = POSITION.begins(text), LOG.begins(text)
    if readings and (is_position or is_log):
        raise InputError(
            file,
            None,
            "this position or log says itself how it was read; expected no --reading with it",
            "в этой позиции или записи партии прочтения уже указаны; ожидалось без --reading",
        )
    if is_position:
        return Game.from_position(text.strip(), profile=profile, where=file), None
    if is_log:
        return Game.from_log(text.strip(), profile=profile, where=file), None
    scenario = parse_scenario(text, file, readings, profile)
    return Game.from_scenario(scenario), scenario
