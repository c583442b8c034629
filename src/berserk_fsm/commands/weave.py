"""``berserk-fsm weave``: write the pages for the rules editor."""

from __future__ import annotations

from pathlib import Path

import click

from berserk_fsm.commands.options import SomeOf, machine_options, remark_options, shared_options
from berserk_fsm.commands.rules_files import ManyFilesCommand, files_option
from berserk_fsm.commands.terminal import one_line, print_error, print_out, progress_bar
from berserk_fsm.errors import BerserkError
from berserk_fsm.language import LANGS
from berserk_fsm.rules.text import Text

__all__ = ["command"]

_HELP = Text(
    ru="""Написать страницы для редактора правил: противоречия, прочтения, сводку, пункты, словарь, поиск.

    Страница пишется в КАТАЛОГ/ЯЗЫК/СТРАНИЦА.ФОРМАТ; напечатаны имена записанных файлов. Первая — index.
    Страницы сравнивают все прочтения, поэтому --reading и --profile на них не влияют.

    С --rules на страницах пунктов стоят слова официального текста, без него — пересказ. Файлов может быть
    несколько.""",
    en="""Write the pages for the rules editor: contradictions, readings, the matrix, clauses, words, search.

    A page is written to DIR/LANG/PAGE.FORMAT; the names of the files written are printed. The first one is index.
    Pages compare all readings, so --reading and --profile make no difference to them.

    With --rules the pages of clauses show the words of the official text, without it a summary. There may be several
    files.""",
)

_ALL_READINGS = Text(
    "страницы сравнивают все прочтения; одно — командами play, diagrams, readings --diff",
    "the pages compare all readings; a single one is for play, diagrams, readings --diff",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""
    from berserk_fsm.pages.rendering import RENDERERS

    @click.command("weave", cls=ManyFilesCommand, lang=lang, help=_HELP.get(lang))
    @click.option(
        "--out",
        required=True,
        metavar=Text("КАТАЛОГ", "DIR").get(lang),
        help=Text("Куда писать.", "Where to write.").get(lang),
    )
    @click.option(
        "--lang",
        "langs",
        type=SomeOf(lang, LANGS),
        default=LANGS,
        help=Text("Языки страниц, через запятую.", "Languages of the pages, separated by commas.").get(lang),
    )
    @click.option(
        "--format",
        "formats",
        type=SomeOf(lang, tuple(RENDERERS)),
        default=tuple(RENDERERS),
        help=Text("Форматы, через запятую.", "Formats, separated by commas.").get(lang),
    )
    @shared_options(lang, with_lang=False)
    @click.pass_context
    def weave(
        ctx: click.Context, out: str, langs: tuple[str, ...], formats: tuple[str, ...], rules: tuple[str, ...]
    ) -> int:
        from berserk_fsm.ledger.official import read_official
        from berserk_fsm.pages.catalogue import entries
        from berserk_fsm.pages.sources import Sources
        from berserk_fsm.pages.writing import write_pages

        remark_options(lang, machine_options(ctx), _ALL_READINGS)
        try:
            sources = Sources(read_official(rules) if rules else None)
            with progress_bar(len(langs) * len(entries(sources)), Text("пишется", "writing").get(lang)) as advance:
                for language in langs:
                    for path in write_pages(
                        Path(out), language, formats, beside=langs, sources=sources, progress=advance
                    ):
                        print_out(one_line(str(path)))
        except BerserkError as error:
            print_error(one_line(error.text(lang)))
            return 2
        return 0

    text = Text("Текст правил: пронумерованные пункты.", "The text of the rules: numbered clauses.")
    weave.params[:0] = [files_option(lang, "rules", text)]
    return weave
