"""Elements of a page, by the standard library's trees: so everything is escaped, and every element closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from xml.etree.ElementTree import Element, tostring

Content = Element | str


def tag(name: str, /, *content: Content, **attributes: object) -> Element:
    """An element. ``class_`` is the attribute ``class``, ``data_y`` is ``data-y``; attributes that are None are left
    out, and numbers are written shortly.
    """
    given = {key.rstrip("_").replace("_", "-"): _text(value) for key, value in attributes.items() if value is not None}
    element = Element(name, given)
    last: Element | None = None
    for part in content:
        if isinstance(part, Element):
            element.append(part)
            last = part
        elif last is None:
            element.text = (element.text or "") + part
        else:
            last.tail = (last.tail or "") + part
    return element


def table(heads: Iterable[str], rows: Iterable[Iterable[Content]], kinds: Sequence[str]) -> Element:
    """A table. The first columns have the classes ``kinds``, all others ``number``."""

    def cells(name: str, content: Iterable[Content], **attributes: str) -> list[Element]:
        classes = chain(kinds, repeat("number"))
        return [tag(name, cell, class_=kind, **attributes) for cell, kind in zip(content, classes, strict=False)]

    heads = list(heads)
    body = [tag("tr", *cells("td", row)) for row in rows]
    for row in body:
        for cell, head in zip(row, heads, strict=False):
            cell.set("data-head", head if isinstance(head, str) else "".join(head.itertext()))
    return tag("table", tag("thead", tag("tr", *cells("th", heads, scope="col"))), tag("tbody", *body))


def document(root: Element) -> str:
    """The text of a page: HTML that is XML as well."""
    return "<!DOCTYPE html>\n" + tostring(root, encoding="unicode") + "\n"


def _text(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
