"""Files of labelled positions: what trainings of evaluations learn from, made over days by many processes.

A file is a series of msgpack values: a header that says of which game it is and who labelled how, then blocks of rows,
column by column and compressed. Each block bears the number of the games it is of. One process writes a file at a time
and adds whole blocks; what a process that was killed has left of one is cut off when the next goes on with the file.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from engined.patterns.weights import Weights, game_of
from engined.tools.training.workers import LABELS_OF_ROW, Boards
from engined.variants.model import Variant

MAGIC, VERSION = "engined positions", 1
SUFFIX = ".positions"
GEOMETRY = "geometry"
"""Stands for the weights where an evaluation has none."""
Rows = NDArray[Any]
"""The rows of a file: see :func:`row_type`."""


class PositionFileError(ValueError):
    """A file that holds no labelled positions of the game that is asked for; says which file and why."""


@dataclass(frozen=True)
class Labelling:
    """How the positions of a file were labelled."""

    weights: str
    """A digest of the weights that the searches evaluated with, or :data:`GEOMETRY`."""
    depth: int
    """Plies of the searches."""
    exact: int
    """Most empty cells of positions that were solved instead."""
    least: int
    """Fewest empty cells of positions."""


def row_type(words: int) -> np.dtype[Any]:
    """The columns of a labelled position whose boards have so many words of 64 bits each."""
    return np.dtype(
        [
            ("boards", np.int64, (2 * words,)),  # the mover's words, then the other's
            ("value", np.int32),  # hundredths of a disc, the mover's view
            ("outcome", np.int32),  # the value at the end of the line that was played
            ("depth", np.uint8),  # plies covered by the label
            ("aside", np.uint8),  # whether it is one random move off the path
            ("cost", np.uint32),  # nodes of the label
        ]
    )


def rows_of(found: Boards) -> Rows:
    """The rows of what :meth:`engined.tools.training.workers.Workers.labelled_games` gives."""
    words = (found.shape[1] - LABELS_OF_ROW) // 2
    rows = np.empty(len(found), row_type(words))
    rows["boards"] = found[:, : 2 * words]
    for place, name in enumerate(("value", "outcome", "depth", "aside", "cost")):
        column = found[:, 2 * words + place]
        rows[name] = np.clip(column, np.iinfo(rows.dtype[name]).min, np.iinfo(rows.dtype[name]).max)
    return rows


def digest_of(weights: Weights | None) -> str:
    """A name for the evaluation by some weights."""
    return GEOMETRY if weights is None else f"{zlib.crc32(weights.block().tobytes()):08x}"


class PositionFile:
    """A file that this process adds to; nobody else does as long as it is open."""

    def __init__(self, path: Path, file: IO[bytes], header: dict[str, Any], numbers: int, rows: int) -> None:
        self.path = path
        self._file = file
        self.seed: int = header["seed"]
        self.next_number = numbers
        """The number of the games that come next."""
        self.rows = rows
        """The number of rows so far."""

    @classmethod
    def opened(cls, folder: Path, variant: Variant, words: int, labelling: Labelling) -> PositionFile:
        """The first file of this game and labelling that nobody writes to; a new one where there is none.

        Raises OSError.
        """
        folder.mkdir(parents=True, exist_ok=True)
        header = {"what": MAGIC, "version": VERSION, "variant": variant.name, "game": game_of(variant), "words": words}
        header |= {"labelling": asdict(labelling)}
        stem = f"{labelling.weights}-{labelling.depth}-{labelling.exact}-{labelling.least}"
        number = 1
        while True:
            path = folder / f"{stem}-{number}{SUFFIX}"
            file = path.open("a+b")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
            else:
                found = cls._gone_on(path, file, header)
                if found is not None:
                    return found
                file.close()
            number += 1

    @classmethod
    def _gone_on(cls, path: Path, file: IO[bytes], header: dict[str, Any]) -> PositionFile | None:
        """The file, ready for the next block; None where it is of another game or not a file of positions."""
        file.seek(0)
        try:
            found, blocks, end = _scanned(file, path)
        except PositionFileError:
            if path.stat().st_size > 0:
                return None
            found, blocks, end = {**header, "seed": secrets.randbits(32)}, [], 0
        if {**found, "seed": None} != {**header, "seed": None}:
            return None
        file.truncate(end)
        if end == 0:
            file.write(_packed(found))
            file.flush()
        numbers = max((block["number"] + 1 for block in blocks), default=0)
        return cls(path, file, found, numbers, sum(block["rows"] for block in blocks))

    def add(self, number: int, rows: Rows) -> None:
        """Write the rows of the games of a number; they are on the disk when this returns. Raises OSError."""
        names = rows.dtype.names or ()
        columns = {name: zlib.compress(np.ascontiguousarray(rows[name]).tobytes()) for name in names}
        self._file.write(_packed({"number": number, "rows": len(rows), "columns": columns}))
        self._file.flush()
        os.fsync(self._file.fileno())
        self.next_number = max(self.next_number, number + 1)
        self.rows += len(rows)

    def close(self) -> None:
        """Let others write to it."""
        self._file.close()


@dataclass(frozen=True)
class Collected:
    """What a file of labelled positions holds."""

    labelling: Labelling
    rows: Rows
    numbers: NDArray[np.int64]
    """The number of the games that each row is of: positions of different numbers are of different games."""


def read_positions(path: Path, variant: Variant) -> Collected:
    """The positions in a file, whoever adds to it meanwhile. Raises PositionFileError, and OSError."""
    with path.open("rb") as file:
        header, blocks, _ = _scanned(file, path)
    if header["game"] != game_of(variant):
        raise PositionFileError(f"{path}: positions of {header['variant']}, not of {variant.name}")
    kind = row_type(header["words"])
    parts = [np.empty(0, kind)]
    numbers = np.repeat([block["number"] for block in blocks], [block["rows"] for block in blocks]).astype(np.int64)
    for block in blocks:
        part = np.empty(block["rows"], kind)
        try:
            for name in kind.names or ():
                column = zlib.decompress(block["columns"][name])
                part[name] = np.frombuffer(column, kind[name].base).reshape(part[name].shape)
        except (zlib.error, ValueError, KeyError) as error:
            raise PositionFileError(f"{path}: the games of number {block['number']} are damaged: {error}") from error
        parts.append(part)
    return Collected(Labelling(**header["labelling"]), np.concatenate(parts), numbers)


def _packed(value: dict[str, Any]) -> bytes:
    packed: bytes = msgpack.packb(value)
    return packed


def _scanned(file: IO[bytes], path: Path) -> tuple[dict[str, Any], list[dict[str, Any]], int]:
    """The header, the whole blocks, and where they end. Raises PositionFileError."""
    unpacker = msgpack.Unpacker(file, max_buffer_size=0)
    end = 0
    values: list[Any] = []
    try:
        for value in unpacker:
            values.append(value)
            end = unpacker.tell()
    except (ValueError, msgpack.exceptions.UnpackException) as error:
        if not values:
            raise PositionFileError(f"{path}: no labelled positions of engined: {error}") from error
    header = values[0] if values and isinstance(values[0], dict) else {}
    if header.get("what") != MAGIC:
        raise PositionFileError(f"{path}: no labelled positions of engined")
    if header.get("version") != VERSION:
        raise PositionFileError(f"{path}: version {header.get('version')}; this engined reads version {VERSION}")
    blocks = values[1:]
    if not all(isinstance(block, dict) and {"number", "rows", "columns"} <= block.keys() for block in blocks):
        raise PositionFileError(f"{path}: damaged: a block is none")
    return header, blocks, end


def files_of(folder: Path) -> Iterator[Path]:
    """The files of labelled positions in a folder, by name."""
    yield from sorted(folder.glob(f"*{SUFFIX}"))
