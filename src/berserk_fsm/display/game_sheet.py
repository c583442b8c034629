"""A game, or a state alone, as blocks: who has priority, queue and stack, the last step, what may be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from berserk_fsm.citing import citation_text
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import PLAYERS, Decision, Entry, GameState, Player
from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.picture import Picture
from berserk_fsm.diagrams.trace_page_steps import TraceStep
from berserk_fsm.diagrams.trace_page_svg import shown
from berserk_fsm.diagrams.trace_page_words import (
    PAGE,
    WORDS,
    entry_status,
    holder_of,
    is_executing,
    why_priority,
    window_name,
)
from berserk_fsm.display.blocks import Block, Card, Cards, Figure, Holder, Line, Lines, Mark, Names, Sheet, Shift, Way
from berserk_fsm.display.machine import is_wide, lit_svg, lit_title, small_picture, telling_view
from berserk_fsm.display.words import SAID
from berserk_fsm.game import Game
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.records import StepRecord
from berserk_fsm.machine.sentences import point_text
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.sentences import say
from berserk_fsm.stepper.view import choices, legal_lines

__all__ = [
    "Scene",
    "capital",
    "card_blocks",
    "choices_block",
    "game_sheet",
    "lit_lines",
    "machine_block",
    "place_blocks",
    "record_block",
    "state_sheet",
]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be shown, and what is known of it.

    Args:
        state: the game at this moment.
        lang: ``ru`` or ``en``.
        specification: the machine; ``None`` for a state of one that is not known.
        game: the game, if it is at hand: without it nobody knows whose the actions are, or what may be done.
        record: the step that is marked; ``None``: none is.
    """

    state: GameState
    lang: str
    specification: Specification | None
    game: Game | None = None
    record: StepRecord | None = None

    @classmethod
    def of_game(cls, game: Game, lang: str, record: StepRecord | None = None) -> Scene:
        """A game as it stands, with a step of it marked: if none is given the last one, unless another has begun."""
        last = game.history[-1] if game.history and game.settled else None
        return cls(game.state, lang, game.specification, game, record or last)

    @classmethod
    def of_state(cls, state: GameState, lang: str) -> Scene:
        """A state alone; if the default machine has such a state, it is taken for one of that machine."""
        usual = build_specification()
        return cls(state, lang, usual if state.control in usual.states else None)

    @property
    def profile(self) -> Profile:
        """The phases and steps."""
        return self.specification.profile if self.specification else default_profile()

    @property
    def table(self) -> Table | None:
        """The actions, if known."""
        return self.game.table if self.game else None

    @property
    def before(self) -> GameState:
        """The game before the step that is marked."""
        return self.record.before if self.record else self.state

    def said(self, text: Text) -> str:
        """A text in the language of the scene."""
        return text.get(self.lang)


def game_sheet(game: Game, lang: str, record: StepRecord | None = None) -> Sheet:
    """The whole game.

    Args:
        game: the game.
        lang: ``ru`` or ``en``.
        record: the step to mark; the last one if ``None``.
    """
    return Sheet("game", lang, "", game_blocks(Scene.of_game(game, lang, record)))


def state_sheet(state: GameState, lang: str) -> Sheet:
    """A state alone: everything but whose the actions are, what happened, and what may be done."""
    return Sheet("state", lang, "", game_blocks(Scene.of_state(state, lang)))


def game_blocks(scene: Scene) -> tuple[Block, ...]:
    """All blocks, in the order in which they are read."""
    told: tuple[Block, ...] = ()
    if scene.game is not None:
        record = () if scene.record is None else (record_block(scene.game, scene.record, scene.lang),)
        told = (*record, choices_block(scene.game, scene.lang))
    return (*place_blocks(scene), *card_blocks(scene), *told, machine_block(scene))


# --- where it is, and who has priority -------------------------------------------------------------------------------


