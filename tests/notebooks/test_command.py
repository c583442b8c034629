"""``berserk-fsm notebook``: copies that are the reader's, the right Jupyter, and nothing installed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from berserk_fsm.cli import main
from berserk_fsm.commands import notebook as command
from berserk_fsm.commands.notebook import INSTALL, find_notebooks
from tests.cli.running import SOURCE, Outcome, run

FAKE = """\
import json, os, pathlib, sys
told = {"arguments": sys.argv[1:], "folder": os.getcwd(), "python": sys.executable}
told["lang"] = os.environ["BERSERK_FSM_LANG"]
pathlib.Path(os.environ["FAKE_TOLD"]).write_text(json.dumps(told), encoding="utf-8")
sys.exit(int(os.environ.get("FAKE_CODE", "0")))
"""


@pytest.fixture
def fake(tmp_path: Path) -> Callable[..., Outcome]:
    """Run the command where Jupyter is a program that writes down how it was called."""
    packages = tmp_path / "packages"
    for name in ("jupyterlab", "ipykernel", "anywidget"):
        (packages / name).mkdir(parents=True)
        (packages / name / "__init__.py").write_text("")
    (packages / "jupyterlab" / "__main__.py").write_text(FAKE, encoding="utf-8")

    def call(*arguments: str, code: int = 0) -> Outcome:
        path = ":" if sys.platform != "win32" else ";"
        more = {"PYTHONPATH": path.join([str(packages), SOURCE]), "FAKE_TOLD": str(tmp_path / "told.json")}
        return run("notebook", *arguments, env={**more, "FAKE_CODE": str(code)})

    return call


def told(tmp_path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((tmp_path / "told.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_all_are_copied_and_opened_in_the_language(fake: Callable[..., Outcome], tmp_path: Path, lang: str) -> None:
    folder = tmp_path / "mine"
    assert fake("--copy-to", str(folder), "--lang", lang).code == 0
    assert told(tmp_path) == {"arguments": [], "folder": str(folder), "lang": lang, "python": sys.executable}
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        path.name: path.read_bytes() for path in find_notebooks(lang)
    }


def test_one_is_copied_and_opened(fake: Callable[..., Outcome], tmp_path: Path) -> None:
    assert fake("06", "--copy-to", str(tmp_path / "mine")).code == 0
    assert told(tmp_path)["arguments"] == ["06-a-dispute-settled.ipynb"]
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["06-a-dispute-settled.ipynb"]


@pytest.mark.parametrize("name", ["6", "06", "06-a-dispute", "06-a-dispute-settled.ipynb"])
def test_one_may_be_called_by_its_number_or_its_name(fake: Callable[..., Outcome], tmp_path: Path, name: str) -> None:
    assert fake(name, "--copy-to", str(tmp_path / "mine")).code == 0
    assert told(tmp_path)["arguments"] == ["06-a-dispute-settled.ipynb"]


def test_a_copy_that_was_written_in_is_kept_and_this_is_said(fake: Callable[..., Outcome], tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert "kept" not in fake("--copy-to", str(folder)).out
    assert "kept" not in fake("--copy-to", str(folder)).out
    (folder / "02-life-of-an-action.ipynb").write_text("my work")
    (folder / "03-triggers.ipynb").unlink()
    outcome = fake("--copy-to", str(folder))
    assert (outcome.code, outcome.err) == (0, "")
    assert "Your copies are kept as they are: 02-life-of-an-action.ipynb;" in outcome.out
    assert (folder / "02-life-of-an-action.ipynb").read_text() == "my work"
    assert (folder / "03-triggers.ipynb").read_bytes() == find_notebooks("en")[2].read_bytes()


def test_the_exit_code_is_jupyters(fake: Callable[..., Outcome], tmp_path: Path) -> None:
    assert fake("--copy-to", str(tmp_path / "mine"), code=3).code == 3


def test_a_name_that_is_none_is_answered_with_those_there_are(fake: Callable[..., Outcome], tmp_path: Path) -> None:
    outcome = fake("77", "--copy-to", str(tmp_path / "mine"))
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no '77'; there are: 01-priority-window, 02-" in outcome.err
    assert not (tmp_path / "mine").exists()


def test_a_file_in_the_way_is_an_input_error(fake: Callable[..., Outcome], tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("a file")
    outcome = fake("--copy-to", str(tmp_path / "mine"))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{tmp_path / 'mine'}: notebooks cannot be copied here (")


def test_where_no_folder_can_be_made_another_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "_is_installed", lambda name: True)
    (tmp_path / "berserk-notebooks").write_text("a file")
    assert main(["notebook", "--lang", "en"]) == 2
    assert capsys.readouterr().err.endswith("); another folder: --copy-to\n")


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize(
    ("absent", "named"),
    [
        (("jupyterlab", "notebook"), "jupyterlab"),
        (("anywidget",), "anywidget"),
        (("jupyterlab", "notebook", "ipykernel", "anywidget"), "jupyterlab, ipykernel, anywidget"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_done(
    absent: tuple[str, ...],
    named: str,
    lang: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "_is_installed", lambda name: name not in absent)
    monkeypatch.setattr(command.subprocess, "Popen", None)  # type: ignore[attr-defined]
    assert main(["notebook", "--lang", lang]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f": {named}; " in captured.err
    assert captured.err.endswith(f"{sys.executable} -m {INSTALL}\n")
    assert list(tmp_path.iterdir()) == []
    # Asked for outright the copies are made all the same: other editors open notebooks too.
    assert main(["notebook", "--lang", lang, "--copy-to", str(tmp_path / "mine")]) == 2
    assert len(list((tmp_path / "mine").iterdir())) == 9
    assert INSTALL in capsys.readouterr().err


def test_the_older_notebook_will_do_where_there_is_no_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_is_installed", lambda name: name != "jupyterlab")
    assert command.missing_packages() == ()
