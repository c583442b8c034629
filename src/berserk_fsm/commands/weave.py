"""``berserk-fsm weave``: write the pages for the rules editor."""

from __future__ import annotations

from pathlib import Path

import click

from berserk_fsm.commands.options import LANGS, BilingualCommand, SomeOf, shared_options
from berserk_fsm.commands.terminal import one_line, print_error, print_out, progress_bar
from berserk_fsm.errors import BerserkError
from berserk_fsm.rules.text import Text

__all__ = ["command"]

_HELP = Text(
    ru="""Написать страницы для редактора правил: противоречия, прочтения, сводку.

    Страница пишется в КАТАЛОГ/ЯЗЫК/СТРАНИЦА.ФОРМАТ; напечатаны имена записанных файлов. Первая — index.
    Страницы сравнивают все прочтения, поэтому --reading и --profile на них не влияют.""",
    en="""Write the pages for the rules editor: contradictions, readings, the matrix.

    A page is written to DIR/LANG/PAGE.FORMAT; the names of the files written are printed. The first one is index.
    Pages compare all readings, so --reading and --profile make no difference to them.""",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""
    from berserk_fsm.pages.rendering import RENDERERS

    @click.command("weave", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
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
    def weave(out: str, langs: tuple[str, ...], formats: tuple[str, ...]) -> int:
        from berserk_fsm.pages.catalogue import entries
        from berserk_fsm.pages.writing import write_pages

        try:
            with progress_bar(len(langs) * len(entries()), Text("пишется", "writing").get(lang)) as advance:
                for language in langs:
                    for path in write_pages(Path(out), language, formats, beside=langs, progress=advance):
                        print_out(one_line(str(path)))
        except BerserkError as error:
            print_error(one_line(error.text(lang)))
            return 2
        return 0

    return weave
