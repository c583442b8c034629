"""What a micro-step or a refusal says to a reader: who, what, what changed, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from berserk_fsm.core.context import Context
from berserk_fsm.core.values import Decision, Entry, GameState, Point
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.machine.specification import Refusal, Specification
from berserk_fsm.rules.text import Text
from berserk_fsm.rules.vocabulary import vocabulary

__all__ = ["LANGS", "Line", "point_text", "refusal_sentence", "tell"]

LANGS = ("ru", "en")

_NOTHING = Text("ничего", "nothing")
_NOBODY = Text("никто", "nobody")


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a trace, with the clauses it rests on and the micro-step it tells of."""

    text: Text
    clauses: tuple[str, ...]
    micro: MicroStep


def tell(specification: Specification, context: Context, record: StepRecord) -> tuple[Line, ...]:
    """A step record as a reader wants it: a sentence for every micro-step that is worth one.

    Args:
        specification: the machine that made the record.
        context: the table it was made on.
        record: what happened.
    """
    lines: list[Line] = []
    for micro in record.micro_steps:
        row = micro.row
        fields = tuple(_row_fields(specification, context, micro, record.decision, lang) for lang in LANGS)
        for template, clauses in ((row.sentence, row.clauses), *_moments(micro)):
            if template.en:
                lines.append(Line(_filled(template, fields), clauses, micro))
    return tuple(lines)


def _moments(micro: MicroStep) -> list[tuple[Text, tuple[str, ...]]]:
    """What happens on the way: a roll enters the queue, a window opens."""
    words = vocabulary().moments
    found = []
    if any(effect.name == "enqueue_roll" for effect in micro.row.effects):
        found.append(words["roll_enqueued"])
    if any(effect.name == "give_priority_to" for effect in micro.row.effects) and micro.after.window:
        found.append(words[f"window_{micro.after.window.kind}"])
    return [(word.text, word.clauses) for word in found]


def _filled(template: Text, fields: tuple[dict[str, str], ...]) -> Text:
    return Text(*(template.get(lang).format_map(values) for lang, values in zip(LANGS, fields, strict=True)))


def _row_fields(
    specification: Specification, context: Context, micro: MicroStep, decision: Decision | None, lang: str
) -> dict[str, str]:
    before, after = micro.before, micro.after
    profile = specification.profile
    top = before.stack[-1] if before.stack else None
    action = context.table.actions[top.name] if top else None
    step = after.stack[-1].step if after.stack else None
    spent = [fact for fact in (action.cost if action else ()) if fact in before.facts]
    return {
        "player": decision.player if decision else "",
        "name": (decision.name or "") if decision else "",
        "holder": after.holder or _NOBODY.get(lang),
        "active": after.active,
        "turn": str(after.turn),
        "phase": profile.phase(after.phase).name.get(lang) if after.phase else "",
        "step_name": profile.step(top.step).name.get(lang) if top and top.step else "",
        "step_now": profile.step(step).name.get(lang) if step else "",
        "last_queued": after.queue[-1].name if after.queue else "",
        "top": top.name if top else "",
        "top_after": after.stack[-1].name if after.stack else "",
        "moved": _names((entry.name for entry in before.queue), lang),
        "target": (top.target or "") if top else "",
        "cost": _names(action.cost if action else (), lang),
        "paid": _names(spent, lang),
        "effects": _names(_added(before.log.rule_effects, after.log.rule_effects), lang),
        "cut": _names(_added(before.log.loops, after.log.loops), lang),
        "changed": _changed(context, before, after, lang),
    }


def refusal_sentence(
    specification: Specification, context: Context, refusal: Refusal, state: GameState, decision: Decision
) -> Text:
    """Why ``decision`` is refused by ``refusal``, in both languages."""
    fields = tuple(_refusal_fields(specification, context, state, decision, lang) for lang in LANGS)
    return _filled(refusal.sentence, fields)


def _refusal_fields(
    specification: Specification, context: Context, state: GameState, decision: Decision, lang: str
) -> dict[str, str]:
    table = context.table
    action = table.actions[decision.name] if decision.name is not None else None
    triggers = [a.name for a in table.of_player(decision.player) if _could_trigger(context, state, a.name)]
    whose = Text("приоритет сейчас ни у кого", "nobody has it now")
    if state.holder is not None:
        whose = Text(f"приоритет у {state.holder}", f"{state.holder} has it")
    return {
        "player": decision.player,
        "whose": whose.get(lang),
        "name": decision.name or "",
        "aim": (action.aim or "") if action else "",
        "top": state.stack[-1].name if state.stack else _NOTHING.get(lang),
        "missing": _names((fact for fact in action.when if fact not in state.facts) if action else (), lang),
        "cost": _names(action.cost if action else (), lang),
        "point": point_text(specification, action.on).get(lang) if action and action.on else "",
        "queue": _entries(state.queue, lang),
        "stack": _entries(state.stack, lang),
        "triggers": _names(triggers, lang),
    }


def _could_trigger(context: Context, state: GameState, name: str) -> bool:
    action = context.table.actions[name]
    if action.manner != "triggered" or state.window is None:
        return False
    decision = Decision("declare", action.by, name)
    return all(guard(context, state, decision) for guard in context.offers["triggered"])


def point_text(specification: Specification, point: Point) -> Text:
    """A trigger point in words.

    >>> from berserk_fsm.machine.build import build_specification
    >>> point_text(build_specification(), Point("phase", "main")).en
    'Main phase'
    """
    profile = specification.profile
    if point.where == "phase":
        return profile.phase(point.name).name
    if point.where == "effect":
        return Text(f"эффект правил {point.name}", f"rule effect {point.name}")
    step = profile.step(point.where).name
    return Text(f"{point.name}, этап «{step.ru}»", f"{point.name}, step {step.en}")


def _names(names: Iterable[str], lang: str) -> str:
    return ", ".join(names) or _NOTHING.get(lang)


def _entries(entries: tuple[Entry, ...], lang: str) -> str:
    return _names((entry.name for entry in entries), lang)


def _added(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    return after[len(before):]


def _changed(context: Context, before: GameState, after: GameState, lang: str) -> str:
    """What an effect changed: facts that end and begin, a block, a new target; facts in alphabetical order."""
    ended, begun = sorted(before.facts - after.facts), sorted(after.facts - before.facts)
    parts = []
    if ended:
        parts.append(Text("больше нет: ", "gone: ").get(lang) + ", ".join(ended))
    if begun:
        parts.append(Text("теперь есть: ", "now there: ").get(lang) + ", ".join(begun))
    for old, new in zip(before.stack, after.stack, strict=False):
        if new.blocked and not old.blocked:
            parts.append(Text(f"«{new.name}» заблокировано", f"“{new.name}” is blocked").get(lang))
        if new.target != old.target:
            parts.append(Text(f"новая цель «{new.name}» — {new.target}",
                              f"the new target of “{new.name}” is {new.target}").get(lang))
    return (": " + "; ".join(parts)) if parts else ""
