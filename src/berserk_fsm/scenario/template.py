"""The scenario that ``berserk-fsm new`` writes: short, commented, and playable as it stands."""

from __future__ import annotations

from berserk_fsm.rules.readings import Readings
from berserk_fsm.scenario.keys import FILE, READING_VALUES, READINGS

__all__ = ["template"]

_DEFAULT = Readings()


def template(lang: str = "ru", readings: Readings = _DEFAULT) -> str:
    """The text of a scenario to begin with.

    Args:
        lang: ``"ru"``; anything else is English.
        readings: those that are not the default ones are written into it; the play is the same, and need not come out
            as it expects.

    >>> from berserk_fsm.scenario.scenario import parse_scenario
    >>> parse_scenario(template("ru")).title
    'Заблокированный удар всё равно оплачивается'
    >>> parse_scenario(template("ru", Readings(slow_active_only="false"))).readings.non_default()
    {'slow_active_only': 'false'}
    """
    text = _RU if lang == "ru" else _EN
    chosen = readings.non_default()
    if not chosen:
        return text
    pairs = (f"{READINGS.spell(id, lang)}: {READING_VALUES.spell(value, lang)}" for id, value in chosen.items())
    head, cites, rest = text.partition(_CITES[lang == "ru"])
    line, end, body = rest.partition("\n")
    return f"{head}{cites}{line}{end}{FILE.spell('readings', lang)}: {{{', '.join(pairs)}}}\n{body}"


_CITES = ("cites: ", "ссылки: ")
"""The key that readings stand behind; in English, in Russian."""


_RU = """\
# Сценарий — это спор за столом, записанный так, что его можно разыграть по разделам 302 и 303.
#   berserk-fsm play ФАЙЛ    разыграть и проверить
#   berserk-fsm step ФАЙЛ    пройти по шагам самому
# Всё после знака # — пояснения, их можно стереть. Имена игродействий и фактов вы придумываете сами.

заголовок: Заблокированный удар всё равно оплачивается
ссылки: ["302.10", "302.12"]     # о каких пунктах спор

# Игрок A — Активный, идёт главная фаза. Факты — всё, что важно на столе.
начало: {активный: A, фаза: главная, факты: [рыцарь открыт, маг открыт]}

# Каждое игродействие можно заявить один раз. Если скорость не указана, оно быстрое.
игродействия:
  удар: {чьё: A, скорость: медленное, цель: гоблин, цена: [рыцарь открыт], добавляет: [гоблин ранен]}
  щит: {чьё: B, цена: [маг открыт], блокирует: удар}
# Ещё бывает:  вид: простой удар · бросок: да · условие: […] · требует: […] · убирает: […]
#   срабатывает: {завершение: удар} · срабатывает: {фаза: главная} · перенаправляет: {что: удар, на: орк}

розыгрыш:
  - A заявляет удар
  - A передаёт приоритет                              # заявивший передаёт, не заявивший — пасует
  - отказ: {фраза: B заявляет щит, пункт: "302.10"}   # удар ещё в очереди заявок
  - оба пасуют                                        # очередь уходит в стек, удар начинает выполняться
  - ожидается: {выполняется: удар, этап: определение цели, приоритет: A}
  - A пасует
  - B заявляет щит
  - до: {стек: пуст}                                  # оба пасуют, пока стек не опустеет
  - ожидается: {покинули стек: [щит, удар], нет фактов: [гоблин ранен, рыцарь открыт]}

# Верно ли что-то, как бы ни играли, проверит  berserk-fsm explore ФАЙЛ:
#   всегда: {если: {выполняется: щит}, ожидается: {стек: [удар, щит]}}     (и ещё: никогда, бывает)
"""

_EN = """\
# A scenario is a dispute at the table, written down so that sections 302 and 303 can be played on it.
#   berserk-fsm play FILE    play it and check what is expected
#   berserk-fsm step FILE    step through it yourself
# All behind a # is a comment and may be deleted. Names of actions and facts are yours to choose.

title: A blocked strike is still paid for
cites: ["302.10", "302.12"]      # the clauses in dispute

# Player A is Active, the main phase begins. Facts are whatever matters on the table.
start: {active: A, phase: main, facts: [knight open, mage open]}

# Each action may be declared once. It is fast unless you say otherwise.
actions:
  strike: {by: A, speed: slow, target: goblin, cost: [knight open], add: [goblin wounded]}
  shield: {by: B, cost: [mage open], block: strike}
# There is also:  kind: simple strike · roll: true · when: […] · requires: […] · remove: […]
#   on: {after_effect: strike} · on: {phase: main} · redirect: {of: strike, to: orc}

play:
  - A declares strike
  - A hands over                                         # after declaring; without it, a player passes
  - refused: {say: B declares shield, clause: "302.10"}  # the strike is still in the queue
  - both pass                                            # queue to stack, the strike begins
  - expect: {executing: strike, step: fix_target, priority: A}
  - A passes
  - B declares shield
  - until: {stack: empty}                                # both pass until the stack is empty
  - expect: {left: [shield, strike], no_facts: [goblin wounded, knight open]}

# Does something hold however the table is played? Let  berserk-fsm explore FILE  find out:
#   always: {if: {executing: shield}, expect: {stack: [strike, shield]}}   (also: never, sometimes)
"""
