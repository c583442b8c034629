"""``berserk-fsm readings --diff``: what another answer changes, in words or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from berserk_fsm.citing import citation_text, refused_by
from berserk_fsm.commands.terminal import Sheet, make_console, one_line, print_error, print_out
from berserk_fsm.compare.comparison import LIMIT, Comparison
from berserk_fsm.compare.outcomes import outcome_of
from berserk_fsm.compare.shortest import changed_readings, found_text, situation_words
from berserk_fsm.compare.tables import Size
from berserk_fsm.compare.telling import RowGroup, difference_json, outcomes_json, row_groups, shortest_json
from berserk_fsm.explore.telling import refusal_words
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Expect, Refuse, Scenario
from berserk_fsm.scenario.sentences import say
from berserk_fsm.scenario.writing import dump_scenario, item_text

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Call, Refusal
    from berserk_fsm.rules.profiles import Profile
    from berserk_fsm.scenario.play import Turnout

__all__ = ["tell_difference"]


def tell_difference(
    before: Readings,
    after: Readings,
    profile: Profile,
    lang: str,
    *,
    as_json: bool = False,
    out: str | None = None,
    picture: str | None = None,
) -> int:
    """Tell what changes, and write what is asked for.

    Args:
        before: the readings before.
        after: the readings after.
        profile: phases and steps.
        lang: ``"ru"``; anything else is English.
        as_json: one object instead of words.
        out: where to write the shortest scenario.
        picture: where to draw the two machines.

    Returns:
        the exit code: 0, or 2 if a file cannot be written.
    """
    with _progress(lang) as progress:
        compared = Comparison(before, after, profile, progress=progress, lang=lang)
        telling = None if as_json else _Telling(compared, lang)
        if telling is not None:
            # Before the search, which may take a while: whoever ends it has seen the rest.
            telling.lay_out()
        _ = compared.shortest
    if telling is None:
        # Escapes are right in every encoding, and no one reads this aloud.
        print_out(json.dumps(_plain(compared)))
    else:
        telling.shortest()
    problems = list(_write(compared, out, picture, lang))
    for problem in problems:
        print_error(one_line(problem))
    return 2 if problems else 0


def _plain(compared: Comparison) -> dict[str, Any]:
    shortest = compared.shortest
    return {
        "profile": compared.profile.id,
        "before": compared.before.as_dict(),
        "after": compared.after.as_dict(),
        **difference_json(compared.difference, *compared.machines),
        "properties": {
            "may_fail": [one.id for one in compared.may_fail],
            "must_hold": [one.id for one in compared.must_hold],
        },
        "scenarios": outcomes_json(compared.outcomes),
        "shortest": None if shortest is None else shortest_json(*shortest),
    }


# --- files -----------------------------------------------------------------------------------------------------------


def _write(compared: Comparison, out: str | None, picture: str | None, lang: str) -> Iterator[str]:
    """Write the files; what could not be written, in words."""
    if out is not None:
        shortest = compared.shortest
        if shortest is None:
            nothing = Text("писать нечего: прочтения не расходятся", "nothing to write: the readings do not part")
            yield f"{out}: {nothing.get(lang)}"
        else:
            text = found_text(*shortest, compared.before, compared.after, lang, one_line(Path(out).name))
            yield from _written(out, text.encode("utf-8"), lang)
    if picture is not None:
        from berserk_fsm.diagrams.difference_picture import difference_picture

        drawn = difference_picture(*compared.machines, lang, _format_of(picture))
        yield from _written(picture, drawn.encode("utf-8") if isinstance(drawn, str) else drawn, lang)


def _format_of(path: str) -> str:
    return Path(path).suffix.removeprefix(".").lower() or "svg"


def _written(path: str, data: bytes, lang: str) -> Iterator[str]:
    from berserk_fsm.files import write_whole

    try:
        write_whole(Path(path), data)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        yield Text(f"{path}: файл не записывается ({reason})", f"{path}: the file cannot be written ({reason})").get(
            lang
        )


@contextmanager
def _progress(lang: str) -> Iterator[Callable[[int, Size], None] | None]:
    """On a terminal: how many tables were looked at, and how large they are now."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    said = Text(
        "ищем самый маленький стол: {tables}, игродействий {actions}, признаков {features}",
        "looking for the smallest table: {tables}, actions {actions}, features {features}",
    ).get(lang)
    bar = Progress(TextColumn("{task.description}"), TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=None)

    def show(tables: int, size: Size) -> None:
        # Not before there is something to tell: what is printed meanwhile would be in its way.
        bar.start()
        bar.update(task, description=said.format(tables=tables, actions=size.actions, features=size.features))

    try:
        yield show
    finally:
        bar.stop()


