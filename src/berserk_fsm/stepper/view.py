"""A position for a reader: whose move it is, in which window and why, the queue, the stack, what may be done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from berserk_fsm.citing import citation_text
from berserk_fsm.core.values import Action, Decision, Entry, GameState, Manner, Player, Window, other
from berserk_fsm.game import Game
from berserk_fsm.machine.sentences import point_text
from berserk_fsm.rules.profiles import Profile
from berserk_fsm.rules.text import Text
from berserk_fsm.rules.vocabulary import vocabulary
from berserk_fsm.scenario.keys import BOOLEANS, EXPECT, NOTHING, WINDOWS, phases_of, steps_of
from berserk_fsm.scenario.sentences import BOTH_PASS, Sentence, say
from berserk_fsm.stepper.answers import BLANK, Shown, cited, quoted
from berserk_fsm.stepper.walk import giving_away

__all__ = [
    "MANNERS",
    "choices",
    "inside",
    "legal_lines",
    "position_lines",
    "state_lines",
]

MANNERS: dict[Manner, Text] = {
    "slow": Text("медленное", "slow"),
    "fast": Text("быстрое", "fast"),
    "triggered": Text("срабатывающее", "triggered"),
    "conditional": Text("условное", "conditional"),
}


def choices(game: Game) -> tuple[Sentence, ...]:
    """What the numbers stand for: what the holder may declare, giving priority away, both passing."""
    holder = game.state.holder
    if holder is None or not game.settled:
        return ()
    declarations: tuple[Sentence, ...] = tuple(Decision("declare", holder, name) for name in game.legal_actions)
    away: tuple[Sentence, ...] = ()
    if game.why_not_pass() is None:
        away = (giving_away(game), BOTH_PASS)
    return declarations + away


def position_lines(game: Game, lang: str) -> tuple[Shown, ...]:
    """The whole view of the position."""
    return tuple(_position(game, lang))


def _position(game: Game, lang: str) -> Iterator[Shown]:
    state = game.state
    yield _header(game, lang)
    if state.window is not None:
        yield _window(game, state.window, lang)
        yield from _points(game, state.window, lang)
    if state.deactivated:
        yield Shown(Text("Стек деактивирован.", "The stack is deactivated.").get(lang), note="[302.8]")
    yield _queue(game, lang)
    yield from _stack(game, lang)
    facts = ", ".join(sorted(state.facts)) or Text("нет", "none").get(lang)
    yield Shown(Text(f"Факты: {facts}", f"Facts: {facts}").get(lang))
    if game.settled:
        yield BLANK
        yield from _offered(game, lang)


def inside(text: str) -> str:
    """A heading as it stands inside a sentence.

    >>> inside("Главная фаза")
    'главная фаза'
    """
    return text[:1].lower() + text[1:]


# --- where we are ----------------------------------------------------------------------------------------------------


def _header(game: Game, lang: str) -> Shown:
    state = game.state
    phase = inside(game.specification.profile.phase(state.phase).name.get(lang)) if state.phase else ""
    if state.holder is None:
        whose = Text("приоритет ни у кого", "nobody has priority")
    elif state.holder == state.active:
        whose = Text(f"приоритет у {state.holder}, это Активный игрок", f"{state.holder}, Active, has priority")
    else:
        whose = Text(f"приоритет у {state.holder}, это Неактивный игрок", f"{state.holder}, Non-active, has priority")
    turn = Text(f"Ход {state.turn}", f"Turn {state.turn}")
    return Shown(" · ".join(part for part in (turn.get(lang), phase, whose.get(lang)) if part), "title")


def _window(game: Game, window: Window, lang: str) -> Shown:
    """Which window is open and why; who has passed or declared in it."""
    state, profile = game.state, game.specification.profile
    top = state.stack[-1].name if state.stack else ""
    step = profile.step(state.step).name if state.step else Text("", "")
    match window.kind:
        case "step":
            what = Text(
                f"окно приоритета этапа «{step.ru}» игродействия «{top}»",
                f"priority window of the step “{step.en}” of “{top}”",
            )
        case "off_stack":
            what = Text(
                f"окно приоритета после этапа «{step.ru}» игродействия «{top}»: кому-то есть что заявить",
                f"priority window after the step “{step.en}” of “{top}”: someone has something to declare",
            )
        case "removal":
            what = Text(
                f"окно приоритета после удаления из стека; верхнее теперь «{top}»",
                f"priority window after a removal from the stack; “{top}” is on top now",
            )
        case _ if window.action_left:
            what = Text("окно приоритета фазы: стек опустел", "priority window of the phase: the stack is empty again")
        case _:
            what = Text("окно приоритета фазы", "priority window of the phase")
    parts = [what.get(lang)]
    if window.holder is not None and window.has_declared:
        parts.append(
            Text(f"{window.holder} уже заявил в этом владении", f"{window.holder} has declared in this hold").get(lang)
        )
    if window.holder is not None and window.passes:
        passed = other(window.holder)
        parts.append(Text(f"{passed} уже спасовал", f"{passed} has passed").get(lang))
    parts[0] = parts[0][:1].upper() + parts[0][1:]
    return Shown("; ".join(parts), note=cited(vocabulary().moments[f"window_{window.kind}"].clauses))


def _points(game: Game, window: Window, lang: str) -> Iterator[Shown]:
    """The trigger points of the window, where anything on the table waits for one of them."""
    waited_for = {action.on for action in game.table.actions.values()}
    points = [point for point in window.points if point in waited_for]
    if not points:
        return
    names = ((point, point_text(game.specification, point).get(lang)) for point in points)
    told = "; ".join(inside(name) if point.where == "phase" else name for point, name in names)
    used = ", ".join(sorted(window.given_away))
    note = ""
    if used and game.readings.trigger_once_per_point:
        note = Text(f" (для {used} уже пройдена)", f" (over for {used})").get(lang)
    yield Shown(Text(f"Точка срабатывания: {told}", f"Trigger point: {told}").get(lang) + note, note="[303.4]")


# --- queue and stack -------------------------------------------------------------------------------------------------


def _queue(game: Game, lang: str) -> Shown:
    told = " → ".join(_named(game, entry) for entry in game.state.queue)
    if not told:
        return Shown(Text("Очередь заявок: пуста", "Declaration queue: empty").get(lang))
    return Shown(
        Text(f"Очередь заявок (начало → конец): {told}", f"Declaration queue (front → back): {told}").get(lang)
    )


def _stack(game: Game, lang: str) -> Iterator[Shown]:
    stack = game.state.stack
    if not stack:
        yield Shown(Text("Стек: пуст", "Stack: empty").get(lang))
        return
    yield Shown(Text("Стек (сверху вниз):", "Stack (top first):").get(lang))
    for depth, entry in enumerate(reversed(stack)):
        marks = ", ".join(_marks(game, entry, depth == 0, lang))
        yield Shown(f"  {'>' if depth == 0 else ' '} {_named(game, entry)} — {marks}")


def _named(game: Game, entry: Entry) -> str:
    return f"{entry.name} ({game.table.actions[entry.name].by})"


def _marks(game: Game, entry: Entry, is_top: bool, lang: str) -> Iterator[str]:
    """What has become of an action on the stack so far."""
    state = game.state
    yield _progress(state, game.specification.profile, entry, is_top).get(lang)
    if entry.target is not None:
        new = Text("новая цель", "new target") if entry.redirected else Text("цель", "target")
        yield f"{new.get(lang)}: {entry.target}"
    if entry.blocked:
        yield Text("заблокировано", "blocked").get(lang)
    if entry.cancelled:
        yield Text("отменено без оплаты", "cancelled, unpaid").get(lang)
    cost = game.table.actions[entry.name].cost
    if entry.reserved and cost and _is_unpaid(game, entry):
        yield Text("зарезервировано: ", "reserved: ").get(lang) + ", ".join(cost)


def _is_unpaid(game: Game, entry: Entry) -> bool:
    steps = [step.does for step in game.specification.profile.steps]
    ids = [step.id for step in game.specification.profile.steps]
    return entry.step is None or ids.index(entry.step) < steps.index("pay")


def _progress(state: GameState, profile: Profile, entry: Entry, is_top: bool) -> Text:
    if entry.step is None:
        return Text("ждёт", "waiting")
    step = profile.step(entry.step).name
    if not is_top or (state.window is not None and state.window.kind == "removal"):
        return Text(f"приостановлено на этапе «{step.ru}»", f"suspended at the step “{step.en}”")
    return Text(f"выполняется, этап «{step.ru}»", f"executing, step “{step.en}”")


# --- what may be done ------------------------------------------------------------------------------------------------


def _offered(game: Game, lang: str) -> Iterator[Shown]:
    """The numbered choices, then what the holder owns and cannot declare now."""
    holder = game.state.holder
    if holder is None:
        return
    for number, sentence in enumerate(choices(game), start=1):
        about = _about_choice(game, sentence, lang)
        yield Shown(f"{number:>3}  {say(sentence, lang)}", "choice", f"— {about}")
    away = game.why_not_pass()
    if away is not None:
        yield Shown(
            f"  ×  {say(giving_away(game), lang)} — {away.reason(lang)}",
            "faint",
            cited([citation_text(away.clause, lang)]),
        )
    yield from _refused(game, holder, lang)
    declared = [a.name for a in game.table.of_player(holder) if _is_gone(game, a)]
    if declared:
        told = ", ".join(declared)
        yield Shown(Text(f"     уже заявлено: {told}", f"     declared already: {told}").get(lang), "faint")


def _refused(game: Game, player: Player, lang: str) -> Iterator[Shown]:
    for action in game.table.of_player(player):
        if _is_gone(game, action) or game.table.rolls(action.name):
            continue
        refused = game.why_not(action.name)
        if refused is not None:
            yield Shown(
                f"  ×  {action.name} — {refused.reason(lang)}", "faint", cited([citation_text(refused.clause, lang)])
            )


def _is_gone(game: Game, action: Action) -> bool:
    return action.name in game.state.declared and not game.table.rolls(action.name)


def _about_choice(game: Game, sentence: Sentence, lang: str) -> str:
    if not isinstance(sentence, Decision):
        ends = _at_close(game)
        return Text(f"до закрытия окна: {ends.ru}", f"until this window closes: {ends.en}").get(lang)
    if sentence.name is None:
        return _about_giving_away(game, sentence).get(lang)
    action = game.table.actions[sentence.name]
    parts = [MANNERS[action.manner].get(lang)]
    if action.target is not None:
        parts.append(Text(f"цель: {action.target}", f"target: {action.target}").get(lang))
    if action.block is not None:
        parts.append(Text("блокирует", "blocks").get(lang) + f" {quoted(action.block, lang)}")
    if action.redirect is not None:
        of, to = action.redirect
        parts.append(Text(f"перенаправляет «{of}» на: {to}", f"redirects “{of}” to: {to}").get(lang))
    if action.cost:
        parts.append(Text("цена: ", "cost: ").get(lang) + ", ".join(action.cost))
    return ", ".join(parts)


def _about_giving_away(game: Game, decision: Decision) -> Text:
    window = game.state.window
    receiver = other(decision.player)
    if window is None or not window.passes:
        return Text(f"приоритет получит {receiver}", f"{receiver} gets priority")
    ends = _at_close(game)
    return Text(f"второй пас подряд: {ends.ru}", f"second pass in a row: {ends.en}")


def _at_close(game: Game) -> Text:
    """What happens when the open window closes (303.7)."""
    state = game.state
    if state.queue:
        return Text("очередь заявок перейдёт в стек", "the queue moves to the stack")
    if state.window is not None and state.window.kind == "phase":
        return Text("фаза закончится", "the phase ends")
    return Text("выполнение пойдёт дальше", "execution goes on")


def legal_lines(game: Game, lang: str) -> tuple[Shown, ...]:
    """Everything that may and may not be declared, of both players."""
    lines = list(_offered(game, lang))
    holder = game.state.holder
    players: tuple[Player, ...] = ("A", "B") if holder is None else (other(holder),)
    for player in players:
        lines += _refused(game, player, lang)
    return tuple(lines) or (Shown(Text("На столе нет игродействий.", "There are no actions.").get(lang)),)


# --- all keys --------------------------------------------------------------------------------------------------------


def state_lines(game: Game, lang: str) -> tuple[Shown, ...]:
    """Every key of the contract's state, in the words of scenario files."""
    profile = game.specification.profile
    groups = {"phase": phases_of(profile), "step": steps_of(profile), "window": WINDOWS}

    def told(key: str, value: Any) -> str:
        if value is None:
            return NOTHING.spell("nobody" if key == "priority" else "null", lang)
        if isinstance(value, bool):
            return BOOLEANS.spell(str(value).lower(), lang)
        if isinstance(value, list):
            return f"[{', '.join(value)}]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{name}: {target}" for name, target in value.items()) + "}"
        return groups[key].spell(value, lang) if key in groups else str(value)

    return tuple(Shown(f"{EXPECT.spell(key, lang)}: {told(key, value)}") for key, value in game.describe().items())
