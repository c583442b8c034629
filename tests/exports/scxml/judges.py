"""The judges: readers of SCXML that others wrote. Each takes documents with events and tells the moments.

SCION needs node and its npm packages; from the root of the repository: ``npm ci --prefix tests/exports/scxml``.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.exports.scxml.sequences import Event, Moment, comparable

HERE = Path(__file__).parent
Job = tuple[str, Sequence[Sequence[Event]]]
"""A document, and the sequences of events to try on it; each begins at the start."""

Seen = list[list[Moment]]
"""What a judge saw in each sequence of a job: the start, then the moment after each event."""


class JudgeError(Exception):
    """A judge does not take a document, or meets an error in it."""


def scion_is_missing() -> str | None:
    """Why SCION cannot run here; ``None`` if it can."""
    if shutil.which("node") is None:
        return "SCION needs node, which is not installed"
    if not (HERE / "node_modules" / "@scion-scxml" / "scxml").is_dir():
        return f"SCION is not installed; run: npm ci --prefix {HERE}"
    return None


def run_scion(jobs: Iterable[Job]) -> list[Seen]:
    """All jobs in one node process."""
    lines = [
        json.dumps({"document": text, "sequences": [[{"name": e.name, "data": e.data} for e in one] for one in tried]})
        for text, tried in jobs
    ]
    answer = subprocess.run(
        ["node", "scion_judge.js"],
        cwd=HERE,
        input="\n".join(lines),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60 + 10 * len(lines),
    )
    told = [json.loads(line) for line in answer.stdout.split("\n") if line]
    if len(told) != len(lines):
        raise JudgeError(f"SCION answered {len(told)} of {len(lines)} jobs: {answer.stderr}")
    for one in told:
        errors = one.get("error") or [error for course in one["courses"] for step in course for error in step["errors"]]
        if errors:
            raise JudgeError(f"SCION: {errors}")
    return [
        [[Moment(tuple(step["leaves"]), comparable(step["game"])) for step in course] for course in one["courses"]]
        for one in told
    ]


def run_statemachine(job: Job) -> Seen:
    """One job in the SCXML reader of python-statemachine."""
    from statemachine.io import load

    text, tried = job
    chart = load(text, format="scxml", trusted=True)
    chart.catch_errors_as_events = False  # errors in guards and effects are not events here but end the test
    # The reader fills the datamodel for the first machine of a class only, so the one machine is put back to its start:
    # its configuration and its datamodel are all there is.
    machine = chart()
    start, game = machine.current_state_value, machine.model.game

    def seen() -> Moment:
        leaves = tuple(state.id for state in machine.configuration if state.is_atomic)
        return Moment(leaves, comparable(machine.model.game))

    courses = []
    for events in tried:
        machine.current_state_value, machine.model.game = start, game
        moments = [seen()]
        for event in events:
            data: dict[str, Any] = dict(event.data or {})
            machine.send(event.name, **data)
            moments.append(seen())
        courses.append(moments)
    return courses
