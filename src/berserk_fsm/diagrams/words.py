"""The words of guards and effects, out of the project's vocabulary; and the line that says what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from berserk_fsm.diagrams.model import Words
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Call, Specification
    from berserk_fsm.rules.profiles import Profile
    from berserk_fsm.rules.vocabulary import Word

__all__ = ["about_line", "another_machine", "rule_words"]

_PLAYERS: Mapping[str, Text] = {
    "active": Text("Активный", "Active"),
    "nonactive": Text("Неактивный", "Non-active"),
}


def about_line(spec: Specification, lang: str) -> str:
    """The line that says of which machine something is told: its profile, and the readings that are not the default.

    Args:
        spec: the machine.
        lang: ``"ru"`` or ``"en"``.

    >>> from berserk_fsm.machine.build import build_specification
    >>> about_line(build_specification(), "en")
    'Profile: Steps after 302.12, windows after neighbouring editions · readings: all default'
    """
    chosen = ", ".join(f"{name} = {value}" for name, value in spec.readings.non_default().items())
    return Text(
        f"Профиль: {spec.profile.name.ru} · прочтения: {chosen or 'все по умолчанию'}",
        f"Profile: {spec.profile.name.en} · readings: {chosen or 'all default'}",
    ).get(lang)


def another_machine(spec: Specification, lang: str) -> tuple[str, ...]:
    """The line about the machine for a page that has it only if profile or readings are not the default ones.

    >>> from berserk_fsm.machine.build import build_specification
    >>> another_machine(build_specification(), "en")
    ()
    """
    from berserk_fsm.rules.profiles import default_profile

    usual = spec.profile == default_profile() and not spec.readings.non_default()
    return () if usual else (about_line(spec, lang),)


def rule_words(profile: Profile) -> Words:
    """Guards and effects as the vocabulary says them, with the names of steps and phases of ``profile``.

    Args:
        profile: the profile of the specification that is drawn.
    """
    from berserk_fsm.rules.vocabulary import vocabulary

    words = vocabulary()
    names = {
        **_PLAYERS,
        **{step.id: step.name for step in profile.steps},
        **{phase.id: _inside_a_sentence(phase.name) for phase in profile.phases},
    }
    return Words(_teller(words.guards, names), _teller(words.effects, names))


def _inside_a_sentence(name: Text) -> Text:
    return Text(*(text[:1].lower() + text[1:] for text in (name.ru, name.en)))


def _teller(words: Mapping[str, Word], names: Mapping[str, Text]) -> Callable[[Call], Text]:
    def tell(call: Call) -> Text:
        if call.name not in words:
            return Text(str(call), str(call))
        text = words[call.name].text
        arg = names.get(call.arg or "", Text(call.arg or "", call.arg or ""))
        return Text(text.ru.replace("{arg}", arg.ru), text.en.replace("{arg}", arg.en))

    return tell
