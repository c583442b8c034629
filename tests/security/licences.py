"""The licences of everything the package and its extras need at run time: ``python -m tests.security.licences``.

Prints one line per distribution and exits with 1 if a licence is not on the list of those that were looked at. It reads
the metadata of the installed distributions and asks nobody. The shared libraries a wheel carries are named; the wheel's
metadata does not cover their licences, which are in its own ``licenses`` folder.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from typing import NamedTuple

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

__all__ = ["ALLOWED", "EXTRAS", "Licensed", "needed_at_run_time", "unknown_licences"]

ALLOWED = frozenset(
    {
        *("MIT", "MIT-0", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Apache-2.0", "Zlib", "CC0-1.0", "PSF-2.0"),
        "MPL-2.0",  # asks for the source of its own files, which are passed on as they are
    }
)
"""Licences under which anyone may use and pass on the whole, with the notices kept."""

EXTRAS = ("notebook", "environments")
"""What users may install besides; ``test`` and ``dev`` are for those who change the package."""

# How classifiers and the older field name them. BSD stands for two-clause and three-clause alike: both are allowed.
_OLDER = {
    "mit license": "MIT",
    "mit": "MIT",
    "bsd license": "BSD-3-Clause",
    "bsd": "BSD-3-Clause",
    "apache software license": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "isc license (iscl)": "ISC",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "python software foundation license": "PSF-2.0",
}


class Licensed(NamedTuple):
    """A distribution, what it says of its licence, as an SPDX expression where it can be one, and what it carries.

    Args:
        carries: the shared libraries of others in the wheel.
    """

    name: str
    version: str
    licence: str
    carries: tuple[str, ...] = ()


def needed_at_run_time(name: str = "berserk-fsm", extras: Iterable[str] = ()) -> list[Licensed]:
    """The distributions an installation brings along, with those they need themselves; without ``name`` itself.

    Args:
        name: what is installed.
        extras: with which of its extras.

    Raises:
        PackageNotFoundError: one of them is not installed.
    """
    seen: set[tuple[str, str]] = {(canonicalize_name(name), extra) for extra in ("", *extras)}
    waiting = list(seen)
    while waiting:
        for need in set(_needs(*waiting.pop())) - seen:
            seen.add(need)
            waiting.append(need)
    names = {one for one, _ in seen} - {canonicalize_name(name)}
    return [_licensed(one) for one in sorted(names)]


def _needs(name: str, extra: str) -> Iterator[tuple[str, str]]:
    """The distributions one needs, each plain and with the extras of it that are needed."""
    for text in metadata.requires(name) or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            for wanted in ("", *requirement.extras):
                yield canonicalize_name(requirement.name), wanted


def _licensed(name: str) -> Licensed:
    about = metadata.metadata(name)
    folders = [file for file in metadata.files(name) or () if re.search(r"\.(?:libs|dylibs)$", file.parent.name)]
    carried = sorted({re.sub(r"(?:-[0-9a-f]{8})*(?:\.[0-9]+)*\.(?:so|dylib|dll).*", "", file.name) for file in folders})
    return Licensed(name, about["Version"], licence_of(about), tuple(carried))


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
    plain = needed_at_run_time()
    needed = needed_at_run_time(extras=EXTRAS)
    for one in needed:
        with_extra = "" if one in plain else " (with an extra)"
        carries = f"; carries {', '.join(one.carries)}" if one.carries else ""
        print(f"{one.name} {one.version}: {one.licence}{with_extra}{carries}")
    unknown = unknown_licences(needed)
    for one in unknown:
        print(f"not on the list of licences: {one.name}: {one.licence or 'it names none'}")
    return int(bool(unknown))


if __name__ == "__main__":
    sys.exit(main())