def place_blocks(scene: Scene) -> tuple[Block, ...]:
    """The way to the state the machine is in; who has priority and why; what is on the table."""
    return (way_block(scene), holder_block(scene), *_table_blocks(scene))


def way_block(scene: Scene) -> Way:
    """The states the machine is in, outermost first; the turn with its number."""
    turn = f"{scene.said(WORDS['turn'])} {scene.state.turn}"
    if scene.specification is None:
        phase = scene.state.phase
        known = [one.name for one in scene.profile.phases if one.id == phase]
        return Way((turn, *(scene.said(name) for name in known)))
    states = scene.specification.states
    paths = reversed(list(scene.specification.ancestors(scene.state.control)))
    # A state may be the only one inside another and have its name.
    names = [name for name, _ in groupby(capital(scene.said(states[path].name)) for path in paths)]
    return Way((turn, *names[1:]) if scene.state.phase else tuple(names))


def holder_block(scene: Scene) -> Holder:
    """Who has priority, why, and what counts in this window."""
    state = scene.state
    why, window = _why(scene), _window(scene)
    more: list[Line] = []
    if window and not any(window in line.text for line in why):
        more.append(Line(f"{capital(window)}."))
    if state.window is not None and state.holder is not None:
        more.append(Line(f"{scene.said(PAGE['passes_begin'])}: {state.window.passes}.", ("303.2", "303.7")))
        if state.window.has_declared:
            holder = state.holder
            text = Text(f"{holder} уже заявил в этом владении.", f"{holder} has declared in this hold.")
            more.append(Line(scene.said(text), ("303.6",)))
        more += _points(scene)
    if state.deactivated:
        more.append(Line(scene.said(SAID["stack_deactivated"]), ("302.8",)))
    role = holder_of(state)
    return Holder(
        player=state.holder or "",
        role="active" if role == "active" else "nonactive" if role else "",
        whose=_whose(scene),
        why=why,
        more=tuple(more),
    )


def _whose(scene: Scene) -> str:
    state, role = scene.state, holder_of(scene.state)
    if role is None:
        return scene.said(
            Text(
                f"Приоритет ни у кого; ход игрока {state.active}.",
                f"Nobody has priority; it is the turn of {state.active}.",
            )
        )
    who = f"{state.holder} ({scene.said(WORDS[role])})"
    return scene.said(Text(f"Приоритет у {who}.", f"{who} has priority."))


def _why(scene: Scene) -> tuple[Line, ...]:
    """Why the holder has it; told by the step that led here, if it is known."""
    if scene.record is None or scene.record.after != scene.state or scene.state.window is None:
        return ()
    step = TraceStep(0, "start", "", scene.state, record=scene.record)
    text, clauses = why_priority(step, scene.profile)
    return (Line(scene.said(text), clauses),)


def _window(scene: Scene) -> str:
    step, phase = scene.state.step, scene.state.phase
    known = {*(one.id for one in scene.profile.steps), *(one.id for one in scene.profile.phases)}
    return scene.said(window_name(scene.state, scene.profile)) if known.issuperset({step, phase} - {None}) else ""


def _points(scene: Scene) -> Iterator[Line]:
    """The trigger points of the window that something on the table waits for."""
    window, game = scene.state.window, scene.game
    if window is None or game is None:
        return
    waited_for = {action.on for action in game.table.actions.values()}
    told = [scene.said(point_text(game.specification, point)) for point in window.points if point in waited_for]
    if not told:
        return
    text = Text(f"Точка срабатывания: {'; '.join(told)}.", f"Trigger point: {'; '.join(told)}.")
    over = ", ".join(sorted(window.given_away))
    if over and game.readings.trigger_once_per_point:
        text = Text(f"{text.ru} Уже пройдена: {over}.", f"{text.en} Over for: {over}.")
    yield Line(scene.said(text), ("303.4",))


