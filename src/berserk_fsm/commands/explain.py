"""``berserk-fsm explain``: what a clause asks, what a gap leaves open and what is assumed there."""

from __future__ import annotations

import click

from berserk_fsm.commands.options import BilingualCommand, machine_options, remark_options, shared_options
from berserk_fsm.commands.terminal import Sheet, make_console, print_unknown_clauses
from berserk_fsm.rules.clauses import Clause, clauses
from berserk_fsm.rules.gaps import Gap, gaps
from berserk_fsm.rules.text import Text

__all__ = ["command"]

_HELP = Text(
    ru="""Рассказать своими словами, что сказано в пункте (302.12) или что принято там, где текст молчит (gap/512).

    Без аргументов — все пункты и пробелы.""",
    en="""Tell in our own words what a clause says (302.12), or what is assumed where the text is silent (gap/512).

    Without arguments all clauses and gaps.""",
)
_READ_ONE_WAY = Text(
    "пункт пересказан как написан; что меняет прочтение: berserk-fsm readings --diff ИМЯ=ЗНАЧЕНИЕ",
    "a clause is told as it is written; what a reading changes: berserk-fsm readings --diff ID=VALUE",
)
_INDENT = 4


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("explain", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("citations", nargs=-1, metavar=Text("[ПУНКТ…]", "[CLAUSE…]").get(lang))
    @shared_options(lang)
    @click.pass_context
    def explain(ctx: click.Context, citations: tuple[str, ...]) -> int:
        remark_options(lang, machine_options(ctx), _READ_ONE_WAY)
        known: dict[str, Clause | Gap] = {**clauses(), **{gap.citation: gap for gap in gaps().values()}}
        unknown = [citation for citation in citations if citation not in known]
        print_unknown_clauses(unknown, known, lang)
        sheet = Sheet(make_console())
        for place, citation in enumerate(citation for citation in citations or known if citation in known):
            if place:
                sheet.gap()
            told = known[citation]
            if isinstance(told, Clause):
                _tell_clause(told, sheet, lang)
            else:
                _tell_gap(told, sheet, lang)
        return 2 if unknown else 0

    return explain


def _tell_clause(clause: Clause, sheet: Sheet, lang: str) -> None:
    sheet.line(clause.title.get(lang), (clause.number,), style="bold")
    sheet.line(clause.summary.get(lang))
    for obligation in clause.obligations:
        sheet.line(obligation.text.get(lang), indent=_INDENT)


def _tell_gap(gap: Gap, sheet: Sheet, lang: str) -> None:
    sheet.line(gap.title.get(lang), (gap.citation,), style="bold")
    parts = (
        (Text("Не сказано. ", "Left open. "), gap.open),
        (Text("Принято. ", "Assumed. "), gap.assumption),
        (Text("Откуда. ", "Source. "), gap.source),
    )
    for lead, text in parts:
        sheet.line(lead.get(lang) + text.get(lang), indent=_INDENT)
