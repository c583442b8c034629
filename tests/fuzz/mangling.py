"""Spoiling a good text: by its bytes, by its lines, or by the values in it, so that much of it stays right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

__all__ = ["ODD_TEXTS", "mangled", "mangled_bytes", "mangled_json", "mangled_lines"]

ODD_TEXTS = (
    "",
    " ",
    "A",
    "nobody",
    "null",
    "true",
    "302.10",
    "gap/512",
    "fix_target",
    "turn.main_phase.window.active_holds.deciding",
    "../../etc/passwd",
    "<script>",
    "]]>",
    "; --",
    '"',
    "x" * 101,
    "\N{RIGHT-TO-LEFT OVERRIDE}b",
    "a\u2028b",
    "\N{CYRILLIC CAPITAL LETTER A}",
    "e\N{COMBINING ACUTE ACCENT}",
    "{a: [b",
    "- ",
    "? :",
    "&a *a !!python/object:os.system",
    "A declares A declares A",
    "оба пасуют",
)
_ODD_VALUES = ("null", "true", "0", "-1", "2", "9" * 30, "1.5", "[]", "{}", "[[]]", '["A", "B"]', '{"name": "a"}')


def mangled(rng: Random, data: bytes) -> bytes:
    """A spoiled copy: of its values if it is JSON, else of its lines; or of its bytes, whatever it is."""
    ways: tuple[Callable[[Random, bytes], bytes], ...] = (mangled_bytes, mangled_lines, mangled_lines)
    if data.lstrip()[:1] == b"{":
        ways = (mangled_bytes, mangled_json, mangled_json, mangled_json)
    for _ in range(rng.randint(1, 3)):
        data = rng.choice(ways)(rng, data)
    return data


def mangled_bytes(rng: Random, data: bytes) -> bytes:
    """A piece cut out, doubled, moved, or written over with a few bytes."""
    here, there = sorted(rng.randint(0, len(data)) for _ in range(2))
    piece = data[here : min(there, here + rng.choice((1, 4, 40, 4000)))]
    new = bytes(rng.choice(b"\x00\t\n\r \"'#%&*,-.:;<>?@[]{}|~\xff\xd0\x85AB01") for _ in range(rng.randint(1, 4)))
    at = rng.randint(0, len(data))
    rest = data[:here] + data[here + len(piece) :]
    return rng.choice((rest, rest[:at] + piece + rest[at:], data[:at] + piece + data[at:], data[:at] + new + data[at:]))


def mangled_lines(rng: Random, data: bytes) -> bytes:
    """A line lost, doubled, moved, indented otherwise, or with a word of it replaced."""
    lines = data.decode("utf-8", "replace").split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    words = lines[at].split(" ")
    words[rng.randrange(len(words))] = rng.choice((*ODD_TEXTS, *lines[to].split(" ")))
    new = {
        "lost": (),
        "doubled": (lines[at], lines[at]),
        "moved": (lines[to], lines[at]),
        "indented": (" " * rng.randint(1, 3) + lines[at],),
        "out": (lines[at].lstrip(),),
        "word": (" ".join(words),),
    }
    lines[at : at + 1] = new[rng.choice(list(new))]
    return "\n".join(lines).encode("utf-8", "replace")


def mangled_json(rng: Random, data: bytes) -> bytes:
    """A value lost, doubled, exchanged with another one, or replaced by an odd one."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return mangled_bytes(rng, data)
    places = list(_places(tree))
    if not places:
        return mangled_bytes(rng, data)
    holder, key = rng.choice(places)
    other, other_key = rng.choice(places)
    match rng.choice(("lost", "odd", "odd", "text", "text", "exchanged", "doubled", "renamed")):
        case "lost":
            del holder[key]
        case "odd":
            holder[key] = json.loads(rng.choice(_ODD_VALUES))
        case "text":
            holder[key] = rng.choice((*ODD_TEXTS, *_texts(tree)))
        case "exchanged":
            holder[key], other[other_key] = other[other_key], holder[key]
        case "doubled" if isinstance(holder, list):
            holder.insert(key, holder[key])
        case _ if isinstance(holder, dict):
            holder[rng.choice((*ODD_TEXTS, *_texts(tree)))] = holder.pop(key)
    try:
        return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    except ValueError:
        # Two values were exchanged of which one held the other.
        return mangled_bytes(rng, data)


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value: what holds it, and under which key."""
    keys: Sequence[Any] = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from _places(tree[key])


def _texts(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        yield from tree
    for holder, key in _places(tree):
        if isinstance(holder[key], str):
            yield holder[key]
