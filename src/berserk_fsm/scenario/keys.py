"""The words of a scenario file: every key and fixed value, its Russian spelling and what it means.

One table for the loader, the writer, the template, the JSON Schema and the documentation. The English
spelling is the one of the contract and the name used in code. In a file, upper and lower case, ``ё`` and
``е``, spaces and underscores make no difference, and both languages may stand side by side.

>>> ACTION.find("Speed"), ACTION.find("скорость"), ACTION.find("speeed")
('speed', 'speed', None)
>>> ACTION.nearest("speeed")
'speed'
>>> PHASES.spell("main", "ru")
'главная'
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.rules.profiles import Profile

__all__ = [
    "ACTION",
    "BOOLEANS",
    "CLAIM",
    "EXPECT",
    "FILE",
    "GROUPS",
    "HISTORY",
    "ITEM",
    "NOTHING",
    "PHASES",
    "POINT",
    "PROFILES",
    "READINGS",
    "READING_VALUES",
    "REDIRECT",
    "REFUSED",
    "ROLL_SUFFIXES",
    "RULE_EFFECT",
    "SITUATION",
    "SPEEDS",
    "STACK",
    "START",
    "STEPS",
    "UNTIL",
    "WINDOWS",
    "Group",
    "Word",
    "markdown",
    "normalise",
    "phases_of",
    "points_of",
    "steps_of",
]


def normalise(text: str) -> str:
    """The form in which two spellings of one word are equal.

    >>> normalise("Эффекты  правил") == normalise("эффекты_правил")
    True
    """
    text = unicodedata.normalize("NFC", text).casefold().replace("ё", "е")
    return re.sub(r"[\s_]+", "_", text.strip())


@dataclass(frozen=True, slots=True)
class Word:
    """A key or a fixed value.

    Args:
        id: the English spelling, also the name used in code.
        ru: the Russian spellings; the first one is written, all are read.
        about: what it means, for the documentation and the JSON Schema.
        shape: for a key, what stands behind it: ``text``, ``name``, ``names``, ``player``, ``truth``,
            ``number``, or a group of keys or values; see :mod:`berserk_fsm.scenario.schema`.
    """

    id: str
    ru: tuple[str, ...]
    about: Text
    shape: str = ""


@dataclass(frozen=True)
class Group:
    """The words that may stand at one kind of place.

    Args:
        id: names the group.
        title: what the group is, for headings and messages.
        words: in the order in which they are listed and written.
    """

    id: str
    title: Text
    words: tuple[Word, ...]
    _ids: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids: dict[str, str] = {}
        for word in self.words:
            for spelling in (word.id, *word.ru):
                key = normalise(spelling)
                if ids.setdefault(key, word.id) != word.id:
                    raise ValueError(f"{self.id}: {spelling!r} means both {ids[key]} and {word.id}")
        object.__setattr__(self, "_ids", MappingProxyType(ids))

    def __iter__(self) -> Iterator[Word]:
        return iter(self.words)

    @property
    def ids(self) -> tuple[str, ...]:
        """The English spellings."""
        return tuple(word.id for word in self.words)

    def find(self, text: str) -> str | None:
        """The English spelling of a word written in either language, ``None`` when there is no such word."""
        return self._ids.get(normalise(text))

    def nearest(self, text: str) -> str | None:
        """The spelling that looks most like ``text``, in its language; ``None`` when none does."""
        spellings = {normalise(s): s for word in self.words for s in (word.id, *word.ru)}
        close = difflib.get_close_matches(normalise(text), spellings, n=1, cutoff=0.6)
        return spellings[close[0]] if close else None

    def spell(self, id: str, lang: str) -> str:
        """How the word is written in ``lang``; words this table does not know are written as they are."""
        if lang == "ru":
            for word in self.words:
                if word.id == id and word.ru:
                    return word.ru[0]
        return id

    def list(self, lang: str) -> str:
        """All words in one line: ``slow | fast``."""
        return " | ".join(self.spell(word.id, lang) for word in self.words)


def _group(id: str, ru: str, en: str, *rows: tuple[str, str, str, str, str]) -> Group:
    """A group from rows ``(id, Russian spellings, shape, about in Russian, about in English)``."""
    words = (
        Word(
            key,
            tuple(s.strip() for s in spellings.split(",") if s.strip()),
            Text(ru=about_ru, en=about_en),
            shape,
        )
        for key, spellings, shape, about_ru, about_en in rows
    )
    return Group(id, Text(ru=ru, en=en), tuple(words))


# fmt: off

# --- keys ------------------------------------------------------------------------------

FILE = _group(
    "file", "файл сценария", "scenario file",
    ("title", "заголовок, название", "text", "о чём сценарий", "what the scenario is about"),
    ("cites", "ссылки, пункты", "cites",
     "пункты правил и пробелы (gap/ИМЯ), о которых он", "the clauses and gaps (gap/NAME) it is about"),
    ("readings", "прочтения", "readings",
     "как понимать спорные места; прочие — по умолчанию",
     "how to read disputed places; the others keep their defaults"),
    ("profile", "этапы, таблица этапов, профиль", "profile",
     "таблица этапов и фаз, одна из готовых", "the table of steps and phases, one that comes with the package"),
    ("start", "начало", "start", "с чего начинается", "how it starts"),
    ("actions", "игродействия", "actions",
     "игродействия по именам; каждое заявляют один раз",
     "the game actions by name; each may be declared once"),
    ("rule_effects", "эффекты правил", "rule_effects",
     "эффекты правил игры по именам", "the effects of the game's rules by name"),
    ("always", "всегда", "claims",
     "что верно всякий раз, когда решает игрок, как бы ни играли",
     "what holds whenever a player decides, whatever is played"),
    ("never", "никогда", "claims",
     "чего не бывает, когда решает игрок", "what is never so when a player decides"),
    ("sometimes", "бывает, иногда", "claims",
     "что бывает хотя бы раз, когда решает игрок", "what is so at least once when a player decides"),
    ("play", "розыгрыш", "play",
     "что делают игроки и что должно получиться", "what the players do and what must come of it"),
)
START = _group(
    "start", "начало", "start",
    ("active", "активный, активный игрок", "player", "Активный игрок: чей ход", "the turn player, Active"),
    ("phase", "фаза", "phase", "фаза, которая начинается", "the phase that begins"),
    ("facts", "факты", "names", "что верно на столе", "what is true on the table"),
)
ACTION = _group(
    "action", "игродействие", "action",
    ("by", "чьё, игрок, кто", "player", "чьё это игродействие", "whose action it is"),
    ("kind", "вид", "kind", "вид игродействия из 302.5", "its kind in 302.5"),
    ("speed", "скорость", "speed",
     "медленное или быстрое (если не сказано — быстрое)", "slow or fast (fast unless said)"),
    ("on", "срабатывает", "point",
     "точка срабатывания: этап игродействия, фаза или эффект правил",
     "its trigger point: a step of an action, a phase or a rule effect"),
    ("target", "цель", "name", "на что направлено", "what it is aimed at"),
    ("roll", "бросок", "truth", "бросает ли кубик", "does it roll a die"),
    ("when", "условие, когда", "names",
     "факты, нужные при заявлении", "facts that must hold when it is declared"),
    ("requires", "требует", "names",
     "факты, нужные в начале выполнения", "facts that must hold when its execution starts"),
    ("cost", "цена, стоимость", "names",
     "факты, которые оно резервирует и тратит", "facts it reserves and then spends"),
    ("remove", "убирает", "names", "факты, которые отменяет его эффект", "facts its effect ends"),
    ("add", "добавляет", "names", "факты, которые создаёт его эффект", "facts its effect makes true"),
    ("block", "блокирует", "name",
     "игродействие, эффект которого пропускается", "the action whose effect is skipped"),
    ("redirect", "перенаправляет", "redirect",
     "игродействие, получающее другую цель", "the action that gets another target"),
)
REDIRECT = _group(
    "redirect", "перенаправление", "redirection",
    ("of", "что", "name", "какое игродействие", "which action"),
    ("to", "на, куда", "name", "новая цель", "its new target"),
)
RULE_EFFECT = _group(
    "rule_effect", "эффект правил", "rule effect",
    ("when", "условие, когда", "names", "факты, при которых он наступает", "facts that make it due"),
    ("remove", "убирает", "names", "факты, которые он отменяет", "facts it ends"),
    ("add", "добавляет", "names", "факты, которые он создаёт", "facts it makes true"),
)
ITEM = _group(
    "item", "строка розыгрыша", "item of play",
    ("until", "до, пока не", "until",
     "повторять «оба пасуют», пока не станет верно", "keep `both pass` until this is true"),
    ("expect", "ожидается, ожидаем", "expect", "как должно быть сейчас", "how things must stand now"),
    ("refused", "отказ", "refused",
     "что сейчас сделать нельзя и по какому пункту", "what may not be done now, and by which clause"),
)
UNTIL = _group(
    "until", "до какого момента", "until when",
    ("left", "покинуло стек, ушло", "name", "игродействие покинуло стек", "the action is off the stack"),
    ("step", "этап", "name_step", "игродействие на этом этапе", "the action is in this step"),
    ("stack", "стек", "stack", "стек пуст, очередь тоже", "the stack is empty, the queue too"),
    ("phase", "фаза", "phase", "началась эта фаза", "this phase has begun"),
)
REFUSED = _group(
    "refused", "отказ", "refusal",
    ("say", "фраза", "sentence", "что попытался сделать игрок", "what the player tries"),
    ("clause", "пункт", "clause",
     "пункт, по которому это нельзя, или scenario", "the clause that forbids it, or scenario"),
)
EXPECT = _group(
    "expect", "ожидание", "expectation",
    ("active", "активный, активный игрок", "player", "Активный игрок: чей ход", "the turn player"),
    ("priority", "приоритет", "nobody_or_player", "кто владеет приоритетом", "who has priority"),
    ("phase", "фаза", "phase", "какая фаза хода", "the phase of the turn"),
    ("turn", "ход", "number", "который ход", "the number of the turn"),
    ("queue", "очередь", "names", "очередь заявок, с начала", "the declaration queue, front first"),
    ("stack", "стек", "names", "стек, снизу вверх", "the stack, bottom first"),
    ("executing", "выполняется", "nothing_or_name",
     "верхнее игродействие, выполнение которого началось", "the top action once its execution has begun"),
    ("step", "этап", "nothing_or_step", "на каком оно этапе", "the step it is in"),
    ("window", "окно", "nothing_or_window", "какое окно приоритета открыто", "which window is open"),
    ("passes", "пасы, пасов", "number", "пасов подряд: 0 или 1", "consecutive passes: 0 or 1"),
    ("has_declared", "заявлено, заявил", "truth",
     "заявил ли что-нибудь владеющий приоритетом", "has the holder declared in this hold"),
    ("facts", "факты", "names", "верны по крайней мере эти факты", "at least these facts are true"),
    ("no_facts", "нет фактов", "names", "ни один из этих фактов не верен", "none of these facts is true"),
    ("legal", "можно заявить, доступно", "names", "что сейчас можно заявить", "what may be declared now"),
    ("left", "покинули стек, ушли", "names",
     "что выполнено и удалено, по порядку", "what was executed and removed, in order"),
    ("cancelled", "отменены, отменено, сняты, снято", "names",
     "что отменено и удалено без оплаты, по порядку", "what was removed unpaid, in order"),
    ("rule_effects", "эффекты правил", "names",
     "какие эффекты правил применены, по порядку", "which rule effects were applied, in order"),
    ("loops", "повторы, оборванные повторы, циклы", "names",
     "какие эффекты правил оборваны как повтор", "which rule effects were cut as a loop"),
    ("targets", "цели", "targets",
     "текущие цели игродействий в стеке", "current targets of actions on the stack"),
)
CLAIM = _group(
    "claim", "утверждение", "claim",
    ("title", "заголовок, название", "text", "что утверждается, словами", "what is claimed, in words"),
    ("if", "если", "situation", "только если сейчас так", "only in situations like this"),
    ("expect", "ожидается, ожидаем, то", "situation", "как тогда обстоят дела", "how things stand then"),
)
# --- values ----------------------------------------------------------------------------

PHASES = _group(
    "phase", "фаза", "phase",
    ("initial", "начальная, начальная фаза", "", "начальная фаза", "the initial phase"),
    ("main", "главная, главная фаза", "", "главная фаза", "the main phase"),
    ("final", "финальная, финальная фаза", "", "финальная фаза", "the final phase"),
)
STEPS = _group(
    "step", "этап выполнения", "step",
    ("legality_check", "проверка легальности", "", "проверка легальности", "legality check"),
    ("reserve_resources", "резервирование ресурсов", "", "резервирование ресурсов", "resource reservation"),
    ("fix_target", "определение цели, окончательное определение цели", "",
     "окончательное определение цели", "final target"),
    ("dice_roll", "бросок кубика, бросок", "", "бросок кубика", "die roll"),
    ("apply_effect", "применение эффекта, расчёт и применение эффекта", "",
     "расчёт и применение эффекта", "calculation and application of the effect"),
    ("after_effect", "завершение, после эффекта", "", "завершение", "completion"),
    ("payment", "оплата", "", "оплата", "payment"),
    ("removal", "удаление, удаление из стека", "", "удаление из стека", "removal from the stack"),
)
POINT = Group(
    "point",
    Text(ru="точка срабатывания", en="trigger point"),
    (
        *(Word(word.id, word.ru, word.about, "name") for word in STEPS.words[2:7]),
        Word("phase", ("фаза",), Text(ru="начало фазы", en="the beginning of a phase"), "phase"),
        Word(
            "effect",
            ("эффект", "эффект правил"),
            Text(ru="применение эффекта правил", en="a rule effect applied"),
            "name",
        ),
    ),
)
SPEEDS = _group(
    "speed", "скорость", "speed",
    ("slow", "медленное, медленная", "", "медленное игродействие", "a slow action"),
    ("fast", "быстрое, быстрая", "", "быстрое игродействие", "a fast action"),
)
WINDOWS = _group(
    "window", "окно", "window",
    ("phase", "фаза, окно фазы", "", "окно фазы", "the phase's own window"),
    ("step", "этап, окно этапа", "", "окно этапа выполнения", "the window of a step"),
    ("removal", "удаление", "",
     "игродействие покинуло стек, другие остались", "an action left, others remain"),
    ("off_stack", "вне стека", "", "после оплаты", "after a payment"),
)
BOOLEANS = _group(
    "truth", "да или нет", "yes or no",
    ("true", "да", "", "да", "yes"),
    ("false", "нет", "", "нет", "no"),
)
NOTHING = _group(
    "nothing", "никто, ничего", "nobody, nothing",
    ("nobody", "никто", "", "никто", "nobody"),
    ("null", "ничего", "", "ничего", "nothing"),
)
STACK = _group(
    "stack", "стек", "stack",
    ("empty", "пуст, пустой", "", "стек и очередь пусты", "stack and queue are empty"),
)
PROFILES = _group(
    "profile", "таблица этапов", "profile",
    ("default", "обычные, обычная", "", "этапы по 302.12, если не сказано иное", "the steps of 302.12, unless said"),
    ("edition_2009", "редакция 2009, редакция 2009 года", "",
     "цепь из девяти частей, редакция 2009 года", "the nine-part chain, edition of 2009"),
)
READINGS = _group(
    "readings", "прочтения", "readings",
    ("handover_counts_as_pass", "передача считается пасом", "",
     "передача приоритета после заявки — тоже пас", "a hand-over is a pass too"),
    ("slow_needs_empty_stack", "медленному нужен пустой стек", "",
     "медленному игродействию нужен и пустой стек", "a slow action needs an empty stack too"),
    ("slow_active_only", "медленное только активному", "",
     "медленные игродействия — только у Активного игрока", "slow actions are for Active only"),
    ("trigger_once_per_point", "точка срабатывания один раз", "",
     "одно владение приоритетом на точку срабатывания", "one hold per player and trigger point"),
    ("triggers_mandatory", "срабатывания обязательны", "",
     "свои срабатывания обязательно заявлять", "own triggers must be declared"),
    ("reserve_at", "резервирование", "", "когда резервируются ресурсы", "when resources are reserved"),
    ("opponent_declared_lasts", "заявка оппонента действует", "",
     "сколько действует «оппонент заявил новые игродействия»", "how long “the opponent declared” lasts"),
    ("roll_through_queue", "бросок через очередь", "",
     "бросок проходит через очередь заявок", "a roll goes through the queue"),
    ("phase_window", "окно фазы", "",
     "открывается ли окно в начальной и финальной фазах", "do initial and final always have a window"),
    ("window_opens_with", "окно начинает", "",
     "кто первым получает приоритет в окне", "who has priority first in a window"),
)
READING_VALUES = _group(
    "reading_values", "значения прочтений", "values of readings",
    ("true", "да", "", "да", "yes"),
    ("false", "нет", "", "нет", "no"),
    ("execution", "выполнение, при выполнении", "", "при выполнении", "at execution"),
    ("declaration", "заявление, при заявлении", "", "при заявлении", "at declaration"),
    ("hold", "владение", "", "следующее владение приоритетом", "the next hold"),
    ("window", "окно", "", "до закрытия окна", "the whole window"),
    ("always", "всегда", "", "всегда", "always"),
    ("if_any", "при наличии", "", "если есть что заявить", "if there is something to declare"),
    ("active", "активный", "", "Активный игрок", "Active"),
    ("controller", "владелец", "", "владелец верхнего игродействия", "the player of the top action"),
)

# fmt: on

HISTORY: tuple[str, ...] = ("turn", "left", "cancelled", "rule_effects", "loops")
"""What ``expect`` knows and a claim does not: how things came to stand as they do.

