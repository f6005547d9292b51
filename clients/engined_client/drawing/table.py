"""Tables of text, as wide as a terminal shows them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate
from unicodedata import east_asian_width

_PIECE = re.compile(r"\s+|[^\s\u2e80-\uffef]+[、。）]*|[\u2e80-\uffef][、。）]*")


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows as lines: the columns of ``right`` end where they end in the other rows, the others begin so."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = (
            padded(text, width, right=column in right)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(cells).rstrip())
    return lines


def padded(text: str, width: int, *, right: bool = False) -> str:
    """A text with blanks up to a width, on its left for one that is to end there."""
    pad = " " * (width - columns(text))
    return pad + text if right else text + pad


def fitted(line: str, width: int | None) -> str:
    """A line that is no wider than that, cut between words where that can be."""
    if width is None or columns(line) <= width:
        return line
    room = _room(line, width - 1)
    cut = line[:room]
    head, blank, _ = cut.rpartition(" ") if line[room] != " " else (cut, " ", "")
    return (head if blank and len(head) > room // 2 else cut).rstrip() + "…"


def wrapped(text: str, width: int) -> list[str]:
    """A text on lines of such a width; Japanese is parted anywhere but before its stops, words that are wider where
    they must be.
    """
    lines = [""]
    for piece in _PIECE.findall(text):
        if lines[-1].strip() and columns(lines[-1] + piece.rstrip()) > width:
            lines.append(piece.lstrip())
        else:
            lines[-1] += piece
        while columns(lines[-1].rstrip()) > width:
            room = max(1, _room(lines[-1], width))
            lines[-1:] = [lines[-1][:room], lines[-1][room:]]
    return [line.rstrip() for line in lines]


def _room(text: str, width: int) -> int:
    """How many of its characters such a width has room for."""
    return bisect_right(list(accumulate(map(columns, text))), width)


def columns(text: str) -> int:
    """How wide a text is on a terminal: Japanese characters take two columns."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
