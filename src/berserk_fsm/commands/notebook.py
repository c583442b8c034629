"""``berserk-fsm notebook``: open the notebooks in Jupyter, as copies one may write in."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import click

from berserk_fsm.commands.options import BilingualCommand, machine_options, remark_options, shared_options
from berserk_fsm.commands.terminal import one_line, print_error, print_out
from berserk_fsm.files import write_whole
from berserk_fsm.language import LANG_VARIABLE
from berserk_fsm.rules.text import Text

__all__ = ["INSTALL", "command", "find_notebooks", "missing_packages"]

INSTALL = 'pip install "berserk-fsm[notebook]"'
"""What brings everything the notebooks need; quoted as every shell understands it."""

JUPYTERS = ("jupyterlab", "notebook")
"""The modules that open notebooks, the preferred one first."""

NEEDED = ("ipykernel", "anywidget")
"""What the notebooks need besides: a kernel, and the buttons."""

_HELP = Text(
    ru="""Открыть уроки — блокноты Jupyter: все или тот, чьё ИМЯ (06) указано.

    Открываются копии, в них можно писать; копия, которая уже есть, не заменяется. Ничего не устанавливает: если
    чего-то нет, говорит, что установить.""",
    en="""Open the notebooks in Jupyter: all of them, or the one whose NAME (06) is given.

    What is opened are copies to write in; a copy that is there already is not replaced. Installs nothing: if something
    is missing, it says what to install.""",
)

_CHOSEN_IN_A_CELL = Text(
    'уроки сами выбирают прочтения; в ячейке пишут Stepper(load_scenario("файл.yaml", {"имя": "значение"}))',
    'the lessons choose their readings; in a cell write Stepper(load_scenario("file.yaml", {"ID": "VALUE"}))',
)

_FOLDER = "berserk-notebooks"
"""Where copies go, by language, in the folder one is in."""


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("notebook", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("name", required=False, metavar=Text("[ИМЯ]", "[NAME]").get(lang))
    @click.option(
        "--copy-to",
        metavar=Text("КАТАЛОГ", "DIR").get(lang),
        help=Text(
            f"Куда положить копии; иначе — {_FOLDER}/{lang} в текущем каталоге.",
            f"Where to put the copies; otherwise {_FOLDER}/{lang} in the current folder.",
        ).get(lang),
    )
    @shared_options(lang)
    @click.pass_context
    def notebook(ctx: click.Context, name: str | None, copy_to: str | None) -> int:
        remark_options(lang, machine_options(ctx), _CHOSEN_IN_A_CELL)
        kept = find_notebooks(lang)
        chosen = [path for path in kept if name is None or _is_called(path, name)]
        if not chosen:
            print_error(one_line(_unknown(name, kept).get(lang)))
            return 2
        missing = missing_packages()
        # Asked for outright, copies are of use without Jupyter too: other editors open them.
        if copy_to is not None or not missing:
            folder = Path(_FOLDER, lang) if copy_to is None else Path(copy_to)
            try:
                told = _copy(chosen, folder)
            except (OSError, ValueError) as error:
                reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
                problem = Text(f"блокноты сюда не копируются ({reason})", f"notebooks cannot be copied here ({reason})")
                elsewhere = Text("; другой каталог: --copy-to", "; another folder: --copy-to").get(lang)
                print_error(one_line(f"{folder}: {problem.get(lang)}{elsewhere if copy_to is None else ''}"))
                return 2
            print_out(one_line(told.get(lang)))
        if missing:
            print_error(one_line(_to_install(missing).get(lang)))
            return 2
        return _open(folder, chosen if name is not None else (), lang)

    return notebook


def find_notebooks(lang: str) -> tuple[Path, ...]:
    """The notebooks in ``lang``, in the order of the lessons: those in the package, or in the checkout it runs from.

    >>> [path.stem[:2] for path in find_notebooks("ru")]
    ['01', '02', '03', '04', '05', '06', '07', '08', '09']
    """
    package = Path(__file__).parents[1]
    for folder in (package / "notebooks", package.parents[1] / "notebooks"):
        found = tuple(sorted((folder / lang).glob("[0-9]*.ipynb")))
        if found:
            return found
    return ()


def _is_called(path: Path, name: str) -> bool:
    """Is it meant by ``06``, ``6``, ``06-a-dispute`` or the name of the file?

    >>> [_is_called(Path("06-a-dispute-settled.ipynb"), name) for name in ("6", "06-a", "1", "a-dispute")]
    [True, True, False, False]
    """
    return path.stem.startswith(name.zfill(2) if name.isdecimal() else name.removesuffix(".ipynb"))


def missing_packages() -> tuple[str, ...]:
    """What is not installed and must be, for the notebooks to be opened and to work."""
    jupyter = () if any(map(_is_installed, JUPYTERS)) else JUPYTERS[:1]
    return (*jupyter, *(name for name in NEEDED if not _is_installed(name)))


def _is_installed(name: str) -> bool:
    spec = find_spec(name)
    # A folder of this name has a specification too, without a file of its own.
    return spec is not None and spec.origin is not None


def _unknown(name: str | None, kept: Sequence[Path]) -> Text:
    if not kept:
        return Text(
            "notebook: в этой установке нет блокнотов; ожидался пакет целиком или каталог проекта",
            "notebook: this installation has no notebooks; expected the whole package, or a checkout",
        )
    known = ", ".join(path.stem for path in kept)
    return Text(
        f"notebook: нет блокнота «{name}»; есть такие: {known}", f"notebook: there is no {name!r}; there are: {known}"
    )


def _to_install(missing: Sequence[str]) -> Text:
    names = ", ".join(missing)
    # The pip of another Python, which a shell may find first, would install it where this one does not look.
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return Text(
        f"notebook: не установлено: {names}; установите: {python} -m {INSTALL}",
        f"notebook: not installed: {names}; to install: {python} -m {INSTALL}",
    )


def _copy(notebooks: Sequence[Path], folder: Path) -> Text:
    """Copy what is not there yet; what is there is the reader's and stays. Returns what to say about it."""
    folder.mkdir(parents=True, exist_ok=True)
    there = [path for path in notebooks if (folder / path.name).exists()]
    for path in notebooks:
        if path not in there:
            write_whole(folder / path.name, path.read_bytes())
    changed = [path.name for path in there if (folder / path.name).read_bytes() != path.read_bytes()]
    told = Text(f"Блокноты лежат в {folder}.", f"The notebooks are in {folder}.")
    if not changed:
        return told
    names = ", ".join(changed)
    return Text(
        f"{told.ru} Ваши копии оставлены как есть: {names}; чтобы начать заново, удалите или переименуйте копию.",
        f"{told.en} Your copies are kept as they are: {names}; delete or rename one to begin afresh.",
    )


def _open(folder: Path, chosen: Sequence[Path], lang: str) -> int:
    """Run Jupyter, of this very Python so that the notebooks find this package, until it ends; its exit code."""
    jupyter = next(filter(_is_installed, JUPYTERS))
    environment: Mapping[str, str] = {**os.environ, LANG_VARIABLE: lang}
    arguments = [sys.executable, "-m", jupyter, *(path.name for path in chosen[:1])]
    with subprocess.Popen(arguments, cwd=folder, env=environment) as process:
        while True:
            try:
                code = process.wait()
            except KeyboardInterrupt:
                # Jupyter got it too, and asks whether to end.
                continue
            return code if code >= 0 else 128 - code
