"""What a network of Go is taught by: positions as it sees them, what searches chose there, and whose points became."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.kernels.compilation.build import Kernels
from engined.kernels.layouts.go import PASS_POINT, GoLayout
from engined.kernels.network_codes import PLANES

OWNED = 127
"""Stands for a point that was the mover's in all games."""


@dataclass(frozen=True)
class Samples:
    """Positions, one behind the other; of each its cells in the order of the board, and behind them a pass."""

    planes: NDArray[np.uint8]
    """The planes of each cell, the network's input, in bits."""
    policy: NDArray[np.float16]
    """The target policy: the probability of each move; 0 everywhere where no move is to be learned."""
    strengths: NDArray[np.float16]
    """The logarithms of the moves' strengths; below 0 where a tree does not try one."""
    owners: NDArray[np.int8]
    """The owner of each cell in the end: OWNED for the mover, -OWNED for the other."""

    def __len__(self) -> int:
        return len(self.owners)

    def write(self, path: Path) -> None:
        """Write them to a file in one step."""
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **{name: getattr(self, name) for name in NAMES})
        part.replace(path)


NAMES = tuple(field.name for field in fields(Samples))


def read(path: Path) -> Samples:
    """The samples in a file."""
    with np.load(path) as kept:
        return Samples(**{name: kept[name] for name in NAMES})


def gathered(some: Iterable[Samples]) -> Samples:
    """Samples one behind the other."""
    parts = list(some)
    return Samples(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in NAMES})


def samples_of(kernels: Kernels, room: Any, owners: Any) -> Samples:
    """The samples of a game that a kernel has written."""
    layout = kernels.layout
    assert isinstance(layout, GoLayout)
    points = [layout.point_of(square) for square in layout.variant.board.cells]
    moves = [*points, PASS_POINT]
    planes = room[:, : PLANES * layout.points].reshape(len(room), layout.points, PLANES)[:, points]
    side = np.where(room[:, kernels.SAMPLE_MOVER // 4] == 1, OWNED, -OWNED)[:, None]
    return Samples(
        np.packbits(planes.reshape(len(room), -1) > 0, axis=1),
        _part(room, kernels.SAMPLE_POLICY, layout)[:, moves].astype(np.float16),
        _part(room, kernels.SAMPLE_STRENGTHS, layout)[:, moves].astype(np.float16),
        np.rint(side * owners[points]).astype(np.int8),
    )


def _part(room: Any, at: int, layout: GoLayout) -> Any:
    return room[:, at // 4 : at // 4 + layout.points]
