"""The views of one sub-machine each: the priority window, the life of an action, off-stack actions, suspension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from berserk_fsm.diagrams.fold import Folded, Folding, by_kind
from berserk_fsm.diagrams.merged import Merged
from berserk_fsm.diagrams.model import NAMES, DiagramModel, Words
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Row, Specification, StateDef

__all__ = [
    "QUIET",
    "life_columns",
    "life_folding",
    "life_view",
    "off_stack_view",
    "suspension_view",
    "window_folding",
    "window_view",
]

_ANY_PHASE = Text("любая фаза", "any phase")
QUIET = frozenset(
    {
        "decides_as_holder",
        "is_holders_new_action",
        "note_given_away",
        "close_fast_to_holder",
        "enter_step",
        "begin_look",
        "end_look",
        "enter_phase",
        "open_phase_window",
        "open_step_window",
        "open_off_stack_window",
        "open_removal_window",
        "reopen_phase_window",
    }
)
"""What a picture of one sub-machine shows by its shapes, or what is told in full in the flattened graph only."""
_ANY_WINDOW = Text("окно приоритета", "priority window")


def _model(
    view: str, title: Text, notes: tuple[Text, ...], folded: Folded, columns: tuple[tuple[str, ...], ...] = ()
) -> DiagramModel:
    return DiagramModel(
        view=view,
        lang=folded.lang,
        title=folded.said(title),
        notes=(*(folded.said(note) for note in notes), *folded.about()),
        phases=folded.phases(),
        states=folded.states(),
        markers=folded.markers(),
        edges=folded.edges(),
        columns=tuple(
            tuple(folded.id_of(key) for key in column if key in folded.order)
            for column in columns
            if column[:1] and column[0] in folded.order
        ),
    )


# --- 303.1-303.7 -----------------------------------------------------------------------------------------------------


def window_folding(spec: Specification) -> Folding:
    """All windows as one, and what is around them folded."""
    merged = Merged(spec)

    def key(state: StateDef) -> str | None:
        inside = merged.in_one_window(state.path)
        if inside is not None:
            return inside
        at = merged.in_one_phase(state.path)
        if not at.startswith(f"{merged.phase}."):
            return None
        return (
            at if at == f"{merged.execution}.transfer" or not merged.within(at, merged.execution) else merged.execution
        )

    def grouped(row: Row) -> str:
        if merged.enters_window(row):
            return "enter"
        if row.event.startswith("declare_"):
            return "declare"
        return "phase_ends" if merged.leaves_window(row) and row.target.endswith(".entering") else by_kind(row)

    def title(rows: tuple[Row, ...]) -> Text | None:
        if all(
            merged.enters_window(row) and merged.in_one_phase(row.source) != f"{merged.phase}.entering" for row in rows
        ):
            return Text("открывается окно", "a window opens")
        return None

    transfer = f"{merged.execution}.transfer"
    return Folding(
        key=lambda state: _beside(key(state), merged.execution, transfer),
        box=lambda key: key in (merged.execution, f"{merged.execution}_", transfer),
        titles={
            merged.window: _ANY_WINDOW,
            merged.execution: Text("выполнение верхнего игродействия", "execution of the top action"),
        },
        group=grouped,
        edge_title=title,
        drawn=lambda row: merged.window_of(row.source) is not None or merged.window_of(row.target) is not None,
        details=lambda rows: (
            "e" if rows[0].event.startswith("declare_") else "" if merged.enters_window(rows[0]) else "ge"
        ),
        quiet=QUIET,
        listed_guards=False,
        lifted=lambda key: key == merged.window,
        pushed=True,
        counted=False,
        listed_clauses=False,
    )


def _beside(key: str | None, box: str, inner: str) -> str | None:
    """``inner`` drawn beside ``box`` instead of in it."""
    return inner.replace(f"{box}.", f"{box}_", 1) if key == inner else key


def window_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """303.1–303.7: the priority window, drawn once for all windows, with the ways in and out.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
    """
    merged = Merged(spec)
    folded = Folded(spec, lang, words, window_folding(spec))
    count = len(merged.windows())
    return _model(
        "window",
        Text("Окно приоритета", "The priority window"),
        (
            Text(
                f"303.1–303.7 · так устроены все окна автомата, их {count}; что в каком можно заявить — "
                "«Что когда можно заявить»",
                f"303.1–303.7 · all {count} windows of the machine are built like this; what may be declared in which: "
                "“What may be declared when”",
            ),
        ),
        folded,
    )


# --- 302.12 ----------------------------------------------------------------------------------------------------------


def life_folding(spec: Specification, folded_steps: bool = True) -> Folding:
    """The execution, drawn once for all phases, with its windows folded; simple steps are one box."""
    merged = Merged(spec)

    def key(state: StateDef) -> str | None:
        at = merged.in_one_phase(state.path)
        return at if at.startswith((merged.execution, merged.window)) else None

    def simple(at: str) -> bool:
        return at in merged.steps() and len(spec.children.get(at, ())) == 1

    off_stack = {at for at in merged.steps() if f"{at}.offer" in spec.states}

    def box(at: str) -> bool:
        state = spec.states.get(at)
        window = state is not None and merged.is_window(state)
        return window or simple(at) or (folded_steps and at in off_stack)

    return Folding(
        key=key,
        box=box,
        notes={
            at: Text("окно открывается", "a window opens")
            for at in merged.steps()
            if f"{at}.window" in spec.states and simple(at)
        },
        listed=lambda row: (
            row.source == row.target
            or (row.kind == "leave_window_with_queue" and not merged.within(row.source, merged.window))
        ),
        returned=lambda row: row.kind == "continue",
        details=lambda rows: "g" if spec.states[rows[0].source].kind == "junction" else "e",
        reference=lambda at: at in spec.states and merged.is_window(spec.states[at]),
        counted=False,
        quiet=QUIET,
        listed_guards=False,
    )


def life_columns(spec: Specification) -> tuple[tuple[str, ...], ...]:
    """How the steps stand side by side: to the first window, to the effect, the effect and what follows; the removal
    stands below the first, where what was cancelled goes, and from where the next action comes.
    """
    merged = Merged(spec)
    windowed = [at for at in merged.steps() if f"{at}.window" in spec.states]
    applies = [at for at in windowed if f"{at}.applying" in spec.states]
    columns = ((f"{merged.execution}.transfer", merged.removal()), tuple(windowed[:1]), tuple(applies[:1]))
    return tuple(column for column in columns if column) if windowed[:1] != applies[:1] else ()


def life_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """302.12: the life of an action: declared, waiting, executed step by step with its windows, paid, removed.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
    """
    folded = Folded(spec, lang, words, life_folding(spec))
    return _model(
        "life",
        Text("Жизнь игродействия", "The life of an action"),
        (
            Text(
                "302.12 · от заявки до удаления из стека; каждое окно приоритета — целый автомат, "
                "см. «Окно приоритета»",
                "302.12 · from declaration to removal; each priority window is a machine of its own, "
                "see “The priority window”",
            ),
        ),
        folded,
        columns=life_columns(spec),
    )


# --- 302.6-302.8, 303.8, 303.9 ----------------------------------------------------------------------------------------


def off_stack_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """302.6–302.8, 303.8, 303.9: off-stack actions, rule effects, and the deactivated stack.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
    """
    merged = Merged(spec)
    steps = merged.steps()
    open_steps = {
        at for at in steps if any(state.deactivated for path, state in spec.states.items() if merged.within(path, at))
    }
    first = steps.index(min(open_steps, key=steps.index)) if open_steps else 0
    before = f"{merged.execution}.before"

    def key(state: StateDef) -> str | None:
        at = merged.in_one_phase(state.path)
        if not at.startswith(merged.phase) or not merged.phase:
            return None
        if at.startswith(f"{merged.execution}."):
            step = next((step for step in steps if at == step or at.startswith(f"{step}.")), None)
            if step is None or steps.index(step) < first:
                return before
        return at

    def box(at: str) -> bool:
        state = spec.states.get(at)
        return at == before or (state is not None and merged.is_window(state)) or (at in steps and at not in open_steps)

    def about(row: Row) -> bool:
        ends = (spec.states[row.source], spec.states[row.target])
        return any(end.deactivated or end.local_name in ("offer",) for end in ends) or row.kind == "pay"

    folded = Folded(
        spec,
        lang,
        words,
        Folding(
            key=key,
            box=box,
            titles={
                before: Text("этапы до применения эффекта", "the steps before the effect"),
                merged.phase: _ANY_PHASE,
            },
            listed=lambda row: (
                row.source == row.target
                or (row.kind == "leave_window_with_queue" and not merged.within(row.source, merged.window))
            ),
            returned=lambda row: row.kind == "continue",
            faint=lambda row: not about(row),
            group=lambda row: by_kind(row) if about(row) else "",
            details=lambda rows: "g" if spec.states[rows[0].source].kind == "junction" else "e",
            lifted=lambda at: at == merged.phase,
            reference=lambda at: at in spec.states and merged.is_window(spec.states[at]),
            counted=False,
            quiet=QUIET,
            listed_guards=False,
        ),
    )
    return _model(
        "off_stack",
        Text("Вне стека: эффекты правил, смена фазы, оплата", "Off the stack: rule effects, phase change, payment"),
        (
            Text(
                "302.6–302.8, 303.8, 303.9 · пока стек деактивирован, заявлять нельзя никому; все фазы устроены так",
                "302.6–302.8, 303.8, 303.9 · while the stack is deactivated nobody may declare; every phase is built "
                "like this",
            ),
        ),
        folded,
        columns=((before,), tuple(at for at in steps if f"{at}.offer" in spec.states)),
    )


# --- 302.4 -----------------------------------------------------------------------------------------------------------


def suspension_view(spec: Specification, lang: str, words: Words = NAMES) -> DiagramModel:
    """302.4: how an action is suspended by a window of its step, and continues when it is on top again.

    Args:
        spec: what to draw.
        lang: ``"ru"`` or ``"en"``.
        words: how guards and effects are said.
    """
    merged = Merged(spec)
    steps, removal = merged.steps(), merged.removal()
    kinds = (
        "leave_window_with_queue",
        "transfer",
        "begin",
        "continue",
        "others_remain",
        "stack_emptied",
        "leave_stack",
    )

    early = f"{merged.execution}.without_window"
    unwindowed = [at for at in steps if f"{at}.window" not in spec.states]

    def key(state: StateDef) -> str | None:
        at = merged.in_one_phase(state.path)
        if any(at == step or at.startswith(f"{step}.") for step in unwindowed):
            return early
        return at if at.startswith((merged.execution, merged.window)) else None

    def box(at: str) -> bool:
        state = spec.states.get(at)
        return at == early or (state is not None and merged.is_window(state)) or (at in steps and at != removal)

    def about(row: Row) -> bool:
        return row.kind in kinds

    folded = Folded(
        spec,
        lang,
        words,
        Folding(
            key=key,
            box=box,
            titles={
                early: Text(
                    ", ".join(spec.states[at].name.ru for at in unwindowed).capitalize(),
                    ", ".join(spec.states[at].name.en for at in unwindowed).capitalize(),
                )
            },
            faint=lambda row: not about(row),
            group=lambda row: by_kind(row) if about(row) else "",
            details=lambda rows: "g" if rows[0].kind in ("continue", "others_remain", "stack_emptied") else "",
            reference=lambda at: at in spec.states and merged.is_window(spec.states[at]),
            counted=False,
            quiet=QUIET,
            listed_guards=False,
        ),
    )
    return _model(
        "suspension",
        Text("Приостановка и продолжение", "Suspension and continuation"),
        (
            Text(
                "302.4 · автомат конечен, а стек — нет: каждое игродействие в стеке помнит свой этап",
                "302.4 · the machine is finite, the stack is not: each action on the stack remembers its step",
            ),
        ),
        folded,
    )
