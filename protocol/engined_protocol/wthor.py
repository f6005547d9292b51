"""WTHOR, the database of tournament games: ``.wtb`` games, ``.jou`` players, ``.trn`` tournaments.

Little endian. All three begin with a header of 16 bytes; names are Latin-1. Moves are ``row * 10 + column``
from 11 (a1) to 88 (h8), passes are left out, 0 ends the game.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from .record import RecordError
from .result import UNKNOWN, Result, by_points

_HEADER = struct.Struct("<4BiHH4B")
_GAME = struct.Struct("<3H2B60B")
HEADER_BYTES, GAME_BYTES = _HEADER.size, _GAME.size
PLAYER_BYTES, TOURNAMENT_BYTES = 20, 26
CELLS = 64


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says about itself."""

    created: tuple[int, int, int]
    """Year, month, day."""
    games: int
    names: int
    year: int
    """In which the games were played."""
    board: int
    """Width of the board."""
    depth: int
    """Empty squares from which the theoretical score is known."""


@dataclass(frozen=True, slots=True)
class WthorGame:
    """A game. Tournament and players are indices into the files of names."""

    tournament: int
    black: int
    white: int
    black_discs: int
    """Black's official score: the winner has the empty squares."""
    theoretical: int
    """Black's score with best play from :attr:`Header.depth` empty squares."""
    moves: tuple[str, ...]
    """Passes are left out."""


def result_of(black_discs: int) -> Result:
    """The result of a game by Black's official score of 64 discs; none where there is no such score."""
    return by_points(float(2 * black_discs - CELLS)) if black_discs <= CELLS else UNKNOWN


def read_header(data: bytes) -> Header:
    """The header of any of the three files. Raises RecordError."""
    if len(data) < _HEADER.size:
        raise RecordError(f"{_HEADER.size} bytes expected, {len(data)} found", "WTHOR header")
    century, year, month, day, games, names, played, board, _, depth, _ = _HEADER.unpack_from(data)
    if board not in {0, 8, 10}:
        raise RecordError(f"the board size is 8 or 10, not {board}", "WTHOR header, byte 13")
    return Header((century * 100 + year, month, day), games, names, played, board or 8, depth)


def read_games(data: bytes) -> tuple[WthorGame, ...]:
    """The games of a ``.wtb`` file. Raises RecordError naming the game at fault."""
    records = _GAME.iter_unpack(game_bytes(data))
    return tuple(_game(number, record) for number, record in enumerate(records, start=1))


def game_bytes(data: bytes) -> bytes:
    """The games of a ``.wtb`` file as they are, each of :data:`GAME_BYTES`. Raises RecordError."""
    header = read_header(data)
    if header.board != 8:
        raise RecordError(f"games on a board of {header.board}x{header.board}", "WTHOR header, byte 13")
    _check_length(data, header.games, _GAME.size, "games")
    return data[_HEADER.size : _HEADER.size + header.games * _GAME.size]


def read_names(data: bytes, width: int) -> tuple[str, ...]:
    """The names of a file of players (width 20) or tournaments (width 26). Raises RecordError."""
    header = read_header(data)
    _check_length(data, header.names, width, "names")
    return tuple(
        data[at : at + width].partition(b"\0")[0].decode("latin-1").strip()
        for at in range(_HEADER.size, _HEADER.size + header.names * width, width)
    )


def _check_length(data: bytes, count: int, width: int, what: str) -> None:
    found = (len(data) - _HEADER.size) // width
    if not 0 <= count <= found:
        raise RecordError(f"{count} {what} announced, {found} found", "WTHOR")


def _game(number: int, record: tuple[int, ...]) -> WthorGame:
    tournament, black, white, discs, theoretical, *squares = record
    moves: list[str] = []
    for square in squares:
        if square == 0:
            break
        row, column = divmod(square, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise RecordError(f"{square} is not a square", f"WTHOR game {number}, move {len(moves) + 1}")
        moves.append(f"{chr(ord('a') + column - 1)}{row}")
    return WthorGame(tournament, black, white, discs, theoretical, tuple(moves))
