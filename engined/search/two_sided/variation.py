"""The line that the table holds: kernel source (see kernels/prelude.pyi).

That of :mod:`engined.search.flip_choice.search` comes from another table, and its moves are squares and sets of discs.
"""

from engined.kernels.codes import PASSED
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    MAX_SQUARE,
    Board,
    flips,
    is_empty,
    kernel,
    legal,
    meets,
    next_opp,
    next_own,
    single,
    store,
)
from engined.search.transposition_table import bucket_of, find_estimate, find_exact, move_of


@kernel("int64(B, B, int64, SearchContext, int64)")
def variation(own: Board, opp: Board, plies: int, context: SearchContext, out: int) -> int:
    """Write the best known moves from a position, at most so many placements, and passes as -1.

    Returns how many were written. Only legal moves are written.
    """
    written = 0
    while plies > 0:
        moves = legal(own, opp)
        if is_empty(moves):
            if is_empty(legal(opp, own)):
                break
            store(out + 8 * written, PASSED)
            written += 1
            opp, own = own, opp
            continue
        bucket = bucket_of(own, opp, context)
        known = find_exact(bucket, own, opp)
        if known == 0:
            known = find_estimate(bucket, own, opp)
        square = move_of(known)
        if known == 0 or square >= MAX_SQUARE or not meets(moves, single(square)):
            break
        store(out + 8 * written, square)
        written += 1
        plies -= 1
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        opp = next_opp(own, opp, square, flipped)
        own = after_own
    return written
