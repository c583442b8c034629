"""One picture of two machines: what only one of them has, and what is not alike in both, in its surroundings.

The two are laid one over the other, so that folding, columns and words are those of the other pictures. What is
unchanged stands back; what is drawn with a mark is exactly what a switch of readings changes.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from berserk_fsm.citing import refused_by
from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.fold import Folded, Folding, by_kind
from berserk_fsm.diagrams.model import NAMES, DiagramModel, Edge, Mark, Marker, Words, ascii_id
from berserk_fsm.diagrams.neighbourhood import AROUND, FAR, MOST, Neighbourhood
from berserk_fsm.diagrams.telling import unique
from berserk_fsm.diagrams.view_machine import Part, joined
from berserk_fsm.diagrams.views_parts import life_columns
from berserk_fsm.machine.specification import Call, Refusal, Row, Specification, StateDef
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.rules.profiles import Profile

__all__ = ["Overlay", "difference_view", "overlay"]

_LINE = 105
_IDS = "diff-state"
_SIGNS: Mapping[str, str] = {name: mark.sign for name, mark in style.MARKS.items()}

T = TypeVar("T")


@dataclass(frozen=True)
class Overlay:
    """Two machines laid one over the other.

    Args:
        spec: every state and row of both; of a row that is in both but not alike, the second one, and the first one too
            if it lies elsewhere.
        marks: for each row of ``spec`` that is not alike in both, in which it is.
        was: for each row marked ``changed``, what it is in the first machine.
        states: for each path that is not alike in both, in which it is.
        before: the first machine.
        after: the second one.
    """

    spec: Specification
    marks: Mapping[Row, Mark]
    was: Mapping[Row, Row]
    states: Mapping[str, Mark]
    before: Specification
    after: Specification


def overlay(before: Specification, after: Specification) -> Overlay:
    """Lay two machines one over the other.

    Args:
        before: the first machine.
        after: the second one.

    >>> from berserk_fsm.machine.build import build_specification
    >>> from berserk_fsm.rules.readings import Readings
    >>> both = overlay(build_specification(), build_specification(readings=Readings(slow_active_only="false")))
    >>> [(row.id, mark) for row, mark in both.marks.items()]
    [('turn.main_phase.window.nonactive_holds/declare_slow', 'after')]
    """
    marks: dict[Row, Mark] = {}
    was: dict[Row, Row] = {}
    rows: list[Row] = []
    for id in _woven(tuple(before.row_by_id), tuple(after.row_by_id)):
        old, new = before.row_by_id.get(id), after.row_by_id.get(id)
        if old is not None and new is not None and old != new and _place(old) == _place(new):
            marks[new], was[new] = "changed", old
            rows.append(new)
        elif old == new and new is not None:
            rows.append(new)
        else:
            for row, mark in ((old, "before"), (new, "after")):
                if row is not None:
                    marks[row] = "before" if mark == "before" else "after"
                    rows.append(row)
    states: dict[str, StateDef] = {}
    state_marks: dict[str, Mark] = {}
    for path in _woven(tuple(before.states), tuple(after.states)):
        first, second = before.states.get(path), after.states.get(path)
        states[path] = second or first  # type: ignore[assignment]
        if first is None or second is None:
            state_marks[path] = "after" if first is None else "before"
        elif replace(first, initial=second.initial) != second:
            # Where it is entered is told by its marker.
            state_marks[path] = "changed"
    spec = replace(after, states=states, rows=tuple(rows))
    return Overlay(spec, marks, was, state_marks, before, after)


def difference_view(before: Specification, after: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """What changes between two machines, in its surroundings; sub-machines that do not change are left out.

    Args:
        before: the first machine, usually that of the default readings.
        after: the second one.
        lang: ``"ru"``; anything else is English.
        words: how guards and effects are said.

    >>> from berserk_fsm.machine.build import build_specification
    >>> from berserk_fsm.rules.readings import Readings
    >>> other = build_specification(readings=Readings(phase_window="if_any"))
    >>> model = difference_view(build_specification(), other, "en")
    >>> model.title
    'Do the initial and final phases always open a priority window?'
    >>> sorted({mark for id, mark in model.marks})
    ['after', 'before']
    """
    return _Picture(overlay(before, after), "ru" if lang == "ru" else "en", words).model()


def _place(row: Row) -> tuple[str, str, str, bool]:
    return row.source, row.target, row.event, row.automatic


def _woven(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """The second list, with what only the first has right behind what it stands behind there.

    >>> _woven(("a", "b", "c"), ("a", "c", "d"))
    ('a', 'b', 'c', 'd')
    """
    known, behind = set(second), dict[str | None, list[str]]()
    last: str | None = None
    for name in first:
        if name in known:
            last = name
        else:
            behind.setdefault(last, []).append(name)
    woven = list(behind.get(None, ()))
    for name in second:
        woven += [name, *behind.get(name, ())]
    return tuple(woven)


def _only_in(some: Sequence[T], others: Sequence[T]) -> tuple[T, ...]:
    return tuple(one for one in some if one not in others)


class _Folded(Folded):
    """Two machines folded as one."""

    def __init__(self, both: Overlay, lang: str, words: Words, how: Folding) -> None:
        self.both = both
        self.found: dict[str, Mark] = {}
        """The marks of edges and markers, by id."""
        super().__init__(both.spec, lang, words, how)

    def calls(self, rows: tuple[Row, ...], guards: bool) -> tuple[str, ...]:
        """Of changed rows what is not alike, with its sign."""
        if rows[0] not in self.both.was:
            return super().calls(rows, guards)
        return unique(text for row in rows for text in self.changes(row, guards))

    def changes(self, row: Row, guards: bool) -> Iterator[str]:
        old = self.both.was[row]
        was, now = (old.guards, row.guards) if guards else (old.effects, row.effects)
        of = self.words.of_guard if guards else self.words.of_effect
        for sign, calls in ((_SIGNS["before"], _only_in(was, now)), (_SIGNS["after"], _only_in(now, was))):
            yield from (f"{sign} {of(call, self.lang)}" for call in calls)

    def edge(self, source: str, target: str, group: str, rows: tuple[Row, ...], detailed: bool = True) -> Edge:
        """One arrow; its mark is kept."""
        made = super().edge(source, target, group, rows, detailed)
        if rows[0] in self.both.marks:
            self.found[made.id] = self.both.marks[rows[0]]
        return made

    def markers(self, start: bool = True) -> tuple[Marker, ...]:
        """The dots; where composites are entered otherwise in the other machine, both, each with its mark."""
        usual = super().markers(start)
        prefix = _IDS.replace("state", "initial")
        changed: dict[str, list[Marker]] = {}
        for key in self.order:
            first, second = (self.initials(key, spec) for spec in (self.both.before, self.both.after))
            if key in self.boxes or first == second:
                continue
            of = changed.setdefault(self.id_of(key), [])
            for entry in unique((*first, *second)):
                marker = Marker(ascii_id(prefix, f"{key}.{entry}"), self.id_of(key), self.id_of(entry))
                of.append(marker)
                if entry not in first:
                    self.found[marker.id] = "after"
                elif entry not in second:
                    self.found[marker.id] = "before"
        kept = [marker for marker in usual if marker.parent not in changed]
        return (*kept, *(marker for some in changed.values() for marker in some))

    def initials(self, key: str, spec: Specification) -> tuple[str, ...]:
        states = [spec.states[path] for path in self.covers[key] if path in spec.states]
        entries = (self.shown.get(state.initial) for state in states if state.initial is not None)
        return unique(entry for entry in entries if entry is not None and entry != key and entry in self.order)

    def state_marks(self) -> Iterator[tuple[str, Mark]]:
        """The ids of the states that are not alike."""
        for key in self.order:
            marks = {self.both.states.get(path) for path in self.covers[key]}
            if len(marks) == 1 and (mark := marks.pop()) is not None:
                yield self.id_of(key), mark


class _Picture(Neighbourhood):
    def __init__(self, both: Overlay, lang: str, words: Words) -> None:
        super().__init__(both.spec, lang, words)
        self.both = both
        self.profile: Profile = both.after.profile
        self.signatures: dict[tuple[object, ...], int] = {}

    def text(self, ru: str, en: str) -> str:
        return Text(ru, en).get(self.lang)

    # --- what is marked ----------------------------------------------------------------------------------------------

    def is_lit(self, row: Row) -> bool:
        """Is the row not alike in both machines?"""
        return row in self.both.marks

    def apart(self, row: Row) -> str:
        """Rows are drawn as one only if the same is new, gone or changed in them."""
        if row not in self.both.marks:
            return ""
        old = self.both.was.get(row)
        changes: tuple[object, ...] = (
            ()
            if old is None
            else tuple(
                call
                for one, other in ((old, row), (row, old))
                for call in (*_only_in(one.guards, other.guards), "/", *_only_in(one.effects, other.effects), "|")
            )
        )
        number = self.signatures.setdefault(changes, len(self.signatures))
        return f"_{self.both.marks[row]}_{number}"

    def near(self) -> set[str]:
        """Nothing: what leads in and out of windows is shown with the execution."""
        return set()

    def folded(self, how: Folding) -> _Folded:
        """Both machines, folded so, with signs and details at what is marked."""
        inner = how.group
        around = how.edge_title

        def group(row: Row) -> str:
            usual = inner(row)
            return usual if usual.endswith(self.apart(row)) else usual + self.apart(row)

        def edge_title(rows: tuple[Row, ...]) -> Text | None:
            return self.marked_title(rows) if rows[0] in self.both.marks else around(rows)

        return _Folded(
            self.both,
            self.lang,
            self.words,
            replace(
                how,
                group=group,
                listed_by=lambda row: by_kind(row) + self.apart(row),
                edge_title=edge_title,
                details=lambda rows: "ge",
                ids=_IDS,
            ),
        )

    def marked_title(self, rows: tuple[Row, ...]) -> Text:
        sign = _SIGNS[self.both.marks[rows[0]]]
        labels = unique((row.label.ru or row.event, row.label.en or row.event) for row in rows)
        where = self.where(rows)
        return Text(
            f"{sign} {', '.join(ru for ru, _ in labels)}{where.ru}",
            f"{sign} {', '.join(en for _, en in labels)}{where.en}",
        )

    def where(self, rows: Iterable[Row]) -> Text:
        """In which phases and windows, if not in all of them that are drawn as one."""
        sources = [self.spec.states[row.source] for row in rows]
        parts: list[Text] = []
        phases = {state.phase for state in sources if state.phase is not None}
        if phases and len(phases) < len(self.profile.phases):
            names = [phase.name for phase in self.profile.phases if phase.id in phases]
            parts.append(Text(*(", ".join(one.get(lang).lower() for one in names) for lang in ("ru", "en"))))
        places = {self.merged.in_one_phase(at) for row in rows if (at := self.merged.window_of(row.source)) is not None}
        everywhere = {self.merged.in_one_phase(at) for at in self.merged.windows()}
        if places and places != everywhere and self.merged.window not in places:
            kinds = unique(self.spec.states[at].window for at in everywhere if at in places)
            if len(places) == 1:
                parts.append(self.spec.states[min(places)].name)
            else:
                names_of = [style.LEGEND[f"window_{kind}"] for kind in sorted(filter(None, kinds))]
                parts.append(Text(*(", ".join(name[place] for name in names_of) for place in (0, 1))))
        if not parts:
            return Text("", "")
        return Text(*(f" ({'; '.join(part.get(lang) for part in parts)})" for lang in ("ru", "en")))

    # --- the picture -------------------------------------------------------------------------------------------------

    def model(self) -> DiagramModel:
        """The whole picture."""
        window = self.folded(self.window())
        marked = [row for row in self.spec.rows if self.is_lit(row)]
        inside = [row for row in marked if self.within_window(row)]
        crossing = [row for row in marked if not self.within_window(row)]
        states = [path for path in self.both.states if (of := self.merged.window_of(path)) is None or of == path]
        parts: list[tuple[Part, _Folded]] = []
        if inside or len(states) < len(self.both.states):
            parts.append((self.part("window", window), window))
        if states or crossing or not parts:
            room = min(AROUND, MOST - sum(len(part.states) for part, _ in parts))
            around = self.surroundings(states, crossing, room)
            assert isinstance(around, _Folded)
            parts.insert(0, (self.part("", around), around))
        kinds = ("continue", "leave_window_with_queue")
        far = {(self.key(row.source), self.key(row.target)) for row in crossing if row.kind in kinds}
        columns = () if len(far) > FAR else tuple(self.columns(parts))
        model = joined(
            "difference",
            self.lang,
            self.title(),
            tuple(line for note in self.notes() for line in textwrap.wrap(note, _LINE, subsequent_indent="   ")),
            window.phases(),
            tuple(part for part, _ in parts),
        )
        return replace(model, columns=columns, marks=tuple(self.all_marks(parts)))

    def columns(self, parts: list[tuple[Part, _Folded]]) -> Iterator[tuple[str, ...]]:
        for part, folded in parts:
            if self.merged.execution in folded.order:
                for starts in life_columns(self.spec):
                    if column := tuple(part.named(folded.id_of(at)) for at in starts if at in folded.order):
                        yield column

    def all_marks(self, parts: list[tuple[Part, _Folded]]) -> Iterator[tuple[str, Mark]]:
        for part, folded in parts:
            yield from ((part.named(id), mark) for id, mark in folded.state_marks())
            yield from ((part.named(id), mark) for id, mark in folded.found.items())

    # --- words -------------------------------------------------------------------------------------------------------

    def differing(self) -> dict[str, tuple[str, str]]:
        before, after = self.both.before.readings.as_dict(), self.both.after.readings.as_dict()
        return {id: (before[id], after[id]) for id in before if before[id] != after[id]}

    def title(self) -> str:
        asked = list(self.differing())
        if len(asked) == 1:
            return reading_definitions()[asked[0]].question.get(self.lang)
        return self.text("Два автомата на одном рисунке", "Two machines in one picture")

    def notes(self) -> Iterator[str]:
        for id, values in self.differing().items():
            definition = reading_definitions()[id]
            names = (("before", "Первый ответ", "First answer"), ("after", "Второй ответ", "Second answer"))
            for (mark, *name), value in zip(names, values, strict=True):
                usual = self.text(" (по умолчанию)", " (the default)") if value == definition.default else ""
                yield f"{_SIGNS[mark]} {self.text(*name)}{usual}: {definition.option(value).text.get(self.lang)}"
            yield f"{self.text('Прочтение', 'Reading')} {id}: {values[0]} → {values[1]}"
        yield from self.in_both()
        if self.both.before.profile != self.both.after.profile:
            for mark, spec in (("before", self.both.before), ("after", self.both.after)):
                yield f"{_SIGNS[mark]} {self.text('Профиль: ', 'Profile: ')}{spec.profile.name.get(self.lang)}"
        yield from self.refusals()
        if not self.both.marks and not self.both.states:
            yield self.text("Переходы и состояния одинаковы.", "Transitions and states are the same.")

    def in_both(self) -> Iterator[str]:
        """What is not the default and the same in both machines."""
        before, after = self.both.before, self.both.after
        if before.profile == after.profile != default_profile():
            yield f"{self.text('Профиль: ', 'Profile: ')}{before.profile.name.get(self.lang)}"
        base = {id: value for id, value in before.readings.non_default().items() if id not in self.differing()}
        if base:
            told = ", ".join(f"{id} = {value}" for id, value in base.items())
            yield f"{self.text('В обоих случаях: ', 'In both cases: ')}{told}"

    def refusals(self) -> Iterator[str]:
        """The refusals that come and go, each with what is asked for."""
        before = {one.id: one for one in self.both.before.refusals}
        after = {one.id: one for one in self.both.after.refusals}
        for id in _woven(tuple(before), tuple(after)):
            old, new = before.get(id), after.get(id)
            if old == new:
                continue
            for mark, one in (("before", old), ("after", new)):
                if one is not None:
                    yield f"{_SIGNS[mark]} {self.refusal(one)}"

    def refusal(self, one: Refusal) -> str:
        needed = self.words.of_guard(Call(*one.requires), self.lang)
        by = refused_by(one.clause, self.lang)
        return self.text(f"Отказ {by}, если не так: {needed}.", f"Refused {by} unless: {needed}.")
