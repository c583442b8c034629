"""Profiles: those that come with the package, a user's own, and where the one that is used is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from berserk_fsm import (
    Action,
    Game,
    InputError,
    Point,
    Profile,
    Readings,
    RuleEffect,
    build_specification,
    default_profile,
    find_profile,
    known_profiles,
    load_profile,
    parse_scenario,
)
from berserk_fsm.cli import COMMANDS
from berserk_fsm.core.table import build_table
from berserk_fsm.core.values import Start
from berserk_fsm.diagrams.gallery import gallery_pages
from berserk_fsm.diagrams.sequence import sequence_svg
from berserk_fsm.diagrams.timeline import timeline_svg
from berserk_fsm.diagrams.view_reachable import example_view
from berserk_fsm.diagrams.views import VIEWS, make_view, views_of
from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.explore.exploring import explore
from berserk_fsm.explore.model import Model
from berserk_fsm.game import EngineName
from berserk_fsm.machine.validate import validate
from berserk_fsm.rules.profiles import is_packaged, profile_names
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.scenario.keys import PROFILES, phases_of, points_of, steps_of
from berserk_fsm.scenario.play import play_scenario
from berserk_fsm.scenario.scenario import Scenario, load_scenario
from berserk_fsm.scenario.schema import schema
from berserk_fsm.scenario.trace import trace_of
from berserk_fsm.scenario.writing import dump_scenario, mirror
from berserk_fsm.stepper import Session, template_scenario
from tests.cli.conftest import Call, call, write  # noqa: F401 - fixtures
from tests.machine.conftest import made, step

EDITION = "edition_2009"
NINE_PARTS = (
    "declaration", "target", "roll", "result", "calculation", "protection", "wound", "payment", "ending",
)  # fmt: skip
SINGLE_READINGS = [Readings()] + [
    Readings.from_mapping({one.id: option.value})
    for one in reading_definitions().values()
    for option in one.options
    if option.value != one.default
]
ENGINES: tuple[EngineName, ...] = ("transitions", "table")

OWN = """\
id: battle
name: {ru: Бой, en: Battle}
source: [gap/512]
main_phase: fight
fast_phases: []
phases:
  - {id: fight, name: {ru: Схватка, en: Fight}, clauses: ["302.6"]}
  - {id: rest, name: {ru: Отдых, en: Rest}, clauses: ["302.6"]}
steps:
  - id: aim
    name: {ru: Прицел, en: Aim}
    does: fix_target
    only_if: has_target
    window: before
    trigger_point: always
    clauses: ["302.12"]
    note: {ru: Проба., en: A trial.}
  - id: strike
    name: {ru: Удар, en: Strike}
    does: apply_effect
    only_if: always
    window: before
    trigger_point: always
    clauses: ["302.12"]
    note: {ru: Проба., en: A trial.}
  - id: pay
    name: {ru: Плата, en: Pay}
    does: pay
    only_if: always
    window: none
    trigger_point: never
    clauses: ["302.12"]
    note: {ru: Проба., en: A trial.}
  - id: gone
    name: {ru: Уход, en: Gone}
    does: remove
    only_if: always
    window: after
    trigger_point: never
    clauses: ["302.12"]
    note: {ru: Проба., en: A trial.}
"""

IN_BATTLE = """\
title: My own
actions: {X: {by: A, speed: slow, target: c1, add: [down]}, t: {by: B, on: {aim: X}}}
always: {if: {executing: X, step: aim}, expect: {stack: [X]}}
play:
  - A declares X
  - until: {step: {X: aim}}
  - expect: {step: aim, priority: A}
  - until: {phase: rest}
"""

OF_2009 = """\
title: After the roll
profile: edition_2009
start: {phase: final, facts: [open]}
actions:
  X: {by: A, roll: true, cost: [open], add: [down]}
  t: {by: B, on: {result: X}}
always: {if: {step: protection}, expect: {active: A}}
play:
  - A declares X
  - until: {step: {X: result}}
  - expect: {phase: final, step: result, left: [X.roll]}
