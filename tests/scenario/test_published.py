"""What is made from the package and kept in it is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.published import PUBLISHED
from berserk_fsm.scenario.scenario import parse_scenario


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.name)
def test_published_files_are_current(path: Path) -> None:
    assert path.read_text("utf-8") == PUBLISHED[path](), "run: python -m berserk_fsm.scenario.published"


def test_the_scenario_in_the_russian_readme_holds() -> None:
    readme = Path(__file__).parents[2] / "README.ru.md"
    written = readme.read_text("utf-8").partition("```yaml\n")[2].partition("```")[0]
    assert play_scenario(parse_scenario(written)).ok