Two situations that differ in these alone are one to a search, so it could not say in which of them a claim holds.
"""

SITUATION = Group(EXPECT.id, EXPECT.title, tuple(word for word in EXPECT if word.id not in HISTORY))
"""What a claim may speak of."""

ROLL_SUFFIXES: tuple[str, ...] = (".roll", ".бросок")
"""How the roll of an action is named: ``X.roll``, in Russian also ``X.бросок``."""

GROUPS: tuple[Group, ...] = (
    FILE, START, ACTION, REDIRECT, POINT, RULE_EFFECT, ITEM, UNTIL, REFUSED, EXPECT, CLAIM,
    PHASES, STEPS, SPEEDS, WINDOWS, BOOLEANS, NOTHING, STACK, PROFILES, READINGS, READING_VALUES,
)  # fmt: skip
"""All groups, keys first; the documentation's table is printed from them."""


def markdown(lang: str = "en") -> str:
    """All words as Markdown tables, one per group, for the documentation.

    The steps of the packaged profiles follow, for each profile but the default one.

    >>> print(markdown().splitlines()[4])
    | `title` | `заголовок`, `название` | what the scenario is about |
    """
    from berserk_fsm.rules.profiles import default_profile, known_profiles

    tables = [_table(group.title.get(lang), group, lang) for group in GROUPS]
    for id, profile in known_profiles().items():
        if profile != default_profile():
            title = f"{STEPS.title.get(lang)} · {PROFILES.spell(id, lang)}"
            tables.append(_table(title, steps_of(profile), lang))
    return "\n".join(tables)


