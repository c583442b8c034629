"""YAML as text with lines: what is read, and every way to be wrong."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from berserk_fsm.errors import BerserkError, InputError, ReadingError
from berserk_fsm.yaml_text import MAX_BYTES, Mapping, Scalar, Sequence, parse, plain, read_file


def test_every_scalar_stays_text() -> None:
    text = (
        "a: [302.10, on, true, null, ~, 0x1F, 2024-01-01, 1e3, '302.10', \"x\"]\nyes:\nb: {c: }\nd: |\n  two\n  lines\n"
    )
    assert plain(parse(text, "t")) == {
        "a": ["302.10", "on", "true", "null", "~", "0x1F", "2024-01-01", "1e3", "302.10", "x"],
        "yes": "",
        "b": {"c": ""},
        "d": "two\nlines\n",
    }


def test_lines_and_order() -> None:
    node = parse("# comment\nb: 1\n\na:\n  - x\n  - y\n", "t")
    assert isinstance(node, Mapping)
    assert node.line == 2
    assert node.keys() == ("b", "a")
    assert node.get("b") == Scalar("1", 2)
    assert node.get("a") == Sequence((Scalar("x", 5), Scalar("y", 6)), 5)
    assert node.get("c") is None
    assert hash(node) == hash(parse("# comment\nb: 1\n\na:\n  - x\n  - y\n", "t"))


def test_line_ends_of_all_systems_count() -> None:
    for end in ("\n", "\r\n", "\r"):
        with pytest.raises(InputError) as caught:
            parse(end.join(["a: 1", "b: 2", "a: 3"]), "t")
        assert caught.value.line == 3


def test_composed_and_decomposed_letters_are_one_name() -> None:
    with pytest.raises(InputError, match="again"):
        parse("\u0439: 1\n\u0438\u0306: 2", "t")


@pytest.mark.parametrize(
    ("text", "line", "en", "ru"),
    [
        ("", 1, "empty", "пуст"),
        ("# only a comment\n", 1, "empty", "пуст"),
        ("---\n...\n", 1, "empty", "пуст"),
        ("a: 1\n---\nb: 2", 2, "second YAML document", "второй документ"),
        ("a: 1\nb: 2\na: 3", 3, "first on line 1", "впервые — строка 1"),
        ("x: {a: 1, b: {c: 1, c: 2}}", 1, "'c'", "«c»"),
        ("a: 1\nb: &x 2", 2, "anchor &x", "якорь &x"),
        ("a: *x", 1, "alias *x", "ссылка *x"),
        ("a:\n  b: !!python/object:os.system x", 2, "tag", "тег"),
        ("a: !x y", 1, "tag", "тег"),
        ("a: !e!x y", 1, "tags", "теги"),
        ("a: !{x", 1, "tags", "теги"),
        ("% x", 1, "directive", "директива"),
        ("a: * x", 1, "'*'", "«*»"),
        ("a: |x\n  y", 1, "next line", "следующей строки"),
        ("[" * 21 + "]" * 21, 1, "deeper than 20", "больше 20"),
        ("[" * 100_000, 1, "deeper than 20", "больше 20"),
        ("a: 1\n? [b]\n: c", 2, "a key must be", "ключом может"),
        ("a: 1\n: c", 2, "key without a name", "ключ без имени"),
        ("a: 1\nb: x\x07", 2, "U+0007", "U+0007"),
        ('a: 1\nb: "\\a"', 2, "U+0007", "U+0007"),
        ('b: "\\ud800"', 1, "U+D800", "U+D800"),
        ("b: \ud800", 1, "U+D800", "U+D800"),
        ("a: b: c", 1, "quotes", "кавычки"),
        ("a:\n\t- x", 2, "tab", "табуляция"),
        ("a: [1, 2", 1, "',' or ']'", "«,» или «]»"),
        ("a:\n - [1,\n   2\nb: 1", 4, "begun on line 2", "начало — строка 2"),
        ("a: 1\nb: 'x", 2, "quote", "кавычка"),
        ("a: 'x' y", 1, "closing quote", "закрывающей кавычки"),
        ("a: - b", 1, "line of its own", "отдельную строку"),
        ("a: @x", 1, "'@'", "«@»"),
        ('a: "\\q"', 1, "single quotes", "одинарные"),
        ('a: "\\UFFFFFFFF"', 1, "YAML syntax", "синтаксис YAML"),
        ("- a\nb: 1", 2, "indent", "отступ"),
        ("%YAML 1.1\n---\na: 1", 2, "YAML 1.2", "YAML 1.2"),
    ],
)
def test_errors_say_where_and_what(text: str, line: int, en: str, ru: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, "file.yaml")
    error = caught.value
    assert str(error).startswith(f"file.yaml:{line}: ")
    assert en in str(error)
    assert ru in error.text("ru")
    assert "\n" not in str(error) + error.text("ru")


def test_twenty_levels_are_allowed() -> None:
    parse("[" * 20 + "]" * 20, "t")


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_read_file(tmp_path: Path) -> None:
    assert read_file(write(tmp_path / "a", "a: ё\n".encode())) == "a: ё\n"
    assert read_file(str(write(tmp_path / "b", b"\xef\xbb\xbfa: 1\n"))) == "a: 1\n"
    assert len(read_file(write(tmp_path / "c", b"a" * MAX_BYTES))) == MAX_BYTES
    assert read_file(write(tmp_path / "d", b"")) == ""


RUSSIAN = "название: Пас\nигроки: [Активный, Неактивный]\n"


@pytest.mark.parametrize(
    ("data", "line", "en", "ru"),
    [
        (b"a" * (MAX_BYTES + 1), 1, "256 KiB", "256 КиБ"),
        (b"a: 1\nb: \x00", 2, "binary", "двоичный"),
        (RUSSIAN.encode("utf-16"), 1, "UTF-16", "UTF-16"),
        (b"\xfe\xff" + RUSSIAN.encode("utf-16-be"), 1, "UTF-16", "UTF-16"),
        (RUSSIAN.encode("utf-16-le"), 1, "UTF-16", "UTF-16"),
        (RUSSIAN.encode("utf-16-be"), 1, "UTF-16", "UTF-16"),
        (b"a: 1\n" + RUSSIAN.encode("cp1251"), 2, "probably cp1251", "cp1251"),
        (b"a: 1\r\n\r\nb: \xff", 3, "0xFF", "0xFF"),
        (b"\xef\xbb\xbfa: 1\nb: \xe9", 2, "0xE9", "0xE9"),
    ],
)
def test_unusable_bytes(tmp_path: Path, data: bytes, line: int, en: str, ru: str) -> None:
    path = write(tmp_path / "x.yaml", data)
    with pytest.raises(InputError) as caught:
        read_file(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert en in str(caught.value)
    assert ru in caught.value.text("ru")


def test_another_encoding_is_not_called_cp1251(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not UTF-8") as caught:
        read_file(write(tmp_path / "x.yaml", RUSSIAN.encode("koi8-r")))
    assert "cp1251" not in caught.value.message


def test_unusable_paths(tmp_path: Path) -> None:
    cases: list[tuple[str | Path, str]] = [
        (tmp_path / "none.yaml", "no such file"),
        (tmp_path, "directory"),
        (str(tmp_path / "a\0b"), "cannot be read"),
        ("x" * 5000, "cannot be read"),
        (tmp_path / "line\nend", "no such file"),
        (os.fsdecode(b"\xff.yaml"), "no such file"),
    ]
    for path, want in cases:
        with pytest.raises(InputError, match=want) as caught:
            read_file(path)
        assert "\n" not in str(caught.value)
        str(caught.value).encode()


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() == 0, reason="root reads everything")
def test_unreadable(tmp_path: Path) -> None:
    path = write(tmp_path / "x", b"a")
    path.chmod(0)
    with pytest.raises(InputError, match="cannot be read"):
        read_file(path)


def test_input_error_is_a_value() -> None:
    error = InputError("f", None, "wrong", "неверно")
    assert str(error) == "f:1: wrong"
    assert (error.where, error.line, error.message) == ("f", None, "wrong")
    assert error.text("ru") == "f:1: неверно"
    again = pickle.loads(pickle.dumps(error))
    assert again.text("ru") == error.text("ru")
    assert isinstance(error, BerserkError)
    assert isinstance(ReadingError("a", "б"), ValueError)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab:-[]{},?&*!|>'\"%@` \n\t#\\x0u.яЙ~<=", max_size=40))
def test_any_text_is_read_or_refused_politely(text: str) -> None:
    error = None
    try:
        plain(parse(text, "t"))
    except InputError as refusal:
        error = refusal
    if error is not None:
        assert "\n" not in str(error)
        assert 1 <= (error.line or 1) <= text.count("\n") + 1