"""

OF_2009_IN_RUSSIAN = """\
заголовок: After the roll
этапы: редакция 2009
начало: {фаза: финальная, факты: [open]}
игродействия:
  X: {чьё: A, бросок: да, цена: [open], добавляет: [down]}
  t: {чьё: B, срабатывает: {результат броска: X}}
всегда:
  если: {этап: защита}
  ожидается: {активный: A}
розыгрыш:
  - A заявляет X
  - до: {этап: {X: результат броска}}
  - ожидается: {фаза: финальная, этап: результат броска, покинули стек: [X.roll]}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A profile of one's own, as a file."""
    path = tmp_path / "battle.yaml"
    path.write_text(OWN, "utf-8")
    return path


def a_table(profile: Profile) -> tuple[list[Action], list[RuleEffect]]:
    """A small table on which much of a profile can happen: a strike, a block, a trigger at each point."""
    points = [one.id for one in profile.steps if one.trigger_point != "never"]
    actions = [
        Action("X", by="A", speed="slow", target="c1", roll=True, cost=("open",), add=("zero",)),
        Action("n", by="B", block="X", cost=("open",)),
        Action("e", by="A", on=Point("effect", "dies")),
        *(Action(f"t_{point}", by="B", on=Point(point, "X")) for point in points),
    ]
    return actions, [RuleEffect("dies", ("zero",), ("zero",), ("dead",))]


# --- those that come with the package --------------------------------------------------------------------------------


def test_the_packaged_profiles_are_called_as_their_files() -> None:
    assert profile_names() == tuple(known_profiles()) == ("default", EDITION)
    assert [profile.id for profile in known_profiles().values()] == list(profile_names())
    assert known_profiles()["default"] is default_profile()
    assert known_profiles()[EDITION] is find_profile(EDITION)
    assert all(map(is_packaged, known_profiles().values()))
    assert PROFILES.ids == profile_names(), "scenario files name them"


@pytest.mark.parametrize("name", profile_names())
def test_a_packaged_profile_passes_the_checks_a_users_own_has_to_pass(name: str) -> None:
    path = resources.files("berserk_fsm.rules").joinpath("data", "profiles", f"{name}.yaml")
    assert load_profile(Path(str(path))) == load_profile(path.read_text("utf-8")) == known_profiles()[name]


def test_the_nine_parts_of_2009() -> None:
    profile = find_profile(EDITION)
    steps = [one.id for one in profile.steps]
    assert [id for id in steps if id in NINE_PARTS] == list(NINE_PARTS)
    # What 302.12 or the format need besides; their notes say so.
    assert set(steps) - set(NINE_PARTS) == {"reservation", "before_payment", "removal"}
    assert [one.id for one in profile.steps if one.only_if == "has_roll"] == ["roll", "result", "calculation"]
    assert [one.id for one in profile.steps if one.window == "none"] == ["reservation"]
    assert profile.fast_phases == ("initial", "final")


@pytest.mark.parametrize("readings", SINGLE_READINGS, ids=lambda one: ",".join(one.non_default()) or "default")
@pytest.mark.parametrize("name", profile_names())
def test_it_builds_and_is_explored_under_every_reading(name: str, readings: Readings) -> None:
    profile = known_profiles()[name]
    specification = build_specification(profile, readings)
    validate(specification)
    actions, effects = a_table(profile)
    few = [action for action in actions if action.name in ("X", "n", "e", "t_payment")]
    report = explore(Model(specification, build_table(few, effects, Start(facts=("open",)), profile=profile)))
    assert report.complete
    assert report.states > 60
    # With some readings a property fails on purpose; it is then told as what the reading brings about.
    assert [verdict.id for verdict in report.violations if verdict.follows] == []
    assert report.ok or readings != Readings()


