"""Calibration: a scale and an offset for each number of empty cells, so that what searches say is right on average.

Outcomes are no unbiased truth: who has made one inexact move more than the other in a line has lost what that costs.
A fitted evaluation is too near to zero, as least squares are where little is known, and what a search chooses is too
good for whoever chose last. All are measured on games: first what an inexact move costs, then how far the evaluation
itself has to be stretched, then by how much searches of several depths are off, which the offsets of the positions
that they end in take back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engined.kernels.codes import UNIT
from engined.patterns.cell_network import CellNetwork
from engined.patterns.weights import Weights
from engined.tools.training.examples import Examples
from engined.tools.training.workers import Workers

NEAR = 2
"""Numbers of empty cells to either side whose positions tell the scale as well: it changes slowly."""
ENOUGH = 500
"""Positions that a scale or an offset is taken from."""
LEVEL = 20.0
"""Discs up to which positions of 64 cells are looked at: what is decided need not be told well."""
HALF = 10.0
"""Discs at which one of these counts half."""
DEPTHS = (3, 4, 5, 6)
"""The depths of the searches whose errors the offsets take back."""
SEARCHED = 1_500
"""Positions that are searched for each depth and number of empty cells."""
SOLVED = 600
"""Positions that are solved to tell what an inexact move costs, for an odd and an even number of them."""
MARGIN = 2.0
"""Standard deviations of the network's corrections that its margin is."""

Make = Callable[[Weights], Workers]
"""Gives those who label with some weights."""


def calibrated(weights: Weights, examples: Examples, make: Make, tell: Callable[[str, float], None]) -> Weights:
    """The same evaluation with other scales, offsets and margins, by what positions turned out to be worth."""
    plain = examples.only(examples.is_plain)
    tell("calibration", 0.0)
    plain = redressed(plain, make(weights))
    scaled = _scaled(weights, plain, make)
    tell("calibration", 0.2)
    centred = _centred(scaled, plain, make)
    found = centred
    for turn in range(2):
        tell("calibration", 0.4 + 0.3 * turn)
        found = _levelled(found, plain, make)
    return found


def redressed(examples: Examples, workers: Workers) -> Examples:
    """Games with truths that are right on average also where lines were not played exactly.

    The side to move has made one inexact move more than the other where their number is odd. What it lost is measured
    where one move, or two, were played before positions were solved, and taken for as much in longer lines.
    """
    truths = examples.truths.copy()
    for parity in (1, 0):
        nearest = 2 - parity
        rows = np.flatnonzero(examples.beyond == nearest)[:SOLVED]
        if len(rows) < ENOUGH:
            continue
        depth = int(examples.empties[rows].max())
        exact = workers.all_labels(examples.boards[rows], depth, depth) / UNIT
        truths[(examples.beyond > 0) & (examples.beyond % 2 == parity)] += (exact - truths[rows]).mean()
    return replace(examples, truths=truths)


def _scaled(weights: Weights, examples: Examples, make: Make) -> Weights:
    """Stretched, and moved, by straight lines through truths over values."""
    cells = len(weights.stages) - 1
    values = make(weights).all_labels(examples.boards, 0, 0) / UNIT
    level, half = LEVEL * cells / 64, HALF * cells / 64
    counts = 1 / (1 + (values / half) ** 2)
    scales, offsets = np.ones(cells + 1), np.zeros(cells + 1)
    is_level = np.abs(values) <= level
    for empties in range(cells + 1):
        near = is_level & (np.abs(examples.empties - empties) <= NEAR)
        here = near & (examples.empties == empties)
        if near.sum() < ENOUGH or here.sum() < ENOUGH // (2 * NEAR + 1):
            continue
        scales[empties] = np.polyfit(values[near], examples.truths[near], 1, w=np.sqrt(counts[near]))[0]
        rest = examples.truths[here] - scales[empties] * values[here]
        offsets[empties] = np.average(rest, weights=counts[here])
    stage_scales = _means(scales, weights.stages)
    tables = np.clip(np.rint(weights.tables * stage_scales[:, None]), -32000, 32000).astype(np.int16)
    biases = np.rint(weights.biases * scales + UNIT * offsets).astype(np.int64)
    network = weights.network
    if network is not None:
        by_head = _means(scales, network.head_stages)[:, None]
        heads = replace(
            network.heads,
            outputs=_words(network.heads.outputs * by_head),
            direct=_words(network.heads.direct * by_head),
            biases=np.rint(network.heads.biases * by_head[:, 0]).astype(np.int32),
        )
        network = replace(network, heads=heads)
    return replace(weights, tables=tables, biases=biases, network=network)


