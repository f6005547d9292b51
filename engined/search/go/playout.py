"""Games of Go played out by chance: kernel source (see kernels/prelude.pyi).

Each move is drawn by weights: those of its surroundings and of its tactic (R. Coulom, "Computing Elo ratings of move
patterns in the game of Go", 2007). They are looked at for moves near the last one alone: beside it, and at the
liberties of the chains there that have few. All others share a weight for each empty point, and one of them is drawn by
its surroundings, from a few. No own eye is filled; a game ends with two passes.
"""

from engined.kernels.context import SearchContext
from engined.kernels.go_codes import FAR, GIVES, GIVES_ONE, ONE, TACTICS_AT, WEIGHTS_AT
from engined.kernels.prelude import (
    CELLS,
    POINTS,
    inline,
    kernel,
    load_16,
    load_32,
    shift_right,
)
from engined.search.go.board import (
    MOST_LISTED_MOVES,
    GoBoard,
    colour_at,
    copy_board,
    empties_beside,
    empty_point,
    first_liberty,
    head_at,
    is_eye,
    liberties_of,
    liberty_but,
    next_at,
    note_first,
    play_point,
    shape_at,
    way,
)
from engined.search.go.tactics import ILLEGAL, left_in_atari, tactic_of
from engined.search.random import chance

LONGEST = 3 * CELLS
"""Plies of a game played out."""
JUDGED = 1 << 15
LARGEST_NAKADE = 6
"""The most stones that can fill an eye so that no two eyes come of it."""
LOOKS = 4
"""The number of tries at drawing a far move by its shape; then one is as likely as another."""


@inline
def weight_of_shape(board: GoBoard, point: int, colour: int) -> int:
    """The weight of a move by its surroundings."""
    shapes = board.tables + WEIGHTS_AT + 131072 * (colour - 1)
    return load_16(shapes + 2 * shape_at(board, point))


# --- the list of moves near the last one -----------------------------------------------------------
#
# An entry is a point, JUDGED if its tactic is in its weight, and from bit 16 on its weight, which may be 0. What is
# listed is told by a number: the number of entries, and from bit 8 on the sum of their weights.


@inline
def entry_at(board: GoBoard, index: int) -> int:
    """An entry of the list."""
    return board.listed[index]


@inline
def put_entry(board: GoBoard, index: int, point: int, weight: int) -> None:
    """Write an entry of the list."""
    board.listed[index] = point | weight << 16


@inline
def list_neighbours(board: GoBoard, last: int) -> int:
    """Begin the list with the empty points around the last move, by their surroundings; gives what is listed."""
    mover = board.mover
    weights = 0
    for direction in range(8):
        # Without a branch that the processor would have to guess: what is not empty has no weight.
        near = last + way(direction)
        empty = 1 if colour_at(board, near) == 0 else 0
        weight = empty * weight_of_shape(board, near, mover)
        put_entry(board, direction, near, weight)
        weights += weight
    return 8 | weights << 8


@inline
def index_of(board: GoBoard, number: int, point: int) -> int:
    """Where a point is among so many entries; behind them, if it is not there."""
    index = 0
    while index < number and entry_at(board, index) & (JUDGED - 1) != point:
        index += 1
    return index


@kernel("int64(GoBoard, int64, int64)")
def list_tactic(board: GoBoard, listed: int, point: int) -> int:
    """Let a move at a liberty of a chain that has few be listed by its tactic as well; gives what is listed then."""
    number = listed & 255
    index = index_of(board, number, point)
    before = 0
    if index < number:
        entry = entry_at(board, index)
        if entry & JUDGED != 0:
            return listed
        before = shift_right(entry, 16)
    elif number == MOST_LISTED_MOVES:
        return listed
    else:
        listed += 1
    tactic = tactic_of(board, point)
    weight = 0
    if tactic != ILLEGAL:
        by_tactic = load_32(board.tables + TACTICS_AT + 4 * tactic)
        weight = shift_right(weight_of_shape(board, point, board.mover) * by_tactic, 8)
    put_entry(board, index, point | JUDGED, weight)
    return listed + (weight - before << 8)


