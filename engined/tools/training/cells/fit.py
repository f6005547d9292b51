"""The fit of a cell network to what pattern sums leave: Adam, on one stage of vectors at a time, in float32."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi

import numpy as np
from numpy.typing import NDArray

from engined.kernels.codes import UNIT
from engined.patterns.cell_network import CellNetwork, Trained, folded
from engined.patterns.cell_pieces import CellPieces
from engined.patterns.network_layout import HIDDEN, HIDDEN_SHIFT, MOST, NUMBERS, ONE, OUTPUT_SHIFT, vector_starts
from engined.tools.training.cells.parameters import KEEP, KEEP_SQUARES, Parameters, Places, zeros
from engined.tools.training.examples import Numbers
from engined.tools.training.workers import Boards

TOGETHER = 16_384
"""Positions that one step is made by, where there are many."""
STEPS_OF_PASS = 100
"""The steps of a pass over few positions: batches are then smaller, of at least ``FEWEST`` positions."""
FEWEST = 64
WARM_UP = 0.03
"""The share of all steps in which the rate rises to its full height; from there it falls as a cosine does."""
UNBOUND = 1e30


@dataclass(frozen=True)
class Task:
    """What one stage of vectors learns from."""

    boards: Boards
    heads: NDArray[np.int32]
    """The stage of the head for each position, counted from the first that belongs to these vectors."""
    targets: Numbers
    """The target of each position, in discs, the mover's view."""
    importance: Numbers

    def error(self, places: Places, parameters: Parameters) -> float:
        """The mean square of what a network is off by, each position by its importance."""
        errors = self.values(places, parameters) - self.targets
        return float(np.average(errors**2, weights=self.importance))

    def values(self, places: Places, parameters: Parameters) -> Numbers:
        """What a network says of every position."""
        from engined.tools.training.cells.gradients import propagate  # compiled when it is imported, as `step` is

        found = np.empty(len(self.boards), np.float32)
        rows = np.arange(len(self.boards))
        propagate(
            *(self.boards, rows, self.heads, self.targets, self.importance, places),
            *(parameters, parameters, found, False),
        )
        return found


def fitted(
    task: Task,
    held: Task,
    places: Places,
    begin: Parameters,
    passes: int,
    rate: float,
    seed: int,
    tell: Callable[[float], None],
) -> Parameters:
    """The parameters after that one of so many passes over the positions, from those given, which tells most of those
    that are held back: with few positions later passes learn these by heart. ``tell`` hears the share done.
    """
    from engined.tools.training.cells.gradients import propagate

    descent = _Descent(Parameters(*(part.copy() for part in begin)))
    together = min(len(task.boards), TOGETHER, max(FEWEST, len(task.boards) // STEPS_OF_PASS))
    each = len(task.boards) // together
    steps = passes * each
    rng = np.random.default_rng(seed)
    values = np.empty(together, np.float32)
    best, least = begin, float("inf")
    for of_pass in range(passes):
        order = rng.permutation(len(task.boards))
        for number in range(of_pass * each, (of_pass + 1) * each):
            at = together * (number - of_pass * each)
            propagate(
                *(task.boards, order[at : at + together], task.heads, task.targets, task.importance, places),
                *(descent.parameters, descent.gradient, values, True),
            )
            done = number / steps
            descent.step(together, rate * min(1.0, (number + 1) / (WARM_UP * steps + 1)) * 0.5 * (1 + cos(pi * done)))
            tell(done)
        error = held.error(places, descent.parameters) if len(held.boards) else -float(of_pass)
        if error < least:
            best, least = Parameters(*(part.copy() for part in descent.parameters)), error
    return best


class _Descent:
    """Steps of Adam."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.gradient, self._means, self._squares = (
            Parameters(*(np.zeros_like(part) for part in parameters)) for _ in range(3)
        )
        self._steps = 0

    def step(self, together: int, rate: float) -> None:
        """One step, by the gradient of so many positions."""
        from engined.tools.training.cells.gradients import step

        self._steps += 1
        # Adam's two corrections for a beginning from nothing.
        first, second = 1 - KEEP**self._steps, 1 - KEEP_SQUARES**self._steps
        bounds = (MOST / ONE, *[UNBOUND] * (len(self.parameters) - 1))
        arrays = zip(self.parameters, self.gradient, self._means, self._squares, bounds, strict=True)
        for part, gradient, mean, square, bound in arrays:
            gradient /= together
            flat = (array.reshape(-1) for array in (part, gradient, mean, square))
            step(*flat, rate / first, 1 / second, bound)


def drawn(classes: int, vectors: int, heads: int, seed: int) -> Parameters:
    """Parameters to begin with where nothing is known."""
    rng = np.random.default_rng(seed)
    found = zeros(classes, vectors, heads)
    inputs = classes * NUMBERS
    found.vectors[:] = rng.normal(0, 0.08, found.vectors.shape)
    found.hidden[:] = rng.normal(0, 0.5 / inputs**0.5, (1, inputs, HIDDEN))
    found.hidden_biases[:] = 0.4
    found.outputs[:] = rng.normal(0, 0.5, found.outputs.shape)
    return found


def known(network: CellNetwork, pieces: CellPieces, stage: int, heads: list[int]) -> Parameters:
    """The parameters of one stage of vectors of a network that is there, and of some of its heads."""
    chosen, _ = folded(pieces)
    integers = network.vectors[stage].reshape(-1, NUMBERS)[chosen]
    of, output = network.heads, (1 << OUTPUT_SHIFT) / ONE * UNIT
    return Parameters(
        *(
            np.ascontiguousarray(part, np.float32)
            for part in (
                integers / ONE,
                of.hidden[heads].transpose(0, 2, 1) / (1 << HIDDEN_SHIFT),
                of.hidden_biases[heads] / ((1 << HIDDEN_SHIFT) * ONE),
                of.outputs[heads] / output,
                of.direct[heads] / output,
                of.biases[heads] / ((1 << OUTPUT_SHIFT) * UNIT),
            )
        )
    )


def joined(
    stages: list[Parameters],
    pieces: CellPieces,
    vector_stages: tuple[int, ...],
    head_stages: tuple[int, ...],
    margins: tuple[int, ...],
) -> CellNetwork:
    """The network of integers nearest to what was learned of all stages; their heads follow each other."""
    _, places = folded(pieces)
    starts = [start // NUMBERS for start in vector_starts(pieces)]
    vectors = []
    for of_stage in stages:
        rows = of_stage.vectors[places]
        vectors.append(
            [
                rows[start : start + 3**size * len(served)].reshape(3**size, len(served), NUMBERS)
                for start, size, served in zip(starts, pieces.patterns.sizes, pieces.served, strict=False)
            ]
        )
    hidden, hidden_biases, outputs, direct, biases = (
        np.concatenate([stage[part] for stage in stages]) for part in range(1, len(Parameters._fields))
    )
    trained = Trained(
        vectors,
        hidden.transpose(0, 2, 1),
        hidden_biases,
        *(UNIT * outputs, UNIT * direct, UNIT * biases),
        *(vector_stages, head_stages, margins),
    )
    return trained.quantised(pieces)
