"""What stands in the charts and on the page of a trace, without a browser."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from berserk_fsm.diagrams.sequence import sequence_svg
from berserk_fsm.diagrams.timeline import timeline_svg
from berserk_fsm.diagrams.trace_page import write_trace_page
from berserk_fsm.diagrams.trace_page_steps import steps_of
from berserk_fsm.errors import BerserkError
from berserk_fsm.scenario.play import Turnout, play_scenario
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.scenario.trace import MANY_WINDOWS, trace_of
from tests.hash_seeds import outputs_under_seeds
from tests.trace_page.scenarios import FILES, HOSTILE, HOSTILE_NAMES, LONG, page_of, played

LANGS = ("ru", "en")
_SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> str:
    """All words of a picture, tooltips included, in order, without line breaks."""
    return " ".join(" ".join(element.itertext()) for element in ET.fromstring(svg))


class _Page(HTMLParser):
    """The words of a page, and its elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.data = ""
        self.inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag in ("script", "style"):
            self.inside.append(dict(attrs).get("type") or tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.words.append(data)
        elif self.inside[-1] == "application/json":
            self.data += data

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


# --- steps -----------------------------------------------------------------------------------------------------------


def test_steps_are_all_records_attempts_and_checks_in_order(turnout: Turnout) -> None:
    steps, trace = steps_of(turnout, "en"), trace_of(turnout, "en")
    assert [step.number for step in steps] == list(range(len(steps)))
    shown = [step.record for step in steps if step.record is not None]
    if not any(step.kind == "left_out" for step in steps):
        assert shown == list(turnout.game.history)
    marks = [item.mark for item in trace.items if item.mark]
    told = [mark for step in steps for mark in _marks(step.kind, [check.mark for check in step.checks])]
    assert sorted(told) == sorted(marks)
    assert all(step.holds for step in steps) == turnout.ok


def _marks(kind: str, checks: list[str | None]) -> list[str]:
    own = {"refused": ["holds"], "failed": ["fails"]}.get(kind, [])
    return own + [mark for mark in checks if mark]


def test_very_many_windows_are_shown_by_their_beginning_and_end() -> None:
    turnout = played(LONG)
    steps = steps_of(turnout, "en")
    left_out = [step for step in steps if step.kind == "left_out"]
    assert len(left_out) == 1
    assert len(turnout.game.history) > 2 * MANY_WINDOWS
    assert len(steps) < len(turnout.game.history)
    hidden = re.search(r"\d+", left_out[0].heading)
    assert hidden is not None
    assert len(steps) - 1 + 2 * int(hidden.group()) == len(turnout.game.history)


# --- charts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_charts_are_well_formed_and_fit_the_width(turnout: Turnout, lang: str) -> None:
    for svg in (sequence_svg(turnout, lang), timeline_svg(turnout, lang)):
        root = ET.fromstring(svg)
        assert root.tag == f"{_SVG}svg"
        assert float(root.get("width", "inf")) <= 1600
        assert root.findtext(f"{_SVG}title")
        assert root.findtext(f"{_SVG}desc")
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))


def test_sequence_chart_shows_every_decision_and_cites_every_clause(turnout: Turnout) -> None:
    words = texts(sequence_svg(turnout, "ru")).replace(" ", "")
    for step in steps_of(turnout, "ru"):
        assert f"{step.number}.{step.heading}".replace(" ", "").replace("\u202e", r"\u202e")[:20] in words
        for clause in step.clauses:
            assert clause in words, (step.number, clause)


def test_sequence_chart_marks_checks_and_refusals(turnout: Turnout) -> None:
    root = ET.fromstring(sequence_svg(turnout, "en"))
    ticks = [group for group in root.iter(f"{_SVG}g") if group.get("class") == "bf-check"]
    steps = steps_of(turnout, "en")
    assert len(ticks) == sum(check.mark is not None for step in steps for check in step.checks)
    words = texts(sequence_svg(turnout, "en"))
    for step in steps:
        if step.refused is not None:
            assert step.refused.clause in words


