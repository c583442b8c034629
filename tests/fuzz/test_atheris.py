"""A few seconds of atheris for every target."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.fuzz.budget import SECONDS
from tests.fuzz.run import fuzz
from tests.fuzz.targets import TARGETS

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris has wheels for Linux and a few versions of Python only",
)


@pytest.mark.parametrize("target", TARGETS)
def test_parsers_stand_atheris(target: str, tmp_path: Path) -> None:
    corpus, failures = tmp_path / "corpus", tmp_path / "failures"
    corpus.mkdir()
    failures.mkdir()
    done = fuzz(target, max(2, round(SECONDS / 24)), corpus, failures)
    assert done.failures == (), done.output[-3000:]
    assert done.inputs > len(list(corpus.glob("seed-*")))
