"""``berserk-fsm review``: record that somebody has looked at a clause, its text and everything that cites it."""

from __future__ import annotations

import click

from berserk_fsm.commands.options import shared_options
from berserk_fsm.commands.rules_files import ManyFilesCommand, chosen_specification, files_option, links_of
from berserk_fsm.commands.terminal import one_line, print_error, print_out
from berserk_fsm.rules.text import Text

__all__ = ["DEFAULT_FILE", "command"]

DEFAULT_FILE = "reviews.yaml"
"""Where reviews go when no file is named: into the current folder. Those of the package are never written to."""

_HELP = Text(
    ru="""Записать, что пункты проверены: их текст и всё, что на них ссылается.

    Пункты (303.4, gap/512 или all — все пункты и пробелы) стоят впереди. Хранятся отпечатки, дата и имя; сам текст не
    хранится. Потом ledger --reviews ФАЙЛ назовёт всё, что с тех пор изменилось.""",
    en="""Record that clauses were reviewed: their text and everything that cites them.

    Clauses (303.4, gap/512, or all for all clauses and gaps) stand first. Kept are fingerprints, date and name, never
    the text. Afterwards ledger --reviews FILE names all that has changed since.""",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("review", cls=ManyFilesCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("citations", nargs=-1, metavar=Text("ПУНКТ…", "CLAUSE…").get(lang))
    @click.option(
        "--by",
        metavar=Text("ИМЯ", "NAME").get(lang),
        help=Text("Кто проверил.", "Who reviewed them.").get(lang),
    )
    @click.option(
        "--reviews",
        "reviews_file",
        default=DEFAULT_FILE,
        metavar=Text("ФАЙЛ", "FILE").get(lang),
        help=Text(
            f"Куда записать; иначе — {DEFAULT_FILE} в текущей папке. Другие записи файла остаются.",
            f"Where to write; otherwise {DEFAULT_FILE} in the current folder. Other records of the file stay.",
        ).get(lang),
    )
    @shared_options(lang)
    @click.pass_context
    def review(
        ctx: click.Context, rules: tuple[str, ...], citations: tuple[str, ...], by: str | None, reviews_file: str
    ) -> int:
        from berserk_fsm.ledger.official import read_official
        from berserk_fsm.ledger.reviews import review_of, with_reviews
        from berserk_fsm.rules.clauses import clauses
        from berserk_fsm.rules.gaps import gaps

        known = [*clauses(), *(gap.citation for gap in gaps().values())]
        wanted = known if citations == ("all",) else list(dict.fromkeys(citations))
        name = "".join(letter for letter in " ".join((by or "").split()) if letter.isprintable())
        problem = None
        unknown = [citation for citation in wanted if citation not in known]
        if not wanted:
            problem = Text("не указан ни один пункт", "no clause was given")
        elif unknown:
            problem = Text(
                f"{unknown[0]}: такого пункта нет; ожидалось {', '.join(known)} или all",
                f"{unknown[0]}: there is no such clause; expected {', '.join(known)}, or all",
            )
        elif not name:
            problem = Text("не указано, кто проверил: --by ИМЯ", "who reviewed it was not given: --by NAME")
        elif not rules and any(citation in clauses() for citation in wanted):
            problem = Text(
                "проверяют пункт вместе с его текстом: --rules ФАЙЛ…",
                "a clause is reviewed together with its text: --rules FILE…",
            )
        if problem is not None:
            raise click.UsageError(problem.get(lang), ctx)
        text = read_official(rules) if rules else None
        published = text.clauses if text is not None else {}
        absent = [citation for citation in wanted if citation in clauses() and citation not in published]
        if absent:
            print_error(
                one_line(
                    Text(
                        f"{', '.join(rules)}:1: пункта {absent[0]} в тексте нет",
                        f"{', '.join(rules)}:1: the text has no clause {absent[0]}",
                    ).get(lang)
                )
            )
            return 2
        links, _ = links_of(chosen_specification(ctx))
        new = tuple(review_of(one, links.of(one), published.get(one), name) for one in wanted)
        with_reviews(reviews_file, new)
        for one in new:
            told = Text(
                f"{one.clause}: проверил {one.by}, {one.date}; частей текста {len(one.text)}, "
                f"связей {len(one.elements)}.",
                f"{one.clause}: reviewed by {one.by}, {one.date}; {len(one.text)} parts of the text, "
                f"{len(one.elements)} links.",
            )
            print_out(one_line(told.get(lang)))
        print_out(
            one_line(
                Text(
                    f"Записано: {reviews_file}. Смотреть: berserk-fsm ledger --reviews {reviews_file}",
                    f"Written: {reviews_file}. To use it: berserk-fsm ledger --reviews {reviews_file}",
                ).get(lang)
            )
        )
        return 0

    review.params.insert(
        1,
        files_option(
            lang, "rules", Text("Текст правил, который проверяли.", "The text of the rules that was reviewed.")
        ),
    )
    return review
