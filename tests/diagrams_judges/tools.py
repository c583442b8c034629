"""Running the tools that judge the diagrams: one Chromium for a batch, PlantUML for a batch.

In CI a missing tool is a failure; elsewhere the tests that need it are skipped, with the reason.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from berserk_fsm.diagrams import LANGS, VIEWS, make_view
from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from tests.judging import need_judge

__all__ = ["BROWSER_TOOLS", "all_models", "browse", "missing", "need", "plantuml", "told_by", "without_fonts"]

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
TIME_LIMIT = 900
BROWSER_TOOLS = ("node", "chromium", "npm packages")
_WAYS = {
    "node": "install Node.js 20 or newer",
    "chromium": "apt-get install chromium, or set CHROMIUM to the program",
    "npm packages": "npm ci --prefix tests/diagrams_judges",
    "plantuml": "apt-get install plantuml",
}


def missing(*tools: str) -> str | None:
    """What is missing of ``tools`` and how to get it; ``None`` if nothing is."""
    there = {
        "node": shutil.which("node"),
        "chromium": Path(CHROMIUM).exists() or None,
        "npm packages": all((MODULES / name).exists() for name in ("mermaid", "playwright-core")) or None,
        "plantuml": shutil.which("plantuml"),
    }
    lost = [f"no {tool} ({_WAYS[tool]})" for tool in tools if there[tool] is None]
    return "; ".join(lost) or None


def need(*tools: str) -> None:
    """Skip the test if one of ``tools`` is missing; in CI fail it."""
    need_judge(missing(*tools))


def all_models() -> dict[str, DiagramModel]:
    """Every view in every language, by a name for messages."""
    spec = build_specification()
    words = rule_words(spec.profile)
    return {f"{view}-{lang}": make_view(view, spec, lang, words) for view in VIEWS for lang in LANGS}


def browse(jobs: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What Chromium found in a batch of pictures; see ``browser.mjs`` for jobs and results."""
    found: dict[str, Any] = told_by(HERE / "browser.mjs", jobs, TIME_LIMIT, environment)
    return found


def told_by(script: Path, asked: Mapping[str, Any], seconds: int, environment: Mapping[str, str] | None = None) -> Any:
    """What a script that uses Chromium tells when it is asked something.

    Args:
        script: reads a JSON object on standard input and writes JSON on standard output.
        asked: the object.
        seconds: how long it may take.
        environment: of the script, besides that of this process.
    """
    done = subprocess.run(
        ["node", str(script)],
        input=json.dumps(asked),
        env={**os.environ, "CHROMIUM": CHROMIUM, **(environment or {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def without_fonts(folder: Path) -> dict[str, str]:
    """An environment in which Chromium sees no font with letters in it.

    With no font at all Chromium refuses to use even the fonts that a picture brings along. So it gets one: a font of
    the formulas of KaTeX, which has large brackets only.
    """
    fonts = folder / "fonts"
    fonts.mkdir()
    shutil.copy(MODULES / "katex" / "dist" / "fonts" / "KaTeX_Size4-Regular.ttf", fonts)
    config = folder / "fonts.conf"
    config.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n'
        f"<fontconfig><dir>{fonts}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>\n",
        encoding="utf-8",
    )
    return {"FONTCONFIG_FILE": str(config), "FONTCONFIG_PATH": str(folder), "XDG_CACHE_HOME": str(folder)}


def plantuml(texts: Mapping[str, str]) -> dict[str, str]:
    """How many entities ``plantuml -syntax`` counts in each state diagram, as it says it; fails at the first error.

    PlantUML takes a second to start and then reads as many texts as there are.
    """
    done = subprocess.run(
        ["plantuml", "-charset", "UTF-8", "-syntax"],
        input="".join(texts.values()),
        env={**os.environ, "JAVA_TOOL_OPTIONS": "-Djava.awt.headless=true", "GRAPHVIZ_DOT": "/nonexistent"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIME_LIMIT,
        check=False,
    )
    lines = done.stdout.splitlines()
    found: dict[str, str] = {}
    for place, name in enumerate(texts):
        said = lines[2 * place : 2 * place + 2]
        assert said[:1] == ["STATE"], f"{name}: {' '.join(lines[2 * place :][:4]) or done.stderr}"
        found[name] = said[1]
    assert len(lines) == 2 * len(texts), lines[2 * len(texts) :]
    return found
