"""The pages beside the pictures: what is assumed, how to read them, what each shows; and the tables of events.

All of them in both languages, as Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from berserk_fsm.diagrams.markdown import markdown_pages
from berserk_fsm.diagrams.views import make_view, views_of
from berserk_fsm.diagrams.words import another_machine, rule_words
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Specification

__all__ = ["gallery_pages", "gallery_text"]

_LINKS = (("SVG", "svg"), ("DOT", "dot"), ("Mermaid", "mmd"), ("PlantUML", "puml"), ("Markdown", "md"))

_INTRO = Text(
    "Картинки нарисованы с того самого автомата, который разыгрывает сценарии: показать не то, что он делает, они не "
    "могут. Устаревшие находит `berserk-fsm diagrams --check`, заново рисует `berserk-fsm diagrams`.",
    "The pictures are drawn from the very machine that plays the scenarios, so they cannot show anything it does not "
    "do. `berserk-fsm diagrams --check` finds stale ones, `berserk-fsm diagrams` draws them anew.",
)
_HOW = Text(
    """- Жирное у стрелки — что происходит; в квадратных скобках — при каком условии; после косой черты — что меняется;
  мелко и серым — пункты правил и `gap/…`, где текст молчит.
- Автомат конечен, а стек — нет: каждая запись стека помнит свой этап, и стрелка «продолжение» ведёт к нему (302.4).
- Где стрелки нет, там правила чего-то не разрешают; отказ назовёт пункт.
- Спорные места прочитаны так, как сказано в заголовке картинки; другое прочтение рисует
  `berserk-fsm diagrams --reading ИМЯ=ЗНАЧЕНИЕ`. Что сказано в пункте: `berserk-fsm explain 303.4`.""",
    """- Bold at an arrow: what happens; in square brackets: under which condition; after the slash: what changes;
  small and grey: clauses, and `gap/…` where the text is silent.
- The machine is finite, the stack is not: each entry of the stack remembers its step, and an arrow “continues” leads
  there (302.4).
- Where there is no arrow the rules do not allow something; the refusal names the clause.
- Disputed places are read as the heading of the picture says; `berserk-fsm diagrams --reading ID=VALUE` draws another
  reading. What a clause says: `berserk-fsm explain 303.4`.""",
)


def gallery_pages(spec: Specification) -> dict[str, str]:
    """All pages by their place in the folder of the pictures: ``README.md``, ``ru/events-main.md``…

    Args:
        spec: what the pictures show.
    """
    words = rule_words(spec.profile)
    tables = {
        f"{lang}/{name}.md": text for lang in ("ru", "en") for name, text in markdown_pages(spec, lang, words).items()
    }
    return {"README.md": gallery_text(spec), **tables}


def gallery_text(spec: Specification) -> str:
    """The page, as Markdown.

    Args:
        spec: what the pictures show.
    """
    parts = ["# Диаграммы · Diagrams", "*[In English](#in-english)*"]
    for lang in ("ru", "en"):
        parts += _in_lang(spec, lang)
    return "\n\n".join(parts) + "\n"


def _in_lang(spec: Specification, lang: str) -> Iterable[str]:
    yield Text("## По-русски", "## In English").get(lang)
    yield _INTRO.get(lang)
    yield from another_machine(spec, lang)
    yield Text("### Чего в тексте нет и что принято", "### What the text lacks and what is assumed").get(lang)
    yield "\n".join(
        f"- `{gap.citation}` **{gap.title.get(lang)}.** {gap.assumption.get(lang)}" for gap in gaps().values()
    )
    yield Text("### Где текст противоречит себе", "### Where the text contradicts itself").get(lang)
    yield "\n".join(
        f"- **{one.title.get(lang)}** ({', '.join(one.clauses)}). {one.description.get(lang)}"
        for one in contradictions().values()
    )
    yield Text("### Как читать", "### How to read them").get(lang)
    yield _HOW.get(lang)
    yield Text("### Картинки", "### The pictures").get(lang)
    yield _table(spec, lang)
    yield Text("### Таблицы", "### Tables").get(lang)
    yield Text(
        "Какое событие что делает в каком состоянии, и кто отказывает, если перехода нет: ",
        "Which event does what in which state, and what refuses it where there is no transition: ",
    ).get(lang) + ", ".join(
        f"[{name}]({lang}/{name}.md)" for name in markdown_pages(spec, lang, rule_words(spec.profile))
    )


def _table(spec: Specification, lang: str) -> str:
    head = Text("| картинка | файлы |", "| picture | files |").get(lang)
    words = rule_words(spec.profile)
    rows = []
    for view in views_of(spec):
        title = make_view(view, spec, lang, words).title
        number = view.removeprefix("clause-")
        if number in clauses():
            title = f"{number} · {clauses()[number].title.get(lang)}"
        links = ", ".join(f"[{name}]({lang}/{view}.{ending})" for name, ending in _LINKS)
        rows.append(f"| {title} | {links} |")
    return "\n".join([head, "|---|---|", *rows])
