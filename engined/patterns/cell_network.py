"""Cell networks: a correction to what the patterns of a position are worth, by what stands around each cell.

Each piece of a line (see :mod:`engined.patterns.cell_pieces`) finds, by the index of what stands on it, a vector of
small numbers for each cell that it serves. Those of a cell are added and cut off below 0 and above 127; cells of a
class are added up; and a head makes a number of that: hidden units, cut off likewise, and what the sums say directly.
All numbers are integers, as small as a CPU multiplies many of them at a time.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from .cell_pieces import CellPieces
from .network_layout import (
    ENTRY,
    HIDDEN,
    HIDDEN_SHIFT,
    LINE,
    MOST,
    NUMBERS,
    ONE,
    OUTPUT_SHIFT,
    STEP,
    HeadLayout,
    up_to_line,
    vector_starts,
)
from .shapes import index_of


class Damaged(ValueError):
    """What is no network of a board; the message says why."""


@dataclass(frozen=True)
class Heads:
    """What makes a number of the sums of classes, for each stage of heads."""

    hidden: NDArray[np.int16]
    """The weights of inputs for hidden units: by stage, unit and input, the numbers of the first class first."""
    hidden_biases: NDArray[np.int32]
    """The biases of hidden units, by stage and unit."""
    outputs: NDArray[np.int16]
    """The weights of hidden units for the output: by stage and unit."""
    direct: NDArray[np.int16]
    """The weights of inputs for the output: by stage and input."""
    biases: NDArray[np.int32]
    """The biases of the output, by stage."""

    def fit(self, classes: int) -> bool:
        """Whether all are of the sizes that so many classes want."""
        stages, inputs = len(self.biases), classes * NUMBERS
        found = (self.hidden.shape, self.hidden_biases.shape, self.outputs.shape, self.direct.shape)
        return found == ((stages, HIDDEN, inputs), (stages, HIDDEN), (stages, HIDDEN), (stages, inputs))

    def value(self, stage: int, inputs: NDArray[np.int64]) -> int:
        """What the head of a stage makes of inputs, in hundredths of a disc."""
        sums = _wrapped(self.hidden_biases[stage] + self.hidden[stage].astype(np.int64) @ inputs)
        hidden = np.clip(sums >> HIDDEN_SHIFT, 0, ONE)
        direct = self.direct[stage].astype(np.int64) @ inputs
        total = _wrapped(self.outputs[stage].astype(np.int64) @ hidden + direct)
        return int(total + self.biases[stage] + (1 << OUTPUT_SHIFT - 1) >> OUTPUT_SHIFT)

    def block(self, stage: int, layout: HeadLayout) -> NDArray[np.uint8]:
        """The bytes of a stage that kernels read."""
        made = np.zeros(layout.size, np.uint8)
        inputs = layout.steps * STEP
        hidden = np.zeros((HIDDEN, inputs), np.int16)
        hidden[:, : self.hidden.shape[2]] = self.hidden[stage]
        by_place = hidden.reshape(4, 4, layout.steps, 4, 4, 2).transpose(2, 4, 0, 3, 1, 5)
        direct = np.zeros(inputs, np.int16)
        direct[: self.direct.shape[1]] = self.direct[stage]
        bias = np.int64(self.biases[stage]) + (1 << OUTPUT_SHIFT - 1)
        parts: tuple[tuple[int, NDArray[Any]], ...] = (
            (0, by_place),
            (layout.direct, direct),
            (layout.hidden_biases, self.hidden_biases[stage]),
            (layout.outputs, self.outputs[stage].astype(np.int32)),
            (layout.bias, np.array([bias])),
        )
        for start, part in parts:
            content = np.ascontiguousarray(part).view(np.uint8).reshape(-1)
            made[start : start + len(content)] = content
        return made


@dataclass(frozen=True)
class CellNetwork:
    """The network of one board."""

    vectors: NDArray[np.int8]
    """The vectors by stage, laid out as :func:`engined.patterns.network_layout.vector_starts` says: bytes."""
    heads: Heads
    vector_stages: tuple[int, ...]
    """The stage of vectors for every number of empty cells, from 0."""
    head_stages: tuple[int, ...]
    """The stage of the head for every number of empty cells, from 0."""
    margins: tuple[int, ...]
    """The correction, in hundredths of a disc, that the network hardly ever exceeds, for every number of empty cells.
    """

    def block(self) -> NDArray[np.uint8]:
        """The bytes that kernels read (see :mod:`engined.patterns.network_layout`)."""
        layout = HeadLayout(self.heads.direct.shape[1] // NUMBERS)
        begin = up_to_line(ENTRY * len(self.margins))
        heads = begin + self.vectors.size
        header = np.empty((len(self.margins), 3), np.int64)
        header[:, 0] = begin + self.vectors.shape[1] * np.array(self.vector_stages)
        header[:, 1] = heads + layout.size * np.array(self.head_stages)
        header[:, 2] = self.margins
        made = _at_line(heads + layout.size * len(self.heads.biases))
        made[: header.nbytes] = header.view(np.uint8).reshape(-1)
        made[begin:heads] = self.vectors.view(np.uint8).reshape(-1)
        for stage in range(len(self.heads.biases)):
            start = heads + layout.size * stage
            made[start : start + layout.size] = self.heads.block(stage, layout)
        return made

    def value(self, pieces: CellPieces, own: frozenset[int], opp: frozenset[int]) -> int:
        """The correction for a position, in hundredths of a disc, the mover's view: what kernels are held to."""
        empties = sum(map(len, pieces.classes)) - len(own) - len(opp)
        table = self.vectors[self.vector_stages[empties]]
        starts, cells = vector_starts(pieces), dict[int, NDArray[np.int64]]()
        for piece in pieces.patterns.placed:
            served = pieces.served[piece.shape]
            start = starts[piece.shape] + index_of(piece.squares, own, opp) * len(served) * NUMBERS
            found = table[start : start + len(served) * NUMBERS].astype(np.int64).reshape(-1, NUMBERS)
            for place, numbers in zip(served, found, strict=True):
                cell = piece.squares[place]
                cells[cell] = cells.get(cell, np.zeros(NUMBERS, np.int64)) + numbers
        none = np.zeros(NUMBERS, np.int64)
        sums = [sum((np.clip(cells.get(cell, none), 0, ONE) for cell in some), none) for some in pieces.classes]
        return self.heads.value(self.head_stages[empties], np.concatenate(sums))

    def packed(self, pieces: CellPieces) -> dict[str, Any]:
        """What a file keeps of it; of vectors, what symmetries make equal is kept once."""
        chosen, _ = folded(pieces)
        rows = self.vectors.reshape(len(self.vectors), -1, NUMBERS)[:, chosen]
        # The same number of neighbouring rows is alike: a tenth smaller.
        vectors = np.ascontiguousarray(rows.transpose(0, 2, 1))
        heads = {name: np.ascontiguousarray(array).tobytes() for name, array in vars(self.heads).items()}
        stages = {"vector_stages": self.vector_stages, "head_stages": self.head_stages, "margins": self.margins}
        return {"vectors": zlib.compress(vectors.tobytes(), 9), "heads": heads, **stages}


