"""The flipping game among seats as :mod:`engined.search.game` describes it: kernel source (see kernels/prelude.pyi)."""

from engined.evaluation.geometry import evaluate
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CORNERS,
    HOMES,
    NEUTRAL,
    SEATS,
    Board,
    both,
    count,
    either,
    empty_set,
    inline,
    is_empty,
    meets,
    single,
    without,
)
from engined.search.many_seats.colour_boards import STORED_BYTES, discs_of, hash_of, is_stored, occupied, store_position
from engined.search.many_seats.flipping_seats import (
    MOST_PLACEMENTS,
    POSITION_BYTES,
    captured_by,
    is_over,
    left_in,
    moves_of,
    play_on,
    tally_of,
)
from engined.search.many_seats.questions import is_ally
from engined.search.many_seats.seats import colour_of, following
from engined.search.ordering import CORNER_REPLY_COSTS, REPLY_COSTS
from engined.search.random import any_of

__all__ = (
    "MOST_PLACEMENTS",
    "POSITION_BYTES",
    "STORED_BYTES",
    "captured_by",
    "estimate",
    "following",
    "hash_of",
    "is_over",
    "is_stored",
    "left_in",
    "moves_of",
    "ordering_score_at",
    "play_on",
    "playout_move",
    "store_position",
    "tally_of",
)


@inline
def playout_move(position: int, seat: int, moves: Board, context: SearchContext) -> int:
    """A corner, where there is one."""
    corners = both(moves, CORNERS)
    return any_of(moves if is_empty(corners) else corners, context)


@inline
def discs_of_allies(position: int, allied: bool, context: SearchContext) -> Board:
    """The discs of the colours that the allies play, or those against them."""
    found = empty_set()
    for seat in range(SEATS):
        if is_ally(seat, context) == allied:
            found = either(found, discs_of(position, colour_of(seat)))
    return found


@inline
def estimate(position: int, seat: int, context: SearchContext) -> int:
    """The value by the board's geometry, as if the two sides played the two-sided game there.

    On a full board the home regions of a side hold as many more of its discs as half of the difference of discs says.
    """
    allied = is_ally(seat, context)
    mine = discs_of_allies(position, allied, context)
    theirs = discs_of_allies(position, not allied, context)
    if NEUTRAL:
        discs = occupied(position)
        ahead = evaluate(mine, without(discs, mine), context) - evaluate(theirs, without(discs, theirs), context)
        ahead = ahead >> 1
    else:
        ahead = evaluate(mine, theirs, context)
    return ahead >> 1 if HOMES else ahead


@inline
def ordering_score_at(position: int, seat: int, square: int, captured: Board, same: bool) -> int:
    """Few replies are good, above all at corners; many of an ally."""
    replies = moves_of(play_on(position, seat, square, captured), following(seat))
    score = -REPLY_COSTS * count(replies) - CORNER_REPLY_COSTS * count(both(replies, CORNERS))
    if same:
        score = -score
    if meets(single(square), CORNERS):
        score += CORNER_REPLY_COSTS
    return score
