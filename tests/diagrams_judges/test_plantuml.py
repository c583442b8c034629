"""PlantUML itself reads every text and counts the states in it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.plantuml import plantuml_text
from tests.diagrams_judges.hostile import hostile_models
from tests.diagrams_judges.tools import all_models, need, plantuml


def _entities(model: DiagramModel, text: str) -> int:
    """PlantUML counts what has no inside: states, notes, initial markers."""
    notes = re.findall(r"^\s*note right of \w+ : ", text, re.MULTILINE)
    return len(model.nodes) + len(notes) + len(model.markers)


def _judge(models: Mapping[str, DiagramModel]) -> None:
    texts = {name: plantuml_text(model) for name, model in models.items()}
    found = plantuml(texts)
    assert found == {name: f"({_entities(model, texts[name])} entities)" for name, model in models.items()}


def test_plantuml_reads_every_view() -> None:
    need("plantuml")
    _judge(all_models())


def test_plantuml_takes_any_name_for_a_name() -> None:
    need("plantuml")
    _judge(hostile_models())
