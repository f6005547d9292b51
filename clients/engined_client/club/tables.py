"""A tournament of people as it is printed and exported."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ..drawing.table import aligned
from ..drawing.wording import Wording
from .event import Club, Drawn, standing
from .standings import Row, coefficient

HEADER = ("rank", "player", "points", "games", "won", "drawn", "lost", "discs", "Brightwell")


def number(value: float) -> str:
    """Points and discs without what says nothing: ``3``, ``2.5``."""
    return f"{value:.1f}".removesuffix(".0")


def cells_of(rows: Iterable[Row]) -> list[tuple[str, ...]]:
    """The standings, a tuple a player, as :data:`HEADER` says."""
    return [
        (
            str(row.rank),
            row.name,
            number(row.points),
            str(row.games),
            str(row.won),
            str(row.drawn),
            str(row.lost),
            number(row.discs),
            number(row.brightwell),
        )
        for row in rows
    ]


def standing_lines(club: Club, words: Wording) -> list[str]:
    """The standings, a line a player, and how Brightwell points were counted."""
    rows = standing(club)
    heading = tuple("" if head == "rank" else words(head) for head in HEADER)
    lines = aligned([heading, *cells_of(rows)], right=[at for at in range(len(HEADER)) if at != 1])
    games = max(row.games for row in rows)
    if games:
        lines.append(words("Brightwell: discs, and {count} for each win of an opponent", count=coefficient(games)))
    return lines


def round_lines(drawn: Drawn, round: int, words: Wording) -> list[str]:
    """The tables of a round (from 1), a line each: number, Black, the result, White."""
    rows: list[Sequence[str]] = [
        (f"{at}", table.a, table.score.text if table.score else "-", table.b)
        for at, table in enumerate(drawn.tables, 1)
    ]
    head = words("round {count}", count=round)
    lines = [f"{head}:", *(f"  {line}" for line in aligned(rows, right=(0,)))] if rows else [f"{head}:"]
    return lines + [f"  {words('bye')}: {name}" for name in drawn.byes]


def as_csv(club: Club) -> str:
    """The standings, a line a player under a heading, for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(cells_of(standing(club)))
    return text.getvalue()
