"""Boards from their declaration: drawn row by row, or as a size with a start position."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engined_protocol.records.board_text import meaning
from engined_protocol.records.result import BLACK, WHITE
from engined_protocol.words import board_of

from .model import EMPTY, Board, Colour
from .schema import Fault, Table, suggestion
from .toml_lines import Path

MOST = 24
"""Largest width and height."""

STARTS: dict[str, tuple[int, ...]] = {
    "empty": (),
    "cross": (1, 0, 0, 1),
    "mirrored": (0, 1, 1, 0),
    "parallel": (1, 1, 0, 0),
}
"""Colours on the centre's four squares, in reading order."""

_QUADRANTS = "quadrants"
_NO_REGION = ".#"


@dataclass
class _Draft:
    """A board while it is being put together; ``content`` has one entry for each existing cell."""

    width: int
    height: int
    content: dict[int, int] = field(default_factory=dict)

    def square(self, name: str, path: Path) -> int:
        """Index of a named cell. Raises Fault when there is no such cell."""
        match = re.fullmatch(r"([a-x])([1-9][0-9]?)", name.lower())
        if match is None:
            raise Fault(path, f"{name[:20]!r} is no square: write c3")
        column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
        if column >= self.width or row >= self.height:
            raise Fault(path, f"{name} is not on the {self.width}x{self.height} board")
        if (square := row * self.width + column) not in self.content:
            raise Fault(path, f"{name} is a hole")
        return square

    def squares(self, names: str, path: Path) -> tuple[int, ...]:
        """Indices of named cells, each named once. Raises Fault."""
        found = tuple(self.square(name, path) for name in names.split())
        for name, square in zip(names.split(), found, strict=True):
            if found.count(square) > 1:
                raise Fault(path, f"{name} is named twice")
        return found

    def put(self, square: int, colour: int, path: Path) -> None:
        """Put a start disc on a cell. Raises Fault when it is a hole or taken."""
        if square not in self.content:
            raise Fault(path, f"{self.name(square)} is a hole and cannot hold a disc")
        if self.content[square] != EMPTY:
            raise Fault(path, f"{self.name(square)} already holds a disc")
        self.content[square] = colour

    def name(self, square: int) -> str:
        return f"{chr(ord('a') + square % self.width)}{square // self.width + 1}"


def read_board(table: Table, colours: tuple[Colour, ...]) -> Board:
    """The board that a ``[board]`` table declares. Raises Fault."""
    draft = _drawn(table["drawing"], colours) if "drawing" in table else _sized(table.get("size", "8x8"))
    for square in draft.squares(table.get("holes", ""), ("board", "holes")):
        if draft.content.pop(square) != EMPTY:
            raise Fault(("board", "holes"), f"{draft.name(square)} holds a disc")
    if not draft.content:
        raise Fault(("board",), "the board has no cells, only holes")
    start = table.get("start", "empty" if "drawing" in table else "cross")
    if start not in STARTS:
        raise Fault(("board", "start"), f"no start is called {start[:40]!r}{suggestion(start, STARTS)}")
    if STARTS[start]:
        if len(colours) < 2:
            raise Fault(("board", "start"), f"a {start} start needs two colours")
        for square, colour in zip(centre(draft.width, draft.height), STARTS[start], strict=True):
            draft.put(square, colour, ("board", "start"))
    for corner, symbol in table.get("corners", {}).items():
        path = ("board", "corners", corner)
        row = 0 if corner[0] == "n" else draft.height - 1
        column = 0 if corner[1] == "w" else draft.width - 1
        draft.put(row * draft.width + column, colour_index(symbol, colours, path), path)
    return Board(
        width=draft.width,
        height=draft.height,
        cells=tuple(sorted(draft.content)),
        start=tuple(draft.content.get(square, EMPTY) for square in range(draft.width * draft.height)),
        rings=_rings(table.get("rings", []), draft),
    )


