"""Single rules as kernels that Python can call: kernel source (see prelude.pyi)."""

from __future__ import annotations

from engined.kernels.prelude import (
    BOARD_BYTES,
    Board,
    final_score,
    flips,
    kernel,
    last_flips,
    legal,
    next_opp,
    next_own,
    store_board,
)


@kernel("B(B, B)")
def legal_squares(own: Board, opp: Board) -> Board:
    """Squares where the mover may place."""
    return legal(own, opp)


@kernel("B(B, B, int64)")
def flipped_squares(own: Board, opp: Board, square: int) -> Board:
    """Discs that turn when the mover places on an empty square."""
    return flips(own, opp, square)


@kernel("int64(B, B, int64, int64)")
def play(own: Board, opp: Board, square: int, address: int) -> int:
    """Write the position after a move, as its mover sees it: own, then opp, words in order; gives 0."""
    flipped = flips(own, opp, square)
    after = next_own(own, opp, square, flipped)
    store_board(address, after)
    return store_board(address + BOARD_BYTES, next_opp(own, opp, square, flipped))


@kernel("int64(B, B)")
def score(own: Board, opp: Board) -> int:
    """Score in discs if the game ended now, mover's view."""
    return final_score(own, opp)


@kernel("int64(B, int64)")
def last_square(own: Board, square: int) -> int:
    """Discs that turn on the only empty cell when all cells that are not ``own`` hold the other's discs."""
    return last_flips(own, square)
