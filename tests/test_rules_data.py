"""The rules as data: complete in both languages, consistent, and refused politely when wrong."""

from __future__ import annotations

import dataclasses
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest

from berserk_fsm.errors import InputError, ReadingError
from berserk_fsm.game import EngineName
from berserk_fsm.rules.clauses import clause, clauses, is_citation
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.glossary import glossary
from berserk_fsm.rules.kinds import kind, kinds
from berserk_fsm.rules.profiles import default_profile, known_profiles, load_profile
from berserk_fsm.rules.reading_data import parse_element
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.doubts import doubts
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import parse_scenario
from berserk_fsm.scenario.writing import mirror

ALL: dict[str, Callable[[], object]] = {
    "clauses": lambda: tuple(clauses().values()),
    "contradictions": lambda: tuple(contradictions().values()),
    "gaps": lambda: tuple(gaps().values()),
    "glossary": lambda: tuple(glossary().values()),
    "kinds": lambda: tuple(kinds().values()),
    "profiles": lambda: tuple(known_profiles().values()),
    "readings": lambda: tuple(reading_definitions().values()),
}


def walk(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """All parts of nested dataclasses and tuples, with the path to each."""
    yield path, value
    if isinstance(value, tuple):
        for n, item in enumerate(value):
            yield from walk(item, f"{path}[{n}]")
    elif dataclasses.is_dataclass(value) and not isinstance(value, (Text, type)):
        for field in dataclasses.fields(value):
            yield from walk(getattr(value, field.name), f"{path}.{field.name}")


def texts(name: str) -> list[tuple[str, Text]]:
    return [(path, part) for path, part in walk(ALL[name]()) if isinstance(part, Text)]


@pytest.mark.parametrize("name", ALL)
def test_every_text_is_in_both_languages(name: str) -> None:
    found = texts(name)
    assert found
    for path, text in found:
        assert re.search("[а-яё]", text.ru), (path, text)
        assert re.search("[a-z]", text.en), (path, text)
        # English may quote a single Russian word in «…», nothing more.
        assert not re.search("[а-яё]", re.sub("«[^»]*»", "", text.en.lower())), (path, text)
        assert "\n" not in text.ru + text.en, path


@pytest.mark.parametrize("name", ALL)
def test_sentences_end_like_sentences(name: str) -> None:
    for path, text in texts(name):
        if re.search(r"title|name|word$", path):
            assert not text.ru.endswith("."), path
            assert not text.en.endswith("."), path
        else:
            assert text.ru[-1] in ".?", path
            assert text.en[-1] in ".?", path


@pytest.mark.parametrize("name", ALL)
def test_every_citation_exists(name: str) -> None:
    cited = [
        (path, item)
        for path, part in walk(ALL[name]())
        if path.endswith((".clauses", ".source")) and isinstance(part, tuple)
        for item in part
    ]
    assert cited or name in ("clauses", "glossary")
    assert [pair for pair in cited if not is_citation(pair[1])] == []


@pytest.mark.parametrize("name", ALL)
def test_clauses_named_in_prose_exist(name: str) -> None:
    for path, text in texts(name):
        for number in re.findall(r"\b30[23]\.\d+", text.ru + " " + text.en):
            assert is_citation(number), (path, number)
        assert re.findall(r"30[23]\.\d+", text.ru) == re.findall(r"30[23]\.\d+", text.en), path


def test_no_summary_repeats_six_words_of_another() -> None:
    for lang in ("ru", "en"):
        seen: dict[tuple[str, ...], str] = {}
        for number, one in clauses().items():
            words = re.findall(r"\w+", one.summary.get(lang).lower())
            for run in (tuple(words[n : n + 6]) for n in range(len(words) - 5)):
                assert seen.setdefault(run, number) == number, (number, seen[run], run)


def test_the_ledger_holds_every_clause_in_order() -> None:
    wanted = [f"302.{n}" for n in range(1, 13)] + [f"303.{n}" for n in range(1, 10)]
    assert list(clauses()) == wanted
    for one in clauses().values():
        assert one.obligations
        assert 2 <= len(one.title.ru.split()) <= 6
    ids = [obligation.id for one in clauses().values() for obligation in one.obligations]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"30[23]\.\d+/[a-z0-9_]+", name) for name in ids)


def test_citations_are_compared_by_whole_components() -> None:
    assert is_citation("302.1")
    assert is_citation("302.10")
    for text in (
        "",
        "302",
        "302.",
        "302.13",
        "303.10",
        "302.01",
        "scenario",
        "gap/",
        "gap/none",
        "512",
        " 302.1",
    ):
        assert not is_citation(text)


