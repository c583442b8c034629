"""``berserk-fsm readings``: where the text can be read in two ways, and which way is chosen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from berserk_fsm.commands.options import (
    BilingualCommand,
    ReadingValue,
    chosen_profile,
    chosen_readings,
    shared_options,
)
from berserk_fsm.commands.terminal import Sheet, make_console, print_out
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.rules.readings import ReadingDefinition

__all__ = ["command"]

_HELP = Text(
    ru="""Места в 302 и 303, которые можно понять двояко: вопрос, ответы, ответ по умолчанию и почему.

    С --reading видно, какой ответ выбран.

    С --diff видно, что меняет другой ответ: переходы, отказы, свойства, исход примеров и самый короткий розыгрыш, по
    которому два прочтения различимы. Сравнивается с ответами по умолчанию и с теми, что выбраны --reading.""",
    en="""Places in 302 and 303 that can be read in two ways: the question, the answers, the default and why.

    With --reading the answer chosen is marked.

    With --diff it is told what another answer changes: transitions, refusals, properties, the outcome of examples, and
    the shortest play that tells the two readings apart. It is compared with the default answers and those chosen by
    --reading.""",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("readings", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.option("--json", "as_json", is_flag=True, help=Text("Один объект JSON.", "One JSON object.").get(lang))
    @click.option(
        "--diff",
        metavar=Text("ИМЯ=ЗНАЧЕНИЕ", "ID=VALUE").get(lang),
        type=ReadingValue(lang),
        multiple=True,
        help=Text(
            "Показать, что меняет этот ответ. Можно повторять.", "Show what this answer changes. May be repeated."
        ).get(lang),
    )
    @click.option(
        "--out",
        metavar=Text("ФАЙЛ.yaml", "FILE.yaml").get(lang),
        help=Text(
            "С --diff: записать кратчайший розыгрыш сценарием.", "With --diff: write the shortest play as a scenario."
        ).get(lang),
    )
    @click.option(
        "--picture",
        metavar=Text("РИСУНОК", "OUT").get(lang),
        help=Text(
            "С --diff: нарисовать оба автомата на одном рисунке (SVG, PNG или PDF).",
            "With --diff: draw both machines in one picture (SVG, PNG or PDF).",
        ).get(lang),
    )
    @shared_options(lang)
    @click.pass_context
    def readings(
        ctx: click.Context,
        as_json: bool,
        diff: tuple[tuple[str, str], ...],
        out: str | None,
        picture: str | None,
    ) -> int:
        from berserk_fsm.rules.profiles import default_profile
        from berserk_fsm.rules.readings import Readings, reading_definitions

        profile = chosen_profile(ctx) or default_profile()
        _check_options(ctx, bool(diff), out, picture, lang)
        if diff:
            from berserk_fsm.commands.readings_difference import tell_difference

            before = Readings.from_mapping(chosen_readings(ctx))
            after = before.replace(**dict(diff))
            return tell_difference(before, after, profile, lang, as_json=as_json, out=out, picture=picture)
        chosen = Readings.from_mapping(chosen_readings(ctx)).as_dict()
        definitions = tuple(reading_definitions().values())
        if as_json:
            # Escapes are right in every encoding, and no one reads this aloud.
            told = [_plain(one, chosen[one.id]) for one in definitions]
            print_out(json.dumps({"profile": profile.id, "readings": told}))
            return 0
        sheet = Sheet(make_console())
        if profile != default_profile():
            sheet.line(Text("Профиль: ", "Profile: ").get(lang) + profile.name.get(lang), profile.source)
            sheet.gap()
        for number, definition in enumerate(definitions):
            if number:
                sheet.gap()
            _lay_out(definition, chosen[definition.id], sheet, lang)
        return 0

    return readings


def _check_options(ctx: click.Context, compares: bool, out: str | None, picture: str | None, lang: str) -> None:
    """Before anything is searched: files are written of a difference only, and a scenario is called ``.yaml``."""
    for option, value in (("--out", out), ("--picture", picture)):
        if value is not None and not compares:
            ctx.fail(Text(f"{option} бывает только с --diff", f"{option} stands only with --diff").get(lang))
    if out is not None and not out.lower().endswith((".yaml", ".yml")):
        ctx.fail(
            Text(
                f"--out: {out} — не имя сценария; ожидалось ИМЯ.yaml",
                f"--out: {out} is no name of a scenario; expected NAME.yaml",
            ).get(lang)
        )


def _plain(definition: ReadingDefinition, chosen: str) -> dict[str, Any]:
    return {
        "id": definition.id,
        "clauses": list(definition.clauses),
        "question": definition.question.as_dict(),
        "options": [{"value": option.value, "text": option.text.as_dict()} for option in definition.options],
        "default": definition.default,
        "value": chosen,
        "reason": definition.reason.as_dict(),
    }


def _lay_out(definition: ReadingDefinition, chosen: str, sheet: Sheet, lang: str) -> None:
    sheet.line(definition.question.get(lang), definition.clauses, style="bold")
    for option in definition.options:
        notes = []
        if option.value == definition.default:
            notes.append(Text("по умолчанию", "default").get(lang))
        if option.value == chosen != definition.default:
            notes.append(Text("выбрано", "chosen").get(lang))
        note = f" ({', '.join(notes)})" if notes else ""
        sheet.line(f"{definition.id}={option.value}{note}", indent=4, style="cyan" if notes else "")
        sheet.line(option.text.get(lang), indent=8)
    why = Text("Почему так по умолчанию: ", "Why this default: ").get(lang)
    sheet.line(why + definition.reason.get(lang), indent=4, style="dim")
