"""The words of the machine, in both languages, with the clauses each one cites: ``data/vocabulary.yaml``.

Guards and effects are the closed vocabulary the specification is written in; kinds of rows, states and events are
what it is made of. What they do is in :mod:`berserk_fsm.core`; here is only what they are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from berserk_fsm.rules.reading_data import Element, data_file
from berserk_fsm.rules.text import Text

__all__ = ["RowWords", "Vocabulary", "Word", "vocabulary"]


@dataclass(frozen=True, slots=True)
class Word:
    """What a guard, an effect or a state is called, and the clauses it reads."""

    name: str
    clauses: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class RowWords:
    """What a kind of transition is called, what a trace says of it, and the clauses it encodes."""

    kind: str
    clauses: tuple[str, ...]
    label: Text
    sentence: Text


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words, each kind by name and in the order of the file."""

    guards: Mapping[str, Word]
    effects: Mapping[str, Word]
    rows: Mapping[str, RowWords]
    states: Mapping[str, Word]
    events: Mapping[str, Text]
    moments: Mapping[str, Word]


def _text(element: Element) -> str:
    """A text that may be empty: a transition not worth a line in a trace has no sentence."""
    plain = getattr(element.node, "text", None)
    return plain if plain == "" else element.text()


def _word(name: str, element: Element) -> Word:
    entry = element.fields(("clauses", "ru", "en"))
    return Word(name, entry["clauses"].texts(), Text(entry["ru"].text(), entry["en"].text()))


def _row_words(kind: str, element: Element) -> RowWords:
    entry = element.fields(("clauses", "label", "sentence"))
    sentence = entry["sentence"].fields(("ru", "en"))
    return RowWords(
        kind,
        entry["clauses"].texts(),
        entry["label"].both(),
        Text(_text(sentence["ru"]), _text(sentence["en"])),
    )


@cache
def vocabulary() -> Vocabulary:
    """The words of ``data/vocabulary.yaml``.

    >>> vocabulary().guards["queue_is_empty"].text.en
    'queue empty'
    """
    root = data_file("vocabulary.yaml").fields(("guards", "effects", "rows", "states", "events", "moments"))

    def named(section: str) -> dict[str, Element]:
        return root[section].entries()

    return Vocabulary(
        guards=MappingProxyType({name: _word(name, e) for name, e in named("guards").items()}),
        effects=MappingProxyType({name: _word(name, e) for name, e in named("effects").items()}),
        rows=MappingProxyType({kind: _row_words(kind, e) for kind, e in named("rows").items()}),
        states=MappingProxyType({name: _word(name, e) for name, e in named("states").items()}),
        events=MappingProxyType({name: e.both() for name, e in named("events").items()}),
        moments=MappingProxyType({name: _word(name, e) for name, e in named("moments").items()}),
    )
