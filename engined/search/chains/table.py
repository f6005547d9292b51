"""Positions of chain games as their future sees them, and a table of them: kernel source (see kernels/prelude.pyi).

What is counted for good is forgotten: chains that no open cell touches, and closed cells. Of the others, only the
colours of stones that may still be ends matter, and where ends do not count, none: such stones are as if the first
seat's. A cell that nothing can close will have a stone at the end; where its colour does not matter, the stone is
there at once, and what is left of it is a turn to spare. Two of those are none, since either side can answer one by the
other.

So a position is a node: the stones of both seats, the open cells, and whether there is a turn to spare. Equal ones, up
to the symmetries of the board and to who is who, have one entry in the table: a word of data and the sets, each of
their words xored with the data (see :mod:`engined.search.transposition_table`).

Two things more could be told apart less, and did not pay. Regions that no longer touch each other, moved and turned one
by one: of what tables know after 5x5, 6x4 and 6x5 are solved, 1 to 13 % has two or more of them, 0.1 to 1.4 % is the
twin of something else then; on 5x5 that took 2 % fewer nodes, and half as long again. What is within a chain, of which
only ends, parities and colours still matter: up to 7 % fewer nodes, and a quarter longer.
"""

from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BOARD_BYTES,
    BRANCHING,
    ENDS_COUNT,
    MIRRORS,
    WORDS,
    Board,
    both,
    count,
    either,
    empty_set,
    hash_position,
    inline,
    is_equal,
    load,
    load_board,
    meets,
    mirrored,
    prefetch,
    shift_right,
    single,
    store,
    store_board,
    without,
    xor_all,
)
from engined.search.chains.board import adjacent, open_after, points_in, spread, thrice, twice
from engined.search.hashing import GOLDEN, MIXER
from engined.search.many_seats.seats import count_in
from engined.search.transposition_table import dated, depth_of, joined, least_dear, level_kept, pack

SECOND = BOARD_BYTES
"""Where a node has the stones of the second seat, behind those of the first."""
OPEN = 2 * BOARD_BYTES
SPARE = 3 * BOARD_BYTES
CHAIN_NODE_BYTES = SPARE + 8
BY_ROWS = 1
BY_COLUMNS = 2
BY_DIAGONAL = 4
"""Bits of MIRRORS, and one more than the numbers of mirrors."""
STORED_BOARDS = 3 if ENDS_COUNT else 2
CHAIN_ENTRY_BYTES = 8 + BOARD_BYTES * STORED_BOARDS
CHAIN_BUCKET_BYTES = 128 << min(WORDS - 1, 2)
CHAIN_WAYS = CHAIN_BUCKET_BYTES // CHAIN_ENTRY_BYTES


# --- nodes ----------------------------------------------------------------------------------------


@inline
def left_at(node: int) -> int:
    """How many turns can follow, at most."""
    return count(load_board(node + OPEN)) + load(node + SPARE)


@inline
def stones_at(node: int) -> Board:
    """The stones of a node."""
    return either(load_board(node), load_board(node + SECOND))


@inline
def certain_in(stones: Board, open_cells: Board) -> Board:
    """Open cells that stay open until a stone comes there, whatever is played before, if its colour does not matter.

    Were there stones on all open cells, such a cell would be on no loop, and neither it nor one beside it would have
    too many neighbours. So all of them can be found at a time. Where ends count, it must not become one.
    """
    graph = either(stones, open_cells)
    certain = open_cells
    if not BRANCHING:
        crowded = both(graph, thrice(graph))
        certain = without(certain, either(crowded, adjacent(crowded)))
    core = graph
    while meets(certain, core):
        smaller = both(core, twice(core))
        if is_equal(smaller, core):
            break
        core = smaller
    certain = without(certain, core)
    if ENDS_COUNT:
        fixed = either(stones, certain)
        certain = without(certain, adjacent(without(open_cells, certain)))
        certain = without(certain, without(adjacent(fixed), twice(fixed)))
    return certain


@inline
def settled(first_stones: Board, second_stones: Board, open_cells: Board, spare: int, node: int) -> int:
    """Write a node; gives by how much the first seat is ahead in what is counted for good."""
    stones = either(first_stones, second_stones)
    certain = certain_in(stones, open_cells)
    first_stones = either(first_stones, certain)
    stones = either(stones, certain)
    open_cells = without(open_cells, certain)
    spare += count(certain)
    live = spread(both(adjacent(open_cells), stones), stones)
    points = points_in(without(stones, live), first_stones)
    second_ends = empty_set()
    if ENDS_COUNT:
        second_ends = both(second_stones, without(live, twice(live)))
    store_board(node, without(live, second_ends))
    store_board(node + SECOND, second_ends)
    store_board(node + OPEN, open_cells)
    store(node + SPARE, spare & 1)
    return count_in(points, 0) - count_in(points, 1)


@inline
def placed_at(node: int, seat: int, square: int, after: int) -> int:
    """Write the node after a placement, NO_MOVE for one on a cell that stays alone; gives what the mover gains."""
    first_stones = load_board(node)
    second_stones = load_board(node + SECOND)
    open_cells = load_board(node + OPEN)
    spare = load(node + SPARE)
    if square == NO_MOVE:
        store_board(after, first_stones)
        store_board(after + SECOND, second_stones)
        store_board(after + OPEN, open_cells)
        store(after + SPARE, 1 - spare)
        return 0
    stone = single(square)
    if ENDS_COUNT and seat == 1:
        second_stones = either(second_stones, stone)
    else:
        first_stones = either(first_stones, stone)
    stones = either(first_stones, second_stones)
    left = open_after(stones, without(open_cells, stone), spread(stone, stones))
    gain = settled(first_stones, second_stones, left, spare, after)
    return -gain if seat == 1 else gain


