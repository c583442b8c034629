"""What a micro-step or a refusal says to a reader: who, what, what changed, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from berserk_fsm.core.context import Context
from berserk_fsm.core.guards import is_offered
from berserk_fsm.core.values import Action, Decision, Entry, GameState, Point, Window
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.machine.specification import Refusal, Specification
from berserk_fsm.rules.text import Text
from berserk_fsm.rules.vocabulary import vocabulary

__all__ = ["LANGS", "Line", "point_text", "refusal_sentence", "tell"]

LANGS = ("ru", "en")

_NOTHING = Text("ничего", "nothing")
_NOBODY = Text("никто", "nobody")


_RESERVING = ("reserve", "reserved_before", "pay")
"""Transitions that say nothing when the action costs nothing."""

_ONLY_THEN = {"gap/reserved_vanishes", "gap/batch_order"}
"""Assumptions cited only where they decide something: a reserved resource is gone, several effects run at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a trace, with the clauses it rests on and the micro-step it tells of.

    Args:
        text: the sentence.
        clauses: what it rests on.
        micro: the transition it tells of.
        lead: for a decision or the opening of a window what is seen at the table, without full stop: ``A passes``;
            for other lines the whole sentence.
        rest: for a decision or the opening of a window what comes of it, as a sentence: ``B has priority.``;
            for other lines the whole sentence.
    """

    text: Text
    clauses: tuple[str, ...]
    micro: MicroStep
    lead: Text
    rest: Text


def tell(specification: Specification, context: Context, record: StepRecord) -> tuple[Line, ...]:
    """A step record as a reader wants it: a sentence for every micro-step that is worth one.

    Reserving and paying nothing, and a legality check that has nothing to look at, are not worth one.

    Args:
        specification: the machine that made the record.
        context: the table it was made on.
        record: what happened.
    """
    lines: list[Line] = []
    for micro in record.micro_steps:
        row = micro.row
        fields = tuple(_row_fields(specification, context, micro, record.decision, lang) for lang in LANGS)
        if row.sentence.en and _is_worth_telling(context, micro):
            clauses = tuple(c for c in row.clauses if c not in _ONLY_THEN or _decides_here(context, micro, c))
            lines.append(_line(row.sentence, fields, clauses, micro, in_two=not row.automatic))
        for template, clauses, in_two in _moments(context, micro):
            lines.append(_line(template, fields, clauses, micro, in_two))
    return tuple(lines)


def _line(
    template: Text, fields: tuple[dict[str, str], ...], clauses: tuple[str, ...], micro: MicroStep, in_two: bool
) -> Line:
    text = _filled(template, fields)
    if not in_two or "; " not in template.en:
        return Line(text, clauses, micro, text, text)
    # Names may hold "; " as well, so the template is taken apart, not the sentence.
    parts = tuple(template.get(lang).partition("; ") for lang in LANGS)
    lead = _filled(Text(*(before for before, _, _ in parts)), fields)
    rest = _filled(Text(*(after[:1].upper() + after[1:] for _, _, after in parts)), fields)
    return Line(text, clauses, micro, lead, rest)


def _is_worth_telling(context: Context, micro: MicroStep) -> bool:
    top = micro.before.stack[-1] if micro.before.stack else None
    action = context.table.actions[top.name] if top else None
    if action is None:
        return True
    if micro.row.kind in _RESERVING:
        return bool(action.cost)
    return micro.row.kind != "pass_legality" or bool(action.requires or action.aim)


def _decides_here(context: Context, micro: MicroStep, gap: str) -> bool:
    if gap == "gap/batch_order":
        return len(_added(micro.before.log.rule_effects, micro.after.log.rule_effects)) > 1
    return not micro.before.facts.issuperset(context.table.actions[micro.before.top.name].cost)


def _moments(context: Context, micro: MicroStep) -> list[tuple[Text, tuple[str, ...], bool]]:
    """What happens on the way: resources are reserved, a roll enters the queue, a loop is cut, a window opens."""
    words = vocabulary()
    done = {effect.name for effect in micro.row.effects}
    found: list[tuple[Text, tuple[str, ...], bool]] = []

    def add(name: str, in_two: bool = False, more: tuple[str, ...] = ()) -> None:
        clauses = tuple(dict.fromkeys((*words.moments[name].clauses, *more)))
        found.append((words.moments[name].text, clauses, in_two))

    if "reserve_declared_cost" in done and context.table.actions[micro.after.queue[-1].name].cost:
        add("cost_reserved")
    if "enqueue_roll" in done:
        add("roll_enqueued")
    if "run_rule_effects" in done and micro.before.log.loops != micro.after.log.loops:
        found.append((words.rows["cut_loop"].sentence, words.rows["cut_loop"].clauses, False))
    if "give_priority_to" in done and micro.after.window:
        add(f"window_{micro.after.window.kind}", in_two=True, more=_opened_by(micro.after.window))
    return found


def _opened_by(window: Window) -> tuple[str, ...]:
    """What a window owes its opening to: an off-stack action (303.8, in execution 303.9), a removal (303.3 c)."""
    off_stack = {"phase": ("303.8",), "step": ("303.8", "303.9")}.get(window.kind, ()) if window.off_stack else ()
    return (*off_stack, *(("303.3",) if window.action_left else ()))


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
    phase = profile.phase(after.phase).name.get(lang) if after.phase else ""
    last = context.table.actions[after.queue[-1].name] if after.queue else None
    return {
        "player": decision.player if decision else "",
        "name": (decision.name or "") if decision else "",
        "holder": after.holder or _NOBODY.get(lang),
        "active": after.active,
        "turn": str(after.turn),
        "phase": phase,
        "phase_begun": phase[:1].lower() + phase[1:],
        "step_name": profile.step(top.step).name.get(lang) if top and top.step else "",
        "step_now": profile.step(step).name.get(lang) if step else "",
        "last_queued": after.queue[-1].name if after.queue else "",
        "top": top.name if top else "",
        "top_after": after.stack[-1].name if after.stack else "",
        "moved": _names((entry.name for entry in before.queue), lang),
        "in_order": Text(" по порядку", " in order").get(lang) if len(before.queue) > 1 else "",
        "on_top": _on_top(before.queue).get(lang),
        "target": (top.target or "") if top else "",
        "cost": _names(action.cost if action else (), lang),
        "declared_cost": _names(last.cost if last else (), lang),
        "paid": _paid(action, before).get(lang) if action else "",
        "not_free": _not_free(context, action, before).get(lang) if action else "",
        "illegal": _illegal(action, before).get(lang) if action else "",
        "batch": _batch(_added(before.log.rule_effects, after.log.rule_effects)).get(lang),
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
    triggers = [a.name for a in table.of_player(decision.player) if _could_trigger(context, state, a)]
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


def _could_trigger(context: Context, state: GameState, action: Action) -> bool:
    return action.manner == "triggered" and state.window is not None and is_offered(context, state, action)


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
        return Text(f"эффект правил «{point.name}»", f"rule effect “{point.name}”")
    step = profile.step(point.where).name
    return Text(f"«{point.name}», этап «{step.ru}»", f"“{point.name}”, step “{step.en}”")


def _names(names: Iterable[str], lang: str) -> str:
    return ", ".join(names) or _NOTHING.get(lang)


def _entries(entries: tuple[Entry, ...], lang: str) -> str:
    return _names((entry.name for entry in entries), lang)


def _added(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    return after[len(before) :]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _both(ru: str, en: str, names: Iterable[str]) -> list[Text]:
    """What is said of some names, if there are any."""
    listed = _listed(names)
    return [Text(f"{ru} {listed}", f"{en} {listed}")] if listed else []


def _joined(parts: list[Text], by: str) -> Text:
    return Text(by.join(part.ru for part in parts), by.join(part.en for part in parts))


def _paid(action: Action, before: GameState) -> Text:
    """What is spent, and what should have been but is gone (gap/reserved_vanishes)."""
    spent = [fact for fact in action.cost if fact in before.facts]
    gone = [fact for fact in action.cost if fact not in before.facts]
    parts = _both("потрачено:", "spent:", spent) or [Text("потратить нечего", "nothing left to spend")]
    return _joined([*parts, *_both("уже не было:", "gone before:", gone)], "; ")


def _not_free(context: Context, action: Action, state: GameState) -> Text:
    """Why the cost cannot be reserved: what is missing, and what another action has reserved."""
    parts = _both("нет на столе:", "missing:", (fact for fact in action.cost if fact not in state.facts))
    for entry in (*state.stack, *state.queue):
        if entry.reserved and entry.name != action.name:
            taken = [fact for fact in context.table.actions[entry.name].cost if fact in action.cost]
            parts += _both(f"за «{entry.name}»:", f"held by “{entry.name}”:", taken)
    return _joined(parts, "; ")


def _illegal(action: Action, state: GameState) -> Text:
    """Why the legality check fails: what is missing, or that the block or redirection is no longer possible."""
    parts = _both("нет на столе:", "missing:", (fact for fact in action.requires if fact not in state.facts))
    if not parts:
        aim = action.aim
        parts = [
            Text(f"перенаправить «{aim}» уже нельзя", f"“{aim}” can no longer be redirected")
            if action.redirect
            else Text(f"заблокировать «{aim}» уже нельзя", f"“{aim}” can no longer be blocked")
        ]
    return _joined(parts, "; ")


def _on_top(moved: tuple[Entry, ...]) -> Text:
    """302.2: which of several actions is on top now."""
    if len(moved) < 2:
        return Text("", "")
    return Text(f"; сверху «{moved[-1].name}»", f"; “{moved[-1].name}” is on top")


def _batch(effects: tuple[str, ...]) -> Text:
    listed = _listed(effects)
    if len(effects) == 1:
        return Text(f"Эффект правил: {listed}", f"Rule effect: {listed}")
    return Text(f"Эффекты правил, одновременно: {listed}", f"Rule effects, all at once: {listed}")


def _changed(context: Context, before: GameState, after: GameState, lang: str) -> str:
    """What an effect changed: facts that end and begin, a block, a new target; facts in alphabetical order."""
    parts = [
        *_both("Больше нет:", "Gone:", sorted(before.facts - after.facts)),
        *_both("Появилось:", "New:", sorted(after.facts - before.facts)),
    ]
    for old, new in zip(before.stack, after.stack, strict=False):
        if new.blocked and not old.blocked:
            parts.append(Text(f"Игродействие «{new.name}» заблокировано", f"“{new.name}” is blocked"))
        if new.target != old.target:
            parts.append(
                Text(f"Новая цель «{new.name}»: {new.target}", f"The new target of “{new.name}”: {new.target}")
            )
    return "".join(f" {part.get(lang)}." for part in parts)
