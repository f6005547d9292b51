"""Boards of two colours as text, however they are written: ``X``, ``*``, ``B`` or a disc for Black, dots or dashes.

Commands, messages and declarations all read them by this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isqrt
from typing import NamedTuple

from ..notation import PASS_PATTERN
from .result import BLACK, WHITE

SYMBOLS = {
    **dict.fromkeys("xX*\u25cf", BLACK),
    **dict.fromkeys("oO0\u25cb", WHITE),
    **dict.fromkeys("-._\u25a1\u30fb", "."),
}
"""The meaning of each character, where nothing else is on the board."""
_SMALLEST = 16
"""Cells of the smallest board that is told from a row of one."""
OCTAGON = 88
"""Cells of the octagon, the one board of holes whose size other programs know."""

HOLE = "#"
LETTERS = {**dict.fromkeys("bB", BLACK), **dict.fromkeys("wW", WHITE)}
_LETTERS = {**LETTERS, **dict.fromkeys("-._", ".")}
"""The meaning of each character on a board with letters for both colours, where nothing else is on it."""
_BEGINNING = re.compile(rf"[{re.escape(''.join(SYMBOLS))}\s]+")

_MOVES = re.compile(rf"(?:\d+\.|[A-Za-z]\d|{PASS_PATTERN})", re.ASCII | re.IGNORECASE)


class Board(NamedTuple):
    """A board as the ``start`` of a request takes it, and whether its text says who moves; without that Black does."""

    start: str
    mover_said: bool = True


def read_board(text: str) -> Board:
    """A board of any size and shape; one in other symbols than those of two colours is left as it is, but for dashes.

    Blanks and ends of lines do not matter. Without a mover only square boards and the octagon are known.
    """
    cells = read_cells(text)
    if not cells or not set(cells[:-1]) <= {BLACK, WHITE, ".", HOLE}:
        return Board(text.strip().replace("-", "."))
    if _is_size(len(cells)) or cells[-1] in (".", HOLE):
        return Board(f"{cells} {BLACK}", mover_said=False)
    return Board(f"{cells[:-1]} {cells[-1]}".strip())


def read_cells(text: str) -> str:
    """The cells of a board without blanks, and whatever follows; in other symbols than of two colours as they are."""
    squares = "".join(text.split())
    # Where seats share a colour the mover, which may come last, has a name of its own.
    symbols = meaning(squares[:-1])
    if not squares or not symbols:
        return squares
    return "".join([symbols.get(square, square) for square in squares])


def meaning(squares: str) -> Mapping[str, str]:
    """What each character of a board means, but holes; nothing where any has no meaning on boards of two colours."""
    symbols = _LETTERS if set(squares.lower()) >= {"b", "w"} else SYMBOLS
    return symbols if set(squares) <= symbols.keys() | {HOLE} else {}


def split_moves(text: str) -> tuple[str, str]:
    """The board that a text begins with, and what comes after it: after a semicolon, or moves. Without either of these
    all of it is the board.
    """
    if ";" not in text:
        board, moves = split_board(text)
        return (board, moves) if board else (text, "")
    board, _, rest = (part.strip() for part in text.partition(";"))
    return board, rest


def split_board(text: str) -> tuple[str, str]:
    """The board that a text begins with, and the moves after it; either may be empty."""
    beginning = _BEGINNING.match(text)
    if beginning is None:
        return "", text
    end = beginning.end()
    # The column of a first move may look like a disc: o12.
    if end < len(text) and text[end].isdigit() and not text[end - 1].isspace():
        end -= 1
    board = text[:end]
    moves = text[end:].strip()
    return (board.strip(), moves) if is_board(board) and (not moves or _MOVES.match(moves)) else ("", text)


def told_from_options(words: Iterable[str]) -> list[str]:
    """The words of a command line; boards, and rows of one, that begin with a dash have a blank before it, which says
    that they are no options.

    >>> told_from_options(["-----OX--XO-----X", "--plies", "2"])
    [' -----OX--XO-----X', '--plies', '2']
    """
    return [f" {word}" if len(word) > 2 and word[0] == "-" and set(word) <= SYMBOLS.keys() else word for word in words]


def is_board(text: str) -> bool:
    """Whether a text of a board's characters alone has as many as a board, with the mover or without; not of passes."""
    squares = "".join(text.split())
    return (
        len(squares) >= _SMALLEST
        and squares.strip("-") != ""
        and (_is_size(len(squares)) or _is_size(len(squares) - 1))
    )


def _is_size(count: int) -> bool:
    """Whether a board has so many cells."""
    return count == OCTAGON or (count >= _SMALLEST and isqrt(count) ** 2 == count)