def _table(title: str, group: Group, lang: str) -> str:
    rows = (
        f"| `{word.id}` | {', '.join(f'`{spelling}`' for spelling in word.ru)} | {word.about.get(lang)} |\n"
        for word in group
    )
    return f"### {title}\n\n| English | по-русски | |\n|---|---|---|\n{''.join(rows)}"


# --- phases and steps of another profile ------------------------------------------------


def phases_of(profile: Profile) -> Group:
    """The phases of a profile, by its own names and, where it has the same ids, by the spellings above.

    >>> from berserk_fsm.rules.profiles import default_profile
    >>> phases_of(default_profile()).find("Финальная фаза")
    'final'
    """
    return _of_profile(PHASES, [(phase.id, phase.name) for phase in profile.phases])


def steps_of(profile: Profile) -> Group:
    """The steps of a profile."""
    return _of_profile(STEPS, [(step.id, step.name) for step in profile.steps])


def points_of(profile: Profile) -> Group:
    """What may stand under ``on``: the steps that have a trigger point, ``phase`` and ``effect``."""
    others = POINT.words[-2:]
    taken = {normalise(spelling) for word in others for spelling in (word.id, *word.ru)}
    allowed = {step.id for step in profile.steps if step.trigger_point != "never"}
    steps = (
        Word(word.id, tuple(s for s in word.ru if normalise(s) not in taken), word.about, "name")
        for word in steps_of(profile)
        if word.id in allowed
    )
    return Group(POINT.id, POINT.title, (*steps, *others))


def _of_profile(group: Group, rows: Iterable[tuple[str, Text]]) -> Group:
    rows = tuple(rows)
    known = {word.id: word for word in group}
    taken = {normalise(id) for id, _ in rows}
    taken.update(normalise(spelling) for word in NOTHING for spelling in word.ru)
    words: list[Word] = []
    for id, name in rows:
        usual = name.ru[:1].lower() + name.ru[1:]
        spellings = (*known[id].ru, usual) if id in known else (usual,)
        # A profile may call two things by one name; then the first keeps it and the other has its id only.
        free: dict[str, str] = {}
        for spelling in spellings:
            if normalise(spelling) not in taken:
                free.setdefault(normalise(spelling), spelling)
        taken.update(free)
        words.append(Word(id, tuple(free.values()), name))
    return Group(group.id, group.title, tuple(words))
