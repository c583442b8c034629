"""The licences of everything the package needs at run time: ``python -m tests.security.licences``.

Prints one line per distribution and exits with 1 if a licence is not on the list of those that were looked at. It reads
the metadata of the installed distributions and asks nobody; what a wheel carries besides its own code is not in it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from typing import NamedTuple

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

__all__ = ["ALLOWED", "Licensed", "needed_at_run_time", "unknown_licences"]

ALLOWED = frozenset({"MIT", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Zlib", "CC0-1.0"})
"""Licences under which anyone may use and pass on the whole, with the notices kept."""

# How classifiers and the older field name them. BSD stands for two-clause and three-clause alike: both are allowed.
_OLDER = {
    "mit license": "MIT",
    "mit": "MIT",
    "bsd license": "BSD-3-Clause",
    "bsd": "BSD-3-Clause",
    "apache software license": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
}


class Licensed(NamedTuple):
    """A distribution and what it says of its licence, as an SPDX expression where it can be one."""

    name: str
    version: str
    licence: str


def needed_at_run_time(name: str = "berserk-fsm") -> list[Licensed]:
    """The distributions a plain installation brings along, with those they need themselves; without ``name`` itself.

    Raises:
        PackageNotFoundError: one of them is not installed.
    """
    found: dict[str, Licensed] = {}
    waiting = list(_needs(name))
    while waiting:
        one = waiting.pop()
        if one not in found:
            about = metadata.metadata(one)
            found[one] = Licensed(one, about["Version"], licence_of(about))
            waiting += _needs(one)
    return [found[one] for one in sorted(found)]


def _needs(name: str) -> Iterator[str]:
    for text in metadata.requires(name) or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield canonicalize_name(requirement.name)


def licence_of(about: metadata.PackageMetadata) -> str:
    """The licence a distribution states: its expression, else its classifiers, else the older field; ``""`` if none."""
    if expression := about.get_all("License-Expression"):
        return str(expression[0])
    stated = [text for text in about.get_all("Classifier") or () if text.startswith("License")]
    classifiers = [text.rpartition(" :: ")[2] for text in stated]
    older = [text for text in (*classifiers, *(about.get_all("License") or ())) if text != "OSI Approved"]
    named = [_OLDER[text.strip().lower()] for text in older if text.strip().lower() in _OLDER]
    return named[0] if named else " / ".join(older)


def is_allowed(licence: str) -> bool:
    """Is every licence on the list? Of alternatives (``OR``) one is enough.

    >>> is_allowed("MIT AND Zlib"), is_allowed("GPL-3.0-only OR MIT"), is_allowed("MIT AND GPL-3.0-only")
    (True, True, False)
    """
    try:
        expression = canonicalize_license_expression(licence)
    except InvalidLicenseExpression:
        return False
    # AND binds more tightly than OR; an expression in brackets is for a person to look at.
    if "(" in expression or " WITH " in expression:
        return False
    return any(set(re.split(r" AND ", part)) <= ALLOWED for part in expression.split(" OR "))


def unknown_licences(all_of_them: list[Licensed]) -> list[Licensed]:
    """Those whose licence nobody has looked at."""
    return [one for one in all_of_them if not is_allowed(one.licence)]


def main() -> int:
    """Print the list."""
    needed = needed_at_run_time()
    for one in needed:
        print(f"{one.name} {one.version}: {one.licence}")
    unknown = unknown_licences(needed)
    for one in unknown:
        print(f"not on the list of licences: {one.name}: {one.licence or 'it names none'}")
    return int(bool(unknown))


if __name__ == "__main__":
    sys.exit(main())
