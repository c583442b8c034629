"""The visual language: every mark has its meaning in the legend, every colour its pair, every letter its glyph."""

from __future__ import annotations

import base64
import io
import json
import re
import xml.etree.ElementTree as ET

import pytest

from berserk_fsm.diagrams import make_view, render, style
from berserk_fsm.diagrams.legend import legend
from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.specification import Specification

SVG = "{http://www.w3.org/2000/svg}"
LOOKED_AT = ("turn", "window", "life", "declare", "clause-302.4")
Models = dict[tuple[str, str], DiagramModel]


@pytest.fixture(scope="module", params=LOOKED_AT)
def picture(request: pytest.FixtureRequest, spec: Specification) -> tuple[DiagramModel, str]:
    model = make_view(request.param, spec, "ru", rule_words(spec.profile))
    return model, render(model, ("svg",))["svg"].decode()


def _texts(model: DiagramModel) -> set[str]:
    return {one[2] for one in json.loads(legend(model, 1).operations) if one[0] == "T"}


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_legend_has_just_the_marks_that_occur(models: Models) -> None:
    words = {name: text[1] for name, text in style.LEGEND.items()}
    window, declare, clause = (_texts(models[view, "en"]) for view in ("window", "declare", "clause-302.4"))
    assert {words["active"], words["nonactive"], words["junction"], words["window_any"]} <= window
    assert not {words["lit"], words["outcome_open"], words["faint_edge"], words["window_removal"]} & window
    assert {words["outcome_open"], words["outcome_if"], words["outcome_closed"], style.QUESTION[1]} <= declare
    assert words["junction"] not in declare
    assert {words["lit"], words["faint_edge"]} <= clause


def test_legend_is_in_every_picture(picture: tuple[DiagramModel, str]) -> None:
    model, svg = picture
    shown = {text.text for text in ET.fromstring(svg.encode()).iter(f"{SVG}text")}
    assert _texts(model) <= shown


def test_junction_in_the_legend_is_the_shape_in_the_picture(models: Models) -> None:
    operations = json.loads(legend(models["window", "en"], 1).operations)
    assert any(one[0] == "P" and len(one[1]) == 6 for one in operations)


def test_every_colour_has_one_for_dark_pages(picture: tuple[DiagramModel, str]) -> None:
    _, svg = picture
    colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-fA-F]{6})"', svg))
    assert {colour.upper() for colour in colours} <= {colour.upper() for colour in style.DARK}
    assert "prefers-color-scheme:dark" in svg


@pytest.mark.parametrize("ink", [style.INK, style.QUIET, style.CITED, style.FAINT_TEXT])
def test_words_can_be_read_on_white_and_on_black(ink: str) -> None:
    assert _contrast(ink, style.PAPER) >= 4.5
    assert _contrast(style.DARK[ink], style.DARK[style.PAPER]) >= 4.5


@pytest.mark.parametrize("ground", [*style.PHASES, *style.HOLDERS.values(), style.LIT, style.DEACTIVATED_TINT])
def test_titles_can_be_read_on_every_ground(ground: style.Tint) -> None:
    assert _contrast(style.INK, ground.fill) >= 7
    assert _contrast(style.DARK[style.INK], style.DARK[ground.fill]) >= 6


def test_font_in_the_picture_has_every_letter_of_it(picture: tuple[DiagramModel, str]) -> None:
    from fontTools.ttLib import TTFont

    _, svg = picture
    faces = dict(re.findall(r"font-weight:(\w+);src:url\(data:font/woff;base64,([^)]+)\)", svg))
    for weight, data in faces.items():
        known = set(TTFont(io.BytesIO(base64.b64decode(data))).getBestCmap())
        used = {
            ord(letter)
            for text in ET.fromstring(svg.encode()).iter(f"{SVG}text")
            if text.get("font-weight", "normal") == weight
            for letter in text.text or ""
        }
        assert used <= known


def test_text_equivalent_names_every_state_and_transition(picture: tuple[DiagramModel, str]) -> None:
    model, svg = picture
    root = ET.fromstring(svg.encode())
    assert root.get("aria-labelledby") == "picture-title picture-text"
    assert root[0].text == model.title
    told = root[1].text or ""
    for state in model.states:
        assert " ".join(state.title.split()) in told
    for edge in model.edges:
        assert all(title in told for title in edge.titles)


def test_sheets_are_no_wider_than_a_screen(picture: tuple[DiagramModel, str]) -> None:
    _, svg = picture
    assert int(ET.fromstring(svg.encode()).get("width", "")) <= 1600
