"""Names that some syntax takes for its own, on a machine small enough to draw many times."""

from __future__ import annotations

from dataclasses import replace

from berserk_fsm.diagrams import whole_view
from berserk_fsm.diagrams.model import DiagramModel, Words
from berserk_fsm.rules.text import Text
from tests.diagrams.made_specs import small_spec

__all__ = ["HOSTILE", "hostile_model", "hostile_models"]

HOSTILE = (
    "<script>globalThis.pwned = true</script>",
    "<img src=x onerror='globalThis.pwned=true'>",
    'say "no"; then: go --> elsewhere',
    "]]> <!-- --> <?xml &amp; &#60; #lt; #59;",
    "; a --> b : c",
    ": ::: :::warn",
    "end",
    "end note",
    "state",
    'state "x" as y {',
    "} }",
    "[*] --> x",
    "note right of x : y",
    "direction LR",
    "x direction\tTB y",
    "<<choice>> <<fork>> [[join]]",
    "%% comment %%{init: {'theme':'dark'}}%%",
    "classDef x fill:#f00; style a:#fff;",
    'click x href "javascript:globalThis.pwned=true"',
    "1. list",
    "- item * other + third",
    "# heading",
    "**bold** __both__ _em_ ~~gone~~ `code`",
    "[link](javascript:alert(1)) https://example.org www.example.org a@example.org",
    "$$x^2$$ $y$",
    "a\\nb \\N \\",
    "two\nlines\r\nand\ttabs",
    "שלום עולם; \N{RIGHT-TO-LEFT OVERRIDE}abc\N{RIGHT-TO-LEFT MARK}",
    "nul\0 esc\x1b half \ud800",
    "ﬂ°°60¶ß ﬂ°lt¶ß ß ¶",
    "@enduml",
    "!include /etc/passwd",
    "' comment /' block '/ %date() $x",
    '{{ [[http://x{y}]] <&x> <$y> <U+0041> ~~ ""mono""',
    "|a|b|",
    "---",
    "===",
    "€ → ← 漢字 🂡 é",
    "",
    " ",
    "x" * 300,
    "ёж " * 40,
)


def hostile_model(name: str) -> DiagramModel:
    """A small machine in which everything is called ``name``."""
    spec, text = small_spec(), Text(name, name)
    states = {path: replace(state, name=text, clauses=(name, "302.1")) for path, state in spec.states.items()}
    rows = tuple(replace(row, label=text, clauses=(name, "303.3")) for row in spec.rows)
    words = Words(lambda call: text, lambda call: text)
    model = whole_view(replace(spec, states=states, rows=rows), "ru", words)
    return replace(model, title=name, notes=(name, name))


def hostile_models() -> dict[str, DiagramModel]:
    """One model for each name."""
    return {f"{place} {name[:20]!r}": hostile_model(name) for place, name in enumerate(HOSTILE)}
