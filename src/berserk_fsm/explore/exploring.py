"""Explore a table: every situation both players can bring about, with the properties that must hold in all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.packed_rows import Coverage
from berserk_fsm.explore.properties import STATE_CHECKS, STEP_CHECKS
from berserk_fsm.explore.report import Claim, Report, Verdict, Violation
from berserk_fsm.explore.search import Bounds, Found, Progress, Search
from berserk_fsm.rules.properties import PropertyWords, property_words

__all__ = ["explore"]


class Finding(Protocol):
    """What a search knows when it has ended, whether one process searched or several."""

    model: Model
    bounds: Bounds
    coverage: Coverage
    failed: dict[str, Found]
    claims: tuple[Claim, ...]
    claimed: dict[str, Found]
    met: set[str]
    states: int
    transitions: int
    depth: int
    stopped_by: str | None
    seconds: float

    @property
    def micro_states(self) -> int:
        """All distinct states between micro-steps."""

    @property
    def nbytes(self) -> int:
        """The memory the states take."""

    @property
    def opened(self) -> frozenset[str]:
        """The kinds of windows that opened."""

    def way_to(self, name: int) -> tuple[tuple[Decision, ...], GameState]:
        """The decisions that lead from the start to a state, and the state with its turn and log."""


def explore(
    model: Model,
    *,
    turns: int = 1,
    max_states: int | None = None,
    depth: int | None = None,
    claims: Sequence[Claim] = (),
    processes: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Search everything both players may do, breadth first, and check every property on the way.

    Args:
        model: the machine on a table.
        turns: how many turns belong to it; by default the search ends with the first one.
        max_states: no further decisions are tried once so many decision states are known.
        depth: no more decisions in a row than so many.
        claims: properties of your own.
        processes: how many processes share the work.
        progress: called now and then with how far the search has come.

    Returns:
        what was found. Ctrl-C does not raise: the report tells what is known so far.

    Raises:
        ExploreError: a bound is not a positive number, two claims have one name or that of a property, or the table is
            too large to be packed.

    >>> from berserk_fsm.game import Action, Game
    >>> game = Game([Action("M", by="A", speed="slow"), Action("F", by="B")])
    >>> report = explore(Model(game.specification, game.table))
    >>> report.states, report.ok, report.complete
    (71, True, True)
    """
    bounds = Bounds(turns, max_states, depth)
    _check_names(claims)
    if processes == 1:
        search = Search(model, bounds, claims, progress)
        search.run()
        return report_of(search)
    from berserk_fsm.explore.parallel import SharedSearch

    with SharedSearch(model, bounds, claims, processes, progress) as shared:
        shared.run()
        return report_of(shared)


def _check_names(claims: Sequence[Claim]) -> None:
    """Verdicts are told apart by their names."""
    known = set(property_words())
    for claim in claims:
        if claim.id in known:
            raise ExploreError(
                f"a property or another claim is called {claim.id!r} already; expected a name of its own",
                f"«{claim.id}» уже называется свойство или другое утверждение; ожидалось своё название",
            )
        known.add(claim.id)


def report_of(finding: Finding) -> Report:
    """What a search that has ended found."""
    specification, coverage = finding.model.specification, finding.coverage
    guards = dict.fromkeys(str(call) for row in specification.rows for call in row.guards)
    asked = coverage.held | coverage.failed
    kinds = dict.fromkeys(leaf.window for leaf in specification.leaves if leaf.window)
    return Report(
        model=finding.model,
        turns=finding.bounds.turns,
        states=finding.states,
        micro_states=finding.micro_states,
        transitions=finding.transitions,
        depth=finding.depth,
        complete=finding.stopped_by is None,
        stopped_by=finding.stopped_by,
        verdicts=(*map(_verdict_for(finding), property_words().values()), *map(_claim_for(finding), finding.claims)),
        never_taken=tuple(row.id for row, taken in zip(specification.rows, coverage.rows, strict=True) if not taken),
        never_true=tuple(guard for guard in guards if guard in asked - coverage.held),
        never_false=tuple(guard for guard in guards if guard in asked - coverage.failed),
        never_given=tuple(
            refusal.id for refusal, given in zip(specification.refusals, coverage.refusals, strict=True) if not given
        ),
        never_opened=tuple(kind for kind in kinds if kind not in finding.opened),
        seconds=finding.seconds,
        bytes_per_state=finding.nbytes / max(1, finding.micro_states),
    )


def _verdict_for(finding: Finding) -> Callable[[PropertyWords], Verdict]:
    complete = finding.stopped_by is None

    def verdict(words: PropertyWords) -> Verdict:
        found = finding.failed.get(words.id)
        return Verdict(
            id=words.id,
            kind=words.kind,
            sentence=words.sentence,
            clauses=words.clauses,
            holds=False if found else True if complete else None,
            follows=words.follows_from(finding.model.specification.readings),
            violation=None if found is None else _violation(finding, words.id, found),
        )

    return verdict


def _violation(finding: Finding, id: str, found: Found) -> Violation:
    """The way to where a property failed; for one about a step, also the step, found again with the plain check."""
    decisions, state = finding.way_to(found.name)
    if id in STATE_CHECKS:
        return Violation(id, decisions, state)
    check = STEP_CHECKS[id]
    for step in finding.model.steps(state):
        if not check(finding.model, state, step.after):
            taken = () if step.decision is None else (step.decision,)
            return Violation(id, (*decisions, *taken), step.after, before=state)
    raise AssertionError(f"{id} failed in a packed step and holds in the plain one, at {state}")


def _claim_for(finding: Finding) -> Callable[[Claim], Verdict]:
    complete = finding.stopped_by is None

    def verdict(claim: Claim) -> Verdict:
        found = finding.claimed.get(claim.id)
        wanted = claim.kind == "sometimes"
        settled = None if found is None and not complete else (found is not None) == wanted
        violation = None
        if found is not None and not wanted:
            decisions, state = finding.way_to(found.name)
            violation = Violation(claim.id, decisions, state)
        vacuous = complete and settled is True and claim.id not in finding.met
        return Verdict(claim.id, claim.kind, claim.sentence, (), settled, violation=violation, vacuous=vacuous)

    return verdict