def _table_blocks(scene: Scene) -> Iterator[Names]:
    """The facts on the table, and what has become of actions and rule effects so far."""
    state, before = scene.state, scene.before
    facts: list[tuple[str, Shift]] = [(fact, "" if fact in before.facts else "+") for fact in sorted(state.facts)]
    facts += [(fact, "\N{MINUS SIGN}") for fact in sorted(before.facts - state.facts)]
    yield Names(scene.said(SAID["on_table"]), tuple(facts), scene.said(SAID["nothing"]))
    for key in ("left", "cancelled", "rule_effects", "loops"):
        now, then = getattr(state.log, key), getattr(before.log, key)
        names: list[tuple[str, Shift]] = [(name, "+" if at >= len(then) else "") for at, name in enumerate(now)]
        yield Names(scene.said(SAID[key]), tuple(names))


# --- queue and stack -------------------------------------------------------------------------------------------------


def card_blocks(scene: Scene) -> tuple[Cards, Cards]:
    """The queue, front first, and the stack, top first."""
    state, before = scene.state, scene.before
    queued, stacked = ({entry.name for entry in pile} for pile in (before.queue, before.stack))
    fresh = scene.said(SAID["fresh"])
    return (
        Cards(
            scene.said(WORDS["queue"]),
            scene.said(SAID["queue_order"]),
            tuple(_card(scene, entry, entry.name not in queued, queue=True) for entry in state.queue),
            scene.said(PAGE["empty_queue"]),
            fresh,
        ),
        Cards(
            scene.said(WORDS["stack"]),
            scene.said(PAGE["top_first"]),
            tuple(_card(scene, entry, entry.name not in stacked, queue=False) for entry in reversed(state.stack)),
            scene.said(PAGE["empty_stack"]),
            fresh,
        ),
    )


def _card(scene: Scene, entry: Entry, fresh: bool, queue: bool) -> Card:
    action = scene.table.actions[entry.name] if scene.table else None
    steps = scene.profile.steps
    order = [step.id for step in steps]
    known = entry.step is None or entry.step in order
    at = order.index(entry.step) if entry.step in order else -1
    if queue:
        status = scene.said(WORDS["queued"])
    else:
        status = scene.said(entry_status(scene.state, entry, scene.profile)) if known else str(entry.step)
    more = [scene.said(WORDS["blocked"])] if entry.blocked else []
    if entry.target is not None:
        word = Text("новая цель", "new target") if entry.redirected else Text("цель", "target")
        more.append(f"{scene.said(word)}: {entry.target}")
    pays = [step.does for step in steps].index("pay")
    if action is not None and entry.reserved and action.cost and at < pays:
        more.append(scene.said(Text("зарезервировано: ", "reserved: ")) + ", ".join(action.cost))
    return Card(
        name=entry.name,
        owner=action.by if action else "",
        status=status,
        more=tuple(more),
        steps=()
        if queue or not known
        else tuple(
            (scene.said(step.name), "done" if place < at else "now" if place == at else "to_come")
            for place, step in enumerate(steps)
        ),
        runs=not queue and is_executing(scene.state, entry),
        struck=entry.cancelled or entry.blocked,
        fresh=fresh and scene.record is not None and scene.record.decision is not None,
    )


# --- what happened, what may be done ---------------------------------------------------------------------------------


def record_block(game: Game, record: StepRecord, lang: str) -> Lines:
    """A step in sentences: what the player did is the heading, then what came of it."""
    decision, told = record.decision, game.tell(record)
    what = SAID["start"].get(lang) if decision is None else say(decision, lang)
    lines = tuple(
        Line((line.rest if decision is not None and place == 0 else line.text).get(lang), line.clauses)
        for place, line in enumerate(told)
    )
    last = not game.history or record is game.history[-1]
    return Lines(f"{SAID['last_step' if last else 'step'].get(lang)}: {what}", lines)


