"""Whatever the input is: one line on standard error, exit code 2, nothing on standard output."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.running import SMALL, environment

BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nactions: *b\n"
CYRILLIC = "заголовок: Спор о порядке\nигродействия: {удар: {чьё: A}}\n"

BAD = [
    pytest.param(b"", 1, "empty", "пуст", id="empty file"),
    pytest.param(b"\n\n# nothing\n", 1, "empty", "пуст", id="only a comment"),
    pytest.param(b"x" * (256 * 1024 + 1), 1, "256 KiB", "256 КиБ", id="huge"),
    pytest.param(b"title: x\n\x00\x01\xfe", 2, "binary", "двоичный", id="binary"),
    pytest.param(CYRILLIC.encode("utf-16"), 1, "UTF-16", "UTF-16", id="UTF-16"),
    pytest.param(CYRILLIC.encode("cp1251"), 1, "cp1251", "cp1251", id="cp1251"),
    pytest.param(BOMB.encode(), 1, "not allowed", "недопустим", id="alias bomb"),
    pytest.param(b"play: " + b"[" * 5000, 1, "", "", id="deep nesting"),
    pytest.param(b"title: a\ntitle: b\n", 2, "stands here again", "", id="duplicate key"),
    pytest.param(b"titel: a\n", 1, "title", "title", id="unknown key"),
    pytest.param(b"actions: {X: {by: A}}\nplay:\n  - A plays X\n", 3, "A declares X", "A заявляет X", id="no sentence"),
    pytest.param(b"a: [1\n", 2, "YAML", "YAML", id="no YAML"),
]


@pytest.mark.parametrize(("data", "line", "en", "ru"), BAD)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_unusable_content(
    call: Call, write: Callable[..., Path], data: bytes, line: int, en: str, ru: str, lang: str
) -> None:
    path = write("bad.yaml", data)
    outcome = call("play", path, "--lang", lang)
    assert (outcome.code, outcome.out) == (2, "")
    (message,) = outcome.err.splitlines()
    assert message.startswith(f"{path}:{line}: ")
    assert (ru if lang == "ru" else en) in message


def test_byte_order_mark_is_no_harm(call: Call, write: Callable[..., Path]) -> None:
    assert call("play", write("a.yaml", b"\xef\xbb\xbf" + SMALL.encode())).code == 0


@pytest.mark.parametrize(
    ("name", "says"),
    [("", "directory"), ("gone.yaml", "no such file"), ("*.yaml", "no such file"), ("a\nb", "no such")],
)
def test_what_is_no_file(call: Call, tmp_path: Path, name: str, says: str) -> None:
    outcome = call("play", tmp_path / name)
    assert (outcome.code, outcome.out) == (2, "")
    (message,) = outcome.err.splitlines()
    assert ":1: " in message
    assert says in message


@pytest.mark.parametrize(
    ("arguments", "en", "ru"),
    [
        pytest.param(["plya"], "there is no command 'plya'; perhaps play?", "возможно, play?", id="command"),
        pytest.param(["xyzzy"], "there are: play, ", "есть такие: play, ", id="command like none"),
        pytest.param(["play"], "missing: FILE", "не указано: ФАЙЛ", id="no file"),
        pytest.param(["play", "--lan", "ru", "x"], "no option --lan", "нет параметра --lan", id="abbreviation"),
        pytest.param(["play", "--jsn", "x"], "perhaps --json?", "возможно, --json?", id="option"),
        pytest.param(["play", "x", "--engine", "fast"], "expected: transitions, table", "ожидалось: tr", id="value"),
        pytest.param(["play", "x", "--engine"], "requires an argument", "нет значения", id="no value"),
        pytest.param(["play", "--json=1", "x"], "does not take a value", "не бывает значения", id="value of a flag"),
        pytest.param(["new", "a", "b"], "extra argument (b)", "лишнее: b", id="extra argument"),
        pytest.param(["--lang", "de", "readings"], "expected: ru, en", "ожидалось: ru, en", id="language"),
        pytest.param(["readings", "--reading", "x"], "expected ID=VALUE", "ожидалось ИМЯ=", id="reading without value"),
        pytest.param(["--reading", "x=y", "new"], "unknown reading 'x'", "неизвестное прочтение", id="reading"),
        pytest.param(["new", "--reading", "reserve_at=x"], "expected: exec", "ожидалось: ex", id="reading's value"),
        pytest.param(["diagrams", "--lang", "ru,de"], "no value 'de'", "нет значения «de»", id="diagrams' language"),
        pytest.param(["diagrams", "--format", "gif"], "expected: svg", "ожидалось: svg", id="diagrams' format"),
    ],
)
def test_wrong_command_line(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], en: str, ru: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for lang, says in (("en", en), ("ru", ru)):
        monkeypatch.setenv("BERSERK_FSM_LANG", lang)
        outcome = call(*arguments)
        assert (outcome.code, outcome.out) == (2, "")
        (message,) = outcome.err.splitlines()
        assert message.startswith("berserk-fsm")
        assert says in message
    assert list(tmp_path.iterdir()) == []


def test_without_a_command_help_is_shown(call: Call) -> None:
    outcome = call()
    assert (outcome.code, outcome.out) == (2, "")
    assert "Commands:" in outcome.err


def test_yaml_directive_of_another_version_is_one_line(call: Call, write: Callable[..., Path]) -> None:
    told = call("play", write("y.yaml", "%YAML 1.3\n---\ntitle: x\n"))
    assert told.code == 2
    assert told.err.count("\n") == 1
    assert "y.yaml:1: the directive %YAML" in told.err


def test_html_page_does_not_replace_a_scenario(call: Call, write: Callable[..., Path], tmp_path: Path) -> None:
    path = write("b.yaml", SMALL)
    told = call("play", "--html", path, path)
    assert told.code == 2
    assert "expected NAME.html" in told.err
    assert path.read_text("utf-8") == SMALL
    folder = tmp_path / "folder.html"
    folder.mkdir()
    told = call("play", "--html", folder, path)
    assert told.code == 2
    assert told.err.startswith(f"{folder}: cannot be written")


def test_too_many_items_are_refused(call: Call, write: Callable[..., Path]) -> None:
    told = call("play", write("many.yaml", "play:\n" + "  - both pass\n" * 1001))
    assert told.code == 2
    assert "expected at most 1000" in told.err


def test_step_without_standard_input_says_so(write: Callable[..., Path]) -> None:
    command = [sys.executable, "-m", "berserk_fsm", "step", str(write("b.yaml", SMALL))]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *command], env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no standard input" in done.stderr


READERS = {
    "play": ("play", "{}"),
    "play, profile": ("play", "s.yaml", "--profile", "{}"),
    "step": ("step", "{}"),
    "explore": ("explore", "{}"),
    "export": ("export", "scxml", "{}"),
    "diagrams": ("diagrams", "--scenario", "{}", "--out", "out"),
    "ledger, rules": ("ledger", "--rules", "{}"),
    "ledger, old rules": ("ledger", "--rules", "rules.txt", "--old", "{}"),
    "ledger, reviews": ("ledger", "--reviews", "{}"),
    "weave": ("weave", "--out", "out", "--rules", "{}"),
    "review, rules": ("review", "302.1", "--by", "Ann", "--rules", "{}"),
    "review, reviews": ("review", "gap/512", "--by", "Ann", "--reviews", "{}"),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32"])
def test_whatever_reads_text_says_that_a_file_is_not_utf_8(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, encoding: str
) -> None:
    """The fault: of an official text in UTF-16 it was said that it has a character no text has, not what to do."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.yaml").write_text(CYRILLIC, "utf-8")
    (tmp_path / "rules.txt").write_text("302.1. Раз.\n", "utf-8")
    (tmp_path / "wide").write_bytes("302.1. Раз и два.\n".encode(encoding))
    for lang in ("en", "ru"):
        outcome = call("--lang", lang, *(one.format("wide") for one in READERS[name]))
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("wide:1: ")
        assert outcome.err.count("\n") == 1
        assert "UTF-8" in outcome.err
        assert "UTF-16" in outcome.err or "UTF-32" in outcome.err
    assert {path.name for path in tmp_path.iterdir()} == {"s.yaml", "rules.txt", "wide"}
