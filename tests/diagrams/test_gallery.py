"""The pages beside the pictures name every picture, gap and contradiction, and are found when they are stale."""

from __future__ import annotations

import re
from pathlib import Path

from berserk_fsm.diagrams.gallery import gallery_pages, gallery_text
from berserk_fsm.diagrams.render import check_gallery, write_gallery
from berserk_fsm.diagrams.views import VIEWS
from berserk_fsm.machine.specification import Specification
from berserk_fsm.rules.contradictions import contradictions
from berserk_fsm.rules.gaps import gaps


def test_page_begins_with_gaps_and_contradictions_and_shows_every_picture(spec: Specification) -> None:
    page = gallery_text(spec)
    for view in VIEWS:
        assert f"(ru/{view}.svg)" in page
        assert f"(en/{view}.svg)" in page
    for gap in gaps().values():
        assert page.index(gap.title.ru) < page.index("### Картинки")
    for contradiction in contradictions().values():
        assert page.index(contradiction.title.en) < page.index("### The pictures")


def test_every_link_to_a_page_leads_to_one(spec: Specification) -> None:
    pages = gallery_pages(spec)
    linked = set(re.findall(r"\(((?:ru|en)/(?:events|refusals)[^)]*)\)", pages["README.md"]))
    assert linked == pages.keys() - {"README.md"}


def test_stale_and_missing_pages_are_found(spec: Specification, tmp_path: Path) -> None:
    written = write_gallery(spec, tmp_path)
    assert not check_gallery(spec, tmp_path)
    written[0].write_text("something else", encoding="utf-8")
    written[1].unlink()
    assert [(stale.path, stale.en) for stale in check_gallery(spec, tmp_path)] == [
        (written[0], "not of this specification"),
        (written[1], "missing"),
    ]
