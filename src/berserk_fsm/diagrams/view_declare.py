"""303.3 as a picture of decisions: what may be declared when, out of the rows that declare and the refusal table.

Every window, by the phase and the player, either has a row that declares in a manner or has none. Where it has one, the
guards of the row are the condition; where it has none, the refusal table says which clause that stands for. A question
is asked only where the answers differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, get_args

from berserk_fsm.core.values import Manner
from berserk_fsm.diagrams.fold import Folded, Folding
from berserk_fsm.diagrams.merged import Merged
from berserk_fsm.diagrams.model import NAMES, DiagramModel, Edge, Marker, Node, Traits, Words, ascii_id, in_lang
from berserk_fsm.diagrams.telling import unique
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Call, Refusal, Row, Specification

__all__ = ["Answer", "Situation", "answers", "declare_view"]

MANNERS: tuple[Manner, ...] = get_args(Manner)

_MANNER: Mapping[str, Text] = {
    "slow": Text("медленное", "slow"),
    "fast": Text("быстрое без условия срабатывания", "fast, without trigger"),
    "triggered": Text("срабатывающее", "triggered"),
    "conditional": Text("условное играемое", "conditional playable"),
}
_ASKED: Mapping[str, Text] = {
    "phase": Text("Какая фаза?", "Which phase?"),
    "window": Text("Какое окно?", "Which window?"),
    "holder": Text("Кто заявляет?", "Who declares?"),
}
_WINDOW: Mapping[str, Text] = {
    "phase": Text("окно фазы", "phase window"),
    "step": Text("окно этапа", "step window"),
    "after_rule_effects": Text("окно сразу после эффекта", "right after an effect"),
    "removal": Text("игродействие покинуло стек", "an action has left the stack"),
    "off_stack": Text("окно после оплаты", "after a payment"),
}
_HOLDER: Mapping[str, Text] = {"active": Text("Активный", "Active"), "nonactive": Text("Неактивный", "Non-active")}
_OCCASIONS: Mapping[str, str] = {
    "opponent_declared": "b",
    "opponent_declared_or_action_left": "bc",
    "opponent_declared_or_conditional_is_open": "b",
    "opponent_declared_or_action_left_or_conditional_is_open": "bc",
}
"""The occasions of 303.3 for fast actions, (a) to (d), that a guard stands for."""


class Situation(NamedTuple):
    """Who could declare where.

    Args:
        phase: the phase.
        window: the kind of the window; ``after_rule_effects`` for a step's window that follows an effect at once.
        holder: ``active`` or ``nonactive``.
    """

    phase: str
    window: str
    holder: str


@dataclass(frozen=True, slots=True)
class Answer:
    """May it be declared?

    Args:
        guards: what must hold; ``None``: never.
        rows: the rows that declare it.
        clauses: the clauses that allow or refuse it.
        refusals: what is cited if it may not be declared, or its condition fails.
        holds: the states of the holders.
        occasions: letters of the list in 303.3.
    """

    guards: tuple[Call, ...] | None
    rows: tuple[str, ...]
    clauses: tuple[str, ...]
    refusals: tuple[str, ...]
    holds: tuple[str, ...]
    occasions: str = ""

    @property
    def same(self) -> object:
        """What two equal answers have in common."""
        return self.guards, self.occasions, self.clauses if self.guards is None else ()


def answers(spec: Specification, manner: Manner) -> Mapping[Situation, Answer]:
    """The answer for each situation that occurs, in the order of the specification.

    Args:
        spec: the specification.
        manner: what is to be declared.
    """
    merged = Merged(spec)
    found: dict[Situation, list[Answer]] = {}
    for window in merged.windows():
        for holds in spec.children[window]:
            if holds.holder is None:
                continue
            state = spec.states[window]
            after = any(
                row.target == window and "reactivate_stack" in {call.name for call in row.effects} for row in spec.rows
            )
            kind = "after_rule_effects" if after and state.window == "step" else state.window or ""
            rows = [row for row in spec.rows if row.event == f"declare_{manner}" and row.source == holds.path]
            situation = Situation(holds.phase or _phase_of(spec, holds.path), kind, holds.holder)
            found.setdefault(situation, []).append(_answer(spec, manner, situation, rows, holds.path))
    return {situation: _one(of) for situation, of in found.items()}


def _phase_of(spec: Specification, path: str) -> str:
    return next((phase for at in spec.ancestors(path) if (phase := spec.states[at].phase)), "")


def _answer(spec: Specification, manner: Manner, situation: Situation, rows: list[Row], holds: str) -> Answer:
    if rows:
        row = rows[0]
        return Answer(row.guards, (row.id,), row.clauses, (), (holds,), occasions(spec, manner, situation, row))
    refusals = _refusing(spec, manner, situation)
    return Answer(None, (), tuple(one.clause for one in refusals[:1]), tuple(one.id for one in refusals), (holds,))


def occasions(spec: Specification, manner: Manner, situation: Situation, row: Row) -> str:
    """The occasions (a) to (d) of 303.3 on which this row declares; empty for what needs none."""
    if manner not in ("fast", "conditional"):
        return ""
    found = "".join(_OCCASIONS.get(call.name, "") for call in row.guards)
    if found:
        return found
    if situation.phase == spec.profile.main_phase:
        return "a"
    return "d" if situation.phase in spec.profile.fast_phases else "c"


def _refusing(spec: Specification, manner: Manner, situation: Situation) -> list[Refusal]:
    """The refusals that the missing row stands for: those that must apply in every such situation, in order."""
    never = {
        "phase_is_main": situation.phase != spec.profile.main_phase,
        "decides_as_turn_player": situation.holder != "active",
        "stack_is_empty": situation.window != "phase",
        "point_is_here": True,
        "fast_is_open": True,
        "fast_or_conditional_is_open": True,
    }
    of_manner = [one for one in spec.refusals if "declare" in one.verbs and manner in one.manners]
    return [one for one in of_manner if never.get(one.requires.name, False)]


def _one(of: list[Answer]) -> Answer:
    """The one answer of several windows of one kind; a window that never needs a queue may have fewer guards."""
    first = of[0]
    return replace(
        first,
        rows=unique(row for one in of for row in one.rows),
        holds=unique(path for one in of for path in one.holds),
        refusals=tuple(refusal for refusal in first.refusals if all(refusal in one.refusals for one in of)),
    )


# --- the tree --------------------------------------------------------------------------------------------------------


class _Branch(NamedTuple):
    """A question, by the place it asks for, and what each answer leads to."""

    asks: str
    ways: tuple[tuple[tuple[str, ...], _Branch | tuple[Answer, ...]], ...]


def _tree(table: Mapping[Situation, Answer], asks: tuple[str, ...]) -> _Branch | tuple[Answer, ...]:
    """The smallest tree that asks in this order; answers that agree are one leaf."""
    if len({answer.same for answer in table.values()}) <= 1 or not asks:
        return tuple(table.values())
    ask, rest = asks[0], asks[1:]
    place = Situation._fields.index(ask)
    parts: dict[str, dict[Situation, Answer]] = {}
    for situation, answer in table.items():
        parts.setdefault(situation[place], {})[situation] = answer
    looks: dict[object, list[str]] = {}
    for value, part in parts.items():
        looks.setdefault(_look(part, place), []).append(value)
    if len(looks) == 1:
        return _tree(table, rest)
    ways = tuple(
        (tuple(values), _tree({s: a for value in values for s, a in parts[value].items()}, rest))
        for values in looks.values()
    )
    return _Branch(ask, ways)


def _look(part: Mapping[Situation, Answer], place: int) -> object:
    return frozenset((situation[:place] + situation[place + 1 :], answer.same) for situation, answer in part.items())


# --- the picture -----------------------------------------------------------------------------------------------------


def declare_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """303.3 as a decision picture: what may be declared when, by the kind of action, phase, window and player.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
    """
    return _Drawing(spec, lang, words).model()


class _Drawing:
    def __init__(self, spec: Specification, lang: str, words: Words) -> None:
        self.spec, self.lang, self.words = spec, lang, words
        self.folded = Folded(spec, lang, words, Folding(key=lambda state: None))
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []

    def said(self, text: Text) -> str:
        return in_lang(text, self.lang)

    def model(self) -> DiagramModel:
        tables = {manner: answers(self.spec, manner) for manner in MANNERS}
        every = [answer for table in tables.values() for answer in table.values()]
        open_ = [answer.guards for answer in every if answer.guards is not None]
        self.always = tuple(call for call in open_[0] if all(call in guards for guards in open_)) if open_ else ()
        always = [self.words.of_guard(call, self.lang) for call in self.always]
        holds = unique(path for answer in every for path in answer.holds)
        title = Text("У вас приоритет.\nЧто заявляете?", "You have priority.\nWhat do you declare?")
        self.question("declare", title, holds)
        for manner in ("slow", "fast", "conditional", "triggered"):
            if tables[manner]:
                asks = ("phase", "window", "holder") if manner != "triggered" else ("window", "phase", "holder")
                self.branch(f"declare.{manner}", "declare", (_MANNER[manner],), _tree(tables[manner], asks), manner)
        folded = self.folded
        return DiagramModel(
            view="declare",
            lang=self.lang,
            title=folded.text("Что когда можно заявить", "What may be declared when"),
            notes=(
                folded.text(
                    "Заявляет только владеющий приоритетом (303.1), приоритет при этом остаётся у него (303.3).",
                    "Only the holder of priority declares (303.1), and keeps it (303.3).",
                ),
                folded.text(
                    f"Всегда нужно ещё: {'; '.join(always)} (302.10, 302.12). Несколько условий нужны все сразу.",
                    f"Always needed besides: {'; '.join(always)} (302.10, 302.12). Several conditions are all needed.",
                ),
                folded.text(
                    "Поводы для быстрых по 303.3: a — главная фаза; b — оппонент, имея приоритет, только что заявил "
                    "что угодно; c — игродействие только что покинуло стек; d — фаза, которую назовёт 512.",
                    "Occasions for fast actions by 303.3: a – the main phase; b – the opponent, having priority, has "
                    "just declared anything; c – an action has just left the stack; d – a phase for 512 to name.",
                ),
                *folded.about(),
            ),
            phases=folded.phases(),
            states=tuple(self.nodes),
            markers=(Marker("initial", None, self.nodes[0].id),),
            edges=tuple(self.edges),
            rank="LR",
        )

    def branch(
        self, key: str, above: str, labels: tuple[Text, ...], tree: _Branch | tuple[Answer, ...], manner: Manner
    ) -> None:
        if isinstance(tree, _Branch):
            holds = unique(path for answer in _leaves(tree) for path in answer.holds)
            self.question(key, _ASKED[tree.asks], holds)
        else:
            self.outcome(key, tree, manner)
        self.way(key, above, labels, tree)
        if isinstance(tree, _Branch):
            for number, (values, below) in enumerate(tree.ways):
                self.branch(f"{key}.{number}", key, tuple(self.value(tree.asks, one) for one in values), below, manner)

    def value(self, ask: str, value: str) -> Text:
        if ask == "phase":
            phase = next((phase for phase in self.spec.profile.phases if phase.id == value), None)
            return phase.name if phase else Text(value, value)
        known = _WINDOW if ask == "window" else _HOLDER
        return known.get(value, Text(value, value))

    def question(self, key: str, title: Text, holds: Iterable[str]) -> None:
        covers = tuple(holds)
        self.nodes.append(
            Node(ascii_id("ask", key), covers[0], None, "junction", self.said(title), (), Traits(), covers=covers)
        )

    def outcome(self, key: str, tree: tuple[Answer, ...], manner: Manner) -> None:
        first = tree[0]
        holds = unique(path for answer in tree for path in answer.holds)
        if first.guards is None:
            title, outcome = self.folded.text("Нельзя", "No"), "closed"
            notes: tuple[str, ...]
            refusals = {one.id: one for one in self.spec.refusals}
            shared = [name for name in first.refusals if all(name in answer.refusals for answer in tree)]
            cited = shared[:1] or list(unique(name for answer in tree for name in answer.refusals[:1]))
            notes = tuple(
                self.folded.text("требуется: ", "required: ") + self.words.of_guard(refusals[name].requires, self.lang)
                for name in cited
            )
        else:
            guards = [self.words.of_guard(call, self.lang) for call in first.guards if call not in self.always]
            by = f" по 303.3 ({', '.join(first.occasions)})" if first.occasions else ""
            title = self.folded.text(f"Можно{by}", f"Yes{by.replace(' по', ' by')}")
            title += self.folded.text(", если", ", if") if guards else ""
            outcome = "if" if guards else "open"
            notes = tuple(guards)
        self.nodes.append(
            Node(
                ascii_id("answer", key),
                holds[0],
                None,
                "decision",
                title,
                unique(clause for answer in tree for clause in answer.clauses),
                Traits(outcome=outcome),  # type: ignore[arg-type]
                notes,
                unique(row for answer in tree for row in answer.rows),
                holds,
            )
        )

    def way(self, key: str, above: str, labels: tuple[Text, ...], tree: _Branch | tuple[Answer, ...]) -> None:
        leaves = _leaves(tree)
        kind = "ask" if isinstance(tree, _Branch) else "answer"
        self.edges.append(
            Edge(
                id=ascii_id("way", key),
                rows=unique(row for answer in leaves for row in answer.rows),
                source=ascii_id("ask", above),
                target=ascii_id(kind, key),
                parent=None,
                automatic=above != "declare",
                titles=tuple(self.said(label) for label in labels),
                guards=(),
                effects=(),
                clauses=(),
                kinds=("declare",),
            )
        )


def _leaves(tree: _Branch | tuple[Answer, ...]) -> tuple[Answer, ...]:
    if not isinstance(tree, _Branch):
        return tree
    return tuple(answer for _, below in tree.ways for answer in _leaves(below))