@pytest.mark.parametrize("name", profile_names())
@pytest.mark.parametrize("engine", ENGINES)
def test_an_action_goes_through_all_steps_in_order(name: str, engine: EngineName) -> None:
    profile = known_profiles()[name]
    actions, effects = a_table(profile)
    game = Game(actions, effects, facts=["open"], profile=profile, engine=engine)
    game.declare("X")
    seen: list[str | None] = []
    while game.state.stack or game.state.queue:
        for micro in game.pass_priority().micro_steps:
            if micro.after.stack and micro.after.stack[0].step not in seen:
                seen.append(micro.after.stack[0].step)
    assert [one for one in seen if one is not None] == [one.id for one in profile.steps]
    assert game.state.log.left == ("X.roll", "X")
    assert game.state.facts == {"dead"}


def test_every_trigger_point_of_2009_is_offered_where_it_says() -> None:
    profile = find_profile(EDITION)
    actions, effects = a_table(profile)
    game = Game(actions, effects, facts=["open"], profile=profile, engine="table")
    game.declare("X")
    offered = set()
    while "X" not in game.state.log.left:
        for name in game.legal_actions:
            if name.startswith("t_"):
                assert (game.state.executing, f"t_{game.state.step}") == ("X", name)
                offered.add(name)
        game.pass_priority()
    assert offered == {action.name for action in actions if action.name.startswith("t_")}


# --- finding and loading ---------------------------------------------------------------------------------------------


def test_a_profile_is_found_by_name_or_by_file(own: Path) -> None:
    assert find_profile("default") is default_profile()
    assert find_profile(str(own)) == find_profile(own) == load_profile(OWN)
    assert not is_packaged(find_profile(own))


def test_a_name_wins_over_a_file_called_the_same(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own.rename(own.with_name(EDITION))
    monkeypatch.chdir(own.parent)
    assert find_profile(EDITION) is known_profiles()[EDITION]
    assert find_profile(f"./{EDITION}").id == "battle"


@pytest.mark.parametrize(
    ("name", "en", "ru"),
    [
        ("edition_2008", "did you mean edition_2009?", "возможно, edition_2009?"),
        ("zzz", "expected default, edition_2009 or a YAML file", "ожидалось default, edition_2009 или файл YAML"),
        ("", "no such profile", "нет ни такого профиля"),
        ("nowhere.yaml", "no such file", "нет такого файла"),
        ("nowhere/default", "no such file", "нет такого файла"),
        ("two\nlines", "no such profile", "нет ни такого профиля"),
    ],
)
def test_what_is_no_profile_and_no_file(name: str, en: str, ru: str) -> None:
    with pytest.raises(InputError) as caught:
        find_profile(name)
    assert en in caught.value.text("en")
    assert ru in caught.value.text("ru")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("id: battle", "id: default", 1, "id: 'default' is the id of a profile that comes with the package"),
        ("id: battle", "id: be__low", 1, "id: 'be__low' is no name; expected no two underscores in a row"),
        ("en: Battle", f"en: {'x' * 81}", 2, "name: expected one line of at most 80 characters"),
        ("{ru: Бой, en: Battle}", '{ru: "Б\\nой", en: Battle}', 2, "name: expected one line"),
        ("id: aim", "id: phase", 10, "steps[phase].id: the name 'phase' is taken"),
        ("id: aim", "id: effect", 10, "steps[effect].id: the name 'effect' is taken"),
        ("id: aim", "id: nobody", 10, "steps[nobody].id: the name 'nobody' is taken"),
        ("id: aim", "id: transfer", 10, "steps[transfer].id: the name 'transfer' is taken"),
        ("does: pay", "does: buy", 28, "steps[pay].does: unknown value 'buy'"),
        ("source: [gap/512]", "source: [gap/513]", 3, "source[0]: 'gap/513' is no clause"),
        ("main_phase: fight", "main_phase: flight", 4, "main_phase: unknown value 'flight'; expected: fight, rest"),
    ],
)
def test_a_profile_of_ones_own_is_checked(
    call: Call,  # noqa: F811
    write: Callable[..., Path],  # noqa: F811
    old: str,
    new: str,
    line: int,
    message: str,
) -> None:
    """On the command line too: one line, with file and line, in both languages, exit code 2."""
    assert OWN.count(old) >= 1
    path, scenario = write("bad.yaml", OWN.replace(old, new, 1)), write("s.yaml", IN_BATTLE)
    english, russian = (call("play", scenario, "--profile", path, "--lang", lang) for lang in ("en", "ru"))
    assert (english.code, english.out) == (russian.code, russian.out) == (2, "")
    assert english.err.startswith(f"{path}:{line}: {message}")
    assert english.err.count("\n") == russian.err.count("\n") == 1
    assert russian.err.startswith(f"{path}:{line}: ")
    assert re.search("[а-яё]", russian.err)


