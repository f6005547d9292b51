"""WTHOR, the database of tournament games: ``.wtb`` games, ``.jou`` players, ``.trn`` tournaments.

Little endian. All three begin with a header of 16 bytes; names are Latin-1 as a rule. Moves are ``row * 10 + column``
from 11 (a1) to 88 (h8), passes are left out, 0 ends the game.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from ..words import counted
from .charset import decode
from .record import RecordError
from .result import UNKNOWN, Result, by_points

_HEADER = struct.Struct("<4BiHH4B")
_GAME = struct.Struct("<3H2B60B")
HEADER_BYTES, GAME_BYTES = _HEADER.size, _GAME.size
PLAYER_BYTES, TOURNAMENT_BYTES = 20, 26
CELLS = 64
_DATE_BYTES = 4


@dataclass(frozen=True, slots=True)
class WthorHeader:
    """What a file says about itself."""

    created: tuple[int, int, int]
    """The year, the month and the day."""
    games: int
    names: int
    year: int
    """The year in which the games were played."""
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
    """Black's score with best play from :attr:`WthorHeader.depth` empty squares."""
    moves: tuple[str, ...]
    """Passes are left out."""


def result_of(black_discs: int) -> Result:
    """The result of a game by Black's official score of 64 discs; none where there is no such score."""
    return by_points(float(2 * black_discs - CELLS)) if black_discs <= CELLS else UNKNOWN


def read_header(data: bytes) -> WthorHeader:
    """The header of any of the three files. Raises RecordError."""
    if len(data) < _HEADER.size:
        raise RecordError(f"{_HEADER.size} bytes expected, {len(data)} found", "WTHOR header")
    century, year, month, day, games, names, played, board, _, depth, _ = _HEADER.unpack_from(data)
    if board not in {0, 8, 10}:
        raise RecordError(f"the board size is 8 or 10, not {board}", "WTHOR header, byte 13")
    return WthorHeader((century * 100 + year, month, day), games, names, played, board or 8, depth)


def begins(data: bytes) -> bool:
    """Whether a content begins as a file of WTHOR does, be it cut off."""
    if len(data) < _DATE_BYTES:
        return False
    century, year, month, day = data[:_DATE_BYTES]
    made = 19 <= century <= 21 and year < 100 and 1 <= month <= 12 and 1 <= day <= 31
    if len(data) < HEADER_BYTES:
        return made
    *_, games, names, played, board, kind, depth, last = _HEADER.unpack_from(data)
    counts = games >= 0 and (games == 0) != (names == 0) and (played == 0 or 1900 <= played <= 2100)
    return made and counts and board in {0, 8, 10} and kind <= 1 and depth <= CELLS and last == 0


def read_games(data: bytes) -> tuple[WthorGame, ...]:
    """The games of a whole ``.wtb`` file. Raises RecordError naming the game at fault."""
    if read_header(data).games > (len(data) - HEADER_BYTES) // GAME_BYTES:
        raise RecordError(fault_of(data), "WTHOR")
    games: list[WthorGame] = []
    for game in games_of(data):
        if isinstance(game, RecordError):
            raise game
        games.append(game)
    return tuple(games)


def games_of(data: bytes) -> Iterator[WthorGame | RecordError]:
    """The games of a ``.wtb`` file; one that cannot be read comes as the error in its place. Raises RecordError."""
    for number, record in enumerate(_GAME.iter_unpack(game_bytes(data)), start=1):
        try:
            yield _game(number, record)
        except RecordError as error:
            yield error


def game_bytes(data: bytes) -> bytes:
    """The whole games of a ``.wtb`` file as they are, each of :data:`GAME_BYTES`. Raises RecordError."""
    header = read_header(data)
    if header.names and not header.games:
        raise RecordError("names of players or tournaments, no games", "WTHOR")
    if header.board != 8:
        raise RecordError(f"games on a board of {header.board}x{header.board}", "WTHOR header, byte 13")
    return _whole(data, header.games, _GAME.size)


def read_names(data: bytes, width: int, encoding: str = "") -> tuple[tuple[str, ...], str]:
    """The whole names of a file of players (width 20) or tournaments (width 26), and what is to be said of their
    charset; that of WTHOR is Latin-1, unless they are in another for certain or one is asked for. Raises RecordError.
    """
    raw = _whole(data, read_header(data).names, width)
    if not raw:
        return (), ""
    names = [raw[at : at + width].partition(b"\0")[0] for at in range(0, len(raw), width)]
    decoded = decode(b"\n".join(names), encoding)
    return tuple(map(str.strip, decoded.text.split("\n"))), "" if decoded.charset == "latin-1" else decoded.warning


def fault_of(data: bytes, width: int = GAME_BYTES) -> str:
    """What is wrong with the length of a file whose entries are so long, in words; empty if nothing is."""
    header = read_header(data)
    count, what = (header.games, "game") if width == GAME_BYTES else (header.names, "name")
    found, left = divmod(len(data) - HEADER_BYTES, width)
    if found < count:
        return f"it is cut off: {counted(count, what)} announced, {found} found"
    over = (found - count) * width + left
    return f"{counted(over, 'byte')} after the last of {counted(count, what)}: left out" if over else ""


def _whole(data: bytes, count: int, width: int) -> bytes:
    """The bytes of those entries that are there as a whole."""
    if count < 0:
        raise RecordError(f"{count} entries announced", "WTHOR header")
    found = (len(data) - HEADER_BYTES) // width
    return data[HEADER_BYTES : HEADER_BYTES + min(count, found) * width]


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
