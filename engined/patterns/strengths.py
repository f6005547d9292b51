"""How strong the moves of a game on points are by their features: how that is kept in files, and found.

One file serves every variant with such moves: the strengths of surroundings and tactics hang little on the board's
size. Of several, a variant takes that of the board most like its own.
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

KIND = WeightFileKind("engined strengths", 1)
Table = NDArray[np.float32]
LEAST_LIKE = 0.75
"""Cells of the least board that a network serves, as a part of those of the board that it was taught on."""


@dataclass(frozen=True)
class Strengths:
    """The strengths of features: 1 where nothing speaks for a move or against it."""

    cells: int
    """The number of cells of the board that they were made on."""
    tables: dict[str, Table]
    """The table of each group of features, by the feature's number (see :mod:`engined.backends.go_tables`)."""
    origin: dict[str, Any] = field(default_factory=dict)
    """The account, for people, of how the strengths were made."""
    network: Table | None = None
    """The weights of a network for boards with about as many cells or more (see :mod:`engined.search.go.network`)."""

    def network_of(self, cells: int) -> Table | None:
        """The network for a board with so many cells, if there is one: what it knows holds on larger ones, too."""
        return self.network if cells >= LEAST_LIKE * self.cells else None

    def write(self, path: Path) -> None:
        """Write them to a file in one step."""
        content = {
            "origin": self.origin,
            "cells": self.cells,
            "tables": {name: _packed(table) for name, table in self.tables.items()},
        }
        if self.network is not None:
            content["network"] = _packed(self.network)
        write(path, KIND, content)


def read(path: Path) -> Strengths:
    """The strengths in a file. Raises :class:`WeightsError`, and OSError where it cannot be read."""
    content = content_of(path, KIND)
    try:
        tables = {str(name): _unpacked(packed) for name, packed in content["tables"].items()}
        cells = int(content["cells"])
        network = _unpacked(content["network"]) if "network" in content else None
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WeightsError(f"{path}: damaged: {error}") from error
    if not all(np.isfinite(table).all() and (table > 0).all() for table in tables.values()):
        raise WeightsError(f"{path}: damaged: a strength is not above 0")
    if network is not None and not np.isfinite(network).all():
        raise WeightsError(f"{path}: damaged: a weight of its network is no number")
    return Strengths(cells, tables, dict(content.get("origin", {})), network)


def find(variant: Variant, folder: Path | None) -> Path | None:
    """The file for a variant: of the board most like its own, from the folder rather than shipped.

    Raises :class:`WeightsError` where a damaged file bears the variant's name.
    """
    return of_the_board_most_like(variant, offered(variant, folder, KIND))


def load(variant: Variant, folder: Path | None) -> Strengths | None:
    """The strengths for a variant; None where there are none. Raises as :func:`find` and :func:`read` do."""
    path = find(variant, folder)
    return None if path is None else read(path)


def _packed(table: Table) -> bytes:
    """Half the bits are enough."""
    return zlib.compress(np.asarray(table, np.float16).tobytes(), 9)


def _unpacked(packed: bytes) -> Table:
    return np.frombuffer(zlib.decompress(packed), np.float16).astype(np.float32)