def centre(width: int, height: int) -> tuple[int, ...]:
    """The four centre squares in reading order, nearer the top left on odd sizes. Raises Fault when the
    board is too narrow to have them.
    """
    if width < 2 or height < 2:
        raise Fault(("board",), f"{board_of(width, height)} has no 2x2 centre")
    first = (height // 2 - 1) * width + width // 2 - 1
    return (first, first + 1, first + width, first + width + 1)


def cells_named(names: str, board: Board, path: Path) -> frozenset[int]:
    """Cells by their names, or the word ``centre``. Raises Fault."""
    draft = _Draft(board.width, board.height, dict.fromkeys(board.cells, EMPTY))
    if names == "centre":
        squares = centre(board.width, board.height)
        for square in squares:
            if square not in draft.content:
                raise Fault(path, f"{draft.name(square)} in the centre is a hole")
        return frozenset(squares)
    return frozenset(draft.squares(names, path))


def colour_index(symbol: str, colours: tuple[Colour, ...], path: Path) -> int:
    """Index of the colour with this symbol. Raises Fault."""
    symbols = [colour.symbol for colour in colours]
    if symbol not in symbols:
        raise Fault(path, f"no colour has the symbol {symbol[:20]!r}: known are {' '.join(symbols)}")
    return symbols.index(symbol)


def read_regions(text: str, board: Board) -> dict[str, frozenset[int]]:
    """Regions of a board by letter, existing cells only. Raises Fault."""
    path: Path = ("board", "regions")
    width, height = board.width, board.height
    if text == _QUADRANTS:
        if width % 2 or height % 2:
            raise Fault(path, f"{board_of(width, height)} has no equal quadrants: both sides must be even")
        letters = [
            "ABDC"[2 * (square // width * 2 // height) + square % width * 2 // width]
            for square in range(width * height)
        ]
    else:
        rows = _rows(text, path)
        if len(rows) != height:
            raise Fault(path, f"{len(rows)} rows for a board of {height}")
        for row, symbols in rows:
            if len(symbols) != width:
                raise Fault(path, f"{len(symbols)} squares in a row of {width}", row)
            if odd := [s for s in symbols if s not in _NO_REGION and not (s.isascii() and s.isalpha())]:
                raise Fault(path, f"{odd[0]!r} names no region: use letters, and . for none", row)
        letters = [symbol for _, symbols in rows for symbol in symbols]
    return {
        letter: frozenset(square for square in board.cells if letters[square] == letter)
        for letter in sorted(set(letters) - set(_NO_REGION))
    }


def _rings(texts: list[str], draft: _Draft) -> tuple[tuple[int, ...], ...]:
    path: Path = ("board", "rings")
    if len(texts) > 16:
        raise Fault(path, f"{len(texts)} rings; at most 16 can be")
    rings = tuple(draft.squares(text, path) for text in texts)
    if any(len(ring) < 3 for ring in rings):
        raise Fault(path, "a ring needs at least three cells")
    return rings


def read_size(text: str, path: Path) -> tuple[int, int]:
    """Columns and rows from ``10x8``. Raises Fault."""
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if match is None:
        raise Fault(path, f"a size is columns x rows, like 10x8, not {text[:20]!r}")
    width, height = int(match[1]), int(match[2])
    if not (1 <= width <= MOST and 1 <= height <= MOST):
        raise Fault(path, f"{width}x{height} is out of range: each side has 1 to {MOST} squares")
    return width, height


def _sized(text: str) -> _Draft:
    width, height = read_size(text, ("board", "size"))
    return _Draft(width, height, dict.fromkeys(range(width * height), EMPTY))


def _drawn(text: str, colours: tuple[Colour, ...]) -> _Draft:
    path: Path = ("board", "drawing")
    rows = _rows(text, path)
    if not rows:
        raise Fault(path, "the drawing is empty")
    width = len(rows[0][1])
    contents = {".": EMPTY} | {colour.symbol: index for index, colour in enumerate(colours)}
    meanings = meaning("".join(line for _, line in rows)) if contents.keys() <= {BLACK, WHITE, "."} else {}
    draft = _Draft(width, len(rows))
    for row, (line, symbols) in enumerate(rows):
        if len(symbols) != width:
            raise Fault(path, f"{len(symbols)} squares in this row, {width} in the first", line)
        for column, symbol in enumerate(symbols):
            if (content := contents.get(meanings.get(symbol, symbol))) is not None:
                draft.content[row * width + column] = content
            elif symbol != "#":
                known = " ".join(colour.symbol for colour in colours)
                raise Fault(path, f"{symbol!r} is no content of a square: use . # {known}", line)
    return draft


def _rows(text: str, path: Path) -> list[tuple[int, str]]:
    """Rows of a drawing that are not blank, each without its blanks, with its place among all rows."""
    lines = ("".join(line.split()) for line in text.split("\n"))
    rows = [(number, line) for number, line in enumerate(lines) if line]
    for number, line in rows[:1]:
        if len(line) > MOST:
            raise Fault(path, f"{len(line)} squares in this row; at most {MOST} can be", number)
    if len(rows) > MOST:
        raise Fault(path, f"{len(rows)} rows; at most {MOST} can be", rows[MOST][0])
    return rows
