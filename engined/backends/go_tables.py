"""The tables that Go's kernels read: shapes, strengths of moves, random words for positions."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from engined.backends.memory import ALIGNMENT, aligned
from engined.kernels import go_codes as codes
from engined.kernels.layouts.go import GoLayout
from engined.kernels.network_codes import BLOCKS_AT, CHANNELS_AT, LAYERS_AT, PRODUCTS, WEIGHT_ONE
from engined.kernels.network_size import size_of, with_pooling
from engined.patterns.strengths import Strengths

Array = Any
"""An array of numpy's, of any kind."""

GROUPS = {
    "playout shapes": (codes.WEIGHTS_AT, codes.SHAPES),
    "playout classes": (codes.TACTICS_AT, codes.PLAYOUT_CLASSES),
    "shapes": (codes.PRIORS_AT, codes.SHAPES),
    "tactics": (codes.TACTIC_PRIORS_AT, codes.TACTICS),
    "distances": (codes.DISTANCES_AT, codes.DISTANCES),
    "distances before": (codes.BEFORE_DISTANCES_AT, codes.DISTANCES),
    "edges": (codes.EDGES_AT, codes.PHASES * codes.LINES),
}
"""Where strengths are, of each group of features, and how many: shapes by the mover's view, for one seat and for the
other; all else as it is.
"""


def cells_of_shapes() -> Array:
    """The colours around a point, for every shape: bytes, by shape and direction."""
    shapes = np.arange(codes.SHAPES)
    return np.stack([shapes >> 2 * direction & 3 for direction in range(8)], axis=1).astype(np.uint8)


def flags() -> Array:
    """What is at FLAGS_AT."""
    cells = cells_of_shapes()
    beside, corners = cells[:, :4], cells[:, 4:]
    found = (beside == 0).sum(1) << 4
    for colour in (1, 2):
        enclosed = ((beside == colour) | (beside == 3)).all(1)
        against = (corners == 3 - colour).sum(1) + (corners == 3).any(1)
        found |= np.where(enclosed & (against < 2), codes.EYE << colour, 0)
    return found.astype(np.uint8)


def swapped_shapes() -> Array:
    """Every shape with the colours of the seats exchanged."""
    cells = cells_of_shapes().astype(np.int64)
    other = np.array([0, 2, 1, 3])[cells]
    return sum(other[:, direction] << 2 * direction for direction in range(8))


def canonical_shapes() -> Array:
    """The lowest, for every shape, of those that the board's symmetries make of it."""
    cells = cells_of_shapes().astype(np.int64)
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)]
    lowest = np.arange(codes.SHAPES)
    for across, down, turned in product((1, -1), (1, -1), (False, True)):
        images = [(y * down, x * across) if turned else (x * across, y * down) for x, y in ways]
        image = sum(cells[:, direction] << 2 * ways.index(images[direction]) for direction in range(8))
        lowest = np.minimum(lowest, image)
    return lowest


def by_hand() -> Strengths:
    """What is used where nothing has been learned."""
    found = {name: np.ones(size, np.float32) for name, (_, size) in GROUPS.items()}
    for name in ("playout classes", "tactics"):
        for tactic, strength in BY_TACTIC.items():
            found[name][tactic] = strength
    found["playout classes"][codes.FAR] = FAR
    found["distances"][1:8] = 8.0 / np.arange(1, 8)
    for phase in range(2):
        found["edges"][codes.LINES * phase : codes.LINES * phase + 2] = 0.05, 0.3
    return Strengths(0, found)


BY_TACTIC = {
    codes.SAVES: 30.0,
    codes.CAPTURES: 20.0,
    codes.CAPTURES_ONE: 8.0,
    codes.ESCAPES: 15.0,
    codes.ESCAPES_ONE: 6.0,
    codes.GIVES: 0.02,
    codes.GIVES_ONE: 0.3,
    codes.ATTACKS: 2.0,
    codes.ATTACKS_ONE: 1.5,
    codes.EXTENDS: 2.0,
    codes.IN_VAIN: 0.3,
    codes.CATCHES: 6.0,
}
"""The factor on how likely a move is, by its tactic, before anything is learned."""
FAR = 0.125
"""The likelihood of a far move for each empty point, before anything is learned."""


