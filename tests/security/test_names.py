"""Names in files are names: they lead nowhere, and no page, picture or model takes them for its own syntax."""

from __future__ import annotations

import io
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
from berserk_fsm.pages.catalogue import entries
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.scenario.scenario import load_scenario
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


# --- marks that turn text round --------------------------------------------------------------------------------------

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
"""What makes the text behind it read the other way: nobody sees it, and what is read is not what is there."""

NAMED: dict[str, Callable[[str], dict[str, object]]] = {
    "action": lambda name: {"actions": {name: {"by": "A"}}},
    "target": lambda name: {"actions": {"F": {"by": "A", "target": name}}},
    "fact": lambda name: {"start": {"facts": [name]}},
    "cost": lambda name: {"actions": {"F": {"by": "A", "cost": [name]}}},
    "rule effect": lambda name: {"rule_effects": {name: {"when": ["f"], "remove": ["f"]}}},
    "new target": lambda name: {"actions": {"F": {"by": "A"}, "G": {"by": "B", "redirect": {"of": "F", "to": name}}}},
    "profile": lambda name: {"profile": name},
    "reading": lambda name: {"readings": {name: "true"}},
    "answer": lambda name: {"readings": {"slow_active_only": name}},
    "clause": lambda name: {"cites": [name]},
    "sentence": lambda name: {"actions": {"F": {"by": "A"}}, "play": [f"A declares {name}"]},
}


