"""The files that are made from the package and kept in it for readers: schema, page of the format, example index.

``python -m berserk_fsm.scenario.published`` writes them anew; a test finds them when they are out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from berserk_fsm.scenario.examples import index
from berserk_fsm.scenario.keys import markdown
from berserk_fsm.scenario.schema import SCHEMA_FILE, schema_text

__all__ = ["PUBLISHED", "format_page", "write_published"]

_RU = """## Файл сценария

Файл YAML в UTF-8. Все значения читаются как текст (`302.10` остаётся `302.10`), лишние и повторные ключи — ошибки.
Ключи и слова можно писать по-английски или по-русски, пробел и подчёркивание в них равны; игроки — `A` и `B`, можно и
кириллицей. Образец с пояснениями: `berserk-fsm --lang ru new`. Схема для редакторов: `scenario.schema.json`.

Фразы розыгрыша: «A заявляет X», «A передаёт приоритет» (если в этом владении что-то заявлено), «B пасует» (если нет),
«оба пасуют». Бросок игродействия X называется `X.roll`, можно писать `X.бросок`.

Ключ `этапы` называет готовую таблицу этапов и фаз, например `этапы: редакция 2009`; о её этапах тогда и идёт речь в
файле. Свою таблицу этапов файл сценария не называет, чтобы у всех он разыгрывался одинаково: её указывают при запуске,
`--profile ФАЙЛ`, и она важнее.

Утверждения `всегда`, `никогда`, `бывает` — о каждом положении, в котором решает игрок, как бы ни шла игра; их проверяет
`berserk-fsm explore`, а `play` их не касается. Под ключом одно утверждение или список. Утверждение — ключи ожидания:
`всегда: {приоритет: A}`, — или полная запись: `всегда: {заголовок: словами, если: {этап: оплата}, ожидается:
{стек: [X]}}`. Ключей «ход», «покинули стек», «отменены», «эффекты правил» и «повторы» в утверждениях не бывает: они о
том, что было, а не о том, что есть.
"""

_EN = """## The scenario file

A YAML file in UTF-8. All values are read as text (`302.10` stays `302.10`); unknown and repeated keys are errors. Keys
and words may be English or Russian, a blank and an underscore are the same; players are `A` and `B`, also in Cyrillic.
A template with comments: `berserk-fsm new`. A schema for editors: `scenario.schema.json`.

Sentences of a play: “A declares X”, “A hands over” (having declared something in this hold), “B passes” (having
declared nothing), “both pass”. The roll of an action X is called `X.roll`.

The key `profile` names a table of steps and phases that comes with the package, for instance `profile: edition_2009`;
the file then speaks of its steps. A scenario never names a step table of one's own, so that it plays alike for
everybody: that is given on the command line, `--profile FILE`, and wins.

The claims `always`, `never`, `sometimes` are about every situation in which a player decides, however the table is
played; `berserk-fsm explore` checks them and `play` does not look at them. Under a key stands one claim or a list of
them. A claim is keys of an expectation, `always: {priority: A}`, or the long form: `always: {title: in words, if:
{step: payment}, expect: {stack: [X]}}`. It may not use turn, left, cancelled, rule_effects and loops: these tell what
was, not what is.
"""


def format_page() -> str:
    """The page that tells the format of scenario files in both languages."""
    parts = [
        "# Сценарии · Scenarios\n",
        "*Made by `python -m berserk_fsm.scenario.published`; do not edit by hand.*\n",
        _RU,
        markdown("ru"),
        _EN,
        markdown("en"),
    ]
    return "\n".join(parts)


PUBLISHED: Mapping[Path, Callable[[], str]] = {
    SCHEMA_FILE: schema_text,
    SCHEMA_FILE.with_name("README.md"): format_page,
    SCHEMA_FILE.parent / "examples" / "README.md": lambda: index("en"),
}
"""Each file and what makes it."""


def write_published() -> None:
    """Write all of them anew."""
    for path, make in PUBLISHED.items():
        path.write_text(make(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_published()
