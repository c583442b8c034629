"""The language of the environment, the cost of importing, and the same bytes whatever the hash seed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from berserk_fsm import Game
from berserk_fsm.display import game_text, view
from berserk_fsm.language import LANG_VARIABLE, known_language, language_of_environment
from tests.hash_seeds import outputs_under_seeds

SHOWN_ON_DEMAND = ("berserk_fsm.display", "berserk_fsm.diagrams", "berserk_fsm.stepper", "jinja2", "graphviz", "numpy")


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({LANG_VARIABLE: "ru"}, "ru"),
        ({LANG_VARIABLE: " EN ", "LANG": "ru_RU.UTF-8"}, "en"),
        ({LANG_VARIABLE: "de", "LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "RU_ru", "LANG": "en_GB"}, "ru"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_language_of_environment(environment: dict[str, str], lang: str) -> None:
    """The project's own variable first, then the locale's; English where both are of no help."""
    assert language_of_environment(environment) == lang


@pytest.mark.parametrize(("name", "lang"), [("ru_RU", "ru"), ("en_GB", "en"), (None, "en")])
def test_without_variables_the_locale_decides(monkeypatch: pytest.MonkeyPatch, name: str | None, lang: str) -> None:
    """On systems without such variables the locale in force is asked."""
    monkeypatch.setattr("locale.getlocale", lambda: (name, "UTF-8"))
    assert language_of_environment({}) == lang


def test_known_languages() -> None:
    """Two, in any case."""
    assert [known_language(one) for one in ("ru", "En", "rus", "", None)] == ["ru", "en", None, None, None]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_notebook_speaks_the_language_of_its_environment(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """What a notebook asks for is in the environment's language, also of a view."""
    monkeypatch.setenv(LANG_VARIABLE, lang)
    game = Game()
    assert game._repr_mimebundle_()["text/plain"] == game_text(game, lang)
    assert view("turn").model.lang == lang


def loaded_after(code: str) -> list[str]:
    """The modules of :data:`SHOWN_ON_DEMAND` that are loaded after some code, in a process of its own."""
    program = f"import sys\n{code}\nprint(*[name for name in {SHOWN_ON_DEMAND} if name in sys.modules])"
    path = f"import sys; sys.path[:] = {sys.path!r}\n"
    done = subprocess.run(
        [sys.executable, "-c", path + program], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.split()


def test_what_is_not_shown_costs_nothing() -> None:
    """A game that is played and not shown loads neither displays nor diagrams nor templates; showing it does."""
    play = "from berserk_fsm import Action, Game; game = Game([Action('M', by='A')]); game.declare('M'); repr(game)"
    assert loaded_after("import berserk_fsm") == []
    assert loaded_after(play) == []
    assert "berserk_fsm.display" in loaded_after(play + "; game._repr_mimebundle_()")


def test_a_clause_is_shown_without_the_explorer() -> None:
    """NumPy is for searches."""
    code = "from berserk_fsm.rules.clauses import clause; clause('303.2')._repr_mimebundle_()"
    assert "numpy" not in loaded_after(code)


PROGRAM = """
from berserk_fsm.display import bundle
from tests.display.moments import LANGS, moment
for name in ("start", "redirected", "effects applied"):
    game = moment(name)
    for lang in LANGS:
        print(bundle(game, lang), bundle(game.state, lang), bundle(game.history[-1], lang))
"""


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    """Stored outputs do not change from run to run."""
    assert len(outputs_under_seeds(PROGRAM)) == 1
