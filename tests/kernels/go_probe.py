"""A board of Go, move by move, for tests: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.prelude import kernel
from engined.search.go.board import (
    GoBoard,
    colour_at,
    empties_beside,
    head_at,
    is_legal,
    liberties_of,
    play_point,
    size_of,
)
from engined.search.go.tactics import tactic_of

__all__ = ("tactic_of",)


@kernel("int64(GoBoard, int64)")
def play_at(board: GoBoard, point: int) -> int:
    """Play a legal move."""
    play_point(board, point)
    return board.address


@kernel("int64(GoBoard, int64)")
def legal_at(board: GoBoard, point: int) -> int:
    """1 if the mover may play on an empty point."""
    return 1 if is_legal(board, point) else 0


@kernel("int64(GoBoard, int64)")
def chain_at(board: GoBoard, point: int) -> int:
    """Of the chain of a stone, its stones and, from bit 16 on, its liberties; 0 where there is no stone."""
    there = colour_at(board, point)
    if there == 0 or there == 3:
        return 0
    head = head_at(board, point)
    return size_of(board, head) | liberties_of(board, head) << 16


@kernel("int64(GoBoard, int64)")
def room_at(board: GoBoard, point: int) -> int:
    """How many neighbours of a point are empty."""
    return empties_beside(board, point)
