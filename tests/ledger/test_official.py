"""Reading a published text: clauses, two levels of bullets, files in any order, encodings, and what is no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from berserk_fsm.errors import InputError
from berserk_fsm.ledger.files import MAX_BYTES, decode_text, read_text
from berserk_fsm.ledger.fingerprints import text_fingerprint
from berserk_fsm.ledger.official import Reference, parse_official, read_official
from berserk_fsm.rules.clauses import clauses
from tests.ledger.texts import SEEDS, bullets_of, two_files, whole_text

SMALL = """\
Правила, часть третья
302. Раздел

302.1. Первый, см. 512. Порядок
и дальше.
302.2. Список:
● один (см. п.302.1);
● два, если:
○ так;
○ или
512. эдак;
● три.
303. Другой раздел
303.1. Последний (302.7, 304).
"""


def test_every_clause_with_its_bullets() -> None:
    text = parse_official([("rules", whole_text())])
    assert list(text.clauses) == list(clauses())
    for number, clause in clauses().items():
        assert [bullet.path for bullet in text.clauses[number].bullets] == list(bullets_of(clause))


def test_levels_wrapped_lines_and_headings() -> None:
    text = parse_official([("rules", SMALL)])
    assert list(text.clauses) == ["302.1", "302.2", "303.1"]
    assert text.clauses["302.1"].text == "Первый, см. 512. Порядок и дальше."
    assert text.clauses["302.2"].parts == {
        "": "Список:",
        "1": "один (см. п.302.1);",
        "2": "два, если:",
        "2.1": "так;",
        "2.2": "или 512. эдак;",
        "3": "три.",
    }
    assert [bullet.line for bullet in text.clauses["302.2"].bullets] == [7, 8, 9, 10, 12]
    assert text.sections == ("302", "303")


def test_references_to_what_is_not_supplied() -> None:
    assert parse_official([("rules", SMALL)]).references() == (
        Reference("302.1", "512"),
        Reference("302.2", "512"),
        Reference("303.1", "302.7"),
        Reference("303.1", "304"),
    )


def test_a_clause_broken_over_two_files_in_either_order() -> None:
    first, second = two_files()
    one = parse_official([("a", first), ("b", second)])
    assert one == parse_official([("b", second), ("a", first)])
    assert list(one.clauses) == list(clauses())
    last = one.clauses["302.12"].bullets[-1]
    assert (last.path, last.where, last.line) == ("6", "b", 1)


def test_line_ends_marks_and_encodings_make_no_difference(tmp_path: Path) -> None:
    wanted = {number: clause.fingerprints for number, clause in parse_official([("t", SMALL)]).clauses.items()}
    windows = SMALL.replace("\n", "\r\n")
    forms = {
        "utf8": SMALL.encode(),
        "mark": windows.encode("utf-8-sig"),
        "old_mac": SMALL.replace("\n", "\r").encode(),
        "utf16": windows.encode("utf-16"),
        "cp1251": windows.replace("●", "•").replace("○", "o").encode("cp1251"),
        "blanks": SMALL.replace(" один", "\u00a0\u00a0один").replace("\n", " \n\n").encode(),
    }
    for name, data in forms.items():
        path = tmp_path / name
        path.write_bytes(data)
        read = read_official([str(path)])
        assert {number: clause.fingerprints for number, clause in read.clauses.items()} == wanted, name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t:1: there are no clauses here"),
        ("Ни одного пункта.\n", "t:1: there are no clauses here"),
        ("302.1. Раз.\n302.1. Два.\n", "t:2: 302.1 stands twice; it was there already in t:1"),
        ("302.10. Раз.\n302.9. Два.\n", "t:2: numbers go backwards: 302.9 stands after 302.10"),
        ("303.1. Раз.\n302.2. Два.\n", "t:2: numbers go backwards: 302.2 stands after 303.1"),
        ("● висит\n302.1. Раз.\n", "t:1: a text that belongs to no clause"),
        ("302.1. Раз.\n302.2. Два и обор", "t:2: the text breaks off in 302.2"),
        ("302.1. Раз:\n● один;\n", "t:2: the text breaks off in 302.1"),
        ("302.1. Раз:\n○ один.\n", "t:2: 302.1: a ○ stands under no ●"),
        ("302.1. Раз:\n? один.\n", "t:2: a question mark stands where a bullet was"),
    ],
)
def test_what_is_no_numbered_text(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_official([("t", text)])
    assert str(caught.value).startswith(message)
    assert caught.value.text("ru") != str(caught.value)


def test_the_same_number_in_two_files() -> None:
    with pytest.raises(InputError, match=r"b:1: 302\.1 stands twice; it was there already in a:1"):
        parse_official([("a", "302.1. Раз."), ("b", "302.1. Два.")])


def test_half_a_word_is_not_gone_on_with_by_a_bullet() -> None:
    first, second = two_files()
    with pytest.raises(InputError, match=r"a:\d+: the text breaks off in 302"):
        parse_official([("a", first[:-40]), ("b", second)])


def test_a_title_before_the_first_clause_of_a_file_is_no_clause() -> None:
    text = parse_official([("a", "302.1. Раз."), ("b", "Часть вторая\n302.2. Два.")])
    assert text.clauses["302.1"].text == "Раз."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"302.1. \x00\x01\n", "f:1: a character that no text has (code 0)"),
        (b"\n\n\x07", "f:3: a character that no text has (code 7)"),
        ("302.1. Стек\n302.2. Верх".encode()[:-1], "f:2: the file breaks off in the middle of a letter"),
        ("302.1. Стек — это зона".encode().replace(b"\xb5", b"\xff", 1), "f:1: the file is damaged: its byte"),
        ("302.1. Стек это зона игры".encode("koi8-r"), "f:1: the encoding of the file is not known"),
        ("302.1. Стек это зона игры".encode("cp866"), "f:1: the encoding of the file is not known"),
        (b"\xff\xfe\x00", "f:1: "),
        ("302.1. Стек".encode("utf-16-le"), "f:1: the file is not in UTF-8 but in UTF-16; save it as UTF-8"),
        ("302.1. Стек".encode("utf-16-be"), "f:1: the file is not in UTF-8 but in UTF-16; save it as UTF-8"),
        ("302.1. Stack".encode("utf-16-le"), "f:1: the file is not in UTF-8 but in UTF-16; save it as UTF-8"),
        ("302.1. Стек".encode("utf-32"), "f:1: the file is not in UTF-8 but in UTF-32; save it as UTF-8"),
    ],
)
def test_what_is_no_text(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode_text(data, "f")
    assert str(caught.value).startswith(message)


def test_large_files_are_not_read_to_their_end(tmp_path: Path) -> None:
    large = tmp_path / "large"
    with large.open("wb") as stream:
        stream.truncate(100 * MAX_BYTES)
    with pytest.raises(InputError, match="larger than 4 MiB"):
        read_text(str(large))
    for name in (str(tmp_path), str(tmp_path / "none"), "a\0b"):
        with pytest.raises(InputError):
            read_text(name)


def test_a_changed_word_changes_the_fingerprint_and_layout_does_not() -> None:
    assert text_fingerprint("Стек – это «зона»") == text_fingerprint(" Стек  — это “зо\u00adна”\r\n")
    assert text_fingerprint("Стек это зона") != text_fingerprint("Стек эта зона")


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the official text is not part of the repository")
def test_the_official_text_is_read_whole() -> None:
    files = sorted(map(str, SEEDS.glob("*.txt")))
    text = read_official(files)
    assert text == read_official(reversed(files))
    assert list(text.clauses) == list(clauses())
    bullets = {number: len(one.bullets) for number, one in text.clauses.items() if one.bullets}
    assert bullets == {"302.5": 3, "302.6": 2, "302.12": 6, "303.3": 7}
    assert {one.to for one in text.references()} == {"305", "503", "512"}
