"""Everything but a game, as blocks: steps, refusals, what is legal, clauses, plays, searches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from berserk_fsm.citing import citation_text
from berserk_fsm.core.values import GameState
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.display.blocks import Block, Line, Lines, Names, Sheet
from berserk_fsm.display.game_sheet import Scene, capital, machine_block, way_block
from berserk_fsm.display.words import SAID
from berserk_fsm.game import LegalActions
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.rules.profiles import Profile, known_profiles
from berserk_fsm.scenario.sentences import say
from berserk_fsm.stepper.changes import change_texts

if TYPE_CHECKING:
    from berserk_fsm.errors import Refused
    from berserk_fsm.explore.report import Report, Verdict, Violation
    from berserk_fsm.rules.clauses import Clause
    from berserk_fsm.rules.contradictions import Contradiction
    from berserk_fsm.rules.gaps import Gap
    from berserk_fsm.rules.readings import ReadingDefinition
    from berserk_fsm.rules.text import Text
    from berserk_fsm.scenario.play import Turnout

__all__ = [
    "clause_sheet",
    "contradiction_sheet",
    "gap_sheet",
    "legal_sheet",
    "micro_sheet",
    "reading_sheet",
    "record_sheet",
    "refused_sheet",
    "report_sheet",
    "turnout_sheet",
    "verdict_sheet",
    "violation_sheet",
]


# --- what happened ---------------------------------------------------------------------------------------------------


def record_sheet(record: StepRecord, lang: str) -> Sheet:
    """A step without its game: the decision, what changed, the transitions with their clauses, the lit machine."""
    what = SAID["start"].get(lang) if record.decision is None else say(record.decision, lang)
    taken = tuple(Line(micro.row.label.get(lang) or micro.row.event, micro.row.clauses) for micro in record.micro_steps)
    return Sheet(
        "record",
        lang,
        capital(what),
        (
            _changes(record.before, record.after, lang),
            Lines(SAID["transitions"].get(lang), taken, numbered=True),
            *_lit(record, lang),
        ),
    )


def micro_sheet(micro: MicroStep, lang: str) -> Sheet:
    """One transition: where it leads from and to, on what conditions, what it does and what that changed."""
    row, profile = micro.row, _profile_of(micro.before, micro.after)
    said = {"guards": [str(call) for call in row.guards], "effects": [str(call) for call in row.effects]}
    if profile is not None:
        words = rule_words(profile)
        said["guards"] = [words.of_guard(call, lang) for call in row.guards]
        said["effects"] = [words.of_effect(call, lang) for call in row.effects]
    return Sheet(
        "micro",
        lang,
        capital(row.label.get(lang) or row.event),
        (
            Lines("", (Line(f"{SAID['from_to'].get(lang)}: {row.source} → {row.target}", row.clauses),)),
            *(Lines(SAID[key].get(lang), tuple(map(Line, texts))) for key, texts in said.items()),
            _changes(micro.before, micro.after, lang),
        ),
    )


def _changes(before: GameState, after: GameState, lang: str) -> Lines:
    profile = _profile_of(before, after)
    texts = () if profile is None else change_texts(profile, before, after)
    return Lines(
        SAID["changed"].get(lang), tuple(Line(text.get(lang)) for text in texts), SAID["nothing_changed"].get(lang)
    )


def _profile_of(*states: GameState) -> Profile | None:
    """The first profile of the package that has all phases and steps of some states; ``None`` if none has."""
    used = {entry.step for state in states for entry in state.stack} | {state.phase for state in states}
    for profile in known_profiles().values():
        known = {None, *(step.id for step in profile.steps), *(phase.id for phase in profile.phases)}
        if used <= known:
            return profile
    return None


def _lit(record: StepRecord, lang: str) -> tuple[Block, ...]:
    """The default machine, lit, if the step was taken in it."""
    spec = build_specification()
    if any(spec.row_by_id.get(micro.row.id) != micro.row for micro in record.micro_steps):
        return ()
    scene = Scene(record.after, lang, spec, record=record)
    return (way_block(scene), machine_block(scene))


def legal_sheet(legal: LegalActions, lang: str) -> Sheet:
    """The names that may be declared."""
    names = Names(SAID["legal"].get(lang), tuple((name, "") for name in legal), SAID["nothing"].get(lang))
    return Sheet("legal", lang, "", (names,))


def refused_sheet(refused: Refused, lang: str) -> Sheet:
    """A refusal: why, and the clause with its title. The position that shows it again is an attribute: it is long."""
    from berserk_fsm.rules.clauses import clauses

    known = clauses().get(refused.clause)
    about = () if known is None else (Line(known.summary.get(lang), lead=f"{known.number} {known.title.get(lang)}:"),)
    return Sheet(
        "refused",
        lang,
        SAID["refused"].get(lang),
        (Lines("", (Line(refused.reason(lang), (citation_text(refused.clause, lang),), mark="may_not"), *about)),),
    )


# --- the rules -------------------------------------------------------------------------------------------------------


def clause_sheet(clause: Clause, lang: str) -> Sheet:
    """A clause in the project's own words, with what it asks for and what it leaves open."""
    asks = tuple(
        Line(one.text.get(lang) if one.reason is None else f"{one.text.get(lang)} — {one.reason.get(lang)}")
        for one in clause.obligations
    )
    return Sheet(
        "clause",
        lang,
        f"{clause.number} {clause.title.get(lang)}",
        (
            _said("", (clause.summary,), lang),
            Lines(SAID["asks"].get(lang), asks),
            _said(SAID["reason"].get(lang), (clause.reason,) if clause.reason else (), lang),
            _said(SAID["questions"].get(lang), clause.questions, lang),
            _said("", (SAID["retold"],), lang),
        ),
    )


