"""The packaged scenarios that tell readings apart, searched and written anew.

``python -m berserk_fsm.compare.published`` writes them; a test finds them when they are out of date.
"""

from __future__ import annotations

from berserk_fsm.compare.packaged import found_path, other_answers
from berserk_fsm.compare.shortest import found_text, shortest_scenario
from berserk_fsm.rules.readings import Readings

__all__ = ["file_text", "write_published"]

LIMIT = 20_000
"""So many tables are looked at before a reading is given up."""


def file_text(id: str, value: str) -> str:
    """The file that tells a reading with this value apart from its default, searched anew.

    Raises:
        LookupError: no table of the family does.
    """
    before, after = Readings(), Readings().replace(**{id: value})
    found = shortest_scenario(before, after, LIMIT, lang="ru")
    if found is None:
        raise LookupError(f"no table tells {id}={value} apart; expected one among the first {LIMIT}")
    return found_text(found.scenario, found.parting, before, after, "ru", found_path(id, value).name)


def write_published() -> None:
    """Write all of them anew."""
    for answer in other_answers():
        path = found_path(*answer)
        path.parent.mkdir(exist_ok=True)
        path.write_text(file_text(*answer), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_published()
