"""The exact solver of chain games: kernel source (see kernels/prelude.pyi). Start reading at the end.

Scores are points, the mover's view, fail-soft, and of a node only what it still decides (see
:mod:`engined.search.chains.table`). Only null windows are searched: is the score above alpha?
"""

from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BENDS_COUNT,
    CELLS,
    KEY_BITS,
    LENGTHS_COUNT,
    LIST_ROOM,
    MAX_SQUARE,
    MOST_POINTS,
    ODD_SEAT,
    Array,
    Record,
    bytes_of,
    drop_first,
    first,
    i64,
    inline,
    is_empty,
    kernel,
    load,
    room_for,
    store,
    store_key,
)
from engined.search.abdada import is_shared, place_of
from engined.search.chains.features import ChainFeatures, static_value
from engined.search.chains.game import moves_of
from engined.search.chains.table import (
    ChainNode,
    chain_bucket,
    find_chains,
    keep_chains,
    least_image,
    left_at,
    placed_at,
    settled,
)
from engined.search.many_seats.colour_boards import discs_of
from engined.search.ordering import (
    ORDERING_SCORE,
    is_put_off,
    listed,
    next_move,
    ordering_score_of,
    place_of_move,
    put_off,
    set_ordering_score,
    square_of,
)
from engined.search.stop import stopped, told_to_stop
from engined.search.transposition_table import TO_THE_END, lower_of, upper_of
from engined.search.windows import answer, is_open, next_floor


class ChainChild(Record):
    """What a listed move leads to."""

    node: ChainNode
    gain: i64
    """The points that its mover gains."""


class ChainSlot(Record):
    """The memory for nodes with some number of turns left."""

    keys: Array[i64] = room_for(LIST_ROOM)
    """A list of moves, as in :class:`engined.search.ordering.MoveList`."""
    children: Array[ChainChild] = room_for(LIST_ROOM)
    """The node that each leads to, by its place in the list."""
    image: ChainNode
    """The image of the node."""
    spare_images: Array[ChainNode] = room_for(2)
    """The image of a child, and the one that is compared with it."""


