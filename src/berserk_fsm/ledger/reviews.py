"""Reviews: who looked at a clause and when, with fingerprints of the text and of the elements looked at.

Those that come with the package are in ``rules/data/reviews.yaml`` and are never written to by a command. Reviews of
one's own are in a file of one's own, which lies over them clause by clause.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from berserk_fsm import yaml_text
from berserk_fsm.files import write_whole
from berserk_fsm.ledger.fingerprints import LENGTH
from berserk_fsm.ledger.links import Link
from berserk_fsm.ledger.official import OfficialClause
from berserk_fsm.rules.clauses import is_citation
from berserk_fsm.rules.reading_data import Element, data_file, parse_element

__all__ = ["Review", "load_reviews", "packaged_reviews", "review_of", "reviews_text", "with_reviews"]

_FINGERPRINT = re.compile(rf"[0-9a-f]{{{LENGTH}}}")
_HEAD = """\
# Reviews of clauses: fingerprints of the text (own: the clause's own words, 2.3: a bullet) and of the elements that
# cited the clause, as the reviewer saw them. Written by `berserk-fsm review`. The text itself is kept nowhere.
"""
_OWN = "own"


@dataclass(frozen=True, slots=True)
class Review:
    """What was looked at.

    Args:
        clause: the clause number, or ``gap/NAME``.
        by: who did.
        date: the day, as ``2025-12-31``.
        text: fingerprints of the official text: the clause's own words under ``""``, bullets under their paths;
            empty for a gap, which has no text.
        elements: fingerprints of the elements that cited it, by ``KIND:ID``.
    """

    clause: str
    by: str
    date: str
    text: Mapping[str, str] = field(default_factory=dict)
    elements: Mapping[str, str] = field(default_factory=dict)


def review_of(
    citation: str, links: tuple[Link, ...], text: OfficialClause | None, by: str, today: datetime.date | None = None
) -> Review:
    """The record that ``by`` has looked at a clause, its text and its links.

    Args:
        citation: a clause number or ``gap/NAME``.
        links: the links of the clause.
        text: the clause as published; ``None`` for a gap.
        by: the name of the reviewer.
        today: the day; that of the machine's clock if ``None``.

    >>> review_of("gap/304", (), None, "N", datetime.date(2025, 1, 2))
    Review(clause='gap/304', by='N', date='2025-01-02', text={}, elements={})
    """
    return Review(
        clause=citation,
        by=" ".join(by.split()),
        date=(today or datetime.date.today()).isoformat(),
        text={} if text is None else dict(text.fingerprints),
        elements={link.name: link.fingerprint for link in links},
    )


def packaged_reviews() -> Mapping[str, Review]:
    """The reviews that come with the package, by clause.

    They are those of the project itself, signed with its name: the text its data was made from. No person vouches for
    them, and any review of one's own takes their place.

    >>> packaged_reviews()["303.4"].clause
    '303.4'
    """
    return _reviews(data_file("reviews.yaml"))


def load_reviews(where: str) -> Mapping[str, Review]:
    """The reviews in a file of one's own, by clause.

    Args:
        where: its name.

    Raises:
        InputError: there is no such file, or it holds something else.
    """
    return _reviews(parse_element(yaml_text.read_file(where), where))


def with_reviews(where: str, new: tuple[Review, ...]) -> Mapping[str, Review]:
    """Write reviews to a file, in place of earlier ones of the same clauses; a file that is not there is begun.

    Args:
        where: the name of the file.
        new: the reviews to add.

    Returns:
        All reviews that are in the file now.

    Raises:
        InputError: the file holds something else, and is left alone.
        OSError: it cannot be written.
    """
    before = load_reviews(where) if Path(where).exists() else {}
    after = {**before, **{review.clause: review for review in new}}
    write_whole(Path(where), reviews_text(after).encode("utf-8"))
    return MappingProxyType(after)


def reviews_text(reviews: Mapping[str, Review]) -> str:
    """The reviews as the text of a file, in the order of the rulebook.

    >>> print(reviews_text({"gap/304": Review("gap/304", "N", "2025-01-02", {}, {"gap:304": "0" * 16})})
    ...       .partition("nowhere.\\n")[2])
    - clause: "gap/304"
      by: "N"
      date: "2025-01-02"
      text: {}
      elements:
        "gap:304": "0000000000000000"
    <BLANKLINE>
    """
    lines = []
    for review in sorted(reviews.values(), key=lambda review: _order(review.clause)):
        lines += [f"- clause: {_quoted(review.clause)}", f"  by: {_quoted(review.by)}", f'  date: "{review.date}"']
        texts = {path or _OWN: mark for path, mark in review.text.items()}
        for name, marks in (("text", texts), ("elements", review.elements)):
            lines.append(f"  {name}:" if marks else f"  {name}: {{}}")
            lines += [f'    {_quoted(key)}: "{mark}"' for key, mark in marks.items()]
    return _HEAD + "\n".join(lines or ["[]"]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _order(clause: str) -> tuple[bool, list[tuple[int, str]]]:
    parts = re.split(r"[./]", clause)
    return clause.startswith("gap/"), [(int(part) if part.isdigit() else 0, part) for part in parts]


def _reviews(root: Element) -> Mapping[str, Review]:
    found = tuple(_review(item) for item in root.list())
    root.unique(tuple(review.clause for review in found))
    return MappingProxyType({review.clause: review for review in found})


def _review(item: Element) -> Review:
    entry = item.fields(("clause", "by", "date", "text", "elements"))
    clause = entry["clause"].text()
    if not is_citation(clause) and not re.fullmatch(r"\d+(\.\d+)+|gap/\w+", clause):
        entry["clause"].fail(f"{clause!r} is no clause", f"«{clause}» — не пункт")
    date = entry["date"].text()
    try:
        datetime.date.fromisoformat(date)
    except ValueError:
        entry["date"].fail(f"{date!r} is no date; expected 2025-12-31", f"«{date}» — не дата; ожидалось 2025-12-31")
    texts = {"" if path == _OWN else path: _mark(mark) for path, mark in entry["text"].entries().items()}
    elements = {name: _mark(mark) for name, mark in entry["elements"].entries().items()}
    return Review(clause, entry["by"].text(), date, MappingProxyType(texts), MappingProxyType(elements))


def _mark(element: Element) -> str:
    text = element.text()
    if not _FINGERPRINT.fullmatch(text):
        element.fail(
            f"{text!r} is no fingerprint; expected {LENGTH} digits 0–9, a–f",
            f"«{text}» — не отпечаток; ожидалось {LENGTH} знаков 0–9, a–f",
        )
    return text
