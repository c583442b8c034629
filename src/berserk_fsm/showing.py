"""The one place where a value of a lower layer asks the display package, above it, how it looks."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Shown"]


class Printer(Protocol):
    """What IPython prints values with."""

    def text(self, text: str, /) -> None:
        """Print ``text``."""


class Shown:
    """A value that shows itself: notebooks and IPython ask it for its picture and its words.

    The display package is imported when something is shown, never before: values stay cheap to import. There is no
    state, so a slotted class stays slotted, and equality, hashing and pickling stay what they are.

    >>> from berserk_fsm.rules.clauses import clause
    >>> sorted(clause("303.2")._repr_mimebundle_())
    ['text/html', 'text/plain']
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows, by MIME type, in the language of the environment.

        Args:
            include: the types asked for; all there are may be given nevertheless.
            exclude: the types not asked for; likewise.
        """
        from berserk_fsm.display import bundle

        return bundle(self)

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        """The plain text, which IPython would otherwise print in a way of its own for exceptions."""
        from berserk_fsm.display import show

        printer.text(show(self).text)
