"""Many games of 8x8 Othello in columns, so that they are replayed and searched together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engined_protocol.notation import PASS, square_name
from engined_protocol.records import wthor
from engined_protocol.records.record import Record
from engined_protocol.records.result import UNKNOWN, Result, by_points

from ..client import Client
from ..errors import ServiceError
from ..files.games import FoundGame
from ..terminal.command import USUAL, said
from .games import Findings, Game
from .query import Query
from .replay import NONE, Replayed, Squares, replay
from .replay import Wanted as WantedBoards

WIDTH = 8
NO_SQUARE = 254
"""Stands for a move that is none."""
LONGEST = 60
"""Placements in a game."""
_WTHOR = np.dtype(
    [
        ("tournament", "<u2"),
        ("black", "<u2"),
        ("white", "<u2"),
        ("discs", "u1"),
        ("known", "u1"),
        ("moves", "u1", LONGEST),
    ]
)


@dataclass(frozen=True, slots=True)
class Table:
    """Games, a row each; passes are left out of their moves."""

    where: Callable[[int], str]
    squares: Squares
    """The squares of the moves, ``NONE`` after the last one."""
    names: Sequence[str]
    black: NDArray[np.int64]
    """The players, as indices of names."""
    white: NDArray[np.int64]
    said: Callable[[int], Result]
    """How a game ended, as the file says."""
    komi: Callable[[int], float]
    """The function that gives the komi of a game, by its number."""

    def moves(self, row: int) -> tuple[str, ...]:
        """The moves of a game."""
        return tuple(square_name(int(square), WIDTH) for square in self.squares[row] if square != NONE)


def wthor_table(data: bytes, source: str, players: Sequence[str]) -> Table:
    """The games of a WTHOR file. Raises RecordError."""
    rows = np.frombuffer(wthor.game_bytes(data), _WTHOR)
    down, right = np.divmod(rows["moves"].astype(np.int64), 10)
    on_board = (down >= 1) & (down <= WIDTH) & (right >= 1) & (right <= WIDTH)
    squares = np.where(on_board, (down - 1) * WIDTH + right - 1, NO_SQUARE)
    squares[np.logical_or.accumulate(rows["moves"] == 0, axis=1)] = NONE
    most = int(max(rows["black"].max(initial=0), rows["white"].max(initial=0))) + 1
    names = [*players[:most], *[""] * (most - len(players))]
    return Table(
        where=lambda row: f"{source}, game {row + 1}",
        squares=squares.astype(np.uint8),
        names=names,
        black=rows["black"].astype(np.int64),
        white=rows["white"].astype(np.int64),
        said=lambda row: wthor.result_of(int(rows["discs"][row])),
        komi=lambda row: 0.0,
    )


def table_of(games: Sequence[FoundGame]) -> Table:
    """Games that begin at Othello's start."""
    squares = np.full((len(games), LONGEST + 1), NONE, np.uint8)
    names: list[str] = []
    said: list[Result] = []
    komi: list[float] = []
    for row, game in enumerate(games):
        placed = [move for move in game.given.moves if move != PASS][: LONGEST + 1]
        squares[row, : len(placed)] = [(int(move[1:]) - 1) * WIDTH + ord(move[0]) - ord("a") for move in placed]
        record = game.record or Record(0, 0)
        names += [record.black, record.white]
        said.append(record.result)
        komi.append(record.komi or 0.0)
    rows = np.arange(len(games))
    return Table(
        where=lambda row: games[row].where,
        squares=squares,
        names=names,
        black=2 * rows,
        white=2 * rows + 1,
        said=said.__getitem__,
        komi=komi.__getitem__,
    )


def search_table(
    client: Client, table: Table, query: Query, findings: Findings, most: int, complain: Callable[[str], None]
) -> None:
    """Add the games of a table that fit; those that cannot be played are complained about, each with the reason."""
    wanted = None if query.position is None else query.position(USUAL)
    boards = []
    if wanted is not None:
        first_moves = wanted.position.mover == wanted.position.seats[0]
        boards = [_boards(image.cells, *wanted.symbols, first_moves=first_moves) for image in wanted.images]
    played = replay(table.squares, boards)
    findings.read += len(table.squares)
    findings.unfinished += int(np.count_nonzero(played.legal & ~played.over))
    for row in map(int, np.flatnonzero(~played.legal)):
        findings.faults += 1
        complain(f"{table.where(row)}: {_fault(client, table, row)}")
    fits = played.legal if query.position is None else played.legal & (played.ply >= 0)
    if not query.anybody:
        fits = fits & _players(table, query)
    if wanted is not None and fits.any():
        findings.position = wanted
    for row in map(int, np.flatnonzero(fits)):
        by_rules = by_points(float(played.margin[row]) - table.komi(row)) if played.over[row] else UNKNOWN
        result = findings.settled(table.said(row), by_rules)
        following = "" if wanted is None else wanted.back(_following(table, played, row), int(played.image[row]))
        findings.count(result, following)
        if len(findings.games) < most:
            ply = None if wanted is None else int(played.ply[row])
            names = (table.names[table.black[row]], table.names[table.white[row]])
            findings.games.append(Game(table.where(row), *names, result, ply, following))


def _following(table: Table, played: Replayed, row: int) -> str:
    """What was played after the position that was found; empty at the end of the game."""
    ply = int(played.ply[row])
    square = int(table.squares[row, ply]) if ply < table.squares.shape[1] else NONE
    return "" if square == NONE else square_name(square, WIDTH)


def _players(table: Table, query: Query) -> NDArray[np.bool_]:
    """Which of the games fit by their players; each name is looked at once."""
    pairs = {
        pair: query.fits(table.names[pair[0]], table.names[pair[1]])
        for pair in set(zip(table.black.tolist(), table.white.tolist(), strict=True))
    }
    return np.array([pairs[pair] for pair in zip(table.black.tolist(), table.white.tolist(), strict=True)], np.bool_)


def _fault(client: Client, table: Table, row: int) -> str:
    """Why a game cannot be played, in the words of the engine's rules."""
    off = np.flatnonzero(table.squares[row] == NO_SQUARE)
    if len(off):
        return f"move {int(off[0]) + 1} is on no square of the board"
    try:
        client.show(variant=USUAL, moves=table.moves(row))
    except ServiceError as error:
        return said(error)
    raise RuntimeError(f"{table.where(row)} is legal by the rules, but not as it is replayed here")


def _boards(cells: str, first: str, second: str, *, first_moves: bool) -> WantedBoards:
    """A board of the two colours as bit boards."""
    black, white = (sum(1 << at for at, cell in enumerate(cells) if cell == colour) for colour in (first, second))
    return WantedBoards(black, white, first_moves)
