"""Games at random whose last moves are read to the end: kernel source (see kernels/prelude.pyi).

From where so few cells are empty on, every seat looks to its own final rank, equal ones sharing the better rank, and
to nothing else: max^n, where of moves that are worth the same the first in board order is played. So nothing can be
pruned but what follows a move that wins: no later one is better.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    SEATS,
    drop_first,
    first,
    inline,
    is_empty,
    kernel,
    store,
)
from engined.search.game import captured_by, following, is_over, left_in, moves_of, play_on, tally_of
from engined.search.many_seats.seats import count_in
from engined.search.many_seats.table import TALLY_MASK, find_seated, keep_seated, seated_bucket
from engined.search.random import any_of, begin_game
from engined.search.stop import stopped, told_to_stop
from engined.tools.study.game_words import RANKED_GAME_WORDS

RANKED_UNTABLED = 2
"""Most empty cells without table."""


@inline
def rank_in(tally: int, seat: int) -> int:
    """The rank of a seat, from 1, by what it counts: equal ones share the better rank."""
    mine = count_in(tally, seat)
    rank = 1
    for other in range(SEATS):
        if count_in(tally, other) > mine:
            rank += 1
    return rank


@kernel("int64(int64, int64, int64, SearchContext)")
def ranked(position: int, seat: int, left: int, context: SearchContext) -> int:
    """What all seats count at the end; after a stop of no meaning, and nothing was kept."""
    context.nodes += 1
    if stopped(context):
        return 0
    moves = moves_of(position, seat)
    after_seat = following(seat)
    if is_empty(moves):
        return tally_of(position) if is_over(position) else ranked(position, after_seat, left, context)
    bucket = 0
    if left > RANKED_UNTABLED:
        bucket = seated_bucket(position, seat, context)
        known = find_seated(bucket, position, seat)
        if known != 0:
            return known & TALLY_MASK
    before = context.nodes
    best = SEATS + 1
    tally = 0
    while best > 1 and not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, captured_by(position, seat, square))
        found = ranked(after, after_seat, left - 1, context)
        rank = rank_in(found, seat)
        if rank < best:
            best = rank
            tally = found
    if bucket != 0 and not told_to_stop(context):
        keep_seated(bucket, position, seat, tally, context.nodes - before, context)
    return tally


@kernel("int64(int64, int64, int64, int64, int64, int64, int64, SearchContext)")
def ranked_games(
    position: int, seat: int, seed: int, game: int, games: int, read: int, out: int, context: SearchContext
) -> int:
    """Play so many games of a seed, from the one with this number on, and write what all seats count at the end.

    They are read from where ``read`` cells are empty, or fewer. Gives how many were played.
    """
    played = 0
    while played < games:
        begin_game(seed, game + played, context)
        here = position
        mover = seat
        left = left_in(here)
        while left > read:
            moves = moves_of(here, mover)
            if not is_empty(moves):
                square = any_of(moves, context)
                here = play_on(here, mover, square, captured_by(here, mover, square))
                left -= 1
            elif is_over(here):
                break
            mover = following(mover)
        store(out + 8 * RANKED_GAME_WORDS * played, ranked(here, mover, left, context))
        if told_to_stop(context):
            break
        played += 1
    return played
