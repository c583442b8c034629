"""The sentences of a play, read and written: what a player does at a window, in English or Russian.

| decision | English | Russian |
|---|---|---|
| declare X | ``A declares X`` | ``A заявляет X`` |
| hand over (303.6) | ``A hands over`` | ``A передаёт приоритет`` |
| pass (303.2) | ``A passes`` | ``A пасует`` |
| both pass until the window closes | ``both pass`` | ``оба пасуют`` |

:data:`FORMS` holds all forms, also the variants that are read but never written. Upper and lower case, extra
spaces, one final dot and ``ё`` or ``е`` make no difference; the Cyrillic letters А and В are the players A
and B. The name of an action is everything after the verb and may hold spaces; in it every letter counts. A name that
ends in a dot is written as it is, or with one dot more where there is an action without it as well.

"A passes priority" is left out on purpose: in other games it covers both passing and handing over, which are
two things here.

>>> parse_sentence("A declares flying strike")
Decision(verb='declare', player='A', name='flying strike')
>>> parse_sentence("В  передает приоритет.")
Decision(verb='hand_over', player='B', name=None)
>>> say(parse_sentence("A declares M"), "ru")
'A заявляет M'
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from berserk_fsm.core.values import Decision, Player
from berserk_fsm.errors import BilingualError

__all__ = [
    "BOTH_PASS",
    "FORMS",
    "BothPass",
    "Form",
    "Sentence",
    "SentenceError",
    "parse_player",
    "parse_sentence",
    "say",
]

Verb = Literal["declare", "hand_over", "pass", "both_pass"]


@dataclass(frozen=True, slots=True)
class BothPass:
    """Both players give priority away until this window closes; all of it happens or nothing."""


BOTH_PASS = BothPass()

Sentence: TypeAlias = Decision | BothPass


class Form(NamedTuple):
    """How one decision is said. The first phrase of a language is written, all of them are read.

    ``{player}`` stands for A or B, ``{name}`` for the name of an action.
    """

    verb: Verb
    en: tuple[str, ...]
    ru: tuple[str, ...]


FORMS: tuple[Form, ...] = (
    Form(
        "declare",
        ("{player} declares {name}", "{player} declared {name}"),
        (
            "{player} заявляет {name}",
            "{player} заявил {name}",
            "{player} заявила {name}",
            "{player} объявляет {name}",
        ),
    ),
    Form(
        "hand_over",
        ("{player} hands over", "{player} hands priority over", "{player} hands over priority"),
        ("{player} передаёт приоритет", "{player} передал приоритет", "{player} передала приоритет"),
    ),
    Form(
        "pass",
        ("{player} passes", "{player} passed"),
        ("{player} пасует", "{player} спасовал", "{player} спасовала"),
    ),
    Form("both_pass", ("both pass", "both players pass"), ("оба пасуют", "оба игрока пасуют")),
)


class SentenceError(BilingualError, ValueError):
    """A text that is no sentence of a play; the message names the nearest form.

    >>> SentenceError("no", "нет").text("ru")
    'нет'
    """


_PLAYERS: dict[str, Player] = {"A": "A", "B": "B", "А": "A", "В": "B"}  # the last two are Cyrillic


def parse_player(text: str) -> Player | None:
    """The player a letter stands for, Latin or Cyrillic; ``None`` when it stands for none.

    >>> parse_player("В"), parse_player("b"), parse_player("C")
    ('B', 'B', None)
    """
    return _PLAYERS.get(text.strip().upper())


def _pattern(phrase: str) -> re.Pattern[str]:
    words = []
    for word in phrase.split():
        if word == "{player}":
            words.append("(?P<player>[ABАВ])")
        elif word == "{name}":
            words.append(r"(?P<name>\S(?:.*\S)?)")
        else:
            words.append(word.replace("ё", "[её]"))
    return re.compile(r"\s+".join(words), re.IGNORECASE | re.DOTALL)


_PATTERNS: tuple[tuple[Verb, re.Pattern[str]], ...] = tuple(
    (form.verb, _pattern(phrase)) for form in FORMS for phrase in (*form.en, *form.ru)
)


def parse_sentence(text: str, names: Container[str] = ()) -> Sentence:
    """What a sentence says.

    Args:
        text: one sentence, in English or Russian; see :data:`FORMS`.
        names: the actions there are. A final dot ends the sentence; but it belongs to the name if only so there is an
            action of that name.

    Returns:
        A :class:`~berserk_fsm.core.values.Decision`, or :data:`BOTH_PASS`. There need be no action of that name.

    Raises:
        SentenceError: it is none of the forms; the message says which are expected and names the nearest.

    >>> parse_sentence("оба пасуют")
    BothPass()
    >>> parse_sentence("A declares St.").name, parse_sentence("A declares St.", ["St."]).name
    ('St', 'St.')
    >>> parse_sentence("A plays X")
    Traceback (most recent call last):
        ...
    berserk_fsm.scenario.sentences.SentenceError: 'A plays X' is not understood; expected "A declares X"
    """
    whole = text.strip()
    said = whole.removesuffix(".").rstrip()
    plain, dotted = _matched(said), _matched(whole)
    if dotted is not None and _declared(dotted) in names and _declared(plain) not in names:
        return dotted
    if plain is None:
        raise _not_understood(said)
    return plain


def _declared(sentence: Sentence | None) -> str:
    """The name of what is declared; ``""``, which is no name, where nothing is."""
    return (sentence.name or "") if isinstance(sentence, Decision) else ""


def _matched(said: str) -> Sentence | None:
    """The sentence of the first form that fits to the last letter."""
    for verb, pattern in _PATTERNS:
        if match := pattern.fullmatch(said):
            if verb == "both_pass":
                return BOTH_PASS
            player = parse_player(match["player"])
            assert player is not None
            return Decision(verb, player, match["name"] if verb == "declare" else None)
    return None


def say(sentence: Sentence, lang: str = "en") -> str:
    """The sentence that says ``sentence``, in ``"ru"`` or (anything else) English.

    ``parse_sentence(say(sentence, lang)) == sentence`` for every name that can stand on a table.

    >>> say(Decision("hand_over", "A"), "ru"), say(BOTH_PASS)
    ('A передаёт приоритет', 'both pass')
    """
    verb: Verb = "both_pass" if isinstance(sentence, BothPass) else sentence.verb
    form = next(form for form in FORMS if form.verb == verb)
    phrase = (form.ru if lang == "ru" else form.en)[0]
    if isinstance(sentence, BothPass):
        return phrase
    name = sentence.name or ""
    # One final dot is punctuation, so a name that ends in a dot gets another one.
    return phrase.format(player=sentence.player, name=name) + ("." if name.endswith(".") else "")


def _not_understood(said: str) -> SentenceError:
    if not said:
        return SentenceError(
            'a sentence is missing; expected e.g. "A declares X"',
            "нет фразы; ожидалось, например, «A заявляет X»",
        )
    shown = said if len(said) <= 60 else said[:57] + "..."
    first, *rest = said.split()
    player = parse_player(first)
    if player is None and len(first) == 1 and rest:
        return SentenceError(
            f"{shown!r}: there is no player {first!r}; expected A or B",
            f"«{shown}»: нет игрока «{first}»; ожидалось A или B",
        )
    if player is None:
        en, ru = _without_player(said)
        return SentenceError(
            f"{shown!r} is not understood; expected {en}", f"«{shown}» — непонятная фраза; ожидалось {ru}"
        )
    if not rest:
        en, ru = _all_of(player)
        return SentenceError(
            f"{shown!r} does not say what {player} does; expected {en}",
            f"«{shown}» — не сказано, что делает игрок {player}; ожидалось {ru}",
        )
    nearest = _nearest(rest[0])
    if nearest.verb == "pass" and len(rest) > 1:
        both = [form for form in FORMS if form.verb in ("pass", "hand_over")]
        over, passes = ((form.en[0].format(player=player), form.ru[0].format(player=player)) for form in both)
        return SentenceError(
            f'{shown!r} is not understood; expected "{passes[0]}" without having declared, "{over[0]}" after declaring',
            f"«{shown}» — непонятная фраза; ожидалось «{passes[1]}», если ничего не заявлено, "
            f"«{over[1]}» — если заявлено",
        )
    name = " ".join(rest[1:])[:40]
    en, ru = (phrase.format(player=player, name=name or "X") for phrase in (nearest.en[0], nearest.ru[0]))
    return SentenceError(
        f'{shown!r} is not understood; expected "{en}"', f"«{shown}» — непонятная фраза; ожидалось «{ru}»"
    )


def _nearest(word: str) -> Form:
    """The form whose verb looks most like ``word``; declaring, the most frequent one, when none does."""
    synonyms = {
        "plays": "declare",
        "uses": "declare",
        "играет": "declare",
        "разыгрывает": "declare",
        "пас": "pass",
    }
    candidates = {phrase.split()[1]: form for form in FORMS[:3] for phrase in (*form.en, *form.ru)}
    close = difflib.get_close_matches(word.casefold(), [*candidates, *synonyms], n=1, cutoff=0.5)
    if not close:
        return FORMS[0]
    if close[0] in candidates:
        return candidates[close[0]]
    return next(form for form in FORMS if form.verb == synonyms[close[0]])


def _without_player(said: str) -> tuple[str, str]:
    for form, phrase in ((one, phrase) for one in FORMS for phrase in (*one.en, *one.ru)):
        words = phrase.replace("{player} ", "").replace(" {name}", "").replace("ё", "е")
        if said.casefold().replace("ё", "е").startswith(words):
            name = said[len(words) :].strip()[:40] or "X"
            return (
                f'"{form.en[0].format(player="A", name=name)}"',
                f"«{form.ru[0].format(player='A', name=name)}»",
            )
    if difflib.get_close_matches(said.casefold(), [*FORMS[3].en, *FORMS[3].ru], n=1):
        return f'"{FORMS[3].en[0]}"', f"«{FORMS[3].ru[0]}»"
    return _all_of("A")


def _all_of(player: Player) -> tuple[str, str]:
    en = [f'"{form.en[0].format(player=player, name="X")}"' for form in FORMS]
    ru = [f"«{form.ru[0].format(player=player, name='X')}»" for form in FORMS]
    return f"{', '.join(en[:-1])} or {en[-1]}", f"{', '.join(ru[:-1])} или {ru[-1]}"