def test_a_missing_clause_is_an_error_that_says_what_there_is() -> None:
    assert clause("303.7").number == "303.7"
    with pytest.raises(InputError, match=r"no clause '304.1'; the ledger holds 302.1 … 303.9") as caught:
        clause("304.1")
    assert "нет пункта «304.1»" in caught.value.text("ru")


def test_every_known_gap_is_there_and_citable() -> None:
    wanted = {
        *("304", "305", "503", "512", "phases", "two_passes_end_phase", "cancelled_is_unpaid"),
        *("blocked_is_paid", "blocked_gives_no_trigger", "one_redirection", "batch_order"),
        *("reserved_vanishes",),
    }
    assert wanted <= set(gaps())
    for gap in gaps().values():
        assert is_citation(gap.citation)
        assert gap.clauses


def test_glossary_words_are_unique() -> None:
    for lang in ("ru", "en"):
        words = [term.word.get(lang) for term in glossary().values()]
        assert len(words) == len(set(words))


# --- readings ---------------------------------------------------------------------------------------------


def test_readings_equal_the_data_file() -> None:
    definitions = reading_definitions()
    assert [field.name for field in dataclasses.fields(Readings)] == list(definitions)
    assert Readings().as_dict() == {name: one.default for name, one in definitions.items()}
    for name, one in definitions.items():
        for option in one.options:
            chosen = Readings.from_mapping({name: option.value})
            assert chosen.as_dict()[name] == option.value
            assert chosen.non_default() == ({} if option.value == one.default else {name: option.value})
            assert one.option(option.value) is option
        with pytest.raises(ReadingError, match=name) as caught:
            Readings.from_mapping({name: "perhaps"})
        for option in one.options:
            assert option.value in str(caught.value)
            assert option.value in caught.value.text("ru")
        with pytest.raises(ReadingError):
            one.option("perhaps")


def test_every_option_has_a_wording_of_its_own() -> None:
    for definition in reading_definitions().values():
        assert len({option.proposal for option in definition.options}) == len(definition.options) == 2
        for option in definition.options:
            assert begins_with_one_of(option.proposal, definition.clauses), (definition.id, option.value)


def test_readings_are_a_value() -> None:
    plain, other = Readings(), Readings(reserve_at="declaration", slow_active_only=False)
    assert plain.slow_active_only is True
    assert plain.reserve_at == "execution"
    assert repr(plain) == "Readings()"
    assert repr(other) == "Readings(slow_active_only=False, reserve_at='declaration')"
    assert eval(repr(other)) == other
    assert other == Readings(slow_active_only="false", reserve_at="declaration")
    assert hash(other) == hash(Readings.from_mapping(other.as_dict()))
    assert other.replace(reserve_at="execution", slow_active_only=True) == plain
    assert pickle.loads(pickle.dumps(other)) == other
    assert sorted([plain, other]) == [other, plain]
    assert len({plain, other, Readings()}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        plain.reserve_at = "declaration"  # type: ignore[misc]


@pytest.mark.parametrize("name", ["no_such", "self", "unknown", "cls", ""])
def test_unknown_readings_are_named(name: str) -> None:
    for make in (Readings.from_mapping, lambda values: Readings(**values)):
        with pytest.raises(ReadingError, match=rf"unknown reading '{name}'.*reserve_at"):
            make({name: "true"})


@pytest.mark.parametrize("value", [1, None, "True", "yes", ["execution"]])
def test_values_that_are_no_values(value: object) -> None:
    with pytest.raises(ReadingError, match="expected: true, false"):
        Readings(slow_active_only=value)  # type: ignore[arg-type]


# --- for the rules editor ---------------------------------------------------------------------------------

CONFIDENCE = (
    Text("(прочитано в тексте)", "(read in the text)"),
    Text("(прочитано лишь частично)", "(read only in part)"),
    Text("(вывод, в тексте этого нет)", "(inferred, no text says so)"),
)
"""How far a neighbouring edition could be read; every statement about one says it in these words."""

SHOWN = {name: one.scenario for name, one in contradictions().items() if one.scenario is not None}
ENGINES: tuple[EngineName, ...] = ("transitions", "table")


def begins_with_one_of(proposal: Text, numbers: tuple[str, ...]) -> bool:
    """Does the wording say which clause it is for?"""
    return all(proposal.get(lang).startswith(tuple(f"{number}. " for number in numbers)) for lang in ("ru", "en"))


NEIGHBOURS = {
    **{name: reading.neighbours for name, reading in reading_definitions().items()},
    **{name: contradiction.neighbours for name, contradiction in contradictions().items()},
}
"""What is told of neighbouring editions, by the id of the reading or contradiction."""


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_what_is_told_of_neighbours_says_how_far_they_could_be_read(name: str) -> None:
    neighbours = NEIGHBOURS[name]
    told = {lang: re.findall(r"\([^)]*\)", neighbours.get(lang)) for lang in ("ru", "en")}
    assert told["ru"]
    assert [Text(ru, en) for ru, en in zip(told["ru"], told["en"], strict=True) if Text(ru, en) not in CONFIDENCE] == []
    # An edition is named by its numbers, and these are the same in both languages.
    assert re.findall(r"\d+\.\d+", neighbours.ru) == re.findall(r"\d+\.\d+", neighbours.en)


def test_contradictions_name_ways_to_understand_and_a_way_out() -> None:
    for name, one in contradictions().items():
        assert len({way.text for way in one.readings}) == len(one.readings) >= 2
        for way in one.readings:
            for lang in ("ru", "en"):
                assert not re.search(r"[.?!] ", way.text.get(lang)), (name, "one sentence")
        assert begins_with_one_of(one.proposal, one.clauses), name


def test_switches_of_contradictions_are_all_options_of_a_reading_with_the_default_first() -> None:
    found = 0
    for name, one in contradictions().items():
        switches = [way.switch.split("=") for way in one.readings if way.switch is not None]
        if not switches:
            continue
        found += 1
        assert one.readings[0].switch is not None
        assert len({id for id, _ in switches}) == 1, name
        definition = reading_definitions()[switches[0][0]]
        assert switches[0][1] == definition.default
        assert sorted(value for _, value in switches) == sorted(option.value for option in definition.options)
        assert set(definition.clauses) & set(one.clauses)
    assert found


def test_only_what_is_purely_a_matter_of_words_has_no_scenario() -> None:
    assert list(contradictions().keys() - SHOWN.keys()) == ["two_words_for_declaring"]
    folder = Path(str(resources.files("berserk_fsm.rules").joinpath("data", "contradictions")))
    assert {path.name for path in folder.iterdir()} == {f"{name}.yaml" for name in SHOWN}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SHOWN)
