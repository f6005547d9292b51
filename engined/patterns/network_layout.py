"""The sizes of a cell network, and how it lies in memory.

:mod:`engined.patterns.cell_network` writes it there, and kernels read it.

A block begins with three int64 for each number of empty cells, from 0: where the vectors to be used begin and where the
head does, both in bytes from where the block begins, and the margin. All parts begin at multiples of ``LINE`` bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cell_pieces import CellPieces

NUMBERS = 16
"""The length of a vector, int8: what a piece tells of a cell."""
HIDDEN = 16
"""Units of a head between its inputs and its output."""
MOST = 63
"""The greatest number in a vector: two of them can be added as bytes."""
ONE = 127
"""The value at which cells and hidden units are cut off: 1.0 where networks are trained."""
HIDDEN_SHIFT = 9
"""The weights of hidden units are in 512ths."""
OUTPUT_SHIFT = 8
"""The weights of outputs are in 256ths of a hundredth of a disc."""
STEP = 32
"""Inputs that a head takes in at a time, int16."""
LINE = 64
"""Bytes of a line of the cache, and of a vector of ``STEP`` inputs."""
ENTRY = 24
"""Bytes of what a block says of a number of empty cells."""


def up_to_line(size: int) -> int:
    """The next multiple of ``LINE``."""
    return -(-size // LINE) * LINE


def vector_starts(pieces: CellPieces) -> tuple[int, ...]:
    """Where the vectors of each shape begin, in bytes from those of the first; behind the last, where they end.

    A shape's are for each index those of the digits served, in order.
    """
    starts = [0]
    for size, served in zip(pieces.patterns.sizes, pieces.served, strict=True):
        starts.append(up_to_line(starts[-1] + 3**size * len(served) * NUMBERS))
    return tuple(starts)


@dataclass(frozen=True)
class HeadLayout:
    """Where the parts of a head are, in bytes from its begin.

    Of the weights of hidden units, the place of each number is ``[step][pair][group][quarter][unit][input]``: input
    32 * step + 8 * quarter + 2 * pair + input for hidden unit 4 * group + unit. So one step of inputs in a vector, each
    quarter of which is filled with one of its pairs, is multiplied by what lies there side by side.
    """

    classes: int

    @property
    def steps(self) -> int:
        """Vectors of inputs; the last may end with zeros."""
        return -(-self.classes * NUMBERS // STEP)

    @property
    def direct(self) -> int:
        """The offset of the weights of inputs for the output, int16, behind those for hidden units."""
        return self.steps * HIDDEN * LINE

    @property
    def hidden_biases(self) -> int:
        """The offset of the biases, an int32 for each hidden unit."""
        return self.direct + self.steps * LINE

    @property
    def outputs(self) -> int:
        """The offset of the weights of hidden units for the output, int32."""
        return self.hidden_biases + LINE

    @property
    def bias(self) -> int:
        """The offset of the bias, an int64."""
        return self.outputs + LINE

    @property
    def size(self) -> int:
        """The size of a head."""
        return self.bias + LINE