@pytest.mark.parametrize("mark", TURNING, ids=ascii)
@pytest.mark.parametrize("what", NAMED)
def test_a_mark_that_turns_text_round_is_no_part_of_a_name(
    what: str, mark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused, in a line in which it is seen."""
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(json.dumps(NAMED[what](f"a{mark}b"), ensure_ascii=False), "utf-8")
    for lang in ("ru", "en"):
        assert main(["play", "s.yaml", "--lang", lang]) == 2
        said = capsys.readouterr().err
        assert said.startswith("s.yaml:1: ")
        assert said.count("\n") == 1
        assert f"a\\u{ord(mark):04x}b" in said
        assert mark not in said


def turned(name: str) -> str:
    """A scenario in which everything has it that is text and no name: the title, and those of claims."""
    claims = [{"title": f"claim {number} {name}", "expect": {"stack": ["F"]}} for number in range(2)]
    actions = {"F": {"by": "A", "target": "שלום"}, "مرحبا": {"by": "B"}}
    return json.dumps(
        {"title": name, "actions": actions, "never": claims, "play": ["A declares F", "both pass"]}, ensure_ascii=False
    )


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_marks_that_turn_text_round_are_shown_or_left_out(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fault: the graph of situations and a play that was written had them as they are.

    In titles, names of files and of reviewers; in the terminal, in pages, pictures, models and scenarios. Letters that
    are read from right to left are no marks: they are names like others.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BERSERK_FSM_LANG", lang)
    monkeypatch.setattr("sys.stdin", io.StringIO("A declares F\nhistory\nlog\nposition\nsave! out/kept.yaml\nquit\n"))
    odd = f"a{TURNING}b"
    file = f"n{TURNING}.yaml"
    Path(file).write_text(turned(odd), "utf-8")
    Path("out").mkdir()
    name = ("--by", f"Ann{TURNING}")
    for arguments in (
        ["play", file, "--html", "out/page.html"],
        ["play", file, "--json"],
        ["play", f"none{TURNING}.yaml"],
        ["step", file],
        ["explore", file, "--all", "--counterexamples", "out/found", "--graph", "out/graph.svg"],
        ["diagrams", "--scenario", file, "--out", "out", "--lang", lang],
        ["export", "scxml", file],
        ["export", "tla", file],
        ["export", "promela", file],
        ["review", "gap/512", *name, "--reviews", "out/reviews.yaml"],
        ["ledger", "--reviews", "out/reviews.yaml"],
        ["ledger", "--clause", odd],
        ["explain", odd],
        ["mutants", "--clause", odd],
        ["new", f"out/none{TURNING}/x.yaml"],
        ["notebook", odd],
        ["diagrams", "--view", odd],
        ["export", "dot", "--view", odd],
        ["play", "--reading", odd, file],
        ["play", "--profile", odd, file],
        [odd],
    ):
        main(arguments)
        said = "".join(capsys.readouterr())
        assert said, arguments
        assert not set(said) & set(TURNING), arguments
    written = [path for path in Path("out").rglob("*") if path.is_file()]
    kinds = {path.suffix for path in written}
    assert {".html", ".svg", ".yaml"} <= kinds
    for path in written:
        assert not set(path.read_text("utf-8")) & set(TURNING), ascii(str(path))
    # Nothing is lost where it is kept to be read again.
    titles = {load_scenario(path).title for path in Path("out", "found").glob("*.yaml")}
    assert len(titles) == 2
    assert all(odd in title for title in titles)


# --- files ------------------------------------------------------------------------------------------------------------

FILES = ("..yaml", "-rf.yaml", "a:b.yaml", "<script>.yaml", "con.yaml", " .yaml", "x.y.yaml", "a/../x.yaml", "~.yaml")


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder well below the one that is watched, to be in; with a scenario of names that lead out of it."""
    folder = tmp_path / "deep" / "down"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("BERSERK_FSM_LANG", "en")
    (folder / "s.yaml").write_text(scenario(WAYS_OUT[:4]), "utf-8")
    (folder / "out").mkdir()
    return tmp_path


def hostile_profile() -> str:
    """The default profile under names that lead somewhere; ids are identifiers, see above."""
    from importlib import resources

    text = resources.files("berserk_fsm.rules").joinpath("data", "profiles", "default.yaml").read_text("utf-8")
    text = re.sub(r"\bid: default\b", "id: mine", text, count=1)
    return re.sub(r"name: \{ru: ([^,]*), en: ([^}]*)\}", r'name: {ru: "../../\1/x", en: "../../\2/x"}', text)


WRITING = {
    "play": (["play", "s.yaml", "--html", "out/page.html"], 1),
    "explore": (["explore", "s.yaml", "--max-states", "400", "--counterexamples", "out/found"], 12),
    "graph": (["explore", "s.yaml", "--depth", "2", "--graph", "out/g.svg"], 1),
    "diagrams": (
        ["diagrams", "--out", "out", "--profile", "p.yaml", "--view", "turn", "--format", "dot,mermaid,markdown"],
        6,
    ),
    "diagrams of plays": (
        ["diagrams", "--out", "out", "--lang", "en", *(part for one in FILES for part in ("--scenario", one))],
        18,
    ),
    "export": (["export", "scxml", "s.yaml"], 0),
    "readings": (
        ["readings", "--diff", "slow_active_only=false", "--out", "out/x.yaml", "--picture", "out/x.svg"],
        2,
    ),
    "review": (["review", "gap/512", "--by", "../../x", "--reviews", "out/r.yaml"], 1),
    "ledger": (["ledger", "--reviews", "out/r.yaml"], 0),
    "new": (["new", "out/n.yaml"], 1),
    "notebook": (["notebook", "--copy-to", "out"], 9),
    "weave": (["weave", "--out", "out", "--lang", "en", "--rules", "rules.txt"], 5),
}


@pytest.mark.parametrize("command", WRITING)
def test_commands_write_where_they_are_told_and_nowhere_else(
    command: str, inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever files, tables, profiles and reviewers are called, and whatever the text of the rules says."""
    Path("a").mkdir()
    for name in FILES:
        Path(name).write_text(scenario(("a", "b", "c", "d")), "utf-8")
    Path("p.yaml").write_text(hostile_profile(), "utf-8")
    Path("rules.txt").write_text("302.1. Стек, см. 512 и ../../x.\n302.99. ../../etc/passwd.\n", "utf-8")
    # Copied, but not opened; and of all pages those of the first clause and the index.
    monkeypatch.setattr("berserk_fsm.commands.notebook.missing_packages", lambda: ("jupyterlab",))
    monkeypatch.setattr(
        "berserk_fsm.pages.writing.entries",
        lambda sources: [one for one in entries(sources) if one.name in ("index", "clause-302.1")],
    )
    arguments, expected = WRITING[command]
    before = tree(inside)
    assert main(arguments) in (0, 1, 2)
    after = tree(inside)
    new = [Path(name) for name in after if before.get(name) != after[name]]
    assert before.keys() <= after.keys()
    assert all(path.is_relative_to(Path("deep", "down", "out")) for path in new), new
    assert len(new) == expected, new


def test_a_name_of_a_file_stays_within_the_comment_it_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fault: a line end in the name of a file ended the comment, and what came behind it was read as a key."""
    monkeypatch.chdir(tmp_path)
    name = "a\ntitle: b.yaml"
    assert main(["readings", "--diff", "slow_active_only=false", "--out", name, "--lang", "en"]) == 0
    assert load_scenario(name).title != "b.yaml"
    assert "berserk-fsm play a\\ntitle: b.yaml" in Path(name).read_text("utf-8")


@pytest.mark.parametrize("name", ["[red]x[/red]", "[/]", "[link=http://x]x", ":bomb:", "%(x)s {0} {x}", "\\x1b[31m"])
def test_a_name_is_printed_as_it_is(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What lays out the terminal has a markup of its own, and so do the words that are filled in."""
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(scenario((name, f"{name}2", "c", "d")), "utf-8")
    for arguments in (["play", "s.yaml"], ["explore", "s.yaml", "--max-states", "300", "--all"], ["step", "s.yaml"]):
        monkeypatch.setattr("sys.stdin", io.StringIO("help\nhistory\nquit\n"))
        assert main([*arguments, "--lang", "en"]) in (0, 1)
        assert name in capsys.readouterr().out
