"""Searches of chain games to a depth, by weights: kernel source (see kernels/prelude.pyi). Start reading at the end.

Values are in hundredths of a point, the mover's view, fail-soft, and of a node only what it still decides (see
:mod:`engined.search.chains.table`). Near the end the solver answers.
"""

from engined.kernels.codes import NO_MOVE, UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    MOST_POINTS,
    drop_first,
    first,
    inline,
    is_empty,
    kernel,
    meets,
    single,
    without,
)
from engined.search.chains.game import moves_of
from engined.search.chains.solver import (
    ChainSlot,
    chain_slot,
    child_at,
    estimate_of,
    key_at,
    list_children,
    node_of,
    value_of_node,
)
from engined.search.chains.table import (
    ChainNode,
    chain_bucket,
    find_chains,
    keep_chains,
    least_image,
    left_at,
    placed_at,
)
from engined.search.many_seats.lines import forced, stepped
from engined.search.ordering import listed, next_move, set_ordering_score
from engined.search.stop import stopped, told_to_stop
from engined.search.transposition_table import TO_THE_END, depth_of, lower_of, upper_of
from engined.search.windows import answer, is_open

SOLVED = 10
"""The solver answers, at any depth, where no more turns than this are left."""
ESTIMATED = 4
"""Bit of the keys of entries whose bounds are of searches to a depth."""
NO_VALUE = -2 * UNIT * MOST_POINTS - 1
"""Below any value, whatever was gained before."""


@inline
def value_at_end(node: ChainNode, seat: int, alpha: int, beta: int, context: SearchContext) -> int:
    """The exact value of a node in hundredths, for a window of such."""
    return UNIT * value_of_node(node, seat, 0, alpha // UNIT, -(-beta // UNIT), context)


@inline
def order_children(seat: int, depth: int, slot: ChainSlot, size: int, context: SearchContext) -> None:
    """Set the ordering scores of listed moves to what the table or weights say of the nodes that they lead to."""
    image = slot.spare_images[0]
    for place in range(size):
        move = listed(slot.address, place)
        child = child_at(slot, move)
        node = child.node
        known = 0
        if depth > 2:
            key = key_at(node, 1 - seat) | ESTIMATED
            mark = least_image(node, 1 - seat, image, slot.spare_images[1])
            known = find_chains(chain_bucket(mark, key, context), image, key)
        value = upper_of(known) if known != 0 else 0
        if known == 0 or value == UNIT * MOST_POINTS:
            value = max(estimate_of(node, 1 - seat, context), lower_of(known) if known != 0 else NO_VALUE)
        set_ordering_score(slot.address, move, UNIT * child.gain - value)


@kernel("int64(ChainNode, int64, int64, int64, int64, SearchContext)")
def deep(node: ChainNode, seat: int, depth: int, alpha: int, beta: int, context: SearchContext) -> int:
    """The value of a node at a depth. After a stop it means nothing, and nothing was kept."""
    left = left_at(node)
    if is_empty(node.open_cells):
        return 0
    if left <= SOLVED:
        return value_at_end(node, seat, alpha, beta, context)
    context.nodes += 1
    if depth <= 0:
        return estimate_of(node, seat, context)
    if stopped(context):
        return alpha
    slot = chain_slot(left, context)
    image = slot.image
    lower = -UNIT * MOST_POINTS
    upper = UNIT * MOST_POINTS
    key = key_at(node, seat) | ESTIMATED
    mark = least_image(node, seat, image, slot.spare_images[0])
    bucket = chain_bucket(mark, key, context)
    known = find_chains(bucket, image, key)
    if known != 0 and depth_of(known) >= depth:
        lower = lower_of(known)
        upper = upper_of(known)
        if not is_open(lower, upper, alpha, beta):
            return answer(lower, upper, beta)
    before = context.nodes
    size = list_children(node, seat, left, slot, context)
    if depth > 1:
        order_children(seat, depth, slot, size, context)
    best = NO_VALUE
    floor = alpha
    for _ in range(size):
        child = child_at(slot, next_move(slot.address, size))
        gain = UNIT * child.gain
        ceiling = beta if best == NO_VALUE else floor + 1
        value = gain - deep(child.node, 1 - seat, depth - 1, gain - ceiling, gain - floor, context)
        if floor < value < beta and ceiling < beta:
            value = gain - deep(child.node, 1 - seat, depth - 1, gain - beta, gain - value + 1, context)
        if told_to_stop(context):
            return alpha
        if value > best:
            best = value
            floor = max(floor, best)
            if best >= beta:
                break
    if known == 0 or depth_of(known) <= depth:
        if best > alpha:
            lower = max(lower, best)
        if best < beta:
            upper = min(upper, best)
        nodes = context.nodes - before
        keep_chains(bucket, image, key, depth, lower, max(lower, upper), nodes, context)
    return best


@kernel("int64(int64, int64, int64, int64, int64, SearchContext)")
def search_chains(position: int, seat: int, depth: int, alpha: int, beta: int, context: SearchContext) -> int:
    """The value of a position for the seat to move, at a depth."""
    node = chain_slot(CELLS + 1, context).image
    ahead = UNIT * node_of(position, node)
    if seat == 1:
        ahead = -ahead
    return ahead + deep(node, seat, min(depth, TO_THE_END - 1), alpha - ahead, beta - ahead, context)


@kernel("int64(int64, int64, SearchContext)")
def known_move(position: int, seat: int, context: SearchContext) -> int:
    """The move that the table has the best score of, exactly where it can; as a step (see
    :mod:`engined.search.many_seats.lines`).
    """
    moves = moves_of(position, seat)
    if is_empty(moves):
        return forced(position)
    slot = chain_slot(CELLS + 1, context)
    node = slot.image
    child = slot.children[0].node
    image = slot.spare_images[0]
    node_of(position, node)
    choice = NO_MOVE
    best = NO_VALUE
    is_exact = False
    alone = without(moves, node.open_cells)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        gain = placed_at(node, seat, NO_MOVE if meets(single(square), alone) else square, child)
        mark = least_image(child, 1 - seat, image, slot.spare_images[1])
        key = key_at(child, 1 - seat)
        known = find_chains(chain_bucket(mark, key, context), image, key)
        if known != 0:
            score = UNIT * (gain - upper_of(known))
            if not is_exact or score > best:
                best = score
                choice = square
            is_exact = True
        elif not is_exact:
            key |= ESTIMATED
            known = find_chains(chain_bucket(mark, key, context), image, key)
            score = UNIT * gain - upper_of(known)
            if known != 0 and score > best:
                best = score
                choice = square
    return stepped(position, seat, choice)