def past_of(layout: GoLayout, block: Array, boards: frozenset[bytes]) -> Array:
    """A hash table of boards as a tree's question wants it, of which the most a half is used; the boards are those of
    :func:`engined.rules.repetition.boards_of`, the block is that of :func:`tables`.
    """
    board = layout.variant.board
    cells = list(board.cells)
    words = block[codes.ZOBRIST_AT :][: 16 * layout.points].view(np.int64).reshape(2, layout.points)
    at_cells = words[:, [layout.point_of(cell) for cell in cells]]
    squares = np.frombuffer(b"".join(sorted(boards)), np.uint8).reshape(len(boards), board.width * board.height)
    stones = squares[:, cells]
    hashes = np.bitwise_xor.reduce(np.where(stones == 0, 0, np.where(stones == 1, *at_cells)), axis=1, dtype=np.int64)
    table = np.zeros(1 << (2 * len(boards)).bit_length(), np.int64)
    for stones_hash in hashes.tolist():
        place = stones_hash & len(table) - 1
        while table[place]:
            place = place + 1 & len(table) - 1
        table[place] = stones_hash
    return table


def tables(points: int, strengths: Strengths | None = None, network: Array | None = None, seed: int = 2011) -> Array:
    """The whole block, bytes; without strengths as it is before anything is learned. Raises ValueError for strengths
    of other features, and for a network of no known size. Its weights are floats of 32 bits, as in files.
    """
    words = np.random.default_rng(seed).integers(1, 2**63, 2 * points, np.int64)
    tiled = np.zeros(0, np.uint8) if network is None else tiled_weights(with_pooling(network))
    end = codes.ZOBRIST_AT + words.nbytes
    start = -(-end // ALIGNMENT) * ALIGNMENT
    block, address = aligned(start + tiled.nbytes)
    block[codes.FLAGS_AT : codes.FLAGS_AT + codes.SHAPES] = _flags()
    for name, table in (strengths or by_hand()).tables.items():
        if name not in GROUPS or len(table) != GROUPS[name][1]:
            raise ValueError(f"strengths of {len(table)} {name}: this engined knows no such features")
        at, size = GROUPS[name]
        written = np.clip(np.rint(table.astype(np.float64) * codes.ONE), 1, codes.MOST_WEIGHT)
        if size == codes.SHAPES:
            both = np.concatenate([written, written[_swapped_shapes()]]).astype(np.uint16)
            block[at : at + both.nbytes] = both.view(np.uint8)
        else:
            block[at : at + 4 * size] = written.astype(np.uint32).view(np.uint8)
    block[codes.NETWORK_AT : codes.ZOBRIST_AT] = np.array([address + start if tiled.size else 0]).view(np.uint8)
    block[codes.ZOBRIST_AT : end] = words.view(np.uint8)
    block[start : start + tiled.nbytes] = tiled
    return block


def tiled_weights(network: Array) -> Array:
    """A network as kernels have it, in bytes: its size, and of each layer what products are multiplied by, instead of
    nine neighbours (see :class:`engined.kernels.weights.convolution.Tiles`).
    """
    size, parts, at = size_of(len(network)), [], 0
    for inputs in size.inputs:
        biases = at + 9 * inputs * size.channels
        kernel = network[at:biases].reshape(inputs, 3, 3, size.channels)
        at = biases + size.channels
        factors = np.einsum("pr,irco,qc->pqio", TO_PRODUCTS, kernel, TO_PRODUCTS)
        pairs = factors.reshape(PRODUCTS, inputs // 2, 2, size.channels).swapaxes(2, 3)
        rounded = np.clip(np.rint(WEIGHT_ONE * pairs), -(2**15), 2**15 - 1).astype(np.int16)
        parts += [rounded.ravel().view(np.uint8), network[biases:at].view(np.uint8)]
    head = np.zeros(LAYERS_AT // 8, np.int64)
    head[CHANNELS_AT // 8], head[BLOCKS_AT // 8] = size.channels, size.blocks
    return np.concatenate([head.view(np.uint8), *parts, network[at:].view(np.uint8)])


TO_PRODUCTS = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])
"""The matrix of the Winograd transform of weights: from three in a row to the factors of four products."""


@lru_cache(maxsize=1)
def _flags() -> Array:
    return flags()


@lru_cache(maxsize=1)
def _swapped_shapes() -> Array:
    return swapped_shapes()
