"""Go's small network as it is taught: what kernels work out (see :mod:`engined.search.go.network`), for many positions
at once, and how each weight would have to change.

Values lie by channel, and in each as kernels have them: a row off the board before each position's rows, a point off it
before each row's. So neighbours are so many places on or back in all positions alike, a convolution is a product of
matrices, and what points off the board come to is set to 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.kernels.network_codes import LEAST_SPREAD
from engined.kernels.network_size import NetworkSize, size_of

Floats = NDArray[np.floating[Any]]
OWNERS_WEIGHT = 1.5
"""The weight of the loss of ownership relative to that of the policy."""
WINS_WEIGHT = 0.3
"""The weight of the loss of who wins."""
THRESHOLDS = np.array([-2.0, -0.5, 0.5, 2.0])
"""The leads beyond which a game is won in that loss: from the expected one on, in multiples of its scale."""
BEGUN_SPREAD = 1.5
"""The initial scale of the logistic distribution of a lead, where the doubts of all points come to one point."""
CONSTANT_SPREADS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6, 1.8, 2.0, 2.25, 2.5, 3.0)
"""The scales, for doubts that come to one point, that a network may have for all positions."""
MOST_VALUE = 32.0
"""The largest value of a channel between the two layers of a block: four of them, which kernels add, have room in 16
bits.
"""
BEGUN_KEPT = 0.5
"""The initial factor by which the logarithms of the strengths count in the policy."""


class Weights:
    """Weights, or how much each has to change: one behind the other, and by layer."""

    def __init__(self, flat: Floats) -> None:
        """``flat`` is what they are from now on: it changes with them. Raises ValueError where none has so many."""
        self.flat = flat
        self.size = size = size_of(len(flat))
        channels, at = size.channels, 0
        self.layers: list[tuple[Floats, Floats]] = []
        """The weights of each layer: a row for each input channel and neighbour, and the biases."""
        for inputs in size.inputs:
            biases = at + 9 * inputs * channels
            kernel, at = flat[at:biases].reshape(9 * inputs, channels), biases + channels
            self.layers.append((kernel, flat[biases:at]))
        self.pooling: Floats = flat[at : at + size.in_pooling].reshape(size.blocks, channels, 2, channels)
        """The weights, for each block and output channel, of the means over all points, and of the maxima."""
        at += size.in_pooling
        of_points, of_all = channels + 1, 2 * channels + 1
        heads = np.cumsum([at, of_points, of_points, of_all, of_all, of_all]).tolist()
        begun = (flat[begin:end] for begin, end in pairwise(heads))
        self.moves, self.owners, self.passing, self.lead, self.spread = begun
        self.kept = flat[heads[-1] :]


def zero_weights(size: NetworkSize) -> Weights:
    """Weights that are all 0: a gradient before anything is added."""
    return Weights(np.zeros(size.weights, np.float32))


def initial_weights(seed: int, size: NetworkSize) -> Weights:
    """Weights at random, so large that signals neither grow nor fade (K. He et al., "Delving deep into rectifiers",
    2015); the second layer of each block begins small, what it has of means and maxima at 0.
    """
    rng, weights = np.random.default_rng(seed), zero_weights(size)
    for number, (kernel, _) in enumerate(weights.layers):
        scale = 0.2 if number > 0 and number % 2 == 0 else 1.0
        kernel[:] = rng.normal(0.0, scale * sqrt(2.0 / len(kernel)), kernel.shape)
    for head in (weights.moves, weights.owners, weights.passing):
        head[:-1] = rng.normal(0.0, 0.1 / sqrt(size.channels), len(head) - 1)
    weights.spread[-1] = log(BEGUN_SPREAD)
    weights.kept[:] = BEGUN_KEPT
    return weights


def with_room(known: Weights, most: Floats) -> Weights:
    """Return a network that says the same by smaller values, given the largest of each channel between the layers of
    each block. Where that is above :data:`MOST_VALUE`, the first layer's weights are divided by a power of two, and
    those of the second multiplied by it.
    """
    found = Weights(known.flat.copy())
    for block, largest in enumerate(most):
        factors = np.exp2(np.ceil(np.log2(np.maximum(largest / MOST_VALUE, 1.0)))).astype(np.float32)
        kernel, biases = found.layers[1 + 2 * block]
        kernel /= factors
        biases /= factors
        kernel, _ = found.layers[2 + 2 * block]
        kernel *= np.repeat(factors, 9)[:, None]
        found.pooling[block] *= factors
    return found


def with_constant_heads(known: Weights, spread: float) -> Weights:
    """Return the same network, but that nothing is added to the sum of owners, and that the scale is always so much
    times the root of the points' doubts.
    """
    found = Weights(known.flat.copy())
    found.lead[:] = found.spread[:] = 0.0
    found.spread[-1] = log(spread)
    return found


def enlarged(known: Weights, size: NetworkSize, seed: int) -> Weights:
    """A larger network that says what a smaller one does: what it has beyond that is at random, but nothing comes of it
    before it is taught (after T. Chen, I. Goodfellow and J. Shlens, "Net2Net", 2016).
    """
    few, found = known.size.channels, initial_weights(seed, size)
    for number, (kernel, biases) in enumerate(found.layers):
        by_output = kernel.reshape(-1, 9, size.channels)
        if number < len(known.layers):
            old, old_biases = known.layers[number]
            inputs = len(old) // 9
            by_output[inputs:, :, :few] = 0.0
            by_output[:inputs, :, :few] = old.reshape(inputs, 9, few)
            biases[:few] = old_biases
        elif number % 2 == 0:
            by_output[:, :, :few] = 0.0
    channels = size.channels
    found.pooling[: known.size.blocks, :few, :, :few] = known.pooling
    for head, old, kinds in (
        (found.moves, known.moves, 1),
        (found.owners, known.owners, 1),
        (found.passing, known.passing, 2),
        (found.lead, known.lead, 2),
        (found.spread, known.spread, 2),
    ):
        head[:-1].reshape(kinds, channels)[:, few:] = 0.0
        head[:-1].reshape(kinds, channels)[:, :few] = old[:-1].reshape(kinds, few)
        head[-1] = old[-1]
    found.kept[:] = known.kept
    return found


@dataclass(frozen=True)
class Batch:
    """A batch of positions and their targets; cells by row, and behind them a pass."""

    planes: Floats
    """The input planes, by position, cell and plane."""
    strengths: Floats
    """The logarithms of the moves' strengths; below 0 for what is no move."""
    chosen: Floats
    """The target policy: the probability of each move, which sum to 1 in each position, or to 0 where none is taught.
    """
    owners: Floats
    """The owner of each cell at the end: 1 for the mover, -1 for the other."""