# --- words -----------------------------------------------------------------------------------------------------------

_HEADINGS: Mapping[str, Text] = {
    "added": Text("Новые переходы", "New transitions"),
    "removed": Text("Переходы, которых больше нет", "Transitions that are gone"),
    "changed": Text("Изменённые переходы", "Changed transitions"),
}


class _Telling:
    """A comparison in words."""

    def __init__(self, compared: Comparison, lang: str) -> None:
        from berserk_fsm.diagrams.words import rule_words

        self.compared = compared
        self.lang = lang
        self.sheet = Sheet(make_console())
        self.words = rule_words(compared.profile)

    def lay_out(self) -> None:
        """Print all of it that needs no search."""
        self.questions()
        if self.compared.difference.is_empty:
            self.say("Ничего не меняется.", "Nothing changes.")
            return
        self.rows()
        self.states()
        self.refusals()
        self.properties()
        self.scenarios()

    def say(self, ru: str, en: str, clauses: Sequence[str] = (), indent: int = 0, style: str = "") -> None:
        """A line in the language of the report."""
        self.sheet.line(Text(ru, en).get(self.lang), clauses, indent=indent, style=style)

    def heading(self, text: Text) -> None:
        """The head of a part."""
        self.sheet.gap()
        self.sheet.line(text.get(self.lang), style="bold")

    def questions(self) -> None:
        """What is asked, and the two answers."""
        from berserk_fsm.rules.profiles import default_profile

        compared, definitions = self.compared, reading_definitions()
        if compared.profile != default_profile():
            name = compared.profile.name
            self.say(f"Профиль: {name.ru}", f"Profile: {name.en}", compared.profile.source)
        changed = changed_readings(compared.before, compared.after)
        for id, (was, now) in changed.items():
            definition = definitions[id]
            self.sheet.line(definition.question.get(self.lang), definition.clauses, style="bold")
            for note, value in ((Text("было", "before"), was), (Text("стало", "after"), now)):
                self.sheet.line(f"{note.get(self.lang)}: {id}={value}", indent=4, style="cyan")
                self.sheet.line(definition.option(value).text.get(self.lang), indent=8)
        others = {id: value for id, value in compared.before.non_default().items() if id not in changed}
        if others:
            listed = ", ".join(f"{id}={value}" for id, value in others.items())
            self.say(f"В обоих случаях: {listed}.", f"In both cases: {listed}.")

    # --- the machine ---

    def rows(self) -> None:
        """Transitions, by what became of them, what they are and where they lie."""
        found: dict[str, list[RowGroup]] = {}
        for group in row_groups(self.compared.difference, *self.compared.machines):
            found.setdefault(group.change, []).append(group)
        for change, groups in found.items():
            heading, count = _HEADINGS[change], sum(group.count for group in groups)
            self.heading(Text(f"{heading.ru}: {count}", f"{heading.en}: {count}"))
            for group in groups:
                self.row_group(group)

    def row_group(self, group: RowGroup) -> None:
        """Transitions of one kind that changed alike."""
        times = f" ×{group.count}" if group.count > 1 else ""
        self.sheet.line(group.label.get(self.lang) + times, group.clauses, indent=4)
        phases = [phase.get(self.lang) for phase in group.phases]
        places = [place.get(self.lang) for place in group.places]
        where = Text("все фазы", "all phases").get(self.lang) if not phases else ", ".join(phases)
        self.say(f"где: {where}; {', '.join(places)}", f"where: {where}; {', '.join(places)}", indent=8, style="dim")
        for ru, en, calls, words in (
            ("больше не требуется", "no longer required", group.guards_gone, self.words.of_guard),
            ("теперь требуется", "required now", group.guards_new, self.words.of_guard),
            ("больше не происходит", "no longer done", group.effects_gone, self.words.of_effect),
            ("теперь происходит", "done now", group.effects_new, self.words.of_effect),
        ):
            if calls:
                told = self.calls(calls, words)
                self.say(f"{ru}: {told}", f"{en}: {told}", indent=8)
        if group.target is not None:
            self.say(f"теперь ведёт сюда: {group.target.ru}", f"leads now to: {group.target.en}", indent=8)

    def calls(self, calls: Iterable[Call], words: Callable[[Call, str], str]) -> str:
        """Guards or effects, one after another."""
        return "; ".join(words(call, self.lang) for call in calls)

    def states(self) -> None:
        """States that came or went, those called the same in one line."""
        found = self.compared.difference
        for heading, states in (
            (Text("Новые состояния", "New states"), found.states_added),
            (Text("Состояния, которых больше нет", "States that are gone"), found.states_removed),
            (Text("Изменённые состояния", "Changed states"), tuple(after for _, after in found.states_changed)),
        ):
            if not states:
                continue
            self.heading(Text(f"{heading.ru}: {len(states)}", f"{heading.en}: {len(states)}"))
            counts: dict[tuple[str, tuple[str, ...]], int] = {}
            for state in states:
                called = state.name.get(self.lang), state.clauses
                counts[called] = counts.get(called, 0) + 1
            for (name, clauses), count in counts.items():
                self.sheet.line(f"{name} ×{count}" if count > 1 else name, clauses, indent=4)

    def refusals(self) -> None:
        """Refusals that came, went or changed."""
        found = self.compared.difference
        if not (found.refusals_added or found.refusals_removed or found.refusals_changed):
            return
        self.heading(Text("Отказы", "Refusals"))
        for refusal in found.refusals_added:
            self.refusal(Text("новый", "new"), refusal)
        for refusal in found.refusals_removed:
            self.refusal(Text("больше не бывает", "no longer given"), refusal)
        for was, now in found.refusals_changed:
            if was == now:
                self.refusal(Text("другое место по порядку", "another place in the order"), now)
                continue
            self.refusal(Text("было", "before"), was)
            self.refusal(Text("стало", "after"), now)

    def refusal(self, note: Text, refusal: Refusal) -> None:
        """One refusal."""
        sentence = refusal_words(refusal.sentence)
        self.say(
            f"{note.ru}: {sentence.ru}",
            f"{note.en}: {sentence.en}",
            (citation_text(refusal.clause, self.lang),),
            indent=4,
        )

    def properties(self) -> None:
        """Properties that follow from one of the two only."""
        for heading, words in (
            (
                Text("Свойства, которые теперь могут и не выполняться", "Properties that may fail now"),
                self.compared.may_fail,
            ),
            (
                Text("Свойства, которые теперь обязаны выполняться", "Properties that must hold now"),
                self.compared.must_hold,
            ),
        ):
            if words:
                self.heading(heading)
            for one in words:
                self.sheet.line(one.sentence.get(self.lang), one.clauses, indent=4)

    # --- scenarios ---

    def scenarios(self) -> None:
        """The examples that come out otherwise."""
        outcomes = self.compared.outcomes
        self.heading(
            Text(
                f"Примеры, которые кончаются иначе: {len(outcomes)}",
                f"Examples that come out otherwise: {len(outcomes)}",
            )
        )
        for one in outcomes:
            self.sheet.line(one.name, indent=4)
            turnouts = ((Text("было", "before"), one.before), (Text("стало", "after"), one.after))
            if outcome_of(one.before).failure != outcome_of(one.after).failure:
                for note, turnout in turnouts:
                    told = self.outcome(turnout)
                    self.say(f"{note.ru}: {told}", f"{note.en}: {told}", indent=8, style="dim")
                continue
            for side, (note, turnout) in enumerate(turnouts):
                values = {key: pair[side] for key, pair in one.differing.items()}
                told = self.situation(values, turnout.scenario.profile)
                self.say(f"{note.ru} в конце: {told}", f"{note.en}, at the end: {told}", indent=8, style="dim")

    def outcome(self, turnout: Turnout) -> str:
        """How a scenario turned out: the first item that does not hold, and what came instead."""
        failure = outcome_of(turnout).failure
        if failure is None:
            return Text("всё сошлось", "all holds").get(self.lang)
        played, profile = turnout.played[failure.step], turnout.scenario.profile
        if isinstance(played.item, Expect):
            # What is compared with no_facts are the facts there are.
            got = {"facts" if key == "no_facts" else key: value for key, value in failure.got.items()}
            want = self.situation(failure.want, profile)
            came = self.situation(got, profile)
            return Text(f"ожидалось — {want}; вышло — {came}", f"expected {want}; came out {came}").get(self.lang)
        if isinstance(played.item, Refuse):
            said, by = say(played.item.sentence, self.lang), refused_by(played.item.clause, self.lang)
            came = Text("не отказано", "it is not refused").get(self.lang)
            if played.refused is not None:
                came = played.refused.text(self.lang)
            return Text(
                f"«{said}» — ожидался отказ {by}; вышло — {came}",
                f"“{said}” was expected to be refused {by}; came out: {came}",
            ).get(self.lang)
        said = item_text(played.item, self.lang, profile)
        if played.refused is not None:
            why = played.refused.text(self.lang)
            return Text(f"«{said}» — отказ: {why}", f"“{said}” is refused: {why}").get(self.lang)
        return Text(f"не вышло «{said}»", f"“{said}” did not come out").get(self.lang)

    def situation(self, values: Mapping[str, Any], profile: Profile | None = None) -> str:
        """How things stand, in the words of a scenario file."""
        return situation_words(values, self.lang, profile or self.compared.profile)

    def shortest(self) -> None:
        """The smallest table, the shortest play, and what differs after it."""
        if self.compared.difference.is_empty:
            return
        shortest = self.compared.shortest
        self.heading(
            Text("Кратчайший розыгрыш, по которому видно разницу", "The shortest play that shows the difference")
        )
        if shortest is None:
            self.say(
                f"Среди первых {LIMIT} столов, от меньших к большим, такого нет. Может быть, при остальных прочтениях "
                "оба ответа значат одно и то же.",
                f"There is none on the first {LIMIT} tables, the smallest first. With the other readings as they are "
                "both answers may come to the same.",
                indent=4,
            )
            return
        scenario, parting = shortest
        for line in dump_scenario(_bare(scenario), self.lang).splitlines():
            self.sheet.line(line.lstrip(), indent=4 + len(line) - len(line.lstrip()))
        changed = changed_readings(self.compared.before, self.compared.after)
        when = Text("В конце", "At the end") if parting.decisions else Text("С самого начала", "From the very start")
        for side in (0, 1):
            chosen = ", ".join(f"{id}={values[side]}" for id, values in changed.items())
            told = self.situation({key: pair[side] for key, pair in parting.differing.items()})
            self.say(f"{when.ru} при {chosen}: {told}.", f"{when.en} with {chosen}: {told}.", indent=4)


def _bare(scenario: Scenario) -> Scenario:
    """Table and play alone."""
    return replace(scenario, title="", cites=())
