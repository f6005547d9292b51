"""How far searches with given weights are off, measured: what selective searches may rely on."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engined.backends.probcut_errors import BY_GEOMETRY, Errors, Growth, probe_depth
from engined.tools.training.workers import Boards, Workers

SHARES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
"""The shares of the board that are empty where searches short of the end are compared."""
DEPTHS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
END_EMPTIES = (12, 13, 14, 15, 16, 17, 18, 19, 20, 21)
"""Empty cells from which searches are compared with exact scores."""
END_DEPTHS = (2, 3, 4, 5, 6, 7, 8, 9, 10)
"""The depths of those searches: up to half of the way to the end, as probes are."""

FEWEST = 30
"""Positions that a standard deviation is taken of."""
ENOUGH = 16
"""Standard deviations that errors are fitted to."""
RIDGE = 0.5
"""The ridge of the least squares: a slope that differs by 1 from the usual one costs the square of this, beside squared
errors of logarithms."""
UNDECIDED = 2000
"""Hundredths of a disc that a position may be worth to either side."""


@dataclass(frozen=True)
class Deviation:
    """The difference, in hundredths of a disc, between one kind of pair of searches: the root of the mean square, for
    the bias of the shallow one is an error too.
    """

    deep: int
    shallow: int
    empties: float
    """Share of the cells."""
    value: float


@dataclass(frozen=True)
class Deviations:
    """Those of searches short of the end from deeper ones, and from exact scores."""

    midgame: list[Deviation]
    end: list[Deviation]

    def fitted(self, otherwise: Errors) -> Errors:
        """The errors that are nearest to them; others where there are too few."""
        return Errors(fitted(self.midgame) or otherwise.midgame, fitted(self.end) or otherwise.end)

    def against(self, errors: Errors) -> tuple[float | None, float | None]:
        """So many times what errors say is what they are, before the end and to it, of searches that are probes; None
        where there are none.
        """
        return _ratio(self.midgame, errors.midgame), _ratio(self.end, errors.end)


def measure(
    workers: Workers, sample: Callable[[int], Boards], cells: int, tell: Callable[[str, float], None]
) -> Errors:
    """The errors of searches that prune nothing; ``sample`` gives positions with so many empty cells."""
    return deviations(workers, sample, cells, tell).fitted(BY_GEOMETRY)


def deviations(
    workers: Workers, sample: Callable[[int], Boards], cells: int, tell: Callable[[str, float], None]
) -> Deviations:
    """Measure by how much such searches differ."""
    midgame: list[Deviation] = []
    for done, share in enumerate(SHARES):
        tell("errors of searches", done / len(SHARES))
        empties = round(share * cells)
        depths = [depth for depth in DEPTHS if depth < empties]
        positions = _open(workers, sample(empties))
        if len(positions) < FEWEST:
            continue
        values = {depth: workers.all_labels(positions, depth, 0) for depth in depths}
        midgame += _deviations(values, values, empties / cells)
    end: list[Deviation] = []
    for done, empties in enumerate(empties for empties in END_EMPTIES if empties < cells):
        tell("errors to the end", done / len(END_EMPTIES))
        positions = _open(workers, sample(empties))
        if len(positions) < FEWEST:
            continue
        depths = [depth for depth in END_DEPTHS if depth <= empties // 2]
        values = {depth: workers.all_labels(positions, depth, 0) for depth in depths}
        exact = {empties: workers.all_labels(positions, empties, empties)}
        end += _deviations(exact, values, empties / cells)
    return Deviations(midgame, end)


def _ratio(deviations: Sequence[Deviation], growth: Growth) -> float | None:
    """Geometric mean."""
    logarithms = [
        math.log(d.value / growth.deviation(d.deep, d.shallow, d.empties))
        for d in deviations
        if d.shallow == probe_depth(d.deep)
    ]
    return math.exp(math.fsum(logarithms) / len(logarithms)) if logarithms else None


def _open(workers: Workers, positions: Boards) -> Boards:
    """Those positions that are not decided: searches err more in others, and prune them anyway."""
    undecided: Boards = positions[np.abs(workers.all_labels(positions, 2, 0)) <= UNDECIDED]
    return undecided


def _deviations(
    deeper: dict[int, NDArray[np.int64]], shallower: dict[int, NDArray[np.int64]], empties: float
) -> list[Deviation]:
    """The deviations of all pairs with the same parity, as probes have it."""
    return [
        Deviation(deep, shallow, empties, max(float(np.sqrt(np.mean(np.square(better - worse)))), 1.0))
        for deep, better in deeper.items()
        for shallow, worse in shallower.items()
        if shallow < deep and (deep - shallow) % 2 == 0
    ]


def fitted(deviations: Sequence[Deviation]) -> Growth | None:
    """Least squares through the logarithms; None from too few, as of a very small board.

    Searches to the end have as many plies as cells are empty, and few numbers of these are looked at: what two of the
    slopes are together is plain, what each is is not, and longer searches are told of by extrapolation. So slopes that
    differ from those by geometry have a price.
    """
    if len(deviations) < ENOUGH:
        return None
    usual = BY_GEOMETRY.midgame
    rows = [(1.0, math.log(d.deep - d.shallow), math.log(d.shallow + 1), d.empties) for d in deviations]
    logarithms = [math.log(d.value) for d in deviations]
    rows += [(0.0, RIDGE, 0.0, 0.0), (0.0, 0.0, RIDGE, 0.0), (0.0, 0.0, 0.0, RIDGE)]
    logarithms += [RIDGE * slope for slope in (usual.gap, usual.shallow, usual.empties)]
    solution, *_ = np.linalg.lstsq(np.array(rows), np.array(logarithms), rcond=None)
    return Growth(*(round(float(number), 4) for number in solution))
