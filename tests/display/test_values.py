"""Every value that shows itself: what it says, and that showing changed nothing about it."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import cache

import pytest

from berserk_fsm import Action, Game, LegalActions, Refused
from berserk_fsm.core.values import GameState
from berserk_fsm.display import bundle, show
from berserk_fsm.display.bundles import SHEETS
from berserk_fsm.explore import Claim, Model, Report, Verdict, explore
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.rules.clauses import Clause, clause, clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import Gap, gaps
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.examples import load_example
from berserk_fsm.scenario.play import Turnout, play_scenario
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.showing import Shown
from tests.display.moments import LANGS, moment
from tests.display.reading import Page, words


def refused() -> Refused:
    why = moment("handed over").why_not("trap")
    assert why is not None
    return why


@cache
def turnout() -> Turnout:
    return play_scenario(load_example("302-12-the-life-of-an-action"))


@cache
def report() -> Report:
    game = Game([Action("M", by="A", speed="slow"), Action("F", by="B")])
    claims = [
        Claim("empty", "always", lambda state: not state.stack, Text("Стек всегда пуст.", "The stack stays empty.")),
        Claim("never_third", "sometimes", lambda state: len(state.stack) > 2),
    ]
    return explore(Model(game.specification, game.table), claims=claims)


VALUES: dict[str, Callable[[], object]] = {
    "Game": lambda: moment("executing"),
    "GameState": lambda: moment("executing").state,
    "StepRecord": lambda: moment("executing").history[-1],
    "MicroStep": lambda: moment("executing").history[-1].micro_steps[0],
    "LegalActions": lambda: moment("trigger queued").legal_actions,
    "Refused": refused,
    "Clause": lambda: clause("303.3"),
    "Gap": lambda: gaps()["512"],
    "ReadingDefinition": lambda: reading_definitions()["handover_counts_as_pass"],
    "Contradiction": lambda: contradictions()["payment_off_stack"],
    "Turnout": turnout,
    "Report": report,
    "Verdict": lambda: report().violations[0],
    "Violation": lambda: report().violations[0].violation,
}
SAID: dict[str, tuple[str, str]] = {
    "Game": ("Последний шаг: A пасует", "The last step: A passes"),
    "GameState": ("выполняется: Окончательное определение цели", "executing: Final choice of target"),
    "StepRecord": ("2. есть заявки [302.11, 303.7]", "2. queue not empty [302.11, 303.7]"),
    "MicroStep": ("оппонент только что спасовал", "the opponent has just passed"),
    "LegalActions": ("Можно заявить: parry, sidestep", "May be declared: parry, sidestep"),
    "Refused": ("«trap» сейчас не срабатывает", "This is not the trigger point of “trap”"),
    "Clause": ("303.3 Что можно заявить", "303.3 What may be declared"),
    "Gap": ("Что принято:", "What is assumed:"),
    "ReadingDefinition": ("handover_counts_as_pass=true: ", "(default)"),
    "Contradiction": ("Как решено:", "How it is settled:"),
    "Turnout": ("✓ Всё сошлось, проверок: 11.", "✓ All as expected; checks: 11."),
    "Report": ("✗ Стек всегда пуст.", "✗ The stack stays empty."),
    "Verdict": ("1. A заявляет M", "1. A declares M"),
    "Violation": ("Контрпример:", "Counterexample:"),
}


def test_every_class_in_the_table_is_tried() -> None:
    """The table of what shows itself and these tests name the same classes, and each asks through `Shown`."""
    assert sorted(name.rpartition(".")[2] for name in SHEETS) == sorted(VALUES) == sorted(SAID)
    for name, make in VALUES.items():
        kind = type(make())
        assert f"{kind.__module__}.{kind.__qualname__}" in SHEETS, name
        assert issubclass(kind, Shown)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", VALUES)
def test_a_value_shows_itself(name: str, lang: str) -> None:
    """HTML and words say the same, in the language asked for, with what matters in it."""
    shown = bundle(VALUES[name](), lang)
    assert sorted(shown) == ["text/html", "text/plain"]
    assert words(Page(shown["text/html"]).text) == words(shown["text/plain"])
    assert SAID[name][LANGS.index(lang)] in shown["text/plain"]
    assert len(shown["text/html"].encode()) < 60_000


@pytest.mark.parametrize("lang", LANGS)
def test_everything_said_about_the_rules_shows_itself(lang: str) -> None:
    """All clauses, gaps, readings and contradictions, not only the ones tried above."""
    data = (clauses(), gaps(), reading_definitions(), contradictions())
    for one in (one for values in data for one in values.values()):
        shown = bundle(one, lang)
        assert words(Page(shown["text/html"]).text) == words(shown["text/plain"])


def test_a_play_that_fails_says_where() -> None:
    """What does not hold is marked, in words and not by colour alone."""
    text = "actions: {F: {by: A}}\nplay: [A declares F, expect: {queue: []}]"
    shown = show(play_scenario(parse_scenario(text)), "en").text
    assert "✗ Not as expected, lines of the file: 2" in shown
    assert "✗ Not as expected" in shown.splitlines()[-2]
    assert "expected empty, got F" in shown


def test_a_property_not_decided_is_not_called_true() -> None:
    """A search that ended early knows less: such properties carry no mark, and the search says it is not complete."""
    game = Game([Action("M", by="A", speed="slow"), Action("F", by="B")])
    shown = show(explore(Model(game.specification, game.table), max_states=5), "en").text
    assert "The search is not complete." in shown
    assert "— not known: the search is not complete" in shown


def test_what_holds_only_because_it_never_comes_about_says_so() -> None:
    """A property of situations that never arise proves nothing, and is not shown as if it did."""
    verdict = Verdict("id", "always", Text("Так.", "So it is."), ("303.1",), holds=True, vacuous=True)
    assert show(verdict, "en").text == "  ✓ So it is. — holds only because it never comes to that [303.1]"


def test_nothing_legal_and_nothing_changed_are_said() -> None:
    """Emptiness is said, not shown as nothing."""
    assert show(LegalActions(()), "ru").text == "Можно заявить: ничего"
    micro = next(
        micro
        for record in moment("effects applied").history
        for micro in record.micro_steps
        if micro.row.kind == "leave_window_with_queue"
    )
    assert "nothing; only the way is chosen" in show(micro, "en").text


def test_a_step_of_an_unknown_profile_is_told_by_its_transitions() -> None:
    """Steps nobody knows the names of are no reason to fail: labels and clauses are in the record itself."""
    micro = moment("executing").history[-1].micro_steps[-1]
    strange = dataclasses.replace(
        micro,
        after=dataclasses.replace(micro.after, phase="dawn"),
        before=dataclasses.replace(micro.before, phase="dawn"),
    )
    assert show(strange, "en").text.startswith("Step\n")


# --- showing changes nothing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [GameState, MicroStep, StepRecord, Clause, Gap])
def test_slotted_values_stay_slotted(kind: type) -> None:
    """No value has grown a dictionary."""
    assert "__dict__" not in {name for base in kind.__mro__ for name in vars(base)}


@pytest.mark.parametrize("name", [name for name in VALUES if name not in ("Game", "Report", "Refused")])
def test_values_stay_equal_through_pickle_and_copy(name: str) -> None:
    """A copy and a pickled value are equal to the first, with the same hash where there is one."""
    value = VALUES[name]()
    if name in ("LegalActions", "Turnout"):
        # They compare by identity, as before; what they show is the same.
        assert show(copy.copy(value), "en") == show(value, "en")
        return
    again = copy.deepcopy(value) if name in ("Verdict", "Violation") else pickle.loads(pickle.dumps(value))
    assert again == value
    assert show(again, "en") == show(value, "en")


def test_a_refusal_is_still_an_exception() -> None:
    """It can be raised and pickled, and its text is what it was."""
    why = refused()
    assert isinstance(why, Exception)
    again = pickle.loads(pickle.dumps(why))
    assert (again.args, str(again)) == (why.args, str(why))
    assert show(again, "ru") == show(why, "ru")


def test_showing_changes_no_game() -> None:
    """A game that was shown is the same game."""
    game = moment("suspended")
    before = (game.state, game.history, game.position)
    first = bundle(game, "en")
    assert (game.state, game.history, game.position) == before
    assert bundle(game, "en") == first


def test_equality_and_hash_know_nothing_of_showing() -> None:
    """Two games played alike have equal states and records, with equal hashes."""
    one, other = moment("suspended"), moment("suspended")
    assert one.state == other.state
    assert hash(one.state) == hash(other.state)
    assert one.history == other.history


# --- what cannot be shown --------------------------------------------------------------------------------------------


def test_what_does_not_show_itself_is_refused() -> None:
    """The message says what would do."""
    with pytest.raises(TypeError, match="a dict does not show itself; expected one of: Game, GameState, StepRecord"):
        bundle({})


def test_there_is_no_such_language() -> None:
    """Neither a display nor a view speaks German."""
    with pytest.raises(ValueError, match="there is no language 'de'; expected one of: ru, en"):
        show(moment("start"), "de")
