"""The specification as JSON: states, transitions, refusals, with their clauses and words in both languages."""

from __future__ import annotations

import json
from typing import Any

from berserk_fsm.machine.specification import Call, Specification

__all__ = ["machine_json"]


def machine_json(specification: Specification) -> str:
    """The machine as JSON text, the same bytes for the same specification.

    >>> from berserk_fsm.machine.build import build_specification
    >>> machine = json.loads(machine_json(build_specification()))
    >>> machine["initial"], machine["rows"][0]["clauses"]
    ('start', ['302.6', 'gap/phases'])
    """
    content = {
        "profile": specification.profile.id,
        "readings": specification.readings.as_dict(),
        "initial": specification.initial,
        "states": [
            {
                "path": state.path,
                "kind": state.kind,
                "name": state.name.as_dict(),
                "clauses": list(state.clauses),
                "initial": state.initial,
                "phase": state.phase,
                "step": state.step,
                "window": state.window,
                "holder": state.holder,
                "deactivated": state.deactivated,
            }
            for state in specification.states.values()
        ],
        "rows": [
            {
                "id": row.id,
                "kind": row.kind,
                "source": row.source,
                "event": row.event,
                "automatic": row.automatic,
                "guards": [_call(call) for call in row.guards],
                "effects": [_call(call) for call in row.effects],
                "target": row.target,
                "clauses": list(row.clauses),
                "label": row.label.as_dict(),
            }
            for row in specification.rows
        ],
        "refusals": [
            {
                "id": refusal.id,
                "verbs": list(refusal.verbs),
                "manners": list(refusal.manners),
                "requires": _call(refusal.requires),
                "clause": refusal.clause,
                "sentence": refusal.sentence.as_dict(),
            }
            for refusal in specification.refusals
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _call(call: Call) -> dict[str, Any]:
    return {"name": call.name} if call.arg is None else {"name": call.name, "arg": call.arg}