def _centred(weights: Weights, examples: Examples, make: Make) -> Weights:
    """Weights whose pattern sum says the mean of the network's corrections, and margins by what is left of them."""
    network = weights.network
    if network is None:
        return weights
    cells = len(weights.stages) - 1
    with_network, without = (
        make(one).all_labels(examples.boards, 0, 0) for one in (weights, replace(weights, network=None))
    )
    corrections = (with_network - without).astype(np.float64)
    is_level = np.abs(with_network) <= UNIT * LEVEL * cells / 64
    means, spreads = np.zeros(cells + 1), np.full(cells + 1, np.nan)
    for empties in range(cells + 1):
        near = is_level & (np.abs(examples.empties - empties) <= 1)
        if near.sum() >= ENOUGH:
            means[empties], spreads[empties] = corrections[near].mean(), corrections[near].std()
    by_head = _means(means, network.head_stages)
    heads = replace(network.heads, biases=np.rint(network.heads.biases - by_head * 256).astype(np.int32))
    seen = np.flatnonzero(~np.isnan(spreads))
    margins = np.interp(np.arange(cells + 1), seen, MARGIN * spreads[seen]) if len(seen) else np.full(cells + 1, 400.0)
    changed: CellNetwork = replace(network, heads=heads, margins=tuple(int(margin) for margin in np.rint(margins)))
    biases = np.rint(weights.biases + by_head[list(network.head_stages)]).astype(np.int64)
    return replace(weights, biases=biases, network=changed)


def _levelled(weights: Weights, examples: Examples, make: Make) -> Weights:
    """Weights with offsets by which searches are right on average: each is told by searches that end in so many
    empty cells.
    """
    cells = len(weights.stages) - 1
    workers = make(weights)
    most = UNIT * LEVEL * cells / 64
    offsets, seen = np.zeros(cells + 1), np.zeros(cells + 1, np.bool_)
    for left in range(int(examples.empties.min()), cells):
        errors = []
        for depth in DEPTHS:
            rows = np.flatnonzero(examples.empties == left + depth)[:SEARCHED]
            values = workers.all_labels(examples.boards[rows], depth, 0)
            is_level = np.abs(values) <= most
            if is_level.sum() < ENOUGH // 2:
                continue
            error = (values - UNIT * examples.truths[rows])[is_level].mean()
            errors.append(-error if depth % 2 == 0 else error)
        if len(errors) == len(DEPTHS):
            offsets[left], seen[left] = np.mean(errors), True
    if not seen.any():
        return weights
    return replace(weights, biases=np.rint(weights.biases + _smooth(offsets, seen)).astype(np.int64))


def _smooth(offsets: NDArray[np.float64], seen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Each with half of what the two next ones of the same parity say."""
    found = np.zeros_like(offsets)
    for parity in (0, 1):
        places = np.flatnonzero(seen)[np.flatnonzero(seen) % 2 == parity]
        if len(places) == 0:
            continue
        every = np.arange(parity, len(offsets), 2)
        line = np.interp(every, places, offsets[places])
        padded = np.pad(line, 1, mode="edge")
        found[every] = 0.25 * padded[:-2] + 0.5 * line + 0.25 * padded[2:]
    return found


def _means(numbers: NDArray[np.float64], stages: tuple[int, ...]) -> NDArray[np.float64]:
    """The mean of each stage."""
    of = np.array(stages)
    return np.bincount(of, numbers) / np.maximum(np.bincount(of), 1)


def _words(numbers: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.clip(np.rint(numbers), -(2**15 - 1), 2**15 - 1).astype(np.int16)
