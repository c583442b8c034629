"""Markdown: the machine as tables that a code host shows and a spreadsheet takes.

Three of them: the transitions of a picture; for each phase of the flattened machine what each state does with each
event; and the refusals, which say what a missing transition stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from berserk_fsm.citing import citation_text
from berserk_fsm.diagrams.mermaid import plain
from berserk_fsm.diagrams.model import NAMES, Cluster, DiagramModel, Node, Words, in_lang
from berserk_fsm.diagrams.words import another_machine

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Call, Specification, StateDef

__all__ = ["event_table", "markdown_pages", "refusal_table", "transition_table"]

_MARKUP = frozenset("\\`*_[]#|~")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;", "$": "&#36;"}
_LINKED = re.compile(r"www(?=\.)|:(?=\S)", re.IGNORECASE)
"""What code hosts make links and small pictures of."""
_OPENING = re.compile(r"(\d*)([-+=]|[.)](?=\s|$))")
"""What at the start of a line begins a list or underlines a heading."""
_STEP = " › "
_HEADINGS: Mapping[str, tuple[str, str]] = {
    "state": ("Состояние", "State"),
    "notes": ("Что в нём", "What is in it"),
    "source": ("Откуда", "From"),
    "event": ("Событие", "Event"),
    "guards": ("Условия", "Guards"),
    "effects": ("Действия", "Effects"),
    "target": ("Куда", "To"),
    "clauses": ("Пункты", "Clauses"),
    "decision": ("Решение", "Decision"),
    "requires": ("Должно выполняться", "Must hold"),
    "sentence": ("Иначе игрок узнаёт", "Otherwise the player is told"),
    "clause": ("Пункт", "Clause"),
}


def transition_table(model: DiagramModel) -> str:
    """The transitions of a picture: source, event, guards, effects, target, clauses.

    Args:
        model: what the picture shows.
    """
    text = _Tongue(model.lang)
    names = _paths(model)
    rows = [
        (
            _safe(names[edge.source]),
            "<br>".join(map(_safe, edge.titles or ("–",)))
            + (text(" *(само)*", " *(automatic)*") if edge.automatic else ""),
            _list(edge.guards),
            _list(edge.effects),
            _safe(names[edge.target]),
            _safe(", ".join(edge.clauses)),
        )
        for edge in model.edges
    ]
    headings = ("source", "event", "guards", "effects", "target", "clauses")
    table = _table([text.heading(name) for name in headings], rows)
    return _page(model.title, model.notes, *_noted_states(model, text, names), table)


def _noted_states(model: DiagramModel, text: _Tongue, names: Mapping[str, str]) -> Iterator[str]:
    """What is noted at states, if the picture has composites with notes: then they are what it is about."""
    if any(cluster.notes for cluster in model.clusters):
        told = [state for state in model.states if state.notes or (isinstance(state, Node) and state.role != "final")]
        rows = [(_safe(names[state.id]), _list(state.notes)) for state in told]
        yield _table([text.heading("state"), text.heading("notes")], rows)


def markdown_pages(spec: Specification, lang: str, words: Words = NAMES) -> dict[str, str]:
    """The tables of the flattened machine: a page for what lies outside all phases, one for each phase, the refusals.

    Args:
        spec: the machine.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.

    Returns:
        The texts by name of file, without ending.

    >>> from berserk_fsm.machine.build import build_specification
    >>> list(markdown_pages(build_specification(), "en"))
    ['events-outside', 'events-initial', 'events-main', 'events-final', 'refusals']
    """
    phases = dict.fromkeys(leaf.phase for leaf in spec.leaves)
    pages = {f"events-{phase or 'outside'}": event_table(spec, lang, words, phase) for phase in phases}
    return {**pages, "refusals": refusal_table(spec, lang, words)}


def event_table(spec: Specification, lang: str, words: Words = NAMES, phase: str | None = None) -> str:
    """What each state of one phase does with each event; transitions of composites stand with each state inside.

    Decisions of players are a table of states and events. In each cell stands where the decision leads, with the guards
    that not all transitions of the event have, or ``–`` with the clause of the refusal only this decision has.
    What the machine does by itself follows as a list: there each state has events of its own.

    Args:
        spec: the machine.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
        phase: id of the phase; ``None`` for the states outside all phases.
    """
    return _EventTable(spec, lang, words, phase).text()


def refusal_table(spec: Specification, lang: str, words: Words = NAMES) -> str:
    """The refusals, in the order in which they are looked at: the first one whose condition fails is cited.

    Args:
        spec: the machine.
        lang: ``"ru"`` or ``"en"``.
        words: how guards are said.
    """
    text = _Tongue(lang)
    rows = [
        (
            str(place),
            _list(text.decision(verb) for verb in refusal.verbs)
            + (f" ({_list(text.manner(manner) for manner in refusal.manners)})" if _is_choosy(refusal.manners) else ""),
            _safe(words.of_guard(refusal.requires, lang)),
            _safe(in_lang(refusal.sentence, lang)),
            _safe(citation_text(refusal.clause, lang)),
        )
        for place, refusal in enumerate(spec.refusals, 1)
    ]
    headings = [text("№", "No."), *map(text.heading, ("decision", "requires", "sentence", "clause"))]
    return _page(
        text("Отказы", "Refusals"),
        (
            *another_machine(spec, lang),
            text(
                "Что значит отсутствие перехода. Проверяется по порядку; называется первое, что не выполнено.",
                "What a missing transition means. Looked at in this order; the first that does not hold is cited.",
            ),
        ),
        _table(headings, rows),
    )


class _Tongue:
    """The few words of the tables themselves."""

    def __init__(self, lang: str) -> None:
        self.ru = lang == "ru"

    def __call__(self, ru: str, en: str) -> str:
        return ru if self.ru else en

    def heading(self, name: str) -> str:
        ru, en = _HEADINGS[name]
        return ru if self.ru else en

    def decision(self, verb: str) -> str:
        known = {"declare": ("заявить", "declare"), "pass": ("пас", "pass"), "hand_over": ("передать", "hand over")}
        ru, en = known.get(verb, (verb, verb))
        return ru if self.ru else en

    def manner(self, manner: str) -> str:
        known = {
            "slow": ("медленное", "slow"),
            "fast": ("быстрое", "fast"),
            "triggered": ("срабатывающее", "triggered"),
            "conditional": ("условное играемое", "conditional playable"),
        }
        ru, en = known.get(manner, (manner, manner))
        return ru if self.ru else en


class _EventTable:
    def __init__(self, spec: Specification, lang: str, words: Words, phase: str | None) -> None:
        self.spec = spec
        self.lang = lang
        self.words = words
        self.phase = phase
        self.say = _Tongue(lang)
        self.common: dict[str, tuple[Call, ...]] = {}
        """The guards that all transitions of an event have, wherever they are."""
        for row in spec.rows:
            known = self.common.setdefault(row.event, row.guards)
            self.common[row.event] = tuple(guard for guard in known if guard in row.guards)
        self.leaves = [leaf for leaf in spec.leaves if leaf.phase == phase]
        self.outer = next((state for state in spec.states.values() if phase and state.phase == phase), None)

    def text(self) -> str:
        title = _title(self.outer, self.lang) if self.outer else self.say("Вне фаз", "Outside the phases")
        return _page(title, another_machine(self.spec, self.lang), *self.decisions(), *self.automatic())

    def decisions(self) -> Iterator[str]:
        deciding = [leaf for leaf in self.leaves if leaf.kind == "decision"]
        events = self.decision_events()
        if not deciding:
            return
        yield self.say("## Решения игроков", "## Decisions of the players")
        yield self.say(
            "В клетке — куда ведёт решение, при каких особых условиях и по каким пунктам; «–» — перехода нет ни при "
            "каких условиях, рядом пункт, по которому в решении отказано.",
            "A cell tells where the decision leads, under which special guards and by which clauses; “–” means that "
            "there is no transition, whatever holds, and the clause is that of the refusal.",
        )
        yield "\n".join(
            f"- {_safe(self.event(event))}{self.say(', всюду', ', everywhere')}: \\[{_list(shared)}\\]"
            for event in events
            if (shared := [self.words.of_guard(guard, self.lang) for guard in self.common[event]])
        )
        rows = [
            [
                _safe(self.place(leaf.path)),
                *(self.cell(leaf, event) for event in events),
            ]
            for leaf in deciding
        ]
        yield _table([self.say.heading("source"), *(_safe(self.event(event)) for event in events)], rows)

    def decision_events(self) -> list[str]:
        """The events of players anywhere in the machine, in the order of the vocabulary."""
        from berserk_fsm.rules.vocabulary import vocabulary

        known = list(vocabulary().events)
        found = dict.fromkeys(row.event for row in self.spec.rows if not row.automatic)
        return sorted(found, key=lambda event: known.index(event) if event in known else len(known))

    def cell(self, leaf: StateDef, event: str) -> str:
        found = [row for row in self.spec.rows_from(leaf.path) if row.event == event]
        if not found:
            clauses = dict.fromkeys(
                refusal.clause
                for refusal in self.spec.refusals
                if event in {f"{verb}_priority" for verb in refusal.verbs if len(refusal.verbs) == 1}
                or (refusal.verbs == ("declare",) and [f"declare_{manner}" for manner in refusal.manners] == [event])
            )
            return " ".join(("–", _safe(", ".join(clauses)))).strip()
        common = self.common[event]
        return "<br>".join(
            " ".join(
                part
                for part in (
                    self.guards([guard for guard in row.guards if guard not in common]),
                    f"→ {_safe(self.place(row.target, near=leaf.path))}",
                    f"<sub>{_safe(', '.join(row.clauses))}</sub>" if row.clauses else "",
                )
                if part
            )
            for row in found
        )

    def automatic(self) -> Iterator[str]:
        rows = [
            (
                _safe(self.place(leaf.path)),
                _safe(in_lang(row.label, self.lang) or row.event),
                _list(self.words.of_guard(guard, self.lang) for guard in row.guards),
                _list(self.words.of_effect(effect, self.lang) for effect in row.effects),
                _safe(self.place(row.target)),
                _safe(", ".join(row.clauses)),
            )
            for leaf in self.leaves
            for row in self.spec.rows_from(leaf.path)
            if row.automatic
        ]
        if rows:
            yield self.say("## Делается само", "## Done by itself")
            headings = ("source", "event", "guards", "effects", "target", "clauses")
            yield _table([self.say.heading(name) for name in headings], rows)

    def guards(self, guards: Sequence[Call]) -> str:
        said = [self.words.of_guard(guard, self.lang) for guard in guards]
        return f"\\[{_list(said)}\\]" if said else ""

    def place(self, path: str, near: str = "") -> str:
        """Where a state lies, in words, from the phase inwards; with ``near`` only from where the two part."""
        inside = list(reversed(list(self.spec.ancestors(path))))
        known = list(reversed(list(self.spec.ancestors(near)))) if near else []
        around = set(self.spec.ancestors(self.outer.path)) if self.outer else set()
        shown = [p for p in inside if p not in around and (p == path or p not in known)]
        if self.outer and self.outer.path not in inside and not near:
            shown = inside[1:] or inside
        return _STEP.join(_title(self.spec.states[p], self.lang) for p in shown or inside[-1:])

    def event(self, event: str) -> str:
        from berserk_fsm.rules.vocabulary import vocabulary

        known = vocabulary().events.get(event)
        return in_lang(known, self.lang) if known else event


def _title(state: StateDef, lang: str) -> str:
    name = in_lang(state.name, lang) or state.local_name
    return name[:1].upper() + name[1:]


def _is_choosy(manners: Sequence[str]) -> bool:
    from berserk_fsm.core.values import MANNERS

    return tuple(manners) != tuple(MANNERS)


def _paths(model: DiagramModel) -> dict[str, str]:
    """Each state with the composites around it, without an outermost one that holds all others."""
    outermost = [state for state in model.states if state.parent is None and isinstance(state, Cluster)]
    found: dict[str, str] = {}
    for state in model.states:
        is_told = state.parent is not None and not (len(outermost) == 1 and state.parent == outermost[0].id)
        above = found[str(state.parent)] if is_told else ""
        found[state.id] = f"{above}{_STEP}{plain(state.title)}" if above else plain(state.title)
    return found


def _safe(text: str) -> str:
    """``text`` as Markdown that shows it as it is.

    >>> print(_safe("<b> | *x* gap/batch_order: a://b"))
    &lt;b&gt; \\| \\*x\\* gap/batch_order: a&#58;//b
    """
    text = _LINKED.sub(lambda found: f"\0{ord(found[0][0])};{found[0][1:]}", plain(text))
    escaped = (
        _ENTITIES.get(c) or (f"\\{c}" if c in _MARKUP and not _in_word(text, n) else c) for n, c in enumerate(text)
    )
    return "".join(escaped).replace("\0", "&#")


def _in_word(text: str, place: int) -> bool:
    return text[place] == "_" and text[place - 1 : place].isalnum() and text[place + 1 : place + 2].isalnum()


def _line(text: str) -> str:
    """A paragraph of ``text``.

    >>> print(_line("1. x"))
    1\\. x
    """
    return _OPENING.sub(r"\1\\\2", _safe(text), count=1) if _OPENING.match(text) else _safe(text)


def _list(texts: Iterable[str]) -> str:
    return "; ".join(_safe(text) for text in texts)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _page(title: str, notes: Iterable[str], *parts: str) -> str:
    return "\n\n".join((f"# {_safe(title)}", *(_line(note) for note in notes), *parts)) + "\n"
