"""``berserk-fsm explore``: everything both players may do at a table, and whether the properties hold in all of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from berserk_fsm.citing import citation_text
from berserk_fsm.commands.loading import ScenarioLoader, place_of, ready_or_file
from berserk_fsm.commands.options import (
    AnyFunction,
    BilingualCommand,
    Positive,
    chosen_profile,
    chosen_readings,
    given_options,
    machine_options,
    refuse_options,
    remark_options,
    shared_options,
)
from berserk_fsm.commands.terminal import Sheet, make_console, one_line, print_error, print_out
from berserk_fsm.diagrams.telling import in_russian
from berserk_fsm.errors import BerserkError, ExploreError
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.explore.report import Report, Verdict
    from berserk_fsm.explore.search import Progress
    from berserk_fsm.scenario.items import Scenario

__all__ = ["command"]

EXIT_INTERRUPTED = 130

_HELP = Text(
    ru="""Перебрать всё, что игроки могут сделать за столом из ФАЙЛА, и проверить свойства в каждой ситуации.

    ФАЙЛ — сценарий (его розыгрыш не нужен) или имя готового стола; без ФАЙЛА — перечень готовых столов. К свойствам
    правил добавляются записанные в файле под «всегда», «никогда» и «бывает». Для каждого нарушения даётся кратчайший
    розыгрыш, который к нему ведёт. Ctrl-C прерывает перебор и показывает, что уже известно.

    Код завершения: 0 — нарушений нет, 1 — есть, 2 — файл негоден.""",
    en="""Try everything the players may do at the table of FILE, and check the properties in every situation.

    FILE is a scenario (its play is not needed) or the name of a ready table; without FILE the ready tables are listed.
    Besides the properties of the rules those the file states under “always”, “never” and “sometimes” are checked. For
    each violation the shortest play that leads to it is shown. Ctrl-C ends the search and shows what is known so far.

    Exit code: 0 if nothing is violated, 1 if something is, 2 if the file is unusable.""",
)

_ONLY_A_LIST = Text(
    "без ФАЙЛА готовые столы только перечисляются; укажите ФАЙЛ или имя готового стола",
    "without FILE the ready tables are only listed; give FILE or the name of a ready table",
)


def _bound(
    lang: str, option: str, ru: str, en: str, default: int | None = None
) -> Callable[[AnyFunction], AnyFunction]:
    return click.option(
        option,
        type=Positive(lang),
        default=default,
        help=Text(ru, en).get(lang),
    )


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("explore", cls=BilingualCommand, lang=lang, help=_HELP.get(lang))
    @click.argument("file", required=False, metavar=Text("[ФАЙЛ]", "[FILE]").get(lang))
    @click.option("--json", "as_json", is_flag=True, help=Text("Один объект JSON.", "One JSON object.").get(lang))
    @_bound(lang, "--turns", "Сколько ходов перебирать; иначе один.", "How many turns; one unless said.", 1)
    @_bound(
        lang,
        "--max-states",
        "Не искать дальше, когда найдено столько ситуаций.",
        "Search no further once so many situations are known.",
    )
    @_bound(lang, "--depth", "Не больше стольких решений подряд.", "No more decisions in a row than so many.")
    @_bound(lang, "--processes", "Сколько процессов делят работу.", "How many processes share the work.", 1)
    @click.option(
        "--counterexamples",
        metavar=Text("КАТАЛОГ", "DIR").get(lang),
        help=Text(
            "Записать розыгрыш каждого нарушения сценарием и рисунками.",
            "Write the play of each violation as a scenario, with pictures.",
        ).get(lang),
    )
    @click.option(
        "--graph",
        metavar=Text("РИСУНОК", "OUT").get(lang),
        help=Text(
            "Нарисовать все ситуации небольшого стола и решения между ними (SVG, PNG или PDF).",
            "Draw all situations of a small table and the decisions between them (SVG, PNG or PDF).",
        ).get(lang),
    )
    @click.option(
        "--all",
        "in_full",
        is_flag=True,
        help=Text("Перечислить всё, чего не случилось.", "List everything that never happened.").get(lang),
    )
    @shared_options(lang)
    @click.pass_context
    def explore(
        ctx: click.Context,
        file: str | None,
        as_json: bool,
        turns: int,
        max_states: int | None,
        depth: int | None,
        processes: int,
        counterexamples: str | None,
        graph: str | None,
        in_full: bool,
    ) -> int:
        from berserk_fsm.explore.claims import claims_of
        from berserk_fsm.explore.exploring import explore as search
        from berserk_fsm.explore.model import Model

        if file is None:
            refuse_options(ctx, lang, given_options(ctx), _ONLY_A_LIST)
            remark_options(lang, machine_options(ctx), _ONLY_A_LIST)
            _list_tables(lang)
            return 0
        wrong = _wrong_target(graph, counterexamples) or _wrong_processes(processes)
        if wrong is not None:
            ctx.fail(wrong.get(lang))
        try:
            scenario = ScenarioLoader(chosen_readings(ctx), chosen_profile(ctx))(ready_or_file(file))
            model = Model.of_scenario(scenario)
            with _progress(lang) as progress:
                report = search(
                    model,
                    turns=turns,
                    max_states=max_states,
                    depth=depth,
                    claims=claims_of(scenario, model),
                    processes=processes,
                    progress=progress,
                )
        except BerserkError as error:
            print_error(place_of(file, error, lang))
            return 2
        # What cannot be written must not cost the report: the search may have taken long.
        failed: list[BerserkError] = []
        written: dict[str, Path] = {}
        try:
            if counterexamples is not None:
                written = _write_plays(Path(counterexamples), report, lang)
            if graph is not None:
                _write_graph(Path(graph), report, depth, lang)
        except BerserkError as error:
            failed.append(error)
        if as_json:
            _print_json(scenario, report)
        else:
            _Telling(scenario, report, written, in_full, lang).lay_out()
        for problem in failed:
            print_error(one_line(problem.text(lang)))
        if failed:
            return 2
        if report.stopped_by == "interrupt":
            return EXIT_INTERRUPTED
        return 0 if report.ok else 1

    return explore


def _wrong_target(graph: str | None, counterexamples: str | None) -> Text | None:
    """Why nothing could be written there, before anything is searched; a folder that is missing will be made."""
    from berserk_fsm.diagrams.render import ENDINGS, FORMATS

    if counterexamples is not None:
        folder = Path(counterexamples)
        if folder.suffix in (".yaml", ".yml", ".svg") or (folder.exists() and not folder.is_dir()):
            return Text(
                f"--counterexamples: {folder} — не каталог; ожидался каталог, в котором будут файлы",
                f"--counterexamples: {folder} is no folder; expected one, for the files are put into it",
            )
    if graph is not None:
        known = tuple(dict.fromkeys((*FORMATS, *ENDINGS.values())))
        if Path(graph).suffix.removeprefix(".").lower() not in known or Path(graph).is_dir():
            endings = ", ".join(f".{ending}" for ending in known)
            return Text(
                f"--graph: {graph} — не имя рисунка; ожидалось имя с окончанием {endings}",
                f"--graph: {graph} is no name of a picture; expected a name that ends in {endings}",
            )
    return None


def _wrong_processes(processes: int) -> Text | None:
    from berserk_fsm.explore.parallel import MAX_PROCESSES

    if processes <= MAX_PROCESSES:
        return None
    return Text(
        f"--processes: {processes} — слишком много; ожидалось не больше {MAX_PROCESSES}",
        f"--processes: {processes} is too many; expected at most {MAX_PROCESSES}",
    )


@contextmanager
def _progress(lang: str) -> Iterator[Callable[[Progress], None] | None]:
    """On a terminal: how many situations are known, and how many of them are still to be looked at."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    said = Text(
        "ситуаций {states}, решений подряд {depth}, ждут {waiting}",
        "situations {states}, decisions in a row {depth}, waiting {waiting}",
    ).get(lang)
    columns = (BarColumn(bar_width=20), TextColumn("{task.description}"), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(now: Progress) -> None:
            known = now._asdict()
            bar.update(
                task,
                total=known["states"],
                completed=known["states"] - known["waiting"],
                description=said.format(**{key: f"{value:_}".replace("_", "\u00a0") for key, value in known.items()}),
            )

        yield show


def _print_json(scenario: Scenario, report: Report) -> None:
    from berserk_fsm.explore.telling import report_json

    # Escapes are right in every encoding, and no one reads this aloud.
    print_out(json.dumps({"scenario": scenario.where, **report_json(report)}))


def _list_tables(lang: str) -> None:
    from berserk_fsm.explore.ready_tables import ready_tables
    from berserk_fsm.scenario.scenario import load_scenario

    sheet = Sheet(make_console())
    sheet.line(Text("Готовые столы: berserk-fsm explore ИМЯ", "Ready tables: berserk-fsm explore NAME").get(lang))
    for name, path in ready_tables().items():
        scenario = load_scenario(str(path))
        sheet.line(name, scenario.cites, indent=4, style="bold", more=f"  {scenario.title}")


def _write_graph(path: Path, report: Report, depth: int | None, lang: str) -> None:
    from berserk_fsm.diagrams.reachable_picture import reachable_picture

    violations = [verdict.violation for verdict in report.violations if verdict.violation is not None]
    format = path.suffix.removeprefix(".").lower()
    picture = reachable_picture(report.model, lang, format, violations, report.turns, depth)
    _write(path, picture.encode("utf-8") if isinstance(picture, str) else picture)


def _write_plays(folder: Path, report: Report, lang: str) -> dict[str, Path]:
    """Write the play of each violation and its pictures; where the play is, by property."""
    from berserk_fsm.explore.counterexample import (
        counterexample_pictures,
        counterexample_scenario,
        write_counterexample,
    )

    written = {}
    for verdict in report.violations:
        if verdict.violation is None:
            continue
        path = written[verdict.id] = write_counterexample(folder, verdict, report.model, lang)
        pictures = counterexample_pictures(counterexample_scenario(verdict, report.model, lang=lang), lang)
        for name, picture in pictures._asdict().items():
            _write(path.with_name(f"{path.stem}-{name}.svg"), picture.encode("utf-8"))
    return written


def _write(path: Path, data: bytes) -> None:
    """Write a file as a whole; its folder is made if it is missing."""
    from berserk_fsm.files import write_whole

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ExploreError(f"{path}: cannot be written: {reason}", f"{path}: не записывается: {reason}") from None


class _Telling:
    """A report in words."""

    def __init__(self, scenario: Scenario, report: Report, written: dict[str, Path], in_full: bool, lang: str) -> None:
        self.scenario = scenario
        self.report = report
        self.written = written
        self.in_full = in_full
        self.lang = lang
        self.sheet = Sheet(make_console())

    def lay_out(self) -> None:
        """Print it."""
        self.heading()
        self.counts()
        self.verdicts()
        self.nevers()

    def say(
        self, ru: str, en: str, clauses: Sequence[str] = (), indent: int = 0, mark: str = "", style: str = ""
    ) -> None:
        """A line in the language of the report."""
        self.sheet.line(Text(ru, en).get(self.lang), clauses, indent=indent, mark=mark, style=style)

    def number(self, value: int) -> str:
        """A number with its thousands set apart."""
        return f"{value:_}".replace("_", "\u00a0")

    def heading(self) -> None:
        """What was explored."""
        from berserk_fsm.rules.profiles import default_profile
        from berserk_fsm.rules.readings import reading_definitions
        from berserk_fsm.scenario.doubts import doubts

        scenario, readings = self.scenario, self.report.model.specification.readings
        profile = self.report.model.specification.profile
        self.sheet.line(scenario.title or scenario.where, scenario.cites, style="bold")
        if scenario.title:
            self.sheet.line(scenario.where, style="dim")
        if profile != default_profile():
            self.say(f"Профиль. {profile.name.ru}.", f"Profile. {profile.name.en}.", profile.source)
        for doubt in doubts(scenario):
            self.say(f"Проверьте: {doubt.ru}", f"Please check: {doubt.en}", style="yellow")
        for id, value in readings.as_dict().items():
            definition = reading_definitions()[id]
            if value != definition.default:
                answer = next(option.text for option in definition.options if option.value == value)
                self.say(
                    f"Прочтение. {definition.question.ru} {answer.ru}",
                    f"Reading. {definition.question.en} {answer.en}",
                    definition.clauses,
                )

    def counts(self) -> None:
        """How much was looked at, and whether that was all."""
        report = self.report
        states, micro = self.number(report.states), self.number(report.micro_states)
        decisions, depth = self.number(report.transitions), report.depth
        far = in_russian(depth, "решении", "решениях", "решениях")
        self.sheet.gap()
        self.say(
            f"Ситуаций, в которых решает игрок: {states}; всего ситуаций, считая промежуточные: {micro}; решений: "
            f"{decisions}; самая далёкая ситуация — в {depth} {far} от начала. Время: {report.seconds:.1f} с.",
            f"Situations in which a player decides: {states}; with those in between: {micro}; decisions: {decisions}; "
            f"the farthest is {depth} decision{'' if depth == 1 else 's'} away. Time: {report.seconds:.1f} s.",
        )
        failed = [verdict for verdict in report.violations if verdict.follows]
        meant, asked = len(report.violations) - len(failed), len(report.verdicts)
        told = []
        if failed:
            told.append(Text(f"нарушено: {len(failed)}", f"violated: {len(failed)}"))
        if meant:
            told.append(Text(f"не выполнено из-за прочтения: {meant}", f"not so by the reading chosen: {meant}"))
        if not told:
            none = Text("нарушений пока нет", "none is violated so far")
            told.append(Text("все выполнены", "all hold") if report.complete else none)
        self.say(
            f"Свойств: {asked}; {'; '.join(one.ru for one in told)}.",
            f"Properties: {asked}; {'; '.join(one.en for one in told)}.",
            style="bold red" if failed else "bold yellow" if meant else "",
        )
        if report.complete:
            turns = Text("до конца хода", "to the end of the turn")
            if report.turns > 1:
                turns = Text(f"ходов: {report.turns}", f"turns: {report.turns}")
            self.say(f"Просмотрено всё ({turns.ru}).", f"Everything was looked at ({turns.en}).")
            return
        why = {
            "max_states": Text("достигнуто --max-states", "--max-states was reached"),
            "depth": Text("достигнуто --depth", "--depth was reached"),
            "interrupt": Text("прервано", "interrupted"),
        }[report.stopped_by or ""]
        self.say(f"Просмотрено не всё: {why.ru}.", f"Not everything was looked at: {why.en}.", style="yellow")

    def verdicts(self) -> None:
        """The properties: what fails in full, what holds in a line each."""
        self.sheet.gap()
        self.say("Свойства", "Properties", style="bold")
        for verdict in self.report.verdicts:
            if verdict.holds is None and not verdict.violation:
                continue
            mark = "holds" if verdict.holds else "fails"
            style = "" if verdict.holds else "bold red" if verdict.follows else "bold yellow"
            self.sheet.line(verdict.sentence.get(self.lang), verdict.clauses, indent=4, mark=mark, style=style)
            if not verdict.holds:
                self.violation(verdict)
            elif verdict.vacuous:
                self.say(
                    "Пусто: ситуаций, о которых здесь сказано, за этим столом не бывает.",
                    "Empty: the situations it speaks of never come about at this table.",
                    indent=8,
                    style="yellow",
                )
        open_ = sum(verdict.holds is None for verdict in self.report.verdicts)
        if open_:
            self.say(
                f"Об остальных ({open_}) пока неизвестно: нарушений среди просмотренного нет.",
                f"The others ({open_}) are not known yet: nothing that was looked at violates them.",
                indent=4,
                style="yellow",
            )

    def violation(self, verdict: Verdict) -> None:
        """The shortest play that leads to a violation."""
        from berserk_fsm.scenario.sentences import say

        if not verdict.follows:
            self.say(
                "При выбранном прочтении так и должно быть: это его следствие.",
                "With the reading chosen this is as it should be: it is what the reading brings about.",
                indent=8,
            )
        if verdict.violation is None:
            self.say("Этого ни разу не случилось.", "This never happened.", indent=8)
            return
        if not verdict.violation.decisions:
            self.say("Уже в начале игры.", "At the very start of the game.", indent=8)
        else:
            self.say("Кратчайший розыгрыш:", "The shortest play:", indent=8)
        for decision in verdict.violation.decisions:
            self.sheet.line(say(decision, self.lang), indent=12)
        if verdict.id in self.written:
            where = self.written[verdict.id]
            self.say(f"Записан: {where}", f"Written to {where}", indent=8, style="dim")

    def nevers(self) -> None:
        """What never happened at this table."""
        from berserk_fsm.explore.telling import guard_words, refusal_words

        report, lang = self.report, self.lang
        specification = report.model.specification
        self.sheet.gap()
        if report.complete:
            self.say("Чего за этим столом не бывает", "What never happens at this table", style="bold")
        else:
            self.say("Чего пока не случилось", "What has not happened so far", style="bold")
        rows = [specification.row_by_id[id] for id in report.never_taken]
        refusals = [refusal for refusal in specification.refusals if refusal.id in report.never_given]
        kinds = {
            "phase": Text("окно фазы", "window of a phase"),
            "step": Text("окно этапа", "window of a step"),
            "removal": Text("окно после удаления", "window after a removal"),
            "off_stack": Text("окно после оплаты", "window after a payment"),
        }
        self.never(
            Text("Переходы", "Transitions"),
            len(specification.rows),
            [(row.label.get(lang), row.clauses, self.place(row.source)) for row in rows],
        )
        self.never(
            Text("Отказы", "Refusals"),
            len(specification.refusals),
            [
                (refusal_words(refusal.sentence).get(lang), (citation_text(refusal.clause, lang),), "")
                for refusal in refusals
            ],
        )
        for words, guards in (
            (Text("Условия, которые ни разу не выполнены", "Conditions that never held"), report.never_true),
            (Text("Условия, которые выполнены всегда", "Conditions that always held"), report.never_false),
        ):
            self.never(words, None, [(guard_words(guard, specification.profile).get(lang), (), "") for guard in guards])
        opened = [kinds[kind].get(lang) if kind in kinds else kind for kind in report.never_opened]
        self.never(Text("Окна", "Windows"), None, [(kind, (), "") for kind in opened])

    def place(self, path: str) -> str:
        """Where a state of the machine lies, by the names of what is around it; the turn is around everything."""
        states = self.report.model.specification.states
        around = [states[at].name.get(self.lang) for at in self.report.model.specification.ancestors(path)]
        return " ‹ ".join(around[:-1] if len(around) > 1 else around)

    def never(self, words: Text, of: int | None, items: Sequence[tuple[str, Sequence[str], str]]) -> None:
        """One kind of things that never happened: how many, and with ``--all`` which."""
        total = "" if of is None else Text(f" из {of}", f" of {of}").get(self.lang)
        self.sheet.line(f"{words.get(self.lang)}: {len(items)}{total}", indent=4)
        if self.in_full:
            for text, clauses, place in items:
                self.sheet.line(f"{text} · {place}" if place else text, clauses, indent=8)
