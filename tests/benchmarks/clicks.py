"""How long a click in the notebook's stepper takes: ``python -m tests.benchmarks.clicks`` prints a table in Markdown.

JupyterLab in headless Chromium, both on this machine. Counted is the time from the click (or the key) in the browser
until what it changed is on the screen: the way to the kernel and back, what the stepper does there, drawing, and up to
two frames of 17 ms until the browser has painted.
"""

from __future__ import annotations

import os
import platform
import statistics
import tempfile
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from tests.notebook.jupyter import drive, jupyter, tiny_notebook

CLICKS = 50


def click_times() -> dict[str, list[float]]:
    """Milliseconds of each click, by what was clicked on."""
    with (
        tempfile.TemporaryDirectory() as name,
        jupyter(Path(name) / "jupyter", tiny_notebook("ru")) as url,
    ):
        times: dict[str, list[float]] = drive(url, {}, clicks=CLICKS)["times"]
    return times


def _line(kind: str, times: Iterable[float]) -> str:
    found = sorted(times)
    return f"| {kind} | {len(found)} | {statistics.median(found):.0f} | {found[-1]:.0f} |"


def main() -> None:
    """Print the table."""
    load = ", ".join(f"{one:.2f}" for one in os.getloadavg())
    print(
        f"{date.today()}, Python {platform.python_version()}, {os.cpu_count()} processors; load at the start: {load}\n"
    )
    print("| click | how many | median, ms | slowest, ms |\n|---|---:|---:|---:|")
    times = click_times()
    for kind, found in times.items():
        print(_line(kind, found))
    print(_line("all", (one for found in times.values() for one in found)))


if __name__ == "__main__":
    main()