def test_a_contradiction_plays_as_it_is_settled(name: str, engine: EngineName) -> None:
    scenario = parse_scenario(SHOWN[name], name)
    for played in (play_scenario(scenario, engine=engine), play_scenario(mirror(scenario), engine=engine)):
        assert played.failures == ()
        assert played.ok
        assert len(played.played) == len(scenario.play)


@pytest.mark.parametrize("name", SHOWN)
def test_a_scenario_of_a_contradiction_is_small_and_fit_to_be_read(name: str) -> None:
    scenario = parse_scenario(SHOWN[name], name)
    assert re.search("[а-яё]", scenario.title)
    assert not scenario.title.endswith(".")
    assert set(contradictions()[name].clauses) & set(scenario.cites)
    assert 1 <= len(scenario.table.actions) <= 3
    assert doubts(scenario) == ()
    assert not scenario.readings.non_default()


def test_where_the_machine_can_be_switched_the_scenario_tells_the_ways_apart() -> None:
    for name, one in contradictions().items():
        for way in one.readings:
            if way.switch is not None:
                id, _, value = way.switch.partition("=")
                played = play_scenario(parse_scenario(SHOWN[name], name, {id: value}), engine="table")
                assert played.ok is (way is one.readings[0]), (name, way.switch)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("slow_active_only=true", "slow_active_only=yes", "no value 'yes'; expected: true, false"),
        ("slow_active_only=true", "slow_active_only", "no value ''; expected: true, false"),
        ("slow_active_only=true", "slow=true", "unknown reading 'slow'; expected one of: "),
        ("    - text: {ru: б, en: b}\n", "", "at least two readings were expected"),
        ("switch:", "switches:", "unknown key 'switches'; expected: text, switch"),
        ("  example: {ru: в, en: c}\n", "", "the key 'example' is missing"),
    ],
)
def test_a_wrong_contradiction_is_refused(monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str) -> None:
    right = (
        "- id: none_such\n"
        '  clauses: ["302.1"]\n'
        "  title: {ru: т, en: t}\n"
        "  description: {ru: о, en: d}\n"
        "  settled: {ru: р, en: s}\n"
        "  readings:\n"
        "    - text: {ru: а, en: a}\n"
        "      switch: slow_active_only=true\n"
        "    - text: {ru: б, en: b}\n"
        "  example: {ru: в, en: c}\n"
        "  neighbours: {ru: с, en: n}\n"
        "  proposal: {ru: п, en: p}\n"
    )
    texts_to_read = iter((right, right.replace(old, new)))
    monkeypatch.setattr(
        "berserk_fsm.rules.contradictions.data_file", lambda name: parse_element(next(texts_to_read), name)
    )
    found = contradictions.__wrapped__()
    assert found["none_such"].readings[0].switch == "slow_active_only=true"
    assert found["none_such"].scenario is None
    with pytest.raises(InputError, match=r"^contradictions.yaml:\d+: \[none_such\]") as caught:
        contradictions.__wrapped__()
    assert message in str(caught.value)
    assert re.search("[а-яё]", caught.value.text("ru"))


