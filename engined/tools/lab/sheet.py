"""A page under construction: headings, texts, and tables and figures that number themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from .markup import Content, table, tag


class Sheet:
    """Everything in reading order. What :meth:`table` and :meth:`figure` give has its number, but is not yet put in."""

    def __init__(self) -> None:
        self.content: list[Element] = []
        self._tables = 0
        self._figures = 0

    def heading(self, text: str) -> None:
        """A section begins."""
        self.content.append(tag("h2", text))

    def text(self, *parts: Content, kind: str | None = None) -> None:
        """A paragraph."""
        self.content.append(tag("p", *parts, class_=kind))

    def row(self, *elements: Element, kind: str = "row") -> None:
        """Tables and figures, side by side where there is room."""
        self.content.append(tag("div", *elements, class_=kind))

    def table(
        self, caption: str, heads: Sequence[str], rows: Iterable[Sequence[Content]], kinds: Sequence[str] = ("word",)
    ) -> Element:
        """A table; the columns beyond ``kinds`` hold numbers."""
        self._tables += 1
        above = tag("figcaption", f"Table {self._tables}. {caption}")
        return tag("figure", above, tag("div", table(heads, rows, kinds), class_="scroll"), class_="listed")

    def figure(self, name: str, drawing: Element, caption: str) -> Element:
        """A drawing; ``name`` tells it from the others on the page."""
        self._figures += 1
        below = tag("figcaption", f"Figure {self._figures}. {caption}")
        return tag("figure", drawing, below, id=name, class_="drawn")
