"""What the elements of the machine and of the rules are called on a page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from berserk_fsm.diagrams.words import rule_words
from berserk_fsm.ledger.links import Link
from berserk_fsm.machine.build import build_specification
from berserk_fsm.pages.blocks import Run
from berserk_fsm.pages.tongue import Tongue
from berserk_fsm.rules.clauses import clauses
from berserk_fsm.rules.text import Text

__all__ = ["ELEMENT_NAMES", "Naming", "capital", "clause_title"]

ELEMENT_NAMES: Mapping[str, Text] = MappingProxyType(
    {
        "state": Text("состояние", "state"),
        "row": Text("переход", "row"),
        "refusal": Text("отказ", "refusal"),
        "property": Text("свойство", "property"),
        "scenario": Text("сценарий", "scenario"),
        "table": Text("готовый стол", "ready table"),
        "kind": Text("вид игродействия", "kind of action"),
        "reading": Text("прочтение", "reading"),
        "gap": Text("пробел", "gap"),
        "contradiction": Text("противоречие", "contradiction"),
    }
)
"""What one element of each kind of link is called."""

_BLANKS: tuple[tuple[str, Text], ...] = (
    ("{player}", Text("Игрок", "The player")),
    *(
        (f"{{{name}}}", Text("…", "…"))
        for name in ("name", "aim", "top", "queue", "stack", "missing", "point", "whose")
    ),
)
"""What a sentence says in place of what only a game fills in."""


class Naming:
    """The names of elements in the language of a page.

    Args:
        tongue: the page's language.
    """

    def __init__(self, tongue: Tongue) -> None:
        self.tongue = tongue
        self.machine = build_specification()

    def shown(self, text: Text) -> str:
        """A text; where a game would fill in a name, there are dots.

        >>> Naming(Tongue("en")).shown(Text("«{aim}» нет в стеке.", "“{aim}” is not on the stack."))
        '“…” is not on the stack.'
        """
        said = self.tongue.said(text)
        for field, blank in _BLANKS:
            said = said.replace(field, self.tongue.said(blank))
        return said.replace("….", "…")

    def name_of(self, link: Link) -> str:
        """What a reader calls an element; states that are called alike in every step are told apart by the step."""
        said = self.shown(link.text)
        if link.kind == "state" and "." in link.id:
            parent = self.machine.states[link.members[0]].parent
            of = self.tongue.said(self.machine.states[parent].name) if parent is not None else ""
            if of and of.casefold() != said.casefold():
                return self.tongue(f"{said} («{of}»)", f"{said} (“{of}”)")
        return said

    def conduct(self, link: Link) -> str:
        """When the rows of a link are taken and what they do, each condition and effect once.

        >>> from berserk_fsm.ledger.links import find_links
        >>> link = next(link for link in find_links().of("302.11") if link.id == "transfer")
        >>> Naming(Tongue("en")).conduct(link)
        ''
        """
        told = rule_words(self.machine.profile)
        rows = [row for row in self.machine.rows if row.id in link.members]
        guards = (told.of_guard(call, self.tongue.lang) for row in rows for call in row.guards)
        effects = (told.of_effect(call, self.tongue.lang) for row in rows for call in row.effects)
        return "; ".join(dict.fromkeys((*guards, *effects)))

    def run_of(self, link: Link) -> Run:
        """The same as a run; the title of a scenario is in the language of its file."""
        name = self.name_of(link)
        return self.tongue.title(name) if link.kind in ("scenario", "table") else Run(name)


def clause_title(number: str) -> Text:
    """What the page of a clause is called.

    >>> clause_title("303.2").en
    '303.2 · What a pass is'
    """
    title = clauses()[number].title
    return Text(f"{number} · {title.ru}", f"{number} · {title.en}")


def capital(text: str) -> str:
    """The text with a capital at its beginning.

    >>> capital("стек")
    'Стек'
    """
    return text[:1].upper() + text[1:]
