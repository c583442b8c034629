"""What differs between two machines, in plain data and in groups a reader can take in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, Literal

from berserk_fsm.compare.outcomes import Changed, Outcome, outcome_of
from berserk_fsm.compare.specifications import Difference
from berserk_fsm.compare.telling_apart import Parting
from berserk_fsm.exports.machine_json import machine_json
from berserk_fsm.machine.specification import Call, Row, Specification
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.scenario.sentences import say
from berserk_fsm.scenario.writing import dump_scenario

__all__ = ["RowGroup", "difference_json", "outcomes_json", "row_groups", "shortest_json"]


# --- plain data ------------------------------------------------------------------------------------------------------


def difference_json(found: Difference, before: Specification, after: Specification) -> dict[str, Any]:
    """States, rows and refusals added, removed and changed, each as ``export json`` writes it.

    Args:
        found: the difference between the two.
        before: the machine before.
        after: the machine after.

    >>> from berserk_fsm.compare.specifications import difference
    >>> from berserk_fsm.machine.build import build_specification
    >>> from berserk_fsm.rules.readings import Readings
    >>> machines = build_specification(), build_specification(readings=Readings(slow_active_only=False))
    >>> plain = difference_json(difference(*machines), *machines)
    >>> [row["id"] for row in plain["rows"]["added"]], [one["id"] for one in plain["refusals"]["removed"]]
    (['turn.main_phase.window.nonactive_holds/declare_slow'], ['slow_not_active'])
    """
    first, second = json.loads(machine_json(before)), json.loads(machine_json(after))
    plain = {}
    for section, key in (("states", "path"), ("rows", "id"), ("refusals", "id")):
        was, now = ({one[key]: one for one in machine[section]} for machine in (first, second))
        added, removed, changed = (getattr(found, f"{section}_{kind}") for kind in ("added", "removed", "changed"))
        plain[section] = {
            "added": [now[getattr(one, key)] for one in added],
            "removed": [was[getattr(one, key)] for one in removed],
            "changed": [
                {key: getattr(one, key), "before": was[getattr(one, key)], "after": now[getattr(one, key)]}
                for one, _ in changed
            ],
        }
    return plain


def outcomes_json(changed: Iterable[Changed]) -> list[dict[str, Any]]:
    """The scenarios that come out otherwise: how, and what differs at the end."""
    return [
        {
            "name": one.name,
            "before": _outcome(outcome_of(one.before)),
            "after": _outcome(outcome_of(one.after)),
            "differs": {key: list(pair) for key, pair in one.differing.items()},
        }
        for one in changed
    ]


def _outcome(outcome: Outcome) -> dict[str, Any]:
    failure = outcome.failure
    told = None
    if failure is not None:
        told = {"step": failure.step, "say": failure.say, "want": failure.want, "got": failure.got}
    return {"ok": outcome.ok, "failure": told}


def shortest_json(scenario: Scenario, parting: Parting) -> dict[str, Any]:
    """The shortest scenario that tells two readings apart, with its table and play by the contract's keys."""
    from ruamel.yaml import YAML

    text = dump_scenario(scenario)
    table: dict[str, Any] = YAML(typ="safe", pure=True).load(StringIO(text)) or {}
    return {
        "play": [say(decision) for decision in parting.decisions],
        "differs": {key: list(pair) for key, pair in parting.differing.items()},
        "table": {key: table.get(key, {}) for key in ("start", "actions", "rule_effects")},
        "scenario": text,
    }