@dataclass(frozen=True)
class Losses:
    """How far off a network is: sums over positions, and how many those are."""

    moves: float = 0.0
    """The cross-entropy of the policy: minus the logarithm of the probability given to the move chosen."""
    owners: float = 0.0
    """The cross-entropy of ownership, as the mean over a position's cells."""
    wins: float = 0.0
    """The cross-entropy of who wins, as the mean over leads that are given away: see :data:`THRESHOLDS`."""
    move_positions: float = 0.0
    positions: float = 0.0

    def __add__(self, other: Losses) -> Losses:
        return Losses(
            self.moves + other.moves,
            self.owners + other.owners,
            self.wins + other.wins,
            self.move_positions + other.move_positions,
            self.positions + other.positions,
        )

    @property
    def means(self) -> tuple[float, float, float]:
        """The mean losses of moves, of owners, and of who wins."""
        positions = max(self.positions, 1.0)
        return self.moves / max(self.move_positions, 1.0), self.owners / positions, self.wins / positions


class Board:
    """How positions lie side by side."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self.cells = height * width
        row = width + 1
        self.ways = [down * row + across for down in (-1, 0, 1) for across in (-1, 0, 1)]
        """The steps to the neighbours of a point, in the order of weights."""

    def laid(self, values: Floats) -> Floats:
        """Values by position, cell and channel as layers take them: by channel."""
        number, _, channels = values.shape
        room = np.zeros((channels, number, self.height + 1, self.width + 1), values.dtype)
        room[:, :, 1:, 1:] = values.transpose(2, 0, 1).reshape(channels, number, self.height, self.width)
        return room.reshape(channels, -1)

    def inside(self, values: Floats) -> Any:
        """A view of the points on the board: by channel, position, row and column."""
        return values.reshape(len(values), -1, self.height + 1, self.width + 1)[:, :, 1:, 1:]

    def by_cell(self, values: Floats) -> Floats:
        """The same values by channel, position and cell."""
        return np.ascontiguousarray(self.inside(values)).reshape(len(values), -1, self.cells)

    def clear_outside(self, values: Floats) -> None:
        """Set points off the board to 0."""
        room = values.reshape(len(values), -1, self.height + 1, self.width + 1)
        room[:, :, 0] = 0.0
        room[:, :, :, 0] = 0.0

    def neighbours(self, values: Floats) -> Floats:
        """What is there for each channel and neighbour, at each point. Of points off the board it is anything."""
        channels, size = values.shape
        found = np.empty((channels, 9, size), values.dtype)
        for index, way in enumerate(self.ways):
            if way < 0:
                found[:, index, -way:] = values[:, :way]
                found[:, index, :-way] = values[:, way:]
            elif way > 0:
                found[:, index, :-way] = values[:, way:]
                found[:, index, -way:] = values[:, :way]
            else:
                found[:, index] = values
        return found.reshape(9 * channels, size)

    def convolved(self, values: Floats, kernel: Floats) -> tuple[Floats, Floats]:
        """What a layer's kernel makes of values; and the neighbours of each."""
        around = self.neighbours(values)
        return kernel.T @ around, around


