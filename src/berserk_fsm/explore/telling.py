"""A report in plain data and in words."""

from __future__ import annotations

from typing import Any

from berserk_fsm.explore.report import Report, Verdict
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.rules.text import Text
from berserk_fsm.rules.vocabulary import vocabulary
from berserk_fsm.scenario.sentences import say

__all__ = ["guard_words", "refusal_words", "report_json"]


def report_json(report: Report) -> dict[str, Any]:
    """The report as plain data: the contract's keys, then what else is known.

    >>> from berserk_fsm.explore.exploring import explore
    >>> from berserk_fsm.explore.model import Model
    >>> from berserk_fsm.game import Game
    >>> game = Game()
    >>> found = report_json(explore(Model(game.specification, game.table)))
    >>> found["states"], found["transitions"], found["violations"], found["complete"]
    (4, 4, [], True)
    """
    return {
        "states": report.states,
        "micro_states": report.micro_states,
        "transitions": report.transitions,
        "depth": report.depth,
        "complete": report.complete,
        "violations": [_violation(verdict) for verdict in report.violations],
        "never_taken": list(report.never_taken),
        "seconds": round(report.seconds, 3),
        "stopped_by": report.stopped_by,
        "turns": report.turns,
        "profile": report.model.specification.profile.id,
        "readings": report.model.specification.readings.as_dict(),
        "properties": {verdict.id: verdict.holds for verdict in report.verdicts},
        "never_true": list(report.never_true),
        "never_false": list(report.never_false),
        "never_given": list(report.never_given),
        "never_opened": list(report.never_opened),
        "bytes_per_state": round(report.bytes_per_state, 1),
    }


def _violation(verdict: Verdict) -> dict[str, Any]:
    found = verdict.violation
    return {
        "property": verdict.id,
        "kind": verdict.kind,
        "clauses": list(verdict.clauses),
        "sentence": verdict.sentence.as_dict(),
        "follows": verdict.follows,
        "play": None if found is None else [say(decision, "en") for decision in found.decisions],
        "control": None if found is None else found.state.control,
    }


def guard_words(guard: str, profile: Profile) -> Text:
    """What a guard asks, given as ``name`` or ``name(argument)``.

    Args:
        guard: the guard as :class:`~berserk_fsm.machine.specification.Call` writes it.
        profile: the phases and steps an argument may name.

    >>> from berserk_fsm.rules.profiles import default_profile
    >>> guard_words("queue_is_empty", default_profile()).en
    'queue empty'
    >>> guard_words("starts_in(main)", default_profile()).en
    'the scenario starts at Main phase'
    """
    name, _, argument = guard.removesuffix(")").partition("(")
    words = vocabulary().guards[name].text
    names = {phase.id: phase.name for phase in profile.phases} | {step.id: step.name for step in profile.steps}
    called = names.get(argument, Text(argument, argument))
    return Text(words.ru.format(arg=called.ru), words.en.format(arg=called.en))


def refusal_words(sentence: Text) -> Text:
    """The sentence of a refusal without anybody's names in it.

    >>> refusal_words(Text("«{name}» нет.", "No “{name}”.")).en
    'No “…”.'
    """
    blanks = _Blanks()
    return Text(sentence.ru.format_map(blanks), sentence.en.format_map(blanks))


class _Blanks(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "…"
