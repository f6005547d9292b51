"""The memory of a thread that grows a tree, and how its games ended: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    POINTS,
    ROWS,
    STRIDE,
    Array,
    Record,
    bytes_of,
    f32,
    i64,
    inline,
    kernel,
    offset_of,
    room_for,
    store,
)
from engined.search.go.board import GoBoard
from engined.search.go.ladder import LadderMemory
from engined.search.go.network import NetworkMemory
from engined.search.go.playout import owner_at

LONGEST_LINE = 4 * CELLS + 16


class Ends(Record):
    """The ends of some games, since forget_ends."""

    games: i64
    """The number of games."""
    points: i64
    """The sum of the first seat's leads, in half points."""
    squares: i64
    """The sum of the squares of those."""
    judged: i64
    """The sum of its leads as they are judged with the network's word beside them, JUDGED_ONE each."""


class TreeScratch(Record):
    """The memory of a thread."""

    board: GoBoard
    """The board that games are played on."""
    line: Array[i64] = room_for(LONGEST_LINE)
    """The addresses of the moves from the root to where a game is played out."""
    line_nodes: Array[i64] = room_for(LONGEST_LINE + 1)
    """The addresses of the nodes that they belong to; behind these that of the last node which the line reached."""
    line_stones: Array[i64] = room_for(LONGEST_LINE)
    """The hashes of the stones of those."""
    judged: i64
    """The node that this thread has last asked a network about; 0 where it has asked about none in this game."""
    keys: Array[i64] = room_for(CELLS + 8)
    """Numbers that are sorted: moves, each with its prior above its point."""
    leads: Array[f32] = room_for(CELLS + 8)
    """The lead that the network expects after each move of the root, and how that weighs."""
    ladder: LadderMemory
    network: NetworkMemory
    ends: Ends
    """The ends of all games."""
    ends_of_moves: Array[Ends] = room_for(POINTS)
    """The ends of those that began with each move of the root, by its point."""
    owners: Array[i64] = room_for(2 * POINTS)
    """The ownership of each point, the first seat's and then the second's: OWNED for each game in which it was that
    seat's at the end; where a network judged, the probability of that.
    """
    owners_of_moves: Array[i64] = room_for(2 * POINTS * POINTS)
    """The same, over the games that began with each move of the root."""


OWNED = 256
"""The unit of ownership: a point that was one side's in one game."""
END_BYTES = bytes_of(Ends)
ENDS_AT = offset_of(TreeScratch, "ends")
MOVES_AT = offset_of(TreeScratch, "ends_of_moves")
OWNERS_AT = offset_of(TreeScratch, "owners")
OWNERS_OF_MOVES_AT = offset_of(TreeScratch, "owners_of_moves")
SCRATCH_BYTES = bytes_of(TreeScratch)


@inline
def tree_scratch(context: SearchContext) -> TreeScratch:
    """The memory of a context's thread."""
    return TreeScratch(context.scratch)


@inline
def sort_keys(scratch: TreeScratch, number: int) -> None:
    """Sort the keys in scratch memory, the greatest first (D. Shell, "A high-speed sorting procedure", 1959)."""
    keys = scratch.keys
    gap = 1
    while 3 * gap < number:
        gap = 3 * gap + 1
    while gap > 0:
        for index in range(gap, number):
            key = keys[index]
            place = index
            while place >= gap and keys[place - gap] < key:
                keys[place] = keys[place - gap]
                place -= gap
            keys[place] = key
        gap //= 3


@inline
def note_end(ends: Ends, points: int, square: int, judged: int) -> None:
    """Count a game's end."""
    ends.games += 1
    ends.points += points
    ends.squares += square
    ends.judged += judged


@inline
def note_owned(scratch: TreeScratch, first: int, place: int, part: int) -> None:
    """Count a part of a game, of OWNED, for a point and a seat, and with that root move."""
    scratch.owners[place] += part
    scratch.owners_of_moves[2 * POINTS * first + place] += part


@inline
def note_owners(scratch: TreeScratch, first: int) -> None:
    """Count whose each point is, in all games and in those with that root move."""
    for point in range(POINTS):
        owner = owner_at(scratch.board, point)
        if owner == 1 or owner == 2:
            note_owned(scratch, first, 2 * point + owner - 1, OWNED)


@inline
def note_judged_owners(scratch: TreeScratch, first: int) -> None:
    """Count the same as the network has just said it."""
    for row in range(1, ROWS + 1):
        for column in range(1, STRIDE):
            point = row * STRIDE + column
            mine = int(float(OWNED) * (1.0 + scratch.network.owners[point]) / 2.0 + 0.5)
            note_owned(scratch, first, 2 * point, mine)
            note_owned(scratch, first, 2 * point + 1, OWNED - mine)


@kernel("int64(SearchContext, int64)")
def forget_ends(context: SearchContext, unused: int) -> int:
    """Count how games end anew from now on, on this thread."""
    scratch = context.scratch
    address = scratch + ENDS_AT
    while address < scratch + SCRATCH_BYTES:
        store(address, 0)
        address += 8
    return unused