def test_names_that_scenario_files_need_for_something_else(own: Path) -> None:
    """A step may be called like what a scenario calls otherwise; then files name it by its id."""
    text = OWN.replace("Прицел", "Фаза").replace("Удар", "Эффект правил").replace("Плата", "Ничего")
    profile = load_profile(text.replace("ru: Уход", "ru: strike"))
    assert points_of(profile).find("фаза") == "phase"
    assert points_of(profile).find("эффект правил") == "effect"
    assert [steps_of(profile).spell(one.id, "ru") for one in profile.steps] == ["фаза", "эффект правил", "pay", "gone"]
    scenario = parse_scenario(IN_BATTLE.replace("step: aim, priority", "step: ничего, priority"), profile=profile)
    for lang in ("en", "ru"):
        assert parse_scenario(dump_scenario(scenario, lang), profile=profile) == scenario


def test_what_the_default_profile_is_called_in_files_has_not_changed() -> None:
    """Words of a profile begin small, and those of the format come first."""
    assert [word.ru[0] for word in steps_of(default_profile())][:3] == [
        "проверка легальности", "резервирование ресурсов", "определение цели",
    ]  # fmt: skip
    assert [word.ru[0] for word in phases_of(default_profile())] == ["начальная", "главная", "финальная"]
    assert [word.ru[0] for word in steps_of(find_profile(EDITION))][:4] == [
        "заявка", "резервирование ресурсов", "цель", "бросок",
    ]  # fmt: skip


# --- the key of scenario files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [OF_2009, OF_2009_IN_RUSSIAN], ids=["English", "Russian"])
def test_a_scenario_names_its_profile(text: str) -> None:
    scenario = parse_scenario(text)
    assert scenario.profile is find_profile(EDITION)
    assert scenario.table.actions["t"].on == Point("result", "X")
    assert scenario == parse_scenario(OF_2009)
    for engine in ENGINES:
        turnout = play_scenario(scenario, engine=engine)
        assert turnout.ok
        assert turnout.game.specification.profile is scenario.profile
        assert play_scenario(mirror(scenario), engine=engine).ok
    assert mirror(scenario).profile is scenario.profile
    assert Game.from_scenario(scenario).specification.profile is scenario.profile


def test_it_is_written_in_both_languages_as_people_write_it() -> None:
    scenario = parse_scenario(OF_2009)
    english = dump_scenario(scenario)
    assert english.splitlines()[:3] == OF_2009.splitlines()[:3]
    assert dump_scenario(scenario, "ru") == OF_2009_IN_RUSSIAN
    for lang in ("en", "ru"):
        assert parse_scenario(dump_scenario(scenario, lang)) == scenario
        assert parse_scenario(dump_scenario(mirror(scenario), lang)) == mirror(scenario)


@pytest.mark.parametrize(
    "key", ["profile: default", "этапы: обычные", "Профиль: Default", "таблица_этапов: ОБЫЧНАЯ", "title: x"]
)
def test_the_default_profile_may_be_named_and_is_not_written(key: str) -> None:
    scenario = parse_scenario(f"{key}\nactions: {{F: {{by: A}}}}")
    assert scenario.profile is default_profile()
    assert "profile" not in dump_scenario(scenario)