class _PackedHeads(msgspec.Struct):
    hidden: bytes
    hidden_biases: bytes
    outputs: bytes
    direct: bytes
    biases: bytes


class _Packed(msgspec.Struct):
    vectors: bytes
    heads: _PackedHeads
    vector_stages: tuple[Annotated[int, msgspec.Meta(ge=0)], ...]
    head_stages: tuple[Annotated[int, msgspec.Meta(ge=0)], ...]
    margins: tuple[Annotated[int, msgspec.Meta(ge=0, le=1 << 32)], ...]


# A decoder, for what it finds out of these types: msgspec does so without a lock, where the first of them is converted,
# and two threads that do that at a time crash.
msgspec.msgpack.Decoder(_Packed)


def unpacked(content: object, pieces: CellPieces) -> CellNetwork:
    """The network of which :meth:`CellNetwork.packed` gave this. Raises :class:`Damaged`."""
    chosen, places = folded(pieces)
    classes = len(pieces.classes)
    cells = sum(map(len, pieces.classes))
    try:
        found = msgspec.convert(content, _Packed)
        flat = np.frombuffer(zlib.decompress(found.vectors), np.int8).reshape(-1, NUMBERS, len(chosen))
        written = found.heads
        heads = Heads(
            np.frombuffer(written.hidden, np.int16).reshape(-1, HIDDEN, classes * NUMBERS),
            np.frombuffer(written.hidden_biases, np.int32).reshape(-1, HIDDEN),
            np.frombuffer(written.outputs, np.int16).reshape(-1, HIDDEN),
            np.frombuffer(written.direct, np.int16).reshape(-1, classes * NUMBERS),
            np.frombuffer(written.biases, np.int32),
        )
    except (msgspec.MsgspecError, zlib.error, ValueError) as error:
        raise Damaged(f"no network: {error}") from error
    if np.abs(flat.astype(np.int16)).max(initial=0) > MOST:
        raise Damaged(f"numbers of more than {MOST} in the network's vectors")
    if not heads.fit(classes):
        raise Damaged("heads of the network for several numbers of stages")
    stages = ((found.vector_stages, len(flat)), (found.head_stages, len(heads.biases)))
    if len(found.margins) != cells + 1 or any(len(of) != cells + 1 or max(of) >= count for of, count in stages):
        raise Damaged(f"stages of the network that are not those of {cells} cells")
    vectors = np.take(flat.transpose(0, 2, 1), places, axis=1).reshape(len(flat), -1)
    return CellNetwork(np.ascontiguousarray(vectors), heads, found.vector_stages, found.head_stages, found.margins)


