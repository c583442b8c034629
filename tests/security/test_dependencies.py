"""What the package needs: licences anyone can live with, and an audit that never claims what it did not do."""

from __future__ import annotations

import json
import subprocess
import sys
from email.message import Message
from importlib import metadata
from typing import Any, cast

import pytest

from tests.security import audit
from tests.security.audit import summary
from tests.security.licences import (
    ALLOWED,
    EXTRAS,
    Licensed,
    is_allowed,
    licence_of,
    needed_at_run_time,
    unknown_licences,
)


def test_all_licences_are_on_the_list() -> None:
    needed = needed_at_run_time()
    assert {"transitions", "numpy", "ruamel-yaml", "click", "rich", "markupsafe", "six"} <= {one.name for one in needed}
    assert unknown_licences(needed) == []


def test_extras_are_looked_at_as_well() -> None:
    """The fault: what the extras bring was not on the list, and nor was what a wheel carries."""
    plain, needed = needed_at_run_time(), needed_at_run_time(extras=EXTRAS)
    assert {"jupyterlab", "anywidget", "ipykernel", "pettingzoo"} <= {one.name for one in needed} - {
        one.name for one in plain
    }
    assert set(plain) < set(needed)
    assert unknown_licences(needed) == []


def test_what_a_wheel_carries_is_named() -> None:
    carried = {one.name: one.carries for one in needed_at_run_time()}
    assert {"libgvc", "libcairo"} <= set(carried["pygraphviz"]) or not carried["pygraphviz"]
    assert carried["transitions"] == ()


@pytest.mark.parametrize(
    ("licence", "allowed"),
    [
        ("MIT", True),
        ("mit", True),
        ("Apache-2.0 OR BSD-2-Clause", True),
        ("GPL-3.0-only OR MIT", True),
        ("MIT AND Zlib", True),
        ("MIT AND GPL-3.0-only", False),
        ("GPL-3.0-only", False),
        ("EPL-2.0", False),
        ("Apache-2.0 WITH LLVM-exception", False),
        ("UNKNOWN", False),
        ("see LICENSE", False),
        ("", False),
    ],
)
def test_an_unknown_licence_is_found(licence: str, allowed: bool) -> None:
    assert is_allowed(licence) == allowed
    assert (unknown_licences([Licensed("x", "1", licence)]) == []) == allowed


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ([("License-Expression", "MIT AND Zlib"), ("License", "GPL")], "MIT AND Zlib"),
        ([("Classifier", "License :: OSI Approved :: MIT License")], "MIT"),
        ([("Classifier", "License :: OSI Approved"), ("License", "Apache 2.0")], "Apache-2.0"),
        (
            [("Classifier", "License :: OSI Approved :: GNU GPLv3")],
            "GNU GPLv3",
        ),
        ([("License", "mine")], "mine"),
        ([], ""),
    ],
)
def test_where_a_licence_is_stated(fields: list[tuple[str, str]], licence: str) -> None:
    about = Message()
    for name, value in fields:
        about[name] = value
    assert licence_of(cast(metadata.PackageMetadata, about)) == licence
    assert is_allowed(licence) == bool(set(licence.split(" AND ")) & ALLOWED)


FINE = {"name": "a", "version": "1", "vulns": []}
WEAK = {"name": "b", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"]}]}
SKIPPED = {"name": "c", "skip_reason": "not found"}
OWN = {"name": "berserk-fsm", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("found", "code", "last"),
    [
        ([FINE, OWN], 0, "audit: 1 of 1 distributions looked at, no weakness known"),
        ([FINE, WEAK], 1, "audit: 2 of 2 distributions looked at, 1 weaknesses known"),
        ([FINE, SKIPPED], 2, "audit: 1 of 2 distributions looked at: no answer for c"),
        (
            [WEAK, SKIPPED],
            1,
            "audit: 1 of 2 distributions looked at, 1 weaknesses known: no answer for c",
        ),
    ],
)
def test_the_audit_says_what_it_looked_at(found: list[dict[str, Any]], code: int, last: str) -> None:
    told = summary({"dependencies": found})
    assert (told[0], told[1][-1]) == (code, last)
    assert ("b 2: PYSEC-1; mended in 3" in told[1]) == (WEAK in found)


@pytest.mark.parametrize(
    ("output", "code", "strict", "said"),
    [
        (json.dumps({"dependencies": [FINE, OWN]}), 0, 0, "1 of 1 distributions looked at, no weakness known"),
        (json.dumps({"dependencies": [FINE, WEAK]}), 1, 1, "b 2: PYSEC-1; mended in 3"),
        (json.dumps({"dependencies": [WEAK, SKIPPED]}), 1, 1, "b 2: PYSEC-1; mended in 3"),
        (json.dumps({"dependencies": [FINE, SKIPPED]}), 0, 2, "1 of 2 distributions looked at: no answer for c"),
        (json.dumps({"dependencies": [SKIPPED, OWN]}), 0, 2, "gave no answer here, so this stage says nothing"),
        ("", 0, 2, "nothing was looked at: the service is down"),
        (None, 0, 2, "nothing was looked at: no answer in 120 s"),
    ],
)
def test_the_stage_fails_when_a_weakness_is_known_and_says_when_nobody_was_asked(
    output: str | None,
    code: int,
    strict: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What pip-audit writes is put in its place; its own exit code, 1 for weaknesses and errors alike, is not asked."""

    def stands_in(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        assert command[1:3] == ["-m", "pip_audit"]
        if output is None:
            raise subprocess.TimeoutExpired(command, options["timeout"])
        return subprocess.CompletedProcess(command, 1, output, "WARNING: …\nthe service is down\n")

    monkeypatch.setattr(subprocess, "run", stands_in)
    for arguments, wanted in (([], code), (["--strict"], strict)):
        monkeypatch.setattr(sys, "argv", ["audit", *arguments])
        assert audit.main() == wanted
        assert said in capsys.readouterr().out
