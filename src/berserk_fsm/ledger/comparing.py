"""What a published text says that the reviews did not see: parts new, gone and changed, word by word."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from berserk_fsm.ledger.fingerprints import normal
from berserk_fsm.ledger.official import OfficialClause, OfficialText
from berserk_fsm.ledger.reviews import Review

__all__ = ["PartChange", "changed_parts", "part_name", "word_diff"]

_AROUND = 4
_SHORT = 12


@dataclass(frozen=True, slots=True)
class PartChange:
    """A part of a clause that is not as reviewed.

    Args:
        path: the bullet, ``2.3``; ``""`` for the clause's own words.
        what: ``new``, ``gone`` or ``changed``.
        old: the words before, where the old text was supplied; else ``None``.
        new: the words now; ``None`` when it is gone.
        old_is_reviewed: is ``old`` the text that was reviewed?
    """

    path: str
    what: Literal["new", "gone", "changed"]
    old: str | None = None
    new: str | None = None
    old_is_reviewed: bool = True

    @property
    def diff(self) -> str | None:
        """What changed, word by word; ``None`` without the old text."""
        if self.old is None:
            return None
        return word_diff(self.old, self.new or "")


def part_name(path: str) -> str:
    """A part as a reader finds it in the text: ``●2``, ``●2 ○3``.

    >>> part_name("2.3"), part_name("1"), part_name("")
    ('●2 ○3', '●1', '')
    """
    first, _, second = path.partition(".")
    return (f"●{first}" if first else "") + (f" ○{second}" if second else "")


def changed_parts(review: Review, text: OfficialClause, old: OfficialText | None = None) -> tuple[PartChange, ...]:
    """The parts of a clause that are not as reviewed. A bullet put in between does not make those after it changed.

    Args:
        review: the review of the clause.
        text: the clause as published.
        old: an earlier text, to show the words that changed.
    """
    before = old.clauses.get(text.number) if old is not None else None
    seen, now = review.text, text.fingerprints
    found = []
    for what, old_path, new_path in _paired(seen, now):
        # The bullet of the old text is the one whose fingerprint was reviewed, wherever it stands there.
        words, reviewed = _old_words(before, seen.get(old_path, ""), old_path) if old_path is not None else (None, True)
        path = new_path if new_path is not None else old_path or ""
        new = text.parts[new_path] if new_path is not None else None
        if what == "new" and before is not None:
            words = ""
        found.append(PartChange(path, what, words, new, reviewed))
    return tuple(found)


def _paired(
    seen: Mapping[str, str], now: Mapping[str, str]
) -> Iterator[tuple[Literal["new", "gone", "changed"], str | None, str | None]]:
    if seen.get("") != now.get(""):
        yield "changed", "", ""
    old_paths, new_paths = [path for path in seen if path], [path for path in now if path]
    # The level is part of what is compared: a bullet moved one level down says something else.
    old_marks = [(path.count("."), seen[path]) for path in old_paths]
    new_marks = [(path.count("."), now[path]) for path in new_paths]
    matcher = difflib.SequenceMatcher(None, old_marks, new_marks, autojunk=False)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        for offset in range(max(i_end - i, j_end - j)):
            old_path = old_paths[i + offset] if i + offset < i_end else None
            new_path = new_paths[j + offset] if j + offset < j_end else None
            yield ("new" if old_path is None else "gone" if new_path is None else "changed"), old_path, new_path


def _old_words(before: OfficialClause | None, mark: str, path: str) -> tuple[str | None, bool]:
    if before is None:
        return None, True
    for place, found in before.fingerprints.items():
        if found == mark:
            return before.parts[place], True
    return before.parts.get(path), False


def word_diff(old: str, new: str) -> str:
    """The words that differ, in ``[-…-]`` what is gone and in ``{+…+}`` what is new, with a few words around.

    >>> word_diff("The player may declare one slow action.", "The player may declare two slow actions.")
    'The player may declare [-one-] {+two+} slow [-action.-] {+actions.+}'
    """
    before, after = normal(old).split(), normal(new).split()
    found: list[str] = []
    opcodes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for place, (tag, i, i_end, j, j_end) in enumerate(opcodes):
        if tag == "equal":
            words = before[i:i_end]
            first, last = place == 0, place == len(opcodes) - 1
            found += _shortened(words, first, last)
            continue
        if i < i_end:
            found.append(f"[-{' '.join(before[i:i_end])}-]")
        if j < j_end:
            found.append(f"{{+{' '.join(after[j:j_end])}+}}")
    return " ".join(found)


def _shortened(words: list[str], first: bool, last: bool) -> list[str]:
    """Of words that did not change, only those next to a change."""
    if len(words) <= _SHORT:
        return words
    before = [] if first else words[:_AROUND]
    after = [] if last else words[-_AROUND:]
    return [*before, "…", *after]
