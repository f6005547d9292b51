"""How a game of Go that was played out is counted: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    POINTS,
    PRISONERS_COUNT,
    STONES_COUNT,
    Record,
    i64,
    inline,
    load_byte,
)
from engined.search.go.board import GoBoard, colour_at
from engined.search.go.playout import area_ahead, play_out_board


class TreeQuestion(Record):
    """What is asked of a tree: at the context's QUESTION."""

    points_ahead: i64
    """Twice the number that is added to the count of the first seat's area: minus komi, and what makes it territory."""
    allowed: i64
    """The address of a byte for each point, 0 where the root may not try the move; 0 if all are allowed."""
    past: i64
    """The address of a hash table of the boards that the game has had, by their stones: one word each, 0 where none is.
    A board is looked for from its hash on.
    """
    past_mask: i64
    """The number of words of that table, a power of two, less one."""
    settled: i64
    """The address of a byte for each point: the seat whose it is in the end, 1 or 2, whatever is played; 0 where games
    played out say that. The address is 0 if they say it of all points.
    """
    decided: i64
    """1 where the game is as good as won or lost, and the points are played for; else 0."""
    by_games: i64
    """1 where all games are to be played out, for they are to say whose the points are; else 0."""
    answered: i64
    """1 where the root follows a pass, and a game ends with three, so that the next one may be answered by a move; else
    0, and it ends with two.
    """


@inline
def tree_question(context: SearchContext) -> TreeQuestion:
    """The question that a context is asked."""
    return TreeQuestion(context.question)


@inline
def is_over(board: GoBoard, context: SearchContext) -> bool:
    """Tell whether a game of the tree is over by passes."""
    return board.passes > 1 + tree_question(context).answered


@inline
def last_stone(board: GoBoard) -> int:
    """Half points that the area of a position is to be corrected by to be territory: who is to move plays the last
    stone every other time, which area counts and territory does not.
    """
    if not PRISONERS_COUNT or STONES_COUNT:
        return 0
    return -1 if board.mover == 1 else 1


@inline
def stones_ahead(board: GoBoard) -> int:
    """How many stones more than the second the first seat has on the board."""
    ahead = 0
    for point in range(POINTS):
        there = colour_at(board, point)
        ahead += 1 if there == 1 else -1 if there == 2 else 0
    return ahead


@inline
def prisoners_ahead(board: GoBoard, placed: int) -> int:
    """What prisoners add to the first seat's area, but for what is known at the root (see TreeQuestion.points_ahead).

    Without stones, territory and prisoners: area less the stones that were placed, ``placed`` by the first seat more
    than by the second in the tree; after it, both fill their own territory alike. With them, those that were placed
    and are not there any more.
    """
    if not PRISONERS_COUNT:
        return 0
    if not STONES_COUNT:
        return -placed
    return stones_ahead(board) - board.placed


@inline
def settle(board: GoBoard, settled: int) -> None:
    """Give each point of a game played out that is settled to the seat whose it is."""
    for point in range(POINTS):
        seat = load_byte(settled + point)
        if seat != 0:
            board.colours[point] = seat


@inline
def play_to_end(board: GoBoard, placed: int, over: bool, context: SearchContext) -> int:
    """Play a game out, unless it is ``over``; gives the first seat's lead in half points. ``placed`` is as in
    :func:`prisoners_ahead`.
    """
    question = tree_question(context)
    points = question.points_ahead + (0 if over else last_stone(board))
    board.passes = 0
    ahead = play_out_board(board, context) + prisoners_ahead(board, placed)
    if question.settled != 0:
        ahead -= area_ahead(board)
        settle(board, question.settled)
        ahead += area_ahead(board)
    return points + 2 * ahead
