"""Known weaknesses of what is installed, as far as they can be asked for: ``python -m tests.security.audit``.

Runs pip-audit, which asks the package index. Where that does not answer, pip-audit itself is content with having looked
at nothing; here it is said, with the reason, and that it is no finding. Exits with 1 for a weakness that is known,
otherwise with 0: an index that is out of reach is no fault of the project. The last line tells how many distributions
were looked at, and with ``--strict`` the code is 2 if that was not all of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

__all__ = ["summary"]

_SECONDS = 120
_NOT_ASKED = (
    "the index of known weaknesses gave no answer here, so this stage says nothing about them; where it answers, "
    "a known weakness fails it"
)


def audited() -> dict[str, Any] | str:
    """What pip-audit found, as it writes it; why there is nothing, if it said nothing that can be read."""
    command = [sys.executable, "-m", "pip_audit", "--local", "--format", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {_SECONDS} s"
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return (done.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
    return found


def summary(found: dict[str, Any] | str, own: str = "berserk-fsm") -> tuple[int, list[str]]:
    """What to say of it, and the exit code: 1 for a weakness, 2 if not everything was looked at, else 0.

    >>> summary({"dependencies": [{"name": "a", "version": "1", "vulns": []}]})
    (0, ['audit: 1 of 1 distributions looked at, no weakness known'])
    >>> code, lines = summary({"dependencies": [{"name": "a", "skip_reason": "…"}]})
    >>> code, lines[-1]
    (2, 'audit: 0 of 1 distributions looked at: no answer for a')
    >>> code, lines = summary("no answer in 120 s")
    >>> code, lines[-1]
    (2, 'audit: nothing was looked at: no answer in 120 s')
    """
    if isinstance(found, str):
        return 2, [_NOT_ASKED, f"audit: nothing was looked at: {found}"]
    others = [one for one in found["dependencies"] if one["name"] != own]
    skipped = [one["name"] for one in others if "skip_reason" in one]
    weak = [(one, vuln) for one in others for vuln in one.get("vulns", ())]
    lines = [
        f"{one['name']} {one['version']}: {vuln['id']}; mended in {', '.join(vuln['fix_versions']) or 'no version'}"
        for one, vuln in weak
    ]
    known = f"{len(weak)} weaknesses known" if weak else "no weakness known"
    told = f"audit: {len(others) - len(skipped)} of {len(others)} distributions looked at"
    if not skipped:
        return int(bool(weak)), [*lines, f"{told}, {known}"]
    named = ", ".join(skipped[:3]) + (f" and {len(skipped) - 3} more" if len(skipped) > 3 else "")
    reason = [_NOT_ASKED] if len(skipped) == len(others) else []
    return 1 if weak else 2, [*lines, *reason, f"{told}{f', {known}' if weak else ''}: no answer for {named}"]


def main() -> int:
    """Print it."""
    code, lines = summary(audited())
    print("\n".join(lines))
    return code if code == 1 or "--strict" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
