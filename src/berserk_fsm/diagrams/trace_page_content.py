"""What stands on the page of a trace, as plain data for its template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

import berserk_fsm
from berserk_fsm.citing import citation_text
from berserk_fsm.core.values import PLAYERS, Action, Decision, Entry, GameState
from berserk_fsm.diagrams.sequence import sequence_svg
from berserk_fsm.diagrams.timeline import timeline_svg
from berserk_fsm.diagrams.trace_page_machine import LIGHTS, Picture, best_view, breadcrumbs, pictures
from berserk_fsm.diagrams.trace_page_steps import Check, TraceStep, steps_of
from berserk_fsm.diagrams.trace_page_words import (
    PAGE,
    WORDS,
    entry_status,
    holder_of,
    is_executing,
    why_priority,
    window_name,
)
from berserk_fsm.game import Game
from berserk_fsm.machine.sentences import point_text
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.play import Turnout
from berserk_fsm.scenario.sentences import say
from berserk_fsm.scenario.trace import TraceLine, trace_of
from berserk_fsm.stepper.changes import change_texts
from berserk_fsm.stepper.view import MANNERS, choices

__all__ = ["content_of"]


def content_of(turnout: Turnout, lang: str) -> dict[str, Any]:
    """Everything the template needs, in one language."""
    return _Content(turnout, "ru" if lang == "ru" else "en").everything()


class _Content:
    def __init__(self, turnout: Turnout, lang: str) -> None:
        self.turnout = turnout
        self.lang = lang
        self.game = turnout.game
        self.profile = turnout.game.specification.profile
        self.trace = trace_of(turnout, lang)
        self.steps = steps_of(turnout, lang, self.trace)
        self.cited: dict[str, None] = dict.fromkeys(self.trace.header.cites)
        """Every clause on the page."""

    def text(self, ru: str, en: str) -> str:
        return Text(ru, en).get(self.lang)

    def everything(self) -> dict[str, Any]:
        spec, lang, trace = self.game.specification, self.lang, self.trace
        shown = pictures(spec, self.steps, lang)
        steps = self.told_steps()
        return {
            "lang": lang,
            "version": berserk_fsm.__version__,
            "t": {key: text.get(lang) for key, text in {**WORDS, **PAGE}.items()},
            "header": trace.header,
            "ok": trace.ok,
            "verdict": trace.verdict,
            "cited": self.cites(trace.header.cites),
            "players": [self.player(player) for player in PLAYERS],
            "profile_cites": self.cites(trace.header.profile.source) if trace.header.profile else (),
            "readings": [
                {"question": one.question, "answer": one.answer, "clauses": self.cites(one.clauses)}
                for one in trace.header.readings
            ],
            "steps": steps,
            "pictures": [
                {"view": one.view, "title": one.title, "width": one.width, "svg": Markup(one.svg)} for one in shown
            ],
            "sequence": Markup(sequence_svg(self.turnout, lang, alone=False, trace=trace, steps=self.steps)),
            "timeline": Markup(timeline_svg(self.turnout, lang, alone=False, trace=trace, steps=self.steps)),
            "ledger": self.ledger(),
            "command": f"berserk-fsm play {trace.header.where}",
            "data": self.data(shown, steps),
        }

    # --- head --------------------------------------------------------------------------------------------------------

    def player(self, name: str) -> dict[str, Any]:
        role = "active" if name == self.trace.header.active else "nonactive"
        table = self.game.table
        actions = [action for action in table.actions.values() if action.by == name and not table.rolls(action.name)]
        return {
            "name": name,
            "role": WORDS[role].get(self.lang),
            "actions": [{"name": action.name, "about": self.about(action)} for action in actions],
        }

    def about(self, action: Action) -> str:
        parts = [MANNERS[action.manner].get(self.lang)]
        if action.on is not None:
            parts.append(self.text("точка: ", "on: ") + point_text(self.game.specification, action.on).get(self.lang))
        if action.target is not None:
            parts.append(self.text(f"цель: {action.target}", f"target: {action.target}"))
        if action.block is not None:
            parts.append(self.text(f"блокирует «{action.block}»", f"blocks “{action.block}”"))
        if action.redirect is not None:
            of, to = action.redirect
            parts.append(self.text(f"перенаправляет «{of}» на {to}", f"redirects “{of}” to {to}"))
        for key, words in (
            ("when", ("условие", "condition")),
            ("requires", ("требует", "requires")),
            ("cost", ("цена", "cost")),
        ):
            if facts := getattr(action, key):
                parts.append(f"{self.text(*words)}: {', '.join(facts)}")
        return ", ".join(parts)

    # --- clauses -----------------------------------------------------------------------------------------------------

    def cites(self, names: Iterable[str]) -> list[dict[str, Any]]:
        found = []
        for name in dict.fromkeys(names):
            self.cited[name] = None
            title = self.title(name)
            known = title is not None
            found.append(
                {"name": citation_text(name, self.lang), "id": _clause_id(name), "title": title or "", "known": known}
            )
        return found

    def title(self, name: str) -> str | None:
        if name in clauses():
            return clauses()[name].title.get(self.lang)
        gap = gaps().get(name.removeprefix("gap/")) if name.startswith("gap/") else None
        return gap.title.get(self.lang) if gap else None

    def ledger(self) -> list[dict[str, Any]]:
        """The clauses and gaps on the page, by number, gaps last, in the project's own words."""
        found: list[dict[str, Any]] = []
        for clause in clauses().values():
            if clause.number in self.cited:
                found.append(
                    {
                        "name": clause.number,
                        "id": _clause_id(clause.number),
                        "title": clause.title.get(self.lang),
                        "lines": [clause.summary.get(self.lang)],
                    }
                )
        for gap in gaps().values():
            if gap.citation in self.cited:
                assumed = self.text("Допущение: ", "Assumption: ") + gap.assumption.get(self.lang)
                found.append(
                    {
                        "name": gap.citation,
                        "id": _clause_id(gap.citation),
                        "title": gap.title.get(self.lang),
                        "lines": [gap.open.get(self.lang), assumed],
                    }
                )
        return found

    # --- steps -------------------------------------------------------------------------------------------------------

    def told_steps(self) -> list[dict[str, Any]]:
        """The steps; another game is played along, to ask at each of them what is allowed."""
        along = Game.from_table(self.game.table, self.game.readings, self.profile, engine="table")
        history = iter(self.game.history[1:])
        found: list[dict[str, Any]] = []
        before, within = self.steps[0].state, ""
        for step in self.steps:
            while along.state != step.state:
                decision = next(history).decision
                assert decision is not None, "only the start has no decision"
                along.play(decision)
            one = self.step(step, along, before)
            one["within"] = step.within if step.within != within else ""
            within = step.within
            found.append(one)
            before = step.state
        return found

    def step(self, step: TraceStep, along: Game, before: GameState) -> dict[str, Any]:
        state, lang = step.state, self.lang
        why, why_clauses = why_priority(step, self.profile)
        started = step.record.before if step.record else before
        told_changes = step.kind not in ("start", "refused", "failed")
        window = window_name(state, self.profile).get(lang)
        window = "" if window in why.get(lang) else f"{window[:1].upper()}{window[1:]} · "
        return {
            "number": step.number,
            "kind": step.kind,
            "heading": step.heading,
            "holds": step.holds,
            "lines": [self.line(line) for line in step.lines],
            "checks": [self.check(check) for check in step.checks],
            "holder": state.holder,
            "role": holder_of(state),
            "whose": self.whose(state),
            "why": why.get(lang),
            "why_clauses": self.cites(why_clauses),
            "window": window,
            "passes": state.window.passes if state.window else 0,
            "queue": [self.card(state, entry, queued=True) for entry in state.queue],
            "stack": [self.card(state, entry, queued=False) for entry in reversed(state.stack)],
            "facts": [{"name": fact, "new": fact not in started.facts} for fact in sorted(state.facts)],
            "gone": sorted(started.facts - state.facts),
            "crumbs": breadcrumbs(self.game.specification, step, lang),
            "changes": [text.get(lang) for text in change_texts(self.profile, started, state)] if told_changes else [],
            "may": [self.sentence(sentence) for sentence in choices(along) if isinstance(sentence, Decision)],
            "may_not": self.may_not(along),
            "micros": [
                {
                    "label": moment.micro.row.label.get(lang) or moment.micro.row.event,
                    "clauses": self.cites(moment.micro.row.clauses),
                    "source": moment.micro.before.control,
                    "target": moment.micro.after.control,
                }
                for moment in step.moments
            ],
        }

    def line(self, line: TraceLine) -> dict[str, Any]:
        return {"text": line.text, "clauses": self.cites(line.clauses)}

    def check(self, check: Check) -> dict[str, Any]:
        return {"heading": check.heading, "mark": check.mark, "lines": [self.line(line) for line in check.lines]}

    def sentence(self, sentence: Decision) -> str:
        words = say(sentence, self.lang)
        return words[:1].upper() + words[1:]

    def whose(self, state: GameState) -> str:
        if state.holder is None:
            return self.text("Приоритет ни у кого.", "Nobody has priority.")
        role = WORDS[holder_of(state) or "active"].get(self.lang)
        who = f"{state.holder} ({role})"
        return self.text(f"Приоритет у {who}.", f"{who} has priority.")

    def card(self, state: GameState, entry: Entry, queued: bool) -> dict[str, Any]:
        order = [step.id for step in self.profile.steps]
        at = order.index(entry.step) if entry.step is not None else -1
        names = [step.name.get(self.lang) for step in self.profile.steps]
        marks = [
            {"look": "done" if number < at else "now" if number == at else "to-come", "name": name}
            for number, name in enumerate(names)
        ]
        status = WORDS["queued"] if queued else entry_status(state, entry, self.profile)
        more = [WORDS["blocked"].get(self.lang)] if entry.blocked else []
        if entry.target is not None:
            word = ("новая цель", "new target") if entry.redirected else ("цель", "target")
            more.append(f"{self.text(*word)}: {entry.target}")
        return {
            "name": entry.name,
            "owner": self.game.table.actions[entry.name].by,
            "status": " · ".join([status.get(self.lang), *more]),
            "runs": not queued and is_executing(state, entry),
            "cancelled": entry.cancelled,
            "blocked": entry.blocked,
            "marks": [] if queued else marks,
        }

    def may_not(self, game: Game) -> list[dict[str, Any]]:
        """The actions on the table that may not be declared now, and why."""
        found = []
        for action in game.table.actions.values():
            if action.name in game.state.declared or game.table.rolls(action.name):
                continue
            refused = game.why_not(action.name)
            if refused is not None:
                reason = refused.reason(self.lang)
                found.append({"name": action.name, "reason": reason, "clauses": self.cites([refused.clause])})
        return found

    # --- for the script ----------------------------------------------------------------------------------------------

    def data(self, shown: Sequence[Picture], told: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        spec = self.game.specification
        return {
            "count": self.text("Шаг {n} из {all}.", "Step {n} of {all}."),
            "steps": [
                {
                    "view": best_view(spec, step, shown),
                    "live": f"{one['whose']} {one['why']}",
                    "lit": {
                        light: [element for picture in shown for element in picture.lit[step.number][light]]
                        for light in LIGHTS
                    },
                }
                for step, one in zip(self.steps, told, strict=True)
            ],
        }


def _clause_id(name: str) -> str:
    return "clause-" + name.replace("/", "-")
