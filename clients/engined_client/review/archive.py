"""The reviews of a whole file, one JSON object a line: a run that was broken off goes on where it was."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import msgspec

from ..command import WrongInput
from ..game_files import FoundGame
from .budget import Budget
from .model import Review, Thresholds


class Entry(msgspec.Struct, frozen=True):
    """A line of the file."""

    key: str
    """Of the game and of all that its review depends on."""
    review: Review


_BEGINNING = b'{"key":"'
"""Of each line."""


class Archive:
    """A file of reviews. What a killed run left of its last line is dropped; no other file is touched."""

    def __init__(self, path: Path, budget: Budget, thresholds: Thresholds) -> None:
        self._path = path
        self._given = f"{asdict(budget)} {thresholds}"
        self._found = dict(_entries(path))

    def get(self, game: FoundGame, variant: str) -> Review | None:
        """The review of a game, if it is there."""
        return self._found.get(self._key(game, variant))

    def put(self, game: FoundGame, variant: str, review: Review) -> None:
        """Add a review; it is on disk then. Raises WrongInput where it cannot be."""
        key = self._key(game, variant)
        try:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(Entry(key, review)) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise WrongInput(f"{self._path}: {error.strerror or error}") from error
        self._found[key] = review

    def _key(self, game: FoundGame, variant: str) -> str:
        given = game.given
        text = f"{variant} {given.start} {' '.join(given.moves)} {game.where} {self._given}"
        return hashlib.sha256(text.encode()).hexdigest()[:24]


def _entries(path: Path) -> Iterator[tuple[str, Review]]:
    """Raises WrongInput for a file that holds anything else."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror or error}") from error
    whole = data.rfind(b"\n") + 1
    decoder = msgspec.json.Decoder(Entry)
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            entry = decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise WrongInput(f"{path}, line {number}: no review: {error}") from error
        yield entry.key, entry.review
    rest = data[whole:]
    if not _BEGINNING.startswith(rest[: len(_BEGINNING)]):
        raise WrongInput(f"{path}: its last line is no review")
    if rest:
        os.truncate(path, whole)
