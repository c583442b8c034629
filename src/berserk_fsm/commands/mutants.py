"""``berserk-fsm mutants``: what finds each fault that could be made in the machine, clause by clause."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from berserk_fsm.commands.options import BilingualCommand, machine_options, remark_options, shared_options
from berserk_fsm.commands.terminal import Sheet, make_console, print_out, print_unknown_clauses
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from berserk_fsm.mutants.verdicts import Verdict
    from berserk_fsm.mutants.weight import Weight

__all__ = ["command"]

_HELP = Text(
    ru="""Мутанты: несёт ли каждый пункт свой вес.

    Мутант — автомат с одной нарочно сделанной ошибкой: переход выброшен или ведёт не туда, условие снято или
    перевёрнуто, эффект пропущен, владельцы приоритета или порядок отказов переставлены. Каждого должен заметить
    сценарий или свойство; про изменение, которое ничего не меняет, сказано почему. Что замечает мутанта, записано в
    программе и проверяется её тестами. Речь об автомате по умолчанию: --reading и --profile на мутантов не влияют.

    Код 1, если хоть один не замечен.""",
    en="""Mutants: does every clause bear weight?

    A mutant is the machine with one fault made on purpose: a transition dropped or led elsewhere, a guard taken away or
    turned round, an effect left out, holders or the order of refusals swapped. Each must be noticed by a scenario or a
    property; of a change that makes no difference it is said why. What notices a mutant is on record in the program and
    tried again by its tests. They are of the default machine: --reading and --profile make no difference to them.

    Exit 1 if one goes unnoticed.""",
)
_DEFAULT_ONLY = Text(
    "что замечает мутантов, записано для автомата по умолчанию; что меняет прочтение: berserk-fsm readings --diff "
    "ИМЯ=ЗНАЧЕНИЕ",
    "what notices mutants is on record for the default machine; what a reading changes: berserk-fsm readings --diff "
    "ID=VALUE",
)
_INDENT = 4
_HEADS = (
    Text("Пункт", "Clause"),
    Text("Всего", "Total"),
    Text("Замечено", "Noticed"),
    Text("Сценарий", "Scenario"),
    Text("Свойство", "Property"),
    Text("Не ошибка", "No fault"),
    Text("Не замечено", "Unnoticed"),
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("mutants", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.option(
        "--clause",
        "wanted",
        multiple=True,
        metavar=Text("ПУНКТ", "CLAUSE").get(lang),
        help=Text(
            "Каждый мутант пункта и что его замечает. Можно повторять.",
            "Every mutant of a clause and what notices it. May be repeated.",
        ).get(lang),
    )
    @click.option("--json", "as_json", is_flag=True, help=Text("Один объект JSON.", "One JSON object.").get(lang))
    @shared_options(lang)
    @click.pass_context
    def mutants(ctx: click.Context, wanted: tuple[str, ...], as_json: bool) -> int:
        from berserk_fsm.mutants.verdicts import verdicts
        from berserk_fsm.mutants.weight import Weight, weights

        remark_options(lang, machine_options(ctx), _DEFAULT_ONLY)
        found = verdicts()
        by_clause = {clause: weight for clause, weight in weights(found).items() if weight.total or clause in wanted}
        unknown = [clause for clause in wanted if clause not in by_clause]
        if print_unknown_clauses(unknown, by_clause, lang):
            return 2
        chosen = [verdict for verdict in found if not wanted or set(verdict.mutant.clauses) & set(wanted)]
        whole = Weight.of(chosen)
        if as_json:
            print_out(json.dumps(_plain(by_clause, chosen, bool(wanted))))
        else:
            sheet = Sheet(make_console())
            _tell_table(
                {clause: weight for clause, weight in by_clause.items() if not wanted or clause in wanted},
                whole,
                sheet,
                lang,
            )
            for verdict in chosen:
                if wanted or verdict.survives:
                    _tell(verdict, sheet, lang)
        return 1 if whole.survivors else 0

    return mutants


def _tell_table(by_clause: Mapping[str, Weight], whole: Weight, sheet: Sheet, lang: str) -> None:
    rows = [tuple(head.get(lang) for head in _HEADS)]
    rows += [(clause, *_numbers(weight)) for clause, weight in by_clause.items()]
    rows.append((Text("Вместе", "Together").get(lang), *_numbers(whole)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    for place, row in enumerate(rows):
        cells = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        strong = place in (0, len(rows) - 1)
        sheet.console.print(
            " ".join(cells), no_wrap=True, overflow="ignore", crop=False, style="bold" if strong else ""
        )
    sheet.line(
        Text(
            "Элемент, который ссылается на несколько пунктов, считается у каждого.",
            "An element that cites several clauses counts for each of them.",
        ).get(lang),
        style="dim",
    )


def _numbers(weight: Weight) -> tuple[str, ...]:
    return tuple(
        str(number)
        for number in (
            weight.total,
            weight.killed,
            weight.scenarios,
            weight.properties,
            weight.excused,
            len(weight.survivors),
        )
    )


def _tell(verdict: Verdict, sheet: Sheet, lang: str) -> None:
    from berserk_fsm.mutants.telling import change_text, place_text, verdict_text

    sheet.gap()
    sheet.line(place_text(verdict.mutant).get(lang), verdict.mutant.clauses)
    sheet.line(change_text(verdict.mutant).get(lang), indent=_INDENT)
    sheet.line(verdict_text(verdict).get(lang), indent=_INDENT, mark="fails" if verdict.survives else "holds")


def _plain(by_clause: Mapping[str, Weight], chosen: list[Verdict], listed: bool) -> dict[str, object]:
    from berserk_fsm.mutants.telling import change_text, place_text

    told: dict[str, object] = {
        "clauses": {
            clause: {
                "total": weight.total,
                "killed": weight.killed,
                "scenarios": weight.scenarios,
                "properties": weight.properties,
                "excused": weight.excused,
                "survivors": list(weight.survivors),
            }
            for clause, weight in by_clause.items()
        }
    }
    if listed:
        told["mutants"] = [
            {
                "id": verdict.mutant.id,
                "operator": verdict.mutant.operator,
                "clauses": list(verdict.mutant.clauses),
                "place": place_text(verdict.mutant).as_dict(),
                "change": change_text(verdict.mutant).as_dict(),
                "killer": str(verdict.killer) if verdict.killer else None,
                "excuse": verdict.excuse.id if verdict.excuse else None,
            }
            for verdict in chosen
        ]
    return told
