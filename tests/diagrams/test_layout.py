from __future__ import annotations

import struct
import subprocess
import sys
import zlib

import pytest

from berserk_fsm.diagrams import DiagramError, whole_view
from berserk_fsm.diagrams.dot import dot_text
from berserk_fsm.diagrams.layout import lay_out
from tests.diagrams.made_specs import big_spec


def _pixels(png: bytes) -> bytes:
    """The unfiltered image data of a PNG."""
    at, data = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    return zlib.decompress(data)


def _drawn(text: str) -> bytes:
    dot = f"graph {{ n [label=<{text}> fontname=Roboto fontsize=40 shape=box fixedsize=true width=5] }}"
    return _pixels(lay_out(dot, ("png",))["png"])


@pytest.fixture
def _no_system_fonts(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("FONTCONFIG_FILE", "/dev/null")
    monkeypatch.setenv("FONTCONFIG_PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.usefixtures("_no_system_fonts")
def test_cyrillic_is_drawn_without_system_fonts() -> None:
    # A missing glyph would be a box with the code in it, and these letters have other codes than the Latin
    # ones.
    for cyrillic, latin in zip("АЕОСХ", "AEOCX", strict=True):
        assert _drawn(cyrillic) == _drawn(latin)
        assert _drawn(f"<B>{cyrillic}</B>") == _drawn(f"<B>{latin}</B>")
    assert len({_drawn("Ж"), _drawn("Щ"), _drawn("<B>Щ</B>"), _drawn(" ")}) == 4


def test_system_fonts_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with_fonts = _drawn("Жёлтый 302.12")
    monkeypatch.setenv("FONTCONFIG_FILE", "/dev/null")
    assert _drawn("Жёлтый 302.12") == with_fonts


def test_no_program_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert lay_out("digraph { a -> b }", ("svg", "png"))["png"].startswith(b"\x89PNG")


def test_layout_that_takes_too_long_is_ended() -> None:
    dot = dot_text(whole_view(big_spec(), "en"))
    with pytest.raises(DiagramError, match=r"did not finish the layout within 0\.05 s") as caught:
        lay_out(dot, time_limit=0.05)
    assert "не закончил раскладку" in caught.value.text("ru")


@pytest.mark.parametrize("dot", ["digraph { a -> ", "no graph at all", ""])
def test_text_that_is_no_dot_is_an_error(dot: str) -> None:
    with pytest.raises(DiagramError, match="Graphviz failed") as caught:
        lay_out(dot)
    assert "\n" not in str(caught.value)


def test_unknown_format_is_an_error() -> None:
    with pytest.raises(DiagramError, match="Graphviz failed"):
        lay_out("digraph { a }", ("nonsense",))


def test_import_is_light() -> None:
    heavy = "{'graphviz', 'pygraphviz', 'font_roboto'}"
    code = f"import sys, berserk_fsm.diagrams; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
