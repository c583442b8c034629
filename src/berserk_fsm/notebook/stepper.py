"""The stepper of the notebooks: buttons for what may be done, the reason for what may not, back, forward, lines."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from berserk_fsm import yaml_text
from berserk_fsm.core.values import Decision, Player
from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.pool import side_by_side
from berserk_fsm.diagrams.trace_page_svg import shown
from berserk_fsm.display import STYLE, cards_html, game_html, game_text, machine_html, priority_html, record_html
from berserk_fsm.display.machine import SMALL_VIEWS, small_picture
from berserk_fsm.errors import BerserkError, Refused, SavingError
from berserk_fsm.game import Game
from berserk_fsm.language import language_of_environment
from berserk_fsm.notebook import files, tree
from berserk_fsm.notebook.explaining import pages_about
from berserk_fsm.notebook.messages import read_message
from berserk_fsm.notebook.moment_view import checks, history, sides, spoken
from berserk_fsm.notebook.rendering import region
from berserk_fsm.rules.clauses import is_citation
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import Scenario
from berserk_fsm.scenario.scenario import load_scenario
from berserk_fsm.stepper import template_scenario
from berserk_fsm.stepper.answers import visible
from berserk_fsm.stepper.names import find_name, unknown_name
from berserk_fsm.stepper.saving import file_of, write_text
from berserk_fsm.stepper.walk import giving_away

if TYPE_CHECKING:
    from berserk_fsm.notebook.widget import StepperWidget

__all__ = ["Stepper"]

_INSTALL = Text(
    'Кнопки появятся, если установить: %pip install "berserk-fsm[notebook]". Без них работают методы: '
    "declare(имя), pass_priority(), back(), forward(), go(шаг), branch(линия), save(файл), load(текст).",
    'For buttons install: %pip install "berserk-fsm[notebook]". Without them there are the methods declare(name), '
    "pass_priority(), back(), forward(), go(step), branch(line), save(file), load(text).",
)

_NOTHING = Text("", "")


@dataclass(frozen=True, slots=True)
class _Notice:
    """What is said of the last thing that was asked for.

    Args:
        text: what; empty: nothing.
        wrong: was it not done?
        refused: the refusal, if the rules are why.
        of_files: does it belong beside the texts: something was saved, or could not be opened?
    """

    text: Text = _NOTHING
    wrong: bool = False
    refused: Refused | None = None
    of_files: bool = False

    def shown(self, lang: str) -> dict[str, Any]:
        """What a template needs of it; nothing is repeated that a button to a clause says."""
        clause = self.refused.clause if self.refused else ""
        return {
            "text": self.refused.reason(lang) if self.refused else self.text.get(lang),
            "clauses": (clause,) if is_citation(clause) else (),
            "look": "bad" if self.wrong else "good",
        }


_SILENCE = _Notice()


class Stepper:
    """Step through a game in a notebook: what may be done, what not and by which clause, back, forward, other lines.

    In JupyterLab, Notebook 7 or VS Code it shows buttons; where ``anywidget`` is not installed it shows the game, and
    the methods do what the buttons would. Every method answers with the stepper itself, which shows itself; what was
    refused or went wrong is shown too and never raised.

    Args:
        what: a game (its history can be gone back through), a scenario (its play can be gone forward through), a
            scenario file, or ``None``: the scenario that ``berserk-fsm new`` gives.
        lang: ``"ru"`` or ``"en"``; by default as the environment says.

    Raises:
        InputError: the file cannot be read or is wrong somewhere.

    >>> from berserk_fsm import Action
    >>> stepper = Stepper(Game([Action("strike", by="A", speed="slow"), Action("parry", by="B")]), "en")
    >>> stepper.declare("parry").notice
    'B does not have priority; A has it. [303.1]'
    >>> stepper.declare("strike").pass_priority().game.state.holder
    'B'
    >>> stepper.go(1).pass_priority().back().declare("parry").lines
    ('Line 1',)
    """

    def __init__(self, what: Game | Scenario | str | os.PathLike[str] | None = None, lang: str | None = None) -> None:
        self._lang = lang or language_of_environment(os.environ)
        if isinstance(what, (str, os.PathLike)):
            what = load_scenario(what)
        elif what is None:
            what = template_scenario(self._lang)
        self._scenario = what if isinstance(what, Scenario) else None
        self._stepping = files.opened(what) if isinstance(what, Scenario) else tree.begin(what)
        self._notice = _SILENCE
        self._asked_about = ""
        self._saved = ""
        self._hint: Text | None = _INSTALL
        self._widget: StepperWidget | None = None

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game at the moment shown; a copy, so that playing on with it leaves the stepper where it is."""
        return self._stepping.game.copy("transitions")

    @property
    def refused(self) -> Refused | None:
        """Why the last thing that was asked for was not done; ``None`` if it was."""
        return self._notice.refused

    @property
    def notice(self) -> str:
        """What is said of the last thing that was asked for: a refusal, an error, what was saved or opened."""
        return self._notice.text.get(self._lang)

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of all lines that were tried."""
        return tuple(tree.line_name(self._stepping, line).get(self._lang) for line in range(len(self._stepping.lines)))

    @property
    def step(self) -> int:
        """How many decisions lie before the moment shown."""
        return self._stepping.number

    @property
    def text(self) -> str:
        """The whole line as the text of a scenario; see :meth:`save`.

        Raises:
            SavingError: it cannot be told as a scenario.
        """
        return files.line_text(self._stepping, self._lang, self._scenario)

    # --- deciding ----------------------------------------------------------------------------------------------------

    def declare(self, name: str) -> Stepper:
        """Declare an action (303.3); case and spaces in its name are forgiven when only one fits."""
        actions = self._stepping.game.table.actions
        found = find_name(name, actions)
        if found is None:
            return self._told(_Notice(unknown_name(name, actions), wrong=True))
        return self._decide(Decision("declare", actions[found].by, found))

    def pass_priority(self, player: Player | None = None) -> Stepper:
        """Give priority away: a pass (303.2), or a hand-over after declaring (303.6).

        Args:
            player: who does it; the holder, if left out.
        """
        game = self._stepping.game
        if player not in (None, "A", "B"):
            told = Text(
                f"Нет игрока {player!r}; ожидалось A или B.", f"There is no player {player!r}; expected A or B."
            )
            return self._told(_Notice(told, wrong=True))
        decision = giving_away(game)
        if player not in (None, decision.player):
            decision = Decision("pass", player)
        return self._decide(decision)

    def _decide(self, decision: Decision) -> Stepper:
        turned = tree.decide(self._stepping, decision)
        if isinstance(turned, Refused):
            return self._told(_Notice(Text(turned.text("ru"), turned.text("en")), wrong=True, refused=turned))
        return self._stand(turned)

    # --- moving ------------------------------------------------------------------------------------------------------

    def back(self) -> Stepper:
        """One decision back, or one micro-step; at the very start nothing changes."""
        return self._stand(tree.back(self._stepping))

    def forward(self) -> Stepper:
        """One decision forward on the line, or one micro-step; at the very end nothing changes."""
        return self._stand(tree.forward(self._stepping))

    def go(self, step: int) -> Stepper:
        """Go to the moment of the line that ``step`` decisions lie before."""
        return self._if_there_is(lambda: tree.go(self._stepping, step))

    def branch(self, line: int) -> Stepper:
        """Go to the end of another line, counted from 1 as in :attr:`lines`."""
        return self._if_there_is(lambda: tree.take_line(self._stepping, line - 1))

    def micro(self, on: bool = True) -> Stepper:
        """Do decisions one transition of the machine at a time from now on, or whole again."""
        return self._stand(tree.set_micro(self._stepping, on))

    def _if_there_is(self, find: Callable[[], tree.Stepping]) -> Stepper:
        try:
            return self._stand(find())
        except tree.NoSuchPlace as error:
            return self._told(_Notice(Text(error.ru, error.en), wrong=True))

    # --- clauses and states ------------------------------------------------------------------------------------------

    def explain(self, about: str) -> Stepper:
        """Show what a clause says (``"303.4"``), what is assumed in a gap (``"gap/512"``), or ``"state:PATH"``."""
        if not pages_about(about, self._stepping.game.specification, self._lang):
            asked = visible(about)
            told = Text(
                f"О «{asked}» сказать нечего; ожидалось, например, 303.4.",
                f"There is nothing to say of “{asked}”; expected e.g. 303.4.",
            )
            return self._told(_Notice(told, wrong=True))
        self._asked_about = about
        return self._changed()

    def close(self) -> Stepper:
        """Close the page that :meth:`explain` has opened."""
        self._asked_about = ""
        return self._changed()

    # --- saving and loading ------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str] | None = None, *, overwrite: bool = False) -> Stepper:
        """Make a scenario of the whole line: it plays it and expects its end. Checked by playing it.

        Args:
            path: the file to write; ``None``: the text is only shown.
            overwrite: may the file exist?
        """
        try:
            text = self.text
            file = None if path is None else file_of(os.fspath(path))
            if file is not None and os.path.lexists(file) and not overwrite:
                raise SavingError(
                    f"{file} exists; to write over it: overwrite=True",
                    f"{file} уже есть; чтобы записать поверх: overwrite=True",
                )
            if file is not None:
                write_text(file, text)
        except BerserkError as error:
            return self._told(_of_files(error))
        self._saved = text
        return self._told(_Notice(files.saved_note(self._stepping.length, file), of_files=True))

    def load(self, text: str | Path, where: str = "") -> Stepper:
        """Begin anew with a scenario or a position.

        Args:
            text: the text, or a :class:`~pathlib.Path` of a file.
            where: the name shown in errors, and of what has no title of its own.
        """
        named = where or (text.name if isinstance(text, Path) else "")
        try:
            if isinstance(text, Path):
                where, text = where or str(text), yaml_text.read_file(text)
            stepping, scenario = files.read(text, where or Text("сценарий", "scenario").get(self._lang))
        except BerserkError as error:
            return self._told(_of_files(error))
        self._stepping, self._scenario, self._saved, self._asked_about = stepping, scenario, "", ""
        # Told where one goes on, not beside the text: the browser brings that place into view.
        return self._told(_Notice(files.opened_note(stepping, (scenario.title if scenario else "") or named)))

    # --- what became of it -------------------------------------------------------------------------------------------

    def _stand(self, stepping: tree.Stepping) -> Stepper:
        self._stepping = stepping
        return self._told(_SILENCE)

    def _told(self, notice: _Notice) -> Stepper:
        self._notice = notice
        return self._changed()

    def _changed(self) -> Stepper:
        if self._widget is not None:
            self._widget.view = self.view()
        return self

    # --- the browser -------------------------------------------------------------------------------------------------

    def answer(self, message: object) -> None:
        """Do what the browser asks for; whatever it sends, nothing is raised."""
        asked = read_message(message)
        if isinstance(asked, Text):
            self._told(_Notice(asked, wrong=True))
            return
        getattr(self, asked.do)(*asked.given.values())

    def view(self) -> dict[str, Any]:
        """What the browser shows: its regions as HTML, by name, and their language."""
        stepping, lang = self._stepping, self._lang
        game, record = stepping.game, stepping.record
        pages = pages_about(self._asked_about, game.specification, lang)
        of_game, of_files = (_SILENCE, self._notice) if self._notice.of_files else (self._notice, _SILENCE)
        return {
            "lang": lang,
            "regions": {
                "history": region("history", history(stepping, lang), lang),
                "notice": region("notice", {**of_game.shown(lang), "checks": checks(stepping, lang)}, lang),
                "choices": region("choices", sides(game, lang), lang),
                "page": region("page", pages, lang),
                "files": region("files", {**of_files.shown(lang), "saved": self._saved}, lang),
                "priority": priority_html(game, lang, record=record),
                "cards": cards_html(game, lang, record=record),
                "record": record_html(game, lang, record=record),
                "machine": machine_html(game, lang, record=record, named=True),
                "live": str(escape(shown(self.notice or spoken(stepping, lang)))),
            },
        }

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """The buttons, where there are any, and the game as it stands now, for where there are none."""
        game, record = self._stepping.game, self._stepping.record
        told = [self.notice] if self.notice else []
        data: dict[str, Any] = {}
        widget = self._shown_widget()
        if widget is not None:
            data |= _data_of(widget._repr_mimebundle_())
        elif self._hint is not None:
            told.append(self._hint.get(self._lang))
            self._hint = None
        text = "\n".join((*told, game_text(game, self._lang, record=record)))
        html = "".join(f"<p>{escape(shown(line))}</p>" for line in told)
        return data | {
            "text/plain": text,
            "text/html": f"<style>{STYLE}</style>{html}{game_html(game, self._lang, record=record)}",
        }

    def _shown_widget(self) -> StepperWidget | None:
        """The widget, made when it is first shown; ``None`` where the extra ``notebook`` is not installed."""
        if self._widget is None:
            try:
                from berserk_fsm.notebook.widget import StepperWidget
            except ModuleNotFoundError as error:
                if error.name not in ("anywidget", "traitlets"):
                    raise
                return None
            self._lay_out()
            self._widget = StepperWidget(self.view(), self.answer)
        return self._widget

    def _lay_out(self) -> None:
        """Lay out every picture now, so that no click has to wait for one."""
        machine = self._stepping.game.specification
        with side_by_side(len(SMALL_VIEWS)) as pool, suppress(DiagramError):
            # A picture that cannot be made says so where it would stand.
            list(pool.map(lambda view: small_picture(view, machine, self._lang), SMALL_VIEWS))

    def __repr__(self) -> str:
        return game_text(self._stepping.game, self._lang, record=self._stepping.record)


def _of_files(error: BerserkError) -> _Notice:
    return _Notice(Text(error.text("ru"), error.text("en")), wrong=True, of_files=True)


def _data_of(bundle: Any) -> dict[str, Any]:
    """The data of what a widget shows; some say the metadata too."""
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    return dict(data or {})