def gap_sheet(gap: Gap, lang: str) -> Sheet:
    """What the text leaves open, and what is assumed."""
    return Sheet(
        "gap",
        lang,
        f"{gap.citation} {gap.title.get(lang)}",
        (
            _said(SAID["open"].get(lang), (gap.open,), lang, gap.clauses),
            _said(SAID["assumption"].get(lang), (gap.assumption,), lang),
            _said(SAID["source"].get(lang), (gap.source,), lang),
        ),
    )


def reading_sheet(reading: ReadingDefinition, lang: str) -> Sheet:
    """What a reading asks, its answers, and why one of them is the default."""
    default = SAID["default"].get(lang)
    answers = tuple(
        Line(
            option.text.get(lang) + (f" ({default})" if option.value == reading.default else ""),
            lead=f"{reading.id}={option.value}:",
        )
        for option in reading.options
    )
    return Sheet(
        "reading",
        lang,
        reading.id,
        (
            _said("", (reading.question,), lang, reading.clauses),
            Lines(SAID["options"].get(lang), answers),
            _said(SAID["reason"].get(lang), (reading.reason,), lang),
            _said(SAID["neighbours"].get(lang), (reading.neighbours,), lang),
        ),
    )


def contradiction_sheet(one: Contradiction, lang: str) -> Sheet:
    """Clauses that disagree, the ways to understand them, and how it is settled."""
    ways = tuple(Line(way.text.get(lang), lead="" if way.switch is None else f"{way.switch}:") for way in one.readings)
    return Sheet(
        "contradiction",
        lang,
        one.title.get(lang),
        (
            _said("", (one.description,), lang, one.clauses),
            Lines(SAID["ways"].get(lang), ways),
            *(
                _said(SAID[key].get(lang), (getattr(one, key),), lang)
                for key in ("settled", "example", "neighbours", "proposal")
            ),
        ),
    )


def _said(title: str, texts: Iterable[Text], lang: str, clauses: tuple[str, ...] = ()) -> Lines:
    """Texts under a heading; the clauses stand behind each."""
    return Lines(title, tuple(Line(text.get(lang), clauses) for text in texts))


# --- plays and searches ----------------------------------------------------------------------------------------------


def turnout_sheet(turnout: Turnout, lang: str) -> Sheet:
    """A played scenario: item by item what came of it, and whether all of it holds."""
    from berserk_fsm.scenario.trace import TraceLine, trace_of

    trace = trace_of(turnout, lang)

    def lines(told: Iterable[TraceLine]) -> tuple[Line, ...]:
        return tuple(Line(line.text, line.clauses) for line in told)

    blocks = [Lines(capital(SAID["start"].get(lang)), lines(trace.opening))]
    for item in trace.items:
        if item.mark is None:
            blocks.append(Lines(item.heading, lines(item.lines)))
        else:
            # A check, or a sentence that was not accepted, belongs to the situation it is about.
            checked = (Line("", lead=item.heading, mark=item.mark), *lines(item.lines))
            blocks[-1] = replace(blocks[-1], lines=(*blocks[-1].lines, *checked))
    verdict = Line(trace.verdict, trace.header.cites, mark="holds" if trace.ok else "fails")
    return Sheet("turnout", lang, trace.header.title, (Lines("", (verdict,)), *blocks))


def report_sheet(report: Report, lang: str) -> Sheet:
    """What a search found: how much was looked at, what fails, what holds, what never happened."""
    from berserk_fsm.display.words import search_line

    rows = report.model.specification.row_by_id
    # One and the same transition occurs in every phase; it is told once.
    never = tuple(dict.fromkeys(Line(rows[id].label.get(lang) or id, rows[id].clauses) for id in report.never_taken))
    return Sheet(
        "report",
        lang,
        SAID["search"].get(lang),
        (
            Lines("", (Line(search_line(report).get(lang)),)),
            *(block for verdict in report.violations for block in verdict_sheet(verdict, lang).blocks),
            Lines(
                SAID["holding"].get(lang),
                tuple(_verdict(verdict, lang) for verdict in report.verdicts if verdict.holds is not False),
            ),
            Lines(f"{SAID['never_taken'].get(lang)}: {len(report.never_taken)}", never),
        ),
    )


def verdict_sheet(verdict: Verdict, lang: str) -> Sheet:
    """What became of a property, with the shortest counterexample if there is one."""
    found = () if verdict.violation is None else violation_sheet(verdict.violation, lang).blocks
    return Sheet("verdict", lang, "", (Lines("", (_verdict(verdict, lang),)), *found))


def _verdict(verdict: Verdict, lang: str) -> Line:
    text = verdict.sentence.get(lang)
    if verdict.holds is None:
        return Line(f"{text} — {SAID['not_known'].get(lang)}", verdict.clauses)
    if verdict.vacuous:
        text = f"{text} — {SAID['vacuous'].get(lang)}"
    return Line(text, verdict.clauses, mark="holds" if verdict.holds else "fails")


def violation_sheet(violation: Violation, lang: str) -> Sheet:
    """The shortest play that leads to where a property does not hold, and where that is."""
    from berserk_fsm.display.game_sheet import state_sheet

    play = tuple(Line(capital(say(decision, lang))) for decision in violation.decisions)
    return Sheet(
        "violation",
        lang,
        "",
        (
            Lines(SAID["counterexample"].get(lang), play, SAID["at_once"].get(lang), numbered=True),
            *state_sheet(violation.state, lang).blocks,
        ),
    )