@lru_cache(maxsize=8)
def folded(pieces: CellPieces) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The vectors that stand for what symmetries make equal, and for each vector the place of its own among them.

    Vectors that only fill up a line stand for themselves.
    """
    starts = [start // NUMBERS for start in vector_starts(pieces)]
    lowest = np.arange(starts[-1])
    for shape, (size, served) in enumerate(zip(pieces.patterns.sizes, pieces.served, strict=True)):
        plain = np.arange(3**size, dtype=np.int64)
        digits = [plain // 3**place % 3 for place in range(size)]
        slots = np.arange(len(served))
        rows = starts[shape] + len(served) * plain[:, None] + slots
        least = rows
        for order in pieces.patterns.mirrors(shape):
            image = sum((digits[order[place]] * 3**place for place in range(size)), np.zeros_like(plain))
            moved = np.array([served.index(order.index(place)) for place in served], np.int64)
            least = np.minimum(least, starts[shape] + len(served) * image[:, None] + moved)
        lowest[rows] = least
    is_chosen = lowest == np.arange(len(lowest))
    places = np.cumsum(is_chosen) - 1
    return np.flatnonzero(is_chosen), places[lowest]


@dataclass(frozen=True)
class Trained:
    """A network as it is trained, in floats: 1.0 is what cells and hidden units are cut off at."""

    vectors: Sequence[Sequence[NDArray[np.floating[Any]]]]
    """The vectors by stage and shape; each array by index, cell served and number."""
    hidden: NDArray[np.floating[Any]]
    """The weights of hidden units by stage, unit and input, as in :class:`Heads`."""
    hidden_biases: NDArray[np.floating[Any]]
    outputs: NDArray[np.floating[Any]]
    """Hundredths of a disc, as what follows."""
    direct: NDArray[np.floating[Any]]
    biases: NDArray[np.floating[Any]]
    vector_stages: tuple[int, ...]
    head_stages: tuple[int, ...]
    margins: tuple[int, ...]

    def quantised(self, pieces: CellPieces) -> CellNetwork:
        """The integers nearest to it, within bounds; of vectors that symmetries make equal, those of the first."""
        chosen, places = folded(pieces)
        starts = vector_starts(pieces)
        vectors = np.zeros((len(self.vectors), starts[-1]), np.int8)
        for stage, of_shapes in enumerate(self.vectors):
            for start, found in zip(starts, of_shapes, strict=False):
                numbers = _rounded(found, ONE, MOST).astype(np.int8).reshape(-1)
                vectors[stage, start : start + len(numbers)] = numbers
        rows = vectors.reshape(len(vectors), -1, NUMBERS)
        vectors = rows[:, chosen][:, places].reshape(vectors.shape)
        output, word, wide = (1 << OUTPUT_SHIFT) / ONE, 2**15 - 1, 2**31 - 1
        hidden = 1 << HIDDEN_SHIFT
        heads = Heads(
            _rounded(self.hidden, hidden, word).astype(np.int16),
            _rounded(self.hidden_biases, hidden * ONE, wide).astype(np.int32),
            _rounded(self.outputs, output, word).astype(np.int16),
            _rounded(self.direct, output, word).astype(np.int16),
            _rounded(self.biases, 1 << OUTPUT_SHIFT, wide).astype(np.int32),
        )
        return CellNetwork(vectors, heads, self.vector_stages, self.head_stages, self.margins)


def _rounded(floats: NDArray[np.floating[Any]], one: float, most: int) -> NDArray[np.floating[Any]]:
    return np.clip(np.rint(np.asarray(floats, np.float64) * one), -most, most)


def _at_line(size: int) -> NDArray[np.uint8]:
    """Zeros that begin at a line."""
    owner = np.zeros(size + LINE, np.uint8)
    start = -int(owner.ctypes.data) % LINE
    return owner[start : start + size]


def _wrapped(sums: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sums as they come out in int32."""
    return np.asarray(sums).astype(np.int32).astype(np.int64)
