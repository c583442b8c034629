"""PDF: what Graphviz wrote, with the same bytes on every run and a mark that tells what it is of."""

from __future__ import annotations

import re

__all__ = ["mark_of_pdf", "marked_pdf"]

_MADE = re.compile(rb"/CreationDate \(D:\d{14}([^)]*)\)")
_MARK = re.compile(rb"%berserk-fsm ([0-9a-f]{16})\n%%EOF\n\Z")


def marked_pdf(data: bytes, mark: str) -> bytes:
    """The PDF to publish: no date of its making, and its fingerprint before the end.

    Args:
        data: what Graphviz wrote.
        mark: its fingerprint.
    """
    # Positions in the file must stay, so the date is replaced by another of the same length.
    undated = _MADE.sub(
        lambda found: b"/CreationDate (D:20000101000000" + re.sub(rb"\d", b"0", found.group(1)) + b")", data
    )
    body = undated.rstrip().removesuffix(b"%%EOF")
    return body + b"%berserk-fsm " + mark.encode("ascii") + b"\n%%EOF\n"


def mark_of_pdf(data: bytes) -> str | None:
    """The fingerprint in a PDF; ``None`` if there is none or the file is not whole."""
    found = _MARK.search(data)
    return found.group(1).decode("ascii") if data.startswith(b"%PDF-") and found else None
