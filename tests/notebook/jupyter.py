"""A Jupyter of its own for a test: on the loopback, in a folder of its own, gone when the test is over."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from tests.diagrams_judges.tools import BROWSER_TOOLS, missing, told_by
from tests.judging import need_judge

__all__ = ["APPS", "App", "drive", "jupyter", "need_jupyter", "tiny_notebook"]

App = Literal["jupyterlab", "notebook"]

PATIENCE = 60.0
APPS: Mapping[App, str] = MappingProxyType({"jupyterlab": "lab/tree", "notebook": "notebooks"})
"""The programs that show notebooks, by the module that starts them, and where in their addresses a notebook is."""

_PACKAGES = ("anywidget", "ipykernel", *APPS)
_QUIET = {"fetchNews": "false", "checkForUpdates": False}


def need_jupyter() -> None:
    """Skip the test, or in CI fail it, if a Jupyter or the browser is missing."""
    lost = [name for name in _PACKAGES if find_spec(name) is None]
    told = [f"no {', '.join(lost)} (pip install -e '.[test]')"] if lost else []
    tools = missing(*BROWSER_TOOLS)
    need_judge("; ".join((*told, *([tools] if tools else []))) or None)


def tiny_notebook(lang: str) -> str:
    """A notebook with nothing but a stepper, as JSON."""
    source = (
        "from berserk_fsm import Game, Movement, SimpleStrike, SuddenAction\n"
        "from berserk_fsm.notebook import Stepper\n\n"
        "Stepper(Game([SimpleStrike('удар', by='A', target='стена'), Movement('шаг назад', by='A'),\n"
        f"              SuddenAction('парирование', by='B', block='удар')]), {lang!r})\n"
    )
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "stepper",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": source,
    }
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


@contextmanager
def jupyter(folder: Path, notebook: str, app: App = "jupyterlab", theme: str = "JupyterLab Light") -> Iterator[str]:
    """The address at which ``notebook`` is open in a Jupyter.

    Args:
        folder: an empty folder for everything it writes.
        notebook: the text of the notebook.
        app: the program that shows it; see :data:`APPS`.
        theme: how it looks.
    """
    root, settings = folder / "root", folder / "settings" / "@jupyterlab" / "apputils-extension"
    for one in (root, settings, folder / "runtime"):
        one.mkdir(parents=True)
    (root / "stepper.ipynb").write_text(notebook, encoding="utf-8")
    (settings / "themes.jupyterlab-settings").write_text(json.dumps({"theme": theme}), encoding="utf-8")
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(_QUIET), encoding="utf-8")
    token = secrets.token_hex(16)
    command = [
        *(sys.executable, "-m", app, "--no-browser", "--allow-root", "--expose-app-in-browser"),
        *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", f"--IdentityProvider.token={token}"),
        *(f"--ServerApp.root_dir={root}", f"--LabServerApp.workspaces_dir={folder / 'workspaces'}"),
    ]
    environment = {
        **os.environ,
        "HOME": str(folder),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True
        )
    try:
        port = _port(process, folder)
        yield f"http://127.0.0.1:{port}/{APPS[app]}/stepper.ipynb?token={token}"
    finally:
        _end(process)


def _port(process: subprocess.Popen[bytes], folder: Path) -> int:
    """The port the server has chosen, once it listens."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        for found in (folder / "runtime").glob("jpserver-*.json"):
            told = found.read_text(encoding="utf-8")
            if told.endswith("}"):
                return int(json.loads(told)["port"])
        time.sleep(0.1)
    raise AssertionError(f"Jupyter did not start: {(folder / 'log').read_text('utf-8', 'replace')[-3000:]}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server and what it has started."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def drive(
    url: str, shots: dict[str, str], only: str = "", clicks: int = 20, width: int = 1400, height: int = 1000
) -> dict[str, Any]:
    """What Chromium saw when it used the stepper at ``url``; see ``jupyter_driver.mjs``."""
    job = {"url": url, "shots": shots, "only": only, "clicks": clicks, "width": width, "height": height}
    seen: dict[str, Any] = told_by(Path(__file__).with_name("jupyter_driver.mjs"), job, 400)
    return seen
