"""The official text as published: numbered clauses, bullets at two levels, one clause perhaps broken over two files.

It is read to be compared and is kept nowhere; only fingerprints are (:mod:`berserk_fsm.ledger.reviews`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from berserk_fsm.errors import InputError
from berserk_fsm.ledger.files import read_text
from berserk_fsm.ledger.fingerprints import text_fingerprint

__all__ = ["Bullet", "OfficialClause", "OfficialText", "Reference", "parse_official", "read_official"]

_CLAUSE = re.compile(r"([1-9]\d{2}(?:\.\d{1,3})+)\.?\s+(?=\S)")
_SECTION = re.compile(r"([1-9]\d{2})\.\s+(?=\S)")
# cp1251 has neither ● nor ○; what programs write in their place is • and a small Latin o.
_BULLET = re.compile(r"[●•○◦]|[o·](?=\s)")
_LEVELS = {"●": 1, "•": 1, "·": 1, "○": 2, "◦": 2, "o": 2}
_LOST = re.compile(r"\?\s")
# A number of three digits, perhaps with a clause; not part of a longer one. «п.303.3» has a full stop before it.
_REFERENCE = re.compile(r"(?<!\d)(?<!\d\.)([1-9]\d{2})(\.\d{1,3})?(?!\d)")
_ENDS = (".", "!", "?", ")", "»", "”", '"', "…")


@dataclass(frozen=True, slots=True)
class Bullet:
    """A bullet of a clause.

    Args:
        path: its number, ``2``, or with that of the bullet it is under, ``2.3``.
        text: its words, on one line.
        where: the file it begins in.
        line: its line in this file.
    """

    path: str
    text: str
    where: str
    line: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A place where a clause points to another section or clause: ``512`` or ``303.3``."""

    clause: str
    to: str


@dataclass(frozen=True, slots=True)
class OfficialClause:
    """A clause as published.

    Args:
        number: ``303.4``.
        text: its own words, without bullets, on one line.
        bullets: its bullets in order, those of the second level after the one they are under.
        where: the file it begins in.
        line: its line in this file.
    """

    number: str
    text: str
    bullets: tuple[Bullet, ...]
    where: str
    line: int

    @property
    def parts(self) -> Mapping[str, str]:
        """Its texts by place: its own words under ``""``, bullets under their paths."""
        return {"": self.text, **{bullet.path: bullet.text for bullet in self.bullets}}

    @property
    def fingerprints(self) -> Mapping[str, str]:
        """The fingerprint of every part."""
        return {path: text_fingerprint(text) for path, text in self.parts.items()}


@dataclass(frozen=True, slots=True)
class OfficialText:
    """The whole text supplied.

    Args:
        clauses: by number, in the order of the numbers.
        sections: the sections some of whose clauses were supplied.
        files: the files it was read from, in the order of the text.
    """

    clauses: Mapping[str, OfficialClause]
    sections: tuple[str, ...]
    files: tuple[str, ...]

    def references(self) -> tuple[Reference, ...]:
        """Where the text points to a section that was not supplied, or to a clause a supplied section lacks."""
        found: dict[Reference, None] = {}
        for number, clause in self.clauses.items():
            for text in clause.parts.values():
                for section, rest in _REFERENCE.findall(text):
                    supplied = section in self.sections
                    if not supplied or (rest and section + rest not in self.clauses):
                        found[Reference(number, section + rest if supplied else section)] = None
        return tuple(found)


def read_official(files: Iterable[str]) -> OfficialText:
    """The official text in these files, whatever their order.

    Args:
        files: names of files; a clause may begin in one and go on in the next.

    Raises:
        InputError: a file is no text, or the files together are no numbered text.
    """
    return parse_official([(where, read_text(where)) for where in files])


def parse_official(texts: Iterable[tuple[str, str]]) -> OfficialText:
    """The official text in these texts, each with the name of its file, whatever their order.

    Raises:
        InputError: there are no clauses, a number stands twice or is less than the one before it, a text goes on
            with a clause that is not there, or breaks off.

    >>> text = parse_official([("b", "○ or two\\n1 more.\\n301.2. Last."), ("a", "301.1. One:\\n● first;")])
    >>> [(bullet.path, bullet.text) for bullet in text.clauses["301.1"].bullets]
    [('1', 'first;'), ('1.1', 'or two 1 more.')]
    >>> list(text.clauses), text.files
    (['301.1', '301.2'], ('a', 'b'))
    """
    files = [_File(where, text) for where, text in texts]
    for file in files:
        file.split()
    known = [file for file in files if file.clauses]
    if not known:
        where = files[0].where if files else "text"
        raise InputError(
            where,
            None,
            "there are no clauses here; lines such as “302.1. …” were expected",
            "пунктов здесь нет; ожидались строки вида «302.1. …»",
        )
    if len(known) < len(files):
        known += [file for file in files if not file.clauses]
    known.sort(key=lambda file: (not file.clauses, _order(file.clauses[0].number) if file.clauses else ()))
    return _joined(known)


