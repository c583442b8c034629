"""Drawing operations, as plain lists: what the legend is made of. Lengths in points, downwards and to the right."""

from __future__ import annotations

from typing import Any

from berserk_fsm.diagrams.html_labels import plain

__all__ = ["Ink"]

_BEND = 0.45


class Ink:
    """Collects operations, scaled.

    Each is a list whose first item names it as xdot does: ``P`` and ``p`` polygons filled and not, ``b`` a filled
    curve, ``B`` a curve, ``L`` a line, ``E`` an ellipse, ``T`` text; before them ``c``, ``C`` colours, ``S`` a style.

    Args:
        scale: how big to draw.
    """

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.operations: list[list[Any]] = []

    def pen(self, fill: str, line: str, width: float, look: str = "solid") -> None:
        """Colours and line of what comes next."""
        self.operations += [["C", fill], ["c", line], ["S", f"setlinewidth({width * self.scale:g})"], ["S", look]]

    def shape(self, kind: str, points: list[tuple[float, float]]) -> None:
        """A polygon, a curve or a line through points."""
        self.operations.append([kind, [[round(x * self.scale, 2), round(y * self.scale, 2)] for x, y in points]])

    def box(
        self, x: float, y: float, w: float, h: float, fill: str, line: str, width: float, look: str = "solid"
    ) -> None:
        """A rectangle."""
        self.pen(fill, line, width, look)
        self.shape("P", [(x, y), (x + w, y), (x + w, y + h), (x, y + h)])

    def hexagon(self, x: float, y: float, w: float, h: float, fill: str, line: str, width: float) -> None:
        """A hexagon with points left and right."""
        self.pen(fill, line, width)
        cut = h / 2
        self.shape(
            "P",
            [(x, y + cut), (x + cut, y), (x + w - cut, y), (x + w, y + cut), (x + w - cut, y + h), (x + cut, y + h)],
        )

    def struck(self, x: float, y: float, w: float, h: float, fill: str, line: str, width: float) -> None:
        """A rectangle with its corners struck off."""
        self.box(x, y, w, h, fill, line, width)
        c = 6.0
        for one, other in (
            ((x + c, y), (x, y + c)),
            ((x + w - c, y), (x + w, y + c)),
            ((x, y + h - c), (x + c, y + h)),
            ((x + w, y + h - c), (x + w - c, y + h)),
        ):
            self.shape("L", [one, other])

    def rounded(
        self, x: float, y: float, w: float, h: float, fill: str, line: str, width: float, look: str = "solid"
    ) -> None:
        """A rectangle with round corners."""
        self.pen(fill, line, width, look)
        r, b = 5.0, 5.0 * _BEND
        points = [(x + r, y)]
        for straight, one, other, end in (
            ((x + w - r, y), (x + w - b, y), (x + w, y + b), (x + w, y + r)),
            ((x + w, y + h - r), (x + w, y + h - b), (x + w - b, y + h), (x + w - r, y + h)),
            ((x + r, y + h), (x + b, y + h), (x, y + h - b), (x, y + h - r)),
            ((x, y + r), (x, y + b), (x + b, y), (x + r, y)),
        ):
            points += [points[-1], straight, straight, one, other, end]
        self.shape("b", points)

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        """A filled circle."""
        self.pen(colour, colour, 1)
        s = self.scale
        self.operations.append(["E", [[round(x * s, 2), round(y * s, 2)]], round(radius * s, 2), round(radius * s, 2)])

    def line(self, x: float, y: float, x2: float, y2: float, colour: str, width: float, look: str = "solid") -> None:
        """A straight line, solid or dashed."""
        self.pen(colour, colour, width, look)
        self.shape("L", [(x, y), (x2, y2)])

    def arrow(
        self, x: float, y: float, x2: float, colour: str, width: float, filled: bool, look: str = "solid"
    ) -> None:
        """An arrow to the right, solid or dashed, with a solid or an open head."""
        self.line(x, y, x2, y, colour, width, look)
        if filled:
            self.pen(colour, colour, 1)
            self.shape("P", [(x2, y), (x2 - 8, y - 3.2), (x2 - 8, y + 3.2)])
        else:
            self.pen(colour, colour, width)
            self.shape("L", [(x2 - 7, y - 3.5), (x2, y)])
            self.shape("L", [(x2 - 7, y + 3.5), (x2, y)])

    def text(self, x: float, y: float, text: str, size: float, colour: str) -> None:
        """A line of text that begins at a point of its base line."""
        s = self.scale
        self.operations += [["c", colour], ["F", round(size * s, 2)]]
        self.operations.append(["T", [[round(x * s, 2), round(y * s, 2)]], plain(text)])
