"""What a game of two people came to, as it is written: ``40-24``, or ``1-0`` where no discs were counted."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engined_protocol.records.record import BLACK, WHITE
from engined_protocol.records.result import Result

from .standings import BOARD

PATTERN = r"[0-9]+[-><][0-9]+|1/2-1/2|½-½"
_DISCS = re.compile(r"([0-9]{1,4})([-><])([0-9]{1,4})")
_WITHOUT_DISCS = {"1-0": 1.0, "0-1": 0.0, "0-0": None, "1/2-1/2": 0.5, "½-½": 0.5}


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game; the first player is the one who had Black."""

    text: str
    points: tuple[float, float]
    """1, 1/2 or 0 for each; nothing for both where neither came."""
    discs: tuple[float, float]
    """The discs of each, of 64 in all."""
    counted: bool = True
    """Whether discs were counted."""


def read_score(text: str, cells: int = BOARD) -> Score:
    """A score on a board of so many cells. Raises ValueError, which says what would be right.

    ``40-24``, ``32-32`` (a draw), ``32>32`` (Black wins by the right to a draw), ``1-0``, ``0-1`` and ``1/2-1/2`` (not
    played out, or without discs), ``0-0`` (lost by both).
    """
    text = text.strip()
    if text in _WITHOUT_DISCS:
        first = _WITHOUT_DISCS[text]
        points = (0.0, 0.0) if first is None else (first, 1 - first)
        return Score(text, points, (BOARD * points[0], BOARD * points[1]), counted=False)
    match = _DISCS.fullmatch(text)
    if match is None:
        raise ValueError(f"{text[:20]!r} is no score, such as 40-24, or 1-0 where no discs were counted")
    black, white = int(match[1]), int(match[3])
    if black + white != cells:
        hint = "the empty cells go to the winner" if black + white < cells else f"the board has {cells} cells"
        raise ValueError(f"{text}: {black + white} discs of {cells}; {hint}")
    if match[2] != "-" and black != white:
        raise ValueError(f"{text}: {match[2]} says who wins by the right to a draw, with equal discs alone")
    first = {"<": 0.0, ">": 1.0}.get(match[2], 0.5 if black == white else float(black > white))
    return Score(text, (first, 1 - first), (BOARD * black / cells, BOARD * white / cells))


def score_of(result: Result, cells: int = BOARD) -> Score | None:
    """The score of a game that has ended so; None if it is not known who won. Of an odd number of empty cells
    the last one is the winner's.
    """
    if not result.decided:
        return None
    margin = result.margin
    if margin and (cells + margin) % 2 == 1:
        margin += 1 if margin > 0 else -1
    if margin is None or (cells + margin) % 2 or abs(margin) > cells:
        return read_score({BLACK: "1-0", WHITE: "0-1"}.get(result.winner, "1/2-1/2"), cells)
    black = int(cells + margin) // 2
    sign = {BLACK: ">", WHITE: "<"}.get(result.winner, "-") if 2 * black == cells else "-"
    return read_score(f"{black}{sign}{cells - black}", cells)
