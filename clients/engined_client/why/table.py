"""The figures as a table: before the move, and after each ply of both lines."""

from __future__ import annotations

from ..drawing.table import aligned
from ..drawing.wording import PLAIN, Wording
from .model import Why


def figure_lines(why: Why, words: Wording = PLAIN) -> list[str]:
    """A line for each figure that changes along one of the lines."""
    played, best = why.played, why.best
    rows = [("", "", words("before"), _line(played.line, why.plies), _line(best.line, why.plies))]
    rows += [
        (
            words(figure.measure),
            words.told(figure.seat),
            f"{figure.before:g}",
            _counts(figure.played),
            _counts(figure.best),
        )
        for figure in why.figures
        if {*figure.played, *figure.best} != {figure.before}
    ]
    if best.move == played.move:
        rows = [(*row[:4], "") for row in rows]
    return aligned(rows, right=(2,))


def _line(line: tuple[str, ...], plies: int) -> str:
    return " ".join(f"{move.partition(':')[0]:>3}" for move in line[:plies])


def _counts(counts: tuple[float, ...]) -> str:
    return " ".join(f"{count:>3g}" for count in counts)
