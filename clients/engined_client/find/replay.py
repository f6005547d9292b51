"""All games of 8x8 Othello played at once, in arrays of bit boards; bit 0 is a1, bit 8 is a2.

The rules are those of the engine, to which tests hold them: a seat that cannot move passes, and a game is over when
neither can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Boards = NDArray[np.uint64]
Squares = NDArray[np.uint8]
Truths = NDArray[np.bool_]

NONE = 255
"""Stands for a move after the last one."""
CELLS = 64

_ALL, _NOT_A, _NOT_H = np.uint64(2**64 - 1), np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_STEPS = tuple(
    (np.uint64(abs(step)), step > 0, mask)
    for step, mask in (
        (1, _NOT_A), (-1, _NOT_H), (8, _ALL), (-8, _ALL), (9, _NOT_A), (-9, _NOT_H), (7, _NOT_H), (-7, _NOT_A)
    )
)  # fmt: skip
"""The directions, each as the shift in bits to the next cell, whether it goes up, and the cells that it cannot lead to.
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A position that is looked for, as seats have their discs."""

    black: int
    white: int
    black_moves: bool


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of each game."""

    plies: NDArray[np.int64]
    """Placements up to its end, or up to the one that is not legal."""
    legal: Truths
    over: Truths
    """Whether neither seat could move at its end."""
    margin: NDArray[np.int64]
    """The discs that Black is ahead by at the end of each game; empty cells are the winner's."""
    ply: NDArray[np.int64]
    """Placements before the position that was wanted; -1 where it did not come."""
    image: NDArray[np.int64]
    """The number of the position among those wanted that came up in each game."""


def replay(squares: Squares, wanted: Sequence[Wanted] = ()) -> Replayed:
    """Play games from Othello's start, one a row of squares, and look for positions on the way."""
    play = _Play(len(squares), wanted)
    for column in range(squares.shape[1]):
        if not play.place(squares[:, column]):
            break
    return play.result()


class _Play:
    """The boards of all games, a placement at a time."""

    def __init__(self, games: int, wanted: Sequence[Wanted]) -> None:
        self._black = np.full(games, np.uint64(1 << 28 | 1 << 35))
        self._white = np.full(games, np.uint64(1 << 27 | 1 << 36))
        self._black_moves = np.ones(games, np.bool_)
        self._plies = np.zeros(games, np.int64)
        self._legal = np.ones(games, np.bool_)
        self._wanted = wanted
        self._ply, self._image = np.full(games, -1, np.int64), np.full(games, -1, np.int64)
        self._look()

    def place(self, squares: Squares) -> bool:
        """Play the next move of each game that has one; whether there was any."""
        playing = self._legal & (squares != NONE)
        if not playing.any():
            return False
        move = np.where(playing, np.uint64(1) << (squares % CELLS).astype(np.uint64), np.uint64(0))
        turned = _flips(*self._boards(), move)
        stuck = playing & (turned == 0)
        if stuck.any():
            self._black_moves ^= stuck & (_moves(*self._boards()) == 0)
            self._look()
            turned = _flips(*self._boards(), move)
        good = playing & (turned != 0) & ((self._black | self._white) & move == 0) & (squares < CELLS)
        self._legal &= good | ~playing
        turned, move = np.where(good, turned, np.uint64(0)), np.where(good, move, np.uint64(0))
        own, other = self._boards()
        own, other = own | move | turned, other & ~turned
        self._black = np.where(self._black_moves, own, other)
        self._white = np.where(self._black_moves, other, own)
        self._black_moves ^= good
        self._plies += good
        self._look()
        return True

    def result(self) -> Replayed:
        """What came of the games."""
        over = (_moves(self._black, self._white) == 0) & (_moves(self._white, self._black) == 0)
        black, white = _count(self._black), _count(self._white)
        margin = black - white
        margin += np.sign(margin) * (CELLS - black - white)
        return Replayed(self._plies, self._legal, over, margin, self._ply, self._image)

    def _boards(self) -> tuple[Boards, Boards]:
        """The mover's discs, and the other's."""
        black_moves = self._black_moves
        return np.where(black_moves, self._black, self._white), np.where(black_moves, self._white, self._black)

    def _look(self) -> None:
        for number, position in enumerate(self._wanted):
            came = (self._black == np.uint64(position.black)) & (self._white == np.uint64(position.white))
            came &= (self._black_moves == position.black_moves) & (self._ply < 0)
            self._ply[came], self._image[came] = self._plies[came], number


def _shifted(boards: Boards, step: np.uint64, up: bool, mask: np.uint64) -> Boards:
    return ((boards << step) if up else (boards >> step)) & mask


def _flips(own: Boards, other: Boards, move: Boards) -> Boards:
    """What a placement brackets, whether the cell is empty or not."""
    turned = np.zeros_like(own)
    for step, up, mask in _STEPS:
        run = _shifted(move, step, up, mask) & other
        for _ in range(5):
            run |= _shifted(run, step, up, mask) & other
        closed = _shifted(run, step, up, mask) & own
        turned |= np.where(closed != 0, run, np.uint64(0))
    return turned


def _moves(own: Boards, other: Boards) -> Boards:
    """Where a seat may place."""
    empty, found = ~(own | other), np.zeros_like(own)
    for step, up, mask in _STEPS:
        run = _shifted(own, step, up, mask) & other
        for _ in range(5):
            run |= _shifted(run, step, up, mask) & other
        found |= _shifted(run, step, up, mask) & empty
    return found


def _count(boards: Boards) -> NDArray[np.int64]:
    """Discs on each board."""
    counts: NDArray[np.int64] = np.unpackbits(boards.view(np.uint8).reshape(-1, 8), axis=1).sum(axis=1, dtype=np.int64)
    return counts
