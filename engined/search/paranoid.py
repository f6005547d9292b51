"""Searches of games of many seats as two-sided ones: kernel text (see kernels/prelude.pyi).

The seats in a mask, the allies, want a margin high, and all others want it low: by how much one side is ahead of the
best other side when the game ends. With the seats of a side as allies this is a game of two teams; of a single seat it
is the paranoid view (N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", 2000), with more seats
an alliance.

Values are in hundredths of a disc, from the view of the side that the seat to move is on, fail-soft.
"""

from engined.evaluation.geometry import UNIT, evaluate
from engined.kernels.context import NODES, QUESTION
from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    FULL,
    HOMES,
    MAX_SQUARE,
    NEUTRAL,
    SEATS,
    Board,
    add_to,
    both,
    count,
    drop_first,
    either,
    empty_set,
    first,
    inline,
    is_empty,
    kernel,
    load,
    meets,
    single,
    store,
    without,
)
from engined.search.multiplayer_position import (
    PASSED,
    TALLY_MOVE_SHIFT,
    colour_of,
    discs_of,
    following,
    is_over,
    margin_of_side,
    moves_of,
    occupied,
    play_on,
    tally_of,
    turned_by,
)
from engined.search.multiplayer_table import find_seated, keep_seated, seated_bucket
from engined.search.ordering import (
    CORNER_REPLY_COSTS,
    KNOWN_BEST,
    REPLY_COSTS,
    SLOT_BYTES,
    add_move,
    flips_of,
    next_move,
    slot_of,
    square_of,
)
from engined.search.stop import stopped, told_to_stop
from engined.search.transposition_table import (
    NO_MOVE,
    TO_THE_END,
    UNBOUNDED,
    depth_of,
    lower_of,
    move_of,
    pack,
    upper_of,
)

MOST_VALUE = UNIT * CELLS
UNSEEN = -MOST_VALUE - 1
SCRATCH_BYTES = (CELLS + 2) * SLOT_BYTES
"""Memory for lists of moves that a thread needs."""
UNTABLED = 4
"""Most empty cells without table and order of moves."""
ALLY_BITS = 8
"""A question is the mask of allies, and above it the side whose margin is meant."""


MAXN_QUESTION = 1 << ALLY_BITS + 4
"""The question of :mod:`engined.search.maxn`, where everybody wants the own side's margin high."""
RULE_SHIFT = 16
"""There it also tells the rule for ties, above so many bits."""


@inline
def is_ally(seat: int, context: int) -> bool:
    """Whether a seat wants the margin high."""
    return (load(context + 8 * QUESTION) >> seat) & 1 != 0


@inline
def key_of(seat: int, context: int) -> int:
    """The seat to move and the question, in one word."""
    return seat | load(context + 8 * QUESTION) << 4


@inline
def verdict(position: int, seat: int, context: int) -> int:
    """The value of a finished game."""
    margin = UNIT * margin_of_side(tally_of(position), load(context + 8 * QUESTION) >> ALLY_BITS)
    return margin if is_ally(seat, context) else -margin


@inline
def discs_of_allies(position: int, allied: bool, context: int) -> Board:
    """The discs of the colours that the allies play, or those against them."""
    found = empty_set()
    for seat in range(SEATS):
        if is_ally(seat, context) == allied:
            found = either(found, discs_of(position, colour_of(seat)))
    return found


@inline
def expected(position: int, seat: int, context: int) -> int:
    """An estimate by the board's geometry, as if the two sides played the two-sided game there.

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


@kernel("int64(int64, int64, int64, int64, int64)")
def last_sides(position: int, seat: int, alpha: int, beta: int, context: int) -> int:
    """The exact value with few empty cells: no table."""
    add_to(context + 8 * NODES, 1)
    moves = moves_of(position, seat)
    after_seat = following(seat)
    same = is_ally(seat, context) == is_ally(after_seat, context)
    if is_empty(moves):
        if is_over(position):
            return verdict(position, seat, context)
        if same:
            return last_sides(position, after_seat, alpha, beta, context)
        return -last_sides(position, after_seat, -beta, -alpha, context)
    best = UNSEEN
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, turned_by(position, seat, square))
        if same:
            value = last_sides(after, after_seat, alpha, beta, context)
        else:
            value = -last_sides(after, after_seat, -beta, -alpha, context)
        if value > best:
            best = value
            alpha = max(alpha, best)
            if best >= beta:
                break
    return best


@inline
def order_for_sides(position: int, seat: int, moves: Board, known: int, same: bool, slot: int) -> int:
    """Write the moves into a slot; gives their number. Few replies are good, above all at corners; many of an ally."""
    size = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = turned_by(position, seat, square)
        key = KNOWN_BEST
        if square != known:
            replies = moves_of(play_on(position, seat, square, flipped), following(seat))
            key = -REPLY_COSTS * count(replies) - CORNER_REPLY_COSTS * count(both(replies, CORNERS))
            if same:
                key = -key
            if meets(single(square), CORNERS):
                key += CORNER_REPLY_COSTS
        add_move(slot, size, key, square, flipped)
        size += 1
    return size


@inline
def answers(data: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry settles a window at a depth."""
    if data == 0 or depth_of(data) < depth:
        return False
    return lower_of(data) >= beta or upper_of(data) <= alpha or lower_of(data) == upper_of(data)


