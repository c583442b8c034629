"""The ledger itself: each clause and gap with its links, and what is missing, outdated, orphaned, unwanted, unreviewed.

Nothing here is remembered: it is found anew from the machine, the scenarios, the reviews and the text supplied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from berserk_fsm.ledger.comparing import PartChange, changed_parts, part_name
from berserk_fsm.ledger.links import Link, Links
from berserk_fsm.ledger.official import OfficialClause, OfficialText, Reference
from berserk_fsm.ledger.reviews import Review
from berserk_fsm.rules.clauses import OWED, Clause, Obligation, clauses
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import Gap, gaps
from berserk_fsm.rules.text import Text

__all__ = ["FAILING", "STATUSES", "Entry", "Finding", "Ledger", "Status", "make_ledger"]

Status = Literal["covered", "unreviewed", "unwanted", "outdated", "missing", "orphaned"]

STATUSES: tuple[Status, ...] = get_args(Status)
"""From good to bad; an entry is as bad as the worst that is found about it."""

FAILING: tuple[Status, ...] = ("missing", "orphaned")
"""What makes the command fail."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be.

    Args:
        status: what it is; never ``covered``.
        clause: the clause or gap it is about; for an orphan what was cited.
        about: the obligation (``303.4/once``), the bullet (``303.3 ●2 ○1``) or the clause itself.
        element: the element, as ``KIND:ID``, or the kind that is missing; ``""`` if it is about the text.
        text: what is wrong, in a sentence.
    """

    status: Status
    clause: str
    about: str
    element: str
    text: Text


@dataclass(frozen=True, slots=True)
class Entry:
    """A clause or gap with all that was found about it.

    Args:
        number: the clause number, or ``gap/NAME``.
        kind: ``rule``, ``definition``, ``information``, ``reference``. A gap with the number of a section is a
            reference, every other stands in for a rule.
        status: how far the machine has it; a gap's is ``gap``.
        reason: why it is not simply modelled; of a gap what is assumed.
        owes: the kinds of elements that must cite it.
        obligations: what it asks for; a gap asks for nothing of its own.
        links: the elements that cite it.
        questions: what is open: its own questions, then what its gaps leave open, then its contradictions.
        review: the last review, if any.
        text: the clause as published, if it was supplied.
        changes: the parts of the text that are not as reviewed.
        findings: what is not as it should be.
    """

    number: str
    kind: str
    title: Text
    summary: Text
    status: str
    reason: Text | None
    owes: tuple[str, ...]
    obligations: tuple[Obligation, ...]
    links: tuple[Link, ...]
    questions: tuple[Text, ...]
    review: Review | None
    text: OfficialClause | None
    changes: tuple[PartChange, ...]
    findings: tuple[Finding, ...]

    @property
    def worst(self) -> Status:
        """The worst status found, ``covered`` if all is well."""
        return max((finding.status for finding in self.findings), key=STATUSES.index, default="covered")

    def of(self, kind: str) -> tuple[Link, ...]:
        """Its links of one kind."""
        return tuple(link for link in self.links if link.kind == kind)

    def obligation_status(self, obligation: Obligation) -> Status:
        """The worst status found about one of its obligations."""
        about = (finding.status for finding in self.findings if finding.about == obligation.id)
        return max(about, key=STATUSES.index, default="covered")

    def carriers(self, obligation: Obligation) -> tuple[Link, ...]:
        """The links that carry an obligation."""
        return tuple(link for link in self.links if link.name in obligation.by)


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries, and what was found about none of them.

    Args:
        entries: by clause number or ``gap/NAME``, in the order of the rulebook, gaps last.
        orphans: citations of what is not in the ledger.
        text: the official text, if it was supplied.
        new: clauses of the text the ledger does not have, of the sections it is about.
        gone: clauses of the ledger the text does not have.
        references: where the text points to what was not supplied.
    """

    entries: Mapping[str, Entry]
    orphans: tuple[Finding, ...]
    text: OfficialText | None
    new: tuple[OfficialClause, ...]
    gone: tuple[str, ...]
    references: tuple[Reference, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is not as it should be, in the order of the ledger."""
        return (*(finding for entry in self.entries.values() for finding in entry.findings), *self.orphans)

    @property
    def fails(self) -> bool:
        """Is anything missing or orphaned?"""
        return any(finding.status in FAILING for finding in self.findings)


def make_ledger(
    links: Links,
    reviews: Mapping[str, Review],
    text: OfficialText | None = None,
    old: OfficialText | None = None,
    also_known: Iterable[str] = (),
    records: Mapping[str, Clause] | None = None,
) -> Ledger:
    """The ledger of a machine, of reviews and, if it is supplied, of the official text.

    Args:
        links: what cites what.
        reviews: the last review of each clause.
        text: the official text as published.
        old: an earlier one, for showing the words that changed.
        also_known: elements that exist though they are not linked, as ``KIND:ID``: those of the default machine when
            this is another one. An obligation may name them without being orphaned.
        records: the clauses of the ledger; those of the rulebook if ``None``.

    >>> from berserk_fsm.ledger.links import find_links
    >>> from berserk_fsm.ledger.reviews import packaged_reviews
    >>> ledger = make_ledger(find_links(), packaged_reviews())
    >>> ledger.fails, ledger.entries["302.5"].status
    (False, 'partly')
    """
    known = records if records is not None else clauses()
    also = frozenset(also_known)
    maker = _Maker(links, reviews, text, old, links.names(), also)
    entries = {number: maker.clause(one) for number, one in known.items()}
    entries |= {gap.citation: maker.gap(gap) for gap in gaps().values()}
    sections = {number.partition(".")[0] for number in known}
    found = text.clauses if text is not None else {}
    new = tuple(one for one in found.values() if one.number not in known and one.number.partition(".")[0] in sections)
    orphans = [*map(_orphan, links.orphans), *map(_new, new)]
    orphans += [_stale_review(review) for review in reviews.values() if review.clause not in entries]
    return Ledger(
        MappingProxyType(entries),
        tuple(orphans),
        text,
        new,
        tuple(number for number in known if text is not None and number not in found),
        text.references() if text is not None else (),
    )


@dataclass(frozen=True, slots=True)
class _Maker:
    links: Links
    reviews: Mapping[str, Review]
    text: OfficialText | None
    old: OfficialText | None
    names: frozenset[str]
    also_known: frozenset[str]

    def clause(self, one: Clause) -> Entry:
        links = self.links.of(one.number)
        text = self.text.clauses.get(one.number) if self.text is not None else None
        review = self.reviews.get(one.number)
        changes = changed_parts(review, text, self.old) if review is not None and text is not None else ()
        findings = [
            *_owed(one.number, one.owes, links),
            *(finding for obligation in one.obligations for finding in self.obligation(one.number, obligation)),
            *_unwanted(one, links),
            *(self.text_findings(one, text) if self.text is not None else ()),
            *_reviewed(one.number, review, links),
            *(_changed(one.number, change, review) for change in changes if review is not None),
        ]
        own_gaps = tuple(gap for gap in gaps().values() if one.number in gap.clauses)
        own_contradictions = tuple(pair for pair in contradictions().values() if one.number in pair.clauses)
        return Entry(
            number=one.number,
            kind=one.kind,
            title=one.title,
            summary=one.summary,
            status=one.status,
            reason=one.reason,
            owes=one.owes,
            obligations=one.obligations,
            links=links,
            questions=(
                *one.questions,
                *(_led(gap.citation, gap.open) for gap in own_gaps),
                *(_led(", ".join(pair.clauses), pair.description) for pair in own_contradictions),
            ),
            review=review,
            text=text,
            changes=changes,
            findings=tuple(findings),
        )

    def gap(self, gap: Gap) -> Entry:
        """A gap: what is assumed must be shown by a scenario, and may be cited by anything."""
        links = self.links.of(gap.citation)
        owes = ("scenario",)
        review = self.reviews.get(gap.citation)
        return Entry(
            number=gap.citation,
            kind="reference" if gap.name.isdigit() else "rule",
            title=gap.title,
            summary=gap.open,
            status="gap",
            reason=gap.assumption,
            owes=owes,
            obligations=(),
            links=links,
            questions=(gap.open,),
            review=review,
            text=None,
            changes=(),
            findings=(*_owed(gap.citation, owes, links), *_reviewed(gap.citation, review, links)),
        )

    def obligation(self, number: str, one: Obligation) -> list[Finding]:
        """The elements an obligation names and that do not cite its clause."""
        linked = {link.name for link in self.links.of(number)}
        absent = [name for name in one.by if name not in linked]
        here = len(absent) < len(one.by)
        found = []
        for name in absent:
            if name in self.names:
                text = Text(f"«{name}» не ссылается на {number}.", f"{name} does not cite {number}.")
                found.append(Finding("missing", number, one.id, name, text))
            elif name not in self.also_known:
                text = Text(f"Элемента «{name}» нет.", f"There is no element {name}.")
                found.append(Finding("orphaned", number, one.id, name, text))
            elif not here:
                text = Text(
                    f"«{name}» нет при этих прочтениях, и ничего другого не указано.",
                    f"{name} is not there with these readings, and nothing else is named.",
                )
                found.append(Finding("missing", number, one.id, name, text))
        return found

    def text_findings(self, one: Clause, text: OfficialClause | None) -> list[Finding]:
        """How the record and the text supplied fit together."""
        number = one.number
        if text is None:
            gone = Text(f"Пункта {number} в тексте нет.", f"The text has no clause {number}.")
            return [Finding("orphaned", number, number, "", gone)]
        told = {obligation.bullet for obligation in one.obligations if obligation.bullet}
        found = []
        for bullet in text.bullets:
            # A bullet with bullets of its own only leads to them.
            leads = f"{bullet.path}.1" in text.parts
            if bullet.path not in told and not leads:
                place = f"{number} {part_name(bullet.path)}"
                missing = Text(f"Для {place} нет записи.", f"There is no record of {place}.")
                found.append(Finding("missing", number, place, "", missing))
        for obligation in one.obligations:
            if obligation.bullet and obligation.bullet not in text.parts:
                place = f"{number} {part_name(obligation.bullet)}"
                lost = Text(f"{place} в тексте нет.", f"The text has no {place}.")
                found.append(Finding("orphaned", number, obligation.id, "", lost))
        return found


def _owed(number: str, owes: tuple[str, ...], links: tuple[Link, ...]) -> list[Finding]:
    there = {link.kind for link in links}
    return [
        Finding(
            "missing",
            number,
            number,
            kind,
            Text(f"На {number} ничто вида «{kind}» не ссылается.", f"Nothing of the kind {kind} cites {number}."),
        )
        for kind in owes
        if kind not in there
    ]


def _unwanted(one: Clause, links: tuple[Link, ...]) -> list[Finding]:
    return [
        Finding(
            "unwanted",
            one.number,
            one.number,
            link.name,
            Text(
                f"«{link.name}» ссылается на {one.number}, хотя там этого не требуется.",
                f"{link.name} cites {one.number}, which asks for nothing of this kind.",
            ),
        )
        for link in links
        if link.kind in OWED and link.kind not in one.owes
    ]


def _reviewed(number: str, review: Review | None, links: tuple[Link, ...]) -> list[Finding]:
    """Is there a review, and is every element as it was then?"""
    if review is None:
        return [Finding("unreviewed", number, number, "", Text("Никто не проверял.", "Nobody has reviewed it."))]
    now = {link.name: link.fingerprint for link in links}
    found = []
    for name in dict.fromkeys((*review.elements, *now)):
        seen, is_now = review.elements.get(name), now.get(name)
        if seen == is_now:
            continue
        if is_now is None:
            what = Text("больше не ссылается", "no longer cites it")
        elif seen is None:
            what = Text("ссылается впервые", "is a new link")
        else:
            what = Text("изменился", "has changed")
        text = Text(
            f"После проверки ({review.by}, {review.date}) элемент «{name}» {what.ru}.",
            f"Since the review ({review.by}, {review.date}) {name} {what.en}.",
        )
        found.append(Finding("outdated", number, number, name, text))
    return found


def _changed(number: str, change: PartChange, review: Review) -> Finding:
    place = f"{number} {part_name(change.path)}".strip()
    what = {
        "new": Text("появилось", "is new"),
        "gone": Text("исчезло", "is gone"),
        "changed": Text("изменилось", "has changed"),
    }[change.what]
    return Finding(
        "outdated",
        number,
        place,
        "",
        Text(
            f"Текст: {place} {what.ru} после проверки ({review.by}, {review.date}).",
            f"Text: {place} {what.en} since the review ({review.by}, {review.date}).",
        ),
    )


def _orphan(link: Link) -> Finding:
    text = Text(
        f"«{link.name}» ссылается на {link.clause}: нет такого.", f"{link.name} cites {link.clause}: no such thing."
    )
    return Finding("orphaned", link.clause, link.clause, link.name, text)


def _new(one: OfficialClause) -> Finding:
    text = Text(
        f"Пункта {one.number} ({one.where}:{one.line}) в реестре нет.",
        f"The ledger has no clause {one.number} ({one.where}:{one.line}).",
    )
    return Finding("missing", one.number, one.number, "", text)


def _stale_review(review: Review) -> Finding:
    text = Text(
        f"Проверка ({review.by}, {review.date}) относится к {review.clause}: нет такого.",
        f"A review ({review.by}, {review.date}) is of {review.clause}: no such thing.",
    )
    return Finding("orphaned", review.clause, review.clause, "", text)


def _led(place: str, text: Text) -> Text:
    return Text(f"{place}. {text.ru}", f"{place}. {text.en}")
