"""``berserk-fsm play``: play scenarios, print a readable trace, say whether all held."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from berserk_fsm.commands.loading import ScenarioLoader, place_of
from berserk_fsm.commands.options import BilingualCommand, OneOf, chosen_profile, chosen_readings, shared_options
from berserk_fsm.commands.terminal import Sheet, make_console, print_error, print_out
from berserk_fsm.errors import BerserkError
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.scenario.items import Scenario
    from berserk_fsm.scenario.play import Turnout
    from berserk_fsm.scenario.trace import Trace, TraceItem

__all__ = ["command", "exit_code", "lay_out_trace"]

_HELP = Text(
    ru="""Разыграть сценарии и проверить, всё ли вышло так, как в них написано.

    Печатает, кто что сделал, по каким пунктам и что изменилось. ФАЙЛ — сценарий в YAML, «-» — стандартный ввод.

    Код завершения: 0 — всё сошлось, 1 — что-то не сошлось, 2 — какой-то файл негоден (остальные всё равно
    разыгрываются).""",
    en="""Play scenarios and check that all comes out as they say.

    Prints who did what, by which clauses, and what changed. FILE is a YAML file, “-” is standard input.

    Exit code: 0 if all holds, 1 if something does not, 2 if a file is unusable (the others are still played).""",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("play", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("files", nargs=-1, required=True, metavar=Text("ФАЙЛ…", "FILE…").get(lang))
    @click.option(
        "--json",
        "as_json",
        is_flag=True,
        help=Text("По объекту JSON на файл и строку.", "One JSON object per file and line.").get(lang),
    )
    @click.option(
        "--html",
        metavar=Text("СТРАНИЦА", "OUT").get(lang),
        help=Text(
            "Записать разбор одного сценария страницей HTML, которую можно переслать.",
            "Write the trace of one scenario as an HTML page that can be sent to someone.",
        ).get(lang),
    )
    @click.option(
        "--engine",
        type=OneOf(lang, ("transitions", "table")),
        default="transitions",
        help=Text(
            "Что исполняет автомат: библиотека transitions (обычно) или быстрая таблица; итог один.",
            "What runs the machine: the library transitions (the default) or the fast table; the result is the same.",
        ).get(lang),
    )
    @shared_options(lang)
    @click.pass_context
    def play(ctx: click.Context, files: tuple[str, ...], as_json: bool, html: str | None, engine: str) -> int:
        if html is not None and len(files) != 1:
            ctx.fail(
                Text(
                    "--html показывает один сценарий; ожидался один ФАЙЛ",
                    "--html shows one scenario; expected one FILE",
                ).get(lang)
            )
        if html is not None and not html.lower().endswith((".html", ".htm")):
            ctx.fail(
                Text(
                    f"--html: {html} — не имя страницы; ожидалось ИМЯ.html",
                    f"--html: {html} is no name of a page; expected NAME.html",
                ).get(lang)
            )
        load = ScenarioLoader(chosen_readings(ctx), chosen_profile(ctx))
        return _play_all(files, load, engine, as_json, html, lang)

    return play


def exit_code(outcomes: Sequence[bool | None]) -> int:
    """2 if some file was unusable (``None``), else 1 if some did not hold, else 0.

    >>> exit_code([True, True]), exit_code([True, False]), exit_code([False, None])
    (0, 1, 2)
    """
    return 2 if None in outcomes else int(not all(outcomes))


def _play_all(
    files: Sequence[str], load: ScenarioLoader, engine: str, as_json: bool, html: str | None, lang: str
) -> int:
    sheet = None if as_json else Sheet(make_console())
    outcomes: list[bool | None] = []
    for name in files:
        try:
            turnout = _played(load(name), engine)
            if html is not None:
                _write_page(turnout, lang, html)
        except BerserkError as error:
            print_error(place_of(name, error, lang))
            outcomes.append(None)
            continue
        if sheet is None:
            print_out(_json_line(turnout))
        else:
            _show(turnout, sheet, lang, first=not any(outcome is not None for outcome in outcomes))
        outcomes.append(turnout.ok)
    if sheet is not None and len(files) > 1 and any(outcome is not None for outcome in outcomes):
        _tally(outcomes, sheet, lang)
    return exit_code(outcomes)


def _write_page(turnout: Turnout, lang: str, path: str) -> None:
    from berserk_fsm.diagrams.trace_page import write_trace_page

    write_trace_page(turnout, lang, path)


def _played(scenario: Scenario, engine: str) -> Turnout:
    from berserk_fsm.scenario.play import play_scenario

    return play_scenario(scenario, engine="table" if engine == "table" else "transitions")


def _json_line(turnout: Turnout) -> str:
    """The object of one file; with escapes where standard output is not UTF-8, and for what could not be seen."""
    plain = (getattr(sys.stdout, "encoding", None) or "").lower().replace("_", "-") in ("utf-8", "utf8")
    text = json.dumps(turnout.as_json(), ensure_ascii=not plain)
    # Marks that turn text round, and bytes of file names that are no text.
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


# --- the readable trace ----------------------------------------------------------------------------------------------


def _show(turnout: Turnout, sheet: Sheet, lang: str, first: bool) -> None:
    from berserk_fsm.scenario.trace import trace_of

    if not first:
        sheet.gap()
    lay_out_trace(trace_of(turnout, lang), sheet, lang)


def lay_out_trace(trace: Trace, sheet: Sheet, lang: str) -> None:
    """Print a trace."""
    _lay_out_header(trace, sheet, lang)
    sheet.gap()
    for line in trace.opening:
        sheet.line(line.text, line.clauses, indent=_INDENT)
    for item in trace.items:
        _lay_out_item(item, sheet, lang)
    sheet.gap()
    sheet.line(trace.verdict, mark="holds" if trace.ok else "fails", style="bold")


_INDENT = 4


def _lay_out_header(trace: Trace, sheet: Sheet, lang: str) -> None:
    header = trace.header
    sheet.line(header.title, header.cites, style="bold")
    if header.title != header.where:
        sheet.line(header.where, style="dim")
    if header.facts:
        sheet.line(Text("На столе: ", "On the table: ").get(lang) + ", ".join(header.facts) + ".")
    for doubt in header.doubts:
        sheet.line(Text("Проверьте: ", "Please check: ").get(lang) + doubt, style="yellow")
    if header.profile is not None:
        lead = Text("Профиль.", "Profile.").get(lang)
        sheet.line(f"{lead} {header.profile.name}.", header.profile.source)
    for reading in header.readings:
        lead = Text("Прочтение.", "Reading.").get(lang)
        sheet.line(f"{lead} {reading.question} {reading.answer}", reading.clauses)
    if header.assumptions:
        lead = Text("Допущения, где текст молчит: ", "Assumptions where the text is silent: ").get(lang)
        sheet.line(lead + " · ".join(f"{one.title} [{one.citation}]" for one in header.assumptions), style="dim")


def _lay_out_item(item: TraceItem, sheet: Sheet, lang: str) -> None:
    style = {None: "bold", "holds": "", "fails": "bold red"}[item.mark]
    mark, indent = item.mark or "", _INDENT if item.mark else 0
    lines = item.lines
    if item.mark == "fails":
        sheet.line(item.heading, (_place(item, lang),), indent=indent, mark=mark, style=style)
    elif lines and item.kind != "until" and sheet.fits(f"{item.heading}. {lines[0].text}", indent=indent):
        # What came of it stands beside what was done, if there is room.
        first, lines = lines[0], lines[1:]
        sheet.line(f"{item.heading}.", first.clauses, indent=indent, mark=mark, style=style, more=f" {first.text}")
    else:
        sheet.line(item.heading, indent=indent, mark=mark, style=style)
    for line in lines:
        sheet.line(line.text, line.clauses, indent=_INDENT)


def _place(item: TraceItem, lang: str) -> str:
    return Text(f"строка {item.line}", f"line {item.line}").get(lang)


def _tally(outcomes: Sequence[bool | None], sheet: Sheet, lang: str) -> None:
    held, failed, unusable = (sum(outcome is kind for outcome in outcomes) for kind in (True, False, None))
    counts = [
        (held, Text("сошлись", "as expected")),
        (failed, Text("не сошлись", "not as expected")),
        (unusable, Text("негодны", "unusable")),
    ]
    parts = [f"{words.get(lang)}: {count}" for count, words in counts if count]
    sheet.gap()
    sheet.line(" · ".join([Text("Файлов: ", "Files: ").get(lang) + str(len(outcomes)), *parts]), style="bold")
