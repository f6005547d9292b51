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
    BRANCHING,
    ENDS_COUNT,
    MIRRORS,
    WORDS,
    Array,
    Board,
    Record,
    both,
    bytes_of,
    count,
    either,
    empty_set,
    hash_position,
    i64,
    inline,
    is_equal,
    meets,
    mirrored,
    prefetch,
    room_for,
    shift_right,
    single,
    without,
    xor_all,
)
from engined.search.chains.board import adjacent, open_after, points_in, spread, thrice, twice
from engined.search.hashing import GOLDEN, MIXER
from engined.search.many_seats.seats import count_in
from engined.search.transposition_table import dated, depth_of, joined, least_dear, level_kept, pack

BY_ROWS = 1
BY_COLUMNS = 2
BY_DIAGONAL = 4
"""Bits of MIRRORS, and one more than the numbers of mirrors."""


class ChainNode(Record):
    """A node, or an image of one."""

    first_stones: Board
    """The stones of the first seat, and all whose colour does not matter; in an image, of the mover."""
    second_stones: Board
    """The stones of the second seat whose colour matters; in an image, of the other side."""
    open_cells: Board
    """The cells where one may still place."""
    spare: i64
    """1 if there is a turn to spare, else 0; of no meaning in an image."""


class ChainEntry(Record):
    """An entry of the table. All words of the sets are xored with the data."""

    data: i64
    """The bounds that are known, as :func:`engined.search.transposition_table.pack` puts them; 0 in an empty entry."""
    sets: Array[Board] = room_for(3 if ENDS_COUNT else 2)
    """The first stones of the image, its open cells, and its second stones where ends count."""


CHAIN_ENTRY_BYTES = bytes_of(ChainEntry)
CHAIN_BUCKET_BYTES = 128 << min(WORDS - 1, 2)
CHAIN_WAYS = CHAIN_BUCKET_BYTES // CHAIN_ENTRY_BYTES


# --- nodes ----------------------------------------------------------------------------------------


@inline
def left_at(node: ChainNode) -> int:
    """How many turns can follow, at most."""
    return count(node.open_cells) + node.spare


@inline
def stones_at(node: ChainNode) -> Board:
    """The stones of a node."""
    return either(node.first_stones, node.second_stones)


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
def settled(first_stones: Board, second_stones: Board, open_cells: Board, spare: int, node: ChainNode) -> int:
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
    node.first_stones = without(live, second_ends)
    node.second_stones = second_ends
    node.open_cells = open_cells
    node.spare = spare & 1
    return count_in(points, 0) - count_in(points, 1)


@inline
def placed_at(node: ChainNode, seat: int, square: int, after: ChainNode) -> int:
    """Write the node after a placement, NO_MOVE for one on a cell that stays alone; gives what the mover gains."""
    first_stones = node.first_stones
    second_stones = node.second_stones
    open_cells = node.open_cells
    spare = node.spare
    if square == NO_MOVE:
        after.first_stones = first_stones
        after.second_stones = second_stones
        after.open_cells = open_cells
        after.spare = 1 - spare
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
def hash_of_image(image: ChainNode) -> int:
    """The hash of the sets of a node; well mixed in its high bits."""
    mixed = hash_position(image.first_stones, image.open_cells)
    if ENDS_COUNT:
        mixed = (mixed ^ shift_right(mixed, 31)) * MIXER
        mixed += hash_position(image.second_stones, empty_set())
        mixed = (mixed ^ shift_right(mixed, 29)) * GOLDEN
    return mixed


@inline
def mirror(image: ChainNode, way: int) -> None:
    """Turn the sets of a node into their image in a mirror: 0 across rows, 1 across columns, 2 in the main diagonal."""
    image.first_stones = mirrored(image.first_stones, way)
    image.open_cells = mirrored(image.open_cells, way)
    if ENDS_COUNT:
        image.second_stones = mirrored(image.second_stones, way)


@inline
def copy_sets(to: ChainNode, source: ChainNode) -> None:
    """Copy the sets of a node."""
    to.first_stones = source.first_stones
    to.open_cells = source.open_cells
    if ENDS_COUNT:
        to.second_stones = source.second_stones


@inline
def least_of(image: ChainNode, least: ChainNode, known: int) -> int:
    """The lower of a known hash and that of an image, which becomes ``least`` then."""
    found = hash_of_image(image)
    if found < known:
        copy_sets(least, image)
        return found
    return known


@inline
def seen_by(seat: int, node: ChainNode, image: ChainNode) -> None:
    """Write the sets of a node as its mover sees them: all stones but the other's ends, and those."""
    copy_sets(image, node)
    if ENDS_COUNT and seat == 1:
        stones = stones_at(node)
        first_ends = without(without(stones, twice(stones)), node.second_stones)
        image.first_stones = without(stones, first_ends)
        image.second_stones = first_ends


@inline
def least_image(node: ChainNode, seat: int, least: ChainNode, image: ChainNode) -> int:
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
def is_chain_entry(entry: ChainEntry, data: int, image: ChainNode, key: int) -> bool:
    """Whether an entry with this data is of a node, given its image."""
    same = level_kept(data) == key and is_equal(entry.sets[0], xor_all(image.first_stones, data))
    same = same and is_equal(entry.sets[1], xor_all(image.open_cells, data))
    if ENDS_COUNT:
        same = same and is_equal(entry.sets[2], xor_all(image.second_stones, data))
    return same


@inline
def find_chains(bucket: int, image: ChainNode, key: int) -> int:
    """Data of a node's entry, or 0."""
    entry = bucket
    end = bucket + CHAIN_WAYS * CHAIN_ENTRY_BYTES
    while entry < end:
        data = ChainEntry(entry).data
        if data != 0 and is_chain_entry(ChainEntry(entry), data, image, key):
            return data
        entry += CHAIN_ENTRY_BYTES
    return 0


@inline
def keep_chains(
    bucket: int, image: ChainNode, key: int, depth: int, lower: int, upper: int, nodes: int, context: SearchContext
) -> None:
    """Store bounds that a search of so many nodes found, in place of what is known of the node or worth least."""
    generation = context.generation
    data = pack(lower, upper, NO_MOVE, depth, key)
    end = bucket + CHAIN_WAYS * CHAIN_ENTRY_BYTES
    entry = bucket
    while entry < end:
        old = ChainEntry(entry).data
        if old != 0 and is_chain_entry(ChainEntry(entry), old, image, key):
            if depth_of(old) == depth:
                data = joined(old, data)
            break
        entry += CHAIN_ENTRY_BYTES
    if entry == end:
        entry = least_dear(bucket, end, CHAIN_ENTRY_BYTES, generation)
    data = dated(data, nodes, generation)
    kept = ChainEntry(entry)
    kept.data = data
    kept.sets[0] = xor_all(image.first_stones, data)
    kept.sets[1] = xor_all(image.open_cells, data)
    if ENDS_COUNT:
        kept.sets[2] = xor_all(image.second_stones, data)
