"""Games from files: WTHOR, GGF, SGF, and transcripts, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engined_protocol import wthor
from engined_protocol.ggf import read_ggf
from engined_protocol.messages import BookGame
from engined_protocol.record import Record, RecordError
from engined_protocol.sgf import parse_sgf

from .command import WrongInput, read_text
from .positions import read_position, read_problems

_GGF = re.compile(r"\s*(?:[12]\s+)?\(\s*;\s*GM\s*\[\s*(?:Othello|Reversi)", re.IGNORECASE)
_SGF = re.compile(r"\s*\(\s*;")


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game and where it stands: ``games.ggf, game 3``."""

    where: str
    game: BookGame


def read_games(path: Path) -> Iterator[FoundGame | WrongInput]:
    """The games of a file, whose content says what it is; what cannot be read comes as an error in its place.

    Raises WrongInput when the whole file cannot be read.
    """
    if path.suffix.lower() == ".wtb":
        yield from _read_wthor(path)
        return
    text = read_text(path)
    if _GGF.match(text):
        yield from _read_ggf(path, text)
    elif _SGF.match(text):
        try:
            yield FoundGame(str(path), _game(parse_sgf(text)))
        except RecordError as error:
            yield WrongInput(f"{path}: {error}")
    else:
        yield from _read_transcripts(path, text)


def _read_wthor(path: Path) -> Iterator[FoundGame]:
    try:
        games = wthor.read_games(path.read_bytes())
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror or error}") from error
    except RecordError as error:
        raise WrongInput(f"{path}: {error}") from error
    for number, game in enumerate(games, 1):
        yield FoundGame(f"{path}, game {number}", BookGame(moves=game.moves))


def _read_ggf(path: Path, text: str) -> Iterator[FoundGame | WrongInput]:
    number = 0
    try:
        for number, record in enumerate(read_ggf(text), 1):
            yield FoundGame(f"{path}, game {number}", _game(record))
    except RecordError as error:
        yield WrongInput(f"{path}, game {number + 1}: {error}; the games after it are not read")


def _read_transcripts(path: Path, text: str) -> Iterator[FoundGame | WrongInput]:
    for number, line in read_problems(text.splitlines()):
        if not line.strip():
            continue
        try:
            given = read_position(line)
        except ValueError as error:
            yield WrongInput(f"{path}, line {number}: {error}")
        else:
            yield FoundGame(f"{path}, line {number}", BookGame(moves=given.moves, start=given.start))


def _game(record: Record) -> BookGame:
    return BookGame(moves=record.transcript, start=record.start)
