"""A file of results that only grows, a line of JSON each: a run that was broken off goes on where it was."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TypeVar

import msgspec

from .command import WrongInput

T = TypeVar("T")
_BEGINNING = b'{"key":"'
"""The bytes that each line begins with."""


class KeptLine(msgspec.Struct, Generic[T], frozen=True):
    """A line of the file."""

    key: str
    """The digest of all that the result follows from."""
    result: T


class KeptResults(Generic[T]):
    """The results of a file by their keys, open for more. One process has it at a time, and each key is there once.

    What a killed run left of its last line is dropped; no other file is touched.
    """

    def __init__(self, path: Path, kind: type[T]) -> None:
        """Open the file, or make it. Raises WrongInput where that cannot be, or a line is something else."""
        self.path = path
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise WrongInput(f"{path}: {error.strerror or error}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._found = dict(self._read(msgspec.json.Decoder(KeptLine[kind])))  # type: ignore[valid-type]
        except BlockingIOError:
            self._file.close()
            raise WrongInput(f"{path}: another run is writing to it") from None
        except BaseException:
            self._file.close()
            raise

    def __len__(self) -> int:
        return len(self._found)

    def get(self, key: str) -> T | None:
        """The result of a key, if it is there."""
        return self._found.get(key)

    def put(self, results: Mapping[str, T]) -> None:
        """Add results that are not there; they are on disk then. Raises WrongInput where they cannot be."""
        new = {key: result for key, result in results.items() if key not in self._found}
        if not new:
            return
        lines = [msgspec.json.encode(KeptLine(key, result)) + b"\n" for key, result in new.items()]
        try:
            self._file.write(b"".join(lines))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise WrongInput(f"{self.path}: {error.strerror or error}") from None
        self._found |= new

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self, decoder: msgspec.json.Decoder[KeptLine[T]]) -> Iterator[tuple[str, T]]:
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                entry = decoder.decode(line)
            except msgspec.MsgspecError as error:
                raise WrongInput(f"{self.path}, line {number}: no result: {error}") from None
            yield entry.key, entry.result
        rest = data[whole:]
        if not _BEGINNING.startswith(rest[: len(_BEGINNING)]):
            raise WrongInput(f"{self.path}: its last line is no result")
        if rest:
            self._file.truncate(whole)
