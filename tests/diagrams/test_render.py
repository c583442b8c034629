from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from berserk_fsm.diagrams import DiagramError, check_diagrams, make_view, render, whole_view, write_diagrams
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.rules.text import Text
from tests.diagrams.made_specs import big_spec, small_spec

VIEWS = ("turn", "whole")
FILES = ("svg", "png", "pdf", "dot")


@pytest.fixture
def written(tmp_path: Path) -> tuple[Specification, Path]:
    """A small specification and its pictures."""
    spec = small_spec()
    write_diagrams(spec, tmp_path, formats=FILES, views=VIEWS)
    return spec, tmp_path


def test_files_are_where_they_should_be(written: tuple[Specification, Path]) -> None:
    _, out = written
    names = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert names == sorted(f"{lang}/{view}.{format_}" for lang in ("ru", "en") for view in VIEWS for format_ in FILES)
    assert (out / "ru/turn.svg").stat().st_mode & 0o777 == 0o644


def test_only_what_was_asked_for_is_written(tmp_path: Path) -> None:
    paths = write_diagrams(small_spec(), tmp_path, langs=["en"], formats=["png"], views=["turn"])
    assert paths == [tmp_path / "en" / "turn.png"]
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == paths


def test_bytes_are_the_same_every_time(
    written: tuple[Specification, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    spec, out = written
    again = tmp_path_factory.mktemp("again")
    for path in write_diagrams(spec, again, formats=FILES, views=VIEWS):
        assert path.read_bytes() == (out / path.relative_to(again)).read_bytes()


def test_fresh_pictures_are_not_stale(written: tuple[Specification, Path]) -> None:
    spec, out = written
    assert check_diagrams(spec, out, formats=FILES, views=VIEWS) == []


def test_pictures_of_another_specification_are_stale(written: tuple[Specification, Path]) -> None:
    spec, out = written
    row = replace(spec.rows[-1], label=Text("иначе", "otherwise"))
    stale = check_diagrams(replace(spec, rows=(*spec.rows[:-1], row)), out, formats=FILES, views=VIEWS)
    assert len(stale) == 16
    assert stale[0].text("ru").endswith("не по этой спецификации")
    fewer = check_diagrams(replace(spec, rows=spec.rows[:-1]), out, langs=["en"], formats=["svg"], views=["whole"])
    assert "too many" in fewer[0].text("en")


@pytest.mark.parametrize("format_", ["svg", "png", "pdf", "dot"])
def test_spoilt_and_missing_files_are_stale(written: tuple[Specification, Path], format_: str) -> None:
    spec, out = written
    path = out / "ru" / f"turn.{format_}"
    whole = path.read_bytes()
    for spoilt in (whole[: len(whole) // 2], b"", b"\x89PNG\r\n\x1a\n" + b"\0" * 60 + b"IEND\xaeB`\x82"):
        path.write_bytes(spoilt)
        assert [stale.path for stale in check_diagrams(spec, out, formats=FILES, views=VIEWS)] == [path]
    path.unlink()
    missing = [] if format_ in ("png", "pdf") else [(path, "missing")]  # they need not be kept
    assert [(stale.path, stale.en) for stale in check_diagrams(spec, out, formats=FILES, views=VIEWS)] == missing


def test_changed_label_in_an_svg_is_stale(written: tuple[Specification, Path]) -> None:
    spec, out = written
    path = out / "en" / "whole.svg"
    path.write_bytes(path.read_bytes().replace(b"<title>transferred</title>", b"<title>lost</title>"))
    path.write_bytes(path.read_bytes().replace(b"<title>Transfer</title>", b"<title>Trick</title>"))
    assert [stale.path for stale in check_diagrams(spec, out, formats=FILES, views=VIEWS)] == [path]


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DiagramError, match="cannot be written") as caught:
        write_diagrams(small_spec(), tmp_path / "file", langs=["en"], formats=["dot"], views=["turn"])
    assert "не записывается" in caught.value.text("ru")


def test_failed_picture_leaves_the_old_ones(written: tuple[Specification, Path]) -> None:
    _, out = written
    before = {path: path.read_bytes() for path in out.rglob("*.svg")}
    with pytest.raises(DiagramError, match="did not finish"):
        write_diagrams(big_spec(), out, views=VIEWS, time_limit=0.01)
    assert {path: path.read_bytes() for path in out.rglob("*.svg")} == before
    assert not list(out.rglob(".*"))


@pytest.mark.parametrize(
    ("kind", "given"),
    [("format", {"formats": ["gif"]}), ("view", {"views": ["side"]}), ("language", {"langs": ["de"]})],
)
def test_unknown_names_are_refused(tmp_path: Path, kind: str, given: dict[str, list[str]]) -> None:
    names = {"langs": ["en"], "formats": ["dot"], "views": ["turn"]} | given
    for act in (write_diagrams, check_diagrams):
        with pytest.raises(DiagramError, match=f"no {kind}"):
            act(small_spec(), tmp_path, names["langs"], names["formats"], names["views"])
    assert list(tmp_path.iterdir()) == []


def test_big_machine_is_laid_out(spec: Specification) -> None:
    for drawn in (spec, big_spec()):
        assert render(whole_view(drawn, "ru"), ("svg",))


def test_dot_needs_no_layout(spec: Specification) -> None:
    found = render(make_view("whole", spec, "en"), ("dot",), time_limit=0.0)
    assert set(found) == {"dot"}


@pytest.mark.parametrize("reading", list(reading_definitions()))
def test_phases_stand_in_order_under_every_reading(spec: Specification, reading: str) -> None:
    definition = reading_definitions()[reading]
    (other,) = (option.value for option in definition.options if option.value != definition.default)
    changed = build_specification(spec.profile, Readings().replace(**{reading: other}))
    views = ("turn", "whole") if len(changed.states) != len(spec.states) else ("turn",)
    for view in views:
        model = make_view(view, changed, "ru")
        root = ET.fromstring(render(model, ("svg",))["svg"])
        left: dict[str, float] = {}
        for group in root.iter("{http://www.w3.org/2000/svg}g"):
            outline = group.find("{http://www.w3.org/2000/svg}path")
            if outline is not None:
                left[group.get("id", "")] = min(float(x) for x in re.findall(r"(-?[\d.]+),", outline.get("d", "")))
        ids = [f"state-turn-{phase.id}_phase" for phase in changed.profile.phases]
        assert sorted(ids, key=lambda name: left[name]) == ids


def test_progress_is_told_picture_by_picture(tmp_path: Path) -> None:
    told: list[str] = []
    write_diagrams(small_spec(), tmp_path, formats=("dot",), views=VIEWS, progress=told.append)
    assert told == ["ru/turn", "ru/whole", "en/turn", "en/whole"]


def test_pdf_carries_its_fonts_and_no_date(written: tuple[Specification, Path]) -> None:
    _, out = written
    data = (out / "ru" / "turn.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.endswith(b"%%EOF\n")
    assert re.search(rb"/FontName /[A-Z]{6}\+Roboto", data)
    assert b"/ToUnicode" in data
    assert re.findall(rb"/CreationDate \(D:(\d{14})", data) == [b"20000101000000"]
