"""Othello on two words, by itself: no table, no stability, no evaluation, and nothing of the engine's.

Bit 0 is a1, bit 1 b1, bit 8 a2. A position is the discs of the seat to move and those of the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from numba import njit

Function = TypeVar("Function", bound=Callable[..., object])
Word = np.uint64
Score = int | np.int64

NONE, ONE = np.uint64(0), np.uint64(1)
ALL = np.uint64(2**64 - 1)
NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
RISING = (
    (np.uint64(1), NOT_A, NOT_H),
    (np.uint64(7), NOT_H, NOT_A),
    (np.uint64(8), ALL, ALL),
    (np.uint64(9), NOT_A, NOT_H),
)
"""Of each axis how far a step shifts, and the squares where a step up and a step down can end."""
STEPS = np.array([[shift, ends] for shift, ends, _ in RISING], np.uint64)
BACKS = np.array([[shift, ends] for shift, _, ends in RISING], np.uint64)
SORTED_EMPTIES = 6
"""From so many empty squares on, moves that leave few replies go first."""
CELLS = 64


def compiled(function: Function) -> Function:
    """Machine code that other threads run beside; numba's own decorator has no types."""
    made: Function = njit(nogil=True)(function)
    return made


@compiled
def count(word: Word) -> np.int64:
    """Bits that are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def moves(own: Word, opp: Word) -> Word:
    """Squares where the mover may place."""
    found = NONE
    for axis in range(4):
        shift, ends = STEPS[axis]
        run = (own << shift) & ends & opp
        for _ in range(5):
            run |= (run << shift) & ends & opp
        found |= (run << shift) & ends
        shift, ends = BACKS[axis]
        run = (own >> shift) & ends & opp
        for _ in range(5):
            run |= (run >> shift) & ends & opp
        found |= (run >> shift) & ends
    return found & ~(own | opp)


@compiled
def flips(own: Word, opp: Word, placed: Word) -> Word:
    """Discs that a placement turns."""
    found = NONE
    for axis in range(4):
        shift, ends = STEPS[axis]
        run, at = NONE, (placed << shift) & ends
        while at & opp:
            run |= at
            at = (at << shift) & ends
        if at & own:
            found |= run
        shift, ends = BACKS[axis]
        run, at = NONE, (placed >> shift) & ends
        while at & opp:
            run |= at
            at = (at >> shift) & ends
        if at & own:
            found |= run
    return found


@compiled
def final(own: Word, opp: Word) -> Score:
    """The score of a game that is over, for the mover: the winner has the empty squares."""
    mine, theirs = count(own), count(opp)
    if mine == theirs:
        return 0
    return CELLS - 2 * theirs if mine > theirs else 2 * mine - CELLS


@compiled
def solve(own: Word, opp: Word, alpha: Score, beta: Score, order: npt.NDArray[Word]) -> Score:
    """The mover's score with best play, in discs, fail-soft; ``order`` is room for 64 rows of moves."""
    legal = moves(own, opp)
    if not legal:
        if not moves(opp, own):
            return final(own, opp)
        return -solve(opp, own, -beta, -alpha, order)
    empties = CELLS - count(own | opp)
    row, number = order[empties], 0
    while legal:
        placed = legal & (~legal + ONE)
        legal ^= placed
        turned = flips(own, opp, placed)
        replies = count(moves(opp ^ turned, own | turned | placed)) if empties >= SORTED_EMPTIES else 0
        at = number
        while at and row[at - 1, 0] > replies:
            row[at] = row[at - 1]
            at -= 1
        row[at, 0], row[at, 1], row[at, 2] = np.uint64(replies), placed, turned
        number += 1
    best: Score = -CELLS - 1
    for at in range(number):
        placed, turned = row[at, 1], row[at, 2]
        value = -solve(opp ^ turned, own | turned | placed, -beta, -max(alpha, best), order)
        best = max(best, value)
        if best >= beta:
            break
    return best


def room() -> npt.NDArray[Word]:
    """What :func:`solve` wants for its moves."""
    return np.zeros((CELLS + 1, 34, 3), np.uint64)