@pytest.mark.parametrize("key", ["этапы: Редакция 2009 года", "профиль: редакция_2009", "PROFILE: Edition 2009"])
def test_it_may_be_spelled_as_other_words_of_the_file(key: str) -> None:
    assert parse_scenario(key).profile is find_profile(EDITION)


@pytest.mark.parametrize("value", ["battle", "battle.yaml", "./edition_2009", "edition_2008"])
def test_a_file_names_packaged_profiles_only(value: str, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own.parent)
    text = f"title: x\nprofile: {value}\n"
    for profile in (None, default_profile()):
        with pytest.raises(InputError) as caught:
            parse_scenario(text, "a.yaml", profile=profile)
        message = (
            f"a.yaml:2: profile: '{value}' is no profile that comes with the package; expected default | edition_2009"
        )
        assert caught.value.text("en").startswith(message)
        assert "ожидалось обычные | редакция 2009" in caught.value.text("ru")


@pytest.mark.parametrize("value", ["[default]", "{a: b}", ""])
def test_its_value_is_one_text(value: str) -> None:
    with pytest.raises(InputError, match=r"^scenario:2: profile: "):
        parse_scenario(f"title: x\nprofile: {value}")


def test_a_profile_given_from_outside_wins() -> None:
    assert parse_scenario("profile: edition_2009", profile=default_profile()).profile is default_profile()
    assert parse_scenario("profile: default", profile=find_profile(EDITION)).profile is find_profile(EDITION)
    with pytest.raises(InputError, match=r"scenario:6: actions\.t\.on: unknown key 'result'"):
        parse_scenario(OF_2009, profile=default_profile())
    turnout = play_scenario(parse_scenario("actions: {F: {by: A}}"), profile=find_profile(EDITION))
    assert turnout.game.specification.profile is find_profile(EDITION)


def test_a_profile_of_ones_own_is_not_named_in_a_file_but_told_of(own: Path) -> None:
    profile = find_profile(own)
    scenario = parse_scenario(IN_BATTLE, profile=profile)
    for lang, words in (("en", "one of your own, battle"), ("ru", "своя, «battle»")):
        text = dump_scenario(scenario, lang)
        assert text.startswith("# ")
        assert words in text.splitlines()[0]
        assert "--profile" in text.splitlines()[0]
        assert parse_scenario(text, profile=profile) == scenario
    assert "start" not in dump_scenario(scenario), "the main phase of the profile is where a game begins"


def test_the_schema_knows_the_key_and_the_steps_of_all_profiles() -> None:
    validator: Any = jsonschema.Draft202012Validator(schema())
    good = {"profile": EDITION, "actions": {"t": {"by": "A", "on": {"result": "X"}}}}
    assert validator.is_valid(good)
    assert validator.is_valid({"этапы": "Редакция 2009", "розыгрыш": [{"до": {"этап": {"X": "Защита"}}}]})
    assert not validator.is_valid({**good, "profile": "battle.yaml"})
    assert not validator.is_valid({**good, "actions": {"t": {"by": "A", "on": {"ending": "X"}}}})
    assert not validator.is_valid({"profile": EDITION, "этапы": EDITION})


# --- positions -------------------------------------------------------------------------------------------------------


def test_a_position_names_a_packaged_profile() -> None:
    turnout = play_scenario(parse_scenario(OF_2009))
    assert json.loads(turnout.game.position)["profile"]["id"] == EDITION
    again = Game.from_position(turnout.game.position)
    assert again.state == turnout.game.state
    assert again.specification.profile is find_profile(EDITION)
    assert "profile" not in json.loads(Game().position)
    with pytest.raises(InputError, match="played with the profile 'edition_2009'; expected default"):
        Game.from_position(turnout.game.position, profile=default_profile())


