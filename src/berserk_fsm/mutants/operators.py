"""All mutants of a specification: every row, guard, effect, refusal, offer and first hold with one fault each.

Arguments are changed to their neighbours, orders by swapping two that stand side by side; what a refusal cites is not
changed, for the contract says it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from berserk_fsm.core.partitions import BY_ARGUMENT, PARTITIONS
from berserk_fsm.machine.specification import Call, Refusal, Row, Specification
from berserk_fsm.mutants.mutant import Mutant, OfferChange, Operator, RefusalsChange, RowChange, StateChange

__all__ = ["PARTS", "mutants_of"]

PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "is_holders_new_action": (
            "decides_as_holder",
            "action_is_own",
            "action_is_undeclared",
            "action_is_no_roll",
        ),
        "aim_is_possible": (
            "aim_is_not_queued",
            "aim_is_on_stack",
            "aim_is_top",
            "aim_is_not_applied",
            "aim_has_target",
            "aim_is_not_redirected",
            "aims_target_is_not_final",
        ),
    }
)
"""Guards that ask several things at once: each is weakened by leaving out one of them."""

NEIGHBOURS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "fast_is_open": ("opponent_declared_or_action_left",),
        "fast_or_conditional_is_open": ("fast_is_open", "opponent_declared_or_action_left_or_conditional_is_open"),
        "opponent_declared": ("opponent_declared_or_action_left", "opponent_declared_or_conditional_is_open"),
        "opponent_declared_or_action_left": (
            "opponent_declared",
            "opponent_declared_or_action_left_or_conditional_is_open",
        ),
        "opponent_declared_or_conditional_is_open": (
            "opponent_declared",
            "opponent_declared_or_action_left_or_conditional_is_open",
        ),
        "opponent_declared_or_action_left_or_conditional_is_open": (
            "opponent_declared_or_action_left",
            "opponent_declared_or_conditional_is_open",
        ),
    }
)
"""Guards of 303.3 and 303.8 that name several reasons: each with those that name one reason more or less."""

HOLDERS = ("active", "nonactive")


def mutants_of(specification: Specification) -> tuple[Mutant, ...]:
    """Every mutant of ``specification``, in its order.

    >>> from berserk_fsm.machine.build import build_specification
    >>> found = mutants_of(build_specification())
    >>> [str(mutant) for mutant in found if mutant.element == "row:turn.main_phase.execution.transfer/transfer"]
    ['turn.main_phase.execution.transfer/transfer: dropped', \
'turn.main_phase.execution.transfer/transfer: leads to turn.main_phase.execution.transfer', \
'turn.main_phase.execution.transfer/transfer: without move_queue_to_stack']
    """
    found = (
        *(mutant for row in specification.rows for mutant in _of_row(specification, row)),
        *_of_refusals(specification),
        *_of_offers(specification),
        *_of_states(specification),
    )
    return tuple({mutant.id: mutant for mutant in found}.values())


# --- rows ------------------------------------------------------------------------------------------------------------


def _of_row(specification: Specification, row: Row) -> Iterator[Mutant]:
    def mutant(operator: Operator, how: str, instead: Row | None) -> Mutant:
        return Mutant(f"{row.id}: {how}", operator, f"row:{row.id}", row.source, row.clauses, RowChange(row, instead))

    yield mutant("drop", "dropped", None)
    for target in _other_targets(specification, row):
        yield mutant("redirect", f"leads to {target}", replace(row, target=target))
    swapped = _other_holder(row.target)
    if swapped is not None and swapped in specification.states:
        yield mutant("swap_holder", f"leads to {swapped}", replace(row, target=swapped))
    for place, guard in enumerate(row.guards):
        rest = _without(row.guards, place)
        yield mutant("drop", f"without {guard}", replace(row, guards=rest))
        yield mutant("negate", f"unless {guard}", replace(row, guards=_with(row.guards, place, _negated(guard))))
        for how, calls in _weaker(specification, guard):
            yield mutant("weaken", how, replace(row, guards=_with(row.guards, place, *calls)))
    for place, effect in enumerate(row.effects):
        yield mutant("drop", f"without {effect}", replace(row, effects=_without(row.effects, place)))
        for other in _other_arguments(specification, effect):
            operator: Operator = "swap_holder" if effect.name == "give_priority_to" else "redirect"
            yield mutant(operator, f"{other} for {effect}", replace(row, effects=_with(row.effects, place, other)))
        if place:
            before = row.effects[place - 1]
            effects = (*row.effects[: place - 1], effect, before, *row.effects[place + 1 :])
            yield mutant("swap_order", f"{effect} before {before}", replace(row, effects=effects))


def _other_targets(specification: Specification, row: Row) -> tuple[str, ...]:
    """Where the other rows of the same states lead; for a row that is alone, where it starts."""
    beside = [
        other
        for leaf in specification.leaves
        if row in (rows := specification.rows_from(leaf.path))
        for other in rows
        if (other.automatic, other.source) == (row.automatic, row.source)
    ]
    entered = specification.entered(row.target)
    others = dict.fromkeys(other.target for other in beside if specification.entered(other.target) != entered)
    if others or specification.entered(row.source) == entered:
        return tuple(others)
    return (row.source,)


def _other_holder(path: str) -> str | None:
    head, dot, last = path.rpartition(".")
    for holder, opponent in (HOLDERS, HOLDERS[::-1]):
        if last.startswith(f"{holder}_holds"):
            return f"{head}{dot}{opponent}{last.removeprefix(holder)}"
        if head.endswith(f".{holder}_holds"):
            return f"{head.removesuffix(f'{holder}_holds')}{opponent}_holds.{last}"
    return None


# --- guards and effects ----------------------------------------------------------------------------------------------


def _negated(guard: Call) -> Call:
    """What holds when ``guard`` does not: the other one of a pair, else its negation."""
    for group in PARTITIONS:
        if guard.name in group and len(group) == 2 and guard.arg is None:
            other = group[1 - group.index(guard.name)]
            if other not in BY_ARGUMENT:
                return Call(other)
    return guard._replace(negated=True)


def _weaker(specification: Specification, guard: Call) -> Iterator[tuple[str, tuple[Call, ...]]]:
    parts = PARTS.get(guard.name, ())
    for left_out in parts:
        yield f"{guard} but for {left_out}", tuple(Call(part) for part in parts if part != left_out)
    for name in NEIGHBOURS.get(guard.name, ()):
        yield f"{name} for {guard}", (Call(name),)
    for other in _other_arguments(specification, guard):
        yield f"{other} for {guard}", (other,)


def _other_arguments(specification: Specification, call: Call) -> Iterator[Call]:
    match call.name:
        case "give_priority_to":
            known: tuple[str, ...] = HOLDERS
        case "enter_phase" | "starts_in":
            known = tuple(phase.id for phase in specification.profile.phases)
        case "enter_step":
            known = tuple(step.id for step in specification.profile.steps)
        case "top_is_suspended_at":
            known = tuple(step.id for step in specification.profile.steps if step.id in specification.suspending_steps)
        case "open_step_window" | "open_off_stack_window":
            known = tuple(step.id for step in specification.profile.steps if step.trigger_point != "never")
        case _:
            return
    if call.arg is None:
        return
    place = known.index(call.arg)
    for near in (place - 1, place + 1):
        if 0 <= near < len(known):
            yield call._replace(arg=known[near])


def _without(calls: tuple[Call, ...], place: int) -> tuple[Call, ...]:
    return (*calls[:place], *calls[place + 1 :])


def _with(calls: tuple[Call, ...], place: int, *instead: Call) -> tuple[Call, ...]:
    return (*calls[:place], *instead, *calls[place + 1 :])


# --- refusals, offers, first holds -----------------------------------------------------------------------------------


def _of_refusals(specification: Specification) -> Iterator[Mutant]:
    table = specification.refusals

    def mutant(operator: Operator, refusal: Refusal, how: str, refusals: tuple[Refusal, ...]) -> Mutant:
        return Mutant(
            f"refusal {refusal.id}: {how}",
            operator,
            f"refusal:{refusal.id}",
            "",
            (refusal.clause,),
            RefusalsChange(refusals),
        )

    def instead(place: int, *refusals: Refusal) -> tuple[Refusal, ...]:
        return (*table[:place], *refusals, *table[place + 1 :])

    for place, refusal in enumerate(table):
        yield mutant("drop", refusal, "dropped", instead(place))
        negated = replace(refusal, requires=_negated(refusal.requires))
        yield mutant("negate", refusal, f"when {refusal.requires}", instead(place, negated))
        for how, calls in _weaker(specification, refusal.requires):
            yield mutant("weaken", refusal, how, instead(place, *(replace(refusal, requires=one) for one in calls)))
        for verb in refusal.verbs if len(refusal.verbs) > 1 else ():
            verbs = tuple(other for other in refusal.verbs if other != verb)
            yield mutant("weaken", refusal, f"not of {verb}", instead(place, replace(refusal, verbs=verbs)))
        if "declare" in refusal.verbs and len(refusal.manners) > 1:
            for manner in refusal.manners:
                manners = tuple(other for other in refusal.manners if other != manner)
                changed = replace(refusal, manners=manners)
                yield mutant("weaken", refusal, f"not of {manner} actions", instead(place, changed))
        if place:
            before = table[place - 1]
            swapped = (*table[: place - 1], refusal, before, *table[place + 1 :])
            yield mutant("swap_order", refusal, f"before {before.id}", swapped)


def _of_offers(specification: Specification) -> Iterator[Mutant]:
    for manner, calls in specification.offers.items():
        for place, call in enumerate(calls):
            changed: list[tuple[Operator, str, tuple[Call, ...]]] = [
                ("drop", f"without {call}", _without(calls, place)),
                ("negate", f"unless {call}", _with(calls, place, _negated(call))),
            ]
            changed += [("weaken", how, _with(calls, place, *new)) for how, new in _weaker(specification, call)]
            for operator, how, guards in changed:
                change = OfferChange(manner, guards)
                yield Mutant(f"offer {manner}: {how}", operator, f"offer:{manner}", "", ("303.8",), change)


def _of_states(specification: Specification) -> Iterator[Mutant]:
    for state in specification.states.values():
        swapped = None if state.initial is None else _other_holder(state.initial)
        if swapped is not None and swapped in specification.states:
            change = StateChange(replace(state, initial=swapped))
            how = f"begins in {swapped.removeprefix(f'{state.parent}.').removeprefix(f'{state.path}.')}"
            yield Mutant(
                f"{state.path}: {how}", "swap_holder", f"state:{state.path}", state.path, state.clauses, change
            )
