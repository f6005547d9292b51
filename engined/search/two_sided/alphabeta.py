"""Search to any depth: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.codes import UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import CELLS, Board, count, empties, kernel, legal
from engined.search.ordering import SLOT_BYTES
from engined.search.transposition_table import TO_THE_END
from engined.search.two_sided.endgame import solve
from engined.search.two_sided.midgame import midgame

SCRATCH_BYTES = (CELLS + 2) * SLOT_BYTES
"""Memory for lists of moves that a thread needs."""


@kernel("int64(B, B, int64, int64, int64, SearchContext)")
def search(own: Board, opp: Board, depth: int, alpha: int, beta: int, context: SearchContext) -> int:
    """Fail-soft value at this depth, in hundredths of a disc, the mover's view.

    Exact if the depth covers the empty cells; a forced pass takes no depth. After a stop the value means
    nothing; the table is sound.
    """
    left = count(empties(own, opp))
    if depth < left:
        return midgame(own, opp, legal(own, opp), min(depth, TO_THE_END - 1), alpha, beta, left, context)
    return UNIT * solve(own, opp, alpha // UNIT, -(-beta // UNIT), context)
