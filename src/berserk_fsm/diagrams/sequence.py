"""View 10: a played scenario as a sequence chart with the lanes A, B, queue, stack and off-stack.

Time runs downwards. Each step of the trace has a number, the same as on its page; the clauses stand at the right, those
of transitions too small to be drawn with the next that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from berserk_fsm.core.values import Decision, GameState, Player, other
from berserk_fsm.diagrams import style
from berserk_fsm.diagrams.trace_page_steps import Moment, TraceStep, steps_of
from berserk_fsm.diagrams.trace_page_svg import Canvas, fit, shown, text_width, wrap
from berserk_fsm.diagrams.trace_page_words import WORDS, holder_of, phase_name, profile_line, window_name
from berserk_fsm.scenario.trace import Trace, trace_of

if TYPE_CHECKING:
    from berserk_fsm.scenario.play import Turnout

__all__ = ["sequence_svg"]

_WIDTH = 1280
_NUMBER, _TICKS = 34, 14
_PLAYERS = {"A": 112.0, "B": 372.0}
_MIDDLE = sum(_PLAYERS.values()) / 2
_QUEUE = (556.0, 150.0)
_STACK = (724.0, 240.0)
_EFFECTS = (980.0, 172.0)
_CLAUSES = (1160.0, 116.0)
"""Where things stand: the middle of a lane, or left edge and width."""

_SMALL, _TINY = 11.5, 10.0
_ALL = frozenset({"players", "queue", "stack", "effects"})
_KINDS = ("phase", "step", "removal", "off_stack")
_DASHES = {"dashed": "6 4", "dotted": "2 3"}

_Draw = Callable[[Canvas, float, float], None]
"""Draws one thing of a row, given the row's top and height."""


def _middle(lane: tuple[float, float]) -> float:
    return lane[0] + lane[1] / 2


def sequence_svg(
    turnout: Turnout, lang: str, *, alone: bool = True, trace: Trace | None = None, steps: Sequence[TraceStep] = ()
) -> str:
    """The sequence chart of a played scenario, as SVG.

    Args:
        turnout: how it turned out.
        lang: ``"ru"``; anything else is English.
        alone: the picture stands in a file of its own: with heading, font and dark colours. In a page it has links
            to the steps (``#step-3``) instead.
        trace: its trace in this language, if it is there already.
        steps: its steps in this language, if they are there already.
    """
    trace = trace or trace_of(turnout, lang)
    chart = _Chart(turnout, lang, trace, tuple(steps) or steps_of(turnout, lang, trace), alone)
    return chart.svg()


@dataclass(slots=True)
class _Row:
    """Things at one height.

    Args:
        lanes: which parts of the chart it takes up.
        height: of its highest thing.
        draws: what to draw.
        clauses: what it rests on.
    """

    lanes: set[str] = field(default_factory=set)
    height: float = 0
    draws: list[_Draw] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)

    def cited(self) -> list[str]:
        return wrap(", ".join(dict.fromkeys(self.clauses)), _CLAUSES[1], _TINY)


@dataclass(slots=True)
class _Run:
    """Execution of one action without a break: what its box in the stack lane says."""

    name: str
    lines: list[tuple[str, bool]] = field(default_factory=list)
    halted: bool = False
    cancelled: bool = False
    clauses: list[str] = field(default_factory=list)


