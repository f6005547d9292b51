"""How often the scores of selective searches are exact: measured on positions of games that the engine plays itself.

A score of an easy position is more often right than one of a hard position, so three kinds are told apart: ordinary
ones, close ones, and those that surprised the search. What is said of scores is to hold for each of them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from engined.backends.two_sided import TwoSidedBackend, TwoSidedSearcher
from engined.kernels.codes import UNIT
from engined.roots.alphabeta.root import LEAST_STEPPED
from engined.roots.confidence import AT, Confidence
from engined.rules.position import Position, start
from engined.search.probcut_levels import FULL_WIDTH, LEVELS
from engined.variants.model import Variant

EMPTIES = range(LEAST_STEPPED, 25)
"""Empty cells of the positions."""
RARER = 0.6
"""The factor on the number of positions for each further empty cell: they cost twice as much each."""
PLAY_DEPTH = 5
"""The depth of the searches that choose moves."""
SHALLOW, DEEP = 4, 8
CLOSE = 2 * UNIT
"""A position is close if its two best moves differ by no more, to a depth, and a shallower search chooses another."""
SURPRISE = 5
"""Discs by which a search half way to the end is off in a position that surprised it."""
FEWEST = 30
"""Positions that something is said by."""
PER_EMPTY, CLOSENESS, SURPRISED = (-0.1, 0.04), (-0.3, 0.5), (-0.8, 0.5)
"""The prior of the fit: what a further empty cell, being close, and having surprised the search, at each level, are
thought to add to the logarithm of the odds before anything is measured, and how surely: few positions of the hard kinds
tell of them.
"""
SURE = 1.64
"""The number of standard errors by which the confidence is below what was found: in 19 of 20 cases it is no more than
is so.
"""


class Difficulty(StrEnum):
    """How hard a position is."""

    ORDINARY = "ordinary"
    CLOSE = "close"
    SURPRISING = "surprising"


@dataclass(frozen=True)
class Measured:
    """What selective searches of one position came to."""

    game: int
    close: bool
    """Whether it was taken for being close; else only for its number of empty cells."""
    empties: int
    off: float
    """Discs by which a search half way to the end was off."""
    errors: tuple[float, ...]
    """The discs by which the selective search of each level was off."""

    @property
    def kinds(self) -> set[Difficulty]:
        """All that it is of."""
        kind = Difficulty.CLOSE if self.close else Difficulty.ORDINARY
        return {kind, Difficulty.SURPRISING} if self.off >= SURPRISE else {kind}


# --- measuring ------------------------------------------------------------------------------------


def _counts(variant: Variant) -> range:
    """Empty cells of the positions of a variant: none of the first third of a game."""
    return range(EMPTIES.start, min(EMPTIES.stop, start(variant).empties * 2 // 3 + 1))


def too_small(variant: Variant) -> bool:
    """Whether its games have no positions to be looked at."""
    return not _counts(variant)


def measured(
    variant: Variant, make: Callable[[], TwoSidedBackend], games: Iterable[int], seed: int, threads: int
) -> Iterator[list[Measured]]:
    """The outcomes of each game's positions, in the order of the games: the same for the same seed and number.

    ``make`` gives backends, one for each thread.
    """
    backends: SimpleQueue[TwoSidedBackend] = SimpleQueue()
    for _ in range(threads):
        backends.put(make())

    def of_game(game: int) -> list[Measured]:
        backend = backends.get()
        try:
            return _of_game(variant, backend, game, seed)
        finally:
            backends.put(backend)

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(of_game, games)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _of_game(variant: Variant, backend: TwoSidedBackend, game: int, seed: int) -> list[Measured]:
    """The outcomes of a position with so many empty cells, and of the first close one if there is any."""
    rng = random.Random(f"{seed} {game}")
    counts = _counts(variant)
    (wanted,) = rng.choices(counts, [RARER ** (count - counts.start) for count in counts])
    backend.forget()
    with backend.searcher(1, None) as searcher:
        path = list(_game(variant, searcher, rng, counts.start))
    found = [_score(backend, position, game, close=False) for position in path if position.empties == wanted]
    # Rarer where they cost more, as the others are.
    for position in path:
        if position.empties in counts and rng.random() < RARER ** (position.empties - counts.start):
            backend.forget()
            with backend.searcher(1, None) as searcher:
                close = _is_close(position, searcher)
            if close:
                found.append(_score(backend, position, game, close=True))
                break
    return found


def _game(variant: Variant, searcher: TwoSidedSearcher, rng: random.Random, least: int) -> Iterator[Position]:
    """The positions of a game with something to choose, down to so many empty cells.

    Half of the games begin with 4 to 12 random plies of 60, the others with 10 to 30.
    """
    limit = UNIT * len(variant.board.cells)
    position = start(variant)
    plies = rng.randint(4, 12) if rng.random() < 0.5 else rng.randint(10, 30)
    opening = round(plies * len(variant.board.cells) / 64)
    ply = 0
    while not position.over and position.empties >= least:
        legal = position.legal()
        if ply < opening:
            move = rng.choice(legal)
        else:
            if len(legal) > 1:
                yield position
            searcher.search(position, PLAY_DEPTH, -limit, limit)
            move = next(iter(searcher.variation(position, 1)), legal[0])
        position = position.play(move)
        ply += 1


def _is_close(position: Position, searcher: TwoSidedSearcher) -> bool:
    """See :data:`CLOSE`."""
    limit = UNIT * len(position.board)
    after = [child for child in map(position.play, position.legal()) if not child.over]
    if len(after) < 2:
        return False
    shallow, deep = (
        [-searcher.search(child, depth - 1, -limit, limit) for child in after] for depth in (SHALLOW, DEEP)
    )
    best, second = sorted(deep, reverse=True)[:2]
    return best - second <= CLOSE and shallow.index(max(shallow)) != deep.index(best)


def _score(backend: TwoSidedBackend, position: Position, game: int, *, close: bool) -> Measured:
    """Score a position as a search goes: half way to the end, then to it at each level, each finding what the one
    before has left.
    """
    cells = len(position.board)
    backend.forget()
    with backend.searcher(1, None) as searcher:
        half = searcher.search(position, position.empties // 2, -UNIT * cells, UNIT * cells) / UNIT
        *scores, exact = (searcher.solve(position, -cells, cells, level) for level in range(FULL_WIDTH + 1))
    return Measured(game, close, position.empties, abs(half - exact), tuple(abs(score - exact) for score in scores))


# --- what is said ---------------------------------------------------------------------------------


def fitted(rows: Sequence[Measured]) -> Confidence | None:
    """What can be said of scores: no more than holds for any kind of position. None by too few.

    A logistic regression by level, number of empty cells, and whether a position was close or surprising; of the kind
    that has the worst odds, less :data:`SURE` standard errors.
    """
    if len(rows) < FEWEST:
        return None
    solution, covariance = _regression(rows)
    kinds = ((False, False), (True, False), (False, True))
    asked = np.array([[_facts(level, 0, *kind) for level in range(FULL_WIDTH)] for kind in kinds])
    deviations = np.sqrt(np.einsum("kli,ij,klj->kl", asked, covariance, asked))
    lower = (asked @ solution - SURE * deviations).min(axis=0)
    # A level that prunes less is right as often, whatever chance said.
    odds = np.minimum.accumulate(lower[::-1])[::-1]
    return Confidence(tuple(round(float(value), 3) for value in odds), round(min(float(solution[FULL_WIDTH]), 0.0), 4))


def _facts(level: int, empties: int, close: bool, surprising: bool) -> list[float]:
    """What a score's odds hang on: its level, further empty cells, and what kind of position it is of."""
    of_level = [float(level == other) for other in range(FULL_WIDTH)]
    return [*of_level, empties, close, *(surprising * here for here in of_level)]


