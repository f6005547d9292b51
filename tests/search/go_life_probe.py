"""Unconditional life, for tests: kernel text (see kernels/prelude.pyi)."""

from engined.kernels.prelude import Board, kernel
from engined.search.go_life import alive, settled
from engined.search.go_table import canonical, turn_back, turn_board


@kernel("B(B)")
def alive_of(stones: Board) -> Board:
    """The stones that live unconditionally."""
    return alive(stones)


@kernel("B(B)")
def settled_of(stones: Board) -> Board:
    """The points that are settled."""
    return settled(stones)


@kernel("B(B, int64)")
def turned_board(points: Board, symmetry: int) -> Board:
    """A set after a symmetry."""
    return turn_board(points, symmetry)


@kernel("B(B, int64)")
def turned_back(points: Board, symmetry: int) -> Board:
    """A set before it."""
    return turn_back(points, symmetry)


@kernel("int64(B, B)")
def canonical_of(own: Board, opp: Board) -> int:
    """The symmetry that takes a position to the image that has the entry."""
    return canonical(own, opp)
