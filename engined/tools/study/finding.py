"""What an experiment found, as plain values: figures with their errors, beside those that were printed."""

from __future__ import annotations

import math

from msgspec import Struct

ROUNDED = 1 / math.sqrt(3)
"""The error of a printed number, in units of its last digit: it may have been rounded, or cut."""


class Measured(Struct, frozen=True):
    """A figure with its standard error, and the paper's."""

    ours: float
    """The figure by our games; not a number where no game counts."""
    error: float
    paper: float | None = None
    paper_error: float | None = None
    """The error by chance and by printing: the paper does not say it."""

    @property
    def off(self) -> float | None:
        """How far the two are apart, in standard errors of their difference."""
        if math.isnan(self.ours) or self.paper is None or self.paper_error is None:
            return None
        return (self.ours - self.paper) / math.hypot(self.error, self.paper_error)


def measured(ours: float, error: float, games: int, printed: str | None, printed_games: int) -> Measured:
    """A figure of so many games, and the printed one of so many others."""
    if printed is None:
        return Measured(ours, error)
    last_digit = 10.0 ** -len(printed.partition(".")[2])
    chance = error * math.sqrt(games / printed_games)
    return Measured(ours, error, float(printed), math.hypot(chance, ROUNDED * last_digit))


class Row(Struct, frozen=True):
    """Figures of one setting; ``number`` is the setting where that is a number."""

    name: str
    games: int
    figures: tuple[Measured, ...]
    number: int | None = None


class ReportTable(Struct):
    """Rows under one heading."""

    title: str
    head: str
    """The head of the column of the rows' names."""
    columns: tuple[str, ...]
    rows: list[Row]
    unit: str = ""
    """The unit of all columns, where they have the same."""


class Finding(Struct):
    """What one run of an experiment found."""

    engined: str
    experiment: str
    title: str
    paper: str
    seed: int
    seconds: float
    tables: list[ReportTable]
    notes: list[str]
    histograms: dict[str, dict[int, int]]
    """The number of times that each number was seen, by the histogram's name."""
    interrupted: bool = False

    def _name_in_front(self, table: ReportTable) -> str:
        return f"{table.title}, " if len(self.tables) > 1 else ""

    def apart(self) -> tuple[int, float, str]:
        """How many figures there are to compare, the root mean square of how far they are apart, in standard errors of
        their differences, and which is farthest.
        """
        off = {
            f"{self._name_in_front(table)}{table.head} {row.name}, {column}": figure.off
            for table in self.tables
            for row in table.rows
            for column, figure in zip(table.columns, row.figures, strict=True)
            if figure.off is not None
        }
        if not off:
            return 0, 0.0, ""
        farthest = max(off, key=lambda name: abs(off[name] or 0.0))
        return len(off), math.sqrt(sum((value or 0.0) ** 2 for value in off.values()) / len(off)), farthest