@dataclass(slots=True)
class _Piece:
    """A clause while it is read: its lines, each with its level; 0 is the clause's own words."""

    number: str
    where: str
    line: int
    lines: list[tuple[int, str, str, int]] = field(default_factory=list)

    def add(self, text: str, where: str, line: int) -> None:
        if _LOST.match(text):
            raise InputError(
                where,
                line,
                "a question mark stands where a bullet was: it was lost when the file was saved; save it as UTF-8",
                "вместо знака списка стоит вопросительный знак: он пропал при сохранении; сохраните файл в UTF-8",
            )
        if _BULLET.match(text):
            self.lines.append((_LEVELS[text[0]], text[1:].strip(), where, line))
        elif self.lines:
            # A line without a bullet goes on with what stands before it.
            last, said, begun, at = self.lines[-1]
            self.lines[-1] = (last, f"{said} {text}".strip(), begun, at)
        else:
            self.lines.append((0, text, where, line))

    def clause(self) -> OfficialClause:
        own, bullets, first, second = "", [], 0, 0
        for level, text, where, line in self.lines:
            if level == 0:
                own = text
                continue
            if level == 1:
                first, second = first + 1, 0
            else:
                second += 1
                if not first:
                    raise InputError(
                        where,
                        line,
                        f"{self.number}: a ○ stands under no ●",
                        f"{self.number}: знак ○ стоит не под знаком ●",
                    )
            bullets.append(Bullet(str(first) if level == 1 else f"{first}.{second}", text, where, line))
        return OfficialClause(self.number, own, tuple(bullets), self.where, self.line)


class _File:
    """One file: lines that go on with a clause of another file, then clauses."""

    def __init__(self, where: str, text: str) -> None:
        self.where = where
        self.text = text
        self.head: list[tuple[str, int]] = []
        self.clauses: list[_Piece] = []

    def split(self) -> None:
        lines = [(line.strip(" \t\u00a0\u200b\ufeff"), n) for n, line in enumerate(self.text.split("\n"), 1)]
        lines = [(line, n) for line, n in lines if line]
        for place, (line, n) in enumerate(lines):
            begins = _CLAUSE.match(line)
            if begins:
                self._begin(begins[1], line[begins.end() :], n)
            elif self._is_heading(line, lines[place + 1 :]):
                continue
            elif self.clauses:
                self.clauses[-1].add(line, self.where, n)
            else:
                self.head.append((line, n))

    def _begin(self, number: str, text: str, line: int) -> None:
        for before in self.clauses:
            if before.number == number:
                raise _twice(before, self.where, line)
        if self.clauses and _order(number) < _order(self.clauses[-1].number):
            raise _backwards(self.clauses[-1], number, self.where, line)
        piece = _Piece(number, self.where, line)
        piece.add(text, self.where, line)
        self.clauses.append(piece)

    @staticmethod
    def _is_heading(line: str, after: list[tuple[str, int]]) -> bool:
        """A section's heading: one of its clauses follows. A wrapped line may begin with a number as well."""
        heading = _SECTION.match(line)
        following = _CLAUSE.match(after[0][0]) if after else None
        return bool(heading and following and following[1].startswith(f"{heading[1]}."))


def _joined(files: list[_File]) -> OfficialText:
    """The files as one text: what a file begins with belongs to the last clause of the file before it."""
    pieces: list[_Piece] = []
    for file in files:
        head = file.head if _goes_on(file.head, pieces) else []
        if head and not pieces:
            raise InputError(
                file.where,
                head[0][1],
                "a text that belongs to no clause; if it goes on with a clause of another file, give that file too",
                "текст не относится ни к одному пункту; если это продолжение пункта из другого файла, укажите и его",
            )
        if pieces and not _may_go_on(pieces[-1], head):
            _check_end(pieces[-1])
        for text, line in head:
            pieces[-1].add(text, file.where, line)
        for piece in file.clauses:
            for before in pieces:
                if before.number == piece.number:
                    raise _twice(before, piece.where, piece.line)
            if pieces and _order(piece.number) < _order(pieces[-1].number):
                raise _backwards(pieces[-1], piece.number, piece.where, piece.line)
            pieces.append(piece)
    _check_end(pieces[-1])
    clauses = {piece.number: piece.clause() for piece in pieces}
    sections = dict.fromkeys(number.partition(".")[0] for number in clauses)
    return OfficialText(MappingProxyType(clauses), tuple(sections), tuple(file.where for file in files))


def _goes_on(head: list[tuple[str, int]], pieces: list[_Piece]) -> bool:
    """Does a file begin with the rest of a clause? If not, what stands before its first clause is a title."""
    if not head:
        return False
    unfinished = bool(pieces) and not pieces[-1].lines[-1][1].endswith(_ENDS)
    return unfinished or bool(_BULLET.match(head[0][0])) or head[0][0][0].islower()


def _may_go_on(last: _Piece, head: list[tuple[str, int]]) -> bool:
    """May a clause that has no full stop go on with these lines? A bullet comes after a whole line, not half a word."""
    if not head:
        return False
    return not _BULLET.match(head[0][0]) or last.lines[-1][1].endswith((";", ":", ","))


def _check_end(last: _Piece) -> None:
    _, text, where, line = last.lines[-1]
    if not text.endswith(_ENDS):
        raise InputError(
            where,
            line,
            f"the text breaks off in {last.number}: a full stop was expected at its end, or another file that goes on",
            f"текст обрывается в {last.number}: в конце ожидалась точка или ещё один файл с продолжением",
        )


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


def _twice(before: _Piece, where: str, line: int) -> InputError:
    place = f"{before.where}:{before.line}"
    return InputError(
        where,
        line,
        f"{before.number} stands twice; it was there already in {place}",
        f"{before.number} встречается дважды; раньше он был в {place}",
    )


def _backwards(before: _Piece, number: str, where: str, line: int) -> InputError:
    return InputError(
        where,
        line,
        f"numbers go backwards: {number} stands after {before.number}",
        f"номера идут назад: {number} стоит после {before.number}",
    )
