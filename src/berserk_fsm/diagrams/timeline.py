"""View 11: queue and stack over time: a column for each decision, with who has priority, and what lies where after it.

A long trace goes on below, like a line of music.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from berserk_fsm.core.values import Entry, GameState
from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.trace_page_steps import TraceStep, steps_of
from berserk_fsm.diagrams.trace_page_svg import Canvas, fit, shown, text_width, wrap
from berserk_fsm.diagrams.trace_page_words import (
    WORDS,
    entry_status,
    holder_of,
    is_executing,
    phase_name,
    profile_line,
    window_name,
)
from berserk_fsm.scenario.trace import Trace, trace_of

if TYPE_CHECKING:
    from berserk_fsm.scenario.play import Turnout

__all__ = ["timeline_svg"]

_WIDTH = 1280
_LABELS = 112.0
_COLUMNS = 10
_WIDEST = 144.0
_CARD = 38.0
_PITCH = _CARD + 5
_QUEUED = 25.0
_QUEUE_PITCH = _QUEUED + 5
"""Heights of cards, in the stack and in the queue, and from one to the next."""

_MOST = 8
"""As many cards of a pile are shown."""

_DASHES = {"dashed": "6 4", "dotted": "2 3"}
_SMALL, _TINY = 11.5, 10.0


def timeline_svg(
    turnout: Turnout, lang: str, *, alone: bool = True, trace: Trace | None = None, steps: Sequence[TraceStep] = ()
) -> str:
    """Queue and stack of a played scenario over time, as SVG.

    Args:
        turnout: how it turned out.
        lang: ``"ru"``; anything else is English.
        alone: the picture stands in a file of its own: with heading, font and dark colours. In a page it has links
            to the steps (``#step-3``) instead.
        trace: its trace in this language, if it is there already.
        steps: its steps in this language, if they are there already.
    """
    trace = trace or trace_of(turnout, lang)
    return _Timeline(turnout, lang, trace, tuple(steps) or steps_of(turnout, lang, trace), alone).svg()


class _Timeline:
    def __init__(self, turnout: Turnout, lang: str, trace: Trace, steps: tuple[TraceStep, ...], alone: bool) -> None:
        self.table = turnout.game.table
        self.profile = turnout.game.specification.profile
        self.order = [step.id for step in self.profile.steps]
        self.lang = lang
        self.trace = trace
        self.steps = [step for step in steps if step.record is not None or step.kind == "left_out"]
        self.alone = alone
        self.canvas = Canvas()
        lines = max(1, -(-len(self.steps) // _COLUMNS))
        self.each = -(-len(self.steps) // lines)
        self.column = min(_WIDEST, (_WIDTH - _LABELS - 16) / self.each)

    def word(self, key: str) -> str:
        return WORDS[key].get(self.lang)

    def svg(self) -> str:
        y = self.heading() if self.alone else 10.0
        body, self.canvas = self.canvas, Canvas()
        for start in range(0, len(self.steps), self.each):
            y = self.system(self.steps[start : start + self.each], y) + 22
        y = self.legend(y)
        whole = Canvas()
        whole.rect(0, 0, _WIDTH, y, fill="paper")
        whole.put(self.canvas)
        whole.put(body)
        return whole.svg(
            _WIDTH,
            y,
            name="bf-timeline",
            lang=self.lang,
            title=f"{self.word('timeline')}: {self.trace.header.title}",
            desc=" ".join(self.told(step) for step in self.steps),
            alone=self.alone,
        )

    def told(self, step: TraceStep) -> str:
        """A column in words."""
        queue = ", ".join(entry.name for entry in step.state.queue) or "–"
        stack = ", ".join(entry.name for entry in step.state.stack) or "–"
        return f"{step.number}. {step.heading}. {self.word('queue')}: {queue}. {self.word('stack')}: {stack}."

    def heading(self) -> float:
        lines = wrap(shown(self.trace.header.title), _WIDTH - 48, 19, bold=True)
        for number, line in enumerate(lines):
            self.canvas.text(24, 36 + 24 * number, line, 19, bold=True)
        y = 36 + 24 * (len(lines) - 1) + 20
        about = " · ".join([self.word("timeline"), *self.trace.header.cites])
        texts = (about, *profile_line(self.trace.header, self.lang))
        lines = [part for text in texts for part in wrap(shown(text), _WIDTH - 48, _SMALL)]
        self.canvas.lines(24, y, lines, _SMALL, 16, fill="quiet")
        return y + 18 + 16 * (len(lines) - 1)

    # --- one line of columns -----------------------------------------------------------------------------------------

    def system(self, steps: Sequence[TraceStep], y: float) -> float:
        """Columns side by side; returns the bottom."""
        queue = max(1, *(min(len(step.state.queue), _MOST) for step in steps), 0)
        stack = max(1, *(min(len(step.state.stack), _MOST) for step in steps), 0)
        phase_y, head_y = y, y + 22
        hold_y = head_y + 50
        pass_y = hold_y + 26
        window_y = pass_y + 20
        queue_y = window_y + 40
        stack_y = queue_y + queue * _QUEUE_PITCH + 12
        bottom = stack_y + stack * _PITCH + 6
        self.labels(head_y, hold_y, pass_y, window_y, queue_y, stack_y)
        backgrounds, ribbons, columns = Canvas(), Canvas(), Canvas()
        places: list[dict[str, tuple[float, float]]] = []
        for number, step in enumerate(steps):
            x = _LABELS + number * self.column
            backgrounds.rect(
                x + 2,
                head_y - 2,
                self.column - 4,
                bottom - head_y + 4,
                fill="paper",
                round_=5,
                classes=f"bf-lit bf-step-{step.number}",
            )
            with columns.group(
                name=f"bf-timeline-{step.number}",
                classes="bf-chart-step",
                tip=self.told(step),
                href="" if self.alone else f"#step-{step.number}",
            ):
                columns.pointable(x + 2, head_y - 2, self.column - 4, bottom - head_y + 4)
                self.head(columns, step, x, head_y)
                self.holder(columns, step.state, x, hold_y)
                self.passes(columns, step.state, x, pass_y)
                places.append(self.piles(columns, step.state, x, queue_y, bottom))
        right = _LABELS + len(steps) * self.column
        backgrounds.rect(
            _LABELS, queue_y - 6, right - _LABELS, queue * _QUEUE_PITCH + 8, fill="band", classes="bf-zone"
        )
        for left, (old, new) in enumerate(pairwise(places)):
            for name, start in old.items():
                if name in new:
                    self.ribbon(ribbons, _LABELS + left * self.column, start, new[name])
        self.phases(steps, phase_y)
        self.windows(columns, steps, window_y)
        for layer in (backgrounds, ribbons, columns):
            self.canvas.put(layer)
        self.canvas.line(_LABELS, bottom + 1, right, bottom + 1, stroke="ink", line=2)
        return bottom + 4

    def labels(self, head: float, hold: float, passes: float, window: float, queue: float, stack: float) -> None:
        for y, key, bold in (
            (hold + 14, "priority", False),
            (passes + 12, "passes", False),
            (window + 13, "window", False),
            (queue + 14, "queue", True),
            (stack + 14, "stack", True),
        ):
            lines = wrap(self.word(key), _LABELS - 26, _SMALL, bold=bold)
            for number, line in enumerate(lines):
                self.canvas.text(16, y + 14 * number, line, _SMALL, bold=bold, fill="ink" if bold else "quiet")

    def phases(self, steps: Sequence[TraceStep], y: float) -> None:
        """A strip over the columns: turn and phase."""
        start = 0
        ids = [phase.id for phase in self.profile.phases]
        for number in range(1, len(steps) + 1):
            here = steps[start].state
            if number < len(steps) and (steps[number].state.turn, steps[number].state.phase) == (here.turn, here.phase):
                continue
            x, width = _LABELS + start * self.column, (number - start) * self.column
            tint = ids.index(here.phase) % 4 if here.phase else 0
            self.canvas.rect(x + 2, y, width - 4, 18, fill=f"phase-{tint}", stroke="rule", round_=4)
            name = phase_name(here, self.profile).get(self.lang)
            texts = (f"{self.word('turn')} {here.turn} ({here.active}) · {name}", name)
            text = next((one for one in texts if text_width(one, _SMALL, True) < width - 16), name)
            self.canvas.text(x + 10, y + 13, fit(text, width - 16, _SMALL, bold=True), _SMALL, bold=True)
            start = number

    def head(self, canvas: Canvas, step: TraceStep, x: float, y: float) -> None:
        canvas.text(x + 8, y + 15, str(step.number), 13, bold=True, fill="quiet")
        if not step.holds:
            canvas.cross(x + self.column - 16, y + 10, size=4)
        elif step.checks:
            canvas.tick(x + self.column - 18, y + 10)
        lines = wrap(shown(step.heading), self.column - 14, _SMALL, most=2)
        canvas.lines(x + 8, y + 31, lines, _SMALL, 13)

    def holder(self, canvas: Canvas, state: GameState, x: float, y: float) -> None:
        role = holder_of(state)
        if role is None or state.holder is None:
            canvas.rect(x, y, self.column, 20, fill="band", stroke="rule", dash="3 3")
            return
        canvas.rect(x, y, self.column, 20, fill=f"{role}-pale", stroke=role, line=1.4)
        if role == "nonactive":
            canvas.rect(x + 3, y + 3, self.column - 6, 14, stroke=role, line=1)
        canvas.text(x + self.column / 2, y + 14.5, state.holder, 12.5, bold=True, anchor="middle")

    def passes(self, canvas: Canvas, state: GameState, x: float, y: float) -> None:
        passed = state.window.passes if state.window else 0
        for number in range(2):
            middle = x + self.column / 2 - 7 + 14 * number
            if number < passed:
                canvas.circle(middle, y + 8, 4.5, fill="ink", stroke="ink")
            else:
                canvas.circle(middle, y + 8, 4.5, stroke="rule")

    def windows(self, canvas: Canvas, steps: Sequence[TraceStep], y: float) -> None:
        """The open windows, each over the columns it stays open."""
        start = 0
        for number in range(1, len(steps) + 1):
            if number < len(steps) and not _opens(steps[number]):
                continue
            self.window(canvas, steps[start].state, _LABELS + start * self.column, y, (number - start) * self.column)
            start = number

    def window(self, canvas: Canvas, state: GameState, x: float, y: float, width: float) -> None:
        if state.window is None:
            return
        look = style.WINDOWS[state.window.kind]
        name = window_name(state, self.profile).get(self.lang)
        lines = wrap(shown(name), width - 20, _TINY, most=2)
        canvas.rect(
            x + 4,
            y + 1,
            width - 8,
            30,
            fill="card",
            stroke="quiet",
            line=look.width * 0.8,
            dash=_DASHES.get(look.style, ""),
            round_=9,
        )
        canvas.lines(x + width / 2, y + 19.5 - 6 * (len(lines) - 1), lines, _TINY, 12, fill="quiet", anchor="middle")

    # --- cards -------------------------------------------------------------------------------------------------------

    def piles(
        self, canvas: Canvas, state: GameState, x: float, queue_y: float, bottom: float
    ) -> dict[str, tuple[float, float]]:
        """The cards of one column; where each stands and how high it is."""
        places: dict[str, tuple[float, float]] = {}
        queue = state.queue[: _MOST - (len(state.queue) > _MOST)]
        for number, entry in enumerate(queue):
            places[entry.name] = queue_y + number * _QUEUE_PITCH, _QUEUED
        if len(queue) < len(state.queue):
            self.more(canvas, len(state.queue) - len(queue), x, queue_y + len(queue) * _QUEUE_PITCH - 4)
        # Of a very high pile the top is shown.
        hidden = max(0, len(state.stack) - _MOST + 1) if len(state.stack) > _MOST else 0
        stack = state.stack[hidden:]
        if hidden:
            self.more(canvas, hidden, x, bottom - _PITCH)
        for number, entry in enumerate(stack):
            places[entry.name] = bottom - (number + 1 + bool(hidden)) * _PITCH, _CARD
        for entry in (*queue, *stack):
            self.card(canvas, state, entry, x + 7, places[entry.name], waits=entry in queue)
        return places

    def more(self, canvas: Canvas, count: int, x: float, y: float) -> None:
        canvas.text(x + self.column / 2, y + 22, f"… +{count}", _SMALL, fill="quiet", anchor="middle")

    def card(
        self, canvas: Canvas, state: GameState, entry: Entry, x: float, place: tuple[float, float], waits: bool
    ) -> None:
        width, (y, height) = self.column - 14, place
        runs = not waits and is_executing(state, entry)
        status = self.word("queued") if waits else entry_status(state, entry, self.profile).get(self.lang)
        flags = [self.word("blocked")] if entry.blocked else []
        with canvas.group(classes="bf-card", tip=" · ".join([entry.name, status, *flags])):
            canvas.rect(
                x,
                y,
                width,
                height,
                fill="card",
                stroke="ink" if runs else "quiet",
                line=2.2 if runs else 1,
                dash="3 3" if entry.cancelled else "",
                round_=4,
            )
            action = self.table.actions[entry.name]
            if action.by == "A":
                canvas.rect(x + 4, y + 5, 4, 14, fill="quiet")
            else:
                canvas.rect(x + 4.5, y + 5.5, 3, 13, stroke="quiet")
            name = fit(shown(entry.name), width - 34, 12.5, bold=True)
            canvas.text(x + 13, y + 16.5, name, 12.5, bold=True)
            if entry.cancelled:
                canvas.line(x + 13, y + 12.5, x + 13 + text_width(name, 12.5, True), y + 12.5, line=1.4)
            if entry.blocked:
                canvas.circle(x + width - 12, y + 12, 5.5, stroke="bad")
                canvas.line(x + width - 16, y + 16, x + width - 8, y + 8, stroke="bad", line=1.6)
            elif not waits and not runs and entry.step is not None:
                for off in (0, 5):
                    canvas.line(x + width - 15 + off, y + 8, x + width - 15 + off, y + 16, stroke="quiet", line=2)
            if not waits:
                self.marks(canvas, entry, x + 13, y + 24, width - 22, runs)

    def marks(self, canvas: Canvas, entry: Entry, x: float, y: float, width: float, runs: bool) -> None:
        """The steps of execution as little boxes: done, under way, to come."""
        at = self.order.index(entry.step) if entry.step is not None else -1
        each = width / len(self.order)
        for number in range(len(self.order)):
            side = each - 2
            if number < at:
                canvas.rect(x + number * each, y, side, 7, fill="quiet")
            elif number == at:
                canvas.rect(x + number * each, y - 1.5, side, 10, fill="ink" if runs else "quiet", stroke="ink")
            else:
                canvas.rect(x + number * each + 0.5, y + 0.5, side - 1, 6, stroke="rule")

    def ribbon(self, canvas: Canvas, x: float, old: tuple[float, float], new: tuple[float, float]) -> None:
        """The same action in two columns."""
        left, right = x + self.column - 7, x + self.column + 7
        tops = old[0] + 4, new[0] + 4
        bottoms = sum(old) - 4, sum(new) - 4
        canvas.path(
            f"M{left:.1f} {tops[0]:.1f}L{right:.1f} {tops[1]:.1f}V{bottoms[1]:.1f}L{left:.1f} {bottoms[0]:.1f}Z",
            fill="rule",
            stroke="none",
        )

    # --- legend ------------------------------------------------------------------------------------------------------

    def legend(self, y: float) -> float:
        canvas = self.canvas
        steps = [f"{number} {step.name.get(self.lang)}" for number, step in enumerate(self.profile.steps, start=1)]
        lines = wrap(f"{self.word('steps')}: {' · '.join(steps)}", _WIDTH - 64, _SMALL)
        canvas.rect(16, y, _WIDTH - 32, 40 + 17 * len(lines), stroke="rule", round_=6)
        x, middle = 32.0, y + 19

        def entry(key: str, swatch: float) -> None:
            nonlocal x
            canvas.text(x + swatch + 8, middle + 4, self.word(key), _SMALL)
            x += swatch + 8 + text_width(self.word(key), _SMALL) + 26

        for role in ("active", "nonactive"):
            canvas.rect(x, middle - 8, 26, 16, fill=f"{role}-pale", stroke=role, line=1.4)
            if role == "nonactive":
                canvas.rect(x + 3, middle - 5, 20, 10, stroke=role)
            entry(f"{role}_holds", 26)
        canvas.rect(x, middle - 8, 26, 16, fill="card", stroke="ink", line=2.2, round_=4)
        entry("executes", 26)
        for off in (0, 5):
            canvas.line(x + 3 + off, middle - 5, x + 3 + off, middle + 5, stroke="quiet", line=2)
        entry("suspended", 11)
        canvas.circle(x + 6, middle, 5.5, stroke="bad")
        canvas.line(x + 2, middle + 4, x + 10, middle - 4, stroke="bad", line=1.6)
        entry("blocked", 12)
        canvas.rect(x, middle - 8, 26, 16, fill="card", stroke="quiet", dash="3 3", round_=4)
        entry("cancelled", 26)
        canvas.rect(x, middle - 3.5, 10, 7, fill="quiet")
        entry("legend_done", 10)
        canvas.rect(x, middle - 5, 10, 10, fill="ink", stroke="ink")
        entry("legend_now", 10)
        canvas.lines(32, y + 43, lines, _SMALL, 17, fill="quiet")
        return y + 40 + 17 * len(lines) + 12


def _opens(step: TraceStep) -> bool:
    """Was a window opened in this step?"""
    if step.record is None:
        return True
    return any(micro.before.window is None and micro.after.window is not None for micro in step.record.micro_steps)
