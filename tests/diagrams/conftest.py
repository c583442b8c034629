from __future__ import annotations

import pytest

from berserk_fsm.diagrams import VIEWS, make_view, render
from berserk_fsm.diagrams.model import DiagramModel
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.machine.build import build_specification
from berserk_fsm.machine.specification import Specification

PICTURES = [(view, lang) for view in ("turn", "whole") for lang in ("ru", "en")]
OF_THE_MACHINE = [view for view in VIEWS if view != "reachable"]
"""The views that draw states of the machine; the other one draws situations of a game."""

SHEETS = [view for view in OF_THE_MACHINE if view not in ("whole", "machine") and not view.startswith("flat-")]
"""The views that fit a page."""


@pytest.fixture(scope="session")
def spec() -> Specification:
    """The real specification."""
    return build_specification()


@pytest.fixture(scope="session", params=PICTURES, ids=lambda picture: "-".join(picture))
def model(request: pytest.FixtureRequest, spec: Specification) -> DiagramModel:
    """The model of the oldest two views in each language."""
    view, lang = request.param
    return make_view(view, spec, lang, rule_words(spec.profile))


@pytest.fixture(scope="session")
def models(spec: Specification) -> dict[tuple[str, str], DiagramModel]:
    """The models of all views in both languages."""
    words = rule_words(spec.profile)
    return {(view, lang): make_view(view, spec, lang, words) for view in VIEWS for lang in ("ru", "en")}


@pytest.fixture(scope="session")
def svg(model: DiagramModel) -> bytes:
    """The finished SVG of ``model``."""
    return render(model, ("svg",))["svg"]
