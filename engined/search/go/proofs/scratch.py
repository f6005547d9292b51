"""The memory of Go's solver, a thread's own: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import CELLS, MAX_SQUARE, Array, Record, bytes_of, i64, inline, room_for

DEEPEST = 250
"""Plies of a search at most."""


class SolverPly(Record):
    """The memory of a ply."""

    known: i64
    """The best move that the table knows of its node; NO_MOVE where it knows none."""
    symmetry: i64
    """The symmetry that takes the position of its node to the entry in the table."""
    killer: i64
    """The move that settled a question on this ply last."""
    unsure: i64
    """1 where not all moves of an attacker are searched, so that its failure is none in the game."""
    keys: Array[i64] = room_for(CELLS + 2)
    """The moves of its node: a move-ordering score each, and from bit 0 on MOVE_BITS of the move."""


class SolverScratch(Record):
    """The memory that a thread needs."""

    plies: Array[SolverPly] = room_for(DEEPEST + 1)
    history: Array[i64] = room_for(2 * (MAX_SQUARE + 1))
    """The history scores of moves: for defenders, and behind those for attackers."""


SOLVER_BYTES = bytes_of(SolverScratch)


@inline
def solver_scratch(context: SearchContext) -> SolverScratch:
    """The memory of a thread."""
    return SolverScratch(context.scratch)