def test_timeline_has_a_column_for_each_decision(turnout: Turnout) -> None:
    root = ET.fromstring(timeline_svg(turnout, "en"))
    columns = [group.get("id") for group in root.iter() if group.get("class") == "bf-chart-step"]
    steps = [step for step in steps_of(turnout, "en") if step.kind not in ("refused", "failed")]
    assert columns == [f"bf-timeline-{step.number}" for step in steps]


# --- page ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_page_tells_every_step_and_every_transition_with_its_clauses(path: Path, turnout: Turnout, lang: str) -> None:
    page = _Page(page_of(path, lang))
    article = page_of(path, lang).split('<li class="step ')[1:]
    steps = steps_of(turnout, lang)
    assert len(article) == len(steps)
    for step, html in zip(steps, article, strict=True):
        words = _Page(html).text
        for moment in step.moments:
            assert moment.micro.row.label.get(lang) in words
        for clause in step.clauses:
            assert clause in words, (step.number, clause)
        for check in step.checks:
            assert not check.mark or ("✓" if check.mark == "holds" else "✗") in words
    data = json.loads(page.data)
    assert len(data["steps"]) == len(steps)
    trace = trace_of(turnout, lang)
    assert trace.verdict in page.text
    for reading in trace.header.readings:
        assert reading.question in page.text
        assert reading.answer in page.text


def test_page_lights_elements_that_are_in_its_pictures(path: Path) -> None:
    text = page_of(path, "en")
    ids = set(re.findall(r' id="([^"]+)"', text))
    for step in json.loads(_Page(text).data)["steps"]:
        assert step["lit"]["active"]
        for lit in step["lit"].values():
            assert ids.issuperset(lit)
        assert f"view-{step['view']}" in ids


def test_links_inside_the_page_lead_somewhere(path: Path) -> None:
    text = page_of(path, "ru")
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert not re.findall(r'(?:href|src)="(?!#)[^"]*"', text)


def test_hostile_names_stay_text() -> None:
    page = _Page(page_of(HOSTILE, "en"))
    assert page.tags.count("script") == 2
    assert page.tags.count("img") == 0
    assert page.tags.count("title") > 2  # the page's own, and those of the pictures
    for name in HOSTILE_NAMES:
        assert name in page.text
    assert r"\u202eabc\u200f def" in page.text
    assert "49" not in page.data


def test_everything_is_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    program = (
        "import hashlib, sys\n"
        "from berserk_fsm.scenario.scenario import load_scenario\n"
        "from berserk_fsm.scenario.play import play_scenario\n"
        "from berserk_fsm.diagrams.sequence import sequence_svg\n"
        "from berserk_fsm.diagrams.timeline import timeline_svg\n"
        "from berserk_fsm.diagrams.trace_page import trace_page\n"
        "turnout = play_scenario(load_scenario(sys.argv[1]), engine='table')\n"
        "for draw in (sequence_svg, timeline_svg, trace_page):\n"
        "    print(hashlib.sha256(draw(turnout, 'ru').encode()).hexdigest())\n"
    )
    seen = outputs_under_seeds(program, str(FILES[2]))
    assert len(seen) == 1
    turnout = play_scenario(load_scenario(FILES[2]), engine="transitions")
    assert hashlib.sha256(sequence_svg(turnout, "ru").encode()).hexdigest() in next(iter(seen))


def test_page_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    turnout = played(HOSTILE)
    path = tmp_path / "trace.html"
    path.write_text("old", encoding="utf-8")
    write_trace_page(turnout, "en", path)
    assert path.read_text(encoding="utf-8").endswith("</html>\n")
    assert [one.name for one in tmp_path.iterdir()] == ["trace.html"]
    with pytest.raises(BerserkError):
        write_trace_page(turnout, "en", tmp_path / "nowhere" / "trace.html")


def test_importing_the_page_loads_neither_jinja_nor_graphviz() -> None:
    program = (
        "import sys, berserk_fsm.diagrams.trace_page\n"
        "print([name for name in ('jinja2', 'markupsafe', 'pygraphviz') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
