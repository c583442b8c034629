"""Reading a page back: its words, elements, links and ids, and whether its tags are closed as they should be."""

from __future__ import annotations

from html.parser import HTMLParser

__all__ = ["ReadPage"]

_VOID = frozenset(("meta", "br", "hr", "img", "link", "input"))


class ReadPage(HTMLParser):
    """A page, read. ``scripts`` are its scripts, ``langs`` its words in another language, each with that language.

    Args:
        text: the HTML.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.labels: list[str] = []
        self.scripts: list[str] = []
        self.langs: list[tuple[str, str]] = []
        self._lang = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = {name: value or "" for name, value in attrs}
        self.attributes += given.items()
        self.ids += [given["id"]] if "id" in given else []
        self.labels += given.get("aria-labelledby", "").split()
        if tag not in ("html", "blockquote") and "hreflang" not in given:
            self._lang = given.get("lang", "")
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        elif "style" not in self.open:
            self.words.append(data)
            if self._lang:
                self.langs.append((self._lang, data))
                self._lang = ""

    @property
    def text(self) -> str:
        """All words, with one space between them."""
        return " ".join(" ".join(self.words).split())
