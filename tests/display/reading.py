"""What a reader sees of HTML: its elements, and its words without what is hidden, drawn or style."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

__all__ = ["Page", "words"]

_VOID = {"br", "hr", "img", "path", "polygon", "polyline", "ellipse", "input", "meta", "link"}


class Page(HTMLParser):
    """An HTML fragment, read.

    Attributes:
        elements: every start tag with its attributes.
        text: the words that are read, block by block.
        drawn: the words in pictures.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.parts: list[str] = []
        self.drawn: list[str] = []
        self.styles: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()
        assert self._open == [], f"left open: {self._open}"

    @property
    def text(self) -> str:
        """The words that are read, one space between them."""
        return " ".join("".join(self.parts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.elements.append((tag, found))
        if tag not in _VOID:
            hidden = tag == "style" or "hidden" in found or any(hidden for _, hidden in self._open)
            self._open.append((tag, hidden))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self._open.pop()
        assert opened == tag, f"</{tag}> closes <{opened}>"

    def handle_data(self, data: str) -> None:
        inside = [tag for tag, _ in self._open]
        if "style" in inside:
            self.styles.append(data)
        elif "svg" in inside:
            self.drawn.append(data)
        elif not any(hidden for _, hidden in self._open):
            self.parts.append(data)


def words(text: str) -> Counter[str]:
    """The words of a text and how often each occurs, without the numbers of lists: HTML leaves them to browsers."""
    return Counter(re.findall(r"\w+", re.sub(r"(?m)^ +\d+\. ", "", text)))
