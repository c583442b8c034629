"""View 12: everything that can be reached on a small table, as one graph.

A node is a situation in which a player decides (a decision state), an edge a decision with all that follows by itself.
The situations of one priority window stand in its frame, the windows in the frame of their phase; what is the same
in a whole window is said once, at its frame.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from berserk_fsm.core.table import build_table
from berserk_fsm.core.values import Action, Entry, GameState, Point, RuleEffect, Start, Window
from berserk_fsm.diagrams.html_labels import wrapped
from berserk_fsm.diagrams.model import NAMES, Cluster, DiagramModel, Edge, Marker, Node, Traits, Words, ascii_id
from berserk_fsm.diagrams.reachable_graph import Graph, Way, within
from berserk_fsm.diagrams.telling import in_russian, unique
from berserk_fsm.diagrams.trace_page_words import holder_of, phase_name, window_name
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.plain import Reached, reachable
from berserk_fsm.explore.report import Violation
from berserk_fsm.machine.specification import Row, Specification
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.properties import property_words
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.sentences import say

__all__ = ["MOST", "example_view", "reachable_view"]

MOST = 80
"""The most situations in a picture: with more of them nobody finds the way."""

_SHEET = 24
"""So many situations fit a page."""

_LINE = 110
_CLAUSE_LINE = 52


def reachable_view(
    reached: Reached, lang: str, violations: Iterable[Violation] = (), turns: int = 1, depth: int | None = None
) -> DiagramModel:
    """The picture of everything that was reached.

    Args:
        reached: what was found on a table; with a ``depth``, by so many decisions.
        lang: ``"ru"``; anything else is English.
        violations: what to point out.
        turns: how many turns were looked at.
        depth: how many decisions deep was looked, if not to the end.

    Raises:
        ExploreError: there are more than :data:`MOST` situations.
    """
    count = len(reached.decision_states)
    if count > MOST or (depth is None and not reached.complete):
        en, ru = (str(count), str(count)) if reached.complete else (f"more than {count}", f"больше {count}")
        raise ExploreError(
            f"situations in which a player decides: {en}, too many for a picture; expected at most {MOST}; take a "
            "smaller table, or show less of it with --depth",
            f"ситуаций, в которых решает игрок: {ru}, для рисунка это слишком много; ожидалось не больше {MOST}; "
            "возьмите стол поменьше или покажите не всё, с --depth",
        )
    return _View(Graph(reached), "ru" if lang == "ru" else "en", tuple(violations), turns, depth).model()


def example_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """The picture of a small table: a fast action of A and, where its effect is about to be applied, a trigger of B.

    Of a machine with very many steps only the beginning is shown.
    """
    applying = next(step for step in spec.profile.steps if step.does == "apply_effect")
    actions = [Action("F", by="A")]
    if applying.trigger_point != "never":
        actions.append(Action("t", by="B", on=Point(applying.id, "F")))
    table = build_table(actions, start=Start(phase=spec.profile.main_phase), profile=spec.profile)
    model = Model(spec, table)
    reached = reachable(model)
    if len(reached.decision_states) <= MOST:
        return reachable_view(reached, lang)
    depth = 1
    while len(within(model, 1, depth + 1).decision_states) <= MOST:
        depth += 1
    return reachable_view(within(model, 1, depth), lang, depth=depth)


@dataclass(slots=True)
class _Box:
    """A window in the picture.

    Args:
        id: its id.
        places: its situations.
        notes: what is the same in all of them.
        of: for each situation what is said of it alone.
        entry: the situation in which it opens; ``None`` if there are several.
    """

    id: str
    places: list[int]
    notes: list[str]
    of: dict[int, list[str]]
    entry: int | None


class _View:
    def __init__(
        self, graph: Graph, lang: str, violations: tuple[Violation, ...], turns: int, depth: int | None
    ) -> None:
        self.graph = graph
        self.lang = lang
        self.turns, self.depth = turns, depth
        self.spec = graph.model.specification
        self.profile = self.spec.profile
        self.phase_ids = [phase.id for phase in self.profile.phases]
        self.start = graph.states[0]
        self.numbers = graph.order
        self.fails: dict[int, list[str]] = {}
        """For each situation what fails in it."""
        self.fails_on: dict[int, list[str]] = {}
        """For each way, by its place among them, what fails on it."""
        self.lit_ways: list[int] = []
        self.violations = violations
        for violation in violations:
            self.point_out(violation)
        self.boxes = self.all_boxes()

    def text(self, ru: str, en: str) -> str:
        return ru if self.lang == "ru" else en

    def said(self, text: Text) -> str:
        return text.get(self.lang)

    # --- what is pointed out -----------------------------------------------------------------------------------------

    def point_out(self, violation: Violation) -> None:
        """Follow the decisions to where the property fails."""
        key = violation.state.decision_key()
        no_way: tuple[int, ...] = ()
        at: list[tuple[int | None, tuple[int, ...]]] = [(way.target, no_way) for way in self.graph.opening]
        at = at or [(place, no_way) for place in self.graph.situations[:1]]
        last: Sequence[Way] = self.graph.opening
        for decision in violation.decisions:
            found = [
                (way.target, (*path, number), way)
                for place, path in at
                for number, way in enumerate(self.graph.ways)
                if way.source == place and way.decision == decision
            ]
            at, last = [(target, path) for target, path, _ in found], [way for _, _, way in found]
        for (target, path), way in zip(at, last, strict=False):
            if target is not None and self.graph.states[target].decision_key() == key:
                self.fails.setdefault(target, []).append(violation.id)
            elif path and any(state.decision_key() == key for state in way.states):
                self.fails_on.setdefault(path[-1], []).append(violation.id)
            else:
                continue
            self.lit_ways += path

    # --- situations in words -----------------------------------------------------------------------------------------

    def all_boxes(self) -> list[_Box]:
        boxes = [self.box(number, list(places)) for number, places in enumerate(self.graph.windows, 1)]
        firsts = {number: box.places[0] for number, box in enumerate(boxes)}
        labels = {number: (self.frame_of(at), self.window(at), *boxes[number].notes) for number, at in firsts.items()}
        for number, more in self.told_apart(labels, firsts).items():
            boxes[number].notes += more
        for box in boxes:
            alike = {place: (self.decides(place), *box.of[place]) for place in box.places}
            for place, more in self.told_apart(alike, {place: place for place in box.places}).items():
                box.of[place] += more
        return boxes

    def box(self, number: int, places: list[int]) -> _Box:
        """A window, with each thing said once: at its frame if it is the same everywhere in it."""
        about = {place: self.about(self.graph.states[place]) for place in places}
        notes: list[str] = []
        of: dict[int, list[str]] = {place: [] for place in places}
        for aspect in about[places[0]]:
            values = [about[place][aspect] for place in places]
            if len(set(values)) == 1:
                notes += filter(None, values[:1])
            else:
                for place, value in zip(places, values, strict=True):
                    of[place] += filter(None, [value])
        return _Box(f"window-{number}", places, notes, of, self.graph.entry(places))

    def about(self, state: GameState) -> dict[str, str]:
        """What there is to say about a situation, by aspect."""
        queue = ", ".join(entry.name for entry in state.queue)
        stack = ", ".join(map(self.entry, state.stack))
        present = {entry.name for entry in (*state.queue, *state.stack)}
        gone = ", ".join(name for name in self.graph.model.table.actions if name in state.declared - present)
        new, lost = (
            ", ".join(sorted(facts)) for facts in (state.facts - self.start.facts, self.start.facts - state.facts)
        )
        return {
            "stack": self.text(f"стек: {stack}", f"stack: {stack}") if stack else self.text("стек пуст", "stack empty"),
            "queue": (
                self.text(f"очередь: {queue}", f"queue: {queue}")
                if queue
                else self.text("очередь пуста", "queue empty")
            ),
            "gone": self.text(f"из стека ушло: {gone}", f"left the stack: {gone}") if gone else "",
            "new": self.text(f"появилось: {new}", f"new on the table: {new}") if new else "",
            "lost": self.text(f"исчезло: {lost}", f"gone from the table: {lost}") if lost else "",
            "declared": self.text("уже заявил", "has declared") if state.window and state.window.has_declared else "",
            "passes": self.text("после паса", "after a pass") if state.window and state.window.passes else "",
        }

    def entry(self, entry: Entry) -> str:
        flags = [
            self.text("заблокировано", "blocked") if entry.blocked else "",
            self.text("отменено", "cancelled") if entry.cancelled else "",
            self.text(f"новая цель: {entry.target}", f"new target: {entry.target}") if entry.redirected else "",
        ]
        told = "; ".join(filter(None, flags))
        return f"{entry.name} ({told})" if told else entry.name

    def told_apart(self, labels: Mapping[int, Hashable], places: Mapping[int, int]) -> dict[int, list[str]]:
        """What more to say of things that have the same label: what else differs in their situations.

        Args:
            labels: of each thing.
            places: for each thing the situation it is, or is about.
        """
        found: dict[int, list[str]] = {}
        for label in unique(labels.values()):
            alike = [name for name, one in labels.items() if one == label]
            more = {name: self.hidden(self.graph.states[places[name]]) for name in alike}
            for aspect in more[alike[0]]:
                if len({more[name][aspect] for name in alike}) > 1:
                    for name in alike:
                        found.setdefault(name, []).append(more[name][aspect])
        return found

    def hidden(self, state: GameState) -> dict[str, str]:
        """What is said only of situations that look alike otherwise, by aspect."""
        window = state.window or Window("")
        nobody = self.text("никто", "nobody")
        answer, given = (", ".join(sorted(who)) or nobody for who in (window.fast_open_to, window.given_away))
        closed = ", ".join(sorted(window.points_closed_to)) or self.text("никого", "nobody")
        points = ", ".join(sorted(point.name for point in window.points)) or self.text("нет", "none")
        steps = ", ".join(f"{entry.name} {self.step(entry)}" for entry in state.stack)
        reserved = ", ".join(entry.name for entry in state.stack if entry.reserved) or self.text("нет", "none")
        return {
            "answer": self.text(f"ответить быстрым может: {answer}", f"may answer with a fast action: {answer}"),
            "given": self.text(f"отдавал приоритет: {given}", f"has given priority away: {given}"),
            "closed": self.text(f"точки закрыты для: {closed}", f"points closed to: {closed}"),
            "points": self.text(f"точки срабатывания: {points}", f"trigger points: {points}"),
            "steps": self.text(f"этапы: {steps}", f"steps: {steps}"),
            "reserved": self.text(f"резерв: {reserved}", f"reserved for: {reserved}"),
        }

    def step(self, entry: Entry) -> str:
        if entry.step is None:
            return self.text("ждёт", "waiting")
        name = self.said(self.profile.step(entry.step).name)
        return self.text(f"«{name}»", f"“{name}”")

    def decides(self, place: int) -> str:
        """Who decides in a situation."""
        holder = self.graph.states[place].holder or "–"
        return self.text(f"решает {holder}", f"{holder} decides")

    def window(self, place: int) -> str:
        """The title of the window of a situation."""
        return _capital(self.said(window_name(self.graph.states[place], self.profile)))

    def phase_of(self, place: int) -> int | None:
        phase = self.graph.states[place].phase
        return self.phase_ids.index(phase) if phase in self.phase_ids else None

    def frame_of(self, place: int) -> str:
        """The id of the frame of the phase of a situation."""
        state = self.graph.states[place]
        return ascii_id(f"phase-{state.turn}", state.phase or "none")

    # --- the model ---------------------------------------------------------------------------------------------------

    def model(self) -> DiagramModel:
        ways = tuple(self.edges())
        openings = self.graph.opening
        return DiagramModel(
            view="reachable",
            lang=self.lang,
            title=(
                self.text("Ближайшие ситуации на этом столе", "The first situations on this table")
                if self.is_cut
                else self.text("Все ситуации, возможные на этом столе", "All situations possible on this table")
            ),
            notes=tuple(line for note in self.notes() for line in wrapped(note, _LINE)),
            phases=tuple(_capital(self.said(phase.name)) for phase in self.profile.phases),
            states=(*self.states(), *self.ends()),
            markers=tuple(self.markers(openings)),
            edges=ways,
            lit=self.lit(),
            size="sheet" if len(self.numbers) <= _SHEET else "board",
            clause_line=_CLAUSE_LINE,
        )

    def notes(self) -> Iterator[str]:
        count, ways = len(self.numbers), len(self.graph.ways)
        situations = in_russian(count, "ситуация", "ситуации", "ситуаций")
        decisions = in_russian(ways, "решение", "решения", "решений")
        yield self.text(
            f"{count} {situations}, в которых решает игрок, и {ways} {decisions} · {self.bound()}",
            f"Situations in which a player decides: {count} · decisions: {ways} · {self.bound()}",
        )
        actions = "; ".join(map(self.action, self.graph.model.table.actions.values()))
        yield self.text("На столе: ", "On the table: ") + (actions or self.text("заявить нечего", "nothing to declare"))
        if effects := "; ".join(map(self.rule_effect, self.graph.model.table.rule_effects.values())):
            yield self.text("Эффекты правил: ", "Rule effects: ") + effects
        if self.start.facts:
            yield self.text("Факты в начале: ", "Facts at the start: ") + ", ".join(sorted(self.start.facts))
        if self.profile != default_profile():
            yield self.text("Профиль: ", "Profile: ") + self.said(self.profile.name)
        changed = self.spec.readings.non_default()
        if changed:
            chosen = ", ".join(f"{name} = {value}" for name, value in changed.items())
            yield self.text("Прочтения: ", "Readings: ") + chosen
        for way in self.graph.opening:
            if events := self.events(way):
                yield self.text("В начале: ", "At the start: ") + "; ".join(events)
        if self.is_cut:
            yield self.text("«…» — дальше не показано.", "“…” — goes on, not shown.")
        yield self.text(
            "Очередь перечислена с начала, стек — снизу вверх.",
            "The queue is listed from its front, the stack from its bottom.",
        )
        for name in unique(violation.id for violation in self.violations):
            words = property_words().get(name)
            sentence = f" {self.said(words.sentence)}" if words else ""
            yield self.text(f"Нарушено: {name}.{sentence}", f"Does not hold: {name}.{sentence}")

    @property
    def is_cut(self) -> bool:
        """Is there more than what is shown?"""
        return self.depth is not None and not self.graph.reached.complete

    def bound(self) -> str:
        if self.depth is not None and self.is_cut:
            many = in_russian(self.depth, "решение", "решения", "решений")
            return self.text(f"не дальше чем за {self.depth} {many} от начала", f"at most {self.depth} decisions deep")
        if self.turns == 1:
            return self.text("до конца хода", "up to the end of the turn")
        return self.text(f"до конца хода {self.turns}", f"up to the end of turn {self.turns}")

    def action(self, action: Action) -> str:
        """An action of the table in a few words: ``M (A, slow)``."""
        manners = {
            "slow": Text("медленное", "slow"),
            "fast": Text("быстрое", "fast"),
            "triggered": Text("срабатывает", "triggers"),
            "conditional": Text("условное играемое", "conditional playable"),
        }
        told = [action.by, self.said(manners[action.manner])]
        if action.on is not None:
            told[-1] = self.text(f"срабатывает: {self.point(action.on)}", f"triggers: {self.point(action.on)}")
        if action.block is not None:
            told.append(self.text(f"блокирует {action.block}", f"blocks {action.block}"))
        if action.redirect is not None:
            of, to = action.redirect
            told.append(self.text(f"перенаправляет {of} на {to}", f"redirects {of} to {to}"))
        for facts, name in (
            (action.when, Text("если", "if")),
            (action.requires, Text("нужно", "needs")),
            (action.cost, Text("оплата", "pays")),
        ):
            told += [f"{self.said(name)} {', '.join(facts)}"] if facts else []
        told += [self.change(action)] if action.add or action.remove else []
        return f"{action.name} ({'; '.join(told)})"

    def rule_effect(self, effect: RuleEffect) -> str:
        """A rule effect of the table in a few words."""
        told = [self.text("если ", "if ") + ", ".join(effect.when)] if effect.when else []
        return f"{effect.name} ({'; '.join([*told, self.change(effect)])})"

    @staticmethod
    def change(of: Action | RuleEffect) -> str:
        """What is done to the facts."""
        return ", ".join([*(f"− {fact}" for fact in of.remove), *(f"+ {fact}" for fact in of.add)])

    def point(self, point: Point) -> str:
        if point.where == "phase":
            names = {phase.id: self.said(phase.name) for phase in self.profile.phases}
            return names.get(point.name, point.name)
        if point.where == "effect":
            return self.text(f"эффект правил {point.name}", f"rule effect {point.name}")
        name = self.said(self.profile.step(point.where).name)
        return self.text(f"{point.name}, этап «{name}»", f"{point.name}, step “{name}”")

    def states(self) -> Iterator[Cluster | Node]:
        seen: set[str] = set()
        for box in self.boxes:
            first = box.places[0]
            state, frame = self.graph.states[first], self.frame_of(first)
            phase = self.phase_of(first)
            if frame not in seen:
                seen.add(frame)
                name = _capital(self.said(phase_name(state, self.profile)))
                turn = self.text(f"Ход {state.turn} · ", f"Turn {state.turn} · ") if self.turns > 1 else ""
                # At the right: what leads into a phase comes in at the left.
                around = self.around(state, lambda path: self.spec.states[path].phase is not None)
                yield Cluster(frame, around, None, turn + name, (), Traits(phase=phase), heading="right")
            kind = state.window.kind if state.window else None
            traits = Traits(phase=phase, window=kind)
            # Its situations have consecutive numbers, by which it is found and told from other windows.
            last = self.numbers[box.places[-1]]
            title = f"{self.window(first)} · {self.numbers[first]}" + (f"–{last}" if len(box.places) > 1 else "")
            around = self.around(state, lambda path: self.spec.states[path].window is not None)
            yield Cluster(box.id, around, frame, title, (), traits, notes=tuple(box.notes))
            for place in box.places:
                yield self.node(place, box, replace(traits, holder=holder_of(self.graph.states[place])))

    def around(self, state: GameState, is_of: Callable[[str], bool]) -> str:
        """The outermost composite of its kind that a state of the machine lies in."""
        return ([path for path in self.spec.ancestors(state.control) if is_of(path)] or [state.control])[-1]

    def node(self, place: int, box: _Box, traits: Traits) -> Node:
        state = self.graph.states[place]
        told = list(box.of[place])
        more = ""
        if not self.graph.out.get(place):
            if any(True for _ in self.graph.model.steps(state)):
                more = " …"
            else:
                told.append(self.text("хода нет", "no way on"))
        notes = [" · ".join(told)] if told else []
        notes += [self.text(f"нарушено: {name}", f"does not hold: {name}") for name in self.fails.get(place, ())]
        return Node(
            f"situation-{self.numbers[place]}",
            state.control,
            box.id,
            "decision",
            f"{self.numbers[place]} · {self.decides(place)}{more}",
            (),
            traits,
            notes=tuple(notes),
            covers=(state.control,),
        )

    def ends(self) -> Iterator[Node]:
        """What lies past the last situations."""
        turn = self.text(f"Конец хода {self.turns}", f"End of turn {self.turns}")
        titles = {
            "bound": self.text("Конец хода", "End of the turn") if self.turns == 1 else turn,
            "stuck": self.text("Игра застряла", "The game is stuck"),
            "circle": self.text("Игра ходит по кругу", "The game goes round in circles"),
        }
        for end, title in titles.items():
            if any(way.end == end for way in (*self.graph.ways, *self.graph.opening)):
                yield Node(f"end-{end}", end, None, "final", title, (), Traits())

    def markers(self, openings: Sequence[Way]) -> Iterator[Marker]:
        """The start of the game, then for each window the situation in which it opens."""
        opened = (self.end_of(way) for way in openings)
        targets = unique(opened if openings else map(self.into, self.graph.situations[:1]))
        for number, target in enumerate(targets, 1):
            yield Marker("initial" if number == 1 else f"initial-{number}", None, target)
        for box in self.boxes:
            if box.entry is not None:
                yield Marker(f"initial-{box.id}", box.id, f"situation-{self.numbers[box.entry]}", level=True)

    def into(self, place: int) -> str:
        """The id of where a way from outside a window ends: its frame, if all of them lead to the same situation."""
        box = next(box for box in self.boxes if place in box.places)
        return f"situation-{self.numbers[place]}" if box.entry is None else box.id

    def end_of(self, way: Way) -> str:
        """The id of where a way ends."""
        if way.target is None:
            return f"end-{way.end}"
        return f"situation-{self.numbers[way.target]}" if self.graph.is_within(way) else self.into(way.target)

    def edges(self) -> Iterator[Edge]:
        windows = {place: box.id for box in self.boxes for place in box.places}
        counts: dict[int, int] = {}
        for number, way in enumerate(self.graph.ways):
            assert way.source is not None
            assert way.decision is not None
            counts[way.source] = counts.get(way.source, 0) + 1
            parent: str | None = None
            inside = self.graph.is_within(way)
            if inside:
                parent = windows[way.source]
            elif way.target is not None and self.frame_of(way.source) == self.frame_of(way.target):
                parent = self.frame_of(way.source)
            names = self.fails_on.get(number, ())
            fails = [self.text(f"здесь нарушено: {name}", f"does not hold here: {name}") for name in names]
            yield Edge(
                id=self.way_id(way, counts[way.source]),
                rows=unique(row.id for row in way.rows),
                source=f"situation-{self.numbers[way.source]}",
                target=self.end_of(way),
                parent=parent,
                automatic=False,
                titles=(say(way.decision, self.lang),),
                guards=(),
                effects=(*self.events(way), *fails),
                clauses=_in_order(clause for row in way.rows for clause in row.clauses),
                kinds=unique(row.kind for row in way.rows),
                # Priority goes from side to side, declarations go down: each line of a window has declared as much.
                level=inside and way.decision.verb != "declare",
            )

    def way_id(self, way: Way, count: int) -> str:
        assert way.source is not None
        return f"decision-{self.numbers[way.source]}-{count}"

    def lit(self) -> tuple[str, ...]:
        counts: dict[int, int] = {}
        ids = []
        for way in self.graph.ways:
            assert way.source is not None
            counts[way.source] = counts.get(way.source, 0) + 1
            ids.append(self.way_id(way, counts[way.source]))
        nodes = [f"situation-{self.numbers[place]}" for place in self.fails]
        return unique([*nodes, *(ids[number] for number in self.lit_ways)])

    # --- what happens on a way ---------------------------------------------------------------------------------------

    def events(self, way: Way) -> tuple[str, ...]:
        """What came about by itself, as far as it cannot be seen from where the way leads."""
        return tuple(
            self.said(text)
            for row, (before, after) in zip(way.rows, pairwise(way.states), strict=True)
            for text in _events(row, before, after)
        )


def _events(row: Row, before: GameState, after: GameState) -> Iterator[Text]:
    """What a transition did to the table, in words."""
    if before.queue and not after.queue:
        yield Text("очередь ушла в стек", "the queue moved onto the stack")
    if row.automatic:
        for name in sorted(after.declared - before.declared):
            yield Text(f"{name} — в очередь", f"{name} joins the queue")
    effects = {effect.name for effect in row.effects}
    top = before.stack[-1].name if before.stack else ""
    if "apply_top_effect" in effects:
        yield Text(f"эффект {top} применён", f"the effect of {top} is applied")
    elif row.kind == "skip_effect":
        yield Text(f"эффект {top} пропущен", f"the effect of {top} is skipped")
    elif "pay_top" in effects:
        yield Text(f"{top} оплачено", f"{top} is paid for")
    elif "cancel_top" in effects:
        yield Text(f"{top} отменено", f"{top} is cancelled")
    for name in after.log.rule_effects[len(before.log.rule_effects) :]:
        yield Text(f"эффект правил {name}", f"rule effect {name}")
    for name in after.log.loops[len(before.log.loops) :]:
        yield Text(f"повтор {name} прерван", f"loop of {name} cut")
    for name in (*after.log.left[len(before.log.left) :], *after.log.cancelled[len(before.log.cancelled) :]):
        yield Text(f"{name} ушло из стека", f"{name} leaves the stack")


def _in_order(clauses: Iterable[str]) -> tuple[str, ...]:
    """Clauses once each, by number, assumptions last."""

    def place(clause: str) -> tuple[bool, tuple[int, ...], str]:
        gap = clause.startswith("gap/")
        return gap, () if gap else tuple(map(int, clause.split("."))), clause

    return tuple(sorted(unique(clauses), key=place))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