def choices_block(game: Game, lang: str) -> Lines:
    """What the holder may do, then what may not be declared, with the clause that refuses it."""
    title = SAID["may"].get(lang)
    if not game.settled:
        return Lines(title, (), SAID["nobody_decides"].get(lang))
    return Lines(title, (*_may(game, lang), *_may_not(game, lang), *_declared(game, lang)))


def _may(game: Game, lang: str) -> Iterator[Line]:
    about = [line.note for line in legal_lines(game, lang) if line.style == "choice"]
    for sentence, note in zip(choices(game), about, strict=True):
        if isinstance(sentence, Decision):
            yield Line(note, lead=capital(say(sentence, lang)), mark="may")


def _may_not(game: Game, lang: str) -> Iterator[Line]:
    """Refusals, the holder's own first; what is refused for one and the same reason stands in one line."""
    holder, together = game.state.holder, dict[tuple[str, str], list[str]]()
    away = game.why_not_pass()
    if away is not None and holder is not None:
        decision = Decision("hand_over" if game.state.window and game.state.window.has_declared else "pass", holder)
        together[away.reason(lang), away.clause] = [capital(say(decision, lang))]
    players: tuple[Player, ...] = PLAYERS if holder != "B" else ("B", "A")
    for player in players:
        for action in game.table.of_player(player):
            if game.table.rolls(action.name) or action.name in game.state.declared:
                continue
            refused = game.why_not(action.name)
            if refused is not None:
                together.setdefault((refused.reason(lang), refused.clause), []).append(action.name)
    mark: Mark = "may_not"
    for (reason, clause), names in together.items():
        yield Line(f"— {reason}", (citation_text(clause, lang),), lead=", ".join(names), mark=mark)


def _declared(game: Game, lang: str) -> Iterator[Line]:
    names = [name for name in game.table.actions if name in game.state.declared and not game.table.rolls(name)]
    if names:
        yield Line(f"{SAID['declared'].get(lang)}: {', '.join(names)}.")


# --- the machine -----------------------------------------------------------------------------------------------------


def machine_block(scene: Scene, view: str | None = None, named: bool = False) -> Figure:
    """The lit machine, in a small view; the one that shows most of the step that is marked if ``None``.

    ``named``: see :func:`~berserk_fsm.display.machine.lit_svg`.
    """
    title, spec = scene.said(SAID["machine"]), scene.specification
    if spec is None:
        return Figure(title, (Line(scene.said(SAID["other_machine"])),))
    caption = lit_lines(scene)
    try:
        view = view or telling_view(spec, scene.state.control, scene.record, scene.lang)
        picture = small_picture(view, spec, scene.lang)
    except DiagramError as error:
        return Figure(title, (*caption, Line(error.text(scene.lang))))
    alt = " ".join((picture.model.title + ".", *(f"{line.lead} {line.text}" for line in caption)))
    svg = lit_svg(picture, scene.state.control, scene.record, shown(alt), named)
    return Figure(f"{title}: {picture.model.title}", caption, svg, _key(scene, picture), is_wide(picture))


def _key(scene: Scene, picture: Picture) -> str:
    """What is lit is named where the picture has not the very state the words name, but one around it."""
    title = lit_title(picture, scene.state.control)
    here = "" if title in ("", way_block(scene).names[-1]) else scene.said(SAID["key_here"]).format(title)
    return scene.said(SAID["key"]).format(here)


def lit_lines(scene: Scene) -> tuple[Line, ...]:
    """What a lit picture says, in words: where the machine is, and the transitions of the step that is marked."""
    lit = Line(f"{' › '.join(way_block(scene).names[-2:])}.", lead=f"{scene.said(SAID['is_in'])}:")
    if scene.record is None:
        return (lit,)
    labels = [micro.row.label.get(scene.lang) or micro.row.event for micro in scene.record.micro_steps]
    return (lit, Line(f"{' → '.join(labels)}.", lead=f"{scene.said(SAID['taken'])}:"))


def capital(text: str) -> str:
    """``text`` as a sentence begins."""
    return text[:1].upper() + text[1:]