def turned(kernel: Floats) -> Floats:
    """The kernel that carries back what a kernel's outputs would have to change by to its inputs."""
    inputs = len(kernel) // 9
    by_neighbour = kernel.reshape(inputs, 9, -1)[:, ::-1]
    return np.ascontiguousarray(by_neighbour.transpose(2, 1, 0)).reshape(-1, inputs)


def pooled(values: Floats) -> Floats:
    """The mean over the cells of each position, by channel and position, and behind the means of all channels their
    maxima. Values are by channel, position and cell.
    """
    return np.concatenate([values.mean(2), values.max(2)])


def by_cells(values: Floats, by_pooled: Floats) -> Floats:
    """The derivatives by values, given those by what is pooled of them."""
    by_mean, by_most = np.split(by_pooled, 2)
    found = np.repeat(by_mean[:, :, None] / values.shape[2], values.shape[2], 2)
    most = values.argmax(2)[:, :, None]
    np.put_along_axis(found, most, np.take_along_axis(found, most, 2) + by_most[:, :, None], 2)
    return found


def thresholds_around(lead: Floats, scale: Floats) -> Floats:
    """Return the leads beyond which a game is won in the loss of who wins, by position and threshold."""
    found: Floats = lead[:, None] + THRESHOLDS * np.maximum(scale, 1.0)[:, None]
    return found


def standardized(lead: Floats, scale: Floats, true: Floats, thresholds: Floats) -> tuple[Floats, Any]:
    """Return how far expected leads are beyond thresholds, in multiples of their scales, and whether the true ones are.

    Leads, scales and true leads are by position, thresholds and what is returned by position and threshold.
    """
    return (lead[:, None] - thresholds) / scale[:, None], true[:, None] > thresholds


def logistic_loss(off: Floats, won: Any) -> Floats:
    """Return the cross-entropy of who wins by position, as the mean over thresholds."""
    found: Floats = (np.logaddexp(0.0, off) - won * off).mean(1)
    return found