class ChainScratch(Record):
    """The memory that a thread needs."""

    slots: Array[ChainSlot] = room_for(CELLS + 2)
    """The memory for nodes, by the number of turns left; the last is for the root."""
    history: Array[i64] = room_for(MAX_SQUARE * (CELLS // 2 + 1))
    """The history scores of moves, by half the number of turns left and by square: see :func:`history_place`."""
    features: ChainFeatures


SCRATCH_BYTES = bytes_of(ChainScratch)
UNTABLED = 2
"""The transposition table is not used where no more turns than this are left."""
FORESEEN = 4
"""Enhanced transposition cutoffs are tried where more turns than this are left."""
WEIGHED = 14
"""Weights have a say in the order of moves where at least so many turns are left. 10 took half of the nodes off 5x5 by
ends and a fifth off 7x4, but no time there; 16 a quarter of the nodes and a fifth of the time off 30 positions of 8x8
with 26 open cells; this lies between.
"""
ESTIMATE_GAINS = 40
"""The move-ordering score of a hundredth of a point by weights."""
CLOSING_GAINS = 2048
GAINS = 4096
"""The move-ordering score of a cell that no longer is open, and of a point; beside them counts the history of the move,
at most FARED_WELL.
"""
FARED_WELL = 4096
JUDGED_SHIFT = 5
"""Binary logarithm of how many searches a move is judged by."""
REFUTED_COSTS = 1 << 20
"""A move that the table knows to be no good comes last."""
NO_SCORE = -MOST_POINTS - 1
"""There is no move yet."""
SHARED_TURNS = 12
"""Fewest turns left where threads keep out of each other's way."""


@inline
def chain_scratch(context: SearchContext) -> ChainScratch:
    """The memory of a context's thread."""
    return ChainScratch(context.scratch)


@inline
def chain_slot(left: int, context: SearchContext) -> ChainSlot:
    """The memory for nodes with so many turns left."""
    return chain_scratch(context).slots[left]


@inline
def child_at(slot: ChainSlot, move: int) -> ChainChild:
    """What a listed move leads to."""
    return slot.children[place_of_move(move)]


@inline
def key_at(node: ChainNode, seat: int) -> int:
    """All of a node that is in none of its sets: the turn to spare, and whom odd numbers serve where that matters."""
    mine = seat == ODD_SEAT and (LENGTHS_COUNT or BENDS_COUNT)
    return node.spare | (2 if mine else 0)


@inline
def history_place(left: int, square: int) -> int:
    """The place in the history of moves on a square with about so many turns left: what is there lies between plus and
    minus FARED_WELL.

    Whoever may place there may, so one history serves both sides (J. Schaeffer, "The history heuristic", 1983). On a
    board with symmetries it makes searches keep to one of the images, too, where the table knows more.
    """
    return (left >> 1) * MAX_SQUARE + square


@inline
def note_move(left: int, square: int, is_good: bool, context: SearchContext) -> None:
    """Note in the history whether a move was good enough."""
    if square != NO_MOVE:
        history = chain_scratch(context).history
        place = history_place(left, square)
        known = history[place]
        history[place] = known + (((FARED_WELL if is_good else -FARED_WELL) - known) >> JUDGED_SHIFT)


@inline
def list_child(
    node: ChainNode, seat: int, square: int, left: int, slot: ChainSlot, size: int, context: SearchContext
) -> None:
    """Write a move behind the others of a list, with the node that it leads to."""
    child = slot.children[size]
    child.gain = placed_at(node, seat, square, child.node)
    ordering_score = GAINS * child.gain - CLOSING_GAINS * left_at(child.node)
    if square != NO_MOVE:
        ordering_score += chain_scratch(context).history[history_place(left, square)]
    store_key(slot.address + 8 * size, ordering_score << ORDERING_SCORE | size << KEY_BITS | square)


@inline
def list_children(node: ChainNode, seat: int, left: int, slot: ChainSlot, context: SearchContext) -> int:
    """Write all moves of a node into a slot; gives their number."""
    moves = node.open_cells
    size = 0
    while not is_empty(moves):
        list_child(node, seat, first(moves), left, slot, size, context)
        moves = drop_first(moves)
        size += 1
    if node.spare != 0:
        list_child(node, seat, NO_MOVE, left, slot, size, context)
        size += 1
    return size


@inline
def estimate_of(node: ChainNode, seat: int, context: SearchContext) -> int:
    """What a node seems to be worth by weights, without a search; in hundredths of a point."""
    if is_empty(node.open_cells):
        return 0
    return static_value(node, seat, chain_scratch(context).features, context)


@inline
def weigh_children(seat: int, slot: ChainSlot, size: int, context: SearchContext) -> None:
    """Raise the ordering scores of listed moves by what weights say of the nodes that they lead to."""
    for place in range(size):
        move = listed(slot.address, place)
        estimate = estimate_of(child_at(slot, move).node, 1 - seat, context)
        set_ordering_score(slot.address, move, ordering_score_of(move) - ESTIMATE_GAINS * estimate)


@inline
def foreseen_above(seat: int, alpha: int, slot: ChainSlot, size: int, context: SearchContext) -> int:
    """A score above alpha that the table proves for a move; else NO_SCORE, and what it disproves comes last."""
    image = slot.spare_images[0]
    for place in range(size):
        move = listed(slot.address, place)
        child = child_at(slot, move)
        if left_at(child.node) > UNTABLED:
            key = key_at(child.node, 1 - seat)
            mark = least_image(child.node, 1 - seat, image, slot.spare_images[1])
            known = find_chains(chain_bucket(mark, key, context), image, key)
            if known != 0:
                gain = child.gain
                if gain - upper_of(known) > alpha:
                    return gain - upper_of(known)
                if gain - lower_of(known) <= alpha:
                    set_ordering_score(slot.address, move, ordering_score_of(move) - REFUTED_COSTS)
    return NO_SCORE


@inline
def another_searches(slot: ChainSlot, move: int, is_first: bool, mark: int, context: SearchContext) -> bool:
    """Put off a move that another thread is searching, once and if it is not the first; else note it as ours (see
    :mod:`engined.search.abdada`).
    """
    place = place_of(mark, context)
    if not is_first and load(place) == mark and not is_put_off(move):
        put_off(slot.address, move)
        return True
    store(place, mark)
    return False


@kernel("int64(ChainNode, int64, int64, SearchContext)")
def above(node: ChainNode, seat: int, alpha: int, context: SearchContext) -> int:
    """The score of a node against alpha. After a stop it means nothing, and nothing was kept."""
    context.nodes += 1
    left = left_at(node)
    if is_empty(node.open_cells):
        return 0
    slot = chain_slot(left, context)
    image = slot.image
    lower = -MOST_POINTS
    upper = MOST_POINTS
    key = 0
    bucket = 0
    mark = 0
    if left > UNTABLED:
        if stopped(context):
            return alpha
        key = key_at(node, seat)
        mark = least_image(node, seat, image, slot.spare_images[0])
        bucket = chain_bucket(mark, key, context)
        known = find_chains(bucket, image, key)
        if known != 0:
            lower = lower_of(known)
            upper = upper_of(known)
            if lower > alpha:
                return lower
            if upper <= alpha:
                return upper
    before = context.nodes
    size = list_children(node, seat, left, slot, context)
    if left >= WEIGHED and context.weights != 0:
        weigh_children(seat, slot, size, context)
    if left > FORESEEN:
        score = foreseen_above(seat, alpha, slot, size, context)
        if score > alpha:
            keep_chains(bucket, image, key, TO_THE_END, max(lower, score), upper, 1, context)
            return score
    best = NO_SCORE
    shared = left >= SHARED_TURNS and is_shared(context)
    remaining = size
    while remaining > 0:
        move = next_move(slot.address, size)
        child = child_at(slot, move)
        gain = child.gain
        place = mark + 2 * square_of(move) + 1
        if shared and another_searches(slot, move, best == NO_SCORE, place, context):
            continue
        score = gain - above(child.node, 1 - seat, gain - alpha - 1, context)
        if shared:
            store(place_of(place, context), 0)
        if left > UNTABLED and told_to_stop(context):
            return alpha
        if left > UNTABLED:
            note_move(left, square_of(move), score > alpha, context)
        if score > best:
            best = score
            if best > alpha:
                break
        remaining -= 1
    if left > UNTABLED:
        if best > alpha:
            lower = max(lower, best)
        else:
            upper = min(upper, best)
        nodes = context.nodes - before
        keep_chains(bucket, image, key, TO_THE_END, lower, upper, nodes, context)
    return best


@kernel("int64(ChainNode, int64, int64, int64, int64, SearchContext)")
def value_of_node(node: ChainNode, seat: int, guess: int, alpha: int, beta: int, context: SearchContext) -> int:
    """The exact value of a node: right between alpha and beta, a lower bound from beta on, an upper one up to alpha.
    Null windows, from a guess on.
    """
    lower = -MOST_POINTS
    upper = MOST_POINTS
    while is_open(lower, upper, alpha, beta):
        floor = next_floor(guess, lower, upper, alpha, beta)
        guess = above(node, seat, floor, context)
        if told_to_stop(context):
            break
        if guess > floor:
            lower = guess
        else:
            upper = guess
    return answer(lower, upper, beta)


@inline
def node_of(position: int, node: ChainNode) -> int:
    """Write the node of a position; gives by how much the first seat is ahead in what is counted for good."""
    return settled(discs_of(position, 0), discs_of(position, 1), moves_of(position, 0), 0, node)


@kernel("int64(int64, int64, int64, int64, int64, SearchContext)")
def solve_chains(position: int, seat: int, guess: int, alpha: int, beta: int, context: SearchContext) -> int:
    """The exact value of a position for the seat to move, as :func:`value_of_node` gives it."""
    node = chain_slot(CELLS + 1, context).image
    ahead = node_of(position, node)
    if seat == 1:
        ahead = -ahead
    return ahead + value_of_node(node, seat, guess - ahead, alpha - ahead, beta - ahead, context)