# --- groups ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Transitions of one kind that changed alike.

    Args:
        change: what became of them.
        label: what they are called.
        count: how many there are.
        phases: the phases they lie in; empty when that is all of them, or they lie outside of the phases.
        places: the windows and steps they lie in, in the order of the machine.
        clauses: what they rest on.
        guards_gone: guards that only the machine before has.
        guards_new: guards that only the machine after has.
        effects_gone: effects that only the machine before has.
        effects_new: effects that only the machine after has.
        target: where they lead now, if that is elsewhere than before.
    """

    change: Literal["added", "removed", "changed"]
    label: Text
    count: int
    phases: tuple[Text, ...]
    places: tuple[Text, ...]
    clauses: tuple[str, ...]
    guards_gone: tuple[Call, ...] = ()
    guards_new: tuple[Call, ...] = ()
    effects_gone: tuple[Call, ...] = ()
    effects_new: tuple[Call, ...] = ()
    target: Text | None = None


_Pair = tuple[Row | None, Row | None]


def row_groups(found: Difference, before: Specification, after: Specification) -> tuple[RowGroup, ...]:
    """The transitions of a difference, those alike in one group: added, then removed, then changed.

    Args:
        found: the difference between the two.
        before: the machine before.
        after: the machine after.

    >>> from berserk_fsm.compare.specifications import difference
    >>> from berserk_fsm.machine.build import build_specification
    >>> from berserk_fsm.rules.readings import Readings
    >>> machines = build_specification(), build_specification(readings=Readings(handover_counts_as_pass=True))
    >>> group, = row_groups(difference(*machines), *machines)
    >>> group.change, group.label.en, group.count, [str(call) for call in group.effects_new]
    ('changed', 'hand over', 42, ['count_pass'])
    """
    pairs: list[_Pair] = [(None, row) for row in found.rows_added]
    pairs += [(row, None) for row in found.rows_removed]
    pairs += found.rows_changed
    groups: dict[Any, list[_Pair]] = {}
    for pair in pairs:
        groups.setdefault(_likeness(pair, after), []).append(pair)
    return tuple(_group(members, before, after) for members in groups.values())


def _likeness(pair: _Pair, after: Specification) -> tuple[Any, ...]:
    """What two transitions share to be told together."""
    was, now = pair
    row = now or was
    assert row is not None
    return (was is None, now is None, row.kind, *_calls(pair), _new_target(pair, after))


def _calls(pair: _Pair) -> tuple[tuple[Call, ...], ...]:
    was, now = pair
    if was is None or now is None:
        return (), (), (), ()
    return (
        tuple(call for call in was.guards if call not in now.guards),
        tuple(call for call in now.guards if call not in was.guards),
        tuple(call for call in was.effects if call not in now.effects),
        tuple(call for call in now.effects if call not in was.effects),
    )


def _new_target(pair: _Pair, after: Specification) -> Text | None:
    was, now = pair
    return after.states[now.target].name if was is not None and now is not None and was.target != now.target else None


def _group(members: Sequence[_Pair], before: Specification, after: Specification) -> RowGroup:
    was, now = members[0]
    row = now or was
    assert row is not None
    machine = before if now is None else after
    rows = [one for pair in members for one in (pair[1] or pair[0],) if one is not None]
    states = [machine.states[one.source] for one in rows]
    names = {phase.id: phase.name for phase in machine.profile.phases}
    lie_in = dict.fromkeys(state.phase for state in states if state.phase is not None)
    everywhere = len(lie_in) == len(names)
    guards_gone, guards_new, effects_gone, effects_new = _calls(members[0])
    return RowGroup(
        change="added" if was is None else "removed" if now is None else "changed",
        label=row.label,
        count=len(members),
        phases=() if everywhere else tuple(names[id] for id in lie_in),
        places=tuple(dict.fromkeys(_place(machine, one.source) for one in rows)),
        clauses=tuple(dict.fromkeys(_clauses(members))),
        guards_gone=guards_gone,
        guards_new=guards_new,
        effects_gone=effects_gone,
        effects_new=effects_new,
        target=_new_target(members[0], after),
    )


def _clauses(members: Iterable[_Pair]) -> Iterator[str]:
    return (clause for pair in members for row in pair if row is not None for clause in row.clauses)


def _place(machine: Specification, path: str) -> Text:
    """What a reader calls the place a transition lies in: the step, else the window, else the state itself."""
    steps: Mapping[str, Text] = {step.id: step.name for step in machine.profile.steps}
    state = machine.states[path]
    if state.step is not None:
        return steps[state.step]
    if state.window is not None:
        windows = [one for one in machine.ancestors(path) if machine.states[one].window is not None]
        return machine.states[windows[-1]].name
    return state.name
