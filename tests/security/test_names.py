"""Names in files are names: they lead nowhere, and no page, picture or model takes them for its own syntax."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import berserk_fsm
from berserk_fsm import Action, Decision, Game, InputError, RuleEffect, load_profile
from berserk_fsm.cli import main
from berserk_fsm.explore.counterexample import _file_name
from berserk_fsm.machine.compiled import writing
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.scenario.sentences import say

WAYS_OUT = (
    "../out",
    "..",
    "./x",
    "/etc/passwd",
    "../../../../tmp/x",
    "C:\\x",
    "\\\\host\\share",
    "con",
    "NUL",
    "a/b",
    "a\\b",
    "x" * 100,
    "ы" * 100,
    "~root",
    "$HOME",
    "a:b",
    " ".join("abc"),
    "-rf",
    ".bashrc",
    "🂡" * 50,
)
MARKUP = (
    "<script>x</script>",
    "<img src=x onerror=y>",
    'a" onload="z',
    "]]>",
    "a; b",
    "--> <!--",
    "&lt;b&gt;",
    "{{ 7*7 }}",
    "'); drop(",
    "javascript:w",
)


def scenario(names: tuple[str, ...]) -> str:
    """A scenario in which everything that has a name has these, with claims that fail."""
    actions = {
        name: {"by": "A", "target": name, "add": [name], **({"roll": "true"} if number == 0 else {})}
        for number, name in enumerate(names[:2])
    }
    rest = {name: {"by": "B", "target": name, "cost": [name]} for name in names[2:4]}
    return json.dumps(
        {
            "title": names[0],
            "start": {"facts": list(names)},
            "actions": {**actions, **rest},
            "rule_effects": {name: {"when": [name], "remove": [name]} for name in names[:1]},
            "never": [{"title": name, "expect": {"stack": [names[1]]}} for name in names],
            "play": [say(Decision("declare", "A", names[1])), "both pass"],
        },
        ensure_ascii=False,
    )


def written(folder: Path, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Every file that the commands write for a scenario with these names; none of them outside the folder asked for."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("BERSERK_FSM_LANG", "ru")
    Path("s.yaml").write_text(scenario(names), "utf-8")
    before = set(folder.parent.rglob("*"))
    assert main(["play", "s.yaml", "--html", "out/page.html"]) in (0, 2)
    Path("out").mkdir(exist_ok=True)
    assert main(["play", "s.yaml", "--html", "out/page.html"]) == 0
    assert main(["explore", "s.yaml", "--max-states", "400", "--counterexamples", "out/found"]) == 1
    assert main(["diagrams", "--scenario", "s.yaml", "--out", "out", "--lang", "ru"]) == 0
    new = set(folder.parent.rglob("*")) - before
    assert all(path.is_relative_to(folder / "out") for path in new), new
    yield from sorted(path for path in new if path.is_file())


@pytest.mark.parametrize("start", range(0, len(WAYS_OUT), 4))
def test_names_lead_nowhere(start: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "deep" / "down"
    folder.mkdir(parents=True)
    names = WAYS_OUT[start : start + 4]
    files = list(written(folder, names, monkeypatch))
    assert len([path for path in files if path.suffix == ".yaml"]) == len(names)
    for path in files:
        assert not re.fullmatch(r"(con|nul|prn|aux|com\d|lpt\d)\..*", path.name, re.IGNORECASE)
        assert not path.name.startswith((".", "-", " "))


def test_names_of_devices_and_long_ones_are_names_of_files() -> None:
    for name in (*WAYS_OUT, "", "\0", "a\nb", "COM1", "lpt9"):
        file = _file_name(name)
        assert re.fullmatch(r"[\w-]+\.yaml", file), file
        assert len(file.encode()) <= 255
        assert not re.fullmatch(r"(con|nul|com\d|lpt\d)\.yaml", file, re.IGNORECASE)
    assert len({_file_name(name) for name in WAYS_OUT}) == len(WAYS_OUT)


@pytest.mark.parametrize("id", ["../x", "/x", "..", "con/x", "a b", "", "x\\y", "<x>"])
@pytest.mark.parametrize("what", ["profile", "step", "phase"])
def test_ids_of_a_profile_are_identifiers(id: str, what: str, tmp_path: Path) -> None:
    """Pictures and exports are named after them."""
    from importlib import resources

    text = resources.files("berserk_fsm.rules").joinpath("data", "profiles", "default.yaml").read_text("utf-8")
    profile = default_profile()
    old = {"profile": profile.id, "step": profile.steps[0].id, "phase": profile.phases[0].id}[what]
    assert re.search(rf"\bid: {old}\b", text)
    path = tmp_path / "mine.yaml"
    path.write_text(re.sub(rf"\bid: {old}\b", lambda _: f"id: {json.dumps(id)}", text, count=1), "utf-8")
    with pytest.raises(InputError):
        load_profile(path)


class _Page(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts = 0
        self.dangerous: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        if tag in ("iframe", "object", "embed", "base", "img", "form"):
            self.dangerous.append(tag)
        for name, value in attrs:
            if name.startswith("on") or "javascript:" in (value or "").lower():
                self.dangerous.append(f"{name}={value}")


@pytest.mark.parametrize("start", range(0, len(MARKUP), 4))
def test_names_are_text_in_everything_written(start: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = (*MARKUP, "a", "b")[start : start + 4]
    plain = list(written(make(tmp_path / "p"), ("a", "b", "c", "d"), monkeypatch))
    files = list(written(make(tmp_path / "m"), names, monkeypatch))
    assert len(files) == len(plain)
    for path in files:
        text = path.read_text("utf-8")
        if path.suffix == ".svg":
            root = ElementTree.fromstring(text)
            tags = {element.tag.rpartition("}")[2] for element in root.iter()}
            assert not tags & {"script", "foreignObject", "iframe", "image"}
            assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    (page,), (plain_page,) = (
        [_Page(path.read_text("utf-8")) for path in several if path.suffix == ".html"] for several in (files, plain)
    )
    assert page.dangerous == []
    assert page.scripts == plain_page.scripts


def make(folder: Path) -> Path:
    """A folder."""
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    "text",
    [
        "title: !!python/object/apply:os.system [touch pwned]",
        "title: !!python/name:os.system",
        "!!python/module:os",
        "title: &a x\ncites: [*a]",
        '{"berserk_fsm": 2, "table": {"__class__": "x"}}',
        '{"berserk_fsm": 2, "py/object": "os.system"}',
    ],
)
def test_files_are_never_executed(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file.yaml").write_text(text, "utf-8")
    monkeypatch.setattr("os.system", lambda command: pytest.fail(command))
    for arguments in (["play", "file.yaml"], ["explore", "file.yaml"], ["play", "--profile", "file.yaml", "file.yaml"]):
        assert main(arguments) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["file.yaml"]


def test_nothing_in_the_package_evaluates_text() -> None:
    """One module runs text, and it writes that itself, from a closed vocabulary and numbers; see the next test."""
    package = Path(berserk_fsm.__file__).parent
    runs = re.compile(
        r"(?<![\w.])(eval|exec|compile|__import__)\(|\bpickle\.load|\byaml\.load\(|\bos\.system\(|shell=True"
    )
    found = {
        path.relative_to(package).as_posix() for path in package.rglob("*.py") if runs.search(path.read_text("utf-8"))
    }
    assert found == {"machine/compiled/writing.py"}


def test_no_name_comes_into_code_that_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled machine knows actions, facts and targets by their numbers."""
    sources: list[str] = []
    factory = writing._factory

    def noted(source: str) -> Callable[..., writing.Function]:
        sources.append(source)
        return factory(source)

    monkeypatch.setattr(writing, "_factory", noted)
    odd = "x'); import os; os.system('y') #"
    action = Action(f"{odd}1", by="A", target=f"{odd}2", add=(f"{odd}3",), cost=(f"{odd}4",), roll=True)
    game = Game(
        [action], [RuleEffect(f"{odd}5", when=(f"{odd}6",), add=(f"{odd}7",))], facts=[f"{odd}6"], engine="table"
    )
    game.declare(action.name)
    assert sources
    assert not [source for source in sources if "import" in source or "os." in source or odd in source]
