"""The command: what it prints, where it writes, and what it says when it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from berserk_fsm.cli import main
from berserk_fsm.pages import catalogue


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the pages that are quickly made."""
    monkeypatch.setattr(catalogue, "KINDS", {name: catalogue.KINDS[name] for name in ("index", "contradiction")})


@pytest.mark.usefixtures("few")
def test_weave_prints_the_files_it_wrote_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pages"
    assert main(["weave", "--out", str(out), "--lang", "en,ru", "--format", "html"]) == 0
    printed, errors = capsys.readouterr()
    assert errors == ""
    assert sorted(printed.split()) == sorted(str(path) for path in out.rglob("*") if path.is_file())
    assert (out / "ru" / "index.html").is_file()
    assert "../ru/index.html" in (out / "en" / "index.html").read_text("utf-8")


@pytest.mark.usefixtures("few")
def test_one_language_alone_has_no_link_to_another(tmp_path: Path) -> None:
    assert main(["weave", "--out", str(tmp_path), "--lang", "ru"]) == 0
    assert "../en" not in (tmp_path / "ru" / "index.html").read_text("utf-8")
    assert not (tmp_path / "en").exists()


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_weave_says_in_a_line_what_is_wrong(
    tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BERSERK_FSM_LANG", lang)
    (tmp_path / "file").write_text("")
    assert main(["weave", "--out", str(tmp_path / "file"), "--lang", lang]) == 2
    assert main(["weave"]) == 2
    assert main(["weave", "--out", str(tmp_path), "--lang", "de"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert ("не записывается" if lang == "ru" else "cannot be written") in lines[0]
    assert ("КАТАЛОГ" if lang == "ru" else "DIR") in lines[1]
    assert "de" in lines[2]