@kernel("int64(int64, int64, int64, int64, int64, int64, int64)")
def sides(position: int, seat: int, depth: int, alpha: int, beta: int, left: int, context: int) -> int:
    """The value at a depth, TO_THE_END for exact ones; after a stop it means nothing, and nothing was kept."""
    if left <= UNTABLED and depth == TO_THE_END:
        return last_sides(position, seat, alpha, beta, context)
    add_to(context + 8 * NODES, 1)
    if stopped(context):
        return alpha
    moves = moves_of(position, seat)
    after_seat = following(seat)
    same = is_ally(seat, context) == is_ally(after_seat, context)
    if is_empty(moves):
        if is_over(position):
            return verdict(position, seat, context)
        if same:
            return sides(position, after_seat, depth, alpha, beta, left, context)
        return -sides(position, after_seat, depth, -beta, -alpha, left, context)
    if depth <= 0:
        return expected(position, seat, context)
    key = key_of(seat, context)
    bucket = seated_bucket(position, key, context)
    known = find_seated(bucket, position, key)
    if answers(known, depth, alpha, beta):
        return lower_of(known) if lower_of(known) >= beta or lower_of(known) == upper_of(known) else upper_of(known)
    before = load(context + 8 * NODES)
    slot = slot_of(left, context)
    move = move_of(known) if known != 0 else NO_MOVE
    size = order_for_sides(position, seat, moves, move, same, slot)
    deeper = depth if depth == TO_THE_END else depth - 1
    best = UNSEEN
    floor = alpha
    for _ in range(size):
        given = next_move(slot, size)
        square = square_of(given)
        after = play_on(position, seat, square, flips_of(slot, given))
        ceiling = beta if best == UNSEEN else floor + 1
        if same:
            value = sides(after, after_seat, deeper, floor, ceiling, left - 1, context)
            if floor < value < beta and ceiling < beta:
                value = sides(after, after_seat, deeper, value - 1, beta, left - 1, context)
        else:
            value = -sides(after, after_seat, deeper, -ceiling, -floor, left - 1, context)
            if floor < value < beta and ceiling < beta:
                value = -sides(after, after_seat, deeper, -beta, 1 - value, left - 1, context)
        if told_to_stop(context):
            return alpha
        if value > best:
            best = value
            move = square
            floor = max(floor, best)
            if best >= beta:
                break
    lower = best if best > alpha else -UNBOUNDED
    upper = best if best < beta else UNBOUNDED
    if known != 0 and depth_of(known) == depth:
        lower = max(lower, lower_of(known))
        upper = min(upper, upper_of(known))
    if known == 0 or depth_of(known) <= depth:
        nodes = load(context + 8 * NODES) - before
        keep_seated(bucket, position, key, pack(lower, upper, move, depth, 0), nodes, context)
    return best


@kernel("int64(int64, int64, int64, int64, int64, int64)")
def solve_sides(position: int, seat: int, guess: int, alpha: int, beta: int, context: int) -> int:
    """The exact value in discs: right between alpha and beta, a lower bound from beta on, an upper one up to alpha.

    Null windows from a guess on, until nothing is open (see :mod:`engined.search.endgame`).
    """
    left = count(without(FULL, occupied(position)))
    lower = -CELLS
    upper = CELLS
    while lower < upper and lower < beta and upper > alpha:
        floor = min(max(guess, lower + 1, alpha + 1), upper, beta)
        value = sides(position, seat, TO_THE_END, UNIT * floor - 1, UNIT * floor, left, context)
        if told_to_stop(context):
            break
        if value >= UNIT * floor:
            lower = value // UNIT
            guess = lower + 1
        else:
            upper = value // UNIT
            guess = upper
    return lower if lower >= beta or lower == upper else upper


@kernel("int64(int64, int64, int64, int64, int64, int64)")
def search_sides(position: int, seat: int, depth: int, alpha: int, beta: int, context: int) -> int:
    """The value at a depth short of the end, fail-soft."""
    left = count(without(FULL, occupied(position)))
    return sides(position, seat, min(depth, TO_THE_END - 1), alpha, beta, left, context)


@kernel("int64(int64, int64, int64, int64, int64)")
def line_of_sides(position: int, seat: int, plies: int, context: int, out: int) -> int:
    """Write the best known moves from a position, at most so many placements, and passes as -1: gives their number."""
    written = 0
    while plies > 0:
        moves = moves_of(position, seat)
        if is_empty(moves):
            if is_over(position):
                break
            store(out + 8 * written, PASSED)
            written += 1
            seat = following(seat)
            continue
        key = key_of(seat, context)
        known = find_seated(seated_bucket(position, key, context), position, key)
        of_maxn = load(context + 8 * QUESTION) >= MAXN_QUESTION
        square = (known >> TALLY_MOVE_SHIFT) & 1023 if of_maxn else move_of(known)
        if known == 0 or square >= MAX_SQUARE or not meets(moves, single(square)):
            break
        store(out + 8 * written, square)
        written += 1
        plies -= 1
        position = play_on(position, seat, square, turned_by(position, seat, square))
        seat = following(seat)
    return written
