"""Texts of the SVG pictures, by the browser's own boxes: none on another, none out of its shape, on any machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diagrams_judges.svg_report import draw_all, findings
from tests.diagrams_judges.tools import BROWSER_TOOLS, need, without_fonts

_SPOILT = """<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100">
<g class="cluster" id="outer"><polygon points="10,5 150,5 150,95 10,95"/></g>
<g class="node" id="a"><rect x="20" y="20" width="60" height="20"/>{a}</g>
<g class="node" id="b"><rect x="90" y="20" width="50" height="20"/>{b}</g>{page}</svg>"""


@pytest.mark.parametrize("fonts", ["fonts", "no fonts"])
def test_texts_stand_where_they_should_in_every_view(fonts: str, tmp_path: Path) -> None:
    need(*BROWSER_TOOLS)
    environment = without_fonts(tmp_path) if fonts == "no fonts" else None
    found = findings(draw_all(tmp_path), environment=environment)
    wrong = [f"{name}: {len(lines)} findings, such as {lines[0]}" for name, lines in found.items() if lines]
    assert not wrong, "\n".join(wrong)


def test_svg_judge_finds_what_is_wrong(tmp_path: Path) -> None:
    need(*BROWSER_TOOLS)

    def text(x: int, y: int, words: str) -> str:
        return f'<text x="{x}" y="{y}" font-family="Nobody" font-size="10">{words}</text>'

    pictures = {
        "out-of-box": _SPOILT.format(a=text(62, 34, "xxxx"), b="", page=""),
        "on-box": _SPOILT.format(a="", b="", page=text(100, 34, "in b")),
        "text-text": _SPOILT.format(a="", b="", page=text(20, 60, "one") + text(25, 62, "two")),
        "out-of-page": _SPOILT.format(a="", b="", page=text(160, 60, "beyond the edge")),
        "on-box, crossing": _SPOILT.format(a="", b="", page=text(140, 60, "over")),
        "no-font": _SPOILT.format(a=text(25, 34, "a"), b="", page=text(20, 60, "fine")),
    }
    paths = {name: tmp_path / f"{place}.svg" for place, name in enumerate(pictures)}
    for name, path in paths.items():
        path.write_text(pictures[name], encoding="utf-8")
    for name, lines in findings(paths).items():
        kinds = {line.split(":", 1)[0] for line in lines}
        assert kinds == {"no-font"} | {name.split(",")[0]}, (name, lines)
