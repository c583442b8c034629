"""The stepper without a terminal: a session takes a line of text and answers with lines of text."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from berserk_fsm.citing import citation_text
from berserk_fsm.core.table import build_table
from berserk_fsm.core.values import Decision
from berserk_fsm.errors import Refused, SavingError
from berserk_fsm.game import Game
from berserk_fsm.rules.profiles import Profile, default_profile
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Item, Refuse, Say, Scenario
from berserk_fsm.scenario.play import Played
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.sentences import Sentence, SentenceError, parse_player, parse_sentence
from berserk_fsm.scenario.template import template
from berserk_fsm.scenario.writing import item_text
from berserk_fsm.stepper.answers import BLANK, Response, Shown, Style, cited, visible
from berserk_fsm.stepper.changes import micro_lines, record_lines
from berserk_fsm.stepper.commands import find_command
from berserk_fsm.stepper.names import find_name, not_understood, unknown_name
from berserk_fsm.stepper.saving import file_of, scenario_text, write_text
from berserk_fsm.stepper.telling import allowed_line, clause_lines, help_lines, outcome_lines
from berserk_fsm.stepper.view import choices, legal_lines, position_lines, state_lines
from berserk_fsm.stepper.walk import Numbered, Walk, giving_away

__all__ = ["LONGEST_LINE", "Session", "template_scenario"]

LONGEST_LINE = 2000
"""Longer lines are not read; no sentence needs so much."""


def template_scenario(
    lang: str, readings: Mapping[str, str] = MappingProxyType({}), profile: Profile | None = None
) -> Scenario:
    """The scenario the stepper starts from when no file is given.

    Args:
        lang: ``"ru"``; anything else is English.
        readings: readings that are not to be the default ones.
        profile: phases and steps; of any but the default profile there is the table alone, for the play speaks of the
            default steps.

    >>> template_scenario("en").title
    'A blocked strike is still paid for'
    """
    scenario = parse_scenario(template(lang), "template", readings)
    if profile is None or profile == scenario.profile:
        return scenario
    table = scenario.table
    actions = (action for name, action in table.actions.items() if not table.rolls(name))
    start = replace(table.start, phase=profile.usual_phase)
    table = build_table(actions, table.rule_effects.values(), start, profile=profile)
    return replace(scenario, table=table, play=(), profile=profile)


class Session:
    """One person stepping through one game.

    Args:
        game: the game; what has been decided in it counts as said here.
        lang: the language of the answers; both are understood.
        scenario: the file the game is from; its play can be walked through with ``next``.

    >>> from berserk_fsm import Action
    >>> session = Session(Game([Action("M", by="A", speed="slow")]), "en")
    >>> print(session.respond("B passes").text)
    B does not have priority; A has it. [303.1]
    >>> session.respond("1").done, session.game.state.queue[0].name
    (False, 'M')
    """

    def __init__(self, game: Game, lang: str = "ru", scenario: Scenario | None = None) -> None:
        self._game = game
        self._lang = lang
        self._scenario = scenario
        self._walk = Walk(game, scenario.play if scenario else ())
        self._starts_at_position = not game.history or game.history[0].decision is not None
        self._saved = tuple(self._walk.entries)
        self._micro = False
        self._refused: Refuse | None = None
        self._to_overwrite: Path | None = None
        self._commands: dict[str, Callable[[str], Response]] = {
            "back": self._back,
            "why": self._why,
            "next": self._next,
            "micro": self._toggle_micro,
            "legal": lambda _: Response(legal_lines(self._game, self._lang)),
            "state": lambda _: Response(state_lines(self._game, self._lang)),
            "position": lambda _: Response((Shown(self._game.position, "verbatim"),)),
            "history": self._history,
            "keep": self._keep,
            "save": self._save,
            "save!": lambda name: self._save(name, overwrite=True),
            "help": lambda _: Response(tuple(help_lines(self._lang))),
            "quit": lambda _: Response(self.farewell().lines, done=True),
        }

    @property
    def game(self) -> Game:
        """The game that is stepped through."""
        return self._game

    @property
    def prompt(self) -> str:
        """What a terminal shows before the cursor: who decides."""
        return f"{self._game.state.holder or '...'}> "

    def _outcome(self, played: Played) -> Iterable[Shown]:
        """What became of an item of the file."""
        return outcome_lines(played, self._lang, self._game.specification.profile)

    def _written(self, item: Item) -> str:
        """An item of play as it stands in a file."""
        return item_text(item, self._lang, self._game.specification.profile)

    # --- beginning and end -------------------------------------------------------------------------------------------

    def opening(self) -> Response:
        """What is shown before the first line is read."""
        lines = []
        if self._scenario is not None and self._scenario.title:
            lines.append(Shown(visible(self._scenario.title, 200), "title"))
        profile = self._game.specification.profile
        if profile != default_profile():
            lines.append(self._shown(f"Профиль: {profile.name.ru}", f"Profile: {profile.name.en}"))
        chosen = self._game.readings.non_default()
        if chosen:
            told = ", ".join(f"{id}={value}" for id, value in chosen.items())
            lines.append(self._shown(f"Прочтения не по умолчанию: {told}", f"Readings not the default: {told}"))
        lines.append(
            self._shown(
                "Введите номер или фразу. «почему ИМЯ» объяснит отказ, «назад» вернёт, «помощь» — все команды.",
                'Type a number or a sentence. "why NAME" explains, "back" takes back, "help" lists the commands.',
            )
        )
        if self._game.history:
            lines += [BLANK, *record_lines(self._game, self._game.history[-1:], self._lang)]
        return Response((*lines, BLANK, *self._view()))

    def farewell(self) -> Response:
        """What is shown at the end."""
        own = any(not entry.from_file for entry in self._walk.entries)
        if own and tuple(self._walk.entries) != self._saved:
            return self._told("До свидания. Розыгрыш не сохранён.", "Goodbye. The play was not saved.")
        return self._told("До свидания.", "Goodbye.")

    # --- a line ------------------------------------------------------------------------------------------------------

    def respond(self, line: str) -> Response:
        """Answer one line of input; every line has an answer and none raises."""
        line = line.strip("\ufeff").strip()
        agreed, self._to_overwrite = self._to_overwrite, None
        if len(line) > LONGEST_LINE:
            return self._no(
                f"Строка длиннее {LONGEST_LINE} знаков; ожидалась фраза, номер или команда.",
                f"The line is longer than {LONGEST_LINE} characters; expected a sentence, a number or a command.",
            )
        if not line:
            return self._step_on() if self._walk.is_half_done else Response(self._view())
        if number := re.fullmatch(r"([0-9]{1,6})[.)]?", line):
            return self._choose(int(number[1]))
        found = find_command(line)
        if found is not None:
            command, argument = found
            if command.id == "save":
                self._to_overwrite = agreed
            return self._commands[command.id](argument)
        try:
            sentence = self._exact(parse_sentence(line, self._game.table.actions))
        except SentenceError as error:
            told = not_understood(line, error, self._game.table)
            return self._no(told.ru, told.en)
        return sentence if isinstance(sentence, Response) else self._decide(sentence)

    def _choose(self, number: int) -> Response:
        if self._walk.is_half_done:
            return self._busy()
        offered = choices(self._game)
        if not 1 <= number <= len(offered):
            return self._no(
                f"Номера {number} нет; ожидалось от 1 до {len(offered)}.",
                f"There is no number {number}; expected 1 to {len(offered)}.",
            )
        return self._decide(offered[number - 1])

    def _exact(self, sentence: Sentence) -> Sentence | Response:
        """The sentence with the name as it stands on the table, or what to say when there is no such action."""
        if not isinstance(sentence, Decision) or sentence.name is None:
            return sentence
        name = find_name(sentence.name, self._game.table.actions)
        if name is not None:
            return sentence._replace(name=name)
        told = unknown_name(sentence.name, self._game.table.actions)
        return self._no(told.ru, told.en)

    # --- deciding ----------------------------------------------------------------------------------------------------

    def _decide(self, sentence: Sentence) -> Response:
        if self._walk.is_half_done:
            return self._busy(sentence)
        if self._micro:
            taken = self._walk.begin(sentence)
            if isinstance(taken, Refused):
                return self._no_because(sentence, taken)
            self._refused = None
            return self._after(self._told_micro(taken), hint=True)
        records = self._walk.decide(sentence)
        if isinstance(records, Refused):
            return self._no_because(sentence, records)
        self._refused = None
        return self._after(record_lines(self._game, records, self._lang))

    def _no_because(self, sentence: Sentence, refused: Refused) -> Response:
        """A refusal with its clause. It is remembered for ``keep``."""
        self._refused = Refuse(sentence, refused.clause) if self._game.settled else None
        cites = cited([citation_text(refused.clause, self._lang)])
        return Response((Shown(refused.reason(self._lang), "refused", cites),))

    def _busy(self, sentence: Sentence | None = None) -> Response:
        """Between micro-steps every decision is refused (302.8, 303.1)."""
        decision = sentence if isinstance(sentence, Decision) else giving_away(self._game)
        refused = self._game.refusal(decision)
        assert refused is not None, "between micro-steps nobody may decide"
        return Response((*self._no_because(decision, refused).lines, self._micro_hint()))

    # --- micro-steps -------------------------------------------------------------------------------------------------

    def _toggle_micro(self, _: str) -> Response:
        self._micro = not self._micro
        if self._micro:
            return self._told(
                "Микрошаги включены: после решения игрока Enter делает по одному переходу автомата.",
                "Micro-steps on: after a player's decision, Enter takes one transition of the machine.",
            )
        off = self._shown("Микрошаги выключены.", "Micro-steps off.")
        if not self._walk.is_half_done:
            return Response((off,))
        taken = []
        while self._walk.is_half_done:
            taken.append(self._walk.step_on())
        return self._after((off, *self._told_micro(taken)))

    def _step_on(self) -> Response:
        return self._after(self._told_micro([self._walk.step_on()]))

    def _told_micro(self, taken: Iterable[Numbered]) -> tuple[Shown, ...]:
        return tuple(
            line for one in taken for line in micro_lines(self._game, one.decision, one.micro, one.number, self._lang)
        )

    def _micro_hint(self) -> Shown:
        return self._shown(
            "     Enter — следующий микрошаг, «назад» — снять решение, «шаги» — выполнить до конца.",
            '     Enter: next micro-step, "back": take the decision back, "micro": run to the end.',
            "faint",
        )

    # --- back and on -------------------------------------------------------------------------------------------------

    def _back(self, argument: str) -> Response:
        count = self._count(argument)
        if isinstance(count, Response):
            return count
        lines: list[Shown] = []
        for _ in range(count):
            item = self._walk.back()
            if item is None:
                break
            said = self._written(item)
            lines.append(self._shown(f"Возвращено: {said}", f"Taken back: {said}"))
        self._refused = None
        if not lines:
            return self._no("Это самое начало, возвращаться некуда.", "This is the very start.")
        return Response((*lines, BLANK, *self._view()))

    def _count(self, argument: str) -> int | Response:
        if not argument:
            return 1
        if re.fullmatch(r"[0-9]{1,4}", argument) and int(argument) > 0:
            return int(argument)
        shown = visible(argument)
        return self._no(f"«{shown}» — не число; ожидалось, например, 2.", f"“{shown}” is no number; expected e.g. 2.")

    def _next(self, argument: str) -> Response:
        count = self._count(argument)
        if isinstance(count, Response):
            return count
        if self._walk.is_half_done:
            return self._busy()
        if not self._walk.file:
            return self._no("В файле нет розыгрыша.", "The file has no play.")
        if self._walk.next_item is None:
            return self._no("Розыгрыш из файла закончен.", "The file's play is over.")
        lines: list[Shown] = []
        for _ in range(count):
            item = self._walk.next_item
            if item is None:
                break
            lines.append(Shown(f"> {self._written(item)}", "title"))
            if self._micro and isinstance(item, Say):
                response = self._decide(item.sentence)
                stuck = () if self._refused is None else (self._stuck(),)
                return Response((*lines, *response.lines, *stuck))
            place = self._walk.place
            played = self._walk.play_next()
            self._refused = None
            if self._walk.place == place:
                return Response((*lines, *self._outcome(played), self._stuck()))
            lines += (*self._told_records(played), *self._outcome(played))
        return self._after(tuple(lines))

    def _told_records(self, played: Played) -> tuple[Shown, ...]:
        """What an item of the file led to, in as much detail as the user wants."""
        if not self._micro:
            return record_lines(self._game, played.records, self._lang)
        return self._told_micro(
            Numbered(record.decision, number, micro)
            for record in played.records
            if record.decision is not None
            for number, micro in enumerate(record.micro_steps, start=1)
        )

    def _stuck(self) -> Shown:
        return self._shown(
            "Дальше по файлу отсюда не пройти; «назад» — вернуться.",
            'The file cannot go on from here; "back" goes back.',
            "faint",
        )

    # --- asking ------------------------------------------------------------------------------------------------------

    def _why(self, argument: str) -> Response:
        sentence = self._asked(argument)
        if isinstance(sentence, Response):
            return sentence
        refused = self._walk.refusal(sentence)
        if refused is None:
            return Response((allowed_line(self._game, sentence, self._lang),))
        no = self._no_because(sentence, refused)
        return Response((*no.lines, *clause_lines(refused.clause, self._lang)))

    def _asked(self, argument: str) -> Sentence | Response:
        """What is asked about: nothing said is giving priority away; a name, a number or a whole sentence."""
        if not argument:
            return giving_away(self._game)
        actions = self._game.table.actions
        name = find_name(argument, actions)
        if name is not None:
            return Decision("declare", actions[name].by, name)
        offered = choices(self._game)
        if re.fullmatch(r"[0-9]{1,6}", argument) and 1 <= int(argument) <= len(offered):
            return offered[int(argument) - 1]
        try:
            return self._exact(parse_sentence(argument, actions))
        except SentenceError as error:
            if parse_player(argument.split()[0]) is not None:
                return self._no(visible(error.text("ru"), 400), visible(error.text("en"), 400))
            told = unknown_name(argument, actions)
            return self._no(told.ru, told.en)

    def _history(self, _: str) -> Response:
        if not self._walk.entries:
            return self._told("Пока ничего не сделано.", "Nothing has been done yet.")
        failed = Text("— не так", "— not so").get(self._lang)
        return Response(
            tuple(
                Shown(f"{number:>3}. {self._written(entry.item)}", note="" if entry.holds else failed)
                for number, entry in enumerate(self._walk.entries, start=1)
            )
        )

    # --- keeping and saving ------------------------------------------------------------------------------------------

    def _keep(self, _: str) -> Response:
        if self._refused is None:
            return self._no(
                "В этом положении отказа ещё не было; ожидался отказ или «почему …».",
                'Nothing was refused in this position; expected a refusal or "why …".',
            )
        item, self._refused = self._refused, None
        self._walk.keep(item)
        said = self._written(item)
        return self._told(f"Внесено в сценарий: {said}", f"Noted in the scenario: {said}")

    def _save(self, argument: str, overwrite: bool = False) -> Response:
        agreed, self._to_overwrite = self._to_overwrite, None
        if not argument:
            return self._no(
                "Не сказано, в какой файл; ожидалось, например, «сохранить spor.yaml».",
                'The file is missing; expected e.g. "save dispute.yaml".',
            )
        if self._walk.is_half_done:
            return self._no(
                "Решение выполнено не до конца: сначала Enter до конца или «назад».",
                'The decision is half done: first Enter to the end, or "back".',
            )
        if self._starts_at_position:
            return self._no(
                "Игра начата не с начала, а с позиции: сохранить её можно только строкой («позиция»).",
                'The game began at a position, not at a start: it can only be kept as a line ("position").',
            )
        try:
            path = file_of(argument)
            shown = visible(str(path), 200)
            if os.path.lexists(path) and not overwrite and agreed != path:
                self._to_overwrite = path
                return self._told(
                    f"Файл {shown} уже есть. Чтобы записать поверх, повторите команду.",
                    f"{shown} exists. To write over it, repeat the command.",
                )
            items = [entry.item for entry in self._walk.entries if entry.holds]
            write_text(path, scenario_text(self._game, items, self._scenario, self._lang))
        except SavingError as error:
            return self._no(error.ru, error.en)
        self._saved = tuple(self._walk.entries)
        return self._told(
            f"Сохранено: {shown}. Проверено: сценарий разыгрывается и приводит сюда.",
            f"Saved: {shown}. Checked: the scenario plays and leads here.",
        )

    # --- showing -----------------------------------------------------------------------------------------------------

    def _after(self, lines: tuple[Shown, ...], hint: bool = False) -> Response:
        """What happened, then where that leads: the position, or the next micro-step."""
        if not self._walk.is_half_done:
            return Response((*lines, BLANK, *self._view()))
        return Response((*lines, self._micro_hint()) if hint else lines)

    def _view(self) -> tuple[Shown, ...]:
        lines = position_lines(self._game, self._lang)
        if self._walk.is_half_done:
            return (*lines, self._micro_hint())
        item = self._walk.next_item
        if item is None:
            return lines
        said = self._written(item)
        aside = Text(" (вы от него отошли)", " (you have left it)").get(self._lang) if self._walk.has_strayed else ""
        hint = f"«дальше» по файлу{aside}: {said}", f'"next" in the file{aside}: {said}'
        return (*lines, BLANK, self._shown(*hint, "faint"))

    def _shown(self, ru: str, en: str, style: Style = "plain") -> Shown:
        return Shown(Text(ru, en).get(self._lang), style)

    def _told(self, ru: str, en: str) -> Response:
        return Response((self._shown(ru, en),))

    def _no(self, ru: str, en: str) -> Response:
        return Response((self._shown(ru, en, "refused"),))