@inline
def list_rescues(board: GoBoard, listed: int, head: int) -> int:
    """List what captures the neighbours of a chain that are in atari themselves."""
    other = 3 - board.mover
    stone = head
    while True:
        for direction in range(4):
            near = stone + way(direction)
            if colour_at(board, near) == other:
                enemy = head_at(board, near)
                if liberties_of(board, enemy) == 1:
                    listed = list_tactic(board, listed, first_liberty(board, enemy))
        stone = next_at(board, stone)
        if stone == head:
            break
    return listed


@inline
def list_near(board: GoBoard, last: int) -> int:
    """List the moves near the last one: around it, and at the liberties of its chain and of those beside it, where
    these are one or two; gives what is listed. Those that are not JUDGED may be follies.
    """
    mover = board.mover
    listed = list_neighbours(board, last)
    before = 0
    for direction in range(5):
        near = last if direction == 4 else last + way(direction)
        there = colour_at(board, near)
        if there != 0 and there != 3:
            head = head_at(board, near)
            liberties = liberties_of(board, head)
            if liberties < 3 and head != before:
                before = head
                liberty = first_liberty(board, head)
                listed = list_tactic(board, listed, liberty)
                if liberties == 2:
                    listed = list_tactic(board, listed, liberty_but(board, head, liberty))
                elif there == mover:
                    listed = list_rescues(board, listed, head)
    return listed


@inline
def drawn_index(board: GoBoard, draw: int) -> int:
    """The index of the entry that a number below the sum of weights falls on."""
    index = 0
    while True:
        draw -= shift_right(entry_at(board, index), 16)
        if draw < 0:
            return index
        index += 1


@kernel("int64(GoBoard, int64)")
def stones_given(board: GoBoard, point: int) -> int:
    """How many stones the mover leaves with one liberty by a move beside none or one empty point; ILLEGAL where it may
    not play, or where the point is its own eye.
    """
    colour = board.mover
    if point == board.ko or is_eye(board, point, colour):
        return ILLEGAL
    return left_in_atari(board, point, colour)


@inline
def stones_beside(board: GoBoard, stone: int, colour: int) -> int:
    """How many of the four neighbours of a point are stones of a colour."""
    beside = 0
    for direction in range(4):
        beside += 1 if colour_at(board, stone + way(direction)) == colour else 0
    return beside


@inline
def in_corner(board: GoBoard, stone: int) -> bool:
    """Whether two neighbours of a point are off the board."""
    return stones_beside(board, stone, 3) == 2


@kernel("int64(GoBoard, int64, int64)")
def is_nakade(board: GoBoard, point: int, given: int) -> int:
    """1 if so many stones, which a move of the mover's leaves in atari, fill an eye so that no two come of it: up to
    three, a square or a T of four, also four bent in the corner, the bulky and the crossed five, the rabbity six. Other
    stones would better be left alone, as in seki.
    """
    if given < 4:
        return 1
    if given > LARGEST_NAKADE:
        return 0
    colour = board.mover
    # Shapes are told by the sum of squares of how many stones each stone has beside it.
    here = stones_beside(board, point, colour)
    squares = here * here
    bent = here == 2 and in_corner(board, point)
    for direction in range(4):
        near = point + way(direction)
        known = colour_at(board, near) != colour
        for earlier in range(direction):
            other = point + way(earlier)
            if not known and colour_at(board, other) == colour:
                known = head_at(board, other) == head_at(board, near)
        if not known:
            stone = near
            while True:
                beside = stones_beside(board, stone, colour)
                for back in range(4):
                    beside += 1 if stone + way(back) == point else 0
                squares += beside * beside
                bent = bent or (beside == 2 and in_corner(board, stone))
                stone = next_at(board, stone)
                if stone == near:
                    break
    if given == 4:
        return 1 if squares > 10 or bent else 0
    if given == 5:
        return 1 if squares > 16 else 0
    return 1 if squares == 30 else 0


