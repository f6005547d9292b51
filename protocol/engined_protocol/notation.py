"""Squares, moves and transcripts as text.

A square is a column letter and a row number from the top: ``a1`` is the top left cell. In this package a
square's index is ``row * width + column``. A move is a square's name, ``--`` for a pass, or, where a variant
lets the mover choose what turns, ``f5:e5+d5`` (the cell, then the chosen squares).
"""

from __future__ import annotations

import re
from functools import lru_cache

from .words import board_of

PASS = "--"
PASS_PATTERN = r"pass|pas|pa|ps|--|@@|パス"
"""How a pass is written among moves, in any case."""

_HALF_WIDTH: dict[int, str | int] = {0xFF01 + code: 0x21 + code for code in range(94)}
_HALF_WIDTH |= {0x3000: " ", **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc"), "-")}
_PASSES = frozenset({*PASS_PATTERN.split("|"), "-", "p"})
_TOKEN = re.compile(
    rf"\s+|\d+\.(?:\.\.)?\s*|(?P<move>[a-z]\d{{1,2}}(?::[a-z]\d{{1,2}}(?:\+[a-z]\d{{1,2}})*)?|{PASS_PATTERN})(?:[,;]|-(?!-))?",
    re.IGNORECASE | re.ASCII,
)


@lru_cache(maxsize=4096)  # each move that is legal in a position is named, time and again
def square_name(square: int, width: int) -> str:
    """Name of a square: 0 is ``a1``, ``width`` is ``a2``."""
    row, column = divmod(square, width)
    return f"{chr(ord('a') + column)}{row + 1}"


def parse_square(text: str, width: int, height: int) -> int:
    """Index of a named square, any case. Raises ValueError when it is not on the board."""
    name = text.strip().lower()
    column = ord(name[0]) - ord("a") if name else -1
    digits = name[1:]
    if not (name and digits.isascii() and digits.isdigit() and len(digits) <= 2):
        raise ValueError(f"{text[:20]!r} is not a square")
    row = int(digits) - 1
    if not (0 <= column < width and 0 <= row < height):
        raise ValueError(f"there is no {name} on {board_of(width, height)}")
    return row * width + column


def half_width(text: str) -> str:
    """A text with full-width letters and digits, and dashes of all kinds, as ASCII has them; character by character."""
    return text if text.isascii() else text.translate(_HALF_WIDTH)


def is_pass(text: str) -> bool:
    """Whether a move text means a pass: ``--``, ``@@``, ``pa``, ``ps``, ``pass`` in any case."""
    return text.strip().lower() in _PASSES


def split_transcript(text: str) -> tuple[str, ...]:
    """The moves of a transcript, lower case, passes as ``--``.

    Blanks, commas, dashes between moves, and move numbers (``1.``) are skipped, and full-width letters are read. Raises
    ValueError naming the place where the text stops being a transcript.
    """
    text = half_width(text)
    moves: list[str] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"not a move at character {at + 1}: {text[at : at + 12]!r}")
        move = match["move"]
        if move is not None:
            moves.append(PASS if is_pass(move) else move.lower())
        at = match.end()
    return tuple(moves)
