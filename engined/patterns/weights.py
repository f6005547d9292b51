"""Trained weights of a board: how they are kept in files, and found, and laid out for kernels."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.variants.model import Capture, Variant

from .cell_network import CellNetwork, unpacked
from .cell_pieces import cell_pieces_of
from .shapes import Patterns, patterns_of
from .weight_files import WeightFileKind, WeightsError, content_of, offered, write

KIND = WeightFileKind("engined weights", 2)


@dataclass(frozen=True)
class Weights:
    """The weights of one board, in hundredths of a disc, the mover's view."""

    game: str
    """The game of the variant that they were made for: see :func:`game_of`."""
    kin: str
    """The kin of that variant (see :func:`kin_of`): weights serve no variant of another kin."""
    biases: NDArray[np.int64]
    """The bias for every number of empty cells, from 0."""
    stages: tuple[int, ...]
    """The stage of every number of empty cells."""
    tables: NDArray[np.int16]
    """A row for each stage, a column for each index of each shape."""
    origin: dict[str, Any] = field(default_factory=dict)
    """The account, for people, of how the weights were made."""
    errors: list[float] = field(default_factory=list)
    """The coefficients of the errors of searches with these weights (see ``engined.backends.probcut_errors.Errors``);
    empty if not measured.
    """
    confidence: list[float] = field(default_factory=list)
    """The coefficients of how often selective scores by these weights are exact (see
    ``engined.roots.confidence.Confidence``); empty if not measured.
    """
    network: CellNetwork | None = None
    """The cell network that corrects them, where there is one."""

    def block(self) -> NDArray[np.uint8]:
        """The bytes that kernels read (see :mod:`engined.evaluation.static`), and a little more."""
        header = np.empty((len(self.stages), 2), np.int64)
        header[:, 0] = self.biases
        header[:, 1] = header.nbytes + self.tables.strides[0] * np.array(self.stages)
        tables = np.ascontiguousarray(self.tables).view(np.uint8).reshape(-1)
        return np.concatenate([header.view(np.uint8).reshape(-1), tables, np.zeros(8, np.uint8)])

    def write(self, path: Path, variant: Variant) -> None:
        """Write the weights of a variant's board to a file in one step; what symmetries make equal is written once."""
        chosen, _ = folded(patterns_of(variant))
        # A fifth smaller by lzma, but three times as long to read, and every start reads it.
        packed = zlib.compress(np.ascontiguousarray(self.tables[:, chosen].T).tobytes(), 9)
        content = {
            "game": self.game,
            "kin": self.kin,
            "origin": self.origin,
            "errors": self.errors,
            "confidence": self.confidence,
            "biases": self.biases.tolist(),
            "stages": self.stages,
            "tables": packed,
        }
        if self.network is not None:
            content["network"] = self.network.packed(cell_pieces_of(variant))
        write(path, KIND, content)


def game_of(variant: Variant) -> str:
    """What of a variant its games depend on: all but where they start and what it is called."""
    board, scoring = variant.board, variant.scoring
    supplies = tuple(seat.supply for seat in variant.seats)
    setup = (sorted(variant.setup.cells), variant.setup.plies)
    facts = (board.width, board.height, board.cells, board.rings, supplies, setup, scoring.misere)
    # Weights of games in which just what is bracketed turns bear nothing of captures: older than the others.
    captures = () if variant.capture == Capture() else (repr(variant.capture),)
    return _digest(*facts, scoring.empties_to_winner, *captures)


def kin_of(variant: Variant) -> str:
    """What variants share that can use each other's weights, for want of their own: the board, what turns, the aim.

    They may differ in who gets the empty cells, in a limit of discs, in the set-up, and in ko and suicide, which the
    ``repr`` of how captures are made leaves out: few games hang on these.
    """
    board = variant.board
    return _digest(board.width, board.height, board.cells, board.rings, repr(variant.capture), variant.scoring.misere)


def _digest(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def empty(variant: Variant, width: int) -> Weights:
    """Weights of nothing, with stages of so many numbers of empty cells."""
    cells = len(variant.board.cells)
    stages = tuple(empties // width for empties in range(cells + 1))
    tables = np.zeros((stages[-1] + 1, patterns_of(variant).entries), np.int16)
    return Weights(game_of(variant), kin_of(variant), np.zeros(cells + 1, np.int64), stages, tables)


@lru_cache(maxsize=8)
def folded(patterns: Patterns) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Which indices stand for all that symmetries make equal, and for each index the place of its own there."""
    lowest = []
    for shape, size in enumerate(patterns.sizes):
        plain = np.arange(3**size, dtype=np.int64)
        digits = [plain // 3**place % 3 for place in range(size)]
        images = [
            sum(digits[place] * 3**other for place, other in enumerate(order)) for order in patterns.mirrors(shape)
        ]
        lowest.append(patterns.starts[shape] + np.minimum.reduce(images))
    representatives = np.concatenate(lowest)
    is_chosen = representatives == np.arange(len(representatives))
    places = np.cumsum(is_chosen) - 1
    return np.flatnonzero(is_chosen), places[representatives]


def read(path: Path, variant: Variant) -> Weights:
    """The weights in a file. Raises :class:`WeightsError`, and OSError where it cannot be read."""
    content = content_of(path, KIND)
    if content.get("kin") != kin_of(variant):
        raise WeightsError(f"{path}: weights of another board or other rules")
    cells = len(variant.board.cells)
    chosen, places = folded(patterns_of(variant))
    try:
        stages = tuple(content["stages"])
        flat = np.frombuffer(zlib.decompress(content["tables"]), np.int16)
        tables = np.take(np.ascontiguousarray(flat.reshape(len(chosen), max(stages) + 1).T), places, axis=1)
        biases = np.array(content["biases"], np.int64)
        errors = [float(number) for number in content["errors"]]
        confidence = [float(number) for number in content.get("confidence", ())]
        origin = dict(content["origin"])
        network = unpacked(content["network"], cell_pieces_of(variant)) if "network" in content else None
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise WeightsError(f"{path}: damaged: {error}") from error
    if not len(biases) == len(stages) == cells + 1 or not min(stages) >= 0:
        raise WeightsError(f"{path}: weights for {len(biases) - 1} cells, not {cells}")
    game, kin = str(content.get("game")), content["kin"]
    return Weights(game, kin, biases, stages, tables, origin, errors, confidence, network)


def load(variant: Variant, folder: Path | None) -> Weights | None:
    """A variant's weights in a folder, or else those that are shipped; None where there are none.

    Raises :class:`WeightsError`, and OSError where a file cannot be read.
    """
    path = find(variant, folder)
    if path is None:
        return None
    return read(path, variant)


def find(variant: Variant, folder: Path | None) -> Path | None:
    """The file with a variant's weights: its own rather than of its kin, from the folder rather than shipped.

    Raises :class:`WeightsError` where a damaged file bears the variant's name.
    """
    game, kin = game_of(variant), kin_of(variant)
    of_kin = None
    for path, content in offered(variant, folder, KIND):
        if content.get("game") == game:
            return path
        if content.get("kin") == kin:
            of_kin = of_kin or path
    return of_kin
