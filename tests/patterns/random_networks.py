"""Cell networks whose numbers are drawn at random."""

from __future__ import annotations

import numpy as np

from engined.patterns.cell_network import CellNetwork, Heads, folded
from engined.patterns.cell_pieces import cell_pieces_of
from engined.patterns.network_layout import HIDDEN, MOST, NUMBERS
from engined.variants.model import Variant

VECTOR_STAGES = 2
HEAD_STAGES = 3


def random_network(variant: Variant, seed: int) -> CellNetwork:
    """One that symmetries leave as it is: some of its cells and hidden units are cut off on either side."""
    rng = np.random.default_rng(seed)
    pieces = cell_pieces_of(variant)
    cells, inputs = len(variant.board.cells), NUMBERS * len(pieces.classes)
    chosen, places = folded(pieces)
    vectors = rng.integers(-MOST, MOST + 1, (VECTOR_STAGES, len(chosen), NUMBERS), np.int8)[:, places]
    scale = 1 + 40_000_000 // (60 * cells * inputs)
    heads = Heads(
        rng.integers(-scale, scale + 1, (HEAD_STAGES, HIDDEN, inputs), np.int16),
        rng.integers(-60_000, 60_000, (HEAD_STAGES, HIDDEN), np.int32),
        rng.integers(-(2**15) + 1, 2**15, (HEAD_STAGES, HIDDEN), np.int16),
        rng.integers(-scale, scale + 1, (HEAD_STAGES, inputs), np.int16),
        rng.integers(-(10**6), 10**6, HEAD_STAGES, np.int32),
    )
    stages = [tuple(empties * count // (cells + 1) for empties in range(cells + 1)) for count in (2, 3)]
    margins = tuple(map(int, rng.integers(0, 500, cells + 1)))
    return CellNetwork(vectors.reshape(VECTOR_STAGES, -1), heads, stages[0], stages[1], margins)
