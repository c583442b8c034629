"""``ledger`` and ``review``: the table, one clause, another text, records of reviews."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from berserk_fsm.commands.rules_files import spread
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.gaps import gaps
from tests.cli.conftest import Call
from tests.ledger.texts import SEEDS, two_files, whole_text

Write = Callable[..., Path]


@pytest.fixture
def reviewed(call: Call, write: Write, tmp_path: Path) -> tuple[Path, Path]:
    """A text of our own words, and a file of reviews of it by Ann."""
    rules, reviews = write("rules.txt", whole_text()), tmp_path / "mine.yaml"
    assert call("review", "all", "--rules", rules, "--by", "Ann", "--reviews", reviews).code == 0
    return rules, reviews


def test_the_table_has_every_clause_and_gap(call: Call) -> None:
    outcome = call("ledger")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    known = [*clauses(), *(gap.citation for gap in gaps().values())]
    first = [line.split()[0] for line in lines[1:] if line and line.split()[0] in known]
    assert first == known
    assert lines[-1] == "✓ Nothing is missing, nothing is orphaned."
    assert all(len(line) <= 100 for line in lines)
    russian = call("ledger", "--lang", "ru")
    assert russian.out.splitlines()[0].split()[0] == "Пункт"


def test_the_table_as_json(call: Call) -> None:
    outcome = call("ledger", "--json")
    plain = json.loads(outcome.out)
    entry = next(one for one in plain["entries"] if one["number"] == "303.3")
    assert [one["id"] for one in entry["obligations"]][2] == "303.3/slow"
    assert next(row for row in entry["links"]["row"] if row["id"] == "declare_slow")["count"] == 1
    assert plain["orphans"] == []
    assert plain["text"] is None


def test_everything_about_one_clause(call: Call) -> None:
    outcome = call("ledger", "--clause", "303.4")
    assert outcome.code == 0
    for told in ("303.4/once", "point_used", "trigger_once_per_point", "Open questions", "gap/305", "Reviewed by"):
        assert told in outcome.out
    assert call("ledger", "--clause", "303.4/once").out == outcome.out
    assert "gap/512" in call("ledger", "--clause", "gap/512").out
    one = json.loads(call("ledger", "--clause", "303.4", "--json").out)["entries"]
    assert [entry["number"] for entry in one] == ["303.4"]


def test_an_unknown_clause(call: Call) -> None:
    outcome = call("ledger", "--clause", "304.1")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("304.1: there is no such clause; expected 302.1, ")
    assert outcome.err.count("\n") == 1


def test_readings_are_heeded(call: Call) -> None:
    outcome = call("ledger", "--reading", "slow_active_only=false", "--clause", "303.3")
    assert outcome.code == 0
    assert "slow_not_active:" not in outcome.out


def test_the_reviewed_text_has_nothing_new(call: Call, reviewed: tuple[Path, Path]) -> None:
    rules, reviews = reviewed
    outcome = call("ledger", "--rules", rules, "--reviews", reviews, "--strict")
    assert (outcome.code, outcome.err) == (0, "")
    assert "files 1, clauses 21, bullets 18" in outcome.out
    assert "The same as the one reviewed." in outcome.out


def test_two_files_in_either_order(call: Call, write: Write, tmp_path: Path) -> None:
    first, second = (write(f"{n}.txt", text) for n, text in enumerate(two_files()))
    mine = tmp_path / "mine.yaml"
    assert call("review", "302.12", "--rules", second, first, "--by", "Ann", "--reviews", mine).code == 0
    outcomes = [
        json.loads(call("ledger", "--rules", *files, "--reviews", mine, "--json").out)
        for files in ((first, second), (second, first))
    ]
    assert outcomes[0] == outcomes[1]
    assert outcomes[0]["text"]["clauses"] == 21


def test_a_changed_word_names_clause_links_and_reviewer(call: Call, write: Write, reviewed: tuple[Path, Path]) -> None:
    rules, reviews = reviewed
    new = write(
        "new.txt",
        whole_text().replace("Место в очереди", "Очередь в месте").replace("Очередь хранит", "Очередь помнит"),
    )
    outcome = call("ledger", "--rules", new, "--old", rules, "--reviews", reviews)
    assert outcome.code == 0
    for told in ("303.5: changed", "Очередь [-хранит-] {+помнит+} порядок", "row:declare_slow", "Reviewed by Ann"):
        assert told in outcome.out
    assert call("ledger", "--rules", new, "--reviews", reviews, "--strict").code == 1
    plain = json.loads(call("ledger", "--rules", new, "--old", rules, "--reviews", reviews, "--json").out)
    assert plain["text"]["changed"] == ["303.5"]


def test_new_and_gone_clauses_fail(call: Call, write: Write, reviewed: tuple[Path, Path]) -> None:
    _, reviews = reviewed
    lines = [line for line in whole_text().splitlines() if not line.startswith("303.5.")]
    new = write("new.txt", "\n".join([*lines, "303.10. Новый, см. 777."]))
    outcome = call("ledger", "--rules", new, "--reviews", reviews)
    assert outcome.code == 1
    for told in ("New: 303.10.", "Gone: 303.5.", "Points to 777, not supplied: no gap of this name"):
        assert told in outcome.out


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("слова\n", "rules.txt:1: there are no clauses here"),
        ("302.1. Раз.\n302.1. Два.\n", "rules.txt:2: 302.1 stands twice"),
        ("302.2. Раз.\n302.1. Два.\n", "rules.txt:2: numbers go backwards"),
        ("302.1. Раз и", "rules.txt:1: the text breaks off"),
        (b"302.1. \x00", "rules.txt:1: a character that no text has"),
        (bytes(5 << 20), "rules.txt:1: the file is larger than 4 MiB"),
    ],
)
def test_unusable_texts(call: Call, write: Write, data: str | bytes, message: str) -> None:
    path = write("rules.txt", data)
    for arguments in (("ledger", "--rules", path), ("review", "302.1", "--by", "Ann", "--rules", path)):
        outcome = call(*arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert message in outcome.err
        assert outcome.err.count("\n") == 1


def test_old_needs_rules(call: Call, write: Write) -> None:
    outcome = call("ledger", "--old", write("a.txt", whole_text()))
    assert outcome.code == 2
    assert "--old needs --rules" in outcome.err


# --- review ----------------------------------------------------------------------------------------------------------


def test_a_review_goes_to_the_current_folder(
    call: Call, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = write("rules.txt", whole_text())
    outcome = call("review", "303.4", "--rules", rules, "--by", "Ann  Smith")
    assert outcome.code == 0
    assert outcome.out.startswith("303.4: reviewed by Ann Smith, ")
    written = (tmp_path / "reviews.yaml").read_text("utf-8")
    assert not any(word in written for word in ("Срабатывание", "единожды", "верхнего"))
    assert call("review", "gap/512", "--by", "Боб").code == 0
    assert call("review", "303.4", "--rules", rules, "--by", "Eve").code == 0
    told = (tmp_path / "reviews.yaml").read_text("utf-8")
    assert "Ann" not in told
    assert told.index('"Eve"') < told.index('"Боб"')
    assert "Reviewed by Eve" in call("ledger", "--clause", "303.4", "--reviews", "reviews.yaml").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--by", "Ann"], "no clause was given"),
        (["303.40", "--by", "Ann"], "303.40: there is no such clause"),
        (["gap/512"], "who reviewed it was not given"),
        (["gap/512", "--by", "  "], "who reviewed it was not given"),
        (["303.4", "--by", "Ann"], "a clause is reviewed together with its text"),
    ],
)
def test_what_a_review_needs(call: Call, tmp_path: Path, arguments: list[str], message: str) -> None:
    outcome = call("review", *arguments, "--reviews", tmp_path / "r.yaml")
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert not (tmp_path / "r.yaml").exists()


def test_a_file_of_something_else_is_left_alone(call: Call, write: Write) -> None:
    other = write("other.yaml", "title: no reviews\n")
    outcome = call("review", "gap/512", "--by", "Ann", "--reviews", other)
    assert outcome.code == 2
    assert "other.yaml:1: a list was expected" in outcome.err
    assert other.read_text("utf-8") == "title: no reviews\n"


def test_a_text_without_the_clause_cannot_be_reviewed(call: Call, write: Write, tmp_path: Path) -> None:
    outcome = call("review", "303.4", "--by", "A", "--rules", write("a", "302.1. Раз."), "--reviews", tmp_path / "r")
    assert outcome.code == 2
    assert "the text has no clause 303.4" in outcome.err


def test_several_files_after_one_option() -> None:
    assert spread(["--rules=a", "b", "--old", "c", "-h", "d"], ["--rules", "--old"]) == [
        *("--rules=a", "--rules", "b", "--old", "c", "-h", "d"),
    ]
    assert spread(["--rules", "a", "--", "b"], ["--rules"]) == ["--rules", "a", "--", "b"]


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the official text is not part of the repository")
def test_the_official_text(call: Call, tmp_path: Path) -> None:
    files = sorted(SEEDS.glob("*.txt"))
    outcome = call("ledger", "--rules", *files)
    assert (outcome.code, outcome.err) == (0, "")
    assert "files 2, clauses 21, bullets 18" in outcome.out
    assert "The same as the one reviewed." in outcome.out
    assert call("ledger", "--rules", *reversed(files)).out == outcome.out
    copies = []
    for path in files:
        copies.append(tmp_path / path.name)
        copies[-1].write_text(path.read_text("utf-8").replace("303.5. Заявленные", "303.5. Названные"), "utf-8")
    changed = call("ledger", "--rules", *copies)
    assert "303.5: changed" in changed.out
    assert "row:declare_slow" in changed.out
    assert "Reviewed by berserk_fsm" in changed.out
