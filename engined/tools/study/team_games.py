"""Games of two teams, one program playing both: kernel source (see kernels/prelude.pyi).

What it looks for is what the paper names: freedom, good cells, and above all discs at edges that are safe for good, in
hundredths of such a disc; the weights are ours. A random number is added to every evaluation, the same whenever the
same game comes to the same position: so a search means the same, however it goes about it. Near the end it reads
everything, for the difference of what the teams count.
"""

from engined.evaluation.geometry import difference, stable_edges
from engined.evaluation.values import MOST_VALUE
from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CORNERS,
    around,
    border,
    count,
    drop_first,
    either,
    first,
    inline,
    is_empty,
    kernel,
    shift_right,
    store,
    without,
)
from engined.search.game import captured_by, following, hash_of, is_over, left_in, moves_of, play_on, tally_of
from engined.search.many_seats.colour_boards import discs_of, occupied
from engined.search.many_seats.paranoid import answers, order_for_sides, sides, verdict
from engined.search.many_seats.seats import colour_of
from engined.search.many_seats.table import find_seated, keep_seated, seated_bucket
from engined.search.ordering import flips_of, next_move, slot_of, square_of
from engined.search.random import mixed, number_of_game
from engined.search.stop import stopped, told_to_stop
from engined.search.transposition_table import TO_THE_END, lower_of, move_of, pack_found, upper_of
from engined.search.windows import answer
from engined.tools.study.game_words import TEAM_GAME_WORDS

STABLE = 100
FREE = 20
"""The worth of a move more than the next seat has."""
CORNER = 60
NEXT_TO_CORNER = -30
EDGE = 10
CHANCE = 150
"""The random numbers lie this far from each other at most: one and a half stable discs."""
WIDEST_VALUE = MOST_VALUE + MOST_VALUE
"""The widest value: looking ahead may find more than any score."""


@inline
def luck(position: int, seat: int, game: int) -> int:
    """The random number that a game adds where a seat is to move."""
    word = shift_right(mixed(hash_of(position, seat) ^ mixed(game)), 32)
    return shift_right(word * (CHANCE + 1), 32) - CHANCE // 2


@inline
def worth_to_team(position: int, seat: int, game: int) -> int:
    """What a position is worth to the team of the seat to move."""
    mine = discs_of(position, colour_of(seat))
    after_seat = following(seat)
    theirs = discs_of(position, colour_of(after_seat))
    edges = without(either(border(0), border(1)), CORNERS)
    open_corners = without(CORNERS, occupied(position))
    value = FREE * (count(moves_of(position, seat)) - count(moves_of(position, after_seat)))
    value += STABLE * stable_edges(mine, theirs)
    value += CORNER * difference(mine, theirs, CORNERS)
    value += EDGE * difference(mine, theirs, edges)
    value += NEXT_TO_CORNER * difference(mine, theirs, around(open_corners))
    return value + luck(position, seat, game)


@kernel("int64(int64, int64, int64, int64, int64, int64, int64, SearchContext)")
def look_ahead(
    position: int, seat: int, depth: int, alpha: int, beta: int, left: int, game: int, context: SearchContext
) -> int:
    """The value that a game has for the seat to move by looking so many placements ahead, fail-soft.

    After a stop it means nothing, and nothing was kept.
    """
    context.nodes += 1
    if stopped(context):
        return alpha
    moves = moves_of(position, seat)
    after_seat = following(seat)
    if is_empty(moves):
        if is_over(position):
            return verdict(position, seat, context)
        return -look_ahead(position, after_seat, depth, -beta, -alpha, left, game, context)
    if depth <= 0:
        return worth_to_team(position, seat, game)
    # Above the questions of exact searches.
    key = seat | depth << 4 | (game + 1) << 16
    bucket = seated_bucket(position, key, context)
    known = find_seated(bucket, position, key)
    if answers(known, depth, alpha, beta):
        return answer(lower_of(known), upper_of(known), beta)
    before = context.nodes
    slot = slot_of(left, context)
    move = move_of(known) if known != 0 else NO_MOVE
    size = order_for_sides(position, seat, moves, move, False, slot)
    best = -WIDEST_VALUE
    floor = alpha
    for _ in range(size):
        given = next_move(slot, size)
        square = square_of(given)
        after = play_on(position, seat, square, flips_of(slot, given))
        ceiling = beta if best == -WIDEST_VALUE else floor + 1
        value = -look_ahead(after, after_seat, depth - 1, -ceiling, -floor, left - 1, game, context)
        if floor < value < beta and ceiling < beta:
            value = -look_ahead(after, after_seat, depth - 1, -beta, 1 - value, left - 1, game, context)
        if told_to_stop(context):
            return alpha
        if value > best:
            best = value
            move = square
            floor = max(floor, best)
            if best >= beta:
                break
    data = pack_found(best, alpha, beta, move, depth, 0)
    keep_seated(bucket, position, key, data, context.nodes - before, context)
    return best


@inline
def best_by(position: int, seat: int, depth: int, exact: bool, left: int, game: int, context: SearchContext) -> int:
    """The first of the best moves in board order."""
    moves = moves_of(position, seat)
    after_seat = following(seat)
    best = -WIDEST_VALUE
    choice = first(moves)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, captured_by(position, seat, square))
        if exact:
            value = -sides(after, after_seat, TO_THE_END, -MOST_VALUE, -max(best, -MOST_VALUE), left - 1, context)
        else:
            value = -look_ahead(after, after_seat, depth - 1, -WIDEST_VALUE, -best, left - 1, game, context)
        if value > best:
            best = value
            choice = square
    return choice


@kernel("int64(int64, int64, int64, int64, int64, int64, int64, int64, SearchContext)")
def team_games(
    position: int, seat: int, seed: int, game: int, games: int, depth: int, read: int, out: int, context: SearchContext
) -> int:
    """Play so many games of a seed, from the one with this number on; gives how many were played.

    Looking ``depth`` placements ahead; all is read where ``read`` cells are empty, or fewer.
    """
    played = 0
    while played < games:
        number = shift_right(number_of_game(seed, game + played), 24)
        here = position
        mover = seat
        left = left_in(here)
        while not told_to_stop(context):
            if not is_empty(moves_of(here, mover)):
                square = best_by(here, mover, depth, left <= read, left, number, context)
                here = play_on(here, mover, square, captured_by(here, mover, square))
                left -= 1
            elif is_over(here):
                break
            mover = following(mover)
        if told_to_stop(context):
            break
        store(out + 8 * TEAM_GAME_WORDS * played, tally_of(here))
        mine = count(discs_of(here, colour_of(seat)))
        store(out + 8 * TEAM_GAME_WORDS * played + 8, mine - count(discs_of(here, colour_of(following(seat)))))
        played += 1
    return played
