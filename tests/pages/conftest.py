from __future__ import annotations

from pathlib import Path

import pytest

from berserk_fsm.pages import write_pages

LANGS = ("ru", "en")


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages in both languages and formats, written once."""
    out = tmp_path_factory.mktemp("woven")
    for lang in LANGS:
        write_pages(out, lang, beside=LANGS)
    return out
