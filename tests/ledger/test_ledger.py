"""Links found from citations, and every status with a case in which it does and does not occur."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Mapping
from pathlib import Path

import pytest

from berserk_fsm.errors import InputError
from berserk_fsm.ledger.comparing import word_diff
from berserk_fsm.ledger.ledger import Ledger, make_ledger
from berserk_fsm.ledger.links import LINK_KINDS, Link, Links, find_links
from berserk_fsm.ledger.official import OfficialText, parse_official
from berserk_fsm.ledger.reviews import Review, load_reviews, packaged_reviews, review_of, reviews_text
from berserk_fsm.machine.build import build_specification
from berserk_fsm.rules.clauses import OWED, clauses
from berserk_fsm.rules.gaps import gaps
from berserk_fsm.rules.readings import Readings, reading_definitions
from berserk_fsm.rules.text import Text
from tests.hash_seeds import outputs_under_seeds
from tests.ledger.texts import whole_text

DAY = datetime.date(2025, 1, 2)
CITED = (*clauses(), *(gap.citation for gap in gaps().values()))


def official(text: str) -> OfficialText:
    return parse_official([("rules", text)])


def reviews(links: Links, text: OfficialText) -> Mapping[str, Review]:
    return {one: review_of(one, links.of(one), text.clauses.get(one), "Ann", DAY) for one in CITED}


@pytest.fixture(scope="module")
def links() -> Links:
    return find_links()


@pytest.fixture(scope="module")
def reviewed(links: Links) -> Mapping[str, Review]:
    return reviews(links, official(whole_text()))


def changed(links: Links, clause: str, change: dict[str, Link | None], more: tuple[Link, ...] = ()) -> Links:
    """The links with some of a clause replaced by name, or taken away."""
    kept = [change.get(link.name, link) for link in links.of(clause)]
    there = (*(link for link in kept if link is not None), *more)
    return Links({**links.by_clause, clause: there}, links.orphans)


def told(ledger: Ledger) -> list[tuple[str, str, str]]:
    return [(finding.status, finding.about, finding.element) for finding in ledger.findings]


# --- the default machine ---------------------------------------------------------------------------------------------


def test_nothing_is_missing_orphaned_or_unwanted(links: Links) -> None:
    ledger = make_ledger(links, packaged_reviews())
    assert [one for one in told(ledger) if one[0] in ("missing", "orphaned", "unwanted")] == []
    assert list(ledger.entries) == list(CITED)
    assert not ledger.fails


@pytest.mark.parametrize(
    "reading",
    [
        f"{one.id}={option.value}"
        for one in reading_definitions().values()
        for option in one.options
        if option.value != one.default
    ],
)
def test_no_reading_leaves_a_clause_without_its_place(links: Links, reading: str) -> None:
    id, _, value = reading.partition("=")
    other = build_specification(readings=Readings.from_mapping({id: value}))
    ledger = make_ledger(find_links(other), packaged_reviews(), also_known=links.names())
    assert [one for one in told(ledger) if one[0] in ("missing", "orphaned")] == []


def test_every_citation_of_the_machine_is_a_link(links: Links) -> None:
    specification = build_specification()
    for row in specification:
        for clause in row.clauses:
            assert any(row.id in link.members for link in links.of(clause) if link.kind == "row"), row.id
    for state in specification.states.values():
        for clause in state.clauses:
            assert any(state.path in link.members for link in links.of(clause) if link.kind == "state"), state.path
    for refusal in specification.refusals:
        assert refusal.clause == "scenario" or f"refusal:{refusal.id}" in {x.name for x in links.of(refusal.clause)}
    assert links.orphans == ()
    for found in links.by_clause.values():
        assert len({link.name for link in found}) == len(found)
        assert [link.kind for link in found] == sorted((link.kind for link in found), key=LINK_KINDS.index)


def test_every_obligation_is_carried_by_what_its_clause_owes(links: Links) -> None:
    for clause in clauses().values():
        kinds = {name.partition(":")[0] for one in clause.obligations for name in one.by}
        assert kinds <= {*clause.owes, "table", "kind", "reading", "gap", "contradiction"}, clause.number
        for one in clause.obligations:
            if one.status in ("modelled", "partly"):
                assert {name.partition(":")[0] for name in one.by} & {*OWED, "table"}, one.id


def test_packaged_reviews_know_every_clause_and_bullet() -> None:
    packaged = packaged_reviews()
    assert set(packaged) == set(CITED)
    for clause in clauses().values():
        assert "" in packaged[clause.number].text
        assert {one.bullet for one in clause.obligations} <= set(packaged[clause.number].text)


def test_fingerprints_do_not_depend_on_the_process() -> None:
    code = (
        "from berserk_fsm.ledger.links import find_links\n"
        "print([link.fingerprint for links in find_links().by_clause.values() for link in links])"
    )
    assert len(outputs_under_seeds(code, seeds=("1", "2"))) == 1


# --- statuses --------------------------------------------------------------------------------------------------------


def test_covered_when_reviewed_and_as_it_was(links: Links, reviewed: Mapping[str, Review]) -> None:
    ledger = make_ledger(links, reviewed, official(whole_text()))
    assert told(ledger) == []
    assert {entry.worst for entry in ledger.entries.values()} == {"covered"}


def test_missing(links: Links, reviewed: Mapping[str, Review]) -> None:
    without = changed(links, "302.10", {"refusal:aim_queued": None})
    ledger = make_ledger(without, reviewed)
    assert ("missing", "302.10", "refusal") in told(ledger)
    assert ("orphaned", "302.10/untouchable", "refusal:aim_queued") in told(ledger)
    assert ("outdated", "302.10", "refusal:aim_queued") in told(ledger)
    assert ledger.fails
    assert ledger.entries["302.10"].worst == "orphaned"


def test_missing_where_an_element_cites_another_clause(links: Links, reviewed: Mapping[str, Review]) -> None:
    without = changed(links, "302.2", {"row:transfer": None})
    assert ("missing", "302.2/on_top", "row:transfer") in told(make_ledger(without, reviewed))


def test_orphaned(links: Links, reviewed: Mapping[str, Review]) -> None:
    stray = dataclasses.replace(links.of("302.2")[0], clause="302.13")
    ledger = make_ledger(Links(links.by_clause, (stray,)), reviewed)
    assert told(ledger) == [("orphaned", "302.13", stray.name)]
    assert ledger.fails


def test_unwanted(links: Links, reviewed: Mapping[str, Review]) -> None:
    more = Link("302.9", "refusal", "made_up", Text("а", "a"), ("made_up",), "0" * 16)
    ledger = make_ledger(changed(links, "302.9", {}, (more,)), reviewed)
    assert ("unwanted", "302.9", "refusal:made_up") in told(ledger)
    assert not ledger.fails


def test_a_reference_that_owes_nothing_wants_no_row(links: Links, reviewed: Mapping[str, Review]) -> None:
    bare = dataclasses.replace(clauses()["302.9"], owes=(), kind="reference", reason=Text("а.", "a."), obligations=())
    found = told(make_ledger(links, reviewed, records={**clauses(), "302.9": bare}))
    assert ("unwanted", "302.9", "row:declare_slow") in found
    assert not any(status == "missing" for status, _, _ in found)


def test_outdated_by_an_element(links: Links, reviewed: Mapping[str, Review]) -> None:
    row = next(link for link in links.of("302.9") if link.name == "row:declare_slow")
    other = changed(links, "302.9", {row.name: dataclasses.replace(row, fingerprint="0" * 16)})
    ledger = make_ledger(other, reviewed)
    assert told(ledger) == [("outdated", "302.9", "row:declare_slow")]
    assert ledger.findings[0].text.en == "Since the review (Ann, 2025-01-02) row:declare_slow has changed."
    assert not ledger.fails


def test_unreviewed(links: Links, reviewed: Mapping[str, Review]) -> None:
    ledger = make_ledger(links, {number: one for number, one in reviewed.items() if number != "303.4"})
    assert told(ledger) == [("unreviewed", "303.4", "")]


# --- another text ----------------------------------------------------------------------------------------------------


def test_a_changed_word_names_clause_links_and_reviewer(links: Links, reviewed: Mapping[str, Review]) -> None:
    old = whole_text()
    new = old.replace("Прямого пути в стек нет", "Прямой дороги в стек нет")
    ledger = make_ledger(links, reviewed, official(new), official(old))
    assert told(ledger) == [("outdated", "302.9", "")]
    entry = ledger.entries["302.9"]
    assert entry.review is not None
    assert entry.review.by == "Ann"
    assert [change.path for change in entry.changes] == [""]
    assert str(entry.changes[0].diff).startswith("[-Прямого пути-] {+Прямой дороги+} в стек нет")
    assert "row:declare_slow" in {link.name for link in entry.carriers(entry.obligations[0])}


def test_a_changed_bullet_names_the_bullet(links: Links, reviewed: Mapping[str, Review]) -> None:
    new = whole_text().replace("○ Быстрые без условия — когда", "○ Быстрые с условием — когда")
    ledger = make_ledger(links, reviewed, official(new))
    assert told(ledger) == [("outdated", "303.3 ●2 ○3", "")]
    assert ledger.entries["303.3"].changes[0].diff is None


def test_a_bullet_put_in_between_leaves_the_others_as_they_are(links: Links, reviewed: Mapping[str, Review]) -> None:
    first = next(line for line in whole_text().splitlines() if line.startswith("●"))
    ledger = make_ledger(links, reviewed, official(whole_text().replace(first, f"● Новое.\n{first}", 1)))
    entry = ledger.entries["302.5"]
    assert [(change.what, change.path) for change in entry.changes] == [("new", "1")]
    assert ("missing", "302.5 ●4", "") in told(ledger)


def test_a_bullet_taken_away_orphans_its_obligation(links: Links, reviewed: Mapping[str, Review]) -> None:
    line = next(line for line in whole_text().splitlines() if line.startswith("● Сперва") or "Бросок — самост" in line)
    ledger = make_ledger(links, reviewed, official(whole_text().replace(f"{line}\n", "")))
    assert [(change.what, change.path) for change in ledger.entries["302.5"].changes] == [("gone", "3")]
    assert ("orphaned", "302.5/die_roll", "") in told(ledger)


def test_new_and_gone_clauses(links: Links, reviewed: Mapping[str, Review]) -> None:
    lines = [line for line in whole_text().splitlines() if not line.startswith("303.5.")]
    text = "\n".join([*lines, "303.10. Новый.", "304. Чужой", "304.1. Не о том."])
    ledger = make_ledger(links, reviewed, official(text))
    assert [one.number for one in ledger.new] == ["303.10"]
    assert ledger.gone == ("303.5",)
    assert told(ledger) == [("orphaned", "303.5", ""), ("missing", "303.10", "")]


def test_an_old_text_that_is_not_the_one_reviewed_is_said_so(links: Links, reviewed: Mapping[str, Review]) -> None:
    new = whole_text().replace("Прямого пути", "Прямой дороги")
    other = whole_text().replace("Прямого пути", "Тайного хода")
    ledger = make_ledger(links, reviewed, official(new), official(other))
    assert not ledger.entries["302.9"].changes[0].old_is_reviewed


def test_word_diff_shows_a_few_words_around() -> None:
    old = " ".join(f"w{n}" for n in range(60))
    assert word_diff(old, old.replace("w30", "x")) == "… w26 w27 w28 w29 [-w30-] {+x+} w31 w32 w33 w34 …"
    assert word_diff("a b", "a b") == "a b"
    assert word_diff("", "a") == "{+a+}"


# --- reviews in files ------------------------------------------------------------------------------------------------


def test_reviews_survive_writing_and_reading(reviewed: Mapping[str, Review], tmp_path: Path) -> None:
    path = tmp_path / "reviews.yaml"
    named = {**reviewed, "gap/304": dataclasses.replace(reviewed["gap/304"], by='Анна "№ 1" \\ B: #')}
    path.write_text(reviews_text(named), encoding="utf-8")
    assert dict(load_reviews(str(path))) == named
    path.write_text(reviews_text({}), encoding="utf-8")
    assert dict(load_reviews(str(path))) == {}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("by: ", "who: "), "unknown key 'who'"),
        (("2025-01-02", "2025-13-02"), "is no date"),
        (("302.1", "scenario"), "'scenario' is no clause"),
        (('own": "', 'own": "x'), "is no fingerprint"),
    ],
)
def test_a_wrong_reviews_file_names_its_line(
    reviewed: Mapping[str, Review], tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    path = tmp_path / "reviews.yaml"
    path.write_text(reviews_text({"302.1": reviewed["302.1"]}).replace(*change), encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        load_reviews(str(path))
    assert caught.value.line
