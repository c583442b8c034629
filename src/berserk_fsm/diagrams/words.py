"""The words of guards and effects, out of the project's vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from berserk_fsm.diagrams.model import Words
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Call
    from berserk_fsm.rules.profiles import Profile
    from berserk_fsm.rules.vocabulary import Word

__all__ = ["rule_words"]

_PLAYERS: Mapping[str, Text] = {
    "active": Text("Активный", "Active"),
    "nonactive": Text("Неактивный", "Non-active"),
}


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
