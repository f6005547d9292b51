"""Which of the figures are worth a sentence, in what order."""

from __future__ import annotations

from .model import Measure, Why

SHOWN = 8
"""Plies of a line that are named."""
SMALL_REGION = 10
"""Cells of a region of which the parity is told."""


def ranked(why: Why) -> list[tuple[Measure, float]]:
    """The measures that come to something else, with what the move costs by them: costs first, then gains."""
    measures = dict.fromkeys(figure.measure for figure in why.figures)
    costs = [(measure, cost) for measure in measures if (cost := round(why.cost(measure), 1))]
    return sorted(costs, key=lambda item: item[1] < 0)


def parity_matters(why: Why) -> bool:
    """Whether both moves go into regions of their own, so small that it is worth saying who moves last there."""
    into, other = why.played_into, why.best_into
    return into is not None and other is not None and into != other and max(into.size, other.size) <= SMALL_REGION


def counts(why: Why, measure: Measure) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """The amounts by seat that a measure comes to at the end of the played line, and of the best one."""
    found = [figure for figure in why.figures if figure.measure == measure]
    return [(figure.seat, figure.played[-1]) for figure in found], [(figure.seat, figure.best[-1]) for figure in found]


def line_of(line: tuple[str, ...]) -> str:
    """The first plies of a line."""
    return " ".join(line[:SHOWN])
