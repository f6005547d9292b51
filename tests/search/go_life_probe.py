"""Unconditional life, for tests: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.prelude import Board, kernel
from engined.search.go.proofs.life import alive, settled
from engined.search.go.proofs.table import canonical, turn_back, turn_board


@kernel("B(B, B, int64)")
def alive_of(stones: Board, others: Board, answering: int) -> Board:
    """The stones that live, unconditionally or if their side answers."""
    return alive(stones, others, answering != 0)


@kernel("B(B, B, int64)")
def settled_of(stones: Board, others: Board, answering: int) -> Board:
    """The points that are settled."""
    return settled(stones, others, answering != 0)


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
