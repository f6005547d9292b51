"""What collected positions teach: from files of labelled positions to arrays that weights are fitted to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engined.kernels.codes import UNIT
from engined.tools.training.position_file import Rows, files_of, read_positions
from engined.tools.training.workers import Boards
from engined.variants.model import Variant

HELD_OUT = 20
"""The games of one number in so many tell the error, and are not fitted."""
OUTCOME_LEAST, OUTCOME_MOST = 0.4, 0.85
"""The least and the greatest share of the outcome of the line in a target, the rest being the searched value: early in
the game, and where positions are just not solved.
"""
OUTCOME_LOSS = 0.03 * 64
"""The fall of this share by the empty cells beyond those where positions are solved, as a part of the board.
"""
DISTANT = 28.0
"""Discs at which a position counts half as much as one that is level: searches prune those that are far off."""
OLDER = 0.7
"""The weight of a position that was labelled by other weights than the teacher's, relative to one by the teacher's."""

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Examples:
    """Labelled positions, a row each."""

    boards: Boards
    empties: NDArray[np.int64]
    targets: Numbers
    """The targets of the fit, in discs, the mover's view: the label, or where it is not exact partly the outcome."""
    truths: Numbers
    """The exact score, or else the outcome of the line that was played, in discs."""
    is_plain: NDArray[np.bool_]
    """Whether the truth is exact, or that of a position on the path of its game."""
    beyond: NDArray[np.int64]
    """The number of moves of its line that were played before positions were solved: 0 where the truth is exact."""
    importance: Numbers
    is_held: NDArray[np.bool_]
    """Whether it is kept from fitting."""

    def __len__(self) -> int:
        return len(self.boards)

    def only(self, wanted: NDArray[np.bool_] | NDArray[np.int64]) -> Examples:
        """Some of them."""
        return Examples(**{name: column[wanted] for name, column in vars(self).items()})


def examples_in(folder: Path, variant: Variant, teacher: str) -> Examples:
    """All positions that are collected in a folder, in an order that is random but for the same files the same.

    ``teacher`` is the digest of the weights whose labels count in full. Raises PositionFileError, and OSError.
    """
    cells = len(variant.board.cells)
    parts = []
    for path in files_of(folder):
        found = read_positions(path, variant)
        counts = 1.0 if found.labelling.weights == teacher else OLDER
        parts.append(_examples(found.rows, found.numbers, found.labelling.exact, cells, counts))
    if not parts:
        raise FileNotFoundError(2, "no collected positions", str(folder))
    every = Examples(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in vars(parts[0])})
    return every.only(np.random.default_rng(len(every)).permutation(len(every)))


def _examples(rows: Rows, numbers: NDArray[np.int64], exact: int, cells: int, counts: float) -> Examples:
    boards = np.ascontiguousarray(rows["boards"])
    taken = np.bitwise_count(boards.view(np.uint64)).sum(axis=1)
    empties = cells - taken.astype(np.int64)
    values, outcomes = (rows[name].astype(np.float32) / UNIT for name in ("value", "outcome"))
    is_exact = rows["depth"] >= empties
    beyond = (empties - exact) / cells
    share = np.clip(OUTCOME_MOST - OUTCOME_LOSS * beyond, OUTCOME_LEAST, OUTCOME_MOST)
    targets = np.where(is_exact, values, (1 - share) * values + share * outcomes).astype(np.float32)
    importance = (counts / (1 + (targets / DISTANT) ** 2)).astype(np.float32)
    return Examples(
        boards,
        empties,
        targets,
        np.where(is_exact, values, outcomes),
        is_exact | (rows["aside"] == 0),
        np.where(is_exact, 0, empties - exact),
        importance,
        numbers % HELD_OUT == 0,
    )