# --- kinds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("движение", "movement"),
        ("простой удар", "simple_strike"),
        ("Простой_удар", "simple_strike"),
        ("назначение защитника", "assign_defender"),
        ("assigning a defender", "assign_defender"),
        ("defender", "assign_defender"),
        ("закрытие на удар по летающему", "close_to_strike_flyer"),
        ("закрытие_на_удар_по_летающему", "close_to_strike_flyer"),
        ("Внезапное  действие", "sudden_action"),
        ("sudden-action", "sudden_action"),
        ("срабатывающая особенность", "triggered_ability"),
        ("бросок кубика", "die_roll"),
        ("die_roll", "die_roll"),
    ],
)
def test_kinds_by_spelling(name: str, wanted: str) -> None:
    found = kind(name)
    assert found is not None
    assert found.id == wanted


def test_kinds_are_consistent() -> None:
    assert kind("рокировка") is None
    assert kind("") is None
    for name, one in kinds().items():
        assert kind(name) is one
        assert "302.5" in one.clauses
        assert not set(one.needs) & set(one.forbids)
        # A slow action has no trigger (303.3).
        assert one.speed != "slow" or "on" in one.forbids
    assert (kinds()["movement"].speed, kinds()["sudden_action"].roll) == ("slow", None)
    assert kinds()["triggered_ability"].needs == ("on",)


# --- profiles ---------------------------------------------------------------------------------------------

DEFAULT = resources.files("berserk_fsm.rules").joinpath("data", "profiles", "default.yaml").read_text("utf-8")


def test_the_default_profile() -> None:
    profile = default_profile()
    assert [(step.id, step.does, step.only_if, step.window, step.trigger_point) for step in profile.steps] == [
        ("legality_check", "check_legality", "always", "none", "never"),
        ("reserve_resources", "reserve", "always", "none", "never"),
        ("fix_target", "fix_target", "has_target", "before", "always"),
        ("dice_roll", "roll", "has_roll", "before", "always"),
        ("apply_effect", "apply_effect", "always", "before", "always"),
        ("after_effect", "nothing", "always", "at", "unless_blocked"),
        ("payment", "pay", "always", "after_if_any", "always"),
        ("removal", "remove", "always", "after", "never"),
    ]
    assert [phase.id for phase in profile.phases] == ["initial", "main", "final"]
    assert (profile.main_phase, profile.fast_phases) == ("main", ())
    assert profile.step("payment").does == "pay"
    assert profile.phase("main").name.ru == "Главная фаза"
    with pytest.raises(KeyError):
        profile.step("none")
    with pytest.raises(KeyError):
        profile.phase("none")
    assert load_profile(DEFAULT) == profile


def test_a_profile_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    own = DEFAULT.replace("id: default", "id: mine")
    path.write_text(own.replace("fast_phases: []", "fast_phases: [final]"), "utf-8")
    assert load_profile(path).fast_phases == ("final",)
    assert load_profile(str(path)) == load_profile(path)
    path.write_text(DEFAULT.replace("id: default", "id: default\ncolour: red"), "utf-8")
    with pytest.raises(InputError, match=rf"^{re.escape(str(path))}:4: unknown key 'colour'; expected: id, name"):
        load_profile(path)


def step_text(name: str) -> str:
    match = re.search(rf"  - id: {name}\n(?:    .*\n)+", DEFAULT)
    assert match
    return match.group()


