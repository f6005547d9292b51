"""SGF as text: a tree of nodes with all their properties, those that nobody here knows too.

FF[4] is written; FF[1] to FF[4] are read: of a property's name the capitals count (``AddBlack`` is ``AB``). Values
are kept as they stand in the file, escapes and all; :meth:`Node.text` and :meth:`Node.line` say what they mean.
Neither reading nor writing recurses: a tree may be as deep as its text is long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from .record import RecordError

LONGEST: Final = 8_000_000
"""Characters of a file that are read."""
MOST_NODES: Final = 400_000
"""Of one game: it takes memory, and seconds."""

_OPENING = re.compile(r"\(\s*;")
_VALUE = re.compile(r"\s*+\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL | re.ASCII)
_TOKEN = re.compile(
    rf"\s*+(?:(?P<name>[A-Za-z]{{1,64}}+)|(?P<node>;)|(?P<opening>\()|(?P<closing>\))|(?P<value>{_VALUE.pattern}))",
    re.DOTALL | re.ASCII,
)
_LINE_END = re.compile(r"\r\n?|\n\r")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BLANK = re.compile(r"[\t\v\f]")


@dataclass(slots=True, eq=False)
class Node:
    """One node: its properties, and the variations that go on from it, the main one first."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    """Raw values by name."""
    children: list[Node] = field(default_factory=list, repr=False)
    row: int = 0
    """Where the node stands in the text that it was read from: line and column, from 1."""
    column: int = 0

    @property
    def place(self) -> str:
        """Where the node stands, in words."""
        return f"line {self.row}, column {self.column}" if self.row else "a node that was not read"

    def text(self, name: str) -> str:
        """What the first value of a property says; empty without one. Lines may be several."""
        raw = self.properties.get(name, [""])[0]
        return _BLANK.sub(" ", _ESCAPE.sub(lambda match: "" if match[1] == "\n" else match[1], raw))

    def line(self, name: str) -> str:
        """As :meth:`text`, in one line."""
        return self.text(name).replace("\n", " ")

    def put(self, name: str, *texts: str) -> None:
        """Give a property these values, of any text, instead of those that it has."""
        self.properties[name] = [escaped(text) for text in texts]

    def add(self) -> Node:
        """A new child, after those that there are."""
        child = Node()
        self.children.append(child)
        return child

    def main_line(self) -> Iterator[Node]:
        """This node, and from each node on the first child."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node


def escaped(text: str) -> str:
    """Any text as a raw value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def read_trees(text: str) -> Iterator[Node]:
    """The games of a file by their roots. What stands before, between and after them is skipped.

    Raises RecordError naming line and column, when it comes to what cannot be read.
    """
    if len(text) > LONGEST:
        what = f"{len(text) / 1e6:.1f} million characters; {LONGEST / 1e6:g} million are read at most"
        raise RecordError(what, "SGF")
    reader = _Reader(_LINE_END.sub("\n", text) if "\r" in text else text)
    root = reader.game()
    if root is None:
        raise RecordError("a game begins with '(;'", "SGF")
    while root is not None:
        yield root
        root = reader.game()


def format_tree(root: Node) -> str:
    """The game as one text. Raises ValueError for what is no tree: a node that is met twice."""
    parts: list[str] = []
    met: set[int] = set()
    pending: list[Node | str] = [")", root, "("]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        if id(node) in met:
            raise ValueError(f"a node is in the tree twice: {', '.join(node.properties)}")
        met.add(id(node))
        parts.append(";")
        for name, values in node.properties.items():
            parts += [name, *(f"[{value}]" for value in values)]
        if len(node.children) == 1:
            pending.append(node.children[0])
        else:
            for child in reversed(node.children):
                pending += [")", child, "("]
    return "".join(parts)


class _Reader:
    """Goes through a text once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._counted = self._row = 0
        """Up to which character line ends have been counted, and how many they are."""
        self._row_start = 0
        """Where the row that this is in begins."""

    def game(self) -> Node | None:
        """The root of the next game; None if there is none."""
        opening = _OPENING.search(self._text, self._at)
        if opening is None:
            return None
        self._at = opening.end()
        root = node = Node({}, [], *self._row_and_column(opening.end() - 1))
        nodes = 1
        opened: list[Node] = []
        """The nodes after which the variations began that are open."""
        while True:
            token = self._token()
            kind = token.lastgroup
            if kind == "name":
                self._property(node, token["name"])
            elif kind == "node":
                child = Node({}, [], *self._row_and_column(token.end() - 1))
                node.children.append(child)
                node = child
                nodes += 1
                if nodes > MOST_NODES:
                    raise RecordError(f"a game of more than {MOST_NODES} nodes", node.place)
            elif kind == "opening":
                opened.append(node)
            elif kind == "closing":
                if not opened:
                    return root
                node = opened.pop()
            else:
                raise self._error("a value without the name of its property", token.start("value"))

    def _property(self, node: Node, written: str) -> None:
        """Read the values that follow a property's name. One that comes again gets more values."""
        name = written if written.isupper() else "".join(filter(str.isupper, written))
        if not name:
            raise self._error(f"{written[:20]!r} has no capitals, so it names no property", self._after_blanks())
        values = node.properties.setdefault(name, [])
        value = _VALUE.match(self._text, self._at)
        if value is None:
            at = self._after_blanks()
            unclosed = self._text[at : at + 1] == "["
            raise self._error(f"the value of {written} has no end" if unclosed else f"{written} has no value", at)
        while value is not None:
            values.append(value[1])
            self._at = value.end()
            value = _VALUE.match(self._text, self._at)

    def _token(self) -> re.Match[str]:
        token = _TOKEN.match(self._text, self._at)
        if token is None:
            at = self._after_blanks()
            found = self._text[at : at + 1]
            if found == "[":
                raise self._error("a value has no end", at)
            raise self._error(f"';', '(' or ')' expected, not {repr(found) if found else 'the end'}", at)
        self._at = token.end()
        return token

    def _after_blanks(self) -> int:
        at = self._at
        while self._text[at : at + 1].isspace():
            at += 1
        return at

    def _error(self, message: str, at: int) -> RecordError:
        row, column = self._row_and_column(at)
        return RecordError(message, f"line {row}, column {column}")

    def _row_and_column(self, at: int) -> tuple[int, int]:
        """Of a character that stands after all that were asked for before."""
        if lines := self._text.count("\n", self._counted, at):
            self._row += lines
            self._row_start = self._text.rfind("\n", self._counted, at) + 1
        self._counted = at
        return self._row + 1, at - self._row_start + 1