class _Chart:
    def __init__(self, turnout: Turnout, lang: str, trace: Trace, steps: tuple[TraceStep, ...], alone: bool) -> None:
        self.game = turnout.game
        self.profile = turnout.game.specification.profile
        self.lang = lang
        self.trace = trace
        self.steps = steps
        self.alone = alone
        self.under = Canvas()
        """Backgrounds of the steps."""
        self.lives = Canvas()
        """Life lines and holds."""
        self.over = Canvas()
        self.holds: tuple[Player, str, float] | None = None
        self.filled: dict[str, float] = {}
        """Since when queue and stack hold something."""
        self.rows: list[_Row] = []
        self.run: _Run | None = None
        self.pending: list[str] = []

    def word(self, key: str) -> str:
        return WORDS[key].get(self.lang)

    # --- the whole ---------------------------------------------------------------------------------------------------

    def svg(self) -> str:
        y = self.heading() if self.alone else 8.0
        top = self.lanes(y)
        y = top
        for step in self.steps:
            y = self.step(step, y)
        y += 10
        self.let_go(y)
        for lane in tuple(self.filled):
            self.empty(lane, y)
        self.life_lines(top, y)
        bottom = self.legend(y + 16)
        canvas = Canvas()
        canvas.rect(0, 0, _WIDTH, bottom, fill="paper")
        for layer in (self.under, self.lives, self.over):
            canvas.put(layer)
        return canvas.svg(
            _WIDTH,
            bottom,
            name="bf-sequence",
            lang=self.lang,
            title=f"{self.word('sequence')}: {self.trace.header.title}",
            desc=" ".join(f"{step.number}. {step.heading}." for step in self.steps),
            alone=self.alone,
        )

    def heading(self) -> float:
        lines = wrap(shown(self.trace.header.title), _WIDTH - 48, 19, bold=True)
        for number, line in enumerate(lines):
            self.over.text(24, 36 + 24 * number, line, 19, bold=True)
        y = 36 + 24 * (len(lines) - 1) + 20
        about = " · ".join([self.word("sequence"), *self.trace.header.cites])
        readings = [f"{reading.question} {reading.answer}" for reading in self.trace.header.readings]
        texts = (about, *profile_line(self.trace.header, self.lang), *readings)
        for line in (part for text in texts for part in wrap(shown(text), _WIDTH - 48, _SMALL)):
            self.over.text(24, y, line, _SMALL, fill="quiet")
            y += 16
        return y

    def lanes(self, y: float) -> float:
        """The heads of the lanes."""
        heads = [
            (x, 132.0, player, self.word("active" if player == self.trace.header.active else "nonactive"))
            for player, x in _PLAYERS.items()
        ]
        heads += [
            (_middle(_QUEUE), _QUEUE[1], self.word("queue"), ""),
            (_middle(_STACK), _STACK[1], self.word("stack"), ""),
            (_middle(_EFFECTS), _EFFECTS[1], self.word("effects"), self.word("effects_more")),
        ]
        for x, width, title, below in heads:
            self.over.rect(x - width / 2, y, width, 40, fill="band", stroke="ink", line=1.1, round_=5)
            self.over.text(x, y + (17 if below else 25), title, 13.5, bold=True, anchor="middle")
            self.over.text(x, y + 32, below, _TINY + 0.5, fill="quiet", anchor="middle")
        return y + 48

    def life_lines(self, top: float, bottom: float) -> None:
        lines = Canvas()
        for x in (*_PLAYERS.values(), _middle(_QUEUE), _middle(_STACK), _middle(_EFFECTS)):
            lines.line(x, top - 8, x, bottom, stroke="rule", line=1.2)
        self.lives.parts = lines.parts + self.lives.parts

    # --- holds, full and empty lanes ---------------------------------------------------------------------------------

    def hold(self, state: GameState, y: float) -> None:
        """From ``y`` on the holder of ``state`` has priority."""
        self.let_go(y)
        role = holder_of(state)
        if state.holder is not None and role is not None:
            self.holds = state.holder, role, y

    def let_go(self, y: float) -> None:
        if self.holds is None:
            return
        player, role, since = self.holds
        x = _PLAYERS[player]
        self.holds = None
        if y <= since:
            return
        if role == "active":
            self.lives.rect(x - 4, since, 8, y - since, fill=role)
        else:
            self.lives.rect(x - 4, since, 8, y - since, fill="paper", stroke=role, line=2.4)

    def fill(self, lane: str, y: float) -> None:
        self.filled.setdefault(lane, y)

    def empty(self, lane: str, y: float) -> None:
        since = self.filled.pop(lane, None)
        if since is not None:
            x = _middle(_QUEUE if lane == "queue" else _STACK)
            self.lives.rect(x - 2.5, since, 5, max(0.0, y - since), fill="rule")

    # --- steps and rows ----------------------------------------------------------------------------------------------

    def step(self, step: TraceStep, y: float) -> float:
        self.rows = []
        if step.kind == "left_out":
            self.row(_ALL, 30, self.left_out(step), ())
        elif step.record is None:
            self.attempt(step)
        for moment in step.moments:
            self.moment(step, moment)
        self.close_run()
        if self.pending:
            self.cite(self.pending)
            self.pending = []
        failing = [check for check in step.checks if check.mark == "fails"]
        for check in failing:
            self.failing(check.heading, [line.text for line in check.lines])
        return self.lay_out(step, y)

    def lay_out(self, step: TraceStep, y: float) -> float:
        top, content = y, Canvas()
        link = "" if self.alone else f"#step-{step.number}"
        y += 5
        for row in self.rows:
            cited = row.cited() if row.clauses else []
            height = max(row.height, 13.0 * len(cited) + 4)
            for draw in row.draws:
                draw(content, y, height)
            content.lines(_CLAUSES[0], y + height / 2 + 3.5 - 6.5 * (len(cited) - 1), cited, _TINY, 13, fill="quiet")
            y += height + 4
        content.text(_NUMBER, top + 24, str(step.number), 13, bold=True, fill="quiet", anchor="end")
        for number, check in enumerate(check for check in step.checks if check.mark):
            across, down = number % 3, number // 3
            at = _TICKS + 13 * across, top + 38 + 14 * down
            tip = f"{check.heading}. {' '.join(line.text for line in check.lines)}"
            with content.group(classes="bf-check", tip=tip):
                content.rect(at[0] - 6, at[1] - 6, 12, 12, fill="paper")
                if check.mark == "fails":
                    content.cross(*at, size=4)
                else:
                    content.tick(*at)
        checks = sum(check.mark is not None for check in step.checks)
        y = max(y, top + 34 + (14 * ((checks + 2) // 3) + 4 if checks else 0))
        self.under.rect(4, top, _WIDTH - 8, y - top, fill="paper", round_=4, classes=f"bf-lit bf-step-{step.number}")
        self.under.line(10, y, _WIDTH - 10, y, stroke="rule", line=0.6)
        with self.over.group(
            name=f"bf-sequence-{step.number}",
            classes="bf-chart-step",
            tip="" if self.alone else f"{step.number}. {step.heading}",
            href=link,
        ):
            if link:
                self.over.pointable(4, top, _WIDTH - 8, y - top)
            self.over.put(content)
        return y

    def row(self, lanes: Set[str], height: float, draw: _Draw, clauses: Iterable[str], join: bool = False) -> None:
        """One more thing: in a row of its own, or beside what is in the last row."""
        if join and self.rows and not self.rows[-1].lanes & lanes:
            row = self.rows[-1]
        else:
            row = _Row()
            self.rows.append(row)
        row.lanes |= lanes
        row.height = max(row.height, height)
        row.draws.append(draw)
        self.cite(clauses)

    def cite(self, clauses: Iterable[str]) -> None:
        if self.rows:
            self.rows[-1].clauses += [*self.pending, *clauses]
            self.pending = []
        else:
            self.pending += clauses

    # --- transitions -------------------------------------------------------------------------------------------------

    def moment(self, step: TraceStep, moment: Moment) -> None:
        micro = moment.micro
        before, after = micro.before, micro.after
        told = " ".join(line.text for line in moment.lines)
        clauses = micro.row.clauses
        opens = before.holder is None and after.holder is not None
        if not micro.row.automatic:
            self.decision(step, before, after, micro.row.label.get(self.lang), clauses)
        elif before.phase != after.phase or before.turn != after.turn:
            self.close_run()
            self.row(_ALL, 30, self.phase(before, after), clauses)
        elif opens:
            if after.stack and before.step != after.step:
                self.enter(moment, after)
            self.close_run()
            self.row({"players"}, 34, self.window(after), clauses, join=True)
        elif len(after.log.rule_effects) > len(before.log.rule_effects) or before.log.loops != after.log.loops:
            self.close_run()
            self.effect("", moment.lines[0].text if moment.lines else "", clauses, halted=True)
        elif any(effect.name == "pay_top" for effect in micro.row.effects):
            self.close_run()
            self.effect(before.top.name, told or self.step_name(before.step), clauses)
        elif before.queue and not after.queue:
            self.close_run()
            self.row({"queue", "stack"}, 0, self.transfer(before, after), clauses)
            self.rows[-1].height = 20.0 * min(len(after.stack), 7) + 10
        else:
            self.execution(moment, before, after)
        if micro.row.automatic and len(after.queue) > len(before.queue):
            self.close_run()
            self.row({"queue"}, 30, self.rolled(after), ())

    def execution(self, moment: Moment, before: GameState, after: GameState) -> None:
        """Something in the execution of the top action; transitions that change nothing are only cited."""
        row = moment.micro.row
        of = after if after.stack and len(after.stack) >= len(before.stack) else before
        if not of.stack:
            self.silent(row.clauses)
            return
        top = of.stack[-1]
        left = len(after.stack) < len(before.stack)
        now = after.stack[-1].step if after.stack and not left else None
        old = before.stack[-1].step if before.stack else None
        lines: list[tuple[str, bool]] = []
        if now is not None and now != old and self.profile.step(now).does != "pay":
            lines.append((self.step_name(now), True))
        told = [line.text for line in moment.lines if _says_more(moment)]
        lines += [(text, False) for text in told]
        halted = before.deactivated or after.deactivated
        if not lines:
            self.silent(row.clauses)
            return
        run = self.run_of(top.name, halted)
        run.lines += lines
        run.clauses += [*self.pending, *row.clauses]
        self.pending = []
        run.cancelled = run.cancelled or top.cancelled or bool(after.stack and after.stack[-1].cancelled)

    def run_of(self, name: str, halted: bool = False) -> _Run:
        """The box that what happens to an action now is told in."""
        if self.run is None or self.run.name != name or self.run.halted != halted:
            self.close_run()
            self.run = _Run(name, halted=halted)
        return self.run

    def enter(self, moment: Moment, after: GameState) -> None:
        """A step is entered whose window opens at once; the last thing said of it is the window."""
        run = self.run_of(after.top.name)
        run.lines += [(line.text, False) for line in moment.lines[:-1]]
        run.lines.append((self.step_name(after.step), True))

    def step_name(self, step: str | None) -> str:
        return self.profile.step(step).name.get(self.lang) if step else ""

    def silent(self, clauses: Iterable[str]) -> None:
        if self.run is not None:
            self.run.clauses += clauses
        else:
            self.cite(clauses)

    def close_run(self) -> None:
        """Draw the box of the execution so far."""
        run, self.run = self.run, None
        if run is None:
            return
        inner = _STACK[1] - 24
        title = fit(shown(run.name), inner, 13, bold=True)
        lines = [
            (line, strong)
            for text, strong in run.lines
            for line in wrap(shown(text), inner, _SMALL, bold=strong, most=6)
        ]
        height = 26.0 + 15 * len(lines)

        def draw(canvas: Canvas, y: float, full: float) -> None:
            x, width = _STACK
            border = style.DEACTIVATED if run.halted else style.PLAIN_BORDER
            dash = "7 4" if run.halted else "3 3" if run.cancelled else ""
            with canvas.group(classes="bf-box", tip=run.name):
                canvas.rect(
                    x,
                    y,
                    width,
                    height,
                    fill="halted" if run.halted else "card",
                    stroke="ink",
                    line=border.width if run.halted else 1.1,
                    dash=dash,
                    round_=0 if run.halted else 3,
                )
                self.owner(canvas, run.name, x + 4, y + 4, height - 8)
                canvas.text(x + 14, y + 17, title, 13, bold=True)
                if run.cancelled:
                    canvas.line(x + 14, y + 13, x + 14 + text_width(title, 13, bold=True), y + 13, line=1.4)
                for number, (line, strong) in enumerate(lines):
                    canvas.text(
                        x + 14, y + 33 + 15 * number, line, _SMALL, bold=strong, fill="ink" if strong else "quiet"
                    )

        clauses, self.pending = [*self.pending, *run.clauses], []
        self.row({"stack"}, height, draw, clauses)

    def owner(self, canvas: Canvas, name: str, x: float, y: float, height: float) -> None:
        """A strip that tells whose action it is."""
        action = self.game.table.actions.get(name)
        if action is None:
            return
        if action.by == "A":
            canvas.rect(x, y, 4, height, fill="quiet")
        else:
            canvas.rect(x + 0.5, y + 0.5, 3, height - 1, fill="none", stroke="quiet", line=1)

    # --- what is drawn -----------------------------------------------------------------------------------------------

    def decision(
        self, step: TraceStep, before: GameState, after: GameState, label: str, clauses: Iterable[str]
    ) -> None:
        decision = step.sentence
        assert isinstance(decision, Decision)
        if decision.verb == "declare":
            self.row({"players", "queue"}, 36, self.declared(decision, after, label), clauses)
        else:
            self.row({"players"}, 34, self.given_away(decision, before, after, label), clauses)

    def declared(self, decision: Decision, after: GameState, label: str) -> _Draw:
        def draw(canvas: Canvas, y: float, height: float) -> None:
            x, middle = _PLAYERS[decision.player], y + height / 2 + 4
            at = len(after.queue)
            self.card(canvas, _QUEUE[0], middle - 13, _QUEUE[1], decision.name or "", number=at)
            canvas.arrow(x + 6, _QUEUE[0] - 2, middle, stroke="ink", line=1.8)
            room = (_PLAYERS["B"] if decision.player == "A" else _QUEUE[0]) - x - 24
            canvas.text(x + 14, middle - 7, fit(label, room, _SMALL), _SMALL, halo=True)
            self.fill("queue", middle)

        return draw

    def card(self, canvas: Canvas, x: float, y: float, width: float, name: str, number: int | None = None) -> None:
        with canvas.group(classes="bf-card", tip=name):
            canvas.rect(x, y, width, 26, fill="card", stroke="ink", line=1.1, round_=4)
            self.owner(canvas, name, x + 4, y + 4, 18)
            canvas.text(x + 14, y + 17.5, fit(shown(name), width - 44, 13, bold=True), 13, bold=True)
            if number is not None:
                canvas.text(x + width - 8, y + 17.5, str(number), _TINY, fill="quiet", anchor="end")

    def given_away(self, decision: Decision, before: GameState, after: GameState, label: str) -> _Draw:
        closes = after.window is None

        def draw(canvas: Canvas, y: float, height: float) -> None:
            here, there = _PLAYERS[decision.player], _PLAYERS[other(decision.player)]
            middle = y + height / 2 + 6
            side = 1 if there > here else -1
            hollow = decision.verb == "pass"
            stop = _MIDDLE - side * 4 if closes else there - side * 6
            canvas.arrow(
                here + side * 6, stop, middle, stroke="ink", line=1.6, dash="6 4" if hollow else "", open_=hollow
            )
            text = f"{self.word('legend_pass')}, {self.word('window_closes')}" if closes else label
            canvas.text(_MIDDLE, middle - 9, text, _SMALL, anchor="middle", halo=True)
            if closes:
                for off in (0, 5):
                    canvas.line(_MIDDLE + side * off, middle - 5, _MIDDLE + side * off, middle + 5, line=2)
                self.let_go(middle)
            else:
                self.hold(after, middle)

        return draw

    def window(self, after: GameState) -> _Draw:
        assert after.window is not None
        kind = after.window.kind
        border = style.WINDOWS[kind]
        dash = _DASHES.get(border.style, "")
        name = style.LEGEND[f"window_{kind}"][0 if self.lang == "ru" else 1]
        if kind in ("off_stack", "removal"):
            name = window_name(after, self.profile).get(self.lang)
        lines = wrap(shown(name), 214, _SMALL, most=2)

        def draw(canvas: Canvas, y: float, height: float) -> None:
            middle = y + height / 2
            tall = 12.0 + 14 * len(lines)
            edge = _MIDDLE - 114 if after.holder == "A" else _MIDDLE + 114
            canvas.line(_PLAYERS[after.holder or "A"], middle, edge, middle, stroke="ink", line=1)
            canvas.rect(
                _MIDDLE - 114,
                middle - tall / 2,
                228,
                tall,
                fill="card",
                stroke="ink",
                line=border.width,
                dash=dash,
                round_=tall / 2.4,
            )
            canvas.lines(_MIDDLE, middle + 4 - 7 * (len(lines) - 1), lines, _SMALL, 14, anchor="middle")
            self.hold(after, middle)

        return draw

    def phase(self, before: GameState, after: GameState) -> _Draw:
        number = [phase.id for phase in self.profile.phases].index(after.phase) if after.phase else 0
        role = self.word("active")
        turn = f"{self.word('turn')} {after.turn} · {role}: {after.active}"
        parts = [turn] if before.turn != after.turn or before.phase is None else []
        text = " · ".join([*parts, phase_name(after, self.profile).get(self.lang)])

        def draw(canvas: Canvas, y: float, height: float) -> None:
            self.let_go(y)
            canvas.rect(
                _NUMBER + 14,
                y + 2,
                _CLAUSES[0] - _NUMBER - 24,
                height - 4,
                fill=f"phase-{number % 4}",
                stroke="rule",
                round_=4,
            )
            canvas.text(
                (_NUMBER + 14 + _CLAUSES[0] - 10) / 2, y + height / 2 + 4.5, text, 13, bold=True, anchor="middle"
            )

        return draw

    def effect(self, name: str, told: str, clauses: Iterable[str], halted: bool = False) -> None:
        """A rule effect or a payment, off the stack."""
        inner = _EFFECTS[1] - 20
        lines = wrap(shown(told), inner, _SMALL, most=8)
        top = 16.0 if name else 0.0
        height = 12.0 + 15 * len(lines) + top

        def draw(canvas: Canvas, y: float, full: float) -> None:
            x, width = _EFFECTS
            with canvas.group(classes="bf-box", tip=told):
                canvas.rect(
                    x,
                    y,
                    width,
                    height,
                    fill="halted" if halted else "card",
                    stroke="ink",
                    line=style.DEACTIVATED.width if halted else 1.1,
                    dash="7 4" if halted else "",
                    round_=0 if halted else 3,
                )
                self.owner(canvas, name, x + 4, y + 4, height - 8)
                canvas.text(x + 14, y + 17, fit(shown(name), inner - 4, 13, bold=True), 13, bold=True)
                canvas.lines(x + (14 if name else 10), y + 18 + top, lines, _SMALL, 15)
            if not halted:
                canvas.arrow(_STACK[0] + _STACK[1] / 2, x - 2, y + height / 2, stroke="quiet", line=1.2, dash="3 3")

        self.row({"effects", "stack"} if not halted else {"effects"}, height, draw, clauses)

    def transfer(self, before: GameState, after: GameState) -> _Draw:
        moved = {entry.name for entry in before.queue}
        pile = list(reversed(after.stack))
        hidden = max(0, len(pile) - 7)
        names = [entry.name for entry in pile[: 7 - bool(hidden)]]

        def draw(canvas: Canvas, y: float, height: float) -> None:
            x, width = _STACK
            middle = y + height / 2
            canvas.arrow(_middle(_QUEUE), x - 2, middle, stroke="ink", line=2.6)
            canvas.text(_middle(_QUEUE) - 7, middle + 4, self.word("whole_queue"), _SMALL, anchor="end", halo=True)
            for number, name in enumerate(names):
                new = name in moved
                at = y + 5 + 20 * number
                canvas.rect(x, at, width, 20, fill="card" if new else "band", stroke="ink" if new else "rule", line=1.1)
                self.owner(canvas, name, x + 4, at + 3, 14)
                text = fit(shown(name), width - 24, _SMALL, bold=new)
                canvas.text(x + 14, at + 14, text, _SMALL, bold=new, fill="ink" if new else "quiet")
            if hidden:
                canvas.text(x + 14, y + 5 + 20 * len(names) + 13, f"… +{hidden + 1}", _SMALL, fill="quiet")
            self.empty("queue", middle)
            self.fill("stack", y + height)

        return draw

    def rolled(self, after: GameState) -> _Draw:
        """A roll enters the queue by itself."""

        def draw(canvas: Canvas, y: float, height: float) -> None:
            middle = y + height / 2
            canvas.arrow(_middle(_STACK), _QUEUE[0] + _QUEUE[1] + 2, middle, stroke="ink", line=1.4, dash="3 3")
            self.card(canvas, _QUEUE[0], middle - 13, _QUEUE[1], after.queue[-1].name, number=len(after.queue))
            self.fill("queue", middle)

        return draw

    def attempt(self, step: TraceStep) -> None:
        """What a player tried and may not do, and why."""
        clauses = [clause for line in step.lines for clause in line.clauses]
        room = _EFFECTS[0] + _EFFECTS[1] - _QUEUE[0] - 24
        why = [
            part
            for text in (step.heading, *(line.text for line in step.lines))
            for part in wrap(shown(text), room, _SMALL)
        ]
        player = step.player or "A"
        failed = step.kind == "failed"

        def draw(canvas: Canvas, y: float, height: float) -> None:
            x = _PLAYERS[player]
            middle = y + height / 2
            declares = isinstance(step.sentence, Decision) and step.sentence.verb == "declare"
            goal = _QUEUE[0] - 8 if declares else _PLAYERS[other(player)]
            side = 1 if goal > x else -1
            canvas.arrow(x + side * 6, goal - side * 6, middle, stroke="bad", line=1.4, dash="5 4", open_=True)
            at = (x + goal) / 2 if not declares or player == "B" else (x + _PLAYERS["B"]) / 2
            canvas.circle(at, middle, 10, fill="paper", stroke="bad")
            canvas.cross(at, middle)
            tall = 16.0 * len(why) + 8
            wide = 24 + max(text_width(line, _SMALL, bold=failed and not n) for n, line in enumerate(why))
            top = middle - tall / 2
            canvas.rect(_QUEUE[0], top, wide, tall, fill="card", stroke="bad", line=1.1, round_=3)
            canvas.text(_QUEUE[0] + 12, top + 16, why[0], _SMALL, bold=failed, fill="bad")
            canvas.lines(_QUEUE[0] + 12, top + 32, why[1:], _SMALL, 16)

        self.row(_ALL, max(34.0, 16.0 * len(why) + 12), draw, clauses)

    def failing(self, heading: str, lines: Sequence[str]) -> None:
        """An expectation that does not hold is told, not only marked."""
        room = _EFFECTS[0] + _EFFECTS[1] - _QUEUE[0] - 24
        told = [part for text in (heading, *lines) for part in wrap(shown(text), room, _SMALL)]

        def draw(canvas: Canvas, y: float, height: float) -> None:
            wide = 24 + max(text_width(line, _SMALL) for line in told)
            canvas.cross(_QUEUE[0] - 16, y + height / 2)
            canvas.rect(_QUEUE[0], y + 2, wide, height - 4, fill="card", stroke="bad", line=1.1, round_=3)
            canvas.lines(_QUEUE[0] + 12, y + 19, told, _SMALL, 16, fill="bad")

        self.row(_ALL, 16.0 * len(told) + 14, draw, ())

    def left_out(self, step: TraceStep) -> _Draw:
        def draw(canvas: Canvas, y: float, height: float) -> None:
            self.let_go(y)
            canvas.rect(_NUMBER + 14, y + 2, _CLAUSES[0] - _NUMBER - 24, height - 4, fill="band", round_=4)
            middle = (_NUMBER + 14 + _CLAUSES[0] - 10) / 2
            canvas.text(middle, y + height / 2 + 4.5, step.heading, 13, fill="quiet", anchor="middle")
            self.hold(step.state, y + height)

        return draw

    # --- legend ------------------------------------------------------------------------------------------------------

    def legend(self, y: float) -> float:
        """What the looks mean; the bottom of the picture."""
        pick = 0 if self.lang == "ru" else 1

        def bar(role: str) -> Callable[[float, float], None]:
            def draw(x: float, y: float) -> None:
                if role == "active":
                    self.over.rect(x + 10, y - 9, 8, 18, fill=role)
                else:
                    self.over.rect(x + 11, y - 9, 7, 18, fill="paper", stroke=role, line=2.4)

            return draw

        def arrow(hollow: bool) -> Callable[[float, float], None]:
            return lambda x, y: self.over.arrow(x, x + 28, y, stroke="ink", dash="6 4" if hollow else "", open_=hollow)

        def refused(x: float, y: float) -> None:
            self.over.arrow(x, x + 28, y, stroke="bad", line=1.4, dash="5 4", open_=True)
            self.over.circle(x + 13, y, 7, fill="paper", stroke="bad")
            self.over.cross(x + 13, y, size=3.5)

        def box(line: float, dash: str, halted: bool = False) -> Callable[[float, float], None]:
            return lambda x, y: self.over.rect(
                x,
                y - 8,
                28,
                16,
                fill="halted" if halted else "card",
                stroke="ink",
                line=line,
                dash=dash,
                round_=0 if halted else 7,
            )

        def owner(strip: str) -> Callable[[float, float], None]:
            def draw(x: float, y: float) -> None:
                self.over.rect(x, y - 8, 28, 16, fill="card", stroke="ink", line=1.1, round_=3)
                if strip == "A":
                    self.over.rect(x + 4, y - 5, 4, 10, fill="quiet")
                else:
                    self.over.rect(x + 4.5, y - 4.5, 3, 9, stroke="quiet", line=1)

            return draw

        windows = [
            (style.LEGEND[f"window_{kind}"][pick], box(look.width, _DASHES.get(look.style, "")))
            for kind, look in ((kind, style.WINDOWS[kind]) for kind in _KINDS)
        ]
        whose = "игродействие игрока" if self.lang == "ru" else "action of player"
        entries: list[tuple[str, Callable[[float, float], None]]] = [
            (self.word("active_holds"), bar("active")),
            (self.word("nonactive_holds"), bar("nonactive")),
            (self.word("legend_hand_over"), arrow(False)),
            (self.word("legend_pass"), arrow(True)),
            (self.word("legend_refused"), refused),
            (self.word("legend_check"), lambda x, y: self.over.tick(x + 13, y)),
            *windows,
            (self.word("legend_halted"), box(style.DEACTIVATED.width, "7 4", True)),
            *((f"{whose} {player}", owner(player)) for player in _PLAYERS),
        ]
        columns, across = 5, (_WIDTH - 48) / 5
        rows = -(-len(entries) // columns)
        self.over.rect(16, y, _WIDTH - 32, 26 * rows + 12, stroke="rule", round_=6)
        for number, (text, draw) in enumerate(entries):
            x, middle = 32 + across * (number % columns), y + 19 + 26 * (number // columns)
            draw(x, middle)
            self.over.text(x + 38, middle + 4, text, _SMALL)
        return y + 26 * rows + 26


def _says_more(moment: Moment) -> bool:
    """Is there more in what is said of it than that its action begins, goes on or is legal?"""
    before, after = moment.micro.before, moment.micro.after
    if moment.micro.row.kind in ("begin", "pass_legality"):
        return False
    return before.stack != after.stack or before.facts != after.facts or bool(moment.lines)