def test_a_position_of_another_profile_needs_it(own: Path) -> None:
    game = Game([Action("X", by="A", target="c1")], phase="fight", profile=find_profile(own))
    with pytest.raises(InputError) as caught:
        Game.from_position(game.position)
    assert "'battle', which does not come with the package; expected default, edition_2009" in caught.value.text("en")
    assert "«battle», а среди готовых его нет" in caught.value.text("ru")
    assert Game.from_position(game.position, profile=find_profile(own)).state == game.state


# --- where it is named -----------------------------------------------------------------------------------------------


def of_2009() -> Scenario:
    return parse_scenario(OF_2009)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_trace_and_its_charts_name_another_profile(lang: str) -> None:
    turnout = play_scenario(of_2009())
    header = trace_of(turnout, lang).header
    assert header.profile is not None
    assert header.profile.id == EDITION
    assert header.profile.name == find_profile(EDITION).name.get(lang)
    assert header.profile.source == find_profile(EDITION).source
    usual = play_scenario(parse_scenario("actions: {F: {by: A}}\nplay: [A declares F]"))
    assert trace_of(usual, lang).header.profile is None
    for draw in (sequence_svg, timeline_svg):
        assert header.profile.name in draw(turnout, lang)
        assert {"ru": "Профиль", "en": "Profile"}[lang] not in draw(usual, lang)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_picture_and_page_names_another_profile(lang: str, own: Path) -> None:
    for profile in (find_profile(EDITION), find_profile(own)):
        specification = build_specification(profile)
        words = rule_words(profile)
        for view in views_of(specification):
            notes = make_view(view, specification, lang, words).notes
            assert any(profile.name.get(lang) in note for note in notes), view
        pages = {name: text for name, text in gallery_pages(specification).items() if name.startswith((lang, "README"))}
        assert len(pages) == 2 + len(profile.phases) + 1
        assert [name for name, text in pages.items() if profile.name.get(lang) not in text] == []
    usual = gallery_pages(build_specification())
    assert [name for name, text in usual.items() if default_profile().name.get(lang) in text] == []
    other_reading = gallery_pages(build_specification(None, Readings(reserve_at="declaration")))
    assert "reserve_at = declaration" in other_reading["ru/refusals.md"]


def test_the_views_are_those_of_the_phases(own: Path) -> None:
    specification = build_specification(find_profile(own))
    flat = [view for view in views_of(specification) if view.startswith("flat-")]
    assert flat == ["flat-fight", "flat-rest"]
    assert [view for view in views_of(specification) if view not in flat] == [
        view for view in VIEWS if not view.startswith("flat-")
    ]


def test_of_a_long_step_table_the_beginning_is_drawn() -> None:
    steps = [step(f"n{number}", "nothing", "at", "always") for number in range(20)]
    long = made(
        "long", *steps, step("a", "apply_effect", "before", "always"), step("p", "pay"), step("g", "remove", "after")
    )
    model = example_view(build_specification(long), "en")
    assert "decisions deep" in model.notes[0]


# --- the command line ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_help_of_every_command_names_all_packaged_profiles(
    call: Call,  # noqa: F811
    command: list[str],
    lang: str,
) -> None:
    out = call("--lang", lang, *command, "--help").out
    assert "--profile" in out
    assert all(name in out for name in profile_names())


@pytest.fixture
def battle(own: Path, write: Callable[..., Path]) -> tuple[Path, Path]:  # noqa: F811
    """A scenario and the profile it needs."""
    return write("s.yaml", IN_BATTLE), own


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_play(call: Call, battle: tuple[Path, Path], lang: str) -> None:  # noqa: F811
    scenario, own = battle
    lead = {"ru": "Профиль. Бой.", "en": "Profile. Battle."}[lang]
    for order in (("play", scenario, "--profile", own), ("--profile", own, "play", scenario)):
        played = call("--lang", lang, *order)
        assert (played.code, played.err) == (0, "")
        (line,) = [line for line in played.out.splitlines() if line.startswith(lead)]
        assert line.endswith("gap/512")
    without = call("--lang", lang, "play", scenario)
    assert without.code == 2
    assert without.err.startswith(f"{scenario}:2: actions.t.on: ")


