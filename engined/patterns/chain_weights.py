"""Weights of the features of chains: how they are kept in files, and found.

They are of surroundings alone (see :mod:`engined.search.chains.features`): one file serves boards of every size where
the same counts. Of several, a variant takes that of the board most like its own.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.variants.model import Variant

from .weight_files import WeightFileKind, WeightsError, content_of, of_the_board_most_like, offered, write

KIND = WeightFileKind("engined chain weights", 1)
Table = NDArray[np.int16]


@dataclass(frozen=True)
class ChainWeights:
    """Weights in hundredths of a point, the mover's view."""

    points: tuple[str, ...]
    """The features that count, in the order of the alphabet."""
    cells: int
    """The number of cells of the board that they were made on."""
    table: Table
    """A row of features for each stage."""
    origin: dict[str, Any] = field(default_factory=dict)
    """The account, for people, of how the weights were made."""

    def block(self) -> NDArray[np.int64]:
        """The weights as kernels read them."""
        return self.table.astype(np.int64)

    def write(self, path: Path) -> None:
        """Write them to a file in one step."""
        content = {
            "origin": self.origin,
            "points": self.points,
            "cells": self.cells,
            "stages": len(self.table),
            "table": zlib.compress(self.table.tobytes(), 9),
        }
        write(path, KIND, content)


def points_of(variant: Variant) -> tuple[str, ...]:
    """What counts in a chain game whose features are known; nothing elsewhere, and where chains branch."""
    chain = variant.chain
    return () if chain is None or chain.multi else tuple(sorted(chain.points))


def read(path: Path) -> ChainWeights:
    """The weights in a file. Raises :class:`WeightsError`, and OSError where it cannot be read."""
    content = content_of(path, KIND)
    try:
        packed = np.frombuffer(zlib.decompress(content["table"]), np.int16)
        table = packed.reshape(int(content["stages"]), -1)
        points = tuple(map(str, content["points"]))
        return ChainWeights(points, int(content["cells"]), table, dict(content.get("origin", {})))
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WeightsError(f"{path}: damaged: {error}") from error


def find(variant: Variant, folder: Path | None) -> Path | None:
    """The file for a variant: of those where the same counts that of the board most like its own, from the folder
    rather than shipped.

    Raises :class:`WeightsError` where a damaged file bears the variant's name.
    """
    points = points_of(variant)
    files = offered(variant, folder, KIND) if points else iter(())
    same = ((path, content) for path, content in files if tuple(content.get("points", ())) == points)
    return of_the_board_most_like(variant, same)


def load(variant: Variant, folder: Path | None) -> ChainWeights | None:
    """The weights for a variant; None where there are none. Raises as :func:`find` and :func:`read` do."""
    path = find(variant, folder)
    return None if path is None else read(path)