@pytest.mark.parametrize(
    ("old", "new", "path", "message"),
    [
        ("id: final", "id: main", "phases", "'main' stands here twice"),
        ("main_phase: main", "main_phase: middle", "main_phase", "expected: initial, main, final"),
        ("fast_phases: []", "fast_phases: [fin]", "fast_phases[0]", "expected: initial, main, final"),
        ("fast_phases: []", "fast_phases: main", "fast_phases", "a list was expected"),
        ("- id: payment", "- id: removal", "steps", "'removal' stands here twice"),
        ("- id: payment", "- id: Оплата", "steps[Оплата].id", "is no name"),
        ("does: pay", "does: buy", "steps[payment].does", "unknown value 'buy'; expected: check_legality"),
        ("window: after_if_any", "window: at", "steps[payment].window", "expected: none, after_if_any"),
        ("only_if: has_roll", "only_if: always", "steps[dice_roll].only_if", "expected: has_roll"),
        ("window: after\n", "window: none\n", "steps[removal].window", "expected: after"),
        (step_text("payment"), "", "steps", "exactly one step that does 'pay'"),
        (step_text("removal"), "", "steps", "exactly one step that does 'remove'"),
        (step_text("apply_effect"), "", "steps", "exactly one step that does 'apply_effect'"),
        (
            step_text("dice_roll"),
            step_text("dice_roll") + step_text("dice_roll").replace("dice_roll", "again"),
            "steps",
            "at most one step that does 'roll'",
        ),
        (
            step_text("payment") + step_text("removal"),
            step_text("removal") + step_text("payment"),
            "steps",
            "the removal must be the last step",
        ),
        (
            step_text("apply_effect") + step_text("after_effect") + step_text("payment"),
            step_text("payment") + step_text("apply_effect") + step_text("after_effect"),
            "steps",
            "'apply_effect' must come before 'pay'",
        ),
        ("source: [gap/512,", "source: [gap/513,", "source[0]", "no clause of 302 or 303"),
        ('clauses: ["302.6", gap/phases]', "clauses: [302.60]", "phases[initial].clauses[0]", "'302.60'"),
        ("en: Payment}", "eng: Payment}", "steps[payment].name", "unknown key 'eng'"),
        ("{ru: Оплата, en: Payment}", "{ru: Оплата}", "steps[payment].name", "the key 'en' is missing"),
        ("{ru: Оплата, en: Payment}", "{ru: [], en: P}", "steps[payment].name.ru", "a text was expected"),
        ("{ru: Оплата, en: Payment}", "Оплата", "steps[payment].name", "a mapping was expected"),
    ],
)
def test_a_wrong_profile_is_refused(old: str, new: str, path: str, message: str) -> None:
    assert DEFAULT.count(old) >= 1
    with pytest.raises(InputError) as caught:
        load_profile(DEFAULT.replace(old, new, 1))
    assert re.match(r"profile:\d+: ", str(caught.value))
    assert f" {path}: " in str(caught.value)
    assert message in str(caught.value)
    assert re.search("[а-яё]", caught.value.text("ru"))


def test_a_window_less_step_has_no_trigger_point() -> None:
    text = DEFAULT.replace("window: none\n    trigger_point: never", "window: none\n    trigger_point: always", 1)
    with pytest.raises(InputError, match=r"steps\[legality_check\].trigger_point: a step without a window"):
        load_profile(text)


def test_phases_are_needed() -> None:
    text = re.sub(r"phases:\n(  .*\n)+", "phases: []\n", DEFAULT, count=1)
    with pytest.raises(InputError, match="at least one phase"):
        load_profile(text)


# --- loading ----------------------------------------------------------------------------------------------


def test_errors_of_data_files_name_file_line_and_element() -> None:
    root = parse_element("- id: a\n  title: {ru: а, en: a}\n- id: b\n  titel: {ru: б, en: b}\n", "x.yaml")
    root.list()[0].fields(("id", "title"))["title"].both()
    with pytest.raises(InputError) as caught:
        root.list()[1].fields(("id", "title"))
    assert str(caught.value) == "x.yaml:4: [b]: unknown key 'titel'; expected: id, title"
    assert caught.value.text("ru") == "x.yaml:4: [b]: неизвестный ключ «titel»; ожидались: id, title"


def test_importing_reads_no_data() -> None:
    code = (
        "import sys\n"
        "import berserk_fsm.rules.clauses, berserk_fsm.rules.profiles, berserk_fsm.rules.readings\n"
        "import berserk_fsm.rules.kinds, berserk_fsm.rules.glossary, berserk_fsm.rules.contradictions\n"
        "berserk_fsm.rules.readings.Readings(reserve_at='declaration')\n"
        "assert 'ruamel.yaml' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_loaders_keep_what_they_read() -> None:
    assert clauses() is clauses()
    assert gaps() is gaps()
    assert default_profile() is default_profile()
    with pytest.raises(TypeError):
        clauses()["302.1"] = clause("302.2")  # type: ignore[index]
