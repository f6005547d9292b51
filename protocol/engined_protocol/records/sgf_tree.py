"""SGF as text: a tree of nodes with all their properties, those that nobody here knows too.

sgfmill reads and writes it: FF[4] is written; FF[1] to FF[4] are read, where of a property's name the capitals count
(``AddBlack`` is ``AB``). Here is what it leaves to others: to say what cannot be read, by line and column, and to bound
what it is given. Its own nodes are those of Go on square boards, so ours are others. Values are kept as they stand in
the file, escapes and all; :meth:`Node.text` and :meth:`Node.line` say what they mean. Neither reading nor writing
recurses: a tree may be as deep as its text is long.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Final

from .record import RecordError

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of escapes in its docstrings, once where nobody has compiled it before
    from sgfmill.sgf_grammar import (
        escape_text,
        make_coarse_game_tree,
        parse_sgf_game,
        serialise_game_tree,
        simpletext_value,
        text_value,
        tokenise,
    )

LONGEST: Final = 8_000_000
"""Characters of a file that are read."""
MOST_MARKS: Final = LONGEST // 3
"""Nodes, values and escapes of a file: moves alone (``;B[aa]``) have as many, and not more. It bounds memory."""
MOST_NODES: Final = 400_000
"""The most nodes of one game: each takes memory and time."""

CHARSET: Final = "UTF-8"
"""The charset of files that are written."""

_OF_ROOTS = frozenset({"FF", "GM", "SZ"})
"""Properties that only the first node of a game has."""
_MARKS = b";([\\"
_OPENING = re.compile(rb"\(\s*;")
_BLANKS = re.compile(rb"\s*")
_NAME = re.compile(rb"[A-Za-z]{1,64}")
_FOLLOWERS = {
    "": ("(",),
    "(": (";",),
    ")": ("(", ")"),
    ";": ("name", ";", "(", ")"),
    "name": ("value",),
    "value": ("value", "name", ";", "(", ")"),
}
"""The kinds of tokens that may follow each kind."""
_LINE_END = re.compile(r"\r\n?|\n\r")


@dataclass(slots=True, eq=False)
class Node:
    """One node: its properties, and the variations that go on from it, the main one first."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    """Raw values by name."""
    children: list[Node] = field(default_factory=list, repr=False)
    _game: _Game | None = field(default=None, repr=False)
    _number: int = 0
    """The number of the node in the order of the text, from 0."""
    mended: str = field(default="", repr=False)
    """The faults in the text of a game that were mended: what was put in or left out; only in a root."""

    @property
    def place(self) -> str:
        """Where the node stands in the text that it was read from, in words."""
        return "a node that was not read" if self._game is None else self._game.place_of_node(self._number)

    def text(self, name: str) -> str:
        """What the first value of a property says; empty without one. Lines may be several."""
        text: bytes = text_value(self._raw(name))
        return text.decode()

    def line(self, name: str) -> str:
        """The value of :meth:`text` in one line."""
        text: bytes = simpletext_value(self._raw(name))
        return text.decode()

    def _raw(self, name: str) -> bytes:
        return self.properties.get(name, [""])[0].encode()

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
    raw: bytes = escape_text(text.encode())
    return raw.decode()


def read_trees(text: str) -> Iterator[Node]:
    """The games of a file by their roots. What stands before, between and after them is skipped.

    Raises RecordError naming line and column, when it comes to what cannot be read.
    """
    if len(text) > LONGEST:
        what = f"{len(text) / 1e6:.1f} million characters; {LONGEST / 1e6:g} million are read at most"
        raise RecordError(what, "SGF")
    data = (_LINE_END.sub("\n", text) if "\r" in text else text).encode()
    if sum(map(data.count, map(bytes, zip(_MARKS)))) > MOST_MARKS:
        raise RecordError(f"more than {MOST_MARKS / 1e6:.1f} million nodes and values", "SGF")
    opening = _OPENING.search(data)
    if opening is None:
        raise RecordError("a game begins with '(;'", "SGF")
    while opening is not None:
        game = _Game(data, opening.start())
        yield game.read()
        opening = _OPENING.search(data, game.end)


def format_tree(root: Node) -> str:
    """The game as one text, which says that it is UTF-8 where it was read from another charset, or has to say so.

    Raises ValueError for what is no tree: a node that is met twice.
    """
    text = _serialised(root, {"CA": [CHARSET]} if "CA" in root.properties else {})
    return text if text.isascii() or "CA" in root.properties else _serialised(root, {"CA": [CHARSET]})


def _serialised(root: Node, instead: dict[str, list[str]]) -> str:
    """The game as one text, its root with these properties besides, or instead of, its own."""
    met: set[int] = set()

    def properties_of(node: Node) -> dict[str, list[bytes]]:
        if id(node) in met:
            raise ValueError(f"a node is in the tree twice: {', '.join(node.properties)}")
        met.add(id(node))
        properties = node.properties | instead if node is root else node.properties
        return {name: [value.encode() for value in values] for name, values in properties.items()}

    coarse = make_coarse_game_tree(root, lambda node: node.children, properties_of)
    written: bytes = serialise_game_tree(coarse, wrap=None)
    return written.decode().removesuffix("\n")


class _Game:
    """Where the text of a game stands in its file."""

    def __init__(self, data: bytes, begin: int) -> None:
        self._data = data
        self._begin = begin
        tokens, self.end = tokenise(data, begin)
        """The offset, in bytes, of the first byte after the text of SGF."""
        self._size = tokens.count(("D", b";"))

    def read(self) -> Node:
        """The root of the game. Raises RecordError."""
        if self._size > MOST_NODES:
            raise RecordError(f"a game of more than {MOST_NODES} nodes", self.place_of_node(MOST_NODES))
        data, mended = self._data[self._begin : self.end], ""
        try:
            whole = parse_sgf_game(data)
        except ValueError as error:
            data, mended = self._completed()
            try:
                whole = parse_sgf_game(data)
            except ValueError:
                raise self._fault() from error
        pending = [(Node(), whole)]
        above = pending[0][0]
        number = 0
        while pending:
            node, coarse = pending.pop()
            for properties in coarse.sequence:
                if "" in properties:
                    raise self._fault()
                child = Node({name: [*map(bytes.decode, raw)] for name, raw in properties.items()}, [], self, number)
                node.children.append(child)
                node = child
                number += 1
            pending += [(node, variation) for variation in reversed(coarse.children)]
        root = above.children[0]
        root.mended = mended
        return root

    def _completed(self) -> tuple[bytes, str]:
        """The text of a game whose end is missing, with one: after its last whole node, or before another game;
        and what is said of that. Raises RecordError for one that goes on with what can be no part of it.
        """
        tokens = list(self._tokens())
        end, what = self.end, "the end of the game is missing"
        rest = self._data[self._after_blanks(end) :]
        if len(tokens) < 3 or not (rest == b"" or rest.startswith(b"[")):
            raise self._fault()
        if rest or tokens[-1][0] == "name":
            last = max(index for index, (kind, _) in enumerate(tokens) if kind == ";")
            what = f"the file ends in the middle of a node, {self._place(tokens[last][1])}, which is left out"
            tokens, end = tokens[:last], tokens[last][1]
        other = next((index for index in self._openings(tokens) if self._is_root(tokens, index + 2)), None)
        if other is not None:
            self.end = end = tokens[other][1]
            what, tokens = f"the end of the game is missing before {self._place(end)}", tokens[:other]
        while tokens and tokens[-1][0] == "(":
            end = tokens.pop()[1]
        depth = sum({"(": 1, ")": -1}.get(kind, 0) for kind, _ in tokens)
        return self._data[self._begin : end] + b")" * depth, what

    @staticmethod
    def _openings(tokens: list[tuple[str, int]]) -> Iterator[int]:
        """Where variations begin."""
        kinds = [kind for kind, _ in tokens]
        return (index for index in range(1, len(kinds)) if kinds[index : index + 2] == ["(", ";"])

    def _is_root(self, tokens: list[tuple[str, int]], index: int) -> bool:
        """Whether the node of these properties begins a game."""
        for kind, at in tokens[index:]:
            if kind == "name" and self._name(at) in _OF_ROOTS:
                return True
            if kind not in ("name", "value"):
                return False
        return False

    def place_of_node(self, number: int) -> str:
        """The place of a node, by its number, in words."""
        return self._place(self._nodes[number])

    @cached_property
    def _nodes(self) -> list[int]:
        """Where the game's nodes stand."""
        return [at for kind, at in self._tokens() if kind == ";"]

    def _place(self, at: int) -> str:
        row_start = self._data.rfind(b"\n", 0, at) + 1
        row, column = self._data.count(b"\n", 0, at) + 1, len(self._data[row_start:at].decode()) + 1
        return f"line {row}, column {column}"

    def _tokens(self) -> Iterator[tuple[str, int]]:
        """What kind of token stands where: a delimiter, ``name`` or ``value``, or ``nameless``."""
        at = self._begin
        for kind, token in tokenise(self._data, at)[0]:
            at = self._after_blanks(at)
            match kind:
                case "D":
                    yield token.decode(), at
                    at += 1
                case "V":
                    yield "value", at
                    at += len(token) + 2
                case _:
                    yield "name" if token else "nameless", at
                    at += len(self._name(at))

    def _fault(self) -> RecordError:
        """The first thing that no game can have where it stands."""
        before, before_at = "", 0
        end = self._after_blanks(self.end)
        rest = "[" if self._data.startswith(b"[", end) else "end"
        for kind, at in chain(self._tokens(), [(rest, end)]):
            if kind not in _FOLLOWERS[before]:
                break
            before, before_at = kind, at
        name = self._name(before_at)
        if kind == "nameless":
            what = f"{self._name(at)[:20]!r} has no capitals, so it names no property"
        elif kind == "[":
            what = f"the value of {name} has no end" if before == "name" else "a value has no end"
        elif before == "name":
            what = f"{name} has no value"
        elif kind == "value":
            what = "a value without the name of its property"
        else:
            expected = {"(": "';'", ")": "'(' or ')'"}.get(before, "';', '(' or ')'")
            what = f"{expected} expected, not {self._shown(at)}"
        return RecordError(what, self._place(at))

    def _name(self, at: int) -> str:
        name = _NAME.match(self._data, at)
        return name[0].decode() if name else ""

    def _shown(self, at: int) -> str:
        """The character there, or the end."""
        return repr(self._data[at : at + 4].decode(errors="ignore")[0]) if at < len(self._data) else "the end"

    def _after_blanks(self, at: int) -> int:
        blanks = _BLANKS.match(self._data, at)
        return blanks.end() if blanks else at
