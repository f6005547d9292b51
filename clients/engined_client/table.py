"""Tables of text, as wide as a terminal shows them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate
from unicodedata import east_asian_width


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows as lines: the columns of ``right`` end where they end in the other rows, the others begin so."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        pads = [" " * (width - columns(text)) for text, width in zip(row, widths, strict=True)]
        cells = [
            pad + text if column in right else text + pad
            for column, (text, pad) in enumerate(zip(row, pads, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def fitted(line: str, width: int | None) -> str:
    """A line that is no wider than that, cut between words where that can be."""
    if width is None or columns(line) <= width:
        return line
    ends = list(accumulate(map(columns, line)))
    room = bisect_right(ends, width - 1)
    cut = line[:room]
    head, blank, _ = cut.rpartition(" ") if line[room] != " " else (cut, " ", "")
    return (head if blank and len(head) > room // 2 else cut).rstrip() + "…"


def columns(text: str) -> int:
    """How wide a text is on a terminal: Japanese characters take two columns."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
