"""What may be said in a play, in both languages, and what is answered to anything else."""

from __future__ import annotations

import contextlib
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berserk_fsm.core.values import Decision, Player
from berserk_fsm.scenario.sentences import (
    BOTH_PASS,
    FORMS,
    Sentence,
    SentenceError,
    parse_player,
    parse_sentence,
    say,
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A declares X", Decision("declare", "A", "X")),
        ("A hands over", Decision("hand_over", "A")),
        ("B passes", Decision("pass", "B")),
        ("both pass", BOTH_PASS),
        ("A заявляет X", Decision("declare", "A", "X")),
        ("A передаёт приоритет", Decision("hand_over", "A")),
        ("B пасует", Decision("pass", "B")),
        ("оба пасуют", BOTH_PASS),
    ],
)
def test_the_eight_sentences(text: str, sentence: Sentence) -> None:
    assert parse_sentence(text) == sentence


@pytest.mark.parametrize(
    ("text", "names", "name"),
    [
        ("A declares St.", (), "St"),
        ("A declares St.", ("St",), "St"),
        ("A declares St.", ("St.",), "St."),
        ("A заявляет St..", ("St.",), "St."),
        ("A declares St.", ("St", "St."), "St"),
        ("A declares St..", ("St", "St."), "St."),
        ("A declares St ", ("St.",), "St"),
        ("A declares ...", ("...",), "..."),
        ("A declares .", (".",), "."),
        ("A declares both pass.", ("both pass.",), "both pass."),
    ],
)
def test_a_name_that_ends_in_a_dot_is_declared_as_it_is_written(text: str, names: tuple[str, ...], name: str) -> None:
    """The fault: the dot was taken for the end of the sentence, and no other name was looked for.

    Where there is a name without the dot too, it is that one: so it has been read ever since.
    """
    assert parse_sentence(text, names) == Decision("declare", "A", name)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("А заявляет X", Decision("declare", "A", "X"), id="Cyrillic А"),
        pytest.param("В пасует", Decision("pass", "B"), id="Cyrillic В"),
        pytest.param("A передает приоритет", Decision("hand_over", "A"), id="е for ё"),
        pytest.param("A Declares X", Decision("declare", "A", "X"), id="upper case"),
        pytest.param("b PASSES", Decision("pass", "B"), id="player in lower case"),
        pytest.param("  A   hands \t over . ", Decision("hand_over", "A"), id="spaces and a dot"),
        pytest.param("Оба пасуют.", BOTH_PASS, id="final dot"),
        pytest.param("A заявил удар", Decision("declare", "A", "удар"), id="past"),
        pytest.param("A объявляет удар", Decision("declare", "A", "удар"), id="the rulebook's other verb"),
        pytest.param("both players pass", BOTH_PASS, id="both players"),
        pytest.param("оба игрока пасуют", BOTH_PASS, id="оба игрока"),
        pytest.param("A declares flying strike", Decision("declare", "A", "flying strike"), id="name of two words"),
        pytest.param("A declares  a  b", Decision("declare", "A", "a  b"), id="spaces inside a name count"),
        pytest.param("A declares X.roll", Decision("declare", "A", "X.roll"), id="a roll"),
        pytest.param("A declares passes", Decision("declare", "A", "passes"), id="a verb as name"),
    ],
)
def test_what_makes_no_difference(text: str, sentence: Sentence) -> None:
    assert parse_sentence(text) == sentence


def test_every_form_is_read() -> None:
    for form in FORMS:
        for phrase in (*form.en, *form.ru):
            said = parse_sentence(phrase.format(player="B", name="X"))
            assert (said if said == BOTH_PASS else said.verb) == (  # type: ignore[union-attr]
                BOTH_PASS if form.verb == "both_pass" else form.verb
            )


@pytest.mark.parametrize(
    ("text", "en", "ru"),
    [
        pytest.param("", "a sentence is missing", "нет фразы", id="nothing"),
        pytest.param(".", "a sentence is missing", "нет фразы", id="only a dot"),
        pytest.param("A", "does not say what A does", "не сказано, что делает игрок A", id="only a player"),
        pytest.param("A declares", 'expected "A declares X"', "«A заявляет X»", id="no name"),
        pytest.param("A declars strike", '"A declares strike"', "«A заявляет strike»", id="misspelt"),
        pytest.param("B пассует", '"B passes"', "«B пасует»", id="misspelt in Russian"),
        pytest.param("A hand over", '"A hands over"', "«A передаёт приоритет»", id="hand over"),
        pytest.param("A plays X", '"A declares X"', "«A заявляет X»", id="another verb"),
        pytest.param("A разыгрывает X", '"A declares X"', "«A заявляет X»", id="another verb in Russian"),
        pytest.param("B пас", '"B passes"', "«B пасует»", id="пас"),
        pytest.param("C declares X", "no player 'C'", "нет игрока «C»", id="no such player"),
        pytest.param("declares X", '"A declares X"', "«A заявляет X»", id="no player"),
        pytest.param("оба пасует", '"both pass"', "«оба пасуют»", id="both, misspelt"),
        pytest.param("what?", '"both pass"', "«оба пасуют»", id="anything else names all forms"),
    ],
)
def test_the_error_names_the_nearest_form(text: str, en: str, ru: str) -> None:
    with pytest.raises(SentenceError) as caught:
        parse_sentence(text)
    assert en in str(caught.value)
    assert ru in caught.value.text("ru")


def test_passing_priority_is_two_things_here() -> None:
    with pytest.raises(SentenceError) as caught:
        parse_sentence("A passes priority")
    assert '"A passes" without having declared, "A hands over" after declaring' in str(caught.value)


def test_errors_survive_pickling() -> None:
    error = SentenceError("no", "нет")
    assert pickle.loads(pickle.dumps(error)).text("ru") == "нет"


@pytest.mark.parametrize(
    ("letter", "player"),
    [("A", "A"), ("А", "A"), ("B", "B"), ("В", "B"), ("а", "A"), ("C", None), ("", None)],
)
def test_players_by_letter(letter: str, player: Player | None) -> None:
    assert parse_player(letter) == player


# Names as core/table.py lets them onto a table: printable, nothing at the ends.
names = (
    st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=20)
    .map(str.strip)
    .filter(lambda name: name and name.isprintable())
)
players: st.SearchStrategy[Player] = st.sampled_from(("A", "B"))
sentences: st.SearchStrategy[Sentence] = st.one_of(
    st.just(BOTH_PASS),
    st.builds(Decision, st.sampled_from(("pass", "hand_over")), players, st.none()),
    st.builds(Decision, st.just("declare"), players, names),
)


@given(sentences, st.sampled_from(("en", "ru")))
def test_what_is_said_is_understood(sentence: Sentence, lang: str) -> None:
    assert parse_sentence(say(sentence, lang)) == sentence


@given(st.text(max_size=60))
def test_any_text_is_understood_or_refused(text: str) -> None:
    with contextlib.suppress(SentenceError):
        assert parse_sentence(say(parse_sentence(text))) == parse_sentence(text)
