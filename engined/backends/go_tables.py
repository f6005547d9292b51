"""The tables that Go's kernels read: shapes, weights of moves, random words for positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from engined.kernels import go_codes as codes

Array = Any
"""A numpy array."""


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
}
"""How many times as likely a move is by its tactic, before anything is learned."""
FAR = 0.125
"""How likely a far move is for each empty point, likewise."""


def tables(points: int, seed: int = 2011) -> Array:
    """The whole block, bytes, as it is before anything is learned."""
    words = np.random.default_rng(seed).integers(1, 2**63, 2 * points, np.int64)
    block = np.zeros(codes.ZOBRIST_AT + words.nbytes, np.uint8)
    block[codes.FLAGS_AT : codes.FLAGS_AT + codes.SHAPES] = flags()
    block[codes.WEIGHTS_AT : codes.TACTICS_AT].view(np.uint16)[:] = codes.ONE
    block[codes.TACTICS_AT : codes.ZOBRIST_AT].view(np.uint32)[:] = codes.ONE
    for table in (codes.TACTICS_AT, codes.TACTIC_PRIORS_AT):
        for tactic, weight in BY_TACTIC.items():
            write_weight(block, table + 4 * tactic, weight)
    for distance in range(1, 8):
        write_weight(block, codes.DISTANCES_AT + 4 * distance, 8.0 / distance)
    for line, weight in enumerate((0.05, 0.3)):
        write_weight(block, codes.EDGES_AT + 4 * line, weight)
    write_weight(block, codes.FAR_AT, FAR)
    block[codes.ZOBRIST_AT :] = words.view(np.uint8)
    return block


def write_weight(block: Array, at: int, weight: float) -> None:
    """Write a weight of 32 bits, 1.0 being as likely as any."""
    block[at : at + 4].view(np.uint32)[0] = round(weight * codes.ONE)