def test_play_as_json_and_as_a_page(call: Call, battle: tuple[Path, Path], tmp_path: Path) -> None:  # noqa: F811
    scenario, own = battle
    assert json.loads(call("play", "--json", scenario, "--profile", own).out)["ok"]
    page = tmp_path / "page.html"
    assert call("play", scenario, "--profile", own, "--html", page).code == 0
    assert "<dt>Profile</dt><dd>Battle" in page.read_text("utf-8")
    usual = tmp_path / "usual.yaml"
    usual.write_text("actions: {F: {by: A}}\nplay: [A declares F]\n", "utf-8")
    assert call("play", usual, "--html", page).code == 0
    assert "<dt>Profile</dt>" not in page.read_text("utf-8")


def test_the_last_option_wins_and_wins_over_the_file(call: Call, write: Callable[..., Path]) -> None:  # noqa: F811
    scenario = write("s.yaml", "profile: edition_2009\nactions: {F: {by: A}}\nplay: [A declares F]\n")
    assert "Profile. The nine-part chain" in call("play", scenario).out
    assert "Profile." not in call("play", scenario, "--profile", "default").out
    assert "Profile." in call("--profile", "default", "play", scenario, "--profile", "Редакция 2009").out
    assert "Profile." not in call("--profile", EDITION, "play", scenario, "--profile", "default").out


def test_an_unknown_profile_is_one_line(call: Call, write: Callable[..., Path]) -> None:  # noqa: F811
    scenario = write("s.yaml", IN_BATTLE)
    for command in (["play", scenario], ["step"], ["diagrams"], ["export", "json"], ["explore"], ["readings"]):
        outcome = call(*command, "--profile", "edition_208")
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == ("edition_208:1: there is no such profile and no such file; did you mean edition_2009?\n")