class Run:
    """A network at work on positions."""

    def __init__(self, board: Board, weights: Weights, planes: Floats) -> None:
        self._board, self._weights = board, weights
        number = len(planes)
        values, around = self._layer(0, board.laid(planes), None)
        self._arounds, self._outputs = [around], [values]
        self._pooled: list[Floats] = []
        for block in range(weights.size.blocks):
            middle, around = self._layer(1 + 2 * block, values, None)
            self._pooled.append(pooled(board.by_cell(middle)))
            added = values.reshape(len(values), number, -1) + (self._of_all(block) @ self._pooled[-1])[:, :, None]
            values, around_middle = self._layer(2 + 2 * block, middle, added.reshape(values.shape))
            self._arounds += [around, around_middle]
            self._outputs += [middle, values]
        self._last = board.by_cell(values)
        self._pooled.append(pooled(self._last))
        last = self._last.reshape(weights.size.channels, -1)
        moves = (weights.moves[:-1] @ last + weights.moves[-1]).reshape(number, -1)
        passing = weights.passing[:-1] @ self._pooled[-1] + weights.passing[-1]
        self.moves = np.concatenate([moves, passing[:, None]], axis=1)
        """The logits of moves, a pass behind the others."""
        self.owners = np.tanh((weights.owners[:-1] @ last + weights.owners[-1]).reshape(number, -1))
        """The predicted owner of each cell: 1 for the mover, -1 for the other."""
        self.lead = self.owners.sum(1) + weights.lead[:-1] @ self._pooled[-1] + weights.lead[-1]
        """The points by which the mover is expected to be ahead."""
        self.doubt = (1.0 - self.owners**2).sum(1) + 1e-9
        """The doubts about the owners of all cells of a position, in points."""
        self._scale = np.exp(weights.spread[:-1] @ self._pooled[-1] + weights.spread[-1]) * np.sqrt(self.doubt)
        self.scale = self._scale + LEAST_SPREAD
        """The scale of the logistic distribution of that lead."""

    @property
    def most_in_blocks(self) -> Floats:
        """The largest value of each channel between the layers of each block, by block and channel."""
        return np.stack([found[len(found) // 2 :].max(1) for found in self._pooled[:-1]])

    @property
    def thresholds(self) -> Floats:
        """The leads of each position beyond which a game is won in the loss: where this network is in doubt."""
        return thresholds_around(self.lead, self.scale)

    def _of_all(self, block: int) -> Floats:
        """Return the matrix that says what a block adds to each channel, by what is pooled."""
        by_output: Floats = self._weights.pooling[block]
        return by_output.reshape(len(by_output), -1)

    def _layer(self, number: int, values: Floats, added: Floats | None) -> tuple[Floats, Floats]:
        kernel, biases = self._weights.layers[number]
        found, around = self._board.convolved(values, kernel)
        found += biases[:, None]
        if added is not None:
            found += added
        np.maximum(found, 0.0, out=found)
        self._board.clear_outside(found)
        return found, around

    def learn(
        self, batch: Batch, gradient: Weights | None, thresholds: Floats | None = None, moves_weight: float = 1.0
    ) -> Losses:
        """The losses, as sums over all positions; their gradient is added to ``gradient``, that of moves
        ``moves_weight`` times. ``thresholds`` are other than its own.
        """
        logits = np.where(batch.strengths < 0.0, -np.inf, self.moves + self._weights.kept[0] * batch.strengths)
        logits -= logits.max(1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(1, keepdims=True)
        taught = batch.chosen.sum(1)
        wins = (1.0 + batch.owners) / 2.0
        thought = np.clip((1.0 + self.owners) / 2.0, 1e-7, 1.0 - 1e-7)
        beyond = self.thresholds if thresholds is None else thresholds
        off, won = standardized(self.lead, self.scale, batch.owners.sum(1), beyond)
        losses = Losses(
            -float((batch.chosen * np.log(np.maximum(chances, 1e-30))).sum()),
            -float((wins * np.log(thought) + (1.0 - wins) * np.log(1.0 - thought)).mean(1).sum()),
            float(logistic_loss(off, won).sum()),
            float(taught.sum()),
            float(len(taught)),
        )
        if gradient is not None:
            by_moves = moves_weight * (taught[:, None] * chances - batch.chosen)
            by_owners = (2.0 * OWNERS_WEIGHT / self._board.cells) * (thought - wins)
            by_off = WINS_WEIGHT / len(THRESHOLDS) * (1.0 / (1.0 + np.exp(-off)) - won) / self.scale[:, None]
            by_lead, by_scale = by_off.sum(1), -(by_off * off).sum(1)
            by_spread = by_scale * self._scale
            by_owner = by_lead[:, None] - self.owners * (by_spread / self.doubt)[:, None]
            by_owners += by_owner * (1.0 - self.owners**2)
            gradient.kept += float((by_moves * np.maximum(batch.strengths, 0.0)).sum())
            self._backpropagate(by_moves, by_owners, by_lead, by_spread, gradient)
        return losses

    def _backpropagate(
        self, by_moves: Floats, by_owners: Floats, by_lead: Floats, by_spread: Floats, gradient: Weights
    ) -> None:
        """Backpropagation: add the gradient of a loss, given its derivatives by what the heads gave."""
        weights, board, number = self._weights, self._board, len(by_moves)
        channels = weights.size.channels
        last = self._last.reshape(channels, -1)
        by_moves, by_passing = by_moves[:, :-1].ravel(), by_moves[:, -1]
        by_owners = by_owners.ravel()
        for head, by in ((gradient.moves, by_moves), (gradient.owners, by_owners)):
            head[:-1] += last @ by
            head[-1] += by.sum()
        by_pooled = np.zeros_like(self._pooled[-1])
        for head, kept, by in (
            (gradient.passing, weights.passing, by_passing),
            (gradient.lead, weights.lead, by_lead),
            (gradient.spread, weights.spread, by_spread),
        ):
            head[:-1] += self._pooled[-1] @ by
            head[-1] += by.sum()
            by_pooled += np.outer(kept[:-1], by)
        inside = np.outer(weights.moves[:-1], by_moves) + np.outer(weights.owners[:-1], by_owners)
        inside = inside.reshape(channels, number, board.cells)
        inside += by_cells(self._last, by_pooled)
        by = board.laid(inside.transpose(1, 2, 0))
        for block in reversed(range(weights.size.blocks)):
            by *= self._outputs[2 + 2 * block] > 0.0
            by_all = by.reshape(channels, number, -1).sum(2)
            gradient.pooling[block] += (by_all @ self._pooled[block].T).reshape(channels, 2, channels)
            by_middle = self._back_through(2 + 2 * block, by, gradient)
            middle = board.by_cell(self._outputs[1 + 2 * block])
            by_pooled = by_cells(middle, self._of_all(block).T @ by_all)
            board.inside(by_middle)[:] += by_pooled.reshape(board.inside(by_middle).shape)
            by_middle *= self._outputs[1 + 2 * block] > 0.0
            by += self._back_through(1 + 2 * block, by_middle, gradient)
        by *= self._outputs[0] > 0.0
        self._note(0, by, gradient)

    def _back_through(self, number: int, by: Floats, gradient: Weights) -> Floats:
        self._note(number, by, gradient)
        found, _ = self._board.convolved(by, turned(self._weights.layers[number][0]))
        self._board.clear_outside(found)
        return found

    def _note(self, number: int, by: Floats, gradient: Weights) -> None:
        kernel, biases = gradient.layers[number]
        kernel += self._arounds[number] @ by.T
        biases += by.sum(1)


class Adam:
    """How weights follow what each has to change by (D. Kingma and J. Ba, "Adam: a method for stochastic optimization",
    2015), and large ones fade (I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019).
    """

    MEAN_FADES, SQUARE_FADES, LEAST = 0.9, 0.999, 1e-8
    DECAY = 1e-4

    def __init__(self, mean: Floats, square: Floats, steps: int) -> None:
        self.mean, self.square, self.steps = mean, square, steps

    def step(self, weights: Floats, gradient: Floats, rate: float) -> None:
        """Change weights, in place."""
        self.steps += 1
        self.mean += (1.0 - self.MEAN_FADES) * (gradient - self.mean)
        self.square += (1.0 - self.SQUARE_FADES) * (gradient * gradient - self.square)
        mean = self.mean / (1.0 - self.MEAN_FADES**self.steps)
        square = self.square / (1.0 - self.SQUARE_FADES**self.steps)
        weights -= rate * (mean / (np.sqrt(square) + self.LEAST) + self.DECAY * weights)
