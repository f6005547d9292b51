"""What Go's network sees of a position by the rules, weights for it at random, and its kernel at work."""

from __future__ import annotations

import random
from ctypes import sizeof
from dataclasses import dataclass
from typing import Any

import numpy as np

from engined.backends.go_board import lay
from engined.backends.go_tables import tables
from engined.backends.memory import aligned
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.go import GoLayout, go_layout_of
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import PASS, Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY

PART = Part("go-network", ("engined.search.go.network",), go_layout_of)
PLANES = 10
Array = Any


class Weights:
    """Weights at random, as numpy has them and as kernels do."""

    def __init__(self, seed: int, channels: int = 32, blocks: int = 4, parts: int | None = None) -> None:
        """Those of layers are multiples of one of so many ``parts``, if that is said."""
        rng = np.random.default_rng(seed)
        sizes = [PLANES] + [channels] * (2 * blocks)
        self.channels, self.blocks = channels, blocks
        self.layers = [
            (rng.normal(0, (4.5 * size) ** -0.5, (size, 3, 3, channels)), rng.normal(0, 0.1, channels))
            for size in sizes
        ]
        if parts is not None:
            self.layers = [
                (np.rint(parts * kernel) / parts, np.rint(parts * bias) / parts) for kernel, bias in self.layers
            ]
        self.pooling = rng.normal(0, 0.2 * channels**-0.5, (blocks, channels, 2 * channels))
        self.moves, self.owners = (rng.normal(0, 0.3, channels + 1) for _ in range(2))
        self.passing, self.lead = (rng.normal(0, 0.3, 2 * channels + 1) for _ in range(2))
        self.spread = rng.normal(0, 0.05, 2 * channels + 1)
        every = [part.ravel() for layer in self.layers for part in layer]
        every += [self.pooling.ravel(), self.moves, self.owners, self.passing, self.lead, self.spread]
        self.flat = np.concatenate([*every, [0.5]]).astype(np.float32)


def played(variant: str, plies: int, seed: int) -> Position:
    """A position after moves at random."""
    rng, position = random.Random(seed), start(Catalogue().get(variant))
    for _ in range(plies):
        position = position.play(rng.choice([move for move in position.legal() if move != PASS] or [PASS]))
    return position


def planes_of(position: Position, layout: GoLayout) -> Array:
    """What the network sees: by row, column and plane, with a border of points off the board."""
    board = position.variant.board
    planes = np.zeros((board.height + 2, board.width + 2, PLANES))
    planes[1:-1, 1:-1, 9] = 1

    def mark(square: int, plane: int) -> None:
        planes[square // board.width + 1, square % board.width + 1, plane] = 1

    lines = geometry(board)
    stones = [square for square in board.cells if position.board[square] != EMPTY]
    for group in groups(lines, stones, lambda one, other: position.board[one] == position.board[other]):
        liberties = len(set(bordering(lines, position.board, group, EMPTY)))
        for square in group:
            mark(square, (0 if position.board[square] == position.seat else 3) + min(liberties, 3) - 1)
    for plane, point in ((6, layout.ko_of(position)), (7, layout.last_of(position))):
        if point:
            mark(layout.square_at(point), plane)
    return planes


@dataclass(frozen=True)
class Said:
    """What a kernel says of a position."""

    planes: Array
    """See :func:`planes_of`."""
    moves: Array
    """Of each cell by row, and behind them of a pass."""
    wins: float
    """How likely the mover wins."""


def said_by_kernels(position: Position, flat: Array, ahead: int) -> Said:
    """What kernels make of a position with weights: the mover is so many points ahead already."""
    kernels = build.load(position.variant, PART, None)
    layout = kernels.layout
    assert isinstance(layout, GoLayout)
    block = tables(layout.points, None, flat)
    _board_memory, board = aligned(kernels.BOARD_SIZE)
    lay(kernels, position, board, int(block.ctypes.data))
    memory = np.zeros(sizeof(kernels.structure("NetworkMemory")) // 4, np.float32)
    address = int(memory.ctypes.data)
    first = 2 * ahead if position.seat == 0 else -2 * ahead
    for _ in range(2):  # what was there before changes nothing
        won = kernels.run_network(board, address, first) / 65536
    logits = np.array(kernels.structure("NetworkMemory").from_address(address).logits)
    points = [layout.point_of(square) for square in position.variant.board.cells]
    wins = won if position.seat == 0 else 1 - won
    return Said(planes_of(position, layout), logits[[*points, 0]], wins)