# --- the table ------------------------------------------------------------------------------------


@inline
def hash_of_image(image: int) -> int:
    """Of the sets of a node; well mixed in its high bits."""
    mixed = hash_position(load_board(image), load_board(image + OPEN))
    if ENDS_COUNT:
        mixed = (mixed ^ shift_right(mixed, 31)) * MIXER
        mixed += hash_position(load_board(image + SECOND), empty_set())
        mixed = (mixed ^ shift_right(mixed, 29)) * GOLDEN
    return mixed


@inline
def mirror(image: int, way: int) -> None:
    """Turn the sets of a node into their image in a mirror: 0 across rows, 1 across columns, 2 in the main diagonal."""
    store_board(image, mirrored(load_board(image), way))
    store_board(image + OPEN, mirrored(load_board(image + OPEN), way))
    if ENDS_COUNT:
        store_board(image + SECOND, mirrored(load_board(image + SECOND), way))


@inline
def copy_sets(to: int, source: int) -> None:
    """Copy the sets of a node."""
    store_board(to, load_board(source))
    store_board(to + OPEN, load_board(source + OPEN))
    if ENDS_COUNT:
        store_board(to + SECOND, load_board(source + SECOND))


@inline
def least_of(image: int, least: int, known: int) -> int:
    """The lower of a known hash and that of an image, which becomes ``least`` then."""
    found = hash_of_image(image)
    if found < known:
        copy_sets(least, image)
        return found
    return known


@inline
def seen_by(seat: int, node: int, image: int) -> None:
    """Write the sets of a node as its mover sees them: all stones but the other's ends, and those."""
    copy_sets(image, node)
    if ENDS_COUNT and seat == 1:
        stones = stones_at(node)
        first_ends = without(without(stones, twice(stones)), load_board(node + SECOND))
        store_board(image, without(stones, first_ends))
        store_board(image + SECOND, first_ends)


@inline
def least_image(node: int, seat: int, least: int, image: int) -> int:
    """Write the sets of the image of a node whose hash is the lowest, as the seat to move sees them; gives that.

    ``image`` is memory for a node.
    """
    seen_by(seat, node, image)
    copy_sets(least, image)
    lowest = hash_of_image(image)
    for turn in range(2 if MIRRORS & BY_DIAGONAL != 0 else 1):
        if turn == 1:
            mirror(image, 2)
            lowest = least_of(image, least, lowest)
        if MIRRORS & BY_ROWS != 0:
            mirror(image, 0)
            lowest = least_of(image, least, lowest)
        if MIRRORS & BY_COLUMNS != 0:
            mirror(image, 1)
            lowest = least_of(image, least, lowest)
        if MIRRORS & BY_ROWS != 0 and MIRRORS & BY_COLUMNS != 0:
            mirror(image, 0)
            lowest = least_of(image, least, lowest)
    return lowest


@inline
def chain_bucket(mark: int, key: int, context: SearchContext) -> int:
    """Address of the bucket of a node, by the hash of its image and its key."""
    index = shift_right((mark + key) * GOLDEN, context.table_shift)
    bucket = context.table + index * CHAIN_BUCKET_BYTES
    prefetch(bucket)
    prefetch(bucket + 64)
    return bucket


@inline
def is_chain_entry(entry: int, data: int, image: int, key: int) -> bool:
    """Whether an entry with this data is of a node, given its image."""
    same = level_kept(data) == key and is_equal(load_board(entry + 8), xor_all(load_board(image), data))
    same = same and is_equal(load_board(entry + 8 + BOARD_BYTES), xor_all(load_board(image + OPEN), data))
    if ENDS_COUNT:
        second_stones = xor_all(load_board(image + SECOND), data)
        same = same and is_equal(load_board(entry + 8 + 2 * BOARD_BYTES), second_stones)
    return same


@inline
def find_chains(bucket: int, image: int, key: int) -> int:
    """Data of a node's entry, or 0."""
    entry = bucket
    end = bucket + CHAIN_WAYS * CHAIN_ENTRY_BYTES
    while entry < end:
        data = load(entry)
        if data != 0 and is_chain_entry(entry, data, image, key):
            return data
        entry += CHAIN_ENTRY_BYTES
    return 0


@inline
def keep_chains(
    bucket: int, image: int, key: int, depth: int, lower: int, upper: int, nodes: int, context: SearchContext
) -> None:
    """Store bounds that a search of so many nodes found, in place of what is known of the node or worth least."""
    generation = context.generation
    data = pack(lower, upper, NO_MOVE, depth, key)
    end = bucket + CHAIN_WAYS * CHAIN_ENTRY_BYTES
    entry = bucket
    while entry < end:
        old = load(entry)
        if old != 0 and is_chain_entry(entry, old, image, key):
            if depth_of(old) == depth:
                data = joined(old, data)
            break
        entry += CHAIN_ENTRY_BYTES
    if entry == end:
        entry = least_dear(bucket, end, CHAIN_ENTRY_BYTES, generation)
    data = dated(data, nodes, generation)
    store(entry, data)
    store_board(entry + 8, xor_all(load_board(image), data))
    store_board(entry + 8 + BOARD_BYTES, xor_all(load_board(image + OPEN), data))
    if ENDS_COUNT:
        store_board(entry + 8 + 2 * BOARD_BYTES, xor_all(load_board(image + SECOND), data))