@inline
def is_folly(board: GoBoard, point: int, context: SearchContext) -> bool:
    """Whether a move is illegal, or one that leaves stones in atari and is not wanted this time."""
    if empties_beside(board, point) > 1:
        return False
    given = stones_given(board, point)
    if given <= 0:
        return given < 0
    tactic = GIVES if given > 1 else GIVES_ONE
    return chance(ONE, context) >= load_32(board.tables + TACTICS_AT + 4 * tactic)


@inline
def drawn_near(board: GoBoard, last: int, context: SearchContext) -> int:
    """A move near the last one by its weight; 0 for one elsewhere."""
    near = list_near(board, last) >> 8
    far = board.empties * load_32(board.tables + TACTICS_AT + 4 * FAR) + 1
    while True:
        draw = chance(near + far, context)
        if draw >= near:
            return 0
        index = drawn_index(board, draw)
        entry = entry_at(board, index)
        point = entry & (JUDGED - 1)
        if entry & JUDGED != 0 or not is_folly(board, point, context):
            return point
        put_entry(board, index, point, 0)
        near -= shift_right(entry, 16)


@inline
def drawn_far(board: GoBoard, context: SearchContext) -> int:
    """Any move that is no folly, by its surroundings among a few; 0 where there is none."""
    empties = board.empties
    if empties == 0:
        return 0
    mover = board.mover
    start = chance(empties, context)
    index = start
    looks = LOOKS
    last_resort = 0
    while True:
        point = empty_point(board, index)
        if not is_eye(board, point, mover):
            if looks > 0 and chance(2 * ONE, context) >= weight_of_shape(board, point, mover):
                looks -= 1
                index = chance(empties, context)
                start = index
                continue
            given = 0 if empties_beside(board, point) > 1 else stones_given(board, point)
            if given != ILLEGAL:
                if given < 2:
                    return point
                if is_nakade(board, point, given) != 0:
                    last_resort = point
        index = index + 1 if index + 1 < empties else 0
        if index == start:
            break
    return last_resort


@inline
def playout_point(board: GoBoard, context: SearchContext) -> int:
    """The next move of a game played out; 0 for a pass."""
    last = board.last
    point = 0
    if last != 0:
        point = drawn_near(board, last, context)
    if point == 0:
        point = drawn_far(board, context)
    return point


@inline
def owner_at(board: GoBoard, point: int) -> int:
    """Whose a point is at the end of a game played out: the colour of its stone, or of all stones beside it; else 0."""
    there = colour_at(board, point)
    if there == 0:
        for direction in range(4):
            near = colour_at(board, point + way(direction))
            if near == 1 or near == 2:
                if there != 0 and there != near:
                    return 0
                there = near
    return there


@inline
def area_ahead(board: GoBoard) -> int:
    """The points of area that the first seat is ahead by at the end of a game played out."""
    ahead = 0
    for point in range(POINTS):
        if colour_at(board, point) != 3:
            owner = owner_at(board, point)
            ahead += 1 if owner == 1 else -1 if owner == 2 else 0
    return ahead


@kernel("int64(GoBoard, SearchContext)")
def play_out_board(board: GoBoard, context: SearchContext) -> int:
    """Play on until both pass; gives by how many points of area the first seat is ahead then."""
    end = board.plies + LONGEST
    while board.passes < 2 and board.plies < end:
        point = playout_point(board, context)
        if point != 0:
            note_first(board, point)
        play_point(board, point)
    return area_ahead(board)


@kernel("int64(GoBoard, GoBoard, int64, SearchContext)")
def play_games(start: GoBoard, board: GoBoard, games: int, context: SearchContext) -> int:
    """Play so many games out from a board, each on another board in memory; gives the sum of what they end with."""
    total = 0
    for _ in range(games):
        copy_board(board, start)
        board.passes = 0
        total += play_out_board(board, context)
    return total
