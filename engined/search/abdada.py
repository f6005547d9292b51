"""Several threads on one position: kernel source (see kernels/prelude.pyi).

All threads run the same search on the same table. Each notes in a list what it is searching; a thread that
comes to a move, not the first of its node, that another searches puts it off until its others are done: by
then the table has the answer (T. Kerrigan, "Simplified ABDADA", after J.-C. Weill, "The ABDADA distributed
minimax search algorithm", 1996). The list is only a hint: it may lose notes, and no score depends on it.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import Board, hash_position, inline, load, shift_right, store
from engined.search.ordering import is_put_off, put_off

PLACES_SHIFT = 52
"""64 minus the binary logarithm of the number of places in the list."""
SEARCHING_BYTES = 8 << (64 - PLACES_SHIFT)
"""The size of the list of positions under search, in bytes."""


@inline
def place_of(mark: int, context: SearchContext) -> int:
    """Address where a position is noted, given its hash."""
    return context.searching + 8 * shift_right(mark, PLACES_SHIFT)


@inline
def is_shared(context: SearchContext) -> bool:
    """Whether there are other threads."""
    return context.searching != 0


@inline
def postpone(slot: int, move: int, first: bool, own: Board, opp: Board, context: SearchContext) -> bool:
    """Put off a move of a list that another thread is searching, once and if it is not the first of its node.

    ``own`` and ``opp`` are the position after the move. Else note that this thread searches it.
    """
    mark = hash_position(own, opp)
    place = place_of(mark, context)
    if not first and load(place) == mark and not is_put_off(move):
        put_off(slot, move)
        return True
    store(place, mark)
    return False


@inline
def leave(own: Board, opp: Board, context: SearchContext) -> None:
    """The search of a position is done."""
    store(place_of(hash_position(own, opp), context), 0)
