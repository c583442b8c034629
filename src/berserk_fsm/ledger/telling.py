"""The ledger as plain values for JSON, and the words both languages use for its kinds and statuses."""

from __future__ import annotations

from typing import Any

from berserk_fsm.ledger.comparing import PartChange
from berserk_fsm.ledger.ledger import Entry, Finding, Ledger
from berserk_fsm.ledger.links import LINK_KINDS, Link
from berserk_fsm.ledger.official import OfficialText
from berserk_fsm.rules.clauses import Obligation
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.text import Text

__all__ = ["KIND_NAMES", "LINK_NAMES", "MODELLED_NAMES", "STATUS_NAMES", "plain_entry", "plain_ledger"]

STATUS_NAMES = {
    "covered": Text("в порядке", "covered"),
    "missing": Text("не хватает", "missing"),
    "outdated": Text("устарело", "outdated"),
    "orphaned": Text("в никуда", "orphaned"),
    "unwanted": Text("лишнее", "unwanted"),
    "unreviewed": Text("не проверено", "unreviewed"),
}

MODELLED_NAMES = {
    "modelled": Text("есть", "modelled"),
    "partly": Text("частично", "partly"),
    "gap": Text("пробел", "gap"),
    "not_a_rule": Text("не правило", "not a rule"),
}

KIND_NAMES = {
    "rule": Text("правило", "rule"),
    "definition": Text("определение", "definition"),
    "information": Text("сведение", "information"),
    "reference": Text("отсылка", "reference"),
}

LINK_NAMES = {
    "state": Text("Состояния", "States"),
    "row": Text("Переходы", "Rows"),
    "refusal": Text("Отказы", "Refusals"),
    "property": Text("Свойства", "Properties"),
    "scenario": Text("Сценарии", "Scenarios"),
    "table": Text("Готовые столы", "Ready tables"),
    "kind": Text("Виды игродействий", "Kinds of action"),
    "reading": Text("Прочтения", "Readings"),
    "gap": Text("Пробелы", "Gaps"),
    "contradiction": Text("Противоречия", "Contradictions"),
}


def plain_ledger(ledger: Ledger) -> dict[str, Any]:
    """The ledger as JSON prints it.

    >>> from berserk_fsm.ledger.ledger import make_ledger
    >>> from berserk_fsm.ledger.links import find_links
    >>> plain = plain_ledger(make_ledger(find_links(), {}))
    >>> list(plain), plain["entries"][0]["number"], plain["entries"][0]["ledger_status"]
    (['entries', 'orphans', 'text'], '302.1', 'unreviewed')
    """
    return {
        "entries": [plain_entry(entry) for entry in ledger.entries.values()],
        "orphans": [_finding(finding) for finding in ledger.orphans],
        "text": _text(ledger) if ledger.text is not None else None,
    }


def plain_entry(entry: Entry) -> dict[str, Any]:
    """One clause or gap as JSON prints it; the official words are not repeated."""
    review = entry.review
    return {
        "number": entry.number,
        "kind": entry.kind,
        "title": entry.title.as_dict(),
        "summary": entry.summary.as_dict(),
        "status": entry.status,
        "reason": entry.reason.as_dict() if entry.reason is not None else None,
        "owes": list(entry.owes),
        "obligations": [_obligation(entry, one) for one in entry.obligations],
        "links": {kind: [_link(link) for link in entry.of(kind)] for kind in LINK_KINDS if kind in LINK_NAMES},
        "questions": [question.as_dict() for question in entry.questions],
        "review": None if review is None else {"by": review.by, "date": review.date},
        "changes": [_change(change) for change in entry.changes],
        "ledger_status": entry.worst,
        "findings": [_finding(finding) for finding in entry.findings],
    }


def _link(link: Link) -> dict[str, Any]:
    plain: dict[str, Any] = {"id": link.id, "text": link.text.as_dict(), "fingerprint": link.fingerprint}
    if link.kind in ("state", "row"):
        plain |= {"count": len(link.members), "members": list(link.members)}
    if link.kind in ("scenario", "table"):
        plain |= {"file": link.members[0], "refused": link.refused}
    return plain


def _obligation(entry: Entry, one: Obligation) -> dict[str, Any]:
    return {
        "id": one.id,
        "text": one.text.as_dict(),
        "bullet": one.bullet or None,
        "status": one.status,
        "reason": one.reason.as_dict() if one.reason is not None else None,
        "by": list(one.by),
        "ledger_status": entry.obligation_status(one),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "status": finding.status,
        "clause": finding.clause,
        "about": finding.about,
        "element": finding.element or None,
        "text": finding.text.as_dict(),
    }


def _change(change: PartChange) -> dict[str, Any]:
    # Not the words by themselves: only as much as the user asked to see, the difference.
    return {
        "part": change.path or None,
        "what": change.what,
        "diff": change.diff,
        "old_is_reviewed": change.old_is_reviewed,
    }


def _text(ledger: Ledger) -> dict[str, Any]:
    text = ledger.text
    assert isinstance(text, OfficialText)
    return {
        "files": list(text.files),
        "clauses": len(text.clauses),
        "bullets": sum(len(clause.bullets) for clause in text.clauses.values()),
        "sections": list(text.sections),
        "new": [clause.number for clause in ledger.new],
        "gone": list(ledger.gone),
        "changed": [entry.number for entry in ledger.entries.values() if entry.changes],
        "references": [
            {"clause": one.clause, "to": one.to, "gap": f"gap/{one.to}" if one.to in gaps() else None}
            for one in ledger.references
        ],
    }
