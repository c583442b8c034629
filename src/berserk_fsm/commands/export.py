"""``berserk-fsm export``: the machine in the language of another tool, on standard output."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import click

from berserk_fsm.commands.loading import ScenarioLoader, ready_or_file
from berserk_fsm.commands.options import (
    BilingualCommand,
    OneOf,
    Positive,
    chosen_profile,
    chosen_readings,
    given_options,
    refuse_options,
    shared_options,
)
from berserk_fsm.commands.terminal import one_line, print_error, print_out
from berserk_fsm.errors import BerserkError
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.core.table import Table
    from berserk_fsm.machine.specification import Specification

__all__ = ["EXPORTS", "command"]

_HELP = Text(
    ru="""Записать автомат на языке другой программы; результат идёт в стандартный вывод.

    scxml — с игрой на столе из ФАЙЛА; mermaid, plantuml, dot — вид, названный в --view; markdown — таблицы переходов и
    отказов; json — весь автомат; tla и promela — модель со столом из ФАЙЛА для программ TLC и SPIN. ФАЙЛ — сценарий или
    имя готового стола: из него берутся стол, прочтения и таблица этапов.""",
    en="""Write the machine in the language of another tool, to standard output.

    scxml with a game on the table of FILE; mermaid, plantuml, dot: the view named by --view; markdown: tables of
    transitions and refusals; json: the whole machine; tla, promela: a model with the table of FILE for the checkers
    TLC and SPIN. FILE is a scenario, or the name of a ready table; it gives the table, the readings and the steps.""",
)


class _Asked(NamedTuple):
    """What the options ask for: the language of texts, the view, the datamodel, how many turns."""

    lang: str
    view: str
    datamodel: str
    turns: int


Export = Callable[["Specification", "Table | None", _Asked], str]


def _scxml(specification: Specification, table: Table | None, asked: _Asked) -> str:
    from berserk_fsm.exports import scxml_text

    return scxml_text(specification, table, "python" if asked.datamodel == "python" else "ecmascript", asked.lang)


def _drawn(format_: str) -> Export:
    """A view in one of the formats that are text made of its model alone."""

    def export(specification: Specification, table: Table | None, asked: _Asked) -> str:
        from berserk_fsm.diagrams import make_view
        from berserk_fsm.diagrams.render import TEXTS
        from berserk_fsm.diagrams.words import rule_words

        return TEXTS[format_](make_view(asked.view, specification, asked.lang, rule_words(specification.profile)))

    return export


def _markdown(specification: Specification, table: Table | None, asked: _Asked) -> str:
    from berserk_fsm.diagrams.markdown import markdown_pages
    from berserk_fsm.diagrams.words import rule_words

    return "\n".join(markdown_pages(specification, asked.lang, rule_words(specification.profile)).values())


def _json(specification: Specification, table: Table | None, asked: _Asked) -> str:
    from berserk_fsm.exports.machine_json import machine_json

    return machine_json(specification)


def _tla(specification: Specification, table: Table | None, asked: _Asked) -> str:
    from berserk_fsm.exports.tla import tla_text

    return tla_text(specification, table or _empty(specification), asked.turns, properties=_judged())


def _promela(specification: Specification, table: Table | None, asked: _Asked) -> str:
    from berserk_fsm.exports.promela import promela_text

    return promela_text(specification, table or _empty(specification), asked.turns, _judged())


def _judged() -> tuple[str, ...]:
    """Everything a model checker can check, also what these readings do not promise: explore checks that too."""
    from berserk_fsm.rules.properties import property_words

    return tuple(id for id, words in property_words().items() if words.judged)


def _empty(specification: Specification) -> Table:
    from berserk_fsm.core.table import build_table
    from berserk_fsm.core.values import Start

    profile = specification.profile
    return build_table((), start=Start(phase=profile.usual_phase), profile=profile)


EXPORTS: Mapping[str, Export] = {
    "scxml": _scxml,
    "mermaid": _drawn("mermaid"),
    "plantuml": _drawn("plantuml"),
    "dot": _drawn("dot"),
    "markdown": _markdown,
    "json": _json,
    "tla": _tla,
    "promela": _promela,
}
"""What writes each format."""

_MEANT_FOR: Mapping[str, tuple[str, ...]] = {
    "--view": ("mermaid", "plantuml", "dot"),
    "--datamodel": ("scxml",),
    "--turns": ("tla", "promela"),
}
"""The formats an option makes a difference to."""


def command(lang: str) -> click.Command:
    """The command in ``lang``."""
    from berserk_fsm.diagrams.views import OF_PHASES, VIEWS

    @click.command("export", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("format", type=OneOf(lang, tuple(EXPORTS)), metavar="|".join(EXPORTS))
    @click.argument("file", required=False, metavar=Text("[ФАЙЛ]", "[FILE]").get(lang))
    @click.option(
        "--view",
        type=OneOf(lang, tuple(VIEWS), open_to=OF_PHASES),
        default="turn",
        help=Text("Вид для mermaid, plantuml и dot.", "The view for mermaid, plantuml and dot.").get(lang),
    )
    @click.option(
        "--datamodel",
        type=OneOf(lang, ("ecmascript", "python")),
        default="ecmascript",
        help=Text("Язык выражений в scxml.", "The language of expressions in scxml.").get(lang),
    )
    @click.option(
        "--turns",
        type=Positive(lang),
        default=1,
        help=Text("Сколько ходов проверять: для tla и promela.", "How many turns to check: for tla and promela.").get(
            lang
        ),
    )
    @shared_options(lang)
    @click.pass_context
    def export(ctx: click.Context, format: str, file: str | None, view: str, datamodel: str, turns: int) -> int:
        for option, formats in _MEANT_FOR.items():
            if format not in formats:
                listed = ", ".join(formats)
                why = Text(f"формат — {format}, а нужен: {listed}", f"the format is {format}; it is for {listed}")
                refuse_options(ctx, lang, given_options(ctx, option), why)
        from berserk_fsm.machine.build import build_specification
        from berserk_fsm.rules.readings import Readings

        chosen, profile = chosen_readings(ctx), chosen_profile(ctx)
        try:
            scenario = ScenarioLoader(chosen, profile)(ready_or_file(file)) if file is not None else None
            readings = scenario.readings if scenario else Readings.from_mapping(chosen)
            specification = build_specification(scenario.profile if scenario else profile, readings)
            asked = _Asked(lang, view, datamodel, turns)
            text = EXPORTS[format](specification, scenario.table if scenario else None, asked)
        except BerserkError as error:
            message = error.text(lang) if error.names_its_place or file is None else f"{file}:1: {error.text(lang)}"
            print_error(one_line(message))
            return 2
        print_out(text.removesuffix("\n"))
        return 0

    return export
