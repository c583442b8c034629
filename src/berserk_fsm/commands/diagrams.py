"""``berserk-fsm diagrams``: draw the machine, or tell which of the drawn pictures are stale."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from berserk_fsm.commands.loading import place_of
from berserk_fsm.commands.options import (
    BilingualCommand,
    SomeOf,
    chosen_profile,
    chosen_readings,
    given_options,
    refuse_options,
    shared_options,
)
from berserk_fsm.commands.terminal import one_line, print_error, print_out, progress_bar
from berserk_fsm.errors import BerserkError
from berserk_fsm.language import LANGS
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.rules.profiles import Profile

__all__ = ["command", "names_apart"]

_HELP = Text(
    ru="""Нарисовать автомат: все диаграммы на обоих языках.

    Рисунок пишется в КАТАЛОГ/ЯЗЫК/ВИД.ФОРМАТ; напечатаны имена записанных файлов. С --check ничего не пишется:
    код завершения 1, если какой-то рисунок не соответствует автомату.""",
    en="""Draw the machine: every diagram, in both languages.

    A picture is written to DIR/LANG/VIEW.FORMAT; the names of the files written are printed. With --check nothing is
    written: exit code 1 if some picture is not what the machine gives.""",
)

_A_PLAY = Text(
    "розыгрыш (--scenario) рисуется двумя рисунками SVG; виды и проверка — для самого автомата, без --scenario",
    "a play (--scenario) is drawn as two pictures, in SVG; views and --check are of the machine, without --scenario",
)


def command(lang: str) -> click.Command:
    """The command in ``lang``."""
    from berserk_fsm.diagrams.render import FORMATS
    from berserk_fsm.diagrams.views import OF_PHASES, VIEWS

    @click.command("diagrams", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.option(
        "--out",
        default="diagrams",
        metavar=Text("КАТАЛОГ", "DIR").get(lang),
        help=Text("Куда писать; иначе — diagrams.", "Where to write; diagrams unless said.").get(lang),
    )
    @click.option(
        "--lang",
        "langs",
        type=SomeOf(lang, LANGS),
        default=LANGS,
        help=Text("Языки диаграмм, через запятую.", "Languages of the diagrams, separated by commas.").get(lang),
    )
    @click.option(
        "--format",
        "formats",
        type=SomeOf(lang, FORMATS),
        default=FORMATS,
        help=Text("Форматы, через запятую.", "Formats, separated by commas.").get(lang),
    )
    @click.option(
        "--view",
        "views",
        type=SomeOf(lang, tuple(VIEWS), open_to=OF_PHASES),
        default=None,
        help=Text("Виды, через запятую.", "Views, separated by commas.").get(lang),
    )
    @click.option(
        "--scenario",
        "scenarios",
        multiple=True,
        metavar=Text("ФАЙЛ", "FILE").get(lang),
        help=Text(
            "Вместо автомата нарисовать розыгрыш: ход по дорожкам, очередь и стек во времени. Можно повторять.",
            "Instead of the machine draw a play: a sequence chart, queue and stack over time. May be repeated.",
        ).get(lang),
    )
    @click.option(
        "--check",
        is_flag=True,
        help=Text("Только проверить, не устарели ли рисунки.", "Only check whether the pictures are stale.").get(lang),
    )
    @shared_options(lang, with_lang=False)
    @click.pass_context
    def diagrams(
        ctx: click.Context,
        out: str,
        langs: tuple[str, ...],
        formats: tuple[str, ...],
        views: tuple[str, ...] | None,
        scenarios: tuple[str, ...],
        check: bool,
    ) -> int:
        if scenarios:
            others = ("--view", "--check") if formats == ("svg",) else ("--view", "--check", "--format")
            refuse_options(ctx, lang, given_options(ctx, *others), _A_PLAY)
            return _draw_scenarios(scenarios, chosen_readings(ctx), chosen_profile(ctx), Path(out), langs, lang)
        from berserk_fsm.diagrams.render import check_diagrams, check_gallery, write_diagrams, write_gallery
        from berserk_fsm.diagrams.views import views_of
        from berserk_fsm.machine.build import build_specification
        from berserk_fsm.rules.readings import Readings

        try:
            specification = build_specification(chosen_profile(ctx), Readings.from_mapping(chosen_readings(ctx)))
            every = views_of(specification)
            views = every if views is None else views
            # The page about all pictures goes with all of them.
            whole = (langs, formats, views) == (LANGS, FORMATS, every)
            if check:
                stale = check_diagrams(specification, Path(out), langs, formats, views)
                if whole:
                    stale += check_gallery(specification, Path(out))
                for one in stale:
                    print_error(one_line(one.text(lang)))
                return int(bool(stale))
            with progress_bar(len(langs) * len(views), Text("рисуется", "drawing").get(lang)) as advance:
                written = write_diagrams(specification, Path(out), langs, formats, views, progress=advance)
            if whole:
                written += write_gallery(specification, Path(out))
            for path in written:
                print_out(one_line(str(path)))
        except BerserkError as error:
            print_error(one_line(error.text(lang)))
            return 2
        return 0

    return diagrams


def names_apart(files: Sequence[str]) -> dict[str, str]:
    """What is made of each file is called after it; with as many of its folders as tell it from the others.

    Args:
        files: names of files; one that is given twice counts once.

    >>> names_apart(["a/x.yaml", "a/y.yaml", "b/x.yaml", "a/x.yaml"])
    {'a/x.yaml': 'a-x', 'a/y.yaml': 'y', 'b/x.yaml': 'b-x'}
    >>> names_apart(["x.yaml", "X.yml"])
    {'x.yaml': 'x', 'X.yml': 'X-2'}
    """
    given: dict[Path, str] = {}
    for file in files:
        given.setdefault(Path(os.path.abspath(file)), file)
    alike: dict[str, list[Path]] = {}
    for path in given:
        alike.setdefault(_spelled(path.stem), []).append(path)
    wanted = {path: name for group in alike.values() for path, name in zip(group, _with_folders(group), strict=True)}
    used: set[str] = set()
    found: dict[str, str] = {}
    for path, file in given.items():
        numbered = (f"{wanted[path]}-{number}" if number > 1 else wanted[path] for number in count(1))
        found[file] = next(name for name in numbered if _spelled(name) not in used)
        used.add(_spelled(found[file]))
    return found


def _with_folders(paths: Sequence[Path]) -> list[str]:
    """The names of files with as few of their folders as tell them apart; without any where no folders do."""
    parts = [(*path.parent.parts[1:], path.stem) for path in paths]
    for most in range(1, max(map(len, parts)) + 1):
        names = ["-".join(one[-most:]) for one in parts]
        if len(set(map(_spelled, names))) == len(names):
            return names
    return [path.stem for path in paths]


def _spelled(name: str) -> str:
    """One for names that are the same file on some disks."""
    return unicodedata.normalize("NFC", name).casefold()


def _draw_scenarios(
    names: Sequence[str], readings: dict[str, str], profile: Profile | None, out: Path, langs: Sequence[str], lang: str
) -> int:
    """Write ``OUT/LANG/NAME-sequence.svg`` and ``-timeline.svg`` for each scenario; see :func:`names_apart`."""
    from berserk_fsm.diagrams.sequence import sequence_svg
    from berserk_fsm.diagrams.timeline import timeline_svg
    from berserk_fsm.files import write_whole
    from berserk_fsm.scenario.play import play_scenario
    from berserk_fsm.scenario.scenario import load_scenario

    code = 0
    for name, called in names_apart(names).items():
        try:
            turnout = play_scenario(load_scenario(name, readings, profile))
            for language in langs:
                folder = out / language
                folder.mkdir(parents=True, exist_ok=True)
                for kind, draw in (("sequence", sequence_svg), ("timeline", timeline_svg)):
                    path = folder / f"{called}-{kind}.svg"
                    write_whole(path, draw(turnout, language).encode("utf-8"))
                    print_out(one_line(str(path)))
        except BerserkError as error:
            print_error(place_of(name, error, lang))
            code = 2
        except OSError as error:
            print_error(one_line(f"{error.filename or out}: {error.strerror}"))
            code = 2
    return code
