"""What a record or a single micro-step says and changes, for a reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from berserk_fsm.core.values import Decision, Entry, GameState, Window
from berserk_fsm.game import Game
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.rules.text import Text
from berserk_fsm.rules.vocabulary import vocabulary
from berserk_fsm.stepper.answers import Shown, cited
from berserk_fsm.stepper.view import inside

__all__ = ["change_texts", "micro_lines", "record_lines"]


def record_lines(game: Game, records: Iterable[StepRecord], lang: str) -> tuple[Shown, ...]:
    """What happened, a sentence a line, with the clauses."""
    return tuple(
        Shown(f"· {line.text.get(lang)}", note=cited(line.clauses)) for record in records for line in game.tell(record)
    )


def micro_lines(game: Game, decision: Decision | None, micro: MicroStep, number: int, lang: str) -> tuple[Shown, ...]:
    """One micro-step: the label and clauses of its row, what it says, what it changed."""
    lines = [Shown(f"{number:>3}. {micro.row.label.get(lang)}", "good", cited(micro.row.clauses))]
    lines += (Shown(f"     {told.text.get(lang)}") for told in game.tell(StepRecord(decision, (micro,))))
    changed = change_texts(game.specification.profile, micro.before, micro.after)
    lines += (Shown(f"     {text.get(lang)}", "faint") for text in changed)
    if len(lines) == 1:
        nothing = Text("ничего не меняется, только выбран путь", "nothing changes; only the way is chosen")
        lines.append(Shown(f"     {nothing.get(lang)}", "faint"))
    return tuple(lines)


def change_texts(profile: Profile, before: GameState, after: GameState) -> tuple[Text, ...]:
    """How two moments of a game differ, in words.

    >>> from berserk_fsm import Action, Game
    >>> game = Game([Action("M", by="A", speed="slow")])
    >>> micro = game.declare("M").micro_steps[0]
    >>> [text.en for text in change_texts(game.specification.profile, micro.before, micro.after)]
    ['queue: empty → M', 'A has declared in this hold']
    """
    return (
        *_turn_changes(profile, before, after),
        *_list_changes(before, after),
        *_entry_changes(profile, before, after),
        *_window_changes(profile, before, after),
        *_fact_changes(before, after),
    )


def _turn_changes(profile: Profile, before: GameState, after: GameState) -> Iterator[Text]:
    if before.turn != after.turn:
        yield Text(f"ход: {before.turn} → {after.turn}", f"turn: {before.turn} → {after.turn}")
    if before.active != after.active:
        yield Text(f"Активный игрок: {before.active} → {after.active}", f"Active: {before.active} → {after.active}")
    if before.phase != after.phase and after.phase is not None:
        name = profile.phase(after.phase).name
        yield Text(f"начинается {inside(name.ru)}", f"the {inside(name.en)} begins")
    if before.deactivated != after.deactivated:
        yield (
            Text("стек деактивирован", "the stack is deactivated")
            if after.deactivated
            else Text("стек снова активен", "the stack is active again")
        )


def _list_changes(before: GameState, after: GameState) -> Iterator[Text]:
    for words, old, new in (
        (Text("очередь заявок", "queue"), before.queue, after.queue),
        (Text("стек", "stack"), before.stack, after.stack),
    ):
        if _names(old) != _names(new):
            first, second = _list(old), _list(new)
            yield Text(f"{words.ru}: {first.ru} → {second.ru}", f"{words.en}: {first.en} → {second.en}")


def _names(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    return tuple(entry.name for entry in entries)


def _list(entries: tuple[Entry, ...]) -> Text:
    names = ", ".join(_names(entries))
    return Text(names or "пусто", names or "empty")


def _entry_changes(profile: Profile, before: GameState, after: GameState) -> Iterator[Text]:
    olds = {entry.name: entry for entry in (*before.queue, *before.stack)}
    for new in (*after.queue, *after.stack):
        old = olds.get(new.name)
        if old is None:
            continue
        name = Text(f"«{new.name}»", f"“{new.name}”")
        if old.step != new.step and new.step is not None:
            step = profile.step(new.step).name
            yield Text(f"{name.ru}: этап «{step.ru}»", f"{name.en}: step “{step.en}”")
        if old.target != new.target and new.redirected:
            yield Text(f"{name.ru}: новая цель — {new.target}", f"{name.en}: new target {new.target}")
        for flag, words in (
            ("blocked", Text("заблокировано", "blocked")),
            ("reserved", Text("ресурсы зарезервированы", "resources reserved")),
            ("cancelled", Text("отменено", "cancelled")),
        ):
            if getattr(new, flag) and not getattr(old, flag):
                yield Text(f"{name.ru}: {words.ru}", f"{name.en}: {words.en}")


def _window_changes(profile: Profile, before: GameState, after: GameState) -> Iterator[Text]:
    old, new = before.window, after.window
    if new is None:
        if old is not None:
            yield Text("окно закрыто, приоритет ни у кого", "the window is closed, nobody has priority")
        return
    if old is None:
        words = vocabulary().states[f"window_{new.kind}"].text
        yield Text(f"открыто {words.ru}", f"opened: {words.en}")
    if new.holder is not None and (old.holder if old else None) != new.holder:
        yield Text(f"приоритет у {new.holder}", f"{new.holder} has priority")
    if (old.passes if old else 0) != new.passes:
        yield Text(f"пасов подряд: {new.passes}", f"passes in a row: {new.passes}")
    if old is None:
        return
    if new.has_declared and not old.has_declared:
        yield Text(
            f"{new.holder} уже что-то заявил за это владение приоритетом", f"{new.holder} has declared in this hold"
        )
    yield from _answers(profile, after, old, new)
    for player in sorted(new.given_away - old.given_away):
        if new.points:
            yield Text(
                f"{player} отдал приоритет: точки срабатывания этого окна для {player} пройдены",
                f"{player} has given priority away: the trigger points of this window are over for {player}",
            )


def _answers(profile: Profile, after: GameState, old: Window, new: Window) -> Iterator[Text]:
    """303.3 (b): who may answer. Where fast actions are open anyway, (a) and (d), that is nothing to speak of."""
    if after.phase in (profile.main_phase, *profile.fast_phases):
        return
    for player in sorted(new.fast_open_to - old.fast_open_to):
        yield Text(
            f"{player} сможет ответить быстрыми: оппонент заявил новое",
            f"fast actions open to {player}: the opponent has declared",
        )
    for player in sorted(old.fast_open_to - new.fast_open_to):
        yield Text(f"{player}: ответ быстрыми исчерпан", f"{player}: the answer with fast actions is over")


def _fact_changes(before: GameState, after: GameState) -> Iterator[Text]:
    ended, begun = sorted(before.facts - after.facts), sorted(after.facts - before.facts)
    if ended:
        yield Text(f"больше нет: {', '.join(ended)}", f"gone: {', '.join(ended)}")
    if begun:
        yield Text(f"теперь есть: {', '.join(begun)}", f"now there: {', '.join(begun)}")