def test_step(
    call: Call,  # noqa: F811
    battle: tuple[Path, Path],
    write: Callable[..., Path],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenario, own = battle

    def steps(*arguments: str | Path, said: str = "position\n") -> str:
        import io

        monkeypatch.setattr("sys.stdin", io.StringIO(said))
        outcome = call("step", *arguments)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    saved = scenario.with_name("saved.yaml")
    out = steps(scenario, "--profile", own, said=f"next\nnext\nposition\nsave {saved}\n")
    assert "Profile: Battle" in out
    assert "> until: {step: {X: aim}}" in out
    assert call("play", saved, "--profile", own).code == 0
    position = write("p.txt", next(line for line in out.splitlines() if line.startswith('{"berserk_fsm"')))
    assert "step “Aim”" in steps(position, "--profile", own)
    assert call("step", position).err.startswith(f"{position}:1: position: profile: played with the profile 'battle'")
    # Without a file there is the table of the template; its play speaks of the default steps.
    assert "Profile: The nine-part chain" in steps("--profile", EDITION)
    assert "fight" in steps("--profile", own)


def test_diagrams(call: Call, battle: tuple[Path, Path], tmp_path: Path) -> None:  # noqa: F811
    scenario, own = battle
    out = tmp_path / "out"
    kept = ("--out", out, "--format", "dot,markdown", "--lang", "en", "--profile", own)
    assert call("diagrams", *kept).code == 0
    assert (out / "en" / "flat-fight.dot").exists()
    assert "Profile: Battle" in (out / "en" / "turn.md").read_text("utf-8")
    assert call("diagrams", *kept, "--check") == (0, "", "")
    assert call("diagrams", *kept[:-2], "--check").code == 1, "not those of the default profile"
    assert call("diagrams", *kept, "--view", "flat-rest").out.split() == [
        str(out / "en" / "flat-rest.dot"),
        str(out / "en" / "flat-rest.md"),
    ]
    absent = call("diagrams", *kept, "--view", "flat-main")
    assert (absent.code, absent.out) == (2, "")
    assert "flat-fight" in absent.err
    assert call("diagrams", "--scenario", scenario, "--out", out, "--lang", "en", "--profile", own).code == 0
    for name in ("s-sequence.svg", "s-timeline.svg"):
        assert "Profile: Battle" in (out / "en" / name).read_text("utf-8")


@pytest.mark.parametrize("format", ["scxml", "mermaid", "plantuml", "dot", "markdown", "json"])
def test_export(call: Call, battle: tuple[Path, Path], write: Callable[..., Path], format: str) -> None:  # noqa: F811
    scenario, own = battle
    words = "battle" if format in ("scxml", "json") else "Battle"
    for arguments in ((scenario, "--profile", own), ("--profile", own)):
        outcome = call("export", format, *arguments)
        assert (outcome.code, outcome.err) == (0, "")
        assert words in outcome.out
    of_file = call("export", format, write("of.yaml", OF_2009)).out
    assert (EDITION if format in ("scxml", "json") else "chain, edition of 2009") in of_file


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_explore(call: Call, battle: tuple[Path, Path], write: Callable[..., Path], lang: str) -> None:  # noqa: F811
    scenario, own = battle
    lead = {"ru": "Профиль. Бой.", "en": "Profile. Battle."}[lang]
    outcome = call("explore", scenario, "--profile", own, "--lang", lang)
    assert outcome.code == 0
    assert any(line.startswith(lead) for line in outcome.out.splitlines())
    claim = {"ru": "если этап прицел", "en": "if executing X, step aim"}
    assert {"ru": "если выполняется X, этап прицел", "en": claim["en"]}[lang] in " ".join(outcome.out.split())
    assert call("explore", write("of.yaml", OF_2009)).code == 0


def test_a_counterexample_of_another_profile_replays(
    call: Call,  # noqa: F811
    write: Callable[..., Path],  # noqa: F811
    tmp_path: Path,
) -> None:
    table = OF_2009.replace("always: {if: {step: protection}, expect: {active: A}}", "never: {step: calculation}")
    folder = tmp_path / "found"
    assert call("explore", write("of.yaml", table), "--counterexamples", folder).code == 1
    (path,) = folder.glob("*.yaml")
    text = path.read_text("utf-8")
    assert "\nprofile: edition_2009\n" in text
    assert "# Profile: The nine-part chain, edition of 2009.\n" in text
    assert "altered" not in text
    turnout = play_scenario(load_scenario(path))
    assert turnout.ok
    assert turnout.game.state.step == "calculation"


def test_readings(call: Call) -> None:  # noqa: F811
    assert call("readings", "--profile", EDITION).out.startswith("Profile: The nine-part chain, edition of 2009")
    assert "Profile" not in call("readings").out
    assert json.loads(call("readings", "--json").out)["profile"] == "default"
    assert json.loads(call("readings", "--json", "--profile", EDITION).out)["profile"] == EDITION


# --- the stepper -----------------------------------------------------------------------------------------------------


def test_the_template_is_for_any_profile(own: Path) -> None:
    usual = template_scenario("en")
    assert template_scenario("en", {}, default_profile()) == usual
    for profile in (find_profile(EDITION), find_profile(own)):
        scenario = template_scenario("en", {"reserve_at": "declaration"}, profile)
        assert (scenario.profile, scenario.play) == (profile, ())
        assert scenario.readings == Readings(reserve_at="declaration")
        assert scenario.table.actions == usual.table.actions
        assert Game.from_scenario(scenario).state.phase == profile.main_phase


def test_what_was_stepped_through_is_saved_with_its_profile(tmp_path: Path) -> None:
    scenario = replace(of_2009(), play=())
    session = Session(Game.from_scenario(scenario), "ru", scenario)
    for line in ("A заявляет X", "оба пасуют", f"сохранить {tmp_path / 'saved.yaml'}"):
        session.respond(line)
    text = (tmp_path / "saved.yaml").read_text("utf-8")
    assert "\nэтапы: редакция 2009\n" in f"\n{text}"
    assert play_scenario(load_scenario(tmp_path / "saved.yaml")).game.state == session.game.state