def _regression(rows: Sequence[Measured]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each of these facts adds to the odds of a score with :data:`AT` empty cells, and the covariance of that."""
    levels = range(FULL_WIDTH)
    facts = [(row.empties - AT, row.close, row.off >= SURPRISE) for row in rows]
    design = np.array([_facts(level, *fact) for fact in facts for level in levels])
    right = np.array([error == 0 for row in rows for error in row.errors], np.float64)
    # Half a score that was right and half a wrong one, of each level: what was always right is not certain.
    unsure = np.array([_facts(level, 0, False, False) for level in levels])
    before = [(0.0, math.inf)] * FULL_WIDTH + [PER_EMPTY, CLOSENESS] + [SURPRISED] * FULL_WIDTH
    thought, known = np.array([mean for mean, _ in before]), np.diag([spread**-2 for _, spread in before])
    solution = np.zeros(len(before))
    for _ in range(50):
        shares, halves = (1 / (1 + np.exp(-of @ solution)) for of in (design, unsure))
        information = design.T @ (design * (shares * (1 - shares))[:, None]) + known
        information += unsure.T @ (unsure * (halves * (1 - halves))[:, None])
        slope = design.T @ (right - shares) + unsure.T @ (0.5 - halves) - known @ (solution - thought)
        solution = solution + np.linalg.solve(information, slope)
    inverse = np.linalg.inv(information)
    # The scores of a position hang together: its sum is one observation.
    sums = (design * (right - shares)[:, None]).reshape(len(rows), FULL_WIDTH, -1).sum(axis=1)
    spread = sums.T @ sums + unsure.T @ (unsure * (halves * (1 - halves))[:, None]) + known
    return solution, inverse @ spread @ inverse


def table(rows: Sequence[Measured], confidence: Confidence) -> Iterator[str]:
    """A row for each level: what is said of scores beside the share that was exact, for each kind of position."""
    kinds = {kind: some for kind in Difficulty if (some := [row for row in rows if kind in row.kinds])}
    yield " " * 5 + "".join(f"  {f'{kind} ({len(some):,})':^24}" for kind, some in kinds.items())
    yield "level" + f"  {'said':>6} {'exact':>7} {'+-':>4} {'off':>4}" * len(kinds)
    for level in range(FULL_WIDTH):
        yield f"{LEVELS[level]:>3} %" + "".join(_cells(some, level, confidence) for some in kinds.values())


def _cells(rows: Sequence[Measured], level: int, confidence: Confidence) -> str:
    said = sum(confidence.percent(level, row.empties) for row in rows) / len(rows)
    share = sum(row.errors[level] == 0 for row in rows) / len(rows)
    deviation = math.sqrt(share * (1 - share) / len(rows))
    off = sum(row.errors[level] for row in rows) / len(rows)
    return f"  {said:>4.1f} % {share:>7.1%} {deviation:>4.0%} {off:>4.2f}"
