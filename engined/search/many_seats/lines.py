"""Lines of play, a step at a time: kernel source (see kernels/prelude.pyi).

Python asks a kernel for the best move known of a position, and then of the one that it leads to: the loop is there,
because the kernels of one part know of moves from tables of two kinds. What two sides with boards in registers expect
is :mod:`engined.search.two_sided.variation`: their positions are no memory that could be stepped through.
"""

from engined.kernels.codes import NO_MOVE, PASSED
from engined.kernels.prelude import inline, kernel
from engined.search.game import captured_by, following, is_over, play_on


@inline
def forced(position: int) -> int:
    """The step of a seat that has no moves: PASSED; NO_MOVE once the game is over."""
    return NO_MOVE if is_over(position) else PASSED


@inline
def stepped(position: int, seat: int, square: int) -> int:
    """The step to a known move, which is written behind the position; NO_MOVE for none."""
    if square != NO_MOVE:
        play_on(position, seat, square, captured_by(position, seat, square))
    return square


@kernel("int64(int64)")
def next_seat(seat: int) -> int:
    """The seat whose turn it is next."""
    return following(seat)
